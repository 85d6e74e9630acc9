// SPDX-License-Identifier: GPL-3.0-or-later
// A loss view on the screen, and logs to fill it with.
#pragma once

#include "widgets/views/loss/curve_legend.h"
#include "widgets/views/loss/curve_plot.h"
#include "widgets/views/loss/curve_readout.h"
#include "widgets/views/loss/loss_view.h"

#include <QAction>
#include <QTest>

#include <cmath>
#include <functional>

namespace bam::test {

inline views::CurveRun curveRun(const QString& path, const QString& encoding = QStringLiteral("bam"), const QString& group = {})
{
    return {path, QStringLiteral("Run ") + path, group, plots::styleOf(encoding), 100, 10, false, {}};
}

/// Rows first … first + rows − 1, a second each.
inline runs::CurvePiece logPiece(const QString& path, int first, int rows, const std::function<double(int)>& loss)
{
    runs::CurvePiece piece;
    piece.run = path.toStdString();
    piece.train.values.resize(runs::kTrainColumns);
    piece.validation.values.resize(1);
    for (int step = first; step < first + rows; ++step) {
        piece.train.step.push_back(step);
        piece.train.time.push_back(step);
        piece.train.values[runs::kLoss].push_back(float(loss(step)));
        piece.train.values[runs::kNorm].push_back(0.5f + 0.001f * float(step % 100));
        piece.train.values[runs::kLearningRate].push_back(step == 0 ? 0 : 1e-3f);
        piece.train.values[runs::kTokensPerSecond].push_back(1000);
        if (step % 100 == 0) {
            piece.validation.step.push_back(step);
            piece.validation.time.push_back(step);
            piece.validation.values[0].push_back(float(loss(step)) + 0.5f);
        }
    }
    piece.complete = true;
    return piece;
}

/// Inside a widget of fixed size, since the offscreen platform warns of a window with size hints.
struct ShownLossView {
    QWidget window;
    views::LossView view{&window};
    views::CurvePlot& plot = *view.findChild<views::CurvePlot*>();
    views::CurveLegend& legend = *view.findChild<views::CurveLegend*>();
    views::CurveReadout& readout = *view.findChild<views::CurveReadout*>();

    explicit ShownLossView(const QByteArray& settings = "{\"smoothing\":0}", const QSize& size = {1000, 640})
    {
        window.resize(size);
        view.resize(size);
        view.restoreSettings(settings);
        window.show();
        window.activateWindow();
        settle();
    }
    /// Until the picture shows all that was told.
    void settle()
    {
        QTest::qWait(80);
        plot.refreshNow();
        QTest::qWait(1);
    }
    QAction* action(const char* name) const
    {
        for (auto* one : view.viewActions())
            if (one->objectName() == QLatin1String(name))
                return one;
        return nullptr;
    }
    QCPRange x() const { return plot.xRange(); }
    QCPRange y(int pane = views::kLossPane) const { return plot.rectOf(pane)->axis(QCPAxis::atLeft)->range(); }
    QPoint pixel(double xValue, double yValue, int pane = views::kLossPane) const
    {
        const auto* rect = plot.rectOf(pane);
        return QPointF(rect->axis(QCPAxis::atBottom)->coordToPixel(xValue), rect->axis(QCPAxis::atLeft)->coordToPixel(yValue)).toPoint();
    }
    QPoint middle(int pane = views::kLossPane) const { return plot.rectOf(pane)->rect().center(); }
    void wheel(const QPoint& at, int notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWheelEvent event(at, plot.mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&plot, &event);
        settle();
    }
    void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::mousePress(&plot, Qt::LeftButton, modifiers, from);
        const auto move = [&](const QPoint& at) {
            QMouseEvent event(QEvent::MouseMove, at, plot.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
            QApplication::sendEvent(&plot, &event);
        };
        move((from + to) / 2);
        move(to);
        QTest::mouseRelease(&plot, Qt::LeftButton, modifiers, to);
        settle();
    }
    void hover(const QPoint& at)
    {
        QMouseEvent event(QEvent::MouseMove, at, plot.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(&plot, &event);
    }
    QString emptyText() const
    {
        const auto* label = view.findChild<QLabel*>(QStringLiteral("emptyText"));
        return label->isVisible() ? label->text() : QString();
    }
    QPoint legendRow(int row) const { return legend.visualRect(legend.model()->index(row, 0)).center(); }
};

}  // namespace bam::test
