// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/rope_flags.h"

#include "app/cli/spec_flags.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/spec/official_args.h"

namespace bam::cli {
namespace {

using spec::Json;

/// A number that nothing uses is a mistake.
void requireMethod(const Arguments& arguments, const encoding::RopeScaling& scaling)
{
    for (const auto* flag : {"rope_factor", "rope_original_length"})
        if (arguments.has(flag) && !scaling.isOn())
            throw Error(ErrorCode::Usage, str("--", flag, " belongs to --rope_scaling, which is not given"), "Add --rope_scaling linear, ntk or yarn.");
}

void requireRotation(const std::filesystem::path& run, const encoding::RopeScaling& scaling)
{
    const auto args = run / "args.json";
    if (!scaling.isOn() || !std::filesystem::exists(args))      // what is no run is told by whoever opens it
        return;
    const auto model = spec::modelFromOfficialArgs(spec::readOfficialArgs(args), args.string());
    if (!spec::rotates(model))
        throw Error(ErrorCode::Usage, str("--rope_scaling is ", scaling.method, ", and ", spec::officialEncodingName(model), " does not rotate queries and keys"),
            "Choose a run with RoPE, or leave --rope_scaling out.");
}

}  // namespace

encoding::RopeScaling ropeScalingOf(const Syntax& syntax, const Arguments& arguments, const std::filesystem::path& run)
{
    std::vector<spec::Problem> problems;
    spec::RunSpec alone;
    alone.evaluation = spec::overlay(alone.evaluation, specJson(syntax, arguments).value("evaluation", Json::object()), problems);
    if (problems.empty())
        problems = spec::validate(alone);
    const auto& asked = alone.evaluation;
    const encoding::RopeScaling scaling{asked.ropeScaling, asked.ropeFactor, asked.ropeOriginalLength};
    if (problems.empty())
        requireMethod(arguments, scaling);
    spec::requireNone(problems, "RoPE scaling");
    requireRotation(run, scaling);
    return scaling.isOn() ? scaling : encoding::RopeScaling{};
}

}  // namespace bam::cli
