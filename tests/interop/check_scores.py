#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_scores.py PROGRAM: pass-key outcomes and perplexities equal those of an independent computation in PyTorch, prompt by prompt and token by token; and the scores in
tests/data/scores, which the program's own tests compare with, are still what PyTorch gives."""
import json
import math
import os
import sys
import tempfile

from python_support import Program, require, run_checks

require("torch", "sentencepiece")
import sentencepiece  # noqa: E402
import torch  # noqa: E402

from reference_model import ReferenceModel  # noqa: E402
import score_fixture  # noqa: E402

STEP = "step_00000012"
TOLERANCE = 1e-5    # nats

DESCRIPTION = ("There is an important info hidden inside a lot of irrelevant text. Find it and memorize them. "
               "I will quiz you about the important information there.")
FILLER = "The grass is green. The sky is blue. The sun is yellow. Here we go. There and back again."
QUESTION = "What is the pass key? The pass key is"


class Place:
    """A tiny run, its model once more in PyTorch, and its tokenizer."""

    def __init__(self, folder):
        self.program = Program(os.path.abspath(sys.argv[1]), folder)
        self.run = self.program.train_tiny()
        self.model = ReferenceModel.of_run(self.run, STEP)
        self.pieces = sentencepiece.SentencePieceProcessor(model_file=os.path.join(folder, "t.model"))

    def evaluate(self, *flags):
        self.program.run("evaluate", self.run, *flags, "--threads", "1", "--quiet")
        with open(os.path.join(self.run, "results.json")) as file:
            return json.load(file)

    def answers(self, title):
        with open(os.path.join(self.run, "evaluation", "answers.jsonl")) as file:
            return [line["answer"] | {"cell": line["cell"]} for line in map(json.loads, file) if line["evaluation"] == title]


def prompt(pieces, key, tokens, depth):
    """The prompt that its key, its length in tokens and its depth describe."""
    parts = [pieces.encode(text) for text in (DESCRIPTION, FILLER, f"The pass key is {key}. Remember it. {key} is the pass key.", QUESTION)]
    description, filler, line, question = parts
    fillers, rest = divmod(tokens - len(description) - len(line) - len(question), len(filler))
    assert rest == 0, (tokens, rest)
    before = round(depth * fillers)
    return description + filler * before + line + filler * (fillers - before) + question


def windows(nats, size):
    return [sum(nats[at:at + size]) / len(nats[at:at + size]) for at in range(0, len(nats), size)]


def main():
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder)

        def pass_keys():
            """every pass-key outcome is what PyTorch's argmax says, teacher-forced and written"""
            place.evaluate("--passkey_lengths", "150,400", "--samples", "6", "--seeds", "1,2", "--sampling", "random", "--passkey_scoring", "both", "--passkey_digits", "3,5")
            answers = place.answers("pass key")
            assert 40 <= len(answers) <= 48, len(answers)     # prompts that are the same to the letter are asked once
            agreed = 0
            for answer in answers:
                start = prompt(place.pieces, answer["key"], answer["tokens"], answer["depth"])
                key = place.pieces.encode(answer["key"])
                predicted = place.model.logits((start + key)[:-1]).argmax(-1)[len(start) - 1:].tolist()
                digits = len(answer["key"])
                assert answer["found"] == (predicted[-digits:] == key[-digits:]), answer
                written = list(start)
                for _ in range(digits + 3):
                    written.append(place.model.logits(written)[-1].argmax().item())
                text = place.pieces.decode(written[len(start):])
                text = text.strip()
                assert answer["written_right"] == (text.startswith(answer["key"]) and not text[digits:digits + 1].isdigit()), (answer, text)
                agreed += text == answer["written"].strip()
            # Where two tokens are as likely as each other to the last digit, either may be written.
            assert agreed >= len(answers) - 1, agreed

        def by_position():
            """perplexity by position equals PyTorch's in every window"""
            results = place.evaluate("--run_passkey", "false", "--perplexity", "text.txt", "--perplexity_tokens", "96", "--perplexity_window", "32", "--perplexity_sequences", "3")
            tokens = stream(place)[:3 * 97]
            expected = [0.0] * 3
            for k in range(3):
                part = tokens[k * 97:(k + 1) * 97]
                nats = place.model.logits(part[:-1]).log_softmax(-1).gather(1, torch.tensor(part[1:])[:, None]).neg().squeeze(1).tolist()
                expected = [a + b / 3 for a, b in zip(expected, windows(nats, 32))]
            found = [math.log(value) for value in results["perplexity"][0]["perplexity"]]
            assert all(abs(a - b) < TOLERANCE for a, b in zip(found, expected)), (found, expected)

        def sliding():
            """sliding perplexity and bits per byte equal PyTorch's, window by window"""
            results = place.evaluate("--run_passkey", "false", "--perplexity", "text.txt", "--perplexity_kinds", "sliding", "--perplexity_context", "48", "--perplexity_stride", "20",
                                     "--perplexity_total", "310")
            tokens = stream(place)[:310]
            nats, scored, begin = [], 1, 0
            while scored < len(tokens):
                end = min(begin + 48, len(tokens))
                predicted = place.model.logits(tokens[begin:end - 1]).log_softmax(-1)
                nats += [-predicted[at - begin - 1, tokens[at]].item() for at in range(scored, end)]
                scored, begin = end, begin + 20
            entry = results["perplexity_sliding"][0]
            assert entry["ntokens"] == len(nats) == 309
            assert abs(entry["mean_nats"] - sum(nats) / len(nats)) < TOLERANCE, (entry["mean_nats"], sum(nats) / len(nats))
            # Bytes: every document's text without the space that the tokenizer puts before it. The last document may be cut.
            whole, count = 0, 0
            for line in lines(place):
                pieces = place.pieces.encode(line)
                if count + len(pieces) > 310:
                    break
                count += len(pieces)
                whole += len(line.encode())
            assert abs(entry["bytes"] - whole) <= len(line.encode()) + 8, (entry["bytes"], whole)
            assert abs(entry["bits_per_byte"] - sum(nats) / math.log(2) / entry["bytes"]) < TOLERANCE

        def fixture():
            """the scores in tests/data/scores are what PyTorch gives"""
            assert score_fixture.is_current(), "tests/interop/score_fixture.py --write makes them anew"

        run_checks([pass_keys, by_position, sliding, fixture])


def lines(place):
    with open(os.path.join(place.program.folder, "text.txt")) as file:
        return [line for line in file.read().split("\n") if line]


def stream(place):
    return [token for line in lines(place) for token in place.pieces.encode(line)]


main()
