// SPDX-License-Identifier: GPL-3.0-or-later
// Where the questions of a task are: the Hub's layouts of MMLU and ARC, and templates.
#include "core/eval/choice_task.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/data/documents/inputs.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace bam::eval {
namespace {

namespace fs = std::filesystem;

// The first that is there is asked.
const std::vector<std::string> kQuestionSplits = {"test", "validation", "val"};

constexpr const char* kLayoutHint = "Give the dataset's folder as the Hub serves it, one subject's folder, or a .jsonl or .parquet file.";

bool holdsRows(const fs::path& path)
{
    const auto file = data::classified(path);
    return file && file->format != data::TextFormat::Text;
}

/// Files and folders in a folder, by name, without hidden ones.
std::vector<fs::path> entries(const fs::path& folder)
{
    std::error_code error;
    std::vector<fs::path> found;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (!entry->path().filename().string().starts_with('.'))
            found.push_back(entry->path());
    if (error)
        throwFileError(folder, "list", error.value());
    std::sort(found.begin(), found.end());
    return found;
}

/// "test-00000-of-00001.parquet", "test.jsonl" and "test_0.jsonl.gz" are of the split "test".
bool isOfSplit(const fs::path& file, const std::string& split)
{
    const auto name = file.filename().string();
    return holdsRows(file) && name.starts_with(split) && name.size() > split.size() && !std::isalnum(static_cast<unsigned char>(name[split.size()]));
}

std::vector<fs::path> filesOf(const fs::path& folder, const std::vector<std::string>& splits)
{
    for (const auto& split : splits) {
        std::vector<fs::path> files;
        for (const auto& path : entries(folder))
            if (fs::is_regular_file(path) && isOfSplit(path, split))
                files.push_back(path);
        if (!files.empty())
            return files;
    }
    return {};
}

/// A dataset with splits, in folders of subjects or without.
class Layout {
public:
    Layout(ChoiceTask& task, std::string exampleSplit) : m_task(task), m_exampleSplit(std::move(exampleSplit)) {}

    void find(const fs::path& path, const std::set<std::string>& ignored)
    {
        if (!fs::exists(path))
            throw Error(ErrorCode::Usage, str("there is no \"", path.string(), "\" for ", m_task.name), kLayoutHint);
        if (!fs::is_directory(path)) {
            if (!holdsRows(path))
                throw Error(ErrorCode::Usage, str("\"", path.string(), "\" is neither JSON Lines nor Parquet"), kLayoutHint);
            const auto folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
            const bool split = std::any_of(kQuestionSplits.begin(), kQuestionSplits.end(), [&](const auto& name) { return isOfSplit(path, name); });
            m_task.parts.push_back({split ? nameOf(folder) : stemOf(path), {path}, filesOf(folder, {m_exampleSplit})});
            return;
        }
        if (addFolder(path))
            return;
        std::vector<fs::path> folders, others;
        for (const auto& entry : entries(path))
            if (fs::is_directory(entry))
                (ignored.contains(entry.filename().string()) ? others : folders).push_back(entry);
        for (const auto& folder : folders)
            addFolder(folder);
        if (m_task.parts.empty())
            for (const auto& folder : others)
                addFolder(folder);
        if (m_task.parts.empty())
            throw Error(ErrorCode::Usage, str("\"", path.string(), "\" and the folders in it hold no file of ", m_task.name, " such as test-00000-of-00001.parquet or test.jsonl"), kLayoutHint);
    }

private:
    static std::string stemOf(fs::path file)
    {
        while (file.has_extension())
            file = file.stem();
        return file.string();
    }

    static std::string nameOf(const fs::path& folder)
    {
        const auto whole = fs::absolute(folder).lexically_normal();
        return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
    }

    bool addFolder(const fs::path& folder)
    {
        auto questions = filesOf(folder, kQuestionSplits);
        if (questions.empty())
            return false;
        m_task.parts.push_back({nameOf(folder), std::move(questions), filesOf(folder, {m_exampleSplit})});
        return true;
    }

    ChoiceTask& m_task;
    std::string m_exampleSplit;
};

ChoiceTask mmlu(const fs::path& path)
{
    ChoiceTask task{.name = "mmlu", .data = path.string()};
    task.description = "The following are multiple choice questions (with answers) about {{@group|spaces}}.\n\n";
    task.prompt = "{{question|strip}}\n{{@choices}}\nAnswer:";
    task.choices = {"choices"};
    task.answer = "answer";
    task.letters = true;
    Layout(task, "dev").find(path, {"all", "auxiliary_train"});
    // Several subjects in one folder's files say themselves which they are; of folders of subjects each is one.
    if (task.parts.size() == 1)
        task.groupField = "subject";
    return task;
}

ChoiceTask arc(const fs::path& path)
{
    ChoiceTask task{.name = "arc", .data = path.string()};
    task.prompt = "Question: {{question}}\nAnswer:";
    task.choices = {"choices.text"};
    task.labels = "choices.label";
    task.answer = "answerKey";
    Layout(task, "train").find(path, {});
    return task;
}

class Template {
public:
    explicit Template(const fs::path& file) : m_file(file)
    {
        if (!fs::is_regular_file(file))
            throw Error(ErrorCode::Usage, str("there is no multiple-choice task \"", file.string(), "\""), "Give mmlu=PATH, arc=PATH, or a template, a JSON file that says where question, choices and answer are.");
        const auto content = readFile(file);
        m_json = jsonOrDiscarded(content);
        if (!m_json.is_object())
            refuse("is no JSON object");
        const std::vector<std::string> known = {"name", "questions", "examples", "question", "prompt", "description", "choices", "labels", "answer", "group", "scored"};
        for (const auto& [key, value] : m_json.items())
            if (std::find(known.begin(), known.end(), key) == known.end()) {
                const auto near = nearestName(key, known);
                refuse(str("has an unknown key \"", key, "\""), near.empty() ? str("Known are ", joinNames(known), ".") : str("Did you mean \"", near, "\"?"));
            }
    }

