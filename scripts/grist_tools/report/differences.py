"""Quantities of several sides of a comparison, their differences, and which of them are more than the scatter.

    quantity        what sides have under one name and in one unit: a key figure, or the mean of a history
    difference      of a quantity between two sides
"""

import math
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from ..read.intervals import Estimate, holm, of_difference, of_history, of_seeds, SHARE
from ..text.values import with_error
from .meanings import meaning
from .sides import Side

CLAIMED, WITHIN = "more than the scatter", "within the scatter"


@dataclass
class Value:
    """Of a quantity in one side."""

    value: object           # an Estimate or a text
    since: str = ""         # from when on it is a mean

    @property
    def is_number(self):
        return isinstance(self.value, Estimate)

    @property
    def text(self):
        if not self.is_number:
            return self.value
        if math.isnan(self.value.value):
            return "–"
        return with_error(self.value.value, self.value.half) if self.value.has_interval else f"{self.value.value:.4g}"

    @property
    def why_no_error(self):
        """Why a difference of it cannot be judged; empty where it can."""
        if math.isfinite(self.value.standard_error):
            return ""
        return "its degrees of freedom are not given" if self.value.has_interval else self.value.basis

    @property
    def note(self):
        if not self.is_number:
            return ""
        return "; ".join(part for part in (self.value.basis if self.value.has_interval else f"no interval: {self.value.basis}", self.since) if part)

    @property
    def cells(self):
        if not self.is_number:
            return [self.value, "", "", "", ""]
        return [*map(numeral, (self.value.value, self.value.half, self.value.degrees)), self.value.basis, self.since.removeprefix("steady from ")]


@dataclass
class Difference:
    """Of a quantity, the second run less the first."""

    first: Side
    second: Side
    values: tuple               # of the two
    unit: str
    of_page: float = math.nan   # chance by Holm

    def __post_init__(self):
        self.found, self.chance = Estimate(math.nan), math.nan
        if all(value.is_number for value in self.values):
            self.found, self.chance = of_difference(*(value.value for value in reversed(self.values)))

    @property
    def is_judged(self):
        return math.isfinite(self.chance)

    @property
    def is_claimed(self):
        return self.is_judged and self.of_page <= 1 - SHARE

    @property
    def verdict(self):
        if self.is_judged:
            return CLAIMED if self.is_claimed else WITHIN
        return f"not judged, {self.why_not}"

    @property
    def why_not(self):
        if not all(value.is_number for value in self.values):
            return "no number"
        if self.found.basis.startswith("the same in"):
            return f"no interval: the difference is {self.found.basis}"
        missing = {side.letter: value.why_no_error for side, value in zip((self.first, self.second), self.values) if value.why_no_error}
        reasons = list(missing.values())
        if len(reasons) == 2 and reasons[0] == reasons[1]:
            return f"no interval: {reasons[0]}"
        return "no interval: " + ", ".join(f"of {letter} ({why})" for letter, why in missing.items())

    @property
    def sentence(self):
        off = self.found.value
        if math.isnan(off):
            return f"{self.verdict[0].upper()}{self.verdict[1:]}."
        size = f"{with_error(abs(off), self.found.half) if self.is_judged else f'{abs(off):.3g}'} {self.unit}".rstrip()
        one, base = self.second.letter, abs(self.values[0].value.value)
        share = f" ({100 * abs(off) / base:{'.2g' if abs(off) < base else '.0f'}} %)" if base > 0 else ""
        what = f"{one} is {'larger' if off > 0 else 'smaller'} by {size}{share}" if off else f"{one} has the same value"
        alone = ", although alone it would count" if self.is_judged and not self.is_claimed and self.chance <= 1 - SHARE else ""
        return f"{what}: {self.verdict}{alone}."


@dataclass
class Quantity:
    name: str
    unit: str
    values: dict            # A, B, ...: Value
    source: str             # figures.csv, or the files of the history
    key: tuple = ()         # of its curves
    differences: list = field(default_factory=list)

    @property
    def meaning(self):
        return meaning(self.name, self.unit)

    @property
    def is_judged(self):
        return any(difference.is_judged for difference in self.differences)

    @property
    def is_claimed(self):
        return any(difference.is_claimed for difference in self.differences)


