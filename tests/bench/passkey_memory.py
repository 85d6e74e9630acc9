#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the pass key of a long prompt fit into memory, and when does it say how long it will take? Evaluates a model of a preset's shape, trained for one step, on a processor; prints
the peak memory of the whole process, the first ETA and the one after the first sample. Ends with 1 when the peak is above --limit, or no ETA was told by the end of the first sample.

    tests/bench/passkey_memory.py build/release/bin/bamscope                    # l12, 32,768 tokens: some twenty minutes on two cores
    tests/bench/passkey_memory.py build/release/bin/bamscope --length 2048      # a trial
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "faults"))
from bench import Bench

GIB = 1024 ** 3


def evaluated(bench, run, arguments):
    """Peak memory in bytes, seconds in all, and the ETAs told: (seconds since the start, samples finished, seconds to go)."""
    command = [bench.program, "--batch", "evaluate", run, "--passkey_lengths", arguments.length, "--samples", arguments.samples, "--cache_dtype", arguments.cache_dtype,
               "--threads", arguments.threads, "--device", "cpu", "--json"]
    began = time.monotonic()
    process = subprocess.Popen(list(map(str, command)), cwd=bench.folder, stdout=subprocess.PIPE, text=True)
    etas = []
    for line in process.stdout:
        event = json.loads(line)
        if event.get("event") == "progress" and event.get("unit") == "work" and event["done"] > 0:
            finished = int(event["detail"].split(": ")[1].split(" of ")[0])
            etas.append((time.monotonic() - began, finished, event["seconds"] * (event["total"] - event["done"]) / event["done"]))
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"evaluate ended with {process.returncode}")
    return usage.ru_maxrss * 1024, time.monotonic() - began, etas


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--preset", default="l12")
    parser.add_argument("--length", type=int, default=32768)
    parser.add_argument("--samples", type=int, default=2)
    parser.add_argument("--threads", type=int, default=0, help="0: all physical cores")
    parser.add_argument("--cache_dtype", default="float32", choices=["float32", "bfloat16"])
    parser.add_argument("--limit", type=float, default=6, help="GiB")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="bamscope-memory-"))
    try:
        bench = Bench(arguments.program, folder)
        bench.run(["train", "--preset", arguments.preset, "--dataset", "text.txt", "--dataset_kind", "passkey_mixture", "--tokenizer", "t.model", "--sequence_length", 256, "--batch_size", 1,
                   "--tokens_per_step", 256, "--num_iterations", 1, "--val_tokens", 0, "--val_loss_every", 0, "--checkpoint_every", 0, "--device", "cpu", "--log_dir", "logs"])
        peak, seconds, etas = evaluated(bench, next((folder / "logs").glob("*/*/version_00")), arguments)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{arguments.preset}, {arguments.length:,} tokens, {arguments.samples} samples, {arguments.cache_dtype} cache: peak {peak / GIB:.2f} GiB (limit {arguments.limit:g}), {seconds:.0f} s")
    after = [eta for eta in etas if eta[1] >= 1]
    for what, told in (("first ETA", etas[:1]), ("after the first sample", after[:1])):
        print(f"{what}: " + (f"told at {told[0][0]:.0f} s, {told[0][2]:.0f} s to go; it ended {seconds - told[0][0]:.0f} s later" if told else "none"))
    sys.exit(0 if peak <= arguments.limit * GIB and etas and after else 1)


if __name__ == "__main__":
    main()
