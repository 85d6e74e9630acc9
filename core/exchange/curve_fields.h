// SPDX-License-Identifier: GPL-3.0-or-later
// What the columns of other programs' logs are to us: names as people write them, and the fields of train.log and eval.log.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bam::exchange {

enum class Field { Step, Time, Loss, ValidationLoss, LearningRate, GradientNorm, TokensPerSecond };
inline constexpr std::size_t kFields = 7;

/// As `--map column=field` has it: step, time, loss, val_loss, lr, grad_norm, tokens_per_second.
const char* fieldName(Field field);
const std::vector<std::string>& fieldNames();
/// By name or by what people say for it ("learning_rate"); nothing for other words.
std::optional<Field> fieldNamed(std::string_view name);

/// What the last part of a folder's name says of the numbers in it: those of loss_train and of train are of training, those of validation, val, eval or test of held-back data.
enum class DataPart { Unsaid, Training, Validation };
struct PartName {
    DataPart part = DataPart::Unsaid;
    std::string stem;                   ///< what stands before it: "loss"
};
PartName partNamed(std::string_view folder);

/// A column of a log, and in how many of its rows there is a number.
struct SourceColumn {
    std::string name;
    std::size_t numbers = 0;
    std::size_t texts = 0;              ///< rows with something that is no number
    bool aside = false;                 ///< of rows that are neither of training nor of validation: no guess
};

/// Which column is taken for which field; an index into the columns.
struct Picks {
    std::array<std::optional<std::size_t>, kFields> column;

    std::optional<std::size_t>& operator[](Field field) { return column[std::size_t(field)]; }
    const std::optional<std::size_t>& operator[](Field field) const { return column[std::size_t(field)]; }
    std::optional<Field> fieldOf(std::size_t index) const;
};

/// Does a name suggest a step or a time? Rows of training and of validation share these.
bool isAxis(std::string_view name);

/// The picks that the names suggest. A name counts whole or by its last parts ("charts/train/loss"), whatever separates them; of several, the more usual one is taken.
/// Columns without a number are not.
Picks guess(const std::vector<SourceColumn>& columns);

/// Lays what people say over a guess. @param maps "column=field"; the field none leaves a column out
/// @throws Error (Usage): no "=", no such column or field (with the nearest one), two columns for one field, two fields for one column
void applyMaps(Picks& picks, const std::vector<SourceColumn>& columns, const std::vector<std::string>& maps);

}  // namespace bam::exchange
