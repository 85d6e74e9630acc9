// SPDX-License-Identifier: GPL-3.0-or-later
// What throwFileError() of files.h throws, for those who must tell a file that is not there from one that cannot be read just now.
#pragma once

#include "core/base/error.h"

#include <cerrno>
#include <utility>

namespace bam {

/// The system refused an operation on a file.
class FileError : public Error {
public:
    FileError(ErrorCode code, std::string cause, std::string hint, int number) : Error(code, std::move(cause), std::move(hint)), m_number(number) {}

    int number() const { return m_number; }     ///< an errno value

private:
    int m_number;
};

/// Whether an operation failed because there is no such file, and not because of rights, limits, a device or a network.
inline bool isMissing(int errorNumber) { return errorNumber == ENOENT || errorNumber == ENOTDIR || errorNumber == EISDIR; }

}  // namespace bam
