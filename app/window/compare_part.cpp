// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/compare_part.h"

#include "core/base/version.h"
#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/models/run_model.h"
#include "widgets/views/compare/compare_view.h"

#include <QDateTime>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace bam::window {
namespace {

/// "laptop/bam_ssmax/version_00"
QString runId(const QString& path) { return path.section(QLatin1Char('/'), -3); }

views::TableFormat formatOf(const QString& file)
{
    const auto suffix = QFileInfo(file).suffix().toLower();
    return suffix == QLatin1String("tex") ? views::TableFormat::Latex : suffix == QLatin1String("md") ? views::TableFormat::Markdown : views::TableFormat::Tsv;
}

/// Runs told together: each by itself, or those that are equal but for their seed.
QVector<views::CompareColumn> columnsOf(const models::RunModel& model, const QStringList& runs, views::CompareGrouping grouping)
{
    QVector<views::CompareColumn> columns;
    for (const auto& run : runs) {
        if (grouping == views::CompareGrouping::Runs) {
            columns.append({run, model.title(run), model.style(run), {run}});
            continue;
        }
        const auto group = model.seedGroup(run);
        const auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& column) { return column.id == group; });
        if (found != columns.end())
            found->runs.append(run);
        else
            columns.append({group, model.seedGroupTitle(run), model.style(run), {run}});
    }
    // One run of a kind is told by its own name; groups of one name by their first run's.
    for (auto& column : columns)
        if (column.runs.size() == 1)
            column.title = model.title(column.runs.front());
    for (qsizetype n = 0; n < columns.size(); ++n)
        if (std::any_of(columns.begin(), columns.begin() + n, [&](const auto& other) { return other.title == columns[n].title; }))
            columns[n].title = ComparePart::tr("%1, and others of its kind").arg(model.title(columns[n].runs.front()));
    return columns;
}

/// The columns of an answer: the ones that were wished, and those of their scalings, which have no runs of their own.
QVector<views::CompareColumn> withScalings(const QVector<views::CompareColumn>& wished, const std::vector<compare::SplitRuns::Column>& told)
{
    QVector<views::CompareColumn> columns;
    for (const auto& one : told) {
        auto column = wished.at(qsizetype(one.of));
        if (!one.scaling.empty()) {
            const auto scaling = QString::fromStdString(one.scaling);
            column = {column.id + QLatin1Char('\n') + scaling, ComparePart::tr("%1, %2", "1: run, 2: how its RoPE is scaled, such as yarn × 8").arg(column.title, scaling), plots::scaledStyle(column.style, one.number), {}};
        }
        columns.append(column);
    }
    return columns;
}

}  // namespace

