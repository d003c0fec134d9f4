"""Packs frames of a run for the viewer in a browser: one head (JSON) and one string of bytes.

    head, content = pack(source)        # content is compressed (zlib)

A slot holds one particle at a time, and the next one when it has left, so that there are as many slots as particles at the same time, however many
a long run exchanges; each frame says which particle is in it. Places are whole numbers of 16 bits in the box that all frames
need, values are of 8 bits between their least and greatest, numbers such as type and cluster are whole. Each frame holds the
change since the one before, plane by plane, so that what rests or moves alike packs well. A polyhedron has its shape once, as it
is seen first, and its turn since then in each frame. viewer/unpack.js reads it.

A scene is read, reduced to what the page needs (Reader), and forgotten, because all scenes of a long run need too much memory.
"""

import zlib
from dataclasses import dataclass

import numpy as np

from ..read.bodies import Solids
from ..read.meshes import sharp_edges
from ..read.scenes import with_faces
from ..read.wall_values import known_values, SUMMED, WallValues
from ..text.messages import fail
from ..text.values import prefixed
from .coloring import is_distinct, of_walls, shown_range
from .painter import FIRST
from .views import chosen_view

STEPS = 65535                   # of a place, along the longest side of the box
TURN_STEPS = 4095               # of each part of a quaternion: a quarter of a milliradian
SHAPE_STEPS = 32767             # of a corner, of the body's largest
MOST_FRAMES, FEWEST_FRAMES = 60, 12
MOST_BYTES = 90e6               # before compression; what is above is thinned
MOST_VALUES = 3                 # with 8 bits, where the user names none
WALL_TOLERANCE = 1e-4           # of its size: a wall that changes its shape more is not moved
OF_WALLS = ("wear", "pressure", "sliding_power")     # where the user names none
MOST_WALL_BYTES = 20e6          # of a value of walls, before compression
DROPPED = ("id", "radius", "x", "y", "z", "vx", "vy", "vz", "omegax", "omegay", "omegaz", "mol", "xs", "ys", "zs", "ix", "iy", "iz",
           "quatw", "quati", "quatj", "quatk", "i_shape")


class Content:
    """Arrays one behind the other; the head names each by its place, number and type."""

    def __init__(self):
        self.parts, self.size = [], 0

    def add(self, array):
        array = np.ascontiguousarray(array)
        data = array.tobytes()
        place = [self.size, array.size, array.dtype.str.lstrip("<|=")]
        data += bytes(-len(data) % 4)
        self.parts.append(data)
        self.size += len(data)
        return place


@dataclass
class Frame:
    """What the page needs of a scene."""

    spheres: "Seen"
    polyhedra: "Seen"
    poses: dict                     # of walls, by name; as pose_of() says
    bonds: np.ndarray               # ids, (2, n)


@dataclass
class Seen:
    """Particles of one kind in a frame."""

    ids: np.ndarray
    centers: np.ndarray
    values: dict
    turns: np.ndarray = None        # (n, 4): quaternions that turn the shapes as they were seen first


@dataclass
class Slots:
    """Particles of one kind over all frames. Arrays have a row for each frame and a column for each slot, nan where it is empty."""

    ids: np.ndarray                                 # of all particles of all frames
    numbers: np.ndarray                             # which of them is in the slot
    centers: np.ndarray                             # (frames, slots, 3)
    values: dict
    turns: np.ndarray                               # (frames, slots, 4); None of spheres

    @property
    def there(self):
        return np.isfinite(self.numbers)


