// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/choice_rows.h"

#include "core/base/checksum.h"
#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/data/documents/inputs.h"
#include "core/data/documents/row_reader.h"
#include "core/eval/result_lists.h"

#include <algorithm>
#include <cerrno>
#include <functional>
#include <map>
#include <set>

#include <sys/stat.h>

namespace bam::eval {
namespace {

// Problems told one by one; beyond that only their number.
constexpr int kToldProblems = 3;

constexpr const char* kRefuseHint = "Correct the data, or leave such rows out with --choice_bad_rows skip.";

/// A file that is there and may not be opened.
class Unreadable : public Error {
public:
    using Error::Error;
};

/// Opens a file by the ending of its name, whatever its size.
data::InputFile inputOf(const std::filesystem::path& path)
{
    auto input = data::classified(path);
    if (!input)
        throw Error(ErrorCode::Usage, str("\"", path.string(), "\" is neither JSON Lines nor Parquet"));
    try {
        const Descriptor file(openRetrying(path.c_str(), O_RDONLY));
        struct stat info{};
        if (!file.valid() || ::fstat(file.get(), &info) != 0)
            throwFileError(path, "read", errno);
        input->bytes = std::int64_t(info.st_size);
    } catch (const Error& error) {
        throw Unreadable(error.code(), error.cause(), error.hint());
    }
    if (input->bytes == 0)
        throw Error(ErrorCode::Failed, str(path.string(), " is empty (0 bytes)"), "Fetch it again, or leave it out.");
    return *input;
}

class Collector {
public:
    Collector(const ChoiceTask& task, const spec::ChoiceSpec& spec, const LogFn& log, const std::stop_token& stop) : m_task(task), m_spec(spec), m_log(log), m_stop(stop) {}

    ChoiceRows collect()
    {
        for (const auto& part : m_task.parts) {
            readQuestions(part);
            if (m_spec.shots > 0)
                readExamples(part);
        }
        tellCounts();
        if (m_rows.groups.empty())
            throw Error(ErrorCode::Failed, str(m_task.name, " has no questions: ", m_task.data, " holds no rows",
                            m_rows.filesLeftOut.empty() ? std::string() : str(" (", joinNames(m_rows.filesLeftOut), ")")), "Check the path, and fetch the data again if it is damaged.");
        leaveOutWithoutExamples();
        const auto asked = [](const auto& group) { return std::any_of(group.rows.begin(), group.rows.end(), [](const auto& row) { return !row.bad; }); };
        if (std::none_of(m_rows.groups.begin(), m_rows.groups.end(), asked))
            throw Error(ErrorCode::Failed, str(m_task.name, ": not one question of ", m_task.data, " can be asked (", m_rows.groups.empty() ? joinNames(m_rows.filesLeftOut) : countsText(m_bad), ")"),
                "Correct the data, or the template that says where question, choices and answer are.");
        return std::move(m_rows);
    }

private:
    using OnRow = std::function<bool(const data::Row& row, const std::string& place)>;

    bool refuses() const { return m_spec.badRows == "refuse"; }
    void say(const std::string& text) const
    {
        if (m_log)
            m_log(str(m_task.name, ": ", text));
    }

    /// A file that cannot be read is left out from there on, unless that is refused.
    void readFile(const std::filesystem::path& path, const OnRow& onRow)
    {
        try {
            const auto rows = data::openRows(inputOf(path), m_stop);
            for (data::Row row; rows->next(row);) {
                if (m_stop.stop_requested())
                    throw Error(ErrorCode::Stopped, str("stopped on request while reading ", path.string()), "Results that were finished before are kept in results.json.");
                if (!onRow(row, str(path.string(), ", row ", withThousands(row.number))))
                    return;
            }
        } catch (const Error& error) {
            const bool ofFile = error.code() == ErrorCode::Failed || dynamic_cast<const Unreadable*>(&error);
            if (!ofFile || refuses() || dynamic_cast<const Refused*>(&error))
                throw;
            m_rows.filesLeftOut.push_back(error.cause());
            say(str("left out: ", error.cause()));
        }
    }

    class Refused : public Error {
    public:
        using Error::Error;
    };

    /// The row as it is asked, or why it is not.
    ChoiceRow made(const data::Row& row, const std::string& group, const std::string& place)
    {
        ChoiceRow made{{}, {}, place, checksumOf(row.value.dump(-1, ' ', false, Json::error_handler_t::replace))};
        try {
            if (!row.problem.empty())
                throw BadRow{"no JSON object", row.problem};
            made.item = choiceItem(m_task, row.value, group);
        } catch (const BadRow& bad) {
            if (refuses())
                throw Refused(ErrorCode::Failed, str(m_task.name, ": ", place, " cannot be asked: ", bad.detail, " (", bad.kind, ")"), kRefuseHint);
            ++m_bad[bad.kind];
            if (m_told++ < kToldProblems)
                say(str(place, " is left out: ", bad.detail, " (", bad.kind, ")"));
            made.bad = bad;
        }
        return made;
    }

