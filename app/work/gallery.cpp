// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/gallery.h"

#include "app/work/figure_files.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/compare/scaled_runs.h"
#include "core/inspect/film.h"
#include "core/inspect/study_record.h"
#include "core/priors/learned_bias.h"
#include "core/priors/prior_history.h"
#include "core/runs/run_directory.h"
#include "core/runs/run_record.h"
#include "widgets/figures/gallery/ablation_figure.h"
#include "widgets/figures/gallery/prior_figures.h"
#include "widgets/figures/gallery/result_figures.h"
#include "widgets/views/attention/lens_figures.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace bam::work {
namespace {

constexpr std::size_t kMostSubjects = 8;        // of a task that have rows of their own

std::vector<compare::RunData> readAll(const std::vector<GalleryRun>& runs)
{
    std::vector<compare::RunData> data;
    for (const auto& run : runs)
        data.push_back(compare::readRunData(run.path));
    return data;
}

/// A column per group, in the order of the runs, and behind it one for each scaling of RoPE that it was evaluated with.
struct Columns {
    compare::SplitRuns split;
    std::vector<GalleryRun> first;              // of each column
    compare::Comparison comparison;
};

Columns compared(const std::vector<GalleryRun>& runs, const std::vector<compare::RunData>& data)
{
    std::vector<compare::ColumnRequest> groups;
    std::vector<const GalleryRun*> first;
    std::map<QString, std::size_t> known;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto key = runs[i].group.isEmpty() ? QString::fromStdString(runs[i].path.string()) : runs[i].group;
        const auto [found, isNew] = known.try_emplace(key, first.size());
        if (isNew) {
            groups.push_back({key.toStdString(), {}});
            first.push_back(&runs[i]);
        }
        groups[found->second].runs.push_back(i);
    }
    Columns columns{compare::splitByScaling(data, groups), {}, {}};
    for (const auto& told : columns.split.told)
        columns.first.push_back(told.scaling.empty() ? *first[told.of] : scaledRun(*first[told.of], told.scaling, told.number));
    columns.comparison = compare::compareRuns(columns.split.runs, {columns.split.columns, {}});
    return columns;
}

figures::ResultCurve curveOf(const Columns& columns, std::size_t column, const compare::Curve& curve)
{
    const auto numbers = [](const std::vector<double>& values) { return QVector<double>(values.begin(), values.end()); };
    const auto& run = columns.first[column];
    const bool several = columns.split.columns[column].runs.size() > 1;
    return {QString::fromStdString(columns.split.columns[column].id), several ? run.groupTitle : run.title, run.style, numbers(curve.x), numbers(curve.y), numbers(curve.low), numbers(curve.high)};
}

/// The first run of those that lack something. @param has for each run
void require(const std::vector<GalleryRun>& runs, const std::vector<bool>& has, const std::string& what, const std::string& hint)
{
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (!has[i])
            throw Error(ErrorCode::Failed, str("run ", runIdOf(runs[i].path).toStdString(), " has no ", what), hint);
}

bool hasAny(const compare::Results& results)
{
    return !results.passkey.empty() || !results.perplexity.empty() || !results.sliding.empty() || !results.ruler.empty() || !results.choices.empty();
}

/// Broken results are not missing ones.
void requireReadable(const std::vector<GalleryRun>& runs, const std::vector<compare::RunData>& data)
{
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (const auto& results = data[i].results; results.present && !hasAny(results) && !results.notes.empty())
            throw Error(ErrorCode::Failed, str("the results of run ", runIdOf(runs[i].path).toStdString(), " cannot be read: ", results.notes.front()), {});
}

figures::Figure accuracy(const std::vector<GalleryRun>& runs, const figures::Provenance& provenance)
{
    const auto data = readAll(runs);
    requireReadable(runs, data);
    std::vector<bool> has;
    for (const auto& run : data)
        has.push_back(!run.results.passkey.empty());
    require(runs, has, "pass-key results", "Evaluate it first: `bamscope --batch evaluate RUN`, or Run ▸ Evaluate.");
    const auto columns = compared(runs, data);
    const auto& comparison = columns.comparison;
    std::vector<figures::ResultCurve> curves;
    for (std::size_t i = 0; i < comparison.columns.size(); ++i)
        if (const auto& curve = comparison.columns[i].accuracy; !curve.x.empty())
            curves.push_back(curveOf(columns, i, curve));
    return figures::accuracyFigure(curves, comparison.trainedLength, provenance);
}

