// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_tokenizer.h"

#include "core/base/error.h"
#include "core/base/locate.h"

namespace bam::runs {

RunTokenizer tokenizerOf(const std::filesystem::path& run, const spec::ModelSpec& model, const std::string& asked, const std::filesystem::path& paper)
{
    if (!asked.empty())
        return {asked};
    if (std::error_code error; std::filesystem::exists(run / "tokenizer.model", error))
        return {run / "tokenizer.model"};
    if (!paper.empty() && model.vocabulary == spec::ModelSpec{}.vocabulary)
        return {paper, true};
    throw Error(ErrorCode::Usage, run.string() + " holds no tokenizer.model", "Name the sentencepiece .model file that this model was trained with (--tokenizer), or copy it there.");
}

RunTokenizer tokenizerOf(const std::filesystem::path& run, const spec::ModelSpec& model, const std::string& asked) { return tokenizerOf(run, model, asked, mistralTokenizer()); }

}  // namespace bam::runs
