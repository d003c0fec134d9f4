"""What there is to see in a run at one time: spheres, polyhedra, bonds and mesh walls, with their values.

    source = find_source(path)              # folder of a run, FILE.pvd of dump paraview, a dump of atoms, or a.*.dump, a file for each step
    scene = source.scene(-1)                # of source.times, which are texts
    scene.spheres.centers, scene.spheres.values("speed")

Files of dump paraview hold all of it. A dump of atoms holds spheres, and polyhedra where it has the numbers of their shapes
(write_shapes) and quaternions; its walls are those that the log names, where their motions have brought them.
"""

import os
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from ..text.messages import fail
from .bodies import hull, is_convex, Solids
from .dumps import column_names, files_of_series, head_of, index_dump, index_series, pattern_of, positions, snapshot_at
from .logs import joined, find_logs, is_log
from .meshes import read_stl
from .stress_files import StressFiles
from .vtk_files import names_frames, read_frame, read_series
from .wall_motions import MovingWalls
from .wall_values import with_sum_of_wear

LENGTH = {"si": "m", "cgs": "cm", "micro": "µm", "nano": "nm", "real": "Å", "metal": "Å"}
SECONDS = {"s": 1.0, "µs": 1e-6, "ns": 1e-9, "ps": 1e-12, "fs": 1e-15}
UNITS = {"speed": "{length}/{time}", "angular_speed": "1/{time}", "radius": "{length}", "size": "{length}", "volume": "{length}³",
         "wear": "{length}", "wear_archard": "{length}", "wear_finnie": "{length}"}
UNITS_OF_STRESS = {"si": {"pressure": "Pa", "shear": "Pa", "sliding_work": "J/m²", "sliding_power": "W/m²"},
                   "cgs": {"pressure": "dyn/cm²", "shear": "dyn/cm²", "sliding_work": "erg/cm²", "sliding_power": "erg/cm²/s"}}
WALL = "wall_"          # before the names of walls, of blocks of dump paraview
GREATEST = 1e15         # place and radius that are shown
SUMS = {"velocity": "speed", "angular_velocity": "angular_speed"}       # vectors that are shown by their length
COLUMNS = {"mol": "cluster", "vx vy vz": "speed", "omegax omegay omegaz": "angular_speed"}     # of a dump of atoms


@dataclass
class Particles:
    """Spheres (`radii`) or polyhedra (`solids`); `data`: numbers of each, by name."""

    centers: np.ndarray                             # (n, 3)
    data: dict = field(default_factory=dict)
    radii: np.ndarray = None
    solids: Solids = None

    def __len__(self):
        return len(self.centers)

    @property
    def corners(self):
        """Of each polyhedron."""
        return self.solids.corners if self.solids else []

    @property
    def faces(self):
        """Of each polyhedron, as numbers of its corners."""
        return self.solids.faces if self.solids else []

    def extents(self):
        """Points that span all of them, shape (n, 3)."""
        if self.solids:
            return self.solids.points
        if not len(self):
            return np.empty((0, 3))
        reach = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) / np.sqrt(3)
        return (self.centers[:, None] + self.radii[:, None, None] * reach).reshape(-1, 3)

    def kept(self, which):
        """Those for which `which` is true."""
        places = np.flatnonzero(which)
        return Particles(self.centers[places], {name: values[places] for name, values in self.data.items()},
                         None if self.radii is None else self.radii[places], self.solids.kept(places) if self.solids else None)


