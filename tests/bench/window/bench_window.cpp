// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the window opens, moves and follows many long runs, beside what is required. Watcher, list, curves and their wiring are those of the window. Not a
// test: run it by hand on an idle machine, best under Xvfb:
//     Xvfb :77 -screen 0 2560x1440x24 &  DISPLAY=:77 QT_QPA_PLATFORM=xcb build/release/tests/bamscope_window_bench [runs [rows [folder [what]]]]
// With 0 runs only the attention matrix and the curves of a query are measured. With "attention", a run folder and a number of tokens it measures the attention
// page on that run: bamscope_window_bench attention RUN [32768]
// A frame counts when it was painted: input event, event loop, paint. `what` is part of a line's name, to measure nothing else: "four panes".
#include "app/window/runs_part.h"
#include "tests/bench/window/bench_lens.h"
#include "tests/bench/window/bench_matrix.h"
#include "tests/support/peak_memory.h"
#include "tests/window/run_folders.h"
#include "widgets/views/loss/loss_view.h"
#include "widgets/views/runs/runs_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTimer>
#include <QWheelEvent>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <random>
#include <thread>

using namespace bam;

namespace {

constexpr int kLive = 8;

std::string row(int step, std::mt19937& random)
{
    std::normal_distribution<double> noise(0, 1);
    const double loss = 2.4 + 8 * std::pow(1 + step / 40.0, -0.35) + 0.06 * noise(random);
    char text[160];
    std::snprintf(text, sizeof text, "%d,%.6f,%.6f,%.6f,%.8f,%.7f,%.2f\n", step, step * 0.0487123, loss, 0.4 + 0.05 * std::abs(noise(random)), 1e-3 * (1 - step / 2.2e5), 0.0487123,
        105107.25 + 900 * noise(random));
    return text;
}

QByteArray runText(const QByteArray& encoding, int seed)
{
    return R"({"schema": 1, "spec": {"model": {"size": "l6", "position_encoding": ")" + encoding + R"("}, "training": {"batch_size": 128, "sequence_length": 512, "seed": )" + QByteArray::number(seed)
        + R"(}}, "starts": [{"time": "2026-11-29T10:00:00Z", "device": "cuda:0", "ranks": 1}]})";
}

/// The logs are alike, so that making them does not take longer than reading them. The first runs are at work.
QStringList writeRuns(const QString& folder, int runs, int rows)
{
    std::mt19937 random(1);
    QByteArray log = test::kTrainHeader;
    for (int step = 0; step < rows; ++step)
        log += row(step, random).c_str();
    QByteArray validation("step,time,loss\n");
    for (int step = 1000; step < rows; step += std::max(1000, rows / 100))
        validation += QByteArray::number(step) + ',' + QByteArray::number(step * 0.0487123) + ',' + QByteArray::number(2.45 + 8 * std::pow(1 + step / 40.0, -0.35)) + '\n';
    const QByteArray encodings[] = {"bam", "bam_ssmax", "rotary", "alibi", "nope", "sinusoidal"};
    QStringList paths;
    for (int run = 0; run < runs; ++run) {
        const auto& encoding = encodings[std::size_t(run) % std::size(encodings)];
        const auto path = QStringLiteral("%1/l6/%2/version_%3").arg(folder, QString::fromLatin1(encoding)).arg(run, 2, 10, QLatin1Char('0'));
        test::writeText(path + QStringLiteral("/train.log"), log);
        test::writeText(path + QStringLiteral("/eval.log"), validation);
        test::writeText(path + QStringLiteral("/status.json"), test::statusText(run < kLive ? "running" : "finished", rows, rows));
        test::writeText(path + QStringLiteral("/run.json"), runText(encoding, run));
        paths.append(path);
    }
    return paths;
}

class PaintCounter : public QObject {
public:
    int paints = 0;
    bool eventFilter(QObject*, QEvent* event) override
    {
        paints += event->type() == QEvent::Paint;
        return false;
    }
};

double threadSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

}  // namespace

