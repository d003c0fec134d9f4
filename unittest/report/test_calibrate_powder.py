#!/usr/bin/env python3
"""Tests of scripts/grist_tools/calibrate/powder.py with powder_file.py and powder_tests.py, and of read/yield_locus.py.

    test_calibrate_powder.py [LMP]      # with LMP: also one calibration by tiny shear cells

Oracles: a Coulomb material in closed form; circles drawn first, whose tangents are the loci; lattices; a made-up powder with a strength in closed form.
"""
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from unittest import mock

import find_modules  # a Python with numpy and scipy
import numpy as np

from grist_tools.calibrate import powder as module
from grist_tools.calibrate.bulk import measurer
from grist_tools.calibrate.bulk_search import Cloud
from grist_tools.calibrate.powder import draw_flow_function, draw_pairs, result_of
from grist_tools.calibrate.powder_file import read_powder
from grist_tools.calibrate.powder_tests import Level, at_consolidation, read_levels
from grist_tools.read.tables import read_toml
from grist_tools.read.yield_locus import Locus
from grist_tools.run.kept_runs import Runs

LMP = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 and not sys.argv[1].startswith("-") and Path(sys.argv[1]).is_file() else None
FILE = """
[powder]
size = "1.6 to 2.4 mm"
density = "1500 kg/m3"
[measured]
flow_function = [["2 kPa", "{0:.6g} +- 20 Pa"], ["4 kPa", "{1:.6g} +- 40 Pa"], ["8 kPa", "{2:.6g} +- 60 Pa"]]
bulk_density = [["8 kPa", "{3:.6g} +- 4 kg/m3"]]
effective_angle = [["8 kPa", "{4:.6g} +- 0.5 deg"]]
"""


def coulomb(cohesion, degrees, middle, turn):
    """Points on the locus of a Coulomb material, and a preshear on the circle about `middle` that touches it, `turn` degrees from its left end."""
    phi, sigma = np.radians(degrees), np.array([1e3, 2e3, 4e3])
    radius = middle * np.sin(phi) + cohesion * np.cos(phi)
    preshear = middle - radius * np.cos(np.radians(turn)), radius * np.sin(np.radians(turn))
    return sigma, cohesion + sigma * np.tan(phi), preshear, radius


class LocusTest(unittest.TestCase):
    def test_a_coulomb_material(self):
        for cohesion in (0.0, 200.0, 1500.0):
            for degrees in (15, 30, 45):
                sigma, tau, preshear, radius = coulomb(cohesion, degrees, 6000.0, 88.0)
                locus, phi = Locus(sigma, tau, preshear), np.radians(degrees)
                self.assertAlmostEqual(locus.strength, 2 * cohesion * np.cos(phi) / (1 - np.sin(phi)), delta=1e-6)
                self.assertAlmostEqual(locus.major, 6000.0 + radius, delta=1e-4)
                self.assertAlmostEqual(np.sin(np.radians(locus.effective)), radius / 6000.0, delta=1e-9)

    def test_the_circle_of_the_strength_touches_the_locus(self):
        """Oracle: the distance of its center from the line is its radius, and it passes through the origin."""
        sigma, tau, preshear, _ = coulomb(700.0, 33.0, 5000.0, 80.0)
        locus = Locus(sigma, tau, preshear)
        middle = locus.strength / 2
        self.assertAlmostEqual(abs(middle * locus.slope + locus.cohesion) / np.hypot(1, locus.slope), middle, delta=1e-6)

    def test_no_strength_below_the_origin(self):
        self.assertEqual(Locus([1e3, 2e3], [400.0, 900.0], (3e3, 1200.0)).strength, 0.0)


