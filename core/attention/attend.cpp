// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/attend.h"

#include "core/attention/composite.h"
#include "core/attention/fused.h"
#include "core/base/error.h"
#include "core/base/text.h"

#include <ATen/ATen.h>

#include <cstdlib>
#include <string>

namespace bam::attention {
namespace {

Backend readEnvironment()
{
    const char* value = std::getenv("BAMSCOPE_ATTENTION");
    const std::string asked = value ? value : "";
    if (asked.empty() || asked == "auto")
        return Backend::Automatic;
    if (asked == "fused")
        return Backend::Fused;
    if (asked == "chunked")
        return Backend::Chunked;
    if (asked == "composite")
        return Backend::Composite;
    throw Error(ErrorCode::Usage, str("BAMSCOPE_ATTENTION is \"", asked, "\"; expected auto, fused, chunked or composite"), "Unset it for the fastest that applies.");
}

void requireFit(const AttendInputs& in)
{
    const auto& q = in.q;
    const auto keys = in.k.size(2);
    const bool fits = in.k.sizes() == in.v.sizes() && in.k.size(0) == q.size(0) && in.k.size(3) == q.size(3) && q.size(1) % in.k.size(1) == 0
        && in.queryStart >= 0 && in.queryStart + q.size(2) <= keys && (!in.biasTable.defined() || (in.biasTable.size(0) == q.size(1) && in.biasTable.size(1) >= keys))
        && (!in.rowBias || in.biasTable.defined());
    if (!fits)
        throw Error(ErrorCode::Failed, bam::str("attention cannot use q ", q.sizes(), ", k ", in.k.sizes(), ", v ", in.v.sizes(), ", first query at ", in.queryStart,
            in.biasTable.defined() ? bam::str(", bias table ", in.biasTable.sizes()) : in.rowBias ? std::string(", a row bias without a table") : std::string()),
            "Shapes are [B, H, Tq, d] and [B, Hkv, Tk, d] with H a multiple of Hkv, the queries end at or before the last key, and the bias table covers every key.");
}

}  // namespace

Backend backendFromEnvironment()
{
    static const Backend asked = readEnvironment();
    return asked;
}

at::Tensor attend(const AttendInputs& in, Backend backend)
{
    requireFit(in);
    if (backend == Backend::Automatic)
        backend = backendFromEnvironment();
    if (backend == Backend::Automatic)
        backend = fusedApplies(in) ? Backend::Fused : in.q.scalar_type() == at::kDouble ? Backend::Composite : Backend::Chunked;
    switch (backend) {
    case Backend::Composite: return attendComposite(in);
    case Backend::Chunked: return attendChunked(in);
    default: break;
    }
    if (!fusedApplies(in))
        throw Error(ErrorCode::Failed, bam::str("no fused attention kernel takes ", in.q.scalar_type(), " on ", in.q.device()), "Use the chunked backend there.");
    return in.rowBias ? attendByRows(in) : attendFused(in);
}

at::Tensor firstVisible(const at::Tensor& documents)
{
    const auto length = documents.size(1);
    const auto positions = at::arange(length, documents.options()).expand_as(documents);
    if (length == 1)
        return at::zeros_like(documents);
    const auto changes = documents.narrow(1, 1, length - 1) != documents.narrow(1, 0, length - 1);
    auto starts = positions.clone();
    starts.narrow(1, 1, length - 1).mul_(changes);      // a position that starts no document becomes 0 …
    return std::get<0>(at::cummax(starts, 1));          // … and inherits the last start before it
}

}  // namespace bam::attention
