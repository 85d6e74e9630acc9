// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/jobs_part.h"

#include "app/window/program_files.h"
#include "app/window/runs_part.h"
#include "app/window/settings.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/locate.h"
#include "core/jobs/launch_lines.h"
#include "core/spec/spec_io.h"
#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/views/jobs/jobs_view.h"
#include "widgets/views/jobs/pause_dialog.h"
#include "widgets/views/setup/dataset_builder.h"
#include "widgets/views/setup/evaluate_dialog.h"
#include "widgets/views/setup/setup_view.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QMessageBox>
#include <QProcess>

#include <algorithm>
#include <map>

namespace bam::window {
namespace {

QString textOf(const std::string& text) { return QString::fromStdString(text); }

}  // namespace

JobsPart::JobsPart(views::SetupView& setup, views::JobsView& jobs, models::JobModel& model, RunsPart& runs, Settings& settings, QObject* parent)
    : QObject(parent)
    , m_setup(setup)
    , m_jobs(jobs)
    , m_runs(runs)
    , m_settings(settings)
    , m_model(model)
    , m_supervisor(workerProgram(), stateFolder() + QStringLiteral("/jobs"))
{
    connectJobs(jobs);
    connect(&m_devices, &work::DeviceWatch::devicesChanged, &m_setup, &views::SetupView::setDevices);
    connect(&m_devices, &work::DeviceWatch::devicesChanged, this, &JobsPart::applySettings);
    m_setup.setDevices(m_devices.devices());
    applySettings();
    connect(&m_runs, &RunsPart::speedsChanged, this, [this] { m_setup.setSpeeds(m_runs.speeds()); });
    connect(&m_setup, &views::SetupView::startRequested, this, &JobsPart::start);
    connect(&m_setup, &views::SetupView::queueRequested, this, &JobsPart::enqueue);
    connect(&m_setup, &views::SetupView::openSpecRequested, this, &JobsPart::openSpec);
    connect(&m_setup, &views::SetupView::saveSpecRequested, this, &JobsPart::saveSpec);
    connect(&m_setup, &views::SetupView::buildDatasetRequested, this, &JobsPart::buildDataset);
    connect(&m_setup, &views::SetupView::previewRequested, &m_preview, &work::PreviewWorker::request);
    connect(&m_preview, &work::PreviewWorker::finished, &m_setup, &views::SetupView::setPreview);
    auto first = spec::preset("laptop");
    first.logDir = defaultLogFolder().toStdString();
    m_setup.setProgram(programInShell());
    m_setup.begin(first, tr("the preset %1").arg(QStringLiteral("laptop")));
    m_model.set(m_supervisor.jobs());
}

void JobsPart::connectJobs(views::JobsView& jobs)
{
    using views::JobsView;
    using work::Supervisor;
    connect(&m_supervisor, &Supervisor::message, this, &JobsPart::message);
    connect(&m_supervisor, &Supervisor::logRequested, this, &JobsPart::logWanted);
    connect(&m_supervisor, &Supervisor::jobsChanged, this, [this] {
        const auto rows = m_supervisor.jobs();
        m_model.set(rows);
        Q_EMIT jobCountChanged(int(std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.isActive(); })));
    });
    connect(&m_supervisor, &Supervisor::runStarted, this, [this](const QString&, const QString& run) {
        // <log_dir>/<size>/<encoding>/version_NN: make sure that its log folder is open, then show the run.
        Q_EMIT folderWanted(QDir::cleanPath(run + QStringLiteral("/../../..")));
        m_runs.selectWhenThere({run});
    });
    connect(&m_supervisor, &Supervisor::jobEnded, this, [this](const models::JobRow& job) {
        if (!job.run.isEmpty())
            m_runs.watcher().refresh(job.run);
        if (job.kind == jobs::WorkerKind::Dataset || job.kind == jobs::WorkerKind::Tokenizer)
            m_setup.readDataAgain();
    });
    connect(&m_model, &models::JobModel::moveRequested, &m_supervisor, &Supervisor::moveQueued);
    connect(&jobs, &JobsView::stopRequested, &m_supervisor, &Supervisor::stopJob);
    connect(&jobs, &JobsView::pauseRequested, &m_supervisor, &Supervisor::pauseJob);
    connect(&jobs, &JobsView::checkpointRequested, &m_supervisor, &Supervisor::checkpointJob);
    connect(&jobs, &JobsView::killRequested, &m_supervisor, &Supervisor::killJob);
    connect(&jobs, &JobsView::cancelRequested, &m_supervisor, &Supervisor::cancelQueued);
    connect(&jobs, &JobsView::moveRequested, &m_supervisor, &Supervisor::moveQueued);
    connect(&jobs, &JobsView::clearEndedRequested, &m_supervisor, &Supervisor::clearEnded);
    connect(&jobs, &JobsView::resumeRequested, this, [this](const QString& run) { resume({run}); });
    connect(&jobs, &JobsView::resumeJobRequested, &m_supervisor, &Supervisor::resumeJob);
    connect(&jobs, &JobsView::logRequested, this, &JobsPart::logWanted);
    connect(&jobs, &JobsView::runRequested, &m_runs, [this](const QString& run) { m_runs.show(run); });
}

