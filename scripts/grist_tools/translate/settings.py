"""Atom styles, boxes, regions, output, heat, and what names other commands."""

import re

from .contacts import coefficients  # noqa: F401    registers its functions
from .job import Left, does
from .walls import modified


@does
def atom_style(job, found):
    if job.has_clusters:
        return [["atom_style", "bonded/cluster"]]
    grows = any("diameter" in statement.words for statement in job.ahead("fix", None, None, "adapt"))
    return [["atom_style", "sphere", *(["1"] if grows else [])]]


@does
def boundary(job, found):
    """At a fixed face particles may leave the box; feeds count what is in it."""
    job.loses = any("f" in found[name] for name in "XYZ") and any(True for _ in job.ahead("fix", None, None, "insert/*"))
    return [job.line]


@does
def create_box(job, found):
    count = job.number(found["N"])
    job.types = int(count) if count else None
    job.box = job.regions.get(found["REGION"], {})
    if not job.has_clusters:
        return [["create_box", found["N"], found["REGION"], *found["..."]]]
    return [["create_box", found["N"], found["REGION"], *found["..."], "bond/types", "1"], ["bond_style", "parallel"], ["bond_coeff", "1", "rigid"]]


@does
def region(job, found):
    words = list(job.line)
    for name, count in (("volume_limit", 1), ("seed", 1)):        # of LIGGGHTS' samples in regions
        if name in words:
            place = words.index(name)
            del words[place:place + 1 + count]
    if words[2] == "block" and len(words) >= 9:
        ends = [job.number(word) for word in words[3:9]]
        job.regions[words[1]] = {axis: (ends[2 * k], ends[2 * k + 1]) for k, axis in enumerate("xyz")}
    return [words]


@does
def variable(job, found):
    job.variables.define(job.line)
    words = [renamed(job, word) for word in job.line]
    if any(word in ("universe",) for word in words[2:3]):
        job.note("variables of style universe need as many partitions as in LIGGGHTS")
    return [words]


def renamed(job, word):
    """A word with the outputs of fixes by their places in Grist."""
    return re.sub(r"f_\w+\[\d+\]", lambda found: job.outputs.get(found[0], found[0]), word)


@does
def condition(job, found):
    """Commands in quotes must be the same in both."""
    for word in job.line[1:]:
        inner = word[1:-1].split() if word[:1] in "\"'" and len(word) > 2 else []
        if inner and inner[0].isalpha() and inner[0] not in ("then", "else") and " " in word and not re.search("[<>=!]", word):
            before = job.line
            job.line = inner
            lines = job.lines_of(inner)
            job.line = before
            if lines != [inner]:
                raise Left(f"its command {inner[0]} has to be translated: write it as a line of its own")
    return [job.line]


@does
def jump(job, found):
    name = found["FILE"]
    if name == "SELF":
        return [job.line]
    if name == job.path.name:
        return [["jump", "SELF", *found["..."]]]
    raise Left(f"the file {name} is another deck: translate it, and jump to what comes out")


@does
def unfix(job, found):
    """Of what became another fix, or none."""
    name = found["ID"]
    if name in job.walls:
        lines = []
        for wall in job.walls.pop(name):
            mesh = job.meshes.get(wall)
            lines += [["unfix", ours] for ours in (mesh.fixes if mesh else [wall])]
            if mesh:
                mesh.is_wall = False
        return lines
    for mesh_name, mesh in job.meshes.items():
        if name in mesh.motions:
            del mesh.motions[name]
            return modified(job, mesh_name) if mesh.is_wall else []
    if name in job.gone:
        return []
    return [job.line]


@does
def undump(job, found):
    if found["ID"] not in job.dumps:
        return [job.line]
    return [["undump", job.dumps[found["ID"]]]] if job.dumps[found["ID"]] else []


@does
def fix_modify(job, found):
    if found["ID"] in job.gone or found["ID"] in job.walls:
        raise Left("its fix has another form in Grist")
    return [job.line]


@does
def read_restart(job, found):
    job.note("a restart file of LIGGGHTS cannot be read: write it by the translated deck of the run before")
    return [job.line]


# ---------------------------------------------------------------- dumps

SHOWN_ALWAYS = re.compile(r"id|type|[xyz]|[xyz]s|[xyz]u|i[xyz]|v[xyz]|omega[xyz]|radius|diameter|mol")
OTHERS = re.compile(r"element|mass|f[xyz]|tq[xyz]|proc")        # values of dump custom
PER_ATOM = {"f_Temp": "temperature", "f_heatFlux": "heatflow"}       # of compute property/atom


