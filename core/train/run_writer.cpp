// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run_writer.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/runs/run_events.h"

#include <array>
#include <cstdio>

namespace bam::train {
namespace {

std::string logNameOf(int rank)
{
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "log_rank_%02d.txt", rank);
    return name.data();
}

}  // namespace

RunWriter::RunWriter(runs::RunDirectory directory, LogFn log, std::chrono::milliseconds heartbeat)
    : m_path(directory.path()), m_logFile("log.txt"), m_directory(std::move(directory)), m_log(std::move(log)), m_heartbeat(heartbeat)
{
}

RunWriter::RunWriter(std::filesystem::path path, int rank) : m_path(std::move(path)), m_logFile(logNameOf(rank)) {}

RunWriter::~RunWriter() = default;

void RunWriter::note(const std::string& line)
{
    try {
        runs::appendLog(m_path / m_logFile, line);
    } catch (const Error&) {
        if (m_directory)
            throw;
    }
}

void RunWriter::say(const std::string& line)
{
    note(line);
    if (m_log)
        m_log(line);
}

void RunWriter::openEvents(std::optional<std::int64_t> resumedAt)
{
    if (m_directory)
        m_events.emplace(m_path, resumedAt);
}

void RunWriter::append(const runs::TrainRow& row)
{
    if (!m_directory)
        return;
    m_directory->append(row);
    if (m_events)
        runs::addEvents(*m_events, row);
}

void RunWriter::append(const runs::EvalRow& row)
{
    if (!m_directory)
        return;
    m_directory->append(row);
    if (m_events)
        runs::addEvents(*m_events, row);
}

void RunWriter::append(const std::vector<runs::PriorLogRow>& rows)
{
    if (!m_directory)
        return;
    m_directory->append(rows);
    if (m_events)
        for (const auto& row : rows)
            runs::addEvents(*m_events, row);
}

void RunWriter::trimTo(std::int64_t step)
{
    if (m_directory)
        m_directory->trimTo(step);
}

void RunWriter::writeStatus(const runs::Json& status, bool last)
{
    if (!m_directory)
        return;
    if (last)
        m_heart = {};       // ends and waits for it
    const std::lock_guard lock(m_mutex);
    m_status = status;
    m_fresh = true;
    m_directory->writeStatus(status);
    if (!last && !m_heart.joinable())
        m_heart = std::jthread([this](std::stop_token stop) { beat(std::move(stop)); });
}

void RunWriter::beat(std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_wake.wait_for(lock, stop, m_heartbeat, [] { return false; });
        if (stop.stop_requested())
            return;
        if (!std::exchange(m_fresh, false)) {
            try {
                m_directory->writeStatus(m_status);
            } catch (const std::exception&) {
                // A full disk costs the heartbeat here; the next row tells it.
            }
        }
    }
}

}  // namespace bam::train
