"""Reads the file of `grist calibrate powder.toml`: the powder, what was measured at which consolidations, and which coefficients are searched.

Stresses of consolidation are major consolidation stresses sigma_1, as a flow function has them. One consolidation of three or more is held
out of the search for the verdict, unless [check] names others.
"""

from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path

from ..draw.plots import np
from ..text.messages import fail
from .bulk_file import INPUTS, Bulk, heap_variables, sizes
from .bulk_tests import angle_of_repose
from .powder_tests import at_consolidation, read_levels
from .quantities import ANGLE, DENSITY, LENGTH, PLAIN, PRESSURE, Quantity, check_keys, read_quantity

SOFT = 1000                 # Young's modulus of runs over the largest consolidation
RATIO = 1.7                 # major consolidation stress over normal stress of the preshear, about
WIDE = 5.0                  # the largest consolidation over the least from which on a run has three preshear stresses
BRACKET = 1.4               # preshear stresses on both sides of a single consolidation
FREE = 20.0                 # sigma_1/sigma_c from which on the strength is within the scatter of single runs
SAME = 0.01                 # of a consolidation: nearer ones are the same
FRACTION = 0.55             # solid in a bed of spheres, about
FEWEST_BUDGET, BUDGET = 16, 56
LAWS = {"eepa": {"plasticity": (0.3, 0.8), "surface": (0.01, 3.0), "friction": (0.1, 0.9), "rolling": (0.0, 0.4)},
        "sjkr": {"energy": (0.5, 60.0), "friction": (0.1, 0.9), "rolling": (0.0, 0.4)}}
BY_ROOTS = ("surface", "energy")        # searched evenly in their square roots: weak cohesion finer
CURVES = {"flow_function": ("strength", PRESSURE), "ffc": ("strength", PLAIN), "bulk_density": ("bulk density", DENSITY),
          "effective_angle": ("effective angle", ANGLE)}
# Between seeds of one run, measured over eight: a strength over its consolidation, a bulk density over itself, an angle in degrees.
SCATTER = {"strength": 0.025, "bulk density": 0.01, "effective angle": 1.8}
KINDS = {"strength": "strength", "bulk density": "fraction", "effective angle": "effective_angle"}


@dataclass
class Powder(Bulk):
    law: str = "eepa"
    d: float = 0.0
    real: float = 0.0           # size of the grains; 0: not given
    density: float = 0.0        # of the solid; 0: the spheres have that which gives the bulk density
    dense: list = field(default_factory=list)       # (sigma_1, bulk density)
    consolidations: dict = field(default_factory=dict)      # sigma_1 by name of a measured or checked value
    held: str = ""              # where the values of [check] are from

    def values(self, points):
        """Coefficients of points of the unit cube."""
        points = np.atleast_2d(points)
        columns = []
        for (name, (low, high)), share in zip(self.ranges.items(), points.T):
            power = 2 if name in BY_ROOTS else 1
            columns.append((low**(1 / power) + share * (high**(1 / power) - low**(1 / power)))**power)
        return np.column_stack(columns)

    def place(self, values):
        """The point of the unit cube with these coefficients."""
        found = []
        for (name, (low, high)), value in zip(self.ranges.items(), values):
            power = 2 if name in BY_ROOTS else 1
            found.append((value**(1 / power) - low**(1 / power)) / (high**(1 / power) - low**(1 / power)))
        return np.array(found)


