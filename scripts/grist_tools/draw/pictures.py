"""Pictures of spheres, polyhedra and meshes, by a depth buffer.

    camera = Camera(towards=(0, -1, 0.4), center=(0, 0, 0.02), width=0.2, pixels=(900, 500))
    camera = Camera.around(points, towards=(0, -1, 0.4), columns=900)     # the points fill it
    camera.spheres(centers, radii, colors)
    camera.polyhedron(corners, faces, color)
    camera.polyhedra(solids, colors)                # very many of them
    camera.triangles(corners, color)                # corners: (n, 3, 3), of a wall or a floor; a color, or one of each
    camera.veil(corners, color, opacity=0.3)        # the same; what was drawn before shines through
    camera.occlude()                                # darkens what lies behind nearer things
    camera.lines(ends, color)                       # ends: (n, 2, 3)
    camera.glass(corners, color, opacity=0.2)       # last: what is behind shines through
    image = camera.image()                          # rows, columns, RGB, for imshow

Lengths are those of the data. The view is parallel: a length is as long in front as behind.
"""

import numpy as np

from ..read.bodies import Solids
from .rasters import BodyRaster, facing, paint

LIGHT = np.array([-0.4, 0.5, 0.77])      # in the picture's frame: to the right, upwards, to the eye
AMBIENT = 0.42
MOST_POINTS = 1000000       # of lines that are drawn at a time
EDGES_FROM = 6              # pixels: edges of smaller bodies would hide their colors
EDGE = 0.45                 # of the color of a body have its edges
OCCLUSION = 0.85            # darkness of a place with nearer ones all around
OCCLUSION_REACH = 0.02      # of the longer side of the picture
OCCLUSION_HEIGHT = 4.0      # times the distance: what is nearer by more stands apart
OCCLUSION_RINGS, OCCLUSION_RAYS = 4, 6


