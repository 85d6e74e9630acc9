// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/log/log_view.h"

#include "widgets/common/format.h"
#include "widgets/common/icons.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace bam::views {

LogView::LogView(QWidget* parent)
    : QWidget(parent)
    , m_banners(new ui::BannerArea(this))
    , m_title(new QLabel(this))
    , m_filter(new QLineEdit(this))
    , m_regex(button("logRegex", QStringLiteral("asterisk"), tr("Regular expression"), tr("Read the filter as a regular expression, e.g. “step \\d+00/”"), true))
    , m_follow(button("logFollow", QStringLiteral("follow"), tr("Follow the end"), tr("Keep the newest line in view. Scrolling up turns this off, scrolling to the end turns it on."), true))
    , m_wrap(button("logWrap", QStringLiteral("wrap"), tr("Wrap lines"), tr("Break long lines at the edge of the pane"), true))
    , m_copy(button("logCopy", QStringLiteral("copy"), tr("Copy"), tr("Copy the selected text, or all lines shown when nothing is selected"), false))
    , m_count(new QLabel(this))
    , m_tabs(new QTabWidget(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(4, 2, 4, 0);
    row->addWidget(m_title);
    row->addWidget(m_filter, 1);
    row->addWidget(m_regex);
    row->addWidget(m_count);
    for (auto* tool : {m_follow, m_wrap, m_copy})
        row->addWidget(tool);
    layout->addLayout(row);
    layout->addWidget(m_banners);
    layout->addWidget(m_tabs, 1);

    m_title->setObjectName(QStringLiteral("logTitle"));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_filter->setObjectName(QStringLiteral("logFilter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setPlaceholderText(tr("Show only lines with…"));
    m_filter->setAccessibleName(tr("Filter of the log"));
    m_filter->addAction(ui::icon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
    m_count->setObjectName(QStringLiteral("logCount"));
    // Room for the longest, so that nothing moves while lines come.
    m_count->setMinimumWidth(fontMetrics().horizontalAdvance(tr("%1 of %2 lines").arg(ui::count(LogPage::kMostLines), ui::count(LogPage::kMostLines))));
    m_count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_follow->setChecked(true);
    m_tabs->setObjectName(QStringLiteral("logTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setAutoHide(true);
    m_filterSoon.setSingleShot(true);
    m_filterSoon.setInterval(150);
    connect(&m_filterSoon, &QTimer::timeout, this, &LogView::applyFilter);
    connect(m_filter, &QLineEdit::textChanged, this, [this] { m_filterSoon.start(); });
    connect(m_filter, &QLineEdit::returnPressed, this, &LogView::applyFilter);
    connect(m_regex, &QToolButton::toggled, this, &LogView::applyFilter);
    connect(m_wrap, &QToolButton::toggled, this, &LogView::applyWrap);
    connect(m_copy, &QToolButton::clicked, this, &LogView::copy);
    connect(m_follow, &QToolButton::toggled, this, [this](bool on) {
        if (auto* page = current())
            page->setFollowing(on);
    });
    connect(m_tabs, &QTabWidget::currentChanged, this, [this](int tab) {
        if (auto* page = current())
            m_follow->setChecked(page->isFollowing());
        showCounts();
        Q_EMIT tabChosen(tab);
    });
    auto* find = new QAction(this);
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QAction::triggered, this, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });
    addAction(find);
    setSource({}, {});
}

QToolButton* LogView::button(const char* name, const QString& icon, const QString& text, const QString& tip, bool checkable)
{
    auto* tool = new QToolButton(this);
    tool->setObjectName(QLatin1String(name));
    tool->setIcon(ui::icon(icon));
    tool->setAutoRaise(true);
    tool->setToolTip(tip);
    tool->setAccessibleName(text);
    tool->setCheckable(checkable);
    tool->setFocusPolicy(Qt::TabFocus);
    return tool;
}

void LogView::setSource(const QString& title, const QStringList& tabs)
{
    m_source = title;
    showTitle();
    m_banners->clear();
    const bool blocked = m_tabs->blockSignals(true);
    m_tabs->clear();
    qDeleteAll(m_pages);
    m_pages.clear();
    for (const auto& tab : tabs)
        addTab(tab);
    m_tabs->blockSignals(blocked);
    m_follow->setChecked(true);
    showCounts();
}

int LogView::addTab(const QString& title)
{
    for (int n = 0; n < m_tabs->count(); ++n)
        if (m_tabs->tabText(n) == title)
            return n;
    auto* page = new LogPage(m_tabs);
    page->setObjectName(QStringLiteral("logPage%1").arg(m_pages.size()));
    page->setAccessibleName(title);
    page->setFrameShape(QFrame::NoFrame);
    page->setFilter({m_filter->text(), m_regex->isChecked()});
    page->setLineWrapMode(m_wrap->isChecked() ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
    connect(page, &LogPage::countsChanged, this, &LogView::showCounts);
    connect(page, &LogPage::followingChanged, this, [this, page](bool on) {
        if (page == current())
            m_follow->setChecked(on);
    });
    m_pages << page;
    return m_tabs->addTab(page, title);
}

void LogView::append(int tab, const QStringList& lines)
{
    if (auto* page = m_pages.value(tab))
        page->append(lines);
}

void LogView::restart(int tab)
{
    if (auto* page = m_pages.value(tab))
        page->clearLines();
}

void LogView::showMessage(const ui::Message& message) { m_banners->show(message); }

void LogView::dismissMessage(const QString& key) { m_banners->dismiss(key); }

LogPage* LogView::current() const { return m_pages.value(m_tabs->currentIndex()); }

void LogView::applyFilter()
{
    m_filterSoon.stop();
    const LineFilter filter{m_filter->text(), m_regex->isChecked()};
    const auto key = QStringLiteral("log filter");
    if (const auto problem = filter.problem(); !problem.isEmpty())
        m_banners->show({ui::Severity::Warning, tr("The filter is not a regular expression: %1").arg(problem), tr("Correct it, or switch regular expressions off; all lines are shown meanwhile."), key, {}, {}, 0});
    else
        m_banners->dismiss(key);
    for (auto* page : m_pages)
        page->setFilter(filter);
}

void LogView::applyWrap()
{
    for (auto* page : m_pages)
        page->setLineWrapMode(m_wrap->isChecked() ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
}

void LogView::showCounts()
{
    const auto* page = current();
    if (!page)
        m_count->setText({});
    else if (m_filter->text().isEmpty())
        m_count->setText(page->lines() == 1 ? tr("1 line") : tr("%1 lines").arg(ui::count(page->lines())));
    else
        m_count->setText(tr("%1 of %2 lines").arg(ui::count(page->matching()), ui::count(page->lines())));
    m_copy->setEnabled(page && page->matching() > 0);
}

/// A third of the width at most.
void LogView::showTitle()
{
    m_title->setText(fontMetrics().elidedText(m_source, Qt::ElideMiddle, width() / 3));
    m_title->setToolTip(m_source);
    m_title->setVisible(!m_source.isEmpty());
}

void LogView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showTitle();
}

void LogView::copy()
{
    if (auto* page = current())
        QApplication::clipboard()->setText(page->textCursor().hasSelection() ? page->textCursor().selectedText().replace(QChar::ParagraphSeparator, QLatin1Char('\n')) : page->toPlainText());
}

}  // namespace bam::views
