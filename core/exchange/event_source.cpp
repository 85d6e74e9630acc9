// SPDX-License-Identifier: GPL-3.0-or-later
// TensorBoard's event files of one folder: one run, its files in the order of their names, as TensorBoard reads them.
#include "core/base/text.h"
#include "core/exchange/curve_source.h"
#include "core/interop/event_file.h"

#include <cmath>

namespace bam::exchange {
namespace {

class EventSource : public CurveSource {
public:
    EventSource(std::string name, std::vector<std::filesystem::path> files) : CurveSource("tensorboard", std::move(name), std::move(files)) {}

    bool hasSteps() const override { return true; }
    nlohmann::ordered_json facts() const override { return m_others > 0 ? nlohmann::ordered_json{{"values_that_are_no_scalars", m_others}} : nlohmann::ordered_json::object(); }

    void read(const RowSink& sink) override
    {
        m_others = 0;
        double before = 0;
        for (const auto& file : files()) {
            std::int64_t number = 0;
            SourceRow row;
            interop::EventVisitor visitor;
            visitor.restart = [&](std::int64_t step) { sink.restart(double(step)); };
            visitor.scalar = [&](const interop::ScalarEvent& scalar) {
                if (++number % 4096 == 0)
                    requireGoing(sink);
                const auto column = columnOf(scalar.tag);
                if (!column)
                    return;
                row.place = str("value ", number, " of ", file.filename().string());
                row.step = double(scalar.step);
                row.time = scalar.wallTime;
                row.numbers.clear();
                if (std::isfinite(scalar.value))
                    row.numbers.emplace_back(*column, scalar.value);
                sink.row(row);
            };
            m_others += interop::visitEvents(file, visitor).others;
            std::error_code failure;
            const auto size = std::filesystem::file_size(file, failure);
            before += failure ? 0 : double(size);
            sink.progress(before);
        }
    }

private:
    std::size_t m_others = 0;
};

}  // namespace

std::unique_ptr<CurveSource> tensorboardSource(std::string name, std::vector<std::filesystem::path> files) { return std::make_unique<EventSource>(std::move(name), std::move(files)); }

}  // namespace bam::exchange
