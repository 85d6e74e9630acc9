// SPDX-License-Identifier: GPL-3.0-or-later
// Why a head looks where it looks: content and position apart. One page takes a query apart as curves over the keys, the other all queries of a head as linked maps.
#pragma once

#include "widgets/views/attention/decomposition_maps.h"

#include <QWidget>

class QLabel;
class QTabWidget;
class QToolButton;

namespace bam::views {

class HeatmapBar;
class NumberBox;

class DecompositionView : public QWidget {
    Q_OBJECT
public:
    enum class Page { Query, Head };

    explicit DecompositionView(QWidget* parent = nullptr);

    /// Of whom queries and regions will be. A new head or prompt clears both pages.
    void setHead(inspect::HeadId head, qint64 length, const QStringList& tokens, const plots::HeatmapMarks& marks, const figures::Provenance& provenance = {});
    /// Null: none. One of another head is passed over.
    void setDecomposition(const std::shared_ptr<const inspect::Decomposition>& values);
    /// What regionWanted() asked for, with parts.
    void setRegion(const std::shared_ptr<const inspect::Region>& region);
    void dropRegionWish();
    void clear();

    Page page() const;
    void setPage(Page page);
    plots::CurveStack& curves() { return *m_curves; }
    DecompositionMaps& maps() { return *m_maps; }
    /// Of the page that is shown; empty where it shows nothing.
    figures::Figure figure() const;
    /// Of both pages, those that show something.
    std::vector<figures::Figure> figures() const;

    QByteArray saveSettings() const;
    void restoreSettings(const QByteArray& settings);

Q_SIGNALS:
    /// Take this query apart.
    void querySelected(qint64 position);
    void keySelected(qint64 position);
    /// With parts, at most 512 tiles a side; the whole matrix when the page of maps opens.
    void regionWanted(qint64 queryBegin, qint64 queryEnd, qint64 keyBegin, qint64 keyEnd);
    void headStepped(int layers, int heads);
    void figureRequested(const bam::figures::Figure& figure);

private:
    QWidget* makeQueryPage();
    QWidget* makeHeadPage();
    void applyCurveSettings();
    void showFacts();
    void askForHead();
    QString title() const;

    inspect::HeadId m_head;
    qint64 m_length = 0;
    figures::Provenance m_provenance;
    std::shared_ptr<const inspect::Decomposition> m_values;
    bool m_asked = false;               // for the whole head
    QLabel *m_name, *m_facts, *m_identity;
    QTabWidget* m_tabs;
    plots::CurveStack* m_curves;
    DecompositionMaps* m_maps;
    HeatmapBar* m_bar;
    NumberBox* m_query;
    QToolButton *m_logDistance, *m_logProbability, *m_save;
};

}  // namespace bam::views
