// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/field_editor.h"

#include "core/base/text.h"
#include "widgets/plots/palette.h"
#include "widgets/views/setup/field_text.h"
#include "widgets/views/setup/number_box.h"
#include "widgets/views/setup/path_edit.h"
#include "widgets/views/setup/switch.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSet>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <limits>

namespace bam::views {
namespace {

using spec::FieldEntry;
using spec::FieldKind;
using spec::FieldValue;
using spec::RunSpec;

/// A combo box that lets the wheel scroll the form unless it has the focus, and does not insist on the width of its longest item.
class CalmCombo : public QComboBox {
public:
    explicit CalmCombo(QWidget* parent)
        : QComboBox(parent)
    {
        setFocusPolicy(Qt::StrongFocus);
        setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        setMinimumContentsLength(8);
    }
    void wheelEvent(QWheelEvent* event) override
    {
        if (hasFocus())
            QComboBox::wheelEvent(event);
        else
            event->ignore();
    }
};

QHBoxLayout* rowIn(QWidget* widget)
{
    auto* layout = new QHBoxLayout(widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    return layout;
}

void name(QWidget* control, const FieldEntry& entry)
{
    control->setObjectName(QString::fromStdString(entry.path));
    control->setAccessibleName(fieldTitle(entry));
    control->setAccessibleDescription(fieldHelp(entry));
}

QLabel* unitLabel(const FieldEntry& entry, QWidget* parent)
{
    auto* label = new QLabel(fieldUnit(entry), parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

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

std::optional<double> numberOf(const FieldValue& value)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return double(*whole);
    if (const auto* real = std::get_if<double>(&value))
        return *real;
    return std::nullopt;
}

FieldValue valueOf(const FieldEntry& entry, double number)
{
    return entry.kind == FieldKind::Integer ? FieldValue(std::int64_t(number)) : FieldValue(number);
}

class NumberEditor : public FieldEditor {
public:
    NumberEditor(const FieldEntry& entry, QWidget* parent)
        : FieldEditor(parent)
        , m_entry(entry)
        , m_box(new NumberBox(entry.kind == FieldKind::Integer, !entry.field->unit.empty(), entry.field->min, entry.field->max, this))
    {
        auto* layout = rowIn(this);
        layout->addWidget(m_box, 1);
        if (!entry.field->unit.empty()) {
            m_box->setMinimumWidth(fontMetrics().averageCharWidth() * 7);
            layout->addWidget(unitLabel(entry, this));
        }
        name(m_box, entry);
        if (entry.field->unset)
            m_box->setEmptyText(unsetText(entry));
        connect(m_box, &NumberBox::textEdited, this, [this] { read(); });
    }

    void showSpec(const RunSpec& spec) override
    {
        const auto value = fieldValue(spec, m_entry.path);
        m_box->setNumber(isUnset(*m_entry.field, value) ? std::nullopt : numberOf(value));
    }
    QWidget* focusWidgetOf() override { return m_box; }

private:
    void read()
    {
        if (m_box->isEmpty() && m_entry.field->unset)
            Q_EMIT changed({{m_entry.path, valueOf(m_entry, *m_entry.field->unset)}});
        else if (const auto number = m_box->number(); number && !(m_entry.field->unset && *number == *m_entry.field->unset))
            Q_EMIT changed({{m_entry.path, valueOf(m_entry, *number)}});
        else
            Q_EMIT textRejected(expectedText(m_entry));
    }
    FieldEntry m_entry;
    NumberBox* m_box;
};

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

/// Whole numbers separated by commas.
class NumbersEditor : public FieldEditor {
public:
    NumbersEditor(const FieldEntry& entry, QWidget* parent)
        : FieldEditor(parent)
        , m_entry(entry)
        , m_line(new QLineEdit(this))
    {
        auto* layout = rowIn(this);
        layout->addWidget(m_line, 1);
        if (!entry.field->unit.empty())
            layout->addWidget(unitLabel(entry, this));
        name(m_line, entry);
        connect(m_line, &QLineEdit::textEdited, this, [this] {
            if (const auto numbers = read())
                Q_EMIT changed({{m_entry.path, *numbers}});
            else
                Q_EMIT textRejected(expectedText(m_entry));
        });
    }

    void showSpec(const RunSpec& spec) override
    {
        const auto numbers = std::get<std::vector<std::int64_t>>(fieldValue(spec, m_entry.path));
        if (read() == numbers)
            return;
        QStringList words;
        for (const auto number : numbers)
            words << QString::number(number);
        m_line->setText(words.join(QStringLiteral(", ")));
        m_line->setCursorPosition(0);
    }
    QWidget* focusWidgetOf() override { return m_line; }

private:
    std::optional<std::vector<std::int64_t>> read() const
    {
        std::vector<std::int64_t> numbers;
        for (const auto& part : m_line->text().split(QLatin1Char(','))) {
            bool good = false;
            const auto word = part.trimmed();
            if (word.isEmpty())
                continue;
            numbers.push_back(word.toLongLong(&good));
            if (!good)
                return std::nullopt;
        }
        return numbers;
    }
    FieldEntry m_entry;
    QLineEdit* m_line;
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

/// "exactly 589,824 tokens", "at least …", "at most …", or none of them.
class RuleEditor : public FieldEditor {
public:
    RuleEditor(const FieldEntry& exact, QWidget* parent)
        : FieldEditor(parent)
        , m_paths(rulePaths(exact.path))
        , m_entry(exact)
        , m_rule(new CalmCombo(this))
        , m_box(new NumberBox(true, true, exact.field->min, exact.field->max, this))
    {
        auto* layout = rowIn(this);
        layout->addWidget(m_rule);
        layout->addWidget(m_box, 1);
        layout->addWidget(unitLabel(exact, this));
        m_rule->addItems({setupText(QT_TRANSLATE_NOOP("setup", "exactly")), setupText(QT_TRANSLATE_NOOP("setup", "at least")), setupText(QT_TRANSLATE_NOOP("setup", "at most"))});
        m_rule->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        // In a narrow form the number gives way, so that rule and unit stay readable.
        m_box->setMinimumWidth(fontMetrics().averageCharWidth() * 7);
        m_rule->setObjectName(QString::fromStdString(exact.path + ".rule"));
        m_rule->setAccessibleName(setupText(QT_TRANSLATE_NOOP("setup", "How the number of tokens is meant")));
        m_rule->setToolTip(setupText(QT_TRANSLATE_NOOP("setup", "exactly: this number; at least: rounded up to what divides; at most: rounded down to what divides")));
        name(m_box, exact);
        m_box->setEmptyText(exact.path == "training.tokens_per_step" ? unsetText(exact) : groupedNumber(3932160));
        connect(m_rule, &QComboBox::activated, this, [this] { read(); });
        connect(m_box, &NumberBox::textEdited, this, [this] { read(); });
    }

    void showSpec(const RunSpec& spec) override
    {
        for (int rule = 0; rule < 3; ++rule) {
            const auto value = std::get<std::int64_t>(fieldValue(spec, m_paths[std::size_t(rule)]));
            if (value < 0)
                continue;
            m_rule->setCurrentIndex(rule);
            m_box->setNumber(double(value));
            return;
        }
        m_box->setNumber(std::nullopt);
    }
    QWidget* focusWidgetOf() override { return m_box; }

private:
    void read()
    {
        const auto number = m_box->number();
        if (!m_box->isEmpty() && (!number || *number < 0)) {
            Q_EMIT textRejected(expectedText(m_entry));
            return;
        }
        FieldChanges changes;
        for (int rule = 0; rule < 3; ++rule)
            changes.append({m_paths[std::size_t(rule)], number && rule == m_rule->currentIndex() ? std::int64_t(*number) : std::int64_t(-1)});
        Q_EMIT changed(changes);
    }
    std::vector<std::string> m_paths;
    FieldEntry m_entry;
    QComboBox* m_rule;
    NumberBox* m_box;
};

/// Fields that hold a path, and what may be chosen for them.
std::optional<PathEdit::Kind> pathKind(const std::string& path)
{
    if (path == "log_dir" || path == "data.dataset")
        return PathEdit::Kind::Folder;
    if (path == "data.tokenizer")
        return PathEdit::Kind::File;
    if (path == "training.checkpoint" || path == "evaluation.checkpoint")
        return PathEdit::Kind::FileOrFolder;
    return std::nullopt;
}

}  // namespace

FieldEditor* makeFieldEditor(const FieldEntry& entry, QWidget* parent)
{
    switch (entry.kind) {
    case FieldKind::Integer:
    case FieldKind::Real: return new NumberEditor(entry, parent);
    case FieldKind::Flag: return new SwitchEditor(entry, parent);
    case FieldKind::Integers: return new NumbersEditor(entry, parent);
    case FieldKind::Texts: return new WordsEditor(entry, parent);
    case FieldKind::Text: break;
    }
    if (!entry.field->choices.empty())
        return new ChoiceEditor(entry, parent);
    if (const auto kind = pathKind(entry.path))
        return new PathEditor(entry, *kind, parent);
    return new TextEditor(entry, parent);
}

FieldEditor* makeRuleEditor(const FieldEntry& exact, QWidget* parent) { return new RuleEditor(exact, parent); }

std::vector<std::string> rulePaths(const std::string& exact)
{
    if (exact != "training.tokens_per_step" && exact != "data.val_tokens")
        return {exact};
    const auto dot = exact.find('.') + 1;
    return {exact, exact.substr(0, dot) + "min_" + exact.substr(dot), exact.substr(0, dot) + "max_" + exact.substr(dot)};
}

}  // namespace bam::views
