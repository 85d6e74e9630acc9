// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/small_file.h"

#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <cerrno>

#include <sys/stat.h>

namespace bam {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& reason)
{
    throw Error(ErrorCode::Failed, str("Cannot read \"", path.string(), "\": ", reason, "."), "Remove it, or put the right file in its place.");
}

}  // namespace

std::optional<std::string> readSmallFile(const std::filesystem::path& path, std::size_t most)
{
    // O_NONBLOCK: a pipe of that name is not waited for.
    const Descriptor file(openRetrying(path.c_str(), O_RDONLY | O_NONBLOCK));
    if (!file.valid() && errno == ENOENT)
        return std::nullopt;
    struct stat info{};
    if (!file.valid() || ::fstat(file.get(), &info) != 0)
        throwFileError(path, "read", errno);
    if (S_ISDIR(info.st_mode))
        throwFileError(path, "read", EISDIR);
    if (!S_ISREG(info.st_mode))
        refuse(path, "it is not a regular file");
    if (std::size_t(info.st_size) > most)
        refuse(path, str("it holds ", withThousands(info.st_size), " bytes, more than what belongs there can have"));
    std::string content(std::size_t(info.st_size), '\0');
    std::size_t done = 0;
    while (done < content.size()) {
        const auto got = readRetrying(file.get(), content.data() + done, content.size() - done);
        if (got < 0)
            throwFileError(path, "read", errno);
        if (got == 0)
            break;
        done += std::size_t(got);
    }
    content.resize(done);
    return content;
}

}  // namespace bam
