#!/usr/bin/env python3
"""Tests of `grist calibrate` of a rock by bonded blocks. With a path of LAMMPS also small real specimens.

Oracles: the table of examples/blocks; a made-up rock in closed form, whose coefficients come back.
"""
import json
import math
import re
import subprocess
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import find_modules
import numpy as np
from stone import MAIN

from grist_tools.calibrate.block_map import BLOCK_LEVERS, BlockMap, affine
from grist_tools.calibrate.rock_file import read_rock
from grist_tools.calibrate.rock_models import Blocks, Spheres
from grist_tools.calibrate.rock_search import Bonds, Search
from grist_tools.calibrate.rock_specimens import Specimens
from grist_tools.run.kept_runs import Runs
from grist_tools.read.tables import read_toml

LMP = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else None
README = find_modules.ROOT / "examples/blocks/README.md"
DIAMETER = 0.05
ROCK = """
[rock]
name = "Made-up marble"
density = "2.7 g/cm3"
[measured]
young = "45 GPa"
poisson = "0.2"
ucs = "90 MPa"
brazilian = "7.5 MPa"
[specimen]
kind = "blocks"
"""

# Specimens in closed form, in place of examples/blocks: E = young/ratio^0.4, nu = 0.35 ln(ratio)/(0.8 + ln(ratio)), Brazilian strength 1.2 s ratio^-0.5,
# uniaxial strength 40 s/ratio (toughness/3.2)^0.3, with a scatter by seed.
LAMMPS = """
import sys
from math import log
words = sys.argv[1:]
v = {words[i + 1]: words[i + 2] for i, word in enumerate(words) if word == "-var"}
test = v.pop("test")
n = {name: float(value) for name, value in v.items()}
scatter = 1 + 0.01 * ((n["seed"] * 7) % 5 - 2)
toughness = n["soften"] * n["young"] / n["tensile"]**2 / n["diameter"]
strength = scatter * n["tensile"] * (1.2 * n["ratio"]**-0.5 if test == "brazil" else 40 / n["ratio"] * (toughness / 3.2)**0.3)
young, poisson = n["young"] / n["ratio"]**0.4, 0.35 * log(n["ratio"]) / (0.8 + log(n["ratio"]))
lines = ["strain,stress,broken,bonds,axial,lateral,confining,tension,shear,energy,step,softened"]
for k in range(61):
    share = k / 50 if k <= 50 else 0.2
    axial = share * strength / young if test == "uniaxial" else 0
    lines.append(f"{share:g},{share * strength!r},{max(0, k - 50)},100,{axial!r},{-poisson * axial!r},0,0,0,0,{k},0")
open("history.csv", "w").write("\\n".join(lines) + "\\n")
open("strength.txt", "w").write(f"{test} test: highest stress {strength} Pa\\n")
open("log.lammps", "w").write("LAMMPS (made up)\\n")
"""
MPIRUN = '#!/bin/sh\n[ "$1" != --version ] || { echo made up; exit; }\nshift 2\n[ "$1" != --oversubscribe ] || shift\nexec "$@"\n'


class MapTest(unittest.TestCase):
    def at(self, **levers):
        found = BlockMap()({"cohesion": 6.0, "angle": 50.0, "toughness": 3.2, **levers}, 5000)
        return {name: float(value[0]) for name, value in found.items()}

    def test_uniform_strain(self):
        """Oracle: springs that are alike in all directions have E and no Poisson's ratio; without shear nu is 1/4, and E half of it."""
        np.testing.assert_allclose(affine(1.0), (1, 0))
        np.testing.assert_allclose(affine(1e12), (0.5, 0.25))

    def test_the_table_of_the_example(self):
        """Oracle: 600 blocks, three seeds, in examples/blocks/README.md. The discs there are loaded across one diameter, the best of three."""
        rows = re.findall(r"^\| ([\d.]+)[ a-z()]* \| (\d+) \| ([\d.]+) ± [\d.]+ \| ([\d.]+)[^|]* \| ([\d.]+) [^|]*\|.*?\|.*?\| ([\d.]+) ± ", README.read_text(), re.M)
        self.assertGreaterEqual(len(rows), 6)
        for ratio, soften, young, poisson, uniaxial, brazil in (map(float, row) for row in rows):
            if not soften:
                continue        # parts at once: below the range of the toughness
            found = self.at(ratio=ratio, toughness=soften * 50e9 / 10e6**2 / DIAMETER)
            self.assertAlmostEqual(math.exp(found["young"]) / young, 1, delta=0.03)
            self.assertAlmostEqual(found["poisson"], poisson, delta=0.015)
            self.assertAlmostEqual(math.exp(found["uniaxial"]) / uniaxial, 1, delta=0.15)
            self.assertTrue(0.7 < math.exp(found["brazil"]) / brazil < 1.05, (ratio, found, brazil))

    def test_over_the_whole_ranges(self):
        """Tougher and stronger faces never make a weaker rock; a softer shear spring gives more Poisson's ratio and less of all else."""
        for name in BLOCK_LEVERS:
            low, high, _ = BLOCK_LEVERS[name]
            for ratio in (1.5, 6.0):
                first, second = (self.at(**{"ratio": ratio, name: value}) for value in (low, high))
                sign = -1 if name == "ratio" else 1
                for strength in ("uniaxial", "brazil"):
                    self.assertGreaterEqual(sign * (second[strength] - first[strength]), 0, (name, strength))
        self.assertGreater(self.at(ratio=25.0)["poisson"], self.at(ratio=1.05)["poisson"] + 0.3)


