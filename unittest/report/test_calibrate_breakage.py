#!/usr/bin/env python3
"""Tests of scripts/grist_tools/calibrate/breakage.py, particle_strength.py, particle_tests.py and bands.py.
No LAMMPS is needed.

    test_calibrate_breakage.py          # 8 synthetic sets
    test_calibrate_breakage.py 100      # as many sets as given; minutes

Oracles: the parameters that the data were made with; closed forms; bands must hold the truth about as often as they say.
"""
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from unittest import mock

import find_modules  # a Python with numpy and scipy
import numpy as np

from grist_tools.calibrate.bands import Best
from grist_tools.calibrate.breakage import calibrate
from grist_tools.calibrate.command import read_input
from grist_tools.calibrate.page import write_calibration
from grist_tools.calibrate.particle_strength import FinenessFit, Strength, StrengthFit
from grist_tools.calibrate.particle_tests import Classes

SETS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 8
TRUTHS = (Strength(96, 1.17e-3, 1.26, 0.5), Strength(96, 1.17e-3, 1.26, 0.5, 1 / 4))
SIZES, RELATIVE, EACH = (0.5e-3, 1e-3, 2e-3, 4e-3, 8e-3), (0.3, 0.5, 0.8, 1.2, 2, 3.2), 20


def particles(truth, seed, sizes=SIZES, relative=RELATIVE, each=EACH):
    """Energies, sizes and whether the particles broke, drawn from the model."""
    size, part = (np.repeat(values.ravel(), each) for values in np.meshgrid(sizes, relative))
    energy = part * truth.median(size)
    return energy, size, np.random.default_rng(seed).random(len(size)) < truth.broken_share(energy, size)


def wanted(truth):
    return {"energy": truth.energy, "size": truth.size, "exponent": truth.exponent, "deviation": truth.deviation,
            "strongest": 1 / truth.inverse_ratio if truth.inverse_ratio else np.inf}


class StrengthTest(unittest.TestCase):
    def test_the_model_is_that_of_the_fix(self):
        """The numbers of doc/breakage_parameters.md: medians, and the truncated law by its definition."""
        self.assertAlmostEqual(TRUTHS[0].median(1e-3), 213, delta=0.6)
        self.assertAlmostEqual(TRUTHS[0].median(4e-3), 116.4, delta=0.5)
        strong = TRUTHS[1].median(1e-3)
        self.assertAlmostEqual(TRUTHS[1].broken_share(strong / 1.25, 1e-3), 0.5)        # E50/(1 + 1/ratio)
        self.assertAlmostEqual(TRUTHS[1].broken_share(0.9999999 * 4 * strong, 1e-3), 1.0)
        energy = 0.7 * strong
        half = TRUTHS[1].median_of_broken(energy, 1e-3)
        self.assertAlmostEqual(TRUTHS[1].broken_share(half, 1e-3), TRUTHS[1].broken_share(energy, 1e-3) / 2)

    def test_many_particles_give_the_truth_back(self):
        for truth in TRUTHS:
            fit = StrengthFit(Classes.of_particles(*particles(truth, 3, each=4000)))
            for name, value in (("energy", truth.energy), ("size", truth.size), ("exponent", truth.exponent), ("deviation", truth.deviation)):
                self.assertAlmostEqual(getattr(fit.found, name) / value, 1, delta=0.05)
            self.assertEqual(fit.shows_end, truth.inverse_ratio > 0)

    def test_bands_hold_the_truth(self):
        """95 % bands of so many sets: of 100, between 90 and 99 must hold it; of fewer, a share that happens in all but one of 1000 cases."""
        least = 90 if SETS == 100 else int(0.95 * SETS - 3.1 * np.sqrt(SETS * 0.95 * 0.05))
        for truth in TRUTHS:
            held = dict.fromkeys(wanted(truth), 0)
            for seed in range(SETS):
                bands = StrengthFit(Classes.of_particles(*particles(truth, 5000 + seed))).bands()
                for name, value in wanted(truth).items():
                    held[name] += bands[name][0] <= value <= bands[name][1]
            print(f"of {SETS} sets with {truth}, bands hold the truth: {held}")
            for name, count in held.items():
                self.assertGreaterEqual(count, least, name)
            self.assertLess(min(held.values()), SETS)       # bands that always hold it are too wide

    def test_the_band_of_a_normal_mean(self):
        """In closed form: mean +- sqrt(limit/n) for unit variance, also of a function of it."""
        values = np.random.default_rng(1).normal(2, 1, 50)
        best = Best(lambda x: ((values - x[0])**2).sum() + (x[1] - 1)**2, [-10, -10], [10, 10], [[0, 0]], limit=3.841)
        half = np.sqrt(3.841 / 50)
        np.testing.assert_allclose(best.band(lambda x: x[0]), (values.mean() - half, values.mean() + half), atol=1e-3)
        np.testing.assert_allclose(best.band(lambda x: np.exp(x[0])), np.exp((values.mean() - half, values.mean() + half)), rtol=1e-3)
        self.assertAlmostEqual(best.error(lambda x: x[0]), 1 / np.sqrt(50), delta=1e-4)


