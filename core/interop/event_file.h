// SPDX-License-Identifier: GPL-3.0-or-later
// TensorBoard's event files: records of a length, its checksum, one event, and its checksum.
// Invariants: a file is only ever appended to, by the process that made it, in whole records; the reader compares every length with the
// file's size, and every checksum, before it looks at what they guard.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bam::interop {

class EventWriter {
public:
    /// Makes a new file events.out.tfevents.<time>.<host>.<pid>.<n> in `folder` (made too if need be). TensorBoard shows all files of a folder as one run.
    /// @param resumedAt the step at which a run goes on: TensorBoard drops what earlier files say of that step and of later ones
    /// @throws Error (Failed, Environment)
    explicit EventWriter(const std::filesystem::path& folder, std::optional<std::int64_t> resumedAt = {});
    ~EventWriter();
    EventWriter(EventWriter&&) noexcept;
    EventWriter& operator=(EventWriter&&) noexcept;

    /// Appends one point of a curve in one write, which TensorBoard sees at its next look. @param tag e.g. "train/loss"; slashes make groups
    /// @param value kept as float @param wallTime seconds since 1970; none: now
    /// @throws Error (Failed) when it did not reach the file whole; the file then ends with the previous point
    void scalar(std::string_view tag, std::int64_t step, double value, std::optional<double> wallTime = {});

    const std::filesystem::path& path() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

struct ScalarEvent {
    std::string tag;
    std::int64_t step = 0;
    double wallTime = 0;        ///< seconds since 1970
    double value = 0;
};

struct EventFile {
    std::vector<ScalarEvent> scalars;       ///< in the file's order
    std::vector<std::int64_t> restarts;     ///< steps from which on earlier points no longer count, one per start of a session
    std::size_t others = 0;                 ///< values that are no scalars: images, histograms, text, …
    std::size_t tornBytes = 0;              ///< at the end, of a record that is not whole (yet), or nothing but zeros
};

/// Is this the name of an event file?
bool isEventFile(const std::filesystem::path& file);

/// Scalars in both forms, as a number and as a tensor of one element. @throws Error (Failed) naming file and offset: a checksum or an event is wrong
EventFile readEvents(const std::filesystem::path& file);

/// What is called for the events of a file, in its order; what is not set is not called.
struct EventVisitor {
    std::function<void(const ScalarEvent&)> scalar;
    std::function<void(std::int64_t step)> restart;     ///< what was there of this step and of later ones no longer counts
};
/// The same for files that are larger than memory: hands every scalar on; those of the result stay empty. @throws as readEvents()
EventFile visitEvents(const std::filesystem::path& file, const EventVisitor& visitor);

}  // namespace bam::interop
