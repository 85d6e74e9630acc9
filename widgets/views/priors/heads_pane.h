// SPDX-License-Identifier: GPL-3.0-or-later
// The learned heads of one or two of the selected runs, through their training: small pictures, plane and curves with one scale, one step and one highlighted head.
//
// Invariant: rows belong to the pane only (pieces are moved in); what is shown is drawn at most ten times a second however many pieces come.
#pragma once

#include "widgets/figures/figure.h"
#include "widgets/views/priors/prior_state.h"
#include "widgets/views/priors/run_priors.h"

#include <QTimer>
#include <QVector>
#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;

namespace bam::views {

class TimeScrubber;

class HeadsPane : public QWidget {
    Q_OBJECT
public:
    explicit HeadsPane(QWidget* parent = nullptr);
    ~HeadsPane() override;

    /// The selection. Rows of runs that stay are kept, wherever they stand in the list.
    void setRuns(const QVector<PriorRun>& runs);
    /// New rows of one of the runs; a piece of any other run is ignored.
    void append(priors::PriorPiece&& piece);
    const std::vector<std::unique_ptr<PriorRun>>& runs() const { return m_runs; }
    /// Of the query whose prior small pictures show.
    void setKeys(std::int64_t keys);
    void setHighlight(const MaybeHead& head);
    void setChosen(const std::optional<HeadOrigin>& origin);
    /// The shown runs: none, one or two.
    std::vector<const PriorRun*> shown() const;
    /// A head of the n-th shown run at the step that is shown.
    std::optional<priors::Prior> priorOf(std::size_t which, inspect::HeadId head) const;
    double step() const;
    TimeScrubber& scrubber() { return *m_scrubber; }
    RunPriors& panel(int which) { return *m_panels[which]; }
    std::vector<figures::Figure> figures() const;

Q_SIGNALS:
    void hovered(const std::optional<bam::inspect::HeadId>& head);
    void headChosen(const bam::views::HeadOrigin& origin, const bam::priors::Prior& prior, qint64 trainedLength, bool compare);
    /// Runs, step or rows are others now.
    void changed();

private:
    void makeBar();
    void fillRunLists();
    void refresh();
    void chooseParameter(const std::vector<const PriorRun*>& runs);
    void refreshSoon();
    void updateSteps();
    void arrange();
    PriorRun* find(const QString& path) const;
    const PriorRun* runOf(const QComboBox* box) const;

    std::vector<std::unique_ptr<PriorRun>> m_runs;
    HeadsSettings m_settings;
    bool m_parameterChosen = false;     // by a person
    QComboBox *m_first, *m_second, *m_order, *m_shape, *m_parameter;
    QLabel* m_versus;
    RunPriors* m_panels[2];
    TimeScrubber* m_scrubber;
    QTimer m_soon;
    QString m_firstWanted, m_secondWanted;      // paths that a person chose
    std::optional<HeadOrigin> m_chosen;
};

}  // namespace bam::views
