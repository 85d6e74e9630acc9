// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the loss view opens, moves and follows many long runs, beside what is required. Not a test: run it by hand on an idle machine, best under Xvfb:
//     Xvfb :77 -screen 0 2560x1440x24 &  DISPLAY=:77 QT_QPA_PLATFORM=xcb build/release/tests/bamscope_window_bench [runs [rows [folder]]]
// A frame counts when it was painted: input event, event loop, paint.
#include "core/base/text.h"
#include "core/runs/log_tail.h"
#include "tests/support/peak_memory.h"
#include "widgets/views/loss/loss_view.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTimer>
#include <QWheelEvent>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <mutex>
#include <random>
#include <thread>

using namespace bam;

namespace {

constexpr const char* kHeader = "step,time,loss,norm,lr,exec_time,tok/sec\n";

std::string row(int step, std::mt19937& random)
{
    std::normal_distribution<double> noise(0, 1);
    const double loss = 2.4 + 8 * std::pow(1 + step / 40.0, -0.35) + 0.06 * noise(random);
    char text[160];
    std::snprintf(text, sizeof text, "%d,%.6f,%.6f,%.6f,%.8f,%.7f,%.2f\n", step, step * 0.0487123, loss, 0.4 + 0.05 * std::abs(noise(random)), 1e-3 * (1 - step / 2.2e5), 0.0487123,
        105107.25 + 900 * noise(random));
    return text;
}

/// The logs are alike but for a shift, so that making them does not take longer than reading them.
QStringList writeRuns(const QString& folder, int runs, int rows)
{
    std::mt19937 random(1);
    QByteArray log(kHeader);
    for (int step = 0; step < rows; ++step)
        log += row(step, random).c_str();
    QByteArray validation("step,time,loss\n");
    for (int step = 1000; step < rows; step += std::max(1000, rows / 100))
        validation += QByteArray::number(step) + ',' + QByteArray::number(step * 0.0487123) + ',' + QByteArray::number(2.45 + 8 * std::pow(1 + step / 40.0, -0.35)) + '\n';
    QStringList paths;
    for (int run = 0; run < runs; ++run) {
        const auto path = QStringLiteral("%1/run_%2").arg(folder).arg(run, 2, 10, QLatin1Char('0'));
        QDir().mkpath(path);
        paths.append(path);
        for (const auto& [name, text] : {std::pair{"train.log", log}, std::pair{"eval.log", validation}}) {
            QFile file(path + QLatin1Char('/') + QLatin1String(name));
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
                qFatal("cannot write %s", qPrintable(file.fileName()));
        }
    }
    return paths;
}

/// Reads on threads of its own and hands pieces to the GUI thread.
class Reader {
public:
    Reader(const QStringList& paths, QObject* receiver, std::function<void(runs::CurvePiece&&)> deliver)
        : m_receiver(receiver)
        , m_deliver(std::move(deliver))
    {
        for (const auto& path : paths) {
            const std::filesystem::path folder(path.toStdString());
            m_logs.push_back(std::make_unique<Logs>(Logs{folder, runs::LogTail(folder / "train.log", runs::trainColumnNames()), runs::LogTail(folder / "eval.log", runs::validationColumnNames())}));
        }
        for (int i = 0; i < 2; ++i)
            m_threads.emplace_back([this] { work(); });
    }
    ~Reader()
    {
        m_stop = true;
        for (auto& thread : m_threads)
            thread.join();
    }

private:
    struct Logs {
        std::filesystem::path run;
        runs::LogTail train, validation;
        std::mutex busy;
        Logs(std::filesystem::path r, runs::LogTail t, runs::LogTail v)
            : run(std::move(r))
            , train(std::move(t))
            , validation(std::move(v))
        {
        }
        Logs(Logs&& other) noexcept
            : Logs(std::move(other.run), std::move(other.train), std::move(other.validation))
        {
        }
    };
    void work()
    {
        while (!m_stop) {
            for (const auto& logs : m_logs) {
                const std::unique_lock lock(logs->busy, std::try_to_lock);
                if (!lock || m_stop)
                    continue;
                const auto train = logs->train.poll(), validation = logs->validation.poll();
                if (train == runs::LogTail::Change::None && validation == runs::LogTail::Change::None)
                    continue;
                auto piece = std::make_shared<runs::CurvePiece>();
                piece->run = logs->run;
                piece->train = logs->train.take();
                piece->validation = logs->validation.take();
                piece->complete = true;
                QMetaObject::invokeMethod(m_receiver, [this, piece] { m_deliver(std::move(*piece)); }, Qt::QueuedConnection);
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
    }
    QObject* m_receiver;
    std::function<void(runs::CurvePiece&&)> m_deliver;
    std::vector<std::unique_ptr<Logs>> m_logs;
    std::vector<std::thread> m_threads;
    std::atomic<bool> m_stop = false;
};

class PaintCounter : public QObject {
public:
    int paints = 0;
    bool eventFilter(QObject*, QEvent* event) override
    {
        paints += event->type() == QEvent::Paint;
        return false;
    }
};

struct Line {
    QString what, value, required;
};

double threadSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// Frames a second while `input` is called for each of them; and the milliseconds of processor that one took, which a busy machine does not change.
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

/// Longest time that the event loop did not turn while rows are appended.
double longestStall(const QStringList& paths, int firstStep)
{
    std::atomic<bool> stop = false;
    std::thread writer([&] {
        std::mt19937 random(2);
        for (int step = firstStep; !stop; ++step) {
            for (const auto& path : paths) {
                QFile file(path + QStringLiteral("/train.log"));
                if (file.open(QIODevice::Append))
                    file.write(row(step, random).c_str());
            }
            std::this_thread::sleep_for(std::chrono::microseconds(1'000'000 * int(paths.size()) / 1000));
        }
    });
    QElapsedTimer clock, total;
    double longest = 0;
    clock.start();
    total.start();
    QTimer beat;
    QObject::connect(&beat, &QTimer::timeout, &beat, [&] {
        longest = std::max(longest, double(clock.nsecsElapsed()) * 1e-6);
        clock.start();
    });
    beat.start(1);
    while (total.elapsed() < 5000)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
    stop = true;
    writer.join();
    return longest;
}

QString decimals(double value, int digits = 1) { return QString::number(value, 'f', digits); }

}  // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const auto arguments = QApplication::arguments();
    const int runCount = arguments.value(1, QStringLiteral("60")).toInt(), rows = arguments.value(2, QStringLiteral("200000")).toInt();
    QTemporaryDir folder(arguments.value(3, QDir::tempPath()) + QStringLiteral("/bamscope-bench-XXXXXX"));
    const auto paths = writeRuns(folder.path(), runCount, rows);
    std::vector<Line> lines;

