"""Templates, distributions and insertions of particles."""

import math

from .decks import Variables, shown, times
from .job import Job, Left, Template, does
from .walls import plane_of


# ---------------------------------------------------------------- templates


@does
def template(job, found):
    job.templates[found["ID"]] = read_template(job, found["ID"], found["..."])
    job.gone.add(found["ID"])
    return []


def read_template(job, name, words):
    """`sphere NAME size ... density ...`, with its masses where all is known. The first word is a seed."""
    out = job.keywords(words[1:], "template")
    if "size" not in out or "density" not in out:
        raise Left("; ".join(job.reasons) or "it needs radius and density")
    kind = kind_of(job, out[out.index("type") + 1] if "type" in out else "1")
    made = Template(kind, ["sphere", name, *without(out, "type", 1), *(["type", kind] if kind != "1" else [])])
    law = [word for word in out[out.index("size") + 1:]]
    density = job.number(out[out.index("density") + 1])
    name, numbers = (law[0], law[1:3]) if law[0] in ("uniform", "gaussian") else ("", law[:1])
    a, *b = [job.number(word) for word in numbers]
    if a is None or None in b or density is None:
        return made
    if "by" in law:
        return made
    if name == "uniform":
        low, high = a, b[0]
        made.diameter, cube, made.largest = (low + high) / 2, (low ** 2 + high ** 2) * (low + high) / 4, high
    elif name == "gaussian":
        made.diameter, cube, made.largest = a, a ** 3 + 3 * a * b[0] ** 2, a + 3 * b[0]
    else:
        made.diameter, cube, made.largest = a, a ** 3, a
    made.mass = math.pi / 6 * density * cube
    return made


def kind_of(job, word):
    """An atom type as a number where it is known, for materials are chosen by it."""
    value = job.number(word)
    return word if value is None else f"{value:.0f}"


def without(words, name, count):
    place = words.index(name) if name in words else len(words)
    return words[:place] + words[place + 1 + count:]


@does
def nspheres(job, found):
    job.nspheres = int(job.needed(found["N"], "nspheres"))


@does
def spheres(job, found):
    """x y z r of each sphere in the deck itself: they go into a file that the input writes."""
    count = 4 * job.nspheres
    numbers = found["..."][:count]
    if len(numbers) < count or any(job.number(word) is None for word in numbers):
        raise Left("spheres needs the numbers x y z r of each sphere, or a file")
    job.inline = [" ".join(numbers[k:k + 4]) for k in range(0, count, 4)]
    found["taken"] = 1 + count


@does
def multisphere(job, found):
    name, job.inline, job.nspheres = found["ID"], None, 0
    out = job.keywords(found["..."][1:], "template")
    lines = []
    if job.inline:
        text = "\n".join(job.inline)
        lines.append(["print", f'"""{text}"""', "file", f"{name}.spheres", "screen", "no"])
        out = ["spheres", f"{name}.spheres", *out]
    if "spheres" not in out or "density" not in out:
        raise Left("; ".join(job.reasons) or "it needs spheres and density")
    kind = kind_of(job, out[out.index("type") + 1] if "type" in out else "1")
    place = out.index("spheres")
    ours = out[place:place + (4 if out[place + 2:place + 3] == ["scale"] else 2)]
    lines.append(["cluster_template", name, *ours, "rigid", "density", out[out.index("density") + 1], *(["type", kind] if kind != "1" else [])])
    job.templates[name] = Template(kind, ["template", name], is_cluster=True)
    job.gone.add(name)
    return lines


def all_templates(statements, path):
    """Those of a whole deck, for what needs sizes before they are given."""
    job, made = Job(path, statements), []
    job.variables = Variables()
    for statement in statements:
        words = statement.words
        if words[:1] == ["variable"]:
            job.variables.define(words)
        if len(words) > 4 and words[0] == "fix" and words[3].startswith("particletemplate/"):
            try:
                if words[3] == "particletemplate/sphere":
                    made.append(read_template(job, words[1], words[4:]))
                else:
                    kind = kind_of(job, words[words.index("atom_type") + 1] if "atom_type" in words[:-1] else "1")
                    made.append(Template(kind, [], is_cluster=True))
            except Left:
                continue
    return made


