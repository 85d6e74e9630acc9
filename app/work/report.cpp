// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/report.h"

#include "app/work/figure_files.h"
#include "app/work/report_tables.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/compare/scaled_runs.h"
#include "core/runs/log_tail.h"
#include "core/runs/run_directory.h"
#include "widgets/views/compare/compare_figures.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace bam::work {
namespace {

constexpr std::size_t kLossPoints = 400;
constexpr std::size_t kLastRows = 20;           // of train.log, whose mean is the training loss
constexpr std::int64_t kPiece = std::int64_t(8) << 20;

/// The files that a report is made of.
constexpr std::array kInputs{"results.json", "train.log", "eval.log", "run.json", "args.json"};

/// train.log as means of as many rows each as leave a few hundred points.
void readTrainingLoss(ReportRun& run)
{
    runs::LogTail log(run.run.path / "train.log", {"loss"});
    do
        log.poll(kPiece);
    while (log.hasMore());
    std::vector<double> steps, losses;
    const auto& columns = log.columns();
    for (std::size_t n = 0; n < columns.rows(); ++n) {
        const double loss = columns.values.at(0)[n];
        if (!std::isfinite(columns.step[n]) || !std::isfinite(loss))
            continue;
        while (!steps.empty() && steps.back() >= columns.step[n]) {     // a resumed run of the official code writes steps once more
            steps.pop_back();
            losses.pop_back();
        }
        steps.push_back(columns.step[n]);
        losses.push_back(loss);
    }
    if (losses.empty())
        return;
    const auto mean = [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (auto n = begin; n < end; ++n)
            sum += losses[n];
        return sum / double(end - begin);
    };
    run.trainingLoss = mean(losses.size() - std::min(kLastRows, losses.size()), losses.size());
    const auto rows = (losses.size() + kLossPoints - 1) / kLossPoints;
    run.lossRows = int(rows);
    for (std::size_t begin = 0; begin < losses.size(); begin += rows) {
        const auto end = std::min(begin + rows, losses.size());
        run.lossStep.push_back(steps[end - 1]);
        run.loss.push_back(mean(begin, end));
    }
}

std::vector<ReportEntry> entriesOf(const std::vector<ReportRun>& runs, bool bySeed)
{
    std::vector<ReportEntry> entries;
    std::vector<QString> groups;
    for (std::size_t n = 0; n < runs.size(); ++n) {
        const auto& run = runs[n].run;
        const auto known = bySeed && !run.group.isEmpty() ? std::find(groups.begin(), groups.end(), run.group) : groups.end();
        if (known != groups.end()) {
            auto& entry = entries[std::size_t(known - groups.begin())];
            entry.runs.push_back(n);
            entry.title = run.groupTitle;
            continue;
        }
        groups.push_back(run.group);
        entries.push_back({run.title, run.style, {n}});
    }
    // Two groups of one encoding may have one title; a table tells rows by it.
    for (std::size_t n = 0; n < entries.size(); ++n)
        if (std::any_of(entries.begin(), entries.begin() + std::ptrdiff_t(n), [&](const auto& other) { return other.title == entries[n].title; }))
            entries[n].title = QStringLiteral("%1 (%2)").arg(entries[n].title, runIdOf(runs[entries[n].runs.front()].run.path));
    return entries;
}

/// When the newest of the files changed that a report is made of: the same files, the same figures.
QString newestInput(const std::vector<GalleryRun>& runs)
{
    std::filesystem::file_time_type newest{};
    bool any = false;
    for (const auto& run : runs)
        for (const auto* const name : kInputs) {
            std::error_code missing;
            const auto changed = std::filesystem::last_write_time(run.path / name, missing);
            if (!missing && (!any || changed > newest)) {
                newest = changed;
                any = true;
            }
        }
    if (!any)
        return {};
    const auto changed = std::chrono::time_point_cast<std::chrono::system_clock::duration>(std::chrono::file_clock::to_sys(newest));
    return QString::fromStdString(runs::timeStamp(std::chrono::system_clock::to_time_t(changed)));
}

class Maker {
public:
    Maker(const std::vector<GalleryRun>& runs, const ReportOptions& options) : m_options(options)
    {
        for (std::size_t n = 0; n < runs.size(); ++n) {
            step("reading", double(n), double(runs.size()), "runs");
            for (auto& [scaling, number, data] : compare::splitByScaling(compare::readRunData(runs[n].path))) {
                m_runs.push_back({scaling.empty() ? runs[n] : scaledRun(runs[n], scaling, number), std::move(data), scaling, compare::kNone, {}, {}, 1});
                if (scaling.empty())
                    readTrainingLoss(m_runs.back());
            }
        }
        m_entries = entriesOf(m_runs, options.bySeed);
        std::vector<std::filesystem::path> paths;
        for (const auto& run : runs)
            paths.push_back(run.path);
        m_provenance = provenanceOf(paths);
        m_provenance.made = newestInput(runs);
    }

    Report make()
    {
        Report report;
        report.title = m_options.title;
        report.date = m_options.date.isEmpty() ? QString::fromStdString(runs::timeStamp()) : m_options.date;
        report.program = programName();
        step("comparing", 0, 0, "");
        compareAll();
        report.tables = reportTables(m_runs, m_entries, m_data.comparison);
        report.all = allResults(m_runs);
        report.making = makingTable(m_runs);
        addFigures(report);
        auto parameters = views::parameterTable(m_data);
        if (!parameters.rows.isEmpty() && m_entries.size() > 1)
            report.tables.push_back({QStringLiteral("parameters"), QStringLiteral("Parameters that differ"), {}, std::move(parameters)});
        for (const auto& run : m_runs)
            for (const auto& note : run.data.notes)
                if (const auto words = QString::fromStdString(note).section(QLatin1Char('\n'), 0, 0); !report.notes.contains(words))
                    report.notes << words;
        return report;
    }

private:
    void step(const char* task, double done, double total, const char* unit) const
    {
        if (m_options.stop.stop_requested())
            throw Error(ErrorCode::Stopped, "stopped on request", "Nothing was written.");
        if (m_options.progress)
            m_options.progress({task, done, total, unit, 0, {}});
    }

