#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what Bamscope needs to build: Debian packages through apt, and the C++ libraries inside pinned wheels into build/deps/site. With
# BAMSCOPE_PYTHON=ON also Python's PyTorch and TensorBoard, for python3 with PYTHONPATH=build/deps/site. Does nothing that is already done; one stamp per wheel, written last, so an interrupted call is simply repeated. Run with --help for the settings.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'TEXT'
Usage: packaging/deps.sh

Installs the Debian packages that are missing and unpacks the pinned wheels of packaging/wheels.txt. Exit status: 0 done, 4 this machine
lacks something (the message says what).

Environment:
  BAMSCOPE_DEPS_DIR        where the wheels are unpacked (default: build/deps)
  BAMSCOPE_CUDA            AUTO (default: when a CUDA 13 toolkit is found), ON or OFF
  BAMSCOPE_GUI             OFF leaves out the packages of the window and the figures
  BAMSCOPE_PYTHON          ON adds PyTorch's Python half and TensorBoard, for the tests that exchange files with them
                           (default: OFF; packaging/test.sh switches it on)
  BAMSCOPE_TEST_DAEMONS    ON adds Slurm and network tools, for the tests that start them; without them these tests are skipped
                           (default: OFF; packaging/test.sh switches it on where CI is set, since these packages bring services)
  BAMSCOPE_SKIP_PACKAGES   1 leaves Debian packages alone, on machines that have their own
  CUDAToolkit_ROOT         CUDA toolkit outside the usual places
TEXT
}
case ${1:-} in
    "") ;;
    -h | --help) usage; exit 0 ;;
    *) die 2 "packaging/deps.sh takes no argument '$1'." "Run packaging/deps.sh --help." ;;
esac

# ---- Debian packages ----------------------------------------------------------------------------------------------------------------

packages=(g++ cmake ninja-build pkgconf ccache mold python3 python3-pip qt6-base-dev nlohmann-json3-dev libboost-dev libgloo-dev libprotobuf-dev protobuf-compiler
    libsentencepiece-dev libxxhash-dev libzip-dev bible-kjv)
[[ ${BAMSCOPE_TEST_DAEMONS:-} != ON ]] || packages+=(slurmctld slurmd slurm-client munge iproute2)
[[ ${BAMSCOPE_GUI:-ON} == OFF ]] || packages+=(libqcustomplot-dev qt6-svg-dev qt6-tools-dev qt6-l10n-tools qt6-translations-l10n)

missingPackages() {
    local name
    for name in "${packages[@]}"; do
        [[ $(dpkg-query -W -f '${db:Status-Abbrev}' "$name" 2>/dev/null) == ii* ]] || printf '%s ' "$name"
    done
}

