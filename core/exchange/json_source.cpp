// SPDX-License-Identifier: GPL-3.0-or-later
// JSON lines: an object per row, with any keys. Also W&B's wandb-history.jsonl, and what we export: there a text "table" says whose a row is.
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/exchange/curve_source.h"
#include "core/exchange/text_rows.h"

#include <algorithm>

namespace bam::exchange {
namespace {

using Json = nlohmann::ordered_json;

class JsonSource : public CurveSource {
public:
    JsonSource(const std::string& name, const std::filesystem::path& file) : CurveSource("jsonl", name, {file}) {}

    std::vector<std::string> notes() const override { return m_parts ? m_parts->notes(files().front().filename().string()) : std::vector<std::string>(); }

    void read(const RowSink& sink) override
    {
        if (!m_parts)
            m_parts = partsOf(sink);
        m_title = m_parts->title();
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
            const auto plain = withoutBareNan(line);
            const auto json = found == TextRows::Row::Whole ? jsonOrDiscarded<Json>(plain) : Json(Json::value_t::discarded);
            if (!json.is_object()) {
                sink.bad(str(row.place, found == TextRows::Row::TooLong ? " is longer than 16 MiB" : " is no JSON object"));
                continue;
            }
            take(row, json, plain != line);
            sink.row(row);
        }
        sink.progress(bytes());
    }

private:
    /// What stands under the titles that may tell rows apart. Only lines with one of them are looked at closely.
    RowParts partsOf(const RowSink& sink) const
    {
        RowParts parts;
        TextRows rows(files().front());
        std::string line;
        for (auto found = rows.line(line); found != TextRows::Row::End; found = rows.line(line)) {
            if (rows.lineNumber() % 1024 == 1)
                requireGoing(sink);
            if (!namesTitle(line))
                continue;
            const auto json = jsonOrDiscarded<Json>(withoutBareNan(line));
            for (std::size_t title = 0; title < RowParts::kTitles.size(); ++title)
                if (const auto text = textUnder(json, title))
                    parts.see(title, *text);
        }
        return parts;
    }

    /// Does one of the titles stand in quotes there?
    static bool namesTitle(std::string_view line)
    {
        for (auto at = line.find('"'); at != std::string_view::npos; at = line.find('"', at + 1)) {
            const auto rest = line.substr(at + 1);
            const auto isHere = [rest](std::string_view title) { return rest.starts_with(title) && rest.substr(title.size()).starts_with('"'); };
            if (std::any_of(RowParts::kTitles.begin(), RowParts::kTitles.end(), isHere))
                return true;
        }
        return false;
    }

    static std::optional<std::string> textUnder(const Json& row, std::size_t title)
    {
        if (!row.is_object())
            return std::nullopt;
        const auto found = row.find(std::string(RowParts::kTitles[title]));
        return found != row.end() && found->is_string() ? std::optional(found->get<std::string>()) : std::nullopt;
    }

    void take(SourceRow& row, const Json& json, bool bareNan)
    {
        row.numbers.clear();
        row.texts.clear();
        row.gaps.clear();
        std::vector<std::size_t> empty;
        const auto text = m_title ? textUnder(json, *m_title) : std::nullopt;
        const auto part = text ? m_parts->partOf(*text) : RowPart();
        flatten(json, {}, "/", [&](std::string name, const Json& leaf) {
            if (text && name == RowParts::kTitles[*m_title])
                return;
            repairUtf8(name);
            const auto column = columnOf(name, part);
            const auto value = leafValue(leaf, bareNan);
            if (!column)
                return;
            switch (value.kind) {
            case FieldValue::Kind::Missing: empty.push_back(*column); break;
            case FieldValue::Kind::NotFinite: row.gaps.push_back(*column); break;
            case FieldValue::Kind::Number: row.numbers.emplace_back(*column, value.number); break;
            case FieldValue::Kind::Text: row.texts.emplace_back(*column, leaf.get<std::string>()); break;
            }
        });
        addEmpty(row, empty);
    }

    std::optional<RowParts> m_parts;
    std::optional<std::size_t> m_title;
};

}  // namespace

std::unique_ptr<CurveSource> jsonLinesSource(const std::string& name, const std::filesystem::path& file) { return std::make_unique<JsonSource>(name, file); }

}  // namespace bam::exchange
