// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/run_tables.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "core/compare/result_rows.h"
#include "core/runs/csv_log.h"
#include "core/runs/run_directory.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace bam::exchange {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPiece = std::size_t(1) << 20;

template <class Row>
std::vector<Row> rowsOf(const fs::path& log, std::vector<Row> (*read)(const fs::path&))
{
    return fs::exists(log) ? read(log) : std::vector<Row>();
}

template <class Value, class Rows, class Get>
TableColumn column(const char* name, const Rows& rows, Get&& get)
{
    std::vector<Value> values;
    values.reserve(rows.size());
    for (const auto& row : rows)
        values.push_back(Value(get(row)));
    return {name, std::move(values)};
}

/// A float as the double of its shortest text: 0.1, not 0.10000000149.
double asWritten(float value) { return std::isfinite(value) ? std::strtod(shortest(value).c_str(), nullptr) : double(value); }

Table trainTable(const fs::path& run)
{
    const auto rows = rowsOf(run / "train.log", runs::readTrainLog);
    return {"train", {column<std::int64_t>("step", rows, [](const auto& row) { return row.step; }), column<double>("time", rows, [](const auto& row) { return row.time; }),
        column<double>("loss", rows, [](const auto& row) { return asWritten(row.loss); }), column<double>("norm", rows, [](const auto& row) { return asWritten(row.norm); }),
        column<double>("lr", rows, [](const auto& row) { return row.lr; }), column<double>("exec_time", rows, [](const auto& row) { return row.execTime; }),
        column<double>("tokens_per_second", rows, [](const auto& row) { return row.tokensPerSecond; })}};
}

Table evalTable(const fs::path& run)
{
    const auto rows = rowsOf(run / "eval.log", runs::readEvalLog);
    return {"eval", {column<std::int64_t>("step", rows, [](const auto& row) { return row.step; }), column<double>("time", rows, [](const auto& row) { return row.time; }),
        column<double>("loss", rows, [](const auto& row) { return asWritten(row.loss); }), column<double>("exec_time", rows, [](const auto& row) { return row.execTime; }),
        column<double>("tokens_per_second", rows, [](const auto& row) { return row.tokensPerSecond; })}};
}

Table priorTable(const fs::path& run)
{
    const auto rows = rowsOf(run / "priors.csv", runs::readPriors);
    Table table{"priors", {column<std::int64_t>("step", rows, [](const auto& row) { return row.step; }), column<std::int64_t>("layer", rows, [](const auto& row) { return row.layer; }),
        column<std::int64_t>("head", rows, [](const auto& row) { return row.head; }), column<double>("theta_alpha", rows, [](const auto& row) { return row.thetaAlpha; }),
        column<double>("theta_beta", rows, [](const auto& row) { return row.thetaBeta; }), column<double>("theta_mu", rows, [](const auto& row) { return row.thetaMu; }),
        column<double>("seq_scale", rows, [](const auto& row) { return row.seqScale; })}};
    // Of Kerple: other runs' files have no such columns either.
    if (std::any_of(rows.begin(), rows.end(), [](const auto& row) { return std::isfinite(row.r1) || std::isfinite(row.r2); })) {
        table.columns.push_back(column<double>("r1", rows, [](const auto& row) { return row.r1; }));
        table.columns.push_back(column<double>("r2", rows, [](const auto& row) { return row.r2; }));
    }
    return table;
}

Table resultTable(const fs::path& run, std::vector<std::string>& notes)
{
    const auto results = compare::readResults(run);
    notes.insert(notes.end(), results.notes.begin(), results.notes.end());
    const auto rows = compare::resultRows(results);
    using Text = std::string;
    return {"results", {column<Text>("evaluation", rows, [](const auto& row) { return row.evaluation; }), column<Text>("subject", rows, [](const auto& row) { return row.subject; }),
        column<Text>("metric", rows, [](const auto& row) { return row.metric; }), column<double>("position", rows, [](const auto& row) { return row.position; }),
        column<std::int64_t>("samples", rows, [](const auto& row) { return row.samples; }), column<double>("value", rows, [](const auto& row) { return row.value; }),
        column<double>("low_95", rows, [](const auto& row) { return row.interval.low; }), column<double>("high_95", rows, [](const auto& row) { return row.interval.high; }),
        column<Text>("seeds", rows, [](const auto& row) { return row.seeds; }), column<Text>("checkpoint", rows, [](const auto& row) { return row.making.checkpoint; }),
        column<Text>("checkpoint_hash", rows, [](const auto& row) { return row.making.checkpointHash; }), column<Text>("tokenizer", rows, [](const auto& row) { return row.making.tokenizer; }),
        column<Text>("prompts", rows, [](const auto& row) { return row.making.prompts; }), column<Text>("cache_dtype", rows, [](const auto& row) { return row.making.cacheDtype; }),
        column<Text>("program", rows, [](const auto& row) { return row.making.program; })}};
}

struct FieldText {
    std::size_t row;
    std::string operator()(const std::vector<std::int64_t>& values) const { return std::to_string(values[row]); }
    std::string operator()(const std::vector<double>& values) const { return std::isfinite(values[row]) ? shortest(values[row]) : std::string(); }
    std::string operator()(const std::vector<std::string>& values) const { return runs::csvField(values[row]); }
};

using Json = nlohmann::ordered_json;

struct FieldJson {
    std::size_t row;
    Json operator()(const std::vector<std::int64_t>& values) const { return values[row]; }
    Json operator()(const std::vector<double>& values) const { return std::isfinite(values[row]) ? Json(values[row]) : Json(nullptr); }
    Json operator()(const std::vector<std::string>& values) const { return values[row].empty() ? Json(nullptr) : Json(values[row]); }
};

}  // namespace

std::size_t Table::rows() const
{
    return columns.empty() ? 0 : std::visit([](const auto& values) { return values.size(); }, columns.front().values);
}

std::vector<Table> runTables(const fs::path& run, std::vector<std::string>& notes)
{
    std::vector<Table> tables{trainTable(run), evalTable(run), priorTable(run), resultTable(run, notes)};
    std::erase_if(tables, [](const auto& table) { return table.rows() == 0; });
    return tables;
}

std::string tableCsv(const Table& table)
{
    std::string text;
    for (const auto& column : table.columns)
        text += (text.empty() ? "" : ",") + column.name;
    text += '\n';
    for (std::size_t row = 0; row < table.rows(); ++row)
        for (std::size_t n = 0; n < table.columns.size(); ++n) {
            text += std::visit(FieldText{row}, table.columns[n].values);
            text += n + 1 < table.columns.size() ? ',' : '\n';
        }
    return text;
}

void writeJsonLines(const fs::path& file, const std::vector<Table>& tables)
{
    writeFileAtomic(file, [&](const ByteSink& sink) {
        std::string text;
        for (const auto& table : tables)
            for (std::size_t row = 0; row < table.rows(); ++row) {
                Json line{{"table", table.name}};
                for (const auto& column : table.columns)
                    if (auto value = std::visit(FieldJson{row}, column.values); !value.is_null())
                        line[column.name] = std::move(value);
                text += line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
                if (text.size() > kPiece) {
                    sink(text.data(), text.size());
                    text.clear();
                }
            }
        sink(text.data(), text.size());
    });
}

void writeArrays(const fs::path& file, const std::vector<Table>& tables)
{
    std::vector<interop::NpzArray> arrays;
    for (const auto& table : tables)
        for (const auto& column : table.columns)
            arrays.push_back({table.name + "_" + column.name, column.values});
    interop::writeNpz(file, arrays);
}

}  // namespace bam::exchange
