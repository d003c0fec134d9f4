"""What came out of a published case: the numbers of each seed, how they lie to their bands, and the words for it."""

import math
from dataclasses import dataclass, field
from pathlib import Path

from ..draw.plots import np
from ..text.values import short


@dataclass
class Outcome:
    """A number of a case: of each seed, and how it lies to the band."""

    band: object
    values: list
    judged: bool

    @property
    def mean(self):
        return float(np.mean(self.values))

    @property
    def spread(self):
        """Standard deviation over the seeds; None with one, also where it serves all."""
        spread = float(np.std(self.values, ddof=1)) if len(self.values) > 1 else 0.0
        return spread if spread > 1e-12 * abs(self.mean) else None

    @property
    def verdict(self):
        if self.band.is_peer and all(map(math.isnan, self.values)):
            return "not run"
        if not self.judged:
            return "not judged" if self.band.has_limits and not self.band.is_peer else "shown only"
        return "in" if self.band.holds(self.mean) else "out"


@dataclass
class Result:
    case: object
    outcomes: list = field(default_factory=list)
    seconds: float = 0.0        # of all runs of this program, when they were run
    plot: Path = None

    @property
    def fell_out(self):
        return any(outcome.verdict == "out" for outcome in self.outcomes)


def value_text(outcome):
    if outcome.verdict == "not run":
        return ""
    text = f"{outcome.mean:.4g}"
    return text if outcome.spread is None else f"{text} ± {outcome.spread:.2g}"


def band_text(band):
    if not band.has_limits:
        return ""
    if math.isinf(band.low):
        return f"at most {short(band.high)}"
    return f"{short(band.low)} to {short(band.high)}" if not math.isinf(band.high) else f"at least {short(band.low)}"


def sentence(outcome):
    band = outcome.band
    limits = f" (band {band_text(band)})" if band_text(band) else ""
    return f"{band.title} {value_text(outcome)} {band.unit}".rstrip() + f"{limits}: {outcome.verdict}"
