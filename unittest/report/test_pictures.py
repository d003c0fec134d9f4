#!/usr/bin/env python3
"""Tests of the pictures of scripts/: what the camera draws against closed forms, vessels against their areas and edges."""
import time
import unittest

import find_modules
import made_runs as made
import numpy as np
from find_modules import ROOT
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from grist_tools.draw import films, occlusion, rasters
from grist_tools.draw.pictures import AMBIENT, EDGE, LIGHT, Camera
from grist_tools.draw.view_data import Reader
from grist_tools.read.bodies import hull, is_convex, Solids
from grist_tools.read.meshes import cut, read_stl, sharp_edges
from grist_tools.read.scenes import ParaviewSource, Particles, Scene, sheets_of
from grist_tools.read.vtk_files import Block
from grist_tools.text.values import length_text, nice_length

RED = (0.8, 0.1, 0.1)
NONE = Particles(np.empty((0, 3)))
TOWARD = (0.0, -1.0, 0.0)                       # seen from the front: x to the right, z upwards
ROUNDING = 3e-6                                 # colors and depths are floats
FACING = AMBIENT + (1 - AMBIENT) * LIGHT[2]     # brightness of a face that looks to the eye


def square(y=0.0, half=0.5):
    a, b, c, d = ((-half, y, -half), (half, y, -half), (half, y, half), (-half, y, half))
    return np.array([[a, b, c], [a, c, d]])


def pipe(height, facets=96):
    """A cylinder of radius 1 about the z axis, open at both ends."""
    angles = np.linspace(0, 2 * np.pi, facets + 1)
    low, high = (np.column_stack([np.cos(angles), np.sin(angles), 0 * angles + z]) for z in (0, height))
    return np.concatenate([np.stack([low[:-1], low[1:], high[1:]], axis=1), np.stack([low[:-1], high[1:], high[:-1]], axis=1)])


def area(triangles):
    return 0.5 * np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1).sum()


def drawn(camera):
    return np.any(camera.colors != 1.0, axis=2)


