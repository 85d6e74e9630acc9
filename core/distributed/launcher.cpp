// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/launcher.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/distributed/c10d.h"
#include "core/distributed/rank_process.h"
#include "core/runs/run_directory.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>

#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace bam::distributed {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr std::string_view kScratch = "bamscope-ranks-";
constexpr const char* kLauncher = "BAMSCOPE_LAUNCHER";
constexpr const char* kErrorFile = "TORCHELASTIC_ERROR_FILE";
constexpr int kLook = 50;                   // milliseconds between two looks at the ranks
constexpr std::size_t kLastLines = 12;
constexpr int kStopped = int(ErrorCode::Stopped);

/// A folder for the ranks' reasons that goes with the launch.
class ScratchFolder {
public:
    ScratchFolder()
    {
        // TMPDIR may be of another machine, or of another person.
        std::error_code unusable;
        if (const auto parent = std::filesystem::temp_directory_path(unusable); unusable || !makeIn(parent))
            if (!makeIn("/tmp"))
                throwFileError("/tmp", "create a folder in", errno);
    }
    ~ScratchFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    std::filesystem::path errorFile(int rank) const { return m_path / str("rank_", rank, ".json"); }

private:
    bool makeIn(const std::filesystem::path& parent)
    {
        removeLeftOvers(parent);
        auto name = (parent / str(kScratch, ::getpid(), "-XXXXXX")).string();
        if (!::mkdtemp(name.data()))
            return false;
        m_path = name;
        return true;
    }

    /// Of launchers that were killed.
    static void removeLeftOvers(const std::filesystem::path& parent)
    {
        std::error_code error, ignored;
        for (std::filesystem::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
            const auto name = entry->path().filename().string();
            pid_t pid = 0;
            if (name.starts_with(kScratch) && std::from_chars(name.data() + kScratch.size(), name.data() + name.size(), pid).ec == std::errc() && ::kill(pid, 0) != 0 && errno == ESRCH)
                std::filesystem::remove_all(entry->path(), ignored);
        }
    }

    std::filesystem::path m_path;
};

/// What a rank left as its reason; null when there is nothing.
Json reasonOf(const std::filesystem::path& file)
{
    std::ifstream stream(file);
    const auto json = stream ? Json::parse(stream, nullptr, /*allow_exceptions=*/false) : Json();
    return json.is_object() && json.contains("bamscope") ? json["bamscope"] : Json();
}

std::string hintFor(int signal)
{
    switch (signal) {
    case SIGKILL: return "Somebody killed it, or the kernel did because memory ran out (`dmesg` tells): use a smaller batch_size with the same tokens_per_step.";
    case SIGBUS: return "A file it had mapped was cut, or the disk is full.";
    case SIGSEGV:
    case SIGABRT:
    case SIGILL:
    case SIGFPE: return "This is an error of the program: please report it with the lines above.";
    default: return "Continue from the newest checkpoint with --resume.";
    }
}

class Launch {
public:
    Launch(const LaunchRequest& request, const LogFn& note) : m_request(request), m_note(note)
    {
        c10d::TCPStoreOptions options;
        options.port = 0;
        options.isServer = true;
        options.waitWorkers = false;
        try {
            m_store = c10::make_intrusive<c10d::TCPStore>("127.0.0.1", options);
        } catch (const std::exception& failure) {
            throw Error(ErrorCode::Environment, str("the store for the ranks could not be opened on 127.0.0.1: ", failure.what()), "The loopback interface must be up.");
        }
        for (int rank = 0; rank < request.ranks; ++rank)
            m_ranks.push_back(std::make_unique<RankProcess>(request.command, variables(rank), /*keepOutput=*/rank > 0));
    }

    LaunchOutcome watch(const std::stop_token& stop)
    {
        for (;;) {
            look();
            if (std::ranges::none_of(m_ranks, [](const auto& rank) { return rank->isRunning(); }))
                return outcome();
            if (stop.stop_requested() && !m_stopped) {
                m_stopped = true;
                askAll();
            }
            endTheRest();
        }
    }

private:
    std::vector<std::pair<std::string, std::string>> variables(int rank) const
    {
        std::vector<std::pair<std::string, std::string>> set{{"RANK", str(rank)}, {"LOCAL_RANK", str(rank)}, {"WORLD_SIZE", str(m_request.ranks)}, {"LOCAL_WORLD_SIZE", str(m_request.ranks)},
            {"MASTER_ADDR", "127.0.0.1"}, {"MASTER_PORT", str(m_store->getPort())}, {"TORCHELASTIC_USE_AGENT_STORE", "True"}, {"TORCHELASTIC_RESTART_COUNT", "0"},
            {kErrorFile, m_scratch.errorFile(rank).string()}, {kLauncher, str(::getpid())}};
        if (!m_request.visibleDevices.empty())
            set.emplace_back("CUDA_VISIBLE_DEVICES", m_request.visibleDevices);
        return set;
    }

    /// Reads what they print and learns who has ended, for at most kLook milliseconds.
    void look()
    {
        std::vector<pollfd> files;
        for (const auto& rank : m_ranks)
            if (rank->output() >= 0)
                files.push_back({rank->output(), POLLIN, 0});
        ::poll(files.data(), nfds_t(files.size()), kLook);
        for (std::size_t n = 0; n < m_ranks.size(); ++n) {
            // Its last words are in the pipe when it has ended.
            const bool ended = m_ranks[n]->collect();
            m_ranks[n]->readOutput(kLastLines);
            // One that stopped in order is no reason to hurry the others, which may still write the checkpoint.
            if (ended && m_ranks[n]->failed() && m_ranks[n]->code() != kStopped && !m_failedAt) {
                m_failedAt = Clock::now();
                m_first = int(n);
            }
        }
    }

