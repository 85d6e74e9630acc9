#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times Bamscope against what a researcher runs in PyTorch, both in turn within one run, and prints a table of medians and ratios.

  compare.py --bench build/release/tests/bamscope_bench --baseline torch_baseline.py [--python venv/bin/python] [--rounds 5] [--only attention]

The baseline is a script that prints one JSON object with "seconds" per call (the project's is described in CONTRIBUTING.md). A round runs each
program once for every case, baseline first and second in turn, so that a machine that grows slower does so for both. Numbers in the table are medians
over the rounds; the spread is (largest − smallest) / median. Exit status: 0 every target is met, 1 one is missed or a program failed, 2 usage.
"""
import argparse
import json
import os
import platform
import statistics
import subprocess
import sys

ATTENTION = ["attention", "--heads", "16", "--width", "48", "--batch", "2", "--seq", "2048"]
STEP = ["step", "--batch", "2", "--seq", "512"]
CAPTURE = ["capture", "--size", "l6", "--seq", "2048", "--keep"]     # of capture_baseline.py beside this script
LAPTOP = ["step", "--size", "tiny", "--batch", "32", "--seq", "160", "--vocab", "512", "--repeats", "9"]

# name, baseline arguments, benchmark of ours, ratio asked for (None: shown only)
CASES = [
    ("attention forward, plain", ATTENTION + ["--mode", "naive"], "attentionForward/2/2048/real_time", 15),
    ("attention forward, SDPA with a bias matrix", ATTENTION + ["--mode", "sdpa"], "attentionForward/2/2048/real_time", 4),
    ("attention forward, FlexAttention", ATTENTION + ["--mode", "flex"], "attentionForward/2/2048/real_time", 1),
    ("attention forward and backward, plain", ATTENTION + ["--mode", "naive", "--backward"], "attentionForwardBackward/2/2048/real_time", 12),
    ("attention forward and backward, SDPA with a bias matrix", ATTENTION + ["--mode", "sdpa", "--backward"],
     "attentionForwardBackward/2/2048/real_time", 10),
    ("step l6, BAM-SSMax, eager", STEP + ["--encoding", "bam_ssmax"], "l6ForwardBackward/4/process_time/real_time", 2.0),
    ("step l6, BAM-SSMax, torch.compile", STEP + ["--encoding", "bam_ssmax", "--mode", "compile"], "l6ForwardBackward/4/process_time/real_time", 1.7),
    ("step l6, RoPE, eager", STEP + ["--encoding", "rotary"], "l6ForwardBackward/1/process_time/real_time", None),
    ("step laptop, BAM-SSMax, eager", LAPTOP + ["--encoding", "bam_ssmax"], "laptopForwardBackward/4/process_time/real_time", 2.2),
    ("step laptop, BAM-SSMax, torch.compile", LAPTOP + ["--encoding", "bam_ssmax", "--mode", "compile"], "laptopForwardBackward/4/process_time/real_time", 1.8),
    ("prefill 8192 tokens, l6, BAM-SSMax, argmax of every position", ["prefill", "--size", "l6", "--seq", "8192", "--chunk", "512"],
     "prefill/l6_every/8192/real_time", 7),
    ("retrieval strip of 2048 tokens, l6, BAM-SSMax", CAPTURE + ["rows"], "lens/l6_strip/2048/real_time", None),
    ("attention matrices of all heads, 2048 tokens, l6, BAM-SSMax", CAPTURE + ["matrices"], "lens/l6_matrices/2048/real_time", None),
]


def run(command, threads):
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with status {done.returncode}:\n{done.stderr[-2000:]}")
    return done.stdout


def baseline_seconds(arguments, case):
    script = [arguments.baseline, *case]
    if case[0] == "capture":
        script = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "capture_baseline.py"), "--baseline", arguments.baseline, *case[1:]]
    lines = run([arguments.python, *script, "--threads", str(arguments.threads)], arguments.threads).splitlines()
    return json.loads(next(line for line in reversed(lines) if line.startswith("{")))["seconds"]


def our_seconds(arguments, name):
    out = run([arguments.bench, f"--benchmark_filter=^{name}$", "--benchmark_format=json", "--benchmark_min_time=1"], arguments.threads)
    found = json.loads(out)["benchmarks"]
    if not found:
        sys.exit(f"{arguments.bench} has no benchmark {name}")
    scale = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}
    return found[0]["real_time"] * scale[found[0]["time_unit"]]


def spread(values):
    return (max(values) - min(values)) / statistics.median(values)


def machine():
    model = platform.machine()
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        info = file.read()
    for line in info.splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    widest = next((name for name in ("avx512f", "avx2", "sse2") if f" {name} " in info or f" {name}\n" in info), "unknown")
    return f"{model}, {os.cpu_count()} cores, {widest}, {platform.system()} {platform.release().split('-')[0]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", required=True, help="bamscope_bench of a release build")
    parser.add_argument("--baseline", required=True, help="the baseline script")
    parser.add_argument("--python", default=sys.executable, help="a Python that imports torch")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    arguments = parser.parse_args()
    cases = [case for case in CASES if arguments.only in case[0]]
    if not cases:
        parser.error(f"no case contains {arguments.only!r}")

    theirs, ours = {c[0]: [] for c in cases}, {}
    for round_ in range(arguments.rounds):
        fresh = set()   # ours is timed once per round even where two baselines are compared with it
        for index, (name, baseline, bench, _) in enumerate(cases):
            def time_ours():
                if bench not in fresh:
                    fresh.add(bench)
                    ours.setdefault(bench, []).append(our_seconds(arguments, bench))
            if (round_ + index) % 2:
                time_ours()
            theirs[name].append(baseline_seconds(arguments, baseline))
            time_ours()
            print(f"round {round_ + 1} of {arguments.rounds}: {name}: {theirs[name][-1]:.3f} s, ours {ours[bench][-1]:.4f} s", file=sys.stderr, flush=True)

    print(f"{machine()}; {arguments.threads} threads, {arguments.rounds} rounds\n")
    print("| case | PyTorch | spread | Bamscope | spread | ratio | asked |")
    print("|---|---|---|---|---|---|---|")
    missed = False
    for name, _, bench, target in cases:
        base, mine = statistics.median(theirs[name]), statistics.median(ours[bench])
        ratio = base / mine
        missed = missed or (target is not None and ratio < target)
        asked = "" if target is None else f"≥ {target}"
        print(f"| {name} | {base:.3f} s | {spread(theirs[name]):.0%} | {mine:.4f} s | {spread(ours[bench]):.0%} | {ratio:.1f}× | {asked} |")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
