// SPDX-License-Identifier: GPL-3.0-or-later
// The zip container of `torch.save`: records by name as views into a memory map.
// Invariant: a record is handed out only when all of its bytes lie inside the file, uncompressed, so that its size is the size on disk.
#pragma once

#include "core/base/files.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace bam::interop {

class TorchArchive {
public:
    /// @throws Error (Failed) when the file is no complete archive of torch.save, or holds data of a big-endian machine.
    explicit TorchArchive(const std::filesystem::path& path);
    ~TorchArchive();
    TorchArchive(const TorchArchive&) = delete;
    TorchArchive& operator=(const TorchArchive&) = delete;

    bool contains(const std::string& record) const;
    /// @throws Error (Failed) when there is no such record, or it does not lie in the file as torch.save writes it.
    std::span<const std::byte> record(const std::string& name) const;
    /// Keeps the views alive.
    const std::shared_ptr<const MappedFile>& file() const { return m_file; }
    const std::filesystem::path& path() const { return m_file->path(); }

    /// Throws Error (Failed): this file is refused because of what was `found`.
    [[noreturn]] void refuse(const std::string& found, const std::string& hint = {}) const;

private:
    struct Impl;
    std::shared_ptr<const MappedFile> m_file;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace bam::interop
