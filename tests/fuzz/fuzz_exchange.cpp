// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of other programs, and results of evaluations; the first byte chooses.
#include "core/compare/result_rows.h"
#include "core/exchange/curve_rows.h"
#include "core/interop/wandb_file.h"
#include "tests/fuzz/fuzz_file.h"

#include <string_view>

namespace {

void readAll(bam::exchange::CurveSource& source)
{
    const auto known = bam::exchange::survey(source);
    bam::exchange::readCurves(source, known, bam::exchange::guess(known.columns));
    source.facts();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // The bytes as a record: behind its checksums the fuzzer would hardly ever get.
    bam::interop::WandbRecord record;
    bam::interop::decodeWandbRecord(data, size, record);
    return bam::fuzz::reading([&] {
        if (size == 0)
            return;
        const auto file = bam::fuzz::fileOf(data + 1, size - 1);
        switch (data[0] % 5) {
        case 0:
            for (const auto& source : bam::exchange::tableSources("table", file))
                readAll(*source);
            break;
        case 1: readAll(*bam::exchange::jsonLinesSource("lines", file)); break;
        case 2: readAll(*bam::exchange::wandbSource(file)); break;
        case 3: {   // the bytes as a row of a run
            const std::string bytes(reinterpret_cast<const char*>(data + 1), size - 1);
            const auto whole = bam::interop::encodeWandbFile({bytes, bam::interop::encodeWandbHistory(1, {{"loss", bytes}})});
            readAll(*bam::exchange::wandbSource(bam::fuzz::fileOf(reinterpret_cast<const std::uint8_t*>(whole.data()), whole.size())));
            break;
        }
        case 4: bam::compare::resultRows(bam::compare::parseResults({reinterpret_cast<const char*>(data + 1), size - 1}, "results.json")); break;
        }
    });
}
