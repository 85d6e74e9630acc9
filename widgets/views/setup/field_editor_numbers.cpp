// SPDX-License-Identifier: GPL-3.0-or-later
// The editors of numbers: one, several, and the three fields of a token rule.
#include "widgets/views/setup/field_editor_parts.h"
#include "widgets/views/setup/number_box.h"
#include "widgets/views/setup/number_text.h"

#include <QGridLayout>
#include <QLineEdit>

#include <algorithm>

namespace bam::views {
namespace {

using spec::FieldEntry;
using spec::FieldKind;
using spec::FieldValue;
using spec::RunSpec;

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

/// Why a text is refused, and what is expected instead.
QString refusal(const NumberBox& box, const FieldEntry& entry)
{
    const auto problem = box.problem();
    return problem.isEmpty() ? expectedText(entry) : problem + QLatin1Char(' ') + expectedText(entry);
}

/// In a list a space or a comma may as well stand between two numbers as between the groups of one.
bool isOneNumber(const QString& word)
{
    return !(word.size() > 1 && word.startsWith(QLatin1Char('0'))) && std::none_of(word.begin(), word.end(), [](QChar c) { return c.isSpace(); });
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
        if (!entry.field->unit.empty())
            layout->addWidget(unitLabel(entry, this));
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
            Q_EMIT textRejected(refusal(*m_box, m_entry));
    }
    FieldEntry m_entry;
    NumberBox* m_box;
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
            const auto word = part.trimmed();
            if (word.isEmpty())
                continue;
            const auto number = readNumber(word, true).value;
            if (!number || !isOneNumber(word))
                return std::nullopt;
            numbers.push_back(std::int64_t(*number));
        }
        return numbers;
    }
    FieldEntry m_entry;
    QLineEdit* m_line;
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
        // Two lines: beside each other, a narrow form would leave no room for the number.
        auto* layout = new QGridLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setHorizontalSpacing(6);
        layout->setVerticalSpacing(2);
        layout->setColumnStretch(0, 1);
        layout->addWidget(m_rule, 0, 0, 1, 2);
        layout->addWidget(m_box, 1, 0);
        layout->addWidget(unitLabel(exact, this), 1, 1);
        m_rule->addItems({setupText(QT_TRANSLATE_NOOP("setup", "exactly")), setupText(QT_TRANSLATE_NOOP("setup", "at least")), setupText(QT_TRANSLATE_NOOP("setup", "at most"))});
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
            Q_EMIT textRejected(refusal(*m_box, m_entry));
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

}  // namespace

FieldEditor* makeNumberEditor(const FieldEntry& entry, QWidget* parent) { return new NumberEditor(entry, parent); }
FieldEditor* makeNumbersEditor(const FieldEntry& entry, QWidget* parent) { return new NumbersEditor(entry, parent); }
FieldEditor* makeRuleEditor(const FieldEntry& exact, QWidget* parent) { return new RuleEditor(exact, parent); }

std::vector<std::string> rulePaths(const std::string& exact)
{
    if (exact != "training.tokens_per_step" && exact != "data.val_tokens")
        return {exact};
    const auto dot = exact.find('.') + 1;
    return {exact, exact.substr(0, dot) + "min_" + exact.substr(dot), exact.substr(0, dot) + "max_" + exact.substr(dot)};
}

}  // namespace bam::views