class SearchTest(unittest.TestCase):
    def rock(self, text=ROCK):
        with TemporaryDirectory() as folder:
            path = Path(folder) / "rock.toml"
            path.write_text(text)
            return read_rock(read_toml(path), path)

    def test_the_energy_of_softening_follows_the_size(self):
        """Oracle: toughness = soften young/(tensile^2 diameter), 3.2 of the example's own variables."""
        bonds = Bonds(10e6, 50e9, {"ratio": 2.2, "cohesion": 6.0, "angle": 50.0, "toughness": 3.2})
        rock = self.rock()
        found = Blocks.variables(bonds, rock)
        self.assertEqual((found["soften"], found["cohesion"]), (320, 60e6))
        self.assertNotIn("toughness", found)
        rock.diameter *= 2
        self.assertEqual(Blocks.variables(bonds, rock)["soften"], 640)

    def test_faces_come_back_from_the_map(self):
        """Oracle: the levers whose responses are the measured values."""
        rock = self.rock()
        held = {"cohesion": 6.0, "angle": 50.0}
        truth = Bonds(12e6, 70e9, {"ratio": 3.1, "toughness": 1.1, **held})
        search = Search(rock, held)
        search.wanted = search.expected(truth)[:-1]
        found = search.start()
        for name, value in (("ratio", 3.1), ("toughness", 1.1)):
            self.assertAlmostEqual(found.levers[name] / value, 1, delta=0.1)
        self.assertAlmostEqual(found.tensile / 12e6, 1, delta=0.05)
        self.assertAlmostEqual(found.young / 70e9, 1, delta=0.02)

    def test_what_faces_cannot_have(self):
        """Oracle: the limits of the map, nu of 0.36 without shear; 8.2/0.61 for the ratio of strengths with nu 0.25, a fifth more at 0.22, and two standard deviations, a fifth."""
        search = Search(self.rock(), {})
        least, most = search.reachable_poisson()
        self.assertLess(least, 0.03)
        self.assertTrue(0.33 < most < 0.42, most)
        search = Search(self.rock(ROCK.replace('poisson = "0.2"', 'poisson = "0.25"')), {})
        search.rock.target("poisson").scatter = 0.005
        self.assertTrue(14 < search.reachable_ratio("ucs", "brazilian") < 22)


