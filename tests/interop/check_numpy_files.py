#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_numpy_files.py PROGRAM: NumPy reads the arrays that the program writes, without pickles."""
import json
import math
import os
import sys
import tempfile
import zipfile

from python_support import Program, read_log, require, run_checks

require("numpy")
import numpy  # noqa: E402

folder = tempfile.TemporaryDirectory()
program = Program(os.path.abspath(sys.argv[1]), folder.name)
run = program.train_tiny()
with open(os.path.join(run, "results.json"), "w") as file:
    json.dump({"ruler": {"θβ": [{"length": 512, "samples": 4, "score": 0.75, "score_95": [0.3, 0.9]}]}}, file)
program.run("export", run, "--npz", "run.npz", "--csv", "tables", "--jsonl", "run.jsonl")
path = os.path.join(folder.name, "run.npz")


def every_number_of_the_logs_arrives():
    """Columns of train.log, eval.log and priors.csv are equal arrays."""
    with numpy.load(path, allow_pickle=False) as arrays:
        for log, table, columns in (("train.log", "train", ("step", "time", "loss", "norm", "lr", "exec_time")), ("eval.log", "eval", ("step", "time", "loss")),
                                    ("priors.csv", "priors", ("step", "layer", "head", "theta_alpha", "theta_beta", "theta_mu", "seq_scale"))):
            rows = read_log(os.path.join(run, log))
            assert rows
            for column in columns:
                expected = numpy.array([row[column] for row in rows])
                assert numpy.array_equal(arrays[f"{table}_{column}"].astype(float), expected, equal_nan=True), (table, column)
        assert arrays["train_step"].dtype == numpy.int64 and arrays["train_loss"].dtype == numpy.float64


def texts_arrive_as_texts():
    """Unicode arrays hold what results.json has; missing numbers are NaN."""
    with numpy.load(path, allow_pickle=False) as arrays:
        assert list(arrays["results_subject"]) == ["θβ"] and list(arrays["results_evaluation"]) == ["ruler"]
        assert arrays["results_value"][0] == 0.75 and arrays["results_low_95"][0] == 0.3
        assert list(arrays["results_checkpoint"]) == [""]


def the_archive_is_whole_and_not_compressed():
    """Python's own checks of the archive pass, and its entries are stored."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert all(entry.compress_type == zipfile.ZIP_STORED for entry in archive.infolist())


def tables_and_lines_say_the_same():
    """CSV, JSON lines and arrays agree."""
    with open(os.path.join(folder.name, "run.jsonl")) as lines:
        rows = [json.loads(line) for line in lines]
    losses = [row["loss"] for row in rows if row["table"] == "train"]
    with numpy.load(path, allow_pickle=False) as arrays:
        assert losses == list(arrays["train_loss"])
    assert [row["loss"] for row in read_log(os.path.join(folder.name, "tables/train.csv"))] == losses
    assert not any(isinstance(value, float) and math.isnan(value) for row in rows for value in row.values())


run_checks([every_number_of_the_logs_arrives, texts_arrive_as_texts, the_archive_is_whole_and_not_compressed, tables_and_lines_say_the_same])
