"""Reads the file of `grist calibrate heap.toml`: the material, what was measured, and which parameters are searched.

A measured value belongs to an input and to a function that measures it in the folder of its run (bulk_tests.py). An input of the user is
named in [inputs], and writes its value into measured.txt.
"""

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from .. import ROOT
from ..draw.plots import np
from ..read.tables import read_settings
from ..text.messages import fail
from .bulk_tests import angle_of_repose, bulk_density, drum_angle
from .quantities import ANGLE, DENSITY, LENGTH, PLAIN, PRESSURE, check_keys, read_quantity

INPUTS = ROOT / "examples" / "calibrate"
GRAVITY = 9.81
SOFT = 40000                # Young's modulus of runs over density g size
SPEED = {"rpm": np.pi / 30, "rad/s": 1.0}
RANGES = {"friction": [0.05, 1.0], "rolling": [0.0, 0.5]}
# Units, the input, how it is measured in the folder of its run.
TESTS = {"angle_of_repose": (ANGLE, "in.heap", angle_of_repose), "bulk_density": (DENSITY, "in.heap", bulk_density),
         "drum_angle": (ANGLE, "in.drum", drum_angle)}


@dataclass
class Bulk:
    name: str
    variables: dict         # of the inputs, by input
    measured: dict          # Quantity by name
    checked: dict           # the same, not used in the search
    units: dict             # (text, factor) by name
    scripts: dict           # by input, what is measured in its folder: {name: function}
    others: dict            # the same of runs for the verdict only
    ranges: dict            # of parameters
    scatters: dict = field(default_factory=dict)        # of one run, at least, where it is known; by name

    @property
    def names(self):
        return list(self.ranges)

    def values(self, points):
        """Parameters of points of the unit cube."""
        low, high = np.array(list(self.ranges.values())).T
        return low + np.atleast_2d(points) * (high - low)


def read_bulk(path, data):
    check_keys(data, ("bulk", "measured", "check", "search", "heap", "drum", "inputs"), path)
    for name, table in data.items():
        check_keys(table, table, f"[{name}] in {path}")
    bulk = data["bulk"]
    check_keys(bulk, ("material", "size", "density", "young", "poisson", "restitution"), f"[bulk] in {path}")
    for key in ("size", "density"):
        if key not in bulk:
            fail(f"[bulk] in {path} has no {key}: add it with its unit")
    low, high = sizes(bulk["size"], f"size in {path}")
    d, density = (low + high) / 2, read_quantity(bulk["density"], DENSITY, f"density in {path}").value
    soft = SOFT * density * GRAVITY * d
    young = min(soft, read_quantity(bulk["young"], PRESSURE, f"young in {path}").value) if "young" in bulk else soft
    common = {"d": d, "spread": max(high / d - 1, 1e-6), "density": density, "young": young}
    for key, least, most in (("poisson", 0, 0.5), ("restitution", 0, 1)):
        if key in bulk:
            common[key] = read_quantity(bulk[key], PLAIN, f"{key} in {path}").value
            if not least < common[key] <= most:
                fail(f"{key} in {path} is {common[key]:g}: give a value from {least} to {most}")
    variables = {"in.heap": {**common, **heap_variables(path, data.get("heap", {}), d)},
                 "in.drum": {**common, **drum_variables(path, data.get("drum", {}), d)}}
    units = {}
    measured, scripts = read_measured(path, data, "measured", units)
    if not measured:
        fail(f"{path} has no table [measured]: give one or more of {', '.join(TESTS)}")
    checked, others = read_measured(path, data, "check", units)
    words = {script: {name: f"{value:.10g}" for name, value in variables.get(Path(script).name, common).items()}
             for script in {**scripts, **others}}
    return Bulk(bulk.get("material", path.stem), words, measured, checked, units, scripts, others, read_ranges(path, data.get("search", {})))


