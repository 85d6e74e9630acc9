// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/shard_source.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/data/ingest_state.h"
#include "core/data/token_stream.h"
#include "core/spec/spec_io.h"
#include "core/tokenizer/tokenizer.h"

#include <ATen/ATen.h>

#include <filesystem>

namespace bam::data {
namespace {

using Json = nlohmann::ordered_json;

/// Sizes of a run in tokens, all from the spec.
struct Layout {
    std::int64_t rows, length;          ///< B, T
    std::int64_t accumulation;          ///< micro-batches per step and rank
    std::int64_t forward;               ///< of one micro-batch of all ranks
    std::int64_t step;
    std::int64_t validation, padding;

    std::int64_t begin() const { return validation + padding; }     ///< of training
};

Layout layoutOf(const spec::RunSpec& spec, RankPlace place)
{
    if (place.ranks < 1 || place.rank < 0 || place.rank >= place.ranks)
        throw Error(ErrorCode::Usage, str("rank ", place.rank, " of ", place.ranks, " does not exist."), "Ranks count from 0.");
    Layout layout{};
    layout.rows = spec.training.batchSize;
    layout.length = spec.training.sequenceLength;
    layout.forward = layout.rows * layout.length * place.ranks;
    layout.accumulation = spec::accumulationSteps(spec.training, place.ranks);
    layout.step = layout.forward * layout.accumulation;
    layout.validation = spec::validationTokens(spec, place.ranks);
    layout.padding = layout.validation > 0 ? spec.data.valTokensPadding : 0;
    if (layout.accumulation < 1 || (spec.training.tokensPerStep > 0 && layout.step != spec.training.tokensPerStep))
        throw Error(ErrorCode::Usage, str("tokens_per_step is not a multiple of batch_size · sequence_length · processes = ", withThousands(layout.forward), "."),
            "Choose a multiple of it.");
    return layout;
}

/// Position of each token's document in its row: 0, and one more whenever the stored id changes. [B, T]
at::Tensor countDocuments(const at::Tensor& ids, std::int64_t rows, std::int64_t length)
{
    at::Tensor counts = at::empty({rows, length}, at::kLong);
    const auto* const id = ids.const_data_ptr<std::int64_t>();
    auto* const count = counts.mutable_data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < rows * length; ++i)
        count[i] = i % length == 0 ? 0 : count[i - 1] + (id[i] != id[i - 1]);
    return counts;
}

std::int64_t wholeNumber(const Json& position, const char* key)
{
    const auto found = position.is_object() ? position.find(key) : position.end();
    if (found == position.end() || !found->is_number_integer() || *found < 0)
        throw Error(ErrorCode::Failed, str("the checkpoint's data position is ", position.dump(), "; an object with a whole number \"", key, "\" was expected."),
            "The checkpoint is damaged, or belongs to a run with another kind of data.");
    return found->get<std::int64_t>();
}

class ShardSource : public BatchSource {
public:
    ShardSource(const spec::RunSpec& spec, RankPlace place, const LogFn& log)
        : m_spec(spec), m_place(place), m_layout(layoutOf(spec, place)), m_unfinished(isUnfinished(spec.data.dataset)), m_stream(spec.data.dataset), m_next(m_layout.begin())
    {
        requireOneStep();
        findTokenizer(log);
        if (log)
            log(str("data: ", withThousands(m_stream.size()), " tokens in ", withThousands(std::int64_t(m_stream.shards().size())), m_stream.shards().size() == 1 ? " shard of \"" : " shards of \"",
                spec.data.dataset, "\", ", withThousands(steps()), " steps of ", withThousands(m_layout.step), " tokens"));
    }

    std::vector<Batch> nextStep() override
    {
        std::vector<Batch> batches;
        if (m_next + m_layout.step + 1 > m_stream.size())
            return batches;
        for (std::int64_t micro = 0; micro < m_layout.accumulation; ++micro)
            batches.push_back(batchAt(m_next + micro * m_layout.forward + m_place.rank * m_layout.rows * m_layout.length));
        m_next += m_layout.step;
        return batches;
    }

    std::vector<Batch> validation() override
    {
        std::vector<Batch> batches;
        // In turn, so that the ranks together take all of them however many ranks there are.
        const auto tokens = m_layout.rows * m_layout.length;
        for (auto begin = m_place.rank * tokens; begin + tokens <= m_layout.validation; begin += m_layout.forward)
            batches.push_back(batchAt(begin));
        return batches;
    }

    std::optional<std::int64_t> stepsAvailable() const override { return steps(); }

    Json position() const override { return {{"token", m_next}, {"tokens_per_step", m_layout.step}}; }

    void seek(const Json& position) override
    {
        const std::int64_t token = wholeNumber(position, "token");
        const std::int64_t step = wholeNumber(position, "tokens_per_step");
        if (step != m_layout.step)
            throw Error(ErrorCode::Usage, str("the checkpoint was made with steps of ", withThousands(step), " tokens, this run has steps of ",
                withThousands(m_layout.step), " tokens."), "Resume with the same tokens_per_step, on any number of processes that divides it.");
        if (token < m_layout.begin() || (token - m_layout.begin()) % m_layout.step != 0)
            throw Error(ErrorCode::Usage, str("the checkpoint continues at token ", withThousands(token), ", which is not where a step of this run begins: training begins at token ",
                withThousands(m_layout.begin()), "."), "Resume with the same val_tokens and val_tokens_padding.");
        if (token > m_stream.size())
            throw Error(ErrorCode::Failed, str("the checkpoint continues at token ", withThousands(token), ", but the shards in \"", m_spec.data.dataset,
                "\" hold ", withThousands(m_stream.size()), " tokens."), "Resume with the shards the run was started with.");
        m_next = token;
    }

