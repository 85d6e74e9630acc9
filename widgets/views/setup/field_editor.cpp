// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/field_editor.h"

#include "widgets/plots/palette.h"
#include "widgets/views/setup/field_editor_parts.h"
#include "widgets/views/setup/field_text.h"
#include "widgets/views/setup/path_edit.h"
#include "widgets/views/setup/switch.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPainter>

#include <algorithm>

namespace bam::views {
namespace {

using spec::FieldEntry;
using spec::FieldKind;
using spec::FieldValue;
using spec::RunSpec;

/// A round spot in an encoding's colour, with a ring where Scalable-Softmax will make it dashed.
QIcon encodingIcon(const QString& encoding)
{
    QPixmap pixmap(32, 32);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(plots::styleOf(encoding).color);
    painter.drawEllipse(5, 5, 22, 22);
    return QIcon(pixmap);
}

class SwitchEditor : public FieldEditor {
public:
    SwitchEditor(const FieldEntry& entry, QWidget* parent)
        : FieldEditor(parent)
        , m_entry(entry)
        , m_switch(new Switch(this))
    {
        auto* layout = rowIn(this);
        layout->addWidget(m_switch);
        layout->addStretch(1);
        name(m_switch, entry);
        connect(m_switch, &Switch::clicked, this, [this](bool on) { Q_EMIT changed({{m_entry.path, on}}); });
    }
    void showSpec(const RunSpec& spec) override { m_switch->setChecked(std::get<bool>(fieldValue(spec, m_entry.path))); }
    QWidget* focusWidgetOf() override { return m_switch; }

private:
    FieldEntry m_entry;
    Switch* m_switch;
};

/// Words, with room for other texts where the field accepts them.
class ChoiceEditor : public FieldEditor {
public:
    ChoiceEditor(const FieldEntry& entry, QWidget* parent)
        : FieldEditor(parent)
        , m_entry(entry)
        , m_combo(new CalmCombo(this))
    {
        rowIn(this)->addWidget(m_combo, 1);
        const bool encodings = entry.path == "model.encoding";
        for (const auto& choice : entry.field->choices) {
            const auto word = QString::fromStdString(choice);
            if (encodings)
                m_combo->addItem(encodingIcon(word), plots::titleOf(word), word);
            else
                m_combo->addItem(word, word);
        }
        m_combo->setEditable(bool(entry.field->accepts));
        m_combo->setInsertPolicy(QComboBox::NoInsert);
        name(m_combo, entry);
        connect(m_combo, &QComboBox::activated, this, [this](int index) { Q_EMIT changed({{m_entry.path, m_combo->itemData(index).toString().toStdString()}}); });
        if (auto* line = m_combo->lineEdit())
            connect(line, &QLineEdit::textEdited, this, [this](const QString& text) { Q_EMIT changed({{m_entry.path, text.trimmed().toStdString()}}); });
    }

    void showSpec(const RunSpec& spec) override
    {
        const auto word = QString::fromStdString(std::get<std::string>(fieldValue(spec, m_entry.path)));
        const int index = m_combo->findData(word);
        if (m_combo->isEditable() && m_combo->currentText().trimmed() == word)
            return;
        m_combo->setCurrentIndex(index);
        if (m_combo->isEditable())
            m_combo->setEditText(word);
    }
    QWidget* focusWidgetOf() override { return m_combo; }

private:
    FieldEntry m_entry;
    QComboBox* m_combo;
};

class TextEditor : public FieldEditor {
public:
    TextEditor(const FieldEntry& entry, QWidget* parent)
        : FieldEditor(parent)
        , m_entry(entry)
        , m_line(new QLineEdit(this))
    {
        rowIn(this)->addWidget(m_line, 1);
        name(m_line, entry);
        connect(m_line, &QLineEdit::textEdited, this, [this](const QString& text) { Q_EMIT changed({{m_entry.path, text.toStdString()}}); });
    }
    void showSpec(const RunSpec& spec) override
    {
        const auto text = QString::fromStdString(std::get<std::string>(fieldValue(spec, m_entry.path)));
        if (m_line->text() != text)
            m_line->setText(text);
    }
    QWidget* focusWidgetOf() override { return m_line; }

private:
    FieldEntry m_entry;
    QLineEdit* m_line;
};

class PathEditor : public FieldEditor {
public:
    PathEditor(const FieldEntry& entry, PathEdit::Kind kind, QWidget* parent)
        : FieldEditor(parent)
        , m_entry(entry)
        , m_edit(new PathEdit(kind, entry.field->key == "tokenizer" ? setupText(QT_TRANSLATE_NOOP("setup", "sentencepiece models (*.model *.model.*);;All files (*)")) : QString(), this))
    {
        rowIn(this)->addWidget(m_edit, 1);
        name(m_edit->line(), entry);
        if (entry.path == "data.tokenizer")
            m_edit->line()->setPlaceholderText(setupText(QT_TRANSLATE_NOOP("setup", "the one the shards were made with")));
        else if (entry.path == "training.checkpoint")
            m_edit->line()->setPlaceholderText(setupText(QT_TRANSLATE_NOOP("setup", "fresh weights")));
        connect(m_edit, &PathEdit::pathEdited, this, [this](const QString& path) { Q_EMIT changed({{m_entry.path, path.toStdString()}}); });
    }

