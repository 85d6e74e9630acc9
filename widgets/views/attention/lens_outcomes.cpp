// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/lens_outcomes.h"

#include "core/base/random.h"
#include "widgets/views/attention/head_measures.h"
#include "widgets/views/attention/strip_content.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

bool sameNumber(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool samePrior(const std::optional<inspect::PriorValues>& a, const std::optional<inspect::PriorValues>& b)
{
    if (!a || !b)
        return !a && !b;
    return sameNumber(a->thetaAlpha, b->thetaAlpha) && sameNumber(a->thetaBeta, b->thetaBeta) && sameNumber(a->thetaMu, b->thetaMu) && sameNumber(a->seqScale, b->seqScale);
}

bool changesNothing(const inspect::HeadChange& change) { return change.ablation == inspect::Ablation::None && !change.prior; }

}  // namespace

HeadChanges withChange(HeadChanges changes, const inspect::HeadChange& change)
{
    std::erase_if(changes, [&](const auto& one) { return one.head == change.head; });
    if (changesNothing(change))
        return changes;
    changes.insert(std::upper_bound(changes.begin(), changes.end(), change, [](const auto& a, const auto& b) { return a.head < b.head; }), change);
    return changes;
}

HeadChanges without(HeadChanges changes, const std::vector<inspect::HeadId>& heads)
{
    std::erase_if(changes, [&](const auto& change) { return std::find(heads.begin(), heads.end(), change.head) != heads.end(); });
    return changes;
}

HeadChanges withAblation(HeadChanges changes, const std::vector<inspect::HeadId>& heads, inspect::Ablation ablation)
{
    for (const auto head : heads) {
        const auto known = std::find_if(changes.begin(), changes.end(), [head](const auto& change) { return change.head == head; });
        inspect::HeadChange change{head, ablation, known != changes.end() ? known->prior : std::nullopt};
        changes = withChange(std::move(changes), change);
    }
    return changes;
}

bool sameChanges(const HeadChanges& a, const HeadChanges& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
        return one.head == other.head && one.ablation == other.ablation && samePrior(one.prior, other.prior);
    });
}

std::vector<inspect::HeadId> topHeads(const inspect::Capture& capture, int count)
{
    std::vector<inspect::HeadId> heads;
    for (const auto index : orderedHeads(capture, HeadOrder::NeedleMass))
        if (int(heads.size()) < count)
            heads.push_back(capture.summary[index].id);
    return heads;
}

std::vector<inspect::HeadId> randomOthers(const inspect::Capture& capture, int count, std::uint64_t seed)
{
    auto order = orderedHeads(capture, HeadOrder::NeedleMass);
    order.erase(order.begin(), order.begin() + std::min<std::ptrdiff_t>(count, std::ptrdiff_t(order.size())));
    std::sort(order.begin(), order.end());
    SplitMix64 random(seed);
    std::vector<inspect::HeadId> heads;
    while (int(heads.size()) < count && !order.empty()) {
        const auto at = std::ptrdiff_t(random.below(order.size()));
        heads.push_back(capture.summary[order[std::size_t(at)]].id);
        order.erase(order.begin() + at);
    }
    return heads;
}

LensOutcome outcomeOf(const inspect::Capture& capture, const QString& what)
{
    LensOutcome outcome;
    outcome.what = what;
    outcome.changed = int(capture.changes.size());
    outcome.seconds = capture.seconds;
    double logs = 0;
    for (const auto& step : capture.answer) {
        if (!step.top.empty())
            outcome.answer += QString::fromStdString(step.top.front().piece);
        if (step.expected.empty())
            continue;
        ++outcome.asked;
        outcome.right += step.correct;
        outcome.expected += QString::fromStdString(step.expected);
        logs += std::log(step.expectedProbability);
    }
    outcome.retrieved = outcome.asked > 0 && outcome.right == outcome.asked;
    if (outcome.asked > 0)
        outcome.probability = std::exp(logs / outcome.asked);
    return outcome;
}

QString changesText(const HeadChanges& changes)
{
    if (changes.empty())
        return QCoreApplication::translate("heads", "nothing changed");
    if (changes.size() == 1)
        return changeText(changes.front());
    return QCoreApplication::translate("heads", "%n head(s) changed", nullptr, int(changes.size()));
}

bool samePrompt(const inspect::Prompt& a, const inspect::Prompt& b) { return a.tokens == b.tokens && a.answer == b.answer && a.queryRows == b.queryRows; }

}  // namespace bam::views
