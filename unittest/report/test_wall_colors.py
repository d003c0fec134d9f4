#!/usr/bin/env python3
"""Tests of what pictures show of walls: that values reach their triangles, their units, wear scaled to a time, and the view that shows it."""
import subprocess
import sys
import unittest
import zlib
from pathlib import Path
from tempfile import TemporaryDirectory

import find_modules
import made_runs as made
import numpy as np
from PIL import Image
from stone import MAIN

from grist_tools.draw.painter import Look, Painter, WALL_AMBIENT
from grist_tools.draw.pictures import Camera, LIGHT
from grist_tools.draw.view_data import pack
from grist_tools.draw.views import chosen_view, INTO_GAP, SLANTED, view_of_values
from grist_tools.read.simple_walls import FACETS
from grist_tools.read.scenes import find_source, Particles, Scene
from grist_tools.read.stress_files import read_stress
from grist_tools.read.wall_values import areas, WallValues
from grist_tools.text.values import in_seconds, prefixed

LOG = "LAMMPS (4 Feb 2025)\nunits si\n"
COUNT = 4               # of squares along each side of the wall
WEAR = np.random.default_rng(3).permutation(2 * COUNT**2) * 1e-7


def plate(y=0.0):
    """COUNT x COUNT squares of side 1 that look to the front, each of two triangles."""
    found = []
    for i, k in np.ndindex(COUNT, COUNT):
        a, b, c, d = ((i + x, y, k + z) for x, z in ((0, 0), (1, 0), (1, 1), (0, 1)))
        found += [(a, b, c), (a, c, d)]
    return np.array(found)


def half_pipe(side):
    """The half of a cylinder about z at y * side > 0, of radius 1 and length 2, with normals to the axis."""
    angles = np.linspace(0, side * np.pi, 25)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    low, high = (np.column_stack([ring, np.full(25, z)]) for z in (-1, 1))
    return np.concatenate([np.stack([low[:-1], high[1:], low[1:]], axis=1), np.stack([low[:-1], high[:-1], high[1:]], axis=1)])


