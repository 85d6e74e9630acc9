#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Under the real torchrun: two ranks train what `--ranks 2` trains, bit for bit; torchrun's own store is used; when a rank is killed, torchrun starts both again, and
the resumed run ends with the undisturbed weights.

    PYTHONPATH=… tests/launchers/torchrun.py build/release/bin/bamscope
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "faults"))
from bench import PATIENCE, Bench, checkpoints, fail, is_there, rows, same_files, skip, wait_for

STEPS, EVERY = 150, 10


def ranks_of(launcher):
    """Process numbers of the two trainings below torchrun."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            variables = (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if len(words) > 1 and words[1] == b"--batch" and b"RANKS_OF=" + launcher.encode() in variables and is_there(int(folder.name)):
            found.append(int(folder.name))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    arguments = parser.parse_args()
    known = subprocess.run([sys.executable, "-c", "import torch.distributed.run"], capture_output=True, text=True)
    if known.returncode != 0:
        skip(f"this Python has no torchrun: {known.stderr.strip().splitlines()[-1] if known.stderr.strip() else 'import failed'}")
    folder = Path(tempfile.mkdtemp(prefix="bamscope-torchrun-"))
    process = None
    try:
        bench = Bench(arguments.program, folder)
        bench.run(bench.training("here", STEPS, EVERY, "--ranks", "2"))

        def torchrun(*more):
            return [sys.executable, "-m", "torch.distributed.run", "--no-python", "--standalone", "--nproc-per-node", "2", *more]
        bench.require_same_under("torchrun", torchrun(), "here", STEPS, EVERY)

        # A script as people write it: go on where there is something to go on with.
        run = bench.run_directory("killed")
        script = folder / "train.sh"
        first = " ".join(f"'{word}'" for word in bench.command(bench.training("killed", STEPS, EVERY)))
        again = " ".join(f"'{word}'" for word in bench.command(["train", "--resume", run]))
        script.write_text(f"#!/bin/sh\nif [ \"$TORCHELASTIC_RESTART_COUNT\" != 0 ]; then exec {again}; fi\nexec {first}\n")
        script.chmod(0o755)
        process = subprocess.Popen([*torchrun("--max-restarts", "1"), str(script)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                   env=dict(os.environ, RANKS_OF="killed"))
        wait_for(lambda: len(checkpoints(run)) > 0 or process.poll() is not None, "a checkpoint under torchrun")
        victims = ranks_of("killed")
        if len(victims) != 2:
            fail(f"expected two ranks below torchrun, found {victims}")
        os.kill(victims[1], signal.SIGKILL)
        errors = process.communicate(timeout=PATIENCE * 3)[1]
        if process.returncode != 0:
            fail(f"after a killed rank torchrun ended with {process.returncode}:\n{errors}")
        if not same_files(bench.run_directory("here"), run, STEPS) or rows(run) != list(range(STEPS)):
            fail("the restarted run ended with other weights or rows")
        print("torchrun: two ranks train as --ranks 2 does, bit for bit, also when one was killed and torchrun started both again")
    finally:
        if process:
            process.kill()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
