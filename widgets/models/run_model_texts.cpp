// SPDX-License-Identifier: GPL-3.0-or-later
// What the cells of RunModel show, and the titles and colours of runs.
#include "widgets/common/colors.h"
#include "widgets/common/format.h"
#include "widgets/common/icons.h"
#include "widgets/models/run_model_items.h"

#include <QCoreApplication>

#include <cmath>

namespace bam::models {

namespace {

bool isNumber(int column) { return (column >= RunModel::Seed && column <= RunModel::TokensPerStep) || (column >= RunModel::Progress && column <= RunModel::Eta); }

}  // namespace

QString stateTitle(runs::RunState state)
{
    const auto translated = [](const char* text) { return QCoreApplication::translate("RunModel", text); };
    switch (state) {
    case runs::RunState::Queued: return translated(QT_TRANSLATE_NOOP("RunModel", "Queued"));
    case runs::RunState::Running: return translated(QT_TRANSLATE_NOOP("RunModel", "Running"));
    case runs::RunState::Paused: return translated(QT_TRANSLATE_NOOP("RunModel", "Paused"));
    case runs::RunState::Finished: return translated(QT_TRANSLATE_NOOP("RunModel", "Finished"));
    case runs::RunState::Failed: return translated(QT_TRANSLATE_NOOP("RunModel", "Failed"));
    case runs::RunState::Stopped: return translated(QT_TRANSLATE_NOOP("RunModel", "Stopped"));
    case runs::RunState::Lost: return translated(QT_TRANSLATE_NOOP("RunModel", "Lost"));
    case runs::RunState::Imported: return translated(QT_TRANSLATE_NOOP("RunModel", "Imported"));
    case runs::RunState::Unknown: break;
    }
    return translated(QT_TRANSLATE_NOOP("RunModel", "Unknown"));
}

QString dataEndedTitle() { return QCoreApplication::translate("RunModel", "Data ended"); }

QString stateIcon(runs::RunState state)
{
    switch (state) {
    case runs::RunState::Queued: return QStringLiteral("queue");
    case runs::RunState::Running: return QStringLiteral("play");
    case runs::RunState::Paused: return QStringLiteral("pause");
    case runs::RunState::Finished: return QStringLiteral("done");
    case runs::RunState::Failed: return QStringLiteral("error");
    case runs::RunState::Stopped: return QStringLiteral("stop");
    case runs::RunState::Lost: return QStringLiteral("warning");
    case runs::RunState::Imported: return QStringLiteral("import");
    case runs::RunState::Unknown: break;
    }
    return QStringLiteral("help");
}

QString RunModel::groupTitle(const Group& group) const
{
    switch (m_grouping) {
    case Grouping::Encoding: return plots::titleOf(group.key);
    case Grouping::State: return stateTitle(runs::RunState(group.key.toInt()));
    case Grouping::Folder: return ui::shortPath(group.key);
    case Grouping::Tag: return group.key.isEmpty() ? tr("No tag") : group.key;
    default: return group.key;
    }
}

QVariant RunModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    struct Heading {
        const char *title, *help;
    };
    static constexpr Heading kHeadings[ColumnCount] = {
        {QT_TR_NOOP("Run"), QT_TR_NOOP("Size, encoding and version, with the colour of its curves. Pinned runs come first.")},
        {QT_TR_NOOP("Size"), QT_TR_NOOP("Model size, such as l12 (12 layers)")},
        {QT_TR_NOOP("Encoding"), QT_TR_NOOP("Positional encoding")},
        {QT_TR_NOOP("Version"), QT_TR_NOOP("Number of the run's folder")},
        {QT_TR_NOOP("Seed"), QT_TR_NOOP("Random seed of weights and data order")},
        {QT_TR_NOOP("Learning rate"), QT_TR_NOOP("Learning rate after the warm-up, at its highest")},
        {QT_TR_NOOP("Batch"), QT_TR_NOOP("Tokens per optimiser step, all devices together")},
        {QT_TR_NOOP("State"), QT_TR_NOOP("What the run's process last said. Lost: it says it is running, but its process is gone.")},
        {QT_TR_NOOP("Step"), QT_TR_NOOP("Optimiser steps done, and in all")},
        {QT_TR_NOOP("Train loss"), QT_TR_NOOP("Of the last step, in nats per token")},
        {QT_TR_NOOP("Val. loss"), QT_TR_NOOP("Of the last validation, in nats per token")},
        {QT_TR_NOOP("Tokens/s"), QT_TR_NOOP("Training speed of the last step, all devices together")},
        {QT_TR_NOOP("Time left"), QT_TR_NOOP("Until the last step, at the speed since the last start")},
        {QT_TR_NOOP("Started"), QT_TR_NOOP("First start, in local time")},
        {QT_TR_NOOP("Tags"), QT_TR_NOOP("Words to find runs by, separated by commas. Double-click to edit.")},
        {QT_TR_NOOP("Note"), QT_TR_NOOP("Kept in the run's folder. Double-click to edit.")},
    };
    if (role == Qt::DisplayRole)
        return tr(kHeadings[section].title);
    if (role == Qt::ToolTipRole)
        return tr(kHeadings[section].help);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

QString RunModel::title(const QString& path) const
{
    const auto title = m_titles.title(path);
    return title.isEmpty() ? path : title;
}

plots::CurveStyle RunModel::style(const QString& path) const
{
    const auto* item = m_itemOf.value(path);
    if (!item)
        return plots::styleOf({});
    auto style = plots::styleOf(text(item->record.encoding));
    if (item->record.notes.color.empty())
        style.shade = m_shades.shade(path);
    else
        style.color = QColor(text(item->record.notes.color));
    return style;
}

QString RunModel::seedGroup(const QString& path) const
{
    const auto* run = record(path);
    return run ? text(run->family.empty() ? run->size + "/" + run->encoding : run->family) : QString();
}

QString RunModel::seedGroupTitle(const QString& path) const
{
    const auto* run = record(path);
    return run ? QStringLiteral("%1 %2").arg(text(run->size), plots::titleOf(text(run->encoding))) : QString();
}

QVariant RunModel::groupData(const Group& group, int column, int role) const
{
    if (role == GroupOrderRole)     // states in their own order, runs without a tag last
        return m_grouping == Grouping::State ? group.key : m_grouping == Grouping::Tag && group.key.isEmpty() ? QString(QChar(0xFFFD)) : groupTitle(group);
    if (column != 0)
        return {};
    if (role == GroupTitleRole)
        return groupTitle(group);
    if (role == Qt::DisplayRole)
        return tr("%1 (%2)", "group and number of its runs").arg(groupTitle(group)).arg(group.runs.size());
    if (role == Qt::AccessibleTextRole || role == Qt::ToolTipRole)
        return tr("%1, number of runs: %2").arg(groupTitle(group)).arg(group.runs.size());
    return {};
}

QString RunModel::display(const Item& item, int column) const
{
    const auto& run = item.record;
    switch (column) {
    case Run: return title(item.path);
    case Size: return text(run.size);
    case Encoding: return plots::titleOf(text(run.encoding));
    case Version: return versionText(run);
    case Seed: return run.seed >= 0 ? QString::number(run.seed) : QString();
    case LearningRate: return std::isfinite(run.learningRate) ? ui::significant(run.learningRate, 3) : QString();
    case TokensPerStep: return ui::shortCount(run.tokensPerStep);
    case State: return run.dataEnded() ? dataEndedTitle() : stateTitle(run.state);
    case Progress:
        return run.totalSteps > 0 ? tr("%1 / %2", "steps done and in all").arg(ui::count(double(run.step)), ui::count(double(run.totalSteps))) : ui::count(double(run.step));
    case TrainLoss: return ui::decimals(run.loss, 4);
    case ValidationLoss: return ui::decimals(run.validationLoss, 4);
    case TokensPerSecond: return ui::shortCount(run.tokensPerSecond);
    case Eta: return ui::duration(run.etaSeconds());
    case Started: return ui::localTime(text(run.started));
    case Tags: return text(runs::tagsAsText(run.notes.tags));
    case Note: return text(run.notes.note).simplified();
    default: return {};
    }
}

QString RunModel::toolTip(const Item& item, int column) const
{
    const auto& run = item.record;
    if (column == Note && !run.notes.note.empty())
        return text(run.notes.note);
    QStringList lines{ui::shortPath(item.path)};
    if (column == State || !run.problem.empty())
        lines.append(text(run.error.empty() ? run.problem : run.error));
    if (column == State && !run.hint.empty())
        lines.append(text(run.hint));
    if (run.dataSteps >= 0)
        lines.append(tr("The data is enough for %1 of the %2 steps that were asked for. Add data, or ask for fewer steps.").arg(ui::count(double(run.dataSteps)), ui::count(double(run.totalSteps))));
    if (run.state == runs::RunState::Lost)
        lines.append(tr("It says it is running, but its process is gone. Resume it from its last checkpoint."));
    if (run.official)
        lines.append(tr("Made by the official code"));
    if (run.imported)
        lines.append(tr("Imported from %1. It has curves only and is never written again.").arg(ui::shortPath(text(run.imported->source))));
    if (run.seed >= 0)
        lines.append(tr("Seed %1").arg(run.seed));
    if (!run.device.empty())
        lines.append(tr("Device %1 on %2").arg(text(run.device), run.host.empty() ? tr("an unknown machine") : text(run.host)));
    if (std::isfinite(run.tokensPerStep))
        lines.append(tr("%1 tokens per step").arg(ui::count(run.tokensPerStep)));
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QVariant RunModel::runData(const Item& item, int column, int role) const
{
    const auto& run = item.record;
    switch (role) {
    case Qt::DisplayRole: return display(item, column);
    case Qt::EditRole: return column == Note ? text(run.notes.note) : display(item, column);
    case Qt::ToolTipRole: return toolTip(item, column);
    case Qt::DecorationRole: return column == State ? QVariant(ui::icon(run.dataEnded() ? QStringLiteral("warning") : stateIcon(run.state))) : QVariant();
    case Qt::TextAlignmentRole: return int(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
    case PathRole: return item.path;
    case StyleRole: return QVariant::fromValue(style(item.path));
    case PinnedRole: return run.notes.pinned;
    case ProgressRole: return run.progress();
    case StateRole: return int(run.state);
    default: return {};
    }
}

}  // namespace bam::models