@dataclass
class Scene:
    time: str                                       # with its unit
    spheres: Particles
    polyhedra: Particles
    walls: dict = field(default_factory=dict)       # name: triangles (n, 3, 3)
    wall_data: dict = field(default_factory=dict)   # name: {name of a value: numbers of the triangles}
    planes: set = field(default_factory=set)        # names of walls that reach across the box
    bonds: np.ndarray = None                        # ends, (n, 2, 3)
    bond_data: dict = field(default_factory=dict)
    faces: Particles = None                         # of bonded blocks, each a sheet

    @property
    def kinds(self):
        return [kind for kind in (self.spheres, self.polyhedra) if len(kind)]

    @property
    def vessels(self):
        """Triangles of the walls that are not planes across the box."""
        return [triangles for name, triangles in self.walls.items() if name not in self.planes]

    @property
    def fields(self):
        """Names of the values by which particles can be colored."""
        return list(dict.fromkeys(name for kind in self.kinds for name in kind.data))

    def without_particles(self):
        nothing = Particles(np.empty((0, 3)))
        return Scene(self.time, nothing, nothing, self.walls, self.wall_data, self.planes)

    def values(self, name):
        """A value of all particles that have it."""
        known = [kind.data[name] for kind in self.kinds if name in kind.data]
        return np.concatenate([np.empty(0), *known]).astype(float)


def find_source(path, log=None):
    """The series of dump paraview or the dump of a folder that was written last, or that of a file. `log`: of its folder, where it has
    been read already."""
    path = Path(path)
    if path.is_dir():
        files = sources_in(path)
        if files:
            return find_source(files[-1], log)
        source = StressSource(path, log)
        return source if source.steps else fail(f"{path} holds no files of dump paraview (FILE.pvd) and no dump of atoms with x y z radius")
    if "*" in path.name and not path.exists() and path.parent.is_dir() and files_of_series(path):
        return DumpSource(path, log)
    if not path.is_file():
        fail(f"there is no file or folder {path}")
    if path.suffix == ".pvd":
        return ParaviewSource(path, log)
    if has_spheres(path):
        return DumpSource(path, log)
    fail(f"{path} is neither a series of dump paraview (FILE.pvd) nor a dump of atoms with x y z radius")


def sources_in(folder):
    """What shows particles in a folder, the one that is taken as the last: series FILE.pvd, dumps, and of dumps with a file for each step
    the name with a star in it."""
    found = {}      # when each was written
    for file in folder.iterdir():
        if not file.is_file() or not os.access(file, os.R_OK):
            continue
        if file.suffix == ".pvd":
            source = file if names_frames(file) else None
        else:
            source = (pattern_of(file, head_of(file)[0]) or file) if has_spheres(file) else None
        if source:
            found[source] = max(file.stat().st_mtime, found.get(source, 0))
    return sorted(found, key=lambda source: (source.suffix == ".pvd", found[source]))


def size_of_source(path):
    """Bytes of a file, or of all files of a dump with a file for each step."""
    return sum(file.stat().st_size for file in ([path] if path.is_file() else [file for _, file in files_of_series(path)]))


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
    """Frames of a run; `moments`: their times, or steps where no time is known; `times`: the texts of these; `units`: of values, by name;
    `names`: of whole numbers of a value, by its name."""

    def __init__(self, path, log=None):
        self.path, self.log = path, log or log_of(path.parent)
        self.times, self.moments, self.units, self.names, self.last_read = [], [], {}, {}, (None, None)
        if self.log:
            self.names["type"] = self.log.type_names
            words = {"length": LENGTH.get(self.log.units, ""), "time": self.log.time_unit}
            if words["length"]:
                self.units.update((name, text.format(**words)) for name, text in UNITS.items())
            self.units.update(UNITS_OF_STRESS.get(self.log.units, {}))
            for name, text in {**self.log.columns, **self.log.atom_columns}.items():
                label, bracket, unit = text.partition(" [")
                if bracket:
                    self.units[name] = self.units[label] = unit.rstrip("]")

    def scene(self, number):
        """The last one that was read is kept: a picture asks for it several times."""
        if self.last_read[0] != number:
            self.last_read = number, self.read(number)
        return self.last_read[1]

    @property
    def seconds(self):
        """Of its unit of time; 0: not known."""
        return SECONDS.get(self.log.time_unit, 0.0) if self.log else 0.0

    @property
    def length_unit(self):
        return LENGTH.get(self.log.units, "") if self.log else ""

    def time_text(self, time):
        unit = self.log.time_unit if self.log else ""
        return f"{time:.4g} {unit}".rstrip()


    def set_times(self, steps):
        times = [self.log.time_of(step) if self.log else None for step in steps]
        self.moments = steps if None in times else times
        self.times = [f"step {step}" if time is None else self.time_text(time) for step, time in zip(steps, times)]


