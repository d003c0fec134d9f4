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
from grist_tools.calibrate.quantities import PLAIN, PRESSURE, read_quantity
from grist_tools.calibrate.rock import Result
from grist_tools.calibrate.rock_file import read_rock
from grist_tools.calibrate.rock_map import LEVERS, SCALES, TABLE, RockMap, least_cohesion
from grist_tools.calibrate.rock_search import Bonds, Search
from grist_tools.calibrate.rock_specimens import Specimens
from grist_tools.run.kept_runs import Job, Runs
from grist_tools.read.tables import read_columns, read_toml
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


class Plain:
    """A map in closed form, as LAMMPS above with other slopes: what runs must correct."""

    def __call__(self, levers, stiffness):
        ratio, cohesion, beta = (np.asarray(levers[name], float) for name in ("ratio", "cohesion", "beta"))
        return {"young": -0.2 * np.log(ratio), "poisson": 0.03 + 0.1 * np.log(ratio), "uniaxial": np.log(4 - beta) + 0.5 * np.log(cohesion),
                "brazil": np.log(0.5 + 0 * ratio), "broken": 0.02 * cohesion}


class SearchTest(unittest.TestCase):
    def rock(self, text=None):
        with TemporaryDirectory() as folder:
            path = Path(folder) / "rock.toml"
            path.write_text(text or ROCK)
            return read_rock(read_toml(path), path)

    def model(self, bonds, scatter=0.0):
        """The responses of LAMMPS above in closed form, and the share broken."""
        levers = bonds.levers
        values = [np.log(bonds.young) - 0.3 * np.log(levers["ratio"]), 0.05 + 0.1 * np.log(levers["ratio"]),
                  np.log(bonds.tensile * (2 - levers["beta"])) + 0.3 * np.log(levers["cohesion"]), np.log(0.4 * bonds.tensile)]
        return np.array([[*(np.array(values) + scatter * math.sin(7 * seed)), 0.02 * levers["cohesion"]] for seed in (1, 2, 3)])

    def search(self, steps, scatter=0.0, held=None, text=None):
        search = Search(self.rock(text), held or {}, Plain())
        bonds = search.start()
        for _ in range(steps):
            mean = search.learn(bonds, self.model(bonds, scatter))
            bonds = search.best()
        return search, bonds, mean

    def test_the_measured_values_are_found(self):
        """Oracle: the closed form. The map is 60 % off in strengths and has other slopes."""
        search, bonds, mean = self.search(8)
        found = self.model(bonds)[0]
        np.testing.assert_allclose(found[:4], search.wanted, atol=0.02)

    def test_scatter_of_packings(self):
        """The mean of the packings is what is fitted."""
        search, bonds, mean = self.search(8, scatter=0.05)
        np.testing.assert_allclose(np.mean(self.model(bonds, 0.05), axis=0)[[0, 2, 3]], search.wanted[[0, 2, 3]], atol=0.03)

    def test_points_are_rounded(self):
        """Oracle: what is written. Last digits differ between processes, and runs of a killed search are known by their values; the cohesion stays allowed."""
        search, bonds, _ = self.search(1)
        for value in (bonds.tensile, bonds.young, *bonds.levers.values()):
            self.assertEqual(value, float(f"{value:.4g}"))
        for angle in np.linspace(5, 65, 301):
            levers = Bonds(1e7, 5e10, {**bonds.levers, "angle": angle, "cohesion": float(least_cohesion(angle))}).rounded().levers
            self.assertGreater(levers["cohesion"], math.tan(math.radians(levers["angle"])))
            self.assertAlmostEqual(levers["cohesion"] / math.tan(math.radians(angle)), 1, delta=2e-3)

    def test_levers_that_are_held(self):
        search, bonds, _ = self.search(8, held={"beta": 0.2, "angle": 12.0})
        self.assertEqual((bonds.levers["beta"], bonds.levers["angle"]), (0.2, 12.0))
        np.testing.assert_allclose(self.model(bonds)[0][:4], search.wanted, atol=0.02)

    def test_points_know_the_mean_of_all_their_packings(self):
        """Oracle: the closed form. Each point has packings of its own, 0.1 off to either side in turns; the last one is as good as the mean of eight."""
        search = Search(self.rock(), {}, Plain())
        bonds = search.start()
        for step in range(8):
            off = np.array([0.1, 0, 0.1, 0.1, 0]) * (-1)**step
            search.learn(bonds, self.model(bonds) + off)
            bonds = search.best(is_last=step == 7)
        np.testing.assert_allclose(self.model(bonds)[0][[0, 2, 3]], search.wanted[[0, 2, 3]], atol=0.04)

    def test_too_many_broken_bonds_are_left_alone(self):
        """Oracle: the closed form has 0.02 cohesion of its bonds broken, so cohesions above some 6.5 have too many."""
        _, bonds, _ = self.search(8, text=ROCK.replace("20 +- 2 MPa", "13 MPa"))
        self.assertLess(bonds.levers["cohesion"], 7)

    def test_what_the_data_fix(self):
        """Oracle: Poisson's ratio fixes the ratio of stiffnesses, 0.2 = 0.05 + 0.1 ln(ratio), and that the modulus; the Brazilian strength the tensile
        one. Nothing is said of the angle, and of cohesion and beta only what they are together."""
        search, bonds, _ = self.search(8)
        ranges = search.ranges(np.zeros(4))
        for name, value in (("ratio", math.exp(1.5)), ("tensile", 50e6), ("young", 60e9 * math.exp(0.45))):
            low, high = ranges[name]
            self.assertTrue(0.8 * value < low < high < 1.25 * value, (name, low, high, value))
        for name in ("angle", "cohesion", "reach"):
            low, high = ranges[name]
            self.assertGreater((high - low) / (high + low), 0.1, name)

    def test_a_response_without_result(self):
        search = Search(self.rock(), {}, Plain())
        bonds = search.start()
        rows = self.model(bonds)
        rows[1:, 3] = math.nan      # two of three packings have none: one is not a mean
        mean = search.learn(bonds, rows)
        self.assertTrue(np.isnan(mean[3]))
        self.assertTrue(np.isfinite(search.expected(bonds)).all())
        np.testing.assert_allclose(search.expected(bonds)[[0, 1, 2]], mean[[0, 1, 2]], atol=0.03)

    def test_the_map_knows_rows_that_are_left_out(self):
        """Oracle: the rows that were left out. With one scale for all levers the uniaxial strength is off by 0.2."""
        rows = read_columns(TABLE, (*LEVERS, "stiffness", *SCALES))
        is_out = np.arange(len(rows["ratio"])) % 4 == 0
        known = RockMap({name: column[~is_out] for name, column in rows.items()})
        is_out &= rows["broken"] < 0.2
        found = known({name: rows[name][is_out] for name in LEVERS}, rows["stiffness"][is_out])
        for name, most in (("young", 0.08), ("uniaxial", 0.16), ("brazil", 0.2)):
            self.assertLess(np.std(found[name] - np.log(rows[name][is_out])), most, name)
        self.assertLess(np.std(found["poisson"] - rows["poisson"][is_out]), 0.012)


