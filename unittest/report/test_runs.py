#!/usr/bin/env python3
"""Tests of what pictures, films and the viewer read of a run. Oracles: the numbers that were written, and closed forms of motions."""
import io
import json
import os
import re
import subprocess
import sys
import tracemalloc
import unittest
import zlib
from contextlib import redirect_stderr
from pathlib import Path
from tempfile import TemporaryDirectory

import find_modules
import made_runs as made
import numpy as np
from PIL import Image
from stone import MAIN

from grist_tools.draw.painter import Look, Painter
from grist_tools.draw.run_pictures import draw_case
from grist_tools.draw.view_data import pack
from grist_tools.draw.view_page import json_text
from grist_tools.draw.views import chosen_view
from grist_tools.read.bodies import volume
from grist_tools.read.logs import parse_log
from grist_tools.read.meshes import read_off
from grist_tools.read.scenes import find_source, rotation_matrix
from grist_tools.read.wall_motions import MovingWalls, read_triangles
from grist_tools.report.liners import normal_of_section, place_of_section, section, worn_meshes, worn_walls

WALL = [[[0, 0, 0], [1, 0, 0], [0, 1, 0]]]
LOG = "LAMMPS (4 Feb 2025)\nunits si\n"


class RunTest(unittest.TestCase):
    def setUp(self):
        temporary = TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.random = np.random.default_rng(1)

    def grist(self, *words):
        return subprocess.run([sys.executable, MAIN, *map(str, words)], capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def assert_one_sentence(self, done, text):
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(text, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)


class ReaderTest(RunTest):
    def series(self, packed=False, **more):
        self.centers = self.random.random((500, 3))
        self.radii = self.random.uniform(0.01, 0.02, 500)
        velocity = self.random.normal(size=(500, 3)).astype("f4")
        ranks = []
        for part in (slice(0, 200), slice(200, 500)):
            kind, points, places = made.spheres(self.centers[part], self.radii[part], velocity=velocity[part], type=np.ones(500, "i4")[part])
            places["PointData"]["id"] = np.arange(1, 501, dtype="i4")[part]
            ranks.append((kind, points, places))
        self.speed = np.linalg.norm(velocity, axis=1)
        return made.write_series(self.folder, [(0.5, {"spheres": ranks, "wall_drum": [made.triangles(WALL)], **more})], packed)

    def test_spheres_of_two_ranks(self):
        for packed in (False, True):
            scene = find_source(self.series(packed)).scene(-1)
            np.testing.assert_allclose(scene.spheres.centers, self.centers, rtol=1e-6)
            np.testing.assert_allclose(scene.spheres.radii, self.radii, rtol=1e-6)
            np.testing.assert_allclose(scene.spheres.data["speed"], self.speed, rtol=1e-6)
            np.testing.assert_array_equal(scene.walls["drum"], WALL)

    def test_polyhedra(self):
        corners = np.array([made.CUBE, 0.5 * made.CUBE + 3])
        types = np.array([1, 2], "i4")
        two_ranks = [made.cubes([7], corners[:1], type=types[:1]), made.cubes([9], corners[1:], type=types[1:])]
        for pieces in [made.cubes([7, 9], corners, type=types)], two_ranks:
            bodies = find_source(self.series(polyhedra=pieces)).scene(0).polyhedra
            np.testing.assert_allclose(bodies.centers, [[0, 0, 0], [3, 3, 3]], atol=1e-6)
            np.testing.assert_allclose(bodies.corners[1], corners[1])
            self.assertEqual(list(bodies.faces), 2 * [made.CUBE_FACES])

    def test_damaged_files(self):
        path = self.series()
        for file, reason in (("block0_0_1.vtp", "cut off"), ("frame_0.vtm", "not a complete file"), ("run.pvd", "not a complete file")):
            whole = (self.folder / file).read_bytes()
            (self.folder / file).write_bytes(whole[:len(whole) * 2 // 3])
            self.assert_one_sentence(self.grist("picture", path), reason)
            (self.folder / file).write_bytes(whole)
        (self.folder / "block0_0_1.vtp").unlink()
        self.assert_one_sentence(self.grist("picture", path), "cannot read")

    def test_series_of_another_program(self):
        """One without times, as VTK lets them be left out, and one with frames of another kind, which is newer than the run's own."""
        path = self.series()
        path.write_text(path.read_text().replace('timestep="0.5" ', ""))
        self.assertEqual(find_source(path).times, ["0"])
        (self.folder / "other.pvd").write_text('<VTKFile><Collection><DataSet timestep="0" file="x.vtu"/></Collection></VTKFile>')
        self.assertEqual(find_source(self.folder).path, path)
        for attributes in ('file=""', 'timestep="x" file="a.vtm"'):
            path.write_text(f"<VTKFile><Collection><DataSet {attributes}/></Collection></VTKFile>")
            self.assert_one_sentence(self.grist("view", path), "a number and a file are expected")

    def test_units_of_the_log(self):
        (self.folder / "log.lammps").write_text(LOG + "Columns of atoms: c_p=pressure[Pa]\n")
        source = find_source(self.series())
        self.assertEqual((source.units["speed"], source.units["c_p"], source.times), ("m/s", "Pa", ["0.5 s"]))


    def test_frame_with_walls_alone(self):
        path = made.write_series(self.folder, [(0, {"wall_drum": [made.triangles(WALL)]})])
        done = self.grist("picture", path, "--size", "300x200", "--color", "speed")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assert_one_sentence(self.grist("view", path), "shows no particle")


class WallTest(RunTest):
    def walls(self, commands):
        (self.folder / "wall.off").write_text("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")
        return MovingWalls(self.folder, parse_log(LOG + "timestep 0.1\n" + commands))

    def run_of(self, steps):
        return f"run {steps}\nLoop time of 1 on 1 procs for {steps} steps with 2 atoms\n"

    def assert_at(self, walls, step, corners):
        np.testing.assert_allclose(walls.at(step)["w"][0], corners, atol=1e-12)

    def test_turns_then_moves(self):
        walls = self.walls(self.run_of(10) + "fix w all wall/mesh wall.off scale 2 shift 0 0 1 move linear 0 0 3 move rotate 0 0 0 0 0 1 4 "
                           "model hertz/mindlin\n")
        self.assertEqual(walls.at(5), {})
        self.assert_at(walls, 10, [[0, 0, 1], [2, 0, 1], [0, 2, 1]])
        self.assert_at(walls, 20, [[0, 0, 4], [0, 2, 4], [-2, 0, 4]])     # a quarter turn in 1 s

    def test_wiggles_until_it_is_changed_and_removed(self):
        walls = self.walls("fix w all wall/mesh wall.off move wiggle 0 0 1 4 model hertz/mindlin\n" + self.run_of(10)
                           + "fix_modify w move linear 1 0 0\n" + self.run_of(10) + "unfix w\n")
        self.assert_at(walls, 10, [[0, 0, 1], [1, 0, 1], [0, 1, 1]])
        self.assert_at(walls, 15, [[0.5, 0, 1], [1.5, 0, 1], [0.5, 1, 1]])
        self.assertEqual(walls.at(21), {})

    def test_clock_goes_on_with_another_time_step(self):
        walls = self.walls("fix w all wall/mesh wall.off move linear 1 0 0 model hertz/mindlin\n" + self.run_of(10) + "timestep 0.2\n" + self.run_of(10))
        self.assertAlmostEqual(walls.time_of(20), 3.0)
        self.assert_at(walls, 20, [[3, 0, 0], [4, 0, 0], [3, 1, 0]])


class LinerTest(RunTest):
    """A bar that wears from 2 x 4 x 1 to a height of .6, in files that are not in the order of their names."""

    def write_bar(self, name, height):
        corners = np.array([[x, y, z] for x in (0, 2) for y in (0, 4) for z in (0, height)], float)
        faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
        triangles = [corners[[face[0], b, c]] for face in faces for b, c in zip(face[1:-1], face[2:])]
        text = "".join("facet normal 0 0 0\nouter loop\n" + "".join("vertex {} {} {}\n".format(*corner) for corner in triangle)
                       + "endloop\nendfacet\n" for triangle in triangles)
        (self.folder / name).write_text(f"solid\n{text}endsolid\n")
        return np.array(triangles)

    def test_section_before_and_after(self):
        before, after = self.write_bar("bar.stl", 1.0), self.write_bar("worn1000.stl", 0.6)
        self.write_bar("worn200.stl", 0.9)
        self.write_bar("worn_last.stl", 0.1)
        log = parse_log(LOG + "fix bar all wall/mesh bar.stl sides one stress 100 s*.vtk wear archard 1 1 deform 1 100 file worn*.stl "
                        "model hertz/mindlin\n")
        self.assertEqual(worn_meshes(self.folder, log.commands[-1].split()[5:])[-1].name, "worn1000.stl")
        self.assertEqual(normal_of_section(before, []), 0)
        self.assertEqual(normal_of_section(before, "move rotate 0 0 0 0 1 0 2".split()), 1)
        for triangles, height in ((before, 1.0), (after, 0.6)):
            lines = section(triangles, 0, 1.0)
            self.assertAlmostEqual(np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1).sum(), 2 * (4 + height))
            np.testing.assert_allclose(lines.reshape(-1, 2).max(axis=0), [4, height])
        pitted = before.copy()
        pitted[3, 1, 2] -= 0.1
        self.assertAlmostEqual(place_of_section(before, pitted, 1), np.clip(before[3, 1, 1], 0.04, 3.96))
        found, = worn_walls(self.folder, log)
        self.assertIn("The wall bar across x = ", found.caption)
        for color in ("777777", "0072b2"):
            self.assertIn(f"stroke: var(--c{color})", str(found.data))

    def test_walls_that_keep_their_shape(self):
        self.write_bar("bar.stl", 1.0)
        log = parse_log(LOG + "fix bar all wall/mesh bar.stl model hertz/mindlin\nfix other all wall/mesh bar.stl deform 1 100 file worn*.stl "
                        "model hertz/mindlin\nfix none all wall/mesh bar.stl deform 1 100 model hertz/mindlin\n")
        self.assertEqual(worn_walls(self.folder, log), [])


class MeshTest(RunTest):
    def test_faces_of_an_off_file(self):
        path = self.folder / "a.off"
        path.write_text("OFF # a square\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3 255 0 0\n")
        corners, faces = read_off(path)
        self.assertEqual((corners.shape, faces), ((4, 3), [[0, 1, 2, 3]]))
        self.assertEqual(read_triangles(path).shape, (2, 3, 3))
        for text in ("", "OFF\n4 1 0\n0 0 0\n", "OFF\n1 1 0\n0 0 0\n3 0 1 2\n", "OFF\n1 1 0\n0 0 x\n3 0 0 0\n"):
            path.write_text(text)
            with self.assertRaisesRegex(SystemExit, "not a complete OFF file"):
                read_off(path)


class DumpTest(RunTest):
    def test_shapes_with_quaternions(self):
        (self.folder / "log.lammps").write_text(LOG + "write_shapes all shape.*.stl\n")
        facets = [face[:1] + pair for face in made.CUBE_FACES for pair in ([face[1], face[2]], [face[2], face[3]])]
        text = "".join("facet\nouter loop\n" + "".join(f"vertex {x} {y} {z}\n" for x, y, z in made.CUBE[facet]) + "endloop\n" for facet in facets)
        (self.folder / "shape.2.stl").write_text("solid\n" + text + "endsolid\n")
        half = np.sqrt(0.5)     # a quarter turn about z, of a body that is at 5, 0, 0
        path = made.write_dump(self.folder / "b.dump", {10: [[1, 2, 5, 0, 0, 1, 0, 0, half, half], [2, 0, 0, 0, 0, 0.5, 0, 0, 0, 1]]},
                               "id type x y z radius quati quatj quatk quatw")
        scene = find_source(path).scene(0)
        self.assertEqual((len(scene.spheres), len(scene.polyhedra)), (1, 1))
        expected = made.CUBE @ rotation_matrix((half, 0, 0, half)).T + (5, 0, 0)
        self.assertEqual({tuple(np.round(c, 6)) for c in scene.polyhedra.corners[0]}, {tuple(np.round(c, 6)) for c in expected})
        np.testing.assert_allclose(rotation_matrix((half, 0, 0, half)) @ (1, 0, 0), (0, 1, 0), atol=1e-15)
        self.assertEqual(len(scene.polyhedra.faces[0]), 6)

    def test_a_shape_that_is_not_convex_keeps_its_hollow(self):
        (self.folder / "log.lammps").write_text(LOG + "write_shapes all shape.*.stl\n")
        step = np.array([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)])
        corners = np.array([(x, y, z) for y in (0, 1) for x, z in step])
        front = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)]
        sides = [face for k in range(6) for face in ((k, 6 + k, 6 + (k + 1) % 6), (k, 6 + (k + 1) % 6, (k + 1) % 6))]
        facets = front + [(6 + a, 6 + c, 6 + b) for a, b, c in front] + sides
        text = "".join("facet\nouter loop\n" + "".join(f"vertex {x} {y} {z}\n" for x, y, z in corners[list(facet)]) + "endloop\nendfacet\n" for facet in facets)
        (self.folder / "shape.1.stl").write_text("solid\n" + text + "endsolid\n")
        path = made.write_dump(self.folder / "b.dump", {10: [[1, 1, 5, 0, 0, 1, 0, 0, 0, 1]]}, "id type x y z radius quati quatj quatk quatw")
        solids = find_source(path).scene(0).polyhedra
        self.assertAlmostEqual(volume(solids.corners[0] - (5, 0, 0), solids.faces[0]), 3.0)

    def test_snapshots_in_any_order_and_a_last_one_cut_off(self):
        rows = [[1, 0.1 * k, 0, 0, 0.05] for k in range(4)]
        path = made.write_dump(self.folder / "a.dump", {10 * k: [rows[k]] for k in range(4)}, "id x y z radius")
        path.write_text(path.read_text()[:-4])
        source = find_source(path)
        self.assertEqual(source.times, ["step 0", "step 10", "step 20"])
        for number in (2, 0, 1):
            np.testing.assert_allclose(source.scene(number).spheres.centers, [[0.1 * number, 0, 0]])

    def test_a_file_for_each_step(self):
        """They are one series, in the order of their steps, whatever else is in the folder; the last one may be cut off."""
        for step in (0, 50, 1000, 200):
            made.write_dump(self.folder / f"a1.{step:04d}.dump", {step: [[1, step, 0, 0, 0.05]]}, "id x y z radius")
        path = made.write_dump(self.folder / "a1.9.dump", {8: [[1, 0, 0, 0, 0.05]]}, "id x y z radius")     # the number is not the step
        os.utime(path, (0, 0))
        source = find_source(self.folder)
        self.assertEqual((source.path.name, source.times), ("a1.*.dump", ["step 0", "step 50", "step 200", "step 1000"]))
        for number, step in enumerate((0, 50, 200, 1000)):
            np.testing.assert_allclose(source.scene(number).spheres.centers, [[step, 0, 0]])
        self.assertEqual(find_source(self.folder / "a1.0050.dump").times, ["step 50"])
        for command in ("view", "film"):
            done = self.grist(command, self.folder / "a1.*.dump", *(() if command == "view" else ("--size", "200x200")))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        last = self.folder / "a1.1000.dump"
        last.write_text(last.read_text()[:-3])
        self.assertEqual(len(find_source(self.folder).times), 3)

    def test_wall_that_a_variable_names(self):
        """The log has the line twice, as it is and with the value."""
        (self.folder / "box.off").write_text("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")
        (self.folder / "log.lammps").write_text(LOG + "fix w all wall/mesh $f model hertz/mindlin\nfix w all wall/mesh box.off model hertz/mindlin\n")
        path = made.write_dump(self.folder / "a.dump", {0: [[1, 0, 0, 0, 0.05]]}, "id x y z radius")
        done = self.grist("picture", path, "--size", "200x200")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(list(find_source(path).scene(0).walls), ["w"])

    def test_commands_that_lammps_refused(self):
        (self.folder / "box.off").write_text("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")
        for words in ("timestep", "timestep x", "fix w all wall/mesh", "fix w all wall/mesh box.off scale model", "fix w all wall/mesh box.off shift 1 y 0",
                      "fix w all wall/mesh box.off move rotate 0 0 0 1 0 0 0 model x", "fix w all wall/mesh box.off move linear 1 model x", "unfix", "fix_modify"):
            (self.folder / "log.lammps").write_text(LOG + words + "\n")
            path = made.write_dump(self.folder / "a.dump", {0: [[1, 0, 0, 0, 0.05]]}, "id x y z radius")
            screen = io.StringIO()
            with redirect_stderr(screen):
                find_source(path).scene(0)
            self.assertLessEqual(len(screen.getvalue().splitlines()), 1, words)

    def test_folder_without_particles(self):
        self.assert_one_sentence(self.grist("picture", self.folder), "holds no files of dump paraview")