class LevelTest(unittest.TestCase):
    def levels(self, cohesions, preshears=(2e3, 8e3)):
        return [Level(Locus(*coulomb(cohesion, 30.0, middle, 88.0)[:3]), 0.5 + middle / 1e5) for cohesion, middle in zip(cohesions, preshears)]

    def test_a_strength_in_proportion(self):
        """The strength of a powder whose cohesion is a tenth of its middle stress is in proportion to its consolidation."""
        levels = self.levels((200.0, 800.0))
        share = levels[0].locus.strength / levels[0].locus.major
        for major in (2.5e3, 6e3, 14e3):
            self.assertAlmostEqual(at_consolidation(levels, major, "strength"), share * major, delta=1e-3)

    def test_at_its_own_consolidations(self):
        levels = self.levels((300.0, 700.0))
        for level in levels:
            self.assertAlmostEqual(at_consolidation(levels, level.locus.major, "strength"), level.locus.strength, delta=1e-6)
            self.assertAlmostEqual(at_consolidation(levels, level.locus.major, "fraction"), level.fraction, delta=1e-12)

    def test_a_history_and_a_lattice(self):
        """Stresses of a Coulomb material of 500 Pa and 30 degrees; spheres that touch in a cubic lattice are pi/6 of the volume."""
        with TemporaryDirectory() as scratch:
            folder = Path(scratch)
            (sigma, tau, preshear, radius), lines = coulomb(500.0, 30.0, 6000.0, 88.0), ["level [Pa],stage,target [Pa],shear [-],normal [Pa],tangential [Pa],height [m]"]
            for normal, tangential in zip(sigma, tau):
                for stage, (a, b) in (("preshear", preshear), ("wait", (a_wait, 0.0) if (a_wait := normal) else None), ("point", (normal, tangential))):
                    lines += [f"5000,{stage},{a:.8g},{0.025 * k:.6g},{a:.8g},{b:.8g},0.02" for k in range(1, 41)]
            (folder / "history.csv").write_text("\n".join(lines) + "\n")
            (folder / "settings.txt").write_text("size 0.002 m\nlength 0.02 m\nwidth 0.02 m\n")
            k = np.arange(10) * 2e-3
            places = np.stack(np.meshgrid(k, k, k, indexing="ij"), axis=-1).reshape(-1, 3)
            rows = [f"{i} {x:.6g} {y:.6g} {z:.6g} 0.001" for i, (x, y, z) in enumerate(places, 1)]
            (folder / "sheared_5000_0.5.dump").write_text("\n".join(["ITEM: TIMESTEP", "0", "ITEM: NUMBER OF ATOMS", str(len(rows)),
                                                                     "ITEM: BOX BOUNDS pp pp ff", *["0 0.02"] * 3, "ITEM: ATOMS id x y z radius", *rows]) + "\n")
            (level,) = read_levels(folder)
            self.assertAlmostEqual(level.locus.strength, 2 * 500 * np.cos(np.pi / 6) / 0.5, delta=0.1)
            self.assertAlmostEqual(level.locus.major, 6000 + radius, delta=1.0)
            self.assertAlmostEqual(level.fraction / (np.pi / 6), 1, delta=0.02)


# ---------------------------------------------------------------- a made-up powder

TRUTH = {"plasticity": 0.6, "surface": 4.0, "friction": 0.5, "rolling": 0.12}
SCATTER = {"strength": 0.02, "bulk density": 0.005, "effective angle": 0.02, "fraction": 0.005}


def made_up(name, plasticity, surface, friction, rolling):
    """Smooth and rising, of the kind that shear cells give: strength by the pull over the stress, with the square root of stiffness that limits it."""
    kind, at, rest = name.partition(" at ")
    if kind == "fraction":
        return 0.56 - 0.05 * friction
    major = float(rest.split()[0]) * (1e3 if "kPa" in rest else 1)
    pull = surface / (2e-3 * major)
    return {"strength": major * 0.75 * (1 - np.exp(-1.6 * plasticity * np.sqrt(pull) * (0.6 + friction))),
            "bulk density": 1500 * (0.57 - 0.06 * friction - 0.2 * rolling - 0.01 * np.sqrt(pull)),
            "effective angle": 18 + 24 * friction + 40 * rolling + 3 * np.sqrt(pull)}[kind]


