#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_harness.py PROGRAM: the public lm-evaluation-harness, with its own definitions of MMLU and ARC on local data and the same weights in PyTorch, gives the same log-likelihoods,
acc and acc_norm as the program. The package is large, so nothing installs it unasked: CONTRIBUTING.md says how."""
import os
import shutil
import sys
import tempfile

from python_support import Program, choice_scores, require, run_checks

folder = tempfile.TemporaryDirectory()
os.environ.update(HF_HOME=folder.name, HF_DATASETS_OFFLINE="1", HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false")
require("torch", "sentencepiece")
require("lm_eval", "datasets", advice="tests/interop/harness.txt, with which CONTRIBUTING.md installs it, was not used here, so equality with it was not checked")
import lm_eval  # noqa: E402
import sentencepiece  # noqa: E402
import torch  # noqa: E402
import yaml  # noqa: E402
from lm_eval.api.model import TemplateLM  # noqa: E402

from reference_model import ReferenceModel  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.abspath(os.path.join(HERE, "..", "data", "choice"))
TASKS = os.path.join(os.path.dirname(lm_eval.__file__), "tasks")
run = shutil.copytree(os.path.join(HERE, "..", "data", "retrieval"), os.path.join(folder.name, "run"))
program = Program(os.path.abspath(sys.argv[1]), folder.name)


class Wrapped(TemplateLM):
    """The run's weights and tokenizer. How contexts and continuations are encoded is the harness's own."""
    backend = "causal"

    def __init__(self, bos=False, max_length=10 ** 6):
        super().__init__()
        self.model = ReferenceModel.of_run(run, "step_00001500")
        self.pieces = sentencepiece.SentencePieceProcessor(model_file=os.path.join(run, "tokenizer.model"))
        self.bos, self.max_length = bos, max_length

    @property
    def eot_token_id(self):
        return self.pieces.eos_id()

    def tok_encode(self, string, add_special_tokens=None, **_):
        return [self.pieces.bos_id()] * (self.bos and add_special_tokens is not False) + self.pieces.encode(string)

    def _loglikelihood_tokens(self, requests, **_):
        # As its own causal models do: too long is cut on the left, so that max_length tokens are read.
        return [self.model.log_likelihood((context + continuation)[-(self.max_length + 1):][:-len(continuation)], continuation) for _, context, continuation in requests]

    def loglikelihood_rolling(self, requests, disable_tqdm=False):
        raise NotImplementedError

    def generate_until(self, requests, disable_tqdm=False):
        raise NotImplementedError


def definition(*path, **changes):
    """The harness's definition of a task, on our data."""
    with open(os.path.join(TASKS, *path)) as file:
        task = yaml.safe_load(file)
    for key in ("tag", "dataset_name", "include"):
        task.pop(key, None)
    metrics = [{"metric": name, "aggregation": "mean", "higher_is_better": True} for name in ("acc", "acc_norm")]
    return {**task, "dataset_path": "json", "metric_list": metrics, **changes}


def files(**splits):
    return {"data_files": {split: os.path.join(DATA, path) for split, path in splits.items()}}


def mmlu(subject):
    return definition("mmlu", "default", "_default_template_yaml", task=subject,
                      description=f"The following are multiple choice questions (with answers) about {subject.replace('_', ' ')}.\n\n",
                      dataset_kwargs=files(test=f"mmlu/{subject}/test.jsonl", dev=f"mmlu/{subject}/dev.jsonl"))


def arc(subject):
    # Examples are drawn at random there; ours are the first ones.
    return definition("arc", "arc_easy.yaml", task=subject, validation_split=None, fewshot_split="train", fewshot_config={"sampler": "first_n"},
                      dataset_kwargs=files(test=f"arc/{subject}/test.jsonl", train=f"arc/{subject}/train.jsonl"))


def colours(subject):
    """A template's task, examples among its own questions."""
    path = os.path.join(folder.name, f"{subject}.jsonl")
    with open(os.path.join(DATA, "colours.jsonl")) as rows, open(path, "w") as file:
        file.writelines(row for row in rows if f'"{subject}"' in row)
    return {"task": subject, "dataset_path": "json", "dataset_kwargs": {"data_files": {"test": path}}, "test_split": "test", "fewshot_split": "test",
            "fewshot_config": {"sampler": "first_n"}, "output_type": "multiple_choice", "description": "About the {{topic}}.\n\n", "doc_to_text": "{{q.strip()}}",
            "doc_to_choice": "{{[a, b, c]}}", "doc_to_target": "gold", "metric_list": arc("ARC-Easy")["metric_list"]}


def same(task, definitions, shots, *flags, **options):
    answers, entry = choice_scores(program, run, task, shots, *flags)
    theirs = lm_eval.simple_evaluate(model=Wrapped(**options), tasks=definitions, num_fewshot=shots, log_samples=True, bootstrap_iters=0)
    subjects = {subject["subject"]: subject for subject in entry["subjects"]}
    assert set(subjects) == {task["task"] for task in definitions}
    count = 0
    for subject, ours in subjects.items():
        scores = theirs["results"][subject]
        assert ours["acc"] == scores["acc,none"] and ours["acc_norm"] == scores["acc_norm,none"], (subject, ours, scores)
        for sample in theirs["samples"][subject]:
            answer = answers.pop((subject, sample["doc_id"]))
            expected = [score for score, _ in sample["filtered_resps"]]
            assert len(expected) == len(answer["loglik"])
            assert all(abs(a - b) <= 1e-5 for a, b in zip(answer["loglik"], expected)), (subject, sample["doc_id"], answer, expected)
            count += 1
    assert not answers, answers
    print(f"  {entry['task']}, {shots}-shot{' '.join(['', *flags])}: {count} questions, acc {entry['total']['acc']:.3f}, acc_norm {entry['total']['acc_norm']:.3f}", flush=True)


def mmlu_is_the_same():
    """MMLU by the harness's own definition, without and with examples."""
    for shots in (0, 2):
        same(f"mmlu={DATA}/mmlu", [mmlu("kitchen_things"), mmlu("wild_animals")], shots)


def arc_is_the_same():
    """ARC by the harness's own definition, without and with examples."""
    for shots in (0, 1):
        same(f"arc={DATA}/arc", [arc("ARC-Easy"), arc("ARC-Challenge")], shots)


def a_template_is_the_same():
    """A task of one's own, written for both."""
    for shots in (0, 1):
        same(f"{DATA}/colours.json", [colours("sky"), colours("garden")], shots)


def the_mark_of_the_beginning_and_cutting_are_the_same():
    """add_bos_token, and contexts cut on the left to the longest that is allowed."""
    same(f"arc={DATA}/arc", [arc("ARC-Easy"), arc("ARC-Challenge")], 1, "--choice_bos", "true", bos=True)
    same(f"mmlu={DATA}/mmlu", [mmlu("kitchen_things"), mmlu("wild_animals")], 2, "--choice_max_tokens", "40", "--choice_too_long", "cut", max_length=40)
    same(f"arc={DATA}/arc", [arc("ARC-Easy"), arc("ARC-Challenge")], 1, "--choice_max_tokens", "40", "--choice_too_long", "cut", max_length=40)


torch.set_num_threads(1)
run_checks([mmlu_is_the_same, arc_is_the_same, a_template_is_the_same, the_mark_of_the_beginning_and_cutting_are_the_same])
