// SPDX-License-Identifier: GPL-3.0-or-later
// What runs are called where several are shown: "l12 BAM 03 · seed 1", the seed wherever it is known, and where that would be the title of several, the part
// of the path in which they differ.
//
// Invariants after settle(): no two runs have the same title; a title does not change because of runs of other names; the work is that of the runs put or removed and of those of the same name.
#pragma once

#include <QCoreApplication>
#include <QFontMetrics>
#include <QHash>
#include <QSet>
#include <QString>

#include <cstdint>

namespace bam::models {

class RunTitles {
    Q_DECLARE_TR_FUNCTIONS(RunTitles)
public:
    /// @param named without the seed @param seed negative: not known
    void put(const QString& path, const QString& named, std::int64_t seed);
    void remove(const QString& path);
    void clear();
    /// Makes titles anew where something changed. @returns paths of the runs with another title than before
    QStringList settle();
    /// Empty when no such run is known.
    QString title(const QString& path) const { return m_runs.value(path).title; }

private:
    struct Run {
        QString name, title;        // with the seed; the whole
    };
    QHash<QString, Run> m_runs;
    QHash<QString, QSet<QString>> m_paths;      // of each name
    QSet<QString> m_touched;                    // names
};

/// What is left of a title where it has not the room: first the part after the seed's dot is cut in its middle, then the front goes, so that the encoding
/// and the number, by which runs differ most often, stay.
QString elidedTitle(const QString& title, const QFontMetrics& metrics, int width);

/// For each path, the shortest of these that differs for all: the first folder in which they differ, the last one, all from the first to the last.
QStringList distinguishingParts(const QStringList& paths);

}  // namespace bam::models
