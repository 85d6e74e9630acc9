// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/estimate.h"
#include "core/spec/spec_io.h"
#include "core/spec/sweep_file.h"
#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    return bam::fuzz::reading([&] {
        using namespace bam::spec;
        const auto json = parseJson({reinterpret_cast<const char*>(data), size}, "the fuzzer's file");
        if (isSweep(json)) {
            readSweep({json}, "fuzz");
            return;
        }
        std::vector<Problem> problems;
        const auto spec = overlay(RunSpec{}, json, problems);
        auto more = validate(spec, 2);
        if (problems.empty() && more.empty()) {
            estimate(spec, 2);
            std::vector<Problem> none;
            // What was accepted survives being written and read.
            if (!(overlay(RunSpec{}, toJson(spec), none) == spec) || !none.empty())
                std::abort();
        }
    });
}
