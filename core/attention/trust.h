// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers which fused kernels proved right on which device. A program that meets wrong kernels must still work, so a failed check is no error: it is
// said once per device and element type, and the composite operator does the work.
#pragma once

#include "core/attention/kernel_args.h"

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace bam::attention {

using Warn = std::function<void(const std::string&)>;

/// Where warnings of fused attention go; standard error until something else is set. For the start of a program, before any attention.
void setKernelWarning(Warn warn);

/// Says a warning about kernels there.
void warnOfKernels(const std::string& text);

struct KernelKey {
    int device = 0;
    Element element = Element::Float32;
    std::int64_t widthClass = 0;

    bool operator<(const KernelKey& other) const
    {
        return std::tie(device, element, widthClass) < std::tie(other.device, other.element, other.widthClass);
    }
};

class Trust {
public:
    /// The remembered verdict, else that of check(), which returns empty or why the kernels cannot be trusted (it may throw, which counts as a reason).
    /// Threads that ask at the same time wait for one check. A check may itself use attention, though not of the same key.
    /// @param where for the warning, e.g. "on cuda:0"
    bool in(const KernelKey& key, const std::string& where, const std::function<std::string()>& check);

private:
    std::recursive_mutex m_mutex;
    std::map<KernelKey, bool> m_verdicts;
    std::set<std::pair<int, Element>> m_warned;
};

}  // namespace bam::attention
