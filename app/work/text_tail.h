// SPDX-License-Identifier: GPL-3.0-or-later
// Follows a text file that another process appends to.
//
// Invariants: as long as the file only grows, a byte is read once; of a long file only the end is read; whole lines only, a torn last one waits until it is
// whole or the file has rested; a file that was cut, replaced or removed is noticed.
#pragma once

#include "core/base/growing_file.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace bam::work {

class TextTail {
public:
    enum class Change {
        None,
        Appended,
        Restarted,      ///< cut, replaced or back again: the lines are those of the new content
        Gone,           ///< was there and is not any more; told once
    };

    /// @param keep bytes of what is there already that are read at most
    explicit TextTail(QString path, qint64 keep = 4 * 1024 * 1024);

    /// @param lines what is new is appended  @param most bytes read in one call; call again while hasMore()
    Change poll(QStringList& lines, qint64 most = 256 * 1024);
    bool hasMore() const { return m_more; }
    /// Bytes before the first line that was read.
    qint64 skipped() const { return m_skipped; }
    const QString& path() const { return m_path; }
    /// Why the file cannot be read; empty when it can, or when it is not there.
    const QString& problem() const { return m_problem; }

private:
    void beginAt(qint64 size);
    Change rest(QStringList& lines);
    void take(const QByteArray& bytes, QStringList& lines);

    QString m_path, m_problem;
    qint64 m_keep;
    GrowingFile m_place;
    qint64 m_skipped = 0;
    bool m_begun = false, m_gone = false, m_more = false, m_skipLine = false;
    QByteArray m_torn;          // of the last line
    int m_rested = 0;           // polls since the file last grew
};

}  // namespace bam::work
