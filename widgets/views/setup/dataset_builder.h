// SPDX-License-Identifier: GPL-3.0-or-later
// Makes token shards from texts: which files, what a document is, which tokenizer (or a new one), where to; with the first documents and their token
// boundaries before anything is written. Reads nothing itself: previews are asked for and handed in.
#pragma once

#include "core/jobs/worker_spec.h"
#include "widgets/views/setup/setup_types.h"

#include <QDialog>
#include <QVector>

#include <memory>

namespace bam::views {

class DatasetBuilder : public QDialog {
    Q_OBJECT
public:
    explicit DatasetBuilder(QWidget* parent = nullptr);
    ~DatasetBuilder() override;

    /// Tokenizers to offer: path and title ("Mistral-7B-Instruct-v0.3, 32,768 pieces"); the first is chosen.
    void setTokenizers(const QVector<std::pair<QString, QString>>& models);
    /// A folder to put the shards in, until people name another.
    void setOutputFolder(const QString& folder);
    void addInputs(const QStringList& paths);
    QStringList inputs() const;
    /// Answers previewRequested(); an answer to an older request is ignored.
    void setPreview(int id, const data::Preview& preview);
    /// What would be done: a new tokenizer first where one is wanted, then the shards.
    QVector<jobs::WorkerSpec> jobs() const;

Q_SIGNALS:
    void previewRequested(const bam::views::PreviewRequest& request);
    /// In this order, each after the one before has finished.
    void buildRequested(const QVector<bam::jobs::WorkerSpec>& jobs, const QString& output);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace bam::views
