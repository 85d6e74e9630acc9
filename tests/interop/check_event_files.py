#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_event_files.py PROGRAM: TensorBoard reads the event files that the program writes, and the program what TensorBoard and PyTorch write."""
import glob
import math
import os
import shutil
import struct
import sys
import tempfile

from python_support import Program, read_log, require, run_checks

require("tensorboard", "torch")
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator  # noqa: E402
from tensorboard.backend.event_processing.event_file_loader import RawEventFileLoader  # noqa: E402
from torch.utils.tensorboard import SummaryWriter  # noqa: E402

folder = tempfile.TemporaryDirectory()
program = Program(os.path.abspath(sys.argv[1]), folder.name)
run = program.train_tiny()
exported = os.path.join(folder.name, "exported")
program.run("export", run, "--tensorboard", exported)


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def curves(path):
    """Points by tag, as TensorBoard shows them."""
    accumulator = EventAccumulator(path, size_guidance={"scalars": 0, "tensors": 0})
    accumulator.Reload()
    result = {tag: [(point.step, point.value) for point in accumulator.Scalars(tag)] for tag in accumulator.Tags()["scalars"]}
    for tag in accumulator.Tags()["tensors"]:
        result[tag] = [(point.step, point.tensor_proto.float_val[0]) for point in accumulator.Tensors(tag)]
    return result


def expected_curves():
    """The same from the run's own logs."""
    result = {}
    for tag, log, column in (("train/loss", "train.log", "loss"), ("train/norm", "train.log", "norm"), ("train/lr", "train.log", "lr"),
                             ("train/tokens_per_second", "train.log", "tok/sec"), ("eval/loss", "eval.log", "loss"), ("eval/tokens_per_second", "eval.log", "tok/sec")):
        result[tag] = [(int(row["step"]), single(row[column])) for row in read_log(os.path.join(run, log)) if not math.isnan(row[column])]
    for row in read_log(os.path.join(run, "priors.csv")):
        for column in ("theta_alpha", "theta_beta", "theta_mu", "seq_scale"):
            if not math.isnan(row[column]):
                tag = f"priors/layer_{int(row['layer']):02}/head_{int(row['head']):02}/{column}"
                result.setdefault(tag, []).append((int(row["step"]), single(row[column])))
    return {tag: points for tag, points in result.items() if points}


def event_files(path):
    return sorted(glob.glob(os.path.join(path, "events.out.tfevents.*")))


def tensorboard_reads_what_we_write():
    """Every number of the logs arrives, under its tag and step."""
    expected = expected_curves()
    assert len(expected["train/loss"]) == 12 and len(expected) > 6 + 2 * 2 * 2
    assert curves(exported) == expected
    accumulator = EventAccumulator(exported)
    accumulator.Reload()
    times = [point.wall_time for point in accumulator.Scalars("train/loss")]
    assert times == sorted(times) and abs(times[0] - os.path.getmtime(os.path.join(run, "run.json"))) < 600


def records_have_the_checksums_that_tensorboard_checks():
    """The loader that verifies every record finds all of them."""
    events = list(RawEventFileLoader(event_files(exported)[0]).Load())
    assert len(events) == 1 + sum(len(points) for points in expected_curves().values())


def a_later_session_takes_the_place_of_an_earlier_one():
    """With --force TensorBoard shows each point once, although both files are there."""
    again = os.path.join(folder.name, "again")
    program.run("export", run, "--tensorboard", again)
    program.run("export", run, "--tensorboard", again, status=2)
    # Its name has the same second and another process; TensorBoard reads files in the order of their names.
    first = event_files(again)[0]
    os.rename(first, first.replace("tfevents.", "tfevents.0", 1))
    program.run("export", run, "--tensorboard", again, "--force")
    assert len(event_files(again)) == 2
    assert curves(again) == expected_curves()


def we_read_what_pytorch_writes():
    """Scalars in the old and in the new form, a restart, and a histogram that is none."""
    path = os.path.join(folder.name, "pytorch")
    with SummaryWriter(path, purge_step=3) as writer:
        for step in range(4):
            writer.add_scalar("loss", 1 / (step + 1), step, walltime=1000.25 + step)
            writer.add_scalar("new/loss", 2 / (step + 1), step, new_style=True)
            writer.add_scalar("double", step / 3, step, new_style=True, double_precision=True)
        writer.add_scalar("nan", float("nan"), 5)
        writer.add_histogram("weights", __import__("torch").arange(10.0), 1)
    info = program.info(event_files(path)[0])
    assert info["restarts"] == [3] and info["others"] == 1 and info["torn_bytes"] == 0
    scalars = info["scalars"]
    assert list(scalars) == ["loss", "new/loss", "double", "nan"], scalars
    assert [point[:2] for point in scalars["loss"]] == [[step, scalars["loss"][step][1]] for step in range(4)]
    for step in range(4):
        assert single(scalars["loss"][step][1]) == single(1 / (step + 1)) and scalars["loss"][step][2] == 1000.25 + step
        assert single(scalars["new/loss"][step][1]) == single(2 / (step + 1))
        assert single(scalars["double"][step][1]) == single(step / 3)
    assert scalars["nan"][0][1] is None


def both_read_a_torn_file_alike():
    """A record that was not written whole is no error for either, and costs no earlier one."""
    path = os.path.join(folder.name, "torn")
    os.mkdir(path)
    torn = shutil.copy(event_files(exported)[0], path)
    whole = sum(len(points) for points in program.info(torn)["scalars"].values())
    os.truncate(torn, os.path.getsize(torn) - 5)
    info = program.info(torn)
    assert info["torn_bytes"] > 0 and sum(len(points) for points in info["scalars"].values()) == whole - 1
    assert sum(len(points) for points in curves(path).values()) == whole - 1


def a_damaged_file_is_refused_with_its_place():
    """A changed byte is told with the offset of its record."""
    damaged = os.path.join(folder.name, "damaged.tfevents")
    shutil.copy(event_files(exported)[0], damaged)
    with open(damaged, "r+b") as file:
        file.seek(60)
        file.write(b"\xff")
    ended = program.run("info", damaged, status=1)
    assert "wrong checksum at byte 40" in ended.stderr, ended.stderr


run_checks([tensorboard_reads_what_we_write, records_have_the_checksums_that_tensorboard_checks, a_later_session_takes_the_place_of_an_earlier_one, we_read_what_pytorch_writes,
            both_read_a_torn_file_alike, a_damaged_file_is_refused_with_its_place])
