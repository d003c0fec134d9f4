#!/usr/bin/env python3
"""Tests of scripts/grist_tools/calibrate/bulk.py with bulk_file.py, bulk_search.py and bulk_tests.py.

    test_calibrate_bulk.py [LMP]        # with LMP: also one small calibration by runs

Oracles: the parameters that made-up values were computed with; cones, planes and lattices in closed form; a surface that is known.
"""
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from unittest import mock

import find_modules  # a Python with numpy and scipy
import numpy as np

from grist_tools.calibrate.bulk import draw, result_of
from grist_tools.calibrate.bulk_file import read_bulk
from grist_tools.calibrate.bulk_search import Search, Surface
from grist_tools.calibrate.bulk_tests import angle_of_repose, bulk_density, drum_angle
from grist_tools.calibrate.command import calibrate

LMP = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 and not sys.argv[1].startswith("-") and Path(sys.argv[1]).is_file() else None
SCATTER = {"bulk_density": 8, "angle_of_repose": 0.6, "drum_angle": 0.5}
FILE = {"bulk": {"size": "5 mm", "density": "2500 kg/m3"}, "measured": {"angle_of_repose": "20 +- 0.5 deg"},
        "search": {"friction": [0.1, 0.9], "rolling": [0.02, 0.42]}}


def angles(friction, rolling):
    """Smooth, saturating, and with contours that cross: of the kind that heaps and drums give."""
    return {"bulk_density": 1600 - 500 * friction, "angle_of_repose": 35 * (1 - np.exp(-3 * friction)) * (1 - np.exp(-6 * rolling)),
            "drum_angle": 24 + 22 * (1 - np.exp(-1.5 * friction)) * (1.3 - np.exp(-4 * rolling))}


def fake_measure(bulk):
    def measure(points):
        found = []
        for point, seed in points:
            random = np.random.default_rng(seed)
            found.append({name: value + random.normal(0, SCATTER[name]) for name, value in angles(*bulk.values(point)[0]).items()
                          if name in (*bulk.measured, "bulk_density")})
        return found
    return measure


def searched(measured):
    bulk = read_bulk(Path("heap.toml"), {**FILE, "measured": measured})
    search = Search(bulk, fake_measure(bulk)).run()
    runs = SimpleNamespace(asked=35, seconds=60.0, failed={})
    return search, result_of(Path("heap.toml"), bulk, search, fake_measure(bulk)([(search.middle, seed) for seed in range(1001, 1004)]), runs)


