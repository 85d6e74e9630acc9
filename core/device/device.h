// SPDX-License-Identifier: GPL-3.0-or-later
// Which device a run uses, and the few things that differ between devices. The program itself links only the CPU half of LibTorch; the CUDA
// half is in a module beside it, loaded when a CUDA device is asked for, after which ATen's operators reach CUDA through the dispatcher.
//
// Invariant: LibTorch decides once per process whether CUDA exists, at its first random seed or backward pass. So resolve() (or loadCuda())
// comes before any tensor work of a process that is to use CUDA; coming too late is an Error that says so, never a wrong device.
#pragma once

#include <c10/core/Device.h>

#include <cstdint>
#include <string>
#include <vector>

namespace bam::device {

struct DeviceInfo {
    int index = 0;              ///< as in cuda:N
    std::string name;           ///< e.g. "NVIDIA H200"
    std::int64_t totalBytes = 0;
    std::int64_t freeBytes = 0;
    std::int64_t cachedBytes = 0;   ///< neither free nor in use: this process keeps them for its next tensors
    int major = 0;              ///< compute capability
    int minor = 0;
};

enum class CudaState {
    Ready,        ///< module loaded, at least one device
    NotBuilt,     ///< no CUDA module beside the program
    NotLoadable,  ///< the module or a library it needs cannot be loaded
    NoDriver,     ///< no NVIDIA driver on this machine
    NoDevice,     ///< driver and module are there, but the runtime finds no usable device
    TooLate,      ///< LibTorch had already settled on the CPU in this process
};

struct CudaStatus {
    CudaState state = CudaState::NotBuilt;
    std::string cause;  ///< why CUDA cannot be used, one sentence; empty when Ready
    std::string hint;   ///< what to do about it
};

/// Loads the CUDA module at the first call and remembers the outcome. Never throws for a machine without CUDA; safe from any thread.
const CudaStatus& loadCuda();

/// Devices with their present free memory; empty unless loadCuda() is Ready.
std::vector<DeviceInfo> cudaDevices();

struct Choice {
    at::Device device = at::kCPU;
    std::string note;  ///< why `auto` chose the CPU, one sentence; empty otherwise
};

/// `auto` (the first CUDA device, else the CPU), `cpu`, `cuda` (the first) or `cuda:N`.
/// @throws Error Usage for any other text; Environment when CUDA is asked for and absent, or has no device N
Choice choose(const std::string& spec);
at::Device resolve(const std::string& spec);

/// "cpu", or "cuda:0 (NVIDIA H200, 139.8 GiB, 138.2 GiB free)".
std::string describe(const at::Device& device);

/// Waits until everything queued on the device is done; returns at once on the CPU. @throws Error Failed with the device's message
void synchronize(const at::Device& device);

/// Seeds the default generator of the CPU and of this device. Unlike at::manual_seed it does not make LibTorch settle on the CPU.
void seed(const at::Device& device, std::uint64_t value);

/// Makes operators deterministic where they have such a variant (the others warn). Set before the first CUDA operation.
void setDeterministic(bool on);

/// Lets float32 matrix products on CUDA use TF32 tensor cores.
void setTensorCores(bool on);

/// Lets the C library keep freed memory for the next allocation instead of giving it back to the system: a training step frees and asks for the same
/// tensors each time, and getting fresh pages costs a seventh to a third of a step on a CPU. For the life of the process; glibc only.
void keepFreedMemory();

/// Bytes that new tensors of this process can take there now; on the CPU those that the host can give. 0 where that is not known.
std::int64_t freeMemory(const at::Device& device);

/// Largest number of bytes in use so far: tensors on a CUDA device, resident memory of the process on the CPU.
std::int64_t peakMemory(const at::Device& device);
void resetPeakMemory(const at::Device& device);  ///< CUDA only; the system keeps the CPU's peak for the life of the process

/// Threads when nobody says how many: OMP_NUM_THREADS where it is set, as clusters do, else physicalCores().
int defaultThreads();

/// Physical cores this process may use: hyper-threads counted once; CPU affinity and the container's quota respected. At least 1.
int physicalCores();

}  // namespace bam::device
