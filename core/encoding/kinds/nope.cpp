// SPDX-License-Identifier: GPL-3.0-or-later
// No positional encoding: the causal mask alone tells positions apart.
#include "core/encoding/encoding.h"

namespace bam::encoding::kinds {

EncodingKind nope()
{
    EncodingKind kind;
    kind.name = "nope";
    kind.title = "NoPE";
    kind.source = "Kazemnejad et al., The Impact of Positional Encoding on Length Generalization, NeurIPS 2023";
    kind.rank = 0;
    return kind;
}

}  // namespace bam::encoding::kinds
