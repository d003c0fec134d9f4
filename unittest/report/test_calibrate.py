#!/usr/bin/env python3
"""Tests of `grist calibrate`: runs that are kept, input files, the search, and rocks. With a path of LAMMPS also a small real run.

Oracles: closed forms of made-up models, whose coefficients come back; the numbers that a made-up LAMMPS wrote.
"""
import json
import math
import subprocess
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import find_modules
import numpy as np
from stone import MAIN

from grist_tools.calibrate.command import read_input
from grist_tools.calibrate.gauss_newton import Search, bounded_step
from grist_tools.calibrate.quantities import PLAIN, PRESSURE, read_quantity
from grist_tools.calibrate.rock_file import read_rock
from grist_tools.calibrate.rock_map import best_start
from grist_tools.calibrate.rock_specimens import Bonds, Specimens
from grist_tools.calibrate.runs import Job, Runs
from grist_tools.read.tables import read_toml
from grist_tools.text.messages import fail

LMP = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else None

# A rock in closed form, in place of examples/strength: E = young/ratio^0.3, nu = 0.05 + 0.1 ln(ratio), uniaxial strength s (2 - beta) (c/s)^0.3,
# Brazilian strength 0.4 s, with a scatter by seed; a triaxial strength with the slope of the angle of friction.
LAMMPS = """
import sys
from math import log, pi, tan
words = sys.argv[1:]
v = {words[i + 1]: words[i + 2] for i, word in enumerate(words) if word == "-var"}
test, seed = v.pop("test"), int(v["seed"])
n = {name: float(value) for name, value in v.items() if name not in ("jaws", "platens")}
open("count.txt", "a").write("x")
if n["seed"] == float(FAULTY):
    open("log.lammps", "w").write("ERROR: no specimen\\n")
    sys.exit()
scatter = 1 + 0.02 * ((seed * 7) % 5 - 2)
tensile, cohesion = n["tensile"] / 1e6, n["cohesion"] / n["tensile"]
compressive = tensile * (2 - n["beta"]) * cohesion**0.3 * scatter
strength = {"brazil": 0.4 * tensile * scatter, "tension": 0.6 * tensile * scatter, "uniaxial": compressive, "point": 0.3 * tensile,
            "triaxial": compressive + n.get("confining", 0) / 1e6 * (1 + 3 * tan(n["angle"] * pi / 180))}[test]
young, poisson = n["young"] / 1e6 / n["ratio"]**0.3, 0.05 + 0.1 * log(n["ratio"])
lines = ["strain,stress,broken,bonds,axial,lateral,confining,tension,shear,energy,step"]
for k in range(61):
    share = k / 50 if k <= 50 else 0.2
    axial = share * strength / young if test in ("uniaxial", "triaxial", "tension") else 0
    confining = n.get("confining", 0)
    lines.append(f"{share:g},{1e6 * share * strength!r},{max(0, k - 40)},100,{axial!r},{-poisson * axial!r},{confining},0,0,0,{k}")
open("history.csv", "w").write("\\n".join(lines) + "\\n")
open("strength.txt", "w").write(f"{test} strength {1e6 * strength} Pa\\n")
open("log.lammps", "w").write("LAMMPS (made up)\\n")
"""
MPIRUN = '#!/bin/sh\n[ "$1" != --version ] || { echo made up; exit; }\nshift 2\n[ "$1" != --oversubscribe ] || shift\nexec "$@"\n'

ROCK = """
[rock]
name = "Made-up granite"
density = "2.6 g/cm3"
[measured]
young = "60 GPa"
poisson = "0.2 +- 0.02"
ucs = "150 +- 15 MPa"
brazilian = "20 +- 2 MPa"
"""


def closed_form(known, scatter=0.0):
    """A model of three responses and three variables, the first a scale; scatter by seed."""
    def model(x, seeds):
        y = [x[0] + 0.2 * x[1] - 0.1 * x[1]**2, x[0] - 0.5 * x[1] + 0.3 * x[2], 0.1 * x[0] + 0.4 * x[2]]
        return np.array([np.array(y) + scatter * math.sin(7 * seed) for seed in seeds])
    return model


