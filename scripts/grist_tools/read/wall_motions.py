"""Walls of a run from its log: meshes from their files, planes and regions, and where their motions have brought them at a step.

    walls = MovingWalls(folder, log)        # with_meshes=False: planes and regions alone
    walls.at(step)          # {ID: triangles}; walls.time_of(step); walls.planes: IDs of those that reach across the box

Motions by variables are not known from a log: such a wall is shown where it began, with a warning.
"""

from dataclasses import dataclass, field

import numpy as np

from ..text.messages import warn
from .meshes import read_off, read_stl
from .simple_walls import SimpleWalls

MOTIONS = {"linear": 3, "rotate": 7, "wiggle": 4, "variable": 10}       # numbers that follow


@dataclass
class Wall:
    triangles: np.ndarray
    begin: int                                      # steps
    motions: list = field(default_factory=list)     # (kind, numbers)
    end: float = np.inf                             # step after which it is no longer there

    def at(self, time):
        """`time` since its motions began. Rotations first, in their order, then displacements."""
        points = self.triangles.reshape(-1, 3)
        for kind, numbers in self.motions:
            if kind == "rotate":
                points = rotated(points, numbers[:3], numbers[3:6], 2 * np.pi * time / numbers[6])
        for kind, numbers in self.motions:
            if kind == "linear":
                points = points + time * np.array(numbers)
            elif kind == "wiggle":
                points = points + np.sin(2 * np.pi * time / numbers[3]) * np.array(numbers[:3])
        return points.reshape(-1, 3, 3)


class MovingWalls:
    def __init__(self, folder, log, with_meshes=True):
        self.folder, self.log, self.walls, self.with_meshes = folder, log, {}, with_meshes
        self.simple, self.planes = SimpleWalls(), set()
        for step, command in zip(log.steps, log.commands) if log else ():
            self.read(step, command.split())

    def read(self, step, words):
        try:
            self.read_words(step, words)
        except (IndexError, ValueError):        # LAMMPS stopped there
            warn(f"not as LAMMPS reads it, and left out: {' '.join(words)}")

    def read_words(self, step, words):
        if words[0] == "fix" and words[3:4] == ["wall/mesh"]:
            if self.with_meshes:
                self.add(words[1], step, words[4:])
        elif words[0] == "fix" and words[3].startswith("wall/"):
            self.add_simple(words[1], step, words)
        elif words[0] in ("region", "create_box"):
            self.simple.read(words)
        elif words[0] == "unfix" and words[1] in self.walls:
            self.walls[words[1]][-1].end = step
        elif words[0] == "fix_modify" and words[1] in self.walls and "move" in words:
            self.change(self.walls[words[1]], step, words[2:])
        elif words[0] == "clear":
            self.walls.clear()

    def add(self, name, step, words):
        path = self.folder / words[0]
        if path.suffix.lower() not in (".stl", ".off") or not path.is_file():
            warn(f"the wall {name} is not shown: {path} is {'no STL or OFF file' if path.is_file() else 'missing'}")
            return
        triangles = read_triangles(path)
        words = words[1:words.index("model")] if "model" in words else words[1:]
        self.walls.setdefault(name, []).append(Wall(placed(triangles, words), step, motions_of(name, words)))

    def add_simple(self, name, step, words):
        try:
            triangles, is_plane = self.simple.of_fix(words) or (None, False)
        except (IndexError, KeyError, ValueError):
            warn(f"the wall {name} is not shown: a log does not say where all of its region is")
            return
        if triangles is not None:
            self.walls.setdefault(name, []).append(Wall(triangles, step, motions_of(name, words)))
            self.planes |= {name} if is_plane else set()

    def change(self, walls, step, words):
        last = walls[-1]
        last.end = step
        walls.append(Wall(last.at((self.time_of(step) or 0.0) - (self.time_of(last.begin) or 0.0)), step, motions_of("", words)))

    def time_of(self, step):
        """None before the input set a time step."""
        return self.log.time_of(step) if self.log else None

    def at(self, step):
        found = {}
        for name, walls in self.walls.items():
            for wall in walls:
                if wall.begin <= step <= wall.end:
                    found[name] = wall.at((self.time_of(step) or 0.0) - (self.time_of(wall.begin) or 0.0))
        return found


def read_triangles(path):
    """Of an STL or OFF file; faces with more corners become fans."""
    if path.suffix.lower() == ".stl":
        return read_stl(path)
    corners, faces = read_off(path)
    return np.array([corners[[face[0], b, c]] for face in faces for b, c in zip(face[1:-1], face[2:])])


def placed(triangles, words):
    """By scale, turn and shift: in this order, whatever the order of the words."""
    def numbers(word, count):
        return [float(value) for value in words[words.index(word) + 1:][:count]] if word in words else None

    scale, turn, shift = (numbers(word, count) for word, count in (("scale", 1), ("turn", 4), ("shift", 3)))
    if any(found is not None and len(found) < count for found, count in ((scale, 1), (turn, 4), (shift, 3))):
        raise ValueError("a place without its numbers")
    points = triangles.reshape(-1, 3) * (scale[0] if scale else 1.0)
    if turn:
        points = rotated(points, (0, 0, 0), turn[:3], np.radians(turn[3]))
    return (points + (shift or (0, 0, 0))).reshape(-1, 3, 3)


def motions_of(name, words):
    found = []
    for k, word in enumerate(words):
        kind = words[k + 1] if word == "move" and k + 1 < len(words) else ""
        if kind == "variable":
            warn(f"the wall {name} moves by variables, which a log does not hold: it is shown where it began")
        elif kind in MOTIONS:
            numbers = [float(value) for value in words[k + 2:k + 2 + MOTIONS[kind]]]
            if len(numbers) < MOTIONS[kind] or kind != "linear" and numbers[-1] == 0:
                raise ValueError("a motion without its numbers, or with a period of 0")
            found.append((kind, numbers))
    return found


def rotated(points, origin, axis, angle):
    """About an axis through the origin, by the right hand (Rodrigues)."""
    axis, origin = np.asarray(axis, float) / np.linalg.norm(axis), np.asarray(origin, float)
    arms = points - origin
    along = np.outer(arms @ axis, axis)
    return origin + along + np.cos(angle) * (arms - along) + np.sin(angle) * np.cross(axis, arms)
