# SPDX-License-Identifier: GPL-3.0-or-later
"""The model, once more and plainly: written from its formulas in PyTorch, sharing nothing with the program, one position after another in one whole forward pass."""
import json
import math
import os

import torch

from python_support import read_safetensors


def alibi_slopes(heads):
    below = 2 ** math.floor(math.log2(heads))
    slopes = [2 ** (-8 * (h + 1) / below) for h in range(below)]
    above = [2 ** (-8 * (h + 1) / (2 * below)) for h in range(2 * below)]
    return torch.tensor((slopes + above[0::2])[:heads], dtype=torch.float64)


class ReferenceModel:
    """Weights by their official names, float64 throughout but for the tables that depend on positions alone, which are single precision by definition."""

    def __init__(self, weights, encoding, heads, norm_eps=1e-5):
        self.weights = {name: value.to(torch.float64) for name, value in weights.items()}
        self.ssmax = encoding.endswith("_ssmax")
        self.encoding = encoding.removesuffix("_ssmax")
        self.heads = heads
        self.norm_eps = norm_eps
        self.layers = 1 + max(int(name.split(".")[1]) for name in weights if name.startswith("layers."))
        self.width = self.weights["tok_embeddings.weight"].shape[1]

    @classmethod
    def of_run(cls, run, step):
        """A run directory's checkpoint."""
        with open(os.path.join(run, "args.json")) as file:
            args = json.load(file)
        return cls(read_safetensors(os.path.join(run, "checkpoints", step, "model.safetensors")), args["args"]["position_encoding"], args["model_args"]["n_heads"])

    def norm(self, x, weight):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.norm_eps) * weight

    def bias(self, layer, distances):
        """[H, T, T]: what is added to the scores, by distance i − j."""
        if self.encoding == "alibi":
            return -alibi_slopes(self.heads)[:, None, None] * distances
        if self.encoding != "bam":
            return torch.zeros(self.heads, 1, 1, dtype=torch.float64)
        own = f"layers.{layer}.attention.prior."
        theta = {name: self.weights.get(own + name, self.weights.get("prior." + name)).reshape(-1, 1, 1) for name in ("theta_alpha", "theta_beta", "theta_mu")}
        mu = torch.exp(theta["theta_mu"]) - torch.exp(-theta["theta_mu"])
        return -torch.exp(theta["theta_alpha"]) * ((-distances - mu).abs() + 1e-5) ** theta["theta_beta"]

    def rotated(self, x):
        """[H, T, d]"""
        length, width = x.shape[-2:]
        angles = torch.outer(torch.arange(length).float(), 1 / 500000 ** (torch.arange(0, width, 2).float() / width))
        cos, sin = angles.cos().double(), angles.sin().double()
        even, odd = x[..., 0::2], x[..., 1::2]
        return torch.stack([even * cos - odd * sin, even * sin + odd * cos], -1).flatten(-2)

    def attention(self, layer, x):
        name = f"layers.{layer}.attention."
        length = x.shape[0]
        split = lambda part: (x @ self.weights[f"{name}{part}.weight"].T).view(length, -1, self.width // self.heads).transpose(0, 1)   # noqa: E731
        q, k, v = split("wq"), split("wk"), split("wv")
        if k.shape[0] < self.heads:
            k, v = (t.repeat_interleave(self.heads // t.shape[0], 0) for t in (k, v))
        if self.encoding == "rotary":
            q, k = self.rotated(q), self.rotated(k)
        distances = torch.arange(length)[:, None] - torch.arange(length)
        scores = q @ k.transpose(1, 2) / math.sqrt(self.width // self.heads)
        bias = self.bias(layer, distances.to(torch.float64))
        if self.ssmax:
            scale = self.weights[name + "seq_scale"].reshape(-1, 1, 1) * torch.log(torch.arange(1, length + 1, dtype=torch.float64))[None, :, None]
            scores = scale * (scores + bias) if self.encoding == "bam" else scale * scores + bias
        else:
            scores = scores + bias
        mixed = scores.masked_fill(distances < 0, -math.inf).softmax(-1) @ v
        return mixed.transpose(0, 1).reshape(length, -1) @ self.weights[name + "wo.weight"].T

    def logits(self, tokens):
        """[T, V] of one document."""
        x = self.weights["tok_embeddings.weight"][torch.as_tensor(tokens, dtype=torch.long)]
        if self.encoding == "sinusoidal":
            table = torch.outer(torch.arange(len(tokens)).float(), torch.exp(torch.arange(self.width).float() * (-math.log(10000.0) / self.width)))
            table[:, 0::2].sin_()
            table[:, 1::2].cos_()
            x = x + table
        for layer in range(self.layers):
            name = f"layers.{layer}."
            x = x + self.attention(layer, self.norm(x, self.weights[name + "attention_norm.weight"]))
            h = self.norm(x, self.weights[name + "ffn_norm.weight"])
            w1, w2, w3 = (self.weights[f"{name}feed_forward.w{n}.weight"] for n in (1, 2, 3))
            x = x + (torch.nn.functional.silu(h @ w1.T) * (h @ w3.T)) @ w2.T
        return self.norm(x, self.weights["norm.weight"]) @ self.weights["output.weight"].T

    def log_likelihood(self, context, continuation):
        """Σ log p of the continuation's tokens after the context's, and whether each is the likeliest."""
        predicted = self.logits((context + continuation)[:-1]).log_softmax(-1)[-len(continuation):]
        wanted = torch.tensor(continuation)
        return predicted.gather(1, wanted[:, None]).sum().item(), bool((predicted.argmax(-1) == wanted).all())
