// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds the kept seeds to every fuzz target once, without a fuzzer: they compile and their seeds are read, whatever compiler there is.
//   fuzz_replay CORPUS
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#define BAMSCOPE_FUZZ_TARGET(name) extern "C" int name(const std::uint8_t* data, std::size_t size);
#include "fuzz_targets.inc"
#undef BAMSCOPE_FUZZ_TARGET

namespace {

struct Target {
    const char* name;
    int (*feed)(const std::uint8_t*, std::size_t);
};

#define BAMSCOPE_FUZZ_TARGET(name) {#name, name},
constexpr Target kTargets[] = {
#include "fuzz_targets.inc"
};
#undef BAMSCOPE_FUZZ_TARGET

}  // namespace

int main(int count, char** words)
{
    if (count != 2) {
        std::fputs("fuzz_replay CORPUS\n", stderr);
        return 2;
    }
    for (const auto& target : kTargets) {
        int seeds = 0;
        const auto folder = std::filesystem::path(words[1]) / target.name;
        if (std::filesystem::is_directory(folder))
            for (const auto& seed : std::filesystem::directory_iterator(folder)) {
                std::ifstream stream(seed.path(), std::ios::binary);
                const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
                // Each cut too: what ends early is what readers meet most.
                for (const auto size : {bytes.size(), bytes.size() * 3 / 4, bytes.size() / 2, bytes.size() / 8, std::size_t(0)})
                    target.feed(reinterpret_cast<const std::uint8_t*>(bytes.data()), size);
                ++seeds;
            }
        if (seeds == 0) {
            std::fprintf(stderr, "%s has no seeds in %s\n", target.name, folder.c_str());
            return 1;
        }
        std::printf("%s: %d seeds\n", target.name, seeds);
    }
}
