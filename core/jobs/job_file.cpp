// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/job_file.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/eval/passkey_task.h"

#include <algorithm>
#include <set>

namespace bam::jobs {
namespace {

using spec::Json;
using spec::Problem;

/// Replaces ${name} in every text of a JSON value.
class Substitution {
public:
    Substitution(std::map<std::string, std::string> variables, std::vector<Problem>& problems) : m_variables(std::move(variables)), m_problems(problems) {}

    void set(const std::string& name, const std::string& value) { m_variables[name] = value; }

    std::string operator()(const std::string& text, const std::string& where) const
    {
        std::string result;
        for (std::size_t at = 0; at < text.size();) {
            const auto begin = text.find("${", at);
            const auto end = begin == std::string::npos ? begin : text.find('}', begin);
            if (end == std::string::npos)
                return result + text.substr(at);
            const auto name = text.substr(begin + 2, end - begin - 2);
            const auto value = m_variables.find(name);
            result += text.substr(at, begin - at);
            if (value != m_variables.end())
                result += value->second;
            else
                m_problems.push_back({where, "${" + name + "}", "a variable that is set: " + known()});
            at = end + 1;
        }
        return result;
    }

    Json operator()(const Json& value, const std::string& where) const
    {
        if (value.is_string())
            return (*this)(value.get<std::string>(), where);
        Json result = value;
        if (value.is_object())
            for (const auto& [key, inner] : value.items())
                result[key] = (*this)(inner, where + "." + key);
        if (value.is_array())
            for (std::size_t n = 0; n < value.size(); ++n)
                result[n] = (*this)(value[n], where);
        return result;
    }

private:
    std::string known() const
    {
        std::vector<std::string> names;
        for (const auto& [name, value] : m_variables)
            names.push_back(name);
        return joinNames(names);
    }

    std::map<std::string, std::string> m_variables;
    std::vector<Problem>& m_problems;
};

/// Reads a small JSON object by name and reports what it does not know.
class Reader {
public:
    Reader(const Json& object, std::string where, std::vector<Problem>& problems) : m_object(object), m_where(std::move(where)), m_problems(problems)
    {
        if (!object.is_object())
            m_problems.push_back({m_where, object.dump(), "an object"});
    }

    template <typename Value>
    void read(const char* key, Value& value, const char* expected)
    {
        m_known.push_back(key);
        if (!m_object.is_object() || !m_object.contains(key))
            return;
        try {
            m_object.at(key).get_to(value);
        } catch (const nlohmann::json::exception&) {
            m_problems.push_back({m_where + "." + key, m_object.at(key).dump(), expected});
        }
    }
    void paths(const char* key, std::vector<std::filesystem::path>& value)
    {
        std::vector<std::string> texts;
        read(key, texts, "a list of file names");
        value.assign(texts.begin(), texts.end());
        if (value.empty())
            m_problems.push_back({m_where + "." + key, "missing", "at least one file name"});
    }
    void path(const char* key, std::filesystem::path& value)
    {
        std::string text;
        read(key, text, "a file name");
        value = text;
        if (text.empty())
            m_problems.push_back({m_where + "." + key, "missing", "a file name"});
    }
    void finish() const
    {
        if (!m_object.is_object())
            return;
        for (const auto& [key, value] : m_object.items())
            if (std::find(m_known.begin(), m_known.end(), key) == m_known.end()) {
                const auto nearest = nearestName(key, m_known);
                m_problems.push_back({m_where + "." + key, "unknown", nearest.empty() ? "one of " + joinNames(m_known, "or") : "did you mean " + nearest + "?"});
            }
    }

private:
    const Json& m_object;
    std::string m_where;
    std::vector<Problem>& m_problems;
    std::vector<std::string> m_known;
};

class Parser {
public:
    Parser(const JobFileOptions& options, std::vector<Problem>& problems) : m_options(options), m_problems(problems), m_substitute({}, problems) {}

