// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/signals.h"

int main(int argc, char** argv)
{
    bam::cli::prepareSignals();
    return bam::cli::runCommandLine({argv + 1, argv + argc});
}