class PictureTest(RunTest):
    def source(self):
        rows = [[1, 1, 0.2, 0.2, 0.2, 0.1, 3, 0, 0], [2, 2, 0.8, 0.8, 0.8, 0.1, 0, 4, 0]]
        return made.write_dump(self.folder / "a.dump", {0: rows, 10: rows}, "id type x y z radius vx vy vz")

    def test_colors_by_type_with_a_legend(self):
        image = np.asarray(Painter(find_source(self.source()), Look(view="front", size=(400, 300))).picture(-1)).astype(int)
        red, blue = image[:, :, 0] - image[:, :, 2] > 60, image[:, :, 2] - image[:, :, 0] > 60
        self.assertLess(np.flatnonzero(blue[:, :250].any(axis=0)).mean(), np.flatnonzero(red[:, :250].any(axis=0)).mean())    # type 1 is left
        self.assertTrue(red[:, 280:].any() and blue[:, 280:].any())     # of the legend

    def test_types_have_the_names_of_the_log(self):
        """A group of one type gives a name, a label another one; a group of two types and one by region give none."""
        source = self.source()
        (self.folder / "log.lammps").write_text(LOG + "group steel type 1\ngroup hard type 1\ngroup both type 1 2\ngroup some region box\n")
        self.assertEqual(Painter(find_source(source), Look()).coloring.legend, ["steel", "2"])
        self.assertEqual(pack(find_source(source), ["type", "speed"])[0]["values"][0]["names"], {1: "steel"})
        (self.folder / "log.lammps").write_text(LOG + "labelmap atom 1 'ball' 2 rock_of_granite\ngroup steel type 1\n")
        painter = Painter(find_source(source), Look(size=(400, 300)))
        self.assertEqual(painter.coloring.legend, ["ball", "rock_of_granite"])
        self.assertTrue((np.asarray(painter.picture(-1))[:, -4:] > 250).all(), "the legend is cut off")

    def test_a_cut_leaves_out_what_is_before_it(self):
        counts = []
        for cut in (None, (1, 0.5)):    # the eye is at small y: the first sphere is before the cut
            image = np.asarray(Painter(find_source(self.source()), Look(color="id", view="front", size=(400, 300), cut=cut)).picture(-1))
            counts.append((image[:, :280].min(axis=2) < 200).sum())
        self.assertLess(counts[1], 0.65 * counts[0])

    def test_view_along_the_thin_side_of_a_vessel(self):
        """A charge that is not flat in a drum that is, and the same in a long one; a thin charge without a vessel."""
        def towards(charge, length):
            drum = np.array([[[x, 0, 0], [x, 5, 5], [x, -5, 5]] for x in (-length / 2, length / 2)])
            blocks = {"spheres": [made.spheres(self.random.random((200, 3)) * charge, np.full(200, 0.05))]}
            if length:
                blocks["wall_drum"] = [made.triangles(drum)]
            return tuple(chosen_view([find_source(made.write_series(self.folder, [(0, blocks)])).scene(0)]))
        self.assertEqual(towards((0.9, 2, 2), 1), (1.0, -0.25, 0.15))
        self.assertEqual(towards((2, 2, 2), 8), (0.35, -1.0, 0.3))
        self.assertEqual(towards((2, 0.2, 2), 0), (0.25, -1.0, 0.15))

    def test_range_of_colors(self):
        painter = Painter(find_source(self.source()), Look(color="speed"))
        self.assertEqual((painter.coloring.low, painter.coloring.high), (3, 4))
        np.testing.assert_allclose(painter.coloring.colors(np.array([3.0]))[0], (0.267, 0.0049, 0.329), atol=1e-3)      # viridis

    def test_files_of_the_commands(self):
        path = self.source()
        done = self.grist("picture", path, "--size", "300x200")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with Image.open(self.folder / "picture.png") as image:
            self.assertEqual(image.size, (300, 200))
            self.assertEqual(image.info["Description"], "The run at step 10, particles by type.")
        self.grist("picture", path, "--size", "300x200", "--frame", "all", "--out", self.folder / "f.png")
        self.assertTrue((self.folder / "f_0000.png").is_file() and (self.folder / "f_0001.png").is_file())
        done = self.grist("film", path, "--size", "300x200", "--out", self.folder / "f.gif")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with Image.open(self.folder / "f.gif") as image:
            self.assertEqual((image.size, image.n_frames), ((300, 200), 2))

    def test_frames_side_by_side(self):
        """The second panel of a still scene is the first one without the scale bar; words name the frames that numbers name."""
        rows = [[1, 1, 0.2, 0.2, 0.2, 0.1], [2, 2, 0.8, 0.8, 0.8, 0.1]]
        path = made.write_dump(self.folder / "a.dump", {step: rows for step in range(0, 50, 10)}, "id type x y z radius")
        painter = Painter(find_source(path), Look(view="front", size=(600, 450)), [0, 4])
        image = np.asarray(painter.picture(0, 4))
        width = (image.shape[1] - painter.bar_width) // 2
        first, second = image[:, :width], image[:, width:2 * width]
        middle = slice(40, image.shape[0] - 60)     # without times and scale bar
        np.testing.assert_array_equal(first[middle], second[middle])
        self.assertTrue((first[-30:] < 10).all(axis=2).any() and not (second[-30:] < 10).all(axis=2).any())
        pictures = []
        for words in ("first,half,last", "1,3,-1", "0%,50%,100%"):
            self.grist("picture", path, "--size", "400x300", "--frame", words)
            with Image.open(self.folder / "picture.png") as drawn:
                pictures.append(np.asarray(drawn))
                self.assertEqual(drawn.info["Description"], "The run at step 0, step 20 and step 40, particles by type.")
        np.testing.assert_array_equal(pictures[0], pictures[1])
        np.testing.assert_array_equal(pictures[0], pictures[2])

    def test_file_pictures_of_a_case(self):
        case = self.folder / "case"
        case.mkdir()
        self.source()
        (case / "pictures").write_text("# a comment\n\npicture . --size 300x200 --out picture_a.png  # here\npicture . --color heat\nfilm a.dump --size 300x200\n")
        screen = io.StringIO()
        with redirect_stderr(screen):
            draw_case(self.folder, case)
        self.assertRegex(screen.getvalue(), r"^\S+ no picture by 'picture . --color heat': a.dump holds no value 'heat'.*\n$")
        self.assertTrue((self.folder / "picture_a.png").is_file() and list(self.folder.glob("film.*")))
        (case / "pictures").write_text("rm -r .\n")
        self.assertRaisesRegex(SystemExit, "expects picture, film, view at the start of a line, not 'rm'", draw_case, self.folder, case)

    def test_wrong_words(self):
        path = self.source()
        for words, reason in ((("--color", "heat"), "holds no value 'heat': it has"), (("--view", "up"), "--view expects"), (("--size", "9"), "--size expects"),
                              (("--cut", "r=1"), "--cut expects"), (("--range", "2", "1"), "--range expects"), (("--frame", "3"), "--frame expects all, or first, half, last, 30% and numbers of 1 to 2"),
                              (("--out", self.folder / "x.abc"), "cannot write")):
            self.assert_one_sentence(self.grist("picture", path, *words), reason)


