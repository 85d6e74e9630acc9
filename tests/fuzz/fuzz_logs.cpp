// SPDX-License-Identifier: GPL-3.0-or-later
// The logs of a run, and a worker's events; the first byte chooses.
#include "core/jobs/job_events.h"
#include "core/runs/log_tail.h"
#include "core/runs/run_directory.h"
#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    return bam::fuzz::reading([&] {
        if (size == 0)
            return;
        const auto file = bam::fuzz::fileOf(data + 1, size - 1);
        switch (data[0] % 5) {
        case 0: bam::runs::readTrainLog(file); break;
        case 1: bam::runs::readEvalLog(file); break;
        case 2: bam::runs::readPriors(file); break;
        case 3: {
            bam::runs::LogTail tail(file, {"loss", "norm", "lr", "tok/sec"});
            do
                tail.poll(7);
            while (tail.hasMore());
            tail.columns();
            break;
        }
        case 4: {
            bam::jobs::JobEvents events(file);
            events.finish();
            break;
        }
        }
    });
}
