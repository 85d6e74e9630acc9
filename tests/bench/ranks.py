#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the exchange of gradients hide behind the backward pass? Two ranks with one thread each against one rank with two threads, the same tokens per step,
alternating; prints the median time of a step of each and their ratio.

    tests/bench/ranks.py build/release/bin/bamscope --preset l6 --rounds 3
"""

import argparse
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "faults"))
from bench import Bench


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--preset", default="l6")
    parser.add_argument("--sequence_length", type=int, default=512)
    parser.add_argument("--batch_size", type=int, default=2, help="sequences per forward pass and rank")
    parser.add_argument("--accumulate", type=int, default=1, help="forward passes per step and rank, of two ranks")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=6, help="steps of each round, the first of which does not count")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="bamscope-ranks-"))
    times = {1: [], 2: []}
    try:
        bench = Bench(arguments.program, folder)
        tokens = 2 * arguments.accumulate * arguments.batch_size * arguments.sequence_length
        for n in range(arguments.rounds):
            for ranks in (1, 2):
                logs = f"logs_{n}_{ranks}"
                bench.run(["train", "--preset", arguments.preset, "--dataset", "text.txt", "--dataset_kind", "passkey_mixture", "--tokenizer", "t.model", "--sequence_length",
                           arguments.sequence_length, "--batch_size", arguments.batch_size, "--tokens_per_step", tokens, "--num_iterations", arguments.steps, "--val_tokens", 0,
                           "--val_loss_every", 0, "--checkpoint_every", 0, "--device", "cpu", "--threads", 2 // ranks, "--ranks", ranks, "--log_dir", logs])
                log = next((folder / logs).glob("*/*/version_00/train.log")).read_text().splitlines()
                column = log[0].split(",").index("exec_time")
                times[ranks] += [float(line.split(",")[column]) for line in log[2:]]
                shutil.rmtree(folder / logs)
        one, two = (statistics.median(times[ranks]) for ranks in (1, 2))
        print(f"{arguments.preset}, {tokens} tokens per step, sequences of {arguments.sequence_length}: 1 rank × 2 threads {one:.3f} s, 2 ranks × 1 thread {two:.3f} s, ratio {two / one:.3f}"
              f" (best {min(times[2]) / min(times[1]):.3f}; {len(times[1])} steps each)")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
