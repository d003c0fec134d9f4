"""Planes, cylinders, meshes, their motions, and what counts the mass that passes them."""

import math

from ..read.meshes import read_stl
from .contacts import read_model, wall_words
from .decks import times
from .job import Left, Mesh, does

AXES = "xyz"


# ---------------------------------------------------------------- meshes


@does
def mesh(job, found):
    """Kept for the fix wall/gran, the feed or the count that uses it."""
    job.mesh = job.meshes[found["ID"]] = Mesh()
    job.gone.add(found["ID"])
    words = found["..."]
    scopes = ["mesh", "servo"] if "servo" in words or any("mesh/surface/stress/servo" in statement.words[3:4] and statement.words[1] == found["ID"] for statement in job.ahead("fix")) else ["mesh"]
    job.mesh.words = job.keywords([word for word in words if word != "servo"], *scopes)
    if not job.mesh.file:
        raise Left("a mesh without a file")
    return []


@does
def mesh_file(job, found):
    job.mesh.file = found["F"]


@does
def mesh_type(job, found):
    job.mesh.kind = found["T"]


@does
def wall_temperature(job, found):
    """Of a mesh; of a plane or cylinder it goes behind its values at once."""
    if job.mesh is None:
        return ["temperature", found["T"]]
    job.mesh.temperature = found["T"]
    return None


@does
def scale(job, found):
    factor = job.needed(found["S"], "the scale of a mesh") if any(job.mesh.shift) else None
    job.mesh.shift = [factor * x for x in job.mesh.shift] if factor is not None else job.mesh.shift
    job.mesh.scale = found["S"] if not job.mesh.scale else f"{job.needed(found['S'], 'the scale') * job.needed(job.mesh.scale, 'the scale'):.10g}"


@does
def shift(job, found):
    step = [job.needed(found[name], "the place of a mesh") for name in "XYZ"]
    job.mesh.shift = [a + b for a, b in zip(job.mesh.shift, step)]


@does
def turn(job, found):
    """About the origin; what has been shifted before turns with it."""
    job.mesh.turns.append([found["X"], found["Y"], found["Z"], found["A"]])
    if any(job.mesh.shift):
        axis = [job.needed(found[name], "the axis of a mesh") for name in "XYZ"]
        job.mesh.shift = turned(job.mesh.shift, axis, math.radians(job.needed(found["A"], "the angle of a mesh")))


def turned(x, axis, angle):
    size = math.sqrt(sum(a * a for a in axis))
    n = [a / size for a in axis]
    along = sum(a * b for a, b in zip(n, x))
    across = [n[1] * x[2] - n[2] * x[1], n[2] * x[0] - n[0] * x[2], n[0] * x[1] - n[1] * x[0]]
    return [x[k] * math.cos(angle) + across[k] * math.sin(angle) + n[k] * along * (1 - math.cos(angle)) for k in range(3)]


@does
def surface_rotate(job, found):
    speed = job.needed(found["W"], "the angular velocity of a surface")
    axis = [found[name] for name in "ABC"]
    if speed == 0:
        return []
    if speed < 0:
        axis = [times(-1, word) for word in axis]
    return ["surface", "rotate", *(found[name] for name in "XYZ"), *axis, f"{2 * math.pi / abs(speed):.10g}"]


@does
def com(job, found):
    job.mesh.com = [found[name] for name in "XYZ"]


def servo(key, *names):
    def keep(job, found):
        job.mesh.servo[key] = [found[name] for name in names] if names else key
    keep.__name__ = f"servo_{key}"
    does(keep)


servo("force")
servo("torque")
servo("axis", "X", "Y", "Z")
servo("target", "F")
servo("speed", "V")


def servo_words(mesh):
    """The target has the sign of the force of the particles on the wall; in LIGGGHTS it says which way the wall moves."""
    if not mesh.servo:
        return []
    missing = {"axis", "target", "speed"} - set(mesh.servo)
    if missing or not {"force", "torque"} & set(mesh.servo):
        raise Left("a servo wall needs ctrlPV, axis, target_val and vel_max")
    target = times(-1, mesh.servo["target"][0])
    if "force" in mesh.servo:
        return ["move", "servo", "force", target, *mesh.servo["axis"], *mesh.servo["speed"]]
    return ["move", "servo", "torque", target, *mesh.com, *mesh.servo["axis"], *mesh.servo["speed"]]


