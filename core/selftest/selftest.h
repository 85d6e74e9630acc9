// SPDX-License-Identifier: GPL-3.0-or-later
// Does this machine compute what it should, and how fast? Every backend that is present, against the reference in fp64. What the owner of a new
// GPU runs first; also what a bug report about numbers should contain.
#pragma once

#include "core/base/progress.h"

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace bam::selftest {

struct Check {
    std::string backend;        ///< "fused avx512 float32"
    std::string what;           ///< "attention, forward and backward"
    int cases = 0;
    double outputError = 0, gradientError = 0, tolerance = 0;  ///< relative, the largest of all cases; tolerance 0: no errors are told
    std::string worst;          ///< the case with the largest error
    bool passed = false;
    std::string note;           ///< why it was not run, or what failed; empty otherwise
};

struct Speed {
    std::string backend;
    std::string what;           ///< "attention, 16 heads of width 48, 2048 tokens, forward and backward"
    double seconds = 0;         ///< median
    double gflops = 0;          ///< visible products only
};

struct Report {
    std::string device;
    std::vector<Check> checks;
    std::vector<Speed> speeds;
    bool passed() const;
};

struct Options {
    at::Device device = at::kCPU;
    bool speeds = true;
    ProgressFn progress = {};
    std::function<void(const Check&)> onCheck = {};
    std::function<void(const Speed&)> onSpeed = {};
};

/// What a fused CUDA kernel may differ from the reference, relative to the largest value. @param type float32, bfloat16 or float16
double cudaTolerance(at::ScalarType type);

/// @throws Error (Stopped) on request
Report run(const Options& options, std::stop_token stop = {});

}  // namespace bam::selftest