def quantity_of(sides, name, unit, values, source, key=()):
    found = Quantity(name, unit, values, source, key)
    having = [side for side in sides if side.letter in values]
    found.differences = [Difference(one, other, (values[one.letter], values[other.letter]), unit) for one, other in combinations(having, 2)]
    return found


def of_side(side, estimates):
    """Mean over the runs of a side; of a single run its own estimate. `estimates`: of each run, None where it has none."""
    if len(side.runs) == 1:
        return estimates[0]
    known = {key: float(value) for key, value in zip(side.keys, estimates) if value is not None}
    missing = len(side.runs) - sum(math.isfinite(value) for value in known.values())
    found = of_seeds(known, side.word)
    return Estimate(found.value, basis=f"{missing} of {len(side.runs)} {side.word} have no value") if missing else found


def key_figures(sides):
    """Those that two sides or more have in one unit, and {name: the sides that have it} of all others."""
    found, alone = {}, {}
    for side in sides:
        of_runs = [{(figure.name, figure.unit): figure for figure in run.figures} for run in side.runs]
        for key in dict.fromkeys(key for figures in of_runs for key in figures):
            known = [figures.get(key) for figures in of_runs]
            estimates = [figure and figure.estimate for figure in known]
            texts = ", ".join(dict.fromkeys(str(figure.value) for figure in known if figure))
            found.setdefault(key, {})[side.letter] = Value(of_side(side, estimates) if any(estimates) else texts)
    shared = [quantity_of(sides, *key, values, "figures.csv") for key, values in found.items() if len(values) > 1]
    for (name, _), values in found.items():
        if len(values) == 1:
            alone.setdefault(name, []).extend(values)
    return shared, alone


def shared_curves(sides):
    """{(key, label): {A, B, ...: a Curve of each run, None where it has none}} of those that two sides or more have with one label, {key: the
    sides that have it} of all others, and how many have one and the same value throughout in all."""
    found, alone, constant = {}, {}, 0
    for side in sides:
        for number, run in enumerate(side.runs):
            for key, curve in run.curves.items():
                found.setdefault((key, curve.label), {}).setdefault(side.letter, [None] * len(side.runs))[number] = curve
    for key in [key for key, lines in found.items() if len(lines) == 1]:
        alone.setdefault(key[0], []).extend(found.pop(key))
    for key in [key for key, lines in found.items() if np.ptp(np.concatenate([curve.y for curve in there(lines)])) == 0]:
        found.pop(key)
        constant += 1
    return found, alone, constant


def there(lines):
    """All curves of one quantity."""
    return [curve for curves in lines.values() for curve in curves if curve]


def unit_of(label):
    return label[label.rindex("[") + 1:-1] if label.endswith("]") and "[" in label else ""


def name_of(key, lines):
    """Of a curve, without its unit, and with the file where this says what it is of."""
    label = there(lines)[0].label
    name = label.removesuffix(f" [{unit_of(label)}]")
    return f"{key.partition(': ')[0]}: {name}" if ": " in key else name


def means(sides, shared):
    """Of the histories of two sides or more, where steady."""
    found = []
    for key, lines in shared.items():
        if not all(curve.may_be_steady for curve in there(lines)):
            continue
        values = {side.letter: mean_of(side, lines[side.letter]) for side in sides if side.letter in lines}
        sources = ", ".join(dict.fromkeys(curve.source for curve in there(lines)))
        found.append(quantity_of(sides, name_of(key[0], lines), unit_of(there(lines)[0].label), values, sources, key))
    return found


def mean_of(side, curves):
    """Of the steady parts of the runs of a side; the latest start of these."""
    found = [of_history(curve.x, curve.y) if curve else (None, None) for curve in curves]
    late = [since for curve, (_, since) in zip(curves, found) if since is not None and since > curve.x[0]]
    unit = unit_of(next(curve for curve in curves if curve).x_label)
    return Value(of_side(side, [value for value, _ in found]), f"steady from {max(late):.4g} {unit}".rstrip() if late else "")


def judge(differences):
    """Those that can be judged, together: each gets its chance among all of the page."""
    judged = [difference for difference in differences if math.isfinite(difference.chance)]
    for difference, chance in zip(judged, holm([difference.chance for difference in judged])):
        difference.of_page = chance
    return judged


def numeral(number):
    """For a table."""
    return f"{number:.10g}" if math.isfinite(number) else ""
