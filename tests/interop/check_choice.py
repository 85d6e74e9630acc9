#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_choice.py PROGRAM [--write]: scores of questions with choices, computed again in PyTorch from the formulas, equal those of tests/data/choice/expected.json, to which the
program's are compared, and those that the program writes for a trained run. --write makes that file anew."""
import json
import os
import shutil
import sys
import tempfile

from python_support import Program, choice_scores, read_safetensors, require, run_checks

require("torch", "sentencepiece")
import sentencepiece  # noqa: E402
import torch  # noqa: E402

from reference_model import ReferenceModel  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "data", "choice")
REFERENCE = os.path.join(HERE, "..", "data", "reference")
RETRIEVAL = os.path.join(HERE, "..", "data", "retrieval")
EXPECTED = os.path.join(DATA, "expected.json")
SETTINGS = (("mmlu=mmlu", 2), ("mmlu=mmlu", 0), ("arc=arc", 1), ("arc=arc", 0), ("colours.json", 1))


def rows(*parts):
    with open(os.path.join(DATA, *parts)) as file:
        return [json.loads(line) for line in file]


def mmlu():
    """Of each subject: description, examples and questions as (prompt, choices, right)."""
    def item(row):
        listed = "".join(f"{letter}. {choice}\n" for letter, choice in zip("ABCD", row["choices"]))
        return f"{row['question'].strip()}\n{listed}Answer:", list("ABCD"), row["answer"]
    for subject in ("kitchen_things", "wild_animals"):
        description = f"The following are multiple choice questions (with answers) about {subject.replace('_', ' ')}.\n\n"
        yield subject, description, [item(row) for row in rows("mmlu", subject, "dev.jsonl")], [item(row) for row in rows("mmlu", subject, "test.jsonl")]


def arc():
    def item(row):
        return f"Question: {row['question']}\nAnswer:", row["choices"]["text"], row["choices"]["label"].index(row["answerKey"])
    for subject in ("ARC-Challenge", "ARC-Easy"):
        yield subject, "", [item(row) for row in rows("arc", subject, "train.jsonl")], [item(row) for row in rows("arc", subject, "test.jsonl")]


def colours():
    def item(row):
        choices = [row["a"], row["b"], row["c"]]
        return row["q"].strip(), choices, choices.index(row["gold"])
    for subject in ("sky", "garden"):
        items = [item(row) for row in rows("colours.jsonl") if row["topic"] == subject]
        yield subject, f"About the {subject}.\n\n", items, items


TASKS = {"mmlu=mmlu": mmlu, "arc=arc": arc, "colours.json": colours}


def questions(task, shots):
    """Of each subject the contexts with their choices and the right one."""
    asked = {}
    for subject, description, examples, items in TASKS[task]():
        asked[subject] = []
        for prompt, choices, right in items:
            before = [example for example in examples if example is not items[len(asked[subject])]][:shots]
            solved = "".join(f"{text} {options[answer]}\n\n" for text, options, answer in before)
            asked[subject].append({"context": description + solved + prompt, "choices": choices, "gold": right})
    return asked


def encode_pair(tokenizer, context, continuation):
    """As the public harness documents it."""
    spaces = len(context) - len(context.rstrip())
    if spaces > 0:
        context, continuation = context[:-spaces], context[-spaces:] + continuation
    before = tokenizer.encode(context)
    return before, tokenizer.encode(context + continuation)[len(before):]


def log_likelihoods(model, tokenizer, question):
    return [model.log_likelihood(*encode_pair(tokenizer, question["context"], f" {choice}"))[0] for choice in question["choices"]]


def reference_models():
    with open(os.path.join(REFERENCE, "manifest.json")) as file:
        for name, entry in json.load(file).items():
            if "kind" not in entry:
                tensors = read_safetensors(os.path.join(REFERENCE, f"{name}.safetensors"))
                weights = {key.removeprefix("param."): value for key, value in tensors.items() if key.startswith("param.")}
                yield name, ReferenceModel(weights, entry["encoding"], entry["n_heads"]), tensors


def computed():
    tokenizer = sentencepiece.SentencePieceProcessor(model_file=os.path.join(DATA, "tokenizer.model"))
    settings = []
    for task, shots in SETTINGS:
        asked = questions(task, shots)
        scores = {name: {subject: [[round(x, 9) for x in log_likelihoods(model, tokenizer, q)] for q in items] for subject, items in asked.items()} for name, model, _ in reference_models()}
        settings.append({"task": task, "shots": shots, "subjects": asked, "loglik": scores})
    return settings


def close(one, other, tolerance):
    assert len(one) == len(other) and all(abs(a - b) <= tolerance * max(1, abs(b)) for a, b in zip(one, other)), (one, other)


def the_model_gives_the_reference_logits():
    """What is computed here is the model: logits of 131 positions equal the references'."""
    for name, model, tensors in reference_models():
        difference = (model.logits(tensors["long.tokens"][0]) - tensors["long.logits"][0]).abs().max().item()
        assert difference < 1e-5, (name, difference)


def the_fixture_is_what_is_computed_here():
    """Prompts and log-likelihoods of every reference model."""
    with open(EXPECTED) as file:
        expected = json.load(file)
    for one, other in zip(computed(), expected, strict=True):
        assert {key: one[key] for key in ("task", "shots", "subjects")} == {key: other[key] for key in ("task", "shots", "subjects")}
        for name, subjects in one["loglik"].items():
            for subject, scores in subjects.items():
                for a, b in zip(scores, other["loglik"][name][subject], strict=True):
                    close(a, b, 1e-6)


def argmax(values):
    return max(range(len(values)), key=lambda n: (values[n], -n))


def the_program_scores_a_trained_run_alike():
    """Log-likelihoods of each choice to 1e-5, and acc and acc_norm exactly."""
    with tempfile.TemporaryDirectory() as folder:
        run = shutil.copytree(RETRIEVAL, os.path.join(folder, "run"))
        program = Program(os.path.abspath(sys.argv[1]), folder)
        model = ReferenceModel.of_run(run, "step_00001500")
        tokenizer = sentencepiece.SentencePieceProcessor(model_file=os.path.join(run, "tokenizer.model"))
        for task, shots in SETTINGS:
            kind, _, place = task.rpartition("=")
            answers, entry = choice_scores(program, run, f"{kind}{'=' if kind else ''}{os.path.join(DATA, place)}", shots)
            right, right_norm, count = 0, 0, 0
            for subject, items in questions(task, shots).items():
                for n, question in enumerate(items):
                    expected = log_likelihoods(model, tokenizer, question)
                    answer = answers.pop((subject, n))
                    close(answer["loglik"], expected, 1e-5)
                    assert answer["gold"] == question["gold"] and answer["chars"] == [len(choice) for choice in question["choices"]]
                    right += argmax(expected) == question["gold"]
                    right_norm += argmax([x / len(choice) for x, choice in zip(expected, question["choices"])]) == question["gold"]
                    count += 1
            assert not answers, answers
            total = entry["total"]
            assert (total["correct"], total["correct_norm"], total["questions"]) == (right, right_norm, count), (total, right, right_norm, count)


torch.set_num_threads(1)
if "--write" in sys.argv:
    with open(EXPECTED, "w") as fixture:
        json.dump(computed(), fixture, ensure_ascii=False, separators=(",", ":"))
        fixture.write("\n")
run_checks([the_model_gives_the_reference_logits, the_fixture_is_what_is_computed_here, the_program_scores_a_trained_run_alike])
