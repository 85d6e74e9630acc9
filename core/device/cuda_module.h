// SPDX-License-Identifier: GPL-3.0-or-later
// Finding and opening the CUDA module. Besides device.cpp and the tests, only what calls kernels or records graphs uses this.
#pragma once

#include "core/device/cuda_table.h"
#include "core/device/device.h"

#include <filesystem>

namespace bam::device {

/// <folder of the program>/../lib/bamscope/libbamscope_cuda.so: the same in the build tree and when installed.
std::filesystem::path cudaModulePath();

struct LoadedModule {
    const CudaTable* table = nullptr;  ///< null when status says why not
    CudaStatus status;                 ///< NotBuilt or NotLoadable; cause empty when the table is there
};

/// Opens the module (never to be closed: LibTorch's registrations cannot be undone) and checks its version.
LoadedModule openCudaModule(const std::filesystem::path& path);

/// The table of the module in use; null unless loadCuda() is Ready, which this calls.
const CudaTable* cudaTable();

/// True when the driver's library can be loaded.
bool haveNvidiaDriver(std::string& why);

}  // namespace bam::device
