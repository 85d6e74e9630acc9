// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loss/loss_export.h"

#include "core/runs/csv_log.h"
#include "widgets/common/colors.h"
#include "widgets/views/loss/curve_legend.h"

#include <QCoreApplication>

#include <cmath>

namespace bam::views {
namespace {

constexpr int kSwatch = 30, kPadding = 10;

QString number(double value, int digits)
{
    return std::isfinite(value) ? QString::number(value, 'g', digits) : QString();
}

QString quoted(const QString& text) { return QString::fromStdString(runs::csvField(text.toStdString())); }

struct Bounds {
    std::size_t begin = 0, end = 0;
    std::size_t size() const { return end - begin; }
};

Bounds boundsOf(const plots::CurveRows& rows, const QCPRange& x)
{
    const auto begin = plots::firstRowFrom(rows, x.lower);
    return {begin, std::max(begin, plots::firstRowFrom(rows, std::nextafter(x.upper, INFINITY)))};
}

QStringList place(const StoredRun& run, const char* set, double step, double time)
{
    return {quoted(run.info.title), QString::fromLatin1(set), number(step, 15), number(step * run.factor(runs::XAxis::Tokens), 15), number(step * run.factor(runs::XAxis::Flops), 9), number(time, 12)};
}

void appendTrain(QString& csv, const StoredRun& run, const LossSettings& settings, const QCPRange& x)
{
    const auto& log = run.curves.train();
    const auto bounds = boundsOf(run.train(settings.x, runs::kLoss), x);
    const auto& smoothed = run.smoothers[runs::kLoss].values();
    for (auto row = bounds.begin; row < bounds.end; ++row) {
        auto fields = place(run, "train", log.step[row], log.time[row]);
        for (const auto column : {runs::kLoss, runs::kNorm, runs::kLearningRate, runs::kTokensPerSecond})
            fields += number(double(log.values[column][row]), 9);
        fields += settings.smoothing > 0 && row < smoothed.size() ? number(double(smoothed[row]), 9) : QString();
        csv += fields.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
}

void appendValidation(QString& csv, const StoredRun& run, const LossSettings& settings, const QCPRange& x)
{
    const auto& log = run.curves.validation();
    const auto bounds = boundsOf(run.validation(settings.x), x);
    for (auto row = bounds.begin; row < bounds.end; ++row)
        csv += (place(run, "validation", log.step[row], log.time[row]) + QStringList{number(double(log.values[0][row]), 9), {}, {}, {}, {}}).join(QLatin1Char(',')) + QLatin1Char('\n');
}

}  // namespace

std::size_t rowsWithin(const CurveStore& store, const LossSettings& settings, const QCPRange& x)
{
    std::size_t rows = 0;
    for (const auto& run : store.runs()) {
        if (!run->shown())
            continue;
        rows += settings.train ? boundsOf(run->train(settings.x, runs::kLoss), x).size() : 0;
        rows += settings.validation ? boundsOf(run->validation(settings.x), x).size() : 0;
    }
    return rows;
}

QString csvOf(const CurveStore& store, const LossSettings& settings, const QCPRange& x)
{
    auto csv = QString::fromLatin1(runs::kCurveColumns) + QStringLiteral(",loss_smoothed\n");
    for (const auto& run : store.runs()) {
        if (!run->shown())
            continue;
        if (settings.train)
            appendTrain(csv, *run, settings, x);
        if (settings.validation)
            appendValidation(csv, *run, settings, x);
    }
    return csv;
}

QImage pictureOf(CurvePlot& plot, const std::vector<CurveEntry>& entries, const LossSettings& settings, double scale)
{
    struct Row {
        QString title;
        plots::CurveStyle style;
    };
    std::vector<Row> shown;
    const QFontMetrics metrics(plot.font());
    // Kinds of lines first, where both are there.
    const auto ink = ui::mixed(plot.palette().color(QPalette::Base), plot.palette().color(QPalette::Text), 0.75);
    if (settings.train && settings.validation) {
        shown.push_back({QCoreApplication::translate("bam::views::LegendKey", "Training"), {ink, false, -1}});
        shown.push_back({QCoreApplication::translate("bam::views::LegendKey", "Validation"), {ink, false, 0}});
    }
    for (const auto& entry : entries)
        if (!entry.hidden)
            shown.push_back({CurveLegend::captionOf(entry), entry.style});
    int titleWidth = 0;
    for (const auto& row : shown)
        titleWidth = std::max(titleWidth, metrics.horizontalAdvance(row.title));
    const int line = metrics.height() + 6, perColumn = std::max(1, (plot.height() - 2 * kPadding) / line);
    const int columns = (int(shown.size()) + perColumn - 1) / perColumn, columnWidth = kSwatch + titleWidth + 3 * kPadding;
    const QSize size(plot.width() + columns * columnWidth, plot.height());
    QImage image((QSizeF(size) * scale).toSize(), QImage::Format_RGB32);
    const auto base = plot.palette().color(QPalette::Base);
    image.fill(base);
    QCPPainter painter(&image);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.scale(scale, scale);
    plot.toPainter(&painter, plot.width(), plot.height());
    painter.setFont(plot.font());
    for (int i = 0; i < int(shown.size()); ++i) {
        const auto& entry = shown[std::size_t(i)];
        const QRectF row(plot.width() + i / perColumn * columnWidth + kPadding, kPadding + i % perColumn * line, columnWidth - 2 * kPadding, line);
        drawSwatch(painter, {row.left(), row.top(), double(kSwatch), row.height()}, entry.style, base, 1);
        painter.setPen(plot.palette().color(QPalette::Text));
        painter.drawText(row.adjusted(kSwatch + kPadding, 0, kPadding, 0), Qt::AlignVCenter | Qt::AlignLeft, entry.title);
    }
    painter.end();
    image.setDevicePixelRatio(scale);
    return image;
}

}  // namespace bam::views
