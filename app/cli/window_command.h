// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope [LOG_DIR…]`: the command line of the window, and `bamscope --batch screenshots`.
#pragma once

#include "app/cli/commands.h"

namespace bam::cli {

/// Opens the window. @param commandNames for a hint when somebody forgot --batch @returns exit status. @throws Error (Usage) unknown flag or no such folder; (Environment) no display, or built without a window
int openWindow(const std::vector<std::string>& arguments, const std::vector<std::string>& commandNames);

}  // namespace bam::cli