class SearchTest(unittest.TestCase):
    truth = {name: value for name, value in angles(0.45, 0.2).items() if name != "bulk_density"}

    def test_two_experiments_give_both_back(self):
        search, result = searched({name: f"{value:.4g} +- 0.3 deg" for name, value in self.truth.items()})
        self.assertAlmostEqual(result.values["parameters"]["friction"], 0.45, delta=0.05)
        self.assertAlmostEqual(result.values["parameters"]["rolling"], 0.2, delta=0.05)
        self.assertTrue(all(figure.agrees for figure in result.figures))
        self.assertLess(result.values["region"], 0.1)
        self.assertLessEqual(search.added, 8)
        for name in self.truth:
            self.assertAlmostEqual(search.surfaces[name].scatter / SCATTER[name], 1, delta=0.5)
        self.assertRegex(result.coefficients, r"friction 0\.4\d* &\n +rolling sds \S+ \S+ 0\.[12]\d*")
        with TemporaryDirectory() as folder:
            draw(search, Path(folder))
            self.assertTrue((Path(folder) / "region.png").is_file())

    def test_a_heap_alone_leaves_a_direction_open(self):
        search, result = searched({"angle_of_repose": f"{self.truth['angle_of_repose']:.4g} +- 0.3 deg"})
        limits = " ".join(result.limits)
        self.assertIn("One direction is open", limits)
        self.assertIn("Measure the poured bulk density (bulk_density), too: it is 1", limits)
        direction, width = search.widest()
        self.assertGreater(width, 0.5)
        self.assertLess(direction[0] * direction[1], 0)         # more of one, less of the other
        first, last = (angles(*search.bulk.values(point)[0])["angle_of_repose"] for point in search.ends(direction))
        self.assertAlmostEqual(first, last, delta=2.0)          # the ends match equally well
        nearest = np.abs(search.grid - [(0.45 - 0.1) / 0.8, (0.2 - 0.02) / 0.4]).sum(axis=1).argmin()
        self.assertTrue(search.region[nearest])                 # and the truth is in the region

    def test_a_value_that_the_search_has_not_seen(self):
        bulk = read_bulk(Path("heap.toml"), {**FILE, "check": {"drum_angle": "30 deg"}})
        self.assertEqual([Path(script).name for script in bulk.scripts], ["in.heap"])
        self.assertEqual([Path(script).name for script in bulk.others], ["in.drum"])
        search = Search(bulk, fake_measure(bulk)).run()
        self.assertNotIn("drum_angle", search.surfaces)
        self.assertTrue(all(search.posterior[np.abs(search.grid - point).sum(axis=1).argmin()] > 0 for point in search.drawn(50)))
        for angle, agrees in ((30.5, True), (37.0, False)):
            found = [{"angle_of_repose": 20.1}] * 3 + [{"drum_angle": angle + off} for off in (-0.5, 0.0, 0.5)]
            result = result_of(Path("heap.toml"), bulk, search, found, SimpleNamespace(asked=3, seconds=1.0, failed={}))
            self.assertEqual([figure.agrees for figure in result.figures], [True, agrees])
            self.assertAlmostEqual(result.figures[1].tolerance, 1.0)
        self.assertIn("not used in the search", result.figures[1].compared_with)

    def test_an_angle_out_of_reach(self):
        _, result = searched({"angle_of_repose": "60 +- 1 deg"})
        self.assertIn("angle_of_repose 60 deg is out of reach", result.limits[0])
        self.assertFalse(result.figures[0].agrees)

    def test_runs_without_a_result_are_left_out(self):
        bulk = read_bulk(Path("heap.toml"), {**FILE, "measured": {"angle_of_repose": "20 +- 0.5 deg"}})
        whole = fake_measure(bulk)
        search = Search(bulk, lambda points: [{} if seed % 5 == 0 else values for (_, seed), values in zip(points, whole(points))]).run()
        self.assertEqual(sum(seed % 5 != 0 for seed in range(1, 25 + search.added)), len(search.found.results["angle_of_repose"]))
        with self.assertRaisesRegex(SystemExit, "only 0 of 24 runs have a result"):
            Search(bulk, lambda points: [{} for _ in points]).run()


class SurfaceTest(unittest.TestCase):
    def test_a_plane_with_scatter(self):
        random = np.random.default_rng(2)
        points, others = random.random((40, 2)), random.random((200, 2))
        surface = Surface(points, 3 + points @ [2.0, -1.0] + random.normal(0, 0.1, 40))
        mean, error = surface.at(others)
        off = mean - (3 + others @ [2.0, -1.0])
        self.assertLess(np.sqrt((off**2).mean()), 0.1)
        self.assertGreater((np.abs(off) < 2 * error).mean(), 0.85)      # the error is what it says
        self.assertAlmostEqual(surface.scatter, 0.1, delta=0.04)

    def test_without_scatter_it_meets_the_points(self):
        points = np.random.default_rng(3).random((25, 2))
        values = np.sin(4 * points[:, 0]) * points[:, 1]
        np.testing.assert_allclose(Surface(points, values).at(points)[0], values, atol=0.02)

    def test_a_trend_goes_on_beyond_the_points(self):
        points = np.random.default_rng(5).random((20, 3)) * 0.5
        plane = lambda x: 3 + x @ [2.0, -1.0, 0.5]      # noqa: E731
        corner = np.ones((1, 3))
        self.assertAlmostEqual(Surface(points, plane(points), trend=True).at(corner)[0][0], plane(corner)[0], delta=0.01)

    def test_points_left_out(self):
        """Oracle: each point by the others, as the best linear unbiased prediction in full."""
        random = np.random.default_rng(6)
        points = random.random((12, 2))
        surface = Surface(points, np.sin(3 * points[:, 0]) + points[:, 1] + random.normal(0, 0.1, 12), trend=True)
        whole, basis = surface.covariance(points, points) + surface.noise**2 * np.eye(12), surface.basis_at(points)
        for k, found in enumerate(surface.left_out()):
            rest = np.arange(12) != k
            system = np.block([[whole[np.ix_(rest, rest)], basis[rest]], [basis[rest].T, np.zeros((3, 3))]])
            right = np.concatenate([whole[rest, k], basis[k]])
            solved = np.linalg.solve(system, right)
            off = surface.values[k] - solved[:11] @ surface.values[rest]
            self.assertAlmostEqual(found, off / np.sqrt(whole[k, k] - solved @ right), delta=1e-6)

    def test_a_scatter_that_is_known(self):
        """Five points in three parameters have no scatter of their own."""
        points = np.random.default_rng(7).random((8, 3))
        self.assertGreaterEqual(Surface(points, points @ [1.0, 2.0, 3.0], trend=True, least=0.2).scatter, 0.2 * (1 - 1e-9))

    def test_equal_values(self):
        mean, _ = Surface(np.random.default_rng(4).random((10, 2)), np.full(10, 7.0)).at([[0.5, 0.5]])
        self.assertAlmostEqual(mean[0], 7.0)


