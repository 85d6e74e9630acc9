// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/report_tables.h"

#include "app/work/figure_files.h"
#include "app/work/report_columns.h"
#include "core/base/text.h"
#include "core/compare/passkey_lengths.h"
#include "core/compare/result_rows.h"
#include "core/runs/imported.h"
#include "core/runs/run_record.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace bam::work {
namespace {

using views::PlainCell;

constexpr std::size_t kMostWindows = 8;         // columns of perplexity by position
constexpr std::size_t kMostSubjects = 8;        // of a task that have columns of their own

QString text(const std::string& words) { return QString::fromStdString(words); }

/// Losses of other data or other tokenizers are measures of different things, and so may be those of runs that do not tell theirs.
Better betterLoss(const std::vector<ReportRun>& runs, const compare::Comparison& comparison)
{
    const bool known = std::all_of(runs.begin(), runs.end(), [](const auto& run) { return run.data.parameters.known || (!std::isfinite(run.trainingLoss) && run.data.validationLoss.empty()); });
    const bool same = std::all_of(comparison.rows.begin(), comparison.rows.end(), [](const auto& row) { return row.kind != compare::RowKind::ValidationLoss || row.comparable; });
    return known && same ? Better::Lower : Better::Neither;
}

void addTraining(std::vector<ReportTable>& tables, const std::vector<ReportRun>& runs, const std::vector<ReportEntry>& entries, const compare::Comparison& comparison)
{
    const auto better = betterLoss(runs, comparison);
    const auto step = [](const ReportRun& run) { return run.data.step >= 0 ? QStringLiteral("at step %1").arg(run.data.step) : QString(); };
    addTable(tables, QStringLiteral("training"), QStringLiteral("Training"),
        QStringLiteral("Training loss: mean of the last 20 logged rows; validation loss: of held-back tokens, last and best. Both in nats per token; they compare where data and tokenizer are the same, and only then the best is marked. "
                       "M: millions, T: tokens of a training sequence."),
        tableOf(runs, entries,
            {{QStringLiteral("Parameters (M)"), 2, Better::Neither, [](const auto& run) { return plainNumber(run.data.parameterCount / 1e6); }},
                {QStringLiteral("T"), 0, Better::Neither, [](const auto& run) { return run.data.trainedLength > 0 && run.scaling.empty() ? plainNumber(double(run.data.trainedLength)) : std::nullopt; }},
                {QStringLiteral("Steps"), 0, Better::Neither, [](const auto& run) { return run.data.step >= 0 ? plainNumber(double(run.data.step)) : std::nullopt; }},
                {QStringLiteral("Tokens (M)"), 2, Better::Neither, [](const auto& run) { return plainNumber(run.data.tokensSeen / 1e6); }},
                {QStringLiteral("Training loss"), 4, better, [step](const auto& run) { return plainNumber(run.trainingLoss, step(run)); }},
                {QStringLiteral("Validation loss"), 4, better, [step](const auto& run) { return plainNumber(run.data.finalLoss, step(run)); }},
                {QStringLiteral("Best validation loss"), 4, better, [](const auto& run) { return plainNumber(run.data.bestLoss); }},
                {QStringLiteral("Minutes"), 1, Better::Neither, [](const auto& run) { return plainNumber(run.data.seconds / 60); }}}));
}

/// Results of the same prompts are tested against each other, as the window's comparison does.
void markTested(views::PlainTable& table, const compare::Comparison& comparison)
{
    bool notWorse = false;
    for (qsizetype column = 1; column < table.header.size(); ++column)
        for (const auto& row : comparison.rows) {
            const auto title = row.kind == compare::RowKind::Accuracy ? QString::number(row.length) : row.kind == compare::RowKind::MeanAccuracy ? QStringLiteral("Mean") : QString();
            if (title != table.header[column] || title.isEmpty())
                continue;
            for (qsizetype n = 0; n < table.rows.size() && std::size_t(n) < row.cells.size(); ++n)
                if (row.cells[std::size_t(n)].mark == compare::Mark::NotWorse && table.rows[n][column].mark != compare::Mark::Best) {
                    table.rows[n][column].mark = compare::Mark::NotWorse;
                    notWorse = true;
                }
        }
    if (notWorse)
        table.note += QStringLiteral(" \u2248: not significantly worse (bootstrap over prompts and exact test, both at 0.05; Holm's correction over lengths).");
}

void addPasskey(std::vector<ReportTable>& tables, const std::vector<ReportRun>& runs, const std::vector<ReportEntry>& entries, const compare::Comparison& first)
{
    std::vector<compare::RunData> data;
    compare::Request request;
    std::vector<const compare::Results*> results;
    for (const auto& run : runs) {
        data.push_back(run.data);
        results.push_back(&run.data.results);
    }
    for (const auto& entry : entries)
        request.columns.push_back({entry.title.toStdString(), entry.runs});
    for (const auto& protocol : first.protocols) {
        request.protocol = protocol.id;
        const auto comparison = protocol.id == first.protocol ? first : compare::compareRuns(data, request);
        std::vector<ReportColumn> columns;
        std::vector<std::int64_t> lengths;
        const auto asked = compare::askedLengths(results, protocol.id);
        const auto resultOf = [protocol, asked](const ReportRun& run, std::int64_t length) -> const compare::LengthResult* {
            const auto lengths = compare::passkeyLengths(run.data.results, protocol.id, asked);
            const auto found = lengths.find(length);
            return found == lengths.end() ? nullptr : found->second;
        };
        for (const auto& row : comparison.rows)
            if (row.kind == compare::RowKind::Accuracy) {
                lengths.push_back(row.length);
                columns.push_back({QString::number(row.length), 2, row.comparable ? Better::Higher : Better::Neither, [resultOf, length = row.length](const ReportRun& run) -> std::optional<Number> {
                    const auto* one = resultOf(run, length);
                    if (!one)
                        return std::nullopt;
                    return Number{one->accuracy, one->correct >= 0 ? std::optional(one->wilson) : std::nullopt, aboutMaking(one->making, one->samples, "prompts", compare::seedText(one->seeds))};
                }});
            }
        const bool sameSpace = std::all_of(comparison.rows.begin(), comparison.rows.end(), [](const auto& row) { return !row.higherIsBetter() || row.comparable; });
        columns.push_back({QStringLiteral("Mean"), 2, sameSpace ? Better::Higher : Better::Neither, [resultOf, lengths](const ReportRun& run) -> std::optional<Number> {
            double sum = 0;
            for (const auto length : lengths) {
                const auto* one = resultOf(run, length);
                if (!one)
                    return std::nullopt;
                sum += one->accuracy;
            }
            return lengths.size() > 1 ? std::optional(Number{sum / double(lengths.size()), std::nullopt, QStringLiteral("mean over %1 lengths").arg(lengths.size())}) : std::nullopt;
        }});
        auto table = tableOf(runs, entries, columns);
        markTested(table, comparison);
        const auto name = text(protocol.id);
        addTable(tables, QStringLiteral("passkey_") + fileName(name), QStringLiteral("Pass key: %1").arg(name),
            QStringLiteral("Share of prompts whose key was found, by the prompt's length in tokens, with 95 % Wilson intervals; of several runs mean, lowest and highest.%1")
                .arg(sameSpace ? QString() : QStringLiteral(" Some prompts have the official code's double space before the digits, others do not, so these numbers do not compare.")), table);
    }
}

/// A few windows that tell the curve: the first, the last, and some between that grow by equal factors.
std::vector<double> shownWindows(const std::vector<double>& positions)
{
    if (positions.size() <= kMostWindows)
        return positions;
    std::vector<double> shown{positions.front()};
    const double factor = std::pow(positions.back() / positions.front(), 1.0 / double(kMostWindows - 1));
    double wanted = positions.front();
    for (std::size_t n = 1; n + 1 < kMostWindows; ++n) {
        wanted *= factor;
        const auto at = std::lower_bound(positions.begin(), positions.end(), std::max(wanted, std::nextafter(shown.back(), wanted + 1)));
        if (at != positions.end() && *at > shown.back() && *at < positions.back())
            shown.push_back(*at);
    }
    shown.push_back(positions.back());
    return shown;
}

void addPerplexity(std::vector<ReportTable>& tables, const std::vector<ReportRun>& runs, const std::vector<ReportEntry>& entries)
{
    std::vector<std::string> corpora;
    for (const auto& run : runs)
        for (const auto& result : run.data.results.perplexity)
            if (std::find(corpora.begin(), corpora.end(), result.corpus) == corpora.end())
                corpora.push_back(result.corpus);
    for (const auto& corpus : corpora) {
        const auto resultOf = [corpus](const ReportRun& run) -> const compare::PerplexityResult* {
            const compare::PerplexityResult* found = nullptr;
            for (const auto& result : run.data.results.perplexity)
                if (result.corpus == corpus)
                    found = &result;    // the last one is the newest
            return found;
        };
        const compare::PerplexityResult* first = nullptr;
        bool comparable = true;
        std::vector<std::int64_t> bytes;
        std::set<double> windows;
        for (const auto& run : runs)
            if (const auto* one = resultOf(run)) {
                first = first ? first : one;
                comparable = comparable && compare::comparable(*one, *first);
                bytes.push_back(one->bytes);
                windows.insert(one->positions.begin(), one->positions.end());
            }
        const auto better = comparable ? Better::Lower : Better::Neither;
        std::vector<ReportColumn> columns;
        for (const double window : shownWindows({windows.begin(), windows.end()}))
            columns.push_back({QString::number(window, 'f', 0), 2, better, [resultOf, window](const ReportRun& run) -> std::optional<Number> {
                const auto* one = resultOf(run);
                const auto at = one ? std::find(one->positions.begin(), one->positions.end(), window) : std::vector<double>::const_iterator();
                if (!one || at == one->positions.end())
                    return std::nullopt;
                return Number{one->perplexity[std::size_t(at - one->positions.begin())], std::nullopt, aboutMaking(one->making, 0, "")};
            }});
        columns.push_back({QStringLiteral("All"), 2, better, [resultOf](const ReportRun& run) -> std::optional<Number> {
            const auto* one = resultOf(run);
            if (!one)
                return std::nullopt;
            return Number{one->mean(), one->all ? one->interval : std::nullopt, aboutMaking(one->making, one->tokens, "tokens")};
        }});
        // As many tokens of another tokenizer are another stretch of the text.
        const bool sameText = comparable || compare::sameText(bytes);
        columns.push_back({QStringLiteral("Bits per byte"), 3, sameText ? Better::Lower : Better::Neither, [resultOf](const ReportRun& run) -> std::optional<Number> {
            const auto* one = resultOf(run);
            return one && one->bitsPerByte ? std::optional(Number{*one->bitsPerByte, std::nullopt, aboutMaking(one->making, one->tokens, "tokens")}) : std::nullopt;
        }});
        const auto name = text(corpus);
        addTable(tables, QStringLiteral("perplexity_") + fileName(name), QStringLiteral("Perplexity by position: %1").arg(name),
            QStringLiteral("Of the window that ends at a position, everything before it in sight. %1").arg(comparable ? QString()
                : sameText ? QStringLiteral("Windows or tokenizers differ, so perplexities per token do not compare; bits per byte do.")
                           : QStringLiteral("Windows, tokenizers or stretches of the text differ, so these numbers do not compare.")).trimmed(), tableOf(runs, entries, columns));
    }
}

void addSliding(std::vector<ReportTable>& tables, const std::vector<ReportRun>& runs, const std::vector<ReportEntry>& entries)
{
    std::vector<const compare::SlidingResult*> kinds;
    for (const auto& run : runs)
        for (const auto& result : run.data.results.sliding)
            if (std::none_of(kinds.begin(), kinds.end(), [&](const auto* kind) { return nameOf(*kind) == nameOf(result); }))
                kinds.push_back(&result);
    for (const auto* kind : kinds) {
        const auto resultOf = [kind](const ReportRun& run) -> const compare::SlidingResult* {
            const compare::SlidingResult* found = nullptr;
            for (const auto& result : run.data.results.sliding)
                if (nameOf(result) == nameOf(*kind))
                    found = &result;    // the last one is the newest
            return found;
        };
        const compare::SlidingResult* first = nullptr;
        bool sameTokens = true;
        std::vector<std::int64_t> bytes;
        for (const auto& run : runs)
            if (const auto* one = resultOf(run)) {
                first = first ? first : one;
                sameTokens = sameTokens && compare::comparable(*one, *first);
                bytes.push_back(one->bytes);
            }
        const bool sameText = sameTokens || compare::sameText(bytes);
        const auto name = text(nameOf(*kind));
        addTable(tables, QStringLiteral("sliding_") + fileName(name), QStringLiteral("Sliding perplexity: %1").arg(name),
            QStringLiteral("Every token scored once with at least %1 tokens before it%2; 95 % intervals by bootstrap.%3").arg(kind->context - kind->stride).arg(kind->documents.empty() ? QString() : QStringLiteral(", %1 documents").arg(text(kind->documents)),
                sameTokens ? QString() : sameText ? QStringLiteral(" Tokenizers differ, so perplexities per token do not compare; bits per byte do.") : QStringLiteral(" Tokenizers or stretches of the text differ, so these numbers do not compare.")),
            tableOf(runs, entries,
                {{QStringLiteral("Perplexity"), 2, sameTokens ? Better::Lower : Better::Neither, [resultOf](const ReportRun& run) -> std::optional<Number> {
                      const auto* one = resultOf(run);
                      return one ? std::optional(Number{one->perplexity, one->interval, aboutMaking(one->making, one->tokens, "tokens")}) : std::nullopt;
                  }},
                    {QStringLiteral("Bits per byte"), 3, sameText ? Better::Lower : Better::Neither, [resultOf](const ReportRun& run) -> std::optional<Number> {
                        const auto* one = resultOf(run);
                        return one && one->bitsPerByte ? std::optional(Number{*one->bitsPerByte, std::nullopt, aboutMaking(one->making, one->tokens, "tokens")}) : std::nullopt;
                    }}}));
    }
}

const compare::RulerLength* rulerOf(const ReportRun& run, const std::string& task, std::int64_t length)
{
    for (const auto& result : run.data.results.ruler)
        if (result.task == task)
            for (const auto& one : result.lengths)
                if (one.length == length)
                    return &one;
    return nullptr;
}

/// Were all runs that were asked these tasks at a length asked the same? Else their scores are measures of other things.
bool sameRuler(const std::vector<ReportRun>& runs, const std::vector<std::string>& tasks, std::int64_t length)
{
    return std::all_of(tasks.begin(), tasks.end(), [&](const auto& task) {
        return std::all_of(runs.begin(), runs.end(), [&](const auto& run) {
            const auto* one = rulerOf(run, task, length);
            return std::all_of(runs.begin(), runs.end(), [&](const auto& other) {
                const auto* its = rulerOf(other, task, length);
                return !one || !its || sameQuestions(*one, *its);
            });
        });
    });
}

QString rulerCaption(const QString& caption, bool same) { return same ? caption : caption + QStringLiteral(" Where the prompts of runs differ (their number, seed or essays), none is marked as the best."); }

/// Of runs that were asked all tasks at a length with one checkpoint.
std::optional<Number> rulerMean(const ReportRun& run, const std::vector<std::string>& tasks, std::int64_t length)
{
    double sum = 0;
    const compare::RulerLength* first = nullptr;
    for (const auto& task : tasks) {
        const auto* one = rulerOf(run, task, length);
        first = first ? first : one;
        if (!one || !ofSameSubject(one->making, first->making))
            return std::nullopt;    // a mean over other tasks or models is another number
        sum += one->score;
    }
    return Number{sum / double(tasks.size()), std::nullopt, QStringLiteral("mean of %1 tasks").arg(tasks.size())};
}

/// @param tasks of one way to end a prompt, "without answer prefix" or the usual one
void addRulerMean(std::vector<ReportTable>& tables, const std::vector<ReportRun>& runs, const std::vector<ReportEntry>& entries, const std::vector<std::string>& tasks, const std::set<std::int64_t>& lengths, const QString& way)
{
    if (tasks.size() < 2)
        return;
    std::vector<ReportColumn> columns;
    bool allSame = true;
    for (const auto length : lengths) {
        const bool same = sameRuler(runs, tasks, length);
        allSame = allSame && same;
        columns.push_back({QString::number(length), 2, same ? Better::Higher : Better::Neither, [tasks, length](const ReportRun& run) { return rulerMean(run, tasks, length); }});
    }
    addTable(tables, QStringLiteral("ruler_mean") + (way.isEmpty() ? QString() : QLatin1Char('_') + fileName(way)), QStringLiteral("RULER: mean of %1 tasks%2").arg(tasks.size()).arg(way.isEmpty() ? QString() : QStringLiteral(", ") + way),
        rulerCaption(QStringLiteral("Of runs that were asked all tasks at a length with one checkpoint."), allSame), tableOf(runs, entries, columns));
}

void addRuler(std::vector<ReportTable>& tables, const std::vector<ReportRun>& runs, const std::vector<ReportEntry>& entries)
{
    std::vector<std::string> tasks, prefixed, bare;
    std::set<std::int64_t> lengths;
    for (const auto& run : runs)
        for (const auto& result : run.data.results.ruler) {
            if (std::find(tasks.begin(), tasks.end(), result.task) == tasks.end())
                (result.lengths.front().answerPrefix ? prefixed : bare).push_back(tasks.emplace_back(result.task));
            for (const auto& one : result.lengths)
                lengths.insert(one.length);
        }
    addRulerMean(tables, runs, entries, prefixed, lengths, {});
    addRulerMean(tables, runs, entries, bare, lengths, QStringLiteral("without answer prefix"));
    for (const auto& task : tasks) {
        std::vector<ReportColumn> columns;
        bool allSame = true;
        for (const auto length : lengths) {
            const bool same = sameRuler(runs, {task}, length);
            allSame = allSame && same;
            columns.push_back({QString::number(length), 2, same ? Better::Higher : Better::Neither, [task, length](const ReportRun& run) -> std::optional<Number> {
                const auto* one = rulerOf(run, task, length);
                return one ? std::optional(Number{one->score, one->interval, aboutMaking(one->making, one->samples, "prompts")}) : std::nullopt;
            }});
        }
        addTable(tables, QStringLiteral("ruler_") + fileName(text(task)), QStringLiteral("RULER: %1").arg(text(task)),
            rulerCaption(QStringLiteral("Mean share of the answers that were written, by the prompt's length in tokens, with 95 % intervals."), allSame), tableOf(runs, entries, columns));
    }
}

void addChoices(std::vector<ReportTable>& tables, const std::vector<ReportRun>& runs, const std::vector<ReportEntry>& entries)
{
    std::vector<const compare::ChoiceResult*> all, tasks;
    for (const auto& run : runs)
        for (const auto& result : run.data.results.choices) {
            all.push_back(&result);
            if (std::none_of(tasks.begin(), tasks.end(), [&](const auto* task) { return isSameTask(*task, result); }))
                tasks.push_back(&result);
        }
    const auto resultOf = [](const ReportRun& run, const compare::ChoiceResult* task) -> const compare::ChoiceResult* {
        const compare::ChoiceResult* found = nullptr;
        for (const auto& result : run.data.results.choices)
            if (isSameTask(result, *task))
                found = &result;        // the last one is the newest
        return found;
    };
    std::vector<ReportColumn> columns;
    // @param subject empty: of the whole task
    const auto addColumns = [&](const compare::ChoiceResult* task, const std::string& subject) {
        const auto scoreOf = [task, subject, resultOf](const ReportRun& run) -> const compare::ChoiceScore* {
            const auto* one = resultOf(run, task);
            if (!one || subject.empty())
                return one ? &one->total : nullptr;
            const auto at = std::find_if(one->subjects.begin(), one->subjects.end(), [&](const auto& score) { return score.subject == subject; });
            return at == one->subjects.end() ? nullptr : &*at;
        };
        // Of other questions it is another measure.
        const auto sameQuestions = [&](const ReportRun& one, const ReportRun& other) {
            const auto *a = scoreOf(one), *b = scoreOf(other);
            return !a || !b || (subject.empty() ? compare::sameQuestions(*resultOf(one, task), *resultOf(other, task)) : compare::sameQuestions(*a, *b));
        };
        const bool same = std::all_of(runs.begin(), runs.end(), [&](const auto& one) { return std::all_of(runs.begin(), runs.end(), [&](const auto& other) { return sameQuestions(one, other); }); });
        const auto better = same ? Better::Higher : Better::Neither;
        const auto title = text(titleAmong(*task, all, subject));
        columns.push_back({title + QStringLiteral(" acc"), 3, better, [scoreOf](const ReportRun& run) -> std::optional<Number> {
            const auto* score = scoreOf(run);
            return score ? std::optional(Number{score->accuracy, score->interval, aboutMaking(score->making, score->questions, "questions")}) : std::nullopt;
        }});
        columns.push_back({title + QStringLiteral(" acc_norm"), 3, better, [scoreOf](const ReportRun& run) -> std::optional<Number> {
            const auto* score = scoreOf(run);
            return score && score->normalized ? std::optional(Number{*score->normalized, score->normalizedInterval, aboutMaking(score->making, score->questions, "questions")}) : std::nullopt;
        }});
    };
    for (const auto* task : tasks) {
        addColumns(task, {});
        // Few subjects, such as ARC's Easy and Challenge, are what people look for; MMLU's are in "Every number".
        std::vector<std::string> subjects;
        for (const auto& run : runs)
            if (const auto* one = resultOf(run, task); one && one->subjects.size() > 1)
                for (const auto& score : one->subjects)
                    if (std::find(subjects.begin(), subjects.end(), score.subject) == subjects.end())
                        subjects.push_back(score.subject);
        if (subjects.size() <= kMostSubjects)
            for (const auto& subject : subjects)
                addColumns(task, subject);
    }
    addTable(tables, QStringLiteral("multiple_choice"), QStringLiteral("Multiple choice"),
        QStringLiteral("Share of questions whose right answer is the likeliest (acc), and the likeliest for its length (acc_norm), with 95 % intervals."), tableOf(runs, entries, columns));
}

QString joined(const std::set<std::string>& words, qsizetype most = 200)
{
    QStringList list;
    for (const auto& word : words)
        if (!word.empty())
            list << text(word).left(most);
    return list.join(QStringLiteral(", "));
}

}  // namespace

