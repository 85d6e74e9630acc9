// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/load_subject.h"

#include "core/attention/attend.h"
#include "core/base/checksum.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/device.h"
#include "core/distributed/rank_device.h"
#include "core/runs/run_tokenizer.h"
#include "core/spec/official_args.h"
#include "core/train/checkpoint.h"

#include <ATen/Parallel.h>

namespace bam::eval {
namespace {

/// Kernels may skip what is not finite, so that such a model gives numbers, and wrong ones.
void requireFinite(const model::Transformer& model, const std::filesystem::path& checkpoint)
{
    if (const auto name = model::firstNotFinite(model.parameters()); !name.empty())
        throw Error(ErrorCode::Failed, str("the parameter ", name, " of ", checkpoint.string(), " holds numbers that are not finite, so what it gives would mean nothing"),
            "Evaluate an earlier checkpoint: --checkpoint STEP.");
}

spec::ModelSpec modelOf(const std::filesystem::path& run)
{
    if (!std::filesystem::exists(run / "args.json"))
        throw Error(ErrorCode::Usage, run.string() + " is not a run directory: it has no args.json", "Name a folder such as logs/l12/bam_ssmax/version_00.");
    return spec::modelFromOfficialArgs(spec::readOfficialArgs(run / "args.json"), (run / "args.json").string());
}

tokenizer::Tokenizer tokenizerOf(const std::filesystem::path& run, const spec::ModelSpec& model, const SubjectOptions& options)
{
    const auto used = runs::tokenizerOf(run, model, options.tokenizer);
    if (used.papers && options.log)
        options.log(str(run.string(), " holds no tokenizer; the paper's is used: ", used.file.filename().string()));
    return tokenizer::Tokenizer::load(used.file);
}

std::int64_t trainedLength(const std::filesystem::path& run)
{
    std::vector<std::string> notes;
    return spec::specOfRun(run, notes).training.sequenceLength;
}

}  // namespace

encoding::RopeScaling ropeScalingOf(const std::filesystem::path& run, encoding::RopeScaling asked)
{
    if (asked.isOn() && (asked.originalLength < 1 || !encoding::usesOriginalLength(asked.method)))
        asked.originalLength = trainedLength(run);
    return asked;
}

LoadedSubject::LoadedSubject(const std::filesystem::path& run, const SubjectOptions& options) : LoadedSubject(run, modelOf(run), options) {}

LoadedSubject::LoadedSubject(const std::filesystem::path& run, const spec::ModelSpec& model, const SubjectOptions& options) : m_tokenizer(tokenizerOf(run, model, options))
{
    attention::backendFromEnvironment();
    const auto device = device::resolve(distributed::deviceFor(options.device, options.ranks));
    at::set_num_threads(distributed::threadsFor(options.threads, options.ranks));
    const auto checkpoint = train::resolveCheckpoint(run, options.checkpoint);
    m_model = std::make_unique<model::Transformer>(model, 0);
    train::loadWeights(checkpoint, *m_model, options.log);
    requireFinite(*m_model, checkpoint);
    const auto scaling = ropeScalingOf(run, options.ropeScaling);
    m_model->setRopeScaling(scaling);
    m_model->to(device);
    m_subject = std::make_unique<Subject>(Subject{run, *m_model, m_tokenizer, checkpoint.filename().string(), checksumOfFile(train::weightsFile(checkpoint)), options.cacheDtype, options.chunk});
    if (scaling.isOn()) {
        auto& told = m_subject->changes["rope_scaling"] = encoding::ropeScalingJson(scaling);
        told["trained_length"] = trainedLength(run);
    }
    requireFits(*m_subject);
    if (options.log)
        options.log(str("evaluating ", checkpoint.string(), " on ", device.str(),
            scaling.isOn() ? ", RoPE scaling " + encoding::ropeScalingText(scaling) : std::string()));
}

}  // namespace bam::eval
