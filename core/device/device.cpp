// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/device.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/cuda_module.h"
#include "core/device/nvml.h"

#include <ATen/Context.h>
#include <ATen/Version.h>
#include <ATen/detail/CUDAHooksInterface.h>

#include <sys/resource.h>

#include <charconv>
#include <climits>
#include <cstdlib>
#include <mutex>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace bam::device {
namespace {

struct Cuda {
    CudaStatus status;
    const CudaTable* table = nullptr;
    int count = 0;
};

Cuda load()
{
    const auto path = cudaModulePath();
    std::error_code error;
    std::string reason;
    // The driver is asked first: it answers in a millisecond, while the module brings in a gigabyte of libraries.
    if (std::filesystem::exists(path, error) && !haveNvidiaDriver(reason)) {
        return {{CudaState::NoDriver, str("No NVIDIA driver was found on this machine (", reason, ")."),
            "Install the driver of the graphics card, start the container with access to it, or use --device=cpu."}};
    }
    const LoadedModule module = openCudaModule(path);
    if (module.table == nullptr)
        return {module.status};
    int count = 0;
    const char* message = module.table->deviceCount(&count);
    if (message != nullptr || count == 0) {
        return {
            {CudaState::NoDevice, str("The CUDA runtime finds no usable device: ", message != nullptr ? message : "the count is 0", "."),
                "Check with nvidia-smi that the card is visible here (CUDA_VISIBLE_DEVICES, container settings) and that the driver "
                "supports CUDA 13, or use --device=cpu."},
            module.table};
    }
    if (!at::detail::getCUDAHooks().hasCUDART()) {
        return {{CudaState::TooLate, "CUDA was asked for after this process had already started to work on the CPU.",
                    "Use one device per process: run the CPU and the CUDA jobs with separate calls."},
            module.table};
    }
    return {{CudaState::Ready, {}, {}}, module.table, count};
}

/// A process cannot unload LibTorch's CUDA half, so the outcome of the one attempt is the process's.
const Cuda& cuda()
{
    static const Cuda result = load();
    return result;
}

const CudaTable& readyTable()
{
    const Cuda& found = cuda();
    if (found.status.state != CudaState::Ready)
        throw Error(ErrorCode::Environment, found.status.cause, found.status.hint);
    return *found.table;
}

void check(const char* message, const char* what, const at::Device& device)
{
    if (message != nullptr) {
        throw Error(ErrorCode::Failed, str(what, " on ", device.str(), " failed: ", message, "."),
            "The device may be in a bad state; nvidia-smi shows it. A new process starts afresh.");
    }
}

std::string label(const DeviceInfo& info)
{
    return str("cuda:", info.index, " (", info.name, ", ", humanBytes(double(info.totalBytes)), ", ", humanBytes(double(info.freeBytes)),
        " free)");
}

/// N of `cuda:N`, 0 for `cuda`; -1 when the text is neither.
int cudaIndex(const std::string& spec)
{
    if (spec == "cuda")
        return 0;
    if (spec.rfind("cuda:", 0) != 0)
        return -1;
    int index = -1;
    const char* last = spec.data() + spec.size();
    const auto [end, error] = std::from_chars(spec.data() + 5, last, index);
    return error == std::errc() && end == last && index >= 0 && spec[5] != '-' ? index : -1;
}

at::Device cudaDevice(int index)
{
    readyTable();
    const int count = cuda().count;
    if (index >= count || index > 127) {
        std::vector<std::string> labels;
        for (const auto& info : cudaDevices())
            labels.push_back(label(info));
        throw Error(ErrorCode::Environment, str("There is no cuda:", index, " on this machine."), str("It has ", joinNames(labels), "."));
    }
    return {at::kCUDA, static_cast<at::DeviceIndex>(index)};
}

}  // namespace

const CudaStatus& loadCuda()
{
    return cuda().status;
}

const CudaTable* cudaTable()
{
    return loadCuda().state == CudaState::Ready ? cuda().table : nullptr;
}

std::vector<DeviceInfo> cudaDevices()
{
    std::vector<DeviceInfo> devices;
    if (loadCuda().state != CudaState::Ready)
        return devices;
    for (int index = 0; index < cuda().count; ++index) {
        CudaProperties properties{};
        check(cuda().table->properties(index, &properties), "Reading the properties",
            at::Device(at::kCUDA, static_cast<at::DeviceIndex>(index)));
        devices.push_back({index, properties.name, properties.totalBytes, properties.freeBytes, properties.cachedBytes, properties.major, properties.minor});
    }
    return devices;
}

Choice choose(const std::string& spec)
{
    if (spec == "cpu")
        return {};
    if (spec == "auto") {
        const CudaStatus& status = loadCuda();
        return status.state == CudaState::Ready ? Choice{cudaDevice(0), {}} : Choice{at::kCPU, status.cause};
    }
    const int index = cudaIndex(spec);
    if (index < 0) {
        throw Error(ErrorCode::Usage, str("device is \"", spec, "\"; expected auto, cpu, cuda or cuda:N with N = 0, 1, …"),
            "For example --device=cuda:1 for the second CUDA device.");
    }
    return {cudaDevice(index), {}};
}

at::Device resolve(const std::string& spec)
{
    return choose(spec).device;
}

std::string describe(const at::Device& device)
{
    if (device.is_cuda()) {
        for (const auto& info : cudaDevices())
            if (info.index == device.index())
                return label(info);
    }
    return device.str();
}

void synchronize(const at::Device& device)
{
    if (device.is_cuda())
        check(readyTable().synchronize(device.index()), "The work", device);
}

void seed(const at::Device& device, std::uint64_t value)
{
    const auto seedOne = [value](const at::Device& one) {
        auto generator = at::globalContext().defaultGenerator(one);
        const std::scoped_lock lock(generator.mutex());
        generator.set_current_seed(value);
    };
    seedOne(at::kCPU);
    if (device.is_cuda())
        seedOne(device);
}

void setDeterministic(bool on)
{
    if (on) {
        // cuBLAS is deterministic only with a fixed workspace, which it reads from the environment at its first use.
        setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", 0);
    }
    at::globalContext().setDeterministicAlgorithms(on, /*warn_only=*/true);
    at::globalContext().setDeterministicFillUninitializedMemory(false);
    at::globalContext().setBenchmarkCuDNN(false);
}

void setTensorCores(bool on)
{
    at::globalContext().setFloat32MatmulPrecision(on ? "high" : "highest");
}

void keepFreedMemory()
{
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, INT_MAX);     // blocks of their own are unmapped when freed: none, up to 2 GiB
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
}

std::int64_t freeMemory(const at::Device& device)
{
    if (!device.is_cuda())
        return hostMemory().freeBytes;
    for (const auto& info : cudaDevices())
        if (info.index == device.index())
            return info.freeBytes + info.cachedBytes;
    return 0;
}

std::int64_t peakMemory(const at::Device& device)
{
    if (device.is_cuda()) {
        std::int64_t bytes = 0;
        check(readyTable().peakMemory(device.index(), &bytes), "Reading the peak memory", device);
        return bytes;
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return std::int64_t(usage.ru_maxrss) * 1024;
}

void resetPeakMemory(const at::Device& device)
{
    if (device.is_cuda())
        check(readyTable().resetPeakMemory(device.index()), "Resetting the peak memory", device);
}

}  // namespace bam::device