def of_ours(job, word):
    """A value of a particle by its name in Grist, or None."""
    name = re.sub(r"\[0\]$", "", word)
    if name in PER_ATOM:
        return PER_ATOM[name] if job.has_heat else None
    if name.startswith("f_"):
        return word if name[2:] not in job.gone and name[2:] in job.fixes else None
    return word if word[:2] in ("c_", "v_") or SHOWN_ALWAYS.fullmatch(word) or OTHERS.fullmatch(word) else None


def fields_of(job, words):
    """Values of particles by their names in Grist, and the computes that give them."""
    fields, lines = [], []
    for word in words:
        ours = of_ours(job, word)
        if ours is None:
            job.left(f"{word} is no value of a particle here")
        elif ours in PER_ATOM.values():
            if ours not in job.computes:
                job.computes.add(ours)
                lines.append(["compute", f"atom_{ours}", "all", "property/atom", ours])
            fields.append(f"c_atom_{ours}")
        else:
            fields.append(ours)
    return fields, lines


@does
def vtk_dump(job, found):
    fields, lines = fields_of(job, [word for word in found["..."] if not SHOWN_ALWAYS.fullmatch(word)])
    job.dumps[found["ID"]] = found["ID"]
    fields = list(dict.fromkeys(fields))
    return [*lines, ["dump", found["ID"], found["GROUP"], "paraview", found["N"], series(found["FILE"]), *(["fields", *fields] if fields else [])]]


def series(name):
    """FILE.pvd of a name with a star for the step."""
    stem = re.sub(r"\.vt[kup]\w*$", "", name.replace("*", "")).rstrip("_.-")
    return (stem + "frames" if stem.endswith("/") or not stem else stem) + ".pvd"


@does
def mesh_dump(job, found):
    """Walls are in each dump paraview; without one they get a dump of their own."""
    if any(True for _ in job.ahead("dump", None, None, "custom/vtk")):
        job.dumps[found["ID"]] = None
        job.note("the walls are in the series of dump paraview")
        return []
    job.dumps[found["ID"]] = found["ID"]
    return [["dump", found["ID"], "all", "paraview", found["N"], series(re.sub(r"\.stl$", "", found["FILE"]))]]


@does
def custom_dump(job, found):
    fields, lines = fields_of(job, found["..."])
    return [*lines, ["dump", found["ID"], found["GROUP"], "custom", found["N"], found["FILE"], *fields]]


@does
def dump_modify(job, found):
    if found["ID"] in job.dumps:
        if "first" not in found["..."] and "thresh" not in found["..."] and "every" not in found["..."]:
            return []
        if not job.dumps[found["ID"]]:
            return []
    return [job.line]


# ---------------------------------------------------------------- heat, growth, values of atoms


@does
def heat(job, found):
    """Sources of a region that are set later on are given here, for groups that are filled there."""
    job.has_heat = True
    lines, words = [], []
    for statement in job.ahead("set", "region", None, "property/atom", "heatSource"):
        name, power = statement.words[2], statement.words[5]
        if name not in job.sources:
            job.sources[name] = power
            lines.append(["group", f"source_{name}", "empty"])
            words += ["source", f"source_{name}", power]
    if found["..."]:
        job.left(f"of fix heat/gran {' '.join(found['...'])}")
    return [*lines, ["fix", found["ID"], found["GROUP"], "heat/gran", "initial", found["T"], *words]]


@does
def set(job, found):
    words = job.line
    if len(words) >= 6 and words[3] == "property/atom":
        if words[4] == "Temp":
            return [[*words[:3], "temperature", words[5]]]
        if words[4] == "heatSource" and words[1] == "region" and job.sources.get(words[2]) == words[5]:
            return [["group", f"source_{words[2]}", "region", words[2]]]
        raise Left(f"there is no property {words[4]} of particles")
    return [words]


@does
def adapt(job, found):
    words = job.line
    names = [word[2:] for word in words if word.startswith("v_")]
    for name in names:
        for statement in job.ahead("variable", name, "atom"):
            raise Left(f"fix adapt takes variables of style equal: write one for {name}, as `variable grown equal (...)^(...)` with `scale yes`")
    return [words]
