// SPDX-License-Identifier: GPL-3.0-or-later
// Durable file operations. Invariant: after writeFileAtomic returns, the new content is on disk under its name; if it throws,
// the old content is untouched and no temporary file is left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace bam {

/// Whole file as bytes. @throws Error (Failed) naming the path and the system's reason.
std::string readFile(const std::filesystem::path& path);

/// Writes to a temporary sibling, fsyncs, renames over `path`, fsyncs the folder. @throws Error (Failed; Environment on EACCES/EROFS)
void writeFileAtomic(const std::filesystem::path& path, std::string_view content);
/// Same, with the content streamed by `write`, which is handed a sink that throws Error on any short write.
using ByteSink = std::function<void(const void* data, std::size_t size)>;
void writeFileAtomic(const std::filesystem::path& path, const std::function<void(const ByteSink&)>& write);

/// fsync of a folder, so that a rename inside it survives a power cut.
void syncFolder(const std::filesystem::path& folder);

/// Translates errno of a failed operation on `path` into an Error with a hint (disk full, no permission, read-only, …).
[[noreturn]] void throwFileError(const std::filesystem::path& path, std::string_view operation, int errorNumber);

/// SHA-256 of a file, lower-case hex.
std::string sha256OfFile(const std::filesystem::path& path);
std::string sha256(std::string_view bytes);

/// Read-only memory map of a whole file. Move-only. An empty file maps to size 0 and a null pointer.
class MappedFile {
public:
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    const std::byte* data() const { return m_data; }
    std::size_t size() const { return m_size; }
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
    const std::byte* m_data = nullptr;
    std::size_t m_size = 0;
};

}  // namespace bam
