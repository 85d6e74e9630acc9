# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules that keep the source tree in shape. Each rule takes a Tree and yields one sentence per violation, naming file and line."""
import json
import os
import re
import shutil
import subprocess

SOURCE_ENDINGS = (".cpp", ".h", ".cu", ".cuh", ".in", ".py", ".sh", ".cmake", "CMakeLists.txt")
CODE_ENDINGS = (".cpp", ".h", ".cu", ".cuh")
MAX_LINES = 800
TORCH = re.compile(r"^(torch|ATen|c10|caffe2)/")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


class Tree:
    """The files of a checkout: those git knows or would add, else all outside build folders."""

    def __init__(self, root):
        self.root = root
        self.files = sorted(self._list())
        self._texts = {}

    def _list(self):
        if os.path.exists(os.path.join(self.root, ".git")) and shutil.which("git"):
            # A checkout that belongs to another user (a container's mount) is still only read here.
            listed = subprocess.run(["git", "-c", f"safe.directory={self.root}", "-C", self.root, "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
                                    capture_output=True, text=True)
            if listed.returncode == 0:
                return [f for f in listed.stdout.split("\0") if os.path.isfile(os.path.join(self.root, f))]
        found = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = [f for f in folders if f not in ("build", ".git", "logs", "__pycache__")]
            found += [os.path.relpath(os.path.join(folder, name), self.root) for name in names]
        return found

    def text(self, name):
        """Content, or None for a file that is not text."""
        if name not in self._texts:
            with open(os.path.join(self.root, name), "rb") as file:
                content = file.read()
            try:
                self._texts[name] = None if b"\0" in content else content.decode()
            except UnicodeDecodeError:
                self._texts[name] = None
        return self._texts[name]

    def code(self, *folders):
        return [f for f in self.files if f.endswith(CODE_ENDINGS) and f.split("/")[0] in folders]

    def includes(self, name):
        """(line, header, whether in angle brackets) of a file."""
        text = self.text(name) or ""
        return [(text.count("\n", 0, m.start(2)) + 1, m.group(2), m.group(1) == "<") for m in INCLUDE.finditer(text)]

    def reachable_includes(self, name):
        """Everything a file includes, directly or through project headers: (chain of files, header)."""
        seen, open_files = {name}, [[name]]
        while open_files:
            chain = open_files.pop()
            for _, header, _ in self.includes(chain[-1]):
                yield chain, header
                beside = os.path.normpath(os.path.join(os.path.dirname(chain[-1]), header))
                for target in (header, beside):
                    if target in self.files and target not in seen:
                        seen.add(target)
                        open_files.append(chain + [target])


def is_script(tree, name):
    return name.endswith(".sh") or re.match(r"#!.*\b(ba)?sh\b", (tree.text(name) or "")[:80]) is not None


def core_uses_no_gui(tree, qt_core_folder=""):
    """core/ includes nothing of Qt but Qt Core, no QCustomPlot, and nothing of widgets/ or app/."""
    for name in tree.code("core"):
        for line, header, _ in tree.includes(name):
            module = re.match(r"(Qt[A-Z]\w+)/", header)
            foreign = module and module.group(1) != "QtCore"
            if re.fullmatch(r"Q[A-Za-z0-9]+", header):
                foreign = not os.path.exists(os.path.join(qt_core_folder, header))
            if foreign or header == "qcustomplot.h" or re.match(r"(widgets|app)/", header):
                yield f"{name}:{line} includes {header}; core/ may use Qt Core only, and nothing above it"


def core_links_no_gui(tree):
    """No CMake file below core/ names a Qt module other than Core."""
    for name in tree.files:
        if name.startswith("core/") and name.endswith(("CMakeLists.txt", ".cmake")):
            for module in re.findall(r"Qt6?::(\w+)", tree.text(name) or ""):
                if module != "Core":
                    yield f"{name} links Qt6::{module}; core/ may link Qt6::Core only"


def widgets_know_no_torch(tree):
    """widgets/ reaches no Torch header, not even through a header of core/, and nothing of app/."""
    for name in tree.code("widgets"):
        for chain, header in tree.reachable_includes(name):
            if TORCH.match(header) or header.startswith("app/"):
                yield f"{name} reaches {header} through {' > '.join(chain)}; widgets/ work on plain values"


def moc_reads_no_torch(tree):
    """Headers of app/ with Q_OBJECT include no Torch header directly."""
    for name in tree.code("app"):
        if name.endswith(".h") and "Q_OBJECT" in (tree.text(name) or ""):
            for line, header, _ in tree.includes(name):
                if TORCH.match(header):
                    yield f"{name}:{line} includes {header} in a file that moc reads; include it in the .cpp"


def files_are_short(tree):
    """No source file is longer than MAX_LINES."""
    for name in tree.files:
        if name.endswith(SOURCE_ENDINGS) or is_script(tree, name):
            lines = (tree.text(name) or "").count("\n")
            if lines > MAX_LINES:
                yield f"{name} has {lines} lines; the limit is {MAX_LINES}: split it by idea"


def licences_are_named(tree):
    """Every source file carries the SPDX line near its top."""
    for name in tree.files:
        if name.endswith(SOURCE_ENDINGS) or is_script(tree, name):
            head = "\n".join((tree.text(name) or "").splitlines()[:4])
            if "SPDX-License-Identifier: GPL-3.0-or-later" not in head:
                yield f"{name} has no line 'SPDX-License-Identifier: GPL-3.0-or-later' in its first four lines"


def nothing_names_a_machine(tree):
    """No text file holds a path of one person's machine or the host of a package registry."""
    # Put together here, so that this file passes its own rule.
    paths = re.compile(r"(?<![\w.$}\-])/(?:" + "|".join(("wo" + "rk", "ro" + "ot", "ho" + "me", "t" + "mp", "Us" + "ers")) + r")/")
    hosts = re.compile("|".join(("pypi" + r"\.org", "pythonhosted" + r"\.org", "deb\\.debian" + r"\.org", "registry\\.npmjs" + r"\.org")))
    for name in tree.files:
        for number, line in enumerate((tree.text(name) or "").splitlines(), 1):
            found = paths.search(line) or hosts.search(line)
            if found:
                yield f"{name}:{number} names {found.group(0)}"


def nothing_is_left_undone(tree):
    """No open ends in the sources and no skipped tests."""
    marks = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "QSK" + "IP", "QEXPECT" + "_FAIL")) + r")\b")
    for name in tree.files:
        if name.endswith(SOURCE_ENDINGS) or is_script(tree, name):
            for number, line in enumerate((tree.text(name) or "").splitlines(), 1):
                found = marks.search(line)
                if found:
                    yield f"{name}:{number} holds {found.group(0)}"


def scripts_are_sound(tree):
    """Shell scripts pass `bash -n`, shellcheck where it is installed, and can be run."""
    shellcheck = shutil.which("shellcheck")
    for name in filter(lambda f: is_script(tree, f), tree.files):
        path = os.path.join(tree.root, name)
        checks = [["bash", "-n", path]] + ([[shellcheck, "-x", "-S", "warning", path]] if shellcheck else [])
        for command in checks:
            result = subprocess.run(command, capture_output=True, text=True)
            if result.returncode != 0:
                yield f"{name} fails {os.path.basename(command[0])}:\n{result.stdout}{result.stderr}"
        if (tree.text(name) or "").startswith("#!") and not os.access(path, os.X_OK):
            yield f"{name} starts with #! but is not executable"


def json_files_parse(tree):
    """Every .json file outside the tests' data, where broken ones belong, is valid."""
    for name in tree.files:
        if name.endswith(".json") and not name.startswith("tests/data/"):
            try:
                json.loads(tree.text(name) or "")
            except ValueError as error:
                yield f"{name} is not valid JSON: {error}"
