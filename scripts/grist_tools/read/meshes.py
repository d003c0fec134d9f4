"""Vessels for pictures: triangles of STL files, cut open, with edges.

    drum = read_stl(folder / "drum.stl")
    camera.glass(cut(drum, (0, 0, 0), (0, 1, 0)), GREY)     # the half at y < 0
    camera.lines(sharp_edges(drum), BLACK)

Triangles are arrays (n, 3, 3), edges (n, 2, 3), in the lengths of the data.
"""

import numpy as np

from ..text.messages import fail


def read_stl(path):
    """Triangles of an STL file, text or binary. A binary file has the size that its count of
    triangles says, whatever its first word is."""
    try:
        data = path.read_bytes()
    except OSError as error:
        fail(f"cannot read {path}: {error.strerror}")
    if len(data) >= 84:
        count = int.from_bytes(data[80:84], "little")
        if len(data) == 84 + 50 * count:
            facet = [("floats", "<f4", 12), ("attribute", "<u2")]
            facets = np.frombuffer(data, offset=84, dtype=facet)
            return facets["floats"][:, 3:].reshape(-1, 3, 3).astype(float)
    words = [line.split() for line in data.decode("utf-8", "replace").splitlines()]
    corners = [row[1:] for row in words if row[:1] == ["vertex"] and len(row) == 4]
    if not corners or len(corners) % 3:
        fail(f"{path} holds {len(corners)} vertices, which are not the corners of triangles")
    try:
        return np.array(corners, dtype=float).reshape(-1, 3, 3)
    except ValueError:
        fail(f"{path} holds vertices that are not three numbers")


def read_off(path):
    """Corners (n, 3) of an OFF file, and its faces, lists of their numbers."""
    try:
        lines = path.read_text(errors="replace").splitlines()
    except OSError as error:
        fail(f"cannot read {path}: {error.strerror}")
    rows = [words for words in (line.split("#")[0].split() for line in lines) if words and words != ["OFF"]]
    try:
        corners, faces = int(rows[0][0]), int(rows[0][1])
        places = np.array([row[:3] for row in rows[1:1 + corners]], dtype=float)
        rings = [[int(word) for word in row[1:1 + int(row[0])]] for row in rows[1 + corners:1 + corners + faces]]
    except (IndexError, ValueError):
        rings = []
    if not rings or len(places) != corners or len(rings) != faces or not all(0 <= k < corners for ring in rings for k in ring):
        fail(f"{path} is not a complete OFF file")
    return places, rings


def read_outline(path):
    """Lines of the cross section of a drum along x, shape (n, 2, 2): y and z of both ends."""
    triangles = read_stl(path)
    front = np.isclose(triangles[:, :, 0], triangles[:, :, 0].min(), atol=1e-9)
    return np.array([triangle[edge][:, 1:] for triangle, edge in zip(triangles, front)
                     if edge.sum() == 2])


def cut(triangles, point, normal, with_numbers=False):
    """What is behind a plane: the part of the triangles on the side away from the normal; with the number of the triangle that each was."""
    heights = (triangles - np.asarray(point, float)) @ np.asarray(normal, float)
    behind = (heights <= 0).sum(axis=1)
    kept, crossed = [triangles[behind == 3]], (behind == 1) | (behind == 2)
    numbers = [np.flatnonzero(behind == 3)]
    for number, triangle, height in zip(np.flatnonzero(crossed), triangles[crossed], heights[crossed]):
        corners = []
        for k in range(3):
            a, b, ha, hb = triangle[k], triangle[(k + 1) % 3], height[k], height[(k + 1) % 3]
            if ha <= 0:
                corners.append(a)
            if (ha <= 0) != (hb <= 0):
                corners.append(a + ha / (ha - hb) * (b - a))
        kept.append(np.array([[corners[0], b, c] for b, c in zip(corners[1:-1], corners[2:])]))
        numbers.append(np.full(len(kept[-1]), number))
    return (np.concatenate(kept), np.concatenate(numbers)) if with_numbers else np.concatenate(kept)


def sharp_edges(triangles, angle=30.0):
    """Edges with one triangle, and those where two meet at more than an angle (degrees). Corners
    are the same where they are within a millionth of the size."""
    if not len(triangles):
        return np.empty((0, 2, 3))
    corners = triangles.reshape(-1, 3)
    places = np.round(corners / (1e-6 * np.ptp(corners, axis=0).max())).astype(np.int64)
    number = np.unique(places, axis=0, return_inverse=True)[1].reshape(-1, 3)
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1), 1e-300)[:, None]
    sides = {}
    for t, (a, b, c) in enumerate(number):
        for k, (i, j) in enumerate(((a, b), (b, c), (c, a))):
            if i != j:
                sides.setdefault((min(i, j), max(i, j)), []).append((t, k))
    flat = np.cos(np.radians(angle))
    edges = []
    for owners in sides.values():
        t, k = owners[0]
        if len(owners) != 2 or abs(normals[t] @ normals[owners[1][0]]) < flat:
            edges.append((triangles[t][k], triangles[t][(k + 1) % 3]))
    return np.array(edges).reshape(-1, 2, 3)


def turned(points, angle):
    """Points (..., 2) rotated about the origin, counter-clockwise (radians)."""
    c, s = np.cos(angle), np.sin(angle)
    return points @ np.array([[c, s], [-s, c]])
