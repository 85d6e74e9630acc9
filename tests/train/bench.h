// SPDX-License-Identifier: GPL-3.0-or-later
// A tiny training of 12 steps, and what it left, for tests of the loop.
#pragma once

#include "core/base/files.h"
#include "core/data/shard.h"
#include "core/runs/run_directory.h"
#include "core/train/trainer.h"

#include <QTemporaryDir>

#include <filesystem>
#include <map>
#include <string>

namespace bam::test {

/// A folder with one shard of 4,000 tokens, and a spec for 12 tiny steps over it.
class Bench {
public:
    Bench()
    {
        std::vector<std::uint32_t> ids, documents;
        for (std::uint32_t n = 0; n < 4000; ++n) {
            ids.push_back((n * 37 + n / 11) % 50);
            documents.push_back(n / 90);
        }
        std::filesystem::create_directories(root() / "shards");
        data::writeShard(root() / "shards" / "shard_000000.safetensors", ids, documents, {"test.model", "", "", "test", 50});
    }

    std::filesystem::path root() const { return m_folder.path().toStdString(); }

    spec::RunSpec spec() const
    {
        spec::RunSpec spec;
        spec.logDir = (root() / "logs").string();
        spec.model.size = "custom";
        spec.model.dim = 16;
        spec.model.layers = 2;
        spec.model.heads = spec.model.kvHeads = 2;
        spec.model.vocabulary = 50;
        spec.model.ssmax = true;
        spec.data.dataset = (root() / "shards").string();
        spec.data.valTokens = 128;
        spec.data.valTokensPadding = 16;
        spec.training.batchSize = 2;
        spec.training.sequenceLength = 16;
        spec.training.tokensPerStep = 64;
        spec.training.numIterations = 12;
        spec.training.learningRate = 0.01;
        spec.training.weightDecay = 0.1;
        spec.training.warmupIters = 2;
        spec.training.valLossEvery = 4;
        spec.training.checkpointEvery = 5;
        spec.training.device = "cpu";
        spec.training.threads = 1;
        return spec;
    }

private:
    QTemporaryDir m_folder;
};

/// Columns step, loss, norm, lr of train.log as text.
std::string numbersOf(const std::filesystem::path& run);
/// Step and loss of eval.log as text.
std::string evaluationsOf(const std::filesystem::path& run);
runs::Json statusOf(const std::filesystem::path& run);
/// Every file below a run by its path and content, but for what any attempt may write: the logs for people, the status, the locks.
std::map<std::string, std::string> contentsOf(const std::filesystem::path& run);
/// A folder with nothing but one shard of these tokens. @param shift makes other tokens @param tokenizer its hash
void writeTokens(const std::filesystem::path& shards, std::uint32_t count, std::uint32_t shift, const std::string& tokenizer);
/// Trains until `step` steps are done, then asks to stop; the run directory.
std::filesystem::path interruptAt(const spec::RunSpec& spec, std::int64_t step);

}  // namespace bam::test
