"""Packs frames of a run for the viewer in a browser: one head (JSON) and one string of bytes.

    head, content = pack(source)        # content is compressed (zlib)

A particle has one slot in all frames, in the order of the ids. Places are whole numbers of 16 bits in the box that all frames
need, values are of 8 bits between their least and greatest, numbers such as type and cluster are whole. Each frame holds the
change since the one before, plane by plane, so that what rests or moves alike packs well. viewer/unpack.js reads it.
"""

import zlib
from dataclasses import dataclass, field

import numpy as np

from .messages import fail
from .painter import chosen_view, FIRST, is_distinct
from .vessels import sharp_edges

STEPS = 65535                   # of a place, along the longest side of the box
MOST_FRAMES, FEWEST_FRAMES = 60, 12
MOST_BYTES = 90e6               # before compression; what is above is thinned
MOST_VALUES = 3                 # with 8 bits, where the user names none
WALL_TOLERANCE = 1e-4           # of its size: a wall that changes its shape more is not moved
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
class Slots:
    """Particles of one kind over all frames. Arrays have a row for each frame and a column for each id."""

    ids: np.ndarray
    there: np.ndarray                               # bool
    centers: np.ndarray                             # (frames, ids, 3); nan where one is not there
    values: dict = field(default_factory=dict)
    first: list = field(default_factory=list)       # (frame, row) in which each is seen first
    kinds: list = field(default_factory=list)       # the particles of each frame


def pack(source, names=(), frames=0):
    picked = pick(len(source.times), frames or MOST_FRAMES)
    scenes, picked, every = thinned([source.scene(number) for number in picked], picked)
    notes = [f"{len(picked)} of {len(source.times)} frames"] if len(picked) < len(source.times) else []
    notes += [f"one of {every} particles"] if every > 1 else []
    kinds = {name: gather([getattr(scene, name) for scene in scenes], every) for name in ("spheres", "polyhedra")}
    if not any(len(kind.ids) for kind in kinds.values()):
        fail(f"{source.path} shows no particle")
    scales = {name: scale_of(name, kinds, source) for name in chosen_values(kinds, names, source.path)}
    content, low, step = Content(), *box_of(kinds)
    head = {"title": source.path.parent.resolve().name, "times": [source.times[k] for k in picked], "unit": source.length_unit,
            "low": low.tolist(), "step": step, "towards": chosen_view(scenes), "notes": notes, "walls": pack_walls(scenes, content, notes),
            "values": list(scales.values())}
    for name, slots in kinds.items():
        if len(slots.ids):
            head[name] = pack_kind(slots, low, step, scales, content)
            pack_shapes(name, slots, head[name], content)
    add_bonds(scenes, kinds["spheres"], head, content)
    return head, zlib.compress(b"".join(content.parts), 6)


def pick(count, most):
    most = min(count, most)
    return [round(k * (count - 1) / (most - 1)) for k in range(most)] if most > 1 else [count - 1]


def thinned(scenes, picked):
    """Fewer frames, then fewer particles, until the page is small enough."""
    def size(every):
        return sum(len(scene.spheres) * 10 + len(scene.polyhedra) * 20 for scene in scenes) / every

    every = 1
    while size(every) > MOST_BYTES and len(scenes) >= 2 * FEWEST_FRAMES:
        scenes, picked = scenes[::-2][::-1], picked[::-2][::-1]
    while size(every) > MOST_BYTES:
        every += 1
    return scenes, picked, every