class Reader:
    """Reduces one scene after the other."""

    def __init__(self, path=None):
        self.faces_of = path                                # a file whose faces of bonded blocks are shown in place of the blocks
        self.faces = 0                                      # seen so far: those of each frame are new
        self.shapes = {"spheres": {}, "polyhedra": {}}      # of each id: its radius, or its corners about the center and its faces
        self.walls, self.planes = {}, set()                 # triangles of each as first seen
        self.towards, self.most = None, 0

    def frame(self, scene):
        if self.faces_of:
            scene = with_faces(scene, self.faces_of)
            scene.polyhedra.data["id"] = np.arange(self.faces, self.faces + len(scene.polyhedra))
            self.faces += len(scene.polyhedra)
        shown = len(scene.spheres) + len(scene.polyhedra)
        if shown and shown >= self.most:
            self.towards, self.most = chosen_view([scene]), shown
        self.planes |= scene.planes
        for name, triangles in scene.walls.items():
            self.walls.setdefault(name, triangles)
        return Frame(self.spheres(scene.spheres), self.polyhedra(scene.polyhedra),
                     {name: pose_of(self.walls[name], triangles) for name, triangles in scene.walls.items()},
                     np.array([scene.bond_data.get("id_a", ()), scene.bond_data.get("id_b", ())], np.int64))

    def spheres(self, kind):
        seen = seen_of(kind)
        for number, radius in zip(seen.ids.tolist(), kind.radii if len(kind) else ()):
            self.shapes["spheres"].setdefault(number, radius)
        return seen

    def polyhedra(self, kind):
        seen, shapes = seen_of(kind), self.shapes["polyhedra"]
        if not len(kind):
            return seen
        solids = kind.solids
        now = solids.points - np.repeat(kind.centers, solids.counts, axis=0)
        for row, number in enumerate(seen.ids.tolist()):
            if number not in shapes:
                shapes[number] = now[solids.starts[row]:solids.starts[row + 1]].copy(), kind.faces[row]
        first = np.concatenate([shapes[number][0] for number in seen.ids.tolist()])
        if len(first) != len(now):
            fail("a polyhedron changes the number of its corners from frame to frame")
        seen.turns = quaternions(rotations(np.add.reduceat(now[:, :, None] * first[:, None, :], solids.starts[:-1])))
        return seen


def seen_of(kind):
    ids = np.asarray(kind.data.get("id", np.arange(1, len(kind) + 1)), dtype=np.int64)
    return Seen(ids, kind.centers, {name: values for name, values in kind.data.items() if name not in DROPPED})


def pack(source, names=(), frames=0, walls=(), after="", faces=False):
    picked = pick(len(source.times), frames or MOST_FRAMES)
    reader = Reader(source.path if faces else None)
    frames, picked, every = thinned([reader.frame(source.scene(number)) for number in picked], picked)
    notes = [f"{len(picked)} of {len(source.times)} frames"] if len(picked) < len(source.times) else []
    notes += [f"one of {every} particles"] if every > 1 else []
    kinds = {name: gather([getattr(frame, name) for frame in frames], every) for name in ("spheres", "polyhedra")}
    if not any(len(kind.ids) for kind in kinds.values()):
        fail(f"{source.path} shows no particle")
    scales = {name: scale_of(name, kinds, source) for name in chosen_values(kinds, names, source.path)}
    content, low, step = Content(), *box_of(kinds)
    head = {"title": source.path.parent.resolve().name, "times": [source.times[k] for k in picked], "unit": source.length_unit,
            "low": low.tolist(), "step": step, "towards": reader.towards, "notes": notes,
            "charge": np.median(np.concatenate([slots.centers[slots.there] for slots in kinds.values()]), axis=0).tolist(),
            "walls": pack_walls(reader.walls, [frame.poses for frame in frames], content, notes), "values": list(scales.values())}
    for wall in head["walls"]:
        wall["isPlane"] = wall["name"] in reader.planes
    head["wallValues"] = pack_wall_values(values_of_walls(source, walls, after), head["walls"], reader.walls, picked, content, notes)
    for name, slots in kinds.items():
        if len(slots.ids):
            head[name] = pack_kind(slots, low, step, scales, content)
            pack_shapes([reader.shapes[name][number] for number in slots.ids.tolist()], slots, head[name], content)
    add_bonds([frame.bonds for frame in frames], kinds["spheres"], head, content)
    return head, zlib.compress(b"".join(content.parts), 6)


def pick(count, most):
    most = min(count, most)
    return [round(k * (count - 1) / (most - 1)) for k in range(most)] if most > 1 else [count - 1]


