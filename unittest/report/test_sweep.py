#!/usr/bin/env python3
"""Tests of grist sweep and grist converge with a made-up LAMMPS, and of grist run --out. With a path of LAMMPS also a small real sweep.

    test_sweep.py [LMP]

Oracles: the closed form of the key figures that the made-up program writes; Student's t of three values; the runs that it counts.
"""
import csv
import io
import math
import os
import subprocess
import sys
import time
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

import find_modules
import numpy as np
from find_modules import ROOT
from scipy import stats
from stone import MAIN

sys.path.insert(0, str(ROOT / "scripts"))
import main  # noqa: E402

from grist_tools.read.intervals import Estimate  # noqa: E402
from grist_tools.report.figures import KeyFigure  # noqa: E402
from grist_tools.run.inputs import files_read, index_variables, places, variables_text  # noqa: E402
from grist_tools.sweep.converge import Change, Knob, Result, without, written  # noqa: E402
from grist_tools.sweep.plan import folder_names  # noqa: E402
from grist_tools.sweep.responses import differences, Row  # noqa: E402
from grist_tools.sweep.slurm import ranges  # noqa: E402
from grist_tools.sweep.words import axis  # noqa: E402

LMP = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else None

INPUT = """variable speed index 30      # turns in a minute
variable bars index 8
variable seed index 1
variable name index "a b"
variable here index .
include numbers.txt
fix drum all wall/mesh ${here}/drum.stl
run 0
"""
# power = speed bars + seed/10, and a figure without scatter, a text, one with an interval of its own, and those of converge
LAMMPS = """
import os, sys, time
words = sys.argv[1:]
v = {"speed": "30", "bars": "8", "seed": "1", "young": "5e6", "dt": "1e-5", "coarse": "1"}
v.update({words[i + 1]: words[i + 2] for i, word in enumerate(words) if word == "-var"})
open(os.path.join(ROOT, "count.txt"), "a").write(os.getcwd() + "\\n")
if v["speed"] == "13":
    open("log.lammps", "w").write("LAMMPS (made up)\\nERROR: no speed 13 (here.cpp:1)\\n")
    sys.exit()
open("log.lammps", "w").write("LAMMPS (made up)\\n")
time.sleep(float(v.get("wait", 0)))
power = float(v["speed"]) * float(v["bars"]) + float(v["seed"]) / 10
scatter = (0, 1, 5, 3, 2, 4)[int(v["seed"])]
flow = 100 * (1 + 0.1 * (float(v["coarse"]) - 1)) + 0.01 * scatter
share = 100 * (1 + 1000 * float(v["dt"]) + 4e-6 * float(v["young"]) ** 0.5) + 0.01 * scatter
open("figures.csv", "w").write(f"name,value,unit,error\\npower,{power},W,0.5\\nmass,3,kg,\\nregime,cascading,,\\nflow,{flow},kg/s,\\nshare,{share},,\\n")
"""
MPIRUN = '#!/bin/sh\n[ "$1" != --version ] || { echo made up; exit; }\nshift 2\n[ "$1" != --oversubscribe ] || shift\nexec "$@"\n'
REAL = '''variable x index 2
variable seed index 1
units lj
region box block 0 4 0 4 0 4
create_box 1 box
create_atoms 1 random 10 ${seed} box
mass 1 1
pair_style zero 1
pair_coeff * *
run 0
print """name,value,unit
square,$(v_x*v_x+0.001*v_seed:%.6g),m2""" file figures.csv
'''


