// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/evaluations/evaluation_model.h"

#include "widgets/common/format.h"
#include "widgets/models/job_model.h"

#include <QCoreApplication>
#include <QFont>

#include <cmath>
#include <limits>
#include <utility>

namespace bam::views {
namespace {

using compare::Measure;
using compare::MeasureKind;
using compare::Metric;
using compare::Score;

class Texts {
    Q_DECLARE_TR_FUNCTIONS(EvaluationTexts)
};

QString kindTitle(MeasureKind kind)
{
    switch (kind) {
    case MeasureKind::Passkey: return Texts::tr("Pass key");
    case MeasureKind::PerplexityByPosition: return Texts::tr("Perplexity by position");
    case MeasureKind::PerplexitySliding: return Texts::tr("Sliding perplexity");
    case MeasureKind::Ruler: return Texts::tr("RULER");
    case MeasureKind::Choice: return Texts::tr("Multiple choice");
    }
    return {};
}

/// Of an evaluation that gives several numbers: which one; else nothing.
QString metricTitle(const Measure& measure)
{
    switch (measure.metric) {
    case Metric::Usual: return measure.kind == MeasureKind::Choice ? QStringLiteral("acc") : QString();
    case Metric::Normalized: return QStringLiteral("acc_norm");
    case Metric::BitsPerByte: return Texts::tr("bits per byte");
    }
    return {};
}

/// "mmlu, acc_norm"
QString nameOf(const Measure& measure)
{
    const auto name = QString::fromStdString(measure.name), metric = metricTitle(measure);
    return metric.isEmpty() ? name : Texts::tr("%1, %2", "a task or text, and which number of it").arg(name, metric);
}

bool isMeanOfLengths(const Measure& measure) { return measure.kind == MeasureKind::Passkey || measure.kind == MeasureKind::Ruler; }

bool hasInterval(const Score& score) { return std::isfinite(score.low) && std::isfinite(score.high); }

}  // namespace

QString measureTitle(const Measure& measure) { return Texts::tr("%1, %2").arg(kindTitle(measure.kind), nameOf(measure)); }

QString measureTip(const Measure& measure)
{
    if (measure.metric == Metric::BitsPerByte)
        return Texts::tr("How well %1 is predicted, in bits for each byte of its text, which compares between tokenizers. Less is better.").arg(QString::fromStdString(measure.name));
    if (measure.metric == Metric::Normalized)
        return Texts::tr("Share of questions of %1 whose likeliest choice for its length is the right one. More is better.").arg(QString::fromStdString(measure.name));
    switch (measure.kind) {
    case MeasureKind::Passkey: return Texts::tr("Share of prompts whose key was found, the mean over all lengths. Depths: %1. More is better.").arg(QString::fromStdString(measure.name));
    case MeasureKind::PerplexityByPosition:
        return Texts::tr("One long forward over %1: how well far positions are predicted with everything before them in sight. Less is better.").arg(QString::fromStdString(measure.name));
    case MeasureKind::PerplexitySliding: return Texts::tr("A window of fixed length moved over %1: how well the text is predicted. Less is better.").arg(QString::fromStdString(measure.name));
    case MeasureKind::Ruler: return Texts::tr("Share of the wanted answers in what the model wrote, the mean over all lengths. Task: %1. More is better.").arg(QString::fromStdString(measure.name));
    case MeasureKind::Choice: return Texts::tr("Share of questions of %1 whose likeliest choice is the right one. More is better.").arg(QString::fromStdString(measure.name));
    }
    return {};
}

QString scoreText(const Measure& measure, double value)
{
    if (measure.metric == Metric::BitsPerByte)
        return ui::decimals(value, 3);
    return measure.isShare ? ui::decimals(value, 2) : value < 100 ? ui::decimals(value, 2) : ui::significant(value, 4);
}

EvaluationModel::EvaluationModel(QObject* parent) : QAbstractTableModel(parent) {}

void EvaluationModel::setData(std::shared_ptr<const EvaluationData> data)
{
    const auto shape = [](const EvaluationData* of) {
        QStringList names;
        for (const auto& run : of ? of->runs : QVector<EvaluatedRun>())
            names.append(run.path);
        names.append(QString());
        if (of)
            for (const auto& measure : of->board.measures)
                names.append(QString::fromStdString(measure.id));
        return names;
    };
    const bool same = shape(m_data.get()) == shape(data.get());
    if (!same)
        beginResetModel();
    m_data = std::move(data);
    m_rankings.clear();
    for (std::size_t n = 0; m_data && n < m_data->board.measures.size(); ++n)
        m_rankings.push_back({m_data->board.isRanked(n), m_data->board.best(n)});
    if (!same)
        endResetModel();
    else if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void EvaluationModel::setJobs(const QHash<QString, models::JobRow>& jobs)
{
    if (jobs == m_jobs)
        return;
    m_jobs = jobs;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, State), index(rowCount() - 1, State));
}

const Measure* EvaluationModel::measure(int column) const
{
    const auto n = std::size_t(column - FirstMeasure);
    return m_data && column >= FirstMeasure && n < m_data->board.measures.size() ? &m_data->board.measures[n] : nullptr;
}

const Score* EvaluationModel::score(const QModelIndex& index) const
{
    if (!index.isValid() || !measure(index.column()))
        return nullptr;
    const auto& score = m_data->board.scores[std::size_t(index.row())][std::size_t(index.column() - FirstMeasure)];
    return score ? &*score : nullptr;
}