def thinned(frames, picked):
    """Fewer frames, then fewer particles, until the page is small enough."""
    def size(every):
        return sum(len(frame.spheres.ids) * 10 + len(frame.polyhedra.ids) * 20 for frame in frames) / every

    every = 1
    while size(every) > MOST_BYTES and len(frames) >= 2 * FEWEST_FRAMES:
        frames, picked = frames[::-2][::-1], picked[::-2][::-1]
    while size(every) > MOST_BYTES:
        every += 1
    return frames, picked, every


def gather(kinds, every):
    all_ids = np.unique(np.concatenate([seen.ids for seen in kinds]))[::every]
    rows_of, places_of = [], []
    slot_of = np.full(len(all_ids), -1)     # of each particle, in the frame before
    count = 0
    for seen in kinds:
        known, rows = np.unique(seen.ids, return_index=True)
        rows = rows[np.isin(known, all_ids)]
        numbers = np.searchsorted(all_ids, seen.ids[rows])
        places = slot_of[numbers]
        taken = np.zeros(count + len(numbers), bool)
        taken[places[places >= 0]] = True
        places[places < 0] = np.flatnonzero(~taken)[:(places < 0).sum()]
        slot_of[:] = -1
        slot_of[numbers] = places
        count = max(count, places.max(initial=-1) + 1)
        rows_of.append(rows)
        places_of.append(places)
    shape = (len(kinds), count)
    names = dict.fromkeys(name for seen in kinds for name in seen.values)
    slots = Slots(all_ids, np.full(shape, np.nan), np.full((*shape, 3), np.nan), {name: np.full(shape, np.nan) for name in names},
                  np.full((*shape, 4), np.nan) if any(seen.turns is not None for seen in kinds) else None)
    for frame, (seen, rows, places) in enumerate(zip(kinds, rows_of, places_of)):
        slots.numbers[frame, places] = np.searchsorted(all_ids, seen.ids[rows])
        slots.centers[frame, places] = seen.centers[rows]
        for name, values in seen.values.items():
            slots.values[name][frame, places] = np.asarray(values, float)[rows]
        if seen.turns is not None:
            slots.turns[frame, places] = seen.turns[rows]
    return slots


def box_of(kinds):
    centers = np.concatenate([slots.centers[slots.there] for slots in kinds.values()])
    low, high = centers.min(axis=0), centers.max(axis=0)
    return low, float(max((high - low).max(), 1e-300) / STEPS)


