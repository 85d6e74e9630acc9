// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/trust.h"

#include "core/base/text.h"

#include <cstdio>
#include <exception>

namespace bam::attention {
namespace {

struct Warning {
    std::mutex mutex;
    Warn warn = [](const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); };
};

Warning& warning()
{
    static Warning result;
    return result;
}

const char* nameOf(Element element)
{
    return element == Element::BFloat16 ? "bfloat16" : element == Element::Float16 ? "float16" : "float32";
}

}  // namespace

void setKernelWarning(Warn warn)
{
    const std::scoped_lock lock(warning().mutex);
    warning().warn = std::move(warn);
}

void warnOfKernels(const std::string& text)
{
    Warn warn;
    {
        const std::scoped_lock lock(warning().mutex);
        warn = warning().warn;
    }
    if (warn)
        warn(text);
}

bool Trust::in(const KernelKey& key, const std::string& where, const std::function<std::string()>& check)
{
    const std::scoped_lock lock(m_mutex);
    if (const auto known = m_verdicts.find(key); known != m_verdicts.end())
        return known->second;
    std::string reason;
    try {
        reason = check();
    } catch (const std::exception& error) {
        reason = error.what();
    } catch (...) {
        reason = "unknown exception";
    }
    const bool good = reason.empty();
    m_verdicts[key] = good;
    if (!good && m_warned.insert({key.device, key.element}).second) {
        warnOfKernels(str("Fused attention is not used ", where, " for ", nameOf(key.element), ": in its self-check ", reason,
            ". Attention works there operator by operator, more slowly and with more memory."));
    }
    return good;
}

}  // namespace bam::attention