def fake_measure(powder, names=()):
    def measure(points):
        found = []
        for point, seed in points:
            random = np.random.default_rng(seed)
            chosen = powder.values(point)[0]
            found.append({name: made_up(name, *chosen) * (1 + random.normal(0, SCATTER[name.partition(" at ")[0]]))
                          for name in [*next(iter(powder.scripts.values())), *names]})
        return found
    return measure


def read(text):
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / "powder.toml"
        path.write_text(text)
        return read_powder(path, read_toml(path))


def truth(*names):
    return [made_up(name, *TRUTH.values()) for name in names or ("strength at 2 kPa", "strength at 4 kPa", "strength at 8 kPa", "bulk density at 8 kPa", "effective angle at 8 kPa")]


def searched(text, budget=20):
    powder = read(text)
    search = Cloud(powder, fake_measure(powder), budget).run()
    unseen = fake_measure(powder, powder.checked)([(search.middle, seed) for seed in range(1001, 1007)])
    return powder, search, unseen, result_of(Path("powder.toml"), powder, search, unseen, SimpleNamespace(asked=46, seconds=600.0, failed={}))


class SearchTest(unittest.TestCase):
    def test_a_made_up_powder_is_found(self):
        """Oracle: the coefficients that the values were made with, and the strength at a consolidation that the search has not seen."""
        powder, search, unseen, result = searched(FILE.format(*truth()), 56)
        self.assertEqual(list(powder.checked), ["strength at 4 kPa"])
        self.assertNotIn("strength at 4 kPa", search.surfaces)
        self.assertTrue(search.holds(powder.place(TRUTH.values())))
        self.assertLess(search.share, 0.1)
        held = made_up("strength at 4 kPa", *result.values["parameters"].values())
        self.assertAlmostEqual(held / truth()[1], 1, delta=0.05)
        self.assertTrue(all(figure.agrees for figure in result.figures), result.figures)
        self.assertRegex(result.coefficients, r"pair_coeff \* \* young 8e\+06 .*\n.* cohesion eepa 0\.\d+ [\d.]+ 0 5")
        for name, (low, high) in result.values["ranges"].items():
            self.assertTrue(low <= TRUTH[name] <= high, name)
        with TemporaryDirectory() as folder:
            draw_pairs(search, Path(folder))
            draw_flow_function(powder, search, unseen, Path(folder))
            self.assertEqual(sorted(path.name for path in Path(folder).glob("*.png")), ["flow_function.png", "pairs.png"])

    def test_out_of_reach_gives_no_coefficients(self):
        """At most 0.75 of the consolidation can be the strength of this powder."""
        low, middle, high, *rest = truth()
        _, _, _, result = searched(FILE.format(1850, 3600, 7300, *rest))
        self.assertIn("is out of reach", result.limits[0])
        self.assertIn("# no coefficients: strength at", result.coefficients)
        self.assertNotIn("pair_coeff", result.coefficients)
        self.assertFalse(result.values["reached"])

    def test_a_verdict_that_does_not_hold(self):
        low, middle, high, *rest = truth()
        _, _, _, result = searched(FILE.format(low, 1.2 * middle, high, *rest))
        self.assertIs(result.figures[-1].agrees, False)
        self.assertTrue(any("do not use these coefficients at other consolidations" in line for line in result.limits), result.limits)

    def test_two_points_leave_none_for_the_verdict(self):
        text = FILE.format(*truth())
        text = text.replace(text[text.index(', ["4 kPa"'):text.index(', ["8 kPa"')], "")
        self.assertEqual(read(text).checked, {})
        self.assertIn("No consolidation was left for the verdict", " ".join(searched(text)[3].limits))

    def test_the_density_of_the_spheres_follows(self):
        """Without the density of the solid: bulk density over the solid fraction, 0.56 - 0.05 friction."""
        _, search, _, result = searched(FILE.format(*truth()).replace('density = "1500 kg/m3"\n', "", 1))
        friction = result.values["parameters"]["friction"]
        self.assertAlmostEqual(result.values["density"] / (truth()[3] / (0.56 - 0.05 * friction)), 1, delta=0.02)
        self.assertNotIn("bulk density at 8 kPa", search.surfaces)

    def test_scale_of_parcels(self):
        text = FILE.format(*truth()).replace("[measured]", 'real_size = "20 um"\n[measured]')
        result = searched(text)[3]
        self.assertIn("100 times as large as grains of 20 um", " ".join(result.sentences))
        surface = result.values["parameters"]["surface"]
        self.assertIn(f"eepa {result.values['parameters']['plasticity']:.3g} {surface / 100:.3g} 0 5", result.coefficients.splitlines()[-1])
        self.assertIn("coarse 100", result.coefficients)


