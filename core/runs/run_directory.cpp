// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_directory.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/encoding/encoding.h"
#include "core/runs/csv_log.h"
#include "core/runs/folder_lock.h"
#include "core/runs/imported.h"
#include "core/spec/official_args.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <limits>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

namespace bam::runs {
namespace {

constexpr const char* kTrainHeader = "step,time,loss,norm,lr,exec_time,tok/sec";
constexpr const char* kEvalHeader = "step,time,loss,exec_time,tok/sec";
constexpr const char* kPriorsHeader = "step,layer,head,theta_alpha,theta_beta,theta_mu,seq_scale";
constexpr const char* kKernelColumns = ",r1,r2";    // after those of kPriorsHeader, with Kerple
constexpr const char* kLockFile = ".lock";
constexpr const char* kStep = "step_";

double number(std::string_view field, const std::filesystem::path& file, std::int64_t line)
{
    if (field.empty() || field == "None")
        return std::numeric_limits<double>::quiet_NaN();
    double value = 0;
    const auto parsed = std::from_chars(field.data(), field.data() + field.size(), value);
    if (parsed.ec == std::errc::result_out_of_range)
        return 0;
    if (parsed.ec != std::errc() || parsed.ptr != field.data() + field.size())
        throw Error(ErrorCode::Failed, str(file.string(), " line ", line, ": \"", field, "\" is not a number"), "The file is damaged at that line.");
    return value;
}

std::string field(double value) { return std::isnan(value) ? std::string() : shortest(value); }

/// Whether a priors.csv has Kerple's columns; nothing where it has no whole header.
std::optional<bool> kernelColumns(const std::filesystem::path& file)
{
    std::ifstream text(file);
    std::string header;
    if (!std::getline(text, header) || text.eof())
        return std::nullopt;
    return header.find(kKernelColumns) != std::string::npos;
}

bool learnsKernel(const spec::ModelSpec& model)
{
    const auto& names = encoding::kind(model.encoding).headScalars;
    return std::find(names.begin(), names.end(), "r1") != names.end();
}

/// As the run's args.json has its model; without a readable one it is taken for one that does not.
bool learnsKernel(const std::filesystem::path& run)
{
    const auto args = run / "args.json";
    try {
        return std::filesystem::exists(args) && learnsKernel(spec::modelFromOfficialArgs(spec::readOfficialArgs(args), args.string()));
    } catch (const Error&) {
        return false;
    }
}

}  // namespace

std::string timeStamp(std::time_t time)
{
    std::tm parts{};
    ::gmtime_r(&time, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

std::string timeStamp() { return timeStamp(std::time(nullptr)); }

std::filesystem::path makeVersionFolder(const std::filesystem::path& parent)
{
    std::error_code failure;
    std::filesystem::create_directories(parent, failure);
    if (failure)
        throwFileError(parent, "create", failure.value());
    for (int version = 0;; ++version) {
        std::array<char, 24> name{};
        std::snprintf(name.data(), name.size(), "version_%02d", version);
        auto path = parent / name.data();
        // create_directory is atomic: of two processes that ask for the same number, one gets it and the other goes on.
        if (std::filesystem::create_directory(path, failure))
            return path;
        if (failure)
            throwFileError(path, "create", failure.value());
    }
}

struct RunDirectory::Impl {
    Impl(const std::filesystem::path& folder, bool kernelColumns)
        : path(folder), lock(folder, kLockFile), train(folder / "train.log", kTrainHeader), eval(folder / "eval.log", kEvalHeader),
          priors(folder / "priors.csv", str(kPriorsHeader, kernelColumns ? kKernelColumns : "")), hasKernel(kernelColumns)
    {
    }

    std::filesystem::path path;
    FolderLock lock;
    CsvLog train, eval, priors;
    bool hasKernel;
};

RunDirectory::RunDirectory(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
RunDirectory::RunDirectory(RunDirectory&&) noexcept = default;
RunDirectory& RunDirectory::operator=(RunDirectory&&) noexcept = default;
RunDirectory::~RunDirectory() = default;
const std::filesystem::path& RunDirectory::path() const { return m_impl->path; }

RunDirectory RunDirectory::create(const std::filesystem::path& logDir, const spec::ModelSpec& model)
{
    return RunDirectory(std::make_unique<Impl>(std::filesystem::absolute(makeVersionFolder(logDir / model.size / spec::officialEncodingName(model))), learnsKernel(model)));
}

RunDirectory RunDirectory::openLocked(const std::filesystem::path& path)
{
    requireRun(path);
    requireNotImported(path, "be written");
    const auto columns = kernelColumns(path / "priors.csv");
    return RunDirectory(std::make_unique<Impl>(std::filesystem::absolute(path), columns ? *columns : learnsKernel(path)));
}

void RunDirectory::trimTo(std::int64_t step)
{
    m_impl->train.trimTo(step);
    m_impl->eval.trimTo(step);
    m_impl->priors.trimTo(step);
}

void RunDirectory::append(const TrainRow& row)
{
    m_impl->train.append(str(row.step, ',', shortest(row.time), ',', shortest(row.loss), ',', shortest(row.norm), ',', shortest(row.lr), ',',
        shortest(row.execTime), ',', shortest(row.tokensPerSecond), '\n'));
}

void RunDirectory::append(const EvalRow& row)
{
    m_impl->eval.append(str(row.step, ',', shortest(row.time), ',', shortest(row.loss), ',', shortest(row.execTime), ',', shortest(row.tokensPerSecond), '\n'));
}

void RunDirectory::append(const std::vector<PriorLogRow>& rows)
{
    std::string text;
    for (const auto& row : rows)
        text += str(row.step, ',', row.layer, ',', row.head, ',', field(row.thetaAlpha), ',', field(row.thetaBeta), ',', field(row.thetaMu), ',', field(row.seqScale),
            m_impl->hasKernel ? str(',', field(row.r1), ',', field(row.r2)) : std::string(), '\n');
    m_impl->priors.append(text);
}

void RunDirectory::log(const std::string& line) { appendLog(m_impl->path / "log.txt", line); }

void appendLog(const std::filesystem::path& path, const std::string& line)
{
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0)
        throwFileError(path, "open", errno);
    const auto text = timeStamp() + " " + line + "\n";
    const auto written = ::write(file, text.data(), text.size());
    const int reason = errno;
    ::close(file);
    if (written != ssize_t(text.size()))
        throwFileError(path, "append to", written < 0 ? reason : ENOSPC);
}

void RunDirectory::writeArgs(const Json& args) { writeFileAtomic(m_impl->path / "args.json", args.dump(4) + "\n"); }
void RunDirectory::writeRun(const Json& run) { writeFileAtomic(m_impl->path / "run.json", run.dump(2) + "\n"); }
void RunDirectory::writeResults(const Json& results) { writeFileAtomic(m_impl->path / "results.json", results.dump(2) + "\n"); }

void RunDirectory::writeStatus(const Json& status)
{
    Json full = status;
    full["heartbeat"] = timeStamp();
    full["pid"] = std::int64_t(::getpid());
    full["host"] = hostName();
    writeFileAtomic(m_impl->path / "status.json", full.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");     // errors name files, whose names need not be text
}

Json RunDirectory::readJson(const std::string& file) const { return readJsonFile(m_impl->path / file); }

Json readJsonFile(const std::filesystem::path& path)
{
    if (!std::filesystem::exists(path))
        return nullptr;
    try {
        return readJsonText<Json>(readFile(path), path.string());
    } catch (const nlohmann::json::exception& error) {
        throw Error(ErrorCode::Failed, str(path.string(), " is not valid JSON: ", error.what()), "Restore the file, or move it away if it is not needed.");
    }
}

bool isRun(const std::filesystem::path& folder)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(folder / "run.json", ignored) || std::filesystem::is_regular_file(folder / "args.json", ignored);
}

void requireRun(const std::filesystem::path& folder)
{
    if (!isRun(folder))
        throw Error(ErrorCode::Usage, str(folder.string(), " is not a run directory: it has neither run.json nor args.json"), "Name a folder such as logs/l12/bam_ssmax/version_00.");
}

std::vector<TrainRow> readTrainLog(const std::filesystem::path& file)
{
    std::vector<TrainRow> rows;
    readCsv(file, {"step", "time", "loss", "norm", "lr", "exec_time", "tok/sec"}, [&](const auto& f, std::int64_t line) {
        rows.push_back({std::int64_t(number(f[0], file, line)), number(f[1], file, line), float(number(f[2], file, line)), float(number(f[3], file, line)),
            number(f[4], file, line), number(f[5], file, line), number(f[6], file, line)});
    });
    return rows;
}

std::vector<EvalRow> readEvalLog(const std::filesystem::path& file)
{
    std::vector<EvalRow> rows;
    readCsv(file, {"step", "time", "loss", "exec_time", "tok/sec"}, [&](const auto& f, std::int64_t line) {
        rows.push_back({std::int64_t(number(f[0], file, line)), number(f[1], file, line), float(number(f[2], file, line)), number(f[3], file, line), number(f[4], file, line)});
    });
    return rows;
}

std::vector<PriorLogRow> readPriors(const std::filesystem::path& file)
{
    std::vector<PriorLogRow> rows;
    std::vector<std::string> columns{"step", "layer", "head", "theta_alpha", "theta_beta", "theta_mu", "seq_scale"};
    if (kernelColumns(file).value_or(false))
        columns.insert(columns.end(), {"r1", "r2"});
    readCsv(file, columns, [&](const auto& f, std::int64_t line) {
        rows.push_back({std::int64_t(number(f[0], file, line)), std::int64_t(number(f[1], file, line)), std::int64_t(number(f[2], file, line)), number(f[3], file, line),
            number(f[4], file, line), number(f[5], file, line), number(f[6], file, line)});
        if (f.size() > 7) {
            rows.back().r1 = number(f[7], file, line);
            rows.back().r2 = number(f[8], file, line);
        }
    });
    return rows;
}

std::string stepName(std::int64_t step)
{
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "%s%08lld", kStep, static_cast<long long>(step));
    return name.data();
}

std::optional<std::int64_t> stepOf(std::string_view name)
{
    if (!name.starts_with(kStep))
        return std::nullopt;
    name.remove_prefix(std::string_view(kStep).size());
    std::int64_t step = 0;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), step);
    return parsed.ec == std::errc() && parsed.ptr == name.data() + name.size() && step >= 0 ? std::optional(step) : std::nullopt;
}

