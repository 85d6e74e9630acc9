// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/curves.h"

#include <algorithm>
#include <iterator>

namespace bam::runs {
namespace {

void resize(LogColumns& columns, std::size_t rows)
{
    columns.step.resize(rows);
    columns.time.resize(rows);
    for (auto& values : columns.values)
        values.resize(rows);
}

void reserve(LogColumns& columns, std::size_t rows)
{
    columns.step.reserve(rows);
    columns.time.reserve(rows);
    for (auto& values : columns.values)
        values.reserve(rows);
}

template <class Vector>
void appendRange(Vector& to, const Vector& from, std::size_t begin)
{
    to.insert(to.end(), from.begin() + std::ptrdiff_t(begin), from.end());
}

/// Appends rows; a row whose step is not above the last one replaces what is there from that step on, as a resumed run's do in logs that nobody trimmed.
/// @returns whether rows already there were dropped
bool appendRows(LogColumns& to, LogColumns&& from)
{
    if (from.step.empty())
        return false;
    const bool ascending = std::is_sorted(from.step.begin(), from.step.end(), std::less_equal<>());
    if (to.step.empty() && ascending) {
        to = std::move(from);
        return false;
    }
    to.values.resize(from.values.size());
    bool dropped = false;
    const auto cut = [&](double step) {
        if (to.step.empty() || to.step.back() < step)
            return;
        resize(to, std::size_t(std::lower_bound(to.step.begin(), to.step.end(), step) - to.step.begin()));
        dropped = true;
    };
    if (ascending) {
        cut(from.step.front());
        appendRange(to.step, from.step, 0);
        appendRange(to.time, from.time, 0);
        for (std::size_t i = 0; i < to.values.size(); ++i)
            appendRange(to.values[i], from.values[i], 0);
        return dropped;
    }
    for (std::size_t row = 0; row < from.rows(); ++row) {
        cut(from.step[row]);
        to.step.push_back(from.step[row]);
        to.time.push_back(from.time[row]);
        for (std::size_t i = 0; i < to.values.size(); ++i)
            to.values[i].push_back(from.values[i][row]);
    }
    return dropped;
}

}  // namespace

std::vector<std::string> trainColumnNames() { return {"loss", "norm", "lr", "tok/sec"}; }

std::vector<std::string> validationColumnNames() { return {"loss"}; }

void RunCurves::append(CurvePiece&& piece)
{
    bool trainChanged = piece.trainRestarted, validationChanged = piece.validationRestarted;
    if (piece.trainRestarted)
        m_train = {};
    if (piece.validationRestarted)
        m_validation = {};
    trainChanged |= appendRows(m_train, std::move(piece.train));
    reserve(m_train, std::size_t(piece.expectedRows));
    validationChanged |= appendRows(m_validation, std::move(piece.validation));
    m_train.values.resize(kTrainColumns);
    m_validation.values.resize(1);
    for (int column = 0; column < kTrainColumns; ++column) {
        if (trainChanged)
            m_trainIndex[column].clear();
        m_trainIndex[column].extend(m_train.values[std::size_t(column)]);
    }
    if (validationChanged)
        m_validationIndex.clear();
    m_validationIndex.extend(m_validation.values[0]);
    m_generation += int(trainChanged || validationChanged);
    if (piece.marks)
        m_marks = std::move(*piece.marks);
    m_complete = piece.complete;
    m_problem = std::move(piece.problem);
}

}  // namespace bam::runs
