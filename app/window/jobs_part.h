// SPDX-License-Identifier: GPL-3.0-or-later
// Wires the work: set-up, supervisor, queue, logs, devices, previews, datasets and the example.
#pragma once

#include "app/work/device_watch.h"
#include "app/work/preview.h"
#include "app/work/supervisor.h"
#include "core/jobs/worker_spec.h"
#include "widgets/common/banner.h"
#include "widgets/models/job_model.h"

#include <QObject>
#include <QPointer>

namespace bam::views {
class DatasetBuilder;
class JobsView;
class SetupView;
}

namespace bam::window {

class RunsPart;
class Settings;

class JobsPart : public QObject {
    Q_OBJECT
public:
    JobsPart(views::SetupView& setup, views::JobsView& jobs, models::JobModel& model, RunsPart& runs, Settings& settings, QObject* parent);

    work::Supervisor& supervisor() { return m_supervisor; }
    const QVector<views::DeviceRow>& devices() const { return m_devices.devices(); }
    /// Puts the spec of a run or of a JSON file into the set-up form.
    void setUpFrom(const QString& run);
    void openSpec();
    void saveSpec(const spec::RunSpec& spec);
    void start(spec::RunSpec spec, const QString& device);
    void enqueue(const QVector<spec::RunSpec>& specs, const QString& device);
    void resume(const QStringList& runs);
    void stop(const QStringList& runs);
    /// Asks for the step first.
    void pause(const QStringList& runs);
    void checkpoint(const QStringList& runs);
    void capture(const QStringList& runs);
    void evaluate(const QStringList& runs);
    /// Ends or takes out of the queue whatever evaluates these.
    void stopEvaluations(const QStringList& runs);
    void buildDataset();
    /// The two-minute example: text, tokenizer, training, test.
    void trainExample();
    /// Where a new run goes when nothing else is said: the first open folder, else one in the home folder.
    QString defaultLogFolder() const;
    /// Takes what the preferences say.
    void applySettings();

Q_SIGNALS:
    void message(const bam::ui::Message& message);
    void folderWanted(const QString& folder);   ///< runs appear below it
    void setupWanted();                         ///< the form has something new to show
    void jobsWanted();                          ///< something was queued
    void jobCountChanged(int active);
    void logWanted(const QString& jobId);       ///< somebody wants to see what a job printed

private:
    void connectJobs(views::JobsView& jobs);
    spec::RunSpec prepared(spec::RunSpec spec) const;
    void submit(const jobs::WorkerSpec& worker, bool now);
    void tellOfWaiting(const QString& id);
    void startExample(const QString& folder);
    void exampleText(const QString& folder);
    void askForExampleText(const QString& folder);

    views::SetupView& m_setup;
    views::JobsView& m_jobs;
    RunsPart& m_runs;
    Settings& m_settings;
    models::JobModel& m_model;
    work::Supervisor m_supervisor;
    work::DeviceWatch m_devices;
    work::PreviewWorker m_preview, m_builderPreview;
    QPointer<views::DatasetBuilder> m_builder;
};

}  // namespace bam::window