def chosen_values(kinds, names, path):
    known = list(dict.fromkeys(name for slots in kinds.values() for name in slots.values))
    for name in names:
        if name not in known:
            fail(f"{path} holds no value '{name}': it has {' '.join(sorted(known))}")
    if names:
        return list(names)
    whole = [name for name in known if is_distinct(name) and name != "mol"]
    others = [name for name in known if not is_distinct(name)]
    others.sort(key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
    has_types = any(len(np.unique(slots.values["type"][slots.there])) > 1 for slots in kinds.values() if "type" in slots.values)
    return whole + others[:MOST_VALUES] if has_types else others[:MOST_VALUES] + whole


def scale_of(name, kinds, source):
    values = np.concatenate([slots.values[name][slots.there] for slots in kinds.values() if name in slots.values])
    values = values[np.isfinite(values)]
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    factor, unit = (1.0, source.units.get(name, "")) if is_distinct(name) else prefixed(max(abs(low), abs(high)), source.units.get(name, ""))
    return {"name": name, "unit": unit, "factor": factor, "low": low, "high": high, "distinct": is_distinct(name), "names": source.names.get(name, {}),
            "shown": shown_range(values)}


def held(array):
    """Each entry that is nan is that of the frame before, at the start that of the first frame that has it."""
    for order in (range(1, len(array)), range(len(array) - 2, -1, -1)):
        for frame in order:
            other = array[frame - 1 if order.step > 0 else frame + 1]
            gaps = np.isnan(array[frame])
            array[frame][gaps] = other[gaps]
    return np.nan_to_num(array)


def changes(whole):
    """Of each frame to the one before, of unsigned numbers; the first frame as it is."""
    return np.concatenate([whole[:1], whole[1:] - whole[:-1]])      # wraps


def planes(whole):
    """Bytes of the numbers of each row: first the lowest of all, then the next."""
    rows = whole.reshape(len(whole), -1)
    return np.concatenate([np.ascontiguousarray(row).view(np.uint8).reshape(-1, whole.itemsize).T.ravel() for row in rows])


def pack_kind(slots, low, step, scales, content):
    places = np.round((held(slots.centers.copy()) - low) / step)
    whole = np.clip(places, 0, STEPS).astype("<u2").transpose(0, 2, 1)      # frame, axis, particle
    found = {"count": slots.numbers.shape[1], "ids": content.add(slots.ids.astype("<u4")),
             "numbers": content.add(planes(changes(held(slots.numbers.copy()).astype("<u4")))),
             "there": content.add(np.packbits(slots.there, axis=1, bitorder="little")),
             "places": content.add(planes(changes(whole))), "values": {}}
    for name, scale in scales.items():
        if name not in slots.values:
            continue
        values = held(slots.values[name].copy())
        if scale["distinct"]:
            found["values"][name] = content.add(planes(changes(values.astype("<i8").astype("<u4"))))
        else:
            span = (scale["high"] - scale["low"]) or 1.0
            found["values"][name] = content.add(changes(np.round((values - scale["low"]) / span * 255).astype("u1")))
    return found


def pack_shapes(shapes, slots, head, content):
    if not isinstance(shapes[0], tuple):
        head["radii"] = content.add(np.array(shapes, "<f4"))
        return
    corners = np.concatenate([corners for corners, _ in shapes])
    starts = np.cumsum([0] + [len(corners) for corners, _ in shapes])
    sizes = np.maximum.reduceat(np.abs(corners).max(axis=1), starts[:-1])
    whole = np.round(corners / np.repeat(sizes, np.diff(starts))[:, None] * SHAPE_STEPS)
    words = np.array([word for _, faces in shapes for word in (len(faces), *(word for face in faces for word in (len(face), *face)))])
    hollow = np.flatnonzero(Solids.of_lists(shapes).have_flat_edges())
    turns = np.round(nearer(held(slots.turns.copy())) * TURN_STEPS).transpose(0, 2, 1)
    head.update(sizes=content.add(sizes.astype("<f4")), corners=content.add(whole.astype("<i2")), starts=content.add(starts.astype("<u4")),
                faces=content.add(words.astype("u1" if words.max() < 256 else "<u4")), hollow=content.add(hollow.astype("<u4")),
                turns=content.add(planes(changes(turns.astype("<i2").astype("<u2")))))


def nearer(turns):
    """Of the two quaternions of a turn the one that is nearer to that of the frame before."""
    for frame in range(1, len(turns)):
        turns[frame][(turns[frame] * turns[frame - 1]).sum(axis=1) < 0] *= -1
    return turns


def rotations(products):
    """Matrices that turn shapes into what they are now, of the sums of products of their corners (n, 3, 3), by Kabsch's method."""
    u, _, vt = np.linalg.svd(products)
    u[:, :, 2] *= np.linalg.det(u @ vt)[:, None]
    return u @ vt


def quaternions(matrices):
    """w, x, y, z, shape (n, 4), from the largest of the four."""
    m = matrices.transpose(1, 2, 0)
    squares = np.array([1 + m[0, 0] + m[1, 1] + m[2, 2], 1 + m[0, 0] - m[1, 1] - m[2, 2],
                        1 - m[0, 0] + m[1, 1] - m[2, 2], 1 - m[0, 0] - m[1, 1] + m[2, 2]])
    products = {(0, 1): m[2, 1] - m[1, 2], (0, 2): m[0, 2] - m[2, 0], (0, 3): m[1, 0] - m[0, 1],
                (1, 2): m[1, 0] + m[0, 1], (1, 3): m[0, 2] + m[2, 0], (2, 3): m[2, 1] + m[1, 2]}
    found = np.empty((len(matrices), 4))
    largest = squares.argmax(axis=0)
    for k in range(4):
        chosen = largest == k
        root = np.sqrt(squares[k][chosen])
        for i in range(4):
            part = squares[k] if i == k else products[min(i, k), max(i, k)]
            found[chosen, i] = part[chosen] / (2 * root)
    return found


def pack_walls(walls, frames, content, notes):
    """Triangles as first seen, and of each frame the matrix (3 x 4) that moves them; none where the wall is not there."""
    found = []
    for name, first in walls.items():
        poses = [frame.get(name) for frame in frames]
        if False in poses:
            notes.append(f"the wall {name} changes its shape and is shown as at the start")
            poses = None
        found.append({"name": name, "triangles": content.add(first.astype("<f4")),
                      "edges": content.add(sharp_edges(first).astype("<f4")), "poses": poses, "values": {}})
    return found


def values_of_walls(source, names, after):
    """WallValues of each name; without names of those that say most, as far as the run has them."""
    known = known_values(source.walls_at(len(source.times) - 1)[1], len(source.times))
    if after and not names:
        names = ["wear"]
    return [WallValues(source, name, after if name in SUMMED else "") for name in names or [name for name in OF_WALLS if name in known]]


def pack_wall_values(values, packed, walls, picked, content, notes):
    """Adds each value of each frame to the packed walls, and returns what a bar needs of each value; those without a number above zero are left out."""
    found = []
    for value in values:
        frames = [value.at(number) for number in picked]
        size = sum(len(of) for frame in frames for of in frame.values())
        coloring = of_walls(value, frames)
        if not coloring.greatest > 0:
            continue
        if size > MOST_WALL_BYTES:
            notes.append(f"{value.name} of walls is left out: too many triangles")
            continue
        span = coloring.greatest - coloring.low
        for wall in packed:
            rows = [frame.get(wall["name"], ()) for frame in frames]
            count = len(walls[wall["name"]])
            if any(len(row) for row in rows):
                whole = np.array([row if len(row) == count else np.zeros(count) for row in rows], float)
                wall["values"][value.name] = content.add(changes(np.round((whole - coloring.low) / span * 255).astype("u1")))
        found.append({"name": value.name, "unit": coloring.unit, "factor": coloring.factor, "low": coloring.low, "high": coloring.greatest, "shown": [coloring.low, coloring.high],
                      "note": value.note})
    return found


def pose_of(first, now):
    """The matrix (3 x 4) of the motion between two places of a wall; False if it has another shape."""
    if now.shape != first.shape:
        return False
    a, b = first.reshape(-1, 3), now.reshape(-1, 3)
    middle_a, middle_b = a.mean(axis=0), b.mean(axis=0)
    turn = rotations(((b - middle_b).T @ (a - middle_a))[None])[0]
    moved = (a - middle_a) @ turn.T + middle_b
    if np.abs(moved - b).max() > WALL_TOLERANCE * np.ptp(a, axis=0).max():
        return False
    return np.column_stack([turn, middle_b - turn @ middle_a]).ravel().tolist()


def add_bonds(frames, spheres, head, content):
    """Pairs of slots of spheres that are bonded in each frame."""
    pairs = []
    for both, numbers in zip(frames, spheres.numbers) if len(spheres.ids) else ():
        slots = np.flatnonzero(np.isfinite(numbers))
        ids = spheres.ids[numbers[slots].astype(int)]
        slots, ids = slots[np.argsort(ids)], np.sort(ids)
        places = np.minimum(np.searchsorted(ids, both), len(ids) - 1)
        pairs.append(slots[places[:, (ids[places] == both).all(axis=0)]].T if len(ids) else np.empty((0, 2), int))
    ends = np.cumsum([0] + [len(part) for part in pairs]).tolist()
    if ends[-1]:
        head["bonds"] = {"pairs": content.add(np.concatenate(pairs).astype("<u4")), "ends": ends}
