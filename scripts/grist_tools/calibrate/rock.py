"""Coefficients of bonds from what a laboratory measured of a rock: `grist calibrate rock.toml` (doc/howto_calibrate.md).

All stresses of a specimen are proportional to the strengths and moduli of its bonds together, exactly (without gravity, at speeds that
are proportional to the square root, with the lateral pressure in proportion). So these two numbers, the tensile strength and the modulus
over it, follow from any run. Searched by runs are the levers: the ratio of stiffnesses, shear strength (cohesion, over the tensile
strength), angle of friction, share of bending (beta), how far bonds reach, and their radius.

Each point of the search has new packings, so that its last points together know the mean of many. The verdict is that of packings that the
search has not seen, two fifths of all, of blocks half: the search and the verdict are to be as far from the mean of all packings.
"""

import math

import numpy as np

from ..draw.plots import GREY, ORANGE, plt, save
from ..read.intervals import of_median, student
from ..read.specimens import CRUSHED, failure, read_history
from ..report.figures import KeyFigure
from ..run.kept_runs import Runs
from ..text.messages import say
from ..text.values import duration
from .page import Calibration, Table
from .rock_file import read_rock
from .rock_search import Search, response
from .rock_specimens import Specimens

COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")     # of curves
VERDICT_SEED, LEAST_VERDICT = 1001, 4     # the first seed of the verdict
TOLERANCE = 0.05        # of the verdict
MOST_SCATTER = 0.08     # of twice the standard error: a value that scatters more is not found
FIXED = 0.1             # half width of the range of a coefficient that the data fix, over its middle
LABELS = {"cohesion": "cohesion over tensile", "toughness": "toughness, soften over tensile^2 diameter/young"}
UNITS = {"young": ("GPa", 1e9), "poisson": ("", 1), "strength": ("MPa", 1e6)}


