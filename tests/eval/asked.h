// SPDX-License-Identifier: GPL-3.0-or-later
// A model that an evaluation is run on, in a folder of its own.
#pragma once

#include "core/base/files.h"
#include "core/eval/run_evaluation.h"
#include "core/spec/spec_io.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <optional>

namespace bam::test {

class Asked {
public:
    Asked(const model::Transformer& model, const tokenizer::Tokenizer& tokenizer, std::int64_t chunk = 512)
        : m_subject{m_folder.path().toStdString(), model, tokenizer, "step_00000010", "5e1f", "float32", chunk}
    {
    }

    const eval::Subject& subject() const { return m_subject; }
    std::filesystem::path folder() const { return m_subject.run; }

    /// With the journal in the folder, as the command does it.
    void run(eval::Evaluation& evaluation, const ProgressFn& progress = {}, const std::function<void(std::size_t)>& onCell = {}, std::stop_token stop = {}, bool again = false) const
    {
        distributed::Group alone;
        eval::Journal journal(folder() / "evaluation", 0);
        eval::runEvaluation(evaluation, m_subject, {alone, &journal, again, progress, onCell, stop});
    }

    eval::Json results() const { return spec::readJsonFile(folder() / "results.json"); }

private:
    QTemporaryDir m_folder;
    eval::Subject m_subject;
};

}  // namespace bam::test