void JobsPart::applySettings()
{
    work::Supervisor::Settings settings;
    settings.cpuJobs = m_settings.cpuJobs();
    settings.desktopNotifications = m_settings.notifications();
    for (const auto& device : m_devices.devices())
        if (device.id.startsWith(QLatin1String("cuda"))) {
            settings.autoDevice = device.id;
            break;
        }
    m_supervisor.setSettings(settings);
}

QString JobsPart::defaultLogFolder() const
{
    const auto open = m_runs.folders();
    return open.isEmpty() ? QDir::home().filePath(QStringLiteral("bamscope/logs")) : open.constFirst();
}

void JobsPart::setUpFrom(const QString& run)
{
    try {
        auto spec = m_runs.specOf(run);
        // Where the run is now: it may have been copied here from the place its spec names.
        spec.logDir = QDir::cleanPath(run + QStringLiteral("/../../..")).toStdString();
        m_setup.setSpec(spec, m_runs.model().title(run));
        Q_EMIT setupWanted();
    } catch (const Error& error) {
        Q_EMIT message(ui::errorMessage(error));
    }
}

void JobsPart::openSpec()
{
    const auto file = QFileDialog::getOpenFileName(m_setup.window(), tr("Open a spec"), defaultLogFolder(), tr("Specs and runs (*.json)"));
    if (file.isEmpty())
        return;
    try {
        std::vector<spec::Problem> problems;
        auto json = spec::readJsonFile(file.toStdString());
        if (json.is_object() && json.contains("spec"))      // a run.json
            json = spec::Json(json["spec"]);
        const auto spec = spec::overlay(spec::RunSpec{}, json, problems);
        spec::requireNone(problems, file.toStdString());
        m_setup.setSpec(spec, QFileInfo(file).fileName());
        Q_EMIT setupWanted();
    } catch (const Error& error) {
        Q_EMIT message(ui::errorMessage(error));
    }
}

void JobsPart::saveSpec(const spec::RunSpec& spec)
{
    auto file = QFileDialog::getSaveFileName(m_setup.window(), tr("Save the spec"), QDir(defaultLogFolder()).filePath(QStringLiteral("spec.json")), tr("Specs (*.json)"));
    if (file.isEmpty())
        return;
    try {
        writeFileAtomic(file.toStdString(), spec::prettyJson(spec::toJson(spec)) + "\n");
        ui::Message done{ui::Severity::Success};
        done.text = tr("The spec was saved as %1.").arg(ui::shortPath(file));
        done.hint = tr("It also runs without the window: %1").arg(textOf(jobs::shellLine({programInShell().toStdString(), "--batch", "train", file.toStdString()})));
        done.fadeAfterMs = 10000;
        Q_EMIT message(done);
    } catch (const Error& error) {
        Q_EMIT message(ui::errorMessage(error));
    }
}

spec::RunSpec JobsPart::prepared(spec::RunSpec spec) const
{
    if (!QDir::isAbsolutePath(textOf(spec.logDir)))
        spec.logDir = QDir::home().absoluteFilePath(textOf(spec.logDir)).toStdString();
    return spec;
}

void JobsPart::submit(const jobs::WorkerSpec& worker, bool now)
{
    const bool waits = now && m_supervisor.isBusy(QString::fromStdString(worker.device));
    const auto id = now && !waits ? m_supervisor.start(worker) : m_supervisor.enqueue(worker);
    // What was just started is what the buttons beside the list are for; what waits is left alone.
    if (now && !id.isEmpty()) {
        m_model.set(m_supervisor.jobs());
        m_jobs.select(id);
    }
    Q_EMIT jobsWanted();
    if (waits && !id.isEmpty())
        tellOfWaiting(id);
}