def sizes(text, where):
    """'5 mm' or '4 to 6 mm'."""
    first, to, last = str(text).partition(" to ")
    high = read_quantity(last if to else first, LENGTH, where).value
    low = read_quantity(f"{first} {last.split()[-1]}", LENGTH, where).value if to else 0.9 * high
    if to and low >= high:
        fail(f"{where} is '{text}': give the smaller size first")
    return (low, high) if to else (0.9 * high, 1.1 * high)


def heap_variables(path, table, d):
    check_keys(table, ("particles", "cylinder", "plate"), f"[heap] in {path}")
    found = {}
    if "particles" in table:
        found["n"] = read_quantity(table["particles"], PLAIN, f"particles in {path}").value
    if "cylinder" in table:
        found["diameter"] = read_quantity(table["cylinder"], LENGTH, f"cylinder in {path}").value / d
    if "plate" in table:
        found["plate"] = read_quantity(table["plate"], PLAIN, f"plate in {path}").value
    return found


def drum_variables(path, table, d):
    check_keys(table, ("diameter", "speed", "filled"), f"[drum] in {path}")
    found = {}
    if "diameter" in table:
        found["diameter"] = read_quantity(table["diameter"], LENGTH, f"diameter in {path}").value / d
    if "speed" in table:
        if "diameter" not in table:
            fail(f"[drum] in {path} has a speed and no diameter: give both")
        speed = read_quantity(table["speed"], SPEED, f"speed in {path}").value
        found["froude"] = speed**2 * found["diameter"] * d / 2 / GRAVITY
    if "filled" in table:
        found["filled"] = read_quantity(table["filled"], PLAIN, f"filled in {path}").value
    return found


def read_measured(path, data, table, units):
    """Values of a table, and what is measured in the folders of the inputs that they need."""
    inputs, measured, scripts = data.get("inputs", {}), {}, {}
    for name, text in data.get(table, {}).items():
        where = f"{name} in {path}"
        if name in TESTS:
            known, script, read = TESTS[name]
            script = str(INPUTS / script)
        elif name in inputs:
            script, read = str((path.parent / inputs[name]).resolve()), partial(of_own, name)
            known = {str(text).split()[-1]: 1.0}
            if not Path(script).is_file():
                fail(f"[inputs] in {path} names {inputs[name]}, and there is no such file")
        else:
            fail(f"{where} is not known: give {', '.join(TESTS)}, or an input of your own in [inputs] that writes measured.txt")
        measured[name] = read_quantity(text, known, where)
        if known is ANGLE and not measured[name].value < 90:
            fail(f"{where} is '{text}': an angle of a slope is below 90 deg")
        unit = str(text).split()[-1].lstrip("0123456789.")
        units[name] = (unit, known.get(unit, 1.0))
        scripts.setdefault(script, {})[name] = read
    for other, (_, script, read) in TESTS.items():      # costs no further run
        if str(INPUTS / script) in scripts:
            scripts[str(INPUTS / script)].setdefault(other, partial(if_possible, read))
    return measured, scripts


def of_own(name, folder):
    """Of an input of the user, in its own unit: a line 'name value unit' of measured.txt."""
    return read_settings(folder / "measured.txt", float, (name,))[name]


def if_possible(read, folder):
    try:
        return read(folder)
    except SystemExit:
        return None


def read_all(readers, folder):
    found = {name: read(folder) for name, read in readers.items()}
    return {name: value for name, value in found.items() if value is not None}


def read_ranges(path, table):
    found = {**RANGES, **table} if len(table) < 3 else dict(table)
    if len(found) > 3:
        fail(f"[search] in {path} has {len(found)} parameters: at most 3 can be searched")
    for name, limits in found.items():
        if not (isinstance(limits, list) and len(limits) == 2 and all(isinstance(limit, (int, float)) for limit in limits)):
            fail(f"{name} in [search] of {path} is {limits}: give the least and the largest value, as {RANGES['friction']}")
        if not 0 <= limits[0] < limits[1]:
            fail(f"{name} in [search] of {path} is {limits}: give the smaller value first, 0 or more")
    return found
