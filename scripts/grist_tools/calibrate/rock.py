"""Coefficients of bonds from what a laboratory measured of a rock: `grist calibrate rock.toml` (doc/howto_calibrate.md).

All stresses of a specimen are proportional to the strengths and moduli of its bonds together, exactly (without gravity, at speeds that
are proportional to the square root, with the lateral pressure in proportion). So these two numbers, the tensile strength and the modulus
over it, follow from any run. Searched by runs are the ratios, the levers: stiffnesses (ratio), shear strength (cohesion, over the
tensile strength), angle of friction, share of bending (beta), and how far bonds reach. Gauss-Newton, from a table of what is known.

The verdict is that of other packings (VERDICT_SEEDS) than those of the search.
"""

import math
from dataclasses import dataclass

import numpy as np

from ..draw.plots import BLUE, GREY, ORANGE, plt, save
from ..read.intervals import of_runs
from ..read.specimens import read_history
from ..report.figures import KeyFigure
from ..text.messages import say
from ..text.values import duration
from .gauss_newton import Search
from .page import Calibration, Table
from .rock_file import LEVERS, MOST_RUNS, least_cohesion, read_rock
from .rock_map import best_start, chosen_levers
from .rock_specimens import Bonds, Specimens
from .runs import Runs

COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")     # of curves
SEEDS, LAST_SEEDS, VERDICT_SEEDS = [1, 2, 3], [4, 5, 6], [101, 102, 103]
TOLERANCE = {"young": 0.05, "strength": 0.05, "poisson": 0.03}      # relative, the last absolute
STEPS = {"ratio": 0.4, "cohesion": 0.4, "angle": 0.5, "beta": 0.4, "reach": 0.4}   # of the variables, for differences
SCALES = {"angle": 30.0, "beta": 0.5, "reach": 0.25}                # change of these levers that counts as 1; the others: logarithms


def to_variable(lever, value):
    return value / SCALES[lever] if lever in SCALES else math.log(value)


def to_value(lever, variable):
    return float(variable * SCALES[lever] if lever in SCALES else math.exp(variable))


def response(target, value):
    """Of moduli and strengths the logarithm."""
    return value if target.kind == "poisson" else np.log(value)


@dataclass
class Model:
    """The variables of the search: logarithms of the tensile strength and of modulus over strength, then the levers."""

    rock: object
    specimens: object
    levers: list
    fixed: dict             # levers that are not searched
    has_begun: bool = False

    def bonds(self, x):
        values = {**self.fixed, **{lever: to_value(lever, one) for lever, one in zip(self.levers, x[2:])}}
        values["cohesion"] = max(values["cohesion"], least_cohesion(values["angle"]))
        return Bonds(math.exp(x[0]), math.exp(x[0] + x[1]), values)

    def variables(self, bonds):
        return [math.log(bonds.tensile), math.log(bonds.young / bonds.tensile), *(to_variable(lever, bonds.levers[lever]) for lever in self.levers)]

    def __call__(self, x, seeds):
        measured = self.specimens.measure(self.bonds(x), seeds)
        if not self.has_begun:
            self.specimens.check(measured, "at the start of the search")
        self.has_begun = True
        return np.array([response(target, column) for target, column in zip(self.rock.targets, measured.T)]).T

    def search(self):
        targets = self.rock.targets
        limits = [[to_variable(lever, value) for value in LEVERS[lever]] for lever in self.levers]
        weights = [1 / TOLERANCE[target.kind] for target in targets]
        free = 30 * np.ones(2)      # logarithms: no limit
        ucs = self.rock.target("ucs")
        # Under pressure only that part of the strength is in proportion which is there without it.
        scale = [0 if target.kind == "poisson" else min(1, (ucs.value if ucs else target.value / 2) / target.value) if target.confining else 1
                 for target in targets]
        stiffness = [target.kind == "young" for target in targets]
        return Search(self, [response(target, target.value) for target in targets], weights, [*-free, *(low for low, _ in limits)],
                      [*free, *(high for _, high in limits)], [0, 0, *(STEPS[lever] for lever in self.levers)],
                      {0: np.array(scale, float), 1: np.array(stiffness, float)})