# ---------------------------------------------------------------- fix wall/gran


@does
def wall(job, found):
    """One fix for a plane or a cylinder, one for each mesh."""
    job.mesh, job.fix = None, (found["ID"], found["GROUP"])
    job.made = []
    model, rest = read_model(job, found["..."], "wall")
    kind = job.made[0][1] if job.made else None
    lines = []
    for place, kind, mesh in job.made:
        values = wall_words(job, model, kind)
        lines += groups_of_types(job, values)
        if mesh is None:
            before, after = place
            lines += before + [["fix", ours, group, "wall/" + model.normal, *after, *words, *rest] for ours, group, words in fixes_of(job, job.fix[0], values)]
            job.walls[job.fix[0]] = [ours for ours, _, _ in fixes_of(job, job.fix[0], values)]
        else:
            lines += mesh_lines(job, place, mesh, model, values, rest)
    if not job.made:
        raise Left("neither a primitive nor a mesh that was translated")
    return lines


def groups_of_types(job, values):
    """Empty groups, which the mixes fill: each type of spheres has a fix of its own."""
    if job.has_type_groups or values[0][0] is None:
        return []
    job.has_type_groups = True
    return [["group", f"type_{kind}", "empty"] for kind, _ in values]


def fixes_of(job, name, values):
    """ID, group and values of each fix that stands for a wall."""
    return [(name, job.fix[1], words) if kind is None else (f"{name}_{kind}", f"type_{kind}", words) for kind, words in values]


def mesh_lines(job, name, mesh, model, values, rest):
    heat = ["temperature", mesh.temperature] if mesh.temperature else []
    fixes = fixes_of(job, name, values)
    if len(fixes) > 1:
        if mesh.servo:
            raise Left("a servo wall is one fix, and this one has other values with each type of spheres")
        job.missing.add(f"f_{name}")
        job.note(f"the force on {name} is the sum of those of {', '.join(ours for ours, _, _ in fixes)}")
    mesh.fixes, mesh.is_wall = [ours for ours, _, _ in fixes], True
    moves = [word for words in mesh.motions.values() for word in words]
    return [["fix", ours, group, "wall/mesh", mesh.file, *mesh.placed(), *mesh.words, *servo_words(mesh), *moves, "model", model.normal, *words, *heat, *rest] for ours, group, words in fixes]


@does
def meshes(job, found):
    names = []
    for word in found["..."]:
        if word not in job.meshes:
            break
        names.append(word)
    found["taken"] = 4 + len(names)
    if not names:
        raise Left("none of its meshes is in the deck, or was translated")
    for name in names:
        job.made.append((name, job.meshes[name].kind, job.meshes[name]))
        job.gone.discard(name)
    job.walls[job.fix[0]] = names


@does
def plane(job, found):
    """Of the two sides, that of the farther face of the box."""
    word = found["C"]
    axis = next(name for name in ("xplane", "yplane", "zplane") if name in job.line)
    low, high = job.box.get(axis[0], (None, None))
    place = job.number(word)
    if None in (low, high, place):
        ends = [word, "NULL"]
        job.note(f"the particles are taken to be above this {axis}")
    else:
        ends = [word, "NULL"] if place - low <= high - place else ["NULL", word]
        if min(place - low, high - place) > 0.1 * (high - low):
            job.note(f"particles touch this plane from one side only, {'above' if ends[1] == 'NULL' else 'below'} it")
    job.made.append((([], [axis, *ends]), found["T"], None))


@does
def cylinder(job, found):
    axis = next(name for name in ("xcylinder", "ycylinder", "zcylinder") if name in job.line)
    if job.number(found["A"]) == 0 == job.number(found["B"]):
        job.made.append((([], [axis, found["R"]]), found["T"], None))
        return
    name = f"{job.fix[0]}_region"
    region = ["region", name, "cylinder", axis[0], found["A"], found["B"], found["R"], "INF", "INF"]
    job.made.append((([region], ["region", name]), found["T"], None))


