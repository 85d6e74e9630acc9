# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what the tests of core/encoding compare with: biases, rotations and FIRE's attention, from the papers' formulas in float64.

Needs torch 2.11 and safetensors. Run it inside this folder; the result is committed.
"""
import math
from fractions import Fraction

import torch
from safetensors.torch import save_file

torch.set_default_dtype(torch.float64)
generator = torch.Generator().manual_seed(5)
LENGTH = 300


def random(*shape, low=-1.0, high=1.0):
    return (torch.rand(*shape, generator=generator) * (high - low) + low).float().double()


def save(name, tensors):
    save_file({key: value.detach().float().contiguous() for key, value in tensors.items()}, f"{name}.safetensors")


def kerple():
    """Chi et al., NeurIPS 2022: the logarithmic and the power kernel."""
    r1, r2 = random(4, low=0.01, high=2), random(4, low=0.01, high=1)
    distance = torch.arange(LENGTH).double()
    log = torch.stack([-p * torch.log(1 + a * distance) for p, a in zip(r1, r2)])
    save("kerple_log", {"r1": r1, "r2": r2, "bias": log})
    r1, r2 = random(4, low=0.01, high=1), torch.tensor([0.01, 0.5, 1.0, 1.25])
    power = torch.stack([-a * distance**p for a, p in zip(r1, r2)])
    save("kerple_power", {"r1": r1, "r2": r2, "bias": power})


def sandwich():
    """Chi et al., ACL 2023: inner products of sinusoidal embeddings over ALiBi's exponents, less their value at distance 0."""
    tensors = {}
    for heads, width in ((8, 128), (6, 32)):
        position = torch.arange(2000).double()[:, None]
        angles = position / 10000 ** (2 * torch.arange(width // 2).double() / width)
        embedding = torch.cat([angles.sin(), angles.cos()], dim=1)
        products = embedding @ embedding[0]
        bias = torch.stack([(products - products[0]) / (8 * h / heads) for h in range(1, heads + 1)])
        tensors[f"bias_{heads}_{width}"] = bias
    save("sandwich", tensors)


def t5_bucket(distance, buckets, max_distance):
    """Raffel et al., 2020, causal: the logarithm compared in whole numbers, so that nothing is rounded."""
    exact = buckets // 2
    if distance < exact:
        return distance
    wide = buckets - exact
    bucket = exact
    while bucket + 1 < buckets and Fraction(max_distance, exact) ** (bucket + 1 - exact) <= Fraction(distance, exact) ** wide:
        bucket += 1
    return bucket


def t5():
    tensors = {}
    for buckets, max_distance in ((32, 128), (8, 64)):
        weight = random(buckets, 4)
        index = torch.tensor([t5_bucket(d, buckets, max_distance) for d in range(LENGTH)])
        tensors[f"weight_{buckets}_{max_distance}"] = weight
        tensors[f"bias_{buckets}_{max_distance}"] = weight[index].T
    save("t5", tensors)


def fire_parameters(heads):
    linear = [random(32, 1), random(32), random(heads, 32, low=-0.18, high=0.18), random(heads, low=-0.18, high=0.18)]
    names = ["mlp.0.weight", "mlp.0.bias", "mlp.2.weight", "mlp.2.bias"]
    return dict(zip(names, linear))


def fire_bias(parameters, start_of_threshold, distance, position):
    """Li et al., ICLR 2024. distance [Tq, Tk], position [Tq] -> [Tq, Tk, H]"""
    c, threshold = parameters["c"], torch.abs(parameters["L_multiplier"] * start_of_threshold)
    normaliser = torch.log(torch.abs(c * torch.maximum(position, threshold)) + 1) + 1e-6
    x = (torch.log(torch.abs(c * distance) + 1) / normaliser[:, None])[..., None]
    hidden = torch.relu(x @ parameters["mlp.0.weight"].T + parameters["mlp.0.bias"])
    return hidden @ parameters["mlp.2.weight"].T + parameters["mlp.2.bias"]


def fire_attention(name, multiplier, first, ssmax, kv_heads):
    """Dense causal attention over packed documents, whose gradients autograd finds. first: each position's first visible key, [B, T]"""
    batch, length, heads, width, start_of_threshold = first.shape[0], first.shape[1], 4, 8, 24.0
    parameters = {"c": torch.tensor(0.1).float().double(), "L_multiplier": torch.tensor(multiplier).float().double(), **fire_parameters(heads)}
    inputs = {"q": random(batch, heads, length, width), "k": random(batch, kv_heads, length, width), "v": random(batch, kv_heads, length, width)}
    if ssmax:
        inputs["seq_scale"] = random(1, heads, 1, 1, low=0.6, high=1.4)
    leaves = {**inputs, **parameters}
    for leaf in leaves.values():
        leaf.requires_grad_(True)
    rows = []
    absolute = torch.arange(length).double()
    distance = absolute[:, None] - absolute[None, :]
    for b in range(batch):
        position = absolute - first[b]
        bias = fire_bias(parameters, start_of_threshold, distance.clamp(min=0), position).permute(2, 0, 1)
        k, v = (inputs[x][b].repeat_interleave(heads // kv_heads, 0) for x in "kv")
        content = inputs["q"][b] @ k.transpose(1, 2) / math.sqrt(width)
        if ssmax:
            content = content * inputs["seq_scale"][0] * torch.log(position + 1)[None, :, None]
        hidden = (distance < 0) | (absolute[None, :] < first[b][:, None])
        rows.append(torch.softmax((content + bias).masked_fill(hidden, -torch.inf), -1) @ v)
    out = torch.stack(rows)
    weights = random(*out.shape)
    (out * weights).sum().backward()
    save(name, {"first_visible": first, "weights": weights, "out": out, **{f"in.{k}": v for k, v in leaves.items()}, **{f"grad.{k}": v.grad for k, v in leaves.items()}})


def starts(lengths):
    """First positions of documents of these lengths."""
    firsts, begin = [], 0
    for length in lengths:
        firsts += [begin] * length
        begin += length
    return firsts


def fire():
    whole = torch.zeros(1, 90)
    packed = torch.tensor([starts([10, 40, 40]), starts([60, 1, 29])]).double()
    fire_attention("fire", 1.1, whole, False, 4)                # rows from 27 on have their own normaliser
    fire_attention("fire_at_threshold", 1.0, whole, False, 4)   # row 24 is at L itself, where max() shares its gradient
    fire_attention("fire_packed_ssmax", 1.1, packed, True, 2)


def rotation():
    """Interpolation (Chen et al. 2023), NTK-aware (bloc97 2023) and YaRN (Peng et al. 2024) of Llama 3's frequencies; partial rotation."""
    theta, factor, original = 500000.0, 8.0, 512
    position = torch.cat([torch.arange(64), torch.arange(4000, 4016), torch.arange(32700, 32704)]).double()
    tensors = {"position": position}

    def add(name, frequency, magnitude=1.0):
        angle = position[:, None] * frequency
        tensors[f"{name}.cos"], tensors[f"{name}.sin"] = angle.cos() * magnitude, angle.sin() * magnitude

    def inverse(base, width):
        return 1.0 / base ** (torch.arange(0, width, 2).double() / width)

    for width in (64, 16):
        trained = inverse(theta, width)
        add(f"linear_{width}", trained / factor)
        add(f"ntk_{width}", inverse(theta * factor ** (width / (width - 2)), width))

        def pair(turns):
            return width * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(theta))

        low, high = max(math.floor(pair(32)), 0), min(math.ceil(pair(1)), width - 1)
        ramp = ((torch.arange(width // 2).double() - low) / (high - low)).clamp(0, 1)
        add(f"yarn_{width}", trained * (1 - ramp) + trained / factor * ramp, 0.1 * math.log(factor) + 1)
    # A quarter of 64 dimensions: 8 pairs turn, 24 stay. Few positions: models are trained with float32 angles.
    few = position[:64, None] * inverse(theta, 16)
    tensors["partial.cos"] = torch.cat([few.cos(), torch.ones(64, 24)], 1)
    tensors["partial.sin"] = torch.cat([few.sin(), torch.zeros(64, 24)], 1)
    save("rotation", tensors)


kerple()
sandwich()
t5()
fire()
rotation()