/// Several at a time on one device slow each other down and may not fit: Preferences say how many the CPU takes.
void JobsPart::tellOfWaiting(const QString& id)
{
    const auto row = m_supervisor.job(id);
    if (!row)
        return;
    ui::Message told{ui::Severity::Information};
    told.text = tr("“%1” waits in the queue: its device is busy.").arg(models::titleText(*row));
    told.hint = tr("It starts when the job before it ends. Preferences say how many jobs the CPU runs at a time.");
    told.key = QStringLiteral("waits ") + id;
    told.action = tr("Start it &now");
    told.onAction = [self = QPointer<JobsPart>(this), id] {
        if (self)
            self->m_supervisor.startQueued(id);
    };
    told.fadeAfterMs = 20000;
    Q_EMIT message(told);
}

void JobsPart::start(spec::RunSpec spec, const QString& device) { submit(jobs::trainWorker(prepared(std::move(spec)), device.toStdString()), true); }

void JobsPart::enqueue(const QVector<spec::RunSpec>& specs, const QString& device)
{
    for (const auto& spec : specs)
        submit(jobs::trainWorker(prepared(spec), device.toStdString()), false);
}

void JobsPart::resume(const QStringList& runs)
{
    for (const auto& run : runs)
        if (const auto several = m_supervisor.resumableJobOfRun(run); !several.isEmpty()) {
            // With the jobs that follow the training, such as its test.
            m_supervisor.resumeJob(several);
            m_jobs.select(several);
            Q_EMIT jobsWanted();
        } else if (const auto* record = m_runs.model().record(run))
            submit(jobs::resumeWorker(record->path, record->encoding, record->device.empty() ? "auto" : record->device, m_runs.model().title(run).toStdString()), runs.size() == 1);
}

void JobsPart::stop(const QStringList& runs)
{
    for (const auto& run : runs)
        m_supervisor.stopRun(run);
}

void JobsPart::pause(const QStringList& runs)
{
    for (const auto& run : runs) {
        const auto* record = m_runs.model().record(run);
        if (!record)
            continue;
        models::JobRow row;
        row.title = m_runs.model().title(run);
        row.run = run;
        row.step = record->step;
        row.totalSteps = record->totalSteps;
        views::PauseDialog dialog(row, m_setup.window());
        if (dialog.exec() == QDialog::Accepted)
            m_supervisor.pauseRun(run, dialog.step());
    }
}

void JobsPart::checkpoint(const QStringList& runs)
{
    for (const auto& run : runs)
        m_supervisor.checkpointRun(run);
}

void JobsPart::capture(const QStringList& runs)
{
    for (const auto& run : runs)
        m_supervisor.captureRun(run);
}

void JobsPart::evaluate(const QStringList& runs)
{
    QStringList tested, titles;
    for (const auto& run : runs)
        if (m_runs.model().record(run)) {
            tested.append(run);
            titles.append(m_runs.model().title(run));
        }
    if (tested.isEmpty())
        return;
    // A run without a readable spec is tested with the usual settings; its own problem is told by the test.
    std::map<QString, spec::RunSpec> specs;
    std::vector<spec::ModelSpec> models;
    for (const auto& run : tested)
        try {
            models.push_back(specs.emplace(run, m_runs.specOf(run)).first->second.model);
        } catch (const Error&) {
        }
    const auto specOf = [&](const QString& run) { return specs.contains(run) ? specs.at(run) : spec::RunSpec(); };
    views::EvaluateDialog dialog(titles, specOf(tested.front()), models, m_setup.window());
    if (dialog.exec() != QDialog::Accepted)
        return;
    for (const auto& run : tested)
        if (const auto* record = m_runs.model().record(run))
            submit(jobs::evaluateWorker(record->path, record->encoding, record->device.empty() ? "auto" : record->device, specs.contains(run) ? dialog.flags(specs.at(run).model) : dialog.flags(),
                m_runs.model().title(run).toStdString()), false);
}

void JobsPart::stopEvaluations(const QStringList& runs)
{
    for (const auto& job : m_supervisor.jobs()) {
        if (job.kind != jobs::WorkerKind::Evaluate || !runs.contains(job.run))
            continue;
        if (job.isActive())
            m_supervisor.stopJob(job.id);
        else if (job.state == jobs::JobState::Queued)
            m_supervisor.cancelQueued(job.id);
    }
}

