// SPDX-License-Identifier: GPL-3.0-or-later
// gzip and zstd through Apache Arrow. Invariant: damage is an error, never a silent end of the text.
#include "core/data/documents/byte_stream.h"

#include "core/base/error.h"
#include "core/base/text.h"

#ifdef BAMSCOPE_HAVE_ARROW
#include <arrow/io/compressed.h>
#include <arrow/io/file.h>
#include <arrow/util/compression.h>
#endif

namespace bam::data {

#ifdef BAMSCOPE_HAVE_ARROW
namespace {

const char* compressionName(Compression compression) { return compression == Compression::Gzip ? "gzip" : "zstd"; }

class CompressedStream : public ByteStream {
public:
    explicit CompressedStream(const InputFile& file) : m_file(file)
    {
        m_raw = value(arrow::io::ReadableFile::Open(file.path.string()));
        const auto type = file.compression == Compression::Gzip ? arrow::Compression::GZIP : arrow::Compression::ZSTD;
        m_codec = value(arrow::util::Codec::Create(type));
        m_stream = value(arrow::io::CompressedInputStream::Make(m_codec.get(), m_raw));
    }

    std::size_t read(char* to, std::size_t most) override
    {
        const auto got = value(m_stream->Read(std::int64_t(most), to));
        m_position += got;
        return std::size_t(got);
    }
    std::int64_t diskPosition() const override
    {
        const auto position = m_raw->Tell();
        return position.ok() ? *position : 0;
    }
    bool seek(std::int64_t) override { return false; }

private:
    template <typename T>
    T value(arrow::Result<T> result) const
    {
        if (!result.ok())
            throw Error(ErrorCode::Failed, str(m_file.name(), " cannot be decompressed as ", compressionName(m_file.compression), " after ",
                            withThousands(m_position), " bytes of text: ", result.status().message()),
                "The file is damaged, cut short or of another kind than its name says: fetch it again, or leave it out.");
        return std::move(result).ValueUnsafe();
    }

    InputFile m_file;
    std::shared_ptr<arrow::io::ReadableFile> m_raw;
    std::unique_ptr<arrow::util::Codec> m_codec;
    std::shared_ptr<arrow::io::CompressedInputStream> m_stream;
    std::int64_t m_position = 0;
};

}  // namespace

std::unique_ptr<ByteStream> openCompressedStream(const InputFile& file) { return std::make_unique<CompressedStream>(file); }

#else

std::unique_ptr<ByteStream> openCompressedStream(const InputFile& file)
{
    throw Error(ErrorCode::Environment, str(file.name(), " is compressed, and this program was built without Apache Arrow"),
        "Decompress it first, or run packaging/deps.sh and build again with -DBAMSCOPE_PARQUET=ON.");
}

#endif

}  // namespace bam::data