figures::Figure perplexity(const std::vector<GalleryRun>& runs, const figures::Provenance& provenance)
{
    const auto data = readAll(runs);
    requireReadable(runs, data);
    std::vector<bool> has;
    for (const auto& run : data)
        has.push_back(!run.results.perplexity.empty());
    require(runs, has, "perplexities", "Measure them first: `bamscope --batch evaluate RUN` with a text.");
    const auto columns = compared(runs, data);
    const auto& comparison = columns.comparison;
    std::vector<figures::CorpusCurves> corpora;
    for (std::size_t c = 0; c < comparison.corpora.size(); ++c) {
        auto& corpus = corpora.emplace_back();
        corpus.corpus = QString::fromStdString(comparison.corpora[c]);
        for (std::size_t i = 0; i < comparison.columns.size(); ++i)
            if (const auto& curve = comparison.columns[i].perplexity[c]; !curve.x.empty())
                corpus.curves.push_back(curveOf(columns, i, curve));
    }
    return figures::perplexityFigure(corpora, comparison.trainedLength, provenance);
}

figures::Figure loss(const std::vector<GalleryRun>& runs, const figures::Provenance& provenance)
{
    const auto data = readAll(runs);
    std::vector<bool> has;
    for (const auto& run : data)
        has.push_back(!run.validationLoss.empty());
    require(runs, has, "validation losses", "Train it with validation data: its eval.log is empty or missing.");
    const auto columns = compared(runs, data);
    const auto& comparison = columns.comparison;
    std::vector<figures::ResultCurve> curves;
    for (std::size_t i = 0; i < comparison.columns.size(); ++i)
        if (const auto& curve = comparison.columns[i].loss; !curve.x.empty())
            curves.push_back(curveOf(columns, i, curve));
    return figures::lossFigure(curves, provenance);
}

/// Of the protocol with most prompts that have a depth.
figures::Figure depths(const std::vector<GalleryRun>& runs, const figures::Provenance& provenance)
{
    std::vector<figures::DepthPanel> panels;
    std::vector<bool> has;
    for (const auto& run : runs) {
        const auto map = compare::fullestDepthMap(compare::readResults(run.path).passkey);
        has.push_back(!map.empty());
        panels.push_back(figures::depthPanel(run.title, map));
    }
    require(runs, has, "pass-key results with the depth of each key", "Evaluate it again: `bamscope --batch evaluate RUN`. Results of the official code and of versions before this one have no depths.");
    return figures::depthFigure(panels, provenance);
}

/// Runs with their results, each scaling of RoPE as a run of its own.
class SplitGallery {
public:
    explicit SplitGallery(const std::vector<GalleryRun>& runs) : m_runs(runs), m_data(readAll(runs))
    {
        requireReadable(runs, m_data);
        for (std::size_t n = 0; n < runs.size(); ++n)
            for (auto& one : compare::splitByScaling(m_data[n])) {
                m_shown.push_back(one.scaling.empty() ? runs[n] : scaledRun(runs[n], one.scaling, one.number));
                m_split.push_back(std::move(one));
            }
    }

    /// @param has whether results have what is drawn
    template <class Has>
    void require(const Has& has, const std::string& what, const std::string& hint) const
    {
        std::vector<bool> all;
        for (const auto& run : m_data)
            all.push_back(has(run.results));
        work::require(m_runs, all, what, hint);
    }

    std::vector<ToldResults> told() const
    {
        std::vector<ToldResults> told;
        for (std::size_t n = 0; n < m_shown.size(); ++n) {
            const auto path = m_shown[n].path.string();
            told.push_back({m_split[n].scaling.empty() ? path : str(path, '\n', m_split[n].scaling), m_shown[n].title, m_shown[n].style, {&m_split[n].data.results}});
        }
        return told;
    }