void JobsPart::buildDataset()
{
    if (m_builder) {
        m_builder->raise();
        m_builder->activateWindow();
        return;
    }
    m_builder = new views::DatasetBuilder(m_setup.window());
    m_builder->setAttribute(Qt::WA_DeleteOnClose);
    QVector<std::pair<QString, QString>> tokenizers;
    if (const auto mistral = mistralTokenizer(); !mistral.empty())
        tokenizers.append({textOf(mistral.string()), tr("Mistral 7B v0.3 (the paper's)")});
    m_builder->setTokenizers(tokenizers);
    m_builder->setOutputFolder(QDir::home().filePath(QStringLiteral("bamscope/shards")));
    connect(m_builder, &views::DatasetBuilder::previewRequested, &m_builderPreview, &work::PreviewWorker::request);
    connect(&m_builderPreview, &work::PreviewWorker::finished, m_builder, &views::DatasetBuilder::setPreview);
    connect(m_builder, &views::DatasetBuilder::buildRequested, this, [this](const QVector<jobs::WorkerSpec>& jobs, const QString& output) {
        for (const auto& job : jobs)
            submit(job, false);
        m_setup.useDataset(output);
        ui::Message done{ui::Severity::Information};
        done.text = tr("The set-up now trains on the dataset %1.").arg(ui::shortPath(output));
        done.hint = tr("Its vocabulary follows when the dataset is built; a training that is queued starts then. Undo in the set-up takes it back.");
        done.fadeAfterMs = 15000;
        Q_EMIT message(done);
    });
    m_builder->show();
}

void JobsPart::trainExample()
{
    const auto folder = QDir::home().filePath(QStringLiteral("bamscope/example"));
    if (presetFile("example").empty()) {
        Q_EMIT message(ui::errorMessage(tr("The example's description (presets/example.json) is not beside the program."),
            tr("Install the program again, or start it from its own folder.")));
        return;
    }
    if (!QDir().mkpath(folder)) {
        Q_EMIT message(ui::errorMessage(tr("The folder %1 cannot be made.").arg(ui::shortPath(folder)),
            tr("Check the permissions of the home folder and the space on its disk.")));
        return;
    }
    if (QFile::exists(folder + QStringLiteral("/text.txt")))
        startExample(folder);
    else if (bibleProgram().isEmpty())
        askForExampleText(folder);
    else
        exampleText(folder);
}

/// One verse per line, without the reference before it ("Ge1:1 ").
void JobsPart::exampleText(const QString& folder)
{
    auto* bible = new QProcess(this);
    connect(bible, &QProcess::finished, this, [this, bible, folder](int status) {
        bible->deleteLater();
        QByteArray text;
        for (const auto& line : bible->readAllStandardOutput().split('\n'))
            if (const auto space = line.indexOf(' '); space > 0)
                text += line.mid(space + 1) + '\n';
        try {
            if (status != 0 || text.size() < 1000000)
                return askForExampleText(folder);
            writeFileAtomic((folder + QStringLiteral("/text.txt")).toStdString(), text.toStdString());
            startExample(folder);
        } catch (const Error& error) {
            Q_EMIT message(ui::errorMessage(error));
        }
    });
    bible->setStandardInputFile(QProcess::nullDevice());
    bible->start(bibleProgram(), {QStringLiteral("-f"), QStringLiteral("gen1:1-rev22:21")});
}

void JobsPart::askForExampleText(const QString& folder)
{
    const auto file = QFileDialog::getOpenFileName(m_setup.window(), tr("Choose a text of a few megabytes for the example"), QDir::homePath(), tr("Plain text (*.txt *.text *.md);;All files (*)"));
    if (file.isEmpty())
        return;
    if (!QFile::copy(file, folder + QStringLiteral("/text.txt"))) {
        Q_EMIT message(ui::errorMessage(tr("%1 cannot be copied to %2.").arg(ui::shortPath(file), ui::shortPath(folder)),
            tr("Check that it can be read and that there is space on the disk.")));
        return;
    }
    startExample(folder);
}

void JobsPart::startExample(const QString& folder)
{
    const auto runs = folder + QStringLiteral("/runs");
    QDir().mkpath(runs);
    submit(jobs::runFileWorker(presetFile("example"), "cpu", {"--out", folder.toStdString()}, tr("Two-minute example").toStdString()), true);
    Q_EMIT folderWanted(runs);
}

}  // namespace bam::window