class SearchTest(unittest.TestCase):
    def search(self, scatter=0.0, high=(9, 9, 9), budget=12, seeds=(1, 2, 3)):
        model = closed_form(None, scatter)
        self.truth = np.array([0.4, 0.6, -0.5])
        search = Search(model, model(self.truth, [0])[0], [20, 20, 20], [-9] * 3, high, [0.3] * 3, {0: np.array([1, 1, 0.1])})
        search.run([0.0, 0.0, 0.0], list(seeds), budget)
        return search

    def test_coefficients_come_back(self):
        search = self.search()
        np.testing.assert_allclose(search.x, self.truth, atol=0.05)
        self.assertEqual(search.at_limit(), [])

    def test_scatter_of_seeds(self):
        """The mean of the three seeds is what is fitted, so the coefficients are off by no more than that mean is."""
        off = 0.05 * np.mean(np.sin(7 * np.array([1, 2, 3])))
        search = self.search(scatter=0.05)
        np.testing.assert_allclose(search.y, closed_form(None)(self.truth, [0])[0], atol=0.03)
        self.assertLess(abs(off), 0.05)

    def test_never_more_runs_than_the_budget(self):
        for budget in range(1, 13):
            asked = []
            model = closed_form(None)

            def counting(x, seeds):
                asked.extend(seeds)
                return model(x, seeds)
            search = Search(counting, [9.0, 9, 9], [20] * 3, [-9] * 3, [9] * 3, [0.3] * 3, {0: np.array([1, 1, 0.1])})
            search.run([0.0, 0, 0], [1, 2, 3], budget)
            self.assertLessEqual(len(asked), budget)
            self.assertGreater(len(asked), max(0, budget - 3))

    def test_limits(self):
        search = self.search(high=(9, 0.1, 9))
        self.assertEqual(search.at_limit(), [(1, 1)])
        self.assertAlmostEqual(search.x[1], 0.1)

    def test_bounded_step_is_the_best_within_its_limits(self):
        """Oracle: all points of a grid."""
        random = np.random.default_rng(5)
        for _ in range(20):
            matrix, right = random.normal(size=(4, 2)), random.normal(size=4)
            low, high = np.array([-0.2, -0.5]), np.array([0.3, 0.1])
            step = bounded_step(matrix, right, 0.1, low, high)

            def off(point):
                return np.sum((matrix @ point - right)**2) + 0.01 * point @ point
            grid = [off(np.array([a, b])) for a in np.linspace(-0.2, 0.3, 101) for b in np.linspace(-0.5, 0.1, 121)]
            self.assertLessEqual(off(step), min(grid) + 1e-12)
            self.assertTrue((step >= low - 1e-12).all() and (step <= high + 1e-12).all())

    def test_covariance(self):
        """Oracle: of three responses and three variables, the inverse of the Jacobian."""
        search = self.search()
        inverse = np.linalg.inv(search.jacobian)
        np.testing.assert_allclose(search.covariance(np.array([0.01, 0.02, 0.03])), inverse @ np.diag([1e-4, 4e-4, 9e-4]) @ inverse.T, rtol=0.2, atol=1e-4)

    def test_a_response_without_result(self):
        def model(x, seeds):
            y = closed_form(None)(x, seeds)
            y[0, 2] = math.nan
            return y
        search = Search(model, [0.5, 0.1, 0.2], [20] * 3, [-9] * 3, [9] * 3, [0.3] * 3, {0: np.array([1, 1, 0.1])})
        search.run([0.0, 0, 0], [1], 8)
        self.assertTrue(np.isnan(search.y[2]))
        np.testing.assert_allclose(search.y[:2], [0.5, 0.1], atol=0.03)


