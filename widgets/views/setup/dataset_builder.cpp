// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/dataset_builder.h"

#include "widgets/common/icons.h"
#include "widgets/views/setup/field_text.h"
#include "widgets/views/setup/path_edit.h"
#include "widgets/views/setup/setup_colors.h"
#include "widgets/views/setup/token_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace bam::views {
namespace {

const QString kFile = QStringLiteral("file");       // items of the tokenizer list that are no model
const QString kNew = QStringLiteral("new");
constexpr int kPreviewDelayMs = 350;

bool isPlainText(const QString& path) { return path.endsWith(QLatin1String(".txt"), Qt::CaseInsensitive); }

bool endsWithAny(const QString& path, std::initializer_list<const char*> endings)
{
    return std::any_of(endings.begin(), endings.end(), [&](const char* ending) { return path.endsWith(QLatin1String(ending), Qt::CaseInsensitive); });
}

}  // namespace

class DatasetBuilder::Private {
public:
    explicit Private(DatasetBuilder* owner)
        : dialog(owner)
    {
    }

    QWidget* buildInputs();
    QWidget* buildTokenizer();
    QWidget* buildOutput();
    void build();
    void check();
    void askPreview();
    QString model() const;
    QStringList trainingTexts() const;
    bool isNew() const { return models->currentData().toString() == kNew; }

    DatasetBuilder* dialog;
    QListWidget* inputs = nullptr;
    QLineEdit* column = nullptr;
    QComboBox *unit = nullptr, *models = nullptr;
    QCheckBox *bos = nullptr, *eos = nullptr, *digits = nullptr, *passkey = nullptr;
    PathEdit *file = nullptr, *newModel = nullptr, *trainOn = nullptr, *output = nullptr;
    QSpinBox* pieces = nullptr;
    QFormLayout* tokenizerForm = nullptr;
    TokenView* tokens = nullptr;
    QLabel* problem = nullptr;
    QPushButton* start = nullptr;
    QTimer delay;
    int previewId = 0;
    bool outputChosen = false, modelChosen = false;
};

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

void DatasetBuilder::Private::build()
{
    auto* outer = new QVBoxLayout(dialog);
    auto* split = new QSplitter(Qt::Horizontal, dialog);
    split->setChildrenCollapsible(false);
    auto* left = new QWidget(split);
    auto* column1 = new QVBoxLayout(left);
    column1->setContentsMargins(0, 0, 4, 0);
    column1->addWidget(buildInputs(), 1);
    column1->addWidget(buildTokenizer());
    column1->addWidget(buildOutput());
    auto* right = new QGroupBox(DatasetBuilder::tr("First documents"), split);
    auto* column2 = new QVBoxLayout(right);
    tokens = new TokenView(right);
    column2->addWidget(tokens);
    split->addWidget(left);
    split->addWidget(right);
    split->setStretchFactor(0, 4);
    split->setStretchFactor(1, 5);
    outer->addWidget(split, 1);
    auto* line = new QHBoxLayout;
    problem = new QLabel(dialog);
    problem->setObjectName(QStringLiteral("builderProblem"));
    problem->setWordWrap(true);
    line->addWidget(problem, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, dialog);
    start = buttons->addButton(DatasetBuilder::tr("&Build"), QDialogButtonBox::AcceptRole);
    start->setObjectName(QStringLiteral("builderStart"));
    line->addWidget(buttons);
    outer->addLayout(line);
    delay.setSingleShot(true);
    delay.setInterval(kPreviewDelayMs);
    QObject::connect(&delay, &QTimer::timeout, dialog, [this] { askPreview(); });
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, [this] {
        Q_EMIT dialog->buildRequested(dialog->jobs(), output->path());
        dialog->accept();
    });
    const auto metrics = dialog->fontMetrics();
    dialog->resize(metrics.averageCharWidth() * 150, metrics.height() * 38);
}

