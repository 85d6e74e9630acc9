// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the real program in a folder of its own, with a small text, a tokenizer and shards to work on.
#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>
#include <QTemporaryDir>

#include <functional>
#include <list>

namespace bam::test {

struct Outcome {
    int code = -1;          ///< exit status; 128 + signal when it was killed
    QByteArray out, err;

    /// The JSON objects on standard output, one per line; an invalid line gives an empty object.
    QList<QJsonObject> events() const;
    QList<QJsonObject> events(const QString& name) const;
};

class Workplace {
public:
    QString path(const QString& name = {}) const { return m_folder.filePath(name); }
    QByteArray read(const QString& name) const;
    void write(const QString& name, const QByteArray& content) const;

    void setEnvironment(const QString& name, const QString& value) { m_environment.insert(name, value); }

    /// Runs to the end. @param input standard input
    Outcome run(const QStringList& arguments, const QByteArray& input = {}) const;
    /// Same, in a process whose files may not grow beyond `bytes`.
    Outcome runWithFileLimit(const QStringList& arguments, qint64 bytes) const;
    /// Same, in a process that may not have more than `bytes` of address space.
    Outcome runWithMemoryLimit(const QStringList& arguments, qint64 bytes) const;
    /// Starts, waits until standard output or error holds `text`, sends the signals one after the other, waits for the end.
    Outcome runAndSignal(const QStringList& arguments, const QByteArray& text, const QList<int>& signals) const;

    /// Starts a training of a tiny model (`tinyTraining`, `endlessTraining`) with its runs in this folder, and waits until it has done a step or two.
    void startTraining(QProcess& process, const QStringList& arguments, const QString& logs) const;

    /// text.txt (2,500 lines), t.model (160 pieces, trained by the program) and shards/ made of both.
    void prepareData() const;
    /// Flags of a tiny model over shards/: 12 steps of 64 tokens with validation.
    static QStringList tinyTraining();
    /// Same model over the pass-key mixture of text.txt, which never ends.
    static QStringList endlessTraining();

    /// Program, folder and environment of a process that the test starts itself.
    void prepare(QProcess& process, const QStringList& arguments) const;

private:
    static Outcome finish(QProcess& process);
    Outcome runWithLimit(const QStringList& arguments, int resource, qint64 bytes) const;

    QTemporaryDir m_folder;
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();
};

}  // namespace bam::test

/// Fails, showing what the program printed, unless it ended with this status.
#define EXPECT_EXIT(outcome, expected)                                                                                                        \
    do {                                                                                                                                      \
        const auto& ended = (outcome);                                                                                                        \
        QVERIFY2(ended.code == (expected), ("status " + QByteArray::number(ended.code) + ": " + ended.out + ended.err).constData());          \
    } while (false)

#define EXPECT_TEXT(text, fragment)                                  \
    do {                                                             \
        const QByteArray whole = (text);                             \
        QVERIFY2(whole.contains(fragment), whole.constData());       \
    } while (false)
