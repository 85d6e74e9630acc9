// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/colors.h"

namespace bam::ui {

QColor mixed(const QColor& a, const QColor& b, double share)
{
    return QColor::fromRgbF(float(a.redF() * (1 - share) + b.redF() * share), float(a.greenF() * (1 - share) + b.greenF() * share),
        float(a.blueF() * (1 - share) + b.blueF() * share));
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
}

}  // namespace bam::ui
