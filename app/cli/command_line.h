// SPDX-License-Identifier: GPL-3.0-or-later
// The program's command line: chooses the command, prints errors, returns the exit status.
#pragma once

#include <string>
#include <vector>

namespace bam::cli {

/// Exit status: 0 done, 1 failed, 2 wrong command line or spec, 3 stopped on request, 4 the machine lacks something.
int runCommandLine(const std::vector<std::string>& arguments);

}  // namespace bam::cli