    /// The longest that any was trained with; 0: not known.
    double trainedLength() const
    {
        double trained = 0;
        for (const auto& run : m_data)
            trained = std::max(trained, double(run.trainedLength));
        return trained;
    }

private:
    const std::vector<GalleryRun>& m_runs;
    std::vector<compare::RunData> m_data;
    std::vector<compare::ScaledRun> m_split;
    std::vector<GalleryRun> m_shown;
};

/// A panel for each task that any of the runs was asked.
figures::Figure ruler(const std::vector<GalleryRun>& runs, const figures::Provenance& provenance)
{
    const SplitGallery split(runs);
    split.require([](const auto& results) { return !results.ruler.empty(); }, "results of RULER", "Evaluate it first: `bamscope --batch evaluate RUN --run_ruler`.");
    return figures::rulerFigure(rulerPanels(split.told()), split.trainedLength(), provenance);
}

/// A row for each run, the sliding perplexity of each text.
figures::Figure sliding(const std::vector<GalleryRun>& runs, const figures::Provenance& provenance)
{
    const SplitGallery split(runs);
    split.require([](const auto& results) { return !results.sliding.empty(); }, "sliding perplexities", "Measure them first: `bamscope --batch evaluate RUN --perplexity TEXT --perplexity_kinds sliding`.");
    return figures::slidingFigure(slidingPanels(split.told()), provenance);
}

figures::Figure choices(const std::vector<GalleryRun>& runs, const figures::Provenance& provenance)
{
    const SplitGallery split(runs);
    split.require([](const auto& results) { return !results.choices.empty(); }, "results of multiple choice", "Evaluate it first: `bamscope --batch evaluate RUN --choice_tasks mmlu=FOLDER`.");
    const auto told = split.told();
    return figures::choicesFigure(choiceScores(told, false), choiceScores(told, true), provenance);
}

/// The last step of priors.csv of each run.
std::vector<figures::PriorRun> priorsOf(const std::vector<GalleryRun>& runs, figures::Provenance& provenance)
{
    std::vector<figures::PriorRun> result;
    std::vector<bool> has;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto history = priors::readHistory(runs[i].path / "priors.csv");
        has.push_back(!history.empty() && history.has(priors::kAlpha) && history.has(priors::kBeta));
        figures::PriorRun run{QString::fromStdString(runs[i].path.string()), runs[i].title, runs[i].style, {}};
        if (has.back()) {
            const auto last = history.steps() - 1;
            for (std::int64_t layer = 0; layer < history.layers(); ++layer)
                for (std::int64_t head = 0; head < history.heads(); ++head)
                    run.heads.push_back({{layer, head}, history.at(last, {layer, head})});
            if (i < provenance.runs.size())
                provenance.runs[i].step = qint64(history.step(last));
        }
        result.push_back(std::move(run));
    }
    require(runs, has, "learned priors of BAM", "Choose runs of BAM whose priors.csv is there and whole: it must hold numbers for θα and θβ. Other biases are in the figure biases_by_distance.");
    return result;
}

/// Of the film of one training.
figures::Figure retrievalHeads(const std::vector<GalleryRun>& runs, figures::Provenance provenance)
{
    if (runs.size() > 1)
        throw Error(ErrorCode::Usage, str(runs.size(), " runs were chosen, this figure shows the film of one"), "Choose one run.");
    const auto film = inspect::readFilm(runs.front().path);
    if (film && film->frames.empty() && !film->problems.empty())
        throw Error(ErrorCode::Failed, str("the film of run ", runIdOf(runs.front().path).toStdString(), " cannot be read: ", film->problems.front()), "Its frames lie in the folder captures of the run.");
    require(runs, {film && !film->frames.empty()}, "film", "Train it with `--capture_every 50`, or ask for captures while it trains.");
    auto figure = views::filmFigure(*film, {{}, runs.front().title, -1, QString::fromStdString(film->prompt.title)});
    if (!provenance.runs.empty()) {
        provenance.runs.front().step = film->frames.back()->step;
        provenance.runs.front().conditions = QString::fromStdString(film->prompt.title);
    }
    figure.provenance = std::move(provenance);
    return figure;
}

