// SPDX-License-Identifier: GPL-3.0-or-later
// Plain files and standard input.
#include "core/data/documents/byte_stream.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace bam::data {
namespace {

/// How long a request to stop may go unnoticed while nothing arrives.
constexpr int kPollMilliseconds = 100;

std::size_t readSome(int descriptor, char* to, std::size_t most, const std::filesystem::path& path)
{
    for (;;) {
        const auto got = ::read(descriptor, to, most);
        if (got >= 0)
            return std::size_t(got);
        if (errno != EINTR)
            throwFileError(path, "read", errno);
    }
}

class FileStream : public ByteStream {
public:
    explicit FileStream(const std::filesystem::path& path) : m_path(path), m_descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC))
    {
        if (m_descriptor < 0)
            throwFileError(path, "read", errno);
        ::posix_fadvise(m_descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
    }
    ~FileStream() override { ::close(m_descriptor); }
    FileStream(const FileStream&) = delete;
    FileStream& operator=(const FileStream&) = delete;

    std::size_t read(char* to, std::size_t most) override
    {
        const auto got = readSome(m_descriptor, to, most, m_path);
        m_position += std::int64_t(got);
        return got;
    }
    std::int64_t diskPosition() const override { return m_position; }
    bool seek(std::int64_t offset) override
    {
        if (::lseek(m_descriptor, offset, SEEK_SET) < 0)
            return false;
        m_position = offset;
        return true;
    }

private:
    std::filesystem::path m_path;
    int m_descriptor;
    std::int64_t m_position = 0;
};

class StandardInput : public ByteStream {
public:
    explicit StandardInput(std::stop_token stop) : m_stop(std::move(stop)) {}

    std::size_t read(char* to, std::size_t most) override
    {
        for (;;) {
            if (m_stop.stop_requested())
                throw Error(ErrorCode::Stopped, "reading standard input was stopped", "Run the same command again with the same input.");
            pollfd ready{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
            const int count = ::poll(&ready, 1, kPollMilliseconds);
            if (count < 0 && errno != EINTR)
                throwFileError("-", "read", errno);
            if (count > 0)
                break;
        }
        const auto got = readSome(STDIN_FILENO, to, most, "-");
        m_position += std::int64_t(got);
        return got;
    }
    std::int64_t diskPosition() const override { return m_position; }
    bool seek(std::int64_t) override { return false; }

private:
    std::stop_token m_stop;
    std::int64_t m_position = 0;
};

}  // namespace

std::unique_ptr<ByteStream> openFileStream(const InputFile& file) { return std::make_unique<FileStream>(file.path); }

std::unique_ptr<ByteStream> openStandardInput(std::stop_token stop) { return std::make_unique<StandardInput>(std::move(stop)); }

std::unique_ptr<ByteStream> openByteStream(const InputFile& file, std::stop_token stop)
{
    if (file.isStandardInput())
        return openStandardInput(std::move(stop));
    return file.compression == Compression::None ? openFileStream(file) : openCompressedStream(file);
}

}  // namespace bam::data
