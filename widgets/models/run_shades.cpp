// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/run_shades.h"

#include "widgets/plots/palette.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

namespace bam::models {
namespace {

struct Ranked {
    QString started, path;
    bool shown = false;
    int shade = 0;
};

/// Those shown keep their shade if none before has it, the others take what is free.
void tellApart(std::vector<Ranked>& runs)
{
    std::array<bool, plots::kShades> taken{};
    std::vector<Ranked*> waiting;
    for (auto& run : runs) {
        if (!run.shown)
            continue;
        if (taken[std::size_t(run.shade)])
            waiting.push_back(&run);
        taken[std::size_t(run.shade)] = true;
    }
    for (auto* run : waiting) {
        const auto free = std::find(taken.begin(), taken.end(), false);
        if (free == taken.end())
            return;
        *free = true;
        run->shade = int(free - taken.begin());
    }
}

}  // namespace

void RunShades::put(const QString& path, const QString& encoding, const QString& started)
{
    auto& run = m_runs[path];
    if (run.encoding == encoding && run.started == started && m_paths.value(encoding).contains(path))
        return;
    if (run.encoding != encoding) {
        m_touched.insert(run.encoding);
        m_paths[run.encoding].remove(path);
    }
    run.encoding = encoding;
    run.started = started;
    m_paths[encoding].insert(path);
    m_touched.insert(encoding);
}

void RunShades::remove(const QString& path)
{
    const auto run = m_runs.constFind(path);
    if (run == m_runs.constEnd())
        return;
    m_touched.insert(run->encoding);
    m_paths[run->encoding].remove(path);
    m_runs.erase(run);
    m_shown.remove(path);
}

void RunShades::clear() { *this = {}; }

void RunShades::setShown(const QStringList& paths)
{
    QSet<QString> shown(paths.begin(), paths.end());
    if (shown == m_shown)
        return;
    for (const auto* changed : {&shown, &m_shown})
        for (const auto& path : *changed)
            if (const auto run = m_runs.constFind(path); run != m_runs.constEnd() && (!shown.contains(path) || !m_shown.contains(path)))
                m_touched.insert(run->encoding);
    m_shown = std::move(shown);
}

QStringList RunShades::settle()
{
    QStringList changed;
    for (const auto& encoding : std::exchange(m_touched, {})) {
        std::vector<Ranked> runs;
        for (const auto& path : m_paths.value(encoding))
            runs.push_back({m_runs.value(path).started, path, m_shown.contains(path), 0});
        std::sort(runs.begin(), runs.end(), [](const Ranked& a, const Ranked& b) { return std::tie(a.started, a.path) < std::tie(b.started, b.path); });
        for (std::size_t rank = 0; rank < runs.size(); ++rank)
            runs[rank].shade = int(rank % plots::kShades);
        tellApart(runs);
        for (const auto& run : runs)
            if (auto& known = m_runs[run.path]; known.shade != run.shade) {
                known.shade = run.shade;
                changed.append(run.path);
            }
    }
    return changed;
}

}  // namespace bam::models