/// The longest of the trained lengths; 1024 where none is known.
std::int64_t lengthOf(const std::vector<GalleryRun>& runs)
{
    std::int64_t length = -1;
    for (const auto& run : runs)
        length = std::max(length, runs::readRecord(run.path, run.path.parent_path(), 0).sequenceLength);
    return length > 2 ? length : 1024;
}

/// One number of one run.
struct Number {
    double value = 0;
    std::optional<Interval> interval;
};

/// Of several runs the mean with the lowest and the highest, of one its own interval. @pre at least one
Number together(const std::vector<Number>& found)
{
    if (found.size() == 1)
        return found.front();
    Number told;
    Interval range{found.front().value, found.front().value};
    for (const auto& one : found) {
        told.value += one.value / double(found.size());
        range.low = std::min(range.low, one.value);
        range.high = std::max(range.high, one.value);
    }
    told.interval = range;
    return told;
}

void addTogether(figures::ResultScores& scores, const std::vector<Number>& found)
{
    if (found.empty())
        return;
    const auto told = together(found);
    scores.value.append(told.value);
    scores.low.append(told.interval ? told.interval->low : std::nan(""));
    scores.high.append(told.interval ? told.interval->high : std::nan(""));
}

/// A task that any run was asked, with a row for all of it and one for each subject of few.
struct ChoiceTask {
    const compare::ChoiceResult* of = nullptr;
    std::vector<std::pair<std::string, QString>> rows;      // subject, empty: all; and what the row is called
};

std::vector<ChoiceTask> choiceTasks(const std::vector<ToldResults>& runs)
{
    std::vector<const compare::ChoiceResult*> all;
    for (const auto& run : runs)
        for (const auto* results : run.results)
            for (const auto& result : results->choices)
                all.push_back(&result);
    std::vector<ChoiceTask> tasks;
    for (const auto* result : all) {
        if (std::any_of(tasks.begin(), tasks.end(), [&](const auto& task) { return isSameTask(*task.of, *result); }))
            continue;
        const auto name = QString::fromStdString(titleAmong(*result, all));
        auto& task = tasks.emplace_back(ChoiceTask{result, {{std::string(), name}}});
        std::vector<std::string> subjects;
        for (const auto* other : all)
            if (isSameTask(*other, *result) && other->subjects.size() > 1)
                for (const auto& score : other->subjects)
                    if (std::find(subjects.begin(), subjects.end(), score.subject) == subjects.end())
                        subjects.push_back(score.subject);
        if (subjects.size() <= kMostSubjects)
            for (const auto& subject : subjects)
                task.rows.emplace_back(subject, QStringLiteral("%1: %2").arg(name, QString::fromStdString(subject)));
    }
    return tasks;
}

/// The newest of a task. @param subject empty: all of it @returns null where there is none
const compare::ChoiceScore* choiceScore(const compare::Results& results, const compare::ChoiceResult& task, const std::string& subject)
{
    const compare::ChoiceResult* newest = nullptr;
    for (const auto& result : results.choices)
        if (isSameTask(result, task))
            newest = &result;
    if (!newest || subject.empty())
        return newest ? &newest->total : nullptr;
    const auto found = std::find_if(newest->subjects.begin(), newest->subjects.end(), [&](const auto& score) { return score.subject == subject; });
    return found == newest->subjects.end() ? nullptr : &*found;
}

/// Of the newest checkpoint of each run, up to some times the trained length: what lies beyond it tells encodings apart.
figures::Figure biases(const std::vector<GalleryRun>& runs, figures::Provenance provenance)
{
    constexpr std::int64_t kTimes = 8;
    std::vector<figures::BiasRun> shown;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto bias = priors::LearnedBias::read(runs[i].path);
        figures::BiasRun run{QString::fromStdString(runs[i].path.string()), runs[i].title, runs[i].style, lengthOf({runs[i]}), {}};
        for (std::int64_t layer = 0; layer < bias->layers(); ++layer)
            for (std::int64_t head = 0; head < bias->heads(); ++head)
                run.heads.push_back({{layer, head}, {.form = priors::Form::Table, .table = bias->at({layer, head})}});
        if (i < provenance.runs.size())
            provenance.runs[i].step = qint64(bias->step());
        shown.push_back(std::move(run));
    }
    return figures::biasesByDistanceFigure(shown, std::min(kTimes * lengthOf(runs), priors::kMostKeys), provenance);
}

}  // namespace

