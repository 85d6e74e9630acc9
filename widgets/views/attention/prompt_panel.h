// SPDX-License-Identifier: GPL-3.0-or-later
// What is looked into: run, checkpoint, prompt. Says before a capture how long the prompt is and whether memory is enough; shows how far a capture is.
//
// Invariant: wish() is always something that can be asked for as soon as there is a run; nothing here starts by itself.
#pragma once

#include "widgets/views/attention/lens_wish.h"

#include "core/base/progress.h"

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QSlider;
class QSpinBox;
class QToolButton;

namespace bam::ui {
class RopeChoice;
}

namespace bam::views {

class PathEdit;

class PromptPanel : public QWidget {
    Q_OBJECT
public:
    explicit PromptPanel(QWidget* parent = nullptr);

    /// The first is looked into when the one before is not among them.
    void setRuns(const QVector<LensRun>& runs);
    void selectRun(const QString& path);
    QString run() const;
    QString runTitle() const;
    /// Steps of a run's checkpoints; the newest is chosen unless another one was.
    void setCheckpoints(const QString& run, const QVector<qint64>& steps);
    /// Without changes of heads.
    LensWish wish() const;
    void setPrompt(const inspect::PromptSpec& spec);

    void showPreview(const LensPreview& preview);
    /// The run cannot be looked into; why is told elsewhere.
    void showNoPreview();
    /// A text that was read from a file.
    void setText(const QString& text);

    void setBusy(bool busy);
    bool isBusy() const { return m_isBusy; }
    /// A run is chosen, nothing is running, and the length is one that can be asked for.
    bool canCapture() const;
    void showProgress(const Progress& progress, const QString& what);

    QByteArray saveSettings() const;
    void restoreSettings(const QByteArray& settings);

Q_SIGNALS:
    /// Another run than before, or the same looked at again: its checkpoints are wanted.
    void runChanged(const QString& path);
    /// Run, checkpoint or prompt changed, some time after the last key.
    void previewWanted();
    void captureRequested();
    void cancelRequested();
    void fileRequested(const QString& path);

private:
    QWidget* makeSource();
    void addGenerated();
    void addOwnText();
    QWidget* makeCapture();
    inspect::PromptKind kind() const;
    qint64 length() const;
    void kindChanged();
    void lengthChanged();
    void showRope();
    bool rotates() const;
    void edited();
    void showBoundaries(const inspect::Prompt& prompt);
    void showHints();
    void enableCapture();
    void setRowVisible(QWidget* field, bool visible);

    QVector<LensRun> m_runs;
    QComboBox *m_run, *m_checkpoint, *m_kind, *m_length;
    QLabel *m_times, *m_depthText, *m_size, *m_warning, *m_progressText, *m_matricesHint;
    QSlider* m_depth;
    QSpinBox *m_seed, *m_digits;
    ui::RopeChoice* m_rope;
    PathEdit* m_file;
    QPlainTextEdit* m_text;
    QLineEdit *m_needle, *m_answer;
    QPushButton *m_capture, *m_cancel, *m_fit;
    QCheckBox* m_matrices;
    QProgressBar* m_bar;
    QFormLayout* m_form = nullptr;
    QWidget* m_depthRow = nullptr;
    QWidget* m_seedRow = nullptr;
    QTimer m_later, m_fileLater;
    std::optional<LensPreview> m_preview;
    QString m_chosenStep;       // of the checkpoint that somebody chose
    bool m_isBusy = false, m_filling = false;
};

}  // namespace bam::views