class ParaviewSource(Source):
    def __init__(self, path, log=None):
        super().__init__(path, log)
        self.frames = read_series(path)
        self.simple_walls = MovingWalls(path.parent, self.log, with_meshes=False)
        self.first_bonds = None     # counts by id, and ids, of the first frame
        self.moments = [time for time, _ in self.frames]
        self.times = [self.time_text(time) for time in self.moments]

    def read(self, number):
        try:
            return self.scene_of(number, read_frame(self.frames[number][1]))
        except (IndexError, KeyError, TypeError, ValueError) as error:
            fail(f"{self.frames[number][1]} is not as dump paraview writes it: {error!r}")

    def scene_of(self, number, blocks):
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
            elif name == "faces":
                scene.faces = sheets_of(block, data)
            elif name == "bonds":
                scene.bonds, scene.bond_data = block.points[block.lines], data
        self.add_damage(scene)
        scene.walls, scene.wall_data = walls_of(blocks)
        scene.walls.update(self.simple_walls.at(self.step_of(number)))
        scene.planes = self.simple_walls.planes
        return scene

    def add_damage(self, scene):
        """Of each sphere or block the share of the bonds of the first frame that it has no more; of runs whose particles all were there at first."""
        if self.first_bonds is None:
            first = read_frame(self.frames[0][1])
            ends = [first["bonds"].data[name] for name in ("id_a", "id_b")] if "bonds" in first else []
            kinds = [first[name] for name in ("spheres", "polyhedra") if name in first] if ends else []
            self.first_bonds = counted(ends), {number for kind in kinds for number in kind.data["id"].tolist()}
        before, known = self.first_bonds
        for kind in scene.kinds if known else ():
            ids = kind.data.get("id", np.empty(0)).tolist()
            if known.issuperset(ids):
                now = counted([scene.bond_data.get(name, np.empty(0, int)) for name in ("id_a", "id_b")])
                lost = np.array([before[number] - now[number] for number in ids])
                kind.data["damage"] = lost / np.maximum([before[number] for number in ids], 1)

    def step_of(self, number):
        """As the file of the frame says; 0 where it has another name."""
        found = re.search(r"(\d+)$", self.frames[number][1].stem)
        return int(found[1]) if found else 0

    def walls_at(self, number):
        """Triangles of the walls, and their values, by the names of the walls."""
        return walls_of(read_frame(self.frames[number][1], WALL))


def counted(ends):
    return Counter(np.concatenate(ends).tolist() if ends else ())


def walls_of(blocks):
    walls = {name.removeprefix(WALL): block for name, block in blocks.items() if name.startswith(WALL)}
    return ({name: block.points[block.triangles] for name, block in walls.items()},
            {name: with_sum_of_wear({key: values for key, values in block.data.items() if values.ndim == 1 and len(values) == len(block.triangles)})
             for name, block in walls.items()})


def with_lengths(data):
    """Numbers as they are, vectors by their lengths."""
    found = {}
    for name, values in data.items():
        if values.ndim == 1:
            found[name] = values
        else:
            found[SUMS.get(name, name)] = np.linalg.norm(values, axis=1)
    return found


def sheets_of(block, data):
    """Faces as flat bodies that are seen from both sides. A face is a fan of triangles about its first corner."""
    firsts, starts, counts = np.unique(block.triangles[:, 0], return_index=True, return_counts=True)
    outlines = [block.points[first:first + count + 2] for first, count in zip(firsts, counts)]
    solids = Solids.of_lists([(corners, [np.arange(len(corners)), np.arange(len(corners))[::-1]]) for corners in outlines])
    return Particles(solids.centers(), {name: values[starts] for name, values in data.items()}, None, solids)


def with_faces(scene, path):
    """The faces of bonded blocks in place of the blocks."""
    if scene.faces is None:
        fail(f"{path} has no faces of bonded blocks: --faces draws those of dump paraview with bonds yes")
    return replace(scene, polyhedra=scene.faces)


