#!/usr/bin/env python3
"""Tests of grist new: the templates of examples/new are complete, short and run without a warning; nothing is overwritten.

    test_new.py LMP
"""
import math
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import find_modules
from find_modules import ROOT

from grist_tools.run.new_input import TEMPLATES, kinds

LMP = None
MAIN = ROOT / "scripts" / "main.py"
ALL = ["chute", "crusher", "drum", "hopper", "mill", "strength"]


class New(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def new(self, *words):
        return subprocess.run([sys.executable, MAIN, "new", *words], cwd=self.folder, capture_output=True, text=True)

    def assert_fails(self, done, sentence):
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, f"grist: {sentence}\n")
        self.assertEqual(done.stdout, "")

    def test_kinds_are_those_of_the_page_and_of_the_command(self):
        self.assertEqual(kinds(), ALL)
        page = (TEMPLATES / "README.md").read_text()
        self.assertEqual(sorted(re.findall(r"^\| (\w+) \|", page, re.MULTILINE)), sorted([*ALL, "kind"]))
        self.assertIn(f"one of {', '.join(ALL)}", " ".join(self.new("--help").stdout.split()))

    def test_a_folder_is_complete(self):
        for kind in ALL:
            done = self.new(f"my_{kind}", "--kind", kind, "--command", "./grist")
            self.assertEqual(done.returncode, 0, done.stderr)
            folder = self.folder / f"my_{kind}"
            self.assertEqual({path.name for path in folder.iterdir()}, {path.name for path in (TEMPLATES / kind).iterdir()})
            self.assertEqual([path.name for path in folder.glob("in.*")], [f"in.{kind}"])
            self.assertIn("./grist run my_", done.stdout)
            page = (folder / "README.md").read_text()
            self.assertIn(f"    ./grist run my_{kind}\n", page)
            self.assertNotIn("FOLDER", page)
            self.assertLess(page.count("\n"), 45, "more than a screen")
            for name in re.findall(r"^[^#\n]*\$\{here\}/(\S+)", (folder / f"in.{kind}").read_text(), re.MULTILINE):
                self.assertTrue((folder / name).is_file(), name)

    def test_the_usual_kind_is_a_hopper_and_names_of_cases_get_a_slash(self):
        self.assertIn("grist run ./hopper", self.new("hopper").stdout)
        self.assertTrue((self.folder / "hopper/in.hopper").is_file())

    def test_inputs_are_short_and_explain_themselves(self):
        for kind in ALL:
            lines = (TEMPLATES / kind / f"in.{kind}").read_text().splitlines()
            self.assertLess(len(lines), 70, kind)
            self.assertLessEqual(max(map(len, lines)), 150, kind)
            blocks = "\n".join(lines).split("\n\n")
            explained = [block for block in blocks if block.startswith("#") or "index" in block or block.startswith(("run", "print"))]
            self.assertEqual(blocks, explained, kind)

    def test_nothing_is_overwritten(self):
        (self.folder / "mine").mkdir()
        (self.folder / "file").write_text("text\n")
        (self.folder / "link").symlink_to("nowhere")
        for name in ("mine", "file", "link"):
            self.assert_fails(self.new(name), f"{name} is there already: choose another name")
        self.assertEqual(list((self.folder / "mine").iterdir()), [])
        self.assertEqual((self.folder / "file").read_text(), "text\n")

    def test_errors_are_one_sentence(self):
        self.assert_fails(self.new("a", "--kind", "silo"), f"unknown kind 'silo'; the kinds are: {' '.join(ALL)}")
        self.assert_fails(self.new("my mill"), "the name 'my mill' has a space or another character that inputs of LAMMPS cannot hold: "
                          "choose another name")
        self.assert_fails(self.new("no/folder"), "cannot make the folder no/folder: No such file or directory")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_the_mill_warns_where_balls_stick_to_the_wall(self):
        """Above the speed at which the wall presses a ball as much as gravity pulls it: 30/pi sqrt(g/R) turns a minute."""
        limit = 30 / math.pi * math.sqrt(9.81 / 0.1)
        self.new("m", "--kind", "mill")
        script = self.folder / "m/in.mill"
        script.write_text(re.split("^region +box", script.read_text(), maxsplit=1, flags=re.MULTILINE)[0])
        for speed in (limit - 1, limit + 1):
            done = subprocess.run([LMP, "-in", script.name, "-log", "none", "-var", "rpm", f"{speed:.1f}"], cwd=script.parent, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertEqual(len(re.findall(f"^WARNING: at {speed:.1f} turns a minute", done.stdout, re.MULTILINE)), int(speed > limit))

    def test_templates_run_without_a_warning(self):
        """Each run of 0 steps, or else of 100."""
        for kind in ALL:
            self.new(kind, "--kind", kind)
            folder = self.folder / kind
            script = folder / f"in.{kind}"
            text, runs = re.subn(r"^run(?! +0$) .*$", "run 100", script.read_text(), flags=re.MULTILINE)
            self.assertGreater(runs, 0)
            script.write_text(text)
            done = subprocess.run([LMP, "-in", script.name, "-log", "log.lammps"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True, timeout=300)
            if "built without VTK" in done.stdout + done.stderr:
                self.skipTest("no VTK: no dump paraview")
            self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr)
            self.assertEqual(re.findall(r"^.*(?:WARNING|ERROR|left facing).*$", done.stdout, re.MULTILINE), [], kind)
            for name in ("figures.csv", "settings.txt"):
                self.assertGreater((folder / name).stat().st_size, 0, f"{kind}: {name}")


if __name__ == "__main__":
    LMP = Path(sys.argv.pop(1)).resolve()
    find_modules.run_tests()
