// SPDX-License-Identifier: GPL-3.0-or-later
// posix_spawn rather than a library's detached start: that ends the tie to the child, and with it the knowledge that the system killed it for want of memory.
#include "core/jobs/spawn.h"

#include "core/base/descriptor.h"
#include "core/base/process_stat.h"
#include "core/base/spawn_settings.h"
#include "core/base/text.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bam::jobs {
namespace {

struct OutputFile {
    explicit OutputFile(const std::filesystem::path& path) : file(openRetrying(path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644)), error(file.valid() ? 0 : errno) {}
    const Descriptor file;
    const int error;
};

/// Another program may well have the path of a run or a spec on its command line: an editor, `tail -f`.
bool isWorker(const std::vector<std::string>& words) { return words.size() > 2 && words[1] == "--batch" && (words[2] == "train" || words[2] == "evaluate"); }

bool isOwn(const std::filesystem::path& process)
{
    struct stat info{};
    return ::stat(process.c_str(), &info) == 0 && info.st_uid == ::geteuid();
}

}  // namespace

Spawned spawn(const SpawnRequest& request)
{
    const OutputFile out(request.outFile), err(request.errFile);
    if (!out.file.valid())
        return {0, out.error, request.outFile};
    if (!err.file.valid())
        return {0, err.error, request.errFile};
    SpawnSettings settings(SpawnSettings::Family::OwnSession);
    settings.sendOutput(out.file.get(), err.file.get());
    if (!request.workingFolder.empty())
        settings.startIn(request.workingFolder.string());
    auto words = request.arguments;
    words.insert(words.begin(), request.program.string());
    pid_t pid = 0;
    const int failure = settings.start(pid, words);
    return failure == 0 ? Spawned{pid, 0, {}} : Spawned{0, failure, {}};
}

bool isEnding(std::int64_t pid)
{
    siginfo_t info{};
    return pid > 0 && ::waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

std::optional<ExitStatus> exitStatusOf(std::int64_t pid)
{
    int status = 0;
    if (pid <= 0 || ::waitpid(pid_t(pid), &status, WNOHANG) != pid_t(pid))
        return std::nullopt;
    return WIFSIGNALED(status) ? ExitStatus{0, WTERMSIG(status)} : ExitStatus{WEXITSTATUS(status), 0};
}

std::int64_t workerWithWord(const std::string& word)
{
    std::int64_t oldest = 0;
    std::uint64_t since = 0;
    std::error_code error;
    for (std::filesystem::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
        const auto name = entry->path().filename().string();
        std::int64_t pid = 0;
        const auto read = std::from_chars(name.data(), name.data() + name.size(), pid);
        if (read.ec != std::errc() || read.ptr != name.data() + name.size())
            continue;
        std::ifstream file(entry->path() / "cmdline", std::ios::binary);
        const std::string line{std::istreambuf_iterator<char>(file), {}};
        const auto words = splitText(line, '\0');
        if (!isWorker(words) || !isOwn(entry->path()) || std::find(words.begin(), words.end(), word) == words.end())
            continue;
        // The ranks of a training have its whole command line too; the process that started them is older.
        const auto stat = processStat(pid);
        if (!stat.hasEnded() && (oldest == 0 || stat.startTicks < since || (stat.startTicks == since && pid < oldest))) {
            oldest = pid;
            since = stat.startTicks;
        }
    }
    return oldest;
}

}  // namespace bam::jobs
