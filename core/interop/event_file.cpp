// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/event_file.h"

#include "core/base/append.h"
#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/interop/event_codec.h"
#include "core/runs/folder_lock.h"

#include <boost/crc.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <limits>
#include <span>

namespace bam::interop {
namespace {

static_assert(std::endian::native == std::endian::little, "records hold little-endian numbers and are copied as they are");

constexpr const char* kPrefix = "events.out.tfevents.";
constexpr const char* kVersion = "brain.Event:2";
constexpr std::size_t kHeader = 12;             // length and its checksum
constexpr std::size_t kFooter = 4;
constexpr std::size_t kMaxRecord = std::numeric_limits<std::int32_t>::max();    // protobuf reads no more
constexpr int kMaxNames = 10'000;

double now() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

/// CRC-32C, turned and shifted so that the checksum of data that holds checksums is as good.
std::uint32_t maskedCrc(const void* data, std::size_t size)
{
    boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
    crc.process_bytes(data, size);
    return std::rotr(std::uint32_t(crc.checksum()), 15) + 0xA282EAD8u;
}

template <typename Number>
Number numberAt(const std::byte* data)
{
    Number value{};
    std::memcpy(&value, data, sizeof value);
    return value;
}

std::string record(const std::string& data)
{
    const std::uint64_t size = data.size();
    const std::uint32_t sizeCrc = maskedCrc(&size, sizeof size), dataCrc = maskedCrc(data.data(), data.size());
    std::string result(reinterpret_cast<const char*>(&size), sizeof size);
    result.append(reinterpret_cast<const char*>(&sizeCrc), sizeof sizeCrc);
    result += data;
    return result.append(reinterpret_cast<const char*>(&dataCrc), sizeof dataCrc);
}

class Reader {
public:
    Reader(const std::filesystem::path& path, const EventVisitor* visitor = nullptr) : m_file(path), m_visitor(visitor) {}

    EventFile read()
    {
        while (m_offset < m_file.size()) {
            const auto data = next();
            if (!data)
                break;
            if (!m_decoder.decode(data->data(), data->size(), m_event))
                refuse("holds a record that is no event");
            add();
            m_offset += kHeader + data->size() + kFooter;
        }
        m_result.tornBytes = m_file.size() - m_offset;
        return std::move(m_result);
    }

private:
    [[noreturn]] void refuse(const std::string& found) const
    {
        throw Error(ErrorCode::Failed, str("\"", m_file.path().string(), "\" ", found, " at byte ", m_offset), "The file is damaged or no TensorBoard event file; copy it again, or leave it out.");
    }

    /// The event of the record at m_offset; nothing when it is not whole.
    std::optional<std::span<const std::byte>> next() const
    {
        const std::size_t left = m_file.size() - m_offset;
        if (left < kHeader)
            return std::nullopt;
        const std::byte* const begin = m_file.data() + m_offset;
        const auto size = numberAt<std::uint64_t>(begin);
        if (maskedCrc(begin, sizeof size) != numberAt<std::uint32_t>(begin + sizeof size)) {
            // A machine that went down leaves room that was never written to.
            if (std::all_of(begin, begin + left, [](std::byte byte) { return byte == std::byte(0); }))
                return std::nullopt;
            refuse("holds a record whose length has a wrong checksum");
        }
        if (left - kHeader < kFooter || size > left - kHeader - kFooter)
            return std::nullopt;
        if (size > kMaxRecord)
            refuse(str("holds a record of ", humanBytes(double(size)), ", more than an event can have,"));
        if (maskedCrc(begin + kHeader, size) != numberAt<std::uint32_t>(begin + kHeader + size))
            refuse("holds an event with a wrong checksum");
        return std::span(begin + kHeader, size);
    }

    void add()
    {
        if (m_event.sessionStart) {
            m_result.restarts.push_back(m_event.step);
            if (m_visitor && m_visitor->restart)
                m_visitor->restart(m_event.step);
        }
        m_result.others += m_event.others;
        for (auto& [tag, value] : m_event.scalars) {
            repairUtf8(tag);
            ScalarEvent scalar{std::move(tag), m_event.step, m_event.wallTime, value};
            if (!m_visitor)
                m_result.scalars.push_back(std::move(scalar));
            else if (m_visitor->scalar)
                m_visitor->scalar(scalar);
        }
    }

    MappedFile m_file;
    const EventVisitor* m_visitor;
    std::size_t m_offset = 0;
    EventDecoder m_decoder;
    DecodedEvent m_event;
    EventFile m_result;
};

}  // namespace

struct EventWriter::Impl {
    explicit Impl(const std::filesystem::path& folder) : file(create(folder)) {}

    int create(const std::filesystem::path& folder)
    {
        std::error_code failure;
        std::filesystem::create_directories(folder, failure);
        if (failure)
            throwFileError(folder, "create", failure.value());
        std::array<char, 24> seconds{};
        std::snprintf(seconds.data(), seconds.size(), "%010lld", static_cast<long long>(now()));
        for (int n = 0; n < kMaxNames; ++n) {
            path = folder / str(kPrefix, seconds.data(), '.', runs::hostName(), '.', ::getpid(), '.', n);
            const int fd = openRetrying(path.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0644);
            if (fd >= 0)
                return fd;
            if (errno != EEXIST)
                throwFileError(path, "create", errno);
        }
        throwFileError(path, "create", EEXIST);
    }

    void append(const std::string& event) { appendWhole(file.get(), path, size, record(event)); }

    std::filesystem::path path;
    Descriptor file;
    std::int64_t size = 0;
};

EventWriter::EventWriter(const std::filesystem::path& folder, std::optional<std::int64_t> resumedAt) : m_impl(std::make_unique<Impl>(folder))
{
    const double time = now();
    m_impl->append(encodeVersion(time, resumedAt.value_or(0), kVersion));
    if (resumedAt)
        m_impl->append(encodeSessionStart(time, *resumedAt));
}

EventWriter::~EventWriter() = default;
EventWriter::EventWriter(EventWriter&&) noexcept = default;
EventWriter& EventWriter::operator=(EventWriter&&) noexcept = default;
const std::filesystem::path& EventWriter::path() const { return m_impl->path; }

void EventWriter::scalar(std::string_view tag, std::int64_t step, double value, std::optional<double> wallTime)
{
    std::string valid(tag);
    repairUtf8(valid);
    m_impl->append(encodeScalar(wallTime.value_or(now()), step, valid, float(value)));
}

bool isEventFile(const std::filesystem::path& file) { return file.filename().string().find("tfevents") != std::string::npos; }

EventFile readEvents(const std::filesystem::path& file) { return Reader(file).read(); }
EventFile visitEvents(const std::filesystem::path& file, const EventVisitor& visitor) { return Reader(file, &visitor).read(); }

}  // namespace bam::interop
