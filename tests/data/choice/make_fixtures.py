# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the questions of tests/data/choice in the layouts of MMLU, ARC and a template, as JSON Lines and as Parquet, and a tokenizer that fits the reference models (61 pieces).
Needs pyarrow and sentencepiece; scores are then made by tests/interop/check_choice.py PROGRAM --write."""
import gzip
import json
import os
import tempfile

import pyarrow as pa
import pyarrow.parquet as pq
import sentencepiece

HERE = os.path.dirname(os.path.abspath(__file__))
LETTERS = "ABCDE"

# subject: (rows of dev, rows of test), each (question, choices, right). White space around questions is the data's own, as in MMLU.
MMLU = {
    "kitchen_things": (
        [("What cuts bread?", ["a spoon", "a knife", "a cup", "a lid"], 1),
         ("What boils water?", ["a kettle", "a sieve", "a fork", "a plate"], 0)],
        [("What holds soup?", ["a bowl", "a net", "a fork", "a string"], 0),
         (" What is a sieve for?\n", ["to cut", "to sing", "to drain", "to boil"], 2),
         ("Which is hot:\nthe oven, the sink, the ice, the jar?", ["the sink", "the ice", "the jar", "the oven"], 3),
         ("Who drinks from a cup at the café?", ["the lid", "the guest", "the oven", "the door"], 1),
         ("What is bread made of?", ["stone", "sand", "flour", "glass"], 2)]),
    "wild_animals": (
        [("What does a cow eat?", ["grass", "stone", "wood", "sand"], 0),
         ("What swims in the sea?", ["a hen", "a goat", "a fish", "a fox"], 2)],
        [("What flies at night?", ["a bat", "a cow", "a fish", "a pig"], 0),
         ("What has the longest neck?", ["the fox", "the hen", "the bear", "the giraffe"], 3),
         ("What sleeps in winter?", ["the hen", "the bear", "the fish", "the cow"], 1),
         ("Which of these is the smallest?", ["an ant", "a rat", "a cat", "a goat"], 0)]),
}

# (question, choices, labels, right)
ARC = {
    "ARC-Easy": (
        [("What melts in the sun?", ["ice", "a stone", "sand", "iron"], "ABCD", 0),
         ("Which season comes after spring?", ["winter", "autumn", "summer"], "123", 2)],
        [("What do plants need to grow?", ["light and water", "iron", "noise", "the moon alone"], "ABCD", 0),
         ("What is dropped falls because of", ["heat", "gravity", "sound", "the colour of its hat"], "1234", 1),
         ("Where does the river end?", ["in the sea", "in the sky", "in the fire"], "ABC", 0),
         ("Which one is warm at the café?", ["crème brûlée", "ice", "the long and very cold night outside", "snow", "rain"], "ABCDE", 0)]),
    "ARC-Challenge": (
        [("Which of these turns into gas when it is heated?", ["water", "a cloud", "light", "a shadow"], "ABCD", 0)],
        [("Why does the moon shine?", ["it burns", "it reflects the light of the sun", "it is made of glass"], "ABC", 1),
         ("Which is the best way to keep food from going bad?", ["heat it a little ", " leave it in the sun", "keep it cold", "cover it with sand"], "ABCD", 2),
         ("A sound that is not heard is", ["too high or too low", "a light", "a taste", "a stone"], "ABCD", 0)]),
}

COLOURS = [
    ("sky", "The sky at noon is", ["blue", "green", "black"], "blue"),
    ("sky", "A cloud before the rain is", ["pink", "grey", "yellow and green"], "grey"),
    ("sky", "The sky at night is", ["white", "red", "black"], "black"),
    ("garden", "The grass is", ["blue", "green", "red"], "green"),
    ("garden", "A lemon is", ["yellow", "black as the night", "blue"], "yellow"),
    ("garden", "A ripe cherry is", ["grey", "white", "red"], "red"),
]
TEMPLATE = {
    "name": "colours", "questions": "colours.jsonl", "examples": "colours.jsonl", "description": "About the {{topic|spaces}}.\n\n", "prompt": "{{q|strip}}",
    "choices": ["a", "b", "c"], "answer": "gold", "group": "topic",
}


def mmlu_rows(subject, rows):
    return [{"question": question, "subject": subject, "choices": choices, "answer": right} for question, choices, right in rows]


def arc_rows(rows):
    return [{"id": f"own_{n}", "question": question, "choices": {"text": choices, "label": list(labels)}, "answerKey": labels[right]}
            for n, (question, choices, labels, right) in enumerate(rows)]


def path(*parts):
    whole = os.path.join(HERE, *parts)
    os.makedirs(os.path.dirname(whole), exist_ok=True)
    return whole


def lines(rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def jsonl(rows, *parts):
    with open(path(*parts), "w") as file:
        file.write(lines(rows))


def parquet(rows, *parts, **options):
    pq.write_table(pa.Table.from_pylist(rows), path(*parts), **options)


def tokenizer():
    words = [row["q"] for row in colour_rows()]
    for folder in (MMLU, ARC):
        for splits in folder.values():
            for question, choices, *_ in splits[0] + splits[1]:
                words += [question.replace("\n", " "), *choices]
    words += ["The following are multiple choice questions (with answers) about", "Question: Answer: A. B. C. D. E. About"] * 6
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "text")
        with open(text, "w") as file:
            file.write("\n".join(words) + "\n")
        # è and û are left out: unknown pieces are scored, too.
        sentencepiece.SentencePieceTrainer.train(input=text, model_prefix=os.path.join(folder, "m"), model_type="bpe", vocab_size=61, normalization_rule_name="identity",
                                                 character_coverage=0.997, user_defined_symbols=["\n"], minloglevel=2)
        os.replace(os.path.join(folder, "m.model"), path("tokenizer.model"))


def colour_rows():
    return [{"topic": topic, "q": question, "a": choices[0], "b": choices[1], "c": choices[2], "gold": gold} for topic, question, choices, gold in COLOURS]


def main():
    everything = {"dev": [], "test": []}
    for subject, splits in MMLU.items():
        for split, rows in zip(("dev", "test"), splits):
            jsonl(mmlu_rows(subject, rows), "mmlu", subject, f"{split}.jsonl")
            parquet(mmlu_rows(subject, rows), "mmlu_parquet", subject, f"{split}-00000-of-00001.parquet")
            everything[split] += mmlu_rows(subject, rows)
    for split, rows in everything.items():
        parquet(rows, "mmlu_parquet", "all", f"{split}-00000-of-00001.parquet", row_group_size=4, use_dictionary=["subject"])
        with open(path("mmlu_one_file", f"{split}.jsonl.gz"), "wb") as file:
            file.write(gzip.compress(lines(rows).encode(), mtime=0))
    for name, splits in ARC.items():
        for split, rows in zip(("train", "test"), splits):
            jsonl(arc_rows(rows), "arc", name, f"{split}.jsonl")
            parquet(arc_rows(rows), "arc_parquet", name, f"{split}-00000-of-00001.parquet")
    jsonl(colour_rows(), "colours.jsonl")
    with open(path("colours.json"), "w") as file:
        file.write(json.dumps(TEMPLATE, indent=1) + "\n")
    tokenizer()


if __name__ == "__main__":
    main()
