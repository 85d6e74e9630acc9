// SPDX-License-Identifier: GPL-3.0-or-later
// The half of loss_content.h that looks values up: ranges to fit, and the readout.
#include "widgets/views/loss/loss_content.h"

#include "core/runs/curve_band.h"

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr std::size_t kSamples = 600;       // per curve, for quantiles
constexpr double kSteepShare = 0.01, kOutliers = 0.005;

struct Range {
    double low = INFINITY, high = -INFINITY;
    void include(double value)
    {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

/// The curves that count for the range of a pane.
template <class Use>
void forEachCurve(int pane, const ContentContext& context, const Use& use)
{
    const auto& settings = context.settings;
    for (const auto& run : context.store.runs()) {
        if (!run->shown())
            continue;
        if (pane != kLossPane || settings.train)
            use(run->train(settings.x, columnOf(pane)));
        if (pane == kLossPane && settings.validation)
            use(run->validation(settings.x));
    }
}

void sample(const plots::CurveRows& rows, std::size_t begin, std::size_t end, bool positive, std::vector<double>& values)
{
    const auto stride = std::max<std::size_t>(1, (end - begin) / kSamples);
    for (auto row = begin; row < end; row += stride)
        if (const double value = double((*rows.y)[row]); std::isfinite(value) && (!positive || value > 0))
            values.push_back(value);
}

/// The row nearest to x, if the curve reaches there.
std::optional<std::size_t> nearestRow(const plots::CurveRows& rows, double x, double tolerance)
{
    const auto size = rows.size();
    if (size == 0)
        return {};
    const auto at = [&](std::size_t row) { return (*rows.x)[row] * rows.factor; };
    if (x < at(0) - tolerance || x > at(size - 1) + tolerance)
        return {};
    const auto right = std::min(plots::firstRowFrom(rows, x), size - 1);
    return right > 0 && x - at(right - 1) < at(right) - x ? right - 1 : right;
}

std::optional<double> valueAt(const plots::CurveRows& rows, std::size_t row)
{
    if (row >= rows.size() || std::isnan((*rows.y)[row]))
        return {};
    return double((*rows.y)[row]);
}

/// Values of a run near x, losses as they are; nothing where it has none.
std::optional<ReadoutRow> rowOf(const StoredRun& run, int pane, double x, const ContentContext& context)
{
    const auto& settings = context.settings;
    const double tolerance = 4 * context.x.size() / std::max(context.width, 1);
    ReadoutRow row;
    row.path = run.info.path;
    row.title = run.info.title;
    row.seed = run.info.seed;
    row.line = plots::lineOf(run.info.style);
    const auto train = run.train(settings.x, columnOf(pane));
    if (const auto at = nearestRow(train, x, tolerance); at && (pane != kLossPane || settings.train)) {
        row.step = run.curves.train().step[*at];
        row.x = (*train.x)[*at] * train.factor;
        row.value = valueAt(train, *at);
        if (settings.smoothing > 0 && pane != kLearningRatePane)
            row.smoothed = valueAt(run.smoothed(settings.x, columnOf(pane)), *at);
    }
    const auto validation = run.validation(settings.x);
    if (const auto at = nearestRow(validation, x, tolerance); at && pane == kLossPane && settings.validation) {
        row.validation = valueAt(validation, *at);
        row.validationStep = run.curves.validation().step[*at];
        if (!row.value) {
            row.step = run.curves.validation().step[*at];
            row.x = (*validation.x)[*at] * validation.factor;
        }
    }
    return row.value || row.validation ? std::optional(row) : std::nullopt;
}

/// Mean and spread over seeds of one of the columns.
void average(ReadoutRow& to, int column, std::optional<double> ReadoutRow::*part, const std::vector<ReadoutRow>& rows)
{
    std::vector<std::int64_t> seeds;
    std::vector<double> values;
    for (const auto& row : rows)
        if (row.*part) {
            seeds.push_back(row.seed);
            values.push_back(*(row.*part));
        }
    if (values.empty()) {
        to.*part = std::nullopt;
        return;
    }
    const auto indices = runs::seedIndices(seeds);
    std::vector<double> means;
    for (std::size_t seed = 0; seed <= *std::max_element(indices.begin(), indices.end()); ++seed) {
        double sum = 0;
        int count = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (indices[i] == seed) {
                sum += values[i];
                ++count;
            }
        means.push_back(sum / count);
    }
    const auto point = runs::spreadOf(means, to.extremes ? runs::BandKind::Extremes : runs::BandKind::StandardDeviation);
    to.*part = point.mean;
    if (means.size() > 1)
        to.spread[std::size_t(column)] = ReadoutRow::Spread{point.low, point.high};
}

}  // namespace

std::optional<QCPRange> xDataOf(const CurveStore& store, const LossSettings& settings)
{
    Range range;
    const auto use = [&](const plots::CurveRows& rows) {
        const auto size = rows.size();
        if (size == 0)
            return;
        const auto begin = rows.x->begin(), end = begin + std::ptrdiff_t(size);
        // On a logarithmic axis the first positive x is the first to be seen. What no axis can show does not count.
        const auto first = settings.logX ? std::upper_bound(begin, end, 0.0) : std::lower_bound(begin, end, -kMostX), last = std::upper_bound(first, end, kMostX);
        if (first == last)
            return;
        range.include(*first * rows.factor);
        range.include(*(last - 1) * rows.factor);
    };
    for (const auto& run : store.runs()) {
        if (!run->shown())
            continue;
        use(run->train(settings.x, runs::kLoss));
        use(run->validation(settings.x));
    }
    return range.low <= range.high ? std::optional(QCPRange(range.low, range.high)) : std::nullopt;
}

std::optional<QCPRange> yDataOf(int pane, const ContentContext& context)
{
    const auto& settings = context.settings;
    const bool positive = pane == kLossPane ? settings.logY && !settings.perplexity : pane == kNormPane && settings.logY;
    Range range;
    std::vector<double> samples;
    forEachCurve(pane, context, [&](const plots::CurveRows& rows) {
        auto begin = plots::firstRowFrom(rows, context.x.lower);
        const auto end = plots::firstRowFrom(rows, std::nextafter(context.x.upper, INFINITY));
        if (settings.ignoreOutliers)
            begin = std::max(begin, std::min(end, std::size_t(double(rows.size()) * kSteepShare)));
        if (begin >= end)
            return;
        const auto extremes = rows.index->range(*rows.y, begin, end);
        const bool exact = !settings.ignoreOutliers && !extremes.empty() && std::isfinite(extremes.low) && std::isfinite(extremes.high) && (!positive || extremes.low > 0);
        if (exact) {
            range.include(double(extremes.low));
            range.include(double(extremes.high));
        } else if (!settings.ignoreOutliers) {
            std::vector<double> values;
            sample(rows, begin, end, positive, values);
            for (const double value : values)
                range.include(value);
            if (std::isfinite(extremes.high) && (!positive || extremes.high > 0))
                range.include(double(extremes.high));
        } else {
            sample(rows, begin, end, positive, samples);
        }
    });
    if (!samples.empty()) {
        std::sort(samples.begin(), samples.end());
        const auto cut = std::size_t(double(samples.size()) * kOutliers);
        range.include(samples[cut]);
        range.include(samples[samples.size() - 1 - cut]);
    }
    if (!(range.low <= range.high))
        return {};
    if (pane == kLossPane && settings.perplexity)
        return QCPRange(std::exp(range.low), std::exp(std::min(range.high, 80.0)));
    return QCPRange(range.low, range.high);
}

std::vector<ReadoutRow> readoutAt(int pane, double x, const ContentContext& context)
{
    std::vector<ReadoutRow> rows;
    for (const auto& entry : entriesOf(context.store, context.settings)) {
        if (entry.hidden)
            continue;
        std::vector<ReadoutRow> parts;
        for (const auto* run : entry.runs)
            if (auto row = run->shown() ? rowOf(*run, pane, x, context) : std::nullopt)
                parts.push_back(std::move(*row));
        if (parts.empty())
            continue;
        auto row = parts.front();
        if (parts.size() > 1) {
            row.title = entry.title;
            row.x = x;      // the mean is drawn between rows, too
            row.extremes = entry.extremes;
            average(row, 0, &ReadoutRow::value, parts);
            average(row, 1, &ReadoutRow::smoothed, parts);
            average(row, 2, &ReadoutRow::validation, parts);
            for (const auto& part : parts)
                if (part.validation && part.validationStep != row.validationStep)
                    row.validationStep.reset();
        }
        row.color = entry.colorOn(context.background);
        row.line = plots::lineOf(entry.style);
        row.drawn = *(row.smoothed ? row.smoothed : row.value ? row.value : row.validation);
        if (pane == kLossPane && context.settings.perplexity) {
            for (auto* value : {&row.value, &row.smoothed, &row.validation})
                if (*value)
                    *value = runs::perplexity(**value);
            for (auto& spread : row.spread)
                if (spread)
                    spread = ReadoutRow::Spread{runs::perplexity(spread->low), runs::perplexity(spread->high)};
            row.drawn = runs::perplexity(row.drawn);
        }
        rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const ReadoutRow& a, const ReadoutRow& b) { return a.drawn > b.drawn; });
    return rows;
}

}  // namespace bam::views