    ChoiceTask task() const
    {
        ChoiceTask task{.name = text("name", m_file.stem().string()), .data = m_file.string()};
        task.choices = texts("choices");
        task.answer = text("answer");
        task.labels = text("labels", "");
        task.groupField = text("group", "");
        task.description = fillable("description", "");
        const auto scored = text("scored", "text");
        if (scored != "text" && scored != "letter")
            refuse(str("scores \"", scored, "\""), "\"scored\" is \"text\" or \"letter\".");
        task.letters = scored == "letter";
        if (m_json.contains("question") == m_json.contains("prompt"))
            refuse("needs either \"question\", the field of the question, or \"prompt\", a text with {{fields}}");
        task.prompt = m_json.contains("prompt") ? fillable("prompt", "")
            : task.letters                      ? str("{{", text("question"), "|strip}}\n{{@choices}}\nAnswer:")
                                                : str("Question: {{", text("question"), "}}\nAnswer:");
        task.parts.push_back({task.name, files("questions"), m_json.contains("examples") ? files("examples") : std::vector<fs::path>()});
        return task;
    }

private:
    [[noreturn]] void refuse(const std::string& what, const std::string& hint = {}) const { throw Error(ErrorCode::Usage, str("the multiple-choice template ", m_file.string(), " ", what), hint); }

    std::string text(const char* key) const
    {
        if (!m_json.contains(key) || !m_json[key].is_string() || m_json[key].get_ref<const std::string&>().empty())
            refuse(str("needs \"", key, "\", a text"));
        return m_json[key].get<std::string>();
    }
    std::string text(const char* key, const std::string& otherwise) const { return m_json.contains(key) ? text(key) : otherwise; }

    /// One text, or a list of them.
    std::vector<std::string> texts(const char* key) const
    {
        if (!m_json.contains(key) || !m_json[key].is_array())
            return {text(key)};
        std::vector<std::string> all;
        for (const auto& one : m_json[key]) {
            if (!one.is_string())
                refuse(str("needs texts in \"", key, "\""));
            all.push_back(one.get<std::string>());
        }
        if (all.empty())
            refuse(str("has an empty list in \"", key, "\""));
        return all;
    }

    std::string fillable(const char* key, const std::string& otherwise) const
    {
        const auto all = text(key, otherwise);
        for (auto at = all.find("{{"); at != std::string::npos; at = all.find("{{", at + 2)) {
            const auto end = all.find("}}", at);
            if (end == std::string::npos)
                refuse(str("has a {{ without its }} in \"", key, "\""));
            const auto parts = splitText(std::string_view(all).substr(at + 2, end - at - 2), '|');
            const auto field = trimmed(parts.front());
            if (field.empty() || (field.starts_with('@') && field != "@choices" && field != "@group"))
                refuse(str("has {{", field, "}} in \"", key, "\""), "Name a field, or take {{@choices}} or {{@group}}.");
            for (std::size_t n = 1; n < parts.size(); ++n)
                if (const auto filter = trimmed(parts[n]); filter != "strip" && filter != "spaces")
                    refuse(str("has an unknown filter \"", filter, "\" in \"", key, "\""), "Known are strip and spaces.");
        }
        return all;
    }

    std::vector<fs::path> files(const char* key) const
    {
        std::vector<fs::path> found;
        for (const auto& name : texts(key)) {
            const auto path = m_file.parent_path() / name;
            if (!fs::exists(path))
                refuse(str("names ", path.string(), " in \"", key, "\", which is not there"), "Paths are relative to the template.");
            if (!fs::is_directory(path)) {
                if (!holdsRows(path))
                    refuse(str("names ", path.string(), " in \"", key, "\", which is neither JSON Lines nor Parquet"));
                found.push_back(path);
                continue;
            }
            for (const auto& entry : entries(path))
                if (fs::is_regular_file(entry) && holdsRows(entry) && entry.extension() != ".json")
                    found.push_back(entry);
        }
        if (found.empty())
            refuse(str("finds no file of rows for \"", key, "\""));
        return found;
    }

    fs::path m_file;
    Json m_json;
};

}  // namespace

ChoiceTask choiceTask(const std::string& asked)
{
    const auto equals = asked.find('=');
    const auto kind = asked.substr(0, equals);
    if (equals == std::string::npos || kind.find_first_of("/.") != std::string::npos)
        return Template(asked).task();
    const auto path = asked.substr(equals + 1);
    if (kind == "mmlu")
        return mmlu(path);
    if (kind == "arc")
        return arc(path);
    throw Error(ErrorCode::Usage, str("there is no multiple-choice task \"", kind, "\""), "Built in are mmlu=PATH and arc=PATH; others are templates: PATH.json.");
}

}  // namespace bam::eval
