// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/sweep_runner.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/jobs/sweep_data.h"
#include "core/jobs/sweep_pace.h"
#include "core/jobs/sweep_rules.h"
#include "core/jobs/sweep_worker.h"
#include "core/runs/control.h"
#include "core/runs/folder_lock.h"
#include "core/runs/run_summary.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>

#include <unistd.h>

namespace bam::jobs {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPulse{200};
constexpr std::chrono::seconds kBetweenProgress{1};
constexpr std::chrono::seconds kBetweenTries{10};       // after the state could not be written

std::int64_t now() { return std::int64_t(std::time(nullptr)); }

class Runner {
public:
    Runner(const spec::SweepSpec& sweep, const SweepOptions& options, std::stop_token stop)
        : m_sweep(sweep), m_options(options), m_stop(std::move(stop)), m_rules{sweep.retries, sweep.evaluate, options.retrainGone}, m_store(sweep.out)
    {
        lock();
        std::vector<std::string> notes;
        m_state = merged(m_store.load(), sweep, notes);
        for (const auto& note : notes)
            say(note);
        if (!options.only)
            m_state.process = runs::identityOf(::getpid());
        for (auto& entry : m_state.entries)
            if (entry.index >= 0 && (!options.only || std::size_t(entry.index) == *options.only))
                m_mine.push_back(&entry);
        if (m_mine.empty())
            throw Error(ErrorCode::Usage, str("the sweep has no run ", options.only.value_or(0)), str("It has ", sweep.runs.size(), " runs, counted from 0."));
        for (const auto* entry : m_mine)
            m_specs[entry->id] = withAbsolutePaths(sweep.runs[std::size_t(entry->index)].spec);
        if (!options.only)
            findRemoved();
        const auto slots = m_options.devices.size() * std::size_t(sweep.parallel);
        m_threads = std::max<std::int64_t>(1, m_options.cores / (std::int64_t(std::min(slots, m_mine.size())) * sweep.ranks));
    }

    SweepState run()
    {
        for (auto* entry : m_mine) {
            if (entry->state == SweepRunState::Running)
                takeOver(*entry);
            beginCall(*entry, specOf(*entry), m_rules);
        }
        for (auto* entry : m_removed)
            takeOver(*entry);
        spec::requireNone(dataProblems(m_mine, m_state.entries, [this](const SweepEntry& entry) -> const spec::RunSpec& { return specOf(entry); }), m_sweep.name);
        begin();
        for (const auto* entry : m_mine)
            if (entry->state == SweepRunState::Skipped)
                changed(*entry);
        SweepPace pace(paceRuns());
        for (auto told = Clock::time_point();;) {
            for (auto& active : m_active)
                follow(active);
            std::erase_if(m_active, [](const Active& active) { return active.over; });
            if (m_stop.stop_requested())
                for (auto& active : m_active)
                    askToStop(active);
            else
                fill();
            if (m_dirty)
                saveAll();
            if (Clock::now() - told >= kBetweenProgress && m_options.onProgress) {
                told = Clock::now();
                m_options.onProgress(pace.progress(m_state, workers()));
            }
            if (m_active.empty() && (m_stop.stop_requested() || !nextToStart(m_mine)))
                break;
            wait();
        }
        m_state.process = {};
        saveAll();
        return std::move(m_state);
    }

private:
    struct Active {
        SweepEntry* entry = nullptr;
        JobEvents events;
        bool remote = false;        // on another machine: only its heartbeat is known
        bool stopAsked = false;
        bool over = false;
    };

    /// A call for one run shares the folder with others of its kind.
    void lock()
    {
        std::error_code failure;
        std::filesystem::create_directories(m_store.folder(), failure);
        if (failure)
            throwFileError(m_store.folder(), "create", failure.value());
        m_lock = std::make_unique<runs::FolderLock>(m_store.folder(), ".sweep.lock", m_options.only ? runs::FolderLock::Shared : runs::FolderLock::Alone);
        if (m_options.only)
            m_runLock = std::make_unique<runs::FolderLock>(m_store.folder(), str(".run-", *m_options.only, ".lock"));
    }

    /// A call for one run writes the whole only where there is none yet, so that everybody sees what belongs to the sweep.
    void begin() const
    {
        if (!m_options.only || !std::filesystem::exists(m_store.folder() / "sweep.json"))
            m_store.save(m_state);
        if (m_options.only)
            save(*m_mine.front());
        else
            m_store.forgetAlone(m_state);
    }

    /// Workers of runs that the file does not ask for any more: they take their place on a device until they end.
    void findRemoved()
    {
        for (auto& entry : m_state.entries)
            if (entry.index < 0 && entry.state == SweepRunState::Running) {
                m_removed.push_back(&entry);
                try {
                    m_specs[entry.id] = storedSpec(entry, m_store).value_or(spec::RunSpec());
                } catch (const Error&) {
                    m_specs[entry.id] = {};     // its run and its events tell all that is needed
                }
            }
    }

