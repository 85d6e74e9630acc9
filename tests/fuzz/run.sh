#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: tests/fuzz/run.sh BUILD_FOLDER [SECONDS] [TARGET…]
# Runs each fuzz target over its seeds for so many seconds (600): a crash, a leak, a hang of ten seconds or one allocation above 2 MiB (inputs have at most 64 KiB, files are read by the MiB)
# ends it with status 1 and leaves the input. New inputs stay in BUILD_FOLDER/corpus, not in the sources.
set -euo pipefail
build=$1
seconds=${2:-600}
shift; shift || true
here=$(cd "$(dirname "$0")" && pwd)
targets=("$@")
if [[ ${#targets[@]} -eq 0 ]]; then
    for program in "$build"/tests/fuzz/fuzz_*; do
        [[ -x $program && -f $program ]] && targets+=("$(basename "$program")")
    done
fi
status=0
for target in "${targets[@]}"; do
    mkdir -p "$build/corpus/$target" "$build/found"
    echo "== $target, $seconds s"
    # LibTorch's own one-time allocations at start are no leaks of a reader.
    LSAN_OPTIONS=suppressions=$here/leaks.supp:print_suppressions=0 ASAN_OPTIONS=detect_odr_violation=0:allocator_may_return_null=0 \
        "$build/tests/fuzz/$target" "$build/corpus/$target" "$here/corpus/$target" -max_total_time="$seconds" -max_len=65536 -timeout=10 -malloc_limit_mb=2 -rss_limit_mb=2048 \
        -artifact_prefix="$build/found/$target-" -print_final_stats=1 >"$build/found/$target.log" 2>&1 || { status=1; echo "   FAILED: see $build/found/$target.log"; }
    grep -E "stat::number_of_executed_units|stat::peak_rss_mb|ERROR|SUMMARY" "$build/found/$target.log" | sed 's/^/   /' || true
done
exit $status
