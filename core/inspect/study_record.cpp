// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/study_record.h"

#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/text.h"

#include <array>
#include <cmath>

namespace bam::inspect {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<const char*, Ablation>, 5> kWords{{
    {"none", Ablation::None}, {"zero", Ablation::Zero}, {"uniform", Ablation::Uniform}, {"prior", Ablation::PriorOnly}, {"content", Ablation::ContentOnly}}};

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json studyJson(const StudyRecord& record)
{
    const auto& study = record.study;
    Json json{{"event", "study"}, {"run", record.run.string()}, {"encoding", record.encoding}, {"checkpoint", record.checkpoint}, {"step", record.step},
        {"prompts", study.prompts}, {"tokens", study.promptTokens}, {"seed", record.seed}, {"how", wordOf(study.how)}};
    if (const auto& scaling = study.ropeScaling; scaling.isOn())
        json["rope_scaling"] = encoding::ropeScalingJson(scaling);
    return json;
}

Json rankJson(const RankedHead& head, std::size_t rank)
{
    return {{"event", "rank"}, {"rank", rank}, {"layer", head.id.layer}, {"head", head.id.head}, {"needle_mass", head.needleMass},
        {"times_uniform", head.timesUniform}, {"theta_beta", number(head.thetaBeta)}, {"correct_without", head.correctWithout < 0 ? Json(nullptr) : Json(head.correctWithout)}};
}

Json pointJson(const AblationPoint& point)
{
    return {{"event", "ablated"}, {"heads", point.heads}, {"correct_top", point.correctTop}, {"prompts", point.prompts},
        {"correct_random", point.correctRandom}, {"random_prompts", point.randomPrompts}};
}

double numberOf(const Json& value) { return value.is_null() ? kNone : value.get<double>(); }

/// A count of right answers among so many. @throws what the library throws
std::int64_t count(const Json& json, const char* name, std::int64_t most)
{
    const auto value = json.at(name).get<std::int64_t>();
    if (value < 0 || value > most)
        throw std::out_of_range(str(name, " is ", value, ", expected 0 to ", most));
    return value;
}

void readStudy(const Json& json, StudyRecord& record)
{
    record.run = json.at("run").get<std::string>();
    record.encoding = json.at("encoding").get<std::string>();
    record.checkpoint = json.at("checkpoint").get<std::string>();
    record.step = json.at("step").get<std::int64_t>();
    record.seed = json.at("seed").get<std::int64_t>();
    record.study.prompts = count(json, "prompts", std::numeric_limits<std::int64_t>::max());
    record.study.promptTokens = json.at("tokens").get<std::int64_t>();
    if (const auto how = ablationNamed(json.at("how").get<std::string>()))
        record.study.how = *how;
    if (json.contains("rope_scaling")) {
        const auto& scaling = json["rope_scaling"];
        record.study.ropeScaling = {scaling.at("method").get<std::string>(), scaling.at("factor").get<double>(), scaling.at("original_length").get<std::int64_t>()};
    }
}

void readRank(const Json& json, AblationStudy& study)
{
    RankedHead head{{json.at("layer").get<std::int64_t>(), json.at("head").get<std::int64_t>()}, json.at("needle_mass").get<double>(),
        json.at("times_uniform").get<double>(), numberOf(json.at("theta_beta"))};
    if (!json.at("correct_without").is_null())
        head.correctWithout = count(json, "correct_without", study.prompts);
    study.ranking.push_back(head);
}

void readPoint(const Json& json, AblationStudy& study)
{
    AblationPoint point;
    point.heads = json.at("heads").get<std::int64_t>();
    point.prompts = study.prompts;
    point.correctTop = count(json, "correct_top", study.prompts);
    point.randomPrompts = json.at("random_prompts").get<std::int64_t>();
    point.correctRandom = count(json, "correct_random", point.randomPrompts);
    study.points.push_back(point);
}

}  // namespace

const char* wordOf(Ablation ablation)
{
    for (const auto& [word, one] : kWords)
        if (one == ablation)
            return word;
    return "none";
}

std::optional<Ablation> ablationNamed(std::string_view word)
{
    for (const auto& [known, ablation] : kWords)
        if (word == known)
            return ablation;
    return std::nullopt;
}

std::vector<Json> eventsOf(const StudyRecord& record)
{
    std::vector<Json> events{studyJson(record)};
    for (std::size_t n = 0; n < record.study.ranking.size(); ++n)
        events.push_back(rankJson(record.study.ranking[n], n + 1));
    for (const auto& point : record.study.points)
        events.push_back(pointJson(point));
    return events;
}

StudyRecord studyFrom(const std::string& text, const std::string& what)
{
    StudyRecord record;
    bool begun = false;
    std::int64_t line = 0;
    for (const auto& one : splitText(text, '\n')) {
        ++line;
        const auto json = jsonOrDiscarded(one);
        if (!json.is_object() || !json.contains("event") || !json["event"].is_string())
            continue;
        const auto event = json["event"].get<std::string>();
        try {
            if (event == "study") {
                record = {};
                readStudy(json, record);
                begun = true;
            } else if (begun && event == "rank") {
                readRank(json, record.study);
            } else if (begun && event == "ablated") {
                readPoint(json, record.study);
            }
        } catch (const std::exception& problem) {
            throw Error(ErrorCode::Failed, str(what, ", line ", line, ", is no part of a study: ", problem.what()),
                "Make the study again with `bamscope --batch lens RUN --study N --json`.");
        }
    }
    if (!begun || record.study.points.empty() || record.study.ranking.empty())
        throw Error(ErrorCode::Failed, str(what, " holds no whole ablation study"),
            "Make one with `bamscope --batch lens RUN --study 20 --json > study.jsonl`.");
    return record;
}

StudyRecord readStudy(const std::filesystem::path& file) { return studyFrom(readFile(file), file.string()); }

}  // namespace bam::inspect
