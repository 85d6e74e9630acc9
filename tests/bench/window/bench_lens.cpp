// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/bench_lens.h"

#include "app/window/lens_part.h"
#include "core/runs/run_record.h"
#include "tests/support/peak_memory.h"
#include "widgets/common/format.h"
#include "widgets/models/run_model.h"
#include "widgets/views/attention/head_map.h"
#include "widgets/views/attention/lens_view.h"
#include "widgets/views/attention/matrix_view.h"
#include "widgets/views/attention/retrieval_strip.h"

#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QPushButton>
#include <QTabWidget>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <cstdio>
#include <functional>

namespace bam::bench {
namespace {

constexpr double kPatienceSeconds = 600;

/// Counts paints of a widget.
class Paints : public QObject {
public:
    explicit Paints(QWidget* widget) { widget->installEventFilter(this); }
    int count = 0;
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::Paint;
        return false;
    }
};

struct Measured {
    double seconds = 0, stall = 0;      ///< stall in milliseconds
    bool done = false;
};

/// Turns the event loop until `done`, then until `paints` has one more.
Measured measure(Paints& paints, const std::function<void()>& input, const std::function<bool()>& done)
{
    Measured measured;
    QElapsedTimer whole, turn;
    QTimer beat;
    QObject::connect(&beat, &QTimer::timeout, &beat, [&] {
        measured.stall = std::max(measured.stall, double(turn.nsecsElapsed()) * 1e-6);
        turn.start();
    });
    whole.start();
    turn.start();
    beat.start(1);
    input();
    const auto patient = [&] { return double(whole.elapsed()) < kPatienceSeconds * 1000; };
    while (!done() && patient())
        QApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 20);
    measured.done = done();
    measured.seconds = double(whole.nsecsElapsed()) * 1e-9;
    // The picture may have come with what was waited for, and no other after it.
    constexpr qint64 kNoMorePaints = 500;
    const auto doneAt = whole.elapsed();
    for (const int before = paints.count; measured.done && whole.elapsed() < doneAt + kNoMorePaints;) {
        QApplication::processEvents(QEventLoop::AllEvents, 20);
        if (paints.count == before)
            continue;
        measured.seconds = double(whole.nsecsElapsed()) * 1e-9;
        break;
    }
    return measured;
}

void tell(const char* what, const Measured& measured, const char* required)
{
    std::printf("%-44s %8.2f s   longest stall %6.1f ms   %s\n", what, measured.seconds, measured.stall, measured.done ? required : "NOT DONE");
}

}  // namespace

int lookIntoRun(const QString& run, int length)
{
    models::RunModel model;
    model.set({runs::readRecord(run.toStdString(), {}, 0)});
    views::LensView view;
    window::LensPart part(view, model, work::lensesOfDisk(), nullptr);
    view.resize(1900, 1100);
    view.show();
    part.setRuns({run});
    view.findChild<QComboBox*>(QStringLiteral("lensLength"))->setCurrentText(ui::count(length));
    auto* strip = view.findChild<views::RetrievalStrip*>();
    Paints strips(strip->viewport());
    const auto capture = view.capture();
    auto* press = view.findChild<QPushButton*>(QStringLiteral("lensCapture"));
    const auto captured = measure(strips, [&] { press->click(); }, [&] { return view.capture() != capture || press->isEnabled(); });
    if (!view.capture()) {
        std::printf("nothing was captured\n");
        return 1;
    }
    std::printf("%s, %lld tokens, %lld layers x %lld heads\n", qPrintable(run), static_cast<long long>(view.capture()->prompt.length()), static_cast<long long>(view.capture()->layers),
        static_cast<long long>(view.capture()->heads));
    tell("click to strip, checkpoint opened first", captured, "<= 15 s, <= 100 ms");
    const auto first = view.capture();
    tell("again", measure(strips, [&] { press->click(); }, [&] { return view.capture() != first; }), "<= 15 s, <= 100 ms");
    auto* map = view.findChild<views::HeadMap*>();
    Paints maps(map);
    tell("another head", measure(strips, [&] {
        strip->setFocus();
        QKeyEvent down(QEvent::KeyPress, Qt::Key_Down, Qt::NoModifier);
        QApplication::sendEvent(strip, &down);
    }, [] { return true; }), "<= 100 ms");
    Measured zooms;
    for (int n = 0; n < 40; ++n) {
        const auto one = measure(strips, [&] {
            const QPointF at(strip->viewport()->width() * 0.6, strip->viewport()->height() * 0.4);
            QWheelEvent wheel(at, strip->viewport()->mapToGlobal(at), {}, QPoint(0, n < 20 ? 120 : -120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(strip->viewport(), &wheel);
        }, [] { return true; });
        zooms.seconds += one.seconds / 40;
        zooms.stall = std::max(zooms.stall, one.stall);
        zooms.done = true;
    }
    tell("one turn of the wheel, mean of 40", zooms, "<= 0.033 s");
    auto* matrix = view.findChild<views::MatrixView*>();
    auto* tabs = view.findChild<QTabWidget*>(QStringLiteral("lensTabs"));
    Paints matrices(&matrix->heatmap());
    tell("matrix of a head on demand", measure(matrices, [&] {
        for (int tab = 0; tab < tabs->count(); ++tab)
            if (tabs->widget(tab) == matrix || tabs->widget(tab)->isAncestorOf(matrix))
                tabs->setCurrentIndex(tab);
    }, [&] { return matrix->content().matrix != nullptr; }), "<= 100 ms");
    std::printf("peak memory %.2f GB\n", double(test::statusKib("VmHWM:")) * 1024 / 1e9);
    return 0;
}

}  // namespace bam::bench
