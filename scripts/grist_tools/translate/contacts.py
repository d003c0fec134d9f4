"""Pair styles, materials, and the values of walls."""

import math

from ..text.messages import fail
from .decks import shown, times
from .job import Left, Model, does

CONDUCTS_MORE = math.sqrt(2 * math.pi)      # LIGGGHTS takes the circle in which spheres intersect, and its root instead of its radius
OVERLAP = 1e-3                              # over R*, at which the springs of rolling friction are taken


# ---------------------------------------------------------------- models


def read_model(job, words, *scopes):
    """The Model of `hertz tangential history ...`; words of other scopes, those of walls, are returned as well."""
    job.reading = model = Model()
    rest = job.keywords(["normal", *words], "model", *scopes)
    model.normal = next((word for word in rest if word in ("hertz/mindlin", "hooke/history")), "")
    rest = [word for word in rest if word != model.normal]
    if not model.normal:
        raise Left("; ".join(job.reasons))
    return model, rest


@does
def rolling_cdt(job, found):
    job.reading.rolling = "torque"


@does
def rolling_epsd(job, found):
    job.reading.rolling = "epsd"


@does
def rolling_epsd2(job, found):
    job.reading.rolling = "epsd2"


@does
def cohesion(job, found):
    job.reading.cohesion = True


@does
def no_damping(job, found):
    job.reading.words += ["damping_t", "0"]


@does
def kt_to_kn(job, found):
    job.reading.words += ["tangential", "0.285714286"]


@does
def hysteresis(job, found):
    job.left("hysteresis: add cohesion eepa l g 0 1 by hand (doc/cohesion.md); the stiffness of unloading does not grow with the overlap there. The line has the linear springs alone")
    return ["hooke/history"]


@does
def pair_style(job, found):
    job.model, _ = read_model(job, found["..."])
    job.has_coefficients = False
    return [["pair_style", job.model.normal]]


@does
def old_pair_style(job, found):
    """LAMMPS has it, with the same words."""
    job.old_style = job.line[1]
    return [job.line]


# ---------------------------------------------------------------- properties


@does
def property(job, found):
    """fix property/global: kept for pair_coeff, or a pair_coeff of its own behind that."""
    name, kind, words = found["NAME"], found["KIND"], found["..."]
    text = job.row_of("property", [name])
    if text is None:
        raise Left(f"Grist has no property {name}")
    if text.startswith("left: "):
        raise Left(text.removeprefix("left: "))
    job.gone.add(found["ID"])
    if text.startswith("unused"):
        if name == "k_finnie" and any("wear" in statement.words for statement in job.ahead("fix")):
            raise Left("k_finnie cannot be carried over: measure p, or K and H (doc/fix_wall_mesh.md)")
        return []
    wanted, ours = text.split()
    if kind != wanted:
        raise Left(f"{name} is {wanted} in LIGGGHTS, not {kind}")
    types, values = job.types, words
    if kind == "peratomtype":
        types = types or len(values)
        if len(values) != types:
            fail(f"{job.place}: {name} has {len(values)} values for {types} atom types: give one for each type")
    elif kind == "peratomtypepair":
        count, values = words[0] if words else "", words[1:]
        types = types or job.number(count)
        if job.number(count) != types or len(values) != types * types:
            fail(f"{job.place}: {name} has {len(values)} values for {count} types of a deck with {types:g} atom types: "
                 f"give {types:g} and then a matrix of {types * types:g} values")
    job.materials[ours] = values
    if job.has_coefficients:
        return coefficients(job, [ours])
    return []


def of_pair(job, ours, i, j):
    """A value of the types i and j, from 1."""
    values = job.materials.get(ours)
    if values is None:
        return None
    side = round(math.sqrt(len(values)))
    return values[(i - 1) * side + j - 1]


def of_type(job, ours, i):
    values = job.materials.get(ours)
    return values[i - 1] if values else None


# ---------------------------------------------------------------- pair_coeff

ALL = ["young", "poisson", "restitution", "friction", "rolling", "cohesion", "conductivity", "young/real"]
OF_TYPE = ("young", "poisson", "conductivity", "young/real")


@does
def pair_coeff(job, found):
    if job.old_style:
        return [job.line]
    if job.model is None:
        raise Left("the pair style of this line was not translated")
    job.has_coefficients = True
    lines = coefficients(job, ALL)
    if job.loses:
        job.loses = False
        lines.append(["fix", "box_outflow", "all", "outflow", "100", "box"])
        job.note("feeds count what is in the box: fix outflow removes what leaves it")
    return lines


