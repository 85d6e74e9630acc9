// SPDX-License-Identifier: GPL-3.0-or-later
// The model's answer beside the expected one, token by token; the changes of heads; and experiments on them with a table of what came out.
//
// Invariants: no column of the tables is cut: where there is no room for three parts beside each other, the changes stand below; what the last capture was made with and what the next one will be made with are told apart: the first by the answer, the second by the list.
#pragma once

#include "widgets/views/attention/head_changes.h"

#include <QWidget>

#include <memory>

class QAction;
class QCheckBox;
class QGridLayout;
class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;
class QTableWidget;
class QToolButton;

namespace bam::views {

class AnswerPanel : public QWidget {
    Q_OBJECT
public:
    explicit AnswerPanel(HeadChangeList& changes, QWidget* parent = nullptr);

    /// @param before the same prompt without changes; null: not known. @param after null: nothing was captured
    void setAnswers(std::shared_ptr<const inspect::Capture> before, std::shared_ptr<const inspect::Capture> after);
    void addOutcome(const LensOutcome& outcome);
    void clearOutcomes();
    int outcomeCount() const;
    /// Whether experiments can be made now, and if not, why.
    void setExperiments(bool possible, const QString& whyNot);
    bool runsAgain() const;
    /// Undo, redo, restore all, for menus.
    QList<QAction*> changeActions() const { return {m_undo, m_redo, m_restoreAll}; }
    /// With the list of changes below the tables.
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

Q_SIGNALS:
    void topRequested(int count);
    void randomRequested(int count, quint64 seed);
    void runRequested();
    void headChosen(bam::inspect::HeadId head);
    void figureRequested();

private:
    QWidget* makeAnswer();
    QWidget* makeChanges();
    QWidget* makeExperiments();
    void showChanges();
    void showAnswers();
    void removeSelected();
    void fitTables();
    void arrange();

    HeadChangeList& m_list;
    QWidget *m_answerBox = nullptr, *m_changesBox = nullptr, *m_experimentsBox = nullptr;
    QGridLayout* m_grid = nullptr;
    int m_columns = 0;
    std::shared_ptr<const inspect::Capture> m_before, m_after;
    QLabel* m_verdict;
    QTableWidget *m_answer, *m_outcomes;
    QListWidget* m_changes;
    QToolButton* m_remove;
    QPushButton *m_run, *m_top, *m_random;
    QCheckBox* m_again;
    QSpinBox *m_count, *m_seed;
    QAction *m_undo, *m_redo, *m_restoreAll;
};

}  // namespace bam::views