int EvaluationModel::columnOf(const std::string& measureId) const
{
    for (int column = FirstMeasure; column < columnCount(); ++column)
        if (measure(column)->id == measureId)
            return column;
    return -1;
}

int EvaluationModel::rowCount(const QModelIndex& parent) const { return parent.isValid() || !m_data ? 0 : int(m_data->runs.size()); }

int EvaluationModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : FirstMeasure + (m_data ? int(m_data->board.measures.size()) : 0); }

QVariant EvaluationModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_data || index.row() >= rowCount())
        return {};
    const auto& run = m_data->runs[index.row()];
    if (role == PathRole)
        return run.path;
    if (role == ColorRole)
        return run.style.color;
    if (index.column() == State)
        return stateData(run.path, role);
    if (index.column() >= FirstMeasure)
        return scoreData(index, role);
    switch (role) {
    case Qt::DisplayRole:
    case SortRole: return run.title;
    case Qt::ToolTipRole: return ui::shortPath(run.path);
    case Qt::DecorationRole: return run.style.color;
    default: return {};
    }
}

QVariant EvaluationModel::stateData(const QString& run, int role) const
{
    const auto job = m_jobs.find(run);
    if (job == m_jobs.end())
        return role == FractionRole ? QVariant(std::numeric_limits<double>::quiet_NaN()) : QVariant();
    switch (role) {
    case Qt::DisplayRole: {
        const auto progress = models::progressText(*job);
        auto text = progress.isEmpty() ? models::stateText(*job) : tr("%1, %2").arg(models::stateText(*job), progress);
        if (std::isfinite(job->etaSeconds) && job->isActive())
            text = tr("%1, %2 left").arg(text, ui::duration(job->etaSeconds));
        return text;
    }
    case Qt::ToolTipRole: return job->detail.isEmpty() ? job->task : job->detail;
    case FractionRole: return job->isActive() ? job->fraction() : std::numeric_limits<double>::quiet_NaN();
    case SortRole: return job->place;
    default: return {};
    }
}

QVariant EvaluationModel::scoreData(const QModelIndex& index, int role) const
{
    const auto* found = score(index);
    const auto& of = *measure(index.column());
    const auto column = std::size_t(index.column() - FirstMeasure);
    switch (role) {
    case Qt::DisplayRole:
        if (!found)
            return QStringLiteral("\u2013");
        return hasInterval(*found) ? tr("%1 [%2, %3]").arg(scoreText(of, found->value), scoreText(of, found->low), scoreText(of, found->high)) : scoreText(of, found->value);
    case SortRole: return found ? found->value : std::numeric_limits<double>::quiet_NaN();
    case Qt::TextAlignmentRole: return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::FontRole:
        if (const auto& best = m_rankings[column].best; best && *best == std::size_t(index.row())) {
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        return {};
    case Qt::ToolTipRole: {
        if (!found)
            return tr("This run was not measured by this.");
        QStringList lines{measureTip(of)};
        if (hasInterval(*found))
            lines << tr("In brackets the 95 % interval.");
        if (found->samples > 0)
            lines << tr("Made of %1 samples.").arg(ui::count(double(found->samples)));
        if (const auto text = rankingText(std::size_t(index.row()), column); !text.isEmpty())
            lines << text;
        if (!found->checkpoint.empty())
            lines << tr("Checkpoint: %1").arg(QString::fromStdString(found->checkpoint));
        return lines.join(QLatin1Char('\n'));
    }
    default: return {};
    }
}

/// Why none is best, and what compares.
QString EvaluationModel::rankingText(std::size_t row, std::size_t column) const
{
    if (m_rankings[column].ranked)
        return {};
    const auto& board = m_data->board;
    const auto& of = board.measures[column];
    if (!isMeanOfLengths(of) || board.hasSameLengths(column))
        return tr("None is marked as the best, because the runs were not asked the same.");
    QStringList lengths;
    for (const double length : board.sharedLengths(column))
        lengths << ui::count(length);
    if (lengths.isEmpty())
        return tr("None is marked as the best, because the runs share no length.");
    return tr("None is marked as the best, because the runs were measured at different lengths. The mean over the lengths that all have (%1): %2.").arg(lengths.join(QStringLiteral(", ")), scoreText(of, board.meanOfShared(row, column)));
}

QVariant EvaluationModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (section == Run)
        return role == Qt::DisplayRole ? QVariant(tr("Run")) : role == Qt::ToolTipRole ? QVariant(tr("The runs selected in the list")) : QVariant();
    if (section == State)
        return role == Qt::DisplayRole ? QVariant(tr("Now")) : role == Qt::ToolTipRole ? QVariant(tr("What is being measured, or waits for it")) : QVariant();
    const auto* of = measure(section);
    if (!of)
        return {};
    if (role == Qt::DisplayRole && of->metric == Metric::BitsPerByte)
        return tr("Bits per byte") + QLatin1Char('\n') + QString::fromStdString(of->name);      // a narrow column beside that of its perplexity
    if (role == Qt::DisplayRole)
        return kindTitle(of->kind) + QLatin1Char('\n') + nameOf(*of);
    return role == Qt::ToolTipRole ? QVariant(measureTip(*of)) : QVariant();
}

}  // namespace bam::views
