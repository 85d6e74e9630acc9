// SPDX-License-Identifier: GPL-3.0-or-later
// The attention page's part of the window's bench.
#pragma once

#include <QString>

namespace bam::bench {

/// From a press of Capture to the painted strip, and the longest time that the event loop stood still meanwhile; prints a table. @returns the exit status
int lookIntoRun(const QString& run, int length);

}  // namespace bam::bench