QWidget* DatasetBuilder::Private::buildInputs()
{
    auto* box = new QGroupBox(DatasetBuilder::tr("Texts"), dialog);
    auto* layout = new QVBoxLayout(box);
    auto* what = new QLabel(DatasetBuilder::tr("Files or folders of .txt, .jsonl (also .gz and .zst) and .parquet. Drop them here."), box);
    what->setWordWrap(true);
    layout->addWidget(what);
    inputs = new QListWidget(box);
    inputs->setObjectName(QStringLiteral("builderInputs"));
    inputs->setAccessibleName(DatasetBuilder::tr("Files and folders to read"));
    inputs->setSelectionMode(QAbstractItemView::ExtendedSelection);
    inputs->setTextElideMode(Qt::ElideMiddle);
    inputs->setMinimumHeight(dialog->fontMetrics().height() * 4);
    layout->addWidget(inputs, 1);
    auto* line = new QHBoxLayout;
    auto* addFiles = new QPushButton(ui::icon(QStringLiteral("add")), DatasetBuilder::tr("Add &files…"), box);
    auto* addFolder = new QPushButton(ui::icon(QStringLiteral("folder")), DatasetBuilder::tr("Add f&older…"), box);
    auto* remove = new QPushButton(ui::icon(QStringLiteral("remove")), DatasetBuilder::tr("&Remove"), box);
    addFiles->setObjectName(QStringLiteral("builderAddFiles"));
    addFolder->setObjectName(QStringLiteral("builderAddFolder"));
    remove->setObjectName(QStringLiteral("builderRemove"));
    for (auto* button : {addFiles, addFolder, remove})
        line->addWidget(button);
    line->addStretch(1);
    layout->addLayout(line);
    auto* form = new QFormLayout;
    column = new QLineEdit(QStringLiteral("text"), box);
    column->setObjectName(QStringLiteral("builderColumn"));
    column->setToolTip(DatasetBuilder::tr("Key of JSONL rows or column of Parquet files that holds the text"));
    unit = new QComboBox(box);
    unit->setObjectName(QStringLiteral("builderUnit"));
    unit->addItem(DatasetBuilder::tr("each line of a .txt file"), QStringLiteral("line"));
    unit->addItem(DatasetBuilder::tr("each .txt file as a whole"), QStringLiteral("file"));
    bos = new QCheckBox(DatasetBuilder::tr("begins with BOS"), box);
    eos = new QCheckBox(DatasetBuilder::tr("ends with EOS"), box);
    bos->setObjectName(QStringLiteral("builderBos"));
    eos->setObjectName(QStringLiteral("builderEos"));
    auto* marks = new QHBoxLayout;
    for (auto* check : {bos, eos}) {
        check->setChecked(true);
        marks->addWidget(check);
        QObject::connect(check, &QCheckBox::toggled, dialog, [this] { delay.start(); });
    }
    marks->addStretch(1);
    form->addRow(DatasetBuilder::tr("&Column"), column);
    form->addRow(DatasetBuilder::tr("A &document is"), unit);
    form->addRow(DatasetBuilder::tr("and"), marks);
    layout->addLayout(form);
    QObject::connect(addFiles, &QPushButton::clicked, dialog, [this] {
        dialog->addInputs(QFileDialog::getOpenFileNames(dialog, DatasetBuilder::tr("Add texts"), {},
            DatasetBuilder::tr("Texts (*.txt *.jsonl *.jsonl.gz *.jsonl.zst *.txt.gz *.txt.zst *.parquet);;All files (*)")));
    });
    QObject::connect(addFolder, &QPushButton::clicked, dialog, [this] {
        const auto folder = QFileDialog::getExistingDirectory(dialog, DatasetBuilder::tr("Add a folder of texts"));
        dialog->addInputs(folder.isEmpty() ? QStringList() : QStringList(folder));
    });
    QObject::connect(remove, &QPushButton::clicked, dialog, [this] {
        qDeleteAll(inputs->selectedItems());
        check();
        delay.start();
    });
    QObject::connect(column, &QLineEdit::textEdited, dialog, [this] {
        check();
        delay.start();
    });
    QObject::connect(unit, &QComboBox::activated, dialog, [this] { delay.start(); });
    return box;
}

