// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/run_titles.h"

#include <algorithm>

namespace bam::models {
namespace {

bool allDiffer(const QStringList& texts) { return QSet<QString>(texts.begin(), texts.end()).size() == texts.size(); }

/// How many folders all paths begin with, counted from the front or from the end, at most `most`.
qsizetype commonFolders(const QList<QStringList>& paths, qsizetype most, bool fromEnd)
{
    qsizetype common = 0;
    const auto folder = [&](const QStringList& path) { return path.at(fromEnd ? path.size() - 1 - common : common); };
    while (common < most && std::all_of(paths.begin(), paths.end(), [&](const auto& path) { return folder(path) == folder(paths.first()); }))
        ++common;
    return common;
}

}  // namespace

QStringList distinguishingParts(const QStringList& paths)
{
    QList<QStringList> folders;
    for (const auto& path : paths)
        folders.append(path.split(QLatin1Char('/')));
    const auto shortest = std::min_element(folders.begin(), folders.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); })->size();
    // One folder at least remains of each, also of a path that is the beginning of another.
    const auto front = commonFolders(folders, shortest - 1, false);
    const auto end = commonFolders(folders, shortest - 1 - front, true);
    QStringList first, last, all;
    for (const auto& path : folders) {
        const auto middle = path.mid(front, path.size() - front - end);
        first.append(middle.first());
        last.append(middle.last());
        all.append(middle.join(QLatin1Char('/')));
    }
    return allDiffer(first) ? first : allDiffer(last) ? last : all;
}

void RunTitles::put(const QString& path, const QString& named, std::int64_t seed)
{
    const auto name = seed >= 0 ? tr("%1 · seed %2", "a run's title").arg(named).arg(seed) : named;
    const auto known = m_runs.find(path);
    if (known != m_runs.end() && known->name == name)
        return;
    QString title;
    if (known != m_runs.end()) {
        title = known->title;
        remove(path);
    }
    m_runs.insert(path, {name, title});
    m_paths[name].insert(path);
    m_touched.insert(name);
}

void RunTitles::remove(const QString& path)
{
    const auto run = m_runs.constFind(path);
    if (run == m_runs.constEnd())
        return;
    const auto name = run->name;
    m_touched.insert(name);
    m_runs.erase(run);
    auto& paths = m_paths[name];
    paths.remove(path);
    if (paths.isEmpty())
        m_paths.remove(name);
}

void RunTitles::clear() { *this = {}; }

QStringList RunTitles::settle()
{
    QStringList changed;
    for (const auto& name : std::exchange(m_touched, {})) {
        const auto same = m_paths.value(name);
        const QStringList paths(same.begin(), same.end());
        const auto parts = paths.size() > 1 ? distinguishingParts(paths) : QStringList();
        for (qsizetype i = 0; i < paths.size(); ++i) {
            const auto title = paths.size() == 1 ? name : QStringLiteral("%1 · %2").arg(name, parts[i]);
            if (std::exchange(m_runs[paths[i]].title, title) != title)
                changed.append(paths[i]);
        }
    }
    return changed;
}

QString elidedTitle(const QString& title, const QFontMetrics& metrics, int width)
{
    if (metrics.horizontalAdvance(title) <= width)
        return title;
    const auto end = title.indexOf(QStringLiteral(" · "));
    const auto name = title.left(end);      // all of it when there is nothing else
    const auto after = end < 0 ? QString() : title.mid(end);
    // The size is what runs in one list differ in least.
    const auto space = name.indexOf(QLatin1Char(' '));
    const auto core = space < 0 ? name : QChar(0x2026) + name.mid(space + 1);
    if (metrics.horizontalAdvance(core + after) <= width)
        return core + after;
    const auto second = after.indexOf(QStringLiteral(" · "), 3);
    const auto seed = after.left(second);       // or whatever tells it apart first
    if (const int left = width - metrics.horizontalAdvance(core); !after.isEmpty() && left >= metrics.horizontalAdvance(seed))
        return core + metrics.elidedText(after, Qt::ElideMiddle, left);
    return metrics.elidedText(core + seed, Qt::ElideLeft, width);
}

}  // namespace bam::models
