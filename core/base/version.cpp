// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/version.h"

#include <torch/headeronly/version.h>

namespace bam {

std::string programVersion() { return BAMSCOPE_VERSION; }
std::string programCommit() { return BAMSCOPE_COMMIT; }
std::string libtorchVersion() { return TORCH_VERSION; }

}  // namespace bam
