// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/decomposition_maps.h"

#include "widgets/common/colors.h"
#include "widgets/common/format.h"
#include "widgets/views/attention/matrix_view.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr int kGap = 4;
constexpr qint64 kSide = 512;

/// A title that gives way: its numbers change, the grid stands.
QLabel* titleLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    label->setContentsMargins(kGap, 0, kGap, 0);
    return label;
}

}  // namespace

RowStrips::RowStrips(const plots::HeatmapWidget& beside, QWidget* parent)
    : QWidget(parent)
    , m_beside(beside)
{
    setObjectName(QStringLiteral("rowStrips"));
    setToolTip(tr("λ scales content scores and grows with the number of keys under Scalable-Softmax; Z = 1 / Σ content × position says how little the two agree"));
}

void RowStrips::setRegion(const std::shared_ptr<const inspect::Region>& region)
{
    m_region = region;
    update();
}

std::pair<double, double> RowStrips::at(qint64 query) const
{
    if (!m_region || query < m_region->asked.queryBegin || query >= m_region->asked.queryEnd)
        return {inspect::kNone, inspect::kNone};
    const auto row = std::size_t((query - m_region->asked.queryBegin) / m_region->queryTile);
    const auto value = [&](const std::vector<float>& values) { return row < values.size() ? double(values[row]) : inspect::kNone; };
    return {value(m_region->lambda), value(m_region->logZ)};
}

void RowStrips::paintEvent(QPaintEvent*)
{
    if (!m_region)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto metrics = fontMetrics();
    const auto ink = palette().color(QPalette::WindowText), base = palette().color(QPalette::Base);
    const auto beside = m_beside.area();
    const auto part = m_beside.visible();
    const int each = (width() - 5 * kGap) / 2;
    const std::array<const std::vector<float>*, 2> values{&m_region->lambda, &m_region->logZ};
    const std::array<QColor, 2> colors{QColor(213, 94, 0), factorColor(Factor::Joint)};
    const double bottom = std::min(double(beside.bottom() + 1), m_beside.pixelOf({part.queryEnd, 0}).y());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const QRectF area(kGap + int(i) * (each + 3 * kGap), beside.top(), each, bottom - beside.top());
        painter.fillRect(area, base);
        const auto rowOf = [&](qint64 query) { return std::clamp<qint64>((query - m_region->asked.queryBegin) / m_region->queryTile, 0, std::max<qint64>(m_region->rows, 1) - 1); };
        const auto first = rowOf(part.queryBegin), last = rowOf(part.queryEnd - 1);
        double low = inspect::kNone, high = inspect::kNone;
        for (auto row = first; row <= last && row < qint64(values[i]->size()); ++row)
            if (const double value = double((*values[i])[std::size_t(row)]); std::isfinite(value)) {
                low = value < low || std::isnan(low) ? value : low;
                high = value > high || std::isnan(high) ? value : high;
            }
        painter.setPen(QPen(ui::mixed(palette().color(QPalette::Window), ink, 0.45), 1));
        painter.drawRect(area.adjusted(-0.5, -0.5, 0.5, 0.5));
        if (std::isnan(high))
            continue;
        const double span = high > low ? high - low : std::max(std::abs(high), 1e-9);
        const auto x = [&](double value) { return area.left() + 3 + (high > low ? (value - low) / span : 0.5) * (area.width() - 6); };
        painter.save();
        painter.setClipRect(area);
        QPolygonF line;
        for (auto row = first; row <= last && row < qint64(values[i]->size()); ++row) {
            const double value = double((*values[i])[std::size_t(row)]);
            const double query = double(m_region->asked.queryBegin + row * m_region->queryTile) + double(m_region->queryTile - 1) / 2;
            if (std::isfinite(value))
                line.append({x(value), m_beside.pixelOf({qint64(query), 0}).y()});
        }
        painter.setPen(QPen(colors[i], 1.4));
        painter.drawPolyline(line);
        if (const auto cursor = m_beside.crosshair()) {
            painter.setPen(QPen(ui::mixed(base, ink, 0.6), 1));
            const double y = m_beside.pixelOf(*cursor).y();
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        }
        painter.restore();
        painter.setPen(ink);
        // One line, as high as the margin of the map beside; of what it could tell as much as there is room for.
        const auto name = i == 0 ? QStringLiteral("λ") : QStringLiteral("ln Z");
        const auto lowText = ui::significant(low, 3), highText = ui::significant(high, 3);
        const QRectF below(area.left() - kGap, bottom + kGap, area.width() + 2 * kGap, metrics.height());
        for (const auto& text : {high > low ? tr("%1 %2 – %3", "name, lowest and highest value").arg(name, lowText, highText) : QStringLiteral("%1 %2").arg(name, highText),
                 QStringLiteral("%1 %2").arg(name, highText), name})
            if (metrics.horizontalAdvance(text) <= below.width()) {
                painter.drawText(below, Qt::AlignCenter, text);
                break;
            }
    }
}

