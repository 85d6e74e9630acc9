// SPDX-License-Identifier: GPL-3.0-or-later
// The attention matrix of one head: tool row, name of the head with steps to its neighbours, heatmap. Pyramids are shown at once; exact values come later, as regions.
#pragma once

#include "widgets/figures/figure.h"
#include "widgets/plots/heatmap_widget.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace bam::views {

class HeatmapBar;

/// What the view shows.
struct MatrixContent {
    inspect::HeadId head;
    std::shared_ptr<const inspect::AttentionPyramid> matrix;    ///< null: none yet, or not captured
    QString headText;                   ///< beside the head's name: "mass on the needle 83 %". May be empty
    QStringList tokens;                 ///< of the prompt
    plots::HeatmapMarks marks;
    figures::Provenance provenance;     ///< of figures
};

/// Of a capture's head: matrix, tokens, needle, the answer's queries and the mass on the needle.
MatrixContent matrixContent(const inspect::Capture& capture, inspect::HeadId head);
/// Labelled in the window's language.
plots::HeatmapMarks marksOf(const inspect::Prompt& prompt);
QStringList tokensOf(const inspect::Prompt& prompt);
/// "Layer 3, head 5": counted from 0, as in priors.csv.
QString headTitle(inspect::HeadId head);

class MatrixView : public QWidget {
    Q_OBJECT
public:
    explicit MatrixView(QWidget* parent = nullptr);

    /// Window, crosshair and selection stay where the prompt is as long as before.
    void setContent(const MatrixContent& content);
    /// What regionWanted() asked for; one of another head, or that was not asked for any more, is passed over.
    void setRegion(const std::shared_ptr<const inspect::Region>& region);
    /// It does not come.
    void dropRegionWish();
    /// Said while there is no matrix: why, and what to do.
    void setEmptyText(const QString& text);
    /// A cell that other views point at; negative: none.
    void setSelected(qint64 query, qint64 key);

    plots::HeatmapWidget& heatmap() { return *m_heatmap; }
    const MatrixContent& content() const { return m_content; }
    /// What is in view.
    figures::Figure figure() const;

    QByteArray saveSettings() const;
    /// Takes what saveSettings() gave; anything unreadable in it keeps its default.
    void restoreSettings(const QByteArray& settings);

Q_SIGNALS:
    /// By so many layers or heads.
    void headStepped(int layers, int heads);
    void querySelected(qint64 position);
    void keySelected(qint64 position);
    void regionWanted(qint64 queryBegin, qint64 queryEnd, qint64 keyBegin, qint64 keyEnd);
    void figureRequested(const bam::figures::Figure& figure);

private:
    QAction* addStep(const char* name, const QString& text, const QString& tip, const QKeySequence& key, const char* icon, int layers, int heads);
    void showHead();

    MatrixContent m_content;
    HeatmapBar* m_bar;
    QLabel* m_head;
    plots::HeatmapWidget* m_heatmap;
};

/// What a heatmap shows, as a figure of at most 1,024 × 1,024 cells; nothing above the diagonal.
figures::Panel heatmapPanel(const plots::HeatmapWidget& heatmap, const QString& title);

}  // namespace bam::views
