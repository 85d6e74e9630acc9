// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/signals.h"
#include "app/cli/thread_waiting.h"
#include "core/distributed/launcher.h"

#include <QHashFunctions>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv)
{
    QHashSeed::setDeterministicGlobalSeed();    // layouts of plots go through hashes: the same figure gets the same bytes in every process
    bam::distributed::watchOverMe();
    bam::cli::limitSpinning(argc, argv);
    bam::cli::prepareSignals();
    const int status = bam::cli::runCommandLine({argv + 1, argv + argc});
    // Everything of ours is written and closed. Threads of LibTorch, OpenMP and Arrow may still be there, and static destructors would
    // pull the ground from under them; the status must not depend on that.
    std::fflush(nullptr);
    std::_Exit(status);
}
