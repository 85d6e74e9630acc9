// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/locate.h"

#include <system_error>

namespace bam::cli {

std::filesystem::path mistralTokenizer()
{
    constexpr const char* kModel = "mistral_instruct_tokenizer_240323.model.v3";
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error)
        return {};
    for (auto folder = program.parent_path();; folder = folder.parent_path()) {
        for (const auto& below : {std::filesystem::path("share/bamscope/tokenizers"), std::filesystem::path("deps/site/mistral_common/data"),
                 std::filesystem::path("build/deps/site/mistral_common/data")})
            if (const auto file = folder / below / kModel; std::filesystem::exists(file, error))
                return file;
        if (folder == folder.parent_path())
            return {};
    }
}

}  // namespace bam::cli