class Camera:
    """`towards`: from the picture to the eye; `width`: of the picture, in the data's lengths;
    `samples`: each pixel is the mean of samples x samples, so that edges are smooth."""

    def __init__(self, towards, center, width, pixels, background=(1.0, 1.0, 1.0), samples=1):
        to_eye = np.asarray(towards, float) / np.linalg.norm(towards)
        upright = abs(to_eye[2]) > 0.999
        right = np.cross((0.0, 1.0, 0.0) if upright else (0.0, 0.0, 1.0), to_eye)
        right /= np.linalg.norm(right)
        self.axes = np.array([right, np.cross(to_eye, right), to_eye])
        self.width, self.samples = width, samples
        self.columns, self.rows = (samples * count for count in pixels)
        self.center, self.scale = np.asarray(center, float), self.columns / width
        self.depth = np.full((self.rows, self.columns), -np.inf)
        self.colors = np.tile(np.asarray(background, float), (self.rows, self.columns, 1))

    @classmethod
    def around(cls, points, towards, columns=None, rows=None, margin=0.03, **options):
        """A camera whose picture the points fill, except for a margin (of their width). Without
        columns or rows: as many as they need."""
        axes = cls(towards, (0, 0, 0), 1.0, (1, 1)).axes
        seen = np.asarray(points, float).reshape(-1, 3) @ axes.T
        low, high = seen.min(axis=0), seen.max(axis=0)
        size = np.maximum((high - low)[:2], 1e-300)
        width, height = size + 2 * margin * size[0]
        if rows is None:
            rows = max(round(columns * height / width), 1)
        elif columns is None:
            columns = max(round(rows * width / height), 1)
        width = max(width, height * columns / rows)
        return cls(towards, (low + high) / 2 @ axes, width, (columns, rows), **options)

    def place(self, points):
        """Column, row and depth of points, in pixels."""
        seen = (np.asarray(points, float) - self.center) @ self.axes.T * self.scale
        return seen * (1, -1, 1) + (self.columns / 2, self.rows / 2, 0)

    def height_map(self):
        """Of what was drawn, along the axis to the eye from the center; -inf where nothing is."""
        return self.depth / self.scale

    def image(self):
        n = self.samples
        parts = self.colors.reshape(self.rows // n, n, self.columns // n, n, 3)
        return np.clip(parts.mean(axis=(1, 3)), 0.0, 1.0)

    def spheres(self, centers, radii, colors):
        placed = self.place(np.asarray(centers, float).reshape(-1, 3))
        radii, colors = np.asarray(radii) * self.scale, np.asarray(colors)
        # From the nearest on: those behind are often hidden as a whole.
        for k in np.argsort(-(placed[:, 2] + radii)):
            (x, y, z), radius, color = placed[k], radii[k], colors[k]
            patch = self._patch(x - radius, x + radius, y - radius, y + radius)
            if patch is None or self.depth[patch[:2]].min() > z + radius:
                continue
            columns, rows = patch[2]
            across, down = (columns - x) / radius, (rows - y) / radius
            out = 1.0 - across**2 - down**2
            toward = np.sqrt(np.maximum(out, 0.0))
            normals = np.stack(np.broadcast_arrays(across, -down, toward), axis=-1)
            self._paint(patch, out > 0.0, z + radius * toward, normals, color)

    def polyhedron(self, corners, faces, color):
        """Convex; `faces`: corners of each by number, counter-clockwise from outside."""
        self.polyhedra(Solids.of_lists([(np.asarray(corners, float), faces)]), [color], with_edges=False)

    def polyhedra(self, solids, colors, with_edges=True):
        """Bodies, each with its color; `solids`: Solids."""
        if not len(solids):
            return
        raster, colors = BodyRaster(self, solids), np.asarray(colors, float)
        large = (raster.high - raster.low)[:, :2].max(axis=1) >= EDGES_FROM * self.samples
        for bodies in raster.parts():
            part = solids.kept(bodies)
            triangles, owners = part.triangles()
            corners = self.place(part.points)[triangles]
            normals, flat = facing(corners)
            front = flat & (normals[:, 2] > 0)
            self._paint_triangles(corners[front], normals[front], colors[bodies[owners[front]]])
            if with_edges:
                shown = np.flatnonzero(large[bodies])
                part = part.kept(shown)
                ends, owners = part.edges()
                self.lines(part.points[ends], EDGE * colors[bodies[shown[owners]]], width=0.5)

    def triangles(self, corners, color, ambient=AMBIENT):
        """Opaque, seen from both sides; `ambient`: brightness of a face without light, 1: each pixel has a color as it was given."""
        placed = self.place(np.asarray(corners, float).reshape(-1, 3)).reshape(-1, 3, 3)
        normals, shown = facing(placed)
        normals *= np.sign(normals[:, 2:])
        colors = np.broadcast_to(np.asarray(color, float), (len(placed), 3))
        self._paint_triangles(placed[shown], normals[shown], colors[shown], ambient)

    def veil(self, corners, color, opacity, ambient=AMBIENT):
        """Triangles that are opaque, except where they are before what was drawn already: that is seen through them."""
        depth, colors = self.depth.copy(), self.colors.copy()
        self.triangles(corners, color, ambient)
        before = (self.depth > depth) & np.isfinite(depth)
        self.colors[before] = opacity * self.colors[before] + (1 - opacity) * colors[before]
        self.depth[before] = depth[before]

    def _paint_triangles(self, corners, normals, colors, ambient=AMBIENT):
        paint(self.depth, self.colors, corners, normals, colors * (ambient + (1.0 - ambient) * np.maximum(normals @ LIGHT, 0.0))[:, None])

    def glass(self, corners, color, opacity=0.2):
        """Transparent triangles over what is drawn. Where they are seen at a slant they are darker,
        as a sheet of glass is: so the outline of a vessel stands out."""
        for seen, normal in sorted(self._facing(corners), key=lambda face: face[0][:, 2].mean()):
            patch, inside, depth = self._cover(seen, normal)
            if patch is None:
                continue
            before = inside & (depth > self.depth[patch[:2]])
            share = 1.0 - (1.0 - opacity) ** (1.0 / max(normal[2], 0.12))
            bright = AMBIENT + (1.0 - AMBIENT) * max(normal @ LIGHT, 0.0)
            under = self.colors[patch[:2]]
            under[before] += share * (bright * np.asarray(color, float) - under[before])

    def occlude(self):
        """Darkens each place by how far places around it, two opposite ones at a time, lie nearer to the eye: gaps, and what is behind an edge.
        A plane stays as it is, however it is turned. (Ambient occlusion in screen space, after Mittring 2007, Finding next gen: CryEngine 2.)"""
        n, depth = self.samples, self.depth[::self.samples, ::self.samples]
        reach, hidden = OCCLUSION_REACH * max(depth.shape), np.zeros(depth.shape)
        with np.errstate(invalid="ignore"):
            for ring, ray in np.ndindex(OCCLUSION_RINGS, OCCLUSION_RAYS):
                far, angle = reach * (ring + 1) / OCCLUSION_RINGS, np.pi * (ray + 0.5 * (ring % 2)) / OCCLUSION_RAYS
                down, across = round(far * np.sin(angle)), round(far * np.cos(angle))
                pair = [(shifted(depth, sign * down, sign * across) - depth) / far for sign in (1, -1)]
                rise = sum(np.clip(nearer, -1, 1) * np.clip(OCCLUSION_HEIGHT - nearer, 0, 1) for nearer in pair)
                hidden += np.where(np.isfinite(rise), np.clip(rise, 0, 1), 0)
        light = 1 - OCCLUSION * hidden / (OCCLUSION_RINGS * OCCLUSION_RAYS)
        self.colors *= np.repeat(np.repeat(light, n, axis=0), n, axis=1)[:, :, None]

    def lines(self, ends, color, width=1.5):
        """Lines between pairs of points, `width` in pixels, hidden behind what is before them; a color, or one of each."""
        reach, color = max(int(round(self.samples * width)), 1), np.broadcast_to(np.asarray(color, float), (len(ends), 3))
        a, b = (self.place(np.asarray(ends, float).reshape(-1, 2, 3)[:, k]) for k in (0, 1))
        counts = (2 * np.abs(b - a)[:, :2].max(axis=1, initial=0.0)).astype(int) + 2       # two points a pixel
        for lines in np.array_split(np.arange(len(a)), counts.sum() // MOST_POINTS + 1):
            line = np.repeat(lines, counts[lines])
            number = np.arange(len(line)) - np.repeat(np.cumsum(counts[lines]) - counts[lines], counts[lines])
            at = a[line] + (number / (counts[line] - 1))[:, None] * (b - a)[line]
            for shift in np.ndindex(reach, reach):
                pixels = np.floor(at[:, :2] + shift - (reach - 1) / 2).astype(int)
                seen = np.all((pixels >= 0) & (pixels < (self.columns, self.rows)), axis=1)
                (columns, rows), depth = pixels[seen].T, at[seen, 2] + 2.0 * reach
                front = depth > self.depth[rows, columns]
                self.colors[rows[front], columns[front]] = color[line[seen][front]]

    def _facing(self, corners):
        """Triangles in pixels with normals that look to the eye, without those seen edge-on."""
        placed = self.place(np.asarray(corners, float).reshape(-1, 3)).reshape(-1, 3, 3)
        normals, kept = facing(placed)
        return list(zip(placed[kept], (normals * np.sign(normals[:, 2:]))[kept]))

    def _cover(self, seen, normal):
        """Patch of a triangle, which of its pixels have their middle inside, and their depth."""
        patch = self._patch_of(seen)
        if patch is None:
            return None, None, None
        columns, rows = patch[2]
        (ax, ay, az), b, c = seen
        area = (b[0] - ax) * (c[1] - ay) - (b[1] - ay) * (c[0] - ax)
        across, down = columns - ax, rows - ay
        toward_b = (across * (c[1] - ay) - down * (c[0] - ax)) / area
        toward_c = ((b[0] - ax) * down - (b[1] - ay) * across) / area
        inside = (toward_b >= 0) & (toward_c > 0) & (toward_b + toward_c <= 1)
        return patch, inside, az + toward_b * (b[2] - az) + toward_c * (c[2] - az)

    def _patch_of(self, seen):
        (left, low), (right, high) = seen[:, :2].min(axis=0), seen[:, :2].max(axis=0)
        return self._patch(left, right, low, high)

    def _patch(self, left, right, low, high):
        columns = slice(max(int(left), 0), min(int(np.ceil(right)) + 1, self.columns))
        rows = slice(max(int(low), 0), min(int(np.ceil(high)) + 1, self.rows))
        if columns.start >= columns.stop or rows.start >= rows.stop:
            return None
        middles = (np.arange(columns.start, columns.stop)[None, :] + 0.5,
                   np.arange(rows.start, rows.stop)[:, None] + 0.5)
        return rows, columns, middles

    def _paint(self, patch, inside, depth, normals, color):
        region = patch[:2]
        seen = inside & (depth > self.depth[region])
        bright = AMBIENT + (1.0 - AMBIENT) * np.maximum(normals[seen] @ LIGHT, 0.0)
        self.depth[region][seen] = depth[seen]
        self.colors[region][seen] = bright[:, None] * np.asarray(color)


def shifted(values, down, across):
    """As seen from each place so far down and across; beyond the border there is nothing (nan)."""
    found = np.full(values.shape, np.nan)
    rows, columns = values.shape
    found[max(-down, 0):rows - max(down, 0), max(-across, 0):columns - max(across, 0)] = values[max(down, 0):rows - max(-down, 0), max(across, 0):columns - max(-across, 0)]
    return found
