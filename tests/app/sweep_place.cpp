// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/sweep_place.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace bam::test {

void SweepPlace::writeSweep(const QString& name, const QString& sweep, const QString& training, bool endless) const
{
    const auto data = endless ? QStringLiteral(R"("dataset": "text.txt", "dataset_kind": "passkey_mixture", "tokenizer": "t.model", "val_tokens": 0)")
                              : QStringLiteral(R"("dataset": "shards", "val_tokens": 128, "val_tokens_padding": 16)");
    const auto shape = endless ? QStringLiteral(R"("sequence_length": 200, "tokens_per_step": 400)") : QStringLiteral(R"("sequence_length": 16, "tokens_per_step": 64)");
    const auto text = QStringLiteral(R"({"model": {"model_size": "custom", "dim": 16, "n_layers": 2, "n_heads": 2, "ffn_dim_multiplier": 2, "vocab_size": 160, "position_encoding": "bam_ssmax"},
 "data": {%1},
 "training": {"batch_size": 2, %2, "num_iterations": 12, "learning_rate": 0.01%3},
 "evaluation": {"passkey": {"lengths": [200], "samples": 2}},
 "sweep": {%4}}
)").arg(data, shape, training.isEmpty() ? QString() : ", " + training, sweep);
    write(name + ".json", text.toUtf8());
}

QStringList SweepPlace::sweepArguments(const QString& name, const QStringList& more)
{
    return QStringList{"--batch", "sweep", name + ".json", "--out", name, "--devices", "cpu", "--json"} + more;
}

std::unique_ptr<QProcess> SweepPlace::start(const QStringList& arguments) const
{
    auto process = std::make_unique<QProcess>();
    process->setProgram(QStringLiteral(BAMSCOPE_PROGRAM));
    process->setArguments(arguments);
    process->setWorkingDirectory(path());
    process->setStandardOutputFile(path(QFileInfo(arguments.value(2)).completeBaseName() + ".out"), QIODevice::Append);
    process->setStandardErrorFile(path(QFileInfo(arguments.value(2)).completeBaseName() + ".err"), QIODevice::Append);
    process->start();
    return process;
}

QList<QJsonObject> SweepPlace::entries(const QString& name) const
{
    QList<QJsonObject> all;
    for (const auto& entry : QJsonDocument::fromJson(read(name + "/sweep.json")).object()["entries"].toArray()) {
        auto told = entry.toObject();
        if (const auto run = told["run"].toString(); !run.isEmpty())
            told["run"] = QDir(path(name)).filePath(run);
        all << told;
    }
    return all;
}

int SweepPlace::count(const QString& name, const QString& state) const
{
    const auto all = entries(name);
    return int(std::count_if(all.begin(), all.end(), [&](const auto& entry) { return entry["state"].toString() == state; }));
}

int SweepPlace::training(const QString& name) const
{
    const auto all = entries(name);
    return int(std::count_if(all.begin(), all.end(), [&](const auto& entry) {
        const auto run = entry["run"].toString();
        QFile log(run + "/train.log");
        return entry["state"].toString() == "running" && !run.isEmpty() && log.open(QIODevice::ReadOnly) && log.readAll().count('\n') > 1;
    }));
}

QStringList SweepPlace::runDirectories(const QString& name) const
{
    QStringList found;
    for (QDirIterator folder(path(name + "/logs"), {"version_*"}, QDir::Dirs, QDirIterator::Subdirectories); folder.hasNext();)
        found << folder.next();
    found.sort();
    return found;
}

QByteArray SweepPlace::weights(const QString& run) const
{
    const QDir checkpoints(QDir(path()).filePath(run) + "/checkpoints");
    const auto names = checkpoints.entryList({"step_*"}, QDir::Dirs, QDir::Name);
    QFile file(checkpoints.filePath(names.value(names.size() - 1) + "/model.safetensors"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace bam::test