GalleryRun scaledRun(GalleryRun run, const std::string& scaling, int n)
{
    const auto words = QStringLiteral(", ") + QString::fromStdString(scaling);
    run.title += words;
    run.groupTitle += words;
    if (!run.group.isEmpty())
        run.group += words;
    run.style = plots::scaledStyle(run.style, n);
    return run;
}

std::vector<figures::CorpusCurves> rulerPanels(const std::vector<ToldResults>& runs)
{
    std::vector<figures::CorpusCurves> tasks;
    for (const auto& run : runs)
        for (const auto* results : run.results)
            for (const auto& result : results->ruler)
                if (const auto title = QString::fromStdString(result.task); std::none_of(tasks.begin(), tasks.end(), [&](const auto& task) { return task.corpus == title; }))
                    tasks.push_back({title, {}});
    for (auto& task : tasks)
        for (const auto& run : runs) {
            std::map<double, std::vector<Number>> lengths;
            for (const auto* results : run.results)
                for (const auto& result : results->ruler)
                    if (QString::fromStdString(result.task) == task.corpus)
                        for (const auto& length : result.lengths)
                            lengths[double(length.length)].push_back({length.score, length.interval});
            figures::ResultCurve curve{QString::fromStdString(run.id), run.title, run.style, {}, {}, {}, {}};
            for (const auto& [length, found] : lengths) {
                const auto told = together(found);
                curve.x.append(length);
                curve.y.append(told.value);
                curve.low.append(told.interval ? told.interval->low : std::nan(""));
                curve.high.append(told.interval ? told.interval->high : std::nan(""));
            }
            if (!curve.x.isEmpty())
                task.curves.push_back(std::move(curve));
        }
    return tasks;
}

std::vector<figures::TextScores> slidingPanels(const std::vector<ToldResults>& runs)
{
    const auto nameOf = [](const compare::SlidingResult& result) {
        return QString::fromStdString(str(result.corpus, ", ", result.context, "/", result.stride));
    };
    std::vector<figures::TextScores> texts;
    for (const auto& run : runs)
        for (const auto* results : run.results)
            for (const auto& result : results->sliding)
                if (const auto name = nameOf(result); std::none_of(texts.begin(), texts.end(), [&](const auto& text) { return text.corpus == name; }))
                    texts.push_back({name, {}});
    for (auto& text : texts)
        for (const auto& run : runs) {
            std::vector<Number> found;
            for (const auto* results : run.results) {
                const compare::SlidingResult* newest = nullptr;
                for (const auto& result : results->sliding)
                    if (nameOf(result) == text.corpus)
                        newest = &result;
                if (newest)
                    found.push_back({newest->perplexity, newest->interval});
            }
            figures::ResultScores scores{QString::fromStdString(run.id), run.title, run.style, {}, {}, {}, {}};
            addTogether(scores, found);
            if (!scores.value.isEmpty())
                text.runs.push_back(std::move(scores));
        }
    return texts;
}

std::vector<figures::ResultScores> choiceScores(const std::vector<ToldResults>& runs, bool normalized)
{
    const auto tasks = choiceTasks(runs);
    std::vector<figures::ResultScores> all;
    for (const auto& run : runs) {
        figures::ResultScores scores{QString::fromStdString(run.id), run.title, run.style, {}, {}, {}, {}};
        for (const auto& task : tasks)
            for (const auto& [subject, row] : task.rows) {
                std::vector<Number> found;
                for (const auto* results : run.results)
                    if (const auto* score = choiceScore(*results, *task.of, subject); score && (!normalized || (score->normalized && !task.of->letters)))
                        found.push_back(normalized ? Number{*score->normalized, score->normalizedInterval} : Number{score->accuracy, score->interval});
                if (!found.empty())
                    scores.of.append(row);
                addTogether(scores, found);
            }
        all.push_back(std::move(scores));
    }
    return all;
}

