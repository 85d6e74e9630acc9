// SPDX-License-Identifier: GPL-3.0-or-later
// The set-up of a run: a form over the whole spec, made from the field tables of core/spec, what the run will cost, where it is to run, and the
// buttons that start, queue or sweep it. Holds a RunSpec and nothing else of value; every change can be undone.
// Invariant: spec() is what the form shows, except for texts that mean no value, which count as problems and keep the run from starting.
#pragma once

#include "core/spec/spec.h"
#include "widgets/common/banner.h"
#include "widgets/views/setup/setup_types.h"

#include <QVector>
#include <QWidget>

#include <memory>

class QAction;

namespace bam::views {

class SetupView : public QWidget {
    Q_OBJECT
public:
    explicit SetupView(QWidget* parent = nullptr);
    ~SetupView() override;

    /// Puts a spec into the form; can be undone. @param origin where it comes from, e.g. "l12/bam_ssmax/version_03"; fields that differ from it are marked
    void setSpec(const spec::RunSpec& spec, const QString& origin = {});
    /// The same for a fresh form: there is nothing to undo.
    void begin(const spec::RunSpec& spec, const QString& origin);
    /// Trains on these token shards, made with a tokenizer of their own; all else stays. Can be undone.
    /// The vocabulary follows as soon as the shards can be read.
    void useDataset(const QString& folder);
    /// Asks anew what the dataset holds: it may have been built meanwhile.
    void readDataAgain();
    spec::RunSpec spec() const;
    /// Devices to choose from, the CPU first. May be called every second: nothing moves and no choice is lost.
    void setDevices(const QVector<DeviceRow>& devices);
    /// Measured speeds of earlier runs, for the estimate of time.
    void setSpeeds(const QVector<MeasuredSpeed>& speeds);
    /// What commands that are copied begin with: "bamscope" where a shell finds it, else a path.
    void setProgram(const QString& program);
    /// Answers previewRequested(); an answer to an older request is ignored.
    void setPreview(int id, const data::Preview& preview);
    /// Undo, redo, open, save, copy command, start, queue, sweep: for menus and the command palette.
    QList<QAction*> setupActions() const;
    /// The set-up and where it came from, for the next start of the program.
    QByteArray saveSettings() const;
    /// Without a step to undo; what cannot be read is left alone.
    void restoreSettings(const QByteArray& settings);
    /// Opens the form at a field, e.g. "training.batch_size".
    void showField(const QString& path);

Q_SIGNALS:
    void specChanged(const bam::spec::RunSpec& spec);
    void startRequested(const bam::spec::RunSpec& spec, const QString& device);
    void queueRequested(const QVector<bam::spec::RunSpec>& specs, const QString& device);
    void openSpecRequested();
    void saveSpecRequested(const bam::spec::RunSpec& spec);
    void buildDatasetRequested();
    void previewRequested(const bam::views::PreviewRequest& request);
    void message(const bam::ui::Message& message);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void begin(const spec::RunSpec& spec, const spec::RunSpec& reference, const QString& origin);
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace bam::views
