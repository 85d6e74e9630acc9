#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# From a fresh checkout to the paper's effect: installs what is missing, builds, trains small models on real text and draws the pass-key curve.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'TEXT'
Usage: packaging/quickstart.sh [--all] [--out DIR] [--seed N] [arguments of `bamscope --batch run`]

Trains BAM, BAM with Scalable-Softmax and RoPE on sequences of 160 tokens, tests the pass key up to 8192, prints the table and draws
the curve. --all trains all ten encodings. Results go to build/quickstart (build/quickstart_all), or DIR.

The build goes to build/release, or to BAMSCOPE_BUILD_DIR; see packaging/deps.sh --help for the other settings.
TEXT
}

spec=quickstart
out=
arguments=()
while [[ $# -gt 0 ]]; do
    case $1 in
        -h | --help) usage; exit 0 ;;
        --all) spec=quickstart_all ;;
        --out)
            [[ $# -ge 2 ]] || die 2 "--out needs a folder."
            out=$2
            shift ;;
        --out=*) out=${1#--out=} ;;
        *) arguments+=("$1") ;;
    esac
    shift
done
out=${out:-$BAMSCOPE_ROOT/build/$spec}
case $out in /*) ;; *) out=$PWD/$out ;; esac

say "== Set-up"
"$BAMSCOPE_ROOT/packaging/deps.sh"
build=${BAMSCOPE_BUILD_DIR:-$BAMSCOPE_ROOT/build/release}
case $build in /*) ;; *) build=$PWD/$build ;; esac
configureAndBuild release "$build" -- bamscope_app
say "== Run"
status=0
"$build/bin/bamscope" --batch run "$BAMSCOPE_ROOT/resources/presets/$spec.json" --out "$out" "${arguments[@]}" || status=$?
[[ $status -eq 0 ]] || die "$status" "bamscope ended with status $status; its messages are above." "What it wrote so far is in $out."
say "== Done in $(duration $SECONDS), set-up and build included"
say "   results in $out"
find "$out" -maxdepth 1 -type f \( -name '*.pdf' -o -name '*.png' -o -name '*.csv' \) -printf '   %p\n' | sort
find "$out" -type f -name args.json -printf '   run: %h\n' | sort
