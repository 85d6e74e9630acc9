// SPDX-License-Identifier: GPL-3.0-or-later
// The log of one training by another program, as rows of named numbers, whatever its format: TensorBoard's event files, run files and exports of Weights & Biases, CSV, JSON lines.
// A source is read twice, once to see what is in it and once for what was picked, so that files larger than memory can be read.
//
// Invariant: a bad row costs that row alone; it is told with its place.
#pragma once

#include "core/base/progress.h"
#include "core/exchange/curve_fields.h"
#include "core/exchange/row_parts.h"
#include "core/exchange/text_rows.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bam::exchange {

inline constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// Numbers that were logged together.
struct SourceRow {
    std::string place;                  ///< for people: "line 17 of a.csv"
    double step = kMissing;             ///< of formats that have one beside their columns
    double time = kMissing;             ///< likewise, in seconds since 1970
    std::vector<std::pair<std::size_t, double>> numbers;        ///< by column
    std::vector<std::pair<std::size_t, std::string>> texts;     ///< what stands there and is no number
    std::vector<std::size_t> gaps;      ///< columns with NaN or an infinity; and the empty ones, where nothing but steps and times is in the row
};

/// Whoever reads a source.
struct RowSink {
    std::function<void(const SourceRow& row)> row;
    std::function<void(const std::string& what)> bad = [](const std::string&) {};   ///< "line 17 of a.csv has 3 fields, its header 4"
    std::function<void(double step, const std::vector<bool>& columns)> restart = [](double, const auto&) {};   ///< what was there of this step and of later ones in these columns no longer counts
    std::function<void(double bytes)> progress = [](double) {}; ///< bytes read so far, of bytes()
    std::stop_token stop = {};
};

class CurveSource {
public:
    virtual ~CurveSource() = default;

    const std::string& kind() const { return m_kind; }          ///< tensorboard, wandb, csv, jsonl
    const std::string& name() const { return m_name; }          ///< for a folder, as the source suggests it
    /// Tells it from the other sources in the same files, as they do themselves; the name may be shorter.
    virtual const std::string& identity() const { return m_name; }
    const std::vector<std::filesystem::path>& files() const { return m_files; }
    double bytes() const;                                       ///< of its files
    /// For people: its file, or the folder that all of them are in.
    std::filesystem::path place() const;
    /// Known so far: all of them after one read().
    const std::vector<std::string>& columns() const { return m_columns; }
    /// What a column is called in its own rows: "loss" of "validation/loss", where a text in the row says validation.
    const std::string& ownName(std::size_t column) const { return m_facts[column].ownName; }
    /// Is it of rows that are neither of training nor of validation?
    bool isAside(std::size_t column) const { return m_facts[column].aside; }
    /// For people: what was found here that is not told by the columns. Known after one read().
    virtual std::vector<std::string> notes() const { return {}; }
    /// Each row has a step of its own, so that no column need be one.
    virtual bool hasSteps() const { return false; }
    /// What else the source says of the run: its settings, its start, how it ended. Known after one read().
    virtual nlohmann::ordered_json facts() const { return nlohmann::ordered_json::object(); }

    /// Hands over all rows; the same every time. @throws Error: Failed when a file cannot be read or is none of this kind, Stopped
    virtual void read(const RowSink& sink) = 0;

protected:
    CurveSource(std::string kind, const std::string& name, std::vector<std::filesystem::path> files);
    /// @param part of the row; steps and times are of all parts @returns the column's index; of too many columns, none
    std::optional<std::size_t> columnOf(const std::string& name, const RowPart& part = {});
    /// Adds empty columns of a row to its gaps, where nothing but steps and times is in it.
    void addEmpty(SourceRow& row, const std::vector<std::size_t>& empty) const;
    static void requireGoing(const RowSink& sink);

    std::string m_kind, m_name;
    std::vector<std::filesystem::path> m_files;

private:
    struct ColumnFacts {
        std::string ownName;
        bool aside = false, axis = false;
    };
    std::vector<std::string> m_columns;
    std::vector<ColumnFacts> m_facts;   // likewise
    std::unordered_map<std::string, std::size_t> m_indices;
};

/// The sources in a file or a folder: one for each run that is told there. Folders of event files beside each other whose names say that one is of training and another of validation
/// (train and validation, as Keras writes them; loss_train and loss_val, as add_scalars() of PyTorch does) are one run, called as the folder they are in. @throws Error: Usage when there is nothing of these kinds, Failed when a file cannot be read
std::vector<std::unique_ptr<CurveSource>> findSources(const std::filesystem::path& path);

// What findSources() makes.
/// Event files of one writer.
struct EventPart {
    std::string folder;                 ///< put before its tags, where the folder and not the tag says of which data they are; else empty
    std::vector<std::filesystem::path> files;
};
/// @param parts of one run; those of training first
std::unique_ptr<CurveSource> tensorboardSource(std::string name, std::vector<EventPart> parts);
std::unique_ptr<CurveSource> wandbSource(const std::filesystem::path& file);
std::unique_ptr<CurveSource> jsonLinesSource(const std::string& name, const std::filesystem::path& file);
/// A table may hold several runs: an export of W&B in columns called "run - metric", ours in a column "run".
std::vector<std::unique_ptr<CurveSource>> tableSources(const std::string& name, const std::filesystem::path& file);

/// Numbers, texts, nulls and objects in a JSON value as columns: {"train": {"loss": 1}} is train<separator>loss. Lists and truth values are no numbers.
void flatten(const nlohmann::ordered_json& value, const std::string& name, const std::string& separator, const std::function<void(const std::string& name, const nlohmann::ordered_json& leaf)>& use);

/// What such a leaf says. @param nullIsNan it stands for a NaN, which JSON has not
FieldValue leafValue(const nlohmann::ordered_json& leaf, bool nullIsNan);

}  // namespace bam::exchange
