// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for core/base/version.cpp, which asks LibTorch for more than the readers need.
#include "core/base/version.h"

namespace bam {

std::string programVersion() { return "fuzz"; }
std::string programCommit() { return {}; }
std::string arrowVersion() { return {}; }
std::string libtorchVersion() { return {}; }

}  // namespace bam
