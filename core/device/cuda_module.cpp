// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/cuda_module.h"

#include "core/base/text.h"

#include <dlfcn.h>

namespace bam::device {
namespace {

constexpr const char* kRebuildHint =
    "Use --device=cpu, or install a CUDA 13 toolkit and build again with BAMSCOPE_CUDA=ON packaging/quickstart.sh.";

std::string lastDlError()
{
    const char* message = dlerror();
    return message != nullptr ? message : "no reason given";
}

}  // namespace

std::filesystem::path cudaModulePath()
{
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    return (program.parent_path() / ".." / "lib" / "bamscope" / "libbamscope_cuda.so").lexically_normal();
}

LoadedModule openCudaModule(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        return {
            nullptr, {CudaState::NotBuilt, str("This program was built without CUDA: ", path.string(), " does not exist."), kRebuildHint}};
    }
    // Now and not lazily: a missing library must be reported here, not crash in the first kernel.
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (module == nullptr) {
        return {nullptr, {CudaState::NotLoadable, str("The CUDA module cannot be loaded: ", lastDlError(), "."),
                             "Check that the CUDA 13 libraries it was built with are still installed, or build again; --device=cpu works "
                             "without them."}};
    }
    const auto function = reinterpret_cast<CudaTableFunction>(dlsym(module, kCudaTableSymbol));
    const CudaTable* table = function != nullptr ? function() : nullptr;
    if (table == nullptr || table->version != kCudaTableVersion) {
        const std::string found = table == nullptr ? "no version" : str("version ", table->version);
        return {
            nullptr, {CudaState::NotLoadable,
                         str("The CUDA module ", path.string(), " has ", found, "; this program needs version ", kCudaTableVersion, "."),
                         "Program and module come from different builds: build or install both again."}};
    }
    return {table, {CudaState::Ready, {}, {}}};
}

bool haveNvidiaDriver(std::string& why)
{
    if (dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) != nullptr)
        return true;
    why = lastDlError();
    return false;
}

}  // namespace bam::device
