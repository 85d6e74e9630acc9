// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of DatasetBuilder: its widgets (dataset_builder_build.cpp), and what follows from what is in them (dataset_builder.cpp).
#pragma once

#include "widgets/views/setup/dataset_builder.h"
#include "widgets/views/setup/path_edit.h"
#include "widgets/views/setup/token_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>

namespace bam::views {

class DatasetBuilder::Private {
public:
    // Items of the tokenizer list that are no model.
    static constexpr QLatin1String kFile{"file"}, kNew{"new"};

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
    /// Path of the tokenizer, also of one that is yet to be trained.
    QString model() const;
    /// What a new tokenizer is trained on: the texts of the dataset, unless another is named.
    QStringList trainingTexts() const;
    bool hasColumns() const;
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
    QPushButton *start = nullptr, *remove = nullptr;
    QTimer delay;
    int previewId = 0;
    bool outputChosen = false, modelChosen = false;
};

}  // namespace bam::views
