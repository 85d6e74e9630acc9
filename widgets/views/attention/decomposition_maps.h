// SPDX-License-Identifier: GPL-3.0-or-later
// The factors of a head's attention as maps side by side, moved together and read at one crosshair; λ and ln Z as strips along the same query positions.
#pragma once

#include "widgets/views/attention/decomposition_parts.h"

#include <QWidget>

#include <array>

class QLabel;

namespace bam::views {

/// Two curves over query positions, downwards, beside a map whose rows they belong to.
class RowStrips : public QWidget {
    Q_OBJECT
public:
    RowStrips(const plots::HeatmapWidget& beside, QWidget* parent = nullptr);
    void setRegion(const std::shared_ptr<const inspect::Region>& region);
    /// λ and ln Z at a query; NaN where they are not known.
    std::pair<double, double> at(qint64 query) const;
    QSize minimumSizeHint() const override { return {fontMetrics().averageCharWidth() * 16, 60}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const plots::HeatmapWidget& m_beside;
    std::shared_ptr<const inspect::Region> m_region;
};

class DecompositionMaps : public QWidget {
    Q_OBJECT
public:
    explicit DecompositionMaps(QWidget* parent = nullptr);

    /// One with parts. The first of a head is the whole of what is shown; a finer one of a part of it is shown where it is finer.
    /// @param length positions of the prompt
    void setRegion(const std::shared_ptr<const inspect::Region>& region, qint64 length);
    void clear();
    void dropRegionWish();
    void setTokens(const QStringList& tokens);
    void setMarks(const plots::HeatmapMarks& marks);
    void setEmptyText(const QString& text);
    /// Map, and scale and range of the probabilities; scores are always linear.
    void setSettings(const plots::HeatmapSettings& settings);
    void showAll();

    bool empty() const { return m_base == nullptr; }
    plots::HeatmapWidget& map(Factor factor) { return *m_maps[std::size_t(factor)]; }
    const plots::HeatmapWidget& map(Factor factor) const { return *m_maps[std::size_t(factor)]; }
    QString title(Factor factor) const;
    figures::Figure figure(const QString& title) const;

Q_SIGNALS:
    void querySelected(qint64 position);
    void keySelected(qint64 position);
    void regionWanted(qint64 queryBegin, qint64 queryEnd, qint64 keyBegin, qint64 keyEnd);
    void rangeChanged(double low, double high);

private:
    void showReadout();

    std::array<plots::HeatmapWidget*, kFactors> m_maps{};
    std::array<QLabel*, kFactors> m_titles{};
    RowStrips* m_strips;
    QLabel *m_stripTitle, *m_place;
    std::shared_ptr<const inspect::Region> m_base;
    QString m_emptyText;
};

}  // namespace bam::views
