#!/usr/bin/env python3
"""Tests of grist new: the templates of examples/new are complete, short and run without a warning; nothing is overwritten.

    test_new.py LMP
"""
import csv
import math
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import find_modules
from find_modules import ROOT

from grist_tools.read.logs import is_warning
from grist_tools.run.inputs import check_ranges, in_range, index_variables
from grist_tools.run.new_input import TEMPLATES, kinds

LMP = None
MAIN = ROOT / "scripts" / "main.py"
ALL = sorted(path.name for path in TEMPLATES.iterdir() if path.is_dir())
MATERIAL = {"density", "young", "poisson", "restitution", "friction", "rolling_friction", "wall_friction"}
RADII = {"mill": 0.1, "drum": 0.06, "screw": 0.05}      # m; above 30/pi sqrt(g/R) turns a minute the wall presses a particle more than gravity pulls it
# Values that give the other warnings of a template, and its errors, with a part of each.
WARNED = {
    "blocks": {"too fast for a static test": "slow 0.9"},
    "chute": {"falls by 35 degrees": "wall_friction 0.71"},
    "conveyor": {"give size_min below size_max": "size_min 0.03", "the slower belt carries": "rate 30", "around: v^2": "belt_speed 0.98",
                 "run at 1 to 5 m/s": "belt_speed 5.1", "falls short": "hood 0.03", "block the chute": "size_max 0.07"},
    "crusher": {"the gap opens to 0.037 m": "stroke 0.002 smallest 0.038"},
    "drum": {"fill more than half": "mass 0.21"},
    "hopper": {"narrower than 5 diameters": "size 0.0125", "this hopper is full": "number 2600"},
    "mill": {"fill more than half": "balls 3001"},
    "screen": {"give size_min below size_max": "size_min 0.03", "nothing stays": "opening 0.02", "nothing passes": "opening 0.003", "below 1:": "frequency 9",
               "across the openings": "amplitude 0.01"},
    "screw": {"a full screw conveys": "rate 1", "jam": "size 0.016"},
    "shear_cell": {"inertial number": "speed 0.2", "young is below": "young 1e6"},
    "strength": {"too fast for a static test": "speed 0.2"},
}


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

    def test_kinds_are_those_of_the_folder_of_the_pages_and_of_the_command(self):
        self.assertEqual(kinds(), ALL)
        for page in (TEMPLATES / "README.md", ROOT / "doc/first_minutes.md"):
            rows = re.findall(r"^\| (\w+) \|", page.read_text().partition("| kind |")[2].partition("\n\n")[0], re.MULTILINE)
            self.assertEqual(sorted(rows), ALL, page)
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
            self.assertLess(len(lines), 160, kind)
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
                          "call it my_mill")
        self.assert_fails(self.new("x/my  'mill"), "the name 'my  'mill' has a space or another character that inputs of LAMMPS cannot hold: "
                          "call it x/my_mill")
        self.assert_fails(self.new("no/folder"), "cannot make the folder no/folder: No such file or directory")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_variables_have_units_and_ranges(self):
        for kind in ALL:
            variables, text = index_variables(TEMPLATES / kind / f"in.{kind}"), (TEMPLATES / kind / f"in.{kind}").read_text()
            for name, variable in variables.items():
                if name != "seed":
                    self.assertTrue(variable.range, f"{kind}: {name}")
                    self.assertTrue(in_range(variable.value, *variable.range[1:]), f"{kind}: {name}")
                self.assertRegex(text, rf"\$\{{{name}\}}|v_{name}\b", f"{kind}: {name} changes nothing")
            self.assertIn("seed", variables)
            self.assertLessEqual({"density", "friction", "wall_friction"}, set(variables), kind)
            self.assertNotRegex(re.sub(r"#.*", "", text), rf"\b({'|'.join(MATERIAL - {'young'})}) [0-9.]", f"{kind}: a value of the material that no variable gives")

    def test_values_outside_end_in_a_sentence(self):
        for kind in ALL:
            script = TEMPLATES / kind / f"in.{kind}"
            variables = index_variables(script)
            for name, variable in variables.items():
                if not variable.range:
                    continue
                unit, least, most = variable.range
                check_ranges(script, {name: least}, variables)
                check_ranges(script, {name: most}, variables)
                for value in ("-1", str(float(most) * 1.01), "fast", "nan"):
                    with self.assertRaises(SystemExit) as raised:
                        check_ranges(script, {name: value}, variables)
                    self.assertEqual(str(raised.exception).partition(": ")[2], f"{name} is {value}; {script} allows {least} to {most}{' ' * bool(unit)}{unit}")

    def test_run_inspect_and_sweep_reject_them(self):
        self.new("m", "--kind", "mill")
        for words in (("run", "m", "--", "-var", "rpm", "0"), ("inspect", "m", "--", "-var", "rpm", "0"), ("sweep", "m", "--vary", "rpm=0:60:60")):
            done = subprocess.run([sys.executable, MAIN, *words[:2], "--program", LMP, *words[2:]], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 1, words)
            self.assertRegex(done.stderr, r"^grist: rpm is 0; .*m/in.mill allows 5 to 500 1/min\n$")
            self.assertFalse((self.folder / "results/m/log.lammps").exists())

    def said_at_the_start(self, kind, **values):
        """Warnings and errors that the template prints before it makes the box."""
        folder = self.folder / kind
        if not folder.is_dir():
            self.new(kind, "--kind", kind)
            script = folder / f"in.{kind}"
            script.write_text(script.read_text().partition("\n# The box")[0])
        words = [word for name, value in values.items() for word in ("-var", name, str(value))]
        done = subprocess.run([LMP, "-in", f"in.{kind}", "-log", "none", *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=300)
        said = re.findall("^(WARNING|ERROR): (.*)$", done.stdout, re.MULTILINE)
        self.assertEqual(done.returncode, int("ERROR" in dict(said)), done.stdout + done.stderr)
        return [text for _, text in said]

    def test_above_the_critical_speed_particles_stick_to_the_wall(self):
        """Where the wall presses a particle as much as gravity pulls it."""
        for kind, radius in RADII.items():
            limit = 30 / math.pi * math.sqrt(9.81 / radius)
            self.assertEqual(self.said_at_the_start(kind, rpm=f"{limit - 1:.1f}"), [])
            said = self.said_at_the_start(kind, rpm=f"{limit + 1:.1f}")
            self.assertEqual(len(said), 1)
            self.assertRegex(said[0], "turns a minute")

    def test_each_warning_has_values_that_give_it(self):
        self.assertEqual(sorted(WARNED), ALL)
        for kind, rows in WARNED.items():
            text = (TEMPLATES / kind / f"in.{kind}").read_text()
            self.assertEqual(len(re.findall("'(?:WARNING|ERROR): ", text)), len(rows) + (kind in RADII), kind)
            for part, values in rows.items():
                words = values.split()
                said = self.said_at_the_start(kind, **dict(zip(words[::2], words[1::2])))
                self.assertTrue([one for one in said if part in one], f"{kind}, {values}: {said}")

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
            said = re.findall(r"^.*(?:WARNING|ERROR|left facing).*$", done.stdout, re.MULTILINE)
            self.assertEqual([line for line in said if not line.startswith("WARNING") or is_warning(line)], [], kind)
            for name in ("figures.csv", "settings.txt"):
                self.assertGreater((folder / name).stat().st_size, 0, f"{kind}: {name}")
            with open(folder / "figures.csv", newline="") as file:
                for row in csv.DictReader(file):
                    self.assertTrue(math.isfinite(float(row["value"])), f"{kind}: {row}")
                    if row["name"].startswith("fed - out"):
                        self.assertLess(abs(float(row["value"])), 1e-9, kind)
            self.assertEqual(self.heads_without_units(folder), [], kind)

    def heads_without_units(self, folder):
        """Columns of the tables that the template itself writes; counts, shares and ratios have none."""
        known = r"step|TimeStep|strain|broken_bonds|softened_bonds|size over opening|share that passes|name|value|unit"
        heads = [head for path in sorted(folder.glob("*.csv")) if path.name.startswith(("history", "curve")) for head in path.read_text().splitlines()[0].split(",")]
        return [head for head in heads if not re.fullmatch(rf"({known})|.+ \[.+\]", head)]


if __name__ == "__main__":
    LMP = Path(sys.argv.pop(1)).resolve()
    find_modules.run_tests()
