// SPDX-License-Identifier: GPL-3.0-or-later
// LibTorch reads the archive's directory; the records themselves are taken from the map after their bounds were checked.
#include "core/interop/torch_archive.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <c10/util/Exception.h>
#include <caffe2/serialize/inline_container.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace bam::interop {
namespace {

constexpr std::size_t kLocalHeader = 30;        // fixed part of a zip entry's header
constexpr std::size_t kMethodOffset = 8;        // of the compression method in it

/// Lets LibTorch read from the map instead of opening the file again.
class MapAdapter : public caffe2::serialize::ReadAdapterInterface {
public:
    explicit MapAdapter(std::shared_ptr<const MappedFile> file) : m_file(std::move(file)) {}
    std::size_t size() const override { return m_file->size(); }
    std::size_t read(std::uint64_t position, void* buffer, std::size_t size, const char*) const override
    {
        if (position >= m_file->size())
            return 0;
        const std::size_t available = std::min<std::size_t>(size, m_file->size() - position);
        std::memcpy(buffer, m_file->data() + position, available);
        return available;
    }

private:
    std::shared_ptr<const MappedFile> m_file;
};

std::string firstLine(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

bool beginsWith(const MappedFile& file, std::string_view bytes)
{
    return file.size() >= bytes.size() && std::memcmp(file.data(), bytes.data(), bytes.size()) == 0;
}

}  // namespace

struct TorchArchive::Impl {
    explicit Impl(const std::shared_ptr<const MappedFile>& file) : reader(std::make_shared<MapAdapter>(file)) {}
    // Its queries lock a mutex and are therefore not const.
    mutable caffe2::serialize::PyTorchStreamReader reader;
};

TorchArchive::TorchArchive(const std::filesystem::path& path) : m_file(std::make_shared<const MappedFile>(path))
{
    if (!beginsWith(*m_file, "PK"))
        refuse(beginsWith(*m_file, "\x80") ? "it has the format of PyTorch before 1.6" : "it does not begin like a zip archive",
            "Load and save it again in Python with torch.save of PyTorch 1.6 or newer.");
    try {
        m_impl = std::make_unique<Impl>(m_file);
    } catch (const c10::Error& error) {
        refuse(str("the archive cannot be read (", firstLine(error.what_without_backtrace()), ")"));
    } catch (const std::bad_alloc&) {
        refuse("its directory claims more memory than there is");
    }
    if (contains("byteorder")) {
        const auto order = record("byteorder");
        if (std::string_view(reinterpret_cast<const char*>(order.data()), order.size()) != "little")
            refuse("it was written on a machine of another byte order", "Save it again on a little-endian machine.");
    }
}

TorchArchive::~TorchArchive() = default;

bool TorchArchive::contains(const std::string& record) const
{
    try {
        return m_impl->reader.hasRecord(record);
    } catch (const c10::Error& error) {
        refuse(str("its directory cannot be read (", firstLine(error.what_without_backtrace()), ")"));
    }
}

std::span<const std::byte> TorchArchive::record(const std::string& name) const
{
    if (!contains(name))
        refuse(str("it has no record \"", name, "\""));
    std::size_t size = 0, header = 0, offset = 0;
    try {
        size = m_impl->reader.getRecordSize(name);
        header = m_impl->reader.getRecordHeaderOffset(name);
        offset = m_impl->reader.getRecordOffset(name);
    } catch (const c10::Error& error) {
        refuse(str("its record \"", name, "\" cannot be read (", firstLine(error.what_without_backtrace()), ")"));
    }
    if (header > m_file->size() || m_file->size() - header < kLocalHeader)
        refuse(str("its record \"", name, "\" lies outside the file"));
    std::uint16_t method = 0;
    std::memcpy(&method, m_file->data() + header + kMethodOffset, sizeof method);
    if (method != 0)
        refuse(str("its record \"", name, "\" is compressed"), "torch.save writes uncompressed records: save it again with torch.save.");
    if (offset > m_file->size() || size > m_file->size() - offset)
        refuse(str("its record \"", name, "\" claims ", size, " bytes at ", offset, ", but the file ends at ", m_file->size()));
    return {m_file->data() + offset, size};
}

void TorchArchive::refuse(const std::string& found, const std::string& hint) const
{
    throw Error(ErrorCode::Failed, str("\"", path().string(), "\" cannot be read as a torch.save file: ", found, "."),
        hint.empty() ? "The file is damaged or was not written completely; make or copy it again." : hint);
}

}  // namespace bam::interop