DecompositionMaps::DecompositionMaps(QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    m_place = titleLabel(this);
    m_place->setObjectName(QStringLiteral("mapsPlace"));
    layout->addWidget(m_place, 0, 0, 1, 3);
    for (int i = 0; i < kFactors; ++i) {
        const auto factor = Factor(i);
        auto* title = m_titles[std::size_t(i)] = titleLabel(this);
        auto* map = m_maps[std::size_t(i)] = new plots::HeatmapWidget(this);
        map->setObjectName(QStringLiteral("factorMap%1").arg(i));
        map->setAccessibleName(factorName(factor));
        map->setValueName(factorName(factor));
        map->setCompact(true);
        map->setRegionSide(kSide);
        title->setToolTip(factorName(factor));
        const int row = isProbability(factor) ? 3 : 1, column = isProbability(factor) ? i - int(Factor::Content) : i;
        layout->addWidget(title, row, column);
        layout->addWidget(map, row + 1, column);
        connect(map, &plots::HeatmapWidget::windowChanged, this, [this, map] {
            for (auto* other : m_maps)
                if (other != map)
                    other->setWindow(map->window());
            m_strips->update();
        });
        connect(map, &plots::HeatmapWidget::crosshairMoved, this, [this, map] {
            for (auto* other : m_maps)
                if (other != map)
                    other->setCrosshair(map->crosshair());
            showReadout();
        });
        connect(map, &plots::HeatmapWidget::querySelected, this, [this, map](qint64 query) {
            for (auto* other : m_maps)
                if (other != map)
                    other->setSelected(map->selected());
            Q_EMIT querySelected(query);
        });
        connect(map, &plots::HeatmapWidget::keySelected, this, &DecompositionMaps::keySelected);
    }
    m_strips = new RowStrips(map(Factor::PriorTerm), this);
    m_stripTitle = titleLabel(this);
    m_stripTitle->setToolTip(factorHelp());
    layout->addWidget(m_stripTitle, 1, 2);
    layout->addWidget(m_strips, 2, 2);
    for (const int column : {0, 1, 2})
        layout->setColumnStretch(column, 1);
    layout->setRowStretch(2, 1);
    layout->setRowStretch(4, 1);
    // All have one window and one region: one asks.
    connect(&map(Factor::Joint), &plots::HeatmapWidget::regionWanted, this, &DecompositionMaps::regionWanted);
    connect(&map(Factor::Joint), &plots::HeatmapWidget::scaleChanged, this, [this] { Q_EMIT rangeChanged(map(Factor::Joint).scale().low(), map(Factor::Joint).scale().high()); });
    setSettings({});
    clear();
}

QString DecompositionMaps::title(Factor factor) const { return m_titles[std::size_t(factor)]->text(); }

void DecompositionMaps::setRegion(const std::shared_ptr<const inspect::Region>& region, qint64 length)
{
    if (!region || region->joint.empty())
        return;
    const auto wider = [](const inspect::RegionRequest& a, const inspect::RegionRequest& b) {
        return a.queryBegin <= b.queryBegin && a.queryEnd >= b.queryEnd && a.keyBegin <= b.keyBegin && a.keyEnd >= b.keyEnd;
    };
    const bool base = !m_base || m_base->asked.head != region->asked.head || wider(region->asked, m_base->asked);
    if (base)
        m_base = region;
    constexpr std::array parts{plots::RegionPart::ContentScore, plots::RegionPart::PriorTerm, plots::RegionPart::Content, plots::RegionPart::Position, plots::RegionPart::Joint};
    for (std::size_t i = 0; i < m_maps.size(); ++i) {
        const plots::HeatmapSource source(region, parts[i], length);
        base ? m_maps[i]->setSource(source) : m_maps[i]->setRegion(source);
    }
    if (base)
        m_strips->setRegion(region);
    for (auto* other : m_maps)
        other->setWindow(m_maps.front()->window());
    showReadout();
}