class QuantityTest(unittest.TestCase):
    def test_numbers_scatter_and_units(self):
        for text, value, scatter in (("200 +- 22 MPa", 200e6, 22e6), ("69GPa", 69e9, 0), ("9.3±1.3 MPa", 9.3e6, 1.3e6), ("1.5e3 kPa", 1.5e6, 0)):
            self.assertEqual(tuple(round(one, 3) for one in read_quantity(text, PRESSURE, "ucs")), (value, scatter))
        self.assertEqual(read_quantity(0.26, PLAIN, "poisson"), (0.26, 0))

    def test_what_is_not_a_quantity(self):
        for text, part in (("200", "without a unit: give Pa or kPa or MPa or GPa"), ("200 N", "with the unit N"), ("a lot", "as '20 +- 2 Pa'"),
                           ("-3 MPa", "above 0"), ([], "give a number"), (True, "give a number")):
            with self.assertRaises(SystemExit) as caught:
                read_quantity(text, PRESSURE, "ucs in a.toml")
            self.assertIn(part, str(caught.exception))
            self.assertIn("ucs in a.toml is", str(caught.exception))


class FolderTest(unittest.TestCase):
    """A folder with a made-up LAMMPS."""

    def setUp(self):
        temporary = TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        self.make_lammps()
        self.write_program("mpirun", MPIRUN)

    def make_lammps(self, faulty=0):
        (self.root / "lammps.py").write_text(LAMMPS.replace("FAULTY", str(faulty)))
        self.write_program("lmp", f"#!/bin/sh\nexec '{sys.executable}' -IS '{self.root}/lammps.py' \"$@\"\n")

    def write_program(self, name, text):
        (self.root / name).write_text(text)
        (self.root / name).chmod(0o755)

    def runs(self):
        return Runs(self.root / "runs", SimpleNamespace(program=self.root / "lmp", mpiexec=self.root / "mpirun", ranks=2))

    def command(self, text, *words, name="rock.toml"):
        if text is not None:
            (self.root / name).write_text(text)
        return [sys.executable, MAIN, "calibrate", self.root / name, "--program", self.root / "lmp", "--mpiexec", self.root / "mpirun",
                "--ranks", "2", "--results", self.root / "results", *words]

    def calibrate(self, *words, **more):
        return subprocess.run(self.command(*words, **more), capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def values(self, name="rock"):
        return json.loads((self.root / f"results/calibrate-{name}/calibration.json").read_text())


class RunsTest(FolderTest):
    VARIABLES = {"test": "brazil", "tensile": 5e6, "cohesion": 5e6, "young": 1e9, "ratio": 2, "beta": 1, "angle": 0, "seed": 2}

    def jobs(self, seeds, read=None):
        script = self.root / "in.test"
        script.write_text("run 0\n")
        return [Job(script, {**self.VARIABLES, "seed": seed}, f"test {seed}", read or (lambda folder: (folder / "strength.txt").read_text())) for seed in seeds]

    def folders(self):
        return sorted((self.root / "runs").iterdir())

    def test_kept_and_resumed(self):
        first = self.runs().measure(self.jobs([1, 2, 3]))
        self.assertEqual(len(set(first)), 3)
        (self.folders()[1] / "done.json").unlink()      # as if it had been killed there
        (self.folders()[1] / "history.csv").write_text("strain,str")
        again = self.runs()
        self.assertEqual(again.measure(self.jobs([1, 2, 3])), first)
        self.assertEqual(again.new, 1)
        self.assertEqual([len((folder / "count.txt").read_text()) for folder in self.folders()], [1, 1, 1])     # of a new folder

    def test_other_variables_scripts_and_programs_are_other_runs(self):
        self.runs().measure(self.jobs([1]))
        (job,) = self.jobs([1])
        job.variables["young"] = 2e9
        self.runs().measure([job])
        self.assertEqual(len(self.folders()), 2)
        job.script.write_text("run 1\n")
        self.runs().measure([job])
        self.write_program("lmp", (self.root / "lmp").read_text() + "# built again\n")
        self.runs().measure([job])
        self.assertEqual(len(self.folders()), 4)

    def test_a_run_that_stops_and_one_without_a_number(self):
        self.make_lammps(faulty=2)

        def read(folder):
            return fail("not converged") if json.loads((folder / "variables.json").read_text())["seed"] == 3 else "a result"
        runs = self.runs()
        self.assertEqual(runs.measure(self.jobs([1, 2, 3, 4], read)), ["a result", None, None, "a result"])
        self.assertEqual(sorted(runs.failed), ["test 2", "test 3"])
        self.assertIn("ERROR: no specimen", runs.failed["test 2"])
        self.assertEqual(runs.failed["test 3"], "not converged")
        self.assertEqual(len(self.folders()), 4)        # kept, to look into


class RockTest(FolderTest):
    def test_made_up_rock(self):
        """The closed form at the top has these values at tensile 50 MPa, ratio exp(1.5), young 60 GPa ratio^0.3 and, with the start's
        beta, the cohesion that gives the compressive strength."""
        done = self.calibrate(ROCK)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        found = self.values()
        bonds = found["bonds"]
        self.assertAlmostEqual(bonds["tensile"] / 50e6, 1, delta=0.03)
        self.assertAlmostEqual(bonds["ratio"] / math.exp(1.5), 1, delta=0.1)
        self.assertAlmostEqual(bonds["young"] / (60e9 * bonds["ratio"]**0.3), 1, delta=0.03)
        compressive = bonds["tensile"] * (2 - bonds["beta"]) * (bonds["cohesion"] / bonds["tensile"])**0.3
        self.assertAlmostEqual(compressive / 150e6, 1, delta=0.04)
        self.assertTrue(all(one["reached"] for one in found["results"].values()), found)
        folder = self.root / "results/calibrate-rock"
        self.assertIn("4 of 4 measured values reached", (folder / "report.html").read_text())
        self.assertIn("bond_coeff * young", (folder / "coefficients.txt").read_text())
        again = self.calibrate(ROCK)
        self.assertEqual(again.stdout.count("results are there"), found["runs"])
        self.assertEqual(self.values()["bonds"], bonds)

    def test_killed_and_started_again(self):
        folder = self.root / "results/calibrate-rock/runs"
        with subprocess.Popen(self.command(ROCK), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            for line in process.stdout:
                if "run 5" in line:
                    process.kill()
        complete = [path.parent for path in folder.glob("*/done.json")]
        self.assertGreaterEqual(len(complete), 5)
        done = self.calibrate(ROCK)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertGreaterEqual(done.stdout.count("results are there"), len(complete))
        self.assertTrue(all((path / "count.txt").read_text() == "x" for path in complete))
        whole = self.values()
        subprocess.run(["rm", "-r", folder], check=True)
        self.calibrate(ROCK)
        self.assertEqual(self.values()["bonds"], whole["bonds"])

    def test_friction_by_triaxial_strengths(self):
        """Slope 1 + 3 tan(angle) of the closed form."""
        rock = ROCK + 'triaxial = [["20 MPa", "220 MPa"]]\n'
        done = self.calibrate(rock)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = self.values()
        self.assertIn("angle", found["searched"])
        self.assertAlmostEqual(1 + 3 * math.tan(math.radians(found["bonds"]["angle"])), 3.5, delta=0.5)

    def test_out_of_reach(self):
        """The closed form cannot have a ratio of strengths of 100: the levers at their limits are named."""
        done = self.calibrate(ROCK.replace("20 +- 2 MPa", "1.5 MPa"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("is the nearest that was reached", done.stdout)
        self.assertRegex(done.stdout, "is at its (upper|lower) limit")
        self.assertIn("What is not reached", (self.root / "results/calibrate-rock/report.html").read_text())

    def test_budget(self):
        for budget in (1, 4):
            done = self.calibrate(ROCK, "--budget", str(budget))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertLessEqual(self.values()["runs"], 2 * (budget + 3))

    def test_a_packing_without_result(self):
        self.make_lammps(faulty=2)
        done = self.calibrate(ROCK)
        self.assertEqual(done.returncode, 0)
        self.assertIn("ERROR: no specimen", done.stderr)
        self.assertIn("A run without result: uniaxial, seed 2", done.stdout)

    def test_bad_files(self):
        cases = (("not TOML", "cannot be read"), ("[other]\n", "must have one of the tables [rock], [bulk]"),
                 (ROCK.replace("60 GPa", "60"), "young in"), (ROCK.replace("60 GPa", "60"), "without a unit: give Pa or kPa or MPa or GPa"),
                 (ROCK.replace("150 +- 15", "15"), "is 15 MPa and not above brazilian, 20 MPa"),
                 (ROCK.replace("0.2 +- 0.02", "0.6"), "Poisson's ratio of a rock is between 0 and 0.5"),
                 (ROCK.replace("0.2 +- 0.02", "-0.1"), "give a number above 0"),
                 (ROCK.replace("ucs", "usc"), "has the unknown key 'usc'"), (ROCK + "[extra]\n", "unknown key 'extra'"),
                 (ROCK.replace('young = "60 GPa"', ""), "has no young"), (ROCK.replace('density = "2.6 g/cm3"', ""), "has no density"),
                 (ROCK + "[hold]\ncohesion = 0.5\nangle = 45\n", "below tan(45 degrees) = 1"),
                 (ROCK + "[hold]\nbeta = 2\n", "give a number from 0 to 1"), (ROCK + "[search]\nruns = 0\n", "give a whole number from 1 to 12"),
                 (ROCK + "[search]\nruns = 13\n", "give a whole number from 1 to 12"), (ROCK + "[search]\nlevers = ['weight']\n", "has 'weight'"),
                 (ROCK + "[search]\nlevers = ['beta']\n[hold]\nbeta = 0.2\n", "which [hold] holds at 0.2"),
                 (ROCK + "[specimen]\njaws = 'round'\n", "give flat, curved or flattened"),
                 (ROCK + "triaxial = [['10 MPa']]\n", "give pairs of confining pressure and strength"),
                 (ROCK + "triaxial = [['10 MPa', '120 MPa']]\n", "is not above ucs"))
        for text, part in cases:
            (self.root / "rock.toml").write_text(text)
            with self.assertRaises(SystemExit) as caught:
                kind, data = read_input(self.root / "rock.toml")
                read_rock(data, self.root / "rock.toml")
            self.assertIn(part, str(caught.exception))
            self.assertNotIn("\n", str(caught.exception))
        done = self.calibrate(ROCK.replace("60 GPa", "60"))
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1), done.stderr)
        self.assertFalse((self.root / "results").exists())
        self.assertIn("--budget 0 allows no run", self.calibrate(ROCK, "--budget", "0").stderr)
        self.assertIn("there is no file", self.calibrate(None, name="none.toml").stderr)


@unittest.skipUnless(LMP, "needs LAMMPS with Grist in it")
class RealTest(unittest.TestCase):
    """A round trip. Oracle: the coefficients of the specimens whose results are the measured values."""

    HELD = {"angle": 0.0, "beta": 1.0, "reach": 1.1, "cohesion": 1.5}

    def test_coefficients_come_back(self):
        truth = Bonds(10e6, 50e9, {"ratio": 2.0, **self.HELD})
        with TemporaryDirectory() as folder:
            folder = Path(folder)
            path = folder / "round.toml"

            def write(young, poisson, ucs):
                path.write_text(f"""[rock]
                    density = "2600 kg/m3"
                    [measured]
                    young = "{young!r} Pa"
                    poisson = "{poisson!r}"
                    ucs = "{ucs!r} Pa"
                    [specimen]
                    elements = 100
                    [search]
                    seeds = [1]
                    [hold]
                    """ + "".join(f"{lever} = {value}\n" for lever, value in self.HELD.items()))
                return read_rock(read_toml(path), path)
            rock = write(60e9, 0.2, 20e6)
            options = SimpleNamespace(program=LMP, mpiexec="mpirun", ranks=1)
            ((young, poisson, ucs),) = Specimens(rock, Runs(folder / "truth", options), best_start(rock)[1]).measure(truth, [1])
            write(float(young), float(poisson), float(ucs))
            command = [sys.executable, MAIN, "calibrate", path, "--program", LMP, "--out", folder / "out"]
            done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 0, done.stderr)
            found = json.loads((folder / "out/calibration.json").read_text())["bonds"]
        for name, value in (("tensile", 10e6), ("young", 50e9), ("ratio", 2.0)):
            self.assertAlmostEqual(found[name] / value, 1, delta=0.03, msg=(name, found, done.stdout))


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        print("skipped: this Python has no tomllib")
        sys.exit(find_modules.SKIPPED)
    find_modules.run_tests()