    void signalAll(int signal)
    {
        for (const auto& rank : m_ranks)
            rank->send(signal);
    }

    /// Once: they finish what they write.
    void askAll()
    {
        if (!std::exchange(m_asked, true))
            signalAll(SIGTERM);
    }

    /// Without one of them the others can do nothing more than say so.
    void endTheRest()
    {
        if (!m_failedAt)
            return;
        if (!m_told) {
            m_told = true;
            const int code = m_ranks[std::size_t(m_first)]->code();
            if (m_note && code != int(ErrorCode::Usage))
                m_note(str("rank ", m_first, " ", m_ranks[std::size_t(m_first)]->ending(), "; the others are ended"));
            askAll();
        }
        if (Clock::now() - *m_failedAt > m_request.grace)
            signalAll(SIGKILL);
    }

    /// The rank to blame: one that a signal ended (not ours, nor one that asked all to stop), else one that failed by itself, else the first that lost contact with the others.
    int culprit() const
    {
        int found = -1, best = -1;
        for (std::size_t n = 0; n < m_ranks.size(); ++n) {
            const auto& rank = *m_ranks[n];
            if (!rank.failed() || rank.code() == kStopped)
                continue;
            const auto reason = reasonOf(m_scratch.errorFile(int(n)));
            const bool lost = reason.is_object() && reason.value("contact_lost", false);
            // Who lost contact with one that stopped in order only came too late to stop with it.
            const bool afterStop = lost && std::ranges::any_of(m_ranks, [](const auto& other) { return other->code() == kStopped; });
            const bool asked = afterStop || rank.endedAsAsked() || (m_stopped && (rank.signal() == SIGTERM || rank.signal() == SIGINT || rank.signal() == SIGHUP));
            const int weight = asked ? 0 : rank.signal() > 0 ? 3 : lost ? 1 : 2;
            if (weight == 0)
                continue;
            if (weight > best || (weight == best && int(n) == m_first && rank.code() != int(ErrorCode::Usage))) {
                best = weight;
                found = int(n);
            }
        }
        return found;
    }

    LaunchOutcome outcome()
    {
        LaunchOutcome result;
        result.run = told("bamscope/run");
        result.rank = culprit();
        if (result.rank < 0) {
            const bool stopped = std::ranges::any_of(m_ranks, [](const auto& rank) { return rank->code() == kStopped; });
            result.code = stopped || (m_stopped && m_failedAt) ? kStopped : 0;
            return result;
        }
        const auto& rank = *m_ranks[std::size_t(result.rank)];
        const auto reason = reasonOf(m_scratch.errorFile(result.rank));
        if (reason.is_object()) {
            result.code = reason.value("code", 1);
            result.cause = reason.value("cause", std::string());
            result.hint = reason.value("hint", std::string());
        } else {
            result.code = rank.signal() > 0 ? int(ErrorCode::Failed) : rank.code();
            result.cause = str("rank ", result.rank, " of ", m_request.ranks, " ", rank.ending());
            result.hint = rank.signal() > 0 ? hintFor(rank.signal()) : "Its last lines are above.";
        }
        result.lastLines = result.rank == 0 ? logLines(result.run) : rank.lastLines();
        return result;
    }

    std::string told(const std::string& key) const
    {
        try {
            const auto full = str("/worker/attempt_0/", key);
            if (!m_store->check({full}))
                return {};
            const auto bytes = m_store->get(full);
            return {bytes.begin(), bytes.end()};
        } catch (const std::exception&) {
            return {};
        }
    }

    static std::vector<std::string> logLines(const std::filesystem::path& run)
    {
        std::vector<std::string> lines;
        std::ifstream stream(run / "log.txt");
        for (std::string line; !run.empty() && std::getline(stream, line);) {
            lines.push_back(line);
            if (lines.size() > kLastLines)
                lines.erase(lines.begin());
        }
        return lines;
    }

    const LaunchRequest& m_request;
    const LogFn& m_note;
    ScratchFolder m_scratch;
    c10::intrusive_ptr<c10d::TCPStore> m_store;
    std::vector<std::unique_ptr<RankProcess>> m_ranks;
    std::optional<Clock::time_point> m_failedAt;
    int m_first = -1;                       // the first to end badly
    bool m_told = false;
    bool m_stopped = false;                 // somebody asked this launcher to stop
    bool m_asked = false;                   // all have been sent SIGTERM
};

}  // namespace

LaunchOutcome launch(const LaunchRequest& request, std::stop_token stop, const LogFn& note) { return Launch(request, note).watch(stop); }

void watchOverMe()
{
    const auto* launcher = std::getenv(kLauncher);
    if (!launcher)
        return;
    ::prctl(PR_SET_PDEATHSIG, SIGHUP);
    if (std::to_string(::getppid()) != launcher)    // it ended before that
        ::raise(SIGHUP);
}

bool hasLauncher() { return std::getenv(kLauncher) != nullptr; }

void leaveReason(int code, const std::string& cause, const std::string& hint, bool contactLost)
{
    const auto* file = std::getenv(kErrorFile);
    if (!file || !*file)
        return;
    const auto now = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    const Json json{{"message", {{"message", hint.empty() ? cause : cause + "\n  " + hint}, {"errorCode", code}, {"extraInfo", {{"timestamp", std::to_string(now)}}}}},
        {"bamscope", {{"code", code}, {"cause", cause}, {"hint", hint}, {"contact_lost", contactLost}}}};
    std::ofstream(file) << json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace bam::distributed