    JobFile parse(const Json& json, const std::string& fallbackName)
    {
        JobFile file;
        file.name = json.value("name", fallbackName);
        file.out = m_options.out;
        m_substitute.set("out", m_options.out.string());
        if (const auto variables = json.find("variables"); variables != json.end() && variables->is_object())
            for (const auto& [name, value] : variables->items())
                m_substitute.set(name, m_substitute(value.is_string() ? value.get<std::string>() : value.dump(), "variables." + name));
        for (const auto& [name, value] : m_options.variables)
            m_substitute.set(name, value);
        for (const auto& [key, value] : json.items())
            if (!std::set<std::string>{"name", "description", "variables", "jobs", "figures"}.contains(key))
                m_problems.push_back({key, "unknown", "one of name, description, variables, jobs or figures"});
        if (!json.at("jobs").is_array())
            m_problems.push_back({"jobs", json.at("jobs").dump(), "a list of jobs"});
        else
            for (std::size_t n = 0; n < json["jobs"].size(); ++n)
                addJob(file, json["jobs"][n], str("jobs[", n, "]"));
        for (const auto& figure : json.value("figures", Json::array()))
            addFigure(file, figure, str("figures[", file.figures.size(), "]"));
        return file;
    }

private:
    void addJob(JobFile& file, const Json& raw, const std::string& where)
    {
        const auto json = m_substitute(raw, where);
        const std::vector<std::string> kinds{"tokenizer", "dataset", "train", "evaluate"};
        const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& name) { return json.is_object() && json.contains(name); });
        if (kind == kinds.end()) {
            m_problems.push_back({where, raw.dump(), "an object with one of tokenizer, dataset, train or evaluate"});
            return;
        }
        for (const auto& [key, value] : json.items())
            if (key != *kind && !(key == "as" && *kind == "train") && !(key == "run" && *kind == "evaluate"))
                m_problems.push_back({where + "." + key, value.dump(), "nothing: a job has one kind, and `as` (train) or `run` (evaluate) beside it"});
        const auto inner = where + "." + *kind;
        Job job = *kind == "tokenizer" ? tokenizerJob(json.at(*kind), inner)
            : *kind == "dataset"       ? datasetJob(json.at(*kind), inner)
            : *kind == "train"         ? trainJob(json, inner)
                                       : evaluateJob(json, where);
        // A result depends on the job itself and on all that came before it and may feed it.
        m_chain = sha256(m_chain + effective(job, json).dump());
        job.hash = *kind == "evaluate" ? sha256(m_runHashes[std::get<EvaluateJob>(job.work).run] + effective(job, json).dump()) : *kind == "train" ? sha256(m_inputs + effective(job, json).dump()) : m_chain;
        if (*kind == "train")
            m_runHashes[std::get<TrainJob>(job.work).as] = job.hash;
        else if (*kind != "evaluate")
            m_inputs = sha256(m_inputs + job.hash);
        file.jobs.push_back(std::move(job));
    }

    /// The job as it will run, options applied: what its hash is made of.
    static Json effective(const Job& job, const Json& json)
    {
        if (const auto* train = std::get_if<TrainJob>(&job.work)) {
            auto spec = spec::hashedJson(train->spec);
            spec.erase("evaluation");
            return spec;
        }
        return json;
    }

    Job tokenizerJob(const Json& json, const std::string& where)
    {
        TokenizerJob job;
        auto& training = job.training;
        Reader reader(json, where, m_problems);
        bool passkey = false;
        reader.paths("texts", training.texts);
        reader.path("out", training.output);
        reader.read("column", job.column, "a column name");
        reader.read("pieces", training.pieces, "a whole number");
        reader.read("split_digits", training.splitDigits, "true or false");
        reader.read("passkey_sentences", passkey, "true or false");
        reader.finish();
        if (passkey)
            training.extraSentences = eval::PasskeyTask::sentences();
        return {job, str("tokenizer of ", training.pieces, " pieces"), {}};
    }

    Job datasetJob(const Json& json, const std::string& where)
    {
        DatasetJob job;
        auto& ingest = job.ingest;
        Reader reader(json, where, m_problems);
        reader.paths("inputs", ingest.inputs);
        reader.path("out", ingest.output);
        reader.path("tokenizer", ingest.tokenizer);
        reader.read("column", ingest.column, "a column name");
        reader.read("unit", ingest.unit, "line or file");
        reader.read("bos", ingest.bos, "true or false");
        reader.read("eos", ingest.eos, "true or false");
        reader.read("shard_tokens", ingest.shardTokens, "a whole number");
        reader.read("max_documents", ingest.maxDocuments, "a whole number");
        reader.finish();
        ingest.resume = std::filesystem::exists(ingest.output);
        return {job, "dataset " + ingest.output.filename().string(), {}};
    }

