// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/priors/prior_history.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace bam::priors {
namespace {

constexpr std::int64_t kMostCells = 1 << 16;        // layers · heads; the largest known models have 2^14
constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

/// A whole number that an index can be; −1 otherwise.
std::int64_t indexIn(float value)
{
    return value >= 0 && value < float(kMostCells) && std::floor(value) == value ? std::int64_t(value) : -1;
}

}  // namespace

std::vector<std::string> priorColumnNames() { return {"layer", "head", "theta_alpha", "theta_beta", "theta_mu", "seq_scale", "r1", "r2"}; }

bool PriorHistory::makeRoom(std::int64_t layer, std::int64_t head)
{
    const auto layers = std::max(m_layers, layer + 1), heads = std::max(m_heads, head + 1);
    if (layers == m_layers && heads == m_heads)
        return true;
    if (layers * heads > kMostCells)
        return false;
    std::vector<float> grown(m_steps.size() * std::size_t(layers * heads) * kParameters, kMissing);
    for (std::size_t step = 0; step < m_steps.size(); ++step)
        for (std::int64_t l = 0; l < m_layers; ++l)
            std::copy_n(m_values.begin() + std::ptrdiff_t(step * stride() + std::size_t(l * m_heads) * kParameters), m_heads * kParameters,
                grown.begin() + std::ptrdiff_t((step * std::size_t(layers * heads) + std::size_t(l * heads)) * kParameters));
    m_values = std::move(grown);
    m_layers = layers;
    m_heads = heads;
    return true;
}

std::size_t PriorHistory::placeOf(double step)
{
    const auto at = std::lower_bound(m_steps.begin(), m_steps.end(), step);
    const auto index = std::size_t(at - m_steps.begin());
    if (at != m_steps.end() && *at == step)
        return index;
    m_steps.insert(at, step);
    m_biases.insert(m_biases.begin() + std::ptrdiff_t(index), nullptr);
    m_values.insert(m_values.begin() + std::ptrdiff_t(index * stride()), stride(), kMissing);
    return index;
}

void PriorHistory::append(const runs::LogColumns& rows)
{
    std::size_t last = 0;
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        const auto layer = indexIn(rows.values[kLayer][row]), head = indexIn(rows.values[kHead][row]);
        if (layer < 0 || head < 0 || rows.step[row] < 0 || !makeRoom(layer, head)) {
            ++m_badRows;
            continue;
        }
        if (last >= m_steps.size() || m_steps[last] != rows.step[row])
            last = placeOf(rows.step[row]);
        for (int parameter = 0; parameter < kParameters; ++parameter) {
            const auto& column = rows.values[std::size_t(kThetaAlpha + parameter)];
            const float value = row < column.size() ? column[row] : kMissing;
            m_values[last * stride() + std::size_t(layer * m_heads + head) * kParameters + std::size_t(parameter)] = value;
            if (std::isnan(value))
                continue;
            m_hasParameters = m_hasParameters || parameter == kAlpha || parameter == kBeta || parameter == kR1;
            const bool first = !std::exchange(m_has[parameter], true);
            if (std::isfinite(value)) {
                m_least[parameter] = first ? value : std::min(m_least[parameter], value);
                m_most[parameter] = first ? value : std::max(m_most[parameter], value);
            }
        }
    }
    ++m_generation;
}

void PriorHistory::append(std::shared_ptr<const LearnedBias> bias)
{
    if (!bias || bias->step() < 0 || !makeRoom(bias->layers() - 1, bias->heads() - 1))
        return;
    m_biases[placeOf(double(bias->step()))] = std::move(bias);
    m_hasBiases = true;
    ++m_generation;
}

void PriorHistory::append(PriorPiece&& piece)
{
    if (piece.restarted) {
        const int generation = m_generation;
        *this = {};
        m_generation = generation + 1;
    }
    append(piece.rows);
    for (auto& bias : piece.biases)
        append(std::move(bias));
    m_complete = piece.complete;
    m_fileBadRows = piece.badRows;
    m_problem = std::move(piece.problem);
}

std::size_t PriorHistory::indexAt(double step) const
{
    const auto after = std::upper_bound(m_steps.begin(), m_steps.end(), step);
    return after == m_steps.begin() ? 0 : std::size_t(after - m_steps.begin()) - 1;
}

float PriorHistory::value(std::size_t index, std::int64_t layer, std::int64_t head, Parameter parameter) const
{
    if (index >= m_steps.size() || layer < 0 || layer >= m_layers || head < 0 || head >= m_heads)
        return kMissing;
    return m_values[index * stride() + std::size_t(layer * m_heads + head) * kParameters + std::size_t(parameter)];
}

inspect::PriorValues PriorHistory::at(std::size_t index, inspect::HeadId head) const
{
    const auto get = [&](Parameter parameter) { return double(value(index, head.layer, head.head, parameter)); };
    return {get(kAlpha), get(kBeta), get(kMu), get(kScale), get(kR1), get(kR2)};
}

std::pair<double, double> PriorHistory::range(Parameter parameter) const { return {m_least[parameter], m_most[parameter]}; }

PriorHistory readHistory(const std::filesystem::path& file)
{
    runs::LogTail tail(file, priorColumnNames());
    tail.poll();
    PriorPiece piece;
    piece.run = file.parent_path();
    piece.rows = tail.take();
    piece.complete = true;
    piece.badRows = tail.badRows();
    piece.problem = tail.problem();
    PriorHistory history;
    history.append(std::move(piece));
    return history;
}

}  // namespace bam::priors
