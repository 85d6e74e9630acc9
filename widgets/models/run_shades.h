// SPDX-License-Identifier: GPL-3.0-or-later
// Which shade of its encoding's colour each run has: by its place among the runs of the encoding, ordered by when they started and where they lie. Runs that
// are shown together get different shades as long as there are enough: where two would have the same, the later one takes the first free one while they are shown.
//
// Invariants after settle(): shades depend on which runs there are and which of them are shown, not on the order of either; the work is that of the encodings touched.
#pragma once

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

namespace bam::models {

class RunShades {
public:
    /// @param started as in run.json; empty: not known
    void put(const QString& path, const QString& encoding, const QString& started);
    void remove(const QString& path);
    void clear();
    void setShown(const QStringList& paths);
    /// Makes shades anew where something changed. @returns paths of the runs with another shade than before
    QStringList settle();
    int shade(const QString& path) const { return m_runs.value(path).shade; }

private:
    struct Run {
        QString encoding, started;
        int shade = 0;
    };
    QHash<QString, Run> m_runs;
    QHash<QString, QSet<QString>> m_paths;      // of each encoding
    QSet<QString> m_shown;
    QSet<QString> m_touched;                    // encodings
};

}  // namespace bam::models
