// SPDX-License-Identifier: GPL-3.0-or-later
// posix_spawn rather than QProcess::startDetached: that one ends the tie to the child, and with it the knowledge that the system killed it for want of memory.
#include "app/work/launch.h"

#include "core/base/descriptor.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace bam::work {
namespace {

QString reason(int error) { return QString::fromLocal8Bit(std::strerror(error)); }

struct OutputFile {
    explicit OutputFile(const QString& path) : file(openRetrying(QFile::encodeName(path).constData(), O_WRONLY | O_CREAT | O_APPEND, 0644)), error(file.valid() ? 0 : errno) {}
    const Descriptor file;
    const int error;
};

Launched cannotOpen(const QString& path, int error)
{
    return {0, QCoreApplication::translate("Launch", "%1 cannot be opened: %2").arg(path, reason(error)), QCoreApplication::translate("Launch", "Check the space and the permissions of that folder."),
        error == ENOSPC || error == EDQUOT};
}

Launched cannotStart(const Launch& what, int error)
{
    if (!what.workingFolder.isEmpty() && !QFileInfo(what.workingFolder).isDir())
        return {0, QCoreApplication::translate("Launch", "The folder %1 is not there").arg(what.workingFolder), QCoreApplication::translate("Launch", "It was removed since this job was made; make the job again."), false};
    const auto hint = error == ENOENT || error == EACCES ? QCoreApplication::translate("Launch", "The program was moved or removed while this window was open; start Bamscope again.")
                                                         : QCoreApplication::translate("Launch", "Close other programs and start the job again.");
    return {0, QCoreApplication::translate("Launch", "The program %1 cannot be started: %2").arg(what.program, reason(error)), hint, false};
}

struct Attributes {
    Attributes()
    {
        posix_spawnattr_init(&attributes);
        sigset_t none, defaults;
        sigemptyset(&none);
        sigemptyset(&defaults);
        for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGXFSZ, SIGCHLD})
            sigaddset(&defaults, signal);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &defaults);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~Attributes() { posix_spawnattr_destroy(&attributes); }
    posix_spawnattr_t attributes;
};

struct FileActions {
    FileActions(const Launch& what, const OutputFile& out, const OutputFile& err) : folder(QFile::encodeName(what.workingFolder))
    {
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, out.file.get(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, err.file.get(), STDERR_FILENO);
        if (!folder.isEmpty())
            posix_spawn_file_actions_addchdir_np(&actions, folder.constData());
    }
    ~FileActions() { posix_spawn_file_actions_destroy(&actions); }
    posix_spawn_file_actions_t actions;
    QByteArray folder;
};

}  // namespace

Launched launch(const Launch& what)
{
    const OutputFile out(what.outFile), err(what.errFile);
    if (!out.file.valid())
        return cannotOpen(what.outFile, out.error);
    if (!err.file.valid())
        return cannotOpen(what.errFile, err.error);
    const Attributes attributes;
    const FileActions files(what, out, err);
    QByteArrayList words{QFile::encodeName(what.program)};
    for (const auto& argument : what.arguments)
        words << argument.toLocal8Bit();
    std::vector<char*> arguments;
    for (auto& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t pid = 0;
    const int failure = posix_spawn(&pid, words.front().constData(), &files.actions, &attributes.attributes, arguments.data(), environ);
    return failure == 0 ? Launched{pid, {}, {}, false} : cannotStart(what, failure);
}

bool isEnding(qint64 pid)
{
    siginfo_t info{};
    return pid > 0 && ::waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

std::optional<ExitStatus> exitStatusOf(qint64 pid)
{
    int status = 0;
    if (pid <= 0 || ::waitpid(pid_t(pid), &status, WNOHANG) != pid_t(pid))
        return std::nullopt;
    return WIFSIGNALED(status) ? ExitStatus{0, WTERMSIG(status)} : ExitStatus{WEXITSTATUS(status), 0};
}

}  // namespace bam::work
