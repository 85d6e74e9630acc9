# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the small text files in tests/data/text that need a compressor or a Parquet writer. Run with the pinned pyarrow:
PYTHONPATH=build/deps/site python3.11 tests/data/make_text_fixtures.py"""
import gzip
import json
import os
import subprocess
import tempfile

import pyarrow as pa
import pyarrow.parquet as pq

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "text")
WORDS = "the river runs under seven cold stones and remembers every light that walked slowly over it".split()


def document(n):
    """A line of text of its own for each n; a few are long."""
    words = [WORDS[(n * 7 + k * (n % 5 + 1)) % len(WORDS)] for k in range(6 + n % 17 + (300 if n % 23 == 0 else 0))]
    return f"{n}: {' '.join(words)} – ünïcode {n * n}."


DOCUMENTS = [document(n) for n in range(60)]


def gz(name, content):
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(gzip.compress(content, mtime=0))


def zst(name, content):
    with open(os.path.join(HERE, name), "wb") as file, pa.CompressedOutputStream(file, "zstd") as stream:
        stream.write(content)


def parquet(name, column, **options):
    count = len(column)
    table = pa.table({
        "id": pa.array(range(count)),
        "meta": pa.array([{"lang": "en", "score": n / 7} for n in range(count)]),
        "text": column,
        "url": pa.array([f"https://example.org/{n}" for n in range(count)]),
    })
    pq.write_table(table, os.path.join(HERE, name), row_group_size=25, **options)


def model_without_bos(name):
    """A tokenizer model with neither BOS nor EOS; needs spm_train (Debian package sentencepiece)."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["spm_train", "--input=" + os.path.join(HERE, "documents.txt"), "--model_prefix=" + os.path.join(folder, "m"),
                        "--model_type=bpe", "--vocab_size=120", "--bos_id=-1", "--eos_id=-1", "--normalization_rule_name=identity",
                        "--minloglevel=2"], check=True)
        os.replace(os.path.join(folder, "m.model"), os.path.join(HERE, name))


def main():
    os.makedirs(HERE, exist_ok=True)
    rows = "".join(json.dumps({"id": n, "text": text}) + "\n" for n, text in enumerate(DOCUMENTS)).encode()
    lines = "".join(text + "\n" for text in DOCUMENTS).encode()
    with open(os.path.join(HERE, "documents.jsonl"), "wb") as file:
        file.write(rows)
    with open(os.path.join(HERE, "documents.txt"), "wb") as file:
        file.write(lines)
    gz("documents.jsonl.gz", rows)
    # Two members in one file, as `cat a.gz b.gz` makes them.
    half = len(lines) // 2
    with open(os.path.join(HERE, "members.txt.gz"), "wb") as file:
        file.write(gzip.compress(lines[:half], mtime=0) + gzip.compress(lines[half:], mtime=0))
    zst("documents.jsonl.zst", rows)
    parquet("documents.parquet", pa.array(DOCUMENTS), compression="zstd", write_page_checksum=True)
    parquet("large_string.parquet", pa.array(DOCUMENTS, type=pa.large_string()), compression="snappy")
    parquet("dictionary.parquet", pa.array(DOCUMENTS).dictionary_encode())
    parquet("binary.parquet", pa.array([text.encode() for text in DOCUMENTS]))
    parquet("nulls.parquet", pa.array([None if n % 3 == 0 else text for n, text in enumerate(DOCUMENTS)]))
    parquet("numbers.parquet", pa.array(range(len(DOCUMENTS))))
    model_without_bos("no_bos.model")


if __name__ == "__main__":
    main()
