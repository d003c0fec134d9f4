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
from .occlusion import hidden_shares
from .rasters import blend, facing, frames_of, nearest_parts, paint, paint_spheres

LIGHT = np.array([-0.4, 0.5, 0.77])      # in the picture's frame: to the right, upwards, to the eye
AMBIENT = 0.42
MOST_POINTS = 1000000       # of lines that are drawn at a time
EDGES_FROM = 6              # pixels: edges of smaller bodies would hide their colors
EDGE = 0.45                 # of the color of a body have its edges
OCCLUSION = 0.85            # darkness of a place with nearer ones all around


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
        self.depth = np.full((self.rows, self.columns), -np.inf, np.float32)
        self.colors = np.empty((self.rows, self.columns, 3), np.float32)
        self.colors[:] = background

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
        rows = sum(self.colors[k::n] for k in range(n)).reshape(self.rows // n, self.columns // n, n, 3)
        return np.clip(sum(rows[:, :, k] for k in range(n)) / n**2, 0.0, 1.0)

    def spheres(self, centers, radii, colors):
        placed = self.place(np.asarray(centers, float).reshape(-1, 3))
        paint_spheres(self.depth, self.colors, placed, np.asarray(radii, float) * self.scale, np.asarray(colors, float).reshape(-1, 3), brightness)

    def polyhedron(self, corners, faces, color):
        """Convex; `faces`: corners of each by number, counter-clockwise from outside."""
        self.polyhedra(Solids.of_lists([(np.asarray(corners, float), faces)]), [color], with_edges=False)

    def polyhedra(self, solids, colors, with_edges=True):
        """Bodies, each with its color; `solids`: Solids."""
        if not len(solids):
            return
        colors, (low, high) = np.asarray(colors, float), frames_of(solids, self.place(solids.points))
        large = (high - low)[:, :2].max(axis=1) >= EDGES_FROM * self.samples
        for bodies in nearest_parts(self.depth, low, high):
            part = solids.kept(bodies)
            triangles, owners = part.triangles()
            corners = self.place(part.points)[triangles]
            normals, flat = facing(corners)
            front = flat & (normals[:, 2] > 0)
            self._paint_triangles(corners[front], normals[front], colors[bodies[owners[front]]])
            if with_edges:
                shown = np.flatnonzero(large[bodies])
                part = part.kept(shown)
                ends, owners = part.edges(self.axes[2])
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
        paint(self.depth, self.colors, corners, normals, colors * brightness(normals, ambient)[:, None])

    def glass(self, corners, color, opacity=0.2):
        """Transparent triangles over what is drawn. Where they are seen at a slant they are darker,
        as a sheet of glass is: so the outline of a vessel stands out."""
        placed = self.place(np.asarray(corners, float).reshape(-1, 3)).reshape(-1, 3, 3)
        normals, shown = facing(placed)
        order = np.flatnonzero(shown)[np.argsort(placed[shown, :, 2].mean(axis=1), kind="stable")]
        normals = (normals * np.sign(normals[:, 2:]))[order]
        shares = 1.0 - (1.0 - opacity) ** (1.0 / np.maximum(normals[:, 2], 0.12))
        blend(self.depth, self.colors, placed[order], normals, brightness(normals)[:, None] * np.asarray(color, float), shares)

    def occlude(self):
        """Darkens each place by how far places around it lie nearer to the eye."""
        n = self.samples
        light = 1 - np.float32(OCCLUSION) * hidden_shares(self.depth[::n, ::n])
        light = np.repeat(np.repeat(light, n, axis=1), n, axis=0)
        for channel in range(3):
            self.colors[:, :, channel] *= light

    def lines(self, ends, color, width=1.5):
        """Lines between pairs of points, `width` in pixels, hidden behind what is before them; a color, or one of each."""
        reach, color = max(int(round(self.samples * width)), 1), np.broadcast_to(np.asarray(color, float), (len(ends), 3))
        a, b = (self.place(np.asarray(ends, float).reshape(-1, 2, 3)[:, k]) for k in (0, 1))
        counts = (2 * np.abs(b - a)[:, :2].max(axis=1, initial=0.0)).astype(int) + 2       # two points a pixel
        color, depth, image = color.astype(self.colors.dtype), self.depth.reshape(-1), self.colors.reshape(-1, 3)
        for lines in np.array_split(np.arange(len(a)), counts.sum() // MOST_POINTS + 1):
            line = np.repeat(lines, counts[lines])
            number = np.arange(len(line)) - np.repeat(np.cumsum(counts[lines]) - counts[lines], counts[lines])
            share = number / (counts[line] - 1)
            x, y, z = (a[line, k] + share * (b - a)[line, k] for k in range(3))
            for right, down in np.ndindex(reach, reach):
                column, row = (np.floor(at + shift - (reach - 1) / 2).astype(int) for at, shift in ((x, right), (y, down)))
                seen = np.flatnonzero((column >= 0) & (column < self.columns) & (row >= 0) & (row < self.rows))
                place = row[seen] * self.columns + column[seen]
                front = z[seen] + 2.0 * reach > depth[place]
                image[place[front]] = color[line[seen[front]]]


def brightness(normals, ambient=AMBIENT):
    """Of faces with these normals, in the picture's frame."""
    return ambient + (1.0 - ambient) * np.maximum(normals @ LIGHT, 0.0)
