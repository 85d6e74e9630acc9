// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of SetupView: widgets and actions (setup_view_build.cpp), what people do and what follows from it (setup_view.cpp).
#pragma once

#include "widgets/views/setup/device_picker.h"
#include "widgets/views/setup/estimate_panel.h"
#include "widgets/views/setup/setup_view.h"
#include "widgets/views/setup/spec_form.h"
#include "widgets/views/setup/spec_history.h"
#include "widgets/views/setup/token_view.h"

#include <QElapsedTimer>
#include <QTimer>

class QBoxLayout;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace bam::views {

class SetupView::Private {
public:
    explicit Private(SetupView* owner)
        : view(owner)
        , history([this] { refresh(); })
    {
    }

    void build();
    /// @param wide the cost of the run beside the form instead of below it
    void arrange(bool wide);

    void change(const FieldChanges& changes);
    void reset(const std::vector<std::string>& paths);
    void resetAll();
    void choosePreset(const QString& name);
    void undo();
    void start(bool queue);
    void sweep();
    void paste();
    void copyCommand(int kind);
    void askPreview();
    void showProblem();
    void colorToggles();

    void refresh();
    void check();
    void updateUndo();
    void refreshEstimate();
    double knownDatasetTokens() const;
    bool knowsData() const;
    std::vector<ToldProblem> dataProblems() const;
    void adoptVocabulary();
    void showOrigin();

    SetupView* view;
    SpecForm* form = nullptr;
    EstimatePanel* estimate = nullptr;
    DevicePicker* devices = nullptr;
    TokenView* tokens = nullptr;
    QBoxLayout* outer = nullptr;
    QWidget* side = nullptr;
    QLineEdit* search = nullptr;
    QLabel* searchNote = nullptr;
    QLabel* origin = nullptr;
    QLabel* ready = nullptr;
    QToolButton *resetButton = nullptr, *previewButton = nullptr, *problemButton = nullptr;
    QPushButton *presets = nullptr, *copyButton = nullptr, *startButton = nullptr, *queueButton = nullptr, *sweepButton = nullptr;
    QAction *undoAction = nullptr, *startAction = nullptr, *queueAction = nullptr, *sweepAction = nullptr;
    QList<QAction*> actions, copyActions;
    QList<QToolButton*> toggles;        ///< that stay pressed
    QTimer previewDelay;        ///< typing a path asks for one preview, not for one per key

    QVector<DeviceRow> hereDevices;
    QVector<MeasuredSpeed> speeds;
    /// What the chosen data turned out to be.
    struct DataFacts {
        spec::DataSpec of;          ///< kind, dataset and tokenizer that were read
        QString error;              ///< why they cannot be read; empty: they can
        std::int64_t pieces = 0;    ///< of the tokenizer; 0: unknown
        double tokens = -1;
        bool exact = false;
    };
    spec::DataSpec askedData, shownData;
    DataFacts facts;
    bool vocabularyFollows = false;     ///< data was chosen here: the vocabulary becomes that of its tokenizer, as soon as it is known
    int previewId = 0;
    QElapsedTimer sinceStart;
    QString program = QStringLiteral("bamscope");
    int shownProblem = -1;
    bool valid = false;         ///< the spec itself
    bool startable = false;     ///< and all that it needs is here, or will be
    bool readable = true;       ///< shards that were looked at could be read
    bool closing = false;
    SpecHistory history;        ///< last: its stack tells nobody any more when the rest goes

private:
    QAction* action(const char* icon, const QString& text, const QString& toolTip, std::function<void()> done);
    QWidget* buildTop();
    QWidget* buildSearch();
    QWidget* buildDataTools();
    QWidget* buildSide();
    void buildActions();
};

}  // namespace bam::views
