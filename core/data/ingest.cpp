// SPDX-License-Identifier: GPL-3.0-or-later
// Invariant: the bytes of the shards depend on the inputs and the settings alone: not on threads, and not on how often the ingest was
// interrupted. A shard is on disk before the state that names it.
#include "core/data/ingest.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/data/ingest_output.h"
#include "core/data/ingest_pipeline.h"
#include "core/data/ingest_state.h"
#include "core/runs/folder_lock.h"

#include <chrono>

namespace bam::data {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double kMebibyte = 1024.0 * 1024.0;
constexpr std::int64_t kLargestShard = 2'000'000'000;

std::string sourceOf(const IngestSpec& spec)
{
    std::vector<std::string> names;
    for (const auto& input : spec.inputs)
        if (names.size() < 8)
            names.push_back(input == "-" ? "standard input" : fs::path(input / "").parent_path().filename().string());
    return str(joinNames(names, "and"), spec.inputs.size() > names.size() ? str(" and ", spec.inputs.size() - names.size(), " more") : std::string());
}

class Ingest {
public:
    Ingest(const IngestSpec& spec, const ProgressFn& progress, std::stop_token stop)
        : m_spec(spec), m_progress(progress), m_stop(std::move(stop)), m_tokenizer(tokenizer::Tokenizer::load(spec.tokenizer)),
          m_inputs(findInputs(spec.inputs, spec.output))
    {
        for (const auto& file : m_inputs.files) {
            m_bytesBefore.push_back(m_bytesBefore.empty() ? 0 : m_bytesBefore.back() + m_inputs.files[m_bytesBefore.size() - 1].bytes);
            checkSchema(file, readerOptions());
        }
    }

    IngestReport run()
    {
        if (finishedBefore())
            return report(prepare());
        createOutput();
        const runs::FolderLock lock(m_spec.output, kIngestLock);
        const bool resumed = prepare();
        if (!m_state.finished) {
            try {
                convert(resumed);
            } catch (const Error& error) {
                if (error.code() != ErrorCode::Stopped)
                    throw;
                throw Error(ErrorCode::Stopped, str("stopped; ", m_spec.output.string(), " holds ", withThousands(finishedShards()),
                                finishedShards() == 1 ? " finished shard" : " finished shards"),
                    "Run the same command again with resume to continue.");
            }
        }
        return report(resumed);
    }

private:
    ReaderOptions readerOptions() const { return {.column = m_spec.column, .wholeFiles = m_spec.unit == "file"}; }

    std::int64_t finishedShards() const
    {
        const auto saved = loadState(m_spec.output);
        return saved ? saved->shards : 0;
    }

    /// Of an ingest that is to go on: nothing is written then, so neither a lock nor rights to write are needed.
    bool finishedBefore() const
    {
        const auto earlier = m_spec.resume ? loadState(m_spec.output) : std::nullopt;
        return earlier && earlier->finished;
    }

    void createOutput() const
    {
        std::error_code error;
        fs::create_directories(m_spec.output, error);
        if (error || !fs::is_directory(m_spec.output))
            throwFileError(m_spec.output, "create", error ? error.value() : ENOTDIR);
    }

    /// Decides where to begin. True when an earlier ingest is continued.
    bool prepare()
    {
        const auto settings = ingestSettings(m_spec, m_inputs, m_tokenizer.sha256());
        const auto present = shardsIn(m_spec.output);
        auto earlier = m_spec.resume ? loadState(m_spec.output) : std::nullopt;
        if (!earlier) {
            if (!present.empty())
                throw Error(ErrorCode::Usage, str(m_spec.output.string(), " already holds ", withThousands(std::int64_t(present.size())),
                                present.size() == 1 ? " shard (" : " shards (", present.front().filename().string(),
                                m_spec.resume ? "), and no ingest_state.json to continue from" : ")"),
                    m_spec.resume ? "Write to an empty folder." : "Write to an empty folder, or continue an interrupted ingest with resume.");
            m_state.settings = settings;
            saveState(m_spec.output, m_state);
            return false;
        }
        requireSameSettings(earlier->settings, settings, m_spec.output);
        if (earlier->shards < 0 || earlier->file < 0 || earlier->file >= std::int64_t(m_inputs.files.size()))
            throw Error(ErrorCode::Failed, str(statePath(m_spec.output).string(), " contradicts the inputs"), "Start over in an empty folder.");
        m_state = *earlier;
        m_wasFinished = m_state.finished;
        for (std::int64_t shard = 0; shard < m_state.shards; ++shard)
            if (!fs::exists(shardPath(m_spec.output, shard)))
                throw Error(ErrorCode::Failed, str(shardPath(m_spec.output, shard).string(), " is missing; ", withThousands(m_state.shards),
                                " shards were finished"), "Put it back, or start over in an empty folder.");
        if (!m_state.finished)
            removeUnrecorded(present);
        return true;
    }

    /// A shard that was written when the program ended before the state was: it is made again.
    void removeUnrecorded(const std::vector<fs::path>& present) const
    {
        for (const auto& path : present) {
            if (path.filename() < shardPath({}, m_state.shards).filename())
                continue;
            std::error_code error;
            fs::remove(path, error);
            if (error)
                throwFileError(path, "remove", error.value());
        }
    }