def calibrate(options, data):
    rock = read_rock(data, options.file)
    if options.budget is not None:
        rock.runs = min(rock.runs, options.budget)
    start, expected = best_start(rock)
    levers = chosen_levers(rock)
    runs = Runs(options.out / "runs", options)
    specimens = Specimens(rock, runs, expected)
    runs.expected = (rock.runs + len(VERDICT_SEEDS)) * len(specimens.tests)
    model = Model(rock, specimens, levers, start.levers)
    say(f"{rock.name}: {len(rock.targets)} measured values, {len(specimens.tests)} tests; searched: tensile, young"
        + "".join(f", {lever}" for lever in levers) + f"; at most {rock.runs} runs of each test and {len(VERDICT_SEEDS)} for the verdict")
    search = model.search()
    search.run(model.variables(start), rock.seeds or SEEDS, rock.runs, () if rock.seeds else LAST_SEEDS)
    bonds = rounded(model.bonds(search.x))
    say(f"verdict by the packings of seed {', '.join(map(str, VERDICT_SEEDS))}")
    verdict = specimens.measure(bonds, VERDICT_SEEDS)
    specimens.check(verdict, "of the verdict")
    return Result(rock, model, search, bonds, verdict, runs).calibration(options.out)


def rounded(bonds):
    """As they are written, so that the verdict is that of the coefficients to paste."""
    return Bonds(float(f"{bonds.tensile:.4g}"), float(f"{bonds.young:.4g}"), {name: float(f"{value:.4g}") for name, value in bonds.levers.items()})


