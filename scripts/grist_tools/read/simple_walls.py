"""Walls of planes, cylinders and regions (fix wall/hertz/mindlin, wall/polyhedron, wall/gran, ...) as triangles, as far as a log says where they are.

    walls = SimpleWalls()
    walls.read(words)                               # region, create_box
    triangles, is_plane = walls.of_fix(words)       # None: nothing that can be drawn
"""

import numpy as np

FACETS = 48
INFINITE = ("INF", "EDGE")


class SimpleWalls:
    def __init__(self):
        self.regions, self.box = {}, None       # words behind the id; (low, high)

    def read(self, words):
        if words[0] == "region":
            self.regions[words[1]] = words[2:]
        elif words[0] == "create_box" and self.regions.get(words[2], [""])[0] == "block":
            self.box = np.array(self.regions[words[2]][1:7], float).reshape(3, 2).T

    def of_fix(self, words):
        if self.box is None:
            return None
        found, are_planes = [], True
        for k, word in enumerate(words[4:], 4):
            if word in ("xplane", "yplane", "zplane"):
                found += [self.plane("xyz".index(word[0]), float(place)) for place in words[k + 1:k + 3] if place != "NULL"]
            elif word in ("xcylinder", "ycylinder", "zcylinder"):
                axis, are_planes = "xyz".index(word[0]), False
                found.append(tube(axis, (0, 0), [float(words[k + 1])] * 2, self.box[:, axis], caps=()))
            elif word == "region":
                are_planes = False
                found.append(self.region(self.regions[words[k + 1]]))
        return (np.concatenate(found), are_planes) if found else None

    def plane(self, axis, place):
        """Across the box."""
        low, high = self.box.copy()
        low[axis] = high[axis] = place
        return block(low, high)[4 * axis:4 * axis + 2]

    def region(self, words):
        """A ValueError where a place is a variable, and for styles other than these."""
        style, *rest = words
        is_open = [int(face) for word, face in zip(rest, rest[1:]) if word == "open"]
        if style == "union":
            return np.concatenate([self.region(self.regions[name]) for name in rest[1:1 + int(rest[0])]])
        if style == "block":
            low, high = np.array([self.number(word, k // 2, k % 2) for k, word in enumerate(rest[:6])]).reshape(3, 2).T
            return np.concatenate([face for number, face in enumerate(block(low, high).reshape(6, 2, 3, 3), 1) if number not in is_open])
        if style == "sphere":
            center, radius = np.array(rest[:3], float), float(rest[3])
            rings = np.linspace(-1, 1, FACETS // 2 + 1) * np.pi / 2
            parts = [tube(2, center[:2], radius * np.cos(ends), center[2] + radius * np.sin(ends), ()) for ends in zip(rings, rings[1:])]
            return np.concatenate(parts)
        if style in ("cylinder", "cone"):
            axis, count = "xyz".index(rest[0]), 1 if style == "cylinder" else 2
            radii = [float(word) for word in rest[3:3 + count]]
            ends = [self.number(word, axis, side) for side, word in enumerate(rest[3 + count:5 + count])]
            return tube(axis, (float(rest[1]), float(rest[2])), (radii * 2)[:2], ends, [face for face in (1, 2) if face not in is_open])
        raise ValueError(style)

    def number(self, word, axis, side):
        return self.box[side, axis] if word.lstrip("-") in INFINITE else float(word)


def block(low, high):
    """Two triangles of each face: xlo, xhi, ylo, yhi, zlo, zhi."""
    found = []
    for axis in range(3):
        b, c = (axis + 1) % 3, (axis + 2) % 3
        for place in (low[axis], high[axis]):
            corners = np.empty((4, 3))
            corners[:, axis], corners[:, b], corners[:, c] = place, [low[b], high[b], high[b], low[b]], [low[c], low[c], high[c], high[c]]
            found += [corners[[0, 1, 2]], corners[[0, 2, 3]]]
    return np.array(found)


def tube(axis, center, radii, ends, caps):
    """About an axis, `center`: the other two coordinates, in their order; `caps`: 1 at the first end, 2 at the second."""
    angles = np.linspace(0, 2 * np.pi, FACETS + 1)
    others = [k for k in range(3) if k != axis]
    rings = np.empty((2, FACETS + 1, 3))
    for ring, radius, end in zip(rings, radii, ends):
        ring[:, axis], ring[:, others[0]], ring[:, others[1]] = end, center[0] + radius * np.cos(angles), center[1] + radius * np.sin(angles)
    first, second = rings
    found = [np.stack([first[:-1], first[1:], second[1:]], axis=1), np.stack([first[:-1], second[1:], second[:-1]], axis=1)]
    for cap in caps:
        ring = rings[cap - 1]
        found.append(np.stack([ring[:-1], ring[1:], np.broadcast_to(ring[:-1].mean(axis=0), (FACETS, 3))], axis=1))
    return np.concatenate(found)