class MeasureTest(unittest.TestCase):
    def setUp(self):
        scratch = TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def write(self, name, frames):
        lines = []
        for step, rows in enumerate(frames):
            rows = np.asarray(rows)
            lines += ["ITEM: TIMESTEP", str(step), "ITEM: NUMBER OF ATOMS", str(len(rows)), "ITEM: BOX BOUNDS ff ff ff", "-1 1", "-1 1", "-1 1",
                      "ITEM: ATOMS id x y z radius"]
            lines += [" ".join(f"{value:.8g}" for value in (number, *row)) for number, row in enumerate(rows, 1)]
        (self.folder / name).write_text("\n".join(lines) + "\n")

    def test_a_cone(self):
        axis = np.arange(-30, 31) * 1e-3
        x, y = (part.ravel() for part in np.meshgrid(axis, axis))
        z = 0.012 - np.tan(np.radians(25)) * np.hypot(x, y)
        chosen = z > 1e-3
        self.write("pile.dump", [np.column_stack([x, y, z, np.full(len(x), 1e-3)])[chosen]])
        self.assertAlmostEqual(angle_of_repose(self.folder), 25, delta=0.7)

    def test_a_cubic_lattice(self):
        """Spheres that touch: pi/6 of the volume."""
        k = np.arange(-16, 17) * 2e-3
        x, y, z = (part.ravel() for part in np.meshgrid(k, k, k + 33e-3))
        self.write("filled.dump", [np.column_stack([x, y, z, np.full(len(x), 1e-3)])])
        (self.folder / "settings.txt").write_text("size 2e-3 m\ncylinder_radius 0.032 m\ndensity 1000 kg/m3\n")
        self.assertAlmostEqual(bulk_density(self.folder) / (1000 * np.pi / 6), 1, delta=0.01)

    def test_a_slope(self):
        """The mean of two frames of 28 and 32 degrees."""
        x, y, z = (part.ravel() for part in np.meshgrid(np.arange(-50, 51) * 1e-3, np.arange(5) * 1e-3, np.arange(-40, 1) * 1e-3))
        self.write("frames.dump", [np.column_stack([x, y, z + np.tan(np.radians(angle)) * x, np.full(len(x), 5e-4)]) for angle in (28, 32)])
        (self.folder / "settings.txt").write_text("size 1e-3 m\nradius 0.05 m\n")
        self.assertAlmostEqual(drum_angle(self.folder), np.degrees(np.arctan((np.tan(np.radians(28)) + np.tan(np.radians(32))) / 2)), delta=0.3)