    /// Of a subject.
    std::string nameOf(const ChoiceTask::Part& part, const data::Row& row) const { return asText(groupOf(m_task, row.value, part.group)); }

    ChoiceRows::Group& group(const std::string& name)
    {
        auto found = std::find_if(m_rows.groups.begin(), m_rows.groups.end(), [&](const auto& group) { return group.name == name; });
        if (found == m_rows.groups.end()) {
            m_rows.groups.push_back({name, {}, {}});
            return m_rows.groups.back();
        }
        return *found;
    }

    void readQuestions(const ChoiceTask::Part& part)
    {
        for (const auto& file : part.questions)
            readFile(file, [&](const data::Row& row, const std::string& place) {
                const auto name = nameOf(part, row);
                auto& rows = group(name).rows;
                if (m_spec.limit > 0 && std::int64_t(rows.size()) >= m_spec.limit)
                    return !m_task.groupField.empty();
                rows.push_back(made(row, name, place));
                return true;
            });
    }

    void readExamples(const ChoiceTask::Part& part)
    {
        const bool own = std::any_of(part.examples.begin(), part.examples.end(), [&](const auto& file) { return std::find(part.questions.begin(), part.questions.end(), file) != part.questions.end(); });
        m_rows.ownExamples = m_rows.ownExamples || own;
        std::map<std::string, std::vector<ChoiceRow>> found;
        const auto filesLeftOut = m_rows.filesLeftOut.size();
        for (const auto& file : part.examples)
            readFile(file, [&](const data::Row& row, const std::string& place) {
                const auto name = nameOf(part, row);
                auto example = made(row, name, place);
                auto& examples = found[name];
                if (example.bad)
                    m_spoilt.insert(name);
                else
                    examples.push_back(std::move(example));
                return own || !m_task.groupField.empty() || std::int64_t(examples.size()) < m_spec.shots;
            });
        const auto whole = asText(part.group);
        if (m_rows.filesLeftOut.size() > filesLeftOut)
            m_spoilt.insert(whole);
        for (auto& group : m_rows.groups) {
            if (!m_task.groupField.empty() && m_spoilt.contains(whole))
                m_spoilt.insert(group.name);
            // Rows of examples need not say whose they are.
            auto examples = found.find(group.name);
            if (examples == found.end() && !m_task.groupField.empty())
                examples = found.find(whole);
            if (examples != found.end() && group.examples.empty())
                group.examples = examples->second;
        }
    }

    /// Subjects whose examples are damaged. @throws Error (Usage) where there are too few, and nothing is wrong with them
    void leaveOutWithoutExamples()
    {
        std::erase_if(m_rows.groups, [&](const ChoiceRows::Group& group) {
            const auto found = std::max<std::int64_t>(0, std::int64_t(group.examples.size()) - (m_rows.ownExamples ? 1 : 0));
            if (found >= m_spec.shots)
                return false;
            const auto shortage = str(group.name, ": there ", found == 1 ? "is 1 example" : str("are ", found, " examples"), "; ", m_spec.shots, " are wanted before each question");
            if (!m_spoilt.contains(group.name))
                throw Error(ErrorCode::Usage, str(m_task.name, ", ", shortage),
                    "Ask for fewer with --choice_shots, or add the file of examples (MMLU: dev, ARC: train, a template: \"examples\").");
            m_rows.filesLeftOut.push_back(str(shortage, ", and others cannot be used"));
            say(str("left out: ", m_rows.filesLeftOut.back()));
            return true;
        });
    }

    void tellCounts() const
    {
        if (m_told <= kToldProblems)
            return;
        say(str(withThousands(m_told), " rows are left out in all: ", countsText(m_bad)));
    }

    const ChoiceTask& m_task;
    const spec::ChoiceSpec& m_spec;
    const LogFn& m_log;
    const std::stop_token& m_stop;
    ChoiceRows m_rows;
    std::map<std::string, std::int64_t> m_bad;
    std::set<std::string> m_spoilt;     // subjects of whose examples a row or a file is damaged
    std::int64_t m_told = 0;
};

}  // namespace

std::string countsText(const std::map<std::string, std::int64_t>& counts)
{
    std::vector<std::string> parts;
    for (const auto& [kind, count] : counts)
        parts.push_back(str(withThousands(count), " ", kind));
    return joinNames(parts);
}

ChoiceRows readChoiceRows(const ChoiceTask& task, const spec::ChoiceSpec& spec, const LogFn& log, const std::stop_token& stop)
{
    return Collector(task, spec, log, stop).collect();
}

}  // namespace bam::eval