class CameraTest(unittest.TestCase):
    def camera(self, **options):
        return Camera(TOWARD, (0, 0, 0), 2.0, (400, 400), **options)

    def test_sphere_covers_its_disc(self):
        camera = self.camera()
        camera.spheres([(0.2, 0.0, -0.1)], [0.6], [RED])
        self.assertAlmostEqual(drawn(camera).sum() / 200**2, np.pi * 0.36, delta=0.002 * np.pi)
        self.assertAlmostEqual(camera.height_map().max(), 0.6, delta=1e-4)

    def test_triangles_cover_their_area_once(self):
        camera = self.camera()
        camera.triangles(square(), RED)
        self.assertEqual(drawn(camera).sum(), 200**2)

    def test_order_of_drawing_does_not_matter(self):
        rng = np.random.default_rng(1)
        centers, radii, colors = rng.uniform(-0.8, 0.8, (60, 3)), rng.uniform(0.05, 0.3, 60), rng.random((60, 3))
        first, second = self.camera(), self.camera()
        first.spheres(centers, radii, colors)
        first.triangles(square(0.1), RED)
        second.triangles(square(0.1)[::-1], RED)
        for k in rng.permutation(60):
            second.spheres(centers[k:k + 1], radii[k:k + 1], colors[k:k + 1])
        np.testing.assert_allclose(first.image(), second.image(), atol=ROUNDING)

    def test_plate_hides_what_is_behind_it(self):
        camera = self.camera()
        camera.spheres([(0, 0.5, 0)], [0.3], [(0, 0, 1)])
        camera.triangles(square(0.0), RED)
        np.testing.assert_allclose(camera.image()[200, 200], FACING * np.array(RED), atol=ROUNDING)

    def test_occlusion_darkens_gaps_and_no_plane(self):
        """A slanted plate keeps its color; beside a sphere before it, and between two spheres that touch, places are darker."""
        slanted = square() @ np.array([[1, 0, 0], [0, 1, 0], [0.3, 0.8, 1]])
        camera, spheres = self.camera(), self.camera()
        camera.triangles(slanted, RED)
        before = camera.image()
        camera.occlude()
        np.testing.assert_allclose(camera.image(), before, atol=ROUNDING)
        spheres.triangles(square(0.04), RED)
        spheres.spheres([(-0.2, 0, 0), (0.2, 0, 0)], [0.2, 0.2], [RED, RED])
        before = spheres.image()[:, :, 0]
        spheres.occlude()
        share = spheres.image()[:, :, 0] / before
        self.assertLess(share[200, 200], 0.8)               # where they touch
        self.assertLess(share[200, 200 - 83], 0.97)         # beside one of them
        self.assertAlmostEqual(share[120, 120], 1)          # far from both
        self.assertAlmostEqual(share[200, 160], 1, delta=0.03)      # nearest to the eye

    def test_glass_mixes_by_its_opacity(self):
        camera = self.camera()
        camera.glass(np.concatenate([square(0.0), square(0.2)]), RED, 0.25)
        expected = 0.75**2 * np.ones(3) + (1 - 0.75**2) * FACING * np.array(RED)
        np.testing.assert_allclose(camera.image()[150, 120], expected, atol=ROUNDING)

    def test_glass_of_small_triangles_is_that_of_large_ones(self):
        """Each pixel has each sheet once, also on the edges between triangles, and the sheets in their order: a sheet of two triangles, drawn
        row by row, beside one of 3,200, drawn pixel by pixel; a slanted one before it."""
        slanted = square() @ np.array([[1, 0, 0], [0, 1, 0], [0.3, 0.8, 1]]) - (0, 0.8, 0)
        whole, small = self.camera(), self.camera()
        corners = np.linspace(-0.5, 0.5, 41)
        tiles = [square(0.0, 0.0125) + (x, 0, z) for x in (corners[:-1] + corners[1:]) / 2 for z in (corners[:-1] + corners[1:]) / 2]
        for camera, sheet in ((whole, square()), (small, np.concatenate(tiles))):
            camera.spheres([(0, -0.1, 0)], [0.3], [(0, 0, 1)])
            camera.glass(np.concatenate([slanted, sheet]), RED, 0.3)
        np.testing.assert_allclose(small.image(), whole.image(), atol=ROUNDING)
        alone = self.camera()
        alone.glass(np.concatenate(tiles), RED, 0.3)
        self.assertLess(np.ptp(alone.image()[100:300, 100:300], axis=(0, 1)).max(), ROUNDING)

    def test_occlusion_is_that_of_each_place(self):
        """Oracle: place by place, both sides of each ray."""
        rng = np.random.default_rng(4)
        depth = np.where(rng.random((40, 80)) < 0.7, rng.normal(size=(40, 80)) * 3, -np.inf)
        depth[:, :10] = depth[37:] = -np.inf
        expected = np.zeros(depth.shape)
        for ring in range(occlusion.RINGS):
            far = occlusion.REACH * 80 * (ring + 1) / occlusion.RINGS
            for ray in range(occlusion.RAYS):
                angle = np.pi * (ray + 0.5 * (ring % 2)) / occlusion.RAYS
                down, across = round(far * np.sin(angle)), round(far * np.cos(angle))
                for row, column in np.argwhere(np.isfinite(depth)):
                    places = [(row + sign * down, column + sign * across) for sign in (1, -1)]
                    if all(0 <= r < 40 and 0 <= c < 80 for r, c in places):
                        nearer = [(depth[place] - depth[row, column]) / far for place in places]
                        bounded = [max(min(n, 1, max(occlusion.HEIGHT - n, 0)), -1) for n in nearer]
                        expected[row, column] += min(max(sum(bounded), 0), 1) / (occlusion.RINGS * occlusion.RAYS)
        np.testing.assert_allclose(occlusion.hidden_shares(depth), expected, atol=1e-5)
        self.assertGreater(expected.max(), 0.3)
        self.assertFalse(occlusion.hidden_shares(np.full((5, 5), -np.inf)).any())

    def test_each_pixel_has_the_nearest_sphere(self):
        """Of many, of which most are hidden and some are large. Oracle: one after the other, all pixels."""
        rng = np.random.default_rng(5)
        centers, radii, colors = rng.uniform(-0.8, 0.8, (600, 3)), rng.choice([0.02, 0.1, 0.4], 600, p=(0.8, 0.19, 0.01)), rng.random((600, 3))
        camera = Camera(TOWARD, (0, 0, 0), 2.0, (200, 200))
        with mock.patch.object(rasters, "MOST_PIXELS", 5000):       # many parts: most spheres are found hidden
            camera.spheres(centers, radii, colors)
        columns, rows = np.meshgrid((np.arange(200) + 0.5) / 100 - 1, 1 - (np.arange(200) + 0.5) / 100)
        depth, image = np.full(columns.shape, -np.inf), np.ones((200, 200, 3))
        for (x, y, z), radius, color in zip(centers, radii, colors):
            left = radius**2 - (columns - x)**2 - (rows - z)**2
            height = np.sqrt(np.maximum(left, 0)) - y
            seen = (left > 0) & (height > depth)
            normals = np.stack([columns - x, rows - z, np.sqrt(np.maximum(left, 0))], axis=-1)[seen] / radius
            depth[seen], image[seen] = height[seen], (AMBIENT + (1 - AMBIENT) * np.maximum(normals @ LIGHT, 0))[:, None] * color
        same = np.abs(camera.colors - image).max(axis=2) < 1e-5
        self.assertGreater(same.mean(), 0.9995)     # on an edge rounding may decide

    def test_glass_behind_a_sphere_is_not_seen(self):
        camera = self.camera()
        camera.spheres([(0, 0, 0)], [0.3], [(0, 0, 1)])
        before = camera.image()[200, 200].copy()
        camera.glass(square(0.5), RED, 0.5)
        np.testing.assert_array_equal(camera.image()[200, 200], before)
        self.assertNotEqual(tuple(camera.image()[120, 120]), (1.0, 1.0, 1.0))

    def test_points_fill_the_picture(self):
        points = np.random.default_rng(2).normal(size=(100, 3)) * (3, 1, 0.4)
        for options in ({"columns": 500}, {"rows": 300}, {"columns": 500, "rows": 200}, {"columns": 200, "rows": 500}):
            camera = Camera.around(points, (0.3, -1, 0.4), margin=0.05, **options)
            seen = camera.place(points)
            size = np.array([camera.columns, camera.rows])
            self.assertTrue((seen[:, :2] > 0).all() and (seen[:, :2] < size).all(), options)
            gaps = np.minimum(seen[:, :2].min(axis=0), size - seen[:, :2].max(axis=0))
            self.assertLess(gaps.min() / np.ptp(seen[:, 0]), 0.06)
            self.assertGreater(gaps.min() / np.ptp(seen[:, 0]), 0.04)

    def test_samples_smooth_and_keep_the_size(self):
        fine = self.camera(samples=3)
        fine.spheres([(0, 0, 0)], [0.5], [RED])
        self.assertEqual(fine.image().shape, (400, 400, 3))
        white = np.isclose(fine.image(), 1.0).all(axis=2)
        self.assertAlmostEqual((~white).sum() / 200**2, np.pi * 0.25, delta=0.02)

    def test_lines_are_hidden_behind_and_seen_before(self):
        camera = self.camera()
        camera.triangles(square(0.0), RED)
        camera.lines([[(-0.4, 0.3, 0.1), (0.4, 0.3, 0.1)]], (0, 0, 0), 1)
        self.assertFalse((camera.image() == 0).all(axis=2).any())
        camera.lines([[(-0.4, -0.3, 0.1), (0.4, -0.3, 0.1)]], (0, 0, 0), 1)
        self.assertEqual((camera.image() == 0).all(axis=2).any(axis=0).sum(), 161)