@does
def old_wall(job, found):
    """Of decks that are older than LIGGGHTS 3, which rejects them: LAMMPS has this form, with the name of the law."""
    if job.old_style is None:
        raise Left("the law of this wall is that of a pair style gran/..., which is not in the deck")
    return [["fix", found["ID"], found["GROUP"], "wall/gran", job.old_style.removeprefix("gran/"), *job.line[4:]]]


# ---------------------------------------------------------------- motions


@does
def move(job, found):
    """The motions of a wall that stands already begin with fix_modify."""
    name, fix = found["M"], found["ID"]
    if name not in job.meshes:
        raise Left(f"there is no mesh {name}, or it was not translated")
    mesh = job.meshes[name]
    words = job.keywords(found["..."], "move")
    if not words:
        raise Left("; ".join(job.reasons))
    mesh.motions[fix] = words
    job.gone.add(fix)
    return modified(job, name) if mesh.is_wall else []


def modified(job, name):
    mesh = job.meshes[name]
    if len(mesh.motions) > 1:
        job.note("all motions begin anew from where the mesh stands: axes are those of the box")
    words = [word for motion in mesh.motions.values() for word in motion] or ["move", "none"]
    return [["fix_modify", ours, *words] for ours in mesh.fixes]


# ---------------------------------------------------------------- counts


@does
def massflow(job, found):
    job.flow = {"deletes": False, "side": None, "mesh": None}
    job.keywords(found["..."], "flow")
    fix, (mesh, side) = found["ID"], (job.flow["mesh"], job.flow["side"])
    if mesh not in job.meshes or side is None:
        raise Left("; ".join(job.reasons) or "it needs a mesh that was translated, and vec_side")
    point, normal = plane_of(job, job.meshes[mesh])
    if sum(a * b for a, b in zip(normal, side)) < 0:
        normal = [-x for x in normal]
    job.note("the plane has no end: the mesh has one")
    numbers = [f"{round(x, 12) + 0.0:.10g}" for x in [*point, *normal]]
    if job.flow["deletes"]:
        job.outputs |= {f"f_{fix}[{k}]": f"f_{fix}[{ours}]" for k, ours in ((1, 1), (2, 2), (3, 7), (5, 1), (6, 2))}
        return [["fix", fix, found["GROUP"], "outflow", "100", "plane", *numbers]]
    axis = max(range(3), key=lambda k: abs(normal[k]))
    if abs(normal[axis]) < 0.99999:
        raise Left("fix sensor counts at planes across x, y or z: this mesh is inclined")
    back = normal[axis] < 0
    job.outputs |= {f"f_{fix}[{k}]": f"f_{fix}[1][{ours}]" for k, ours in ((1, 4 if back else 3), (2, 2 if back else 1), (3, 5))}
    return [["fix", fix, found["GROUP"], "sensor", "100", "plane", AXES[axis], numbers[axis]]]


@does
def flow_mesh(job, found):
    job.flow["mesh"] = found["M"]


@does
def flow_side(job, found):
    job.flow["side"] = [job.needed(found[name], "vec_side") for name in "XYZ"]


@does
def flow_deletes(job, found):
    job.flow["deletes"] = True


def plane_of(job, mesh):
    """A point and the unit normal of a flat mesh."""
    path = job.near(mesh.file)
    if path is None or path.suffix.lower() != ".stl":
        raise Left(f"its place follows from the file {mesh.file}, which is not here: give plane px py pz nx ny nz of fix outflow by hand")
    triangles = read_stl(path) * (job.needed(mesh.scale, "the scale of a mesh") if mesh.scale else 1)
    edges = triangles[:, 1:] - triangles[:, :1]
    normal = [float(x) for x in max(((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]) for a, b in edges), key=lambda n: sum(x * x for x in n))]
    point = [float(x) for x in triangles.reshape(-1, 3).mean(axis=0)]
    for *axis, angle in mesh.turns:
        numbers = [job.needed(word, "a turn of a mesh") for word in axis]
        radians = math.radians(job.needed(angle, "a turn of a mesh"))
        point, normal = (turned(vector, numbers, radians) for vector in (point, normal))
    size = math.sqrt(sum(x * x for x in normal))
    if size == 0:
        raise Left(f"the triangles of {mesh.file} have no area")
    return [a + b for a, b in zip(point, mesh.shift)], [x / size for x in normal]