installPackages() {
    if [[ ${BAMSCOPE_SKIP_PACKAGES:-} == 1 ]]; then
        say "Debian packages: not checked (BAMSCOPE_SKIP_PACKAGES=1)"
        return
    fi
    if ! { command -v dpkg-query && command -v apt-get; } >/dev/null; then
        die 4 "This is not a Debian-like system: apt-get was not found." \
            "Install the counterparts of these Debian 12 packages: ${packages[*]}" "Then run this again with BAMSCOPE_SKIP_PACKAGES=1."
    fi
    local missing
    read -ra missing <<<"$(missingPackages)"
    if [[ ${#missing[@]} -eq 0 ]]; then
        say "Debian packages: all ${#packages[@]} present, skipped"
        return
    fi
    local asRoot=()
    if [[ $EUID -ne 0 ]]; then
        if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            asRoot=(sudo -n)
        elif command -v sudo >/dev/null && [[ -t 0 && -t 2 ]]; then
            asRoot=(sudo)
        else
            die 4 "${#missing[@]} Debian packages are missing, and neither root nor sudo is available here. Ask for this to be run:" \
                "apt-get install -y --no-install-recommends ${missing[*]}"
        fi
    fi
    say "Debian packages: installing ${missing[*]}"
    local log apt
    log=$(mktemp)
    apt=("${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    if ! { "${apt[@]}" update || true; "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } </dev/null >"$log" 2>&1; then
        tail -n 15 "$log" >&2
        rm -f "$log"
        die 4 "apt-get could not install ${missing[*]}; its last lines are above." \
            "If it could not reach the archive, check the network; if a package is unknown, this release is older than Debian 12 or Ubuntu 24.04."
    fi
    rm -f "$log"
}

# ---- CUDA toolkit: is it there, and which parts does it lack ------------------------------------------------------------------------

# Prints the root of a CUDA 13 toolkit; says on standard error why a found one is not used.
cudaToolkit() {
    local candidate nvcc release
    for candidate in "${CUDAToolkit_ROOT:-}" "${CUDA_HOME:-}" "$(dirname "$(dirname "$(command -v nvcc 2>/dev/null || echo /x/x)")")" /usr/local/cuda; do
        nvcc=$candidate/bin/nvcc
        [[ -n $candidate && -x $nvcc ]] || continue
        release=$("$nvcc" --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p')
        if [[ $release == 13 ]]; then
            (cd "$candidate" && pwd -P)
            return 0
        fi
        say "CUDA: the toolkit in $candidate is release ${release:-unknown}; LibTorch 2.11 needs 13, so it is not used" >&2
    done
    return 1
}

# onSystem SONAME: on the system's library path. Not grep -q: it would end before ldconfig has, which then fails, and the pipe with it.
onSystem() { /sbin/ldconfig -p 2>/dev/null | grep -F "$1 " >/dev/null; }

# hasLibrary TOOLKIT SONAME: in the toolkit or on the system's library path
hasLibrary() {
    compgen -G "$1/lib*/$2" >/dev/null || compgen -G "$1/targets/*/lib/$2" >/dev/null || onSystem "$2"
}

# ---- Wheels -------------------------------------------------------------------------------------------------------------------------

site=$BAMSCOPE_DEPS_DIR/site
declare -a wheels=()         # names, in the order they are unpacked
declare -A parts=()          # what is unpacked from each

want() {
    wheels+=("$1")
    parts[$1]="${*:2}"
}

chooseWheels() {
    local toolkit="" libraries="torch/lib/libtorch_cpu.so torch/lib/libc10.so torch/lib/libgomp.so.1"
    case ${BAMSCOPE_CUDA:-AUTO} in
        OFF) say "CUDA: off (BAMSCOPE_CUDA=OFF)" ;;
        AUTO) toolkit=$(cudaToolkit) || say "CUDA: no CUDA 13 toolkit found, building for the CPU" ;;
        ON) toolkit=$(cudaToolkit) || die 4 "BAMSCOPE_CUDA=ON, but no CUDA 13 toolkit was found." \
            "Install one (nvcc must be on PATH, or set CUDAToolkit_ROOT), or leave BAMSCOPE_CUDA unset to build for the CPU." ;;
        *) die 2 "BAMSCOPE_CUDA is '${BAMSCOPE_CUDA}'; it can be AUTO, ON or OFF." ;;
    esac
    if [[ -n $toolkit ]]; then
        say "CUDA: toolkit in $toolkit"
        libraries+=" torch/lib/libtorch_cuda.so torch/lib/libc10_cuda.so torch/lib/libtorch_cuda_linalg.so torch/lib/libtorch_nvshmem.so torch/lib/libcaffe2_nvrtc.so"
    fi
    want nvidia-cuda-runtime "nvidia/cu13/include/*" "nvidia/cu13/lib/libcudart.so.*"
    want nvidia-cuda-cupti "nvidia/cu13/lib/libcupti.so.*"
    want mistral-common "mistral_common/data/mistral_instruct_tokenizer_240323.model.v3"
    want pyarrow "pyarrow/include/*" "pyarrow/libarrow.so.*" "pyarrow/libparquet.so.*"
    local python=""
    if wantsPython; then python="torch/*.py torchgen/*.py torch/_C.cpython-311-*.so torch/bin/torch_shm_manager torch/lib/libtorch_python.so torch/lib/libtorch.so torch/lib/libshm.so torch/lib/libtorch_global_deps.so"; fi
    if [[ -n $python && -z $toolkit ]]; then libraries+=" torch/lib/libtorch_cuda.so torch/lib/libc10_cuda.so torch/lib/libtorch_nvshmem.so"; fi
    want torch "torch/include/*" "$libraries" "$python"
    if [[ -n $toolkit ]]; then
        want nvidia-nvshmem-cu13 "nvidia/nvshmem/lib/*.so.*"
        want nvidia-cusparselt-cu13 "nvidia/cusparselt/lib/*.so.*" "nvidia/cusparselt/LICENSE.txt"
        want nvidia-cufile "nvidia/cu13/lib/libcufile.so.*"
        hasLibrary "$toolkit" libcudnn.so.9 || want nvidia-cudnn-cu13 "nvidia/cudnn/lib/*.so.*" "nvidia/cudnn/include/*"
        hasLibrary "$toolkit" libnccl.so.2 || want nvidia-nccl-cu13 "nvidia/nccl/lib/*.so.*" "nvidia/nccl/include/*"
    fi
    if [[ -n $python ]]; then choosePythonWheels; fi
}

