#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# From a fresh checkout to the paper's effect: installs what is missing, builds, trains small models on real text and draws the pass-key curve.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'TEXT'
Usage: packaging/quickstart.sh [--all] [--out FOLDER] [--text FILE] [--no-window] [flags of `bamscope --batch run`, such as --seed N]

Trains BAM, BAM with Scalable-Softmax and RoPE on sequences of 160 tokens, tests the pass key up to 8192 tokens, prints the table and draws
the curve. --all trains all ten encodings. Results go to build/quickstart (or build/quickstart_all); a second call goes on where the first
ended. The text is the King James Bible from the package bible-kjv, or FILE. Where there is a display, the window opens on the results
(--no-window: it does not).

The build goes to build/release, or to BAMSCOPE_BUILD_DIR; see packaging/deps.sh --help for the other settings.
TEXT
}

absolute() { case $1 in /*) printf '%s' "$1" ;; *) printf '%s' "$PWD/$1" ;; esac }

spec=quickstart
out=
text=
window=1
arguments=()
while [[ $# -gt 0 ]]; do
    case $1 in
        -h | --help) usage; exit 0 ;;
        --all) spec=quickstart_all ;;
        --no-window) window= ;;
        --out | --text)
            [[ $# -ge 2 && -n $2 ]] || die 2 "$1 needs a path."
            if [[ $1 == --out ]]; then out=$(absolute "$2"); else text=$(absolute "$2"); fi
            shift ;;
        --out=?*) out=$(absolute "${1#*=}") ;;
        --text=?*) text=$(absolute "${1#*=}") ;;
        *) arguments+=("$1") ;;
    esac
    shift
done
out=${out:-$BAMSCOPE_ROOT/build/$spec}
build=$(absolute "${BAMSCOPE_BUILD_DIR:-$BAMSCOPE_ROOT/build/release}")
[[ -z $text || -r $text ]] || die 2 "$text cannot be read." "--text takes a text file of a few megabytes."

say "== Set-up"
"$BAMSCOPE_ROOT/packaging/deps.sh"
configureAndBuild release "$build" -- bamscope_app

say "== Run"
mkdir -p "$out" || die 4 "$out cannot be made." "Choose another folder with --out."
if [[ -z $text ]]; then
    text=$out/text.txt
    if [[ -s $text ]]; then
        say "   text: $text is there, skipped"
    else
        command -v bible >/dev/null || die 4 "The program bible (package bible-kjv) was not found, so there is no text to train on." "Give another one with --text FILE."
        # One verse per line, without the reference before it ("Ge1:1 ").
        bible -f gen1:1-rev22:21 </dev/null | sed -E 's/^[^ ]+ //' >"$text.part"
        mv "$text.part" "$text"
    fi
fi
status=0
"$build/bin/bamscope" --batch run "$BAMSCOPE_ROOT/resources/presets/$spec.json" --out "$out" --set "text=$text" "${arguments[@]}" || status=$?
[[ $status -eq 0 ]] || die "$status" "bamscope ended with status $status; its messages are above." "What it wrote so far is in $out; the same command goes on from there."
say "== Done in $(duration $SECONDS), set-up and build included; everything is in $out"
if [[ ${BAMSCOPE_GUI:-ON} == OFF ]]; then exit 0; fi
if [[ -n $window && -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
    say "   The window opens on the results. It is started again with: $build/bin/bamscope $out/runs"
    setsid "$build/bin/bamscope" "$out/runs" </dev/null >"$out/window.log" 2>&1 &
else
    say "   See the curves on a machine with a display: $build/bin/bamscope $out/runs"
fi
