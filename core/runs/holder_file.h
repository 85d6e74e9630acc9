// SPDX-License-Identifier: GPL-3.0-or-later
// A file that names the process that holds something, on file systems without the kernel's locks (some network and user-space ones). A living holder
// renews it.
//
// Invariants: a file is taken over only when its process is known to be gone (on this machine, of the same namespace of
// process numbers) or has not renewed it for kStaleSeconds (on another, or in another container);
// renew() tells a holder that was asleep so long that another one took over.
#pragma once

#include "core/runs/process_identity.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace bam::runs {

class HolderFile {
public:
    static constexpr int kStaleSeconds = 120;
    static constexpr int kRenewSeconds = 15;

    /// @returns null while a living process holds it, this one too  @throws Error when the file cannot be created
    static std::unique_ptr<HolderFile> take(const std::filesystem::path& file);
    /// Who holds it; `pid` is 0 while the file does not name anybody yet. A file whose holder is gone is removed.
    static std::optional<ProcessIdentity> living(const std::filesystem::path& file);
    /// Removes the file, unless another process took it over.
    ~HolderFile();
    HolderFile(const HolderFile&) = delete;
    HolderFile& operator=(const HolderFile&) = delete;

    /// Due every kRenewSeconds. @returns false when it is not held any more
    bool renew() const;

private:
    explicit HolderFile(std::filesystem::path file) : m_file(std::move(file)) {}

    const std::filesystem::path m_file;
};

/// Whether a lock failed because the file system has none. @param reason errno of flock
bool locksAreUnsupported(int reason);

}  // namespace bam::runs
