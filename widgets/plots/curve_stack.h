// SPDX-License-Identifier: GPL-3.0-or-later
// Curves over key positions, in panels that stand on one another and share their horizontal axis, crosshair and movements: wheel and + − zoom, a drag or arrow keys move,
// Shift and a drag zoom into a stretch, a double click or 0 show everything, Ctrl and arrows move the crosshair, Enter or a click select its key. The vertical axes fit what
// is in view. The legend of a panel is its read-out.
//
// Invariant: of the values that share a column of pixels the smallest and the largest are drawn: no spike is lost.
#pragma once

#include "widgets/plots/heatmap_widget.h"

#include <QPointF>

#include <memory>

namespace bam::plots {

struct StackSeries {
    QString id, name;
    QColor color;
    bool dashed = false;
    std::shared_ptr<const std::vector<double>> y;       ///< of keys first, first + 1, …
};

struct StackPanel {
    QString label;                  ///< of the vertical axis
    bool probability = false;       ///< never below 0, and logarithmic where the stack's probabilities are
    std::vector<StackSeries> series;
};

/// Values of y that draw the same line as all of them: of each column of pixels the first, the smallest, the largest and the last, in the order of the keys.
struct StackPoint {
    std::size_t index = 0;          ///< into y
    double y = 0;                   ///< not finite: the line breaks
};
/// @param columnOf of an index; may rise or fall along the keys
std::vector<StackPoint> thinned(const std::vector<double>& y, std::size_t begin, std::size_t end, const std::vector<int>& columnOf);

class CurveStack : public QWidget {
    Q_OBJECT
public:
    enum class Axis { Position, LogDistance };
    struct Settings {
        Axis axis = Axis::Position;
        bool logProbability = true;
        bool operator==(const Settings&) const = default;
    };

    explicit CurveStack(QWidget* parent = nullptr);

    /// @param first key of the values @param query that they are of. The window stays where query and first do.
    void setPanels(std::vector<StackPanel> panels, qint64 first, qint64 query);
    void setTokens(const QStringList& tokens);
    void setMarks(const HeatmapMarks& marks);
    void setEmptyText(const QString& text);
    const Settings& settings() const { return m_settings; }
    void setSettings(const Settings& settings);

    const std::vector<StackPanel>& panels() const { return m_panels; }
    const HeatmapMarks& marks() const { return m_marks; }
    qint64 first() const { return m_first; }
    qint64 query() const { return m_query; }
    bool empty() const { return m_count == 0; }

    /// [begin, end): keys in view.
    std::pair<qint64, qint64> visibleKeys() const;
    void showKeys(qint64 begin, qint64 end);
    void showAll();
    bool showsAll() const;
    void zoom(double factor, double x);
    void pan(double pixels);

    QRect area(std::size_t panel) const;
    double pixelOf(qint64 key) const;
    qint64 keyAt(double x) const;
    double pixelOfValue(std::size_t panel, double value) const;
    /// Of what is in view.
    std::pair<double, double> range(std::size_t panel) const;
    bool isLogarithmic(std::size_t panel) const { return m_settings.logProbability && m_panels[panel].probability; }

    std::optional<qint64> crosshair() const { return m_crosshair; }
    /// Does not send crosshairMoved().
    void setCrosshair(std::optional<qint64> key);
    /// "“ blue”, key 1,233, distance 2,839" and a panel's values there.
    QString placeText() const;
    QString valueText(std::size_t panel, std::size_t series) const;

    QSize sizeHint() const override { return {640, 560}; }
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void crosshairMoved();
    void keySelected(qint64 position);
    void windowChanged();

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
    double unitOf(qint64 key) const;
    std::pair<double, double> unitsOf(qint64 begin, qint64 end) const;
    std::pair<double, double> home() const;
    void moveTo(double low, double high);
    void setCrosshairByUser(std::optional<qint64> key);
    QString piece(qint64 position) const;
    void measure();
    int titleHeight() const { return m_line + 4; }
    void updateRanges();
    void paintPanel(QPainter& painter, std::size_t panel, const std::vector<int>& columns) const;
    void paintAxis(QPainter& painter) const;
    void paintMarks(QPainter& painter, const QRect& area) const;

    std::vector<StackPanel> m_panels;
    std::vector<std::pair<double, double>> m_ranges;
    int m_line = 0, m_left = 0;         // height of text, room for labels at the left: asked for with every point
    qint64 m_first = 0, m_query = 0, m_count = 0;
    QStringList m_tokens;
    HeatmapMarks m_marks;
    QString m_emptyText;
    Settings m_settings;
    double m_low = 0, m_high = 1;       // of the axis: positions, or log₁₀ of distances
    std::optional<qint64> m_crosshair;
    struct {
        enum class Kind { None, Press, Pan, Rubber } kind = Kind::None;
        QPointF from, to;
        double low = 0, high = 1;
    } m_drag;
};

}  // namespace bam::plots
