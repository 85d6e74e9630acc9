// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/version.h"

#include <torch/headeronly/version.h>
#ifdef BAMSCOPE_HAVE_ARROW
#include <arrow/util/config.h>
#endif

namespace bam {

std::string programVersion() { return BAMSCOPE_VERSION; }
std::string programCommit() { return BAMSCOPE_COMMIT; }
#ifdef BAMSCOPE_HAVE_ARROW
std::string arrowVersion() { return ARROW_VERSION_STRING; }
#else
std::string arrowVersion() { return {}; }
#endif
std::string libtorchVersion() { return TORCH_VERSION; }

}  // namespace bam