def angle():
    """Corners and triangles of an L in the plane of x and z, 2 x 2 with a corner of 1 x 1 missing, 1 thick along y."""
    profile = np.array([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)])
    corners = np.array([(x, y, z) for y in (0.0, 1.0) for x, z in profile])
    front = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)]
    sides = [face for k in range(6) for face in ((k, 6 + k, 6 + (k + 1) % 6), (k, 6 + (k + 1) % 6, (k + 1) % 6))]
    return corners, np.array(front + [(6 + a, 6 + c, 6 + b) for a, b, c in front] + sides)


class SolidsTest(unittest.TestCase):
    """Very many bodies at a time. Oracle: of each pixel the nearest body by its half spaces, one after the other."""

    def bodies(self, count, seed=3):
        random = np.random.default_rng(seed)
        shapes = []
        for _ in range(5):
            corners = random.normal(size=(9, 3))
            shapes.append((corners / np.linalg.norm(corners, axis=1)[:, None], None))
        shapes = [(corners, hull(corners)) for corners, _ in shapes]
        solids = Solids.of_lists(shapes).kept(random.integers(0, 5, count))
        solids.points = solids.points * np.repeat(random.uniform(0.02, 0.1, count), solids.counts)[:, None] + np.repeat(
            random.uniform(-0.8, 0.8, (count, 3)), solids.counts, axis=0)
        return solids, random.random((count, 3))

    def test_each_pixel_has_the_nearest_body(self):
        for count in (1, 40, 400):      # more than 100: hidden ones are left out
            solids, colors = self.bodies(count)
            camera = Camera((0.3, -1.0, 0.4), (0, 0, 0), 2.0, (120, 100))
            with mock.patch.object(rasters, "MOST_PIXELS", 2000):
                camera.polyhedra(solids, colors, with_edges=False)
            columns, rows = np.meshgrid(np.arange(120) + 0.5, np.arange(100) + 0.5)
            depth, image = np.full(columns.shape, -np.inf), np.ones((100, 120, 3))
            for corners, faces, color in zip(solids.corners, solids.faces, colors):
                placed = camera.place(corners)
                front, back, normal = np.full(columns.shape, np.inf), np.full(columns.shape, -np.inf), np.zeros((*columns.shape, 3))
                for face in faces:
                    a, b, c = placed[face[:3]] * (1, -1, 1)
                    n = np.cross(b - a, c - a) / np.linalg.norm(np.cross(b - a, c - a))
                    z = a[2] - ((columns - a[0]) * n[0] + (-rows - a[1]) * n[1]) / n[2]
                    normal[(z < front) & (n[2] > 0)] = n
                    front, back = (np.minimum(front, z), back) if n[2] > 0 else (front, np.maximum(back, z))
                seen = (back < front) & (front > depth)
                depth[seen] = front[seen]
                image[seen] = (AMBIENT + (1 - AMBIENT) * np.maximum(normal[seen] @ LIGHT, 0))[:, None] * color
            same = np.abs(camera.colors - image).max(axis=2) < ROUNDING
            self.assertGreater(same.mean(), 0.9999)      # on an edge rounding may decide
            self.assertGreater((image < 1).any(axis=2).mean(), 0.001)

    def test_edges_are_lines_of_their_color(self):
        camera = Camera(TOWARD, (0, 0, 0), 2.0, (200, 200))
        cube = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
        solids = Solids.of_lists([(cube, hull(cube))])
        self.assertEqual((len(solids.edges()[0]), len(solids.triangles()[0])), (12, 12))
        for to_eye, count in ((TOWARD, 4), ((0.1, -1.0, 0.0), 7), ((0.1, -1.0, 0.2), 9)):
            self.assertEqual(len(solids.edges(np.array(to_eye))[0]), count)
        camera.polyhedra(solids, [RED])
        edge = np.abs(camera.colors - EDGE * np.array(RED)).max(axis=2) < ROUNDING
        self.assertAlmostEqual(edge.sum(), 4 * 100, delta=12)
        camera = Camera(TOWARD, (0, 0, 0), 2000.0, (200, 200))      # far smaller than a pixel: no edges
        camera.polyhedra(solids, [RED])
        self.assertFalse((np.abs(camera.colors - EDGE * np.array(RED)).max(axis=2) < ROUNDING).any())

    def test_an_angle_is_drawn_hollow_without_lines_in_its_flat_faces(self):
        """Its triangles have diagonals; the edges are those of two Ls and six between them. It is seen through where it is hollow."""
        corners, triangles = angle()
        self.assertFalse(is_convex(corners, triangles))
        solids = Solids.of_lists([(corners, triangles.tolist())])
        ends, _ = solids.edges()
        self.assertAlmostEqual(np.linalg.norm(corners[ends[:, 0]] - corners[ends[:, 1]], axis=1).sum(), 2 * 8 + 6)
        camera = Camera((0, -1, 0), (1, 0.5, 1), 2.0, (100, 100))
        camera.polyhedra(solids, [RED], with_edges=False)
        self.assertAlmostEqual((camera.colors < 1).any(axis=2).mean(), 3 / 4, delta=0.02)
        cube = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
        faces = np.array([[face[0], *pair] for face in hull(cube) for pair in (face[1:3], face[2:4])])
        self.assertTrue(is_convex(cube, faces))
        both = Solids.of_lists([(cube, hull(cube)), (corners, triangles.tolist())])
        self.assertEqual(both.have_flat_edges().tolist(), [False, True])

    def test_some_of_many(self):
        solids, _ = self.bodies(20)
        kept = solids.kept([7, 3, 3])
        for k, number in enumerate((7, 3, 3)):
            np.testing.assert_array_equal(kept.corners[k], solids.corners[number])
            self.assertEqual(kept.faces[k], solids.faces[number])
        self.assertRaises(IndexError, lambda: kept.faces[3])

    def test_time_of_very_many(self):
        """A body takes a tenth of a millisecond, not several; most of a heap are hidden."""
        solids, colors = self.bodies(20000)
        camera = Camera((0.3, -1.0, 0.4), (0, 0, 0), 2.0, (400, 300))
        start = time.thread_time()
        camera.polyhedra(solids, colors)
        self.assertLess(time.thread_time() - start, 20)