namespace bam::bench {

QString framesPerSecond(QWidget& plot, const std::function<void(int)>& input)
{
    PaintCounter counter;
    plot.installEventFilter(&counter);
    QElapsedTimer clock;
    clock.start();
    const double busy = threadSeconds();
    constexpr int kFrames = 90;
    for (int frame = 0; frame < kFrames; ++frame) {
        input(frame);
        const int before = counter.paints;
        while (counter.paints == before)
            QApplication::processEvents(QEventLoop::WaitForMoreEvents, 100);
    }
    return QStringLiteral("%1 (%2 ms)").arg(kFrames * 1000.0 / double(std::max<qint64>(clock.elapsed(), 1)), 0, 'f', 1).arg((threadSeconds() - busy) * 1000 / kFrames, 0, 'f', 1);
}

void wait(int ms)
{
    QElapsedTimer clock;
    clock.start();
    QTimer beat;
    beat.start(10);
    while (clock.elapsed() < ms)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

}  // namespace bam::bench

namespace {

using bench::Line;
using bench::framesPerSecond;
using bench::wait;

QString panSpeed(QWidget& plot)
{
    const QPointF middle(plot.width() * 0.5, plot.height() * 0.25);
    const auto send = [&](QEvent::Type type, const QPointF& at, Qt::MouseButton button, Qt::MouseButtons buttons) {
        QMouseEvent event(type, at, plot.mapToGlobal(at), button, buttons, Qt::NoModifier);
        QApplication::sendEvent(&plot, &event);
    };
    send(QEvent::MouseButtonPress, middle, Qt::LeftButton, Qt::LeftButton);
    const auto speed = framesPerSecond(plot, [&](int frame) { send(QEvent::MouseMove, middle + QPointF(8 + 120 * std::sin(frame * 0.07), 10 * std::sin(frame * 0.11)), Qt::NoButton, Qt::LeftButton); });
    send(QEvent::MouseButtonRelease, middle, Qt::LeftButton, Qt::NoButton);
    return speed;
}

QString zoomSpeed(QWidget& plot)
{
    const QPointF at(plot.width() * 0.4, plot.height() * 0.25);
    return framesPerSecond(plot, [&](int frame) {
        QWheelEvent event(at, plot.mapToGlobal(at), {}, QPoint(0, (frame / 15) % 2 == 0 ? 120 : -120), Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&plot, &event);
    });
}

void turn(int ms) { QApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, ms); }

/// Appends a thousand rows a second to the live runs, and tells their state every second, as workers do.
void writeLive(const QStringList& paths, int firstStep, const std::atomic<bool>& stop)
{
    std::mt19937 random(2);
    auto next = std::chrono::steady_clock::now();
    for (int step = firstStep; !stop; ++step) {
        for (const auto& path : paths) {
            test::appendText(path + QStringLiteral("/train.log"), row(step, random).c_str());
            if (step % (1000 / kLive) == 0)
                test::writeText(path + QStringLiteral("/status.json"), test::statusText("running", step, 2 * firstStep));
        }
        next += std::chrono::microseconds(1'000'000 * paths.size() / 1000);
        std::this_thread::sleep_until(next);
    }
}

/// Longest time that the event loop did not turn while rows are appended.
double longestStall(const QStringList& paths, int firstStep)
{
    std::atomic<bool> stop = false;
    std::thread writer([&] { writeLive(paths, firstStep, stop); });
    QElapsedTimer clock;
    double longest = 0;
    clock.start();
    QTimer beat;
    QObject::connect(&beat, &QTimer::timeout, &beat, [&] {
        longest = std::max(longest, double(clock.nsecsElapsed()) * 1e-6);
        clock.start();
    });
    beat.start(1);
    wait(5000);
    stop = true;
    writer.join();
    return longest;
}

double load()
{
    double minute = 0;
    return getloadavg(&minute, 1) == 1 ? minute : -1;
}

QString decimals(double value, int digits = 1) { return QString::number(value, 'f', digits); }

struct Bench {
    QStringList paths;
    int rows = 0;
    QString what;       // to be measured; empty: everything
    std::vector<Line> lines;
    models::RunModel model;
    QSplitter window;
    views::RunsView* list = new views::RunsView(&model, &window);
    views::LossView* curves = new views::LossView(&window);
    window::RunsPart part{*list, *curves, model, nullptr};
    QWidget* plot = curves->findChild<QWidget*>(QStringLiteral("curvePlot"));

