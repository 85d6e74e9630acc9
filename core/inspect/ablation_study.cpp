// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/ablation_study.h"

#include "core/base/random.h"
#include "core/base/text.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace bam::inspect {
namespace {

void requireRunning(const std::stop_token& stop)
{
    if (stop.stop_requested())
        throw Error(ErrorCode::Stopped, "stopped on request during the ablation study", "Nothing was written.");
}

/// Counts and shows what was done of how many captures.
class Steps {
public:
    Steps(const ProgressFn& progress, const std::stop_token& stop) : m_progress(progress), m_stop(stop) {}

    /// How many there will be, as soon as that is known.
    void setTotal(std::int64_t total) { m_total = total; }
    void next(const std::string& detail)
    {
        requireRunning(m_stop);
        if (m_progress)
            m_progress({"ablating heads", double(m_done), double(m_total), "prompts", std::chrono::duration<double>(Clock::now() - m_begin).count(), detail});
        ++m_done;
    }

private:
    using Clock = std::chrono::steady_clock;
    std::int64_t m_total = 0, m_done = 0;
    const ProgressFn& m_progress;
    const std::stop_token& m_stop;
    Clock::time_point m_begin = Clock::now();
};

std::vector<Prompt> makePrompts(const AblationStudySpec& spec, const std::function<Prompt(const PromptSpec&)>& make, const std::stop_token& stop)
{
    std::vector<Prompt> prompts;
    for (std::int64_t n = 0; n < spec.prompts; ++n) {
        requireRunning(stop);
        auto one = spec.prompt;
        one.seed += n;
        one.depth = spec.prompts > 1 ? double(n) / double(spec.prompts - 1) : spec.prompt.depth;
        prompts.push_back(make(one));
        if (!prompts.back().hasNeedle() || prompts.back().answer.empty())
            throw Error(ErrorCode::Usage, "the prompt has no needle and no answer, so there is nothing to find", "Use a pass key or RULER's needle, or name needle and answer of the text.");
    }
    return prompts;
}

/// Counts of heads that are ablated one after the other.
std::int64_t mostHeadsOf(const AblationStudySpec& spec, std::int64_t heads) { return std::min(spec.mostHeads > 0 ? spec.mostHeads : std::max<std::int64_t>(heads / 2, 1), heads); }

/// Whether there are `count` heads beside the first `count`.
bool hasOthers(std::int64_t heads, std::int64_t count) { return heads - count >= count; }

std::int64_t capturesOf(const AblationStudySpec& spec, std::int64_t heads)
{
    std::int64_t rounds = 1;        // the whole model
    for (std::int64_t count = 1; count <= mostHeadsOf(spec, heads); ++count)
        rounds += 1 + (hasOthers(heads, count) ? spec.draws : 0);
    if (spec.eachAlone)
        rounds += heads;
    return rounds * spec.prompts;
}

std::vector<HeadChange> changesOf(const std::vector<HeadId>& heads, Ablation how)
{
    std::vector<HeadChange> changes;
    for (const auto& head : heads)
        changes.push_back({head, how, {}});
    return changes;
}

std::vector<HeadId> firstOf(const std::vector<RankedHead>& ranking, std::size_t count)
{
    std::vector<HeadId> heads;
    for (std::size_t n = 0; n < count; ++n)
        heads.push_back(ranking[n].id);
    return heads;
}

}  // namespace

std::vector<RankedHead> rankHeads(const std::vector<Capture>& captures)
{
    std::vector<RankedHead> ranking;
    for (const auto& capture : captures)
        for (std::size_t n = 0; n < capture.summary.size(); ++n) {
            const auto& head = capture.summary[n];
            if (ranking.size() <= n)
                ranking.push_back({head.id, 0, 0, head.prior.thetaBeta});
            ranking[n].needleMass += head.needleMass / double(captures.size());
            ranking[n].timesUniform += head.needleMass / head.uniformMass / double(captures.size());
        }
    std::stable_sort(ranking.begin(), ranking.end(), [](const auto& a, const auto& b) { return a.needleMass > b.needleMass; });
    return ranking;
}

std::vector<HeadId> drawOthers(const std::vector<RankedHead>& ranking, std::size_t excluded, std::size_t count, std::uint64_t seed)
{
    std::vector<HeadId> others;
    for (auto n = excluded; n < ranking.size(); ++n)
        others.push_back(ranking[n].id);
    SplitMix64 random(mixKeys(seed, excluded));
    for (std::size_t n = 0; n + 1 < others.size() && n < count; ++n)
        std::swap(others[n], others[n + std::size_t(random.below(others.size() - n))]);
    if (others.size() > count)
        others.resize(count);
    return others;
}

AblationStudy studyAblation(const AblationStudySpec& spec, const std::function<Prompt(const PromptSpec&)>& makePrompt,
    const std::function<Capture(const CaptureRequest&)>& capture, const ProgressFn& progress, const std::stop_token& stop)
{
    const auto prompts = makePrompts(spec, makePrompt, stop);
    AblationStudy study;
    study.prompts = spec.prompts;
    study.how = spec.how;
    AblationPoint whole;
    std::vector<Capture> captures;
    Steps steps(progress, stop);
    for (const auto& prompt : prompts) {
        study.promptTokens = std::max(study.promptTokens, prompt.length());
        steps.next("no head");
        captures.push_back(capture({.prompt = prompt, .ropeScaling = spec.ropeScaling}));
        captures.back().rows.clear();       // the summary is what counts
        steps.setTotal(capturesOf(spec, std::int64_t(captures.back().summary.size())));
        whole.correctTop += captures.back().retrieved();
        ++whole.prompts;
    }
    whole.correctRandom = whole.correctTop;
    whole.randomPrompts = whole.prompts;
    study.ranking = rankHeads(captures);
    if (!captures.empty())
        study.ropeScaling = captures.front().ropeScaling;
    study.points.push_back(whole);

    const auto answers = [&](const std::vector<HeadId>& ablated, const std::string& detail) {
        std::int64_t correct = 0;
        for (const auto& prompt : prompts) {
            steps.next(detail);
            correct += capture({.prompt = prompt, .changes = changesOf(ablated, spec.how), .ropeScaling = spec.ropeScaling}).retrieved();
        }
        return correct;
    };
    const auto heads = std::int64_t(study.ranking.size());
    for (std::int64_t k = 1; k <= mostHeadsOf(spec, heads); ++k) {
        AblationPoint point{k, answers(firstOf(study.ranking, std::size_t(k)), str("the first ", k, " of the ranking")), spec.prompts, 0, 0};
        for (std::int64_t draw = 0; hasOthers(heads, k) && draw < spec.draws; ++draw) {
            const auto others = drawOthers(study.ranking, std::size_t(k), std::size_t(k), mixKeys(spec.seed, std::uint64_t(draw)));
            point.correctRandom += answers(others, str(k, " others, draw ", draw + 1, " of ", spec.draws));
            point.randomPrompts += spec.prompts;
        }
        study.points.push_back(point);
    }
    if (spec.eachAlone)
        for (auto& head : study.ranking)
            head.correctWithout = answers({head.id}, str("head ", head.id.head, " of layer ", head.id.layer));
    return study;
}

AblationStudy studyAblation(const AblationStudySpec& spec, Lens& lens, const ProgressFn& progress, const std::stop_token& stop)
{
    return studyAblation(spec, [&](const PromptSpec& one) { return lens.prompt(one); }, [&](const CaptureRequest& request) { return lens.capture(request, {}, stop); }, progress, stop);
}

}  // namespace bam::inspect