    static figures::ResultCurve curveOf(const ReportEntry& entry, std::size_t n)
    {
        return {QString::number(n), entry.title, entry.style, {}, {}, {}, {}};
    }

    void compareAll()
    {
        std::vector<compare::RunData> data;
        compare::Request request;
        for (const auto& run : m_runs)
            data.push_back(run.data);
        for (std::size_t n = 0; n < m_entries.size(); ++n) {
            request.columns.push_back({std::to_string(n), m_entries[n].runs});
            m_data.columns.append({QString::number(n), m_entries[n].title, m_entries[n].style, {}});
        }
        m_data.comparison = compare::compareRuns(data, request);
        m_data.provenance = m_provenance;
    }

    void addFigures(Report& report)
    {
        addTrainingLoss(report);
        const auto& columns = m_data.comparison.columns;
        const auto any = [&](auto&& has) { return std::any_of(columns.begin(), columns.end(), has); };
        if (any([](const auto& column) { return !column.loss.x.empty(); }))
            add(report, "validation_loss", views::lossFigureOf(m_data), QStringLiteral("Cross-entropy on held-back tokens."));
        if (any([](const auto& column) { return !column.accuracy.x.empty(); }))
            add(report, "accuracy_by_length", views::accuracyFigureOf(m_data), QStringLiteral("%1. Bands are 95 % Wilson intervals, of several runs the lowest and the highest.").arg(QString::fromStdString(m_data.comparison.protocol)));
        addDepths(report);
        if (!m_data.comparison.corpora.empty())
            add(report, "perplexity_by_position", views::perplexityFigureOf(m_data), QStringLiteral("Perplexity of windows of one long forward, by where they end."));
        addTasks(report);
    }

    void add(Report& report, const char* id, figures::Figure figure, const QString& caption)
    {
        const auto title = figure.title;
        report.figures.push_back({QString::fromLatin1(id), title, caption, std::move(figure)});
    }

    void addTrainingLoss(Report& report)
    {
        std::vector<figures::ResultCurve> curves;
        int rows = 1;
        for (std::size_t n = 0; n < m_entries.size(); ++n)
            for (const auto run : m_entries[n].runs) {
                const auto& read = m_runs[run];
                auto curve = curveOf(m_entries[n], n);
                if (run != m_entries[n].runs.front())
                    curve.name.clear();         // one entry of the legend for all of a kind
                curve.x = QVector<double>(read.lossStep.begin(), read.lossStep.end());
                curve.y = QVector<double>(read.loss.begin(), read.loss.end());
                rows = std::max(rows, read.lossRows);
                if (!curve.x.isEmpty())
                    curves.push_back(std::move(curve));
            }
        if (!curves.empty())
            add(report, "training_loss", figures::trainingLossFigure(curves, rows, m_provenance), QStringLiteral("Cross-entropy on the training tokens, as logged."));
    }

    void addDepths(Report& report)
    {
        std::vector<figures::DepthPanel> panels;
        for (const auto& run : m_runs)
            if (const auto map = compare::fullestDepthMap(run.data.results.passkey); !map.empty())
                panels.push_back(figures::depthPanel(run.run.title, map));
        if (!panels.empty())
            add(report, "depth_by_length", figures::depthFigure(panels, m_provenance), QStringLiteral("Where in the prompt the key is found, from the outcome of every prompt; the beginning is at the top."));
    }

    std::vector<ToldResults> told() const
    {
        std::vector<ToldResults> all;
        for (std::size_t n = 0; n < m_entries.size(); ++n) {
            ToldResults one{std::to_string(n), m_entries[n].title, m_entries[n].style, {}};
            for (const auto run : m_entries[n].runs)
                one.results.push_back(&m_runs[run].data.results);
            all.push_back(std::move(one));
        }
        return all;
    }

    void addTasks(Report& report)
    {
        const auto runs = told();
        if (const auto texts = slidingPanels(runs); !texts.empty())
            add(report, "sliding_perplexity", figures::slidingFigure(texts, m_provenance), QStringLiteral("Of every token with at least a window's context less its stride before it, with 95 % intervals; of several runs the lowest and the highest."));
        if (const auto panels = rulerPanels(runs); !panels.empty())
            add(report, "ruler_by_length", figures::rulerFigure(panels, m_data.comparison.trainedLength, m_provenance), QStringLiteral("Mean share of the answers that were written, with 95 % intervals."));
        const auto accuracies = choiceScores(runs, false);
        if (std::any_of(accuracies.begin(), accuracies.end(), [](const auto& run) { return !run.value.isEmpty(); }))
            add(report, "multiple_choice", figures::choicesFigure(accuracies, choiceScores(runs, true), m_provenance),
                QStringLiteral("Share of questions whose right answer is the likeliest, and the likeliest for its length, with 95 % intervals; of several runs the lowest and the highest."));
    }

    const ReportOptions& m_options;
    std::vector<ReportRun> m_runs;
    std::vector<ReportEntry> m_entries;
    figures::Provenance m_provenance;
    views::CompareData m_data;
};

}  // namespace

Report makeReport(const std::vector<GalleryRun>& runs, const ReportOptions& options)
{
    if (runs.empty())
        throw Error(ErrorCode::Usage, "no run was chosen", "Choose one run or several.");
    return Maker(runs, options).make();
}

}  // namespace bam::work