void DecompositionMaps::clear()
{
    m_base.reset();
    m_strips->setRegion({});
    for (auto* map : m_maps)
        map->setSource({});
    showReadout();
}

void DecompositionMaps::dropRegionWish()
{
    for (auto* map : m_maps)
        map->dropRegionWish();
}

void DecompositionMaps::setTokens(const QStringList& tokens)
{
    for (auto* map : m_maps)
        map->setTokens(tokens);
}

void DecompositionMaps::setMarks(const plots::HeatmapMarks& marks)
{
    for (auto* map : m_maps)
        map->setMarks(marks);
}

void DecompositionMaps::setEmptyText(const QString& text)
{
    for (auto* map : m_maps)
        map->setEmptyText({});
    m_emptyText = text;
    showReadout();
}

void DecompositionMaps::setSettings(const plots::HeatmapSettings& settings)
{
    for (int i = 0; i < kFactors; ++i) {
        auto own = settings;
        own.pooling = plots::Pooling::Mean;
        if (!isProbability(Factor(i))) {
            own.scale = plots::ColorScale::Linear;
            own.range = settings.range == plots::HeatmapSettings::Range::Fixed ? plots::HeatmapSettings::Range::Whole : settings.range;
        }
        m_maps[std::size_t(i)]->setSettings(own);
    }
    showReadout();
}

void DecompositionMaps::showAll() { map(Factor::Joint).showAll(); }

void DecompositionMaps::showReadout()
{
    const auto& cell = m_maps.front()->crosshair();
    for (int i = 0; i < kFactors; ++i) {
        const auto sample = m_maps[std::size_t(i)]->sampleAtCrosshair();
        const auto name = shortFactorName(Factor(i));
        m_titles[std::size_t(i)]->setText(!sample ? name : tr("%1: %2", "name of a map, value").arg(name, std::isfinite(sample->value) ? ui::significant(double(sample->value), 4) : tr("not finite")));
    }
    const auto [lambda, logZ] = cell ? m_strips->at(cell->query) : std::pair(inspect::kNone, inspect::kNone);
    m_stripTitle->setText(std::isnan(lambda) ? tr("λ and ln Z by query") : tr("λ: %1, ln Z: %2").arg(ui::significant(lambda, 4), ui::significant(logZ, 4)));
    m_strips->update();
    if (empty()) {
        m_place->setText(m_emptyText);
        return;
    }
    if (!cell || cell->key > cell->query) {
        m_place->setText(tr("Point at a pair to read its factors. A click takes its query apart."));
        return;
    }
    const auto& tokens = m_maps.front()->tokens();
    const auto place = tr("Query %1, key %2, distance %3").arg(ui::count(double(cell->query)), ui::count(double(cell->key)), ui::count(double(cell->query - cell->key)));
    m_place->setText(cell->query < tokens.size() ? tr("%1: “%2” → “%3”", "place, query token, key token").arg(place, tokens[cell->query], tokens[cell->key]).replace(QLatin1Char('\n'), QChar(0x23CE)) : place);
}

figures::Figure DecompositionMaps::figure(const QString& title) const
{
    figures::Figure figure;
    figure.kind = QStringLiteral("attention_factors");
    figure.title = title;
    figure.columns = 3;
    if (empty())
        return figure;
    for (int i = 0; i < kFactors; ++i) {
        auto panel = heatmapPanel(*m_maps[std::size_t(i)], factorName(Factor(i)));
        panel.colors.label.clear();     // the title says it
        figure.panels.push_back(std::move(panel));
    }
    return figure;
}

}  // namespace bam::views