ComparePart::ComparePart(views::CompareView& view, const models::RunModel& model, work::LensOpener opener, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_model(model)
    , m_lens(std::move(opener))
{
    using State = views::ComparedCapture::State;
    m_view.offerAttention();
    connect(&m_view, &views::CompareView::capturesWanted, this, &ComparePart::capture);
    connect(&m_view, &views::CompareView::captureStopRequested, this, &ComparePart::stopCaptures);
    connect(&m_lens, &work::LensWorker::progress, this, [this](int id, const Progress& progress) {
        if (m_captures.contains(id))
            m_view.setCapture(m_captures.value(id), {State::Running, {}, ui::progressText(progress)});
    });
    connect(&m_lens, &work::LensWorker::captured, this, [this](int id, const work::LensWorker::SharedCapture& capture) {
        if (m_captures.contains(id))
            m_view.setCapture(m_captures.take(id), {State::Done, capture, {}});
    });
    connect(&m_lens, &work::LensWorker::failed, this, [this](int id, const Error& error) {
        if (!m_captures.contains(id))
            return;
        const auto hint = ui::coreText(error.hint());
        m_view.setCapture(m_captures.take(id), {State::Failed, {}, hint.isEmpty() ? ui::coreText(error.cause()) : ui::coreText(error.cause()) + QLatin1Char(' ') + hint});
    });
    connect(&m_reader, &work::CompareReader::compared, this, [this](const std::shared_ptr<const work::CompareAnswer>& answer) {
        m_answer = answer;
        show();
    });
    connect(&m_view, &views::CompareView::requestChanged, this, &ComparePart::ask);
    connect(&m_view, &views::CompareView::figureRequested, this, &ComparePart::figureRequested);
    connect(&m_view, &views::CompareView::tableSaveRequested, this, &ComparePart::saveTable);
    connect(&m_writer, &work::TextWriter::done, this, [this](const QString& file) {
        ui::Message done{ui::Severity::Success};
        done.text = tr("The table was written to %1.").arg(ui::shortPath(file));
        done.fadeAfterMs = 10000;
        Q_EMIT message(done);
    });
    connect(&m_writer, &work::TextWriter::failed, this,
        [this](const QString& cause, const QString& hint) { Q_EMIT message(ui::errorMessage(ui::coreText(cause.toStdString()), ui::coreText(hint.toStdString()))); });
}

void ComparePart::setRuns(const QStringList& runs)
{
    const auto columns = columnsOf(m_model, runs.mid(0, kMostRuns), m_view.grouping());
    const bool sameRuns = m_runs == runs;
    const bool sameNames = std::equal(columns.begin(), columns.end(), m_columns.begin(), m_columns.end(),
        [](const auto& a, const auto& b) { return a.id == b.id && a.title == b.title && a.style == b.style && a.runs == b.runs; });
    if (sameRuns && sameNames)
        return;
    m_runs = runs;
    const bool sameColumns = sameRuns && std::equal(columns.begin(), columns.end(), m_columns.begin(), m_columns.end(), [](const auto& a, const auto& b) { return a.runs == b.runs; });
    if (sameColumns && m_answer) {      // other names or colours only
        m_columns = columns;
        show();
    } else {
        ask();
    }
}

void ComparePart::setShown(bool shown)
{
    m_shown = shown;
    if (shown && m_due)
        ask();
    m_reader.setFollowed(shown && !m_runs.isEmpty());
}

work::CompareWish ComparePart::wish() const
{
    work::CompareWish wish;
    wish.runs = m_runs.mid(0, kMostRuns);
    wish.protocol = m_view.protocol().toStdString();
    for (const auto& column : m_columns) {
        compare::ColumnRequest request{column.id.toStdString(), {}};
        for (const auto& run : column.runs)
            request.runs.push_back(std::size_t(wish.runs.indexOf(run)));
        wish.columns.push_back(std::move(request));
    }
    return wish;
}

void ComparePart::ask()
{
    m_due = !m_shown;
    if (!m_shown)
        return;
    m_answer.reset();
    m_columns = columnsOf(m_model, m_runs.mid(0, kMostRuns), m_view.grouping());
    m_reader.compare(wish());
    m_reader.setFollowed(!m_runs.isEmpty());
    if (m_runs.isEmpty())
        m_view.setComparison(nullptr);
    m_view.setBusy(!m_runs.isEmpty());
}

void ComparePart::show()
{
    if (!m_answer || std::count_if(m_answer->columns.begin(), m_answer->columns.end(), [](const auto& column) { return column.scaling.empty(); }) != m_columns.size())
        return;
    auto data = std::make_shared<views::CompareData>();
    data->comparison = m_answer->comparison;
    data->columns = withScalings(m_columns, m_answer->columns);
    for (const auto& note : m_answer->notes)
        data->notes.append(ui::coreText(note.section(QLatin1Char('\n'), 0, 0).toStdString()));     // a list of problems belongs into a log
    if (m_runs.size() > kMostRuns)
        data->notes.prepend(tr("Only the first %1 of %2 selected runs are compared.").arg(ui::count(kMostRuns), ui::count(double(m_runs.size()))));
    for (qsizetype n = 0; n < m_answer->runs.size(); ++n)
        data->provenance.runs.push_back({runId(m_answer->runs[n]), m_answer->told[n].step, m_answer->told[n].spec});
    data->provenance.program = QStringLiteral("bamscope ") + QString::fromStdString(programVersion());
    data->provenance.made = QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
    m_view.setComparison(std::move(data));
    m_view.setBusy(false);
}

/// One run after the other, each by its last checkpoint.
void ComparePart::capture(const QStringList& runs, const inspect::PromptSpec& prompt)
{
    stopCaptures();
    for (const auto& run : runs) {
        views::LensWish wish;
        wish.source.run = run.toStdString();
        wish.prompt = prompt;
        m_captures.insert(m_lens.capture(wish), run);
        m_view.setCapture(run, {views::ComparedCapture::State::Waiting, {}, {}});
    }
}

void ComparePart::stopCaptures()
{
    const auto stopped = std::exchange(m_captures, {});
    for (auto one = stopped.begin(); one != stopped.end(); ++one) {
        m_lens.cancel(one.key());
        m_view.setCapture(one.value(), {});
    }
}

void ComparePart::writeTable(const QString& file) { m_writer.write(file, m_view.shownTable(formatOf(file)).toStdString()); }

void ComparePart::saveTable()
{
    const auto file = QFileDialog::getSaveFileName(m_view.window(), tr("Save the table"), m_view.shownTableName() + QStringLiteral(".tex"),
        tr("LaTeX with booktabs (*.tex);;Markdown (*.md);;Tab-separated values (*.tsv)"));
    if (file.isEmpty())
        return;
    writeTable(file);
}

}  // namespace bam::window