class FolderTest(unittest.TestCase):
    def setUp(self):
        temporary = TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        self.input = self.root / "mill"
        self.input.mkdir()
        (self.input / "in.mill").write_text(INPUT)
        (self.input / "numbers.txt").write_text("variable young index 5e6\nvariable dt index 1e-5\nvariable coarse index 1\n")
        (self.input / "drum.stl").write_text("solid drum\nendsolid drum\n")
        (self.root / "lammps.py").write_text(LAMMPS.replace("ROOT", repr(str(self.root))))
        self.write_program("lmp", f"#!/bin/sh\nexec '{sys.executable}' -IS '{self.root}/lammps.py' \"$@\"\n")
        self.write_program("mpirun", MPIRUN)
        self.out = self.root / "out"

    def write_program(self, name, text):
        (self.root / name).write_text(text)
        (self.root / name).chmod(0o755)

    def words(self, command, *words, program=None):
        words = [str(word) for word in words]
        place = words.index("--") if "--" in words else len(words)
        out = [] if "--out" in words else ["--out", self.out]
        more = [*out, "--program", program or self.root / "lmp", "--mpiexec", self.root / "mpirun", "--jobs", 2]
        return [command, *words[:place], *map(str, more), *words[place:]]

    def grist(self, command, *words, **more):
        """Exit status and what it says, without a program of its own: that costs a second."""
        said, warned = io.StringIO(), io.StringIO()
        code = 0
        with redirect_stdout(said), redirect_stderr(warned):
            try:
                main.run(main.parse(self.words(command, *words, **more)))
            except SystemExit as error:
                code = 1 if isinstance(error.code, str) else error.code or 0
                print(error.code if isinstance(error.code, str) else "", file=sys.stderr)
        return code, said.getvalue(), warned.getvalue().strip()

    def sweep(self, *words, **more):
        return self.grist("sweep", *words, **more)

    def begun(self):
        path = self.root / "count.txt"
        return path.read_text().splitlines() if path.is_file() else []

    def rows(self, name="sweep.csv"):
        with open(self.out / name, newline="") as file:
            return list(csv.DictReader(file))

    def assert_one_sentence(self, done, text):
        code, _, warned = done
        self.assertEqual((code, warned.count("\n")), (1, 0), done)
        self.assertIn(text, warned)


