// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/train/bench.h"

#include <algorithm>
#include <sstream>
#include <stop_token>
#include <vector>

namespace bam::test {

std::string numbersOf(const std::filesystem::path& run)
{
    std::istringstream log(readFile(run / "train.log"));
    std::string line, kept;
    while (std::getline(log, line)) {
        std::vector<std::string> fields;
        std::istringstream parts(line);
        for (std::string field; std::getline(parts, field, ',');)
            fields.push_back(field);
        kept += fields.at(0) + "," + fields.at(2) + "," + fields.at(3) + "," + fields.at(4) + "\n";
    }
    return kept;
}

std::string evaluationsOf(const std::filesystem::path& run)
{
    std::string kept;
    for (const auto& row : runs::readEvalLog(run / "eval.log"))
        kept += std::to_string(row.step) + "," + std::to_string(row.loss) + "\n";
    return kept;
}

runs::Json statusOf(const std::filesystem::path& run) { return runs::Json::parse(readFile(run / "status.json")); }

std::map<std::string, std::string> contentsOf(const std::filesystem::path& run)
{
    std::map<std::string, std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(run))
        if (const auto name = entry.path().lexically_relative(run).string(); std::filesystem::is_regular_file(entry.symlink_status()) && name != "log.txt" && name != "status.json" && name != ".lock")
            found[name] = readFile(entry.path());
    return found;
}

void writeTokens(const std::filesystem::path& shards, std::uint32_t count, std::uint32_t shift, const std::string& tokenizer)
{
    std::vector<std::uint32_t> ids, documents;
    for (std::uint32_t n = 0; n < count; ++n) {
        ids.push_back((n * 37 + n / 11 + shift) % 50);
        documents.push_back(n / 90);
    }
    std::filesystem::remove_all(shards);
    std::filesystem::create_directories(shards);
    data::writeShard(shards / "shard_000000.safetensors", ids, documents, {"test.model", tokenizer, "", "test", 50});
}

std::filesystem::path interruptAt(const spec::RunSpec& spec, std::int64_t step)
{
    std::stop_source stop;
    train::TrainOptions options;
    options.onStep = [&](const train::StepReport& report) {
        if (report.row.step + 1 == step)
            stop.request_stop();
    };
    const auto parent = std::filesystem::path(spec.logDir) / spec.model.size / spec::officialEncodingName(spec.model);
    std::vector<std::filesystem::path> before;
    if (std::filesystem::exists(parent))
        for (const auto& entry : std::filesystem::directory_iterator(parent))
            before.push_back(entry.path());
    try {
        train::trainNew(spec, options, stop.get_token());
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Stopped)
            throw;
    }
    for (const auto& entry : std::filesystem::directory_iterator(parent))
        if (std::find(before.begin(), before.end(), entry.path()) == before.end())
            return entry.path();
    return {};
}

}  // namespace bam::test
