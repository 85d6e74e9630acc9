// SPDX-License-Identifier: GPL-3.0-or-later
// The one exception family of the core. Every error names what was found and expected (cause) and what to do next (hint);
// its code is the exit status that scripts rely on. Third-party exceptions are translated at each module's edge.
#pragma once

#include <stdexcept>
#include <string>

namespace bam {

/// Exit status of the program, documented in `bamscope --help`.
enum class ErrorCode {
    Failed = 1,       ///< the work was valid but could not be done (corrupt file, disk full, non-finite loss)
    Usage = 2,        ///< wrong command line or invalid spec: nothing was started
    Stopped = 3,      ///< stopped on request (Ctrl-C, SIGTERM); what was promised is on disk
    Environment = 4,  ///< the machine lacks something: device, package, permission
};

class Error : public std::runtime_error {
public:
    /// @param cause one sentence: where, what was found, what was expected
    /// @param hint  one sentence: what to do next; may be empty only where nothing can be done
    Error(ErrorCode code, std::string cause, std::string hint = {})
        : std::runtime_error(hint.empty() ? cause : cause + "\n  " + hint)
        , m_code(code), m_cause(std::move(cause)), m_hint(std::move(hint))
    {
    }

    ErrorCode code() const { return m_code; }
    const std::string& cause() const { return m_cause; }
    const std::string& hint() const { return m_hint; }

private:
    ErrorCode m_code;
    std::string m_cause;
    std::string m_hint;
};

}  // namespace bam
