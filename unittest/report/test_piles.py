#!/usr/bin/env python3
"""Tests of scripts/grist_tools/read/piles.py. No LAMMPS is needed.

Oracles: cones, wedges and spheres in closed form.
"""
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import find_modules
import numpy as np

from grist_tools.draw.pictures import Camera
from grist_tools.read.piles import HeightMap, line, Pile, read_pile, resting, slope_angle

TOP, ANGLE = 0.03, 25.0
FOOT = TOP / np.tan(np.radians(ANGLE))


def cone(middle=(0.0, 0.0), floor=0.0, squeezed=1.0, cells=800):
    """A map of a cone; squeezed along y, its slope there is steeper."""
    axis = (np.arange(-cells // 2, cells // 2) + 0.5) * 2.6 * FOOT / cells
    x, y = np.meshgrid(axis, axis, indexing="ij")
    height = TOP - np.tan(np.radians(ANGLE)) * np.hypot(x, y / squeezed)
    return HeightMap(axis + middle[0], axis + middle[1], height + floor, floor)


def spheres_under_a_cone(radius):
    """Spheres that touch the surface of the cone from below, so close to each other that they make it."""
    k = np.arange(-60, 61) * FOOT / 60
    x, y = (part.ravel() for part in np.meshgrid(k, k))
    z = TOP - np.tan(np.radians(ANGLE)) * np.hypot(x, y) - radius / np.cos(np.radians(ANGLE))
    return np.column_stack([x, y, z])[z > -radius]


class PileTest(unittest.TestCase):
    def test_a_cone(self):
        for middle, floor in (((0.0, 0.0), 0.0), ((0.3, -0.2), 0.1)):
            heights = cone(middle, floor)
            self.assertAlmostEqual(heights.volume() / (np.pi * FOOT**2 * TOP / 3), 1, delta=1e-3)
            pile = Pile(heights, FOOT / 40, middle)
            window = pile.window(0.2, 0.9)
            np.testing.assert_allclose(window, (0.1 * FOOT, 0.8 * FOOT), atol=0.03 * FOOT)
            repose = pile.angle_of_repose(window)
            self.assertAlmostEqual(repose.mean, ANGLE, delta=0.01)
            self.assertLess(repose.deviation, 0.01)
            self.assertEqual(len(repose.by_sector), 8)
            self.assertAlmostEqual(pile.runout(), FOOT, delta=FOOT / 40)
            self.assertAlmostEqual(pile.angle_of_profile(0.15, 0.85, TOP)[0], ANGLE, delta=0.1)

    def test_sectors_of_a_cone_that_is_squeezed(self):
        steep = np.degrees(np.arctan(np.tan(np.radians(ANGLE)) / 0.7))
        pile = Pile(cone(squeezed=0.7), FOOT / 40, sectors=72)
        repose = pile.angle_of_repose((0.1 * FOOT, 0.5 * FOOT))
        self.assertAlmostEqual(max(repose.by_sector), steep, delta=0.1)
        self.assertAlmostEqual(min(repose.by_sector), ANGLE, delta=0.1)
        self.assertAlmostEqual(repose.standard_error, repose.deviation / np.sqrt(72), delta=1e-12)

    def test_a_floor_without_a_pile(self):
        axis = np.arange(-50, 51) * 1e-3
        heights = HeightMap(axis, axis, np.zeros((101, 101)))
        self.assertEqual(heights.volume(), 0.0)
        pile = Pile(heights, 2e-3)
        self.assertEqual(pile.window(0.2, 0.9, least=1e-3), (0, 0))
        self.assertEqual(pile.angle_of_profile(0.15, 0.85, pile.top()), (0.0, 0.0))

    def test_spheres_and_what_a_camera_sees(self):
        center, r = (0.4, -0.2, 1.5), 0.5
        expected = np.pi * r**2 * (center[2] - 1.0) + 2 / 3 * np.pi * r**3       # above a floor at 1
        heights = HeightMap.of_spheres([center, (0.4, -0.2, 1.3)], np.array([r, 0.02]), 1.0, center[:2])
        self.assertAlmostEqual(heights.volume() / expected, 1, delta=2e-3)
        camera = Camera((0, 0, 1), (0, 0, 0), 2.0, (400, 300))
        camera.spheres([center], [r], [(1, 1, 1)])
        seen = HeightMap.of_camera(camera, 1.0)
        self.assertAlmostEqual(seen.volume() / expected, 1, delta=2e-3)
        i, j = np.unravel_index(seen.height.argmax(), seen.height.shape)
        np.testing.assert_allclose((seen.x[i], seen.y[j], seen.height[i, j]), (0.4, -0.2, 2.0), atol=5e-3)
        self.assertEqual(seen.upper_edges()["front"].shape, seen.x.shape)
        with self.assertRaises(ValueError):
            HeightMap.of_camera(Camera((0, 1, 0), (0, 0, 0), 1.0, (4, 4)))

    def test_a_wedge(self):
        axis = np.linspace(-1, 1, 201)
        heights = HeightMap(axis, axis, np.broadcast_to(1.0 - 0.5 * axis, (201, 201)))
        self.assertAlmostEqual(slope_angle(line(axis, np.median(heights.height, axis=0))[1]), np.degrees(np.arctan(0.5)), delta=1e-9)

    def test_spheres_that_hang_above(self):
        z, radii = np.array([0.5, 1.4, 2.3, 9.0, 9.8]), np.full(5, 0.5)
        np.testing.assert_array_equal(resting(z, radii, 1.0), [True, True, True, False, False])
        self.assertTrue(resting(z, radii, 10.0).all())

    def test_a_dump(self):
        radius = 2e-3
        places = spheres_under_a_cone(radius) + (0.5, 0.2, 0.0)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "pile.dump"
            rows = "".join(f"{n + 1} {x:.8g} {y:.8g} {z:.8g} {radius}\n" for n, (x, y, z) in enumerate(places))
            head = f"ITEM: TIMESTEP\n7\nITEM: NUMBER OF ATOMS\n{len(places)}\nITEM: BOX BOUNDS ff ff ff\n0 1\n0 1\n0 1\n"
            path.write_text(head + "ITEM: ATOMS id x y z radius\n" + rows)
            pile = read_pile(path)
            repose = pile.angle_of_repose(pile.window(0.2, 0.9))
            self.assertAlmostEqual(repose.mean, ANGLE, delta=0.2)
            self.assertAlmostEqual(pile.runout(), FOOT, delta=2 * radius)
            few = head.replace(str(len(places)), "1") + "ITEM: ATOMS id x y z radius\n" + rows.split("\n")[0] + "\n"
            path.write_text(few)
            with self.assertRaises(SystemExit) as stopped:
                read_pile(path)
            self.assertIn("holds 1 particles in the pile, at least 20 are needed", str(stopped.exception.code))


if __name__ == "__main__":
    find_modules.run_tests()
