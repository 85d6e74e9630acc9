// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons to show, made by the core from results as files tell them.
#pragma once

#include "widgets/views/compare/compare_types.h"

#include <QString>

#include <algorithm>

namespace bam::test {

inline compare::LengthResult lengthResult(std::int64_t length, const std::string& outcomes)
{
    compare::LengthResult result;
    result.length = result.promptTokens = length;
    result.samples = std::int64_t(outcomes.size());
    result.correct = std::count(outcomes.begin(), outcomes.end(), '1');
    result.accuracy = double(result.correct) / double(result.samples);
    result.wilson = wilsonInterval(result.correct, result.samples);
    result.outcomes = outcomes;
    result.seeds = {0};
    result.tokenizer = "ab";
    return result;
}

/// A run that finds `found` of twenty prompts at each length.
inline compare::RunData comparedRun(const std::string& encoding, std::initializer_list<std::pair<std::int64_t, int>> found, double loss, std::int64_t seed = 1)
{
    compare::RunData run;
    run.path = "/logs/l6/" + encoding + "/version_0" + std::to_string(seed);
    run.encoding = encoding;
    compare::PasskeyResult passkey;
    passkey.key = "('equidistant', 20, 5, 0)";
    passkey.sampling = "equidistant";
    passkey.samples = 20;
    for (const auto& [length, correct] : found)
        passkey.lengths.push_back(lengthResult(length, std::string(std::size_t(correct), '1') + std::string(std::size_t(20 - correct), '0')));
    run.results.passkey.push_back(passkey);
    run.validationStep = {0, 100, 200};
    run.validationLoss = {6, loss + 0.5, loss};
    run.finalLoss = run.bestLoss = loss;
    run.parameters.known = true;
    run.parameters.spec.model.encoding = encoding;
    run.parameters.spec.training.seed = seed;
    run.parameterCount = 4.6e5;
    run.seconds = 180;
    run.trainedLength = 160;
    return run;
}

inline void addPerplexity(compare::RunData& run, const std::string& corpus, std::vector<double> values)
{
    compare::PerplexityResult result;
    result.corpus = corpus;
    result.window = 512;
    for (std::size_t n = 0; n < values.size(); ++n)
        result.positions.push_back(512.0 * double(n + 1));
    result.perplexity = std::move(values);
    run.results.perplexity.push_back(result);
}

/// Each run a column of its own, named as given.
inline std::shared_ptr<const views::CompareData> compareData(const std::vector<compare::RunData>& runs, const QStringList& titles)
{
    auto data = std::make_shared<views::CompareData>();
    compare::Request request;
    for (std::size_t n = 0; n < runs.size(); ++n) {
        const auto path = QString::fromStdString(runs[n].path.string());
        request.columns.push_back({path.toStdString(), {n}});
        data->columns.append({path, titles[qsizetype(n)], plots::styleOf(QString::fromStdString(runs[n].encoding)), {path}});
    }
    data->comparison = compare::compareRuns(runs, request);
    return data;
}

/// Three encodings: one that holds, one that nearly does, one that does not.
inline std::vector<compare::RunData> threeRuns()
{
    return {comparedRun("bam", {{160, 20}, {512, 20}, {4096, 19}}, 2.5), comparedRun("alibi", {{160, 20}, {512, 18}, {4096, 4}}, 2.25), comparedRun("rotary", {{160, 20}, {512, 0}, {4096, 0}}, 2.75)};
}

inline QStringList threeTitles() { return {QStringLiteral("l6 BAM 01"), QStringLiteral("l6 ALiBi 01"), QStringLiteral("l6 RoPE 01")}; }

/// Attention of two layers and two heads for a prompt of `length` tokens: one head puts half of its weight on the needle.
inline std::shared_ptr<const inspect::Capture> attentionOf(std::int64_t length, inspect::HeadId best, std::int32_t firstToken = 1)
{
    auto capture = std::make_shared<inspect::Capture>();
    capture->layers = capture->heads = 2;
    auto& prompt = capture->prompt;
    prompt.tokens.assign(std::size_t(length), 5);
    prompt.tokens[0] = firstToken;
    prompt.queryRows = {length - 2, length - 1};
    prompt.needleBegin = length / 2;
    prompt.needleEnd = length / 2 + 4;
    for (std::int64_t layer = 0; layer < 2; ++layer)
        for (std::int64_t head = 0; head < 2; ++head) {
            const bool isBest = inspect::HeadId{layer, head} == best;
            inspect::HeadSummary summary;
            summary.id = {layer, head};
            summary.needleMass = isBest ? 0.5 : 0.01 * double(1 + layer + head);
            summary.uniformMass = 4.0 / double(length);
            capture->summary.push_back(summary);
            for (int query = 0; query < 2; ++query)
                for (std::int64_t key = 0; key < length; ++key)
                    capture->rows.push_back(isBest && key == prompt.needleBegin ? 0.5f : 0.5f / float(length));
        }
    capture->answer = {{length - 2, "4", 0.9, {{"4", 0.9}}, true}, {length - 1, "8", 0.9, {{"8", 0.9}}, true}};
    return capture;
}

}  // namespace bam::test
