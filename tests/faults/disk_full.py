#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains onto disks of growing size, so that each write of a run is once the one that finds no room: folders, logs, status, each file of a checkpoint.

Every time the training must end with status 1 and say so, or with 4 where not even the run could be made, and once there is room, it must go on to the weights of
an undisturbed run, bit for bit. A disk that cannot be written at all is refused before anything is trained.

    tests/faults/disk_full.py build/release/bin/bamscope --disks 12
"""

import argparse
import shutil
import subprocess
import tempfile
from pathlib import Path

from bench import Bench, fail, is_root, rows, same_files, skip

STEPS, EVERY = 40, 10


def mount(folder, options):
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], capture_output=True, text=True)
    if done.returncode != 0:
        skip(f"a small file system cannot be mounted here: {done.stderr.strip()}")


def remount(folder, options):
    subprocess.run(["mount", "-o", f"remount,{options}", str(folder)], check=True)


def unmount(folder):
    subprocess.run(["umount", "-l", str(folder)], check=False, capture_output=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--disks", type=int, default=12, help="sizes to try")
    parser.add_argument("--ranks", type=int, default=1)
    arguments = parser.parse_args()
    if not is_root():
        skip("mounting a small file system needs root")
    folder = Path(tempfile.mkdtemp(prefix="bamscope-disk-"))
    disk = folder / "disk"
    disk.mkdir()
    met = {}
    try:
        bench = Bench(arguments.program, folder)
        more = ["--ranks", arguments.ranks] if arguments.ranks > 1 else []
        bench.run(bench.training("whole", STEPS, EVERY, *more))
        whole = bench.run_directory("whole")
        needed = sum(file.stat().st_size for file in whole.rglob("*") if file.is_file())
        for n in range(arguments.disks):
            pages = max(2, int(needed * n / arguments.disks / 4096))
            mount(disk, f"size={4096 * pages},nr_inodes=200")
            try:
                process = bench.start(bench.training("disk", STEPS, EVERY, *more))
                errors = process.communicate(timeout=300)[1]
                run = bench.run_directory("disk")
                if process.returncode not in (1, 4):
                    fail(f"on a disk of {pages} pages the training ended with {process.returncode}:\n{errors}")
                if "disk is full" not in errors and "No space left" not in errors:
                    fail(f"on a disk of {pages} pages nothing was said of it:\n{errors}")
                what = next((word for word in ("model.safetensors", "optimizer.safetensors", "state.json", "train.log", "eval.log", "priors.csv", "status.json", "args.json", "run.json",
                                               "tokenizer.model", "log.txt") if word in errors), "a folder")
                met[what] = met.get(what, 0) + 1
                remount(disk, f"size={64 << 20}")
                if (run / "run.json").exists():
                    bench.run(["train", "--resume", run, *more])
                else:
                    shutil.rmtree(folder / "disk/custom", ignore_errors=True)
                    bench.run(bench.training("disk", STEPS, EVERY, *more))
                if not same_files(whole, run, STEPS) or rows(run) != list(range(STEPS)):
                    fail(f"after a full disk of {pages} pages ({what}) the run ended with other weights or rows")
            finally:
                unmount(disk)
        mount(disk, "size=16m,ro")
        try:
            said = bench.run(bench.training("disk", STEPS, EVERY), expected=4)
            if "disk" not in said or "ead-only" not in said:
                fail(f"a disk that cannot be written was not told as that:\n{said}")
        finally:
            unmount(disk)
        print(f"disk_full: {arguments.disks} disks were too small ({', '.join(f'{n} × at {what}' for what, n in sorted(met.items()))}); each run ended with the undisturbed weights once there was room")
    finally:
        unmount(disk)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