# The pinned torch is a module for CPython 3.11, Debian 12's.
wantsPython() {
    local version
    case ${BAMSCOPE_PYTHON:-OFF} in
        OFF) return 1 ;;
        ON) ;;
        *) die 2 "BAMSCOPE_PYTHON is '${BAMSCOPE_PYTHON}'; it can be ON or OFF." ;;
    esac
    version=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || echo "none")
    if [[ $version != 3.11 ]]; then
        say "Python: PyTorch is pinned for 3.11, python3 here is $version; tests that exchange files with it will be skipped"
        return 1
    fi
}

# cudaPart WHEEL SONAME PARTS...: a library that `import torch` loads, even without a GPU, unless the system has it.
declare -a cudaParts=()
cudaPart() {
    if [[ -n ${parts[$1]:-} ]] || onSystem "$2"; then return; fi
    want "$1" "${@:3}"
    cudaParts+=("$1")
}

# What `import torch`, torch.optim, torchrun and TensorBoard's readers need; found by leaving things out until an import failed.
choosePythonWheels() {
    want typing-extensions "typing_extensions.py"
    want sympy "sympy/*.py"
    want mpmath "mpmath/*.py"
    want numpy "numpy/*" "numpy.libs/*"
    want protobuf "google/*"
    want absl-py "absl/*.py"
    want tensorboard "tensorboard/*.py"
    want sentencepiece "sentencepiece/*" "sentencepiece.libs/*"
    # What libtorch_python and libtorch_cuda name as needed (readelf -d), and what that needs in turn. cuDNN's parts are loaded when they are used.
    cudaPart nvidia-cublas libcublas.so.13 "nvidia/cu13/lib/libcublas*.so.*"
    cudaPart nvidia-cufft libcufft.so.12 "nvidia/cu13/lib/libcufft.so.*"
    cudaPart nvidia-curand libcurand.so.10 "nvidia/cu13/lib/libcurand.so.*"
    cudaPart nvidia-cusparse libcusparse.so.12 "nvidia/cu13/lib/libcusparse.so.*"
    cudaPart nvidia-nvjitlink libnvJitLink.so.13 "nvidia/cu13/lib/libnvJitLink.so.*"
    cudaPart nvidia-cufile libcufile.so.0 "nvidia/cu13/lib/libcufile.so.*"
    cudaPart nvidia-cudnn-cu13 libcudnn.so.9 "nvidia/cudnn/lib/libcudnn.so.*"
    cudaPart nvidia-nccl-cu13 libnccl.so.2 "nvidia/nccl/lib/*.so.*"
    cudaPart nvidia-nvshmem-cu13 libnvshmem_host.so.3 "nvidia/nvshmem/lib/libnvshmem_host.so.*"
    cudaPart nvidia-cusparselt-cu13 libcusparseLt.so.0 "nvidia/cusparselt/lib/*.so.*" "nvidia/cusparselt/LICENSE.txt"
    [[ ${#cudaParts[@]} -eq 0 ]] || say "Python: PyTorch does not load without CUDA's libraries, which this system lacks; their wheels are added: ${cudaParts[*]}"
}

pinned() { grep -E "^$1==" "$BAMSCOPE_ROOT/packaging/wheels.txt" || die 1 "packaging/wheels.txt does not pin $1."; }
stampText() { printf '%s\n%s\n' "$(pinned "$1")" "${parts[$1]}"; }

# The pinned file is there with at least the parts that are wanted now (an earlier call may have wanted more).
isUnpacked() {
    local pin="" have="" part wanted
    [[ -f $BAMSCOPE_DEPS_DIR/stamps/$1 ]] || return 1
    { read -r pin && read -r have; } <"$BAMSCOPE_DEPS_DIR/stamps/$1" || return 1
    [[ $pin == "$(pinned "$1")" ]] || return 1
    read -ra wanted <<<"${parts[$1]}"
    for part in "${wanted[@]}"; do [[ " $have " == *" $part "* ]] || return 1; done
}

# A python3 that has pip: the first on PATH, or Debian's.
pythonWithPip() {
    local python
    for python in python3 /usr/bin/python3; do
        if "$python" -m pip --version >/dev/null 2>&1; then
            echo "$python"
            return
        fi
    done
    die 4 "No python3 with pip was found." "Install the package python3-pip, or put a python3 that has pip on PATH."
}

# Turns pip's last words into one sentence and a next step.
explainPip() {
    local log=$1 what=$2
    tail -n 8 "$log" >&2
    if grep -q 'DO NOT MATCH THE HASHES' "$log"; then
        die 4 "The downloaded $what is not the pinned file (its SHA-256 differs); nothing was unpacked." \
            "A mirror or proxy served something else: check pip's configuration, clear its cache (pip cache purge) and try again."
    elif grep -qE 'No space left' "$log"; then
        die 4 "The disk filled up while downloading $what." "Free some space, or set BAMSCOPE_DEPS_DIR (and TMPDIR) to a larger disk."
    elif grep -qE 'Retrying|ConnectionError|timed out|name resolution|ProxyError|SSLError' "$log"; then
        die 4 "The package index could not be reached to download $what." \
            "Check the network and pip's configuration (pip config list); what was already unpacked is kept."
    fi
    die 4 "pip could not download $what; its last lines are above."
}

fetchWheel() {
    local name=$1 python requirement version downloads=$BAMSCOPE_DEPS_DIR/download log platform options=()
    python=$(pythonWithPip)
    requirement=$(pinned "$name")
    version=${requirement#*==}
    version=${version%% *}
    rm -rf "$downloads"
    mkdir -p "$downloads" "$BAMSCOPE_DEPS_DIR/stamps" "$site"
    rm -f "$BAMSCOPE_DEPS_DIR/stamps/$name"
    printf '%s\n' "$requirement" >"$downloads/requirement.txt"
    # Older pips take only the platforms that are named, so name each that the pinned files use.
    for platform in manylinux_2_28 manylinux_2_27 manylinux_2_25 manylinux_2_18 manylinux_2_17 manylinux2014; do options+=(--platform "${platform}_x86_64"); done
    say "Wheel $name $version: downloading"
    log=$downloads/pip.log
    TMPDIR=$downloads "$python" -m pip download --disable-pip-version-check --no-input --progress-bar off --no-deps --only-binary=:all: --require-hashes \
        --python-version 3.11 --implementation cp --abi cp311 "${options[@]}" -d "$downloads" -r "$downloads/requirement.txt" >"$log" 2>&1 || explainPip "$log" "$name $version"
    local patterns
    read -ra patterns <<<"${parts[$name]}"
    "$python" "$BAMSCOPE_ROOT/packaging/unpack_wheel.py" "$downloads"/*.whl "$site" "${patterns[@]}" ||
        die 4 "Unpacking $name $version failed." "If the disk is full, free some space; the next call starts this wheel again."
    stampText "$name" >"$BAMSCOPE_DEPS_DIR/stamps/$name.part"
    mv "$BAMSCOPE_DEPS_DIR/stamps/$name.part" "$BAMSCOPE_DEPS_DIR/stamps/$name"
    rm -rf "$downloads"
}

unpackWheels() {
    local name missing=() needed available
    for name in "${wheels[@]}"; do isUnpacked "$name" || missing+=("$name"); done
    if [[ ${#missing[@]} -eq 0 ]]; then
        say "Wheels: all ${#wheels[@]} unpacked, skipped"
        return
    fi
    # The largest wheel beside what is unpacked from it, the build and the quickstart's results.
    needed=4
    if ((${#wheels[@]} > 5)); then needed=6; fi
    if ((${#cudaParts[@]} > 2)); then needed=9; fi
    available=$(df -Pk "$BAMSCOPE_DEPS_DIR" | awk 'NR == 2 {print int($4 / 1048576)}')
    ((available >= needed)) || die 4 "$BAMSCOPE_DEPS_DIR has $available GiB free; unpacking and building need about $needed GiB." \
        "Free some space, or set BAMSCOPE_DEPS_DIR and BAMSCOPE_BUILD_DIR to folders on a larger disk."
    local skipped=$((${#wheels[@]} - ${#missing[@]}))
    ((skipped == 0)) || say "Wheels: $skipped of ${#wheels[@]} unpacked, skipped"
    for name in "${missing[@]}"; do fetchWheel "$name"; done
}

[[ $(uname -m) == x86_64 ]] || die 4 "This machine is $(uname -m); the pinned LibTorch exists for x86_64 only." \
    "Build by hand against another LibTorch: cmake --preset release -DBAMSCOPE_TORCH_DIR=…"
if ! mkdir -p "$BAMSCOPE_DEPS_DIR" 2>/dev/null || [[ ! -w $BAMSCOPE_DEPS_DIR ]]; then
    die 4 "$BAMSCOPE_DEPS_DIR cannot be written." "Set BAMSCOPE_DEPS_DIR to a folder that can."
fi
exec 9>"$BAMSCOPE_DEPS_DIR/lock"
flock -n 9 || { say "Waiting for another set-up in $BAMSCOPE_DEPS_DIR to end"; flock 9; }
installPackages
chooseWheels
unpackWheels
