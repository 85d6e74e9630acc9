// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loss/loss_content.h"

#include "widgets/common/format.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace bam::views {
namespace {

constexpr float kDimmed = 0.18F;            // opacity of curves beside a highlighted one
constexpr int kManyRuns = 12;       // from so many on, lines are thinner

QString translated(const char* text) { return QCoreApplication::translate("LossView", text); }

bool isSmoothed(int pane, const LossSettings& settings) { return settings.smoothing > 0 && pane != kLearningRatePane; }

bool showsTrain(int pane, const LossSettings& settings) { return pane != kLossPane || settings.train; }

QColor withOpacity(QColor color, float opacity)
{
    color.setAlphaF(color.alphaF() * opacity);
    return color;
}

/// Points of x at which bands are computed: about every second pixel, at places that do not depend on where the view stands, so that bands do not
/// shimmer while they are moved.
std::vector<double> gridOf(const QCPRange& range, int width, bool logarithmic)
{
    std::vector<double> grid;
    const double low = logarithmic ? std::log(range.lower) : range.lower, high = logarithmic ? std::log(range.upper) : range.upper;
    const double spacing = std::exp2(std::floor(std::log2((high - low) * 2 / std::max(width, 2))));
    for (double n = std::floor(low / spacing); n * spacing <= high + spacing; ++n)
        grid.push_back(logarithmic ? std::exp(n * spacing) : n * spacing);
    return grid;
}

struct Look {
    QColor color;
    float opacity = 1;
    bool many = false;
};

Look lookOf(const CurveEntry& entry, const ContentContext& context)
{
    return {entry.colorOn(context.background), context.dimmed(entry) ? kDimmed : 1, context.store.drawn() > kManyRuns};
}

/// Fainter the more there are, so that many do not become a fog; never so faint that a spike is not seen.
float rawOpacity(int runs) { return runs <= 3 ? 0.32F : runs <= kManyRuns ? 0.24F : 0.16F; }

void addRun(PaneContent& content, int pane, const CurveEntry& entry, const ContentContext& context)
{
    const auto& settings = context.settings;
    const auto& run = *entry.runs.front();
    const auto look = lookOf(entry, context);
    const auto column = columnOf(pane);
    const bool exponential = pane == kLossPane && settings.perplexity;
    const auto color = withOpacity(look.color, look.opacity);
    // Faint raw curves lie below all lines, dimmed ones below the rest.
    const int order = look.opacity < 1 ? 0 : 3;
    if (showsTrain(pane, settings)) {
        const bool smoothed = isSmoothed(pane, settings);
        const auto raw = run.train(settings.x, column);
        content.curves.push_back({raw, smoothed ? withOpacity(color, rawOpacity(context.store.drawn())) : color, smoothed || look.many ? 1.0 : 1.4,
            smoothed ? plots::Line::Solid : plots::lineOf(entry.style), exponential, -1, order + (smoothed ? 0 : 1)});
        if (smoothed)
            content.curves.push_back({run.smoothed(settings.x, column), color, look.many ? 1.5 : 2.0, plots::lineOf(entry.style), exponential, -1, order + 1});
    }
    if (pane == kLossPane && settings.validation)
        content.curves.push_back({run.validation(settings.x), color, look.many ? 1.8 : 2.4, plots::lineOf(entry.style), exponential, entry.style.marker, order + 2});
}

int seedsOf(const std::vector<const StoredRun*>& runs)
{
    std::vector<std::int64_t> seeds;
    for (const auto* run : runs)
        if (run->shown() && !run->empty())
            seeds.push_back(run->info.seed);
    const auto indices = runs::seedIndices(seeds);
    return indices.empty() ? 0 : int(*std::max_element(indices.begin(), indices.end())) + 1;
}

void addGroup(PaneContent& content, int pane, const CurveEntry& entry, const ContentContext& context)
{
    const auto& settings = context.settings;
    const auto look = lookOf(entry, context);
    const auto kind = settings.groups == LossSettings::Groups::Extremes ? runs::BandKind::Extremes : runs::BandKind::StandardDeviation;
    const bool exponential = pane == kLossPane && settings.perplexity;
    const auto color = withOpacity(look.color, look.opacity);
    const auto add = [&](const std::function<plots::CurveRows(const StoredRun&)>& rowsOf, const std::vector<double>& grid, double width, int marker) {
        std::vector<runs::BandSeries> series;
        for (const auto* run : entry.runs)
            if (const auto rows = rowsOf(*run); run->shown() && rows.size() > 0)
                series.push_back({rows.x, rows.factor, rows.y, run->info.seed});
        if (series.empty())
            return;
        content.bands.push_back({runs::band(series, grid, kind, std::min(2, seedsOf(entry.runs))), color, width, plots::lineOf(entry.style), exponential, marker});
    };
    if (showsTrain(pane, settings)) {
        const auto column = columnOf(pane);
        const bool smoothed = isSmoothed(pane, settings);
        add([&](const StoredRun& run) { return smoothed ? run.smoothed(settings.x, column) : run.train(settings.x, column); },
            gridOf(context.x, context.width, settings.logX), 2.0, -1);
    }
    if (pane != kLossPane || !settings.validation)
        return;
    // Validations come at few steps: their own x are the grid.
    std::vector<double> grid;
    for (const auto* run : entry.runs) {
        const auto rows = run->validation(settings.x);
        for (std::size_t i = 0; i < rows.size() && run->shown(); ++i)
            grid.push_back((*rows.x)[i] * rows.factor);
    }
    std::sort(grid.begin(), grid.end());
    grid.erase(std::unique(grid.begin(), grid.end()), grid.end());
    add([&](const StoredRun& run) { return run.validation(settings.x); }, grid, 2.4, entry.style.marker);
}

QString markText(const runs::CurveMark& mark, const QString& title)
{
    const auto step = ui::count(mark.step);
    return (mark.kind == runs::CurveMark::Kind::Checkpoint ? translated(QT_TRANSLATE_NOOP("LossView", "Checkpoint at step %1: %2"))
                                                            : translated(QT_TRANSLATE_NOOP("LossView", "Resumed at step %1: %2")))
        .arg(step, title);
}

void addMarks(PaneContent& content, const CurveEntry& entry, const ContentContext& context)
{
    const auto& settings = context.settings;
    const auto look = lookOf(entry, context);
    const auto color = withOpacity(look.color, look.opacity);
    for (const auto* run : entry.runs) {
        if (!run->shown())
            continue;
        for (const auto& mark : run->curves.marks()) {
            if (mark.kind == runs::CurveMark::Kind::LossSpike)
                continue;
            const auto kind = mark.kind == runs::CurveMark::Kind::Checkpoint ? plots::DrawnMark::Kind::Checkpoint : plots::DrawnMark::Kind::Resume;
            content.marks.push_back({kind, run->xOfStep(settings.x, mark.step), 0, color, markText(mark, run->info.title)});
        }
        if (!settings.train)
            continue;
        for (const auto& spike : run->spikes.spikes()) {
            const double x = run->xOfStep(settings.x, spike.step);
            if (!context.x.contains(x))
                continue;
            const auto shown = [&](double loss) { return settings.perplexity ? runs::perplexity(loss) : loss; };
            content.marks.push_back({plots::DrawnMark::Kind::Spike, x, shown(spike.loss), color,
                translated(QT_TRANSLATE_NOOP("LossView", "Spike at step %1: %2 instead of about %3: %4"))
                    .arg(ui::count(spike.step), ui::significant(shown(spike.loss)), ui::significant(shown(spike.usual)), run->info.title)});
        }
    }
}

/// Means of groups get shades of their own, those that no single run of their colour has: in the order of their first paths, so that how the list is sorted does not matter.
void shadeGroups(std::vector<CurveEntry>& entries)
{
    std::vector<std::pair<QString, CurveEntry*>> groups;
    for (auto& entry : entries) {
        if (entry.group.isEmpty())
            continue;
        const auto first = *std::min_element(entry.runs.begin(), entry.runs.end(), [](const auto* a, const auto* b) { return a->info.path < b->info.path; });
        entry.style = first->info.style;
        groups.emplace_back(first->info.path, &entry);
    }
    std::sort(groups.begin(), groups.end());
    std::set<std::tuple<QRgb, bool, int>> taken;
    const auto look = [](const plots::CurveStyle& style, int shade) { return std::tuple(style.color.rgb(), style.dashed, shade); };
    for (const auto& entry : entries)
        if (entry.group.isEmpty())
            taken.insert(look(entry.style, entry.style.shade));
    for (auto& [path, entry] : groups) {
        int shade = 0;
        while (shade + 1 < plots::kShades && taken.contains(look(entry->style, shade)))
            ++shade;
        entry->style.shade = shade;
        taken.insert(look(entry->style, shade));
    }
}

}  // namespace

