// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/run_export.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/runs/csv_log.h"
#include "core/runs/curve_axes.h"
#include "core/runs/curves.h"

#include <QElapsedTimer>

#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>

namespace bam::work {
namespace {

constexpr std::int64_t kPiece = std::int64_t(8) << 20;

/// What the thread is asked to leave with.
struct Cancelled {};

template <typename Number>
void appendNumber(std::string& to, Number value)
{
    to += ',';
    if (std::isnan(value))
        return;     // missing in the log: an empty field
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    to.append(text.data(), end);
}

class CurveCsv {
public:
    CurveCsv(const ByteSink& sink, std::stop_token stop, std::function<void(double)> progress, std::int64_t allBytes)
        : m_sink(sink), m_stop(std::move(stop)), m_progress(std::move(progress)), m_allBytes(std::max<std::int64_t>(1, allBytes))
    {
        m_timer.start();
        const auto header = std::string(runs::kCurveColumns) + '\n';
        m_sink(header.data(), header.size());
    }

    void add(const ExportedRun& exported, const char* file, const char* set, const std::vector<std::string>& names)
    {
        const std::filesystem::path run(exported.path.toStdString());
        runs::LogTail log(run / file, names);
        const auto prefix = runs::csvField(run.string()) + ',' + set;
        do {
            if (m_stop.stop_requested())
                throw Cancelled();
            if (log.poll(kPiece) == runs::LogTail::Change::Gone)
                return;     // a run may have no validation
            write(log.take(), prefix, exported);
        } while (log.hasMore());
        std::error_code error;
        m_bytesBefore += std::int64_t(std::filesystem::file_size(run / file, error));
    }

    std::int64_t rows() const { return m_rows; }

private:
    void write(const runs::LogColumns& columns, const std::string& prefix, const ExportedRun& run)
    {
        std::string text;
        for (std::size_t row = 0; row < columns.rows(); ++row) {
            text += prefix;
            const auto step = columns.step[row];
            appendNumber(text, step);
            for (const auto axis : {runs::XAxis::Tokens, runs::XAxis::Flops})
                appendNumber(text, step * runs::perStep(axis, run.tokensPerStep, run.flopsPerToken));
            appendNumber(text, columns.time[row]);
            for (const std::size_t column : {runs::kLoss, runs::kNorm, runs::kLearningRate, runs::kTokensPerSecond})
                column < columns.values.size() ? appendNumber(text, columns.values[column][row]) : text.push_back(',');
            text += '\n';
        }
        m_sink(text.data(), text.size());
        m_rows += std::int64_t(columns.rows());
        if (m_timer.elapsed() > 100) {
            m_timer.restart();
            m_progress(std::min(1.0, double(m_bytesBefore) / double(m_allBytes)));
        }
    }

    const ByteSink& m_sink;
    std::stop_token m_stop;
    std::function<void(double)> m_progress;
    std::int64_t m_allBytes, m_bytesBefore = 0, m_rows = 0;
    QElapsedTimer m_timer;
};

std::int64_t bytesOf(const QVector<ExportedRun>& runs)
{
    std::int64_t bytes = 0;
    for (const auto& run : runs)
        for (const auto* file : {"train.log", "eval.log"}) {
            std::error_code error;
            const auto size = std::filesystem::file_size(std::filesystem::path(run.path.toStdString()) / file, error);
            bytes += error ? 0 : std::int64_t(size);
        }
    return bytes;
}

}  // namespace

RunExport::RunExport(QObject* parent)
    : QObject(parent)
{
}

RunExport::~RunExport() = default;      // the thread is asked to stop and waited for

void RunExport::cancel() { m_thread.request_stop(); }

void RunExport::end()
{
    m_running = false;
    m_thread = {};
}

void RunExport::start(const QVector<ExportedRun>& runs, const QString& csvFile)
{
    if (m_running)
        return;
    m_running = true;
    m_thread = std::jthread([this, runs, csvFile](const std::stop_token& stop) {
        const auto say = [this](auto&& what) { QMetaObject::invokeMethod(this, std::forward<decltype(what)>(what), Qt::QueuedConnection); };
        try {
            std::int64_t rows = 0;
            writeFileAtomic(csvFile.toStdString(), [&](const ByteSink& sink) {
                CurveCsv csv(sink, stop, [&](double fraction) { say([this, fraction] { Q_EMIT progress(fraction); }); }, bytesOf(runs));
                for (const auto& run : runs) {
                    csv.add(run, "train.log", "train", bam::runs::trainColumnNames());
                    csv.add(run, "eval.log", "validation", bam::runs::validationColumnNames());
                }
                rows = csv.rows();
            });
            say([this, csvFile, rows] {
                end();
                Q_EMIT finished(csvFile, rows);
            });
        } catch (const Cancelled&) {
            say([this] {
                end();
                Q_EMIT cancelled();
            });
        } catch (const std::exception& failure) {
            // Anything else, such as of memory, must not end the window.
            const auto* error = dynamic_cast<const Error*>(&failure);
            say([this, cause = QString::fromStdString(error ? error->cause() : failure.what()), hint = QString::fromStdString(error ? error->hint() : std::string())] {
                end();
                Q_EMIT failed(cause, hint);
            });
        }
    });
}

}  // namespace bam::work
