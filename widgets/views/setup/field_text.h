// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of a field as a form shows them, in the language of the program: title, unit, help, range, what is expected instead of a refused value.
#pragma once

#include "core/spec/spec_values.h"

#include <QString>

namespace bam::views {

/// A text of this folder outside QObjects: setupText(QT_TRANSLATE_NOOP("setup", "…")).
QString setupText(const char* text);

/// A text of the core that names fields by their keys, with their titles instead: "batch_size" -> "Batch size".
QString withTitles(QString text);

QString fieldTitle(const spec::FieldEntry& entry);
QString fieldUnit(const spec::FieldEntry& entry);
QString fieldHelp(const spec::FieldEntry& entry);
/// "whole number from 1 to 64", "float32 or bfloat16"
QString fieldRange(const spec::FieldEntry& entry);
/// What happens when the field is not given; "not given" where the field does not say.
QString unsetText(const spec::FieldEntry& entry);
/// "Expected a whole number from 1 to 64." for a value or a text that is refused.
QString expectedText(const spec::FieldEntry& entry);
/// Help, range, unit and official flag as rich text.
QString fieldToolTip(const spec::FieldEntry& entry);
/// A value for people: grouped digits, "yes", "not given".
QString valueForPeople(const spec::FieldEntry& entry, const spec::FieldValue& value);
/// A whole number with the locale's groups, as editors show counts.
QString groupedNumber(std::int64_t value);
/// Does a field match words that people search for: in title, key, flag, aliases or help?
bool fieldMatches(const spec::FieldEntry& entry, const QString& query);

}  // namespace bam::views