class FinenessTest(unittest.TestCase):
    def test_exact_data(self):
        x = np.array([2.0, 5, 10, 20, 40, 80])
        fit = FinenessFit(x, 0.6 * (1 - np.exp(-0.03 * x)), np.ones(6))
        self.assertAlmostEqual(fit.A, 0.6, delta=1e-4)
        self.assertAlmostEqual(fit.b, 0.03, delta=1e-5)

    def test_bands_hold_the_truth(self):
        held = np.zeros(3)
        x = np.array([1.0, 2, 4, 8, 15, 30, 50, 80])
        for seed in range(2 * SETS):
            t10 = 0.6 * (1 - np.exp(-0.03 * x)) + np.random.default_rng(seed).normal(0, 0.01, 8)
            bands = FinenessFit(x, t10, np.ones(8)).bands()
            held += [low <= value <= high for (low, high), value in zip(bands.values(), (0.6, 0.03, 0.018))]
        self.assertGreaterEqual(held.min(), 0.95 * 2 * SETS - 3.1 * np.sqrt(2 * SETS * 0.0475))
        self.assertLess(held.min(), 2 * SETS)

    def test_weights(self):
        """A wrong class of no weight changes nothing."""
        x = np.array([2.0, 5, 10, 20, 40, 80])
        t10 = 0.6 * (1 - np.exp(-0.03 * x))
        t10[3] += 0.1
        fit = FinenessFit(x, t10, np.array([1, 1, 1, 1e-9, 1, 1]))
        self.assertAlmostEqual(fit.A, 0.6, delta=1e-3)