class Result:
    def __init__(self, rock, model, search, bonds, verdict, runs):
        self.rock, self.model, self.search, self.bonds, self.verdict, self.runs = rock, model, search, bonds, verdict, runs
        self.count = np.sum(np.isfinite(verdict), axis=0)
        self.mean = np.nanmean(verdict, axis=0)
        spread = [np.nanstd(column, ddof=1) if count > 1 else 0.0 for column, count in zip(verdict.T, self.count)]
        self.error = np.array(spread) / np.sqrt(self.count)

    def tolerance(self, k):
        """5 %; 0.03 of Poisson's ratio; the scatter that was measured, if it is more. Where none was measured, of tensile strengths and the
        point load two standard errors, if they are more."""
        target = self.rock.targets[k]
        least = TOLERANCE[target.kind] * (1 if target.kind == "poisson" else target.value)
        if target.scatter or target.kind == "poisson" or target.test in ("uniaxial", "triaxial"):
            return max(least, target.scatter)
        return max(least, 2 * self.error[k])

    def figures(self):
        found = []
        for k, target in enumerate(self.rock.targets):
            unit, size = ("", 1) if target.kind == "poisson" else ("GPa", 1e9) if target.kind == "young" else ("MPa", 1e6)
            scatter = f", scatter {target.scatter / size:.3g} {unit}".rstrip() if target.scatter else ""
            known = of_runs(self.verdict[np.isfinite(self.verdict[:, k]), k], "packings").scaled(1 / size)
            found.append(KeyFigure(target.name, known, unit, "", target.value / size, float(f"{self.tolerance(k) / size:.3g}"), f"measured{scatter}"))
        return found

    def deviations(self):
        """Standard deviations of the coefficients by the scatter of the packings: tensile and young relative, then the levers."""
        relative = np.array([1.0 if target.kind == "poisson" else 1 / mean for target, mean in zip(self.rock.targets, self.mean)])
        found = self.search.covariance(self.error * relative)
        young = math.sqrt(found[:2, :2].sum())      # its logarithm is the sum of the first two variables
        return {"tensile": math.sqrt(found[0, 0]) * self.bonds.tensile, "young": young * self.bonds.young,
                **{lever: math.sqrt(square) * (SCALES[lever] if lever in SCALES else self.bonds.levers[lever])
                   for lever, square in zip(self.model.levers, np.diag(found)[2:])}}

    def limits(self, figures):
        """What is not reached and why; runs without a result."""
        held = [(self.model.levers[k - 2], side) for k, side in self.search.at_limit() if k >= 2]
        names = " and ".join(f"{lever} is at its {'upper' if side > 0 else 'lower'} limit {LEVERS[lever][side > 0]:g}" for lever, side in held)
        lines = []
        for target, figure, mean in zip(self.rock.targets, figures, self.mean):
            if figure.agrees:
                continue
            unit = f" {figure.unit}".rstrip()
            why = names or (
                "the difference is within the 95 % interval of the packings: with more elements they scatter less"
                if abs(figure.value - figure.expected) <= (figure.error or 0) else
                "no lever was searched for it" if not self.model.levers else
                "the search ended before it came nearer: give " + ("more runs" if self.rock.runs < MOST_RUNS else "other levers or more elements"))
            lines.append(f"{figure.name}: {figure.value:.3g}{unit} is the nearest that was reached, {figure.expected:.3g}{unit} was measured; {why}"
                         + (". It is within the scatter of the measurement." if abs(mean - target.value) <= target.scatter else "."))
        return lines + [f"A run without result: {what}: {why}" for what, why in self.runs.failed.items()]

    def sentences(self, figures):
        held = sum(figure.agrees for figure in figures)
        return [f"{held} of {len(figures)} measured values are reached, as mean of {len(self.verdict)} packings that the search has not seen.",
                f"{self.runs.asked} runs of {len(self.model.specimens.tests)} tests with {self.rock.elements} elements; "
                f"together {duration(self.runs.seconds)}."]

    def coefficients(self):
        levers, hold = self.bonds.levers, self.rock.hold
        optional = "".join(f" {name} {hold[name]:g}" for name in ("radius",) if name in hold)
        optional += f" weibull {hold['weibull']:g} 4711" if hold.get("weibull") else ""
        optional += f" normal sd {hold['deviation']:g} 4711" if hold.get("deviation") else ""
        return (f"# {self.rock.name}" + (f"; {self.rock.source}" if self.rock.source else "") + "\n"
                f"# by random packings, {self.rock.elements} elements a specimen\n"
                f"cluster_template ID SHAPE elements N reach {levers['reach']:g} density/solid {self.rock.density:g}\n"
                f"bond_coeff * young {self.bonds.young:g} ratio {levers['ratio']:g} tensile {self.bonds.tensile:g} "
                f"cohesion {levers['cohesion'] * self.bonds.tensile:.4g} angle {levers['angle']:g} beta {levers['beta']:g}{optional} damping 0.3\n"
                f"pair_style hertz/mindlin\n"
                f"pair_coeff * * young {self.bonds.young * hold.get('contact', 10):.4g} poisson 0.25 restitution 0.5 friction {hold.get('friction', 0.5):g}\n")

    def coefficient_table(self):
        found, rows = self.deviations(), []
        values = {"young": self.bonds.young, "tensile": self.bonds.tensile, **self.bonds.levers}
        for name, value in values.items():
            size, unit = (1e9, "GPa") if name == "young" else (1e6, "MPa") if name == "tensile" else (1, "")
            error = found.get(name)
            known = "held" if error is None else f"± {error / size:.2g} {unit}".rstrip()
            label = "cohesion over tensile" if name == "cohesion" else name
            rows.append([label, f"{value / size:.4g} {unit}".rstrip(), known])
        return Table("How sure the coefficients are, by the scatter of three packings", ["coefficient", "value", "standard deviation"], rows)

    def lever_table(self):
        """Per cent, of Poisson's ratio hundredths, by a tenth of what the lever's variable counts as 1."""
        names = ["tensile and young + 10 %", "young + 10 %", *(lever_step(lever) for lever in self.model.levers)]
        rows = [[name, *(f"{10 * self.search.jacobian[k, j] + 0.0:+.1f}".replace("-0.0", "+0.0") + ("" if target.kind == "poisson" else " %")
                         for k, target in enumerate(self.rock.targets))] for j, name in enumerate(names)]
        heads = [target.name + (", hundredths" if target.kind == "poisson" else "") for target in self.rock.targets]
        return Table("What each lever changes", ["change", *heads], rows)

    def calibration(self, folder):
        figures = self.figures()
        draw(folder, self)
        levers = {**self.bonds.levers, "cohesion": self.bonds.levers["cohesion"] * self.bonds.tensile}
        values = {"rock": self.rock.name, "bonds": {"young": self.bonds.young, "tensile": self.bonds.tensile, **levers},
                  "standard_deviations": self.deviations(), "searched": ["tensile", "young", *self.model.levers], "held": self.rock.hold,
                  "results": {target.key: {"measured": target.value, "model": self.mean[k], "half_width_95": figures[k].error, "standard_error": self.error[k],
                                           "reached": figures[k].agrees} for k, target in enumerate(self.rock.targets)},
                  "runs": self.runs.asked, "seconds": self.runs.seconds}
        about = (self.rock.source + ". " if self.rock.source else "") + (
            f"Bonds by the tests of specimens of {self.rock.elements} elements; diameter {1e3 * self.rock.diameter:g} mm.")
        return Calibration(self.rock.name, about, figures, self.sentences(figures), self.coefficients(), values, self.limits(figures),
                           [self.coefficient_table(), self.lever_table()])