def coefficients(job, names):
    """Lines of pair_coeff with these properties."""
    if job.model is None:
        return []
    types = job.types or len(job.materials.get("young", [])) or 1
    if "capacity" in names:
        names = ["conductivity"]
    pairs = [(i, i, own_words(job, i, names)) for i in range(1, types + 1)]
    if all(words == pairs[0][2] for _, _, words in pairs) and all(
            pair_words(job, i, j, names) == pair_words(job, 1, 1, names) for i in range(1, types + 1) for j in range(i + 1, types + 1)):
        pairs = [("*", "*", pairs[0][2])]
    else:
        pairs += [(i, j, pair_words(job, i, j, names)) for i in range(1, types + 1) for j in range(i + 1, types + 1)]
    return [["pair_coeff", str(i), str(j), *words] for i, j, words in pairs if words]


def own_words(job, i, names):
    words = []
    if job.model.normal == "hertz/mindlin":
        for name in ("young", "poisson"):
            if name in names and of_type(job, name, i):
                words += [name, of_type(job, name, i)]
    words += pair_words(job, i, i, names)
    return words + heat_words(job, i, names)


def heat_words(job, i, names):
    words = []
    if "conductivity" in names and of_type(job, "conductivity", i) and of_type(job, "capacity", i):
        words += ["heat", times(CONDUCTS_MORE, of_type(job, "conductivity", i)), of_type(job, "capacity", i)]
    if "young/real" in names and of_type(job, "young/real", i):
        words += ["young/real", of_type(job, "young/real", i)]
    return words


def pair_words(job, i, j, names):
    words = []
    if job.model.normal == "hooke/history" and {"young", "velocity"} & set(names):
        words += stiffness_words(job, job.model, i, j, is_wall=False)
    for name in ("restitution", "friction"):
        if name in names and of_pair(job, name, i, j):
            words += [name, of_pair(job, name, i, j)]
    if "young" in names:
        words += job.model.words
    if "rolling" in names or "rolling_damping" in names:
        words += rolling_words(job, job.model, i, j, is_wall=False)
    if "cohesion" in names and job.model.cohesion and of_pair(job, "cohesion", i, j):
        words += ["cohesion", "sjkr", of_pair(job, "cohesion", i, j)]
    return words


# ---------------------------------------------------------------- values that follow from others


def sizes_of(job, kind):
    """Radius and mass of the spheres of a type: those that hold most of the mass; a wall's are none."""
    templates = [template for template in job.all_templates if template.kind == str(kind)]
    if not templates or any(template.diameter is None or template.mass is None for template in templates) or any(template.is_cluster for template in templates):
        return None
    if len({template.diameter for template in templates}) > 1:
        job.note("the springs are those of the mean size of a type: give each size a type of its own where this matters")
    return sum(template.diameter for template in templates) / len(templates) / 2, sum(template.mass for template in templates) / len(templates)


def contact_of(job, i, j, is_wall):
    """Effective radius, mass, moduli E* and G* of a contact; of a wall, j is its type."""
    young, poisson = ([job.number(of_type(job, name, k) or "") for k in (i, j)] for name in ("young", "poisson"))
    spheres = [sizes_of(job, i), sizes_of(job, j)]
    if is_wall:
        spheres[1] = (math.inf, math.inf)
    elif None in spheres:       # a type of walls
        known = spheres[0] or spheres[1] or next((sizes_of(job, k) for k in sphere_types(job)), None)
        spheres = [spheres[0] or known, spheres[1] or known]
    if None in spheres or None in young + poisson:
        raise Left("springs of this model need the size of the spheres and their moduli as numbers: give stiffness, or rolling sds k gamma mu_r, by hand (doc/from_liggghts.md)")
    radius, mass = (1 / (1 / a + 1 / b) for a, b in zip(*spheres))
    e_star = 1 / sum((1 - nu ** 2) / modulus for modulus, nu in zip(young, poisson))
    g_star = 1 / sum(2 * (2 - nu) * (1 + nu) / modulus for modulus, nu in zip(young, poisson))
    return radius, mass, e_star, g_star


def linear_stiffness(job, i, j, is_wall):
    """That of `model hooke`, by its characteristicVelocity."""
    speed = job.number((job.materials.get("velocity") or [""])[0])
    if speed is None:
        raise Left("model hooke needs characteristicVelocity as a number: give stiffness by hand (doc/from_liggghts.md)")
    radius, mass, e_star, _ = contact_of(job, i, j, is_wall)
    return 16 / 15 * math.sqrt(radius) * e_star * (15 * mass * speed ** 2 / (16 * math.sqrt(radius) * e_star)) ** 0.2


def stiffness_words(job, model, i, j, is_wall):
    words = ["stiffness", f"{linear_stiffness(job, i, j, is_wall):.6g}"]
    if not is_wall:
        words += ["tangential", "1"] * ("tangential" not in model.words) + ["damping_t", "1"] * ("damping_t" not in model.words)
    return words


