// SPDX-License-Identifier: GPL-3.0-or-later
// Which program this is; recorded in every run and figure.
#pragma once

#include <string>

namespace bam {

std::string programVersion();   ///< "0.1.0"
std::string programCommit();    ///< short Git commit at configure time, or empty outside a checkout
std::string arrowVersion();     ///< of the Arrow that was built against; empty without Parquet support
std::string libtorchVersion();  ///< of the library that was built against

}  // namespace bam