    views::LossView view;
    view.resize(2560, 1400);
    QVector<views::CurveRun> selection;
    const QStringList encodings{QStringLiteral("bam"), QStringLiteral("bam_ssmax"), QStringLiteral("rotary"), QStringLiteral("alibi"), QStringLiteral("nope"), QStringLiteral("sinusoidal")};
    for (int i = 0; i < runCount; ++i)
        selection.append({paths[i], QDir(paths[i]).dirName(), encodings[i % encodings.size()], plots::styleOf(encodings[i % encodings.size()]), 65536, 7e8, i < 8});
    view.setRuns(selection);
    view.show();
    auto* plot = view.findChild<QWidget*>(QStringLiteral("curvePlot"));
    QApplication::processEvents();

    PaintCounter counter;
    plot->installEventFilter(&counter);
    QElapsedTimer clock;
    clock.start();
    int pieces = 0;
    const Reader reader(paths, &view, [&](runs::CurvePiece&& piece) {
        ++pieces;
        view.append(std::move(piece));
    });
    while (pieces == 0)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
    int before = counter.paints;
    while (counter.paints == before)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
    lines.push_back({QStringLiteral("first picture, s"), decimals(double(clock.elapsed()) / 1000, 2), QStringLiteral("<= 1")});
    while (pieces < runCount)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
    before = counter.paints;
    while (counter.paints == before)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
    lines.push_back({QStringLiteral("all drawn, s"), decimals(double(clock.elapsed()) / 1000, 2), QStringLiteral("<= 4")});
    const auto settle = [&] {
        QElapsedTimer wait;
        wait.start();
        QTimer beat;
        beat.start(20);
        while (wait.elapsed() < 2000)
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    };
    settle();

    const auto measure = [&](const QString& name, const QByteArray& settings, const QString& required) {
        view.restoreSettings(settings);
        settle();
        lines.push_back({name + QStringLiteral(": pan, frames/s"), panSpeed(*plot), required});
        lines.push_back({name + QStringLiteral(": wheel, frames/s"), zoomSpeed(*plot), required});
    };
    measure(QStringLiteral("raw"), "{\"smoothing\":0}", QStringLiteral(">= 30"));
    measure(QStringLiteral("smoothed"), "{\"smoothing\":0.99}", QStringLiteral(">= 30"));
    measure(QStringLiteral("log x and y"), "{\"smoothing\":0.99,\"logX\":true,\"logY\":true}", QStringLiteral(">= 30"));
    measure(QStringLiteral("mean of groups"), "{\"smoothing\":0.99,\"groups\":1}", {});
    measure(QStringLiteral("four panes"), "{\"smoothing\":0.99,\"panes\":[true,true,true,true]}", {});

    view.restoreSettings("{\"smoothing\":0.99}");
    settle();
    lines.push_back({QStringLiteral("longest stall while 8 runs grow, ms"), decimals(longestStall(paths.mid(0, std::min(8, runCount)), rows)), QStringLiteral("<= 100")});
    lines.push_back({QStringLiteral("peak memory, GB"), decimals(double(test::statusKib("VmHWM:")) * 1024 / 1e9, 2), QStringLiteral("<= 1.2")});

    std::printf("%d runs x %d rows, %d x %d pixels, %s\n", runCount, rows, plot->width(), plot->height(), qPrintable(QApplication::platformName()));
    for (const auto& line : lines)
        std::printf("%-38s %18s   %s\n", qPrintable(line.what), qPrintable(line.value), qPrintable(line.required));
    return 0;
}