class PackTest(RunTest):
    """Reads the packed data again, in a way of its own."""

    def unpacked(self, head, content, place):
        start, count, kind = place
        return np.frombuffer(zlib.decompress(content), dtype="<" + kind, count=count, offset=start)

    def summed(self, data, rows, size):
        data = data.reshape(rows, size, -1).astype(np.uint64)
        whole = sum(data[:, byte] << np.uint64(8 * byte) for byte in range(size))
        return np.cumsum(whole, axis=0) % 2**(8 * size)

    def test_places_are_right_to_half_a_step(self):
        frames, path = [], self.folder
        centers = self.random.random((3, 40, 3)) * (4, 2, 1)
        for time, places in enumerate(centers):
            frames.append((time, {"spheres": [made.spheres(places, np.full(40, 0.1), velocity=self.random.normal(size=(40, 3)).astype("f4"))]}))
        source = find_source(made.write_series(path, frames))
        head, content = pack(source)
        part = head["spheres"]
        whole = self.summed(self.unpacked(head, content, part["places"]), 3, 2).reshape(3, 3, 40).transpose(0, 2, 1)
        found = np.array(head["low"]) + head["step"] * whole
        self.assertLessEqual(np.abs(found - centers.astype("f4")).max(), 0.5 * head["step"] * (1 + 1e-9))
        self.assertLess(head["step"], 4 / 65000)
        scale = next(scale for scale in head["values"] if scale["name"] == "speed")
        speeds = scale["low"] + self.summed(self.unpacked(head, content, part["values"]["speed"]), 3, 1) / 255 * (scale["high"] - scale["low"])
        expected = [source.scene(k).spheres.data["speed"] for k in range(3)]
        self.assertLessEqual(np.abs(speeds - expected).max(), 0.51 / 255 * (scale["high"] - scale["low"]))

    def test_turns_of_bodies(self):
        angles, turns = np.linspace(0, 6, 9), []
        axis = np.array([1.0, 2.0, -0.5]) / np.linalg.norm([1.0, 2.0, -0.5])
        frames = []
        for time, angle in enumerate(angles):
            matrix = rotation_matrix((np.cos(angle / 2), *(np.sin(angle / 2) * axis)))
            turns.append(matrix)
            frames.append((time, {"polyhedra": [made.cubes([3], (made.CUBE * (1, 2, 3)) @ matrix.T, type=np.ones(1, "i4"))]}))
        head, content = pack(find_source(made.write_series(self.folder, frames)))
        part = head["polyhedra"]
        whole = self.summed(self.unpacked(head, content, part["turns"]), 9, 2).astype(np.uint16).view(np.int16) / 4095
        for quaternion, matrix in zip(whole.reshape(9, 4), turns):
            np.testing.assert_allclose(rotation_matrix(quaternion), matrix @ turns[0].T, atol=1e-3)

    def test_particles_that_come_and_go(self):
        frames = [(0, {"spheres": [made.spheres([[0, 0, 0]], [0.1])]}), (1, {"spheres": [made.spheres([[0, 0, 0], [1, 1, 1]], [0.1, 0.2])]}), (2, {"spheres": [made.spheres([[0, 0, 0]], [0.1])]})]
        head, content = pack(find_source(made.write_series(self.folder, frames)))
        there = np.unpackbits(self.unpacked(head, content, head["spheres"]["there"]).reshape(3, 1), axis=1, bitorder="little")[:, :2]
        np.testing.assert_array_equal(there, [[1, 0], [1, 1], [1, 0]])
        np.testing.assert_allclose(self.unpacked(head, content, head["spheres"]["radii"]), [0.1, 0.2], rtol=1e-6)

    def test_slots_of_a_feed_are_used_again(self):
        """Of a plant that exchanges its particles: as many slots as particles at the same time, and each frame has its own."""
        count, turn, snapshots = 200, 30, {}
        for frame in range(20):
            ids = frame * turn + 1 + self.random.permutation(count)
            snapshots[frame] = np.column_stack([ids, np.ones(count), ids % 7, ids % 11, frame + 0 * ids, 0.01 * (1 + ids % 5), ids % 13])
        path = made.write_dump(self.folder / "a.dump", snapshots, "id type x y z radius c_mark")
        head, content = pack(find_source(path), ["c_mark"])
        part = head["spheres"]
        self.assertEqual(part["count"], count)
        ids, radii = (self.unpacked(head, content, part[name]) for name in ("ids", "radii"))
        self.assertEqual(len(ids), count + 19 * turn)
        numbers = self.summed(self.unpacked(head, content, part["numbers"]), 20, 4).astype(int)
        places = self.summed(self.unpacked(head, content, part["places"]), 20, 2).reshape(20, 3, count).transpose(0, 2, 1)
        marks = self.summed(self.unpacked(head, content, part["values"]["c_mark"]), 20, 1)
        for frame, rows in snapshots.items():
            rows = rows[np.argsort(rows[:, 0])]
            order = np.argsort(ids[numbers[frame]])
            np.testing.assert_array_equal(ids[numbers[frame]][order], rows[:, 0])
            np.testing.assert_allclose(np.array(head["low"]) + head["step"] * places[frame][order], rows[:, 2:5], atol=head["step"])
            np.testing.assert_allclose(radii[numbers[frame]][order], rows[:, 5], rtol=1e-6)
            np.testing.assert_allclose(marks[frame][order] / 255 * 12, rows[:, 6], atol=0.03)

    def test_memory_is_that_of_the_particles_present(self):
        """Whether all particles stay or all are exchanged from frame to frame: the arrays are as large."""
        most = []
        for turn in (0, 400):
            snapshots = {frame: np.column_stack([frame * turn + np.arange(1, 401), np.ones(400), self.random.random((400, 3)), np.full(400, 0.1)])
                         for frame in range(40)}
            source = find_source(made.write_dump(self.folder / f"{turn}.dump", snapshots, "id type x y z radius"))
            tracemalloc.start()
            pack(source)
            most.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        self.assertLess(most[1], 2 * most[0])       # ids and radii of 40 times as many particles

    def test_bonds_by_slots(self):
        """Bonds between particles that come late, and of which one has left."""
        bonds = [[(1, 2)], [(2, 3), (3, 4)], [(3, 4), (4, 9)]]
        frames = []
        for frame, ids in enumerate(([1, 2], [2, 3, 4], [3, 4, 5])):
            kind, points, places = made.spheres(self.random.random((len(ids), 3)), np.full(len(ids), 0.1))
            places["PointData"]["id"] = np.array(ids, "i4")
            lines = {"connectivity": np.arange(2 * len(bonds[frame]), dtype="i4"), "offsets": np.arange(2, 2 * len(bonds[frame]) + 1, 2, dtype="i4")}
            data = {name: np.array([pair[k] for pair in bonds[frame]], "i4") for k, name in enumerate(("id_a", "id_b"))}
            frames.append((frame, {"spheres": [(kind, points, places)],
                                   "bonds": [("PolyData", np.zeros((2 * len(bonds[frame]), 3)), {"CellData": data, "Lines": lines})]}))
        head, content = pack(find_source(made.write_series(self.folder, frames)))
        part = head["spheres"]
        ids = self.unpacked(head, content, part["ids"])[self.summed(self.unpacked(head, content, part["numbers"]), 3, 4).astype(int)]
        pairs, ends = self.unpacked(head, content, head["bonds"]["pairs"]).reshape(-1, 2), head["bonds"]["ends"]
        for frame, expected in enumerate((bonds[0], bonds[1], bonds[2][:1])):
            found = ids[frame][pairs[ends[frame]:ends[frame + 1]]]
            self.assertEqual(sorted(map(tuple, found.tolist())), expected)

    def test_walls_that_turn(self):
        frames = [(k, {"spheres": [made.spheres([[0, 0, 0]], [0.1])], "wall_drum": [made.triangles(np.array(WALL) @ rotation_matrix((np.cos(k), 0, 0, np.sin(k))).T + (k, 0, 0))]})
                  for k in range(3)]
        head, _ = pack(find_source(made.write_series(self.folder, frames)))
        for k, pose in enumerate(head["walls"][0]["poses"]):
            moved = np.array(WALL[0]) @ np.reshape(pose, (3, 4))[:, :3].T + np.reshape(pose, (3, 4))[:, 3]
            np.testing.assert_allclose(moved, frames[k][1]["wall_drum"][0][1], atol=1e-6)

    def test_text_cannot_end_its_element(self):
        text = json_text({"title": "</script><script>alert(1)</script>&"})
        self.assertFalse(re.search("[<>&]", text))
        self.assertEqual(json.loads(text)["title"], "</script><script>alert(1)</script>&")


if __name__ == "__main__":
    find_modules.run_tests()