const std::vector<GalleryKind>& galleryKinds()
{
    static const std::vector<GalleryKind> kinds{
        {"accuracy_by_length", QT_TRANSLATE_NOOP("Gallery", "Pass-key accuracy by length"), QT_TRANSLATE_NOOP("Gallery", "From results.json, with Wilson bands where counts are known")},
        {"perplexity_by_position", QT_TRANSLATE_NOOP("Gallery", "Perplexity by position"), QT_TRANSLATE_NOOP("Gallery", "From results.json, a panel for each text")},
        {"depth_by_length", QT_TRANSLATE_NOOP("Gallery", "Pass-key accuracy by depth and length"), QT_TRANSLATE_NOOP("Gallery", "From results.json, a map for each run: where in the prompt the key is found")},
        {"ruler_by_length", QT_TRANSLATE_NOOP("Gallery", "RULER by length"), QT_TRANSLATE_NOOP("Gallery", "From results.json, a panel for each task")},
        {"sliding_perplexity", QT_TRANSLATE_NOOP("Gallery", "Sliding perplexity"), QT_TRANSLATE_NOOP("Gallery", "From results.json, a panel for each text: every run with its interval")},
        {"multiple_choice", QT_TRANSLATE_NOOP("Gallery", "Multiple choice"), QT_TRANSLATE_NOOP("Gallery", "From results.json: accuracy in each task with its interval, and acc_norm")},
        {"loss_by_encoding", QT_TRANSLATE_NOOP("Gallery", "Validation loss"), QT_TRANSLATE_NOOP("Gallery", "From eval.log, means of runs that differ in their seed only")},
        {"retrieval_heads", QT_TRANSLATE_NOOP("Gallery", "Retrieval heads being born"), QT_TRANSLATE_NOOP("Gallery", "From the film of one run's training: every head's mass on the needle")},
        {"prior_scatter", QT_TRANSLATE_NOOP("Gallery", "θβ and θα of all heads"), QT_TRANSLATE_NOOP("Gallery", "From the last step of priors.csv, with the three regimes marked")},
        {"priors_by_regime", QT_TRANSLATE_NOOP("Gallery", "Biases by regime"), QT_TRANSLATE_NOOP("Gallery", "From the last step of priors.csv: b(δ) of every head, grouped by θβ")},
        {"biases_by_distance", QT_TRANSLATE_NOOP("Gallery", "Biases by distance"), QT_TRANSLATE_NOOP("Gallery", "From the newest checkpoint: b(δ) of every head, of any encoding that adds a bias")},
        {"inverted_heads", QT_TRANSLATE_NOOP("Gallery", "Attention of heads with θβ ≤ 0"),
            QT_TRANSLATE_NOOP("Gallery", "Runs a pass key of 1,024 tokens through the newest checkpoint of one run of BAM"), true},
    };
    return kinds;
}

std::vector<GalleryRun> galleryRuns(const std::vector<std::filesystem::path>& runs)
{
    std::vector<GalleryRun> result;
    std::map<QString, int> titles, ids;
    for (const auto& path : runs) {
        if (!runs::isRun(path))
            throw Error(ErrorCode::Usage, str(path.string(), " is no run"), "Name run directories, such as logs/l12/bam/version_00.");
        const auto record = runs::readRecord(path, path.parent_path(), 0);
        const auto encoding = QString::fromStdString(record.encoding);
        GalleryRun run{path, plots::titleOf(encoding), plots::styleOf(encoding), QString::fromStdString(record.family), plots::titleOf(encoding)};
        ++titles[run.title];
        ++ids[runIdOf(path)];
        result.push_back(std::move(run));
    }
    std::map<QString, QStringList> families;
    for (const auto& run : result)
        if (auto& list = families[run.groupTitle]; !list.contains(run.group))
            list << run.group;
    std::map<QString, int> shades;
    for (auto& run : result) {
        const auto encoding = run.groupTitle;
        const bool alone = titles[encoding] == 1;
        const auto id = runIdOf(run.path);
        if (!alone)
            run.title = QStringLiteral("%1 · %2").arg(encoding, ids[id] > 1 ? QString::fromStdString(runs::namedFolder(run.path).string()) : id);
        if (families[encoding].size() > 1)
            run.groupTitle = run.title;
        run.style.shade = shades[encoding]++ % plots::kShades;
    }
    return result;
}

