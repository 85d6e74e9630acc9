#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains onto disks of growing size, so that each write of a run is once the one that finds no room: folders, logs, events, status, each file of a checkpoint, model.pt.

Every time the training must end with status 1 and say so, or with 4 where not even the run could be made, and once there is room, it must go on to the weights of
an undisturbed run, bit for bit. The same for evaluations, whose results must then be those of an undisturbed one, and for sweeps. A disk that cannot be written at
all is refused before anything is trained, resumed or asked.

    tests/faults/disk_full.py build/release/bin/bamscope --disks 12
"""

import argparse
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from bench import Bench, fail, is_root, rows, same_files, skip, wait_for

STEPS, EVERY = 40, 10


def mount(folder, options):
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], capture_output=True, text=True)
    if done.returncode != 0:
        skip(f"a small file system cannot be mounted here: {done.stderr.strip()}")


def remount(folder, options):
    subprocess.run(["mount", "-o", f"remount,{options}", str(folder)], check=True)


def unmount(folder):
    subprocess.run(["umount", "-l", str(folder)], check=False, capture_output=True)


def told(errors):
    return "disk is full" in errors or "No space left" in errors


def evaluations(bench, disk, whole, disks):
    """On disks that have room for the run and a little more. Returns how many of them were too small."""
    asked = ["--passkey_lengths", "0,160", "--samples", "6", "--device", "cpu", "--threads", "1"]
    copy = bench.folder / "evaluated"
    shutil.copytree(whole, copy)
    bench.run(["evaluate", copy, *asked])
    expected = json.loads((copy / "results.json").read_text())["passkey"]
    own = sum((file.stat().st_size + 4095) // 4096 for file in whole.rglob("*") if file.is_file())
    full = 0
    for more in range(disks):
        mount(disk, f"size={4096 * (own + more)},nr_inodes=200")
        try:
            run = disk / "run"
            shutil.copytree(whole, run)
            process = bench.start(["evaluate", run, *asked])
            errors = process.communicate(timeout=300)[1]
            if process.returncode == 0:
                break
            full += 1
            if process.returncode not in (1, 4) or not told(errors):
                fail(f"on a full disk the evaluation ended with {process.returncode}:\n{errors}")
            remount(disk, f"size={64 << 20}")
            bench.run(["evaluate", run, *asked])
            if json.loads((run / "results.json").read_text())["passkey"] != expected:
                fail("after a full disk the evaluation has other results")
        finally:
            unmount(disk)
    if full == 0:
        fail("no disk was too small for the evaluation")
    return full


def sweeps(bench, disk, needed):
    """On a disk without room for a state, and on one without room for the runs. The same command finishes them once there is."""
    (bench.folder / "sweep.json").write_text(json.dumps({
        "model": {"model_size": "custom", "dim": 32, "n_layers": 2, "n_heads": 2, "n_kv_heads": 2, "ffn_dim_multiplier": 2, "vocab_size": 160, "position_encoding": "bam"},
        "data": {"dataset": str(bench.folder / "text.txt"), "dataset_kind": "passkey_mixture", "tokenizer": str(bench.folder / "t.model"), "val_tokens": 0},
        "training": {"batch_size": 2, "sequence_length": 200, "tokens_per_step": 800, "num_iterations": STEPS, "device": "cpu", "threads": 1},
        "sweep": {"seeds": "0-1", "parallel": 1, "retries": 1, "devices": "cpu"}}))
    command = ["sweep", "sweep.json", "--out", disk / "sweep"]
    for pages in (6, int(needed / 4096 * 0.7)):
        mount(disk, f"size={4096 * pages},nr_inodes=400")
        process = None
        try:
            process = bench.start(command)
            if pages > 6:
                errors = process.communicate(timeout=300)[1]
                if process.returncode != 1 or not told(errors):
                    fail(f"a sweep on a full disk ended with {process.returncode}:\n{errors}")
            else:
                # Without room for its own state it ends, or waits for room.
                try:
                    errors = process.communicate(timeout=5)[1]
                    if process.returncode not in (1, 4) or not told(errors):
                        fail(f"a sweep on a disk of {pages} pages ended with {process.returncode}:\n{errors}")
                except subprocess.TimeoutExpired:
                    process.terminate()
                    process.communicate(timeout=60)
            remount(disk, f"size={64 << 20}")
            bench.run(command)
            ended = [json.loads(file.read_text())["state"] for file in (disk / "sweep").rglob("status.json")]
            if ended.count("finished") != 2:
                fail(f"after a full disk the runs of the sweep are {ended}")
        finally:
            if process and process.poll() is None:
                process.kill()
                process.wait()
            unmount(disk)


def read_only(bench, disk, whole):
    mount(disk, "size=16m")
    try:
        for name in ("run", "finished"):
            shutil.copytree(whole, disk / name)
        status = disk / "run/status.json"
        status.write_text(status.read_text().replace('"finished"', '"stopped"'))
        remount(disk, "ro")
        bench.run(["train", "--resume", disk / "finished"])     # there is nothing to write
        for command in (bench.training("disk", STEPS, EVERY), ["train", "--resume", disk / "run"], ["evaluate", disk / "run", "--passkey_lengths", "0", "--samples", "1"],
                        ["sweep", "sweep.json", "--out", disk / "sweep"]):
            said = bench.run(command, expected=4)
            if "disk" not in said or "ead-only" not in said:
                fail(f"a disk that cannot be written was not told as that:\n{said}")
    finally:
        unmount(disk)


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
        ranks = ["--ranks", arguments.ranks] if arguments.ranks > 1 else []
        more = ["--tensorboard", "--export_pt", *ranks]
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
                if not told(errors):
                    fail(f"on a disk of {pages} pages nothing was said of it:\n{errors}")
                what = next((word for word in ("model.safetensors", "optimizer.safetensors", "state.json", "train.log", "eval.log", "priors.csv", "status.json", "args.json", "run.json",
                                               "tokenizer.model", "tfevents", "model.pt", "log.txt") if word in errors), "a folder")
                met[what] = met.get(what, 0) + 1
                remount(disk, f"size={64 << 20}")
                if (run / "run.json").exists():
                    bench.run(["train", "--resume", run, *ranks])
                else:
                    shutil.rmtree(folder / "disk/custom", ignore_errors=True)
                    bench.run(bench.training("disk", STEPS, EVERY, *more))
                if not same_files(whole, run, STEPS) or rows(run) != list(range(STEPS)):
                    fail(f"after a full disk of {pages} pages ({what}) the run ended with other weights or rows")
            finally:
                unmount(disk)
        full = evaluations(bench, disk, whole, 12)
        sweeps(bench, disk, needed)
        read_only(bench, disk, whole)
        print(f"disk_full: {arguments.disks} disks were too small ({', '.join(f'{n} × at {what}' for what, n in sorted(met.items()))}); each run ended with the undisturbed weights once there was room, "
              f"as did {full} evaluations with their results and 2 sweeps")
    finally:
        unmount(disk)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
