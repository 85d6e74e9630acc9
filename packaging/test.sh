#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds everything with warnings as errors, and runs the whole test suite.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'TEXT'
Usage: packaging/test.sh [--preset NAME] [ctest arguments]

Examples:
  packaging/test.sh                   everything
  packaging/test.sh -R encoding       the tests whose name matches
  packaging/test.sh --preset asan     under AddressSanitizer and UndefinedBehaviorSanitizer

--preset is one of ci (default), release, dev, asan, headless. The build goes to build/<preset>, or to BAMSCOPE_BUILD_DIR; see
packaging/deps.sh --help for the other settings. BAMSCOPE_JOBS sets the number of parallel compile jobs.
TEXT
}

preset=ci
arguments=()
while [[ $# -gt 0 ]]; do
    case $1 in
        -h | --help) usage; exit 0 ;;
        --preset)
            [[ $# -ge 2 ]] || die 2 "--preset needs a name: ci, release, dev, asan or headless."
            preset=$2
            shift ;;
        *) arguments+=("$1") ;;
    esac
    shift
done
if [[ $preset == headless ]]; then export BAMSCOPE_GUI=OFF; fi

say "== Set-up"
export BAMSCOPE_PYTHON=${BAMSCOPE_PYTHON:-ON}
export BAMSCOPE_TEST_DAEMONS=${BAMSCOPE_TEST_DAEMONS:-${CI:+ON}}
"$BAMSCOPE_ROOT/packaging/deps.sh"
build=${BAMSCOPE_BUILD_DIR:-$BAMSCOPE_ROOT/build/$preset}
case $build in /*) ;; *) build=$PWD/$build ;; esac
configureAndBuild "$preset" "$build" -DBAMSCOPE_TESTS=ON --
say "   set-up and build took $(duration $SECONDS)"
say "== Test"
exec ctest --test-dir "$build" --output-on-failure "${arguments[@]}"
