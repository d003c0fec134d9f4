#!/usr/bin/env python3
"""Tests of grist demo in an installation made of links: what it prints, its number and band, its report and picture; a run that must fail.

    test_demo.py LMP [MPIEXEC]

Oracle: the balance of moments, with which the demo compares its run. A viscous force on the particles is no part of it, and so the comparison has to fail.
"""
import csv
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stdout
from pathlib import Path

import find_modules
from find_modules import ROOT, SKIPPED
from PIL import Image

from grist_tools.run.results import begin_result
from grist_tools.run.stages import stages

LMP, MPIEXEC = None, "mpirun"
MOST_LINES = 30
SMALL = ("-np", "1", "--", "-var", "balls", "150", "-var", "rocks", "12", "-var", "rpm", "75", "-var", "turns", "1.05", "-var", "frames", "4")


class Demo(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        share = self.folder / "prefix/share/grist"
        for folder in (share, self.folder / "prefix/bin", self.folder / "work"):
            folder.mkdir(parents=True)
        shutil.copy(ROOT / "grist", share)
        for name in ("scripts", "examples"):
            (share / name).symlink_to(ROOT / name)
        (share / "launcher").write_text(f"{MPIEXEC}\n")
        (self.folder / "prefix/bin/lmp").symlink_to(LMP)
        (self.folder / "prefix/bin/grist").symlink_to(share / "grist")

    def demo(self, *words):
        environment = {**os.environ, "GRIST_PYTHON": sys.executable}
        return subprocess.run([self.folder / "prefix/bin/grist", "demo", *SMALL, *words], cwd=self.folder / "work", capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, env=environment)

    def number(self, done):
        """Ratio, half width of its interval, whether it is as expected."""
        found = re.findall(r"ratio ([\d.]+) \+- ([\d.]+) \(95 %\), expected 1 \+- 0.01: (reached|NOT reached)$", done.stdout, re.MULTILINE)
        self.assertEqual(len(found), 1, done.stdout + done.stderr)
        return float(found[0][0]), float(found[0][1]), found[0][2] == "reached"

    def check_output(self, done):
        lines = done.stdout.splitlines()
        results = self.folder / "work/results/demo"
        self.assertLessEqual(len(lines), MOST_LINES)
        self.assertEqual([line for line in lines if not line.startswith("grist: ")], [])
        self.assertEqual(lines[-2:], [f"grist: open this report in a browser: {results}/report.html",
                                      "grist: try this next: grist new mine --kind mill"])
        return results

    def test_demo(self):
        done = self.demo()
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        results = self.check_output(done)
        ratio, half_width, reached = self.number(done)
        self.assertTrue(reached)
        self.assertAlmostEqual(ratio, 1, delta=0.01)
        self.assertLess(half_width, 0.01)
        rates = re.findall(r"^grist: .+ +[\d.]+ s +([\d.]+) million particle steps a second$", done.stdout, re.MULTILINE)
        self.assertEqual(len(rates), 3)
        with open(results / "figures.csv", newline="") as file:
            figure = next(csv.DictReader(file))
        self.assertEqual((figure["expected"], figure["tolerance"]), ("1", "0.01"))
        self.assertAlmostEqual(float(figure["value"]), ratio, delta=1e-4)
        self.assertIn("2 of 2 key figures as expected", (results / "report.html").read_text())
        self.assertNotIn("WARNING", (results / "log.lammps").read_text())
        with Image.open(results / "picture.png") as image:
            self.assertGreater(image.width, 1000)

    def test_what_the_comparison_leaves_out_makes_it_fail(self):
        done = self.demo("-var", "viscous", "0.02")
        self.assertEqual(done.returncode, 1)
        self.check_output(done)
        ratio, _, reached = self.number(done)
        self.assertFalse(reached)
        self.assertGreater(ratio, 1.01)


class ResultNames(unittest.TestCase):
    """Of grist run, with variables of the command line."""

    def test_results_have_names_and_the_newest_a_link(self):
        with tempfile.TemporaryDirectory() as name:
            results, made = Path(name) / "results", []
            for words in ("", "-var design a", "-sf omp -v design b -log x", "-var design b", "-var widths 0.1 -0.2 x/y"):
                with redirect_stdout(io.StringIO()):
                    folder = begin_result(results, "own", words.split())
                made.append((folder.name, (results / "own").resolve().name))
            names = ["own", "own-design-a", "own-design-b", "own-design-b", "own-widths-0.1--0.2-x_y"]
            self.assertEqual(made, list(zip(names, names)))
            self.assertEqual(sorted(path.name for path in results.iterdir()), sorted({*names, "own-design-b.1", "own.1"}))
            self.assertEqual((results / "own-design-b/command.txt").read_text().split(), ["-var", "design", "b"])

    def test_the_demo_has_one_name(self):
        with tempfile.TemporaryDirectory() as name, redirect_stdout(io.StringIO()) as said:
            for number in range(3):
                begin_result(Path(name), "demo", ["-var", "balls", "3"], has_variables=False)
            self.assertEqual(sorted(path.name for path in Path(name).iterdir()), ["demo", "demo.1", "demo.2"])
            self.assertEqual(said.getvalue().count("the earlier result is now in"), 2)


class Stages(unittest.TestCase):
    def test_runs_of_a_stage_are_added(self):
        lines = ["stage: fill", "Loop time of 2 on 2 procs for 1000 steps with 3000 atoms", "Loop time of 1 on 2 procs for 3000 steps with 1000 atoms",
                 "Loop time of 0 on 2 procs for 0 steps with 1000 atoms", "WARNING: soft", "note: two balls", "stage: none", "stage: mill", "progress:  40 %   time 1 s   8 steps/s   3 s left   5 particles",
                 "Loop time of 4 on 1 procs for 2000 steps with 10000 atoms"]
        shown, passing = [], []
        stages(lines, shown.append, passing.append)
        self.assertEqual([" ".join(text.split()) for text in shown],
                         ["WARNING: soft", "two balls", "fill 3.0 s 2.0 million particle steps a second", "mill 4.0 s 5.0 million particle steps a second"])
        self.assertEqual(passing, ["fill", "none", "mill", "mill 40 %, 3 s left"])


if __name__ == "__main__":
    try:
        import lz4  # noqa: F401
    except ImportError:
        print("skipped: this Python has no lz4")
        sys.exit(SKIPPED)
    LMP = Path(sys.argv.pop(1)).resolve()
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        MPIEXEC = sys.argv.pop(1)
    find_modules.run_tests()
