"""Reads rock.toml of `grist calibrate`: what a laboratory measured, the specimen, and how the search goes.

    [rock] name, density, source              [measured] young, poisson, ucs, brazilian, ...; triaxial: pressures and strengths
    [specimen] kind, elements, diameter, jaws, platens     [search] runs, seeds, levers; [hold] values that are not searched

The keys are described in doc/howto_calibrate.md. What is not as expected ends the program with one sentence.
"""

from dataclasses import dataclass, field

from ..text.messages import fail
from .quantities import DENSITY, LENGTH, PLAIN, PRESSURE, check_keys, read_count, read_quantity
from .rock_map import least_cohesion
from .rock_models import MODELS, Spheres

MOST_RUNS = 400     # specimens of each test
FEWEST_PACKINGS = 3
# What can be measured: its words, and the test of a specimen that gives it.
MEASURED = {"young": ("Young's modulus", "uniaxial"), "poisson": ("Poisson's ratio", "uniaxial"),
            "ucs": ("uniaxial compressive strength", "uniaxial"), "brazilian": ("Brazilian strength", "brazil"),
            "tensile": ("direct tensile strength", "tension"), "point_load": ("point load index", "point"),
            "triaxial": ("triaxial strength", "triaxial")}


@dataclass
class Target:
    """A measured number. `kind` is "young", "poisson" or "strength"."""

    key: str
    name: str
    test: str
    kind: str
    value: float
    scatter: float = 0.0
    confining: float = 0.0      # pressure of a triaxial test


@dataclass
class Rock:
    name: str
    density: float
    source: str
    targets: list
    model: type = Spheres       # or another of rock_models
    elements: int = Spheres.elements
    diameter: float = 0.05
    jaws: str = Spheres.choices["jaws"][0]
    platens: str = Spheres.choices["platens"][0]
    runs: int = Spheres.runs
    seeds: tuple = (1, 2, 3)    # packings of the search
    levers: list = None         # None: all that are not held
    hold: dict = field(default_factory=dict)

    def target(self, key):
        return next((target for target in self.targets if target.key == key), None)


def read_rock(data, path):
    def where(key):
        return f"{key} in {path}"

    check_keys(data, ("rock", "measured", "specimen", "search", "hold"), path)
    about, measured, specimen, search, hold = (data.get(name, {}) for name in ("rock", "measured", "specimen", "search", "hold"))
    check_keys(about, ("name", "density", "source"), where("[rock]"))
    check_keys(measured, MEASURED, where("[measured]"))
    check_keys(specimen, ("kind", "elements", "diameter", *Spheres.choices), where("[specimen]"))
    kind = specimen.get("kind", Spheres.name)
    if kind not in MODELS:
        fail(f"{where('kind')} is '{kind}': give {' or '.join(MODELS)}")
    model = MODELS[kind]
    check_keys(search, ("runs", "seeds", "levers"), where("[search]"))
    check_keys(hold, (*model.levers, *model.others), where("[hold]"))
    if "density" not in about:
        fail(f"[rock] in {path} has no density: add a line as density = '2600 kg/m3'")
    rock = Rock(str(about.get("name", "rock")), read_quantity(about["density"], DENSITY, where("density")).value,
                str(about.get("source", "")), read_targets(measured, where), model, model.elements, runs=model.runs)
    check_targets(rock, path)
    if "elements" in specimen:
        rock.elements = read_count(specimen["elements"], 50, 20000, where("elements"))
    if "diameter" in specimen:
        rock.diameter = read_quantity(specimen["diameter"], LENGTH, where("diameter")).value
    for key, known in model.choices.items():
        setattr(rock, key, specimen.get(key, known[0]))
        if getattr(rock, key) not in known:
            fail(f"{where(key)} is '{getattr(rock, key)}': {model.name} are tested with {', '.join(known[:-1]) + ' or ' if known[:-1] else ''}{known[-1]}")
    rock.runs = read_count(search.get("runs", rock.runs), 1, MOST_RUNS, where("runs"))
    if "seeds" in search:
        rock.seeds = read_seeds(search["seeds"], where("seeds"))
    rock.hold = read_hold(hold, model, where)
    if "levers" in search:
        rock.levers = read_levers(search["levers"], rock, where("levers"))
    return rock