class CommandTest(unittest.TestCase):
    """The command with a made-up LAMMPS."""

    def setUp(self):
        temporary = TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        (self.root / "lammps.py").write_text(LAMMPS)
        self.write_program("lmp", f"#!/bin/sh\nexec '{sys.executable}' -IS '{self.root}/lammps.py' \"$@\"\n")
        self.write_program("mpirun", MPIRUN)

    def write_program(self, name, text):
        (self.root / name).write_text(text)
        (self.root / name).chmod(0o755)

    def calibrate(self, text):
        (self.root / "rock.toml").write_text(text)
        done = subprocess.run([sys.executable, MAIN, "calibrate", self.root / "rock.toml", "--program", self.root / "lmp", "--mpiexec", self.root / "mpirun",
                               "--ranks", "2", "--out", self.root / "out"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done, json.loads((self.root / "out/calibration.json").read_text())

    def test_made_up_rock(self):
        """Oracle: the closed form at the top, as the coefficients say it."""
        done, found = self.calibrate(ROCK)
        bonds = found["bonds"]
        self.assertTrue(all(one["reached"] for one in found["results"].values()), found)
        self.assertEqual(found["model"], "blocks")
        logarithm = 0.2 * 0.8 / (0.35 - 0.2)
        self.assertAlmostEqual(math.log(bonds["ratio"]) / logarithm, 1, delta=0.15)
        self.assertAlmostEqual(bonds["young"] / bonds["ratio"]**0.4 / 45e9, 1, delta=0.06)
        self.assertAlmostEqual(1.2 * bonds["tensile"] * bonds["ratio"]**-0.5 / 7.5e6, 1, delta=0.06)
        text = (self.root / "out/coefficients.txt").read_text()
        for words in ("create_blocks SHAPE cells N density 2700", "bond_style face", f"soften {bonds['soften']:.4g} damping", "pair_style polyhedron"):
            self.assertIn(words, text)
        self.assertIn("400 blocks", (self.root / "out/report.html").read_text())

    def test_poisson_out_of_reach(self):
        """Oracle: the closed form has at most 0.35."""
        done, found = self.calibrate(ROCK.replace('poisson = "0.2"', 'poisson = "0.45"').replace('brazilian = "7.5 MPa"', ""))
        self.assertRegex(done.stdout, r"not reachable by this model: Poisson's ratio is 0.45, and bonds of blocks that stay whole in the main have 0[.\d]* to 0\.[23]")
        self.assertNotIn("bond_coeff", (self.root / "out/coefficients.txt").read_text())

    def test_bad_files(self):
        cases = ((ROCK.replace('"blocks"', '"cubes"'), "kind in {path} is 'cubes': give spheres or blocks"),
                 (ROCK.replace("brazilian", "point_load"), "point_load in {path} needs the test point, which blocks have not"),
                 (ROCK + "jaws = 'curved'\n", "jaws in {path} is 'curved': blocks are tested with flat"),
                 (ROCK + "[hold]\nreach = 1.2\n", "has the unknown key 'reach': the keys are ratio, cohesion, angle, toughness, contact, friction, beta"),
                 (ROCK + "[hold]\ntoughness = 10\n", "toughness in {path} is 10: give a number from 0.2 to 6.4"),
                 (ROCK + "[search]\nlevers = ['radius']\n", "has 'radius': levers of blocks are ratio, cohesion, angle, toughness"),
                 (ROCK.replace('kind = "blocks"', "") + "[hold]\ntoughness = 1\n", "has the unknown key 'toughness'"))
        path = self.root / "rock.toml"
        for text, part in cases:
            path.write_text(text)
            with self.assertRaises(SystemExit) as caught:
                read_rock(read_toml(path), path)
            self.assertIn(part.format(path=path), str(caught.exception))
            self.assertNotIn("\n", str(caught.exception))

    def test_spheres_are_the_default(self):
        path = self.root / "rock.toml"
        path.write_text(ROCK.replace('kind = "blocks"', ""))
        self.assertIs(read_rock(read_toml(path), path).model, Spheres)


@unittest.skipUnless(LMP, "needs LAMMPS with Grist in it")
class RealTest(unittest.TestCase):
    def test_stresses_are_in_proportion(self):
        """Oracle: moduli, strengths and energies times 2 give stresses times 2, Poisson's ratio as before; the densities keep the speeds. And the map, within what so few blocks
        scatter."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "rock.toml"
            path.write_text(ROCK + "elements = 60\n")
            rock = read_rock(read_toml(path), path)
            runs = Runs(Path(folder) / "runs", SimpleNamespace(program=LMP, mpiexec="mpirun", ranks=1))
            levers = {"ratio": 2.5, "cohesion": 6.0, "angle": 50.0, "toughness": 1.6}
            rows = []
            for factor in (1, 2):
                specimens = Specimens(rock, runs, {"uniaxial": 40.0, "brazil": 4.0})
                rock.density = 2700 * factor
                rows.append(specimens.measure(Bonds(factor * 10e6, factor * 50e9, levers), [1])[0])
            self.assertEqual(runs.failed, {})
        np.testing.assert_allclose(rows[1][:4] - rows[0][:4], [math.log(2), 0, math.log(2), math.log(2)], atol=0.01)
        found = Search(rock, levers).expected(Bonds(20e6, 100e9, levers))
        np.testing.assert_allclose(rows[1][:4], found[:4], atol=0.4)


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        print("skipped: this Python has no tomllib")
        sys.exit(find_modules.SKIPPED)
    find_modules.run_tests()
