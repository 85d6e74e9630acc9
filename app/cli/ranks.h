// SPDX-License-Identifier: GPL-3.0-or-later
// `--ranks N`: a command that starts itself N times and waits for what becomes of it.
#pragma once

#include "app/cli/commands.h"

namespace bam::cli {

/// --ranks and --devices.
void addRankFlags(Syntax& syntax, const std::string& work);

/// Whether --ranks asked for several processes, which were then started and have ended well. @throws Error for what the ranks' launcher says; ToldAlready when they
/// have said it themselves
bool launchedRanks(const Arguments& arguments, Context& context);

/// Processes that will share the work: --ranks and --devices, else this process's launcher.
int ranksAsked(const Arguments& arguments);

}  // namespace bam::cli
