// SPDX-License-Identifier: GPL-3.0-or-later
// The attention of several runs for the same prompt, side by side in one colour scale: asks for captures, shows how far they are, draws what came.
#pragma once

#include "widgets/views/compare/compare_figures.h"
#include "widgets/views/compare/compare_types.h"

#include <QHash>
#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QStackedWidget;

namespace bam::figures {
class FigurePlot;
}

namespace bam::views {

class AttentionCompare : public QWidget {
    Q_OBJECT
public:
    /// Runs that are captured at once: more make columns that nothing can be seen in.
    static constexpr int kMostRuns = 6;
    struct Run {
        QString path, title;
        bool operator==(const Run&) const = default;
    };

    explicit AttentionCompare(QWidget* parent = nullptr);

    void setRuns(const QVector<Run>& runs);
    void setProvenance(const figures::Provenance& provenance) { m_provenance = provenance; }
    void setCapture(const QString& run, const ComparedCapture& capture);
    inspect::PromptSpec promptSpec() const;
    HeadChoice headChoice() const;
    bool hasFigure() const;
    figures::Figure figure() const;

Q_SIGNALS:
    void capturesWanted(const QStringList& runs, const bam::inspect::PromptSpec& prompt);
    void captureStopRequested();
    void figureRequested(const bam::figures::Figure& figure);
    void figureChanged();

private:
    QWidget* makeControls();
    QSpinBox* addNumber(QWidget* bar, const char* name, const QString& label, const QString& tip, int low, int high, int value, const QString& unit);
    void start();
    void refresh();
    void showState();
    std::vector<AttentionColumn> columns() const;
    bool isRunning() const;

    QVector<Run> m_runs;
    QHash<QString, ComparedCapture> m_captures;
    figures::Provenance m_provenance;
    QSpinBox *m_length, *m_depth, *m_seed, *m_layer, *m_head;
    QComboBox *m_heads, *m_scale;
    QPushButton* m_go;
    QLabel *m_state, *m_notes, *m_empty;
    QStackedWidget* m_pages;
    figures::FigurePlot* m_plot;
};

}  // namespace bam::views