bool ContentContext::dimmed(const CurveEntry& entry) const
{
    return !highlighted.isEmpty() && std::none_of(entry.runs.begin(), entry.runs.end(), [&](const auto* run) { return highlighted.contains(run->info.path); });
}

QColor CurveEntry::colorOn(const QColor& background) const
{
    return group.isEmpty() ? runs.front()->colorOn(background) : plots::drawnOn(style, background);
}

QStringList CurveEntry::paths() const
{
    QStringList list;
    for (const auto* run : runs)
        list.append(run->info.path);
    return list;
}

runs::TrainColumn columnOf(int pane)
{
    switch (pane) {
    case kNormPane: return runs::kNorm;
    case kLearningRatePane: return runs::kLearningRate;
    case kSpeedPane: return runs::kTokensPerSecond;
    default: return runs::kLoss;
    }
}

std::vector<CurveEntry> entriesOf(const CurveStore& store, const LossSettings& settings)
{
    std::map<QString, int> sizes;
    if (settings.groups != LossSettings::Groups::Off)
        for (const auto& run : store.runs())
            ++sizes[run->info.group];
    std::vector<CurveEntry> entries;
    QHash<QString, std::size_t> groupOf;
    QSet<QString> groupTitles;
    for (const auto& run : store.runs()) {
        const auto& info = run->info;
        if (!info.group.isEmpty() && sizes[info.group] > 1) {
            if (const auto found = groupOf.constFind(info.group); found != groupOf.constEnd()) {
                entries[*found].runs.push_back(run.get());
                entries[*found].hidden &= !run->shown();
                continue;
            }
            auto title = info.groupTitle.isEmpty() ? info.group : info.groupTitle;
            // Another group of that name differs in some setting: its first run says which it is.
            if (groupTitles.contains(title))
                title = QStringLiteral("%1 …").arg(info.title);
            groupTitles.insert(title);
            groupOf.insert(info.group, entries.size());
            entries.push_back({title, info.group, {run.get()}, info.style, !run->shown()});
        } else {
            entries.push_back({info.title, {}, {run.get()}, info.style, !run->shown()});
        }
    }
    for (auto& entry : entries) {
        if (entry.group.isEmpty())
            continue;
        std::vector<std::int64_t> seeds;
        for (const auto* run : entry.runs)
            seeds.push_back(run->info.seed);
        const auto indices = runs::seedIndices(seeds);
        entry.seeds = int(*std::max_element(indices.begin(), indices.end())) + 1;
        entry.extremes = settings.groups == LossSettings::Groups::Extremes;
    }
    shadeGroups(entries);
    return entries;
}

