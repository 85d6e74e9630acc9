// SPDX-License-Identifier: GPL-3.0-or-later
// A prompt, how to draw, and the text that a model writes after it, as it comes.
//
// Invariants: wish() is something that can be asked for whenever canWrite(); nothing here starts by itself. What was appended is told by text() at once and shown some
// times a second, however fast it comes, and all of it before the end is.
#pragma once

#include "core/base/progress.h"
#include "core/encoding/scaling/rope_scaling.h"
#include "widgets/common/banner.h"

#include <QByteArray>
#include <QString>
#include <QTimer>
#include <QVector>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace bam::ui {
class RopeChoice;
}

namespace bam::views {

class TextOutput;

/// A run that can write.
struct TextRun {
    QString path, title;
    bool rotates = false;               ///< with RoPE, which can be scaled
    bool operator==(const TextRun&) const = default;
};

/// What is asked of `bamscope --batch generate`.
struct TextWish {
    QString run, checkpoint;            ///< checkpoint: a step, or "latest"
    QString prompt;
    int tokens = 200;
    double temperature = 0, topP = 1;
    int topK = 0, seed = 0;
    bool bos = false;
    encoding::RopeScaling ropeScaling = {};     ///< for a run with RoPE

    /// Without the prompt.
    QStringList flags() const;
    bool operator==(const TextWish&) const = default;
};

class TextView : public QWidget {
    Q_OBJECT
public:
    explicit TextView(QWidget* parent = nullptr);

    void setRuns(const QVector<TextRun>& runs);
    QString run() const;
    void setCheckpoints(const QString& run, const QVector<qint64>& steps);
    TextWish wish() const;
    bool canWrite() const;

    /// The prompt stands in the output; what comes goes behind it.
    void begin();
    void showReading(const Progress& progress);
    void append(const QString& text);
    void end(const QString& summary);
    /// "1,234 tokens, 56.7 tokens/s". @param perSecond 0: not known
    static QString tokensText(double tokens, double perSecond);
    bool isBusy() const { return m_isBusy; }
    /// Prompt and all that was appended.
    QString text() const;

    QByteArray saveSettings() const;
    void restoreSettings(const QByteArray& settings);

Q_SIGNALS:
    void checkpointsWanted(const QString& run);
    void writeRequested(const bam::views::TextWish& wish);
    void stopRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeSettings();
    void showState();
    void write();
    /// Shows what was appended since the last time.
    void flush();
    void showRope();
    bool rotates() const;

    QVector<TextRun> m_runs;
    QComboBox *m_run, *m_checkpoint;
    QPlainTextEdit* m_prompt;
    QDoubleSpinBox *m_temperature, *m_topP;
    QSpinBox *m_topK, *m_seed, *m_tokens;
    QCheckBox* m_bos;
    ui::RopeChoice* m_rope;
    QFormLayout* m_form = nullptr;
    QPushButton *m_write, *m_stop, *m_copy;
    TextOutput* m_output;
    QLabel* m_status;
    QTimer m_flush;
    QString m_waiting;          // appended, and not in the output yet
    QString m_chosenStep;
    qint64 m_pieces = 0;
    qint64 m_begun = 0;         // ms since 1970, when the first piece came
    bool m_isBusy = false, m_filling = false;
};

}  // namespace bam::views
