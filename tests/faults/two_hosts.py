#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two network namespaces as two machines: a training over both gives the numbers of one with two ranks here, and when one machine is cut off for good, each side
ends within the configured timeout and says that it lost the other.

    tests/faults/two_hosts.py build/release/bin/bamscope
"""

import argparse
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from bench import PATIENCE, Bench, fail, is_root, rows, same_files, skip, wait_for

STEPS, EVERY, TIMEOUT = 60, 20, 6
PORT = 29400
NAMES = [f"bam{os.getpid() % 10000}{letter}" for letter in "ab"]
ADDRESSES = ["10.213.77.1", "10.213.77.2"]


def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, text=True)


def connect():
    """Two namespaces, one cable."""
    for name in NAMES:
        if ip("netns", "add", name).returncode != 0:
            skip("network namespaces cannot be made here")
    if ip("link", "add", "cable", "netns", NAMES[0], "type", "veth", "peer", "name", "cable", "netns", NAMES[1]).returncode != 0:
        skip("a pair of network interfaces cannot be made here")
    for name, address in zip(NAMES, ADDRESSES):
        for words in (["addr", "add", f"{address}/24", "dev", "cable"], ["link", "set", "cable", "up"], ["link", "set", "lo", "up"]):
            ip("-n", name, *words)


def disconnect():
    for name in NAMES:
        ip("netns", "del", name)


def start(bench, rank, arguments):
    environment = dict(os.environ, RANK=str(rank), WORLD_SIZE="2", LOCAL_RANK="0", LOCAL_WORLD_SIZE="1", MASTER_ADDR=ADDRESSES[0], MASTER_PORT=str(PORT))
    return bench.start(arguments, prefix=["ip", "netns", "exec", NAMES[rank]], env=environment)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    arguments = parser.parse_args()
    if not is_root() or not shutil.which("ip"):
        skip("network namespaces need root and the program ip")
    folder = Path(tempfile.mkdtemp(prefix="bamscope-hosts-"))
    ranks = []
    try:
        bench = Bench(arguments.program, folder)
        bench.run(bench.training("here", STEPS, EVERY, "--ranks", "2"))
        connect()
        ranks = [start(bench, rank, bench.training("hosts", STEPS, EVERY, "--dist_timeout", "30")) for rank in (0, 1)]
        for rank, process in enumerate(ranks):
            errors = process.communicate(timeout=PATIENCE * 2)[1]
            if process.returncode != 0:
                fail(f"rank {rank} ended with {process.returncode}:\n{errors}")
        if not same_files(bench.run_directory("here"), bench.run_directory("hosts"), STEPS):
            fail("two machines gave other weights than two ranks on one")

        ranks = [start(bench, rank, bench.training("cut", 1000000, EVERY, "--dist_timeout", TIMEOUT)) for rank in (0, 1)]
        wait_for(lambda: len(rows(bench.run_directory("cut"))) > 30, "the training over the cable")
        ip("-n", NAMES[1], "link", "set", "cable", "down")
        cut = time.monotonic()
        took = []
        for rank, process in enumerate(ranks):
            errors = process.communicate(timeout=PATIENCE)[1]
            took.append(time.monotonic() - cut)
            if process.returncode != 1 or "lost contact with the other ranks" not in errors:
                fail(f"rank {rank} ended with {process.returncode}, {took[-1]:.1f} s after the cut:\n{errors}")
            if took[-1] > TIMEOUT + 10:
                fail(f"rank {rank} needed {took[-1]:.1f} s to notice; the timeout is {TIMEOUT} s")
        disconnect()
        print(f"two_hosts: the weights of one machine, bit for bit; after the cut rank 0 ended in {took[0]:.1f} s, rank 1 in {took[1]:.1f} s (timeout {TIMEOUT} s)")
    finally:
        for process in ranks:
            process.kill()
        disconnect()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
