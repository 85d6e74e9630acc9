// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of one log, filtered and coloured.
//
// Invariants: at most kMostLines are kept, the newest; lines are worked off in slices of a few milliseconds, so that neither a burst nor a new filter over all
// lines holds up the window; what is shown is exactly what matches, in order.
#pragma once

#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTimer>

#include <deque>

namespace bam::views {

enum class LineSeverity { Plain, Note, Warning, Error };

/// By the words in it: "error", "failed", "warning", "note:", …
LineSeverity severityOf(const QString& line);

struct LineFilter {
    QString text;
    bool regex = false;
    /// Empty: the text can be used.
    QString problem() const;
};

class LogPage : public QPlainTextEdit {
    Q_OBJECT
public:
    static constexpr int kMostLines = 100'000;

    explicit LogPage(QWidget* parent = nullptr);

    void append(const QStringList& lines);
    void clearLines();
    /// Shows matching lines only; a filter with a problem shows everything.
    void setFilter(const LineFilter& filter);
    void setFollowing(bool follow);
    bool isFollowing() const { return m_follow; }
    int lines() const { return int(m_lines.size()); }
    int matching() const { return m_matching; }
    /// Everything was worked off.
    bool isSettled() const { return m_next == m_lines.size(); }

Q_SIGNALS:
    void countsChanged();
    void followingChanged(bool follow);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Line {
        QString text;
        LineSeverity severity;
    };

    bool matches(const QString& line) const;
    void work();
    void startOver();
    void trim();
    void insert(std::size_t begin, std::size_t end);
    void removeFirst(int blocks);
    void onScrolled();

    std::deque<Line> m_lines;
    std::size_t m_next = 0;         // first line that was not looked at yet
    int m_matching = 0;             // lines shown
    LineFilter m_filter;
    QRegularExpression m_pattern;
    QTimer m_worker;
    bool m_follow = true;
};

}  // namespace bam::views