def read_targets(measured, where):
    targets = []
    for key, text in measured.items():
        name, test = MEASURED[key]
        if key == "triaxial":
            targets += read_triaxial(text, name, test, where(key))
            continue
        found = read_quantity(text, PLAIN if key == "poisson" else PRESSURE, where(key))
        targets.append(Target(key, name, test, key if key in ("young", "poisson") else "strength", *found))
    return targets


def read_triaxial(rows, name, test, where):
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) and len(row) == 2 for row in rows):
        fail(f"{where} is {rows}: give pairs of confining pressure and strength, as [['10 MPa', '300 +- 20 MPa'], ['30 MPa', '390 MPa']]")
    found = []
    for pressure, strength in rows:
        confining = read_quantity(pressure, PRESSURE, f"a pressure of {where}").value
        largest = read_quantity(strength, PRESSURE, f"a strength of {where}")
        if largest.value <= confining:
            fail(f"{where}: the strength {strength} is not above its confining pressure {pressure}; give the axial stress at failure")
        found.append(Target(key=f"triaxial {confining / 1e6:g} MPa", name=f"{name} at {confining / 1e6:g} MPa", test=test, kind="strength",
                            value=largest.value, scatter=largest.scatter, confining=confining))
    return found


def check_targets(rock, path):
    young, poisson, ucs = (rock.target(key) for key in ("young", "poisson", "ucs"))
    if not young:
        fail(f"[measured] in {path} has no young: Young's modulus is needed, as young = '60 GPa'")
    if not any(target.kind == "strength" for target in rock.targets):
        fail(f"[measured] in {path} has no strength: give ucs, brazilian, tensile, point_load or triaxial")
    if poisson and poisson.value >= 0.5:
        fail(f"poisson in {path} is {poisson.value:g}: Poisson's ratio of a rock is between 0 and 0.5")
    for key in ("brazilian", "tensile", "point_load"):
        target = rock.target(key)
        if ucs and target and ucs.value <= target.value:
            fail(f"ucs in {path} is {ucs.value / 1e6:g} MPa and not above {key}, {target.value / 1e6:g} MPa: check both and their units")
    for target in rock.targets:
        if target.test not in rock.model.usual:
            fail(f"{target.key} in {path} needs the test {target.test}, which {rock.model.name} have not: leave it out, or take kind = 'spheres'")
        if target.kind == "strength" and target.value >= young.value:
            fail(f"{target.key} in {path} is {target.value / 1e6:g} MPa and not below young, {young.value / 1e9:g} GPa: check both and their units")
        if ucs and target.confining and target.value <= ucs.value:
            fail(f"triaxial in {path}: {target.value / 1e6:g} MPa at {target.confining / 1e6:g} MPa is not above ucs, {ucs.value / 1e6:g} MPa")


def read_seeds(seeds, where):
    if not isinstance(seeds, list) or not seeds or not all(isinstance(seed, int) and 0 < seed < 100 for seed in seeds):
        fail(f"{where} is {seeds}: give a list of whole numbers from 1 to 99, as [1, 2, 3]")
    seeds = tuple(dict.fromkeys(seeds))
    if len(seeds) < FEWEST_PACKINGS:
        fail(f"{where} is {list(seeds)}: one packing says nothing of others; give {FEWEST_PACKINGS} or more, as [1, 2, 3]")
    return seeds


def read_hold(hold, model, where):
    for key, value in hold.items():
        low, high = model.levers.get(key, (0.0, float("inf")))[:2]
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not low <= value <= high:
            fail(f"{where(key)} is {value!r}: give a number" + (f" from {low:g} to {high:g}" if key in model.levers else " of 0 or more"))
    if "cohesion" in hold and "angle" in hold and hold["cohesion"] < least_cohesion(hold["angle"]):
        fail(f"{where('cohesion')} is {hold['cohesion']:g} times the tensile strength, below tan({hold['angle']:g} degrees) = "
             f"{least_cohesion(hold['angle']):.3g}: give a larger cohesion or a smaller angle")
    return dict(hold)


def read_levers(levers, rock, where):
    if not isinstance(levers, list) or not all(isinstance(lever, str) for lever in levers):
        fail(f"{where} is {levers}: give a list, as ['ratio', 'cohesion']")
    for lever in levers:
        if lever not in rock.model.levers:
            fail(f"{where} has '{lever}': levers of {rock.model.name} are {', '.join(rock.model.levers)}")
        if lever in rock.hold:
            fail(f"{where} has '{lever}', which [hold] holds at {rock.hold[lever]:g}: take it out of one of them")
    return list(dict.fromkeys(levers))
