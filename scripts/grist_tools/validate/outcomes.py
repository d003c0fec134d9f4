"""What came out of a published case: the numbers of each seed, how they lie to their bands, and the words for it."""

import math
from dataclasses import dataclass, field
from pathlib import Path

from ..read.intervals import Estimate, of_runs
from ..text.values import short


@dataclass
class Outcome:
    """A number of a case: of each seed, and how it lies to the band."""

    band: object
    values: list                # of no seed: not run
    judged: bool
    one_for_all: bool = False   # whether the case has a run that serves all seeds
    spoil: object = None        # what is made wrong on purpose, and the number with it
    spoiled: float = None       # None: not run

    @property
    def estimate(self):
        """With its interval: from the seeds, or where one run serves them all, as measure.py gives it."""
        first, is_same = self.values[0], len({float(value) for value in self.values}) == 1
        if is_same and (self.one_for_all or len(self.values) == 1):
            return first if isinstance(first, Estimate) else Estimate(float(first))
        return of_runs(self.values, "seeds")

    @property
    def mean(self):
        return self.estimate.value

    @property
    def verdict(self):
        if not self.values or not self.judged and all(math.isnan(float(value)) for value in self.values):
            return "not run"
        if not self.judged:
            return self.reason
        return "in" if self.band.holds(self.mean) else "out"

    @property
    def reason(self):
        """Why it is not judged."""
        band = self.band
        if band.needs_spoil and not band.spoil:
            return "no spoiled run"
        return "shown only" if not band.has_limits or band.is_peer or band.kind == "own input" else "not judged"

    @property
    def falls_out(self):
        """Whether the spoiled run pushes it out of its band; a number that the spoiled run does not have shows nothing."""
        return math.isfinite(self.spoiled) and not self.band.holds(self.spoiled)


@dataclass
class Result:
    case: object
    outcomes: list = field(default_factory=list)
    times: dict = field(default_factory=dict)       # seconds of each run, by its folder
    plot: Path = None

    @property
    def seconds(self):
        return sum(self.times.values())

    @property
    def fell_out(self):
        return any(outcome.verdict == "out" for outcome in self.outcomes)

    @property
    def spoiled(self):
        """Numbers whose spoiled run is there."""
        return [outcome for outcome in self.outcomes if outcome.spoiled is not None]


def value_text(outcome, unit=""):
    return "" if outcome.verdict == "not run" else outcome.estimate.text(unit)


def band_text(band):
    if not band.has_limits:
        return ""
    if math.isinf(band.low):
        return f"at most {short(band.high)}"
    return f"{short(band.low)} to {short(band.high)}" if not math.isinf(band.high) else f"at least {short(band.low)}"


def spoiled_text(outcome):
    if outcome.spoiled is None:
        return ""
    return f"{outcome.spoil.change}: {outcome.spoiled:.4g}, {'out' if outcome.falls_out else 'stays in'}"


def spoiled_sentence(outcome):
    """With the names by which case.toml has them."""
    value = f"{outcome.spoiled:.4g}" if math.isfinite(outcome.spoiled) else "no value"
    return (f"number {outcome.band.name}, spoil {outcome.spoil.name} ({outcome.spoil.change}): {value}, band {band_text(outcome.band)}: "
            f"{'out' if outcome.falls_out else 'not out'}")


def sentence(outcome):
    band = outcome.band
    limits = f" (band {band_text(band)})" if band_text(band) else ""
    return f"{band.title} {value_text(outcome, band.unit)}".rstrip() + f"{limits}: {outcome.verdict}"
