// SPDX-License-Identifier: GPL-3.0-or-later
// A head of 4,096 tokens, exact (tiles of one position), and a query of 32,768 keys taken apart, in a window of 2560 × 1440 pixels.
#include "tests/bench/window/bench_matrix.h"

#include "tests/support/attention_factors.h"
#include "tests/support/attention_matrix.h"
#include "widgets/views/attention/decomposition_view.h"
#include "widgets/views/attention/matrix_view.h"

#include <QApplication>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

namespace bam::bench {
namespace {

constexpr std::int64_t kLength = 4096;

void mouse(QWidget& widget, QEvent::Type type, const QPointF& at, Qt::MouseButton button, Qt::MouseButtons buttons)
{
    QMouseEvent event(type, at, widget.mapToGlobal(at), button, buttons, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

void wheel(QWidget& widget, const QPointF& at, int delta)
{
    QWheelEvent event(at, widget.mapToGlobal(at), {}, QPoint(0, delta), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

struct MatrixBench {
    views::MatrixView view;
    plots::HeatmapWidget& map = view.heatmap();

    explicit MatrixBench(const std::shared_ptr<const inspect::AttentionPyramid>& matrix)
    {
        views::MatrixContent content;
        content.matrix = matrix;
        content.marks = {1228, 1240, QStringLiteral("needle"), {4084, 4085, 4086}, QStringLiteral("answer")};
        for (std::int64_t i = 0; i < kLength; ++i)
            content.tokens.append(QStringLiteral(" token"));
        view.setContent(content);
        view.resize(2560, 1440);
        view.show();
        wait(500);
    }
    void restore(const QByteArray& settings)
    {
        view.restoreSettings(settings);
        wait(200);
    }
    /// So that all that is in view is matrix: the costliest picture, one pair a pixel or a bit more.
    void fill()
    {
        const auto area = map.area();
        map.showRange({kLength - area.height() * 14 / 10, kLength, 0, area.width() * 14 / 10});
        wait(300);
    }
    QString panSpeed()
    {
        const QPointF middle = QRectF(map.area()).center();
        mouse(map, QEvent::MouseButtonPress, middle, Qt::LeftButton, Qt::LeftButton);
        const auto speed = framesPerSecond(map, [&](int frame) { mouse(map, QEvent::MouseMove, middle + QPointF(40 + 160 * std::sin(frame * 0.07), 120 * std::sin(frame * 0.11)), Qt::NoButton, Qt::LeftButton); });
        mouse(map, QEvent::MouseButtonRelease, middle, Qt::LeftButton, Qt::NoButton);
        return speed;
    }
    /// In and out again about a place, in quarters of a notch, as a trackpad does.
    QString zoomSpeed()
    {
        const auto area = map.area();
        const QPointF at(area.left() + area.width() * 0.3, area.top() + area.height() * 0.8);
        return framesPerSecond(map, [&](int frame) { wheel(map, at, (frame / 30) % 2 == 0 ? 60 : -60); });
    }
};

}  // namespace

std::vector<Line> matrixLines(const QString& what)
{
    std::vector<Line> lines;
    const auto measure = [&](const QString& name, const QString& required, const std::function<QString()>& speed) {
        if (name.contains(what))
            lines.push_back({name, speed(), required});
    };
    const auto required = QStringLiteral(">= 30");
    {
        MatrixBench bench(test::pyramidOf(kLength, 1, test::RetrievalHead{kLength, 1228, 1240, 4084}));
        for (const auto& [name, settings] : {std::pair{QStringLiteral("matrix, square root"), QByteArray("{}")}, {QStringLiteral("matrix, log, mean"), QByteArray(R"({"scale":2,"pooling":1})")}}) {
            bench.restore(settings);
            bench.map.showAll();
            bench.fill();
            measure(name + QStringLiteral(": pan, frames/s"), required, [&] { return bench.panSpeed(); });
            measure(name + QStringLiteral(": zoom, frames/s"), required, [&] { return bench.zoomSpeed(); });
            bench.map.showAll();
            measure(name + QStringLiteral(": zoom from all, frames/s"), required, [&] { return bench.zoomSpeed(); });
        }
    }
    const test::FactorFormula formula{[](std::int64_t query, std::int64_t key) { return std::sin(double(query * 31 + key * 17)); }, [](std::int64_t distance) { return -0.9 * std::pow(double(distance) + 1, 0.3); }, 0.43};
    views::DecompositionView view;
    view.setHead({0, 0}, 32768, {}, {});
    view.setDecomposition(std::make_shared<const inspect::Decomposition>(test::decompositionOf({0, 0}, 32767, formula)));
    view.resize(2560, 1440);
    view.show();
    wait(500);
    measure(QStringLiteral("curves of 32,768 keys: zoom, frames/s"), required, [&] {
        const auto at = QPointF(view.curves().area(0).center());
        return framesPerSecond(view.curves(), [&](int frame) { wheel(view.curves(), at, (frame / 30) % 2 == 0 ? 60 : -60); });
    });
    return lines;
}

}  // namespace bam::bench
