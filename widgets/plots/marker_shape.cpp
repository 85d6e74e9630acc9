// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/marker_shape.h"

#include <QPolygonF>

#include <cmath>
#include <numbers>

namespace bam::plots {
namespace {

QPolygonF star()
{
    QPolygonF points;
    for (int n = 0; n < 10; ++n) {
        const double angle = n * std::numbers::pi / 5, reach = n % 2 == 0 ? 1.3 : 0.55;
        points << QPointF(reach * std::sin(angle), -reach * std::cos(angle));
    }
    return points;
}

QPolygonF outlineOf(int marker)
{
    switch (marker) {
    case 1: return {{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}};
    case 2: return {{0, -1.1}, {1, 0.8}, {-1, 0.8}};
    case 3: return {{0, -1.2}, {1.2, 0}, {0, 1.2}, {-1.2, 0}};
    case 4: return {{0, 1.1}, {1, -0.8}, {-1, -0.8}};
    case 6: return {{1.1, 0}, {-0.8, 1}, {-0.8, -1}};
    case 7: return {{-1.1, 0}, {0.8, 1}, {0.8, -1}};
    case 8: return star();
    case 9: return {{-0.4, -1.1}, {0.4, -1.1}, {0.4, -0.4}, {1.1, -0.4}, {1.1, 0.4}, {0.4, 0.4}, {0.4, 1.1}, {-0.4, 1.1}, {-0.4, 0.4}, {-1.1, 0.4}, {-1.1, -0.4}, {-0.4, -0.4}};
    case 10: return {{-1.2, -0.45}, {1.2, -0.45}, {1.2, 0.45}, {-1.2, 0.45}};
    default: return {};
    }
}

}  // namespace

QPainterPath markerShape(int marker, const QPointF& center, double radius)
{
    QPainterPath path;
    if (marker == 0) {
        path.addEllipse(center, radius, radius);
        return path;
    }
    const auto at = [&](const QPointF& point) { return center + point * radius; };
    const auto outline = outlineOf(marker);
    if (outline.isEmpty()) {
        path.moveTo(at({-0.9, -0.9}));
        path.lineTo(at({0.9, 0.9}));
        path.moveTo(at({-0.9, 0.9}));
        path.lineTo(at({0.9, -0.9}));
        return path;
    }
    path.moveTo(at(outline.front()));
    for (qsizetype n = 1; n < outline.size(); ++n)
        path.lineTo(at(outline[n]));
    path.closeSubpath();
    return path;
}

}  // namespace bam::plots
