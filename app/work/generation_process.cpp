// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/generation_process.h"

#include "widgets/common/core_text.h"

#include <QJsonDocument>
#include <QTimer>

#include <utility>

namespace bam::work {
namespace {

constexpr int kPatienceMs = 5000;
constexpr int kStoppedStatus = 3;

}  // namespace

GenerationProcess::GenerationProcess(const QString& program, QObject* parent) : QObject(parent), m_program(program)
{
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &GenerationProcess::readEvents);
    connect(&m_process, &QProcess::finished, this, &GenerationProcess::finish);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart && !m_leaving)
            Q_EMIT failed(tr("%1 could not be started: %2").arg(m_program, m_process.errorString()), tr("The program may have been moved since the window was opened."));
    });
}

GenerationProcess::~GenerationProcess()
{
    m_leaving = true;
    if (!isRunning())
        return;
    m_process.kill();
    m_process.waitForFinished(kPatienceMs);
}

void GenerationProcess::start(const QStringList& flags, const QString& prompt)
{
    if (isRunning()) {
        m_leaving = true;
        m_process.kill();
        m_process.waitForFinished(kPatienceMs);
        m_leaving = false;
    }
    m_rest.clear();
    m_cause.clear();
    m_hint.clear();
    m_text = {};
    m_shown = 0;
    m_told = m_stopping = false;
    m_process.start(m_program, QStringList{QStringLiteral("--batch"), QStringLiteral("generate")} + flags + QStringList{QStringLiteral("--prompt_file"), QStringLiteral("-"), QStringLiteral("--json")});
    // A line break at the end of a file is its editor's; one more keeps the author's.
    m_process.write(prompt.toUtf8() + '\n');
    m_process.closeWriteChannel();
}

void GenerationProcess::stop()
{
    if (!isRunning() || m_stopping)
        return;
    m_stopping = true;
    m_process.terminate();
    QTimer::singleShot(kPatienceMs, this, [this, pid = m_process.processId()] {
        if (isRunning() && m_process.processId() == pid)
            m_process.kill();
    });
}

void GenerationProcess::readEvents()
{
    m_rest += m_process.readAllStandardOutput();
    qsizetype begin = 0;
    for (qsizetype end = 0; (end = m_rest.indexOf('\n', begin)) >= 0; begin = end + 1)
        take(QJsonDocument::fromJson(m_rest.mid(begin, end - begin)).object());
    m_rest.remove(0, begin);
}

void GenerationProcess::take(const QJsonObject& event)
{
    const auto name = event[QLatin1String("event")].toString();
    if (name == QLatin1String("token")) {
        show(event[QLatin1String("text")].toString());
    } else if (name == QLatin1String("progress")) {
        Q_EMIT progress({"reading the prompt", event[QLatin1String("done")].toDouble(), event[QLatin1String("total")].toDouble(), "tokens", event[QLatin1String("seconds")].toDouble(), {}});
    } else if (name == QLatin1String("done")) {
        if (const auto rest = event[QLatin1String("text")].toString().mid(m_shown); !rest.isEmpty())      // of a character that was never completed
            show(rest);
        m_text.promptTokens = qint64(event[QLatin1String("prompt_tokens")].toDouble());
        m_text.tokens = qint64(event[QLatin1String("tokens")].toDouble());
        m_text.tokensPerSecond = event[QLatin1String("tokens_per_second")].toDouble();
        m_text.ended = event[QLatin1String("ended")].toBool();
        m_text.checkpoint = event[QLatin1String("checkpoint")].toString();
        m_told = true;
    } else if (name == QLatin1String("error")) {
        m_cause = event[QLatin1String("cause")].toString();
        m_hint = event[QLatin1String("hint")].toString();
    }
}

void GenerationProcess::show(const QString& text)
{
    m_shown += text.size();
    Q_EMIT written(text);
}

void GenerationProcess::finish()
{
    readEvents();
    if (m_leaving)
        return;
    const bool good = m_process.exitStatus() == QProcess::NormalExit && (m_process.exitCode() == 0 || m_process.exitCode() == kStoppedStatus);
    m_text.stopped = m_stopping || m_process.exitCode() == kStoppedStatus;
    if ((good && m_told) || m_stopping) {
        Q_EMIT done(m_text);
    } else if (!m_cause.isEmpty()) {
        Q_EMIT failed(ui::coreText(m_cause.toStdString()), ui::coreText(m_hint.toStdString()));
    } else {
        const auto last = QString::fromUtf8(m_process.readAllStandardError()).trimmed().section(QLatin1Char('\n'), -1);
        Q_EMIT failed(tr("The process that writes ended unexpectedly."), last.isEmpty() ? tr("The system may have ended it for want of memory.") : last);
    }
}

}  // namespace bam::work