FoundCheckpoints findCheckpoints(const std::filesystem::path& run, const std::function<void(const std::filesystem::path&, const std::string&)>& unreachable)
{
    namespace fs = std::filesystem;
    FoundCheckpoints found;
    const auto tell = [&](const fs::path& path, const std::string& reason) {
        if (unreachable)
            unreachable(path, reason);
    };
    const auto parent = run / "checkpoints";
    std::error_code failure;
    if (fs::symlink_status(parent, failure).type() == fs::file_type::not_found)
        return found;
    fs::directory_iterator entry(parent, failure);      // a link to a disk that is not there is an error
    for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
        const auto& folder = entry->path();
        const auto step = stepOf(folder.filename().string());
        if (!step)
            continue;
        std::error_code unreadable;     // such as of another person
        const bool complete = fs::exists(folder / "state.json", unreadable);
        if (unreadable)
            tell(folder / "state.json", unreadable.message());
        else if (!complete && entry->is_symlink(unreadable) && !fs::exists(folder, unreadable))
            tell(folder, "the link leads to nothing");
        else
            (complete ? found.complete : found.incomplete).emplace_back(*step, folder);
    }
    if (failure)
        tell(parent, failure.message());
    std::sort(found.complete.begin(), found.complete.end());
    std::sort(found.incomplete.begin(), found.incomplete.end());
    return found;
}

Checkpoints listCheckpoints(const std::filesystem::path& run) { return findCheckpoints(run).complete; }

}  // namespace bam::runs
