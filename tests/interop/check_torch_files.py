#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_torch_files.py PROGRAM: Python's PyTorch reads the model.pt that the program writes, and the program what PyTorch saves."""
import os
import sys
import tempfile
from collections import OrderedDict

from python_support import Program, read_safetensors, require, run_checks

require("torch")
import torch  # noqa: E402
from torch import nn  # noqa: E402

DIM, HEADS, LAYERS, PIECES = 16, 2, 2, 160


class Prior(nn.Module):
    def __init__(self):
        super().__init__()
        for name in ("theta_alpha", "theta_beta", "theta_mu"):
            setattr(self, name, nn.Parameter(torch.zeros(1, HEADS, 1, 1)))


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        for name in ("wq", "wk", "wv", "wo"):
            setattr(self, name, nn.Linear(DIM, DIM, bias=False))
        self.seq_scale = nn.Parameter(torch.ones(1, HEADS, 1, 1))
        self.prior = Prior()


class FeedForward(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.w1, self.w3 = nn.Linear(DIM, hidden, bias=False), nn.Linear(DIM, hidden, bias=False)
        self.w2 = nn.Linear(hidden, DIM, bias=False)


class Block(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.attention, self.feed_forward = Attention(), FeedForward(hidden)
        self.attention_norm, self.ffn_norm = nn.RMSNorm(DIM), nn.RMSNorm(DIM)


class Model(nn.Module):
    """The parameters of the official model, by their names alone."""

    def __init__(self, hidden):
        super().__init__()
        self.tok_embeddings = nn.Embedding(PIECES, DIM)
        self.layers = nn.ModuleList(Block(hidden) for _ in range(LAYERS))
        self.norm = nn.RMSNorm(DIM)
        self.output = nn.Linear(DIM, PIECES, bias=False)


def same(read, expected):
    assert list(read) == list(expected), (list(read), list(expected))
    for name, value in expected.items():
        assert read[name].dtype == value.dtype and read[name].shape == value.shape, name
        assert torch.equal(read[name].contiguous().view(torch.uint8), value.contiguous().view(torch.uint8)), name


folder = tempfile.TemporaryDirectory()
program = Program(os.path.abspath(sys.argv[1]), folder.name)
run = program.train_tiny()
model_pt, model_safetensors = os.path.join(folder.name, "model.pt"), os.path.join(folder.name, "model.safetensors")
program.run("export", run, "--pt", model_pt, "--safetensors", model_safetensors)
weights = read_safetensors(model_safetensors)
old_names = {"prior.theta_alpha": "prior.scale", "prior.theta_beta": "prior.shape", "prior.theta_mu": "prior.loc"}


def stored_as(prefix="", old=False, dtype=None):
    """The weights as another program would have saved them."""
    result = OrderedDict()
    for name, value in weights.items():
        for today, before in old_names.items() if old else ():
            name = name.replace(today, before)
        result[prefix + name] = value.to(dtype) if dtype else value.clone()
    return result


def imported(what, expected=weights):
    """Saves with torch.save, exports with the program, and compares. @returns what it said on standard error"""
    path, out = os.path.join(folder.name, "stored.pt"), os.path.join(folder.name, "read.safetensors")
    torch.save(what, path)
    ended = program.run("export", run, "--checkpoint", path, "--safetensors", out, "--force")
    same(read_safetensors(out), expected)
    return ended.stderr


def weights_only_loads_bit_equal_tensors():
    """torch.load(weights_only=True) of our model.pt gives the bits of the safetensors."""
    loaded = torch.load(model_pt, weights_only=True)
    assert type(loaded) is OrderedDict
    same(loaded, weights)
    same(torch.load(model_pt, weights_only=True, mmap=True), weights)


def the_official_way_of_loading_accepts_it():
    """The official evaluation's steps, strict, with and without the prefixes that it removes."""
    model = Model(weights["layers.0.feed_forward.w1.weight"].shape[0])
    state = {key.replace("module.", "").replace("_orig_mod.", ""): value for key, value in torch.load(model_pt).items()}
    model.load_state_dict(state)
    same({name: value for name, value in model.state_dict().items()}, {name: weights[name] for name in model.state_dict()})
    # As a trainer goes on with it, and what that saves comes back.
    optimizer = torch.optim.RAdam(model.parameters(), lr=1e-3)
    sum(parameter.sum() for parameter in model.parameters()).backward()
    optimizer.step()
    trained = OrderedDict((name, value.clone()) for name, value in model.state_dict().items())
    note = imported({"model": nn.DataParallel(model).state_dict(), "optimizer": optimizer.state_dict(), "step": 12, "args": {"lr": 1e-3, "betas": (0.9, 0.95)}}, trained)
    assert "also holds optimizer, step and args; only the model's weights are read" in note, note


def names_of_all_ages_and_wrappers_are_read():
    """Old names, prefixes, plain dictionaries, parameters and other element types."""
    imported(stored_as(old=True))
    for prefix in ("module.", "_orig_mod.", "model.", "module._orig_mod."):
        imported(stored_as(prefix, old=True))
    imported(dict(stored_as("module.")))
    imported({"state_dict": stored_as("model.")})
    imported({name: nn.Parameter(value) for name, value in stored_as().items()})
    for dtype in (torch.bfloat16, torch.float16):
        imported(stored_as("_orig_mod.", dtype=dtype), {name: value.to(dtype) for name, value in weights.items()})
    shared = torch.cat([value.flatten() for value in weights.values()])     # views of one storage
    offset, views = 0, OrderedDict()
    for name, value in weights.items():
        views[name] = shared[offset:offset + value.numel()].view(value.shape)
        offset += value.numel()
    imported(views)


def half_precision_weights_are_evaluated():
    """A bfloat16 checkpoint of the older release goes through the evaluation."""
    path = os.path.join(folder.name, "old.pt")
    torch.save(stored_as("module.", old=True, dtype=torch.bfloat16), path)
    ended = program.run("evaluate", "--checkpoint", path, "--checkpoint_args", os.path.join(run, "args.json"), "--passkey_lengths", "128", "--samples", "1", "--device", "cpu")
    assert "old.pt" in ended.stdout + ended.stderr


def nothing_in_a_pickle_is_executed():
    """A file that would run a program in Python is refused by name."""
    class Command:
        def __reduce__(self):
            return os.system, ("touch executed",)
    path = os.path.join(folder.name, "command.pt")
    torch.save({"model": stored_as(), "extra": Command()}, path)
    ended = program.run("export", run, "--checkpoint", path, "--pt", "never.pt", status=1)
    assert "asks for posix.system" in ended.stderr, ended.stderr
    assert not os.path.exists(os.path.join(folder.name, "executed")) and not os.path.exists(os.path.join(folder.name, "never.pt"))


run_checks([weights_only_loads_bit_equal_tensors, the_official_way_of_loading_accepts_it, names_of_all_ages_and_wrappers_are_read, half_precision_weights_are_evaluated,
            nothing_in_a_pickle_is_executed])
