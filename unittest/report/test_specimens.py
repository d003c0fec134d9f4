#!/usr/bin/env python3
"""Tests of examples/strength on lattices, whose moduli and strengths are sums over bonds, and of what reads its results.

    test_specimens.py LMP
"""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import find_modules
import numpy as np
from find_modules import ROOT

from grist_tools.read.specimens import read_cracks, read_history, read_test

LMP = None
D, YOUNG, BOND = 0.05, 1e9, 1e6     # diameter of the specimen; modulus and strength of its bonds
COLUMN, BEAM = np.pi / 2 * D**3, 4 * D**3     # volumes


class Specimens(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def run_input(self, **variables):
        words = [word for name, value in {"frames": 0, **variables}.items() for word in ("-var", name, str(value))]
        return subprocess.run([LMP, "-in", ROOT / "examples/strength/in.strength", "-log", "log", *words], cwd=self.folder,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)

    def lattice(self, volume, elements, **variables):
        """Result of a test of a lattice; the places of its elements over their radius."""
        done = self.run_input(elements=elements, **{"packing": "sc", **variables})
        self.assertEqual(done.returncode, 0, done.stdout[-2000:])
        self.radius = (0.56 * volume / elements * 3 / 4 / np.pi)**(1 / 3)
        self.bond = YOUNG * np.pi * self.radius**2      # stiffness of a bond times its length
        return read_test(self.folder), np.loadtxt(self.folder / "elements.txt")[:, 1:] / self.radius

    def assert_close(self, value, expected, tolerance):
        self.assertLess(abs(value / expected - 1), tolerance, f"{value:g} instead of {expected:g}")

    def test_columns_that_are_pulled(self):
        """Oracle: columns side by side. All bonds of the columns have the same stress, that of their strength."""
        test, places = self.lattice(COLUMN, 300, test="tension")
        columns = len(np.unique(places[:, :2].round(3), axis=0)) * np.pi * self.radius**2 / (np.pi / 4 * D**2)
        self.assert_close(test.young_Pa, columns * YOUNG, 1e-3)
        self.assert_close(test.tangent_Pa, columns * YOUNG, 1e-3)
        self.assert_close(test.strength_Pa, columns * BOND, 5e-3)       # waves of the load
        self.assertLess(abs(test.poisson), 1e-6)
        cracks = read_cracks(self.folder)
        self.assertGreater(len(cracks.angle), 50)
        self.assertEqual(set(cracks.mode), {"tension"})
        np.testing.assert_allclose(cracks.angle, 90, atol=1e-3)
        self.assert_close(cracks.strain.min(), test.strain_at_peak, 0.01)
        first = BOND**2 / 2 / YOUNG * np.pi * self.radius**2 * 2 * self.radius     # s^2/2E times the volume of a bond
        self.assert_close(cracks.energy_J[0], first, 5e-3)
        self.assert_close(cracks.energy_J.sum(), test.energy_J, 1e-4)

    def test_cracks_of_a_tilted_lattice(self):
        """Oracle: bonds of fcc are at 45 degrees to the axis, or normal to it and then not pulled until others break."""
        test, places = self.lattice(COLUMN, 300, test="tension", packing="fcc", shear=1e7)
        angle = read_cracks(self.folder).angle
        self.assertTrue(np.all((abs(angle - 45) < 0.1) | (angle < 0.1)))
        self.assertGreater(np.mean(angle > 44), 0.7)
        self.assertEqual((test.shear_at_peak, test.bonds), (0, round(self.bonds_of(places))))

    @staticmethod
    def bonds_of(places):
        return sum((np.linalg.norm(places[k + 1:] - place, axis=1) < 2.2).sum() for k, place in enumerate(places))

    def test_pressure_from_all_sides(self):
        """Oracle: the sums of force times place over elements and over bonds are equal (the virial), so the mean strain of the bonds across
        the axis is that of the lateral forces P pi D 2 D, which act on the outer elements. Along the axis: columns."""
        pressure = 2e5
        test, places = self.lattice(COLUMN, 1000, test="triaxial", platens="smooth", confining=pressure, until=0.6)
        history = read_history(self.folder)
        np.testing.assert_allclose(history["confining"], np.minimum(np.maximum(history["stress"], 0), pressure), rtol=1e-5, atol=1)
        way = np.hypot(places[:, 0], places[:, 1])
        outer = way > D / 2 / self.radius - 1.5
        self.assertGreater(outer.sum(), 100)
        across = sum(((abs(step[:, 2]) < 0.1) & (np.linalg.norm(step, axis=1) < 2.1)).sum()
                     for step in (places[k + 1:] - place for k, place in enumerate(places)))
        force = pressure * np.pi * D * 2 * D / outer.sum()
        strain = (force * way[outer]).sum() / (2 * across * self.bond)
        self.assert_close(history["lateral"][-1], strain, 0.01)      # gauges: the middle half only
        columns = len(np.unique(places[:, :2].round(3), axis=0)) * self.bond / (np.pi / 4 * D**2)
        self.assert_close(history["axial"][-1], history["stress"][-1] / columns, 5e-3)
        self.assert_close(test.young_Pa, columns, 5e-3)
        self.assertEqual(test.confining_Pa, pressure)
        self.assertLess(abs(test.poisson), 5e-3)      # this lattice has none

    def test_beam(self):
        """Oracle: a beam of columns side by side. The moment of inertia is that of the sections of bonds. The supports are the
        elements nearest to +-1.5 D, and the load is on those next to the middle."""
        test, places = self.lattice(BEAM, 1000, test="bending")
        section = np.unique(places[:, 1:].round(3), axis=0)
        inertia = (np.pi * section[:, 1]**2 + np.pi / 4).sum()         # times radius^4
        along = np.unique(places[:, 0].round(3))
        half = min(along, key=lambda x: abs(x - 1.5 * D / self.radius))
        near = along[abs(along) < 1.2].max()
        gauge = along[(along > 0) & (along < D / self.radius)]
        turned = np.mean(half * gauge - gauge**2 / 2 - near**2 / 2)    # rotation of sections, over F/(2 E I)
        d = D / self.radius
        young = inertia / (d**4 / 12) * YOUNG * (2 * half * d / 4 - d**2 / 6) / turned
        self.assert_close(test.young_Pa, young, 0.02)
        # Shear turns the sections of this short beam apart at the load: the outermost bonds have more than by Bernoulli.
        moment = BOND * inertia / (section[:, 1].max() + 1)            # of the section whose outer fibre is at the strength
        strength = moment / ((half - near) / 2) * 3 * 2 * half / (2 * d**3)
        self.assert_close(test.strength_Pa, strength, 0.12)
        self.assertLess(test.strength_Pa, strength)

    def test_friction_of_bonds_raises_the_strength_under_pressure(self):
        """Oracle: Mohr and Coulomb. With shear alone, pressure adds no more than itself; with friction of 45 degrees more."""
        rise = {}
        for angle in (0, 45):
            strength = []
            for pressure in (0, 1e6):
                done = self.run_input(elements=150, test="triaxial", confining=pressure, cohesion=1e6, angle=angle, slowness=0.5)
                self.assertEqual(done.returncode, 0, done.stdout[-2000:])
                strength.append(read_test(self.folder).strength_Pa)
            rise[angle] = (strength[1] - strength[0]) / 1e6
        self.assertLess(rise[0], 1.2)
        self.assertGreater(rise[45], 2)

    def test_what_cannot_be_tested(self):
        for sentence, variables in (("unknown test shear (uniaxial, triaxial, tension, brazil, bending, point or plates)", {"test": "shear"}),
                                    ("unknown platens greased", {"platens": "greased"}), ("unknown jaws round", {"jaws": "round"}),
                                    ("plates cannot pull", {"test": "tension", "platens": "plates"}),
                                    ("confining 5 needs -var test triaxial", {"confining": 5})):
            done = self.run_input(**variables)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"in.strength: {sentence}", done.stdout)

    def test_results_that_are_not_there(self):
        (self.folder / "strength.txt").write_text("oedometer strength 1 Pa\n")
        with self.assertRaises(SystemExit) as stopped:
            read_test(self.folder)
        self.assertIn("begins with 'oedometer', not with a test (uniaxial,", str(stopped.exception.code))


if __name__ == "__main__":
    LMP = Path(sys.argv.pop(1)).resolve()
    find_modules.run_tests()
