#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What looking into attention costs in PyTorch today, timed: the baseline's model forward with every layer's weights at hand, as `output_attentions=True`
or a hook gives them. Keeps the rows of the last five queries (a retrieval strip), or every matrix. Prints one JSON object; compare.py runs it.

  capture_baseline.py --baseline torch_baseline.py --size l6 --seq 2048 [--keep rows|matrices] [--threads 2]
"""
import argparse
import importlib.util
import json
import time

QUERIES = 5     # the digits of a pass key


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--baseline", required=True)
    parser.add_argument("--size", default="l6")
    parser.add_argument("--seq", type=int, default=2048)
    parser.add_argument("--vocab", type=int, default=32768)
    parser.add_argument("--keep", choices=["rows", "matrices"], default="rows")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    import torch
    spec = importlib.util.spec_from_file_location("torch_baseline", arguments.baseline)
    baseline = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(baseline)

    torch.set_num_threads(arguments.threads)
    torch.manual_seed(0)
    kept = []
    softmax = torch.nn.functional.softmax

    def keeping(scores, dim):
        weights = softmax(scores, dim)
        kept.append(weights if arguments.keep == "matrices" else weights[:, :, -QUERIES:].clone())
        return weights

    baseline.F.softmax = keeping
    model = baseline.Model(arguments.size, "bam_ssmax", arguments.vocab).eval()
    tokens = torch.randint(0, arguments.vocab, (1, arguments.seq))

    def look():
        kept.clear()
        with torch.inference_mode():
            return model(tokens)[:, -QUERIES:].argmax(-1)

    look()
    times = []
    for _ in range(arguments.repeats):
        start = time.perf_counter()
        look()
        times.append(time.perf_counter() - start)
    print(json.dumps({"seconds": sorted(times)[len(times) // 2], "peak_rss_mib": baseline.rss(), "seq": arguments.seq, "size": arguments.size, "keep": arguments.keep}))


if __name__ == "__main__":
    main()
