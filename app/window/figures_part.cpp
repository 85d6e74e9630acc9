// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures_part.h"

#include "app/work/figure_files.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/figures/write_figure.h"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QStandardPaths>
#include <QUrl>

namespace bam::window {
namespace {

const QString kSettings = QStringLiteral("figure_dialog");
const QString kGallery = QStringLiteral("gallery");     // of its messages

/// Fills in what the views do not know.
void complete(figures::Provenance& provenance)
{
    std::vector<std::filesystem::path> folders;
    for (const auto& run : provenance.runs)
        folders.emplace_back(run.id.toStdString());
    const auto known = work::provenanceOf(folders);
    for (std::size_t i = 0; i < provenance.runs.size(); ++i) {
        auto& run = provenance.runs[i];
        if (!QDir::isAbsolutePath(run.id))
            continue;
        const auto asked = run;
        run = known.runs[i];
        run.step = asked.step >= 0 ? asked.step : run.step;
        run.conditions = asked.conditions;
    }
    if (provenance.program.isEmpty())
        provenance.program = known.program;
    if (provenance.made.isEmpty())
        provenance.made = known.made;
}

}  // namespace

FiguresPart::FiguresPart(Settings& settings, QWidget& window, work::LensOpener opener)
    : QObject(&window)
    , m_settings(settings)
    , m_window(window)
    , m_opener(std::move(opener))
{
}

FiguresPart::~FiguresPart() = default;

void FiguresPart::showFigure(figures::Figure figure)
{
    if (m_dialog)
        m_dialog->close();
    complete(figure.provenance);
    const auto pictures = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    auto* dialog = new figures::FigureDialog(std::move(figure), QDir(pictures).exists() ? pictures : QDir::homePath(), &m_window);
    m_dialog = dialog;
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->restoreSettings(m_settings.state(kSettings));
    connect(dialog, &figures::FigureDialog::saveRequested, this, &FiguresPart::save);
    connect(dialog, &figures::FigureDialog::copyRequested, this, [this](const QImage& image) {
        QApplication::clipboard()->setImage(image);
        m_dialog->banners().show({.severity = ui::Severity::Success, .text = tr("The picture is on the clipboard"), .key = QStringLiteral("copied"), .fadeAfterMs = 4000});
    });
    connect(dialog, &QDialog::finished, this, [this, dialog] { m_settings.setState(kSettings, dialog->saveSettings()); });
    dialog->open();
}

void FiguresPart::showGallery(const QString& kind, std::vector<work::GalleryRun> runs)
{
    if (m_reading || m_capture.id != 0)
        return;
    try {
        work::galleryKind(kind, runs).ofCapture ? captureFigure(kind, runs) : readFigure(kind, runs);
    } catch (const Error& error) {
        tellProblem(ui::errorMessage(error));
    }
}

void FiguresPart::readFigure(const QString& kind, const std::vector<work::GalleryRun>& runs)
{
    m_reading = true;
    if (runs.size() > 20)
        Q_EMIT message({.severity = ui::Severity::Information, .text = tr("Reading the files of %n run(s)", nullptr, int(runs.size())), .key = kGallery, .fadeAfterMs = 4000});
    m_reader = std::jthread([this, kind, runs] {
        figures::Figure figure;
        ui::Message problem;
        try {
            figure = work::galleryFigure(kind, runs);
        } catch (const Error& error) {
            problem = ui::errorMessage(error);
        } catch (const std::exception& failure) {
            problem = ui::errorMessage(QString::fromStdString(failure.what()), {});
        }
        QMetaObject::invokeMethod(this, [this, figure, problem] {
            m_reading = false;
            problem.text.isEmpty() ? showFigure(figure) : tellProblem(problem);
        }, Qt::QueuedConnection);
    });
}

/// Runs a prompt through the newest checkpoint, as the attention page does.
void FiguresPart::captureFigure(const QString& kind, const std::vector<work::GalleryRun>& runs)
{
    const auto& run = work::onlyRun(runs);
    if (!m_lens)
        makeLens();
    m_capture = {m_lens->capture({.source = {.run = run.path}, .prompt = {}}), kind, runs};
    tellProgress({});
}

void FiguresPart::makeLens()
{
    m_lens = std::make_unique<work::LensWorker>(m_opener);
    connect(m_lens.get(), &work::LensWorker::progress, this, [this](int, const Progress& progress) { tellProgress(ui::coreText(progress.task)); });
    connect(m_lens.get(), &work::LensWorker::captured, this, [this](int, const std::shared_ptr<const inspect::Capture>& capture) { captured(*capture); });
    connect(m_lens.get(), &work::LensWorker::failed, this, [this](int, const Error& error) {
        endCapture();
        m_lens.release()->deleteLater();
        tellProblem(ui::errorMessage(error));
    });
}

void FiguresPart::captured(const inspect::Capture& capture)
{
    const auto [id, kind, runs] = m_capture;
    endCapture();
    m_lens.release()->deleteLater();        // and with it the checkpoint; it is the one who calls
    try {
        showFigure(work::galleryFigure(kind, runs, capture));
    } catch (const Error& error) {
        tellProblem(ui::errorMessage(error));
    }
}

void FiguresPart::tellProgress(const QString& task)
{
    const auto title = m_capture.runs.front().title;
    ui::Message now{ui::Severity::Information};
    now.text = task.isEmpty() ? tr("Running a prompt through %1").arg(title) : tr("Running a prompt through %1: %2").arg(title, task);
    now.key = kGallery;
    now.action = tr("Stop");
    now.onAction = [this] {
        m_lens->cancel(m_capture.id);       // not waited for here: the next figure takes the same thread
        endCapture();
    };
    Q_EMIT message(now);
}

void FiguresPart::endCapture()
{
    m_capture = {};
    Q_EMIT messageOver(kGallery);
}

void FiguresPart::tellProblem(ui::Message problem)
{
    problem.severity = ui::Severity::Warning;
    problem.key = kGallery;
    Q_EMIT message(problem);
}

void FiguresPart::save(const figures::FigureFile& file, const QString& folder, const QString& name, bool overwrite)
{
    const std::filesystem::path target(folder.toStdString());
    const auto foreign = work::foreignFiles(target, name, file);
    if (!overwrite && !foreign.empty()) {
        ui::Message question{ui::Severity::Warning};
        question.key = QStringLiteral("saved");
        question.text = tr("%1 is there already and holds another figure.").arg(ui::shortPath(QString::fromStdString(foreign.front().string())));
        question.hint = tr("Choose another name, or replace it.");
        question.action = tr("Replace");
        question.onAction = [this, file, folder, name] { save(file, folder, name, true); };
        m_dialog->banners().show(question);
        return;
    }
    m_settings.setState(kSettings, m_dialog->saveSettings());
    write(file, folder, name);
}

/// Pictures are made here, where fonts are; only the disk is waited for elsewhere.
void FiguresPart::write(const figures::FigureFile& file, const QString& folder, const QString& name)
{
    std::vector<figures::OutputFile> files;
    try {
        files = figures::encodeFigure(file, name);
    } catch (const Error& error) {
        told({}, QString::fromStdString(error.cause()), QString::fromStdString(error.hint()));
        return;
    }
    m_dialog->setBusy(true);
    m_thread = std::jthread([this, files = std::move(files), target = std::filesystem::path(folder.toStdString())] {
        QStringList written;
        QString cause, hint;
        try {
            for (const auto& path : work::writeOutputFiles(target, files))
                written << QString::fromStdString(path.string());
        } catch (const Error& error) {
            cause = QString::fromStdString(error.cause());
            hint = QString::fromStdString(error.hint());
        } catch (const std::exception& failure) {
            cause = QString::fromStdString(failure.what());
        }
        QMetaObject::invokeMethod(this, [this, written, cause, hint] { told(written, cause, hint); }, Qt::QueuedConnection);
    });
}

void FiguresPart::told(const QStringList& written, const QString& cause, const QString& hint)
{
    ui::Message said = ui::errorMessage(cause, hint);
    if (cause.isEmpty()) {
        said = {ui::Severity::Success};
        const auto folder = QFileInfo(written.first()).absolutePath();
        QStringList names;
        for (const auto& file : written)
            names << QFileInfo(file).fileName();
        said.text = tr("Written to %1: %2").arg(ui::shortPath(folder), names.join(QStringLiteral(", ")));
        said.action = tr("Open folder");
        said.onAction = [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); };
    }
    said.key = QStringLiteral("saved");
    if (m_dialog) {
        m_dialog->setBusy(false);
        m_dialog->banners().show(said);
    } else {
        Q_EMIT message(said);
    }
}

}  // namespace bam::window
