#!/usr/bin/env python3
"""Short runs of five kinds (decks/), and the pictures and views that are made of them without options. Oracles: the motions that the decks give
their walls, in closed form; a rigid body keeps its shape; bonds that break make fragments.

    test_decks.py LMP
"""
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import find_modules
import numpy as np
from decks import screw
from PIL import Image
from stone import MAIN

from grist_tools.read.scenes import find_source, rotation_matrix

LMP = None
PROGRESS = "grist: 1 of 1 frames\n"     # on a busy machine
DECKS = Path(__file__).resolve().parent / "decks"


class DeckTest(unittest.TestCase):
    def setUp(self):
        temporary = TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def run_deck(self, name, *words):
        """The head of the view, and the source."""
        screw.write(self.folder)
        done = subprocess.run([LMP, "-in", DECKS / f"in.{name}", "-screen", "none", *words], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for command in "picture", "view":
            done = subprocess.run([sys.executable, MAIN, command, self.folder], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr.replace(PROGRESS, "")), (0, ""), command)
        image = np.asarray(Image.open(self.folder / "picture.png").convert("RGB")).astype(int)
        self.assertGreater((np.ptp(image, axis=2) > 40).mean(), 0.03)     # particles have colors
        text = (self.folder / "view.html").read_text(encoding="utf-8")
        head = json.loads(re.search(r'id="head"[^>]*>(.*?)</script>', text, re.S)[1])
        self.assertEqual((head["unit"], head["notes"]), ("m", []))
        self.assertEqual({scale["name"]: scale["unit"] for scale in head["values"]}["speed"], "m/s")
        return head, find_source(self.folder)

    def poses(self, head, name):
        return np.reshape(next(wall["poses"] for wall in head["walls"] if wall["name"] == name), (-1, 3, 4))

    def times(self, head):
        return [float(time.removesuffix(" s")) for time in head["times"]]

    def assert_turns(self, head, name, period):
        for pose, time in zip(self.poses(head, name), self.times(head)):
            half = np.pi * time / period
            np.testing.assert_allclose(pose, np.column_stack([rotation_matrix((np.cos(half), np.sin(half), 0, 0)), np.zeros(3)]), atol=1e-5)

    def test_mill(self):
        head, source = self.run_deck("mill", "-var", "turns", "0.1")
        self.assertEqual((len(source.times), [scale["name"] for scale in head["values"]][0]), (5, "type"))
        self.assert_turns(head, "drum", 1.0)

    def test_core(self):
        head, source = self.run_deck("core", "-var", "share", "0.4")
        self.assertEqual([len(np.unique(source.scene(0).spheres.data[name])) for name in ("cluster", "fragment")], [1, 1])
        self.assertGreater(len(np.unique(source.scene(-1).spheres.data["fragment"])), 3)
        numbers = np.diff(head["bonds"]["ends"])
        self.assertLess(numbers[-1], numbers[0])
        self.assertTrue((np.diff(numbers) <= 0).all())
        np.testing.assert_allclose(self.poses(head, "upper")[:, 2, 3], -0.5 * np.array(self.times(head)), atol=1e-6)

    def test_plunger(self):
        head, _ = self.run_deck("plunger", "-var", "share", "0.5")
        times = np.array(self.times(head))
        down = -0.15 * np.minimum(times, 0.06)
        np.testing.assert_allclose(self.poses(head, "plunger")[:, 2, 3], down + 0.01 * np.sin(20 * np.pi * np.maximum(times - 0.06, 0)), atol=1e-6)
        np.testing.assert_allclose(self.poses(head, "vessel")[:, :, 3], 0, atol=1e-9)

    def test_screw(self):
        head, source = self.run_deck("screw", "-var", "share", "0.2", "-var", "here", str(self.folder))
        self.assertEqual(head["polyhedra"]["count"], len(source.scene(0).polyhedra))
        self.assert_turns(head, "screw", 0.5)
        sizes = [np.array([np.ptp(corners, axis=0).max() for corners in source.scene(k).polyhedra.corners]) for k in (0, -1)]
        self.assertTrue(all(((size > 0.004) & (size < 0.02)).all() for size in sizes))      # shapes, not points and not their neighbors'

    def test_coating(self):
        head, source = self.run_deck("coating", "-var", "turns", "0.1")
        self.assert_turns(head, "drum", 1.0)
        first, last = source.scene(0).spheres, source.scene(-1).spheres
        for spheres in first, last:
            order = np.argsort(spheres.data["id"])
            spheres.centers = spheres.centers[order].reshape(200, 20, 3)
        np.testing.assert_allclose(*(np.linalg.norm(np.diff(spheres.centers, axis=1), axis=2) for spheres in (first, last)), atol=2e-7)
        self.assertGreater(np.abs(last.centers - first.centers).max(), 0.002)


if __name__ == "__main__":
    LMP = sys.argv.pop(1)
    find_modules.run_tests()