std::vector<ReportTable> reportTables(const std::vector<ReportRun>& runs, const std::vector<ReportEntry>& entries, const compare::Comparison& comparison)
{
    std::vector<ReportTable> tables;
    addTraining(tables, runs, entries, comparison);
    addPasskey(tables, runs, entries, comparison);
    addPerplexity(tables, runs, entries);
    addSliding(tables, runs, entries);
    addRuler(tables, runs, entries);
    addChoices(tables, runs, entries);
    return tables;
}

ReportTable allResults(const std::vector<ReportRun>& runs)
{
    ReportTable all{QStringLiteral("results"), QStringLiteral("Every number"), QStringLiteral("Each result of each run, with its 95 % interval and how it was made."), {}};
    for (const auto* title : {"Run", "Folder", "Evaluation", "Subject", "Metric", "Position", "Samples", "Value", "Low", "High", "Seeds", "Checkpoint", "Checkpoint XXH3", "Tokenizer SHA-256", "Prompts XXH3", "Cache", "Program"})
        all.table.header << QLatin1String(title);
    const auto number = [](double value) { return std::isfinite(value) ? text(shortest(value)) : QString(); };
    for (const auto& run : runs)
        for (const auto& row : compare::resultRows(run.data.results)) {
            QVector<PlainCell> cells;
            for (const auto& words : {run.run.title, runIdOf(run.run.path), text(row.evaluation), text(row.subject), text(row.metric), number(row.position), row.samples > 0 ? QString::number(row.samples) : QString(),
                     number(row.value), number(row.interval.low), number(row.interval.high), text(row.seeds), text(row.making.checkpoint), text(row.making.checkpointHash), text(row.making.tokenizer),
                     text(row.making.prompts), text(row.making.cacheDtype), text(row.making.program)})
                cells.append({words});
            all.table.rows.append(cells);
        }
    return all;
}