    /// What is not asked for is neither tried again nor tested.
    SweepRules rulesFor(const SweepEntry& entry) const { return entry.index < 0 ? SweepRules{} : m_rules; }

    const spec::RunSpec& specOf(const SweepEntry& entry) const { return m_specs.at(entry.id); }

    /// An entry that an earlier call left running.
    void takeOver(SweepEntry& entry)
    {
        if (entry.process.pid == 0)
            findUnrecorded(entry);
        Active active{&entry, JobEvents(m_store.outFile(entry))};
        active.events.finish();
        learnRun(active);
        if (isAlive(entry.process)) {
            say(str(entry.title, " is still running (process ", entry.process.pid, ") and goes on", entry.index < 0 ? ", though it is not in the sweep any more" : ""));
            m_active.push_back(std::move(active));
            return;
        }
        if (entry.process.pid != 0 && !isLocal(entry.process) && !entry.run.empty() && runs::summarize(entry.run, now()).state == runs::RunState::Running) {
            say(str(entry.title, " is still running on ", entry.process.host, " and goes on"));
            active.remote = true;
            m_active.push_back(std::move(active));
            return;
        }
        const auto end = endOf(entry, active.events.ending(), std::nullopt, m_store.errFile(entry), false);
        addTime(entry);
        if (!end.told) {
            if (entry.run.empty() && entry.stage == "train")
                entry.run = runMadeBy(entry, specOf(entry));
            entry.state = SweepRunState::Waiting;
            entry.process = {};
            if (entry.index >= 0)
                say(str(entry.title, " ended with the earlier call and ", hasBegun(entry) ? "is resumed" : "begins anew"));
            return;
        }
        settle(entry, specOf(entry), end, rulesFor(entry));
    }

    /// The earlier call was killed between starting a worker and writing its number down.
    void findUnrecorded(SweepEntry& entry)
    {
        auto pid = workerWithWord(m_store.specFile(entry.id).string());
        if (pid == 0 && hasBegun(entry))
            pid = workerWithWord(entry.run);
        if (pid != 0)
            entry.process = runs::identityOf(pid);
    }

    std::vector<SweepPace::Run> paceRuns() const
    {
        std::vector<SweepPace::Run> runs;
        for (const auto* entry : m_mine)
            runs.push_back({entry->id, specOf(*entry)});
        return runs;
    }

    std::vector<SweepProgress::Worker> workers() const
    {
        std::vector<SweepProgress::Worker> all;
        for (const auto& active : m_active)
            all.push_back({active.entry, active.events.progress()});
        return all;
    }

    void learnRun(Active& active)
    {
        auto& entry = *active.entry;
        const auto& told = active.events.progress().run;
        if (entry.run.empty() && entry.stage == "train")
            entry.run = !told.empty() ? std::filesystem::absolute(told).lexically_normal().string() : std::string();
    }

    void follow(Active& active)
    {
        auto& entry = *active.entry;
        active.events.poll();
        if (const auto before = entry.run; entry.run.empty()) {
            learnRun(active);
            if (entry.run != before)
                changed(entry);
        }
        if (active.remote ? runs::summarize(entry.run, now()).state == runs::RunState::Running : isAlive(entry.process) || isEnding(entry.process.pid))
            return;
        const auto exit = active.remote ? std::nullopt : exitStatusOf(entry.process.pid);
        active.events.finish();
        learnRun(active);
        const auto end = endOf(entry, active.events.ending(), exit, m_store.errFile(entry), active.stopAsked);
        addTime(entry);
        active.over = true;
        if (active.remote && !end.told) {
            // Its machine may have failed: that is no fault of the run.
            entry.cause = "no sign from host " + entry.process.host;
            entry.state = SweepRunState::Waiting;
            entry.process = {};
            say(str(entry.title, ": ", entry.cause, entry.index < 0 ? "" : "; it is resumed here"));
        } else {
            const bool before = entry.trained;
            settle(entry, specOf(entry), end, rulesFor(entry));
            if (const auto shortage = before ? std::string() : shortageOf(entry); !shortage.empty())
                say(str("warning: ", entry.title, ": ", shortage));
        }
        changed(entry);
    }

    static void addTime(SweepEntry& entry)
    {
        if (entry.started > 0)
            entry.seconds += double(std::max<std::int64_t>(0, now() - entry.started));
        entry.started = 0;
    }

    void fill()
    {
        while (Clock::now() >= m_holdUntil) {
            auto* entry = nextToStart(m_mine, [this](const SweepEntry& candidate) { return !deviceFor(candidate).empty() && !isStillHeld(candidate); });
            if (!entry || !start(*entry, deviceFor(*entry)))
                return;
        }
    }

    /// Ranks whose launcher was killed finish their step and write a checkpoint; until then their run cannot be resumed.
    static bool isStillHeld(const SweepEntry& entry)
    {
        return entry.stage == "train" && hasBegun(entry) && runs::summarize(entry.run, now()).state == runs::RunState::Running;
    }

    std::int64_t runsOn(const std::string& device) const
    {
        return std::count_if(m_active.begin(), m_active.end(), [&](const Active& active) { return !active.over && !active.remote && active.entry->device == device; });
    }