class FileTest(unittest.TestCase):
    def error(self, old, new):
        text = FILE.format(400, 700, 1200, 780, 38)
        self.assertIn(old, text)
        with self.assertRaises(SystemExit) as caught:
            read(text.replace(old, new))
        return str(caught.exception)

    def test_variables_of_the_input(self):
        powder = read(FILE.format(400, 700, 1200, 780, 38))
        (variables,) = powder.variables.values()
        self.assertEqual((variables["d"], variables["young"], variables["levels"]), ("0.002", "8000000", "1176.5 4705.9"))
        self.assertAlmostEqual(float(variables["spread"]), 0.2)
        self.assertEqual(powder.ranges["surface"][1], 3 * 2e-3 * 4e3)
        np.testing.assert_allclose(powder.values(powder.place(TRUTH.values()))[0], list(TRUTH.values()))

    def test_ffc_and_one_consolidation(self):
        text = FILE.format(400, 700, 1200, 780, 38)
        powder = read(text[:text.index("flow_function")] + 'ffc = [["8 kPa", "4 +- 0.2"]]\n' + text[text.index("bulk_density"):])
        self.assertEqual(powder.measured["strength at 8 kPa"], (2000.0, 100.0))
        low, high = map(float, next(iter(powder.variables.values()))["levels"].split())
        self.assertTrue(low < 8000 / 1.7 < high)

    def test_errors(self):
        for old, new, part in (
                ('"400 +- 20 Pa"', '"2.5 kPa"', "2.5 kPa at 2 kPa, ffc 0.8: a powder is weaker than the stress that consolidated it (ffc above 1)"),
                ('"700 +- 40 Pa"', '"3 kPa"', "rises from 400 Pa at 2 kPa to 3 kPa at 4 kPa, slope 1.3: strength cannot grow faster"),
                ('"1200 +- 60 Pa"', '"650 Pa"', "falls from 700 Pa at 4 kPa to 650 Pa at 8 kPa: strength grows with the consolidation"),
                ('["2 kPa"', '["0 kPa"', "consolidation of flow_function in"), ('["2 kPa"', '["0 kPa"', "is '0 kPa': give a number above 0"),
                ('["2 kPa"', '["-2 kPa"', "is '-2 kPa': give a number above 0"),
                ('["2 kPa"', '["4.01 kPa"', "two points at 4 kPa and 4.01 kPa, the same consolidation: give their mean"),
                ('"400 +- 20 Pa"', '"80 Pa"', "ffc 25: above 20 a powder flows so freely that shear tests do not fix its cohesion"),
                ("bulk_density", "effective_angle_2", "unknown key 'effective_angle_2'"),
                ("flow_function", "flow_index", "unknown key 'flow_index'"),
                ('[powder]', '[powder]\nlaw = "jkr"', "law in"), ('[powder]', '[powder]\nlaw = "jkr"', "is 'jkr': give eepa or sjkr"),
                ('size = "1.6 to 2.4 mm"\n', "", "has no size: give that of the spheres of the runs"),
                ('"400 +- 20 Pa"', '"400 mm"', "with the unit mm: give Pa or kPa"), ('[["2 kPa", "400 +- 20 Pa"], ', '["2 kPa", ', "give pairs of the consolidation and the value"),
                ('"38 +- 0.5 deg"', '"95 deg"', "an angle of friction is below 90 deg"),
                ("[measured]", "[search]\nplasticity = [0.5, 1.2]\n[measured]", "smaller value first, 0 or more and below 1"),
                ("[measured]", "[search]\nenergy = [5, 8]\n[measured]", "unknown key 'energy'"),
                ("[measured]", '[check]\nflow_function = [["2 kPa", "410 Pa"]]\n[measured]', "2 kPa in [measured] and in [check]")):
            message = self.error(old, new)
            self.assertIn(part, message)
            self.assertEqual(message.count("\n"), 0)

    def test_what_is_missing(self):
        text = FILE.format(400, 700, 1200, 780, 38)
        for key, part in (("bulk_density", "has no bulk_density: give it with its consolidation"), ("flow_function", "has no flow function: give flow_function")):
            with self.assertRaisesRegex(SystemExit, part):
                read("\n".join(line for line in text.splitlines() if not line.startswith(key)))

    def test_budget(self):
        with TemporaryDirectory() as scratch:
            path = Path(scratch) / "powder.toml"
            path.write_text(FILE.format(400, 700, 1200, 780, 38))
            for budget in (5, 200):
                with self.assertRaisesRegex(SystemExit, f"--budget {budget}: give 16 to 56 runs"):
                    module.calibrate(SimpleNamespace(file=path, out=Path(scratch) / "out", budget=budget), read_toml(path))


