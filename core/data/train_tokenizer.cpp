// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/train_tokenizer.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/documents/inputs.h"
#include "core/data/documents/json_row.h"
#include "core/data/documents/reader.h"

namespace bam::data {
namespace {

namespace fs = std::filesystem;

/// Whether its bytes are no text as they stand.
bool holdsRecords(const fs::path& path)
{
    std::error_code error;
    const auto file = classified(path);
    return fs::is_directory(path, error) || compressionOf(path) != Compression::None || (file && file->format != TextFormat::Text);
}

void eachLineOf(const InputFile& file, const std::string& column, const std::stop_token& stop, const std::function<void(std::string_view)>& use)
{
    const auto reader = openReader(file, {.column = column, .wholeFiles = false}, stop);
    std::int64_t used = 0, rows = 0;
    std::string problem;
    for (Record record; reader->next(record); ++rows) {
        if (stop.stop_requested())
            throw Error(ErrorCode::Stopped, "stopped on request", "Nothing was written; start it again.");
        if (record.kind == Record::Kind::Null)
            continue;
        if (record.kind == Record::Kind::JsonRow) {
            repairUtf8(record.content);
            auto row = parseJsonRow(record.content, column);
            if (row.outcome == JsonRow::Outcome::NoColumn || row.outcome == JsonRow::Outcome::Broken)
                problem = row.problem;
            if (row.outcome != JsonRow::Outcome::Text)
                continue;
            record.content = std::move(row.text);
        }
        ++used;
        for (const auto& line : splitText(record.content, '\n'))
            use(line);
    }
    if (used == 0 && !problem.empty())
        throw Error(ErrorCode::Usage, str("none of the ", withThousands(rows), " rows of ", file.name(), " has a text in \"", column, "\": ", problem), "Name the column that holds the text.");
}

}  // namespace

void trainTokenizer(tokenizer::BpeTraining training, const std::string& column, const ProgressFn& progress, std::stop_token stop)
{
    std::vector<fs::path> records;
    std::erase_if(training.texts, [&](const fs::path& path) {
        const bool is = holdsRecords(path);
        if (is)
            records.push_back(path);
        return is;
    });
    if (!records.empty())
        for (const auto& file : findInputs(records, {}).files)
            training.sources.push_back({file.name(), [file, column, stop](const auto& use) { eachLineOf(file, column, stop, use); }});
    tokenizer::trainBpe(training, progress);
}

}  // namespace bam::data