def lever_step(lever):
    """A tenth of what counts as 1."""
    return f"{lever} + {SCALES[lever] / 10:g}" if lever in SCALES else f"{lever} + 10 %"


def draw(folder, result):
    draw_tests(folder / "tests.png", result)
    draw_search(folder / "search.png", result)


def draw_tests(path, result):
    """A panel for each test: stress against strain of the packings of the verdict, and the measured strength with its scatter."""
    tests = result.model.specimens.tests
    columns = min(len(tests), 3)
    rows = -(-len(tests) // columns)
    figure, panels = plt.subplots(rows, columns, figsize=(4.2 * columns, 3.2 * rows), squeeze=False, constrained_layout=True)
    for axis, test in zip(panels.flat, tests):
        for color, folder in zip((BLUE, "#56B4E9", "#004466"), result.model.specimens.folders[test]):
            history = read_history(folder)
            axis.plot(100 * history["strain"], history["stress"] / 1e6, color=color, lw=1.2)
        for target in result.rock.targets:
            if (target.test, target.confining) == test and target.kind == "strength":
                axis.axhline(target.value / 1e6, color=ORANGE, lw=1.2)
                axis.axhspan((target.value - target.scatter) / 1e6, (target.value + target.scatter) / 1e6, color=ORANGE, alpha=0.15, lw=0)
        axis.set_title(test[0] + (f" at {test[1] / 1e6:g} MPa" if test[1] else ""), fontsize=10)
        axis.set_xlabel("strain between the platens (%)")
        axis.set_ylabel("nominal stress (MPa)")
        axis.set_ylim(bottom=0)
    for axis in panels.flat[len(tests):]:
        axis.remove()
    save(figure, path, rect=None, dpi=120,
         caption="Stress in the three packings of the verdict, and the measured strength with its scatter (orange).")


def draw_search(path, result):
    """Model over measurement of each response, point by point of the search; Poisson's ratio as its difference."""
    figure, axis = plt.subplots(figsize=(7, 3.6), constrained_layout=True)
    points = result.search.history
    for k, (color, target) in enumerate(zip(COLORS * 3, result.rock.targets)):
        for number, (_, rows) in enumerate(points):
            off = rows[:, k] - result.search.wanted[k]
            ratio = 1 + off if target.kind == "poisson" else np.exp(off)
            axis.plot(np.full(len(ratio), number + 1), ratio, "o", color=color, ms=4, alpha=0.6, label=target.name if number == 0 else None)
        mean = result.mean[k] - target.value + 1 if target.kind == "poisson" else result.mean[k] / target.value
        axis.plot(len(points) + 1, mean, "D", color=color, ms=7)
    axis.axhline(1, color=GREY, lw=0.8)
    axis.set_yscale("log")
    low, high = axis.get_ylim()
    ticks = [tick for tick in (0.1, 0.2, 0.5, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.5, 2, 5, 10) if low <= tick <= high]
    axis.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axis.minorticks_off()
    axis.set_xticks(range(1, len(points) + 2), [*map(str, range(1, len(points) + 1)), "verdict"])
    axis.set_xlabel("point of the search")
    axis.set_ylabel("model over measurement")
    axis.legend(fontsize=8, frameon=False)
    save(figure, path, rect=None, dpi=120,
         caption="How the search approached: a mark for each packing, the mean of the verdict last. Of Poisson's ratio the difference plus 1.")