def read_powder(path, data):
    check_keys(data, ("powder", "measured", "check", "search", "heap"), path)
    for name, table in data.items():
        check_keys(table, table, f"[{name}] in {path}")
    powder, measured = data["powder"], data.get("measured", {})
    check_keys(powder, ("material", "law", "size", "real_size", "density", "poisson", "restitution"), f"[powder] in {path}")
    law = powder.get("law", "eepa")
    if law not in LAWS:
        fail(f"law in {path} is '{law}': give {' or '.join(LAWS)}")
    if "size" not in powder:
        fail(f"[powder] in {path} has no size: give that of the spheres of the runs, as size = \"2 mm\"")
    low, high = sizes(powder["size"], f"size in {path}")
    d = (low + high) / 2
    check_keys(measured, (*CURVES, "angle_of_repose"), f"[measured] in {path}")
    check_keys(data.get("check", {}), ("flow_function", "ffc"), f"[check] in {path}")
    curves, units = read_curves(path, measured), {}
    strengths = curves["strength"]
    if not strengths:
        fail(f"[measured] in {path} has no flow function: give flow_function = [[\"5 kPa\", \"1.5 kPa\"]] or ffc = [[\"5 kPa\", \"3.3\"]]")
    if not curves["bulk density"]:
        fail(f"[measured] in {path} has no bulk_density: give it with its consolidation, as bulk_density = [[\"5 kPa\", \"600 kg/m3\"]]")
    checked = read_curves(path, data.get("check", {}))["strength"]
    check_flow_function(path, strengths + checked)
    held = "given in [check]"
    if not checked and len(strengths) > 2:
        checked = [strengths.pop(len(strengths) // 2)]
        held = "held out of the search"
    density = read_quantity(powder["density"], DENSITY, f"density in {path}").value if "density" in powder else 0.0
    found = {}
    for kind, points in curves.items():
        for major, value, unit in points:
            if kind != "bulk density" or density:
                found[label(kind, major)] = (kind, major, value, unit)
    consolidations = {name: major for name, (_, major, _, _) in found.items()} | {label("strength", major): major for major, _, _ in checked}
    majors = [major for major, _, _ in strengths]
    grains = density or curves["bulk density"][-1][1].value / FRACTION
    common = {"d": d, "spread": max(high / d - 1, 1e-6), "density": grains, "young": SOFT * max(consolidations.values())}
    for key, least, most in (("poisson", 0, 0.5), ("restitution", 0, 1)):
        if key in powder:
            common[key] = read_quantity(powder[key], PLAIN, f"{key} in {path}").value
            if not least < common[key] <= most:
                fail(f"{key} in {path} is {common[key]:g}: give a value above {least} and up to {most}")
    shear, heap = str(INPUTS / "in.shear"), str(INPUTS / "in.heap")
    variables = {shear: {**common, "levels": levels_of(majors)}}
    wanted = {name: (kind, major, density) for name, (kind, major, _, _) in found.items()}
    scripts = {shear: {name: partial(value_of, *one) for name, one in wanted.items()}}
    scripts[shear].update({f"fraction at {k}": partial(value_of, "bulk density", major, 1.0) for k, (major, _, _) in enumerate(curves["bulk density"])})
    quantities = {name: value for name, (_, _, value, _) in found.items()}
    for name, (_, _, _, unit) in found.items():
        units[name] = unit
    if "angle_of_repose" in measured:
        quantities["angle_of_repose"] = read_quantity(measured["angle_of_repose"], ANGLE, f"angle_of_repose in {path}")
        units["angle_of_repose"] = ("deg", 1.0)
        variables[heap] = {**common, **heap_variables(path, data.get("heap", {}), d)}
        scripts[heap] = {"angle_of_repose": angle_of_repose}
    units.update({label("strength", major): unit for major, _, unit in checked})
    scatters = {name: SCATTER[kind] * {"strength": major, "bulk density": value.value}.get(kind, 1.0) for name, (kind, major, value, _) in found.items()}
    words = {script: {name: value if isinstance(value, str) else f"{value:.10g}" for name, value in table.items()} for script, table in variables.items()}
    return Powder(powder.get("material", path.stem), words, quantities, {label("strength", major): value for major, value, _ in checked}, units,
                  scripts, {}, read_ranges(path, data.get("search", {}), law, d * float(np.sqrt(min(majors) * max(majors))), d), scatters, law, d,
                  read_quantity(powder["real_size"], LENGTH, f"real_size in {path}").value if "real_size" in powder else 0.0, density,
                  [(major, value) for major, value, _ in curves["bulk density"]], consolidations, held)


def label(kind, major):
    return f"{kind} at {stress_text(major)}"


def stress_text(stress):
    return f"{stress:.4g} Pa" if stress < 1000 else f"{stress / 1000:.4g} kPa"


def read_curves(path, table):
    """{kind: [(sigma_1, Quantity, (unit, factor))]} with rising sigma_1."""
    curves = {kind: [] for kind, _ in CURVES.values()}
    if "flow_function" in table and "ffc" in table:
        fail(f"{path} has flow_function and ffc: give one of them")
    for name, (kind, known) in CURVES.items():
        rows = table.get(name, [])
        if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 2 for row in rows):
            fail(f"{name} in {path} is {rows}: give pairs of the consolidation and the value, as [[\"5 kPa\", \"{'3.3' if known is PLAIN else '20 ' + next(iter(known))}\"]]")
        for first, second in rows:
            major = read_quantity(first, PRESSURE, f"consolidation of {name} in {path}").value
            value = read_quantity(second, known, f"{name} at {first} in {path}")
            unit = str(second).split()[-1].lstrip("0123456789.+-")
            given = (unit, known.get(unit, 1.0))
            if name == "ffc":
                value, given = Quantity(major / value.value, major * value.scatter / value.value**2), ("Pa", 1.0)
            if kind == "effective angle" and not value.value < 90:
                fail(f"effective_angle at {first} in {path} is {value.value:g} deg: an angle of friction is below 90 deg")
            curves[kind].append((major, value, given))
        curves[kind].sort(key=lambda row: row[0])
        for (low, _, _), (high, _, _) in zip(curves[kind], curves[kind][1:]):
            if high < low * (1 + SAME):
                fail(f"{name} in {path} has two points at {stress_text(low)} and {stress_text(high)}, the same consolidation: give their mean")
    return curves


def check_flow_function(path, points):
    points = sorted(points, key=lambda row: row[0])
    for major, value, _ in points:
        if value.value >= major:
            fail(f"the flow function in {path} has a strength of {stress_text(value.value)} at {stress_text(major)}, ffc {major / value.value:.3g}: a powder is "
                 "weaker than the stress that consolidated it (ffc above 1); check the units and which of both is the consolidation")
        if major / value.value > FREE:
            fail(f"the flow function in {path} has a strength of {stress_text(value.value)} at {stress_text(major)}, ffc {major / value.value:.3g}: above {FREE:g} a "
                 "powder flows so freely that shear tests do not fix its cohesion; calibrate its friction by a file with [bulk]")
    for (low, weak, _), (high, strong, _) in zip(points, points[1:]):
        slope = (strong.value - weak.value) / (high - low) if high > low * (1 + SAME) else 0.0
        where = f"from {stress_text(weak.value)} at {stress_text(low)} to {stress_text(strong.value)} at {stress_text(high)}"
        if high <= low * (1 + SAME):
            fail(f"{path} has {stress_text(low)} in [measured] and in [check]: give another consolidation in [check]")
        if slope > 1:
            fail(f"the flow function in {path} rises {where}, slope {slope:.3g}: strength cannot grow faster than the consolidation (slope 1); check both points")
        if strong.value < weak.value:
            fail(f"the flow function in {path} falls {where}: strength grows with the consolidation; check both points")


def levels_of(majors):
    """Normal stresses of preshears that lie around the consolidations, for in.shear."""
    low, high = min(majors) / RATIO, max(majors) / RATIO
    if high < low * BRACKET**2:
        low, high = (low * high)**0.5 / BRACKET, (low * high)**0.5 * BRACKET
    return " ".join(f"{level:.5g}" for level in np.geomspace(low, high, 3 if high > WIDE * low else 2))


@lru_cache(maxsize=8)
def levels_in(folder, changed):
    return read_levels(folder)


def value_of(kind, major, density, folder):
    """In SI units; a bulk density is that of spheres of the given density."""
    levels = levels_in(folder, (folder / "history.csv").stat().st_mtime_ns)
    return at_consolidation(levels, major, KINDS[kind]) * (density if kind == "bulk density" else 1.0)


def read_ranges(path, table, law, strength, d):
    """Ranges of the coefficients; those of cohesion follow from the stresses: sigma_1 d, sigma_1."""
    units = {"surface": strength, "energy": strength / d}
    found = {name: [limit * units.get(name, 1.0) for limit in limits] for name, limits in LAWS[law].items()}
    check_keys(table, found, f"[search] in {path}")
    for name, limits in table.items():
        if not (isinstance(limits, list) and len(limits) == 2 and all(isinstance(limit, (int, float)) for limit in limits)):
            fail(f"{name} in [search] of {path} is {limits}: give the least and the largest value, as {[round(limit, 3) for limit in found[name]]}")
        if not 0 <= limits[0] < limits[1] or name == "plasticity" and limits[1] >= 1:
            fail(f"{name} in [search] of {path} is {limits}: give the smaller value first, 0 or more" + (" and below 1" if name == "plasticity" else ""))
        found[name] = list(limits)
    return found
