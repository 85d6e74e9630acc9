// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/wandb_file.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <boost/crc.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

namespace bam::interop {
namespace {

static_assert(std::endian::native == std::endian::little, "fragments hold little-endian numbers and are copied as they are");

constexpr std::string_view kHeader("\x3aW&B\xe1\xbe\x00", 7);
constexpr std::size_t kBlock = 32768;
constexpr std::size_t kFragmentHeader = 7;      // checksum, length, type
constexpr std::size_t kMaxRecord = std::size_t(1) << 30;
enum FragmentType : std::uint8_t { Zero, Full, First, Middle, Last };

std::uint32_t crcOf(const void* type, std::span<const std::byte> data)
{
    boost::crc_32_type crc;
    crc.process_bytes(type, 1);
    crc.process_bytes(data.data(), data.size());
    return std::uint32_t(crc.checksum());
}

class Reader {
public:
    explicit Reader(const std::filesystem::path& path) : m_file(path)
    {
        const auto given = std::string_view(reinterpret_cast<const char*>(m_file.data()), std::min(m_file.size(), kHeader.size()));
        if (given != kHeader.substr(0, given.size()) || given.size() < kHeader.size())
            throw Error(ErrorCode::Failed, str("\"", path.string(), "\" is no run file of Weights & Biases: it does not begin as one of version 0 does"),
                "Name the run-*.wandb file of an offline run, or the folder that holds it.");
        m_offset = kHeader.size();
    }

    WandbFileEnd read(const std::function<bool(const WandbRecord&, std::size_t)>& use)
    {
        WandbFileEnd end;
        WandbRecord record;
        std::size_t begin = m_offset;
        while (const auto bytes = next()) {
            if (!decodeWandbRecord(bytes->data(), bytes->size(), record))
                refuse("holds a record that is none", m_recordAt);
            ++end.records;
            begin = m_offset;
            if (!use(record, m_recordAt))
                return end;
        }
        end.tornBytes = m_file.size() - std::min(begin, m_file.size());
        // Writers fill the rest of a block with zeros.
        if (std::all_of(m_file.data() + (m_file.size() - end.tornBytes), m_file.data() + m_file.size(), [](std::byte byte) { return byte == std::byte(0); }))
            end.tornBytes = 0;
        return end;
    }

private:
    [[noreturn]] void refuse(const std::string& found, std::size_t place) const
    {
        throw Error(ErrorCode::Failed, str("\"", m_file.path().string(), "\" ", found, " at byte ", place), "The file is damaged; copy it again, or export the run's history as CSV from the web page.");
    }

    struct Fragment {
        std::uint8_t type = Zero;
        std::span<const std::byte> data;
    };

    /// The fragment at m_offset; nothing when it is not whole.
    std::optional<Fragment> fragment()
    {
        for (;;) {
            const auto left = kBlock - m_offset % kBlock;
            if (left < kFragmentHeader) {
                m_offset += left;       // too short for a header: filled with zeros
                continue;
            }
            if (m_offset > m_file.size() || m_file.size() - m_offset < kFragmentHeader)
                return std::nullopt;
            const auto* at = m_file.data() + m_offset;
            std::uint32_t crc = 0;
            std::uint16_t length = 0;
            std::uint8_t type = 0;
            std::memcpy(&crc, at, sizeof crc);
            std::memcpy(&length, at + 4, sizeof length);
            std::memcpy(&type, at + 6, sizeof type);
            if (type == Zero && length == 0) {
                m_offset += left;       // the rest of the block is empty
                continue;
            }
            if (length > left - kFragmentHeader)
                refuse("holds a fragment that is longer than its block", m_offset);
            if (length > m_file.size() - m_offset - kFragmentHeader)
                return std::nullopt;
            const std::span data(at + kFragmentHeader, length);
            if (crcOf(&type, data) != crc)
                refuse("holds a fragment with a wrong checksum", m_offset);
            if (type > Last)
                refuse(str("holds a fragment of the unknown type ", int(type)), m_offset);
            m_offset += kFragmentHeader + length;
            return Fragment{type, data};
        }
    }

    /// The next record; its bytes stay until the next call.
    std::optional<std::span<const std::byte>> next()
    {
        m_joined.clear();
        bool inside = false;
        for (;;) {
            const auto before = m_offset;
            const auto part = fragment();
            if (!part)
                return std::nullopt;
            const bool begins = part->type == Full || part->type == First;
            if (begins == inside)
                refuse(inside ? "breaks off a record with another one" : "goes on with a record that has no beginning", before);
            if (begins)
                m_recordAt = before;
            if (part->type == Full)
                return part->data;
            if (m_joined.size() + part->data.size() > kMaxRecord)
                refuse("holds a record of more than 1 GiB", m_recordAt);
            m_joined.insert(m_joined.end(), part->data.begin(), part->data.end());
            inside = true;
            if (part->type == Last)
                return std::span<const std::byte>(m_joined);
        }
    }

    MappedFile m_file;
    std::size_t m_offset = 0, m_recordAt = 0;
    std::vector<std::byte> m_joined;
};

}  // namespace

bool isWandbFile(const std::filesystem::path& file) { return file.extension() == ".wandb"; }

WandbFileEnd readWandbFile(const std::filesystem::path& file, const std::function<bool(const WandbRecord&, std::size_t)>& record) { return Reader(file).read(record); }

std::string encodeWandbFile(const std::vector<std::string>& records)
{
    std::string file(kHeader);
    for (const auto& record : records) {
        std::size_t done = 0;
        bool first = true;
        do {
            auto left = kBlock - file.size() % kBlock;
            if (left < kFragmentHeader) {
                file.append(left, '\0');
                left = kBlock;
            }
            const auto length = std::min(record.size() - done, left - kFragmentHeader);
            const bool last = done + length == record.size();
            const std::uint8_t type = first && last ? Full : first ? First : last ? Last : Middle;
            const std::uint16_t size = std::uint16_t(length);
            const auto crc = crcOf(&type, std::as_bytes(std::span(record.data() + done, length)));
            file.append(reinterpret_cast<const char*>(&crc), sizeof crc).append(reinterpret_cast<const char*>(&size), sizeof size).append(reinterpret_cast<const char*>(&type), sizeof type);
            file.append(record, done, length);
            done += length;
            first = false;
        } while (done < record.size());
    }
    return file;
}

}  // namespace bam::interop
