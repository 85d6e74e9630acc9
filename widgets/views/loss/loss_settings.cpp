// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loss/loss_settings.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace bam::views {

QByteArray LossSettings::toJson() const
{
    QJsonArray shown;
    for (const bool pane : panes)
        shown.append(pane);
    const QJsonObject object{{QStringLiteral("x"), int(x)}, {QStringLiteral("logX"), logX}, {QStringLiteral("logY"), logY},
        {QStringLiteral("perplexity"), perplexity}, {QStringLiteral("smoothing"), autoSmoothing ? QJsonValue(QStringLiteral("auto")) : QJsonValue(smoothing)}, {QStringLiteral("train"), train},
        {QStringLiteral("validation"), validation}, {QStringLiteral("groups"), int(groups)}, {QStringLiteral("marks"), marks},
        {QStringLiteral("ignoreOutliers"), ignoreOutliers}, {QStringLiteral("legend"), legend}, {QStringLiteral("legendWidth"), legendWidth}, {QStringLiteral("panes"), shown}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

LossSettings LossSettings::fromJson(const QByteArray& json)
{
    LossSettings settings;
    const auto object = QJsonDocument::fromJson(json).object();
    const auto flag = [&](const char* name, bool& value) { value = object.value(QLatin1String(name)).toBool(value); };
    const auto choice = [&](const char* name, int most, int now) {
        const int value = object.value(QLatin1String(name)).toInt(now);
        return value >= 0 && value <= most ? value : now;
    };
    settings.x = runs::XAxis(choice("x", int(runs::XAxis::Flops), int(settings.x)));
    settings.groups = Groups(choice("groups", int(Groups::Extremes), int(settings.groups)));
    flag("logX", settings.logX);
    flag("logY", settings.logY);
    flag("perplexity", settings.perplexity);
    flag("train", settings.train);
    flag("validation", settings.validation);
    flag("marks", settings.marks);
    flag("ignoreOutliers", settings.ignoreOutliers);
    flag("legend", settings.legend);
    settings.legendWidth = choice("legendWidth", 4000, settings.legendWidth);
    const double smoothing = object.value(QLatin1String("smoothing")).toDouble(-1);
    if (smoothing >= 0 && smoothing <= kMostSmoothing) {
        settings.autoSmoothing = false;
        settings.smoothing = smoothing;
    }
    const auto shown = object.value(QLatin1String("panes")).toArray();
    for (int pane = 1; pane < kPanes && pane < shown.size(); ++pane)
        settings.panes[std::size_t(pane)] = shown.at(pane).toBool();
    return settings;
}

}  // namespace bam::views
