"""Convex bodies from their corners: faces, volume, and the bodies of a dump of corners.

    faces = hull(corners)           # of a body of which only the corners are known
    volume(corners, faces)
    for number, (kind, corners) in split_bodies(snapshot.rows).items(): ...

Faces are lists of the numbers of corners, counter-clockwise from outside.
"""

from itertools import combinations

import numpy as np


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
