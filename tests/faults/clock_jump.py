#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains while the wall clock jumps a day back and then two years ahead: weights, logs and times of the run must be those of a steady clock, requests must be
answered, and checkpoints by the clock must not come in a rush.

    tests/faults/clock_jump.py build/release/bin/bamscope
"""

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from bench import PATIENCE, Bench, checkpoints, fail, rows, same_files, skip, wait_for

STEPS = 300


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    arguments = parser.parse_args()
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        skip("there is no C compiler for the preloaded clock")
    folder = Path(tempfile.mkdtemp(prefix="bamscope-clock-"))
    try:
        shim = folder / "clock_jump.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", shim, Path(__file__).with_suffix(".c"), "-ldl"], check=True)
        bench = Bench(arguments.program, folder)
        often = ["--checkpoint_minutes", "60", "--keep_last", "100", "--ranks", "2"]
        bench.run(bench.training("whole", STEPS, 0, *often))
        run = bench.run_directory("jumps")
        environment = dict(os.environ, LD_PRELOAD=str(shim))
        process = bench.start(bench.training("jumps", STEPS, 0, *often), env=environment)
        wait_for(lambda: len(rows(run)) > 20 or process.poll() is not None, "the training")
        control = run / "control"
        control.mkdir(exist_ok=True)
        (control / ".request.tmp").write_text(json.dumps({"request": "checkpoint"}))
        (control / ".request.tmp").rename(control / "request.json")
        wait_for(lambda: (control / "request.done.json").exists(), "the answer to a request")
        errors = process.communicate(timeout=PATIENCE)[1]
        if process.returncode != 0:
            fail(f"the training ended with {process.returncode}:\n{errors}")
        if not same_files(bench.run_directory("whole"), run, STEPS) or rows(run) != list(range(STEPS)):
            fail("the jumps changed the run's weights or rows")
        times = [float(line.split(",")[1]) for line in (run / "train.log").read_text().splitlines()[1:]]
        if times != sorted(times) or times[-1] > PATIENCE * 2:
            fail(f"the run's time went astray: {times[:3]} … {times[-3:]}")
        if len(checkpoints(run)) > 2:
            fail(f"the jump ahead made checkpoints in a rush: {checkpoints(run)}")
        stamps = {line[:4] for line in (run / "log.txt").read_text().splitlines()}
        if len(stamps) < 2:
            fail("the clock did not jump, so nothing was tested")
        print("clock_jump: a day back and two years ahead changed nothing but the time stamps")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