    /// The device with the fewest runs, or the one that a training which is resumed began on; empty when there is no room.
    std::string deviceFor(const SweepEntry& entry) const
    {
        const auto& all = m_options.devices;
        const bool resumes = entry.stage == "train" && hasBegun(entry);
        if (resumes && std::find(all.begin(), all.end(), entry.device) != all.end())
            return runsOn(entry.device) < m_sweep.parallel ? entry.device : std::string();
        const auto free = *std::min_element(all.begin(), all.end(), [this](const auto& a, const auto& b) { return runsOn(a) < runsOn(b); });
        return runsOn(free) < m_sweep.parallel ? free : std::string();
    }

    /// @returns whether it runs
    bool start(SweepEntry& entry, const std::string& device)
    {
        const auto before = entry;
        auto spec = specOf(entry);
        spec.training.device = deviceOfRanks(device);
        if (spec.training.threads == 0)
            spec.training.threads = m_threads;
        if (entry.stage == "train" && !hasBegun(entry)) {
            entry.run.clear();      // somebody removed it
            entry.trained = false;
        }
        entry.state = SweepRunState::Running;
        entry.device = device;
        entry.process = {};
        entry.started = now();
        entry.cause.clear();
        entry.hint.clear();
        ++entry.starts;
        try {
            std::filesystem::create_directories(m_store.folderOf(entry.id));
            writeFileAtomic(m_store.specFile(entry.id), spec::prettyJson(spec::toJson(spec)) + "\n");
            save(entry);
        } catch (const std::exception& problem) {
            entry = before;
            m_holdUntil = Clock::now() + kBetweenTries;
            say(str("no run can be started now: ", problem.what()));
            return false;
        }
        const auto spawned = spawn({m_options.program, workerArguments(entry, m_store, m_sweep.ranks, spec.training.threads), {}, m_store.outFile(entry), m_store.errFile(entry)});
        if (spawned.pid == 0) {
            settle(entry, spec, {SweepRunState::Failed, str(spawned.failed.empty() ? m_options.program.string() : spawned.failed.string(), " cannot be ", spawned.failed.empty() ? "started: " : "opened: ", std::strerror(spawned.error)),
                "Check the program's file, the space and the permissions.", true}, m_rules);
            changed(entry);
            return true;
        }
        entry.process = runs::identityOf(spawned.pid);
        m_active.push_back({&entry, JobEvents(m_store.outFile(entry))});
        changed(entry);
        return true;
    }

    void askToStop(Active& active)
    {
        if (std::exchange(active.stopAsked, true))
            return;
        const auto& entry = *active.entry;
        if (!active.remote) {
            if (isAlive(entry.process))
                ::kill(pid_t(entry.process.pid), SIGTERM);
        } else if (entry.stage == "train" && hasBegun(entry)) {
            try {
                runs::requestControl(entry.run, {runs::ControlKind::Stop, {}, {}});
            } catch (const Error& error) {
                say(str(entry.title, " cannot be asked to stop: ", error.cause()));
            }
        }
    }

    void changed(const SweepEntry& entry)
    {
        m_dirty = true;
        try {
            save(entry);
            m_dirty = false;
        } catch (const Error& error) {
            say(str("the state cannot be written now and is tried again: ", error.cause()));
        }
        if (m_options.onChange)
            m_options.onChange(entry);
    }

    void save(const SweepEntry& entry) const
    {
        if (m_options.only)
            m_store.saveAlone(m_state, entry);
        else
            m_store.save(m_state);
    }

    void saveAll()
    {
        try {
            save(*m_mine.front());
            m_dirty = false;
        } catch (const Error&) {
            // Told when it was tried first.
        }
    }

    void wait()
    {
        std::mutex mutex;
        std::unique_lock guard(mutex);
        if (m_stop.stop_requested())
            std::condition_variable_any().wait_for(guard, kPulse, [] { return false; });
        else
            std::condition_variable_any().wait_for(guard, m_stop, kPulse, [] { return false; });
    }

    void say(const std::string& text) const
    {
        if (m_options.note)
            m_options.note(text);
    }

    const spec::SweepSpec& m_sweep;
    const SweepOptions& m_options;
    std::stop_token m_stop;
    const SweepRules m_rules;
    SweepStore m_store;
    SweepState m_state;
    std::vector<SweepEntry*> m_mine;            // into m_state
    std::vector<SweepEntry*> m_removed;         // into m_state: running, and not in the file any more
    std::map<std::string, spec::RunSpec> m_specs;
    std::vector<Active> m_active;
    std::unique_ptr<runs::FolderLock> m_lock, m_runLock;
    std::int64_t m_threads = 1;
    Clock::time_point m_holdUntil{};
    bool m_dirty = false;
};

}  // namespace

SweepState runSweep(const spec::SweepSpec& sweep, const SweepOptions& options, std::stop_token stop) { return Runner(sweep, options, std::move(stop)).run(); }

}  // namespace bam::jobs
