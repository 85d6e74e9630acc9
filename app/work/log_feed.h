// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the log pane: follows the logs of one run or job on a thread of its own and hands over lines at most ten times a second.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QThread>
#include <QVector>

namespace bam::views {
class LogView;
}

namespace bam::work {

/// One file and what its tab is called.
struct LogSource {
    QString title;
    QString path;
    bool events = false;        ///< of a worker's --json: shown as lines for people
};

/// Lives on the feed's thread.
class LogReader;

class LogFeed : public QObject {
    Q_OBJECT
public:
    /// @param view must outlive the feed
    explicit LogFeed(views::LogView* view, QObject* parent = nullptr);
    ~LogFeed() override;

    /// log.txt and, of trainings over several processes, log.rank*.txt, also those that appear later.
    void showRun(const QString& run, const QString& title);
    /// "Output" and "Errors" of a job.
    void showJob(const QString& outFile, const QString& errFile, const QString& title);
    void clear();
    /// What is shown: the run's path or the job's file; empty for nothing.
    QString shown() const { return m_shown; }

Q_SIGNALS:
    void followed(int generation, const QVector<bam::work::LogSource>& sources, const QString& folder);     ///< to the reader

private:
    void show(const QString& what, const QString& title, const QVector<LogSource>& sources, const QString& folder);
    void onLines(int generation, const QString& title, const QStringList& lines, bool restarted);
    void onGone(int generation, const QString& title, const QString& path);

    views::LogView* m_view;
    QThread m_thread;
    LogReader* m_reader;
    QString m_shown;
    int m_generation = 0;       // lines of an earlier source are on their way still
};

}  // namespace bam::work
