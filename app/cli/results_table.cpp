// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/results_table.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace bam::cli {
namespace {

constexpr int kCellWidth = 12;

std::string fixed(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    return text;
}

/// Pads to a width counted in characters, not bytes.
std::string padded(const std::string& text, std::size_t width)
{
    const auto characters = std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
    return text + std::string(width > characters ? width - characters : 1, ' ');
}

const eval::PasskeyCell* cellAt(const jobs::RunOutcome& outcome, std::int64_t length)
{
    const auto found = std::find_if(outcome.cells.begin(), outcome.cells.end(), [&](const auto& cell) { return cell.length == length; });
    return found == outcome.cells.end() ? nullptr : &*found;
}

}  // namespace

std::string passkeyTable(const jobs::Outcomes& outcomes)
{
    std::set<std::int64_t> lengths;
    std::int64_t samples = 0;
    std::size_t nameWidth = 8;
    for (const auto& [name, outcome] : outcomes) {
        nameWidth = std::max(nameWidth, name.size() + 2);
        for (const auto& cell : outcome.cells) {
            lengths.insert(cell.length);
            samples = std::max(samples, cell.samples);
        }
    }
    if (lengths.empty())
        return {};
    std::string table = str("Pass-key accuracy by prompt length in tokens (", samples, " prompts per cell; 95 % Wilson interval below)\n\n", padded("run", nameWidth));
    for (const auto length : lengths)
        table += padded(std::to_string(length), kCellWidth);
    table += "\n";
    for (const auto& [name, outcome] : outcomes) {
        std::string accuracies = padded(name, nameWidth), intervals = padded("", nameWidth);
        for (const auto length : lengths) {
            const auto* cell = cellAt(outcome, length);
            accuracies += padded(cell ? fixed(cell->accuracy) : "–", kCellWidth);
            intervals += padded(cell ? fixed(cell->wilson.low) + "–" + fixed(cell->wilson.high) : "", kCellWidth);
        }
        table += accuracies + "\n" + intervals + "\n";
    }
    return table;
}

std::string passkeyCsv(const jobs::Outcomes& outcomes)
{
    std::string csv = "run,encoding,seed,sampling,length,prompt_tokens,correct,samples,accuracy,wilson_low,wilson_high\n";
    for (const auto& [name, outcome] : outcomes)
        for (const auto& cell : outcome.cells)
            csv += str(name, ',', spec::officialEncodingName(outcome.model), ',', outcome.seed, ',', cell.sampling, ',', cell.length, ',', cell.promptTokens, ',', cell.correct, ',',
                cell.samples, ',', shortest(cell.accuracy), ',', shortest(cell.wilson.low), ',', shortest(cell.wilson.high), '\n');
    return csv;
}

nlohmann::ordered_json outcomesJson(const jobs::Outcomes& outcomes)
{
    auto json = nlohmann::ordered_json::array();
    for (const auto& [name, outcome] : outcomes) {
        auto cells = nlohmann::ordered_json::array();
        for (const auto& cell : outcome.cells)
            cells.push_back({{"sampling", cell.sampling}, {"length", cell.length}, {"prompt_tokens", cell.promptTokens}, {"correct", cell.correct}, {"samples", cell.samples},
                {"accuracy", cell.accuracy}, {"wilson_95", {cell.wilson.low, cell.wilson.high}}});
        json.push_back({{"run", name}, {"path", outcome.path.string()}, {"encoding", spec::officialEncodingName(outcome.model)}, {"seed", outcome.seed},
            {"train_seconds", outcome.trainSeconds}, {"evaluate_seconds", outcome.evaluateSeconds}, {"passkey", cells}});
    }
    return json;
}

}  // namespace bam::cli
