// SPDX-License-Identifier: GPL-3.0-or-later
// Runs with priors that move, and a view of priors on the screen.
#pragma once

#include "widgets/views/priors/explorer_pane.h"
#include "widgets/views/priors/heads_pane.h"
#include "widgets/views/priors/priors_view.h"
#include "widgets/common/time_scrubber.h"

#include <QAction>
#include <QApplication>
#include <QMouseEvent>
#include <QTest>

#include <cmath>

namespace bam::test {

/// θβ of head h in layer l: from 0.5 at step 0 to −1 + 2·(l·heads + h)/(layers·heads − 1) at the last step.
inline priors::PriorPiece priorRows(const QString& path, std::int64_t layers, std::int64_t heads, int from, int count, int every = 100, int last = 1000, bool values = true)
{
    priors::PriorPiece piece;
    piece.run = path.toStdString();
    piece.restarted = from == 0;
    piece.complete = true;
    piece.rows.values.resize(priors::kPriorColumns);
    for (int n = from; n < from + count; ++n)
        for (std::int64_t l = 0; l < layers; ++l)
            for (std::int64_t h = 0; h < heads; ++h) {
                const double share = std::min(1.0, double(n) * every / last), end = -1 + 2.0 * double(l * heads + h) / double(std::max<std::int64_t>(1, layers * heads - 1));
                piece.rows.step.push_back(n * every);
                piece.rows.time.push_back(NAN);
                const auto put = [&](int column, double value) { piece.rows.values[std::size_t(column)].push_back(values || column < priors::kThetaAlpha ? float(value) : NAN); };
                put(priors::kLayer, double(l));
                put(priors::kHead, double(h));
                put(priors::kThetaAlpha, share * (0.5 - double(h) * 0.2));
                put(priors::kThetaBeta, 0.5 * (1 - share) + end * share);
                put(priors::kThetaMu, 0);
                put(priors::kSeqScale, 0.43 + 0.1 * share);
            }
    return piece;
}

inline views::PriorRun priorRun(const QString& path, const QString& encoding = QStringLiteral("bam_ssmax"), std::int64_t layers = 3, std::int64_t heads = 4, int steps = 11)
{
    views::PriorRun run;
    run.path = path;
    run.title = QStringLiteral("l3 ") + path.section(QLatin1Char('/'), -1);
    run.encoding = encoding;
    run.style = plots::styleOf(encoding);
    run.trainedLength = 160;
    if (steps > 0)
        run.history.append(priorRows(path, layers, heads, 0, steps, 100, 1000, encoding.startsWith(QLatin1String("bam"))));
    return run;
}

/// Inside a widget of fixed size, since the offscreen platform warns of a window with size hints.
struct ShownPriors {
    QWidget window;
    views::PriorsView view{&window};
    views::ExplorerPane& explorer = *view.findChild<views::ExplorerPane*>();
    views::HeadsPane& heads = *view.findChild<views::HeadsPane*>();

    explicit ShownPriors(const QSize& size = {1200, 1100})
    {
        window.resize(size);
        view.resize(size);
        window.show();
        window.activateWindow();
        settle();
    }
    void settle()
    {
        QTest::qWait(130);
        explorer.drawNow();
    }
    template <typename Widget = QWidget>
    Widget* find(const char* name) const
    {
        return view.findChild<Widget*>(QLatin1String(name));
    }
    void trigger(const char* name) const { view.findChild<QAction*>(QLatin1String(name))->trigger(); }
    static void hover(QWidget* widget, const QPoint& at)
    {
        QMouseEvent event(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(widget, &event);
    }
    const priors::Prior& prior() const { return explorer.state().prior; }
};

}  // namespace bam::test