    Job trainJob(const Json& json, const std::string& where)
    {
        TrainJob job;
        spec::RunSpec base;
        base.logDir = (m_options.out / "runs").string();
        std::vector<Problem> found;
        job.spec = spec::overlay(base, json.at("train"), found);
        if (json["train"].is_object() && !json["train"].contains("log_dir"))
            job.spec.logDir = base.logDir;
        if (m_options.seed)
            job.spec.training.seed = *m_options.seed;
        if (m_options.threads)
            job.spec.training.threads = *m_options.threads;
        if (!m_options.device.empty())
            job.spec.training.device = m_options.device;
        for (auto& problem : spec::validate(job.spec))
            found.push_back(std::move(problem));
        for (auto& problem : found)
            m_problems.push_back({where + "." + problem.field, problem.value, problem.expected});
        job.as = json.contains("as") && json["as"].is_string() ? json["as"].get<std::string>() : spec::officialEncodingName(job.spec.model);
        if (!m_runs.insert(job.as).second)
            m_problems.push_back({where, "as = " + job.as, "a name that no earlier training has"});
        return {job, "train " + job.as, {}};
    }

    Job evaluateJob(const Json& json, const std::string& where)
    {
        EvaluateJob job;
        std::vector<Problem> found;
        job.evaluation = spec::overlay(spec::EvalSpec{}, json.at("evaluate"), found);
        for (auto& problem : found)
            m_problems.push_back({where + ".evaluate." + problem.field, problem.value, problem.expected});
        job.run = json.contains("run") && json["run"].is_string() ? json["run"].get<std::string>() : "";
        requireRun(job.run, where + ".run");
        return {job, "evaluate " + job.run, {}};
    }

    void addFigure(JobFile& file, const Json& raw, const std::string& where)
    {
        const auto json = m_substitute(raw, where);
        FigureRequest figure;
        Reader reader(json, where, m_problems);
        reader.read("accuracy_by_length", figure.runs, "a list of run names");
        reader.read("title", figure.title, "a text");
        reader.path("out", figure.out);
        reader.finish();
        for (const auto& run : figure.runs)
            requireRun(run, where + ".accuracy_by_length");
        file.figures.push_back(std::move(figure));
    }

    void requireRun(const std::string& run, const std::string& where)
    {
        if (m_runs.contains(run))
            return;
        m_problems.push_back({where, run.empty() ? "missing" : run, m_runs.empty() ? "the `as` of an earlier train job; there is none" : "the `as` of an earlier train job: " + joinNames({m_runs.begin(), m_runs.end()}, "or")});
    }

    const JobFileOptions& m_options;
    std::vector<Problem>& m_problems;
    Substitution m_substitute;
    std::set<std::string> m_runs;
    std::map<std::string, std::string> m_runHashes;
    std::string m_inputs, m_chain;      // hashes of tokenizer and dataset jobs so far, and of everything so far
};

/// A single run, written as jobs.
Json asJobs(const Json& run)
{
    std::vector<Problem> reportedWithTheTraining;
    const auto evaluation = spec::hashedJson(spec::overlay(spec::RunSpec{}, run, reportedWithTheTraining)).at("evaluation");
    return {{"jobs", {{{"train", run}, {"as", "run"}}, {{"evaluate", evaluation}, {"run", "run"}}}}, {"figures", {{{"accuracy_by_length", {"run"}}, {"out", "${out}/passkey"}}}}};
}

}  // namespace

JobFile readJobFile(const std::filesystem::path& file, const JobFileOptions& options)
{
    auto json = spec::readJsonFile(file);
    if (!json.is_object())
        throw Error(ErrorCode::Usage, file.string() + " holds no JSON object", "Expected jobs, or one run; see resources/presets for examples.");
    if (!json.contains("jobs"))
        json = asJobs(json);
    std::vector<Problem> problems;
    auto result = Parser(options, problems).parse(json, file.stem().string());
    spec::requireNone(problems, file.string());
    return result;
}

}  // namespace bam::jobs
