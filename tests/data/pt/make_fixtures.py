# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the torch.save files that the tests of core/interop and core/data read.

Needs torch 2.11. Run it inside this folder; the results are committed.
"""
import os
from collections import OrderedDict

import torch

# As the official dataset.py leaves them: slices, whose storages hold more than the shard; document codes modulo 2^16.
TOKENS = 640
codes = torch.tensor([(65530 + i // 47) % 2**16 for i in range(TOKENS + 60)])
ids = (torch.arange(TOKENS + 60) * 7919 + 13) % 32768
shard = {
    "tokenizer": "mistralai/Mistral-7B-Instruct-v0.3",
    "input_ids": ids.to(torch.uint16)[20:20 + TOKENS],
    "seq_codes": codes.to(torch.uint16)[20:20 + TOKENS],
}
torch.save(shard, "sample_000000.pt")

# As state_dict() of a compiled module in DistributedDataParallel leaves them.
state = OrderedDict()
state["module._orig_mod.tok_embeddings.weight"] = torch.arange(12).reshape(4, 3).float() / 8
state["module._orig_mod.layers.0.attention.wq.weight"] = torch.nn.Parameter(torch.arange(9).reshape(3, 3).float().t())
state["module._orig_mod.layers.0.attention.prior.shape"] = torch.tensor([0.5, -0.25]).reshape(1, 2, 1, 1)
state["module._orig_mod.norm.weight"] = torch.ones(3, dtype=torch.bfloat16)
state._metadata = OrderedDict({"": {"version": 1}, "layers": {"version": 2}})
torch.save(state, "state_dict.pt")

base = torch.arange(6)
torch.save({
    "none": None, "true": True, "false": False, "small": 7, "medium": 300, "negative": -5, "large": 2**40, "largest": -2**63,
    "float": -0.125, "text": "h\u00e4h", "list": [1, [2, 3], {}], "tuple": (1, 2, 3, 4), "pair": ("a", None), "empty": (),
    "size": torch.Size([2, 3]), 5: "number as a key", (1, 2): "tuple as a key",
    "f64": base.double() / 3, "f32": base.float() / 3, "f16": base.half(), "bf16": base.bfloat16(), "i64": base, "i32": base.int(),
    "i16": base.short(), "i8": base.to(torch.int8), "u8": base.to(torch.uint8), "u16": (base + 65530).to(torch.uint16),
    "u32": (base + 2**32 - 6).to(torch.uint32), "u64": base.to(torch.uint64), "bool": base % 2 == 1,
    "scalar": torch.tensor(1.5), "zero": torch.zeros(0, 3), "view": base[2:5], "transposed": base.reshape(2, 3).t(),
    "grad": torch.ones(2, requires_grad=True), "parameter": torch.nn.Parameter(torch.ones(2)),
}, "values.pt")


class Command:
    def __reduce__(self):
        return os.system, ("touch executed",)


torch.save({"input_ids": Command()}, "malicious.pt")

torch.save(shard, "truncated.pt")
os.truncate("truncated.pt", os.path.getsize("truncated.pt") // 2)

torch.save(shard, "legacy.pt", _use_new_zipfile_serialization=False)
torch.save({"expanded": torch.ones(1).expand(1000)}, "expanded.pt")
torch.save({"values": {1, 2}}, "set.pt")
torch.save({"a": torch.ones(2)}, "protocol4.pt", pickle_protocol=4)

# As a trainer leaves them: the model beside the state of its optimizer, and that state alone.
weights = OrderedDict({"module.norm.weight": torch.ones(3), "module.prior.scale": torch.full((1, 2, 1, 1), 0.25).half()})
trained = [torch.nn.Parameter(value.float()) for value in weights.values()]
optimizer = torch.optim.RAdam(trained, lr=1e-3, betas=(0.9, 0.95))
sum(parameter.sum() for parameter in trained).backward()
optimizer.step()
torch.save({"model": weights, "optimizer": optimizer.state_dict(), "step": 1, "best_loss": None}, "training_state.pt")
torch.save(optimizer.state_dict(), "optimizer.pt")
