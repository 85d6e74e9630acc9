// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the attention matrix and the curves of a query move.
#pragma once

#include <QString>

#include <functional>
#include <vector>

class QWidget;

namespace bam::bench {

struct Line {
    QString what, value, required;
};

/// Frames a second while `input` is called for each of them; and the milliseconds of processor that one took, which a busy machine does not change.
QString framesPerSecond(QWidget& widget, const std::function<void(int)>& input);

/// Lets the event loop turn for so long.
void wait(int ms);

/// @param what part of a line's name; others are not measured
std::vector<Line> matrixLines(const QString& what);

}  // namespace bam::bench
