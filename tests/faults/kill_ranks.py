#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills a training of two ranks again and again and lets it go on; at the end its weights must be those of one that nobody disturbed.

Victims are drawn: rank 0, rank 1, or the launcher; moments too: after a random time, or in the middle of a checkpoint. After each kill
  * every process must be gone, and the run must have all the checkpoints that it had,
  * resuming must succeed and begin at the newest of them, so that no more than the work since then is repeated.
When a training ends, model and optimiser must equal the undisturbed one's byte for byte; then the next one is begun, until all kills are done.

    tests/faults/kill_ranks.py build/release/bin/bamscope --kills 100
"""

import argparse
import json
import os
import random
import shutil
import signal
import tempfile
import time
from pathlib import Path

from bench import PATIENCE, Bench, checkpoints, children, fail, is_there, rows, same_files, wait_for

STEPS, EVERY = 120, 7


def training(bench, logs):
    return bench.training(logs, STEPS, EVERY, "--dist_timeout", "30", "--ranks", "2")


def writes_checkpoint(run):
    return any(run.glob("checkpoints/.writing_*"))


def disturb(bench, process, run, chance):
    """Kills one of the processes. Returns its name, or None when the training ended before."""
    wait_for(lambda: len(children(process.pid)) == 2 or process.poll() is not None, "the ranks")
    ranks = children(process.pid)
    victim = chance.choice(["rank 0", "rank 1", "launcher"])
    # The middle of a checkpoint every third time; else any moment from the very start on.
    if chance.random() < 1 / 3:
        end = time.monotonic() + 20
        while process.poll() is None and not writes_checkpoint(run) and time.monotonic() < end:
            pass
        victim += " in a checkpoint"
    else:
        time.sleep(chance.uniform(0.05, 2.5))
    if process.poll() is not None or len(ranks) != 2:
        return None
    pid = process.pid if "launcher" in victim else ranks[0 if "rank 0" in victim else 1]
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return None
    errors = process.communicate(timeout=PATIENCE)[1]
    wait_for(lambda: not any(is_there(rank) for rank in ranks), "the ranks to end")
    if process.returncode == 0:
        return None
    expected = -signal.SIGKILL if "launcher" in victim else 1
    if process.returncode != expected and not (process.returncode == 3 and "launcher" in victim):
        fail(f"after killing {victim} the launcher ended with {process.returncode}:\n{errors}")
    if "launcher" not in victim and "was ended by signal 9" not in errors:
        fail(f"after killing {victim} nothing was said of it:\n{errors}")
    return victim


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    folder = Path(tempfile.mkdtemp(prefix="bamscope-kill-"))
    try:
        bench = Bench(arguments.program, folder)
        bench.run(training(bench, "whole"))
        whole = bench.run_directory("whole")
        kills, trainings, repeated = 0, 0, 0
        tally = {}
        while kills < arguments.kills:
            logs = f"cut_{trainings}"
            run = bench.run_directory(logs)
            process = bench.start(training(bench, logs))
            while True:
                victim = disturb(bench, process, run, chance) if kills < arguments.kills else None
                if victim is None:
                    errors = process.communicate(timeout=PATIENCE * 5)[1] if process.poll() is None else (process.stderr.read() if not process.stderr.closed else "")
                    if process.returncode != 0:
                        fail(f"a training that nobody disturbed ended with {process.returncode}:\n{errors}")
                    break
                kills += 1
                tally[victim] = tally.get(victim, 0) + 1
                there = checkpoints(run) if run.exists() else []
                if not (run / "run.json").exists():     # killed before there was anything to go on with
                    shutil.rmtree(folder / logs, ignore_errors=True)
                    process = bench.start(training(bench, logs))
                    continue
                reached = len(rows(run))
                if there:
                    repeated = max(repeated, reached - there[-1])
                    if reached - there[-1] > EVERY + 1:
                        fail(f"{reached} steps were done, but the newest checkpoint is {there[-1]}")
                starts = len(json.loads((run / "run.json").read_text())["starts"])
                process = bench.start(["train", "--resume", str(run), "--ranks", "2"])

                def resumed():
                    return process.poll() is not None or len(json.loads((run / "run.json").read_text())["starts"]) > starts
                wait_for(resumed, "the resume")
                begun = json.loads((run / "run.json").read_text())["starts"]
                if len(begun) > starts and there and (begun[-1]["resumed_from_step"] or 0) < there[-1]:
                    fail(f"resumed from {begun[-1]['resumed_from_step']}, though step {there[-1]} was on disk")
            if not same_files(whole, run, STEPS):
                fail(f"{run} ended with other weights than the undisturbed run (seed {arguments.seed})")
            if rows(run) != list(range(STEPS)):
                fail(f"{run}/train.log does not have each step once")
            trainings += 1
        print(f"kill_ranks: {kills} kills in {trainings} trainings ({', '.join(f'{n} × {name}' for name, n in sorted(tally.items()))}); at most {repeated} steps repeated; all ended with the undisturbed weights, bit for bit")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
