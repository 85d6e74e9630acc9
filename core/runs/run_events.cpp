// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_events.h"

#include "core/base/json_text.h"
#include "core/base/files.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>

namespace bam::runs {
namespace {

void add(interop::EventWriter& writer, const std::string& tag, std::int64_t step, double value, std::optional<double> wallTime)
{
    if (!std::isnan(value))
        writer.scalar(tag, step, value, wallTime);
}

/// Seconds since 1970 of the first start in run.json; nothing where it does not say.
std::optional<double> startedAt(const std::filesystem::path& run)
{
    if (!std::filesystem::exists(run / "run.json"))
        return std::nullopt;
    try {
        const auto json = readJsonText(readFile(run / "run.json"), (run / "run.json").string());
        const auto text = json.at("starts").at(0).at("time").get<std::string>();
        std::tm parts{};
        const char* const end = ::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
        return end && *end == '\0' ? std::optional(double(::timegm(&parts))) : std::nullopt;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

/// When the last row was written, less its time.
double startFromLog(const std::filesystem::path& log, double lastTime)
{
    std::error_code failure;
    const auto written = std::filesystem::last_write_time(log, failure);
    const auto moment = failure ? std::chrono::system_clock::now() : std::chrono::file_clock::to_sys(written);
    return std::chrono::duration<double>(moment.time_since_epoch()).count() - lastTime;
}

template <typename Row>
std::vector<Row> rowsOf(const std::filesystem::path& log, std::vector<Row> (*read)(const std::filesystem::path&))
{
    return std::filesystem::exists(log) ? read(log) : std::vector<Row>();
}

}  // namespace

void addEvents(interop::EventWriter& writer, const TrainRow& row, std::optional<double> wallTime)
{
    add(writer, "train/loss", row.step, row.loss, wallTime);
    add(writer, "train/norm", row.step, row.norm, wallTime);
    add(writer, "train/lr", row.step, row.lr, wallTime);
    add(writer, "train/tokens_per_second", row.step, row.tokensPerSecond, wallTime);
}

void addEvents(interop::EventWriter& writer, const EvalRow& row, std::optional<double> wallTime)
{
    add(writer, "eval/loss", row.step, row.loss, wallTime);
    add(writer, "eval/tokens_per_second", row.step, row.tokensPerSecond, wallTime);
}

void addEvents(interop::EventWriter& writer, const PriorLogRow& row, std::optional<double> wallTime)
{
    std::array<char, 64> place{};
    std::snprintf(place.data(), place.size(), "priors/layer_%02lld/head_%02lld/", static_cast<long long>(row.layer), static_cast<long long>(row.head));
    const std::string group = place.data();
    add(writer, group + "theta_alpha", row.step, row.thetaAlpha, wallTime);
    add(writer, group + "theta_beta", row.step, row.thetaBeta, wallTime);
    add(writer, group + "theta_mu", row.step, row.thetaMu, wallTime);
    add(writer, group + "seq_scale", row.step, row.seqScale, wallTime);
    add(writer, group + "r1", row.step, row.r1, wallTime);
    add(writer, group + "r2", row.step, row.r2, wallTime);
}

std::size_t addLogs(interop::EventWriter& writer, const std::filesystem::path& run, const std::function<void()>& beforeRow)
{
    const auto train = rowsOf(run / "train.log", readTrainLog);
    const auto eval = rowsOf(run / "eval.log", readEvalLog);
    const auto priors = rowsOf(run / "priors.csv", readPriors);
    const double start = startedAt(run).value_or(startFromLog(run / "train.log", train.empty() ? 0 : train.back().time));
    std::map<std::int64_t, double> times;       // by step, for the priors, which have none
    for (const auto& row : train) {
        beforeRow();
        addEvents(writer, row, start + row.time);
        times[row.step] = row.time;
    }
    for (const auto& row : eval) {
        beforeRow();
        addEvents(writer, row, start + row.time);
        times[row.step] = row.time;
    }
    for (const auto& row : priors) {
        beforeRow();
        const auto after = times.upper_bound(row.step);
        addEvents(writer, row, start + (after == times.begin() ? 0 : std::prev(after)->second));
    }
    return train.size() + eval.size() + priors.size();
}

}  // namespace bam::runs
