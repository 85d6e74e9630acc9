#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# An installed program starts in an empty environment and takes its libraries from its own folder, never from the build tree or build/deps.
# Usage: installed_program.sh CMAKE BUILD_FOLDER VERSION
set -euo pipefail

cmake=$1 build=$2 version=$3
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
fail() {
    printf 'FAIL: %s\n' "$*" >&2
    exit 1
}

# First everything as links, so that a gigabyte of libraries is not copied (the loader takes $ORIGIN from the link's place); then the program itself.
install() { "$cmake" --install "$build" --prefix "$prefix" "$@" >"$prefix/install.log" 2>&1 || fail "cmake --install $*: $(<"$prefix/install.log")"; }
CMAKE_INSTALL_MODE=ABS_SYMLINK_OR_COPY install
find "$prefix/bin" "$prefix/lib" \( -name bamscope -o -name 'libbamscope_*' \) -type l -delete
install --component program

output=$(env -i "$prefix/bin/bamscope" --version) || fail "bamscope --version ended with status $? in an empty environment"
[[ $output == *"$version"* ]] || fail "bamscope --version printed '$output', expected $version in it"

shopt -s nullglob
for file in "$prefix/bin/bamscope" "$prefix"/lib/bamscope/libbamscope_*.so; do
    libraries=$(env -i ldd "$file" | sed 's|/bin/\.\./|/|')
    if missing=$(grep 'not found' <<<"$libraries"); then fail "$file does not find: $missing"; fi
    if foreign=$(grep -F -e "=> $build" -e /build/deps/ <<<"$libraries"); then fail "$file takes libraries from the build tree: $foreign"; fi
    grep -qF "libtorch_cpu.so => $prefix/lib/bamscope/" <<<"$libraries" || fail "$file does not take LibTorch from $prefix/lib/bamscope"
done

for file in share/bamscope/presets/laptop.json share/bamscope/presets/example.json share/bamscope/presets/paper_grid.json share/bamscope/slurm/run.sbatch share/bamscope/slurm/sweep_array.sbatch share/bamscope/tokenizers/mistral_instruct_tokenizer_240323.model.v3 \
    share/doc/bamscope/LICENSE share/doc/bamscope/THIRD-PARTY-NOTICES.md; do
    [[ -s $prefix/$file ]] || fail "$file was not installed"
done
echo "installed program: $output"
