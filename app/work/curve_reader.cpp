// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/curve_reader.h"

#include "core/base/text.h"
#include "core/runs/run_directory.h"
#include "core/runs/run_summary.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace bam::work {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kFirstPiece = 512 << 10;     // of each run, before any is read on: the first picture shows all
constexpr std::int64_t kPiece = std::int64_t(8) << 20;

constexpr std::chrono::seconds kPatience(1);

QString shown(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

std::string translated(const char* text, const std::filesystem::path& path)
{
    return QCoreApplication::translate("CurveReader", text).arg(shown(path)).toStdString();
}

std::vector<runs::CurveMark> marksOf(const std::filesystem::path& run, std::size_t& starts)
{
    std::vector<runs::CurveMark> marks;
    for (const auto& [step, path] : runs::listCheckpoints(run))
        marks.push_back({runs::CurveMark::Kind::Checkpoint, double(step)});
    runs::Json json;
    runs::summarize(run, 0, json);
    starts = 0;
    if (!json.is_object() || !json.contains("starts") || !json["starts"].is_array())
        return marks;
    starts = json["starts"].size();
    for (const auto& start : json["starts"])
        if (start.is_object() && start.contains("resumed_from_step") && start["resumed_from_step"].is_number())
            marks.push_back({runs::CurveMark::Kind::Resume, start["resumed_from_step"].get<double>()});
    return marks;
}

}  // namespace

struct CurveReader::Followed {
    Followed(std::uint64_t number, const std::filesystem::path& path)
        : id(number), run(path), train(path / "train.log", runs::trainColumnNames()), validation(path / "eval.log", runs::validationColumnNames())
    {
    }

    const std::uint64_t id;
    const std::filesystem::path run;
    // Guarded by the reader's mutex.
    bool queued = false, busy = false, again = false, dropped = false;
    // Touched only by the thread that reads.
    runs::LogTail train, validation;
    bool begun = false, saidComplete = false, saidBadRows = false;
    std::string problem;
    std::vector<runs::CurveMark> marks;
    std::size_t starts = 0, startsBeforeCut = 0;
    std::optional<Clock::time_point> cut;       // a restart of the log that is not explained yet
    // Touched by all.
    std::atomic<bool> marksWanted{true};
    std::atomic<Clock::rep> grown{Clock::now().time_since_epoch().count()};
};

CurveReader::CurveReader(Deliver deliver, int threads)
    : m_deliver(std::move(deliver))
{
    for (int i = 0; i < threads; ++i)
        m_threads.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

CurveReader::~CurveReader()
{
    for (auto& thread : m_threads)
        thread.request_stop();
    m_threads.clear();
}

void CurveReader::follow(const std::vector<Named>& runs)
{
    const std::lock_guard lock(m_mutex);
    std::map<std::filesystem::path, std::shared_ptr<Followed>> next;
    for (const auto& [id, run] : runs) {
        const auto known = m_followed.find(run);
        if (known != m_followed.end() && known->second->id == id) {
            next.emplace(run, known->second);
            continue;
        }
        auto fresh = std::make_shared<Followed>(id, run);
        fresh->queued = true;
        m_queue.push_back(fresh);
        next.emplace(run, std::move(fresh));
    }
    for (auto& [run, followed] : m_followed)
        if (const auto kept = next.find(run); kept == next.end() || kept->second != followed)
            followed->dropped = true;
    std::erase_if(m_queue, [](const auto& followed) { return followed->dropped; });
    m_followed = std::move(next);
    m_wake.notify_all();
}

void CurveReader::poll(const std::filesystem::path& run, bool marks)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_followed.find(run);
    if (found == m_followed.end())
        return;
    auto& followed = *found->second;
    if (marks)
        followed.marksWanted = true;
    if (followed.busy)
        followed.again = true;
    else if (!followed.queued) {
        followed.queued = true;
        m_queue.push_back(found->second);
        m_wake.notify_one();
    }
}

std::chrono::milliseconds CurveReader::sinceGrowth(const std::filesystem::path& run) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_followed.find(run);
    if (found == m_followed.end())
        return std::chrono::hours(1);
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch() - Clock::duration(found->second->grown.load()));
}

