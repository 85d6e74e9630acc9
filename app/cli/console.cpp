// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace bam::cli {
namespace {

bool isTerminal(int file)
{
    const auto* term = std::getenv("TERM");
    return isatty(file) != 0 && term && std::string(term) != "dumb";
}

std::string amount(double value)
{
    if (value >= 1000 || std::floor(value) == value)
        return withThousands(std::int64_t(value));
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

}  // namespace

Console::Console(bool quiet, bool json, bool mute) : m_quiet(quiet || mute), m_json(json && !mute), m_mute(mute), m_outTerminal(isTerminal(1)), m_errTerminal(isTerminal(2)), m_lastShown(Clock::now()) {}

Console::~Console() { clearProgress(); }

void Console::eraseProgress()
{
    if (!m_progressShown)
        return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    m_progressShown = false;
}

void Console::write(std::FILE* stream, const std::string& text)
{
    eraseProgress();
    std::fputs((text + "\n").c_str(), stream);
    std::fflush(stream);
}

bool Console::due(double seconds)
{
    const auto now = Clock::now();
    if (std::chrono::duration<double>(now - m_lastShown).count() < seconds)
        return false;
    m_lastShown = now;
    return true;
}

void Console::line(const std::string& text)
{
    const std::lock_guard lock(m_mutex);
    if (!m_quiet && !m_json)
        write(stdout, text);
}

void Console::result(const std::string& text)
{
    const std::lock_guard lock(m_mutex);
    if (!m_json && !m_mute)
        write(stdout, text);
}

void Console::piece(const std::string& text)
{
    const std::lock_guard lock(m_mutex);
    if (m_json || m_mute)
        return;
    eraseProgress();
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

void Console::note(const std::string& text)
{
    const std::lock_guard lock(m_mutex);
    if (m_json)
        write(stdout, Json{{"event", "note"}, {"text", text}}.dump(-1, ' ', false, Json::error_handler_t::replace));
    else if (!m_mute)
        write(stderr, "note: " + text);
}

void Console::event(const Json& event)
{
    const std::lock_guard lock(m_mutex);
    if (m_json)
        write(stdout, event.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void Console::frequent(const std::string& text, bool last)
{
    const std::lock_guard lock(m_mutex);
    if (m_quiet || m_json)
        return;
    if (!m_outTerminal || last || due(0.1))
        write(stdout, text);
}

void Console::progress(const Progress& progress)
{
    const std::lock_guard lock(m_mutex);
    const bool last = progress.total > 0 && progress.done >= progress.total;
    if (m_json) {
        if (!m_quiet && (last || due(1)))
            write(stdout, Json{{"event", "progress"}, {"task", progress.task}, {"done", progress.done}, {"total", progress.total}, {"unit", progress.unit}, {"seconds", progress.seconds}, {"detail", progress.detail}}.dump(-1, ' ', false, Json::error_handler_t::replace));
        return;
    }
    if (m_quiet || !due(m_errTerminal ? 0.1 : 10))
        return;
    if (!m_errTerminal) {
        write(stderr, progressText(progress));
        return;
    }
    std::fputs(("\r\033[K" + progressText(progress)).c_str(), stderr);
    std::fflush(stderr);
    m_progressShown = true;
}

void Console::requireWritten()
{
    const std::lock_guard lock(m_mutex);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        throw Error(ErrorCode::Failed, "the output could not be written", "Check the disk or the program that standard output goes to.");
}

void Console::clearProgress()
{
    const std::lock_guard lock(m_mutex);
    eraseProgress();
}

std::string progressText(const Progress& progress)
{
    std::string text = progress.task;
    const bool countable = progress.unit != "work" && progress.unit != "stages";   // amounts that mean something to people
    if (progress.total > 0)
        text += str(": ", int(100 * std::min(1.0, progress.done / progress.total)), " %",
            countable ? str(" | ", amount(progress.done), " of ", amount(progress.total), " ", progress.unit) : "");
    else
        text += str(": ", amount(progress.done), " ", progress.unit);
    if (countable && progress.seconds > 1 && progress.done > 0)
        text += str(" | ", amount(progress.done / progress.seconds), " ", progress.unit, "/s");
    if (!progress.detail.empty())
        text += " | " + progress.detail;
    if (progress.seconds > 1 && progress.done > 0 && progress.total > progress.done)
        text += " | ETA " + humanDuration(progress.seconds * (progress.total / progress.done - 1));
    return text;
}

Console::Json errorJson(const Error& error)
{
    return {{"event", "error"}, {"code", int(error.code())}, {"cause", error.cause()}, {"hint", error.hint()}};
}

Console::Json floatJson(float value)
{
    if (!std::isfinite(value))
        return nullptr;
    const auto text = shortest(value);
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace bam::cli