def calibrate(options, data):
    rock = read_rock(data, options.file)
    if options.budget is not None:
        rock.runs = min(rock.runs, options.budget)
    held = {lever: rock.hold[lever] for lever in rock.model.levers if lever in rock.hold}
    search = Search(rock, held)
    if rock.levers is not None:     # all others stay at the best bonds that are known before any run
        start = search.start()
        search = Search(rock, {lever: value for lever, value in start.levers.items() if lever not in rock.levers}, search.map)
    runs = Runs(options.out / "runs", options)
    bonds = search.start()
    expected = search.expected(bonds)
    specimens = Specimens(rock, runs, {target.test: math.exp(value) / bonds.tensile
                                       for target, value in zip(rock.targets, expected) if target.kind == "strength"})
    verdict_seeds = range(VERDICT_SEED, VERDICT_SEED + max(LEAST_VERDICT, round(rock.model.verdict * rock.runs)))
    steps = max(1, (rock.runs - len(verdict_seeds)) // len(rock.seeds))
    runs.expected = (steps * len(rock.seeds) + len(verdict_seeds)) * len(specimens.parts)
    say(f"{rock.name}: {len(rock.targets)} measured values, {len(specimens.tests)} tests; searched: tensile, young"
        + "".join(f", {lever}" for lever in search.free) + f"; {steps} points of {len(rock.seeds)} packings")
    for step in range(steps):
        mean = search.learn(bonds, specimens.measure(bonds, seeds_of(rock, step)))
        if not step:
            specimens.check(mean[None, :], "at the start of the search")
        say(f"point {step + 1}: " + ", ".join(shown(target, value) for target, value in zip(rock.targets, mean)))
        bonds = search.best(is_last=step == steps - 1)
    say(f"verdict by the packings of seed {verdict_seeds[0]} to {verdict_seeds[-1]}")
    verdict = specimens.measure(bonds, verdict_seeds)
    specimens.check(verdict, "of the verdict")
    return Result(rock, search, specimens, bonds, verdict).calibration(options.out)


def seeds_of(rock, step):
    """Those of the rock at the first point, as many further ones at each that follows."""
    return [seed + step * (max(rock.seeds) - min(rock.seeds) + 1) for seed in rock.seeds]


def value_of(target, number):
    """From a response."""
    return number if target.kind == "poisson" else np.exp(number)


def shown(target, number):
    unit, size = UNITS[target.kind]
    return f"{target.key} {value_of(target, number) / size:.3g} {unit}".rstrip()


class Result:
    def __init__(self, rock, search, specimens, bonds, verdict):
        self.rock, self.search, self.specimens, self.bonds = rock, search, specimens, bonds
        self.runs, self.targets = specimens.runs, rock.targets
        self.broken, self.packings = float(np.nanmedian(verdict[:, -1])), len(verdict)
        self.estimates, self.errors = [], []        # medians of at least three packings, and their standard errors
        for target, column in zip(self.targets, verdict.T):
            if target.kind == "strength":       # that of rubble is none
                column = np.where(verdict[:, -1] > CRUSHED, np.nan, column)
            values = value_of(target, column[np.isfinite(column)])
            self.estimates.append(of_median(values) if len(values) >= 3 else None)
            has_error = len(values) >= 3 and self.estimates[-1].has_interval
            self.errors.append(self.estimates[-1].half / student(len(values) - 1) if has_error else 0.0)
        self.expected = search.expected(bonds)
        self.search.learn(bonds, verdict)       # what the ranges of coefficients rest on

    def tolerance(self, k):
        """5 %, the scatter that was measured, or twice the standard error where that is below 8 %."""
        target = self.targets[k]
        return max(TOLERANCE * target.value, target.scatter, 0.0 if self.scatters(k) else 2 * self.errors[k])

    def scatters(self, k):
        """Whether the packings differ so much that nothing is found."""
        target = self.targets[k]
        return 2 * self.errors[k] > max(MOST_SCATTER * target.value, target.scatter)

    def verdict(self, k):
        """reached, or why it is not."""
        target, found = self.targets[k], self.estimates[k]
        if found is None:
            return (f"{100 * self.broken:.0f} % of the bonds break before the strength, and from {100 * CRUSHED:.0f} % on it is that of rubble"
                    if self.broken > CRUSHED else "fewer than three packings have a result")
        if self.scatters(k):
            return f"packings scatter by {200 * self.errors[k] / found.value:.2g} % (two standard errors): give more elements"
        if abs(found.value - target.value) <= self.tolerance(k):
            return "reached"
        return self.out_of_reach() or (f"by its own packings the search expected {shown(target, self.expected[k])}: "
                                       + ("these packings differ from those, give more runs or more elements"
                                          if abs(self.expected[k] - response(target, target.value)) * self.search.weights[k] < 1
                                          else "it ended before it came nearer, give more runs or other levers"))

    def out_of_reach(self):
        """Why this model cannot have the measured values, or an empty text."""
        measured = {target.key: target.value for target in self.targets}
        for second in ("brazilian", "tensile", "point_load"):
            if "ucs" in measured and second in measured:
                wanted, most = measured["ucs"] / measured[second], self.search.reachable_ratio("ucs", second)
                if wanted > most:
                    return (f"not reachable by this model: ucs over {second} is {wanted:.3g}, and bonds that keep Poisson's ratio and four fifths of "
                            f"themselves have at most some {most:.2g}")
        if "poisson" in measured:
            least, most = self.search.reachable_poisson()
            off = self.tolerance([target.key for target in self.targets].index("poisson"))
            if not least - off <= measured["poisson"] <= most + off:
                return (f"not reachable by this model: Poisson's ratio is {measured['poisson']:.3g}, and bonds of {self.rock.model.name} that stay whole in the "
                        f"main have {max(least, 0):.2g} to {most:.2g}")
        return ""

    @property
    def reached(self):
        return all(self.verdict(k) == "reached" for k in range(len(self.targets)))

    def figures(self):
        found = []
        for k, target in enumerate(self.targets):
            unit, size = UNITS[target.kind]
            scatter = f", scatter {target.scatter / size:.3g} {unit}".rstrip() if target.scatter else ""
            value = self.estimates[k].scaled(1 / size) if self.estimates[k] else "none"
            found.append(KeyFigure(target.name, f"scatters: {value.text()}" if self.scatters(k) else value, unit, expected=target.value / size,
                                   tolerance=float(f"{self.tolerance(k) / size:.3g}"), compared_with=f"measured{scatter}"))
        return found

    def limits(self):
        """What is not reached and why; runs without a result."""
        lines = []
        for k, target in enumerate(self.targets):
            why = self.verdict(k)
            if why != "reached":
                unit, size = UNITS[target.kind]
                found = f"{self.estimates[k].value / size:.3g} {unit}".rstrip() if self.estimates[k] else "no value"
                lines.append(f"{target.name}: {found} for {target.value / size:.3g} {unit}".rstrip() + f"; {why}.")
        return lines + [f"A run without result: {what}: {why}" for what, why in self.runs.failed.items()]

    def sentences(self):
        held = sum(self.verdict(k) == "reached" for k in range(len(self.targets)))
        return [f"{held} of {len(self.targets)} measured values are reached, as median of {self.packings} packings that the search has not "
                f"seen; {100 * self.broken:.0f} % of the bonds are broken at the strength.",
                f"{self.runs.asked} runs of {len(self.specimens.tests)} tests, of {self.rock.elements} {self.rock.model.name}; together {duration(self.runs.seconds)}."]

    def coefficients(self):
        if not self.reached:
            return ("# No coefficients, since not all measured values are reached:\n" + "".join(f"# {line}\n" for line in self.limits())
                    + "# The nearest bonds are in calibration.json.\n")
        return (f"# {self.rock.name}" + (f"; {self.rock.source}" if self.rock.source else "") + "\n" + self.rock.model.lines(self.bonds, self.rock))

    def ranges(self):
        """Of each coefficient: the middle 90 % of all bonds that have the measured values, and whether the data fix it. None where no bonds have them."""
        if not self.reached:
            return {}
        errors = np.array([error / (1 if target.kind == "poisson" else found.value)
                           for target, found, error in zip(self.targets, self.estimates, self.errors)])
        found = {}
        for name, (low, high) in self.search.ranges(errors).items():
            found[name] = (low, high, "held" if name in self.search.held else "fixed" if high - low < FIXED * (high + low) else "not fixed")
        return found

    def coefficient_table(self, ranges):
        rows = []
        for name, value in {"young": self.bonds.young, "tensile": self.bonds.tensile, **self.bonds.levers}.items():
            unit, size = UNITS["young"] if name == "young" else UNITS["strength"] if name == "tensile" else ("", 1)
            low, high, known = ranges[name]
            label = LABELS.get(name, name)
            rows.append([label, f"{value / size:.4g} {unit}".rstrip(), "" if known == "held" else f"{low / size:.3g} to {high / size:.3g} {unit}".rstrip(),
                         {"fixed": "within 10 %", "not fixed": "no: other bonds have the same values"}.get(known, known)])
        return Table("How far the data fix the coefficients", ["coefficient", "value", "90 % of the bonds that fit", "fixed by the data"], rows)

    def calibration(self, folder):
        figures, ranges = self.figures(), self.ranges()
        draw(folder, self)
        values = {"rock": self.rock.name, "model": self.rock.model.name,
                  "bonds": {**self.bonds.variables(), **self.rock.model.variables(self.bonds, self.rock)},
                  "ranges": {name: {"low": low, "high": high, "known": known} for name, (low, high, known) in ranges.items()},
                  "searched": ["tensile", "young", *self.search.free], "held": self.rock.hold,
                  "results": {target.key: {"measured": target.value, "model": found.value if found else None,
                                           "half_width": found.half if found and found.has_interval else None,
                                           "standard_error": self.errors[k], "verdict": self.verdict(k),
                                           "reached": self.verdict(k) == "reached"}
                              for k, (target, found) in enumerate(zip(self.targets, self.estimates))},
                  "broken": self.broken, "runs": self.runs.asked, "seconds": self.runs.seconds}
        about = (self.rock.source + ". " if self.rock.source else "") + (
            f"Bonds by the tests of specimens of {self.rock.elements} {self.rock.model.name}; diameter {1e3 * self.rock.diameter:g} mm, "
            f"{self.rock.platens} platens, {self.rock.jaws} jaws.")
        return Calibration(self.rock.name, about, figures, self.sentences(), self.coefficients(), values, self.limits(),
                           [self.coefficient_table(ranges)] if ranges else [])


def draw(folder, result):
    draw_tests(folder / "tests.png", result)
    draw_search(folder / "search.png", result)


def draw_tests(path, result):
    """A panel for each test: stress against strain of the packings of the verdict, and the measured strength with its scatter."""
    tests = result.specimens.tests
    columns = min(len(tests), 3)
    rows = -(-len(tests) // columns)
    figure, panels = plt.subplots(rows, columns, figsize=(4.2 * columns, 3.2 * rows), squeeze=False, constrained_layout=True)
    for axis, test in zip(panels.flat, tests):
        for folder in result.specimens.folders[test]:
            history = read_history(folder)
            row, _ = failure(history)
            (line,) = axis.plot(100 * history["strain"], history["stress"] / 1e6, lw=1.0)
            axis.plot(100 * history["strain"][row], history["stress"][row] / 1e6, "o", ms=5, color=line.get_color())
        for target in result.targets:
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
         caption="Stress in the packings of the verdict, their strengths (points), and the measured strength with its scatter (orange).")


def draw_search(path, result):
    """Model over measurement of each response, point by point of the search; Poisson's ratio as its difference."""
    figure, axis = plt.subplots(figsize=(7, 3.6), constrained_layout=True)
    points = result.search.points
    for k, (color, target) in enumerate(zip(COLORS * 3, result.targets)):
        off = np.array([mean[k] for _, mean, _ in points]) - result.search.wanted[k]
        ratio = 1 + off if target.kind == "poisson" else np.exp(off)
        axis.plot(range(1, len(points)), ratio[:-1], "o-", color=color, ms=5, lw=0.6, label=target.name)
        axis.plot(len(points), ratio[-1], "D", color=color, ms=7)
    axis.axhline(1, color=GREY, lw=0.8)
    axis.set_yscale("log")
    low, high = axis.get_ylim()
    ticks = [tick for tick in (0.1, 0.2, 0.5, 0.7, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.2, 1.5, 2, 5, 10) if low <= tick <= high]
    axis.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axis.minorticks_off()
    axis.set_xticks(range(1, len(points) + 1), [*map(str, range(1, len(points))), "verdict"])
    axis.set_xlabel("point of the search")
    axis.set_ylabel("model over measurement")
    axis.legend(fontsize=8, frameon=False)
    save(figure, path, rect=None, dpi=120, caption="How the search approached: means of the packings at each point, that of the verdict last. Of Poisson's ratio the difference plus 1.")
