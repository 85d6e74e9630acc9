# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Shared by the scripts in this folder; sourced, never run. Sets BAMSCOPE_ROOT and BAMSCOPE_DEPS_DIR. Exit status 4 means: this machine lacks
# something, and the message says what.
set -euo pipefail

BAMSCOPE_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
BAMSCOPE_DEPS_DIR=${BAMSCOPE_DEPS_DIR:-$BAMSCOPE_ROOT/build/deps}
case $BAMSCOPE_DEPS_DIR in /*) ;; *) BAMSCOPE_DEPS_DIR=$PWD/$BAMSCOPE_DEPS_DIR ;; esac

say() { printf '%s\n' "$*"; }

# die STATUS LINE...: the first line says what is wrong, the others what to do.
die() {
    local status=$1 line
    shift
    printf 'error: %s\n' "$1" >&2
    shift
    for line in "$@"; do printf '  %s\n' "$line" >&2; done
    exit "$status"
}

# 75 -> "1 min 15 s"
duration() {
    if (($1 >= 60)); then printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); else printf '%d s' "$1"; fi
}

# Compile jobs: one per core, but no more than one per 2 GiB of memory, which the largest files that include LibTorch need.
compileJobs() {
    if [[ -n ${BAMSCOPE_JOBS:-} ]]; then
        echo "$BAMSCOPE_JOBS"
        return
    fi
    local cores memory limit jobs
    cores=$(nproc)
    memory=$(awk '/^MemAvailable:/ {print int($2 / 1024)}' /proc/meminfo)
    limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || echo max)
    if [[ $limit != max ]] && ((limit / 1048576 < memory)); then memory=$((limit / 1048576)); fi
    jobs=$((memory / 2048))
    ((jobs > cores)) && jobs=$cores
    ((jobs < 1)) && jobs=1
    echo "$jobs"
}

# configureAndBuild PRESET BUILD_DIR CMAKE_OPTIONS... -- TARGETS...
configureAndBuild() {
    local preset=$1 build=$2 jobs started=$SECONDS options=()
    shift 2
    while [[ $# -gt 0 && $1 != -- ]]; do
        options+=("$1")
        shift
    done
    [[ ${1:-} == -- ]] && shift
    options+=("-DBAMSCOPE_DEPS_DIR=$BAMSCOPE_DEPS_DIR")
    [[ -n ${BAMSCOPE_CUDA:-} ]] && options+=("-DBAMSCOPE_CUDA=$BAMSCOPE_CUDA")
    [[ -n ${BAMSCOPE_GUI:-} ]] && options+=("-DBAMSCOPE_GUI=$BAMSCOPE_GUI")
    say "== Configure: preset $preset, in $build"
    mkdir -p "$build"
    (cd "$BAMSCOPE_ROOT" && cmake --preset "$preset" -B "$build" "${options[@]}" >"$build/configure.log" 2>&1) || {
        cat "$build/configure.log" >&2
        die 1 "CMake could not configure $build; its messages are above." "If an older configuration is in the way, remove that folder and try again."
    }
    grep -E '^-- (Parquet|CUDA)' "$build/configure.log" || true
    jobs=$(compileJobs)
    say "== Build with $jobs parallel jobs"
    cmake --build "$build" -j "$jobs" ${1:+--target "$@"} || die 1 "The build failed; the compiler's messages are above."
    say "   built in $(duration $((SECONDS - started)))"
}
