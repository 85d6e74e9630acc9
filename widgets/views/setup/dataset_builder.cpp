// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/dataset_builder_private.h"

#include <QDropEvent>
#include <QMimeData>

#include <algorithm>

namespace bam::views {
namespace {

bool endsWithAny(const QString& path, std::initializer_list<const char*> endings)
{
    return std::any_of(endings.begin(), endings.end(), [&](const char* ending) { return path.endsWith(QLatin1String(ending), Qt::CaseInsensitive); });
}

}  // namespace


DatasetBuilder::DatasetBuilder(QWidget* parent)
    : QDialog(parent)
    , d(std::make_unique<Private>(this))
{
    setObjectName(QStringLiteral("datasetBuilder"));
    setWindowTitle(tr("Build a dataset"));
    setAcceptDrops(true);
    d->build();
    d->check();
    d->askPreview();
}

DatasetBuilder::~DatasetBuilder() = default;

QString DatasetBuilder::Private::model() const
{
    const auto chosen = models->currentData().toString();
    if (chosen == kFile)
        return file->path();
    return chosen == kNew ? newModel->path() : chosen;
}

QStringList DatasetBuilder::Private::trainingTexts() const { return trainOn->path().isEmpty() ? dialog->inputs() : QStringList{trainOn->path()}; }

/// Whether some of the texts are records with a column: folders may hold such.
bool DatasetBuilder::Private::hasColumns() const
{
    auto all = dialog->inputs();
    if (isNew())
        all += trainingTexts();
    return std::any_of(all.begin(), all.end(), [](const QString& path) { return !endsWithAny(path, {".txt", ".txt.gz", ".txt.zst"}); });
}

/// What is missing, and which rows count.
void DatasetBuilder::Private::check()
{
    const bool made = isNew();
    const std::pair<QWidget*, bool> rows[] = {{file, models->currentData().toString() == kFile}, {pieces, made}, {digits, made}, {passkey, made}, {trainOn, made}, {newModel, made}};
    for (const auto& [widget, shown] : rows) {
        widget->setVisible(shown);
        if (auto* label = tokenizerForm->labelForField(widget))
            label->setVisible(shown);
    }
    if (made && !modelChosen && !output->path().isEmpty())
        newModel->setPath(output->path() + QStringLiteral(".model"));
    const auto all = dialog->inputs();
    column->setEnabled(hasColumns() || all.isEmpty());
    remove->setEnabled(!inputs->selectedItems().isEmpty());
    QString missing;
    if (all.isEmpty())
        missing = DatasetBuilder::tr("Add files or folders of text.");
    else if (column->text().trimmed().isEmpty())
        missing = DatasetBuilder::tr("Name the column that holds the text.");
    else if (model().isEmpty())
        missing = made ? DatasetBuilder::tr("Say where the new tokenizer is to be written.") : DatasetBuilder::tr("Choose a tokenizer.");
    else if (output->path().isEmpty())
        missing = DatasetBuilder::tr("Choose a folder for the shards.");
    problem->setText(missing);
    start->setEnabled(missing.isEmpty());
    start->setToolTip(missing.isEmpty() ? DatasetBuilder::tr("Starts as a job in the queue; the window stays free") : missing);
}

void DatasetBuilder::Private::askPreview()
{
    const auto all = dialog->inputs();
    if (all.isEmpty()) {
        ++previewId;
        tokens->showHint(DatasetBuilder::tr("The first documents and where the tokenizer cuts them appear here as soon as there are texts."));
        return;
    }
    PreviewRequest request;
    request.id = ++previewId;
    // Those that are selected, to look at each; else all.
    for (int n = 0; n < inputs->count(); ++n)
        if (inputs->selectedItems().isEmpty() || inputs->item(n)->isSelected())
            request.spec.inputs.emplace_back(all[n].toStdString());
    if (!isNew())
        request.spec.tokenizer = model().toStdString();
    request.spec.column = column->text().trimmed().toStdString();
    request.spec.unit = unit->currentData().toString().toStdString();
    request.spec.bos = bos->isChecked();
    request.spec.eos = eos->isChecked();
    tokens->showWaiting();
    Q_EMIT dialog->previewRequested(request);
}

void DatasetBuilder::setTokenizers(const QVector<std::pair<QString, QString>>& models)
{
    for (int n = 0; n < models.size(); ++n) {
        d->models->insertItem(n, models[n].second, models[n].first);
        d->models->setItemData(n, models[n].first, Qt::ToolTipRole);
    }
    d->models->setCurrentIndex(0);
    d->check();
}

void DatasetBuilder::setOutputFolder(const QString& folder)
{
    if (!d->outputChosen)
        d->output->setPath(folder);
    d->check();
}

void DatasetBuilder::addInputs(const QStringList& paths)
{
    auto known = inputs();
    for (const auto& path : paths)
        if (!path.isEmpty() && !known.contains(path)) {
            known << path;
            d->inputs->addItem(path);
            d->inputs->item(d->inputs->count() - 1)->setToolTip(path);
        }
    d->check();
    d->delay.start();
}

QStringList DatasetBuilder::inputs() const
{
    QStringList paths;
    for (int n = 0; n < d->inputs->count(); ++n)
        paths << d->inputs->item(n)->text();
    return paths;
}

void DatasetBuilder::setPreview(int id, const data::Preview& preview)
{
    if (id == d->previewId)
        d->tokens->showPreview(preview);
}

QVector<jobs::WorkerSpec> DatasetBuilder::jobs() const
{
    QVector<jobs::WorkerSpec> all;
    const auto model = d->model().toStdString();
    if (d->isNew()) {
        std::vector<std::string> arguments;
        for (const auto& text : d->trainingTexts())
            arguments.push_back(text.toStdString());
        arguments.insert(arguments.end(), {"--column", d->column->text().trimmed().toStdString(), "--pieces", std::to_string(d->pieces->value()), "--out", model, d->digits->isChecked() ? "--split-digits" : "--no-split-digits"});
        if (d->passkey->isChecked())
            arguments.push_back("--with-passkey-sentences");
        all.append(jobs::tokenizerWorker(arguments));
    }
    std::vector<std::string> arguments;
    for (const auto& input : inputs())
        arguments.push_back(input.toStdString());
    arguments.insert(arguments.end(), {"--out", d->output->path().toStdString(), "--tokenizer", model, "--column", d->column->text().trimmed().toStdString(), "--unit",
                                          d->unit->currentData().toString().toStdString()});
    if (!d->bos->isChecked())
        arguments.push_back("--no-bos");
    if (!d->eos->isChecked())
        arguments.push_back("--no-eos");
    all.append(jobs::datasetWorker(arguments));
    return all;
}

void DatasetBuilder::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void DatasetBuilder::dropEvent(QDropEvent* event)
{
    QStringList paths;
    for (const auto& url : event->mimeData()->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    addInputs(paths);
    event->acceptProposedAction();
}

}  // namespace bam::views