class SweepTest(FolderTest):
    def test_all_combinations(self):
        done = self.sweep(self.input, "--vary", "speed=30:50:10", "--vary", "bars=8,12", "--seeds", "3")
        self.assertEqual((done[0], done[2]), (0, ""), done)
        rows = self.rows()
        self.assertEqual(len(rows), 18)
        for row in rows:
            expected = float(row["speed"]) * float(row["bars"]) + float(row["seed"]) / 10
            self.assertAlmostEqual(float(row["power [W]"]), expected)
            self.assertEqual((row["power half width [W]"], row["status"], row["regime"], row["reason"]), ("0.5", "complete", "cascading", ""))
            self.assertEqual(row["folder"], f"speed-{row['speed']}-bars-{row['bars']}-seed-{row['seed']}")
            self.assertTrue((self.out / row["folder"] / "figures.csv").is_file())
        half = 4.302653 * 0.1 / math.sqrt(3)      # Student's t of two degrees of freedom, of 0.1, 0.2, 0.3
        self.assertIn(f"| 40 | 12 | {480.2:.2f} ± {half:.2f} | 3 | cascading |", (self.out / "table.md").read_text())
        page = (self.out / "sweep.html").read_text()
        self.assertEqual(page.count("<img"), 3)      # power, flow, share
        self.assertIn("power: highest 600.20 ± 0.25 W at speed 50, bars 12; lowest 240.20 ± 0.25 W at speed 30, bars 8.", page)
        self.assertIn("The same in all runs, and not drawn: mass [kg]", page)
        self.assertIn("run 1 of 18: ", done[1])
        self.assertIn(" left", done[1])

    def test_means_of_histories(self):
        """Of an input that writes no figures.csv: of the torque, which has a unit and is steady; not of what grows, has no unit, or is in figures.csv."""
        rng = np.random.default_rng(73)
        rows = "".join(f"{k} {k / 10:g} {5 + v:g} {k:g} {7 + v:g} {3 + v:g}\n" for k, v in enumerate(rng.standard_normal(800)))
        text = f"LAMMPS (made up)\nunits si\nColumns: f_d[4]=torque_x[N*m] f_d[5]=mass_rate[kg/s] f_d[7]=power[W]\n   Step Time f_d[4] f_d[5] v_x f_d[7]\n{rows}Loop time of 1 on 1 procs for 799 steps with 1 atoms\n"
        power = 'import os\nopen("log.lammps", "w").write(%r)\n' % text
        (self.root / "lammps.py").write_text(power)
        self.assertEqual(self.sweep(self.input, "--vary", "speed=1,2")[0], 0)
        self.assertEqual([name for name in self.rows()[0] if "half" not in name], ["speed", "status", "mean torque x [N*m]", "mean power [W]", "folder", "reason"])
        self.assertAlmostEqual(float(self.rows()[1]["mean torque x [N*m]"]), 5, delta=0.15)
        self.assertAlmostEqual(float(self.rows()[1]["mean torque x half width [N*m]"]), 0.07, delta=0.03)
        (self.root / "lammps.py").write_text(power + 'open("figures.csv", "w").write("name,value,unit\\nlargest power,9,W\\n")\n')
        self.assertEqual(self.sweep(self.input, "--vary", "speed=1,3", "--out", self.root / "other")[0], 0)
        self.assertIn("| 3 | 9 | 5.0", (self.root / "other/table.md").read_text())

    def test_without_seeds_the_interval_is_that_of_the_run(self):
        self.assertEqual(self.sweep(self.input, "--vary", "speed=1,2", "--", "-var", "bars", "5")[0], 0)
        self.assertIn("| 2 | 10.10 ± 0.50 | 3 | cascading |", (self.out / "table.md").read_text())
        self.assertNotIn("seed", self.rows()[0])

    def test_continued_and_repeated(self):
        words = (self.input, "--vary", "speed=1:4:1")
        self.sweep(*words)
        (self.out / "speed-3/done.json").unlink()
        (self.out / "speed-3/rest.txt").write_text("of a run that was killed")
        done = self.sweep(*words)
        self.assertEqual(done[1].count("results are there"), 3)
        self.assertEqual(len(self.begun()), 5)
        self.assertFalse((self.out / "speed-3/rest.txt").exists())
        (self.input / "drum.stl").write_text("solid other\nendsolid other\n")     # a file that the input names
        self.sweep(*words)
        self.assertEqual(len(self.begun()), 9)
        self.write_program("lmp", (self.root / "lmp").read_text() + "# built again\n")
        self.sweep(*words)
        self.assertEqual(len(self.begun()), 13)
        self.sweep(self.input, "--vary", "speed=1:5:1")     # one more value
        self.assertEqual(len(self.begun()), 14)

    def test_killed_half_way(self):
        words = (self.input, "--vary", "speed=1:6:1", "--", "-var", "wait", "2")
        command = [sys.executable, MAIN, *self.words("sweep", *words)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            for line in process.stdout:
                if "run 2 of 6" in line:
                    time.sleep(0.8)     # so that the next runs have begun
                    process.kill()
        time.sleep(0.3)
        complete, written = (len(list(self.out.glob(f"*/{name}"))) for name in ("done.json", "figures.csv"))
        self.assertTrue(2 <= complete < 6, complete)
        time.sleep(2.5)
        self.assertEqual(len(list(self.out.glob("*/figures.csv"))), written)       # the runs that went on ended with it
        before = len(self.begun())
        self.assertEqual(self.sweep(*words)[0], 0)
        self.assertEqual(len(self.begun()) - before, 6 - complete)
        self.assertEqual([row["status"] for row in self.rows()], ["complete"] * 6)

    def test_two_at_once(self):
        words = self.words("sweep", self.input, "--vary", "speed=1:4:1", "--", "-var", "wait", "0.5")
        both = [subprocess.Popen([sys.executable, MAIN, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for _ in range(2)]
        said = [process.communicate()[0] for process in both]
        self.assertEqual([process.returncode for process in both], [0, 0], said)
        self.assertEqual(sorted(self.begun()), sorted(set(self.begun())))       # each run once
        self.assertEqual(len(self.rows()), 4)

    def test_a_run_that_fails(self):
        words = (self.input, "--vary", "speed=12:14:1", "--seeds", "2")
        code, said, warned = self.sweep(*words)
        self.assertEqual(code, 1)
        self.assertIn("4 of 6 runs are complete", said)
        self.assertTrue(warned.splitlines()[-1].endswith("without result: speed-13-seed-1 (ERROR: no speed 13 (here.cpp:1)); speed-13-seed-2 "
                                                         "(ERROR: no speed 13 (here.cpp:1))"), warned)
        failed = [row for row in self.rows() if row["status"] == "no result"]
        self.assertEqual([(row["speed"], row["power [W]"]) for row in failed], [("13", ""), ("13", "")])
        self.assertIn("ERROR: no speed 13", failed[0]["reason"])
        self.assertIn("| 13 |  |  |  |  |  | 0 of 2 |", (self.out / "table.md").read_text())
        self.assertIn("4 of 6 runs complete", (self.out / "sweep.html").read_text())

    def test_no_run_has_a_result(self):
        self.assertEqual(self.sweep(self.input, "--vary", "speed=13")[0], 1)
        self.assertEqual(self.rows()[0]["status"], "no result")
        (self.root / "lammps.py").write_text("open('log.lammps', 'w').write('LAMMPS (made up)\\n')")
        code, _, warned = self.sweep(self.input, "--vary", "speed=14", "--out", self.root / "none")
        self.assertEqual(code, 1)
        self.assertIn("has no key figures: the input writes none into figures.csv", warned)

    def test_wrong_words(self):
        (self.root / "full").mkdir()
        (self.root / "full/thesis.txt").write_text("mine")
        (self.root / "in.plain").write_text("run 0\n")
        for words, sentence in (
                ((self.input, "--vary", "sped=1,2"), "in.mill has no line 'variable sped index'; its variables are speed, bars, seed, name, young, dt, coarse"),
                ((self.root / "in.plain", "--vary", "a=1"), "in.plain has no line 'variable a index'; it has none of style index"),
                ((self.input,), "sweep needs --vary NAME=START:END:STEP"),
                ((self.input, "--vary", "bars=1", "--vary", "bars=2"), "--vary has bars twice"),
                ((self.input, "--vary", "bars=1", "--", "-var", "bars", "3"), "and '-var bars 3' after -- sets it"),
                ((self.input, "--vary", "seed=1,2", "--seeds", "2"), "are the same: give one of them"),
                ((self.input, "--vary", "speed=1:200:1", "--vary", "bars=1:100:1"), "20000 runs are more than 10000"),
                ((self.input, "--vary", "bars=1", "--out", self.root / "full"), "holds files that are not of a sweep"),
                ((self.input, "--vary", "bars=1", "--task", "2"), "the sweep has 1 runs"),
                ((self.root / "nowhere", "--vary", "bars=1"), "there is no case and no folder")):
            self.assert_one_sentence(self.sweep(*words), sentence)
        (self.root / "in.seedless").write_text("variable bars index 1\nrun 0\n")
        self.assert_one_sentence(self.sweep(self.root / "in.seedless", "--vary", "bars=1,2", "--seeds", "2"), "--seeds: ")
        self.assertEqual((self.begun(), (self.root / "full/thesis.txt").read_text()), ([], "mine"))
        self.sweep(self.input, "--vary", "bars=1")
        self.assert_one_sentence(self.sweep(self.root / "in.seedless", "--vary", "bars=1"), "holds a sweep of")

    def test_spaces(self):
        """In the name of the input, in a value, and names of folders that would be the same."""
        folder = self.root / "my mill"
        self.input.rename(folder)
        here = Path.cwd()
        self.addCleanup(os.chdir, here)
        os.chdir(self.root)
        code, said, warned = self.grist("sweep", "my mill", "--vary", "name=a b,a_b", "--out", "my results")
        self.assertEqual((code, warned), (0, ""), said)
        self.out = self.root / "my results"
        rows = self.rows()
        self.assertEqual([row["name"] for row in rows], ["a b", "a_b"])
        self.assertEqual(len({row["folder"] for row in rows}), 2)
        self.assertNotIn(" ", rows[0]["folder"])

    def test_a_job_array(self):
        words = (self.input, "--vary", "speed=1:3:1", "--vary", "name=a b,c")
        self.assertEqual(self.sweep(*words, "--script", "slurm", "--", "-var", "bars", "2")[0], 0)
        self.assertEqual(self.begun(), [])
        script = self.out / "sweep.sh"
        self.assertIn("#SBATCH --array=1-6%2\n", script.read_text())
        self.assertEqual(len((self.out / "runs.txt").read_text().splitlines()), 6)
        for task in (1, 3, 6):
            done = subprocess.run(["bash", script], env={**os.environ, "SLURM_ARRAY_TASK_ID": str(task)}, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
        code, said, warned = self.sweep(*words, "--collect", "--", "-var", "bars", "2")
        self.assertEqual((code, len(self.begun()), warned.count("\n")), (1, 3, 0))
        self.assertIn("3 of 6 runs are complete", said)
        self.assertEqual([row["reason"] for row in self.rows()], ["", "not run", "", "not run", "not run", ""])
        self.assertEqual(float(self.rows()[5]["power [W]"]), 3 * 2 + 0.1)
        self.sweep(*words, "--script", "slurm", "--", "-var", "bars", "2")
        self.assertIn("#SBATCH --array=2,4-5%2\n", script.read_text())
        self.sweep(*words, "--", "-var", "bars", "2")
        self.assert_one_sentence(self.sweep(*words, "--script", "slurm", "--", "-var", "bars", "2"), "all runs are complete")

    @unittest.skipUnless(LMP, "needs LAMMPS")
    def test_real(self):
        (self.root / "in.real").write_text(REAL)
        self.write_program("mpirun", '#!/bin/sh\nshift 2\nexec "$@"\n')
        code, said, warned = self.sweep(self.root / "in.real", "--vary", "x=1:3:0.5", "--seeds", "2", program=LMP)
        self.assertEqual((code, warned), (0, ""), said)
        for row in self.rows():
            self.assertAlmostEqual(float(row["square [m2]"]), float(row["x"])**2 + 0.001 * float(row["seed"]))


class WordsTest(unittest.TestCase):
    def test_values(self):
        for text, values in (("a=30:50:5", "30 35 40 45 50"), ("a=0.1:0.3:0.1", "0.1 0.2 0.3"), ("a=5:1:-2", "5 3 1"), ("a=1:2:0.4", "1 1.4 1.8"),
                             ("a=1e-5:3e-5:1e-5", "1e-05 2e-05 3e-05"), ("a=3:3:1", "3"), ("a=8, 12", "8 12"), ("a=hertz", "hertz"), ("a=-1,2", "-1 2")):
            self.assertEqual(axis(text), ("a", values.split()), text)
        for text in ("a", "a=", "=3", "a b=3", "a=1:2", "a=1:2:0", "a=2:1:1", "a=1:2:x", "a=1:2:3:4", "a=1,,2", "a=8,8", "a=0:1:1e-9", "a=nan:1:1", "a=0:inf:1"):
            with self.assertRaises(ValueError, msg=text):
                axis(text)

    def test_names_of_folders(self):
        runs = [{"a": "x y"}, {"a": "x_y"}, {"a": "z"}, {"a": 200 * "w"}]
        names = folder_names(runs)
        self.assertEqual((len(set(names)), names[2]), (4, "a-z"))
        self.assertLessEqual(max(map(len, names)), 150)
        self.assertEqual(folder_names(runs[:1]), ["a-x_y"])

    def test_differences_are_judged_together(self):
        """Six points of three seeds without a difference: of 400 sweeps of five figures 20 claim one, 33 with three standard deviations; a clear one is found."""
        rng, claims = np.random.default_rng(72), 0
        def rows(off):
            return [Row({"a": str(point), "seed": str(seed)}, "", {f"f{k}": KeyFigure(f"f{k}", rng.standard_normal() + off * point) for k in range(5)})
                    for point in range(6) for seed in range(3)]
        names = [f"f{k}" for k in range(5)]
        for _ in range(400):
            judged = differences(rows(0), names)
            claims += any(one.is_claimed for one in judged)
        self.assertEqual(len(judged), 75)
        self.assertLessEqual(claims, 33)
        self.assertTrue(all(one.is_claimed for one in differences(rows(1e4), names)))

    def test_ranges(self):
        self.assertEqual([ranges(numbers) for numbers in ([1], [1, 2, 3, 7], [2, 4, 5])], ["1", "1-3,7", "2,4-5"])


class InputTest(FolderTest):
    def test_variables_and_files(self):
        script = self.input / "in.mill"
        known = index_variables(script)
        self.assertEqual(list(known), ["speed", "bars", "seed", "name", "young", "dt", "coarse"])
        self.assertEqual((known["speed"].value, known["speed"].comment, known["name"].value), ("30", "turns in a minute", "a b"))
        self.assertEqual(sorted(path.name for path in files_read(script)), ["drum.stl", "in.mill", "numbers.txt"])
        self.assertEqual(variables_text(script, ["-var", "bars", "9", "-v", "x", "1", "-log", "b"]), "bars = 9 (else 8), x = 1 (no variable of style index of this input), "
                         "speed = 30, seed = 1, name = a b, young = 5e6, dt = 1e-5, coarse = 1")

    def test_no_path_has_a_space(self):
        """Inputs read ${here}/drum.stl, and a word ends at a space; a folder above input and results may have one."""
        for name, results in (("my mill", "results"), ("mill 2", "my results"), ("mill", "results")):
            script, folder = self.root / name / "in.mill", self.root / results
            if not script.parent.exists():
                self.input.rename(script.parent)
                self.input = script.parent
            folder.mkdir(exist_ok=True)
            for _ in range(2):
                found = places(str(script.parent), script, folder)
            self.assertNotIn(" ", str(found["here"]) + str(found["out"]))
            self.assertTrue((folder / found["here"] / "drum.stl").is_file())
            self.assertEqual((folder / found["out"]).resolve(), folder.resolve())

    @unittest.skipUnless(LMP, "needs LAMMPS")
    def test_run_into_a_folder_of_another_name(self):
        (self.root / "in.real").write_text(REAL)
        self.write_program("mpirun", '#!/bin/sh\nshift 2\nexec "$@"\n')

        def run(*words):
            return subprocess.run([sys.executable, MAIN, "run", "in.real", "-np", "1", "--program", LMP, "--mpiexec", self.root / "mpirun", *words], cwd=self.root,
                                  capture_output=True, text=True)
        for _ in range(2):
            done = run("--out", "design-b", "--", "-var", "x", "3")
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("variables: x = 3 (else 2), seed = 1\n", done.stdout)
        self.assertEqual(sorted(path.name for path in (self.root / "results").iterdir()), ["design-b", "design-b.1"])
        self.assertIn("square,9.001,m2", (self.root / "results/design-b/figures.csv").read_text())
        self.assertTrue((self.root / "results/design-b/report.html").is_file())
        for name in ("a/b", "..", "my run"):
            done = run("--out", name)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1))
            self.assertIn("--out needs a name of a folder in results", done.stderr)


class ConvergeTest(FolderTest):
    def converge(self, *words):
        return self.grist("converge", *words)

    def table(self):
        return [[cell.strip() for cell in line.strip("| ").split("|")] for line in (self.out / "table.md").read_text().splitlines() if line.startswith("|")]

    def test_each_number(self):
        """flow grows by 10 % per unit of coarse, share by 1 % for 1e-5 s, and by 4e-6 sqrt(young): both with a scatter of 1e-4 that runs of one seed have
        in common."""
        code, said, warned = self.converge(self.input)
        self.assertEqual((code, warned), (0, ""), said)
        self.assertIn("how coarse: coarse = 1.5 (the same within 5 % as 1). At 2: flow moves by +10.0 ± 0.0 %.", said)
        self.assertIn("how soft: young = 1.25e6 (the same within 5 % as 2e7)", said)
        self.assertIn("how long a step: dt = 2e-5 (the same within 5 % as 5e-6)", said)
        runs = {(row["young"], row["dt"], row["coarse"]) for row in self.rows("converge.csv")}
        self.assertEqual(runs, {("5e6", "1e-5", "1"), ("2e7", "5e-6", "1"), ("1.25e6", "1e-5", "1"), ("5e6", "5e-6", "1"), ("5e6", "2e-5", "1"),
                                ("5e6", "1e-5", "1.5"), ("5e6", "1e-5", "2")})
        self.assertEqual(len(self.begun()), 35)
        self.assertIn("reference", [row[-2] for row in self.table()])

    def test_what_moves(self):
        self.converge(self.input, "--within", "0.5", "--seeds", "3")
        verdicts = {tuple(row[:2]): row[-2] for row in self.table()[2:]}
        self.assertEqual(verdicts["time step", "dt = 2e-5"], "moves")
        self.assertEqual(verdicts["time step", "dt = 5e-6"], "reference")

    def test_chances(self):
        """Of Student's t of four degrees, of differences 5 % of 10 away: holds or moves alone where the interval lies on one side of the tolerance."""
        for value, half, holds, moves in ((0.1, 0.3, True, False), (-0.1, 0.3, True, False), (0.9, 0.3, False, True), (-0.9, 0.3, False, True), (0.4, 0.3, False, False),
                                          (0.0, 0.6, False, False), (0.1, math.nan, False, False), (0.0, math.nan, True, False), (0.2, 0.0, True, False), (0.6, 0.0, False, True)):
            one = Change("a", Estimate(value, half, "", 4), 10.0, 0.5)
            self.assertEqual((one.chance_holds <= 0.05, one.chance <= 0.05), (holds, moves), (value, half))
        for value in (0.1, 0.8):
            one, error = Change("a", Estimate(value, 0.3, "", 4), 10.0, 0.5), 0.3 / stats.t.ppf(0.975, 4)
            self.assertAlmostEqual(one.chance_holds if value < 0.5 else one.chance, 2 * stats.t.sf(abs(value - 0.5) / error, 4), places=9)

    def pages(self, off, count=300, scatter=1.0):
        """Verdicts of pages of six settings and four figures with five seeds, each of which is off by so much of the reference."""
        rng, found = np.random.default_rng(71), []
        knob = Knob("step", "time step", ("dt",), [1, 2, 3, 4, 5, 6, 7], "how long a step", "dt", 1.0)
        settings = {(knob.option, value): {"dt": value} for value in knob.values()}
        for _ in range(count):
            common = rng.standard_normal((5, 4))
            rows = [Row({"dt": value, "seed": str(seed)}, "", {f"f{k}": KeyFigure(f"f{k}", 100 * (1 + (off if number else 0)) + common[seed, k] + scatter * rng.standard_normal())
                                                              for k in range(4)})
                    for number, value in enumerate(knob.values()) for seed in range(5)]
            result = Result(None, [knob], settings, rows, {}, 0.02)
            found.append([result.verdict(knob, value) for value in knob.values()[1:]])
        return found

    def test_pages_are_wrong_in_five_of_a_hundred(self):
        """At the tolerance nothing moves and nothing holds: of 300 pages 15, and 26 with three standard deviations, say so. Far from it they say what is."""
        at = self.pages(0.02)
        self.assertLessEqual(sum("moves" in page for page in at), 26)
        self.assertLessEqual(sum("holds" in page for page in at), 26)
        self.assertEqual({verdict for page in self.pages(0.2, 20) for verdict in page}, {"moves"})
        self.assertEqual({verdict for page in self.pages(0.0, 20, 0.1) for verdict in page}, {"holds"})

    def test_other_names_and_values(self):
        (self.input / "numbers.txt").write_text("variable softer index 0\nvariable k index 3\n")
        self.assert_one_sentence(self.converge(self.input), "stiffness: softer is 0, which cannot be scaled: give its value, -- -var softer VALUE; time step: "
                                 "the input has no variable dt or step or timestep; --step NAME names another one")
        self.assert_one_sentence(self.converge(self.input, "--step", "delta"), "--step: ")
        self.assert_one_sentence(self.converge(self.input, "--within", "-1"), "--within needs a number of percent")
        self.assertEqual(self.converge(self.input, "--seeds", "2", "--", "-var", "softer", "8")[0], 0)
        self.assertEqual({row["softer"] for row in self.rows("converge.csv")}, {"2", "8", "32"})

    def test_a_step_that_is_too_long_has_no_result(self):
        self.write_program("lmp", f"#!/bin/sh\ncase \"$*\" in *'dt 2e-5'*) echo 'ERROR: lost atoms' >log.lammps; exit 1;; esac\nexec '{sys.executable}' -IS '{self.root}/lammps.py' \"$@\"\n")
        code, said, warned = self.converge(self.input, "--seeds", "2")
        self.assertEqual(code, 0)
        self.assertIn("how long a step: dt = 1e-5 (the same within 5 % as 5e-6). At 2e-5: no result in 2 of 2 runs (ERROR: lost atoms).", said)

    def test_words(self):
        self.assertEqual(without(["-var", "a", "1", "-sf", "omp", "-v", "b", "-2", "3", "-log", "x"], {"b"}), ["-var", "a", "1", "-sf", "omp", "-log", "x"])
        self.assertEqual([written(value) for value in (5e6, 2.5e-5, 1.5, 1e7, 0.25)], ["5e6", "2.5e-5", "1.5", "1e7", "0.25"])


if __name__ == "__main__":
    find_modules.run_tests()
