# SPDX-License-Identifier: GPL-3.0-or-later
"""What the checks by Python's own PyTorch and TensorBoard share: running the program, a tiny run, a reader of safetensors."""
import csv
import json
import math
import os
import shutil
import subprocess
import sys

SKIPPED = 77    # tests/CMakeLists.txt tells ctest


def require(*modules, advice="packaging/deps.sh with BAMSCOPE_PYTHON=ON installs it for Python 3.11"):
    """Ends the script as skipped, saying why, unless each module can be imported."""
    for name in modules:
        try:
            if not getattr(__import__(name), "__file__", None):     # a folder of that name, such as the C++ half of torch alone
                raise ImportError(f"{name} is there without its Python half")
        except ImportError as error:
            print(f"skipped: Python {sys.version.split()[0]} cannot import {name} ({error}); {advice}")
            sys.exit(SKIPPED)


class Program:
    """The program under test, run in a folder."""

    def __init__(self, path, folder):
        self.path = path
        self.folder = folder

    def run(self, *arguments, status=0):
        ended = subprocess.run([self.path, "--batch", *arguments], cwd=self.folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert ended.returncode == status, f"{arguments} ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}"
        return ended

    def info(self, path):
        return json.loads(self.run("info", path, "--json").stdout.splitlines()[-1])

    def train_tiny(self):
        """A run of 12 steps; its folder."""
        with open(os.path.join(self.folder, "text.txt"), "w") as file:
            for n in range(2500):
                file.write(f"the {n * 7919 % 1000} trees of the valley number {n} and the river runs by\n")
        self.run("tokenizer", "train", "text.txt", "--pieces", "160", "--out", "t.model", "--with-passkey-sentences")
        self.run("dataset", "text.txt", "--tokenizer", "t.model", "--out", "shards")
        self.run("train", "--dataset", "shards", "--dim", "16", "--layers", "2", "--heads", "2", "--vocabulary", "160", "--position_encoding", "bam_ssmax",
                 "--batch_size", "2", "--sequence_length", "16", "--tokens_per_step", "64", "--num_iterations", "12", "--learning_rate", "0.01",
                 "--val_tokens", "128", "--val_tokens_padding", "16", "--val_loss_every", "4", "--device", "cpu", "--threads", "1", "--log_dir", "logs", "--quiet")
        return os.path.join(self.folder, "logs/custom/bam_ssmax/version_00")


def choice_scores(program, run, task, shots, *flags):
    """Questions with choices asked anew: each answer by subject and number, and the entry of results.json."""
    shutil.rmtree(os.path.join(run, "evaluation"), ignore_errors=True)
    if os.path.exists(os.path.join(run, "results.json")):
        os.remove(os.path.join(run, "results.json"))
    program.run("evaluate", run, "--run_passkey", "false", "--choice_tasks", task, "--choice_shots", str(shots), "--device", "cpu", "--threads", "1", "--quiet", *flags)
    with open(os.path.join(run, "evaluation", "answers.jsonl")) as file:
        answers = {(line["cell"], line["question"]): line["answer"] for line in map(json.loads, file)}
    with open(os.path.join(run, "results.json")) as file:
        entry, = json.load(file)["multiple_choice"]
    return answers, entry


def read_safetensors(path):
    """Tensors by name, read by nothing but the description of the format."""
    import torch
    types = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "I64": torch.int64, "I32": torch.int32}
    with open(path, "rb") as file:
        content = bytearray(file.read())
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8:8 + size])
    data = content[8 + size:]
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            tensors[name] = torch.frombuffer(data[begin:end], dtype=types[entry["dtype"]]).reshape(entry["shape"])
    return tensors


def read_log(path):
    """Rows of a run's log as numbers."""
    with open(path, newline="") as file:
        return [{key: float(value) if value else math.nan for key, value in row.items()} for row in csv.DictReader(file)]


def run_checks(checks):
    """Each function in turn; a failed assertion ends the script."""
    for check in checks:
        check()
        print(f"passed: {check.__doc__.splitlines()[0]}", flush=True)
