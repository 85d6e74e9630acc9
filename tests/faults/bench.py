# SPDX-License-Identifier: GPL-3.0-or-later
"""A tiny training for the fault scripts, and what they all need."""

import os
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 90       # seconds for anything to end
SKIPPED = 77        # exit status that CTest takes for "skipped"


def fail(text):
    sys.exit(f"{Path(sys.argv[0]).stem}: {text}")


def skip(text):
    print(f"{Path(sys.argv[0]).stem}: skipped: {text}")
    sys.exit(SKIPPED)


class Bench:
    """Text and tokenizer in a folder of their own, and the program to train with."""

    def __init__(self, program, folder):
        self.program, self.folder = Path(program).resolve(), Path(folder)
        lines = [f"the {n * 7919 % 1000} trees of the valley number {n} and the river runs by" for n in range(2500)]
        (self.folder / "text.txt").write_text("\n".join(lines) + "\n")
        self.run(["tokenizer", "train", "text.txt", "--pieces", "160", "--out", "t.model", "--with-passkey-sentences"])

    def command(self, arguments):
        return [str(self.program), "--batch", *map(str, arguments), "--quiet"]

    def run(self, arguments, expected=0, **options):
        """Runs to the end. Returns what it printed."""
        done = subprocess.run(self.command(arguments), cwd=self.folder, capture_output=True, text=True, timeout=600, **options)
        if done.returncode != expected:
            fail(f"{' '.join(map(str, arguments))} ended with {done.returncode} instead of {expected}:\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def start(self, arguments, prefix=(), **options):
        return subprocess.Popen([*prefix, *self.command(arguments)], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options)

    def training(self, logs, steps, every, *more):
        return ["train", "--dataset", self.folder / "text.txt", "--dataset_kind", "passkey_mixture", "--tokenizer", self.folder / "t.model", "--dim", "32", "--layers", "2", "--heads", "2",
                "--vocabulary", "160", "--position_encoding", "bam_ssmax", "--batch_size", "2", "--sequence_length", "200", "--tokens_per_step", "800", "--num_iterations", steps,
                "--learning_rate", "0.01", "--val_tokens", "800", "--val_loss_every", "50", "--checkpoint_every", every, "--keep_last", "3", "--device", "cpu", "--threads", "1",
                "--log_dir", logs, *more]

    def require_same_under(self, launcher, prefix, reference, steps, every, **options):
        """Trains with two ranks of a launcher what the run in `reference` trained, and fails unless the weights are the same and rank 1 names the launcher."""
        process = self.start(self.training(launcher, steps, every), prefix=prefix, **options)
        try:
            errors = process.communicate(timeout=PATIENCE * 2)[1]
        finally:
            process.kill()
        run = self.run_directory(launcher)
        if process.returncode != 0:
            fail(f"{launcher} ended with {process.returncode}:\n{errors}")
        if not same_files(self.run_directory(reference), run, steps):
            fail(f"under {launcher} the weights differ from those of --ranks 2")
        if f"started by {launcher}" not in (run / "log_rank_01.txt").read_text():
            fail("rank 1's log does not say who started it")

    def run_directory(self, logs):
        return self.folder / logs / "custom/bam_ssmax/version_00"


def wait_for(condition, what, patience=PATIENCE):
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            fail(f"waited {patience} s for {what}")
        time.sleep(0.01)


def children(pid):
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def is_there(pid):
    """Is the process running? A zombie has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def checkpoints(run):
    return sorted(int(folder.name[5:]) for folder in run.glob("checkpoints/step_*") if (folder / "state.json").exists())


def rows(run):
    """Steps of the whole rows of train.log."""
    try:
        return [int(line.split(",")[0]) for line in (run / "train.log").read_text().splitlines()[1:] if line.count(",") == 6]
    except OSError:
        return []


def same_files(run, other, step):
    return all((a / name).read_bytes() == (b / name).read_bytes()
               for a, b in [[folder / f"checkpoints/step_{step:08d}" for folder in (run, other)]] for name in ("model.safetensors", "optimizer.safetensors"))


def is_root():
    return os.geteuid() == 0