    void convert(bool resumed)
    {
        PipelineOptions options;
        options.reader = readerOptions();
        options.bos = m_spec.bos ? m_tokenizer.bos() : -1;
        options.eos = m_spec.eos ? m_tokenizer.eos() : -1;
        options.threads = m_spec.threads > 0 ? m_spec.threads : int(std::max(1u, std::thread::hardware_concurrency()));
        m_repeatFirst = resumed && m_state.shards > 0;
        if (m_repeatFirst) {
            options.firstFile = m_state.file;
            options.firstPlace = m_state.place;
        }
        ShardSink sink(m_spec.output, m_spec.shardTokens,
            {.tokenizerName = m_tokenizer.name(), .tokenizerSha256 = m_tokenizer.sha256(), .tokenizerPath = fs::absolute(m_tokenizer.path()).string(),
                .source = sourceOf(m_spec), .pieces = m_tokenizer.pieceCount()});
        try {
            IngestPipeline pipeline(m_inputs.files, m_tokenizer, options);
            while (!enough())
                if (const auto batch = pipeline.next(m_stop))
                    take(*batch, sink);
                else
                    break;
            endFile();
            requireDocuments();
            sink.finish(m_state);
        } catch (...) {
            discardEmptyState();
            throw;
        }
    }

    bool enough() const { return m_spec.maxDocuments >= 0 && !m_repeatFirst && m_state.counts.documents >= m_spec.maxDocuments; }

    void take(const TokenizedBatch& batch, ShardSink& sink)
    {
        const auto* ids = batch.ids.data();
        for (const auto& document : batch.documents) {
            if (enough())
                return;
            if (m_repeatFirst)
                takeAgain(document, ids, sink);
            else
                takeNew(document, ids, sink);
            ids += document.tokens;
        }
        reportProgress(batch.documents.back());
    }

    /// The document in which the finished shards end: its remaining tokens, and nothing is counted twice.
    void takeAgain(const TokenizedDocument& document, const std::int32_t* ids, ShardSink& sink)
    {
        if (document.outcome != TokenizedDocument::Outcome::Kept || document.hash != m_state.textHash || document.place != m_state.place
            || m_state.tokensUsed > document.tokens)
            throw Error(ErrorCode::Failed, str(placeName(document), " is not the text at which the ingest was interrupted"),
                "The input has changed: start over in an empty folder.");
        m_repeatFirst = false;
        m_bytesAtStart = double(m_bytesBefore[std::size_t(document.file)] + document.diskBytes);    // for the ETA: nothing was done for these
        sink.append(ids, m_state.tokensUsed, document.tokens, std::uint32_t(m_state.counts.documents - 1), m_state);
    }

    void takeNew(const TokenizedDocument& document, const std::int32_t* ids, ShardSink& sink)
    {
        count(document);
        if (document.outcome != TokenizedDocument::Outcome::Kept)
            return;
        m_state.file = document.file;
        m_state.place = document.place;
        m_state.textHash = document.hash;
        sink.append(ids, 0, document.tokens, std::uint32_t(m_state.counts.documents - 1), m_state);
    }

    void count(const TokenizedDocument& document)
    {
        using Outcome = TokenizedDocument::Outcome;
        auto& counts = m_state.counts;
        if (document.file != counts.file) {
            endFile();
            counts.file = document.file;
            counts.fileRows = counts.fileBroken = 0;
            counts.fileFirstBroken.clear();
        }
        counts.repaired.add(document.repaired, [&] { return placeName(document); });
        switch (document.outcome) {
        case Outcome::Kept:
            ++counts.documents;
            counts.tokens += document.tokens;
            counts.bytes += document.bytes;
            ++counts.fileRows;
            break;
        case Outcome::Empty:
            ++counts.empty;
            counts.fileRows += document.jsonRow;
            break;
        case Outcome::Broken:
            counts.broken.add(1, [&] { return str(placeName(document), ": ", document.problem); });
            if (counts.fileBroken++ == 0)
                counts.fileFirstBroken = str("line ", withThousands(document.place.number), ": ", document.problem);
            break;
        case Outcome::NoColumn:
            if (counts.fileRows == 0)
                throw Error(ErrorCode::Usage, str(placeName(document), ": ", document.problem), "Choose the column that holds the text.");
            counts.noColumn.add(1, [&] { return placeName(document); });
            break;
        }
    }

    /// A file of which no line is JSON is another kind of file, not a file with a few bad lines.
    void endFile() const
    {
        const auto& counts = m_state.counts;
        if (counts.fileBroken > 0 && counts.fileRows == 0)
            throw Error(ErrorCode::Failed, str("no line of ", m_inputs.files[std::size_t(counts.file)].name(), " is a JSON object (",
                            withThousands(counts.fileBroken), counts.fileBroken == 1 ? " line; " : " lines; ", counts.fileFirstBroken, ")"),
                "Expected is JSON Lines: one object per line, not one array or one indented object over many lines.");
    }

