# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the source tree to rules.py, and shows on small broken trees that each rule notices what it forbids.

Usage: test_rules.py CHECKOUT QT_CORE_INCLUDE_FOLDER [unittest arguments]
"""
import os
import sys
import tempfile
import unittest

import rules

CHECKOUT, QT_CORE = sys.argv[1], sys.argv[2]
SPDX = "SPDX-License-Identifier: GPL-3.0-or-later\n"


def broken(**files):
    """A tree with these files; __ stands for / and _dot_ for a dot."""
    folder = tempfile.TemporaryDirectory()
    for name, text in files.items():
        path = os.path.join(folder.name, name.replace("__", "/").replace("_dot_", "."))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
    tree = rules.Tree(folder.name)
    tree.keep_alive = folder
    return tree


class TheTree(unittest.TestCase):
    tree = rules.Tree(CHECKOUT)

    def holds(self, problems):
        problems = list(problems)
        self.assertFalse(problems, "\n" + "\n".join(problems))

    def test_holds_the_project(self):
        self.assertIn("core/base/error.h", self.tree.files)
        self.assertIn("packaging/test.sh", self.tree.files)

    def test_core_uses_no_gui(self):
        self.assertTrue(os.path.exists(os.path.join(QT_CORE, "QString")), f"{QT_CORE} holds no QString")
        self.holds(rules.core_uses_no_gui(self.tree, QT_CORE))

    def test_core_links_no_gui(self):
        self.holds(rules.core_links_no_gui(self.tree))

    def test_widgets_know_no_torch(self):
        self.holds(rules.widgets_know_no_torch(self.tree))

    def test_moc_reads_no_torch(self):
        self.holds(rules.moc_reads_no_torch(self.tree))

    def test_files_are_short(self):
        self.holds(rules.files_are_short(self.tree))

    def test_licences_are_named(self):
        self.holds(rules.licences_are_named(self.tree))

    def test_nothing_names_a_machine(self):
        self.holds(rules.nothing_names_a_machine(self.tree))

    def test_nothing_is_left_undone(self):
        self.holds(rules.nothing_is_left_undone(self.tree))

    def test_scripts_are_sound(self):
        self.holds(rules.scripts_are_sound(self.tree))

    def test_json_files_parse(self):
        self.holds(rules.json_files_parse(self.tree))


class TheRules(unittest.TestCase):
    def notices(self, problems, *fragments):
        problems = list(problems)
        self.assertEqual(len(problems), len(fragments), problems)
        for problem, fragment in zip(problems, fragments):
            self.assertIn(fragment, problem)

    def test_gui_in_core(self):
        tree = broken(core__a_dot_cpp="#include <QString>\n#include <QWidget>\n#include <QtGui/QImage>\n#include <qcustomplot.h>\n#include \"widgets/x.h\"\n")
        self.notices(rules.core_uses_no_gui(tree, QT_CORE), "a.cpp:2 includes QWidget", "a.cpp:3", "qcustomplot.h", "widgets/x.h")
        self.notices(rules.core_links_no_gui(broken(core__CMakeLists_dot_txt="Qt6::Core Qt6::Gui")), "Qt6::Gui")

    def test_torch_in_widgets_directly_and_through_core(self):
        tree = broken(widgets__a_dot_cpp='#include "core/b.h"\n', core__b_dot_h='#include "core/c.h"\n', core__c_dot_h="#include <ATen/ATen.h>\n",
                      widgets__d_dot_h="#include <torch/torch.h>\n", widgets__e_dot_cpp="#include <QWidget>\n")
        self.notices(rules.widgets_know_no_torch(tree), "widgets/a.cpp > core/b.h > core/c.h", "widgets/d.h reaches torch/torch.h")

    def test_torch_where_moc_reads(self):
        tree = broken(app__a_dot_h="#include <c10/core/Device.h>\nclass A { Q_OBJECT };\n", app__b_dot_h="#include <c10/core/Device.h>\n")
        self.notices(rules.moc_reads_no_torch(tree), "app/a.h:1")

    def test_a_long_file(self):
        self.notices(rules.files_are_short(broken(core__a_dot_cpp="\n" * 801, core__b_dot_cpp="\n" * 800)), "core/a.cpp has 801 lines")

    def test_a_missing_licence(self):
        self.notices(rules.licences_are_named(broken(core__a_dot_h="#pragma once\n", core__b_dot_h="// " + SPDX, run="#!/bin/bash\n")), "core/a.h", "run")

    def test_machine_paths_and_hosts(self):
        tree = broken(a_dot_md="see /ho" + "me/someone/x\n", b_dot_txt="${root}/t" + "mp/x and $HOME/wo" + "rk/x\n", c_dot_md="https://pypi" + ".org/simple\n")
        self.notices(rules.nothing_names_a_machine(tree), "a.md:1", "c.md:1")

    def test_open_ends(self):
        self.notices(rules.nothing_is_left_undone(broken(core__a_dot_cpp="\n// TO" + "DO later\n", core__b_dot_cpp="// QSK" + "IP(x)\n")), "a.cpp:2", "b.cpp:1")

    def test_a_broken_script(self):
        tree = broken(a_dot_sh="#!/bin/bash\nif true; then\n", b_dot_sh="# shellcheck shell=bash\ntrue\n")
        problems = list(rules.scripts_are_sound(tree))
        self.assertTrue(any("a.sh fails bash" in p for p in problems), problems)
        self.assertTrue(any("a.sh starts with #! but is not executable" in p for p in problems), problems)
        self.assertFalse(any("b.sh" in p for p in problems), problems)

    def test_broken_json(self):
        self.notices(rules.json_files_parse(broken(a_dot_json="{", b_dot_json="{}", tests__data__c_dot_json="{")), "a.json is not valid JSON")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