def rolling_words(job, model, i, j, is_wall):
    mu = of_pair(job, "rolling", i, j)
    if not model.rolling or mu is None:
        return []
    if model.rolling == "torque":
        return ["rolling", "torque", mu]
    ratio = job.needed(mu, "the coefficient of rolling friction")
    radius, mass, e_star, g_star = contact_of(job, i, j, is_wall)
    if model.normal == "hooke/history":
        normal = tangential = linear_stiffness(job, i, j, is_wall)
    else:
        job.note(f"the spring of rolling is that of an overlap of {OVERLAP:g} R*; in LIGGGHTS it grows with the overlap")
        reach = math.sqrt(OVERLAP) * radius
        normal, tangential = 4 / 3 * e_star * reach, 8 * g_star * reach
    if ratio == 0:
        return ["rolling", "sds", shown_spring(normal), "0", "0"]
    if model.rolling == "epsd2":
        return ["rolling", "sds", shown_spring(tangential), "0", mu]
    k = 2.25 * normal * ratio ** 2
    share = job.number(of_pair(job, "rolling_damping", i, j) or "0") or 0
    inertia = 7 / 5 * mass * radius ** 2 * (1 if is_wall else 4)     # m R^2 of one of two equal spheres is 8 m* R*^2, and half of it counts
    damping = share * 2 * math.sqrt(inertia * k * radius ** 2) / radius ** 2
    return ["rolling", "sds", shown_spring(k), shown_spring(damping), mu]


def shown_spring(value):
    return shown(float(f"{value:.6g}"))


# ---------------------------------------------------------------- walls


def wall_words(job, model, kind):
    """Values of a wall of the type `kind`, behind the model: a list of (type of spheres, words); None for the type stands for all of them. What spheres
    have among themselves is not repeated."""
    kind = int(job.needed(kind, "the type of a wall"))
    spheres = sphere_types(job)
    each = [values_of_wall(job, model, kind, i) for i in spheres]
    own = [values_of_spheres(job, i) for i in spheres]
    if all(values == each[0] for values in each):
        return [(None, [word for name, words in each[0].items() if any(words != values.get(name) for values in own) for word in words])]
    if job.mixes or not all(template.kind.isdigit() for template in job.all_templates) or any(True for name in ("create_atoms", "read_data", "read_restart") for _ in job.ahead(name)):
        raise Left(f"the wall has other values with each of the types {' '.join(map(str, spheres))}: give each type of spheres a group and a fix of its own")
    return [(i, [word for name, words in values.items() if words != ours.get(name) for word in words]) for i, values, ours in zip(spheres, each, own)]


def sphere_types(job):
    """The types of particles: of templates, of commands that create atoms, else all."""
    types = {int(template.kind) for template in job.all_templates if template.kind.isdigit()}
    types |= {int(statement.words[1]) for statement in job.ahead("create_atoms") if statement.words[1].isdigit()}
    return sorted(types) or list(range(1, (job.types or 1) + 1))


def values_of_wall(job, model, kind, i):
    """Of spheres of the type i with it: keyword -> its words."""
    values = {}
    if model.normal == "hertz/mindlin":
        values = {name: [name, of_type(job, name, kind)] for name in ("young", "poisson") if of_type(job, name, kind)}
    else:
        values["stiffness"] = stiffness_words(job, model, i, kind, is_wall=True)
    for name in ("restitution", "friction"):
        if of_pair(job, name, i, kind):
            values[name] = [name, of_pair(job, name, i, kind)]
    pairs = job.model or model
    if model.words != pairs.words:
        values["model"] = model.words
    values["rolling"] = rolling_words(job, model, i, kind, is_wall=True) or ["rolling", "none"]
    has_cohesion = model.cohesion and of_pair(job, "cohesion", i, kind)
    values["cohesion"] = ["cohesion", "sjkr", of_pair(job, "cohesion", i, kind)] if has_cohesion else ["cohesion", "none"]
    return values


def values_of_spheres(job, i):
    """The same of spheres of the type i with each other, where a wall takes them over."""
    pairs = job.model
    if pairs is None:
        return {}
    values = {name: [name, of_type(job, name, i)] for name in ("young", "poisson") if of_type(job, name, i)}
    values |= {name: [name, of_pair(job, name, i, i)] for name in ("restitution", "friction") if of_pair(job, name, i, i)}
    values["rolling"] = rolling_words(job, pairs, i, i, is_wall=False) or ["rolling", "none"]
    has_cohesion = pairs.cohesion and of_pair(job, "cohesion", i, i)
    values["cohesion"] = ["cohesion", "sjkr", of_pair(job, "cohesion", i, i)] if has_cohesion else ["cohesion", "none"]
    return values
