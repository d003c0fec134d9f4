"""What there is to see in a run at one time: spheres, polyhedra, bonds and mesh walls, with their values.

    source = find_source(path)              # folder of a run, FILE.pvd of dump paraview, or a dump of atoms
    scene = source.scene(-1)                # of source.times, which are texts
    scene.spheres.centers, scene.spheres.values("speed")

Files of dump paraview hold all of it. A dump of atoms holds spheres, and polyhedra where it has the numbers of their shapes
(write_shapes) and quaternions; its walls are those that the log names, where their motions have brought them.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from .bodies import hull
from .dumps import column_names, index_dump, positions, snapshot_at
from .logs import joined
from .messages import fail
from .run_folder import find_logs, is_log
from .vessels import read_stl
from .vtk_files import read_frame, read_series
from .wall_motions import MovingWalls

LENGTH = {"si": "m", "cgs": "cm", "micro": "µm", "nano": "nm", "real": "Å", "metal": "Å"}
UNITS = {"speed": "{length}/{time}", "angular_speed": "1/{time}", "radius": "{length}", "size": "{length}", "volume": "{length}³"}
GREATEST = 1e15         # place and radius that are shown
SUMS = {"velocity": "speed", "angular_velocity": "angular_speed"}       # vectors that are shown by their length
COLUMNS = {"mol": "cluster", "vx vy vz": "speed", "omegax omegay omegaz": "angular_speed"}     # of a dump of atoms


@dataclass
class Particles:
    """Spheres (`radii`) or polyhedra (`corners` and `faces` of each); `data`: numbers of each, by name."""

    centers: np.ndarray                             # (n, 3)
    data: dict = field(default_factory=dict)
    radii: np.ndarray = None
    corners: list = field(default_factory=list)
    faces: list = field(default_factory=list)

    def __len__(self):
        return len(self.centers)

    def extents(self):
        """Points that span all of them, shape (n, 3)."""
        if self.corners:
            return np.concatenate(self.corners)
        if not len(self):
            return np.empty((0, 3))
        reach = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) / np.sqrt(3)
        return (self.centers[:, None] + self.radii[:, None, None] * reach).reshape(-1, 3)

    def kept(self, which):
        """Those for which `which` is true."""
        places = np.flatnonzero(which)
        return Particles(self.centers[places], {name: values[places] for name, values in self.data.items()},
                         None if self.radii is None else self.radii[places],
                         [self.corners[k] for k in places] if self.corners else [],
                         [self.faces[k] for k in places] if self.faces else [])


@dataclass
class Scene:
    time: str                                       # with its unit
    spheres: Particles
    polyhedra: Particles
    walls: dict = field(default_factory=dict)       # name: triangles (n, 3, 3)
    bonds: np.ndarray = None                        # ends, (n, 2, 3)
    bond_data: dict = field(default_factory=dict)

    @property
    def kinds(self):
        return [kind for kind in (self.spheres, self.polyhedra) if len(kind)]

    @property
    def fields(self):
        """Names of the values by which particles can be colored."""
        return list(dict.fromkeys(name for kind in self.kinds for name in kind.data))


def find_source(path):
    """The series of dump paraview or the dump of a folder that was written last, or that of a file."""
    path = Path(path)
    if path.is_dir():
        files = sources_in(path)
        if not files:
            fail(f"{path} holds no files of dump paraview (FILE.pvd) and no dump of atoms with x y z radius")
        return find_source(files[-1])
    if not path.is_file():
        fail(f"there is no file or folder {path}")
    if path.suffix == ".pvd":
        return ParaviewSource(path)
    if has_spheres(path):
        return DumpSource(path)
    fail(f"{path} is neither a series of dump paraview (FILE.pvd) nor a dump of atoms with x y z radius")


def sources_in(folder):
    """Files of a folder that show particles, the one that is taken as the last."""
    files = [file for file in folder.iterdir() if file.is_file() and os.access(file, os.R_OK) and (file.suffix == ".pvd" or has_spheres(file))]
    return sorted(files, key=lambda file: (file.suffix == ".pvd", file.stat().st_mtime))


def has_spheres(path):
    if path.suffix in (".png", ".mp4", ".gif", ".html", ".json"):
        return False
    names = set(column_names(path))
    return {"x", "y", "z"} <= names and bool(names & {"radius", "diameter"})


def log_of(folder):
    """The log of the run in the folder; None if there is none."""
    if not any(file.is_file() and is_log(file) for file in folder.iterdir()):
        return None
    return joined([log for _, log in find_logs(folder)])


class Source:
    """Frames of a run; `times`: the texts of their times; `units`: of values, by name; `names`: of whole numbers of a value, by its name."""

    def __init__(self, path):
        self.path, self.log = path, log_of(path.parent)
        self.times, self.units, self.names = [], {}, {}
        if self.log:
            self.names["type"] = self.log.type_names
            words = {"length": LENGTH.get(self.log.units, ""), "time": self.log.time_unit}
            if words["length"]:
                self.units.update((name, text.format(**words)) for name, text in UNITS.items())
            for name, text in {**self.log.columns, **self.log.atom_columns}.items():
                label, bracket, unit = text.partition(" [")
                if bracket:
                    self.units[name] = self.units[label] = unit.rstrip("]")

    @property
    def length_unit(self):
        return LENGTH.get(self.log.units, "") if self.log else ""

    def time_text(self, time):
        unit = self.log.time_unit if self.log else ""
        return f"{time:.4g} {unit}".rstrip()


class ParaviewSource(Source):
    def __init__(self, path):
        super().__init__(path)
        self.frames = read_series(path)
        self.times = [self.time_text(time) for time, _ in self.frames]

    def scene(self, number):
        blocks = read_frame(self.frames[number][1])
        scene = Scene(self.times[number], Particles(np.empty((0, 3))), Particles(np.empty((0, 3))))
        for name, block in blocks.items():
            data = with_lengths(block.data)
            if name == "spheres":
                data["size"] = 2 * data["radius"]
                scene.spheres = Particles(block.points, data, np.asarray(data["radius"], float))
            elif name == "polyhedra":
                if "volume" in data:
                    data["size"] = np.cbrt(6 / np.pi * data["volume"])      # diameter of the sphere of equal volume
                scene.polyhedra = polyhedra_of(block, data)
            elif name == "bonds":
                scene.bonds, scene.bond_data = block.points[block.lines], data
            elif name.startswith("wall_"):
                scene.walls[name[5:]] = block.points[block.triangles]
        return scene


def with_lengths(data):
    """Numbers as they are, vectors by their lengths."""
    found = {}
    for name, values in data.items():
        if values.ndim == 1:
            found[name] = values
        else:
            found[SUMS.get(name, name)] = np.linalg.norm(values, axis=1)
    return found


def polyhedra_of(block, data):
    counts = block.solids.counts
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    centers = np.add.reduceat(block.points, starts) / counts[:, None]
    return Particles(centers, data, None, np.split(block.points, starts[1:]), block.solids)


class DumpSource(Source):
    """A dump of atoms; walls and shapes are those of the log."""

    def __init__(self, path):
        super().__init__(path)
        self.places = index_dump(path)
        if not self.places:
            fail(f"{path} holds no whole snapshot")
        self.walls = MovingWalls(path.parent, self.log)
        self.times = [self.step_text(step) for step, _ in self.places]
        self.shapes = {}

    def step_text(self, step):
        time = self.walls.time_of(step)
        return f"step {step}" if time is None else self.time_text(time)

    def scene(self, number):
        snapshot = snapshot_at(self.path, self.places[number][1])
        if snapshot is None:
            fail(f"{self.path} is not a complete text dump of LAMMPS")
        columns = snapshot.columns
        centers = positions(columns)
        radii = columns["radius"] if "radius" in columns else columns["diameter"] / 2
        known = (np.abs(centers) < GREATEST).all(axis=1) & (radii > 0) & (radii < GREATEST)      # nan is not
        bodies = self.shapes_of(columns)
        scene = Scene(self.times[number], Particles(np.empty((0, 3))), Particles(np.empty((0, 3))))
        data = {**self.data_of(columns), "size": 2 * radii}
        spheres = Particles(centers, data, np.asarray(radii, float))
        scene.spheres = spheres.kept(known & (bodies == 0))
        if bodies.any():
            scene.polyhedra = self.turned_shapes(spheres.kept(bodies > 0), bodies[bodies > 0], columns)
        scene.walls = self.walls.at(snapshot.step)
        return scene

    def data_of(self, columns):
        data = {name: values for name, values in columns.items() if name not in ("x", "y", "z", "diameter")}
        for names, name in COLUMNS.items():
            parts = [data[part] for part in names.split() if part in data]
            if len(parts) == len(names.split()):
                data[name] = parts[0] if len(parts) == 1 else np.linalg.norm(parts, axis=0)
        return data

    def shapes_of(self, columns):
        """Number of the shape of each row, 0 for spheres: column i_shape, or type where there are quaternions."""
        if not {"quati", "quatj", "quatk", "quatw"} <= set(columns):
            return np.zeros(len(columns["x"]), int)
        return np.nan_to_num(columns["i_shape"] if "i_shape" in columns else columns["type"]).astype(int)

    def turned_shapes(self, particles, shapes, columns):
        quaternions = np.column_stack([columns[f"quat{axis}"] for axis in "wijk"])[self.shapes_of(columns) > 0]
        for center, shape, quaternion in zip(particles.centers, shapes, quaternions):
            corners, faces = self.shape(int(shape))
            particles.corners.append(center + corners @ rotation_matrix(quaternion).T)
            particles.faces.append(faces)
        particles.radii = None
        return particles

    def shape(self, number):
        if number not in self.shapes:
            pattern = self.log.last("write_shapes", "") if self.log else ""
            if not pattern:
                fail(f"{self.path} has shapes of polyhedra, but no log beside it names their files (write_shapes)")
            triangles = read_stl(self.path.parent / pattern.split()[-1].replace("*", str(number)))
            corners = np.unique(triangles.reshape(-1, 3), axis=0)
            self.shapes[number] = corners, hull(corners)
        return self.shapes[number]


def rotation_matrix(quaternion):
    w, x, y, z = quaternion / np.linalg.norm(quaternion)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
