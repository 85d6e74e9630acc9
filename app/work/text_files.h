// SPDX-License-Identifier: GPL-3.0-or-later
// Text files that the window reads and writes, each on a thread of its own: they may be large, and their disk slow.
#pragma once

#include <QObject>
#include <QString>

#include <memory>
#include <string>
#include <thread>

namespace bam::work {

/// Reads a text for people. Invariant: a new wish replaces the one before it, of which no signal comes any more.
class TextReader : public QObject {
    Q_OBJECT
public:
    explicit TextReader(QObject* parent = nullptr) : QObject(parent) {}
    /// Waits for the piece that is being read.
    ~TextReader() override;

    /// @param most bytes; of a larger file nothing is read
    void read(const QString& path, qint64 most);
    void cancel();

Q_SIGNALS:
    /// Bytes that are no UTF-8 are U+FFFD.
    void done(const QString& path, const QString& text);
    void tooLarge(const QString& path);
    /// @param reason in the system's words
    void failed(const QString& path, const QString& reason);

private:
    int m_latest = 0;
    std::shared_ptr<std::jthread> m_thread;
};

/// Writes files, each whole or not at all. Invariant: what was asked for is written, in that order, also when the window closes meanwhile.
class TextWriter : public QObject {
    Q_OBJECT
public:
    explicit TextWriter(QObject* parent = nullptr) : QObject(parent) {}
    /// Waits for all files.
    ~TextWriter() override;

    void write(const QString& path, std::string content);

Q_SIGNALS:
    void done(const QString& path);
    void failed(const QString& cause, const QString& hint);

private:
    std::shared_ptr<std::jthread> m_thread;
};

}  // namespace bam::work
