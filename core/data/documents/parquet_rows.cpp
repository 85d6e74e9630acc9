// SPDX-License-Identifier: GPL-3.0-or-later
// All columns of a Parquet file as JSON, row by row, through Apache Arrow.
// Invariant: memory is bounded by one batch of rows and the pages under them, not by the row group.
#include "core/data/documents/parquet_file.h"
#include "core/data/documents/row_reader.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <numeric>

namespace bam::data {

#ifdef BAMSCOPE_HAVE_ARROW
namespace {

using Json = nlohmann::ordered_json;

Json valueAt(const arrow::Array& array, std::int64_t row);

Json text(std::string_view bytes)
{
    std::string copy(bytes);
    repairUtf8(copy);
    return copy;
}

template <class Array>
Json listAt(const arrow::Array& array, std::int64_t row)
{
    const auto& list = static_cast<const Array&>(array);
    auto all = Json::array();
    for (auto n = list.value_offset(row), end = n + list.value_length(row); n < end; ++n)
        all.push_back(valueAt(*list.values(), n));
    return all;
}

Json structAt(const arrow::StructArray& array, std::int64_t row)
{
    auto object = Json::object();
    for (int n = 0; n < array.num_fields(); ++n)
        object[array.type()->field(n)->name()] = valueAt(*array.field(n), row);
    return object;
}

template <class Array>
Json number(const arrow::Array& array, std::int64_t row)
{
    return static_cast<const Array&>(array).Value(row);
}

Json valueAt(const arrow::Array& array, std::int64_t row)
{
    using Type = arrow::Type;
    if (array.IsNull(row))
        return nullptr;
    switch (array.type_id()) {
    case Type::BOOL: return number<arrow::BooleanArray>(array, row);
    case Type::INT8: return number<arrow::Int8Array>(array, row);
    case Type::INT16: return number<arrow::Int16Array>(array, row);
    case Type::INT32: return number<arrow::Int32Array>(array, row);
    case Type::INT64: return number<arrow::Int64Array>(array, row);
    case Type::UINT8: return number<arrow::UInt8Array>(array, row);
    case Type::UINT16: return number<arrow::UInt16Array>(array, row);
    case Type::UINT32: return number<arrow::UInt32Array>(array, row);
    case Type::UINT64: return number<arrow::UInt64Array>(array, row);
    case Type::FLOAT: return number<arrow::FloatArray>(array, row);
    case Type::DOUBLE: return number<arrow::DoubleArray>(array, row);
    case Type::STRING:
    case Type::BINARY: return text(static_cast<const arrow::BinaryArray&>(array).GetView(row));
    case Type::LARGE_STRING:
    case Type::LARGE_BINARY: return text(static_cast<const arrow::LargeBinaryArray&>(array).GetView(row));
    case Type::LIST: return listAt<arrow::ListArray>(array, row);
    case Type::LARGE_LIST: return listAt<arrow::LargeListArray>(array, row);
    case Type::FIXED_SIZE_LIST: return listAt<arrow::FixedSizeListArray>(array, row);
    case Type::STRUCT: return structAt(static_cast<const arrow::StructArray&>(array), row);
    case Type::DICTIONARY: {
        const auto& dictionary = static_cast<const arrow::DictionaryArray&>(array);
        return valueAt(*dictionary.dictionary(), dictionary.GetValueIndex(row));
    }
    default: {
        const auto scalar = array.GetScalar(row);       // dates, decimals: as Arrow writes them
        return scalar.ok() ? text((*scalar)->ToString()) : Json();
    }
    }
}

class ParquetRows : public RowReader {
public:
    explicit ParquetRows(const InputFile& file) : m_file(file)
    {
        translatedParquet(file, {}, [&] {
            m_reader = openParquetFile(file);
            std::vector<int> groups(static_cast<std::size_t>(m_reader->num_row_groups()));
            std::iota(groups.begin(), groups.end(), 0);
            auto batches = m_reader->GetRecordBatchReader(groups);
            if (!batches.ok())
                throwDamagedParquet(m_file, batches.status().message());
            m_batches = std::move(batches).ValueUnsafe();
        });
    }

    bool next(Row& row) override
    {
        const auto where = str("after row ", withThousands(m_rowsRead));
        return translatedParquet(m_file, where, [&] {
            while (!m_batch || m_row == m_batch->num_rows()) {
                if (const auto status = m_batches->ReadNext(&m_batch); !status.ok())
                    throwDamagedParquet(m_file, status.message(), where);
                m_row = 0;
                if (!m_batch)
                    return false;
            }
            row.value = Json::object();
            row.problem.clear();
            for (int n = 0; n < m_batch->num_columns(); ++n)
                row.value[m_batch->column_name(n)] = valueAt(*m_batch->column(n), m_row);
            row.number = ++m_rowsRead;
            ++m_row;
            return true;
        });
    }

private:
    InputFile m_file;
    std::unique_ptr<parquet::arrow::FileReader> m_reader;
    std::unique_ptr<arrow::RecordBatchReader> m_batches;
    std::shared_ptr<arrow::RecordBatch> m_batch;
    std::int64_t m_row = 0;             ///< next in m_batch
    std::int64_t m_rowsRead = 0;
};

}  // namespace

std::unique_ptr<RowReader> openParquetRows(const InputFile& file) { return std::make_unique<ParquetRows>(file); }

#else

std::unique_ptr<RowReader> openParquetRows(const InputFile& file)
{
    throw Error(ErrorCode::Environment, str(file.name(), " is a Parquet file, and this program was built without Apache Arrow"),
        "Run packaging/deps.sh and build again with -DBAMSCOPE_PARQUET=ON, or convert the file to .jsonl.");
}

#endif

}  // namespace bam::data
