# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the safetensors files that the tests of core/interop read.

Needs torch 2.11, numpy and safetensors. Run it inside this folder; the result is committed.
"""
import torch
from safetensors.torch import save_file

values = torch.arange(6).reshape(2, 3)
tensors = {
    "f64": values.double() / 3,
    "f32": values.float() / 3,
    "f16": values.half() / 2,
    "bf16": values.bfloat16() / 2,
    "i64": values - 2**40,
    "i32": values.int() - 2,
    "i16": values.short() - 2,
    "i8": values.to(torch.int8) - 2,
    "u8": values.to(torch.uint8) + 250,
    "u16": (values + 65530).to(torch.uint16),
    "u32": (values + 2**32 - 6).to(torch.uint32),
    "u64": values.to(torch.uint64),
    "bool": values % 2 == 1,
    "scalar": torch.tensor(1.5),
    "empty": torch.zeros(0, 4),
}
save_file(tensors, "python.safetensors", metadata={"format": "pt", "note": "häh"})
