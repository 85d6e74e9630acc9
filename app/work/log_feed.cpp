// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/log_feed.h"

#include "app/work/log_reader.h"
#include "widgets/views/log/log_view.h"

namespace bam::work {
namespace {

QString goneKey(const QString& title) { return QStringLiteral("log gone ") + title; }

}  // namespace

LogFeed::LogFeed(views::LogView* view, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_reader(new LogReader)
{
    qRegisterMetaType<QVector<LogSource>>();
    m_thread.setObjectName(QStringLiteral("log reader"));
    m_reader->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_reader, &QObject::deleteLater);
    connect(this, &LogFeed::followed, m_reader, &LogReader::follow);
    connect(m_reader, &LogReader::lines, this, &LogFeed::onLines);
    connect(m_reader, &LogReader::gone, this, &LogFeed::onGone);
    m_thread.start(QThread::LowPriority);
}

LogFeed::~LogFeed()
{
    m_thread.quit();
    m_thread.wait();
}

void LogFeed::showRun(const QString& run, const QString& title)
{
    show(run, title, {{tr("Log"), run + QStringLiteral("/log.txt"), false}}, run);
}

void LogFeed::showJob(const QString& outFile, const QString& errFile, const QString& title)
{
    show(outFile, title, {{tr("Output"), outFile, true}, {tr("Errors"), errFile, false}}, {});
}

void LogFeed::clear() { show({}, {}, {}, {}); }

void LogFeed::show(const QString& what, const QString& title, const QVector<LogSource>& sources, const QString& folder)
{
    if (what == m_shown && !what.isEmpty())
        return;
    m_shown = what;
    QStringList tabs;
    for (const auto& source : sources)
        tabs << source.title;
    m_view->setSource(title, tabs);
    Q_EMIT followed(++m_generation, sources, folder);
}

void LogFeed::onLines(int generation, const QString& title, const QStringList& lines, bool restarted)
{
    if (generation != m_generation)
        return;
    m_view->dismissMessage(goneKey(title));
    const int tab = m_view->addTab(title);
    if (restarted)
        m_view->restart(tab);
    m_view->append(tab, lines);
}

void LogFeed::onGone(int generation, const QString& title, const QString& path)
{
    if (generation == m_generation)
        m_view->showMessage({ui::Severity::Warning, tr("%1 is not there any more.").arg(path), tr("What was read of “%1” stays until another log is shown.").arg(title), goneKey(title), {}, {}, 0});
}

}  // namespace bam::work
