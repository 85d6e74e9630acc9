// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/npz_file.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <QList>
#include <QString>

#include <zip.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <string_view>

namespace bam::interop {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are little-endian and copied as they are");

constexpr std::size_t kAlignment = 64;              // of the numbers behind a header
constexpr zip_uint16_t kFirstDay = 1 << 5 | 1;      // 1980-01-01, where the clock of ZIP begins: the same arrays give the same bytes

std::string header(const char* type, std::size_t count)
{
    auto text = str("{'descr': '", type, "', 'fortran_order': False, 'shape': (", count, ",), }");
    constexpr std::string_view kMagic("\x93NUMPY\x01\x00", 8);
    const auto whole = kMagic.size() + 2 + text.size() + 1;
    text.append((kAlignment - whole % kAlignment) % kAlignment, ' ');
    text += '\n';
    const auto size = std::uint16_t(text.size());
    std::string bytes(kMagic);
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    return bytes + text;
}

template <class Number>
std::string numbers(const char* type, const std::vector<Number>& values)
{
    auto bytes = header(type, values.size());
    if (!values.empty())
        bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number));
    return bytes;
}

std::string texts(const std::vector<std::string>& values)
{
    std::vector<QList<uint>> letters;
    qsizetype width = 1;
    for (const auto& value : values) {
        letters.push_back(QString::fromStdString(value).toUcs4());
        width = std::max(width, letters.back().size());
    }
    auto bytes = header(str("<U", width).c_str(), values.size());
    for (auto& text : letters) {
        text.resize(width);
        bytes.append(reinterpret_cast<const char*>(text.constData()), std::size_t(width) * sizeof(uint));
    }
    return bytes;
}

struct EncodedArray {
    std::string operator()(const std::vector<std::int64_t>& values) const { return numbers("<i8", values); }
    std::string operator()(const std::vector<double>& values) const { return numbers("<f8", values); }
    std::string operator()(const std::vector<std::string>& values) const { return texts(values); }
};

/// The archive that libzip makes in memory.
class Archive {
public:
    explicit Archive(const std::filesystem::path& path) : m_path(path)
    {
        zip_error_t error;
        zip_error_init(&error);
        m_bytes = zip_source_buffer_create(nullptr, 0, 0, &error);
        m_zip = m_bytes ? zip_open_from_source(m_bytes, ZIP_TRUNCATE, &error) : nullptr;
        if (!m_zip) {
            const std::string reason = zip_error_strerror(&error);
            zip_error_fini(&error);
            if (m_bytes)
                zip_source_free(m_bytes);
            refuse(reason);
        }
        zip_error_fini(&error);
        zip_source_keep(m_bytes);
    }
    ~Archive()
    {
        if (m_zip)
            zip_discard(m_zip);
        zip_source_free(m_bytes);
    }
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;

    /// @param content must live until end()
    void add(const std::string& name, const std::string& content)
    {
        auto* source = zip_source_buffer(m_zip, content.data(), content.size(), 0);
        const auto index = source ? zip_file_add(m_zip, name.c_str(), source, ZIP_FL_ENC_UTF_8 | ZIP_FL_OVERWRITE) : -1;
        if (index < 0) {
            if (source)
                zip_source_free(source);
            refuse(zip_strerror(m_zip));
        }
        if (zip_set_file_compression(m_zip, zip_uint64_t(index), ZIP_CM_STORE, 0) != 0 || zip_file_set_dostime(m_zip, zip_uint64_t(index), 0, kFirstDay, 0) != 0)
            refuse(zip_strerror(m_zip));
    }

    void end(const ByteSink& sink)
    {
        if (zip_close(m_zip) != 0)
            refuse(zip_strerror(m_zip));
        m_zip = nullptr;
        if (zip_source_open(m_bytes) != 0)
            refuse(zip_error_strerror(zip_source_error(m_bytes)));
        std::string piece(std::size_t(1) << 20, '\0');
        zip_int64_t got = 0;
        while ((got = zip_source_read(m_bytes, piece.data(), piece.size())) > 0)
            sink(piece.data(), std::size_t(got));
        zip_source_close(m_bytes);
        if (got < 0)
            refuse(zip_error_strerror(zip_source_error(m_bytes)));
    }

private:
    [[noreturn]] void refuse(const std::string& reason) const { throw Error(ErrorCode::Failed, str("Cannot write \"", m_path.string(), "\": libzip reported: ", reason), "Free memory and disk space, then try again."); }

    std::filesystem::path m_path;
    zip_source_t* m_bytes = nullptr;
    zip_t* m_zip = nullptr;
};

}  // namespace

void writeNpz(const std::filesystem::path& file, const std::vector<NpzArray>& arrays)
{
    std::vector<std::string> contents;
    for (const auto& array : arrays)
        contents.push_back(std::visit(EncodedArray(), array.values));
    writeFileAtomic(file, [&](const ByteSink& sink) {
        Archive archive(file);
        for (std::size_t n = 0; n < arrays.size(); ++n)
            archive.add(arrays[n].name + ".npy", contents[n]);
        archive.end(sink);
    });
}

}  // namespace bam::interop