class FileTest(unittest.TestCase):
    def error(self, **changes):
        with self.assertRaises(SystemExit) as caught:
            read_bulk(Path("heap.toml"), {**FILE, **changes})
        return str(caught.exception)

    def test_variables_of_the_inputs(self):
        bulk = read_bulk(Path("heap.toml"), {**FILE, "bulk": {"size": "4 to 6 mm", "density": "2.5 g/cm3", "young": "70 GPa"},
                                             "measured": {"drum_angle": "30 deg"}, "drum": {"diameter": "150 mm", "speed": "20 rpm"}})
        variables = {name: float(value) for name, value in next(iter(bulk.variables.values())).items()}
        self.assertAlmostEqual(variables["d"], 5e-3)
        self.assertAlmostEqual(variables["spread"], 0.2)
        self.assertAlmostEqual(variables["young"], 40000 * 2500 * 9.81 * 5e-3)      # softened
        self.assertAlmostEqual(variables["diameter"], 30)
        self.assertAlmostEqual(variables["froude"], (20 * np.pi / 30)**2 * 0.075 / 9.81)

    def test_errors(self):
        self.assertIn("'5', without a unit", self.error(bulk={"size": "5", "density": "2500 kg/m3"}))
        self.assertIn("has no density", self.error(bulk={"size": "5 mm"}))
        self.assertIn("unknown key 'colour'", self.error(bulk={"size": "5 mm", "density": "1 g/cm3", "colour": "red"}))
        self.assertIn("the smaller size first", self.error(bulk={"size": "6 to 4 mm", "density": "1 g/cm3"}))
        self.assertIn("an angle of a slope is below 90 deg", self.error(measured={"angle_of_repose": "120 deg"}))
        self.assertIn("the unit m", self.error(measured={"angle_of_repose": "25 m"}))
        self.assertIn("no table [measured]", self.error(measured={}))
        self.assertIn("flow_index in heap.toml is not known", self.error(measured={"flow_index": "3 deg"}))
        self.assertIn("the smaller value first", self.error(search={"friction": [0.9, 0.1]}))
        self.assertIn("the least and the largest", self.error(search={"friction": 0.5}))
        self.assertIn("a speed and no diameter", self.error(drum={"speed": "20 rpm"}))
        self.assertIn("restitution in heap.toml is 1.5", self.error(bulk={"size": "5 mm", "density": "1 g/cm3", "restitution": 1.5}))
        self.assertIn("there is no such file", self.error(measured={"rate": "3 g/s"}, inputs={"rate": "in.rate"}))
        for budget in (3, 99):
            with self.assertRaisesRegex(SystemExit, f"--budget {budget}: give 10 to 32"), TemporaryDirectory() as folder:
                path = Path(folder) / "heap.toml"
                path.write_text('[bulk]\nsize = "5 mm"\ndensity = "2500 kg/m3"\n[measured]\nangle_of_repose = "25 deg"\n')
                calibrate(SimpleNamespace(file=path, out=Path(folder) / "out", budget=budget))


@unittest.skipUnless(LMP, "no LAMMPS given")
class RunTest(unittest.TestCase):
    def test_small_heaps_and_an_input_of_the_user(self):
        """A calibration from end to end: 160 spheres a heap, and a test whose value is a known function of the friction."""
        with TemporaryDirectory() as scratch, mock.patch("builtins.print") as printed:
            folder = Path(scratch)
            (folder / "in.slide").write_text('variable friction index 0.5\nprint "slide $(100*v_friction) cm" file measured.txt\n')
            (folder / "heap.toml").write_text('[bulk]\nsize = "5 mm"\ndensity = "2500 kg/m3"\n[heap]\nparticles = 160\ncylinder = "25 mm"\n'
                                              '[measured]\nangle_of_repose = "10 +- 3 deg"\nslide = "40 +- 2 cm"\n[inputs]\nslide = "in.slide"\n')
            options = SimpleNamespace(file=folder / "heap.toml", out=folder / "out", budget=10, program=LMP, mpiexec="mpirun", ranks=2)
            calibrate(options)
            said = " ".join(str(call.args[0]) for call in printed.call_args_list)
            self.assertIn("slide 40 cm in heap.toml", (folder / "out" / "report.html").read_text())
            self.assertRegex((folder / "out" / "coefficients.txt").read_text(), r"friction 0\.(3[6-9]\d*|4|4[0-4]\d*) ")
            self.assertRegex(said, r"run \d+ of about 26")
            printed.reset_mock()
            calibrate(options)              # nothing is run again
            self.assertNotIn("run 1 of", " ".join(str(call.args[0]) for call in printed.call_args_list))


if __name__ == "__main__":
    find_modules.run_tests()
