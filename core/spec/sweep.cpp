// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/sweep.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace bam::spec {
namespace {

/// One run for each run and each value; without values the runs as they are.
template <class Value, class Change>
std::vector<RunSpec> crossed(const std::vector<RunSpec>& runs, const std::vector<Value>& values, Change&& change)
{
    if (values.empty())
        return runs;
    std::vector<RunSpec> all;
    for (const auto& run : runs)
        for (const auto& value : values) {
            all.push_back(run);
            change(all.back(), value);
        }
    return all;
}

void setEncoding(RunSpec& run, std::string name)
{
    const std::string suffix = "_ssmax";
    run.model.ssmax = name.ends_with(suffix);
    if (run.model.ssmax)
        name.resize(name.size() - suffix.size());
    run.model.encoding = name;
}

/// A whole number of at least 0 and nothing else.
bool isNumber(std::string_view text, std::int64_t& number)
{
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    return result.ec == std::errc() && result.ptr == text.data() + text.size() && number >= 0;
}

}  // namespace

std::size_t sweepSize(const Sweep& sweep)
{
    std::size_t count = 1;
    const auto times = [&](std::size_t values) {
        if (values > 1 && __builtin_mul_overflow(count, values, &count))
            count = std::numeric_limits<std::size_t>::max();
    };
    times(sweep.bases.size());
    times(sweep.encodings.size());
    times(sweep.sizes.size());
    times(sweep.seeds.size());
    for (const auto& axis : sweep.fields)
        times(axis.values.size());
    return count;
}

std::vector<RunSpec> sweepRuns(const Sweep& sweep)
{
    const auto bases = sweep.bases.empty() ? std::vector<RunSpec>{sweep.base} : sweep.bases;
    std::vector<RunSpec> runs;
    if (sweep.encodings.empty())
        runs = bases;
    for (const auto& encoding : sweep.encodings)
        for (const auto& base : bases) {
            runs.push_back(base);
            setEncoding(runs.back(), encoding);
        }
    runs = crossed(runs, sweep.sizes, [](RunSpec& run, const std::string& size) { changeField(run, "model.model_size", size); });
    for (const auto& axis : sweep.fields)
        runs = crossed(runs, axis.values, [&](RunSpec& run, const FieldValue& value) { changeField(run, axis.field, value); });
    runs = crossed(runs, sweep.seeds, [](RunSpec& run, std::int64_t seed) { run.training.seed = seed; });
    std::vector<RunSpec> unique;
    for (auto& run : runs)
        if (std::find(unique.begin(), unique.end(), run) == unique.end())
            unique.push_back(std::move(run));
    return unique;
}

std::vector<std::string> officialEncodings()
{
    std::vector<std::string> names;
    for (const auto& base : findField("model.encoding")->field->choices)
        names.insert(names.end(), {base, base + "_ssmax"});
    return names;
}

std::vector<std::int64_t> numbersFromText(const std::string& text, std::size_t most)
{
    std::vector<std::int64_t> numbers;
    const auto refuse = [&](std::string_view part) {
        throw Error(ErrorCode::Usage, str("\"", part, "\" is no whole number and no range"), "Give numbers and ranges, for example 0-4, 7.");
    };
    for (const auto& piece : splitText(text, ',')) {
        const auto part = trimmed(piece);
        if (part.empty())
            continue;
        const auto dash = part.find('-');
        std::int64_t first = 0, last = 0;
        if (!isNumber(trimmed(part.substr(0, dash)), first))
            refuse(part);
        last = first;
        if (dash != std::string_view::npos && (!isNumber(trimmed(part.substr(dash + 1)), last) || last < first))
            refuse(part);
        if (std::size_t(last - first) >= most || numbers.size() + std::size_t(last - first) >= most)
            throw Error(ErrorCode::Usage, str("\"", part, "\" makes more than ", most, " numbers"), "Give fewer.");
        for (auto number = first; number <= last; ++number)
            if (std::find(numbers.begin(), numbers.end(), number) == numbers.end())
                numbers.push_back(number);
    }
    return numbers;
}

std::vector<FieldValue> valuesFromText(const FieldEntry& entry, const std::string& text)
{
    std::vector<FieldValue> values;
    for (const auto& piece : splitText(text, ',')) {
        const auto word = std::string(trimmed(piece));
        if (word.empty())
            continue;
        FieldValue value = word;
        if (entry.kind == FieldKind::Integer || entry.kind == FieldKind::Real) {
            const auto number = numberFromText(word);
            const bool whole = number && double(std::int64_t(*number)) == *number;
            if (!number || (entry.kind == FieldKind::Integer && !whole))
                throw Error(ErrorCode::Usage, str(entry.field->key, " is \"", word, "\"; expected ", expectation(*entry.field, entry.kind)), "Correct the value.");
            value = entry.kind == FieldKind::Integer ? FieldValue(std::int64_t(*number)) : FieldValue(*number);
        }
        if (const auto expected = refusalOf(*entry.field, value))
            throw Error(ErrorCode::Usage, str(entry.field->key, " is \"", word, "\"; expected ", *expected), "Correct the value.");
        if (std::find(values.begin(), values.end(), value) == values.end())
            values.push_back(value);
    }
    return values;
}

}  // namespace bam::spec