@unittest.skipUnless(LMP, "no LAMMPS given")
class RunTest(unittest.TestCase):
    TINY = {"long": "6", "layers": "9", "first": "0.6", "again": "0.6", "peak": "0.7", "press": "10", "wait": "3", "points": "0.7 0.3", "levels": "1500 4500"}

    def test_a_small_heap_of_a_powder(self):
        """Oracle: the heap without cohesion is flatter than that of a powder that stands as it was filled."""
        text = FILE.format(400, 700, 1200, 780, 38).replace("[measured]", '[heap]\nparticles = 200\ncylinder = "12 mm"\n[measured]\nangle_of_repose = "40 +- 2 deg"')
        powder = read(text)
        heaps = {script: readers for script, readers in powder.scripts.items() if script.endswith("in.heap")}
        with TemporaryDirectory() as scratch, mock.patch("builtins.print"):
            runs = Runs(Path(scratch) / "runs", SimpleNamespace(program=LMP, mpiexec="mpirun", ranks=2))
            points = [(powder.place((0.5, surface, 0.4, 0.1)), 1) for surface in (0.13, 6.0)]
            loose, firm = (one["angle_of_repose"] for one in measurer(powder, runs, heaps)(points))
        self.assertGreater(firm, loose + 5)

    def test_tiny_shear_cells(self):
        """A calibration from end to end, with sjkr; what a killed program left is run again, and nothing else."""
        def tiny(path, data):
            powder = read_powder(path, data)
            for script, variables in powder.variables.items():
                powder.variables[script] = {**variables, **self.TINY}
            return powder
        with TemporaryDirectory() as scratch, mock.patch("builtins.print") as printed, mock.patch.object(module, "read_powder", tiny), \
                mock.patch.object(module, "VERDICT", 2):
            path = Path(scratch) / "powder.toml"
            path.write_text(FILE.format(400, 700, 1200, 780, 38).replace("[powder]", '[powder]\nlaw = "sjkr"'))
            options = SimpleNamespace(file=path, out=Path(scratch) / "out", budget=16, program=LMP, mpiexec="mpirun", ranks=2)
            first = module.calibrate(options, read_toml(path))
            folders = sorted((options.out / "runs").iterdir())
            (folders[3] / "done.json").unlink()
            printed.reset_mock()
            again = module.calibrate(options, read_toml(path))
            said = [str(call.args[0]) for call in printed.call_args_list]
            self.assertEqual(sum("results are there" in line for line in said), len(folders) - 1)
            self.assertEqual(again.values["parameters"], first.values["parameters"])
            self.assertTrue((options.out / "pairs.png").is_file())
            self.assertEqual(sum(line.count(",") == 2 for line in (options.out / "sets.csv").read_text().splitlines()), 21)


if __name__ == "__main__":
    find_modules.run_tests()
