// SPDX-License-Identifier: GPL-3.0-or-later
// JSON lines: an object per row, with any keys. Also W&B's wandb-history.jsonl.
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/exchange/curve_source.h"
#include "core/exchange/text_rows.h"

#include <cmath>

namespace bam::exchange {
namespace {

using Json = nlohmann::ordered_json;

class JsonSource : public CurveSource {
public:
    JsonSource(std::string name, const std::filesystem::path& file) : CurveSource("jsonl", std::move(name), {file}) {}

    void read(const RowSink& sink) override
    {
        TextRows rows(files().front());
        const auto file = files().front().filename().string();
        std::string line;
        SourceRow row;
        for (std::int64_t number = 0;; ++number) {
            const auto found = rows.line(line);
            if (found == TextRows::Row::End)
                break;
            if (number % 1024 == 0) {
                requireGoing(sink);
                sink.progress(double(rows.bytesRead()));
            }
            if (found == TextRows::Row::Whole && trimmed(line).empty())
                continue;
            row.place = str("line ", rows.lineNumber(), " of ", file);
            const auto json = found == TextRows::Row::Whole ? jsonOrDiscarded<Json>(withoutBareNan(line)) : Json(Json::value_t::discarded);
            if (!json.is_object()) {
                sink.bad(str(row.place, found == TextRows::Row::TooLong ? " is longer than 16 MiB" : " is no JSON object"));
                continue;
            }
            row.numbers.clear();
            row.texts.clear();
            flatten(json, {}, "/", [&](const std::string& name, const Json& leaf) { take(row, name, leaf); });
            sink.row(row);
        }
        sink.progress(bytes());
    }

private:
    void take(SourceRow& row, std::string name, const Json& leaf)
    {
        repairUtf8(name);
        const auto value = leaf.is_string() ? valueOf(leaf.get_ref<const std::string&>()) : FieldValue{FieldValue::Kind::Number, leaf.get<double>()};
        const auto column = columnOf(name);
        if (!column)
            return;
        if (value.kind == FieldValue::Kind::Number && std::isfinite(value.number))
            row.numbers.emplace_back(*column, value.number);
        else if (value.kind == FieldValue::Kind::Text)
            row.texts.emplace_back(*column, leaf.get<std::string>());
    }
};

}  // namespace

std::unique_ptr<CurveSource> jsonLinesSource(std::string name, const std::filesystem::path& file) { return std::make_unique<JsonSource>(std::move(name), file); }

}  // namespace bam::exchange
