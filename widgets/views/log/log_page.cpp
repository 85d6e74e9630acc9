// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/log/log_page.h"

#include <QElapsedTimer>
#include <QEvent>
#include <QFontDatabase>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>

#include <array>

namespace bam::views {
namespace {

constexpr int kSliceMs = 8;
constexpr std::size_t kBatch = 500;         // lines put into the document at once
constexpr int kLongestLine = 8000;          // characters; more would hold up the layout
constexpr std::size_t kTrimBy = 5000;       // lines dropped at once, so that it is rarely done

/// Readable on the palette's base; the words in the line say the same.
QColor colorOf(LineSeverity severity, const QPalette& palette)
{
    const bool dark = palette.color(QPalette::Base).lightness() < 128;
    switch (severity) {
    case LineSeverity::Error: return dark ? QColor(0xFF, 0x9A, 0x76) : QColor(0xA8, 0x32, 0x00);
    case LineSeverity::Warning: return dark ? QColor(0xF0, 0xC0, 0x5A) : QColor(0x7A, 0x52, 0x00);
    case LineSeverity::Note: return dark ? QColor(0x7C, 0xC4, 0xF0) : QColor(0x00, 0x5A, 0x8C);
    case LineSeverity::Plain: break;
    }
    return palette.color(QPalette::Text);
}

/// One line stays one line in the document, whatever it holds.
QString tame(QString line)
{
    for (auto& c : line)
        if (c == QLatin1Char('\r') || c == QLatin1Char('\n') || c == QChar::ParagraphSeparator || c == QChar::LineSeparator || c == QChar::Null)
            c = QLatin1Char(' ');
    return line.size() > kLongestLine ? line.left(kLongestLine) + QChar(0x2026) : line;
}

}  // namespace

LineSeverity severityOf(const QString& line)
{
    struct Rule {
        LineSeverity severity;
        QRegularExpression pattern;
    };
    static const std::array<Rule, 3> kRules{{
        {LineSeverity::Error, QRegularExpression(QStringLiteral("\\b(error|fatal|failed|exception|traceback|killed|out of memory)\\b"), QRegularExpression::CaseInsensitiveOption)},
        {LineSeverity::Warning, QRegularExpression(QStringLiteral("\\bwarn(ing)?\\b"), QRegularExpression::CaseInsensitiveOption)},
        {LineSeverity::Note, QRegularExpression(QStringLiteral("\\bnote:"), QRegularExpression::CaseInsensitiveOption)},
    }};
    for (const auto& rule : kRules)
        if (rule.pattern.match(line).hasMatch())
            return rule.severity;
    return LineSeverity::Plain;
}

QString LineFilter::problem() const
{
    if (!regex || text.isEmpty())
        return {};
    const QRegularExpression pattern(text);
    return pattern.isValid() ? QString() : pattern.errorString();
}

LogPage::LogPage(QWidget* parent)
    : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setLineWrapMode(NoWrap);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    setPlaceholderText(tr("Nothing was printed yet."));
    m_worker.setSingleShot(true);
    m_worker.setInterval(0);
    connect(&m_worker, &QTimer::timeout, this, &LogPage::work);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, &LogPage::onScrolled);
}

void LogPage::append(const QStringList& lines)
{
    for (const auto& line : lines)
        m_lines.push_back({tame(line), severityOf(line.left(kLongestLine))});
    trim();
    m_worker.start();
}

void LogPage::clearLines()
{
    m_lines.clear();
    startOver();
}

void LogPage::setFilter(const LineFilter& filter)
{
    m_filter = filter;
    const bool usable = !filter.text.isEmpty() && filter.problem().isEmpty();
    m_pattern = usable ? QRegularExpression(filter.regex ? filter.text : QRegularExpression::escape(filter.text), QRegularExpression::CaseInsensitiveOption) : QRegularExpression();
    setPlaceholderText(usable ? tr("No line matches the filter.") : tr("Nothing was printed yet."));
    startOver();
}

void LogPage::setFollowing(bool follow)
{
    if (follow != m_follow) {
        m_follow = follow;
        Q_EMIT followingChanged(follow);
    }
    if (follow)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

bool LogPage::matches(const QString& line) const { return m_pattern.pattern().isEmpty() || m_pattern.match(line).hasMatch(); }

void LogPage::startOver()
{
    clear();
    m_next = 0;
    m_matching = 0;
    m_worker.start();
    Q_EMIT countsChanged();
}

/// One slice.
void LogPage::work()
{
    QElapsedTimer clock;
    clock.start();
    while (m_next < m_lines.size() && clock.elapsed() < kSliceMs) {
        const auto end = std::min(m_next + kBatch, m_lines.size());
        insert(m_next, end);
        m_next = end;
    }
    if (m_follow)
        setFollowing(true);
    if (m_next < m_lines.size())
        m_worker.start();
    Q_EMIT countsChanged();
}

/// Lines of one colour go in together.
void LogPage::insert(std::size_t begin, std::size_t end)
{
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    cursor.beginEditBlock();
    QString run;
    auto severity = LineSeverity::Plain;
    const auto flush = [&] {
        QTextCharFormat format;
        if (severity != LineSeverity::Plain)
            format.setForeground(colorOf(severity, palette()));
        cursor.insertText(run, format);
        run.clear();
    };
    for (auto n = begin; n < end; ++n) {
        const auto& line = m_lines[n];
        if (!matches(line.text))
            continue;
        if (line.severity != severity) {
            if (!run.isEmpty())
                flush();
            severity = line.severity;
        }
        if (m_matching > 0)
            run += QLatin1Char('\n');
        run += line.text;
        ++m_matching;
    }
    if (!run.isEmpty())
        flush();
    cursor.endEditBlock();
}

void LogPage::trim()
{
    if (m_lines.size() <= kMostLines)
        return;
    const auto drop = std::min(m_lines.size(), m_lines.size() - kMostLines + kTrimBy);
    int shown = 0;
    for (std::size_t n = 0; n < std::min(drop, m_next); ++n)
        shown += matches(m_lines[n].text) ? 1 : 0;
    m_lines.erase(m_lines.begin(), m_lines.begin() + std::ptrdiff_t(drop));
    m_next -= std::min(drop, m_next);
    if (shown > 0)
        removeFirst(shown);
}

void LogPage::removeFirst(int blocks)
{
    const auto rest = document()->findBlockByNumber(blocks);
    if (rest.isValid()) {
        QTextCursor cursor(document());
        cursor.setPosition(rest.position(), QTextCursor::KeepAnchor);
        cursor.removeSelectedText();
    } else {
        clear();
    }
    m_matching -= blocks;
}

/// A person scrolls: away from the end stops following, back to it follows again.
void LogPage::onScrolled()
{
    const bool atEnd = verticalScrollBar()->sliderPosition() >= verticalScrollBar()->maximum();
    if (atEnd == m_follow)
        return;
    m_follow = atEnd;
    Q_EMIT followingChanged(m_follow);
}

void LogPage::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_lines.empty())
        startOver();
}

}  // namespace bam::views
