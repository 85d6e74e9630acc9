// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/curve_fields.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <set>

namespace bam::exchange {
namespace {

using Names = std::vector<std::string_view>;

/// The usual ones first. All are as normalized() gives them; those with a = stand for a whole name only: something_norm need not be of the gradient.
const std::array<Names, kFields>& usualNames()
{
    static const std::array<Names, kFields> names{{
        {"global_step", "step", "iteration", "iter", "iterations", "iters", "=steps", "=num_updates", "=update", "=updates", "=batch", "=epoch"},
        {"=time", "runtime", "wall_time", "timestamp", "=time_s", "=elapsed", "=elapsed_time", "=relative_time", "=seconds", "=date"},
        {"train_loss", "loss_train", "training_loss", "=loss", "train_loss_step", "loss_training", "train_lm_loss", "lm_loss", "train_cross_entropy", "cross_entropy", "train_ce", "train_nll", "=nll", "loss"},
        {"val_loss", "loss_val", "eval_loss", "loss_eval", "validation_loss", "loss_validation", "valid_loss", "loss_valid", "dev_loss", "val_lm_loss", "eval_lm_loss", "val_cross_entropy",
            "validation_cross_entropy", "eval_cross_entropy", "val_nll", "valid_nll", "test_loss", "loss_test"},
        {"lr", "learning_rate", "=lr_0", "=lr_group_0", "=learningrate"},
        {"grad_norm", "gradient_norm", "=gnorm", "=norm", "=total_norm", "grad_norm_total", "=train_norm"},
        {"tokens_per_second", "tokens_per_sec", "tokens_per_s", "tok_per_sec", "tok_sec", "tok_s", "tokens_s", "tokens_sec", "=tps"},
    }};
    return names;
}

/// Words that say: of held-back data.
bool isOfValidation(std::string_view part)
{
    static const std::set<std::string_view> words{"val", "valid", "validation", "eval", "evaluation", "test", "dev", "heldout"};
    return words.contains(part);
}

/// "Train/GradNorm " → "train_grad_norm": lower case, parts of letters and digits with one _ between them.
std::string normalized(std::string_view name)
{
    std::string text;
    char before = '_';
    for (const char c : trimmed(name)) {
        const auto letter = static_cast<unsigned char>(c);
        if (std::isupper(letter) && std::islower(static_cast<unsigned char>(before)))
            text += '_';
        before = c;
        if (std::isalnum(letter) || letter >= 0x80)
            text += char(std::tolower(letter));
        else if (!text.empty() && text.back() != '_')
            text += '_';
    }
    while (text.ends_with('_'))
        text.pop_back();
    return text;
}

/// How far down a list of usual names a column stands.
std::optional<std::size_t> placeIn(const Names& usual, std::string_view name)
{
    for (std::size_t n = 0; n < usual.size(); ++n) {
        const bool whole = usual[n].starts_with('=');
        const auto wanted = usual[n].substr(whole ? 1 : 0);
        if (name == wanted)
            return 2 * n;
        const auto before = name.substr(0, name.size() > wanted.size() ? name.size() - wanted.size() : 0);
        if (!whole && before.ends_with('_') && !before.ends_with("per_") && name.ends_with(wanted))     // tokens_per_step is no step
            return 2 * n + 1;
    }
    return std::nullopt;
}

/// How far down the list of usual names a column stands; a whole name goes before one with something in front.
std::size_t rankOf(Field field, const std::string& name)
{
    constexpr auto kNo = std::numeric_limits<std::size_t>::max();
    const auto parts = splitText(name, '_');
    const bool validation = std::any_of(parts.begin(), parts.end(), [](const auto& part) { return isOfValidation(part); });
    if (validation && field != Field::ValidationLoss && field != Field::Step)
        return kNo;     // eval_runtime says how long that took
    const auto& usual = usualNames()[std::size_t(field)];
    if (const auto place = placeIn(usual, name))
        return *place;
    if (!validation || field != Field::ValidationLoss)
        return kNo;
    // validation/epoch_loss: a loss, when the words that say of which data are left out.
    std::string rest;
    for (const auto& part : parts)
        if (!isOfValidation(part))
            rest += (rest.empty() ? "" : "_") + part;
    const auto place = placeIn(usualNames()[std::size_t(Field::Loss)], rest);
    return place ? 2 * usual.size() + *place : kNo;
}

/// A step that stands beside every loss goes before one that does not.
bool coversLosses(const std::vector<SourceColumn>& columns, const Picks& picks, std::size_t candidate)
{
    std::size_t most = 0;
    for (const auto field : {Field::Loss, Field::ValidationLoss})
        if (picks[field])
            most = std::max(most, columns[*picks[field]].numbers);
    return columns[candidate].numbers >= most;
}

}  // namespace

const std::vector<std::string>& fieldNames()
{
    static const std::vector<std::string> names{"step", "time", "loss", "val_loss", "lr", "grad_norm", "tokens_per_second"};
    return names;
}

const char* fieldName(Field field) { return fieldNames()[std::size_t(field)].c_str(); }

std::optional<Field> fieldNamed(std::string_view name)
{
    const auto wanted = normalized(name);
    for (std::size_t field = 0; field < kFields; ++field)
        if (wanted == fieldNames()[field])
            return Field(field);
    for (std::size_t field = 0; field < kFields; ++field)
        for (const auto usual : usualNames()[field])
            if (wanted == usual.substr(usual.starts_with('=') ? 1 : 0))
                return Field(field);
    return std::nullopt;
}

PartName partNamed(std::string_view folder)
{
    const auto begin = folder.find_last_of("_-. /");
    std::string last(folder.substr(begin == std::string_view::npos ? 0 : begin + 1));
    std::transform(last.begin(), last.end(), last.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    const auto part = last == "train" || last == "training" ? DataPart::Training : isOfValidation(last) ? DataPart::Validation : DataPart::Unsaid;
    return {part, std::string(part == DataPart::Unsaid || begin == std::string_view::npos ? std::string_view() : folder.substr(0, begin))};
}

std::optional<Field> Picks::fieldOf(std::size_t index) const
{
    for (std::size_t field = 0; field < kFields; ++field)
        if (column[field] == index)
            return Field(field);
    return std::nullopt;
}

bool isAxis(std::string_view name)
{
    const auto parts = normalized(name);
    constexpr auto kNo = std::numeric_limits<std::size_t>::max();
    return rankOf(Field::Step, parts) != kNo || rankOf(Field::Time, parts) != kNo;
}

Picks guess(const std::vector<SourceColumn>& columns)
{
    constexpr auto kNo = std::numeric_limits<std::size_t>::max();
    std::vector<std::string> names;
    for (const auto& column : columns)
        names.push_back(normalized(column.name));
    Picks picks;
    for (const auto field : {Field::ValidationLoss, Field::Loss, Field::LearningRate, Field::GradientNorm, Field::TokensPerSecond, Field::Time, Field::Step}) {
        std::size_t best = kNo;
        bool bestCovers = false;
        for (std::size_t n = 0; n < columns.size(); ++n) {
            const auto rank = rankOf(field, names[n]);
            if (rank == kNo || columns[n].aside || picks.fieldOf(n) || (columns[n].numbers == 0 && !(field == Field::Time && columns[n].texts > 0)))
                continue;
            const bool covers = field != Field::Step || coversLosses(columns, picks, n);
            if (best == kNo || (covers && !bestCovers) || (covers == bestCovers && rank < best)) {
                best = rank;
                bestCovers = covers;
                picks[field] = n;
            }
        }
    }
    return picks;
}

void applyMaps(Picks& picks, const std::vector<SourceColumn>& columns, const std::vector<std::string>& maps)
{
    Picks asked;
    std::map<std::size_t, std::string> words;       // by column
    for (const auto& map : maps) {
        const auto equals = map.rfind('=');     // a column may be called "a=b"
        if (equals == std::string::npos || equals == 0)
            throw Error(ErrorCode::Usage, str("--map is \"", map, "\"; expected column=field"), str("For example --map my_loss=loss. Fields: ", joinNames(fieldNames()), "."));
        const auto name = map.substr(0, equals), word = map.substr(equals + 1);
        const auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& column) { return column.name == name; });
        if (found == columns.end()) {
            std::vector<std::string> known;
            for (const auto& column : columns)
                known.push_back(column.name);
            const auto nearest = nearestName(name, known);
            throw Error(ErrorCode::Usage, str("--map names the column \"", name, "\", which is not there"), str(nearest.empty() ? std::string() : str("Did you mean \"", nearest, "\"? "), "--dry_run lists the columns."));
        }
        const auto index = std::size_t(found - columns.begin());
        const auto wanted = fieldNamed(word);
        const auto meant = wanted ? fieldName(*wanted) : word;
        if (const auto before = words.emplace(index, meant).first->second; before != meant)
            throw Error(ErrorCode::Usage, str("--map names two fields for the column \"", name, "\": ", before, " and ", meant), "Keep one of them.");
        if (const auto taken = picks.fieldOf(index))
            picks[*taken].reset();
        if (word == "none")
            continue;
        if (!wanted)
            throw Error(ErrorCode::Usage, str("--map names the field \"", word, "\", which there is not"), str("Fields: ", joinNames(fieldNames()), "; none leaves the column out."));
        if (asked[*wanted] && asked[*wanted] != index)
            throw Error(ErrorCode::Usage, str("--map names two columns for ", fieldName(*wanted), ": \"", columns[*asked[*wanted]].name, "\" and \"", name, "\""), "Keep one of them.");
        asked[*wanted] = picks[*wanted] = index;
    }
}

}  // namespace bam::exchange