class VesselTest(unittest.TestCase):
    def test_cut_leaves_what_is_behind(self):
        half = cut(pipe(2.0), (0.0, 0.3, 0.0), (0, 1, 0))
        self.assertLessEqual(half[:, :, 1].max(), 0.3 + 1e-12)
        self.assertAlmostEqual(area(half), 2 * (np.pi + 2 * np.arcsin(0.3)), delta=2e-3 * 2 * np.pi)
        whole = square()
        self.assertAlmostEqual(area(cut(whole, (0, 0, 0.1), (0.6, 0, 0.8))) + area(cut(whole, (0, 0, 0.1), (-0.6, 0, -0.8))), 1.0, delta=1e-12)

    def test_edges_of_a_box_and_of_a_pipe(self):
        def length(edges):
            return np.linalg.norm(edges[:, 1] - edges[:, 0], axis=1).sum()

        box = np.concatenate([square(-0.5), square(0.5), square()[:, :, (1, 0, 2)] - (0.5, 0, 0), square()[:, :, (1, 0, 2)] + (0.5, 0, 0)])
        self.assertAlmostEqual(length(sharp_edges(box)), 4 + 8)      # upright edges, and those of the open ends
        self.assertAlmostEqual(length(sharp_edges(pipe(2.0))), 2 * 96 * 2 * np.sin(np.pi / 96), delta=1e-9)

    def test_text_and_binary_stl_are_the_same(self):
        triangles = read_stl(ROOT / "examples" / "plant" / "bin.stl")
        with TemporaryDirectory() as folder:
            text, binary = Path(folder) / "a.stl", Path(folder) / "b.stl"
            text.write_text("solid x\n" + "".join(
                "facet normal 0 0 0\nouter loop\n" + "".join(f"vertex {a!r} {b!r} {c!r}\n" for a, b, c in t.tolist()) + "endloop\nendfacet\n"
                for t in triangles) + "endsolid x\n")
            record = np.zeros(len(triangles), dtype=[("normal", "<f4", 3), ("corners", "<f4", 9), ("attribute", "<u2")])
            record["corners"] = triangles.reshape(-1, 9)
            binary.write_bytes(b"solid in spite of its name".ljust(80) + len(triangles).to_bytes(4, "little") + record.tobytes())
            np.testing.assert_array_equal(read_stl(text), triangles)
            np.testing.assert_allclose(read_stl(binary), triangles, rtol=1e-6)
            text.write_text("solid x\nendsolid x\n")
            self.assertRaisesRegex(SystemExit, "holds 0 vertices", read_stl, text)


