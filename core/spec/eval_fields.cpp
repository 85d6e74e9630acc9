// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the section `evaluation` and of the sections inside it.
#include "core/spec/spec_fields.h"

#include "core/encoding/scaling/rope_scaling.h"

#include <QtGlobal>

namespace bam::spec {
namespace {

constexpr double kLargestSeed = 9007199254740991.0;
constexpr double kLongestPrompt = 1e9;

}  // namespace

template <>
const std::vector<SectionField<PasskeySpec>>& fields<PasskeySpec>()
{
    static const std::vector<SectionField<PasskeySpec>> all = {
        {{.key = "lengths", .title = QT_TRANSLATE_NOOP("core", "Lengths"),
             .help = QT_TRANSLATE_NOOP("core", "Prompt lengths to test; each is met by whole filler sentences and not exceeded, except where the shortest prompt is longer."), .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 0, .max = kLongestPrompt, .flag = "passkey_lengths"},
            &PasskeySpec::lengths},
        {{.key = "samplings", .title = QT_TRANSLATE_NOOP("core", "Depths"),
             .help = QT_TRANSLATE_NOOP("core", "Where the key is hidden: equidistant depths, random, at the beginning or the end."), .choices = {"equidistant", "random", "beginning", "end"}, .flag = "passkey_samplings", .aliases = {"sampling"}},
            &PasskeySpec::samplings},
        {{.key = "samples", .title = QT_TRANSLATE_NOOP("core", "Prompts per length"),
             .help = QT_TRANSLATE_NOOP("core", "More prompts narrow the interval: 20 leave about ± 20 points."), .min = 1, .max = 1e6, .flag = "passkey_samples"},
            &PasskeySpec::samples},
        {{.key = "seeds", .title = QT_TRANSLATE_NOOP("core", "Seeds"),
             .help = QT_TRANSLATE_NOOP("core", "Keys and random depths follow from these numbers alone. With several, every depth is tried as often: the map of depth and length needs that."), .min = 0, .max = kLargestSeed, .flag = "passkey_seeds", .aliases = {"passkey_seed"}},
            &PasskeySpec::seeds},
        {{.key = "filler", .title = QT_TRANSLATE_NOOP("core", "Filler"),
             .help = QT_TRANSLATE_NOOP("core", "noise: the official sentences, over and over. Or a text file: its sentences, in their order, hide the key, which is harder."), .flag = "passkey_filler"},
            &PasskeySpec::filler},
        {{.key = "scoring", .title = QT_TRANSLATE_NOOP("core", "Scoring"),
             .help = QT_TRANSLATE_NOOP("core", "teacher_forced: each digit is predicted with the true digits before it, as in the paper. generated: the model writes the key itself. both shows either."), .choices = {"teacher_forced", "generated", "both"}, .flag = "passkey_scoring"},
            &PasskeySpec::scoring},
        {{.key = "digits", .title = QT_TRANSLATE_NOOP("core", "Digits"),
             .help = QT_TRANSLATE_NOOP("core", "Digits of the key; all must be right. Several numbers are tested one after the other."), .min = 1, .max = 18, .flag = "passkey_digits", .advanced = true},
            &PasskeySpec::digits},
        {{.key = "prefix_digits", .title = QT_TRANSLATE_NOOP("core", "Given digits"),
             .help = QT_TRANSLATE_NOOP("core", "First digits of the key that the question already gives; not scored."), .min = 0, .max = 17, .flag = "passkey_prefix_digits", .advanced = true},
            &PasskeySpec::prefixDigits},
        {{.key = "official_space", .title = QT_TRANSLATE_NOOP("core", "Official double space"),
             .help = QT_TRANSLATE_NOOP("core", "Reproduces the double space before the digits in the official prompts, for comparisons with official numbers."), .flag = "passkey_official_space", .advanced = true},
            &PasskeySpec::officialSpace},
        {{.key = "patience", .title = QT_TRANSLATE_NOOP("core", "Patience"),
             .help = QT_TRANSLATE_NOOP("core", "Stops after so many lengths in a row without a hit; 0 tests all."), .min = 0, .max = 1e6, .flag = "passkey_patience", .advanced = true},
            &PasskeySpec::patience},
    };
    return all;
}

template <>
const std::vector<SectionField<RulerSpec>>& fields<RulerSpec>()
{
    static const std::vector<SectionField<RulerSpec>> all = {
        {{.key = "tasks", .title = QT_TRANSLATE_NOOP("core", "RULER tasks"),
             .help = QT_TRANSLATE_NOOP("core", "Needles in a haystack with one or several keys, values and questions; vt follows variables through assignments, cwe and fwe find the commonest words."), .choices = {"niah_single_1", "niah_single_2", "niah_single_3", "niah_multikey_1", "niah_multikey_2", "niah_multikey_3", "niah_multivalue", "niah_multiquery", "vt", "cwe", "fwe"}, .flag = "ruler_tasks"},
            &RulerSpec::tasks},
        {{.key = "lengths", .title = QT_TRANSLATE_NOOP("core", "RULER lengths"),
             .help = QT_TRANSLATE_NOOP("core", "Lengths of prompt and answer together; filler is added up to them, never beyond."), .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 1, .max = kLongestPrompt, .flag = "ruler_lengths"},
            &RulerSpec::lengths},
        {{.key = "samples", .title = QT_TRANSLATE_NOOP("core", "RULER prompts"),
             .help = QT_TRANSLATE_NOOP("core", "Prompts per task and length; RULER itself takes 500."), .min = 1, .max = 1e6, .flag = "ruler_samples"},
            &RulerSpec::samples},
        {{.key = "seed", .title = QT_TRANSLATE_NOOP("core", "RULER seed"),
             .help = QT_TRANSLATE_NOOP("core", "Needles and their places follow from this number alone."), .min = 0, .max = kLargestSeed, .flag = "ruler_seed"},
            &RulerSpec::seed},
        {{.key = "essays", .title = QT_TRANSLATE_NOOP("core", "Essays"),
             .help = QT_TRANSLATE_NOOP("core", "Text file, or folder of them, whose sentences hide the needles of the tasks that use essays; RULER takes essays by Paul Graham."), .flag = "ruler_essays"},
            &RulerSpec::essays},
        {{.key = "answer_prefix", .title = QT_TRANSLATE_NOOP("core", "Answer prefix"),
             .help = QT_TRANSLATE_NOOP("core", "The prompt ends with the first words of the answer. Models that were trained on plain text need it; turn it off for models that follow instructions."), .flag = "ruler_answer_prefix", .advanced = true},
            &RulerSpec::answerPrefix},
    };
    return all;
}

template <>
const std::vector<SectionField<ChoiceSpec>>& fields<ChoiceSpec>()
{
    static const std::vector<SectionField<ChoiceSpec>> all = {
        {{.key = "tasks", .title = QT_TRANSLATE_NOOP("core", "Multiple choice"),
             .help = QT_TRANSLATE_NOOP("core", "What to ask: mmlu=FOLDER, arc=FILE (JSON Lines or Parquet as the Hub serves them), or a template: a JSON file that says where question, choices and answer are."), .flag = "choice_tasks"},
            &ChoiceSpec::tasks},
        {{.key = "shots", .title = QT_TRANSLATE_NOOP("core", "Examples"),
             .help = QT_TRANSLATE_NOOP("core", "Solved examples before each question: the first ones of the task's examples (MMLU: dev, ARC: train)."), .min = 0, .max = 1000, .flag = "choice_shots", .aliases = {"num_fewshot"}},
            &ChoiceSpec::shots},
        {{.key = "limit", .title = QT_TRANSLATE_NOOP("core", "Questions"),
             .help = QT_TRANSLATE_NOOP("core", "First questions of each subject that are asked; 0 asks all."), .min = 0, .max = 1e9, .flag = "choice_limit"},
            &ChoiceSpec::limit},
        {{.key = "max_tokens", .title = QT_TRANSLATE_NOOP("core", "Longest question"),
             .help = QT_TRANSLATE_NOOP("core", "Tokens that a question with its examples may have; 0 takes any."), .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 0, .max = kLongestPrompt, .flag = "choice_max_tokens", .advanced = true},
            &ChoiceSpec::maxTokens},
        {{.key = "too_long", .title = QT_TRANSLATE_NOOP("core", "Longer questions"),
             .help = QT_TRANSLATE_NOOP("core", "skip leaves them out and says how many; cut drops their beginning, as the public harness does; refuse ends the evaluation."), .choices = {"skip", "cut", "refuse"}, .flag = "choice_too_long", .advanced = true},
            &ChoiceSpec::tooLong},
        {{.key = "bad_rows", .title = QT_TRANSLATE_NOOP("core", "Unsound rows"),
             .help = QT_TRANSLATE_NOOP("core", "skip leaves out rows without a question, choices or a right answer, and files that cannot be read, and says how many; refuse ends the test at the first."), .choices = {"skip", "refuse"}, .flag = "choice_bad_rows", .advanced = true},
            &ChoiceSpec::badRows},
        {{.key = "bos", .title = QT_TRANSLATE_NOOP("core", "Beginning mark"),
             .help = QT_TRANSLATE_NOOP("core", "Begins prompts with the tokenizer's beginning-of-sequence piece; take what the model saw in training."), .flag = "choice_bos", .advanced = true},
            &ChoiceSpec::bos},
    };
    return all;
}

template <>
const std::vector<SectionField<EvalSpec>>& fields<EvalSpec>()
{
    static const std::vector<SectionField<EvalSpec>> all = {
        {{.key = "run_passkey", .title = QT_TRANSLATE_NOOP("core", "Pass-key test"),
             .help = QT_TRANSLATE_NOOP("core", "Whether the pass-key test is run.")},
            &EvalSpec::runPasskey},
        {{.key = "run_ruler", .title = QT_TRANSLATE_NOOP("core", "RULER"),
             .help = QT_TRANSLATE_NOOP("core", "Whether RULER's tasks are run.")},
            &EvalSpec::runRuler},
        {{.key = "chunk", .title = QT_TRANSLATE_NOOP("core", "Chunk"),
             .help = QT_TRANSLATE_NOOP("core", "Queries processed at once; memory is weights, KV cache and one chunk."), .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 1, .max = 16777216, .advanced = true},
            &EvalSpec::chunk},
        {{.key = "cache_dtype", .title = QT_TRANSLATE_NOOP("core", "Cache precision"),
             .help = QT_TRANSLATE_NOOP("core", "Type of the keys and values kept from earlier chunks; bfloat16 halves their memory."), .choices = {"float32", "bfloat16"}, .advanced = true},
            &EvalSpec::cacheDtype},
        {{.key = "checkpoint", .title = QT_TRANSLATE_NOOP("core", "Checkpoint"),
             .help = QT_TRANSLATE_NOOP("core", "latest, a step number, or the path of a checkpoint."), .flag = "eval_checkpoint"},
            &EvalSpec::checkpoint},
        {{.key = "perplexity", .title = QT_TRANSLATE_NOOP("core", "Perplexity on"),
             .help = QT_TRANSLATE_NOOP("core", "Text file or folder of token shards on which perplexity is measured; empty: it is not. Each line of a .txt file is a document, and its line breaks are neither predicted nor counted; so is each row of .jsonl and Parquet, whose texts keep their line breaks.")},
            &EvalSpec::perplexity},
        {{.key = "perplexity_bad_rows", .title = QT_TRANSLATE_NOOP("core", "Unsound texts"),
             .help = QT_TRANSLATE_NOOP("core", "skip leaves out rows without a text, and what cannot be read of a file, and says how many; refuse ends the test at the first."), .choices = {"skip", "refuse"}, .advanced = true},
            &EvalSpec::perplexityBadRows},
        {{.key = "perplexity_kinds", .title = QT_TRANSLATE_NOOP("core", "Perplexity kinds"),
             .help = QT_TRANSLATE_NOOP("core", "by_position: one long forward, how well far positions are predicted with everything before them in sight. sliding: a window of fixed length moved over the text. They answer different questions."), .choices = {"by_position", "sliding"}},
            &EvalSpec::perplexityKinds},
        {{.key = "perplexity_documents", .title = QT_TRANSLATE_NOOP("core", "Documents"),
             .help = QT_TRANSLATE_NOOP("core", "across: the text is one stream, as in the official code. within: every document is read alone, from its own beginning."), .choices = {"across", "within"}},
            &EvalSpec::perplexityDocuments},
        {{.key = "perplexity_tokens", .title = QT_TRANSLATE_NOOP("core", "Perplexity length"),
             .help = QT_TRANSLATE_NOOP("core", "Positions of the forward that measures perplexity, a multiple of the window; time grows with the square."), .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 1, .max = 16777216},
            &EvalSpec::perplexityTokens},
        {{.key = "perplexity_window", .title = QT_TRANSLATE_NOOP("core", "Perplexity window"),
             .help = QT_TRANSLATE_NOOP("core", "Positions over which cross-entropy is averaged for one point of the curve."), .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 1, .max = 16777216, .advanced = true},
            &EvalSpec::perplexityWindow},
        {{.key = "perplexity_sequences", .title = QT_TRANSLATE_NOOP("core", "Perplexity sequences"),
             .help = QT_TRANSLATE_NOOP("core", "Stretches of the text, one after the other, over which the curve is averaged; more make it smoother."), .min = 1, .max = 100000, .advanced = true},
            &EvalSpec::perplexitySequences},
        {{.key = "perplexity_context", .title = QT_TRANSLATE_NOOP("core", "Sliding context"),
             .help = QT_TRANSLATE_NOOP("core", "Tokens that each forward of sliding perplexity sees."), .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 2, .max = 16777216},
            &EvalSpec::perplexityContext},
        {{.key = "perplexity_stride", .title = QT_TRANSLATE_NOOP("core", "Sliding stride"),
             .help = QT_TRANSLATE_NOOP("core", "How far the next forward is moved; its last tokens, as many, are scored. Smaller is slower and gives every token more context."), .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 1, .max = 16777216},
            &EvalSpec::perplexityStride},
        {{.key = "perplexity_total", .title = QT_TRANSLATE_NOOP("core", "Sliding length"),
             .help = QT_TRANSLATE_NOOP("core", "Tokens of the text that sliding perplexity scores; 0 takes all."), .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 0, .max = 1e12, .advanced = true},
            &EvalSpec::perplexityTotal},
        {{.key = "rope_scaling", .title = QT_TRANSLATE_NOOP("core", "RoPE scaling"),
             .help = QT_TRANSLATE_NOOP("core", "How a model with RoPE is stretched to longer contexts than it was trained with: linear interpolates positions, ntk enlarges the base, yarn does "
                     "either by frequency and sharpens attention; none leaves it."),
             .choices = encoding::ropeScalingNames(), .advanced = true},
            &EvalSpec::ropeScaling},
        {{.key = "rope_factor", .title = QT_TRANSLATE_NOOP("core", "RoPE factor"),
             .help = QT_TRANSLATE_NOOP("core", "How many times longer than in training contexts shall be: 8 for 4,096 tokens after 512. Larger than needed costs accuracy."), .min = 1, .max = 1e6,
             .advanced = true},
            &EvalSpec::ropeFactor},
        {{.key = "rope_original_length", .title = QT_TRANSLATE_NOOP("core", "RoPE trained length"),
             .help = QT_TRANSLATE_NOOP("core", "Tokens of the contexts that the model was trained with, from which yarn tells slow from fast frequencies."), .unit = QT_TRANSLATE_NOOP("core", "tokens"),
             .min = 1, .max = 16777216, .unset = -1, .unsetMeaning = QT_TRANSLATE_NOOP("core", "the sequence length of the training"), .advanced = true},
            &EvalSpec::ropeOriginalLength},
    };
    return all;
}

}  // namespace bam::spec
