// SPDX-License-Identifier: GPL-3.0-or-later
// One text column of a Parquet file, through Apache Arrow, row group by row group.
// Invariant: memory is bounded by one batch of rows and the pages under them, not by the row group.
#include "core/data/documents/parquet_file.h"
#include "core/data/documents/reader.h"

#include "core/base/error.h"
#include "core/base/text.h"

namespace bam::data {

#ifdef BAMSCOPE_HAVE_ARROW
namespace {

constexpr std::size_t kNamedColumns = 24;

bool isString(const arrow::DataType& type)
{
    using Type = arrow::Type;
    const auto id = type.id();
    return id == Type::STRING || id == Type::LARGE_STRING || id == Type::BINARY || id == Type::LARGE_BINARY;
}

bool isText(const arrow::DataType& type)
{
    if (type.id() == arrow::Type::DICTIONARY)
        return isString(*static_cast<const arrow::DictionaryType&>(type).value_type());
    return isString(type);
}

std::string_view cell(const arrow::Array& array, std::int64_t row)
{
    switch (array.type_id()) {
    case arrow::Type::DICTIONARY: {
        const auto& dictionary = static_cast<const arrow::DictionaryArray&>(array);
        return cell(*dictionary.dictionary(), dictionary.GetValueIndex(row));
    }
    case arrow::Type::LARGE_STRING:
    case arrow::Type::LARGE_BINARY: return static_cast<const arrow::LargeBinaryArray&>(array).GetView(row);
    default: return static_cast<const arrow::BinaryArray&>(array).GetView(row);
    }
}

class ParquetReader : public DocumentReader {
public:
    ParquetReader(const InputFile& file, const ReaderOptions& options) : m_file(file)
    {
        translatedParquet(file, {}, [&] { open(options); });
    }

    bool next(Record& record) override
    {
        while (!m_batch || m_row == m_batch->num_rows())
            if (!nextBatch())
                return false;
        const auto& column = *m_batch->column(0);
        record.kind = column.IsNull(m_row) ? Record::Kind::Null : Record::Kind::Text;
        record.content = column.IsNull(m_row) ? std::string_view() : cell(column, m_row);
        record.place = {++m_rowsRead, 0};
        record.diskBytes = m_rows > 0 ? std::int64_t(double(m_file.bytes) * double(m_rowsRead) / double(m_rows)) : m_file.bytes;
        ++m_row;
        return true;
    }

    void skipTo(const Place& place) override
    {
        const auto metadata = m_reader->parquet_reader()->metadata();
        m_batches.reset();
        m_batch.reset();
        m_group = 0;
        m_rowsRead = 0;
        while (m_group < metadata->num_row_groups() && m_rowsRead + metadata->RowGroup(m_group)->num_rows() < place.number)
            m_rowsRead += metadata->RowGroup(m_group++)->num_rows();
        Record skipped;
        while (m_rowsRead + 1 < place.number)
            if (!next(skipped))
                throw Error(ErrorCode::Failed, str(m_file.name(), " has changed since the ingest was interrupted: row ", withThousands(place.number),
                                " is missing"), "Start over in an empty folder.");
    }

    bool isJson() const override { return false; }

private:
    void open(const ReaderOptions& options)
    {
        m_reader = openParquetFile(m_file);
        m_rows = m_reader->parquet_reader()->metadata()->num_rows();
        chooseColumn(options.column);
    }

    void chooseColumn(const std::string& column)
    {
        std::shared_ptr<arrow::Schema> schema;
        if (const auto status = m_reader->GetSchema(&schema); !status.ok())
            throwDamagedParquet(m_file, status.message());
        const auto field = schema->GetFieldByName(column);
        m_column = m_reader->parquet_reader()->metadata()->schema()->ColumnIndex(column);
        if (!field) {
            auto names = schema->field_names();
            const auto more = names.size() > kNamedColumns ? names.size() - kNamedColumns : 0;
            names.resize(names.size() - more);
            const auto near = nearestName(column, schema->field_names());
            throw Error(ErrorCode::Usage, str(m_file.name(), " has no column \"", column, "\", only ", names.empty() ? "no columns at all" : joinNames(names),
                            more > 0 ? str(" and ", more, " more") : std::string()),
                near.empty() ? std::string("Choose the column that holds the text.") : str("Did you mean the column \"", near, "\"?"));
        }
        if (!isText(*field->type()) || m_column < 0)
            throw Error(ErrorCode::Usage, str(m_file.name(), ": the column \"", column, "\" holds ", field->type()->ToString(), ", expected text"),
                "Choose the column that holds the text.");
    }

    bool nextBatch()
    {
        const auto where = str("after row ", withThousands(m_rowsRead));
        return translatedParquet(m_file, where, [&] {
            for (;;) {
                if (!m_batches && !nextGroup())
                    return false;
                std::shared_ptr<arrow::RecordBatch> batch;
                if (const auto status = m_batches->ReadNext(&batch); !status.ok())
                    throwDamagedParquet(m_file, status.message(), where);
                if (!batch) {
                    m_batches.reset();
                    continue;
                }
                m_batch = std::move(batch);
                m_row = 0;
                return true;
            }
        });
    }

    bool nextGroup()
    {
        if (m_group >= m_reader->num_row_groups())
            return false;
        auto batches = m_reader->GetRecordBatchReader({m_group++}, {m_column});
        if (!batches.ok())
            throwDamagedParquet(m_file, batches.status().message());
        m_batches = std::move(batches).ValueUnsafe();
        return true;
    }

    InputFile m_file;
    std::unique_ptr<parquet::arrow::FileReader> m_reader;
    int m_column = -1;                  ///< leaf index
    std::int64_t m_rows = 0;
    int m_group = 0;                    ///< next to open
    std::unique_ptr<arrow::RecordBatchReader> m_batches;
    std::shared_ptr<arrow::RecordBatch> m_batch;
    std::int64_t m_row = 0;             ///< next in m_batch
    std::int64_t m_rowsRead = 0;        ///< of the file
};

}  // namespace

std::unique_ptr<DocumentReader> openParquetReader(const InputFile& file, const ReaderOptions& options)
{
    return std::make_unique<ParquetReader>(file, options);
}

#else

std::unique_ptr<DocumentReader> openParquetReader(const InputFile& file, const ReaderOptions&)
{
    throw Error(ErrorCode::Environment, str(file.name(), " is a Parquet file, and this program was built without Apache Arrow"),
        "Run packaging/deps.sh and build again with -DBAMSCOPE_PARQUET=ON, or convert the file to .jsonl.");
}

#endif

void checkSchema(const InputFile& file, const ReaderOptions& options)
{
    if (file.format == TextFormat::Parquet)
        (void)openParquetReader(file, options);
}

}  // namespace bam::data
