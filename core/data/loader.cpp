// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/loader.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/mixture_source.h"
#include "core/data/shard_source.h"

namespace bam::data {

std::unique_ptr<BatchSource> openBatchSource(const spec::RunSpec& spec, RankPlace place, const LogFn& log)
{
    if (spec.data.kind == "shards")
        return openShardSource(spec, place, log);
    if (spec.data.kind == "passkey_mixture")
        return openMixtureSource(spec, place, log);
    throw Error(ErrorCode::Usage, str("data.kind is \"", spec.data.kind, "\", expected shards or passkey_mixture."), "Correct data.kind.");
}

}  // namespace bam::data
