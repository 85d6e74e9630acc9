// SPDX-License-Identifier: GPL-3.0-or-later
// From a row of a task to what is asked.
#include "core/eval/choice_task.h"

#include "core/base/text.h"
#include "core/eval/choice_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace bam::eval {
namespace {

constexpr std::size_t kShownBytes = 60;

std::optional<std::size_t> wholeNumber(std::string_view text)
{
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(value) : std::nullopt;
}

/// By a path such as "choices.text" or "options.0"; null where there is nothing.
const Json* valueAt(const Json& row, std::string_view path)
{
    if (row.is_object())
        if (const auto whole = row.find(std::string(path)); whole != row.end())
            return &*whole;
    const Json* value = &row;
    for (const auto& part : splitText(path, '.')) {
        if (value->is_array()) {
            const auto n = wholeNumber(part);
            if (!n || *n >= value->size())
                return nullptr;
            value = &(*value)[*n];
        } else if (value->is_object() && value->contains(part)) {
            value = &(*value)[part];
        } else {
            return nullptr;
        }
    }
    return value;
}

std::string shown(const Json& value)
{
    auto text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > kShownBytes) {
        text.resize(kShownBytes);
        repairUtf8(text);
        text.append("…");
    }
    return text;
}

const Json& required(const Json& row, const std::string& path)
{
    const auto* value = valueAt(row, path);
    if (!value || value->is_null())
        throw BadRow{"missing field", str("there is no \"", path, "\"")};
    return *value;
}

/// Text or a number. Tables keep whole numbers as floating point where some rows have none.
std::string textOf(const Json& value, const std::string& path)
{
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_number_float() && value.get<double>() == std::trunc(value.get<double>()) && std::abs(value.get<double>()) < 1e15)
        return std::to_string(std::llround(value.get<double>()));
    if (value.is_number())
        return value.dump();
    throw BadRow{"missing field", str("\"", path, "\" holds ", shown(value), ", expected a text")};
}

std::vector<std::string> textsOf(const Json& row, const std::string& path)
{
    const auto& list = required(row, path);
    if (!list.is_array())
        throw BadRow{"missing field", str("\"", path, "\" holds ", shown(list), ", expected a list of texts")};
    std::vector<std::string> texts;
    for (const auto& one : list)
        texts.push_back(textOf(one, path));
    return texts;
}

std::vector<std::string> choicesOf(const ChoiceTask& task, const Json& row)
{
    std::vector<std::string> choices;
    if (task.choices.size() == 1)
        choices = textsOf(row, task.choices.front());
    else
        for (const auto& path : task.choices)
            choices.push_back(textOf(required(row, path), path));
    if (choices.size() < 2)
        throw BadRow{"empty choices", choices.empty() ? std::string("there are no choices") : std::string("there is one choice alone")};
    const auto none = std::find_if(choices.begin(), choices.end(), [](const auto& choice) { return stripped(choice).empty(); });
    if (none != choices.end())
        throw BadRow{"empty choices", str("choice ", none - choices.begin() + 1, " of ", choices.size(), none->empty() ? " is empty" : " is nothing but white space")};
    return choices;
}

std::string letter(std::size_t n) { return std::string(1, char('A' + n)); }

std::size_t rightOf(const ChoiceTask& task, const Json& row, const std::vector<std::string>& choices)
{
    const auto& answer = required(row, task.answer);
    const auto refuse = [&](const std::string& expected) -> BadRow { return {"answer out of range", str("\"", task.answer, "\" is ", shown(answer), ", expected ", expected)}; };
    const auto placeIn = [&](const std::vector<std::string>& names) { return std::size_t(std::find(names.begin(), names.end(), textOf(answer, task.answer)) - names.begin()); };
    if (!task.labels.empty()) {
        const auto labels = textsOf(row, task.labels);
        const auto place = placeIn(labels);
        if (place >= std::min(labels.size(), choices.size()))
            throw refuse(labels.empty() ? std::string("one of the labels, of which there are none") : str("one of the labels ", joinNames(labels, "or")));
        return place;
    }
    std::vector<std::string> names = choices;
    if (task.letters)
        for (std::size_t n = 0; n < choices.size(); ++n)
            names[n] = letter(n);
    if (answer.is_string())
        if (const auto place = placeIn(names); place < names.size())
            return place;
    if (const auto number = wholeNumber(textOf(answer, task.answer)); number && *number < choices.size())
        return *number;
    throw refuse(str("a number from 0 to ", choices.size() - 1, task.letters ? str(" or a letter from A to ", names.back()) : std::string(" or one of the choices")));
}

/// A text of the task with its {{fields}} filled in.
std::string filled(const std::string& text, const Json& row, const std::string& group, const std::vector<std::string>& choices)
{
    std::string result;
    for (std::size_t at = 0;;) {
        const auto begin = text.find("{{", at);
        result.append(text, at, begin == std::string::npos ? begin : begin - at);
        if (begin == std::string::npos)
            return result;
        const auto end = text.find("}}", begin);
        const auto parts = splitText(std::string_view(text).substr(begin + 2, end - begin - 2), '|');
        const std::string path(trimmed(parts.front()));
        std::string value;
        if (path == "@group") {
            value = group;
        } else if (path == "@choices") {
            for (std::size_t n = 0; n < choices.size(); ++n)
                value += str(n == 0 ? "" : "\n", letter(n), ". ", choices[n]);
        } else {
            value = textOf(required(row, path), path);
        }
        for (std::size_t n = 1; n < parts.size(); ++n) {
            if (trimmed(parts[n]) == "strip")
                value = std::string(stripped(value));
            else
                std::replace(value.begin(), value.end(), '_', ' ');
        }
        result += value;
        at = end + 2;
    }
}

}  // namespace

ChoiceItem choiceItem(const ChoiceTask& task, const Json& row, const std::string& group)
{
    const auto choices = choicesOf(task, row);
    if (task.letters && choices.size() > 26)
        throw BadRow{"answer out of range", str("there are ", choices.size(), " choices, more than letters")};
    ChoiceItem item;
    item.description = filled(task.description, row, group, choices);
    item.prompt = filled(task.prompt, row, group, choices);
    item.right = rightOf(task, row, choices);
    for (std::size_t n = 0; n < choices.size(); ++n)
        item.scored.push_back(task.letters ? letter(n) : choices[n]);
    return item;
}

std::string groupOf(const ChoiceTask& task, const Json& row, const std::string& partGroup)
{
    const auto* value = task.groupField.empty() ? nullptr : valueAt(row, task.groupField);
    return value && value->is_string() && !value->get_ref<const std::string&>().empty() ? value->get<std::string>() : partGroup;
}

}  // namespace bam::eval