class DamageTest(unittest.TestCase):
    def test_blocks_and_spheres_lose_bonds(self):
        """Two bonds in a row of three, then one."""
        def bonds(pairs):
            ends = np.arange(2 * len(pairs), dtype="i4")
            ids = {name: np.array([pair[k] for pair in pairs], "i4") for k, name in enumerate(("id_a", "id_b"))}
            return "PolyData", np.zeros((2 * len(pairs), 3)), {"Lines": {"connectivity": ends, "offsets": ends[1::2] + 1}, "CellData": ids}

        centers = np.array([[2.0 * k, 0, 0] for k in range(3)])
        rows = {"polyhedra": made.cubes([1, 2, 3], [made.CUBE + center for center in centers]), "spheres": made.spheres(centers, np.ones(3))}
        for name, row in rows.items():
            with TemporaryDirectory() as folder:
                series = made.write_series(Path(folder), [(time, {name: [row], "bonds": [bonds(pairs)]}) for time, pairs in enumerate(([(1, 2), (2, 3)], [(2, 3)]))])
                source = ParaviewSource(series)
                for number, damage in enumerate(([0, 0, 0], [1, 0.5, 0])):
                    self.assertEqual(getattr(source.scene(number), name).data["damage"].tolist(), damage)


class FacesTest(unittest.TestCase):
    def test_fans_are_faces_that_both_sides_show(self):
        """A square of two triangles and a triangle, each with its own points, of which values are kept once."""
        points = np.concatenate([square().reshape(-1, 3)[[0, 1, 2, 5]], square()[0] + [3.0, 0.0, 0.0]])
        block = Block(points, {}, np.array([[0, 1, 2], [0, 2, 3], [4, 5, 6]]))
        sheets = sheets_of(block, {"damage": np.array([0.5, 0.5, 1.0])})
        self.assertEqual(sheets.data["damage"].tolist(), [0.5, 1.0])
        for towards in (TOWARD, (0.0, 1.0, 0.0)):
            camera = Camera(towards, (0, 0, 0), 2.0, (400, 400))
            camera.polyhedra(sheets.solids, [RED, RED], with_edges=False)
            self.assertEqual(drawn(camera).sum(), 200**2)

    def test_a_page_has_the_faces_of_each_frame(self):
        """A square that tears into two triangles: the second frame has one face more, with other corners."""
        square_points = square().reshape(-1, 3)[[0, 1, 2, 5]]
        frames = [Scene("", NONE, NONE, faces=sheets_of(Block(points, {}, np.array(triangles)), {"damage": np.array(damage)}))
                  for points, triangles, damage in ((square_points, [[0, 1, 2], [0, 2, 3]], [0.5, 0.5]),
                                                    (square_points[[0, 1, 2, 0, 2, 3]], [[0, 1, 2], [3, 4, 5]], [1.0, 1.0]))]
        reader = Reader("torn.pvd")
        whole, torn = (reader.frame(scene).polyhedra for scene in frames)
        self.assertEqual((whole.ids.tolist(), torn.ids.tolist()), ([0], [1, 2]))
        self.assertEqual((whole.values["damage"].tolist(), torn.values["damage"].tolist()), ([0.5], [1.0, 1.0]))
        self.assertEqual([len(corners) for corners, _ in reader.shapes["polyhedra"].values()], [4, 3, 3])
        with self.assertRaises(SystemExit):
            reader.frame(Scene("", NONE, NONE))