const GalleryKind& galleryKind(const QString& kind, const std::vector<GalleryRun>& runs)
{
    if (runs.empty())
        throw Error(ErrorCode::Usage, "no run was chosen", "Choose one run or several.");
    std::vector<std::string> names;
    for (const auto& one : galleryKinds()) {
        if (kind == QLatin1String(one.id))
            return one;
        names.emplace_back(one.id);
    }
    names.emplace_back("ablation");     // of a study, not of runs
    const auto nearest = nearestName(kind.toStdString(), names);
    throw Error(ErrorCode::Usage, str("there is no figure \"", kind.toStdString(), "\""),
        str(nearest.empty() ? "" : str("Did you mean ", nearest, "? "), "Figures: ", joinNames(names), "."));
}

const GalleryRun& onlyRun(const std::vector<GalleryRun>& runs)
{
    if (runs.size() != 1)
        throw Error(ErrorCode::Usage, str("this figure shows what one model does; found ", runs.size(), " runs"), "Choose one run of BAM.");
    return runs.front();
}

figures::Figure galleryFigure(const QString& kind, const std::vector<GalleryRun>& runs, const inspect::Capture& capture)
{
    (void)galleryKind(kind, runs);
    const auto& run = onlyRun(runs);
    auto provenance = provenanceOf({run.path});
    provenance.runs.front().step = qint64(capture.step);
    const auto figure = figures::invertedHeadsFigure(capture, QString::fromStdString(capture.prompt.title), 1024, provenance);
    if (figure.panels.empty())
        throw Error(ErrorCode::Failed, str("run ", runIdOf(run.path).toStdString(), " has no head with θβ ≤ 0"),
            "Choose a run of BAM that was trained until some heads suppress their neighbourhood.");
    return figure;
}

figures::Figure ablationFigure(const std::filesystem::path& study)
{
    const auto record = inspect::readStudy(study);
    auto provenance = provenanceOf({record.run});
    provenance.runs.front().step = qint64(record.step);
    auto encoding = plots::titleOf(QString::fromStdString(record.encoding));
    if (const auto& scaling = record.study.ropeScaling; scaling.isOn()) {      // such a figure must not pass for the model's own
        const auto text = QString::fromStdString(encoding::ropeScalingText(scaling));
        provenance.runs.front().conditions = QStringLiteral("RoPE scaling ") + text;
        encoding = QStringLiteral("%1 (%2)").arg(encoding, text);
    }
    auto figure = figures::ablationFigure(record, {}, provenance);
    figure.title = QStringLiteral("%1: %2").arg(encoding, figure.title);
    return figure;
}

figures::Figure galleryFigure(const QString& kind, const std::vector<GalleryRun>& runs)
{
    if (galleryKind(kind, runs).ofCapture)
        throw Error(ErrorCode::Usage, str(kind.toStdString(), " is drawn from what a model does, not from files of a run"), "Run a prompt through the model first.");
    std::vector<std::filesystem::path> paths;
    for (const auto& run : runs)
        paths.push_back(run.path);
    auto provenance = provenanceOf(paths);
    if (kind == QLatin1String("accuracy_by_length"))
        return accuracy(runs, provenance);
    if (kind == QLatin1String("perplexity_by_position"))
        return perplexity(runs, provenance);
    if (kind == QLatin1String("depth_by_length"))
        return depths(runs, provenance);
    if (kind == QLatin1String("ruler_by_length"))
        return ruler(runs, provenance);
    if (kind == QLatin1String("sliding_perplexity"))
        return sliding(runs, provenance);
    if (kind == QLatin1String("multiple_choice"))
        return choices(runs, provenance);
    if (kind == QLatin1String("loss_by_encoding"))
        return loss(runs, provenance);
    if (kind == QLatin1String("retrieval_heads"))
        return retrievalHeads(runs, provenance);
    if (kind == QLatin1String("biases_by_distance"))
        return biases(runs, provenance);
    const auto priors = priorsOf(runs, provenance);
    return kind == QLatin1String("prior_scatter") ? figures::priorScatterFigure(priors, provenance) : figures::priorsByRegimeFigure(priors, lengthOf(runs), provenance);
}

}  // namespace bam::work
