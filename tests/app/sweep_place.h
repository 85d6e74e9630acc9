// SPDX-License-Identifier: GPL-3.0-or-later
// A workplace for sweeps of tiny models, and what they leave on disk.
#pragma once

#include "tests/app/program.h"

#include <QJsonArray>
#include <QString>

#include <memory>

namespace bam::test {

class SweepPlace : public Workplace {
public:
    /// Writes NAME.json: a tiny model, `training` over its training section, and the section `sweep`. @param endless over a mixture without an end
    void writeSweep(const QString& name, const QString& sweep, const QString& training = {}, bool endless = false) const;
    /// bamscope --batch sweep NAME.json --out NAME on the CPU, with JSON events
    static QStringList sweepArguments(const QString& name, const QStringList& more = {});
    Outcome sweep(const QString& name, const QStringList& more = {}) const { return run(sweepArguments(name, more)); }
    /// Started and left running.
    std::unique_ptr<QProcess> start(const QStringList& arguments) const;

    /// Of sweep.json, in its order, with absolute run directories.
    QList<QJsonObject> entries(const QString& name) const;
    /// How many entries are in a state.
    int count(const QString& name, const QString& state) const;
    /// Those that run and have a run directory.
    int training(const QString& name) const;
    /// Run directories below NAME/logs.
    QStringList runDirectories(const QString& name) const;
    /// The weights of the newest checkpoint of a run directory.
    QByteArray weights(const QString& run) const;
};

}  // namespace bam::test