    Json describe() const override
    {
        return {{"dataset_dir", m_spec.data.dataset}, {"batch_size", m_layout.rows}, {"seq_len", m_layout.length},
            {"grad_accum_steps", m_layout.accumulation}, {"val_tokens", m_layout.validation}, {"tokens_per_batch", m_layout.step},
            {"val_tokens_padding", m_layout.padding}, {"total_tokens", m_stream.size()}, {"iterations", steps()}, {"num_processes", m_place.ranks}};
    }

    std::string warning() const override
    {
        if (!m_unfinished)
            return {};
        const auto count = std::int64_t(m_stream.shards().size());
        return str("the ingest of \"", m_spec.data.dataset, "\" is not finished: the run trains on the ", count == 1 ? "one shard that is" : withThousands(count) + " shards that are",
            " there now, and a resume wants exactly these. Finish the ingest first (bamscope --batch dataset … --resume) and start a new run, or train on a folder of copies or links of these shards alone.");
    }

    std::string fingerprint() override { return m_stream.fingerprint(); }

    bool hasFingerprint(const std::string& recorded) override { return m_stream.hasFingerprint(recorded); }

    TokenizerId tokenizer() const override { return m_tokenizer; }

private:
    std::int64_t steps() const
    {
        // One more token than the windows hold: the last position needs a target.
        return (m_stream.size() - m_layout.begin() - 1) / m_layout.step;
    }

    void requireOneStep() const
    {
        if (m_stream.size() > m_layout.begin() + m_layout.step)
            return;
        throw Error(ErrorCode::Usage, str("\"", m_spec.data.dataset, "\" holds ", withThousands(m_stream.size()), " tokens, fewer than one step needs: ",
            withThousands(m_layout.validation), " for validation, ", withThousands(m_layout.padding), " of padding, ", withThousands(m_layout.step),
            " for the step and 1 for the last target, together ", withThousands(m_layout.begin() + m_layout.step + 1), "."),
            "Use more text, or lower val_tokens, val_tokens_padding or tokens_per_step.");
    }

    /// The tokenizer of the shards, compared with the one that the spec names and with the model's vocabulary.
    void findTokenizer(const LogFn& log)
    {
        const ShardInfo& made = m_stream.shards().front();
        m_tokenizer = {made.tokenizerName, made.tokenizerSha256, made.pieces, {}};
        if (!m_spec.data.tokenizer.empty()) {
            const auto given = tokenizer::Tokenizer::load(m_spec.data.tokenizer);
            if (!made.tokenizerSha256.empty() && given.sha256() != made.tokenizerSha256)
                throw Error(ErrorCode::Usage, str("data.tokenizer \"", m_spec.data.tokenizer, "\" (", withThousands(given.pieceCount()), " pieces, SHA-256 ",
                    given.sha256().substr(0, 12), "…) is not the tokenizer of the shards in \"", m_spec.data.dataset, "\": they were made with ",
                    made.tokenizerName, " (", withThousands(made.pieces), " pieces, SHA-256 ", made.tokenizerSha256.substr(0, 12), "…)."),
                    "Leave data.tokenizer empty, or make the shards again with it.");
            if (made.tokenizerSha256.empty() && log)
                log(str("note: the shards do not say which tokenizer file they were made with (only its name, \"", made.tokenizerName, "\"); \"",
                    m_spec.data.tokenizer, "\" is used unchecked"));
            m_tokenizer = {given.name(), given.sha256(), given.pieceCount(), m_spec.data.tokenizer};
        } else if (std::error_code failure; !made.tokenizerPath.empty() && std::filesystem::is_regular_file(made.tokenizerPath, failure)
                   && sha256OfFile(made.tokenizerPath) == made.tokenizerSha256) {
            m_tokenizer.path = made.tokenizerPath;
        }
        const std::int64_t vocabulary = m_spec.model.vocabulary;
        if (m_tokenizer.pieces > vocabulary)
            throw Error(ErrorCode::Usage, str("the tokenizer ", m_tokenizer.name, " of the shards has ", withThousands(m_tokenizer.pieces),
                " pieces, model.vocab_size is ", withThousands(vocabulary), "."),
                str("Set model.vocab_size to at least ", m_tokenizer.pieces, ", or use shards of a tokenizer of this vocabulary."));
        if (m_tokenizer.pieces > 0)
            m_stream.setLimit(m_tokenizer.pieces, "the tokenizer " + m_tokenizer.name);
        else
            m_stream.setLimit(vocabulary, "the model (model.vocab_size)");
    }

    /// The micro-batch that begins at stream position `begin`.
    Batch batchAt(std::int64_t begin)
    {
        const std::int64_t count = m_layout.rows * m_layout.length;
        const auto range = m_stream.read(begin, count + 1);
        // Copies: views of one tensor of B·T + 1 elements would not be contiguous rows for everyone who wants them so.
        return {range.tokens.slice(0, 0, count).reshape({m_layout.rows, m_layout.length}).clone(),
            range.tokens.slice(0, 1, count + 1).reshape({m_layout.rows, m_layout.length}).clone(),
            countDocuments(range.documents, m_layout.rows, m_layout.length)};
    }

    spec::RunSpec m_spec;
    RankPlace m_place;
    Layout m_layout;
    bool m_unfinished;          ///< its ingest, before the shards were listed
    TokenStream m_stream;
    std::int64_t m_next;        ///< stream position of the next window
    TokenizerId m_tokenizer;
};

}  // namespace

std::unique_ptr<BatchSource> openShardSource(const spec::RunSpec& spec, RankPlace place, const LogFn& log)
{
    return std::make_unique<ShardSource>(spec, place, log);
}

}  // namespace bam::data
