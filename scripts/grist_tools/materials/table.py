"""The bulk materials of materials.toml: coefficients with their sources, and the bulk tests that they reproduce.

    for material in materials().values():
        material.title, material.size, material.value("friction"), material.tests

All values are in SI units. `source`: a name of the table [sources], or one of WITHOUT.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..text.messages import fail

TABLE = Path(__file__).with_name("materials.toml")
# Title, unit, least and largest value.
COEFFICIENTS = {
    "density": ("density of the solid", "kg/m3", 100, 20000), "young": ("Young's modulus", "Pa", 1e5, 1e12), "poisson": ("Poisson's ratio", "", 0, 0.5),
    "restitution": ("restitution", "", 0.01, 1), "friction": ("friction", "", 0, 2), "rolling_friction": ("rolling friction", "", 0, 2),
    "wall_friction": ("friction on steel", "", 0, 2)}
WITHOUT = {"assumed": "assumed", "fitted": "fitted to the tests below", "memory": "from memory, not read"}
# Title, unit, input of examples/calibrate.
TESTS = {"angle_of_repose": ("angle of repose of a heap", "degrees", "in.heap"), "bulk_density": ("bulk density", "kg/m3", "in.heap"),
         "drum_angle": ("slope in a drum", "degrees", "in.drum")}
SOFT = 40000                # Young's modulus of the tests over density g size, as that of grist calibrate
GRAVITY = 9.81
LIFT = 0.1                  # speed of the cylinder of a heap over sqrt(g size): 20 mm/s for spheres of 4 mm


@dataclass
class Coefficient:
    value: float
    source: str


@dataclass
class BulkTest:
    kind: str                   # one of TESTS
    measured: str               # as text
    low: float
    high: float
    source: str
    fitted: bool = False        # whether coefficients were fitted to it: then it is shown, not judged
    variables: dict = None      # of the input: the dimensions of the test


@dataclass
class Material:
    name: str
    title: str
    size: list                  # least and largest, m
    size_source: str
    coefficients: dict
    tests: list

    def value(self, name):
        return self.coefficients[name].value

    @property
    def diameter(self):
        return sum(self.size) / 2

    def variables(self, script):
        """Of an input of the tests."""
        d, density = self.diameter, self.value("density")
        young = min(SOFT * density * GRAVITY * d, self.value("young"))
        found = {"d": d, "spread": max(self.size[1] / d - 1, 1e-6), "density": density, "young": young, "poisson": self.value("poisson"),
                 "restitution": self.value("restitution"), "friction": self.value("friction"), "rolling": self.value("rolling_friction")}
        if script == "in.heap":
            found["speed"] = LIFT
        for test in self.tests:
            if TESTS[test.kind][2] == script:
                found.update(test.variables or {})
        return {name: f"{value:.6g}" for name, value in found.items()}


@cache
def read_table(path):
    """`grist new` has no package of Python but those that come with it."""
    try:
        import tomllib
    except ImportError:
        fail(f"{path.name} needs Python 3.11 or newer: set GRIST_PYTHON to one")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def sources(path=TABLE):
    return read_table(path)["sources"]


@cache
def materials(path=TABLE):
    """By name, in the order of the table; ends with one sentence where the table is not as it should be."""
    return {name: read_material(path, name, rows) for name, rows in read_table(path)["materials"].items()}


def material(name):
    if name not in materials():
        fail(f"unknown material '{name}'; the materials are: {' '.join(materials())}")
    return materials()[name]


def read_material(path, name, rows):
    where = f"the material {name} of {path}"
    known = {*COEFFICIENTS, "title", "size", "tests"}
    for key in rows:
        if key not in known:
            fail(f"{where} has the unknown key '{key}'")
    for key in known:
        if key not in rows:
            fail(f"{where} has no {key}")
    coefficients = {key: read_coefficient(path, key, rows[key], where) for key in COEFFICIENTS}
    tests = [read_test(path, test, where) for test in rows["tests"]]
    if len({test.kind for test in tests}) < 2:
        fail(f"{where} has fewer than two bulk tests: leave it out")
    *size, source = rows["size"]
    check_source(path, source, {**sources(path), **WITHOUT}, f"the size of {where}")
    return Material(name, rows["title"], size, source, coefficients, tests)


def read_coefficient(path, key, row, where):
    value, source = row
    _, _, least, most = COEFFICIENTS[key]
    if not least <= value <= most:
        fail(f"{key} of {where} is {value:g}: a value from {least:g} to {most:g} is expected")
    check_source(path, source, {**sources(path), **WITHOUT}, f"{key} of {where}")
    return Coefficient(value, source)


def read_test(path, row, where):
    try:
        test = BulkTest(**row)
    except TypeError as error:
        fail(f"a test of {where} is not complete or has an unknown key: {error}")
    if test.kind not in TESTS:
        fail(f"a test of {where} is of the kind '{test.kind}'; the kinds are: {' '.join(TESTS)}")
    if not test.low < test.high:
        fail(f"the band of {test.kind} of {where} ends before it begins: {test.low:g} to {test.high:g}")
    check_source(path, test.source, sources(path), f"{test.kind} of {where}")      # a measured value has one
    return test


def check_source(path, source, known, where):
    if source not in known:
        fail(f"{where} has the unknown source '{source}'")