# ---------------------------------------------------------------- distributions


@does
def mix(job, found):
    return [mix_line(job, found, by_number=False)]


@does
def mix_by_number(job, found):
    return [mix_line(job, found, by_number=True)]


def mix_line(job, found, by_number):
    words = found["..."]
    names, weights = words[::2], words[1::2]
    missing = [name for name in names if name not in job.templates]
    if missing or len(names) != len(weights) or not names:
        raise Left(f"its template {missing[0]} was not translated" if missing else "each template needs a weight")
    templates = [job.templates[name] for name in names]
    shares = [job.needed(word, "the weight of a template") for word in weights]
    if by_number:
        if any(template.mass is None for template in templates):
            raise Left("shares of number need the masses of all templates as numbers: give fractions of mass by hand")
        shares = [share * template.mass for share, template in zip(shares, templates)]
    shares = [share / sum(shares) for share in shares]
    line = ["particle_mix", found["ID"], "seed", found["SEED"]]
    for template, share in zip(templates, shares):
        line += template.words[:2] + ([] if len(shares) == 1 else ["fraction", f"{share:.15g}"]) + template.words[2:]
        line += ["group", f"type_{template.kind}"] if job.has_type_groups else []
    masses = [template.mass for template in templates]
    diameters = [template.largest for template in templates]
    job.mixes[found["ID"]] = {
        "mass": None if None in masses else 1 / sum(share / mass for share, mass in zip(shares, masses)),
        "largest": None if None in diameters else max(diameters), "has_clusters": any(template.is_cluster for template in templates)}
    job.gone.add(found["ID"])
    return line


# ---------------------------------------------------------------- insertions


def read_feed(job, found, is_stream):
    job.feed = {"every": None, "face": None, "mix": None, "depth": None, "velocity": [], "is_stream": is_stream}
    words = job.keywords(found["..."], "insert")
    if job.feed["mix"] is None:
        raise Left("; ".join(job.reasons) or "it needs a distributiontemplate")
    job.outputs |= {f"f_{found['ID']}[1]": f"f_{found['ID']}[2]", f"f_{found['ID']}[2]": f"f_{found['ID']}[1]"}
    return words


@does
def distribution(job, found):
    if found["D"] not in job.mixes:
        raise Left(f"its distribution {found['D']} was not translated")
    job.feed["mix"] = found["D"]


@does
def every(job, found):
    job.feed["every"] = found["N"]


@does
def face(job, found):
    if found["M"] not in job.meshes:
        raise Left(f"there is no mesh {found['M']}, or it was not translated")
    job.feed["face"] = job.meshes[found["M"]]


@does
def depth(job, found):
    job.feed["depth"] = found["L"]


@does
def velocity(job, found):
    job.feed["velocity"] = [found[name] for name in "XYZ"]


@does
def random_velocity(job, found):
    velocity(job, found)
    if any(job.number(found[name]) != 0 for name in "ABC"):
        job.left("new particles have one velocity: the scatter of vel uniform or gaussian is left out")


@does
def orientation(job, found):
    """A quaternion as an axis and degrees."""
    w, *v = [job.needed(found[f"Q{k}"], "an orientation") for k in (1, 2, 3, 4)]
    size = math.sqrt(sum(x * x for x in v))
    if size == 0:
        return ["orientation", "fixed"]
    return ["orientation", "axis", *(f"{x / size:.10g}" for x in v), f"{math.degrees(2 * math.atan2(size, w)):.10g}"]


def mean_mass(job):
    mass = job.mixes[job.feed["mix"]]["mass"]
    if mass is None:
        raise Left("numbers of particles become masses by the mean mass of a particle, which is not known here: give mass, or massrate")
    return mass


@does
def particlerate(job, found):
    return ["rate", shown(float(f"{job.needed(found['N'], 'particlerate') * mean_mass(job):.6g}"))]


@does
def nparticles(job, found):
    return ["mass", shown(float(f"{job.needed(found['N'], 'nparticles') * mean_mass(job):.6g}"))]


