// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/icons.h"
#include "widgets/views/setup/dataset_builder_private.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QGroupBox>
#include <QSplitter>
#include <QVBoxLayout>

namespace bam::views {
namespace {

constexpr int kPreviewDelayMs = 350;

QString textFilter() { return DatasetBuilder::tr("Texts (*.txt *.jsonl *.jsonl.gz *.jsonl.zst *.txt.gz *.txt.zst *.parquet);;All files (*)"); }

}  // namespace

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
    remove = new QPushButton(ui::icon(QStringLiteral("remove")), DatasetBuilder::tr("&Remove"), box);
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
            textFilter()));
    });
    QObject::connect(addFolder, &QPushButton::clicked, dialog, [this] {
        const auto folder = QFileDialog::getExistingDirectory(dialog, DatasetBuilder::tr("Add a folder of texts"));
        dialog->addInputs(folder.isEmpty() ? QStringList() : QStringList(folder));
    });
    QObject::connect(inputs, &QListWidget::itemSelectionChanged, dialog, [this] {
        check();
        delay.start();
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
    trainOn = new PathEdit(PathEdit::Kind::FileOrFolder, textFilter(), box);
    trainOn->line()->setObjectName(QStringLiteral("builderTrainOn"));
    trainOn->line()->setPlaceholderText(DatasetBuilder::tr("the texts above"));
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

}  // namespace bam::views
