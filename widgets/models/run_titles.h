// SPDX-License-Identifier: GPL-3.0-or-later
// What runs are called where several are shown: "l12 BAM 03", and where that would be the name of several, what tells them apart: the seed when all of
// them have another, else the part of the path in which they differ.
//
// Invariants after settle(): no two runs have the same title; the work is that of the runs put or removed and of those of the same name.
#pragma once

#include <QCoreApplication>
#include <QHash>
#include <QSet>
#include <QString>

#include <cstdint>

namespace bam::models {

class RunTitles {
    Q_DECLARE_TR_FUNCTIONS(RunTitles)
public:
    /// @param name what the run is called as long as no other is called so @param seed negative: not known
    void put(const QString& path, const QString& name, std::int64_t seed);
    void remove(const QString& path);
    void clear();
    /// Makes titles anew where something changed. @returns paths of the runs with another title than before
    QStringList settle();
    /// Empty when no such run is known.
    QString title(const QString& path) const { return m_runs.value(path).title; }

private:
    struct Run {
        QString name, title;
        std::int64_t seed = -1;
    };
    QHash<QString, Run> m_runs;
    QHash<QString, QSet<QString>> m_paths;      // of each name
    QSet<QString> m_touched;                    // names
};

/// For each path, the shortest of these that differs for all: the first folder in which they differ, the last one, all from the first to the last.
QStringList distinguishingParts(const QStringList& paths);

}  // namespace bam::models
