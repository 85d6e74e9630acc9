// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of Parquet share: opening a file through Apache Arrow, and its failures in our words. Empty where the program is built without Arrow.
#pragma once

#ifdef BAMSCOPE_HAVE_ARROW

#include "core/base/error.h"
#include "core/data/documents/inputs.h"

#include <arrow/api.h>
#include <parquet/arrow/reader.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>

#include <cstdint>
#include <memory>
#include <string>

namespace bam::data {

/// Rows that are decoded at once.
constexpr std::int64_t kParquetBatchRows = 512;

/// Arrow's own words, on one line. @param where "after row 7" @throws Error (Failed)
[[noreturn]] void throwDamagedParquet(const InputFile& file, const std::string& what, const std::string& where = {});

/// Arrow returns a status from some places and throws from others.
template <typename Call>
auto translatedParquet(const InputFile& file, const std::string& where, const Call& call)
{
    try {
        return call();
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        throwDamagedParquet(file, error.what(), where);
    }
}

/// For reading batch by batch: memory is bounded by one batch of rows and the pages under them, not by the row group. @throws Error (Failed)
std::unique_ptr<parquet::arrow::FileReader> openParquetFile(const InputFile& file);

}  // namespace bam::data

#endif
