// SPDX-License-Identifier: GPL-3.0-or-later
// What a command prints: lines for people or, with --json, one JSON object per line for machines. Standard output carries results,
// standard error carries progress, notes and errors. Safe to call from any thread.
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <mutex>
#include <string>

namespace bam::cli {

class Console {
public:
    using Json = nlohmann::ordered_json;
    using Clock = std::chrono::steady_clock;

    /// @param mute says nothing at all: of several ranks the first one speaks
    Console(bool quiet, bool json, bool mute = false);
    ~Console();

    bool quiet() const { return m_quiet; }
    bool json() const { return m_json; }

    /// For people, on standard output; nothing with --quiet or --json.
    void line(const std::string& text);
    /// The outcome, on standard output; nothing with --json.
    void result(const std::string& text);
    /// A piece of a text that is being written, on standard output as it is, without a line break; nothing with --json.
    void piece(const std::string& text);
    /// "note: …" on standard error, also with --quiet; with --json the event {"event":"note"}.
    void note(const std::string& text);
    /// With --json: one line on standard output.
    void event(const Json& event);
    /// One changing line in a terminal, a line every ten seconds elsewhere, an event every second with --json.
    void progress(const Progress& progress);
    /// Like line(), but in a terminal at most ten a second, unless `last`.
    void frequent(const std::string& text, bool last);
    /// For commands whose output is the result. @throws Error (Failed) when standard output did not take all of it
    void requireWritten();
    /// Ends a progress line.
    void clearProgress();

private:
    void write(std::FILE* stream, const std::string& text);
    bool due(double seconds);

    const bool m_quiet, m_json, m_mute, m_outTerminal, m_errTerminal;
    std::mutex m_mutex;
    bool m_progressShown = false;
    Clock::time_point m_lastShown;
};

/// "tokenizing: 45 % | 12.0 of 26.7 MiB | 3.1 MiB/s | ETA 5 s".
std::string progressText(const Progress& progress);
/// {"event":"error","code":2,"cause":"…","hint":"…"}
Console::Json errorJson(const Error& error);
/// A float as the shortest number that reads back as the same float; null when it is not finite.
Console::Json floatJson(float value);

}  // namespace bam::cli