QWidget* DatasetBuilder::Private::buildTokenizer()
{
    auto* box = new QGroupBox(DatasetBuilder::tr("Tokenizer"), dialog);
    tokenizerForm = new QFormLayout(box);
    models = new QComboBox(box);
    models->setObjectName(QStringLiteral("builderTokenizer"));
    models->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    models->addItem(DatasetBuilder::tr("a .model file"), kFile);
    models->addItem(DatasetBuilder::tr("train a new one"), kNew);
    file = new PathEdit(PathEdit::Kind::File, DatasetBuilder::tr("sentencepiece models (*.model *.model.*);;All files (*)"), box);
    file->line()->setObjectName(QStringLiteral("builderModelFile"));
    pieces = new QSpinBox(box);
    pieces->setObjectName(QStringLiteral("builderPieces"));
    pieces->setRange(16, 200000);
    pieces->setValue(512);
    pieces->setGroupSeparatorShown(true);
    pieces->setToolTip(DatasetBuilder::tr("Size of the vocabulary: small ones suit small models; the paper uses 32,768"));
    digits = new QCheckBox(DatasetBuilder::tr("every digit is a piece of its own"), box);
    digits->setObjectName(QStringLiteral("builderDigits"));
    digits->setChecked(true);
    digits->setToolTip(DatasetBuilder::tr("The pass-key test needs it"));
    passkey = new QCheckBox(DatasetBuilder::tr("add the pass-key sentences"), box);
    passkey->setObjectName(QStringLiteral("builderPasskey"));
    passkey->setChecked(true);
    passkey->setToolTip(DatasetBuilder::tr("Small vocabularies then spell the test's prompts in few pieces"));
    trainOn = new PathEdit(PathEdit::Kind::File, DatasetBuilder::tr("Texts (*.txt);;All files (*)"), box);
    trainOn->line()->setObjectName(QStringLiteral("builderTrainOn"));
    trainOn->line()->setPlaceholderText(DatasetBuilder::tr("the .txt files above"));
    newModel = new PathEdit(PathEdit::Kind::NewFile, DatasetBuilder::tr("sentencepiece models (*.model)"), box);
    newModel->line()->setObjectName(QStringLiteral("builderNewModel"));
    tokenizerForm->addRow(DatasetBuilder::tr("&Use"), models);
    tokenizerForm->addRow(DatasetBuilder::tr("&Model"), file);
    tokenizerForm->addRow(DatasetBuilder::tr("&Pieces"), pieces);
    tokenizerForm->addRow(QString(), digits);
    tokenizerForm->addRow(QString(), passkey);
    tokenizerForm->addRow(DatasetBuilder::tr("Trained on"), trainOn);
    tokenizerForm->addRow(DatasetBuilder::tr("Written to"), newModel);
    QObject::connect(models, &QComboBox::currentIndexChanged, dialog, [this] {
        check();
        delay.start();
    });
    for (auto* edit : {file, trainOn, newModel})
        QObject::connect(edit, &PathEdit::pathEdited, dialog, [this, edit] {
            modelChosen = modelChosen || edit == newModel;
            check();
            delay.start();
        });
    return box;
}

QWidget* DatasetBuilder::Private::buildOutput()
{
    auto* box = new QGroupBox(DatasetBuilder::tr("Shards"), dialog);
    auto* form = new QFormLayout(box);
    output = new PathEdit(PathEdit::Kind::Folder, {}, box);
    output->line()->setObjectName(QStringLiteral("builderOutput"));
    output->line()->setToolTip(DatasetBuilder::tr("A new or empty folder; this is the dataset to choose in the set-up"));
    form->addRow(DatasetBuilder::tr("Fo&lder"), output);
    QObject::connect(output, &PathEdit::pathEdited, dialog, [this] {
        outputChosen = true;
        check();
    });
    return box;
}

QString DatasetBuilder::Private::model() const
{
    const auto chosen = models->currentData().toString();
    if (chosen == kFile)
        return file->path();
    return chosen == kNew ? newModel->path() : chosen;
}

/// sentencepiece is trained on lines of plain text.
QStringList DatasetBuilder::Private::trainingTexts() const
{
    if (!trainOn->path().isEmpty())
        return {trainOn->path()};
    QStringList texts;
    for (const auto& input : dialog->inputs())
        if (isPlainText(input))
            texts << input;
    return texts;
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
    const bool rowsOfColumns = std::any_of(all.begin(), all.end(), [](const QString& path) { return !endsWithAny(path, {".txt", ".txt.gz", ".txt.zst"}); });
    column->setEnabled(rowsOfColumns || all.isEmpty());
    QString missing;
    if (all.isEmpty())
        missing = DatasetBuilder::tr("Add files or folders of text.");
    else if (column->text().trimmed().isEmpty())
        missing = DatasetBuilder::tr("Name the column that holds the text.");
    else if (model().isEmpty())
        missing = made ? DatasetBuilder::tr("Say where the new tokenizer is to be written.") : DatasetBuilder::tr("Choose a tokenizer.");
    else if (made && trainingTexts().isEmpty())
        missing = DatasetBuilder::tr("Choose a text file to train the tokenizer on.");
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
    for (const auto& input : all)
        request.spec.inputs.emplace_back(input.toStdString());
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
        arguments.insert(arguments.end(), {"--pieces", std::to_string(d->pieces->value()), "--out", model, d->digits->isChecked() ? "--split-digits" : "--no-split-digits"});
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
