// SPDX-License-Identifier: GPL-3.0-or-later
// A model that writes, in a process of its own (`bamscope --batch generate --json`): whatever happens to it, the window goes on.
#pragma once

#include "core/base/progress.h"

#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <QStringList>

namespace bam::work {

/// What the process said at its end.
struct WrittenText {
    qint64 promptTokens = 0, tokens = 0;
    double tokensPerSecond = 0;
    bool ended = false;             ///< by the model itself, not by the limit
    bool stopped = false;           ///< on request
    QString checkpoint;
};

class GenerationProcess : public QObject {
    Q_OBJECT
public:
    /// @param program the executable that takes --batch
    explicit GenerationProcess(const QString& program, QObject* parent = nullptr);
    /// Ends a process that still writes.
    ~GenerationProcess() override;

    /// @param flags after `generate`, without the prompt @param prompt is handed over on standard input: it may be long. One that still writes is ended first
    void start(const QStringList& flags, const QString& prompt);
    /// Asks to end after this token; a process that does not within a few seconds is ended.
    void stop();
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }

Q_SIGNALS:
    void progress(const bam::Progress& progress);       ///< while the prompt is read
    void written(const QString& text);                  ///< the next piece
    void done(const bam::work::WrittenText& text);
    void failed(const QString& cause, const QString& hint);

private:
    void readEvents();
    void take(const QJsonObject& event);
    void show(const QString& text);
    void finish();

    const QString m_program;
    QProcess m_process;
    QByteArray m_rest;
    QString m_cause, m_hint;
    WrittenText m_text;
    qsizetype m_shown = 0;          // of the text
    bool m_told = false, m_stopping = false, m_leaving = false;
};

}  // namespace bam::work
