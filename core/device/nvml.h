// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs and their free memory through NVIDIA's management library, opened at run time: nothing is linked, nothing is initialised on a GPU, and a machine
// without a driver says so in a sentence. Free of Torch.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bam::device {

struct GpuState {
    int index = 0;                  ///< N of cuda:N, as CUDA counts where CUDA_VISIBLE_DEVICES is set
    std::string name;               ///< "NVIDIA H200"
    std::string uuid;               ///< "GPU-…"
    std::int64_t totalBytes = 0;
    std::int64_t freeBytes = 0;
    int utilisation = -1;           ///< percent; −1: not known
    int processes = -1;             ///< computing there; −1: not known
};

class Nvml {
public:
    /// @param library file to open; the default is where the driver puts it
    explicit Nvml(const std::string& library = "libnvidia-ml.so.1");
    ~Nvml();
    Nvml(Nvml&&) noexcept;
    Nvml& operator=(Nvml&&) noexcept;

    bool available() const { return m_library != nullptr; }
    /// Why GPUs cannot be listed, one sentence; empty when they can.
    const std::string& cause() const { return m_cause; }
    /// All GPUs in NVML's order (that of the PCI bus). One that does not answer is left out. Empty when not available.
    std::vector<GpuState> read() const;

private:
    struct Library;
    std::unique_ptr<Library> m_library;
    std::string m_cause;
};

/// Those that CUDA shows a process with this value of CUDA_VISIBLE_DEVICES, renumbered as it numbers them. Null: the variable is not set, all are shown.
std::vector<GpuState> visibleGpus(const std::vector<GpuState>& all, const char* visibleDevices);

/// Memory that the host can give to a new process, and all it has; in a container that container's share. Zero where the system does not tell.
struct HostMemory {
    std::int64_t totalBytes = 0;
    std::int64_t freeBytes = 0;
};
HostMemory hostMemory();
/// "AMD EPYC 7713 64-Core Processor"; empty where the system does not tell.
std::string processorName();

}  // namespace bam::device