    void open(const QString& folder);
    void move(const QString& name, const QByteArray& settings, const QString& required);
    void follow();
};

/// From naming the folder to the last line: the folder is scanned, the list filled, all runs are selected.
void Bench::open(const QString& folder)
{
    window.resize(2560, 1440);
    window.setSizes({400, 2160});
    window.show();
    wait(500);
    PaintCounter counter;
    plot->installEventFilter(&counter);
    int pieces = 0, complete = 0;
    QObject::connect(&part.watcher(), &work::RunWatcher::curvesRead, &window, [&](const std::shared_ptr<runs::CurvePiece>& piece) {
        ++pieces;
        complete += piece->complete;
    });
    QElapsedTimer clock;
    clock.start();
    const auto seconds = [&] { return decimals(double(clock.elapsed()) / 1000, 2); };
    const auto painted = [&] {
        for (const int before = counter.paints; counter.paints == before;)
            turn(20);
        return seconds();
    };
    part.selectWhenThere(paths);
    part.setFolders({folder});
    while (pieces == 0)
        turn(20);
    lines.push_back({QStringLiteral("first picture, s"), painted(), QStringLiteral("<= 1")});
    while (complete < paths.size())
        turn(20);
    lines.push_back({QStringLiteral("all rows drawn, s"), painted(), QStringLiteral("<= 4")});
    // Smoothing goes on between pictures; it is done when no more come.
    QString last = seconds();
    QElapsedTimer quiet;
    for (quiet.start(); quiet.elapsed() < 500;) {
        const int before = counter.paints;
        turn(20);
        if (counter.paints != before) {
            last = seconds();
            quiet.start();
        }
    }
    lines.push_back({QStringLiteral("all smoothed lines drawn, s"), last, QStringLiteral("<= 4")});
    QObject::disconnect(&part.watcher(), &work::RunWatcher::curvesRead, &window, nullptr);
}

void Bench::move(const QString& name, const QByteArray& settings, const QString& required)
{
    if (!name.contains(what))
        return;
    curves->restoreSettings(settings);
    wait(2000);
    lines.push_back({name + QStringLiteral(": pan, frames/s"), panSpeed(*plot), required});
    lines.push_back({name + QStringLiteral(": wheel, frames/s"), zoomSpeed(*plot), required});
}

void Bench::follow()
{
    curves->restoreSettings("{}");
    wait(2000);
    lines.push_back({QStringLiteral("longest stall while 8 runs grow, ms"), decimals(longestStall(paths.mid(0, kLive), rows)), QStringLiteral("<= 100")});
}

}  // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const auto arguments = QApplication::arguments();
    if (arguments.value(1) == QLatin1String("attention"))
        return bench::lookIntoRun(arguments.value(2), arguments.value(3, QStringLiteral("32768")).toInt());
    const int runs = arguments.value(1, QStringLiteral("60")).toInt(), rows = arguments.value(2, QStringLiteral("200000")).toInt();
    QTemporaryDir folder(arguments.value(3, QDir::tempPath()) + QStringLiteral("/bamscope-bench-XXXXXX"));
    const auto what = arguments.value(4);
    std::vector<Line> lines;
    const double loadBefore = load();
    if (runs > 0) {
        Bench bench;
        bench.rows = rows;
        bench.what = what;
        bench.paths = writeRuns(folder.path(), runs, rows);
        bench.open(folder.path());
        bench.move(QStringLiteral("raw"), "{\"smoothing\":0}", QStringLiteral(">= 30"));
        bench.move(QStringLiteral("smoothed"), "{}", QStringLiteral(">= 30"));
        bench.move(QStringLiteral("log x and y"), "{\"logX\":true,\"logY\":true}", QStringLiteral(">= 30"));
        bench.move(QStringLiteral("mean of groups"), "{\"groups\":1}", {});
        bench.move(QStringLiteral("four panes"), "{\"panes\":[true,true,true,true]}", {});
        if (what.isEmpty())
            bench.follow();
        bench.lines.push_back({QStringLiteral("peak memory, GB"), decimals(double(test::statusKib("VmHWM:")) * 1024 / 1e9, 2), QStringLiteral("<= 1.2")});
        lines = bench.lines;
        std::printf("%d runs x %d rows, plot of %d x %d pixels\n", runs, rows, bench.plot->width(), bench.plot->height());
    }
    for (const auto& line : bench::matrixLines(what))
        lines.push_back(line);

    std::printf("%s, load %.1f before and %.1f after\n", qPrintable(QApplication::platformName()), loadBefore, load());
    for (const auto& line : lines)
        std::printf("%-42s %18s   %s\n", qPrintable(line.what), qPrintable(line.value), qPrintable(line.required));
    return 0;
}
