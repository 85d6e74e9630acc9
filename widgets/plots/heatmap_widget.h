// SPDX-License-Identifier: GPL-3.0-or-later
// A query × key matrix as a picture that one moves through: queries downwards, keys to the right, square cells, the part above the diagonal empty. Drag or arrow keys
// move, wheel and + − zoom at the mouse, Shift and a drag zoom into a rectangle, a double click or 0 show everything, Ctrl and arrows move the crosshair, Enter or a click
// select its cell.
//
// Invariants: the axes have one scale; the window never leaves the matrix; the picture is drawn anew only when what it shows changes.
#pragma once

#include "widgets/plots/heatmap_image.h"

#include <QElapsedTimer>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <optional>

namespace bam::plots {

struct HeatmapSettings {
    enum class Range { Whole, Visible, Fixed };     ///< of the colours: of all values, of those in view, or typed
    QString map = QStringLiteral("viridis");
    ColorScale scale = ColorScale::Sqrt;
    Pooling pooling = Pooling::Max;
    Range range = Range::Whole;
    double low = 0, high = 1;           ///< of Fixed
    bool operator==(const HeatmapSettings&) const = default;
};

/// Positions that are pointed out on the axes.
struct HeatmapMarks {
    qint64 needleBegin = -1, needleEnd = -1;    ///< [begin, end) on both axes; −1: none
    QString needleLabel = {};                   ///< "needle"
    std::vector<qint64> queryRows = {};         ///< ascending; marked at the left
    QString queryLabel = {};                    ///< "answer"
};

struct HeatmapCell {
    qint64 query = 0, key = 0;
    bool operator==(const HeatmapCell&) const = default;
};

/// What is under the crosshair, in words.
struct HeatmapReadout {
    QString tokens;     ///< "“ key” → “ 4821”"; empty where the tokens are not known
    QString place;      ///< "Query 3,901, key 1,024, distance 2,877"
    QString value;      ///< "Weight 0.8312"
    QString extent;     ///< "Largest of queries 3,900–3,903 × keys 1,024–1,027"; empty for one pair
};

struct PositionRange {
    qint64 queryBegin = 0, queryEnd = 0, keyBegin = 0, keyEnd = 0;
    bool operator==(const PositionRange&) const = default;
};

class HeatmapWidget : public QWidget {
    Q_OBJECT
public:
    explicit HeatmapWidget(QWidget* parent = nullptr);

    /// The window stays where it is when the new matrix is as long as the old one.
    void setSource(const HeatmapSource& source);
    /// A part that is known more exactly, shown where it is finer than the source: what regionWanted() asked for.
    void setRegion(const HeatmapSource& region);
    /// No region comes; the coarse tiles stay without the note that says so.
    void dropRegionWish();
    void setTokens(const QStringList& tokens);
    void setMarks(const HeatmapMarks& marks);
    /// @param value of the colour bar and the read-out, with its unit: "Attention weight"
    void setValueName(const QString& value);
    /// Said in the middle while there is no matrix.
    void setEmptyText(const QString& text);
    /// Small, for many side by side: no axis labels, and the read-out is the caller's.
    void setCompact(bool compact);
    /// At most so many tiles a side will regions have; decides when asking for one gains anything.
    void setRegionSide(qint64 side) { m_regionSide = side; }
    qint64 regionSide() const { return m_regionSide; }

    const HeatmapSettings& settings() const { return m_settings; }
    void setSettings(const HeatmapSettings& settings);
    /// As it is drawn, range included.
    const HeatmapScale& scale() const { return m_image.scale(); }
    const HeatmapImage& image() const { return m_image; }
    const QStringList& tokens() const { return m_tokens; }
    const HeatmapMarks& marks() const { return m_marks; }
    const QString& valueName() const { return m_valueName; }

    /// Where the matrix is drawn, in the widget's pixels.
    QRect area() const;
    const HeatmapWindow& window() const { return m_window; }
    /// For maps that move together; does not send windowChanged().
    void setWindow(const HeatmapWindow& window);
    /// In view, whole positions, within the matrix.
    PositionRange visible() const;
    void showAll();
    bool showsAll() const { return m_all; }
    /// The largest window with square cells that holds all of a range.
    void showRange(const PositionRange& range);
    void zoom(double factor, const QPointF& at);
    void panBy(int dx, int dy);         ///< device pixels; positive: to later positions

    QPointF pixelOf(const HeatmapCell& cell) const;     ///< its middle, in the widget's pixels
    std::optional<HeatmapCell> cellAt(const QPointF& position) const;

    const std::optional<HeatmapCell>& crosshair() const { return m_crosshair; }
    /// For maps that move together; does not send crosshairMoved().
    void setCrosshair(const std::optional<HeatmapCell>& cell);
    const std::optional<HeatmapCell>& selected() const { return m_selected; }
    void setSelected(const std::optional<HeatmapCell>& cell);
    /// What the pixel at the crosshair shows.
    std::optional<HeatmapSample> sampleAtCrosshair() const;
    std::optional<HeatmapReadout> readout() const;
    bool waitsForRegion() const { return m_waiting; }

    QSize sizeHint() const override { return {640, 560}; }
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// By the user, or because the widget's size changed.
    void windowChanged();
    void crosshairMoved();
    void querySelected(qint64 position);
    void keySelected(qint64 position);
    void scaleChanged();
    /// 150 ms after the last movement: these positions would be shown more exactly if they were known so.
    void regionWanted(qint64 queryBegin, qint64 queryEnd, qint64 keyBegin, qint64 keyEnd);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Drag {
        enum class Kind { None, Press, Pan, Rubber } kind = Kind::None;
        QPointF from, to;
        HeatmapWindow window;
    };

    PositionRange home() const;
    QSize pictureSize() const;
    QPointF pictureOrigin() const;
    double fitScale(const PositionRange& range) const;
    HeatmapWindow windowOf(const PositionRange& range) const;
    void clampWindow(HeatmapWindow& window) const;
    void moveTo(HeatmapWindow window);
    void afterMove();
    void setPalettes();
    void updateScale();
    std::pair<double, double> automaticRange() const;
    void askForRegion();
    std::optional<PositionRange> wantedRegion() const;
    void moveCrosshair(int dx, int dy);
    void setCrosshairByUser(const std::optional<HeatmapCell>& cell);
    void select(const HeatmapCell& cell);
    QPoint pictureAt(const QPointF& position) const;
    QString piece(qint64 position) const;

    void paintAxes(QPainter& painter, const QRect& area) const;
    void paintMarks(QPainter& painter, const QRect& area) const;
    void paintBar(QPainter& painter, const QRect& area) const;
    void paintLines(QPainter& painter, const QRect& area) const;
    void paintNotes(QPainter& painter, const QRect& area) const;
    void paintReadout(QPainter& painter, const QRect& area) const;
    QMargins margins() const;
    int markWidth() const;

    HeatmapImage m_image;
    HeatmapSettings m_settings;
    HeatmapMarks m_marks;
    QStringList m_tokens;
    QString m_valueName, m_emptyText;
    bool m_compact = false, m_all = true, m_waiting = false;
    HeatmapWindow m_window;
    std::optional<HeatmapCell> m_crosshair, m_selected;
    Drag m_drag;
    QTimer m_settle, m_wish;
    qint64 m_regionSide = 1024;
    std::optional<PositionRange> m_asked;
    struct {
        QPointF at;
        double query = 0, key = 0;
        HeatmapWindow window;
    } m_anchor;                         // of zooming: the place under the mouse, so that many small steps do not drift
};

}  // namespace bam::plots
