// SPDX-License-Identifier: GPL-3.0-or-later
// Wires figures: whoever asks for one gets the dialog, and what it saves is written on a thread of its own.
#pragma once

#include "app/window/settings.h"
#include "app/work/gallery.h"
#include "app/work/lens_worker.h"
#include "widgets/common/banner.h"
#include "widgets/figures/figure_dialog.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <thread>

namespace bam::window {

class FiguresPart : public QObject {
    Q_OBJECT
public:
    FiguresPart(Settings& settings, QWidget& window, work::LensOpener opener = work::lensesOfDisk());
    /// Waits for files that are being written, and stops a model that runs.
    ~FiguresPart() override;

    /// Opens the dialog on a figure. Runs in its provenance may be named by their folders: spec, step, program and time are filled in.
    void showFigure(figures::Figure figure);
    /// Makes a figure of the gallery from runs, on a thread of its own, and opens the dialog on it; a message where data are missing. Kinds that run a model tell how
    /// far it is, with a button that stops it; the model is dropped afterwards.
    void showGallery(const QString& kind, std::vector<work::GalleryRun> runs);
    figures::FigureDialog* dialog() const { return m_dialog; }

Q_SIGNALS:
    void message(const bam::ui::Message& message);
    void messageOver(const QString& key);

private:
    void readFigure(const QString& kind, const std::vector<work::GalleryRun>& runs);
    void captureFigure(const QString& kind, const std::vector<work::GalleryRun>& runs);
    void makeLens();
    void captured(const inspect::Capture& capture);
    void tellProgress(const QString& task);
    void endCapture();
    void tellProblem(ui::Message problem);
    void save(const figures::FigureFile& file, const QString& folder, const QString& name, bool overwrite);
    void write(const figures::FigureFile& file, const QString& folder, const QString& name);
    void told(const QStringList& written, const QString& cause, const QString& hint);

    Settings& m_settings;
    QWidget& m_window;
    QPointer<figures::FigureDialog> m_dialog;
    const work::LensOpener m_opener;
    std::unique_ptr<work::LensWorker> m_lens;   ///< while a model runs for a figure, and until a stopped one has ended
    struct {
        int id = 0;                             ///< 0: nothing runs
        QString kind;
        std::vector<work::GalleryRun> runs;
    } m_capture;
    bool m_reading = false;
    std::jthread m_reader, m_thread;
};

}  // namespace bam::window
