"""95 % intervals of numbers: from independent runs, from one long run, from packings.

    of_runs([9.8, 10.1, 10.0])      # mean of independent runs (seeds): Student's t
    of_series(power)                # mean of one long run: samples at equal distances, of its steady part alone
    of_median([101, 98, 120])       # median of packings, with the standard error of a bootstrap

Each gives an Estimate: .value, .half (half width of the interval; nan where there is none), .basis (what it rests on, or why there
is none), and .text("W"): "9.97 ± 0.38 W" or "9.97 W (no interval: one run)".

Samples of one run are not independent, and the means of batches are, if a batch is much longer than the correlation time: the interval
is Student's t of at most 16 batches (Flyvbjerg and Petersen 1989). A batch is at least twice as long as the lag M that ends the sum of
correlations tau = 1/2 + r(1) + r(2) + ... + r(M), which is the first lag of 5 tau or more (Sokal 1997, Monte Carlo methods in statistical
mechanics, section 3; for r = exp(-t/T) and T of several steps tau is T). Where a run is shorter than 5 such batches, its correlation
time cannot be known, and there is no interval; so that a short run does not pass because its tau came out small, the tau of the first
correlation alone is asked, too.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..text.values import short, with_error

SHARE = 0.95
WINDOW = 5              # lag at which the sum of correlations ends, over tau
FEWEST_BATCHES, MOST_BATCHES = 5, 16
MOST_DEGREES = 10_000   # the t is then that of the normal law to four digits
RESAMPLES = 4000


@dataclass(frozen=True)
class Estimate:
    value: float
    half: float = math.nan
    basis: str = "one run"

    def __float__(self):
        return float(self.value)

    @property
    def has_interval(self):
        return math.isfinite(self.half)

    @property
    def standard_error(self):
        """Of the normal law with the same interval; nan without one."""
        return self.half / student(MOST_DEGREES)

    def scaled(self, factor):
        return Estimate(self.value * factor, self.half * abs(factor), self.basis)

    def text(self, unit=""):
        """How a number is printed: value ± half width of its 95 % interval."""
        value = with_error(self.value, self.half) if self.has_interval else f"{self.value:.4g}"
        return f"{value} {unit}".rstrip() + ("" if self.has_interval else f" (no interval: {self.basis})")

    def __str__(self):
        return self.text()


@lru_cache(maxsize=None)
def student(degrees):
    """The t that 95 % of Student's law lie below, with both signs. Degrees of freedom may be any number from 1 on."""
    degrees = min(degrees, MOST_DEGREES)
    ends = np.linspace(0, math.pi / 2, 200_001)        # t = sqrt(degrees) tan(angle) has the density cos(angle)^(degrees - 1)
    share = np.cumsum(np.cos((ends[1:] + ends[:-1]) / 2)**(degrees - 1))
    return math.sqrt(degrees) * math.tan(float(np.interp(SHARE, share / share[-1], ends[1:])))


def of_runs(values, what="runs"):
    """Of the mean of independent values, `what` they are. One that has no value (nan) makes the mean one without a value."""
    values = np.array([float(value) for value in values])
    count, mean = len(values), float(np.mean(values))
    if count < 2:
        return Estimate(mean)
    deviation = float(np.std(values, ddof=1))
    if deviation <= 1e-12 * abs(mean):
        return Estimate(mean, basis=f"the same in {count} {what}")
    return Estimate(mean, student(count - 1) * deviation / math.sqrt(count), f"{count} {what}")


def of_series(values):
    """Of the mean of evenly spaced samples of one run, its steady part alone."""
    values = np.asarray(values, float)
    count, mean = len(values), float(np.mean(values))
    if np.ptp(values) <= 1e-12 * abs(mean):
        return Estimate(mean, basis="it does not vary")
    tau, window, first = correlation_time(values)
    if count < FEWEST_BATCHES * (2 * WINDOW * max(tau, first) + 1):
        return Estimate(mean, basis=f"{count} samples are too few for a correlation time of {short(round(max(tau, first), 1))}")
    batches = max(FEWEST_BATCHES - 1, min(MOST_BATCHES, count // (2 * window + 1)))
    means = np.array([np.mean(batch) for batch in np.array_split(values, batches)])
    # tau is found too small more often than too large, and neighboring batches stay a little correlated: 2/batches of the variance more
    error = math.sqrt(np.var(means, ddof=1) / batches * (1 + 2 / batches))
    return Estimate(mean, student(batches - 1) * error, f"{batches} batches of one run")


def correlation_time(values):
    """tau in steps, the lag where its sum ends, and tau by the first correlation alone."""
    count = len(values)
    spectrum = np.abs(np.fft.rfft(values - np.mean(values), 2 * count))**2
    correlation = np.fft.irfft(spectrum)[:count]
    correlation /= correlation[0]
    sums = 0.5 + np.cumsum(correlation[1:])
    window = 1 + int(np.argmax(np.arange(1, count) >= WINDOW * sums))
    tau = max(sums[window - 1], 0.2) * (1 + (2 * window + 1) / count)       # the samples lean to their own mean
    one = correlation[1] + (1 + 4 * correlation[1]) / count
    return float(tau), window, float(0.5 * (1 + one) / (1 - one)) if 0 < one < 1 else count if one >= 1 else 0.5


def of_median(values, what="packings"):
    """Of the median of independent values: t times the standard error of a bootstrap."""
    values = np.asarray(values, float)
    count, median = len(values), float(np.median(values))
    if count < 3:
        return Estimate(median, basis=f"{count} {what}" if count > 1 else "one run")
    drawn = values[np.random.default_rng(1).integers(count, size=(RESAMPLES, count))]
    error = float(np.std(np.median(drawn, axis=1)))
    if error <= 1e-12 * abs(median):
        return Estimate(median, basis=f"the same in {count} {what}")
    return Estimate(median, student(count - 1) * error, f"{count} {what}")
