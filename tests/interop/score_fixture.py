#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scores of the trained model in tests/data/retrieval, computed by PyTorch alone: its prompts drawn once more, its weights in the reference model. They stand in
tests/data/scores/expected.json, which tests/eval/test_scores.cpp holds the program to; check_scores.py sees that they are still what PyTorch gives.

    tests/interop/score_fixture.py --write     # makes the file anew
"""
import json
import math
import os
import sys

from python_support import require

require("torch", "sentencepiece")
import sentencepiece  # noqa: E402
import torch  # noqa: E402

from reference_model import ReferenceModel  # noqa: E402

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data")
EXPECTED = os.path.join(DATA, "scores", "expected.json")
TEXT = os.path.join(DATA, "scores", "text.txt")
TOLERANCE = 1e-9    # of one computation in double precision to another
MARGIN = 1e-3       # logits: where two tokens are nearer to each other, single precision may take the other one

DESCRIPTION = ("There is an important info hidden inside a lot of irrelevant text. Find it and memorize them. "
               "I will quiz you about the important information there.")
FILLER = "The grass is green. The sky is blue. The sun is yellow. Here we go. There and back again."
QUESTION = "What is the pass key? The pass key is"

CELLS = [
    {"length": 512, "sampling": "equidistant", "digits": 5, "seed": 0, "samples": 8, "scoring": "teacher_forced"},
    {"length": 1024, "sampling": "random", "digits": 5, "seed": 3, "samples": 8, "scoring": "teacher_forced"},
    {"length": 1024, "sampling": "equidistant", "digits": 7, "seed": 1, "samples": 8, "scoring": "teacher_forced"},
    {"length": 256, "sampling": "equidistant", "digits": 5, "seed": 2, "samples": 6, "scoring": "both"},
    {"length": 256, "sampling": "random", "digits": 3, "seed": 2, "samples": 6, "scoring": "both"},
]
BY_POSITION = {"tokens": 160, "window": 32, "sequences": 2}
SLIDING = {"context": 96, "stride": 40}


class SplitMix64:
    """core/base/random.h, from its description."""

    MASK = 2 ** 64 - 1

    def __init__(self, state):
        self.state = state & self.MASK

    def next(self):
        self.state = (self.state + 0x9e3779b97f4a7c15) & self.MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xbf58476d1ce4e5b9) & self.MASK
        z = ((z ^ (z >> 27)) * 0x94d049bb133111eb) & self.MASK
        return z ^ (z >> 31)

    def below(self, bound):
        limit = self.MASK - self.MASK % bound
        while True:
            value = self.next()
            if value < limit:
                return value % bound


def mixed(a, b):
    return SplitMix64(SplitMix64(a).next() ^ b).next()


class Scores:
    def __init__(self):
        run = os.path.join(DATA, "retrieval")
        self.model = ReferenceModel.of_run(run, "step_00001500")
        self.pieces = sentencepiece.SentencePieceProcessor(model_file=os.path.join(run, "tokenizer.model"))

    def prompts(self, cell):
        """Key, depth and tokens of each prompt of a cell."""
        name = 0
        for letter in cell["sampling"].encode():
            name = (name * 31 + letter) & SplitMix64.MASK
        random = SplitMix64(mixed(mixed(cell["seed"], cell["length"]), name))
        description, filler, question = (self.pieces.encode(text) for text in (DESCRIPTION, FILLER, QUESTION))
        for n in range(cell["samples"]):
            key = str(1 + random.below(9)) + "".join(str(random.below(10)) for _ in range(cell["digits"] - 1))
            line = self.pieces.encode(f"The pass key is {key}. Remember it. {key} is the pass key.")
            fillers = max(0, (cell["length"] - len(description) - len(line) - len(question)) // len(filler))
            before = random.below(fillers + 1) if cell["sampling"] == "random" else n * fillers // (cell["samples"] - 1)
            yield key, before / fillers, description + filler * before + line + filler * (fillers - before) + question

    def likeliest(self, logits):
        best = logits.topk(2).values
        assert best[0] - best[1] > MARGIN, "two tokens are as likely as each other; take another seed"
        return logits.argmax().item()

    def pass_keys(self, cell):
        found, written, nats = "", "", []
        keys, depths, lengths = [], [], []
        for key, depth, start in self.prompts(cell):
            pieces = self.pieces.encode(key)
            digits = pieces[-cell["digits"]:]
            assert [self.pieces.id_to_piece(piece) for piece in digits] == list(key), "every digit is one piece"
            logits = self.model.logits((start + pieces)[:-1])[-len(digits):]
            found += "1" if [self.likeliest(row) for row in logits] == digits else "0"
            nats.append(-logits.log_softmax(-1).gather(1, torch.tensor(digits)[:, None]).sum().item())
            if cell["scoring"] == "both":
                text, tokens = "", list(start)
                while len(text) <= len(key) and len(tokens) < len(start) + len(key) + 3:
                    tokens.append(self.likeliest(self.model.logits(tokens)[-1]))
                    text = self.pieces.decode(tokens[len(start):]).strip()
                written += "1" if text.startswith(key) and not text[len(key):len(key) + 1].isdigit() else "0"
            keys.append(key)
            depths.append(depth)
            lengths.append(len(start))
        return cell | {"keys": keys, "depths": depths, "prompt_tokens": max(lengths), "outcomes": found, "nats": nats} | ({"generated": written} if written else {})

    def nats(self, tokens):
        """Of every token but the first."""
        logits = self.model.logits(tokens[:-1]).log_softmax(-1)
        return (-logits.gather(1, torch.tensor(tokens[1:])[:, None]).squeeze(1)).tolist()

    def documents(self):
        with open(TEXT, encoding="utf-8") as file:
            return [line for line in file.read().split("\n") if line]

    def by_position(self, within):
        """Nats of each window, over sequences of the stream or over documents."""
        length, window, sequences = (BY_POSITION[name] for name in ("tokens", "window", "sequences"))
        lines = [self.pieces.encode(line) for line in self.documents()]
        end = sequences * (length + 1)
        if within:
            parts, begin = [], 0
            for line in lines:
                parts.append(line[:max(0, min(len(line), end - begin, length + 1))])
                begin += len(line)
        else:
            stream = sum(lines, [])
            parts = [stream[k * (length + 1):(k + 1) * (length + 1)] for k in range(sequences)]
        sums, counts = [0.0] * (length // window), [0] * (length // window)
        for part in parts:
            for at, value in enumerate(self.nats(part) if len(part) > 1 else []):
                sums[at // window] += value
                counts[at // window] += 1
        return {"documents": "within" if within else "across", "nats": [a / b for a, b in zip(sums, counts) if b], "tokens": [count for count in counts if count],
                "mean_of_all": sum(sums) / sum(counts)}

    def sliding(self):
        lines = self.documents()
        tokens = sum((self.pieces.encode(line) for line in lines), [])
        nats, scored, begin = [], 1, 0
        while scored < len(tokens):
            end = min(begin + SLIDING["context"], len(tokens))
            nats += self.nats(tokens[begin:end])[scored - begin - 1:]
            scored, begin = end, begin + SLIDING["stride"]
        first = len(self.pieces.id_to_piece(tokens[0]).replace("\u2581", "").encode())
        size = sum(len(line.encode()) for line in lines) - first
        return {"tokens": len(nats), "mean_nats": sum(nats) / len(nats), "bytes": size, "bits_per_byte": sum(nats) / math.log(2) / size}

    def all(self):
        return {"made_by": "tests/interop/score_fixture.py", "pass_key": [self.pass_keys(cell) for cell in CELLS],
                "perplexity": {"by_position": BY_POSITION | {"curves": [self.by_position(False), self.by_position(True)]}, "sliding": SLIDING | self.sliding()}}


def same(a, b):
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(same, a, b))
    return abs(a - b) < TOLERANCE if isinstance(a, float) and isinstance(b, (int, float)) else a == b


def is_current():
    with open(EXPECTED, encoding="utf-8") as file:
        return same(Scores().all(), json.load(file))


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("The file of the repository is current." if is_current() else "PyTorch gives other scores than the file of the repository; --write makes it anew.")
    scores = Scores().all()
    with open(EXPECTED, "w", encoding="utf-8") as output:
        json.dump(scores, output, indent=1)
        output.write("\n")