def polyhedra_of(block, data):
    cells = block.solids
    solids = Solids.of_stream(block.points, cells.stream, cells.ends, cells.firsts, np.concatenate([[0], np.cumsum(cells.counts)]).astype(int))
    return Particles(solids.centers(), data, None, solids)


class DumpSource(Source):
    """A dump of atoms, of one file or of a file for each step; walls and shapes are those of the log."""

    def __init__(self, path, log=None):
        super().__init__(path, log)
        self.places = index_dump(path) if path.is_file() else index_series(path)
        if not self.places:
            fail(f"{path} holds no whole snapshot")
        self.walls, self.stress = MovingWalls(path.parent, self.log), StressFiles(path.parent, self.log)
        self.set_times([step for step, *_ in self.places])
        self.shapes = {}

    def read(self, number):
        snapshot = snapshot_at(*self.places[number][1:])
        if snapshot is None or not {"x", "y", "z"} <= set(snapshot.names):
            fail(f"{self.places[number][1]} is not a complete text dump of LAMMPS")
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
            rows = known & (bodies > 0)
            scene.polyhedra = self.turned_shapes(spheres.kept(rows), bodies[rows], columns, rows)
        scene.walls, scene.wall_data = self.walls_at(number)
        scene.planes = self.walls.planes
        return scene

    def walls_at(self, number):
        """With the values of the last stress files up to this step; those of the step itself have the walls where they are and as they are worn."""
        step = self.places[number][0]
        walls, values = self.walls.at(step), {}
        for name, (of, triangles, data) in self.stress.at(step).items():
            if of == step or name not in walls:
                walls[name] = triangles
            if len(walls[name]) == len(triangles):
                values[name] = with_sum_of_wear(data)
        return walls, values

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

    def turned_shapes(self, particles, shapes, columns, rows):
        """Each body is a copy of its shape, turned and moved."""
        quaternions = np.column_stack([columns[f"quat{axis}"] for axis in "wijk"])[rows]
        numbers, kinds = np.unique(shapes, return_inverse=True)
        solids = Solids.of_lists([self.shape(int(number)) for number in numbers]).kept(kinds)
        turns = np.repeat(rotation_matrix(quaternions), solids.counts, axis=0)
        solids.points = np.repeat(particles.centers, solids.counts, axis=0) + np.einsum("nij,nj->ni", turns, solids.points)
        particles.radii, particles.solids = None, solids
        return particles

    def shape(self, number):
        if number not in self.shapes:
            pattern = self.log.last("write_shapes", "") if self.log else ""
            if not pattern:
                fail(f"{self.path} has shapes of polyhedra, but no log beside it names their files (write_shapes)")
            triangles = read_stl(self.path.parent / pattern.split()[-1].replace("*", str(number)))
            corners, numbers = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
            faces = numbers.reshape(-1, 3)
            self.shapes[number] = corners, hull(corners) if is_convex(corners, faces) else faces.tolist()
        return self.shapes[number]


class StressSource(Source):
    """Walls alone, of the stress files of a folder."""

    def __init__(self, folder, log=None):
        super().__init__(folder / "log.lammps", log)
        self.files = StressFiles(folder, self.log)
        self.steps = self.files.steps
        self.set_times(self.steps)

    def read(self, number):
        walls, values = self.walls_at(number)
        return Scene(self.times[number], Particles(np.empty((0, 3))), Particles(np.empty((0, 3))), walls, values)

    def walls_at(self, number):
        found = self.files.at(self.steps[number])
        return {name: triangles for name, (_, triangles, _) in found.items()}, {name: with_sum_of_wear(data) for name, (_, _, data) in found.items()}


def rotation_matrix(quaternion):
    """Of one quaternion w, x, y, z, or of each of several, shape (n, 3, 3)."""
    quaternion = np.asarray(quaternion, float)
    w, x, y, z = (quaternion / np.maximum(np.linalg.norm(quaternion, axis=-1, keepdims=True), 1e-300)).T
    matrix = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                       [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                       [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
    return matrix if quaternion.ndim == 1 else matrix.transpose(2, 0, 1)
