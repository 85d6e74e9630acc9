// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/documents/row_reader.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/documents/json_row.h"
#include "core/data/documents/reader.h"

namespace bam::data {
namespace {

class JsonRows : public RowReader {
public:
    JsonRows(const InputFile& file, std::stop_token stop) : m_file(file), m_lines(openLineReader(file, {}, std::move(stop))) {}

    bool next(Row& row) override
    {
        Record line;
        do {
            if (!m_lines->next(line))
                return false;
        } while (trimmed(line.content).empty());
        repairUtf8(line.content);
        if (line.place.number == 1 && trimmed(line.content).starts_with('['))
            throw Error(ErrorCode::Failed, str(m_file.name(), " holds a JSON array, expected one JSON object per line"), "Convert it: jq -c '.[]' FILE.json > FILE.jsonl.");
        row.problem.clear();
        row.value = jsonObject(line.content, row.problem);
        row.number = line.place.number;
        return true;
    }

private:
    InputFile m_file;
    std::unique_ptr<DocumentReader> m_lines;
};

}  // namespace

std::unique_ptr<RowReader> openRows(const InputFile& file, std::stop_token stop)
{
    switch (file.format) {
    case TextFormat::Parquet: return openParquetRows(file);
    case TextFormat::JsonLines: return std::make_unique<JsonRows>(file, std::move(stop));
    case TextFormat::Text: break;
    }
    throw Error(ErrorCode::Usage, str(file.name(), " holds no rows"), "Give .jsonl (also .gz or .zst of it) or .parquet.");
}

}  // namespace bam::data