class WallTest(unittest.TestCase):
    def setUp(self):
        temporary = TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def series(self, wear, times=(0.0,), triangles=None, **more):
        """A run with a plate, whose triangles have the depths `wear` (frames, triangles), and one sphere before it."""
        frames = []
        for time, depths in zip(times, np.atleast_2d(wear)):
            wall = made.triangles(plate() if triangles is None else triangles, wear_archard=np.asarray(depths, "f8"), **more)
            frames.append((time, {"spheres": [made.spheres([[2, -1, 2]], [0.1])], "wall_w": [wall]}))
        (self.folder / "log.lammps").write_text(LOG)
        return find_source(made.write_series(self.folder, frames))

    def grist(self, *words):
        return subprocess.run([sys.executable, MAIN, *map(str, words)], capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def assert_one_sentence(self, done, text):
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1), done.stderr)
        self.assertIn(text, done.stderr)

    def shares_seen(self, painter):
        """Of each triangle of the plate: the share of the range whose color is nearest to that in the middle of the triangle."""
        camera = Camera.around(painter.corners, painter.towards, painter.look.size[0] - painter.bar_width, painter.look.size[1])
        columns, rows, _ = camera.place(plate().mean(axis=1)).astype(int).T
        seen = np.asarray(painter.picture(0)).astype(float)[rows, columns]
        steps = np.linspace(painter.wall_coloring.low, painter.wall_coloring.high, 400)
        light = WALL_AMBIENT + (1 - WALL_AMBIENT) * LIGHT[2]
        table = 255 * light * painter.wall_coloring.colors(steps)
        return steps[np.linalg.norm(seen[:, None] - table, axis=2).argmin(axis=1)]

    def test_values_reach_their_triangles(self):
        painter = Painter(self.series(WEAR), Look(walls="wear", view="front", size=(640, 500), samples=1, has_particles=False))
        self.assertEqual(painter.wall_coloring.title, "wear [µm]")
        np.testing.assert_allclose(self.shares_seen(painter), WEAR, atol=0.02 * WEAR.max())

    def test_values_behind_a_cut_are_those_of_their_triangles(self):
        """Of the half that is left; the rest is not drawn."""
        painter = Painter(self.series(WEAR), Look(walls="wear", view="side", size=(640, 500), samples=1, cut=(0, 2.5)))
        shown, numbers = painter.opened(plate())
        middles = shown.mean(axis=1)
        self.assertLess(middles[:, 0].max(), 2.5)
        at = [np.flatnonzero((np.floor(plate().mean(axis=1)[:, [0, 2]]) == np.floor(middle[[0, 2]])).all(axis=1)) for middle in middles]
        self.assertTrue(all(number in known for number, known in zip(numbers, at)))

    def test_walls_before_particles_do_not_hide_them(self):
        """The wall is opaque where nothing is behind it, and a veil before the sphere."""
        source = self.series(WEAR, triangles=plate(y=-2.0))
        painter = Painter(source, Look(walls="wear", view="front", size=(640, 500)))
        camera = Camera.around(painter.corners, painter.towards, 640 - painter.bar_width, 500)
        image = np.asarray(painter.picture(0)).astype(int)
        (columns, rows, _) = camera.place([(1.97, -1, 2.03), (1.89, -1, 2.09)]).astype(int).T
        on_sphere, beside = image[rows, columns]
        self.assertLess(np.ptp(on_sphere), 40)          # grey as the sphere is
        self.assertGreater(np.ptp(beside), 100)

    def test_range_begins_at_zero_and_passes_over_a_few_far_values(self):
        wear = np.full(2 * 20**2, 1e-6)
        wear[:100], wear[-1] = 0, 1e-3
        coloring = Painter(self.series(wear, triangles=np.tile(plate(), (25, 1, 1))), Look(walls="wear")).wall_coloring
        self.assertEqual(coloring.low, 0)
        self.assertAlmostEqual(coloring.high, 1e-6)
        self.assertIn((coloring.high, "≥ 1"), coloring.ticks())

    def test_sum_of_laws_and_power(self):
        source = self.series([WEAR, WEAR], (1.0, 3.0), wear_finnie=2 * WEAR, sliding_work=np.arange(len(WEAR)) + 1.0)
        np.testing.assert_allclose(WallValues(source, "wear").at(1)["w"], 3 * WEAR)
        self.assertEqual(WallValues(source, "sliding_power").unit, "W/m²")
        np.testing.assert_array_equal(WallValues(source, "sliding_power").at(1)["w"], 0)
        frames = [WallValues(self.series([WEAR, WEAR + 3e-6], (1.0, 2.5), sliding_work=k * np.arange(len(WEAR))), "sliding_work").at(0)["w"] for k in (1, 2)]
        np.testing.assert_allclose(frames[1], 2 * frames[0])

    # ---------------------------------------------------------------- wear scaled to a time

    def test_wear_after_a_time(self):
        """No wear for 1 s, then 1e-9 m/s times the number of the triangle, with 5 % of scatter, over 4 s: after 1000 s it is 1000 s times this rate."""
        times, numbers = np.arange(0, 4.01, 0.04), np.arange(len(WEAR))
        growth = (times[1:] > 1.001) * np.random.default_rng(4).normal(1e-9, 5e-11, len(times) - 1) * 0.04
        depths = np.concatenate([[0], np.cumsum(growth)])[:, None] * numbers
        source = self.series(depths, times)
        values = WallValues(source, "wear", "1000s")
        start = values.first
        self.assertTrue(1 <= times[start] < 1.3, times[start])      # the rule looks at five frames at a time
        expected = 1000 * (depths[-1] - depths[start]) / (4 - times[start])
        np.testing.assert_allclose(expected, 1e-6 * numbers, rtol=0.02)
        np.testing.assert_allclose(values.at(-1)["w"], expected, rtol=1e-9)
        self.assertIn("its steady part", values.note)
        self.assertIn("Archard's law", values.note)
        self.assertNotIn("distrust", values.note)
        np.testing.assert_allclose(WallValues(source, "wear", "2h").at(-1)["w"], 7.2 * expected, rtol=1e-9)
        np.testing.assert_array_equal(values.at(10)["w"], 0)

    def test_few_frames_and_a_rate_that_changes(self):
        times = np.arange(6.0)
        source = self.series(1e-9 * times[:, None]**2 * np.ones(len(WEAR)), times)
        values = WallValues(source, "wear_archard", "10s")
        self.assertIn("second half of the run: too few frames", values.note)
        self.assertIn("distrust it", values.note)
        np.testing.assert_allclose(values.at(-1)["w"], 10 * 1e-9 * (25 - 9) / 2)

    def test_caption_has_the_assumption(self):
        self.series(1e-9 * np.arange(6.0)[:, None] * WEAR, np.arange(6.0))
        done = self.grist("picture", self.folder, "--walls", "wear", "--after", "2000h", "--size", "300x200")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with Image.open(self.folder / "picture.png") as image:
            text = image.info["Description"]
        self.assertIn("walls by wear [", text)
        self.assertIn("in proportion to time, as by Archard's law (force times sliding distance) at constant load and shape", text)

    # ---------------------------------------------------------------- files

    def write_stress(self, step, pressure):
        corners = plate().reshape(-1, 3)
        text = f"# vtk DataFile Version 3.0\nstress\nASCII\nDATASET POLYDATA\nFIELD FieldData 1\nTimeValue 1 1 double\n{step}\nPOINTS {len(corners)} double\n"
        text += "".join("{} {} {}\n".format(*corner) for corner in corners) + f"POLYGONS {len(pressure)} {4 * len(pressure)}\n"
        text += "".join(f"3 {3 * k} {3 * k + 1} {3 * k + 2}\n" for k in range(len(pressure))) + f"CELL_DATA {len(pressure)}\nSCALARS pressure double 1\nLOOKUP_TABLE default\n"
        text += "".join(f"{value}\n" for value in pressure) + "VECTORS shear_vector double\n" + "3 4 0\n" * len(pressure)
        (self.folder / f"s{step}.vtk").write_text(text)

    def test_stress_files_beside_a_dump_and_alone(self):
        self.write_stress(100, np.arange(len(WEAR)))
        self.write_stress(200, 2 * np.arange(len(WEAR)))
        triangles, data = read_stress(self.folder / "s100.vtk")
        np.testing.assert_array_equal(triangles, plate())
        np.testing.assert_array_equal(data["shear_vector"], 5)
        (self.folder / "log.lammps").write_text(LOG + "timestep 0.01\nfix w all wall/mesh w.stl stress 100 s*.vtk model hertz/mindlin\n")
        alone = find_source(self.folder)
        self.assertEqual((alone.times, len(alone.scene(1).kinds)), (["1 s", "2 s"], 0))
        made.write_dump(self.folder / "a.dump", {step: [[1, 1, 2, -1, 2, 0.1]] for step in (50, 150, 200)}, "id type x y z radius")
        values = WallValues(find_source(self.folder), "pressure")
        self.assertEqual(values.at(0), {})
        for number, factor in ((1, 1), (2, 2)):
            np.testing.assert_array_equal(values.at(number)["w"], factor * np.arange(len(WEAR)))

    # ---------------------------------------------------------------- views

    def test_view_of_values_shows_the_side_of_the_charge(self):
        """A pipe with the values on one half: of all views one from the other side, cut open before this half."""
        for side in (1, -1):
            halves = np.concatenate([half_pipe(side), half_pipe(-side)])
            towards, cut = view_of_values(halves, np.repeat([1.0, 0.0], len(halves) // 2), np.zeros(3))
            self.assertLess(side * towards[1], 0)
            self.assertEqual(cut and cut[0], 1)

    def test_view_into_a_gap(self):
        """Two large plates with a charge between them are seen along the gap; a charge beside a plate, from where all are."""
        def towards(*places):
            scene = Scene("", Particles(np.random.default_rng(1).random((50, 3)) * 2 + 1, {}, np.full(50, 0.1)), Particles(np.empty((0, 3))),
                          {str(place): plate()[:, :, order] + np.eye(3)[axis] * place for axis, place, order in places})
            return tuple(chosen_view([scene]))
        self.assertEqual(towards((1, 0.5, [0, 1, 2]), (1, 3.5, [0, 1, 2])), INTO_GAP[1])
        self.assertEqual(towards((2, 0.5, [0, 2, 1]),), SLANTED[0])

    # ---------------------------------------------------------------- the view in a browser

    def test_packed_values(self):
        """Right to half a step of 255, each frame; scaled to a time with its note; values that are zero everywhere are not offered."""
        times, zero = np.arange(6.0), np.zeros(len(WEAR))
        source = self.series(1e-2 * times[:, None] * WEAR, times, pressure=zero, sliding_work=zero)
        for after, factor in (("", 1), ("300s", 300 / 2)):
            head, content = pack(source, after=after)
            scale, = head["wallValues"]
            self.assertEqual((scale["name"], scale["unit"], "300s" in scale["note"]), ("wear", "nm" if not after else "µm", bool(after)))
            start, count, kind = head["walls"][0]["values"]["wear"]
            whole = np.cumsum(np.frombuffer(zlib.decompress(content), kind, count, start).reshape(6, len(WEAR)), axis=0, dtype="u1")
            found = scale["low"] + whole / 255 * (scale["high"] - scale["low"])
            expected = factor * 1e-2 * np.maximum(times - (3 if after else 0), 0)[:, None] * WEAR
            np.testing.assert_allclose(found, expected, atol=0.51 / 255 * expected.max())

    # ---------------------------------------------------------------- planes, cylinders, regions

    def test_walls_of_planes_and_regions(self):
        """Areas in closed form; what is open, ended or at a variable place is not there."""
        (self.folder / "log.lammps").write_text(LOG + """region box block -1 1 -2 2 0 3
create_box 1 box
fix floor all wall/hertz/mindlin zplane 0 NULL xplane -1 1
fix tube all wall/gran hertz/history 1 1 1 1 0 1 zcylinder 0.5
region bin block -0.5 0.5 -0.5 0.5 0 INF open 6
fix bin all wall/gran/region granular hertz/material 1e5 0.3 0.3 tangential mindlin NULL 1 0.5 region bin
region funnel cone z 0 0 0.3 0.6 1 1.4 open 1 open 2
fix funnel all wall/hertz/mindlin region funnel
region ball sphere 0 0 1 0.5
fix ball all wall/hertz/mindlin region ball
fix gone all wall/hertz/mindlin zplane 0 NULL
unfix gone
region moves block -1 1 -1 1 0 v_top
fix moves all wall/hertz/mindlin region moves
""")
        made.write_series(self.folder, [(time, {"spheres": [made.spheres([[0, 0, 1]], [0.1])]}) for time in (0, 1)])
        done = self.grist("picture", self.folder, "--size", "300x200")
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (0, 1), done.stderr)
        self.assertIn("the wall moves is not shown", done.stderr)
        scene = find_source(self.folder).scene(1)
        found = {name: areas(triangles).sum() for name, triangles in scene.walls.items()}
        facets = FACETS * np.sin(np.pi / FACETS) / np.pi        # circumference of the polygon over that of the circle
        slant = np.hypot(0.3 * np.cos(np.pi / FACETS), 0.4)
        for name, area in {"floor": 8 + 2 * 12, "tube": 3 * np.pi * facets, "bin": 1 + 4 * 3, "funnel": 0.9 * np.pi * facets * slant}.items():
            self.assertAlmostEqual(found.pop(name), area, places=9, msg=name)
        self.assertAlmostEqual(found.pop("ball"), np.pi, delta=0.01 * np.pi)
        self.assertEqual((found, scene.planes), ({}, {"floor", "gone"}))

    def test_damage_is_the_share_of_bonds_that_broke(self):
        """A chain of four: its middle bond breaks. Of spheres that came later nothing is known."""
        def frame(pairs, count=4):
            kind, points, places = made.spheres(np.arange(3.0 * count).reshape(count, 3), np.full(count, 0.1))
            data = {name: np.array([pair[k] for pair in pairs], "i4") for k, name in enumerate(("id_a", "id_b"))}
            lines = {"connectivity": np.arange(2 * len(pairs), dtype="i4"), "offsets": np.arange(2, 2 * len(pairs) + 1, 2, dtype="i4")}
            return {"spheres": [(kind, points, places)], "bonds": [("PolyData", np.zeros((2 * len(pairs), 3)), {"CellData": data, "Lines": lines})]}
        source = find_source(made.write_series(self.folder, [(0, frame([(1, 2), (2, 3), (3, 4)])), (1, frame([(1, 2), (3, 4)])), (2, frame([(1, 2)], 5))]))
        np.testing.assert_array_equal(source.scene(1).spheres.data["damage"], [0, 0.5, 0.5, 0])
        self.assertNotIn("damage", source.scene(2).spheres.data)

    def test_a_picture_around_a_place(self):
        """As wide as it says, with the place in its middle."""
        painter = Painter(self.series(WEAR), Look(view="front", size=(400, 300), around=(1.0, 0.0, 2.0, 0.5), walls="wear"))
        camera = Camera.around(painter.corners, painter.towards, 400 - painter.bar_width, 300)
        np.testing.assert_allclose(camera.center, (1, 0, 2), atol=1e-12)
        self.assertGreaterEqual(camera.width, 0.5)
        self.assertLess(camera.width, 0.6)

    # ---------------------------------------------------------------- the report

    def test_report_has_a_map_of_worn_walls(self):
        self.series(1e-9 * np.arange(6.0)[:, None] * WEAR, np.arange(6.0))
        for words, text in (((), "walls by wear ["), (("--after", "2000h"), "After 2000h: wear from 3 s to 5 s")):
            done = self.grist("report", self.folder, *words)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            with Image.open(self.folder / "picture_wear.png") as image:
                self.assertIn(text, image.info["Description"])
        self.assertIn("After 2000h: wear", (self.folder / "report.html").read_text())
        self.series(WEAR * 0)
        (self.folder / "picture_wear.png").unlink()
        self.assertEqual(self.grist("report", self.folder).returncode, 0)
        self.assertTrue((self.folder / "picture_wear.png").exists())       # wear that is still zero

    def test_film(self):
        self.series(np.arange(3.0)[:, None] * WEAR, np.arange(3.0))
        done = self.grist("film", self.folder, "--walls", "wear", "--size", "300x200", "--out", self.folder / "film.webp")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with Image.open(self.folder / "film.webp") as film:
            self.assertEqual(film.n_frames, 3)

    # ---------------------------------------------------------------- words and units

    def test_wrong_words(self):
        path = self.series([WEAR, WEAR], (0.0, 1.0), pressure=WEAR)
        for words, text in ((("--walls", "heat"), "has no value 'heat' of walls: it has pressure wear wear_archard"), (("--color", "wear"), "and of walls '--walls wear'"),
                            (("--walls", "wear", "--walls-range", "2", "1"), "--walls-range expects"), (("--after", "2h"), "give --walls wear, too"),
                            (("--walls", "pressure", "--after", "2h"), "not 'pressure'"), (("--walls", "wear", "--after", "2h"), "needs three frames"),
                            (("--walls", "wear", "--no-walls"), "--no-walls leaves out"), (("--around", "1,2"), "--around expects"), (("--around", "1,2,3,0"), "not '1,2,3,0'")):
            self.assert_one_sentence(self.grist("picture", path.path, *words), text)
        path = self.series(np.arange(4)[:, None] * WEAR, range(4))
        self.assert_one_sentence(self.grist("view", path.path, "--walls", "heat"), "has no value 'heat' of walls")
        for time in ("2", "soon", "-2h", "0h", "h"):
            self.assert_one_sentence(self.grist("picture", path.path, "--walls", "wear", f"--after={time}"), f"not '{time}'")
        self.assert_one_sentence(self.grist("report", path.path.parent, "--after", "soon"), "not 'soon'")
        self.assert_one_sentence(self.grist("picture", path.path, "--out", self.folder / "gone/a.png"), "a.png: No such file or directory")
        made.write_series(self.folder, [(0, {"spheres": [made.spheres([[2, -1, 2]], [0.1])]})])
        self.assert_one_sentence(self.grist("picture", self.folder, "--walls", "wear"), "has no values of walls")

    def test_units(self):
        self.assertEqual([in_seconds(text) for text in ("2000h", "90 s", "1.5min", "2d", "3", "h", "1e3s")], [7.2e6, 90, 90, 172800, None, None, 1000])
        for largest, unit, expected in ((0.02, "m", (1e3, "mm")), (3.0, "m", (1, "m")), (5e4, "m", (1, "m")), (2e-9, "m", (1e9, "nm")), (2.5e5, "Pa", (1e-3, "kPa")),
                                        (4e7, "Pa", (1e-6, "MPa")), (0.0, "Pa", (1, "Pa")), (0.01, "m/s", (1, "m/s")), (1e-30, "m", (1e12, "pm"))):
            factor, found = prefixed(largest, unit)
            self.assertEqual(found, expected[1])
            self.assertAlmostEqual(factor / expected[0], 1)

    def test_areas(self):
        np.testing.assert_allclose(areas(plate()), 0.5)


if __name__ == "__main__":
    find_modules.run_tests()
