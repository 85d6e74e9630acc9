// SPDX-License-Identifier: GPL-3.0-or-later
// Durable file operations over POSIX calls: std::filesystem and iostreams report neither fsync nor the reason of a failure.
// Invariant: a temporary file lives exactly as long as the TemporaryFile that owns it, unless it was renamed into place.
#include "core/base/files.h"

#include "core/base/descriptor.h"
#include "core/base/file_error.h"
#include "core/base/text.h"

#include <QCryptographicHash>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace bam {
namespace {

constexpr std::size_t kReadChunk = std::size_t(1) << 20;
constexpr std::size_t kWriteChunk = std::size_t(1) << 30;   // Linux transfers at most 2 GiB - 4 KiB in one call.
constexpr int kMaxTemporaryNames = 1000;

/// 0 or an errno value.
int writeAll(int fd, const void* data, std::size_t size)
{
    const char* next = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t written = ::write(fd, next, std::min(size, kWriteChunk));
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return errno;
        if (written == 0)
            return ENOSPC;
        next += written;
        size -= static_cast<std::size_t>(written);
    }
    return 0;
}

int syncDescriptor(int fd)
{
    int result;
    do {
        result = ::fsync(fd);
    } while (result < 0 && errno == EINTR);
    return result == 0 ? 0 : errno;
}

/// A new file beside `target` (so that the rename stays within one file system), removed again unless it was kept.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::filesystem::path& target) : m_target(target), m_file(create()) {}
    ~TemporaryFile()
    {
        if (!m_path.empty())
            ::unlink(m_path.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    void append(const void* data, std::size_t size)
    {
        // A caller that swallows the exception must not end with a truncated file in place: the failure is remembered.
        if (m_failure == 0)
            m_failure = writeAll(m_file.get(), data, size);
        if (m_failure != 0)
            throwFileError(m_target, "write", m_failure);
    }

    void moveIntoPlace()
    {
        if (m_failure == 0)
            m_failure = syncDescriptor(m_file.get());
        const int closing = m_file.close();
        if (m_failure == 0)
            m_failure = closing;
        if (m_failure == 0 && ::rename(m_path.c_str(), m_target.c_str()) != 0)
            m_failure = errno;
        if (m_failure != 0)
            throwFileError(m_target, "write", m_failure);
        m_path.clear();
    }

private:
    int create()
    {
        const std::string stem = str('.', m_target.filename().string(), '.', ::getpid(), '.');
        for (int n = 0; n < kMaxTemporaryNames; ++n) {
            const auto path = m_target.parent_path() / str(stem, n, ".tmp");
            const int fd = openRetrying(path.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666);
            if (fd >= 0) {
                m_path = path;
                return fd;
            }
            if (errno != EEXIST)
                throwFileError(m_target, "write", errno);
        }
        throwFileError(m_target, "write", EEXIST);
    }

    std::filesystem::path m_target;
    std::filesystem::path m_path;
    Descriptor m_file;
    int m_failure = 0;
};

std::filesystem::path folderOf(const std::filesystem::path& path)
{
    const auto parent = path.parent_path();
    return parent.empty() ? std::filesystem::path(".") : parent;
}

Descriptor openForReading(const std::filesystem::path& path)
{
    const int fd = openRetrying(path.c_str(), O_RDONLY);
    if (fd < 0)
        throwFileError(path, "read", errno);
    return Descriptor(fd);
}

template <typename Consumer>
void readChunks(const std::filesystem::path& path, const Consumer& consume)
{
    const Descriptor file = openForReading(path);
    std::string chunk(kReadChunk, '\0');
    for (;;) {
        const ssize_t got = readRetrying(file.get(), chunk.data(), chunk.size());
        if (got < 0)
            throwFileError(path, "read", errno);
        if (got == 0)
            return;
        consume(std::string_view(chunk).substr(0, static_cast<std::size_t>(got)));
    }
}

QByteArrayView view(std::string_view bytes) { return {bytes.data(), static_cast<qsizetype>(bytes.size())}; }

std::string hexResult(const QCryptographicHash& hash) { return hash.result().toHex().toStdString(); }

}  // namespace

std::string readFile(const std::filesystem::path& path)
{
    std::string content;
    readChunks(path, [&](std::string_view chunk) { content += chunk; });
    return content;
}

void writeFileAtomic(const std::filesystem::path& path, std::string_view content)
{
    writeFileAtomic(path, [&](const ByteSink& sink) { sink(content.data(), content.size()); });
}

