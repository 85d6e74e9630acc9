// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/imported.h"

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/small_file.h"
#include "core/base/text.h"

namespace bam::runs {

std::string Imported::kindTitle() const
{
    if (kind == "tensorboard")
        return "TensorBoard event files";
    if (kind == "wandb")
        return "a run file of Weights & Biases";
    if (kind == "wandb-csv")
        return "a CSV export of Weights & Biases";
    return kind == "csv" ? "a table" : kind == "jsonl" ? "JSON lines" : "another program";
}

std::optional<Imported> importedFrom(const nlohmann::ordered_json& runJson)
{
    const auto section = runJson.is_object() ? runJson.find("imported") : runJson.end();
    if (!runJson.is_object() || section == runJson.end() || !section->is_object())
        return std::nullopt;
    const auto text = [&](const char* key) {
        const auto found = section->find(key);
        return found != section->end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    return Imported{text("kind"), text("source"), text("date")};
}

std::optional<Imported> importedFrom(const std::filesystem::path& run)
{
    try {
        const auto text = readSmallFile(run / "run.json");
        return text ? importedFrom(jsonOrDiscarded(*text)) : std::nullopt;
    } catch (const Error&) {
        return std::nullopt;
    }
}

void requireNotImported(const std::filesystem::path& run, const std::string& what)
{
    if (const auto imported = importedFrom(run))
        throw Error(ErrorCode::Usage, str("\"", run.string(), "\" was imported from ", imported->kindTitle(), ": it has curves and no model, so it cannot ", what),
            "Imported runs can be shown, compared, reported and exported.");
}

}  // namespace bam::runs