ReportTable makingTable(const std::vector<ReportRun>& runs)
{
    ReportTable making{QStringLiteral("runs"), QStringLiteral("How the runs were made"), QStringLiteral("Seed, spec and checkpoints that the numbers above are of."), {}};
    for (const auto* title : {"Run", "Folder", "Seed", "Started", "Spec SHA-256", "Checkpoints tested", "Their XXH3", "Programs of the tests", "Source"})
        making.table.header << QLatin1String(title);
    for (const auto& run : runs) {
        if (!run.scaling.empty())
            continue;
        const auto record = runs::readRecord(run.run.path, run.run.path.parent_path(), 0);
        std::set<std::string> checkpoints, hashes, programs;
        for (const auto& other : runs)
            if (other.run.path == run.run.path)         // the run itself, and what it scored with a scaled RoPE
                for (const auto& row : compare::resultRows(other.data.results)) {
                    checkpoints.insert(row.making.checkpoint);
                    hashes.insert(row.making.checkpointHash);
                    programs.insert(row.making.program);
                }
        const auto provenance = provenanceOf({run.run.path});
        const auto source = record.imported ? QStringLiteral("imported from %1: %2").arg(text(record.imported->kindTitle()), text(record.imported->source))
            : record.official ? QStringLiteral("official code") : QStringLiteral("bamscope");
        QVector<PlainCell> cells;
        for (const auto& words : {run.run.title, runIdOf(run.run.path), record.seed >= 0 ? QString::number(record.seed) : QString(), text(record.started), provenance.runs.front().spec, joined(checkpoints), joined(hashes), joined(programs), source})
            cells.append({words});
        making.table.rows.append(cells);
    }
    return making;
}

}  // namespace bam::work
