// SPDX-License-Identifier: GPL-3.0-or-later
// One colour per encoding, everywhere. The hues are Okabe and Ito's (2008), Tol's (2021) for FIRE, and two of our own for those that came last, told apart with any
// kind of colour vision and in print; a Scalable-Softmax variant keeps its encoding's hue, drawn with a dashed line.
#pragma once

#include <QColor>
#include <QMetaType>
#include <QString>

namespace bam::plots {

constexpr int kShades = 8;

struct CurveStyle {
    QColor color;
    bool dashed = false;
    int marker = 0;     ///< see marker_shape.h: a different shape per encoding, so that a grey print can be read
    int shade = 0;      ///< 0 … kShades − 1: tells runs of one encoding apart, see shades.h

    bool operator==(const CurveStyle&) const = default;
};

/// @param encoding official name such as "bam" or "rotary_ssmax"; an unknown name gets a neutral grey
CurveStyle styleOf(const QString& encoding);

/// Of a run's results with a scaled RoPE: the run's colour in a shade from the far end, which few runs of one encoding reach.
/// @param n 0, 1, … of its scalings
CurveStyle scaledStyle(CurveStyle style, int n);

/// "BAM + SSMax" for "bam_ssmax", "RoPE" for "rotary"; an unknown name is returned as it is.
QString titleOf(const QString& encoding);

}  // namespace bam::plots

Q_DECLARE_METATYPE(bam::plots::CurveStyle)
