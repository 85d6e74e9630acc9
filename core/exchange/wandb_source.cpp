// SPDX-License-Identifier: GPL-3.0-or-later
// A run file of Weights & Biases, as an offline run leaves it.
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/exchange/curve_source.h"
#include "core/exchange/text_rows.h"
#include "core/interop/wandb_file.h"

namespace bam::exchange {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostConfig = std::size_t(64) << 10;     // bytes of settings that are kept

class WandbSource : public CurveSource {
public:
    explicit WandbSource(const std::filesystem::path& file) : CurveSource("wandb", file.stem().string(), {file}) {}

    bool hasSteps() const override { return true; }

    Json facts() const override
    {
        Json facts = Json::object();
        for (const auto& [key, value] : {std::pair{"run_id", &m_runId}, {"project", &m_project}, {"run_name", &m_runName}})
            if (!value->empty())
                facts[key] = *value;
        if (m_start > 0)
            facts["start_time"] = m_start;
        if (m_exit)
            facts["exit_code"] = *m_exit;
        if (!m_config.empty())
            facts["config"] = m_config;
        if (m_torn > 0)
            facts["torn_bytes"] = m_torn;
        return facts;
    }

    void read(const RowSink& sink) override
    {
        m_config = Json::object();
        m_configBytes = 0;
        std::int64_t number = 0;
        const auto end = interop::readWandbFile(files().front(), [&](const interop::WandbRecord& record, std::size_t place) {
            if (++number % 4096 == 0) {
                requireGoing(sink);
                sink.progress(double(place));
            }
            take(record, place, sink);
            return true;
        });
        m_torn = end.tornBytes;
        sink.progress(bytes());
    }

private:
    void take(const interop::WandbRecord& record, std::size_t place, const RowSink& sink)
    {
        using Kind = interop::WandbRecord::Kind;
        switch (record.kind) {
        case Kind::History:
            takeRow(record, place, sink);
            break;
        case Kind::Run:
            m_runId = valid(record.runId);
            m_project = valid(record.project);
            m_runName = valid(record.name);
            m_start = record.startTime;
            if (!m_runName.empty())
                m_name = shown(m_runName);
            takeConfig(record.items);
            break;
        case Kind::Config:
            takeConfig(record.items);
            break;
        case Kind::Exit:
            m_exit = record.exitCode;
            break;
        case Kind::Other:
            break;
        }
    }

    void takeRow(const interop::WandbRecord& record, std::size_t place, const RowSink& sink)
    {
        m_row.place = str("the row at byte ", place, " of ", files().front().filename().string());
        m_row.step = record.step ? double(*record.step) : kMissing;
        m_row.time = kMissing;
        m_row.numbers.clear();
        m_row.texts.clear();
        m_row.gaps.clear();
        for (const auto& [key, text] : record.items) {
            const auto plain = withoutBareNan(text);
            m_bareNan = plain != text;
            const auto value = jsonOrDiscarded<Json>(plain);
            if (value.is_discarded()) {
                sink.bad(str(m_row.place, ": ", valid(key), " is no JSON"));
                continue;
            }
            flatten(value, valid(key), ".", [this](const std::string& name, const Json& leaf) { takeValue(name, leaf); });
        }
        sink.row(m_row);
    }

    void takeValue(const std::string& name, const Json& leaf)
    {
        const auto value = leafValue(leaf, m_bareNan);
        if (name == "_step" && value.kind == FieldValue::Kind::Number)
            m_row.step = value.number;
        if (name == "_timestamp" && value.kind == FieldValue::Kind::Number)
            m_row.time = value.number;
        const auto column = columnOf(name);
        if (column && value.kind == FieldValue::Kind::NotFinite)
            m_row.gaps.push_back(*column);
        else if (column && value.kind == FieldValue::Kind::Number)
            m_row.numbers.emplace_back(*column, value.number);
        else if (column && value.kind == FieldValue::Kind::Text)
            m_row.texts.emplace_back(*column, leaf.get<std::string>());
    }

    void takeConfig(const std::vector<interop::WandbItem>& items)
    {
        for (const auto& [key, text] : items) {
            if (key.starts_with("_wandb") || m_configBytes + text.size() > kMostConfig)
                continue;
            m_configBytes += text.size();
            if (auto value = jsonOrDiscarded<Json>(withoutBareNan(text)); !value.is_discarded())
                m_config[valid(key)] = std::move(value);
        }
    }

    static std::string valid(std::string text)
    {
        repairUtf8(text);
        return text;
    }

    SourceRow m_row;
    bool m_bareNan = false;             // NaN or Infinity in the value that is read, which became null
    std::string m_runId, m_project, m_runName;
    double m_start = 0;
    std::optional<int> m_exit;
    Json m_config = Json::object();
    std::size_t m_configBytes = 0, m_torn = 0;
};

}  // namespace

std::unique_ptr<CurveSource> wandbSource(const std::filesystem::path& file) { return std::make_unique<WandbSource>(file); }

}  // namespace bam::exchange
