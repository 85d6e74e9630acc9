// SPDX-License-Identifier: GPL-3.0-or-later
// TensorBoard's event files of one run: those of a folder in the order of their names, as TensorBoard reads them; those of its validation, where they are in a folder of their own, after them.
#include "core/base/text.h"
#include "core/exchange/curve_source.h"
#include "core/interop/event_file.h"

#include <algorithm>
#include <cmath>

namespace bam::exchange {
namespace {

class EventSource : public CurveSource {
public:
    EventSource(std::string name, std::vector<EventPart> parts) : CurveSource("tensorboard", std::move(name), filesOf(parts)), m_parts(std::move(parts)) {}

    bool hasSteps() const override { return true; }
    nlohmann::ordered_json facts() const override { return m_others > 0 ? nlohmann::ordered_json{{"values_that_are_no_scalars", m_others}} : nlohmann::ordered_json::object(); }

    void read(const RowSink& sink) override
    {
        m_others = 0;
        double before = 0;
        for (const auto& part : m_parts) {
            std::vector<bool> written;      // columns of this writer so far
            for (const auto& file : part.files) {
                readFile(file, part, written, sink);
                std::error_code failure;
                const auto size = std::filesystem::file_size(file, failure);
                before += failure ? 0 : double(size);
                sink.progress(before);
            }
        }
    }

private:
    static std::vector<std::filesystem::path> filesOf(const std::vector<EventPart>& parts)
    {
        std::vector<std::filesystem::path> files;
        for (const auto& part : parts)
            files.insert(files.end(), part.files.begin(), part.files.end());
        return files;
    }

    void readFile(const std::filesystem::path& file, const EventPart& part, std::vector<bool>& written, const RowSink& sink)
    {
        std::int64_t number = 0;
        SourceRow row;
        interop::EventVisitor visitor;
        visitor.restart = [&](std::int64_t step) { sink.restart(double(step), written); };    // a writer that started again takes nothing away from what another wrote
        visitor.scalar = [&](const interop::ScalarEvent& scalar) {
            if (++number % 4096 == 0)
                requireGoing(sink);
            const auto column = columnOf(part.folder.empty() ? scalar.tag : str(part.folder, '/', scalar.tag));
            if (!column)
                return;
            written.resize(std::max(written.size(), *column + 1));
            written[*column] = true;
            row.place = str("value ", number, " of ", file.filename().string());
            row.step = double(scalar.step);
            row.time = scalar.wallTime;
            row.numbers.clear();
            row.gaps.clear();
            if (std::isfinite(scalar.value))
                row.numbers.emplace_back(*column, scalar.value);
            else
                row.gaps.push_back(*column);
            sink.row(row);
        };
        m_others += interop::visitEvents(file, visitor).others;
    }

    const std::vector<EventPart> m_parts;
    std::size_t m_others = 0;
};

}  // namespace

std::unique_ptr<CurveSource> tensorboardSource(std::string name, std::vector<EventPart> parts) { return std::make_unique<EventSource>(std::move(name), std::move(parts)); }

}  // namespace bam::exchange
