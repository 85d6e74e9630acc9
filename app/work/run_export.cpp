// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/run_export.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/runs/csv_log.h"
#include "core/runs/curves.h"

#include <QElapsedTimer>

#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>

namespace bam::work {
namespace {

constexpr std::int64_t kPiece = std::int64_t(8) << 20;
constexpr const char* kHeader = "run,kind,step,time,loss,norm,lr,tok/sec\n";

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
        m_sink(kHeader, std::char_traits<char>::length(kHeader));
    }

    void add(const std::filesystem::path& run, const char* file, const char* kind, const std::vector<std::string>& names)
    {
        runs::LogTail log(run / file, names);
        const auto prefix = runs::csvField(run.string()) + ',' + kind;
        do {
            if (m_stop.stop_requested())
                throw Cancelled();
            if (log.poll(kPiece) == runs::LogTail::Change::Gone)
                return;     // a run may have no validation
            write(log.take(), prefix);
        } while (log.hasMore());
        std::error_code error;
        m_bytesBefore += std::int64_t(std::filesystem::file_size(run / file, error));
    }

    std::int64_t rows() const { return m_rows; }

private:
    void write(const runs::LogColumns& columns, const std::string& prefix)
    {
        std::string text;
        for (std::size_t row = 0; row < columns.rows(); ++row) {
            text += prefix;
            appendNumber(text, columns.step[row]);
            appendNumber(text, columns.time[row]);
            for (std::size_t column = 0; column < runs::kTrainColumns; ++column)
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

std::int64_t bytesOf(const std::vector<std::filesystem::path>& runs)
{
    std::int64_t bytes = 0;
    for (const auto& run : runs)
        for (const auto* file : {"train.log", "eval.log"}) {
            std::error_code error;
            const auto size = std::filesystem::file_size(run / file, error);
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

void RunExport::start(const QStringList& runPaths, const QString& csvFile)
{
    if (m_running)
        return;
    m_running = true;
    std::vector<std::filesystem::path> folders;
    for (const auto& path : runPaths)
        folders.emplace_back(path.toStdString());
    m_thread = std::jthread([this, folders = std::move(folders), csvFile](const std::stop_token& stop) {
        const auto say = [this](auto&& what) { QMetaObject::invokeMethod(this, std::forward<decltype(what)>(what), Qt::QueuedConnection); };
        try {
            std::int64_t rows = 0;
            writeFileAtomic(csvFile.toStdString(), [&](const ByteSink& sink) {
                CurveCsv csv(sink, stop, [&](double fraction) { say([this, fraction] { Q_EMIT progress(fraction); }); }, bytesOf(folders));
                for (const auto& run : folders) {
                    csv.add(run, "train.log", "train", runs::trainColumnNames());
                    csv.add(run, "eval.log", "validation", runs::validationColumnNames());
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
