// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/field_text.h"

#include "core/base/text.h"
#include "widgets/common/core_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QStringList>

#include <cmath>

namespace bam::views {
namespace {

using spec::FieldEntry;
using spec::FieldKind;

QString number(double value)
{
    const bool whole = std::floor(value) == value && std::abs(value) < 1e15;
    return whole ? QLocale().toString(qlonglong(value)) : QLocale().toString(value, 'g', 10);
}

QString integerRange(const QString& low, const QString& high, bool hasLow, bool hasHigh)
{
    if (hasLow && hasHigh)
        return setupText(QT_TRANSLATE_NOOP("setup", "a whole number from %1 to %2")).arg(low, high);
    if (hasLow)
        return setupText(QT_TRANSLATE_NOOP("setup", "a whole number of at least %1")).arg(low);
    return setupText(QT_TRANSLATE_NOOP("setup", "a whole number"));
}

QString realRange(const spec::Field& field, const QString& low, const QString& high, bool hasLow, bool hasHigh)
{
    if (hasLow && hasHigh && field.minExcluded)
        return setupText(QT_TRANSLATE_NOOP("setup", "a number above %1 and at most %2")).arg(low, high);
    if (hasLow && hasHigh && field.maxExcluded)
        return setupText(QT_TRANSLATE_NOOP("setup", "a number of at least %1 and below %2")).arg(low, high);
    if (hasLow && hasHigh)
        return setupText(QT_TRANSLATE_NOOP("setup", "a number from %1 to %2")).arg(low, high);
    if (hasLow)
        return setupText(QT_TRANSLATE_NOOP("setup", "a number of at least %1")).arg(low);
    return setupText(QT_TRANSLATE_NOOP("setup", "a number"));
}

QString choicesText(const spec::Field& field)
{
    QStringList words;
    for (const auto& word : field.choices)
        words << QString::fromStdString(word);
    if (!field.acceptsText.empty())
        words << ui::coreText(field.acceptsText);
    if (words.isEmpty())
        return setupText(QT_TRANSLATE_NOOP("setup", "any text"));
    return setupText(QT_TRANSLATE_NOOP("setup", "one of: %1")).arg(words.join(QStringLiteral(", ")));
}

QString row(const QString& name, const QString& text) { return QStringLiteral("<tr><td style='padding-right:8px'>%1</td><td>%2</td></tr>").arg(name, text.toHtmlEscaped()); }

}  // namespace

QString setupText(const char* text) { return QCoreApplication::translate("setup", text); }


QString withTitles(QString text)
{
    for (const auto& entry : spec::allFields()) {
        const auto& field = *entry.field;
        text.replace(QString::fromStdString(entry.path), fieldTitle(entry));
        for (const auto& alias : field.aliases)
            text.replace(QString::fromStdString(entry.section + "." + alias), fieldTitle(entry));
        const auto key = QString::fromStdString(field.key);
        if (key.contains(QLatin1Char('_')) && text.contains(key))       // but not as a flag or in a path
            text.replace(QRegularExpression(QStringLiteral("(?<![-/.\\w])%1(?![-/\\w]|\\.\\w)").arg(key)), fieldTitle(entry));
    }
    return text;
}

QString fieldTitle(const FieldEntry& entry) { return ui::coreText(entry.field->title); }
QString fieldUnit(const FieldEntry& entry) { return ui::coreText(entry.field->unit); }
QString fieldHelp(const FieldEntry& entry) { return ui::coreText(entry.field->help); }

QString fieldRange(const FieldEntry& entry)
{
    const auto& field = *entry.field;
    const bool hasLow = std::isfinite(field.min);
    const bool hasHigh = std::isfinite(field.max) && field.max < 1e9;
    switch (entry.kind) {
    case FieldKind::Integer: return integerRange(number(field.min), number(field.max), hasLow, hasHigh);
    case FieldKind::Real: return realRange(field, number(field.min), number(field.max), hasLow, hasHigh);
    case FieldKind::Flag: return setupText(QT_TRANSLATE_NOOP("setup", "on or off"));
    case FieldKind::Integers: return setupText(QT_TRANSLATE_NOOP("setup", "whole numbers separated by commas, each at least %1")).arg(number(field.min));
    case FieldKind::Texts:
    case FieldKind::Text: break;
    }
    return choicesText(field);
}

QString unsetText(const FieldEntry& entry)
{
    return entry.field->unsetMeaning.empty() ? setupText(QT_TRANSLATE_NOOP("setup", "not given")) : ui::coreText(entry.field->unsetMeaning);
}

QString expectedText(const FieldEntry& entry)
{
    const auto range = fieldRange(entry);
    if (entry.field->unset)
        return setupText(QT_TRANSLATE_NOOP("setup", "Expected: %1; or empty for: %2.")).arg(range, unsetText(entry));
    return setupText(QT_TRANSLATE_NOOP("setup", "Expected: %1.")).arg(range);
}

QString fieldToolTip(const FieldEntry& entry)
{
    const auto& field = *entry.field;
    QString rows = row(setupText(QT_TRANSLATE_NOOP("setup", "Takes")), fieldRange(entry));
    if (!field.unit.empty())
        rows += row(setupText(QT_TRANSLATE_NOOP("setup", "Unit")), fieldUnit(entry));
    if (field.unset)
        rows += row(setupText(QT_TRANSLATE_NOOP("setup", "Empty")), unsetText(entry));
    const auto flag = field.composite.empty() ? field.flagName() : field.composite;
    rows += row(setupText(QT_TRANSLATE_NOOP("setup", "Flag")), QStringLiteral("--") + QString::fromStdString(flag));
    if (!field.negation.empty())
        rows += row(setupText(QT_TRANSLATE_NOOP("setup", "Opposite")), QStringLiteral("--") + QString::fromStdString(field.negation));
    return QStringLiteral("<p><b>%1</b></p><p>%2</p><table>%3</table>").arg(fieldTitle(entry).toHtmlEscaped(), fieldHelp(entry).toHtmlEscaped(), rows);
}

QString groupedNumber(std::int64_t value) { return QLocale().toString(qlonglong(value)); }

QString valueForPeople(const FieldEntry& entry, const spec::FieldValue& value)
{
    if (isUnset(*entry.field, value))
        return unsetText(entry);
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? setupText(QT_TRANSLATE_NOOP("setup", "on")) : setupText(QT_TRANSLATE_NOOP("setup", "off"));
    if (const auto* whole = std::get_if<std::int64_t>(&value); whole && !entry.field->unit.empty())
        return groupedNumber(*whole);
    const auto text = QString::fromStdString(valueText(*entry.field, value));
    return text.isEmpty() ? setupText(QT_TRANSLATE_NOOP("setup", "empty")) : text;
}

bool fieldMatches(const FieldEntry& entry, const QString& query)
{
    const auto& field = *entry.field;
    QStringList texts{fieldTitle(entry), fieldHelp(entry), QString::fromStdString(field.key), QString::fromStdString(field.flagName()), QString::fromStdString(field.composite),
        QString::fromStdString(field.negation), QString::fromStdString(field.title)};
    for (const auto& alias : field.aliases)
        texts << QString::fromStdString(alias);
    const auto all = texts.join(QLatin1Char('\n'));
    const auto words = query.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(), [&](QString word) {
        while (word.startsWith(QLatin1Char('-')))
            word.remove(0, 1);
        return all.contains(word, Qt::CaseInsensitive);
    });
}

}  // namespace bam::views