    void requireDocuments() const
    {
        const auto& counts = m_state.counts;
        if (counts.documents > 0)
            return;
        throw Error(ErrorCode::Usage, m_spec.maxDocuments == 0 ? std::string("max_documents is 0: there is nothing to do")
                                                               : str("there is no text in the inputs: ", withThousands(counts.empty), " documents, all empty"),
            "Give files that hold text.");
    }

    /// Leaves no trace of an ingest that wrote nothing.
    void discardEmptyState() const
    {
        if (m_state.shards > 0 || !shardsIn(m_spec.output).empty())
            return;
        std::error_code error;
        fs::remove(statePath(m_spec.output), error);
    }

    std::string placeName(const TokenizedDocument& document) const
    {
        const auto& file = m_inputs.files[std::size_t(document.file)];
        return str(file.name(), file.format == TextFormat::Parquet ? ", row " : ", line ", withThousands(document.place.number));
    }

    void reportProgress(const TokenizedDocument& last) const
    {
        if (!m_progress)
            return;
        const auto done = double(m_bytesBefore[std::size_t(last.file)] + last.diskBytes) - m_bytesAtStart;
        const bool known = std::none_of(m_inputs.files.begin(), m_inputs.files.end(), [](const InputFile& file) { return file.isStandardInput(); });
        const auto total = known ? double(m_inputs.bytes) - m_bytesAtStart : 0;
        m_progress({"tokenizing", done / kMebibyte, total / kMebibyte, "MiB", seconds(),
            str(withThousands(m_state.counts.documents), " documents, ", withThousands(m_state.counts.tokens), " tokens")});
    }

    double seconds() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }

    IngestReport report(bool resumed) const
    {
        const auto& counts = m_state.counts;
        IngestReport report{.documents = counts.documents, .tokens = counts.tokens, .shards = m_state.shards, .bytes = counts.bytes,
            .repairedBytes = counts.repaired.count, .skipped = counts.empty + counts.broken.count + counts.noColumn.count, .notes = {}};
        report.resumed = resumed;
        report.seconds = seconds();
        auto& notes = report.notes;
        const auto plural = [](std::int64_t count, const char* one, const char* many) { return str(withThousands(count), ' ', count == 1 ? one : many); };
        if (resumed && m_wasFinished)
            notes.push_back("this ingest was already finished; nothing was done");
        for (const auto& note : m_inputs.notes)
            notes.push_back(note);
        if (m_spec.bos && m_tokenizer.bos() < 0)
            notes.push_back(str("the tokenizer ", m_tokenizer.name(), " has no BOS token: documents begin without one"));
        if (m_spec.eos && m_tokenizer.eos() < 0)
            notes.push_back(str("the tokenizer ", m_tokenizer.name(), " has no EOS token: documents end without one"));
        if (counts.empty > 0)
            notes.push_back(str(plural(counts.empty, "empty document", "empty documents"), " skipped"));
        if (counts.broken.count > 0)
            notes.push_back(str(plural(counts.broken.count, "line that is no JSON object", "lines that are no JSON objects"), " skipped, the first is ", counts.broken.first));
        if (counts.noColumn.count > 0)
            notes.push_back(str(plural(counts.noColumn.count, "row", "rows"), " without text in the column \"", m_spec.column, "\" skipped, the first is ", counts.noColumn.first));
        if (counts.repaired.count > 0)
            notes.push_back(str(plural(counts.repaired.count, "invalid UTF-8 sequence", "invalid UTF-8 sequences"), " replaced by U+FFFD, the first in ", counts.repaired.first));
        return report;
    }

    const IngestSpec m_spec;
    const ProgressFn m_progress;
    const std::stop_token m_stop;
    const Clock::time_point m_start = Clock::now();
    const tokenizer::Tokenizer m_tokenizer;
    const InputList m_inputs;
    std::vector<std::int64_t> m_bytesBefore;    ///< of each file, those of the files before it
    double m_bytesAtStart = 0;                  ///< where this call began
    IngestState m_state;
    bool m_repeatFirst = false;                 ///< the next document is the one in which the finished shards end
    bool m_wasFinished = false;
};

void check(const IngestSpec& spec)
{
    if (spec.output.empty())
        throw Error(ErrorCode::Usage, "no output folder was given", "Name the folder that is to hold the shards.");
    if (spec.unit != "line" && spec.unit != "file")
        throw Error(ErrorCode::Usage, str("unit is \"", spec.unit, "\"; expected line or file"), "line: one document per line; file: one per file.");
    if (spec.shardTokens < 1 || spec.shardTokens > kLargestShard)
        throw Error(ErrorCode::Usage, str("shard_tokens is ", spec.shardTokens, "; expected 1 to ", withThousands(kLargestShard)), "100,000,000 is the official size.");
    if (spec.threads < 0 || spec.threads > 1024)
        throw Error(ErrorCode::Usage, str("threads is ", spec.threads, "; expected 0 (all cores) to 1024"), "0 takes all cores.");
}

}  // namespace

IngestReport ingest(const IngestSpec& spec, const ProgressFn& progress, std::stop_token stop)
{
    check(spec);
    return Ingest(spec, progress, std::move(stop)).run();
}

}  // namespace bam::data
