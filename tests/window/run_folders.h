// SPDX-License-Identifier: GPL-3.0-or-later
// Makes run folders as workers and the official code leave them.
#pragma once

#include "core/runs/folder_lock.h"
#include "core/runs/run_directory.h"

#include <QDir>
#include <QFile>
#include <QString>

#include <unistd.h>

namespace bam::test {

inline void writeText(const QString& file, const QByteArray& text)
{
    QDir().mkpath(QFileInfo(file).path());
    // Replaced whole, as workers do.
    QFile next(file + QStringLiteral(".next"));
    if (!next.open(QIODevice::WriteOnly) || next.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(file));
    next.close();
    if (::rename(next.fileName().toLocal8Bit().constData(), file.toLocal8Bit().constData()) != 0)
        qFatal("cannot replace %s", qPrintable(file));
}

inline void appendText(const QString& file, const QByteArray& text)
{
    QFile log(file);
    if (!log.open(QIODevice::Append) || log.write(text) != text.size())
        qFatal("cannot append to %s", qPrintable(file));
}

inline QByteArray statusText(const QByteArray& state, int step, int total = 1000, long pid = ::getpid())
{
    return "{\"state\": \"" + state + "\", \"step\": " + QByteArray::number(step) + ", \"total_steps\": " + QByteArray::number(total)
        + ", \"seconds\": 50, \"loss\": 2.5, \"validation_loss\": 2.75, \"tokens_per_second\": 12000, \"heartbeat\": \""
        + QByteArray::fromStdString(runs::timeStamp()) + "\", \"host\": \"" + QByteArray::fromStdString(runs::hostName()) + "\", \"pid\": " + QByteArray::number(qint64(pid)) + "}";
}

inline QByteArray runText(int seed = 42)
{
    return "{\"schema\": 1, \"spec\": {\"model\": {\"size\": \"l6\", \"position_encoding\": \"bam\"}, \"training\": {\"batch_size\": 4, \"sequence_length\": 64, "
           "\"num_iterations\": 1000, \"seed\": "
        + QByteArray::number(seed) + "}}, \"starts\": [{\"time\": \"2026-11-29T10:00:00Z\", \"device\": \"cuda:1\", \"ranks\": 2}]}";
}

inline const QByteArray kTrainHeader = "step,time,loss,norm,lr,exec_time,tok/sec\n";

inline QByteArray trainRows(int from, int count)
{
    QByteArray rows;
    for (int step = from; step < from + count; ++step)
        rows += QByteArray::number(step) + ',' + QByteArray::number(step * 0.5) + ',' + QByteArray::number(2 + 1.0 / (1 + step)) + ",0.7,0.001,0.5,10000\n";
    return rows;
}

/// A run with logs of so many rows.
inline QString makeRun(const QString& path, const QByteArray& state = "finished", int rows = 10, int seed = 42)
{
    QDir().mkpath(path);
    writeText(path + QStringLiteral("/train.log"), kTrainHeader + trainRows(0, rows));
    writeText(path + QStringLiteral("/eval.log"), "step,time,loss,exec_time,tok/sec\n0,1,2.9,0.5,10000\n");
    writeText(path + QStringLiteral("/status.json"), statusText(state, rows));
    writeText(path + QStringLiteral("/run.json"), runText(seed));
    return path;
}

}  // namespace bam::test