    void showSpec(const RunSpec& spec) override
    {
        m_edit->setPath(QString::fromStdString(std::get<std::string>(fieldValue(spec, m_entry.path))));
        if (m_entry.path != "data.dataset")
            return;
        const bool mixture = spec.data.kind == "passkey_mixture";
        m_edit->setKind(mixture ? PathEdit::Kind::File : PathEdit::Kind::Folder);
        m_edit->line()->setPlaceholderText(mixture ? setupText(QT_TRANSLATE_NOOP("setup", "a text file")) : setupText(QT_TRANSLATE_NOOP("setup", "a folder of shards")));
    }
    QWidget* focusWidgetOf() override { return m_edit->line(); }

private:
    FieldEntry m_entry;
    PathEdit* m_edit;
};

/// Several of a few words, each a check box.
class WordsEditor : public FieldEditor {
public:
    WordsEditor(const FieldEntry& entry, QWidget* parent)
        : FieldEditor(parent)
        , m_entry(entry)
    {
        auto* grid = new QGridLayout(this);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setVerticalSpacing(2);
        for (const auto& choice : entry.field->choices) {
            auto* box = new QCheckBox(QString::fromStdString(choice), this);
            box->setObjectName(QString::fromStdString(entry.path + "." + choice));
            const int n = int(m_boxes.size());
            grid->addWidget(box, n / 2, n % 2);
            m_boxes.append(box);
            connect(box, &QCheckBox::clicked, this, [this] { Q_EMIT changed({{m_entry.path, read()}}); });
        }
    }

    void showSpec(const RunSpec& spec) override
    {
        const auto words = std::get<std::vector<std::string>>(fieldValue(spec, m_entry.path));
        for (auto* box : m_boxes)
            box->setChecked(std::find(words.begin(), words.end(), box->text().toStdString()) != words.end());
        m_order = words;
    }
    QWidget* focusWidgetOf() override { return m_boxes.first(); }

private:
    /// Those of before in their order, then the new ones.
    std::vector<std::string> read() const
    {
        std::vector<std::string> words;
        const auto checked = [&](const std::string& word) {
            return std::any_of(m_boxes.begin(), m_boxes.end(), [&](const QCheckBox* box) { return box->isChecked() && box->text().toStdString() == word; });
        };
        std::copy_if(m_order.begin(), m_order.end(), std::back_inserter(words), checked);
        for (const auto& choice : m_entry.field->choices)
            if (checked(choice) && std::find(words.begin(), words.end(), choice) == words.end())
                words.push_back(choice);
        return words;
    }
    FieldEntry m_entry;
    QVector<QCheckBox*> m_boxes;
    std::vector<std::string> m_order;
};

/// Any texts, separated by commas.
class TextsEditor : public FieldEditor {
public:
    TextsEditor(const FieldEntry& entry, QWidget* parent)
        : FieldEditor(parent)
        , m_entry(entry)
        , m_edit(new QLineEdit(this))
    {
        name(m_edit, entry);
        rowIn(this)->addWidget(m_edit, 1);
        connect(m_edit, &QLineEdit::textEdited, this, [this](const QString& text) {
            std::vector<std::string> words;
            for (const auto& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
                if (const auto word = part.trimmed(); !word.isEmpty())
                    words.push_back(word.toStdString());
            m_shown = words;
            Q_EMIT changed({{m_entry.path, std::move(words)}});
        });
    }

    void showSpec(const RunSpec& spec) override
    {
        const auto words = std::get<std::vector<std::string>>(fieldValue(spec, m_entry.path));
        if (words == m_shown)
            return;     // what is being typed stays as it is
        m_shown = words;
        QStringList parts;
        for (const auto& word : words)
            parts.append(QString::fromStdString(word));
        m_edit->setText(parts.join(QStringLiteral(", ")));
    }
    QWidget* focusWidgetOf() override { return m_edit; }

private:
    FieldEntry m_entry;
    QLineEdit* m_edit;
    std::vector<std::string> m_shown;
};

/// Fields that hold a path, and what may be chosen for them.
std::optional<PathEdit::Kind> pathKind(const std::string& path)
{
    if (path == "log_dir" || path == "data.dataset")
        return PathEdit::Kind::Folder;
    if (path == "data.tokenizer")
        return PathEdit::Kind::File;
    if (path == "training.checkpoint" || path == "evaluation.checkpoint" || path == "evaluation.perplexity" || path == "evaluation.ruler.essays")
        return PathEdit::Kind::FileOrFolder;
    return std::nullopt;
}

}  // namespace

FieldEditor* makeFieldEditor(const FieldEntry& entry, QWidget* parent)
{
    switch (entry.kind) {
    case FieldKind::Integer:
    case FieldKind::Real: return makeNumberEditor(entry, parent);
    case FieldKind::Flag: return new SwitchEditor(entry, parent);
    case FieldKind::Integers: return makeNumbersEditor(entry, parent);
    case FieldKind::Texts:
        if (entry.field->choices.empty())
            return new TextsEditor(entry, parent);
        return new WordsEditor(entry, parent);
    case FieldKind::Text: break;
    }
    if (!entry.field->choices.empty())
        return new ChoiceEditor(entry, parent);
    if (const auto kind = pathKind(entry.path))
        return new PathEditor(entry, *kind, parent);
    return new TextEditor(entry, parent);
}

}  // namespace bam::views
