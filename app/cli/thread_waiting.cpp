// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/thread_waiting.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string_view>

namespace bam::cli {
namespace {

constexpr const char* kSpins = "1000";      // about 20 µs: measured as fast as more on idle cores, and near the best of all on busy ones

bool computes(int argc, char** argv)
{
    constexpr std::string_view kLight[] = {"info", "dataset", "tokenizer", "sweep", "status", "control", "sbatch", "--help", "-h", "--dry-run"};
    bool batch = false;
    for (int n = 1; n < argc; ++n) {
        const std::string_view word = argv[n];
        batch = batch || word.starts_with("--batch");
        if (std::find(std::begin(kLight), std::end(kLight), word) != std::end(kLight))
            return false;
    }
    return batch;
}

}  // namespace

void limitSpinning(int argc, char** argv)
{
    if (std::getenv("GOMP_SPINCOUNT") || std::getenv("OMP_WAIT_POLICY") || !computes(argc, argv))
        return;
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error || setenv("GOMP_SPINCOUNT", kSpins, 1) != 0)
        return;
    execv(program.c_str(), argv);
    // Still here: it was not possible, and the program works without.
}

}  // namespace bam::cli
