// SPDX-License-Identifier: GPL-3.0-or-later
// The film of a training: the retrieval strip of one pass-key prompt, step after step, over the mass that every head has put on the needle so far. Retrieval heads are
// seen being born.
//
// Invariants: heads keep their rows and colours their meaning through the whole film; the chart's cursor and the scrubber are at the wanted step at once, the strip
// follows when its frame is there.
#pragma once

#include "core/inspect/film.h"
#include "widgets/common/banner.h"
#include "widgets/figures/figure.h"
#include "widgets/views/attention/lens_figures.h"

#include <QVector>
#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace bam::views {

class RetrievalStrip;
class TimeScrubber;
class TrajectoryChart;

/// A run whose film can be shown.
struct FilmRun {
    QString path, title;
    bool running = false;
    qint64 every = 0;           ///< steps between its captures; 0: only on request
    bool operator==(const FilmRun&) const = default;
};

class FilmView : public QWidget {
    Q_OBJECT
public:
    explicit FilmView(QWidget* parent = nullptr);

    /// The selected runs; the one that is shown stays where it is among them.
    void setRuns(const QVector<FilmRun>& runs);
    QString run() const;
    /// What was captured so far. @param film null: nothing
    void setFilm(const QString& run, const std::shared_ptr<const inspect::Film>& film);
    /// The answer to frameWanted().
    void setFrame(qint64 step, const std::shared_ptr<const inspect::Capture>& frame);
    void showMessage(const ui::Message& message);
    void dismiss(const QString& key);

    /// The step whose strip is drawn; −1: none.
    qint64 shownStep() const { return m_shownStep; }
    qint64 wantedStep() const { return m_wantedStep; }
    TimeScrubber& scrubber() { return *m_scrubber; }
    RetrievalStrip& strip() { return *m_strip; }
    TrajectoryChart& chart() { return *m_chart; }
    /// What is on the screen now: the strip and the births.
    std::vector<figures::Figure> figures() const;

Q_SIGNALS:
    /// Another run is shown; its film is needed.
    void runChanged(const QString& run);
    void frameWanted(qint64 step);
    /// "Capture now"
    void captureRequested(const QString& run);
    void figureRequested(const bam::figures::Figure& figure);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makePage();
    void chooseRun();
    void showFilm();
    void showChart();
    void showStep(double step);
    void showAnswer();
    void showStrip();
    void showEmpty();
    void selectBest();
    void measureScales();
    const FilmRun* current() const;
    std::vector<std::size_t> order() const;
    LensFigureSource source(qint64 step) const;

    QVector<FilmRun> m_runs;
    std::shared_ptr<const inspect::Film> m_film;
    std::shared_ptr<const inspect::Capture> m_frame;
    bool m_read = false;        // m_film is what there is
    double m_largestWeight = 0, m_thetaBetaLimit = inspect::kNone;      // of all frames
    qint64 m_shownStep = -1, m_wantedStep = -1;
    ui::BannerArea* m_banners;
    QComboBox *m_choice, *m_order;
    QToolButton* m_capture;
    QStackedWidget* m_stack;
    QLabel *m_empty, *m_title, *m_answer, *m_legend, *m_readout;
    QSplitter* m_split;
    RetrievalStrip* m_strip;
    TrajectoryChart* m_chart;
    TimeScrubber* m_scrubber;
};

}  // namespace bam::views