def gather(kinds, every):
    ids = [np.asarray(kind.data.get("id", np.arange(1, len(kind) + 1)), dtype=np.int64) for kind in kinds]
    all_ids = np.unique(np.concatenate(ids)) if ids else np.empty(0, int)
    all_ids = all_ids[::every]
    shape = (len(kinds), len(all_ids))
    slots = Slots(all_ids, np.zeros(shape, bool), np.full((*shape, 3), np.nan), kinds=kinds, first=[None] * len(all_ids))
    names = list(dict.fromkeys(name for kind in kinds for name in kind.data if name not in DROPPED))
    slots.values = {name: np.full(shape, np.nan) for name in names}
    for frame, (kind, numbers) in enumerate(zip(kinds, ids)):
        places = np.searchsorted(all_ids, numbers)
        known = places < len(all_ids)
        known[known] = all_ids[places[known]] == numbers[known]
        rows, places = np.flatnonzero(known), places[known]
        slots.there[frame, places] = True
        slots.centers[frame, places] = kind.centers[rows]
        for name in names:
            if name in kind.data:
                slots.values[name][frame, places] = np.asarray(kind.data[name], float)[rows]
        for row, place in zip(rows, places):
            if slots.first[place] is None:
                slots.first[place] = (frame, row)
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
    return {"name": name, "unit": source.units.get(name, ""), "low": low, "high": high, "distinct": is_distinct(name)}


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
    found = {"count": len(slots.ids), "ids": content.add(slots.ids.astype("<u4")),
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


def pack_shapes(name, slots, head, content):
    seen = [(slots.kinds[frame], row) for frame, row in slots.first]
    if name == "spheres":
        head["radii"] = content.add(np.array([kind.radii[row] for kind, row in seen], "<f4"))
        return
    shapes = [kind.corners[row] - kind.centers[row] for kind, row in seen]
    starts = np.cumsum([0] + [len(shape) for shape in shapes])
    triangles, edges = [], []
    for (kind, row), start in zip(seen, starts):
        for face in kind.faces[row]:
            triangles += [(start + face[0], start + b, start + c) for b, c in zip(face[1:-1], face[2:])]
            edges += [(start + a, start + b) for a, b in zip(face, face[1:] + face[:1]) if a < b]
    head.update(corners=content.add(np.concatenate(shapes).astype("<f4")), starts=content.add(starts.astype("<u4")),
                triangles=content.add(np.array(triangles, "<u4")), edges=content.add(np.array(edges, "<u4")),
                turns=content.add(planes(changes(np.round(turns_of(slots, shapes) * 32767).astype("<i2").astype("<u2")))))


def turns_of(slots, shapes):
    """Quaternions w, x, y, z of each frame that turn the shape as it was seen first, shape (frames, 4, particles)."""
    turns = np.full((*slots.there.shape, 4), np.nan)
    for frame, kind in enumerate(slots.kinds):
        places = np.searchsorted(slots.ids, np.asarray(kind.data["id"], np.int64)) if len(kind) else []
        groups = {}
        for row, place in enumerate(places):
            if place < len(slots.ids) and slots.there[frame, place] and slots.ids[place] == kind.data["id"][row]:
                groups.setdefault(len(kind.corners[row]), []).append((row, place))
        for pairs in groups.values():
            now = np.array([kind.corners[row] - kind.centers[row] for row, _ in pairs])
            turns[frame, [place for _, place in pairs]] = quaternions(rotations(np.array([shapes[place] for _, place in pairs]), now))
    turns = held(turns)
    for frame in range(1, len(turns)):      # of the two quaternions of a turn the nearer one
        turns[frame][(turns[frame] * turns[frame - 1]).sum(axis=1) < 0] *= -1
    return turns.transpose(0, 2, 1)


def rotations(shapes, now):
    """Matrices that turn each shape (n, corners, 3) into what it is now, by Kabsch's method."""
    u, _, vt = np.linalg.svd(np.einsum("nci,ncj->nij", now, shapes))
    sign = np.linalg.det(u @ vt)
    u[:, :, 2] *= sign[:, None]
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


def pack_walls(scenes, content, notes):
    """Triangles as first seen, and of each frame the matrix (3 x 4) that moves them; none where the wall is not there."""
    found = []
    for name in dict.fromkeys(name for scene in scenes for name in scene.walls):
        first = next(scene.walls[name] for scene in scenes if name in scene.walls)
        poses = []
        for scene in scenes:
            pose = pose_of(first, scene.walls.get(name))
            if pose is False:
                notes.append(f"the wall {name} changes its shape and is shown as at the start")
                poses = None
                break
            poses.append(pose)
        found.append({"name": name, "triangles": content.add(first.astype("<f4")),
                      "edges": content.add(sharp_edges(first).astype("<f4")), "poses": poses})
    return found


def pose_of(first, now):
    """None if there is no wall now, False if it has another shape."""
    if now is None:
        return None
    if now.shape != first.shape:
        return False
    a, b = first.reshape(-1, 3), now.reshape(-1, 3)
    middle_a, middle_b = a.mean(axis=0), b.mean(axis=0)
    turn = rotations((a - middle_a)[None], (b - middle_b)[None])[0]
    moved = (a - middle_a) @ turn.T + middle_b
    if np.abs(moved - b).max() > WALL_TOLERANCE * np.ptp(a, axis=0).max():
        return False
    return np.column_stack([turn, middle_b - turn @ middle_a]).ravel().tolist()


def add_bonds(scenes, spheres, head, content):
    """Pairs of places of spheres that are bonded in each frame."""
    pairs = []
    for scene in scenes:
        both = np.array([scene.bond_data.get("id_a", ()), scene.bond_data.get("id_b", ())], dtype=np.int64)
        if len(spheres.ids):
            places = np.minimum(np.searchsorted(spheres.ids, both), len(spheres.ids) - 1)
            pairs.append(places[:, (spheres.ids[places] == both).all(axis=0)].T)
    ends = np.cumsum([0] + [len(part) for part in pairs]).tolist()
    if ends[-1]:
        head["bonds"] = {"pairs": content.add(np.concatenate(pairs).astype("<u4")), "ends": ends}
