// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/spec.h"

namespace bam::spec {

std::string officialEncodingName(const ModelSpec& model)
{
    return model.ssmax ? model.encoding + "_ssmax" : model.encoding;
}

}  // namespace bam::spec