PaneContent contentOfEntry(int pane, const CurveEntry& entry, const ContentContext& context)
{
    PaneContent content;
    entry.group.isEmpty() ? addRun(content, pane, entry, context) : addGroup(content, pane, entry, context);
    return content;
}

PaneContent contentOf(int pane, const ContentContext& context)
{
    PaneContent content;
    const auto entries = entriesOf(context.store, context.settings);
    // What is highlighted comes last, on top.
    for (const bool top : {false, true})
        for (const auto& entry : entries) {
            const bool dimmed = context.dimmed(entry);
            if (entry.hidden || top == dimmed)
                continue;
            entry.group.isEmpty() ? addRun(content, pane, entry, context) : addGroup(content, pane, entry, context);
            if (pane == kLossPane && context.settings.marks)
                addMarks(content, entry, context);
        }
    return content;
}

QString paneLabel(int pane, const LossSettings& settings)
{
    switch (pane) {
    case kNormPane: return translated(QT_TRANSLATE_NOOP("LossView", "Gradient norm"));
    case kLearningRatePane: return translated(QT_TRANSLATE_NOOP("LossView", "Learning rate"));
    case kSpeedPane: return translated(QT_TRANSLATE_NOOP("LossView", "Tokens/s"));
    default: break;
    }
    if (settings.perplexity)
        return settings.train == settings.validation ? translated(QT_TRANSLATE_NOOP("LossView", "Perplexity (per token)"))
            : settings.train                         ? translated(QT_TRANSLATE_NOOP("LossView", "Training perplexity (per token)"))
                                                     : translated(QT_TRANSLATE_NOOP("LossView", "Validation perplexity (per token)"));
    return settings.train == settings.validation ? translated(QT_TRANSLATE_NOOP("LossView", "Loss (nats per token)"))
        : settings.train                         ? translated(QT_TRANSLATE_NOOP("LossView", "Training loss (nats per token)"))
                                                 : translated(QT_TRANSLATE_NOOP("LossView", "Validation loss (nats per token)"));
}

}  // namespace bam::views
