"""Bodies from their corners: faces of convex ones, volume, the bodies of a dump of corners, and very many bodies in arrays.

    faces = hull(corners)           # of a body of which only the corners are known
    volume(corners, faces)
    for number, (kind, corners) in split_bodies(snapshot.rows).items(): ...

    bodies = Solids.of_lists([(corners, faces), ...])       # faces: numbers of corners, which count from 0 in each body
    bodies.corners[k], bodies.faces[k]                      # of one body, as they were given
    ends, owners = bodies.triangles()                       # numbers of points, shape (n, 3), and the body of each

Faces are lists of the numbers of corners, counter-clockwise from outside. Arrays hold the corners and faces of one body after the other.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

FLAT = 1 - 1e-6    # cosine between the normals of faces in one plane, rounded in files


def hull(points):
    """Faces of the convex hull.

    Every plane through three points with all others on one side is one: bodies have few points.
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
    return [around(points, sorted(key), normal) for key, normal in faces.items()
            if not any(key < other for other in faces)]


def is_convex(points, triangles):
    """Whether no point is outside of the plane of a triangle; `triangles`: numbers of points."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    size = np.ptp(points, axis=0).max()
    lengths = np.maximum(np.linalg.norm(normals, axis=1), 1e-6 * size**2)
    heights = normals @ points.T - np.einsum("ij,ij->i", normals, a)[:, None]
    return bool(np.all(heights < 1e-5 * size * lengths[:, None]))


def around(points, numbers, normal):
    """Corners of a face, counter-clockwise about its normal: the hull in its plane, by Andrew's
    monotone chain."""
    u = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    flat = points @ np.column_stack([u, np.cross(normal, u)])
    tolerance = 1e-9 * np.ptp(flat[numbers], axis=0).max()**2

    def chain(order):
        corners = []
        for k in order:
            while len(corners) > 1:
                before, after = flat[corners[-1]] - flat[corners[-2]], flat[k] - flat[corners[-1]]
                if before[0] * after[1] - before[1] * after[0] > tolerance:
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


def volume(corners, faces):
    """By tetrahedra between the origin and the triangles of the faces."""
    triangles = np.array([(face[0], b, c) for face in faces for b, c in zip(face[1:-1], face[2:])])
    a, b, c = (corners[triangles[:, k]] for k in range(3))
    return np.einsum("ij,ij->", a, np.cross(b, c)) / 6


def spans(firsts, counts):
    """Whole numbers from each of `firsts` on, as many as `counts` says, one span after the other."""
    before = np.cumsum(counts) - counts
    return np.arange(np.sum(counts, dtype=int)) + np.repeat(firsts - before, counts)


def starts_of(counts):
    return np.concatenate([[0], np.cumsum(counts)]).astype(int)


class Rows:
    """A list of parts, each made when it is asked for."""

    def __init__(self, count, part):
        self.count, self.part = count, part

    def __len__(self):
        return self.count

    def __getitem__(self, k):
        if not -self.count <= k < self.count:
            raise IndexError(k)
        return self.part(k % self.count)


@dataclass
class Solids:
    points: np.ndarray          # (m, 3): corners
    starts: np.ndarray          # (n + 1,): of each body in `points`
    face_starts: np.ndarray     # (n + 1,): of each body in the faces
    ring_starts: np.ndarray     # (faces + 1,): of each face in `rings`
    rings: np.ndarray           # numbers of corners, which count from 0 in each body

    @classmethod
    def of_lists(cls, bodies):
        """`bodies`: corners and faces of each."""
        rings = [face for _, faces in bodies for face in faces]
        return cls(np.concatenate([corners for corners, _ in bodies]) if bodies else np.empty((0, 3)),
                   starts_of([len(corners) for corners, _ in bodies]), starts_of([len(faces) for _, faces in bodies]),
                   starts_of([len(ring) for ring in rings]), np.array([corner for ring in rings for corner in ring], int))

    @classmethod
    def of_stream(cls, points, stream, ends, firsts, starts):
        """As VTK keeps them: of each body its number of faces, then of each face its number of corners and the corners. `ends`: of each body
        in the stream; `firsts`: the number of its first corner there; `starts`: of its corners in `points`."""
        stream, ends = np.asarray(stream, int), np.asarray(ends, int)
        at = np.concatenate([[0], ends[:-1]]).astype(int)
        faces, body = stream[at].copy(), np.arange(len(at))
        face_starts = starts_of(faces)
        places, counts = np.empty(face_starts[-1], int), np.empty(face_starts[-1], int)
        at, number = at + 1, 0
        while len(body):        # the next face of all bodies that have one
            body, at = body[faces[body] > number], at[faces[body] > number]
            places[face_starts[body] + number], counts[face_starts[body] + number] = at + 1, stream[at]
            at, number = at + 1 + stream[at], number + 1
        owners = np.repeat(np.arange(len(ends)), faces)
        rings = stream[spans(places, counts)] - np.repeat(np.asarray(firsts, int)[owners], counts)
        return cls(points, starts, face_starts, starts_of(counts), rings)

    def __len__(self):
        return len(self.starts) - 1

    @property
    def counts(self):
        """Corners of each body."""
        return np.diff(self.starts)

    @property
    def owners(self):
        """The body of each face."""
        return np.repeat(np.arange(len(self)), np.diff(self.face_starts))

    @property
    def corners(self):
        return Rows(len(self), lambda k: self.points[self.starts[k]:self.starts[k + 1]])

    @property
    def faces(self):
        return Rows(len(self), lambda k: [self.rings[self.ring_starts[f]:self.ring_starts[f + 1]].tolist()
                                          for f in range(self.face_starts[k], self.face_starts[k + 1])])

    def centers(self):
        """Means of corners."""
        sums = np.add.reduceat(self.points, self.starts[:-1]) if len(self) else np.empty((0, 3))
        return sums / self.counts[:, None]

    def kept(self, places):
        """Those bodies, in this order, each as often as it is named."""
        places = np.asarray(places, int)
        counts, faces = self.counts[places], np.diff(self.face_starts)[places]
        which = spans(self.face_starts[places], faces)
        lengths = np.diff(self.ring_starts)[which]
        return Solids(self.points[spans(self.starts[places], counts)], starts_of(counts), starts_of(faces), starts_of(lengths),
                      self.rings[spans(self.ring_starts[which], lengths)])

    def triangles(self):
        """Faces as fans: numbers of points (n, 3), counter-clockwise from outside, and the body of each."""
        lengths = np.diff(self.ring_starts)
        face = np.repeat(np.arange(len(lengths)), np.maximum(lengths - 2, 0))
        step = spans(np.ones(len(lengths), int), np.maximum(lengths - 2, 0))
        owners, first = self.owners[face], self.ring_starts[face]
        corners = np.stack([self.rings[first], self.rings[first + step], self.rings[first + step + 1]], axis=1)
        return corners + self.starts[owners][:, None], owners

    def normals(self):
        """Of each face, of length 1; 0 where it is flat."""
        if not len(self.rings):
            return np.empty((0, 3))
        at = self.points[self.rings + np.repeat(self.starts[self.owners], np.diff(self.ring_starts))]
        first = np.repeat(at[self.ring_starts[:-1]], np.diff(self.ring_starts), axis=0)
        sums = np.add.reduceat(np.cross(at - first, at[self.after()] - first), self.ring_starts[:-1])
        return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-300)

    def after(self):
        """Of each place in `rings` the next one in its face."""
        lengths = np.diff(self.ring_starts)
        after = np.arange(len(self.rings)) + 1
        after[self.ring_starts[1:][lengths > 0] - 1] = self.ring_starts[:-1][lengths > 0]
        return after

    def edges(self, to_eye=None):
        """Each edge between faces that are not in one plane, once: numbers of points (n, 2), and the body of each; `to_eye`: those of faces that
        look there."""
        face = np.repeat(np.arange(len(self.ring_starts) - 1), np.diff(self.ring_starts))
        ends, owners = np.stack([self.rings, self.rings[self.after()]], axis=1), self.owners[face]
        ends, normals = ends + self.starts[owners][:, None], self.normals()
        chosen = ~self.are_flat(ends, face, normals)
        if to_eye is None:
            chosen &= ends[:, 0] < ends[:, 1]
        else:
            chosen &= (normals @ to_eye > 0)[face]
            low, high = ends[chosen].min(axis=1), ends[chosen].max(axis=1)
            _, once = np.unique(low * len(self.points) + high, return_index=True)
            chosen = np.flatnonzero(chosen)[once]
        return ends[chosen], owners[chosen]

    def have_flat_edges(self):
        """Whether each body has faces beside each other in one plane."""
        face = np.repeat(np.arange(len(self.ring_starts) - 1), np.diff(self.ring_starts))
        owners = self.owners[face]
        ends = np.stack([self.rings, self.rings[self.after()]], axis=1) + self.starts[owners][:, None]
        return np.bincount(owners[self.are_flat(ends, face, self.normals())], minlength=len(self)) > 0

    def are_flat(self, ends, face, normals):
        """Whether the face beyond each edge of a face is in its plane: bodies that are not convex have such faces."""
        if not len(ends):
            return np.zeros(0, bool)
        low, high = ends.min(axis=1), ends.max(axis=1)
        order = np.lexsort((high, low))
        here, there = order[:-1], order[1:]
        pair = (low[here] == low[there]) & (high[here] == high[there])
        pair &= np.einsum("ij,ij->i", normals[face[here]], normals[face[there]]) > FLAT
        flat = np.zeros(len(ends), bool)
        flat[here[pair]] = flat[there[pair]] = True
        return flat
