"""Pictures of spheres and convex polyhedra for the plot.py scripts, by a depth buffer; needs numpy alone.

    camera = Camera(towards=(0, -1, 0.4), center=(0, 0, 0.02), width=0.2, pixels=(900, 500))
    camera.spheres(centers, radii, colors)
    camera.polyhedron(corners, faces, color)
    image = camera.image()                          # rows, columns, RGB, for imshow

    faces = hull(corners)                           # of a body of which only the corners are known

Lengths are those of the data. The view is parallel: a length is as long in front as behind.
"""

from itertools import combinations

import numpy as np

LIGHT = np.array([-0.4, 0.5, 0.77])      # in the frame of the picture: to the right, upwards, to the eye
AMBIENT = 0.35


class Camera:
    """`towards`: from the picture to the eye; `width`: of the picture, in the data's lengths."""

    def __init__(self, towards, center, width, pixels, background=(1.0, 1.0, 1.0)):
        to_eye = np.asarray(towards, float) / np.linalg.norm(towards)
        upright = abs(to_eye[2]) > 0.999
        right = np.cross((0.0, 1.0, 0.0) if upright else (0.0, 0.0, 1.0), to_eye)
        right /= np.linalg.norm(right)
        self.axes = np.array([right, np.cross(to_eye, right), to_eye])
        self.center, self.scale = np.asarray(center, float), pixels[0] / width
        self.columns, self.rows = pixels
        self.depth = np.full((self.rows, self.columns), -np.inf)
        self.colors = np.tile(np.asarray(background, float), (self.rows, self.columns, 1))

    def place(self, points):
        """Column, row and depth of points, in pixels."""
        seen = (np.asarray(points, float) - self.center) @ self.axes.T * self.scale
        return np.column_stack([self.columns / 2 + seen[:, 0], self.rows / 2 - seen[:, 1], seen[:, 2]])

    def height_map(self):
        """Of what was drawn, along the axis to the eye from the center; -inf where nothing is."""
        return self.depth / self.scale

    def image(self):
        return np.clip(self.colors, 0.0, 1.0)

    def spheres(self, centers, radii, colors):
        for (x, y, z), radius, color in zip(self.place(centers), np.asarray(radii) * self.scale, colors):
            patch = self._patch(x - radius, x + radius, y - radius, y + radius)
            if patch is None:
                continue
            columns, rows = patch[2]
            across, down = (columns - x) / radius, (rows - y) / radius
            out = 1.0 - across**2 - down**2
            toward = np.sqrt(np.maximum(out, 0.0))
            self._paint(patch, out > 0.0, z + radius * toward, np.stack([across, -down, toward], axis=-1), color)

    def polyhedron(self, corners, faces, color):
        """Convex; `faces`: corners of each by number, counter-clockwise from outside."""
        seen = self.place(corners)
        patch = self._patch(seen[:, 0].min(), seen[:, 0].max(), seen[:, 1].min(), seen[:, 1].max())
        if patch is None:
            return
        columns, rows = patch[2]
        depth, normal = np.full(columns.shape, np.inf), np.zeros(columns.shape + (3,))
        back = np.full(columns.shape, -np.inf)
        for face in faces:
            a, b, c = seen[list(face[:3])] * (1.0, -1.0, 1.0)
            n = np.cross(b - a, c - a)
            n /= np.linalg.norm(n)
            if abs(n[2]) < 1e-9:
                back[(columns - a[0]) * n[0] + (-rows - a[1]) * n[1] > 0.0] = np.inf
                continue
            z = a[2] - ((columns - a[0]) * n[0] + (-rows - a[1]) * n[1]) / n[2]
            if n[2] > 0.0:
                nearer = z < depth
                depth[nearer], normal[nearer] = z[nearer], n
            else:
                back = np.maximum(back, z)
        self._paint(patch, back < depth, depth, normal, color)

    def _patch(self, left, right, low, high):
        columns = slice(max(int(left), 0), min(int(np.ceil(right)) + 1, self.columns))
        rows = slice(max(int(low), 0), min(int(np.ceil(high)) + 1, self.rows))
        if columns.start >= columns.stop or rows.start >= rows.stop:
            return None
        return rows, columns, np.meshgrid(np.arange(columns.start, columns.stop) + 0.5, np.arange(rows.start, rows.stop) + 0.5)

    def _paint(self, patch, inside, depth, normals, color):
        region = patch[:2]
        seen = inside & (depth > self.depth[region])
        bright = AMBIENT + (1.0 - AMBIENT) * np.maximum(normals[seen] @ LIGHT, 0.0)
        self.depth[region][seen] = depth[seen]
        self.colors[region][seen] = bright[:, None] * np.asarray(color)


# ---------------------------------------------------------------- convex bodies from their corners


def hull(points):
    """Faces of the convex hull, each a list of point numbers around it, counter-clockwise from outside.

    Every plane through three points with all others on one side is one; there are few points to a body.
    """
    triples = np.array(list(combinations(range(len(points)), 3)))
    a, b, c = (points[triples[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    size = np.ptp(points, axis=0).max()
    good = lengths > 1e-6 * size**2
    normals, a = normals[good] / lengths[good, None], a[good]
    heights = normals @ points.T - np.einsum("ij,ij->i", normals, a)[:, None]
    tolerance = 1e-5 * size
    above = np.all(heights > -tolerance, axis=1)
    normals[above] *= -1
    on_hull = above | np.all(heights < tolerance, axis=1)
    faces = {}
    for normal, touching in zip(normals[on_hull], np.abs(heights[on_hull]) < tolerance):
        faces.setdefault(frozenset(np.flatnonzero(touching)), normal)
    largest = [(key, normal) for key, normal in faces.items() if not any(key < other for other in faces)]
    return [around(points, sorted(key), normal) for key, normal in largest]


def around(points, numbers, normal):
    """Corners of a face, counter-clockwise about its normal: the hull in its plane, by Andrew's monotone chain."""
    u = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    flat = points @ np.column_stack([u, np.cross(normal, u)])
    tolerance = 1e-9 * np.ptp(flat[numbers], axis=0).max()**2

    def chain(order):
        corners = []
        for k in order:
            while len(corners) > 1:
                (ax, ay), (bx, by) = flat[corners[-1]] - flat[corners[-2]], flat[k] - flat[corners[-1]]
                if ax * by - ay * bx > tolerance:
                    break
                corners.pop()
            corners.append(k)
        return corners[:-1]

    order = sorted(numbers, key=lambda k: tuple(flat[k]))
    return chain(order) + chain(order[::-1])


def split_bodies(rows):
    """Number -> (type, vertices); the rows of a body are together, always in the same order."""
    cuts = np.flatnonzero(np.diff(rows[:, 0])) + 1
    return {int(part[0, 0]): (int(part[0, 1]), part[:, 2:]) for part in np.split(rows, cuts)}
