// SPDX-License-Identifier: GPL-3.0-or-later
// What the loss view tells and does where the cursor is, and what it puts on the clipboard.
#include "widgets/common/format.h"
#include "widgets/views/loss/loss_export.h"
#include "widgets/views/loss/loss_view_private.h"

#include <QApplication>
#include <QClipboard>
#include <QMimeData>

#include <cmath>

namespace bam::views {
namespace {

constexpr std::size_t kMostCopiedRows = 200'000;
constexpr double kNearCurve = 8;        // pixels from a curve that still mean it

}  // namespace

int LossView::Private::nearestTo(const std::vector<ReadoutRow>& rows, int pane, double y) const
{
    const auto* axis = plot.rectOf(pane)->axis(QCPAxis::atLeft);
    int nearest = -1;
    double least = INFINITY;
    for (int i = 0; i < int(rows.size()); ++i)
        if (const double distance = std::abs(axis->coordToPixel(rows[std::size_t(i)].drawn) - y); distance < least) {
            least = distance;
            nearest = i;
        }
    return nearest;
}

void LossView::Private::showReadout()
{
    const int pane = plot.cursorPane();
    if (pane < 0 || emptyText.isVisibleTo(&plot)) {
        readout.leave();
        return;
    }
    const double at = plot.valueAt(pane, plot.cursor()).x();
    const auto data = xDataOf(store, settings());
    const double x = data ? std::clamp(at, data->lower, data->upper) : at;
    auto rows = readoutAt(pane, at, context());
    const int nearest = nearestTo(rows, pane, plot.cursor().y());
    const auto& now = settings();
    QString title;
    switch (now.x) {
    case runs::XAxis::Step: title = LossView::tr("Step %1").arg(ui::count(std::max(0.0, std::round(x)))); break;
    case runs::XAxis::Tokens: title = LossView::tr("%1 tokens").arg(ui::shortCount(std::max(0.0, x))); break;
    case runs::XAxis::Time: title = LossView::tr("Time %1").arg(ui::duration(std::max(0.0, x))); break;
    case runs::XAxis::Flops: title = LossView::tr("%1 FLOPs").arg(ui::significant(x, 4)); break;
    }
    const bool loss = pane == kLossPane;
    QStringList columns{!loss || now.train ? (loss ? LossView::tr("Training") : paneLabel(pane, now)) : QString(),
        now.smoothing > 0 && pane != kLearningRatePane && (!loss || now.train) ? LossView::tr("Smoothed") : QString(),
        loss && now.validation ? LossView::tr("Validation") : QString()};
    // The other panes' values are looked up by run.
    for (int other = 0; other < kPanes; ++other) {
        if (other == pane || !plot.isShown(other))
            continue;
        columns.append(other == kLossPane ? LossView::tr("Loss") : paneLabel(other, now));
        QHash<QString, std::optional<double>> values;
        for (const auto& row : readoutAt(other, at, context()))
            values.insert(row.path, row.value ? row.value : row.validation);
        for (auto& row : rows)
            row.others.push_back(values.value(row.path));
    }
    QVector<std::pair<QPointF, QColor>> dots;
    constexpr int kMostDots = 12;
    for (int i = 0; i < int(rows.size()); ++i)
        if (const auto& row = rows[std::size_t(i)]; int(rows.size()) <= kMostDots || i == nearest) {
            const auto* rect = plot.rectOf(pane);
            const QPointF at(rect->axis(QCPAxis::atBottom)->coordToPixel(row.x), rect->axis(QCPAxis::atLeft)->coordToPixel(row.drawn));
            if (QRectF(rect->rect()).contains(at))
                dots.append({at, row.color});
        }
    plot.setCursorDots(dots);
    readout.showRows(title, columns, rows, nearest);
    QVector<QPointF> lines;
    for (const auto& dot : dots)
        lines.append(dot.first);
    readout.place(plot.rectOf(pane)->height() > 200 ? plot.rectOf(pane)->rect() : QRectF(plot.rect()), plot.cursor(), lines);
}

void LossView::Private::clickPlot(const QPointF& position)
{
    const int pane = plot.cursorPane();
    if (pane < 0)
        return;
    const auto rows = readoutAt(pane, plot.valueAt(pane, position).x(), context());
    const int nearest = nearestTo(rows, pane, position.y());
    if (nearest >= 0 && std::abs(plot.rectOf(pane)->axis(QCPAxis::atLeft)->coordToPixel(rows[std::size_t(nearest)].drawn) - position.y()) <= kNearCurve)
        Q_EMIT view.runClicked(rows[std::size_t(nearest)].path);
}

void LossView::Private::copyImage()
{
    plot.refreshNow();
    QApplication::clipboard()->setImage(pictureOf(plot, entriesOf(store, settings()), settings(), 2));
    Q_EMIT view.message({ui::Severity::Success, LossView::tr("The picture is on the clipboard"), {}, QStringLiteral("copied"), {}, {}, 4000});
}

void LossView::Private::copyCsv()
{
    const auto rows = rowsWithin(store, settings(), plot.xRange());
    if (rows == 0 || rows > kMostCopiedRows) {
        const auto text = rows == 0 ? LossView::tr("No rows are visible, so nothing was copied")
                                    : LossView::tr("%1 rows are too many for the clipboard").arg(ui::count(double(rows)));
        const auto hint = rows == 0 ? LossView::tr("Select runs, or press Home to see all of them.")
                                    : LossView::tr("Zoom in or hide curves to get below %1 rows, or export the runs to files.").arg(ui::count(double(kMostCopiedRows)));
        Q_EMIT view.message({ui::Severity::Warning, text, hint, QStringLiteral("copied"), {}, {}, 0});
        return;
    }
    const auto csv = csvOf(store, settings(), plot.xRange());
    auto* data = new QMimeData;
    data->setText(csv);
    data->setData(QStringLiteral("text/csv"), csv.toUtf8());
    QApplication::clipboard()->setMimeData(data);
    Q_EMIT view.message({ui::Severity::Success, LossView::tr("%1 rows are on the clipboard").arg(ui::count(double(rows))), {}, QStringLiteral("copied"), {}, {}, 4000});
}

}  // namespace bam::views
