// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loss/loss_settings.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace bam::views {
namespace {

/// How strong smoothing is, or that the view says so.
struct Smoothing {
    bool& automatic;
    double& strength;
};

/// All that is remembered, in one place: `visit` is called with each name, value and, for choices and widths, the largest value.
template <class Visit>
void visitFields(LossSettings& settings, const Visit& visit)
{
    visit("x", settings.x, int(runs::XAxis::Flops));
    visit("logX", settings.logX);
    visit("logY", settings.logY);
    visit("perplexity", settings.perplexity);
    visit("smoothing", Smoothing{settings.autoSmoothing, settings.smoothing});
    visit("train", settings.train);
    visit("validation", settings.validation);
    visit("groups", settings.groups, int(LossSettings::Groups::Extremes));
    visit("marks", settings.marks);
    visit("ignoreOutliers", settings.ignoreOutliers);
    visit("legend", settings.legend);
    visit("legendWidth", settings.legendWidth, 4000);
    visit("panes", settings.panes);
}

struct Writer {
    QJsonObject& object;

    void operator()(const char* name, bool value) const { put(name, value); }
    template <class Choice>
    void operator()(const char* name, Choice value, int) const
    {
        put(name, int(value));
    }
    void operator()(const char* name, const Smoothing& value) const { put(name, value.automatic ? QJsonValue(QStringLiteral("auto")) : QJsonValue(value.strength)); }
    void operator()(const char* name, const std::array<bool, kPanes>& panes) const
    {
        QJsonArray shown;
        for (const bool pane : panes)
            shown.append(pane);
        put(name, shown);
    }
    void put(const char* name, const QJsonValue& value) const { object.insert(QLatin1String(name), value); }
};

struct Reader {
    const QJsonObject& object;

    QJsonValue value(const char* name) const { return object.value(QLatin1String(name)); }
    void operator()(const char* name, bool& flag) const { flag = value(name).toBool(flag); }
    template <class Choice>
    void operator()(const char* name, Choice& choice, int most) const
    {
        if (const int read = value(name).toInt(-1); read >= 0 && read <= most)
            choice = Choice(read);
    }
    void operator()(const char* name, const Smoothing& smoothing) const
    {
        const double read = value(name).toDouble(-1);
        if (!(read >= 0 && read <= kMostSmoothing))
            return;
        smoothing.automatic = false;
        smoothing.strength = read;
    }
    void operator()(const char* name, std::array<bool, kPanes>& panes) const
    {
        const auto shown = value(name).toArray();
        for (int pane = 1; pane < kPanes && pane < shown.size(); ++pane)
            panes[std::size_t(pane)] = shown.at(pane).toBool();
    }
};

}  // namespace

QByteArray LossSettings::toJson() const
{
    QJsonObject object;
    auto settings = *this;
    visitFields(settings, Writer{object});
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

LossSettings LossSettings::fromJson(const QByteArray& json)
{
    LossSettings settings;
    const auto object = QJsonDocument::fromJson(json).object();
    visitFields(settings, Reader{object});
    return settings;
}

}  // namespace bam::views
