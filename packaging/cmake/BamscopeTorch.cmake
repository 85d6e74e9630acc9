# SPDX-License-Identifier: GPL-3.0-or-later
# Defines bamscope::torch, the CPU half of LibTorch (libtorch_cpu and libc10). The CUDA half is never linked into the program:
# a separate module carries it and is loaded at run time when a device is asked for, so one binary serves both machines and
# starts quickly. Looks in the pinned wheel first, then wherever CMAKE_PREFIX_PATH or BAMSCOPE_TORCH_DIR point.
set(BAMSCOPE_TORCH_DIR "" CACHE PATH "Root of a LibTorch (contains include/ and lib/); empty: the pinned wheel")
find_path(BAMSCOPE_TORCH_INCLUDE ATen/ATen.h
    HINTS "${BAMSCOPE_TORCH_DIR}/include" "${BAMSCOPE_DEPS_DIR}/site/torch/include" PATH_SUFFIXES torch/include)
find_library(BAMSCOPE_TORCH_CPU torch_cpu
    HINTS "${BAMSCOPE_TORCH_DIR}/lib" "${BAMSCOPE_DEPS_DIR}/site/torch/lib" PATH_SUFFIXES torch/lib)
find_library(BAMSCOPE_TORCH_C10 c10
    HINTS "${BAMSCOPE_TORCH_DIR}/lib" "${BAMSCOPE_DEPS_DIR}/site/torch/lib" PATH_SUFFIXES torch/lib)
if(NOT BAMSCOPE_TORCH_INCLUDE OR NOT BAMSCOPE_TORCH_CPU OR NOT BAMSCOPE_TORCH_C10)
    message(FATAL_ERROR "LibTorch was not found. Run packaging/deps.sh to unpack the pinned wheel into build/deps, "
        "or set BAMSCOPE_TORCH_DIR (or CMAKE_PREFIX_PATH) to a LibTorch 2.11 folder that holds include/ and lib/.")
endif()
get_filename_component(BAMSCOPE_TORCH_LIB_DIR "${BAMSCOPE_TORCH_CPU}" DIRECTORY)
add_library(bamscope_torch INTERFACE)
add_library(bamscope::torch ALIAS bamscope_torch)
target_include_directories(bamscope_torch SYSTEM INTERFACE
    "${BAMSCOPE_TORCH_INCLUDE}" "${BAMSCOPE_TORCH_INCLUDE}/torch/csrc/api/include")
target_link_libraries(bamscope_torch INTERFACE "${BAMSCOPE_TORCH_CPU}" "${BAMSCOPE_TORCH_C10}")
# The wheel's libtorch_cpu finds its own CUDA runtime through its RPATH; the linker need not resolve it.
target_link_options(bamscope_torch INTERFACE -Wl,--allow-shlib-undefined)