class ScaleTest(unittest.TestCase):
    def test_nice_lengths(self):
        self.assertEqual([nice_length(x) for x in (1.0, 1.99, 2.0, 4.9, 5.0, 9.99)], [1.0, 1.0, 2.0, 2.0, 5.0, 5.0])
        self.assertAlmostEqual(nice_length(0.0301), 0.02)
        self.assertEqual([length_text(x) for x in (2.0, 0.05, 0.001, 2e-5)], ["2 m", "50 mm", "1 mm", "20 µm"])


class FilmTest(unittest.TestCase):
    def test_gif_has_all_frames_at_their_rate(self):
        from PIL import Image
        frames = [np.full((40, 60, 3), k / 10) for k in range(8)]
        with TemporaryDirectory() as folder:
            path = films.write_gif(Path(folder) / "film.gif", *self.split(frames), 10)
            with Image.open(path) as film:
                self.assertEqual((film.n_frames, film.size, film.info["duration"]), (8, (60, 40), 100))
                film.seek(7)
                self.assertAlmostEqual(np.asarray(film.convert("RGB")).mean(), 255 * 0.7, delta=6)

    def test_film_by_what_is_installed(self):
        import shutil
        with TemporaryDirectory() as folder:
            path = films.write_film(Path(folder) / "film", (np.full((41, 61, 3), k / 10) for k in range(8)))
            self.assertEqual(path.suffix, ".mp4" if shutil.which("ffmpeg") else ".gif")
            self.assertGreater(path.stat().st_size, 500)
            self.assertIsNone(films.write_film(Path(folder) / "none", []))

    def test_webp_has_all_frames(self):
        from PIL import Image
        with TemporaryDirectory() as folder:
            path = films.write_film(Path(folder) / "film", (np.full((40, 60, 3), k / 10) for k in range(8)), 10, ".webp")
            with Image.open(path) as film:
                self.assertEqual((film.n_frames, film.size), (8, (60, 40)))

    @staticmethod
    def split(frames):
        first, *rest = [films.picture(frame) for frame in frames]
        return first, rest


if __name__ == "__main__":
    find_modules.run_tests()
