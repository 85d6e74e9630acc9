// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the curves of runs into one CSV file, on a thread of its own. Invariant: the file is there whole or not at all; a cancelled or failed export leaves
// what was there before.
#pragma once

#include <QObject>
#include <QString>
#include <QVector>

#include <limits>
#include <memory>
#include <thread>

namespace bam::work {

struct ExportedRun {
    QString path;
    double tokensPerStep = std::numeric_limits<double>::quiet_NaN();
    double flopsPerToken = std::numeric_limits<double>::quiet_NaN();
};

class RunExport : public QObject {
    Q_OBJECT
public:
    explicit RunExport(QObject* parent = nullptr);
    /// Cancels and waits.
    ~RunExport() override;

    /// All rows with the columns runs::kCurveColumns; `run` is its path. Does nothing while an export is under way.
    void start(const QVector<ExportedRun>& runs, const QString& csvFile);
    void cancel();
    bool isRunning() const { return m_running; }

Q_SIGNALS:
    void progress(double fraction);     ///< 0 … 1, at most 10 times a second
    void finished(const QString& csvFile, qint64 rows);
    void failed(const QString& cause, const QString& hint);
    void cancelled();

private:
    void end();
    std::jthread m_thread;
    bool m_running = false;
};

}  // namespace bam::work
