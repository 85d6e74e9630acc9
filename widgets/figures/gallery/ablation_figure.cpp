// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/gallery/ablation_figure.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bam::figures {
namespace {

constexpr std::size_t kMostTicks = 16;      // names of heads side by side

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(AblationFigure)
};

// Okabe and Ito's vermilion and blue, told apart by marker and dashes as well.
const plots::CurveStyle kRetrieval{QColor(QStringLiteral("#D55E00")), false, 3};
const plots::CurveStyle kOthers{QColor(QStringLiteral("#0072B2")), true, 0};
const plots::CurveStyle kOtherHeads{QColor(QStringLiteral("#0072B2")), false, 0};

void add(Series& series, double x, std::int64_t correct, std::int64_t prompts)
{
    const auto interval = wilsonInterval(correct, prompts);
    series.x.append(x);
    series.y.append(double(correct) / double(prompts));
    series.low.append(interval.low);
    series.high.append(interval.high);
}

Axis shareAxis()
{
    Axis axis;
    axis.label = Texts::tr("Keys found");
    axis.low = -0.04;
    axis.high = 1.04;
    return axis;
}

Panel byCount(const inspect::AblationStudy& study)
{
    Panel panel;
    panel.title = Texts::tr("Several at once");
    panel.x.label = Texts::tr("Heads ablated");
    panel.y = shareAxis();
    Series top{.id = QStringLiteral("top"), .name = Texts::tr("those with most attention on the key"), .style = kRetrieval, .shape = Shape::LineAndPoints};
    Series random{.id = QStringLiteral("random"), .name = Texts::tr("others at random"), .style = kOthers, .shape = Shape::LineAndPoints};
    const auto every = std::max<std::size_t>(1, (study.points.size() + kMostTicks - 1) / kMostTicks);
    for (std::size_t n = 0; n < study.points.size(); ++n) {
        const auto& point = study.points[n];
        add(top, double(point.heads), point.correctTop, point.prompts);
        if (point.randomPrompts > 0)
            add(random, double(point.heads), point.correctRandom, point.randomPrompts);
        if (n % every == 0)
            panel.x.ticks.push_back({double(point.heads), QString::number(point.heads)});
    }
    panel.series = {top, random};
    return panel;
}

Panel byHead(const inspect::AblationStudy& study)
{
    Panel panel;
    panel.title = Texts::tr("Each by itself (dashed: none)");
    panel.x.label = Texts::tr("Head (layer:head), by attention");
    panel.x.low = 0.4;
    panel.x.high = double(study.ranking.size()) + 0.6;
    panel.y = shareAxis();
    Series retrieval{.id = QStringLiteral("retrieval"), .name = Texts::tr("retrieval head, alone"), .style = kRetrieval, .shape = Shape::Points};
    Series others{.id = QStringLiteral("others"), .name = Texts::tr("another head, alone"), .style = kOtherHeads, .shape = Shape::Points};
    const auto every = std::max<std::size_t>(1, (study.ranking.size() + kMostTicks - 1) / kMostTicks);
    for (std::size_t n = 0; n < study.ranking.size(); ++n) {
        const auto& head = study.ranking[n];
        if (head.correctWithout >= 0)
            add(head.timesUniform >= kRetrievalHead ? retrieval : others, double(n + 1), head.correctWithout, study.prompts);
        if (n % every == 0)
            panel.x.ticks.push_back({double(n + 1), QStringLiteral("%1:%2").arg(head.id.layer).arg(head.id.head)});
    }
    for (auto* series : {&retrieval, &others})
        if (!series->x.isEmpty())
            panel.series.push_back(*series);
    if (const auto& whole = study.points.front(); whole.heads == 0 && whole.prompts > 0)
        panel.marks.push_back({whole.top(), false, {}});
    return panel;
}

}  // namespace

Figure ablationFigure(const inspect::StudyRecord& record, const QString& title, const Provenance& provenance)
{
    const auto& study = record.study;
    Figure figure;
    figure.kind = QStringLiteral("ablation");
    figure.title = !title.isEmpty() ? title : Texts::tr("Keys found without some heads, %1 tokens").arg(QLocale::c().toString(qlonglong(study.promptTokens)));
    figure.provenance = provenance;
    if (study.points.empty() || study.prompts <= 0)
        return figure;
    figure.panels.push_back(byCount(study));
    if (std::any_of(study.ranking.begin(), study.ranking.end(), [](const auto& head) { return head.correctWithout >= 0; }))
        figure.panels.push_back(byHead(study));
    else
        figure.panels.front().title.clear();
    figure.columns = int(figure.panels.size());
    figure.sharedY = true;
    return figure;
}

}  // namespace bam::figures
