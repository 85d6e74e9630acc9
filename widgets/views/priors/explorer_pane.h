// SPDX-License-Identifier: GPL-3.0-or-later
// The explorer of one prior: its controls, its equation, what it does in words, and its plots. Needs no run.
//
// Invariants: a change is seen at once, whatever n is: sums over very many keys are made in portions, and a sketch stands in for them; every change can be undone.
#pragma once

#include "widgets/views/priors/prior_figures.h"

#include <QTimer>
#include <QWidget>

#include <array>
#include <memory>
#include <optional>

class QAction;
class QGridLayout;
class QLabel;
class QMenu;
class QScrollArea;
class QSplitter;
class QToolButton;

namespace bam::figures {
class FigurePlot;
}

namespace bam::views {

class PriorControls;

class ExplorerPane : public QWidget {
    Q_OBJECT
public:
    explicit ExplorerPane(QWidget* parent = nullptr);
    ~ExplorerPane() override;

    const PriorState& state() const { return m_state; }
    /// As a person's change: can be undone. @param field merges with edits of the same one
    void change(const PriorState& next, std::optional<PriorField> field = {});
    /// Without a step of undo: what was remembered.
    void restore(const PriorState& state);
    /// Heads that are under the mouse.
    void setBeside(std::vector<PriorBeside> beside);
    const ExplorerContent& content() const { return m_content; }
    /// Whether sums over all keys are there.
    bool isExact() const { return !m_work; }
    /// Draws what is waiting to be drawn.
    void drawNow();
    QAction* undoAction() const { return m_undoAction; }
    QAction* redoAction() const { return m_redoAction; }
    QMenu* presetMenu() const { return m_presets; }
    std::vector<figures::Figure> figures() const;
    figures::FigurePlot& plot(int which) { return *m_plots[std::size_t(which)]; }

Q_SIGNALS:
    void changed(const bam::views::PriorState& state);
    void tryRequested(const bam::views::HeadOrigin& origin, const bam::priors::Prior& prior);
    void figureRequested(const bam::figures::Figure& figure);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeActions();
    void makePresets();
    QWidget* makeLeft();
    QWidget* makeRight();
    void show(const PriorState& state);
    void showTexts();
    void showActions();
    void compute();
    void workOn();
    void draw();
    void arrangePlots();
    void showReadout(int plot, double x);

    PriorState m_state;
    PriorUndo m_undo;
    ExplorerContent m_content;
    std::vector<PriorBeside> m_beside;
    priors::Distribution m_own;                         // of m_ownPrior and m_ownKeys
    std::optional<std::pair<priors::Prior, std::int64_t>> m_ownOf;
    std::unique_ptr<priors::DistributionWork> m_work;   // the sums that are on their way
    QTimer m_draw, m_portion;

    PriorControls* m_controls;
    QLabel *m_equation, *m_scaleEquation, *m_normalisation, *m_words, *m_case, *m_ssmax, *m_origin, *m_readout;
    QAction *m_undoAction, *m_redoAction, *m_logDistance, *m_logProbability, *m_keep, *m_dropCompared, *m_try;
    QMenu* m_presets;
    QSplitter* m_splitter;
    QScrollArea* m_plotArea;
    QGridLayout* m_plotGrid;
    std::array<figures::FigurePlot*, 4> m_plots{};
    int m_columns = 0;
};

}  // namespace bam::views
