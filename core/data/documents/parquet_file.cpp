// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/documents/parquet_file.h"

#ifdef BAMSCOPE_HAVE_ARROW

#include "core/base/text.h"

#include <arrow/io/file.h>

namespace bam::data {

void throwDamagedParquet(const InputFile& file, const std::string& what, const std::string& where)
{
    throw Error(ErrorCode::Failed, str(file.name(), " cannot be read as Parquet", where.empty() ? "" : " ", where, ": ", what),
        "The file is damaged, cut short or no Parquet file: fetch it again, or leave it out.");
}

std::unique_ptr<parquet::arrow::FileReader> openParquetFile(const InputFile& file)
{
    auto raw = arrow::io::ReadableFile::Open(file.path.string());
    if (!raw.ok())
        throwDamagedParquet(file, raw.status().message());
    parquet::ReaderProperties properties;
    properties.enable_buffered_stream();
    properties.set_page_checksum_verification(true);
    parquet::ArrowReaderProperties arrowProperties;
    arrowProperties.set_pre_buffer(false);      // it would hold a whole row group
    arrowProperties.set_use_threads(false);
    arrowProperties.set_batch_size(kParquetBatchRows);

    parquet::arrow::FileReaderBuilder builder;
    if (const auto status = builder.Open(*raw, properties); !status.ok())
        throwDamagedParquet(file, status.message());
    builder.properties(arrowProperties);
    std::unique_ptr<parquet::arrow::FileReader> reader;
    if (const auto status = builder.Build(&reader); !status.ok())
        throwDamagedParquet(file, status.message());
    return reader;
}

}  // namespace bam::data

#endif
