// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/run_filter.h"

#include <QCoreApplication>

#include <cmath>

namespace bam::models {
namespace {

QString text(const std::string& value) { return QString::fromStdString(value); }

int directed(int comparison, Qt::SortOrder order) { return order == Qt::AscendingOrder ? comparison : -comparison; }

int compareNumbers(double a, double b, Qt::SortOrder order)
{
    if (std::isnan(a) || std::isnan(b))
        return int(std::isnan(a)) - int(std::isnan(b));
    return a == b ? 0 : directed(a < b ? -1 : 1, order);
}

int compareTexts(const QString& a, const QString& b, Qt::SortOrder order)
{
    if (a.isEmpty() || b.isEmpty())
        return int(a.isEmpty()) - int(b.isEmpty());
    return directed(compareNaturally(a, b), order);
}

double orMissing(std::int64_t value) { return value < 0 ? runs::RunSummary::kNone : double(value); }

/// Size, encoding, version, folder: what tells runs apart when all else is equal.
int compareNames(const runs::RunRecord& a, const runs::RunRecord& b)
{
    if (const int size = a.size == b.size ? 0 : compareNaturally(text(a.size), text(b.size)); size != 0)
        return size;
    if (const int encoding = a.encoding.compare(b.encoding); encoding != 0)
        return encoding;
    if (a.version != b.version)
        return a.version < b.version ? -1 : 1;
    return a.path.native().compare(b.path.native());
}

}  // namespace

int compareRuns(const runs::RunRecord& a, const runs::RunRecord& b, int column, Qt::SortOrder order)
{
    switch (column) {
    case RunModel::Run: return directed(compareNames(a, b), order);
    case RunModel::Size: return a.size == b.size ? 0 : compareTexts(text(a.size), text(b.size), order);
    case RunModel::Encoding: return a.encoding == b.encoding ? 0 : compareTexts(text(a.encoding), text(b.encoding), order);
    case RunModel::Version: return compareNumbers(orMissing(a.version), orMissing(b.version), order);
    case RunModel::Seed: return compareNumbers(orMissing(a.seed), orMissing(b.seed), order);
    case RunModel::LearningRate: return compareNumbers(a.learningRate, b.learningRate, order);
    case RunModel::TokensPerStep: return compareNumbers(a.tokensPerStep, b.tokensPerStep, order);
    case RunModel::State: return directed(int(a.state) - int(b.state), order);
    case RunModel::Progress: return compareNumbers(orMissing(a.step), orMissing(b.step), order);
    case RunModel::TrainLoss: return compareNumbers(a.loss, b.loss, order);
    case RunModel::ValidationLoss: return compareNumbers(a.validationLoss, b.validationLoss, order);
    case RunModel::TokensPerSecond: return compareNumbers(a.tokensPerSecond, b.tokensPerSecond, order);
    case RunModel::Eta: return compareNumbers(a.etaSeconds(), b.etaSeconds(), order);
    case RunModel::Started: return compareTexts(text(a.started), text(b.started), order);
    case RunModel::Tags: return compareTexts(text(runs::tagsAsText(a.notes.tags)), text(runs::tagsAsText(b.notes.tags)), order);
    case RunModel::Note: return compareTexts(text(a.notes.note), text(b.notes.note), order);
    default: return 0;
    }
}

RunFilter::RunFilter(RunModel* model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
    , m_keys{{RunModel::Run, Qt::AscendingOrder}}
{
    setSourceModel(model);
    setRecursiveFilteringEnabled(true);
    setDynamicSortFilter(true);
    sort(0);
}

QString RunFilter::setQuery(const QString& typed)
{
    auto query = RunQuery::parse(typed);
    if (!query.error().isEmpty())
        return query.error();
    m_query = std::move(query);
    invalidateFilter();
    return {};
}

void RunFilter::setSorting(const QVector<Key>& keys)
{
    if (keys == m_keys)
        return;
    m_keys = keys;
    invalidate();
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const auto* run = m_model->record(m_model->index(row, 0, parent));
    return run && m_query.matches(*run);    // a group is shown for its runs
}

bool RunFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const auto *a = m_model->record(left), *b = m_model->record(right);
    if (!a || !b)
        return compareNaturally(left.data(RunModel::GroupOrderRole).toString(), right.data(RunModel::GroupOrderRole).toString()) < 0;
    if (a->notes.pinned != b->notes.pinned)
        return a->notes.pinned;
    for (const auto& key : m_keys)
        if (const int order = compareRuns(*a, *b, key.column, key.order); order != 0)
            return order < 0;
    return compareNames(*a, *b) < 0;
}

int RunFilter::shownCount() const
{
    int count = 0;
    for (int row = 0; row < rowCount(); ++row) {
        const auto index = this->index(row, 0);
        count += record(index) ? 1 : rowCount(index);
    }
    return count;
}

QStringList RunFilter::shownRuns() const
{
    QStringList shown;
    for (int row = 0; row < rowCount(); ++row) {
        const auto index = this->index(row, 0);
        if (record(index))
            shown.append(index.data(RunModel::PathRole).toString());
        for (int child = 0; child < rowCount(index); ++child)
            shown.append(this->index(child, 0, index).data(RunModel::PathRole).toString());
    }
    return shown;
}

QVariant RunFilter::data(const QModelIndex& index, int role) const
{
    if (role != Qt::DisplayRole || index.column() != 0 || index.parent().isValid())
        return QSortFilterProxyModel::data(index, role);
    const int all = m_model->rowCount(mapToSource(index)), shown = rowCount(index);
    if (shown == all)
        return QSortFilterProxyModel::data(index, role);
    return QCoreApplication::translate("RunModel", "%1 (%2 of %3)", "group, number of its runs that are shown, and of all").arg(index.data(RunModel::GroupTitleRole).toString()).arg(shown).arg(all);
}

QModelIndex RunFilter::indexOf(const QString& path, int column) const { return mapFromSource(m_model->indexOf(path, column)); }

const runs::RunRecord* RunFilter::record(const QModelIndex& index) const { return m_model->record(mapToSource(index)); }

}  // namespace bam::models
