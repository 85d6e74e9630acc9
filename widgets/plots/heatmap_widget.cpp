// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/heatmap_widget.h"

#include "widgets/common/colors.h"
#include "widgets/common/format.h"
#include "widgets/plots/color_maps.h"

#include <QEvent>
#include <QResizeEvent>

#include <algorithm>
#include <cmath>

namespace bam::plots {
namespace {

constexpr int kWishMs = 150, kSettleMs = 100;
constexpr double kLargestCell = 64;         // pixels
constexpr qint64 kScaleSide = 1024;         // tiles that the automatic range looks at where pooling keeps the largest

/// Positions per tile, a power of two, so that at most `side` tiles cover a span.
qint64 tileFor(qint64 span, qint64 side)
{
    qint64 tile = 1;
    while ((span + tile - 1) / tile > side)
        tile *= 2;
    return tile;
}

bool covers(const HeatmapGrid& grid, const PositionRange& range)
{
    return grid.queryBegin <= range.queryBegin && grid.queryEnd >= range.queryEnd && grid.keyBegin <= range.keyBegin && grid.keyEnd >= range.keyEnd;
}

}  // namespace

HeatmapWidget::HeatmapWidget(QWidget* parent)
    : QWidget(parent)
    , m_valueName(tr("Attention weight"))
{
    setObjectName(QStringLiteral("heatmap"));
    setAccessibleName(tr("Attention matrix"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::CrossCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_wish.setSingleShot(true);
    m_wish.setInterval(kWishMs);
    connect(&m_wish, &QTimer::timeout, this, &HeatmapWidget::askForRegion);
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMs);
    connect(&m_settle, &QTimer::timeout, this, &HeatmapWidget::updateScale);
    setPalettes();
    updateScale();
}

void HeatmapWidget::setSource(const HeatmapSource& source)
{
    const bool same = source.length() == m_image.source().length() && !m_image.source().empty();
    m_image.setSource(source);
    m_asked.reset();
    m_waiting = false;
    if (!same) {
        m_crosshair.reset();
        m_selected.reset();
        m_all = true;
    }
    if (m_all)
        m_window = windowOf(home());
    updateScale();
    if (!source.empty())
        m_wish.start();
    update();
}

void HeatmapWidget::setRegion(const HeatmapSource& region)
{
    m_image.setDetail(region);
    m_waiting = false;
    updateScale();
    update();
}

void HeatmapWidget::dropRegionWish()
{
    m_waiting = false;
    update();
}

void HeatmapWidget::setTokens(const QStringList& tokens)
{
    m_tokens = tokens;
    update();
}

void HeatmapWidget::setMarks(const HeatmapMarks& marks)
{
    m_marks = marks;
    if (m_all)
        m_window = windowOf(home());        // their labels take room
    update();
}

void HeatmapWidget::setValueName(const QString& value)
{
    m_valueName = value;
    update();
}

void HeatmapWidget::setEmptyText(const QString& text)
{
    m_emptyText = text;
    update();
}

void HeatmapWidget::setCompact(bool compact)
{
    m_compact = compact;
    if (m_all)
        m_window = windowOf(home());
    update();
}

void HeatmapWidget::setSettings(const HeatmapSettings& settings)
{
    if (settings == m_settings)
        return;
    m_settings = settings;
    m_image.setPooling(settings.pooling);
    updateScale();
    update();
}

void HeatmapWidget::setPalettes()
{
    const auto base = palette().color(QPalette::Base), window = palette().color(QPalette::Window);
    m_image.setPaper(base.rgb(), base == window ? ui::mixed(window, palette().color(QPalette::WindowText), 0.06).rgb() : window.rgb());
}

std::pair<double, double> HeatmapWidget::automaticRange() const
{
    const auto& source = m_image.source();
    if (source.empty())
        return {0, 1};
    HeatmapExtremes found;
    const auto pooling = m_settings.pooling;
    if (m_settings.range == HeatmapSettings::Range::Visible) {
        const auto part = visible();
        const auto& detail = m_image.detail();
        const bool fine = !detail.empty() && covers(detail.finest(), part) && m_window.perPixel < double(source.finest().queryTile);
        found = extremesOf(fine ? detail.finest() : source.gridFor(m_window.perPixel), pooling, part.queryBegin, part.queryEnd, part.keyBegin, part.keyEnd);
    } else {
        const auto part = home();
        found = extremesOf(pooling == Pooling::Max ? source.gridOf(kScaleSide) : source.finest(), pooling, part.queryBegin, part.queryEnd, part.keyBegin, part.keyEnd);
    }
    if (std::isnan(found.high))
        return {0, 1};
    if (m_settings.scale == ColorScale::Log)
        return {std::max(std::isnan(found.positive) ? 0 : found.positive, found.high * 1e-6), found.high};
    return {std::min(found.low, 0.0), found.high};
}

void HeatmapWidget::updateScale()
{
    const bool fixed = m_settings.range == HeatmapSettings::Range::Fixed;
    const auto [low, high] = fixed ? std::pair{m_settings.low, m_settings.high} : automaticRange();
    const HeatmapScale scale(colorTable(m_settings.map), m_settings.scale, low, high);
    if (scale == m_image.scale())
        return;
    m_image.setScale(scale);
    update();
    Q_EMIT scaleChanged();
}

PositionRange HeatmapWidget::home() const
{
    if (m_image.source().empty())
        return {};
    const auto& grid = m_image.source().finest();
    return {grid.queryBegin, grid.queryEnd, grid.keyBegin, grid.keyEnd};
}

QSize HeatmapWidget::pictureSize() const { return (QSizeF(area().size()) * devicePixelRatioF()).toSize().expandedTo({1, 1}); }

/// On a whole device pixel.
QPointF HeatmapWidget::pictureOrigin() const
{
    const auto ratio = devicePixelRatioF();
    const auto corner = area().topLeft();
    return QPointF(std::round(corner.x() * ratio) / ratio, std::round(corner.y() * ratio) / ratio);
}

double HeatmapWidget::fitScale(const PositionRange& range) const
{
    const auto size = pictureSize();
    return std::max({double(range.queryEnd - range.queryBegin) / size.height(), double(range.keyEnd - range.keyBegin) / size.width(), 1 / (kLargestCell * devicePixelRatioF())});
}

HeatmapWindow HeatmapWidget::windowOf(const PositionRange& range) const
{
    const double scale = fitScale(range);
    return {qint64(std::floor(double(range.keyBegin) / scale)), qint64(std::floor(double(range.queryBegin) / scale)), scale};
}

/// Where there is less matrix than room it stands at the left and at the top; else nothing beyond its borders is shown.
void HeatmapWidget::clampWindow(HeatmapWindow& window) const
{
    const auto size = pictureSize();
    const auto range = home();
    const auto within = [&](qint64 place, qint64 begin, qint64 end, int pixels) {
        const auto first = qint64(std::floor(double(begin) / window.perPixel)), after = qint64(std::ceil(double(end) / window.perPixel));
        return std::clamp(place, first, std::max(first, after - pixels));
    };
    window.left = within(window.left, range.keyBegin, range.keyEnd, size.width());
    window.top = within(window.top, range.queryBegin, range.queryEnd, size.height());
}

void HeatmapWidget::setWindow(const HeatmapWindow& window)
{
    if (window == m_window)
        return;
    m_window = window;
    m_all = window == windowOf(home());
    if (m_settings.range == HeatmapSettings::Range::Visible)
        m_settle.start();
    update();
}

void HeatmapWidget::moveTo(HeatmapWindow window)
{
    if (m_image.source().empty())
        return;
    const auto all = windowOf(home());
    if (window.perPixel >= all.perPixel * (1 - 1e-9))
        window = all;
    clampWindow(window);
    if (window == m_window)
        return;
    m_window = window;
    m_all = window == all;
    afterMove();
}

void HeatmapWidget::afterMove()
{
    if (m_settings.range == HeatmapSettings::Range::Visible)
        m_settle.start();
    m_wish.start();
    update();
    Q_EMIT windowChanged();
}

PositionRange HeatmapWidget::visible() const
{
    const auto range = home();
    const auto size = pictureSize();
    const auto whole = [](double from, double to, qint64 begin, qint64 end) {
        const auto first = std::clamp(qint64(std::floor(from + 1e-9)), begin, end);
        return std::pair{first, std::clamp(qint64(std::ceil(to - 1e-9)), first, end)};
    };
    const auto [queryBegin, queryEnd] = whole(m_window.queryAt(0), m_window.queryAt(size.height()), range.queryBegin, range.queryEnd);
    const auto [keyBegin, keyEnd] = whole(m_window.keyAt(0), m_window.keyAt(size.width()), range.keyBegin, range.keyEnd);
    return {queryBegin, queryEnd, keyBegin, keyEnd};
}

void HeatmapWidget::showAll() { moveTo(windowOf(home())); }

void HeatmapWidget::showRange(const PositionRange& range) { moveTo(windowOf(range)); }

void HeatmapWidget::zoom(double factor, const QPointF& at)
{
    const auto place = (at - pictureOrigin()) * devicePixelRatioF();
    if (m_anchor.at != at || m_anchor.window != m_window)
        m_anchor = {at, m_window.queryAt(place.y()), m_window.keyAt(place.x()), {}};
    const double smallest = std::min(1 / (kLargestCell * devicePixelRatioF()), m_window.perPixel);
    HeatmapWindow window;
    window.perPixel = std::max(m_window.perPixel / factor, smallest);
    window.left = qint64(std::llround(m_anchor.key / window.perPixel - place.x()));
    window.top = qint64(std::llround(m_anchor.query / window.perPixel - place.y()));
    moveTo(window);
    m_anchor.window = m_window;
}

void HeatmapWidget::panBy(int dx, int dy)
{
    auto window = m_window;
    window.left += dx;
    window.top += dy;
    moveTo(window);
}

QPointF HeatmapWidget::pixelOf(const HeatmapCell& cell) const
{
    return pictureOrigin() + QPointF(m_window.xOf(double(cell.key) + 0.5), m_window.yOf(double(cell.query) + 0.5)) / devicePixelRatioF();
}

/// The pixel of the picture at a place of the widget.
QPoint HeatmapWidget::pictureAt(const QPointF& position) const
{
    const auto place = (position - pictureOrigin()) * devicePixelRatioF();
    return {int(std::floor(place.x())), int(std::floor(place.y()))};
}

std::optional<HeatmapCell> HeatmapWidget::cellAt(const QPointF& position) const
{
    if (m_image.source().empty() || !QRectF(area()).contains(position))
        return std::nullopt;
    const auto pixel = pictureAt(position);
    const HeatmapCell cell{qint64(std::floor(m_window.queryAt(pixel.y() + 0.5))), qint64(std::floor(m_window.keyAt(pixel.x() + 0.5)))};
    const auto range = home();
    if (cell.query < range.queryBegin || cell.query >= range.queryEnd || cell.key < range.keyBegin || cell.key >= range.keyEnd)
        return std::nullopt;
    return cell;
}

void HeatmapWidget::setCrosshair(const std::optional<HeatmapCell>& cell)
{
    if (cell == m_crosshair)
        return;
    m_crosshair = cell;
    update();
}

void HeatmapWidget::setCrosshairByUser(const std::optional<HeatmapCell>& cell)
{
    if (cell == m_crosshair)
        return;
    setCrosshair(cell);
    Q_EMIT crosshairMoved();
}

void HeatmapWidget::setSelected(const std::optional<HeatmapCell>& cell)
{
    m_selected = cell;
    update();
}

void HeatmapWidget::select(const HeatmapCell& cell)
{
    setSelected(cell);
    Q_EMIT querySelected(cell.query);
    Q_EMIT keySelected(cell.key);
}

std::optional<HeatmapSample> HeatmapWidget::sampleAtCrosshair() const
{
    if (!m_crosshair || m_image.source().empty())
        return std::nullopt;
    const auto pixel = [](double place) { return int(std::clamp(std::floor(place), -1e9, 1e9)); };
    const auto sample = m_image.sample(m_window, pixel(m_window.xOf(double(m_crosshair->key) + 0.5)), pixel(m_window.yOf(double(m_crosshair->query) + 0.5)));
    return sample.shown ? std::optional(sample) : std::nullopt;
}

QString HeatmapWidget::piece(qint64 position) const
{
    if (position < 0 || position >= m_tokens.size())
        return {};
    auto text = m_tokens[position];
    text.replace(QLatin1Char('\n'), QChar(0x23CE));
    return text;
}

std::optional<HeatmapReadout> HeatmapWidget::readout() const
{
    const auto sample = sampleAtCrosshair();
    if (!sample)
        return std::nullopt;
    HeatmapReadout result;
    // Where many pairs share a pixel the one with the largest weight is what one wants to read; else that under the mouse.
    const bool one = sample->tiles == 1;
    const bool exact = sample->queryTile == 1 && sample->keyTile == 1;
    const auto query = one ? m_crosshair->query : sample->query, key = one ? m_crosshair->key : sample->key;
    if (const auto from = piece(query), to = piece(key); !from.isEmpty() || !to.isEmpty())
        result.tokens = tr("“%1” → “%2”", "query token, key token").arg(from, to);
    result.place = tr("Query %1, key %2, distance %3").arg(ui::count(double(query)), ui::count(double(key)), ui::count(double(std::max<qint64>(query - key, 0))));
    const auto number = std::isfinite(sample->value) ? ui::significant(double(sample->value), 4) : tr("not finite");
    result.value = tr("%1: %2", "name of a value, number").arg(m_valueName, number);
    if (one && exact)
        return result;
    const auto range = [](qint64 first, qint64 count) { return count == 1 ? ui::count(double(first)) : tr("%1–%2", "positions from, to").arg(ui::count(double(first)), ui::count(double(first + count - 1))); };
    if (one)
        result.extent = (m_settings.pooling == Pooling::Max ? tr("Largest of queries %1 and keys %2") : tr("Mean of queries %1 and keys %2"))
            .arg(range(sample->query, sample->queryTile), range(sample->key, sample->keyTile));
    else if (exact)
        result.extent = m_settings.pooling == Pooling::Max ? tr("Largest of the %n pairs at this pixel", nullptr, int(sample->tiles)) : tr("Mean of the %n pairs at this pixel", nullptr, int(sample->tiles));
    else
        result.extent = m_settings.pooling == Pooling::Max ? tr("Largest of the %n pairs about here", nullptr, int(sample->tiles * sample->queryTile * sample->keyTile)) : tr("Mean of the %n pairs about here", nullptr, int(sample->tiles * sample->queryTile * sample->keyTile));
    return result;
}

std::optional<PositionRange> HeatmapWidget::wantedRegion() const
{
    const auto& source = m_image.source();
    if (source.empty() || source.finest().queryTile <= 1 || m_window.perPixel >= double(source.finest().queryTile))
        return std::nullopt;
    auto range = visible();
    range.keyEnd = std::min(range.keyEnd, range.queryEnd);      // nothing is above the diagonal
    range.queryBegin = std::max(range.queryBegin, range.keyBegin);
    if (range.keyBegin >= range.keyEnd || range.queryBegin >= range.queryEnd)
        return std::nullopt;
    const auto tileOf = [&](const PositionRange& part) { return tileFor(std::max(part.queryEnd - part.queryBegin, part.keyEnd - part.keyBegin), m_regionSide); };
    const auto tile = tileOf(range);
    if (tile >= source.finest().queryTile)
        return std::nullopt;
    const auto& detail = m_image.detail();
    if (!detail.empty() && covers(detail.finest(), range) && double(detail.finest().queryTile) <= std::max(double(tile), m_window.perPixel))
        return std::nullopt;
    // A quarter more on every side, so that small movements need nothing new.
    auto wider = range;
    const auto all = home();
    const auto more = std::max(range.queryEnd - range.queryBegin, range.keyEnd - range.keyBegin) / 4;
    wider.queryBegin = std::max(all.queryBegin, range.queryBegin - more);
    wider.queryEnd = std::min(all.queryEnd, range.queryEnd + more);
    wider.keyBegin = std::max(all.keyBegin, range.keyBegin - more);
    wider.keyEnd = std::min(all.keyEnd, range.keyEnd + more);
    return tileOf(wider) == tile ? wider : range;
}

void HeatmapWidget::askForRegion()
{
    const auto wanted = wantedRegion();
    if (!wanted || wanted == m_asked)
        return;
    m_asked = wanted;
    m_waiting = true;
    update();
    Q_EMIT regionWanted(wanted->queryBegin, wanted->queryEnd, wanted->keyBegin, wanted->keyEnd);
}

void HeatmapWidget::resizeEvent(QResizeEvent*)
{
    if (m_image.source().empty())
        return;
    if (m_all)
        m_window = windowOf(home());
    else
        clampWindow(m_window);
    afterMove();
}

void HeatmapWidget::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        setPalettes();
        if (m_all && !m_image.source().empty())
            m_window = windowOf(home());
        update();
    }
    QWidget::changeEvent(event);
}

}  // namespace bam::plots
