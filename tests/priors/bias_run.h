// SPDX-License-Identifier: GPL-3.0-or-later
// A run folder of a small model with fresh weights, as far as whoever reads its bias needs it.
#pragma once

#include "core/base/files.h"
#include "core/base/text.h"
#include "core/interop/safetensors.h"
#include "core/model/transformer.h"
#include "core/runs/run_directory.h"
#include "core/spec/official_args.h"

#include <QTemporaryDir>

#include <ATen/core/Tensor.h>

namespace bam::test {

struct BiasRun {
    QTemporaryDir folder;
    std::filesystem::path path = folder.path().toStdString();
    spec::RunSpec spec;

    /// @param global one bias for all layers
    explicit BiasRun(const std::string& encoding, bool global = false)
    {
        spec.model.size = "custom";
        spec.model.dim = 16;
        spec.model.layers = 2;
        spec.model.heads = spec.model.kvHeads = 4;
        spec.model.vocabulary = 20;
        spec.model.encoding = encoding;
        spec.model.prior.global = global;
        spec.model.prior.fireThreshold = 40;
        const nlohmann::ordered_json args{{"args", spec::officialArgs(spec)}, {"dataset_args", nlohmann::ordered_json::object()}, {"model_args", spec::officialModelArgs(spec)}};
        writeFileAtomic(path / "args.json", args.dump());
        addCheckpoint(40, 5);
    }

    model::Transformer model(std::uint64_t seed = 5) const { return {spec.model, seed}; }

    void addCheckpoint(std::int64_t step, std::uint64_t seed) const
    {
        const auto checkpoint = path / "checkpoints" / runs::stepName(step);
        std::filesystem::create_directories(checkpoint);
        interop::NamedTensors tensors;
        const auto made = model(seed);
        for (const auto& [name, tensor] : made.parameters())
            tensors.emplace_back(name, tensor.detach());
        interop::writeSafetensors(checkpoint / "model.safetensors", tensors, {{"format", "pt"}});
        writeFileAtomic(checkpoint / "state.json", str(R"({"schema": 1, "step": )", step, R"(, "seconds": 1.0, "data_position": null})"));
        writeFileAtomic(path / "checkpoints" / "latest", runs::stepName(step) + "\n");
    }
};

}  // namespace bam::test
