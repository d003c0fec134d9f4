"""Heaps and drums of the materials of grist_tools/materials/materials.toml, which declares the numbers, their bands and the runs."""

from functools import cache

from grist_tools.calibrate.bulk_file import if_possible
from grist_tools.calibrate.bulk_tests import angle_of_repose, bulk_density, drum_angle
from grist_tools.draw.plots import BLUE, GREY, np
from grist_tools.materials.table import TESTS, materials

READ = {"angle_of_repose": angle_of_repose, "bulk_density": bulk_density, "drum_angle": drum_angle}
SEEDS = {"in.heap": 3, "in.drum": 1}
SPOILS = {"in.heap": ("smooth", "no friction between the spheres, and none of rolling", {"friction": 0, "rolling": 0}),
          "in.drum": ("slippery", "friction 0.05, no rolling friction", {"friction": 0.05, "rolling": 0})}


def all_tests():
    for material in materials().values():
        for test in material.tests:
            script = TESTS[test.kind][2]
            yield material, test, script, f"{material.name}_{script.removeprefix('in.')}"


def declared():
    """What stands in the case.toml of other cases."""
    figures, runs, spoils = {}, {}, {}
    for material, test, script, run in all_tests():
        title, unit, _ = TESTS[test.kind]
        spoil, change, variables = SPOILS[script]
        figures[f"{material.name}_{test.kind}"] = {
            "title": f"{material.title}, {title}", "unit": unit, "published": f"{test.measured} ({test.source})", "low": test.low, "high": test.high,
            **({"kind": "own input"} if test.fitted else {"kind": "measured", "spoil": spoil})}
        runs[run] = {"input": f"../../examples/calibrate/{script}", "variables": material.variables(script), "seeds": SEEDS[script]}
        if not test.fitted:
            spoils.setdefault(spoil, {"change": change, "variables": variables, "runs": []})["runs"].append(run)
    return {"figures": figures, "runs": runs, "spoils": spoils}


@cache
def value(kind, folder):
    """Without friction a heap may be too flat for an angle."""
    found = if_possible(READ[kind], folder)
    return np.nan if found is None else found


def measure(runs, data):
    return {f"{material.name}_{test.kind}": value(test.kind, runs[run]) for material, test, _, run in all_tests() if run in runs}


def draw(axes, seeds, data):
    names = []
    for place, (material, test, _, run) in enumerate(all_tests()):
        middle = (test.low + test.high) / 2
        axes.plot([test.low / middle, test.high / middle], [place, place], color=GREY, lw=8, solid_capstyle="butt", label=None if place else "band")
        values = [value(test.kind, runs[run]) / middle for runs in seeds if run in runs]
        axes.plot(values, [place] * len(values), "o", color=BLUE, mfc="none" if test.fitted else BLUE,
                  label=None if place > 1 else "Grist, each seed" + (", fitted" if test.fitted else ""))
        names.append(f"{material.title}, {TESTS[test.kind][0]}")
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set(xlabel="over the middle of the band")
    axes.legend()