void CurveReader::work(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wake.wait(lock, stop, [this] { return !m_queue.empty(); });
        if (stop.stop_requested())
            return;
        const auto followed = m_queue.front();
        m_queue.pop_front();
        followed->queued = false;
        followed->busy = true;
        lock.unlock();
        bool more = false;
        try {
            more = read(*followed);
        } catch (const std::exception& failure) {       // such as of memory: this run has no curve, the window lives
            auto piece = std::make_shared<runs::CurvePiece>();
            piece->run = followed->run;
            piece->problem = str(followed->run.string(), " cannot be read: ", failure.what());
            m_deliver({followed->id, std::move(piece), {}});
        }
        lock.lock();
        followed->busy = false;
        if ((more || followed->again) && !followed->dropped) {
            followed->queued = true;
            m_queue.push_back(followed);
        }
        followed->again = false;
    }
}

/// One piece. @returns whether there is more to read at once
bool CurveReader::read(Followed& followed)
{
    using Change = runs::LogTail::Change;
    auto piece = std::make_shared<runs::CurvePiece>();
    piece->run = followed.run;
    const bool first = !followed.begun;
    const auto limit = first ? kFirstPiece : kPiece;
    const auto train = followed.train.poll(limit);
    const auto validation = followed.validation.poll(limit);
    followed.begun = true;
    piece->trainRestarted = first || train == Change::Restarted;
    piece->validationRestarted = first || validation == Change::Restarted;
    piece->train = followed.train.take();
    piece->validation = followed.validation.take();
    if (first || train == Change::Restarted)
        piece->expectedRows = followed.train.expectedRows();
    const bool more = followed.train.hasMore() || followed.validation.hasMore();
    piece->complete = !more;
    if (train == Change::Gone) {
        std::error_code error;
        piece->problem = !std::filesystem::exists(followed.run, error)
            ? translated(QT_TRANSLATE_NOOP("CurveReader", "%1 is not there any more."), followed.run)
            : !std::filesystem::exists(followed.run / "train.log", error) ? translated(QT_TRANSLATE_NOOP("CurveReader", "%1 has no train.log, so there is no curve to draw."), followed.run)
                                                                          : followed.train.problem();
    } else {
        piece->problem = followed.train.problem();
    }

    // A resumed run cuts its log a moment before run.json says that it was resumed: nothing to tell then.
    if (!first && train == Change::Restarted && !followed.cut) {
        followed.cut = Clock::now();
        followed.startsBeforeCut = followed.starts;
    }
    const bool judge = followed.cut && Clock::now() - *followed.cut > kPatience;
    bool marksChanged = false;
    if (followed.marksWanted.exchange(false) || judge) {
        auto marks = marksOf(followed.run, followed.starts);
        marksChanged = first || marks != followed.marks;
        if (marksChanged) {
            followed.marks = marks;
            piece->marks = std::move(marks);
        }
    }
    Found found{followed.id, nullptr, {}};
    if (const auto bad = followed.train.badRows(); piece->complete && bad > 0 && !std::exchange(followed.saidBadRows, true)) {
        const int lines = int(std::min<std::int64_t>(bad, std::numeric_limits<int>::max()));    // apart: lupdate never ends on angle brackets among the arguments below
        found.notice = QCoreApplication::translate("CurveReader", "%1 holds %n line(s) that are no rows; its curve is drawn without them.", nullptr, lines)
                           .arg(shown(followed.run / "train.log")).toStdString();
    }
    if (judge) {
        followed.cut.reset();
        if (followed.starts == followed.startsBeforeCut)
            found.notice = translated(QT_TRANSLATE_NOOP("CurveReader", "%1 was cut or replaced; its curve was read again from the start."), followed.run / "train.log");
    }
    const bool rows = piece->train.rows() > 0 || piece->validation.rows() > 0;
    const bool changed = first || rows || piece->trainRestarted || piece->validationRestarted || marksChanged || piece->problem != followed.problem
        || piece->complete != followed.saidComplete || !found.notice.empty();
    if (rows || piece->trainRestarted || piece->validationRestarted)
        followed.grown = Clock::now().time_since_epoch().count();
    if (changed) {
        followed.problem = piece->problem;
        followed.saidComplete = piece->complete;
        found.piece = std::move(piece);
        m_deliver(std::move(found));
    }
    return more;
}

}  // namespace bam::work
