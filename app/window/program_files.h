// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that the window starts.
#pragma once

#include <QString>

namespace bam::window {

/// The executable of worker processes: this program itself, or BAMSCOPE_WORKER (for tests, whose own program is another one).
QString workerProgram();
/// How a shell calls it: "bamscope" where that is this very program, else its path.
QString programInShell();
/// The program that prints the King James Bible (package bible-kjv), the example's text; empty when it is not installed.
QString bibleProgram();

}  // namespace bam::window
