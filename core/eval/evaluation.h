// SPDX-License-Identifier: GPL-3.0-or-later
// What every evaluation is: cells (a length of the pass key, a subject of MMLU), each a number of questions whose answers give one number with its interval. Asking,
// sharing among ranks, keeping answers and going on after an interruption are the same for all of them (run_evaluation.h).
// A new evaluation is one class here, its settings in the spec, and one line in evaluate_run.cpp.
#pragma once

#include "core/eval/reading.h"
#include "core/tokenizer/tokenizer.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace bam::eval {

using Json = nlohmann::ordered_json;

/// What is evaluated, and how it computes.
struct Subject {
    std::filesystem::path run;
    const model::Transformer& model;
    const tokenizer::Tokenizer& tokenizer;
    std::string checkpoint;             ///< name, for people: "step_00000100"
    std::string checkpointHash;         ///< XXH3 of the weights' file
    std::string cacheDtype = "float32"; ///< of keys and values
    std::int64_t chunk = 512;           ///< tokens read at once
    Json changes = Json::object();      ///< what else about the model is not as it was trained (a scaled RoPE); goes into every entry of results.json
};

/// Same subject and same question, same answer.
struct Question {
    std::string hash;                   ///< XXH3 of all that decides the answer but the subject: tokens, what is scored and how
    std::int64_t tokens = 0;            ///< to be read, for the progress
    /// Asks the model. The answer is plain data that finish() understands. @param options chunk, precision, stop; onChunk is for progress
    std::function<Json(const ReadingOptions& options)> ask;
    /// Which part of the work is done when so many tokens are read, 0 … 1. Null: as of one text from its beginning.
    std::function<double(std::int64_t tokens)> share = {};
    std::vector<std::string> holdsToo = {};     ///< hashes of questions whose answers hold this one's
};

struct CellPlan {
    std::string name;                   ///< unique in the evaluation: "equidistant, 512 tokens, seed 0"
    std::int64_t questions = 0;
    double work = 1;                    ///< of one question, in any unit that is the same for all cells: gives the ETA
    std::int64_t tokens = 0;            ///< that are read and kept at once, at most: keys and values of so many must fit into memory
};

/// How the answers of a cell came about.
struct CellFacts {
    std::string promptsHash;            ///< XXH3 over the hashes of its questions
    std::int64_t asked = 0;             ///< this time; the others were known
    double seconds = 0;                 ///< of this time; where nothing was asked, of the time before, or of its answers one after the other. 0: not known
    std::string program = {};           ///< that answered: "bamscope 1.2.0", or several joined. Empty: this one
};

class Evaluation {
public:
    explicit Evaluation(const Subject& subject) : m_subject(subject) {}
    virtual ~Evaluation() = default;
    const Subject& subject() const { return m_subject; }

    virtual std::string title() const = 0;          ///< "pass key"
    virtual std::vector<CellPlan> cells() const = 0;
    /// Why a cell is passed over: the cells before it, all finished, leave no hope. Empty: it is asked.
    virtual std::string passedOver(std::size_t) const { return {}; }
    /// All but the tokenizer and the program that decides a cell's questions, so that a cell whose answers are known is taken without making its prompts again. Empty: making
    /// them costs little.
    virtual std::string cellKey(std::size_t) const { return {}; }
    /// The n-th question of a cell; the same one every time. May be called for any n, in any order.
    virtual Question question(std::size_t cell, std::int64_t n) = 0;
    /// One or two words on an answer that came in, for the progress: "3 found". @param answers of this rank, so far
    virtual std::string soFar(std::size_t, const std::vector<Json>&) const { return {}; }
    /// Can finish() use an answer that was kept? It may be of another version of the program, or changed by hand; then the question is asked again. By itself what soFar() can
    /// use is taken for usable.
    virtual bool understands(std::size_t cell, std::int64_t n, const Json& answer) const;
    /// All answers of a cell, in order. On every rank. May come again for a cell.
    virtual void finish(std::size_t cell, const std::vector<Json>& answers, const CellFacts& facts) = 0;
    /// Puts a finished cell into results.json. On rank 0.
    virtual void merge(Json& results, std::size_t cell) const = 0;
    /// A finished cell as one event (`bamscope --batch --json`) and as one line for people.
    virtual Json event(std::size_t cell) const = 0;
    virtual std::string line(std::size_t cell) const = 0;

protected:
    const Subject& m_subject;
};

/// What every entry of results.json says about its making: checkpoint and its hash, tokenizer, precision, prompts' hash, program, seconds (as far as they are known).
void addProvenance(Json& entry, const Subject& subject, const CellFacts& facts);
/// The entry of results.json that says it was made from these prompts by this subject, wherever it stands; null when there is none.
const Json* entryMadeBy(const Json& results, const Subject& subject, const std::string& promptsHash);

/// All of a subject that decides its answers, as one hash: what its questions in the journal begin with. The same in every version of the program.
std::string subjectKey(const Subject& subject);
/// "bamscope 1.2.0": who answers now.
std::string thisProgram();

/// @throws Error (Usage) when the tokenizer has more pieces than the model knows
void requireFits(const Subject& subject);

/// Bytes of keys and values of so many tokens.
double cacheBytes(const Subject& subject, std::int64_t tokens);
/// @param free bytes of the subject's device, of which `users` processes take as much @throws Error (Environment) naming the cell whose keys and values do not fit
void requireMemory(const Subject& subject, const std::vector<CellPlan>& cells, double free, int users = 1);

/// What reading so many tokens costs, in the unit of CellPlan::work: a token's part grows with those before it.
double readingWork(std::int64_t tokens);

/// XXH3 of tokens and whatever else decides an answer.
std::string questionHash(const std::string& scoring, std::span<const std::int32_t> tokens, std::span<const std::int32_t> answer = {});

}  // namespace bam::eval