class VerdictTest(unittest.TestCase):
    """What is said of a calibration, by verdicts that are given."""

    def result(self, rows, ucs="150 MPa"):
        rock = SearchTest.rock(self, ROCK.replace("150 +- 15 MPa", ucs).replace("20 +- 2", "20").replace("0.2 +- 0.02", "0.2"))
        search = Search(rock, {}, Plain())
        bonds = search.start()
        search.learn(bonds, [search.expected(bonds)] * 3)
        runs = SimpleNamespace(failed={}, asked=0, seconds=0)
        return Result(rock, search, SimpleNamespace(runs=runs), bonds, np.array(rows))

    def rows(self, ucs=150e6, scatter=0.01, broken=0.05):
        return [[math.log(60e9), 0.2, math.log(ucs) + scatter * off, math.log(20e6), broken] for off in (-1, -0.5, 0, 0.5, 1)]

    def test_reached(self):
        result = self.result(self.rows())
        self.assertTrue(result.reached)
        self.assertIn("bond_coeff * young", result.coefficients())
        self.assertTrue(all(figure.agrees for figure in result.figures()))

    def test_no_coefficients_where_a_value_is_out(self):
        result = self.result(self.rows(ucs=170e6))
        self.assertFalse(result.reached)
        self.assertNotIn("bond_coeff", result.coefficients())
        self.assertIn("170 MPa for 150 MPa", " ".join(result.limits()))
        self.assertEqual([figure.agrees for figure in result.figures()], [True, True, False, True])

    def test_a_value_that_scatters_is_not_found(self):
        result = self.result(self.rows(scatter=0.3))
        self.assertIn("give more elements", result.verdict(2))
        self.assertIs(result.figures()[2].agrees, False)

    def test_a_crushed_specimen_has_no_strength(self):
        result = self.result(self.rows(broken=0.3))
        self.assertIn("30 % of the bonds break before the strength", result.verdict(2))
        self.assertIs(result.figures()[2].agrees, False)
        self.assertIn("reached", result.verdict(0))

    def test_a_ratio_that_the_model_has_not(self):
        """Oracle: the map has at most 4/0.5 cohesion^0.5 with 0.02 cohesion broken, 8 6^0.5 = 19.6; the verdict, which is below it, takes some off;
        two standard deviations of the map are a factor of 1.65."""
        result = self.result(self.rows(), ucs="900 MPa")
        self.assertRegex(result.verdict(2), r"not reachable by this model: ucs over brazilian is 45, and bonds .* at most some 2[0-9]")


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
        self.assertAlmostEqual(bonds["tensile"] / 50e6, 1, delta=0.04)
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
        """The closed form cannot have a ratio of strengths of 100."""
        done = self.calibrate(ROCK.replace("20 +- 2 MPa", "1.5 MPa"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("not reachable by this model: ucs over brazilian is 100", done.stdout)
        self.assertNotIn("bond_coeff", (self.root / "results/calibrate-rock/coefficients.txt").read_text())
        self.assertEqual(self.values()["ranges"], {})
        self.assertIn("What is not reached", (self.root / "results/calibrate-rock/report.html").read_text())

    def test_budget(self):
        """Oracle: the number of uniaxial tests. A point and the verdict are always run: three packings and four, else two fifths."""
        for budget in (1, 18):
            done = self.calibrate(ROCK, "--budget", str(budget), "--out", str(self.root / f"out{budget}"))
            self.assertEqual(done.returncode, 0, done.stderr)
            runs = [json.loads(path.read_text()) for path in (self.root / f"out{budget}/runs").glob("*/variables.json")]
            self.assertEqual(sum(run["test"] == "uniaxial" for run in runs), {1: 7, 18: 16}[budget])

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
                 (ROCK + "[hold]\nbeta = 2\n", "give a number from 0 to 1"), (ROCK + "[search]\nruns = 0\n", "give a whole number from 1 to 400"),
                 (ROCK + "[search]\nruns = 401\n", "give a whole number from 1 to 400"), (ROCK + "[search]\nseeds = [1]\n", "one packing says nothing of others"),
                 (ROCK + "[search]\nlevers = ['weight']\n", "has 'weight'"),
                 (ROCK + "[search]\nlevers = ['beta']\n[hold]\nbeta = 0.2\n", "which [hold] holds at 0.2"),
                 (ROCK + "[specimen]\njaws = 'round'\n", "spheres are tested with curved, flat or flattened"),
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
    """A round trip. Oracle: the coefficients of the specimens whose results are the measured values. The packings are those of the verdict."""

    HELD = {"angle": 0.0, "beta": 1.0, "reach": 1.1, "cohesion": 1.5, "radius": 1.0}

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
                    elements = 400
                    [hold]
                    """ + "".join(f"{lever} = {value}\n" for lever, value in self.HELD.items()))
                return read_rock(read_toml(path), path)
            rock = write(60e9, 0.2, 20e6)
            options = SimpleNamespace(program=LMP, mpiexec="mpirun", ranks=1)
            rows = Specimens(rock, Runs(folder / "truth", options), {"uniaxial": 3.0}).measure(truth, [101, 102, 103, 104, 105])
            young, poisson, ucs, _ = np.median(rows, axis=0)
            write(math.exp(young), float(poisson), math.exp(ucs))
            command = [sys.executable, MAIN, "calibrate", path, "--program", LMP, "--out", folder / "out"]
            done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 0, done.stderr)
            found = json.loads((folder / "out/calibration.json").read_text())["bonds"]
        for name, value, share in (("tensile", 10e6, 0.2), ("young", 50e9, 0.15), ("ratio", 2.0, 0.1)):      # packings of 400 elements scatter
            self.assertAlmostEqual(found[name] / value, 1, delta=share, msg=(name, found, done.stdout))


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        print("skipped: this Python has no tomllib")
        sys.exit(find_modules.SKIPPED)
    find_modules.run_tests()