class FileTest(unittest.TestCase):
    def setUp(self):
        scratch = TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name

    def drop_weight(self, name="drop_weight.csv", **settings):
        lines = ["energy_J,size_mm,mass_g,broken"]
        for energy, size, broken in zip(*particles(TRUTHS[0], 7, **settings)):
            mass = 2700 * np.pi / 6 * size**3
            lines.append(f"{energy * mass:.6g},{1e3 * size:g},{1e3 * mass:.6g},{int(broken)}")
        return self.write(name, "\n".join(lines) + "\n")

    def result(self, path):
        return calibrate(SimpleNamespace(file=path, out=self.folder / "out"), read_input(path)[1])

    def error(self, text, name="x.csv"):
        with self.assertRaises(SystemExit) as caught:
            self.result(self.write(name, text))
        return str(caught.exception)

    def test_a_drop_weight_test(self):
        result = self.result(self.drop_weight())
        bands = result.values["bands"]
        for name, value in wanted(TRUTHS[0]).items():
            self.assertLessEqual(bands[name][0], value)
            self.assertGreaterEqual(bands[name][1], value)
        self.assertRegex(result.coefficients, r"units si .*\nfix crack all break/polyhedra tavares energy \S+ size 0.00\d+ exponent \S+ deviation \S+ t10 A b")
        self.assertIn("the law describes the data", " ".join(result.sentences))
        with mock.patch("builtins.print"):
            write_calibration(self.folder / "out", result)
        page = (self.folder / "out" / "report.html").read_text()
        self.assertIn("data:image/png", page)
        self.assertIn("break/polyhedra tavares", page)

    def test_units_of_the_heads(self):
        """The same test in J/kg and m with brackets."""
        energy, size, broken = particles(TRUTHS[0], 7)
        rows = "".join(f"{e:.8g},{d:g},{int(b)}\n" for e, d, b in zip(energy, size, broken))
        other = self.result(self.write("y.csv", "energy [J/kg],size [m],broken\n" + rows)).values["strength"]
        self.assertAlmostEqual(other["energy"] / self.result(self.drop_weight()).values["strength"]["energy"], 1, delta=0.01)

    def test_what_the_data_leave_open(self):
        one = self.result(self.drop_weight(sizes=(4e-3,)))
        self.assertIn("size and exponent are open", " ".join(one.limits))
        self.assertNotIn(" size ", one.coefficients)
        self.assertIn("exponent is open", " ".join(self.result(self.drop_weight(sizes=(1e-3, 4e-3))).limits))
        fine = self.result(self.drop_weight(sizes=(0.1e-3, 0.2e-3, 0.4e-3)))
        self.assertIn("only their product", " ".join(fine.limits))
        self.assertEqual(fine.values["bands"]["size"][1], np.inf)

    def test_all_broken_and_none_broken(self):
        every = self.result(self.drop_weight(relative=(8.0, 9.0)))
        self.assertIn("at least 86 % break", every.limits[0])       # 0.05^(1/20)
        self.assertIn("below that", every.limits[0])
        self.assertIn("more energy", self.result(self.drop_weight(relative=(0.02, 0.03))).limits[-1])

    def test_t10(self):
        """With the strengths of drop_weight.csv, with E/E50b, and alone, for ab/t10."""
        truth, lines = TRUTHS[0], ["energy_kWh/t,size_mm,t10_%"]
        for size in SIZES[1:]:
            for energy in (180, 900, 3600, 9000):
                ratio = energy / truth.median_of_broken(energy, size)
                lines.append(f"{energy / 3600:.6g},{1e3 * size:g},{60 * (1 - np.exp(-0.03 * ratio)):.5g}")
        text = "\n".join(lines) + "\n"
        alone = self.result(self.write("t10.csv", text))
        self.assertRegex(alone.coefficients, r"ab/t10 reference 0.00\d+ selection \S+ t10 0\.\d+")
        self.drop_weight()
        result = self.result(self.write("t10.csv", text))
        self.assertAlmostEqual(result.values["A"], 0.6, delta=0.03)
        self.assertRegex(result.coefficients, r"tavares energy \S+ size \S+ exponent \S+ deviation \S+ t10 0.[56]\d* 0.0[23]\d* ")
        low = self.result(self.write("low.csv", "E/E50b,t10_%\n" + "".join(f"{x},{60 * (1 - np.exp(-0.03 * x)) + 0.2 * (-1)**x:.4g}\n" for x in range(1, 9))))
        self.assertIn("Only A b", low.limits[0])

    def test_selection_of_ab_t10(self):
        """Data made by M (1 - exp(-S d/reference E)), with the geometric mean of the sizes as reference."""
        rows = "".join(f"{e},{d},{50 * (1 - np.exp(-4e-4 * d / 20 * e)):.6g}\n" for d in (10, 20, 40) for e in (300, 1000, 3000))
        result = self.result(self.write("ab.csv", "energy_J/kg,size_mm,t10_%\n" + rows))
        self.assertAlmostEqual(result.values["b"], 4e-4, delta=1e-6)
        self.assertIn("units cgs (erg/g, cm)\nfix crack all break/polyhedra ab/t10 reference 2 selection 4e-08 t10 0.5", result.coefficients)

    def test_errors(self):
        row = "10,2,1\n" * 12
        self.assertIn("'energy' has no unit: write energy_J or ", self.error("energy,size_mm,broken\n" + row))
        self.assertIn("has the unit miles", self.error("energy_J/kg,size_miles,broken\n" + row))
        self.assertIn("no column mass_g", self.error("energy_J,size_mm,broken\n" + row))
        self.assertIn("write 1 for a particle that broke", self.error("energy_J/kg,size_mm,broken\n" + "10,2,3\n" * 12))
        self.assertIn("column 'wetness_%'", self.error("energy_J/kg,size_mm,broken,wetness_%\n" + "10,2,1,3\n" * 12))
        self.assertIn("'much', not a number", self.error("energy_J/kg,size_mm,broken\n" + "much,2,1\n" * 12))
        self.assertIn("only values above 0", self.error("energy_J/kg,size_mm,broken\n" + "-1,2,1\n" * 12))
        self.assertIn("at least 10", self.error("energy_J/kg,size_mm,broken\n10,2,1\n"))
        self.assertIn("no column size", self.error("energy_J/kg,broken\n" + "10,1\n" * 12))
        self.assertIn("from 0 to 100 %", self.error("E/E50b,t10_%\n" + "10,130\n" * 5))
        self.assertIn("at least 4", self.error("E/E50b,t10_%\n10,30\n"))
        self.assertIn("'t10' has no unit", self.error("E/E50b,t10\n" + "10,0.3\n" * 5))
        self.assertIn("neither a column broken nor a column t10", self.error("a,b\n1,2\n"))


if __name__ == "__main__":
    find_modules.run_tests()