@does
def start(job, found):
    if job.timestep is None:
        raise Left("start is a time in Grist, and the time step is given later")
    return ["start", times(job.timestep, found["STEP"])]


@does
def insert_pack(job, found):
    words = read_feed(job, found, is_stream=False)
    if job.feed["every"] is not None:
        if job.mixes[job.feed["mix"]]["has_clusters"] and "number" in words:
            job.left("clusters top a region up by mass or fraction: give mass in place of number and refill yes")
        else:
            words += ["refill", "yes", "every", job.feed["every"]]
    return [["fix", found["ID"], found["GROUP"], "insert/pack", job.feed["mix"], *words, *velocity_words(job)]]


def velocity_words(job):
    words = job.feed["velocity"]
    return ["velocity", *words] if words and any(job.number(word) != 0 for word in words) else []


@does
def insert_stream(job, found):
    words = read_feed(job, found, is_stream=True)
    place = []
    feed = job.feed
    if "rate" not in words:
        raise Left("; ".join(job.reasons) or "it needs massrate or particlerate: Grist feeds a mass per unit of time")
    if feed["face"]:
        place = ["face", feed["face"].file, *feed["face"].placed(), *face_words(job)]
    else:
        place = velocity_words(job) + (["every", feed["every"]] if feed["every"] else [])
    return [["fix", found["ID"], found["GROUP"], "insert/stream", feed["mix"], *words[:0], *place, *words, "ahead", "yes"]]


def face_words(job):
    """Velocity and depth in front of a face. LIGGGHTS moves particles without forces up to the face; gravity brings them there with this velocity
    from no higher than v^2 / 2g above it."""
    feed, largest = job.feed, job.mixes[job.feed["mix"]]["largest"]
    speeds = [job.number(word) for word in feed["velocity"]]
    words = velocity_words(job)
    if not words:
        raise Left("a stream through a face needs vel constant")
    wanted = job.number(feed["depth"] or "")
    known = None not in speeds
    along = math.sqrt(sum(v * v for v in speeds)) if known else None
    fall = gravity_of(job)
    normal_g = 0.0
    if known:
        normal = [v / along for v in speeds]
        try:
            _, normal = plane_of(job, feed["face"])
        except Left:
            pass        # the face is taken to be across the velocity
        along = abs(sum(a * b for a, b in zip(normal, speeds)))
        sign = math.copysign(1, sum(a * b for a, b in zip(normal, speeds)))
        normal_g = sign * sum(a * b for a, b in zip(normal, fall)) if fall else 0.0
    if wanted is None and feed["every"] and known and job.timestep:
        wanted = job.needed(feed["every"], "insert_every") * job.timestep * along
    out = words
    if not known:
        job.note("particles have this velocity where they are inserted, not at the face")
        return out + (["depth", feed["depth"]] if feed["depth"] else ["every", feed["every"]] if feed["every"] else [])
    highest = along ** 2 / (2 * normal_g) if normal_g > 0 else math.inf
    if largest and wanted and wanted < largest * 1.02:
        wanted = None       # the default of Grist is three diameters
    needs = wanted or 3 * (largest or 0)
    if needs <= 0.99 * highest:
        return out + ["at", "face"] + (["depth", shown(wanted)] if wanted else [])
    if largest and 3 * largest <= 0.75 * highest:
        job.note(f"particles cannot come to the face at this speed from more than {highest:.4g} above it, so depth is less")
        return out + ["at", "face", "depth", f"{0.75 * highest:.4g}"]
    job.note("particles have this velocity where they are inserted, and are faster at the face: they would rest below the upper end of the space")
    return out + (["depth", shown(wanted)] if wanted else [])


def gravity_of(job):
    """The acceleration of `fix gravity ... vector` of the deck, or None."""
    for statement in job.ahead("fix", None, None, "gravity"):
        words = statement.words
        if len(words) >= 9 and words[5] == "vector":
            numbers = [job.number(word) for word in [words[4], *words[6:9]]]
            size = math.sqrt(sum(x * x for x in numbers[1:])) if None not in numbers else 0
            if size:
                return [numbers[0] * x / size for x in numbers[1:]]
    return None