void writeFileAtomic(const std::filesystem::path& path, const std::function<void(const ByteSink&)>& write)
{
    TemporaryFile file(path);
    write([&](const void* data, std::size_t size) { file.append(data, size); });
    file.moveIntoPlace();
    syncFolder(folderOf(path));
}

void syncFolder(const std::filesystem::path& folder)
{
    const Descriptor file(openRetrying(folder.c_str(), O_RDONLY | O_DIRECTORY));
    if (!file.valid())
        throwFileError(folder, "open the folder", errno);
    // Some network and FUSE file systems cannot sync a folder and say EINVAL; nothing more can be done there.
    const int failure = syncDescriptor(file.get());
    if (failure != 0 && failure != EINVAL && failure != ENOTSUP)
        throwFileError(folder, "sync the folder", failure);
}

void throwFileError(const std::filesystem::path& path, std::string_view operation, int errorNumber)
{
    ErrorCode code = ErrorCode::Failed;
    std::string reason = std::generic_category().message(errorNumber);
    std::string hint;
    switch (errorNumber) {
    case ENOSPC:
        reason = "the disk is full";
        hint = str("Free space on the disk that holds \"", folderOf(path).string(), "\", or choose another folder, then try again.");
        break;
    case EDQUOT:
        reason = "the disk is full (your quota is used up)";
        hint = str("Free space on the disk that holds \"", folderOf(path).string(), "\", or choose another folder, then try again.");
        break;
    case EFBIG:
        reason = "the file would grow beyond the largest size allowed here";
        hint = "Raise the limit (see `ulimit -f`), or choose a folder on another file system.";
        break;
    case EACCES:
    case EPERM:
        code = ErrorCode::Environment;
        reason = "permission denied";
        hint = "Change the owner or the permissions of the file and its folder, or choose another folder.";
        break;
    case EROFS:
        code = ErrorCode::Environment;
        reason = "the file system is read-only";
        hint = "Choose a folder on a file system that can be written to.";
        break;
    case ENOENT:
        reason = "no such file or folder";
        hint = "Check the spelling of the path.";
        break;
    case ENOTDIR:
        reason = "a part of the path is not a folder";
        hint = "Check the spelling of the path.";
        break;
    case EISDIR:
        reason = "it is a folder, a file was expected";
        hint = "Name a file inside the folder.";
        break;
    case EEXIST:
        reason = "a file of this name exists already";
        hint = "Remove it, or choose another name.";
        break;
    case ENAMETOOLONG:
        reason = "the name is too long for this file system";
        hint = "Choose a shorter name.";
        break;
    case EMFILE:
    case ENFILE:
        reason = "too many files are open";
        hint = "Raise the limit (see `ulimit -n`).";
        break;
    case EIO:
        reason = "the device reported an input/output error";
        hint = "Check the disk or the network connection to it.";
        break;
    default:
        hint = "Check the path and the disk, then try again.";
    }
    throw FileError(code, str("Cannot ", operation, " \"", path.string(), "\": ", reason, "."), hint, errorNumber);
}

std::string sha256OfFile(const std::filesystem::path& path)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    readChunks(path, [&](std::string_view chunk) { hash.addData(view(chunk)); });
    return hexResult(hash);
}

std::string sha256(std::string_view bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(view(bytes));
    return hexResult(hash);
}

MappedFile::MappedFile(const std::filesystem::path& path) : m_path(path)
{
    const Descriptor file = openForReading(path);
    struct stat status{};
    if (::fstat(file.get(), &status) != 0)
        throwFileError(path, "read", errno);
    if (S_ISDIR(status.st_mode))
        throwFileError(path, "read", EISDIR);
    if (!S_ISREG(status.st_mode))
        throw Error(ErrorCode::Failed, str("Cannot map \"", path.string(), "\" into memory: it is not a regular file."),
            "Copy its content to a regular file first.");
    m_size = static_cast<std::size_t>(status.st_size);
    if (m_size == 0)
        return;
    void* const address = ::mmap(nullptr, m_size, PROT_READ, MAP_SHARED, file.get(), 0);
    if (address == MAP_FAILED)
        throwFileError(path, "map", errno);
    m_data = static_cast<const std::byte*>(address);
}

MappedFile::~MappedFile()
{
    if (m_data)
        ::munmap(const_cast<std::byte*>(m_data), m_size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_data(std::exchange(other.m_data, nullptr)), m_size(std::exchange(other.m_size, 0))
{
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_data, other.m_data);
    std::swap(m_size, other.m_size);
    return *this;
}

}  // namespace bam
