// SPDX-License-Identifier: GPL-3.0-or-later
// The attention page: a prompt is sent through a checkpoint of a run, and every view of where its heads look follows one choice of head, query and key. Heads can be
// changed, and the answer compared. Asks for what takes time through signals, and is told.
//
// Invariants: one capture is shown at a time, with the wish it came from; all views show the same head, query and key; what is asked for of the shown capture (matrix,
// decomposition, region) is asked for again when another one is shown, and what comes too late is passed over.
#pragma once

#include "widgets/common/banner.h"
#include "widgets/figures/figure.h"
#include "widgets/views/attention/head_changes.h"
#include "widgets/views/attention/lens_figures.h"
#include "widgets/views/attention/lens_wish.h"

#include "core/base/progress.h"

#include <QTimer>
#include <QWidget>

#include <deque>
#include <map>
#include <memory>

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QProgressBar;
class QScrollArea;
class QSplitter;
class QTabWidget;
class QToolButton;

namespace bam::views {

class AnswerPanel;
class AttendedText;
class DecompositionView;
class HeadMap;
class MatrixView;
class PromptPanel;
class RetrievalStrip;

class LensView : public QWidget {
    Q_OBJECT
public:
    using SharedCapture = std::shared_ptr<const inspect::Capture>;

    explicit LensView(QWidget* parent = nullptr);
    ~LensView() override;

    /// Those that can be looked into: the selected ones.
    void setRuns(const QVector<LensRun>& runs);
    void selectRun(const QString& path);
    void setCheckpoints(const QString& run, const QVector<qint64>& steps);
    void showPreview(const LensPreview& preview);
    void showNoPreview();
    void setText(const QString& text);
    QString run() const;

    /// The answer to captureWanted().
    void showCapture(const SharedCapture& capture);
    /// The same, when nothing came of it. @param message empty text: it was cancelled
    void endCapture(const ui::Message& message);
    void showProgress(const Progress& progress);
    const SharedCapture& capture() const { return m_capture; }
    /// That the shown capture came from.
    const LensWish& shownWish() const { return m_shown; }

    void setMatrix(inspect::HeadId head, const std::shared_ptr<const inspect::AttentionPyramid>& matrix);
    void setDecomposition(const std::shared_ptr<const inspect::Decomposition>& decomposition);
    void setRegion(const std::shared_ptr<const inspect::Region>& region);
    /// None comes: it failed, or something else was asked for. @param parts the one of the decomposition, not of the matrix
    void dropRegion(bool parts);
    /// What is being made for one of the views below. @param fraction 0 … 1; negative: unknown
    void showActivity(const QString& text, double fraction);
    void endActivity();
    void showMessage(const ui::Message& message);

    inspect::HeadId head() const { return m_head; }
    qint64 query() const { return m_query; }
    HeadChangeList& changes() { return m_changes; }
    /// "Try in model": the prompt is run with this prior in place of the learned one, and without it where that was not done yet.
    void setHeadPrior(const QString& run, int layer, int head, const inspect::PriorValues& values);

    /// For the menu bar.
    QList<QAction*> viewActions() const { return m_actions; }
    /// What is on the screen now.
    std::vector<figures::Figure> figures() const;
    QByteArray saveSettings() const;
    void restoreSettings(const QByteArray& settings);

Q_SIGNALS:
    void checkpointsWanted(const QString& run);
    void previewWanted(const bam::views::LensWish& wish);
    void captureWanted(const bam::views::LensWish& wish);
    void captureCancelled();
    /// Of the shown capture.
    void matrixWanted(bam::inspect::HeadId head);
    void decompositionWanted(bam::inspect::HeadId head, qint64 query);
    void regionWanted(const bam::inspect::RegionRequest& request);
    void activityCancelled();
    void fileWanted(const QString& path);
    void figureRequested(const bam::figures::Figure& figure);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Run {
        LensWish wish;
        QString what;
    };
    void makePrompt();
    void fitToText();
    QWidget* makeStrip();
    QWidget* makeMap();
    QWidget* makeTokens();
    QWidget* makeCorner();
    void makeActions();
    QAction* addAction(const char* name, const QString& text, const QString& tip, const QKeySequence& key, const char* icon);
    void connectViews();
    LensFigureSource figureSource() const;
    void requestFigure(figures::Figure figure);

    void capturePrompt();
    void runChanges();
    void start(std::deque<Run> runs);
    void next();
    void chooseHead(inspect::HeadId head);
    void stepHead(int layers, int heads);
    void chooseQuery(qint64 query);
    void chooseKey(qint64 key);
    void showStrip();
    void showTokens();
    void showAnswer();
    void showMatrix();
    void showParts();
    void askForParts();
    void askLater();
    void fillQueries();
    void showEmpty();
    void ablate(inspect::Ablation ablation);
    void ablateTop(int count);
    void ablateRandom(int count, quint64 seed);
    void showHeadMenu(const QPoint& global);
    std::vector<inspect::HeadId> markedHeads() const;
    std::vector<float> attentionOf(inspect::HeadId head, qint64 query) const;
    std::vector<float> meanAttention(qint64 query) const;
    int answerIndex(qint64 query) const;
    bool isTab(const QWidget* tab) const;

    HeadChangeList m_changes;
    ui::BannerArea* m_banners;
    PromptPanel* m_prompt;
    QScrollArea* m_promptArea = nullptr;
    RetrievalStrip* m_strip;
    HeadMap* m_map;
    AnswerPanel* m_answer;
    AttendedText* m_text;
    MatrixView* m_matrix;
    DecompositionView* m_decomposition;
    QWidget* m_tokensTab = nullptr;
    QSplitter *m_columns, *m_rows, *m_top;
    QTabWidget* m_tabs;
    QComboBox *m_queries, *m_order, *m_measure, *m_attention;
    QLabel *m_readout, *m_title, *m_tokensTitle, *m_empty, *m_activityText;
    QProgressBar* m_activityBar;
    QWidget* m_activity = nullptr;
    QWidget* m_content = nullptr;
    QAction *m_captureAction = nullptr, *m_cancelAction = nullptr;
    QList<QAction*> m_actions, m_ablations;
    QTimer m_partsTimer;

    SharedCapture m_capture, m_base;        // m_base: the same prompt without changes; null: not captured
    LensWish m_shown;
    QString m_shownTitle;                   // with RoPE scaling, where there is any
    std::deque<Run> m_running;              // the first is being captured
    std::map<inspect::HeadId, std::shared_ptr<const inspect::AttentionPyramid>> m_matrices;     // made one by one
    std::shared_ptr<const inspect::Decomposition> m_parts;
    inspect::HeadId m_head{-1, -1};
    qint64 m_query = -1, m_key = -1;
    inspect::HeadId m_matrixShown{-1, -1}, m_partsShown{-1, -1};
    bool m_matrixKnown = false;             // of the head that the matrix view shows
    bool m_previewDue = false;
};

}  // namespace bam::views
