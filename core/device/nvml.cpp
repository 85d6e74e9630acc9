// SPDX-License-Identifier: GPL-3.0-or-later
// The few functions of libnvidia-ml that are needed, declared here: their names and layouts are a stable binary interface since driver 396.
#include "core/device/nvml.h"

#include "core/base/text.h"

#include <QtGlobal>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>

namespace bam::device {
namespace {

using Handle = void*;
constexpr int kSuccess = 0;
constexpr int kInsufficientSize = 7;    // the answer to asking for the number of processes alone
constexpr unsigned kNameSize = 96;

struct MemoryAnswer {
    unsigned long long total, free, used;
};

struct UtilisationAnswer {
    unsigned gpu, memory;
};

/// The first line of a file as a number; −1 when there is none ("max").
std::int64_t numberIn(const std::string& path)
{
    std::ifstream file(path);
    std::int64_t value = -1;
    return file >> value ? value : -1;
}

/// "MemAvailable:   12345 kB" of /proc/meminfo.
std::int64_t meminfo(const std::string& name)
{
    std::ifstream file("/proc/meminfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(name + ":"))
            return std::strtoll(line.c_str() + name.size() + 1, nullptr, 10) * 1024;
    return 0;
}

/// A whole number and nothing else.
bool isIndex(const std::string& text, int& index)
{
    char* end = nullptr;
    errno = 0;
    const auto value = std::strtol(text.c_str(), &end, 10);
    index = int(value);
    return !text.empty() && *end == 0 && errno == 0 && value >= 0 && value < 1024;
}

}  // namespace

struct Nvml::Library {
    void* file = nullptr;
    bool started = false;
    int (*init)() = nullptr;
    int (*shutdown)() = nullptr;
    const char* (*errorString)(int) = nullptr;
    int (*count)(unsigned*) = nullptr;
    int (*handleOf)(unsigned, Handle*) = nullptr;
    int (*nameOf)(Handle, char*, unsigned) = nullptr;
    int (*uuidOf)(Handle, char*, unsigned) = nullptr;
    int (*memoryOf)(Handle, MemoryAnswer*) = nullptr;
    int (*utilisationOf)(Handle, UtilisationAnswer*) = nullptr;         // these two may be missing
    int (*processesOf)(Handle, unsigned*, void*) = nullptr;

    ~Library()
    {
        if (started)
            shutdown();
        if (file)
            dlclose(file);
    }

    template <class Function>
    bool find(Function& function, const char* name)
    {
        function = reinterpret_cast<Function>(dlsym(file, name));
        return function != nullptr;
    }

    /// Why it cannot be used; empty when it can.
    std::string open(const std::string& name)
    {
        file = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!file)
            return QT_TRANSLATE_NOOP("core", "No NVIDIA driver is installed here, so there are no GPUs to list.");
        find(utilisationOf, "nvmlDeviceGetUtilizationRates");
        find(processesOf, "nvmlDeviceGetComputeRunningProcesses_v3");
        if (!find(init, "nvmlInit_v2") || !find(shutdown, "nvmlShutdown") || !find(errorString, "nvmlErrorString") || !find(count, "nvmlDeviceGetCount_v2")
            || !find(handleOf, "nvmlDeviceGetHandleByIndex_v2") || !find(nameOf, "nvmlDeviceGetName") || !find(uuidOf, "nvmlDeviceGetUUID")
            || !find(memoryOf, "nvmlDeviceGetMemoryInfo"))
            return str("The NVIDIA management library ", name, " is too old to list GPUs; a driver of version 396 or later is needed.");
        if (const int status = init(); status != kSuccess)
            return str("The NVIDIA driver does not answer: ", errorString(status), ".");
        started = true;
        return {};
    }

    bool read(unsigned index, GpuState& gpu) const
    {
        Handle device = nullptr;
        MemoryAnswer memory{};
        if (handleOf(index, &device) != kSuccess || memoryOf(device, &memory) != kSuccess)
            return false;
        char text[kNameSize] = {};
        gpu.index = int(index);
        gpu.totalBytes = std::int64_t(memory.total);
        gpu.freeBytes = std::int64_t(memory.free);
        if (nameOf(device, text, kNameSize) == kSuccess)
            gpu.name = text;
        if (uuidOf(device, text, kNameSize) == kSuccess)
            gpu.uuid = text;
        UtilisationAnswer utilisation{};
        if (utilisationOf && utilisationOf(device, &utilisation) == kSuccess)
            gpu.utilisation = int(utilisation.gpu);
        unsigned processes = 0;
        if (processesOf) {
            const int status = processesOf(device, &processes, nullptr);
            if (status == kSuccess || status == kInsufficientSize)
                gpu.processes = int(processes);
        }
        return true;
    }
};

Nvml::Nvml(const std::string& library)
    : m_library(std::make_unique<Library>())
{
    m_cause = m_library->open(library);
    if (!m_cause.empty())
        m_library.reset();
}

Nvml::~Nvml() = default;
Nvml::Nvml(Nvml&&) noexcept = default;
Nvml& Nvml::operator=(Nvml&&) noexcept = default;

std::vector<GpuState> Nvml::read() const
{
    std::vector<GpuState> gpus;
    unsigned count = 0;
    if (!m_library || m_library->count(&count) != kSuccess)
        return gpus;
    for (unsigned index = 0; index < count; ++index)
        if (GpuState gpu; m_library->read(index, gpu))
            gpus.push_back(std::move(gpu));
    return gpus;
}

std::vector<GpuState> visibleGpus(const std::vector<GpuState>& all, const char* visibleDevices)
{
    if (!visibleDevices)
        return all;
    std::vector<GpuState> visible;
    for (const auto& part : splitText(visibleDevices, ',')) {
        const auto name = std::string(trimmed(part));
        int index = -1;
        const bool numbered = isIndex(name, index);
        const auto found = std::find_if(all.begin(), all.end(),
            [&](const GpuState& gpu) { return numbered ? gpu.index == index : !name.empty() && gpu.uuid.starts_with(name); });
        if (found == all.end())
            break;      // CUDA ignores everything after the first name that it does not know
        visible.push_back(*found);
        visible.back().index = int(visible.size()) - 1;
    }
    return visible;
}

HostMemory hostMemory()
{
    HostMemory memory{meminfo("MemTotal"), meminfo("MemAvailable")};
    const auto limit = numberIn("/sys/fs/cgroup/memory.max");
    const auto used = numberIn("/sys/fs/cgroup/memory.current");
    if (limit > 0 && used >= 0 && (memory.totalBytes == 0 || limit < memory.totalBytes)) {
        memory.totalBytes = limit;
        memory.freeBytes = std::min(memory.freeBytes, std::max<std::int64_t>(0, limit - used));
    }
    return memory;
}

std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            if (const auto colon = line.find(':'); colon != std::string::npos)
                return std::string(trimmed(std::string_view(line).substr(colon + 1)));
    return {};
}

}  // namespace bam::device
