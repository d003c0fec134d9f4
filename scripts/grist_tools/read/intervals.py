"""95 % intervals of numbers: from independent runs, from one long run, from packings.

    of_runs([9.8, 10.1, 10.0])      # mean of independent runs: Student's t
    of_seeds({"1": 9.8, "2": 10.1}) # the same of runs that are known by their seeds
    of_series(power)                # mean of one long run: samples at equal distances, of its steady part alone
    of_history(time, power)         # the same of a whole run: finds its steady part, and says from when
    of_median([101, 98, 120])       # median of packings, with the standard error of a bootstrap
    of_difference(one, other)       # of two of these; by pairs where both have the same seeds
    holm(chances)                   # judges all differences of a page together

Each number is an Estimate: .value, .half (half width of the interval; nan where there is none), .basis (what it rests on, or why there
is none), and .text("W"): "9.97 ± 0.38 W" or "9.97 W (no interval: one run)".

Samples of one run are not independent, and the means of batches are, if a batch is much longer than the correlation time: the interval
is Student's t of at most 16 batches (Flyvbjerg and Petersen 1989). A batch is at least twice as long as the lag M that ends the sum of
correlations tau = 1/2 + r(1) + r(2) + ... + r(M), which is the first lag of 5 tau or more (Sokal 1997, Monte Carlo methods in statistical
mechanics, section 3; for r = exp(-t/T) and T of several steps tau is T). Where a run is shorter than 5 such batches, its correlation
time cannot be known, and there is no interval; so that a short run does not pass because its tau came out small, the tau of the first
correlation alone is asked, too.

Where a run becomes steady is found by the marginal standard error rule (White 1997), MSER-5: of means of 5 samples each, those that are left
after the first d have the variance of their mean s^2/(n - d), as if they were independent, and the start is the d of the smallest. A start
in the second half of the run means that it has no steady part. By chance the smallest is often somewhere in a run that is steady throughout,
where the samples scatter less than elsewhere, and intervals become too narrow; so the start is the first d whose variance is at most a tenth
larger.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..text.values import short, with_error

SHARE = 0.95
WINDOW = 5              # lag at which the sum of correlations ends, over tau
FEWEST_BATCHES, MOST_BATCHES = 5, 16
OF_RULE = 5             # samples in a mean of the rule for the start of the steady part
FEWEST_OF_RULE = 10     # such means
ABOVE = 1.1             # times the smallest variance
FAINT = 1e-6            # of the range of the values: scatter that every series is given, so that rounding does not choose among variances of zero
EVEN = 0.25             # samples whose distances differ by less than this share are evenly spaced; files round times
RESAMPLES = 4000


@dataclass(frozen=True)
class Estimate:
    value: float
    half: float = math.nan
    basis: str = "one run"
    degrees: float = math.nan       # of freedom, of the Student's t in `half`; nan: not known

    def __float__(self):
        return float(self.value)

    @property
    def has_interval(self):
        return math.isfinite(self.half)

    @property
    def standard_error(self):
        """nan without an interval, and where the degrees of freedom are not known."""
        return self.half / student(self.degrees) if math.isfinite(self.half + self.degrees) else math.nan

    def scaled(self, factor):
        return Estimate(self.value * factor, self.half * abs(factor), self.basis, self.degrees)

    def text(self, unit=""):
        """How a number is printed: value ± half width of its 95 % interval."""
        value = with_error(self.value, self.half) if self.has_interval else f"{self.value:.4g}"
        return f"{value} {unit}".rstrip() + ("" if self.has_interval else f" (no interval: {self.basis})")

    def __str__(self):
        return self.text()


@dataclass(frozen=True)
class MeanOfSeeds(Estimate):
    values: tuple = ()              # (seed, value) of each run

    @property
    def by_seed(self):
        return dict(self.values)


@lru_cache(maxsize=None)
def student(degrees):
    """The t that 95 % of Student's law lie below, with both signs. Degrees of freedom may be any number from 1 on."""
    low, high = 0.0, 20.0
    while high - low > 1e-9:
        low, high = ((low + high) / 2, high) if student_beyond((low + high) / 2, degrees) > 1 - SHARE else (low, (low + high) / 2)
    return low


def student_beyond(t, degrees):
    """The share of Student's law that is farther from 0 than t: the incomplete beta function I_x(degrees/2, 1/2), x = degrees/(degrees + t^2)."""
    x = degrees / (degrees + t * t)
    if x < (degrees + 2) / (degrees + 5):
        return beta_share(x, degrees / 2, 0.5)
    return 1 - beta_share(1 - x, 0.5, degrees / 2)


def beta_share(x, a, b):
    """I_x(a, b) by its continued fraction (Numerical Recipes, section 6.4), which converges for x < (a + 1)/(a + b + 2)."""
    if x <= 0:
        return 0.0
    upper, lower = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value, term, k = lower, 0.0, 0
    while abs(term - 1) > 1e-13 and k < 10_000:
        k += 1
        for part in (k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k)), -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1))):
            upper, lower = 1 + part / upper, 1 / (1 + part * lower)
            term = upper * lower
            value *= term
    return math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) * value / a


def of_runs(values, what="runs", size=0.0):
    """Of the mean of independent values, `what` they are. One that has no value (nan) makes the mean one without a value. `size`: of what the
    values were made of, whose rounding is no scatter."""
    values = np.array([float(value) for value in values])
    count, mean = len(values), float(np.mean(values))
    if count < 2:
        return Estimate(mean)
    deviation = float(np.std(values, ddof=1))
    if deviation <= 1e-12 * max(abs(mean), size):
        return Estimate(mean, basis=f"the same in {count} {what}")
    return Estimate(mean, student(count - 1) * deviation / math.sqrt(count), f"{count} {what}", count - 1)


def of_seeds(values, what="seeds"):
    """Of the mean of independent runs, {seed: value}; `what` the seeds are."""
    found = of_runs(values.values(), what)
    return MeanOfSeeds(found.value, found.half, found.basis, found.degrees, tuple(values.items()))


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
    return Estimate(mean, student(batches - 1) * error, f"{batches} batches of one run", batches - 1)


def of_history(times, values):
    """Of the mean of the steady part of a run, and the time from which on it is steady; None if no part is."""
    times, values = (np.asarray(column, float) for column in (times, values))
    is_new = np.concatenate([[True], np.diff(times) != 0])      # LAMMPS writes the last step of a run again as the first of the next
    times, values = times[is_new], values[is_new]
    part = longest_even_part(times)
    times, values = times[part], values[part]
    if not np.isfinite(values).all():
        return Estimate(math.nan, basis="it has values that are not numbers"), None
    start = steady_start(values)
    if start is None:
        return Estimate(math.nan, basis="no steady part"), None
    return of_series(values[start:]), float(times[start])


def longest_even_part(times):
    """The longest stretch of samples at equal distances, as a slice. LAMMPS writes the last step of a run, too, wherever it is."""
    if len(times) < 3:
        return slice(0, len(times))
    gaps = np.diff(times)
    is_even = (gaps[1:] > 0) & (np.abs(np.diff(gaps)) <= EVEN * gaps[1:])
    ends = np.flatnonzero(np.diff(np.concatenate([[False], is_even, [False]]).astype(int)))
    if not len(ends):
        return slice(0, 2)
    first, last = max(zip(ends[::2], ends[1::2]), key=lambda stretch: stretch[1] - stretch[0])
    return slice(int(first), int(last) + 2)


def steady_start(values):
    """Number of the first sample of the steady part; None if there is none."""
    count = len(values) // OF_RULE
    if count < FEWEST_OF_RULE or np.ptp(values) == 0:
        return 0
    odd = len(values) - OF_RULE * count
    means = np.mean(np.reshape(values[odd:], (count, OF_RULE)), axis=1)
    left, backwards = np.arange(1, count + 1), means[::-1] - np.mean(means)
    squares = np.maximum(np.cumsum(backwards**2) - np.cumsum(backwards)**2 / left, 0) + left * (FAINT * np.ptp(values))**2
    variances = (squares / left**2)[::-1][:count // 2 + 1]         # of the mean of those that are left after the first d
    smallest = int(np.argmin(variances))
    if smallest == count // 2:
        return None
    start = int(np.argmax(variances <= ABOVE * variances[smallest]))
    return odd + OF_RULE * start if start else 0


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
    return Estimate(median, student(count - 1) * error, f"{count} {what}", count - 1)


# ---------------------------------------------------------------- differences


def of_difference(one, other):
    """one - other, and the chance that two of the same mean differ by as much. Of runs with the same seeds by pairs; else of independent
    estimates, with Welch's interval. Both have nan where an interval or its degrees of freedom are missing."""
    if are_pairs(one, other):
        pairs = [value - other.by_seed[seed] for seed, value in one.values]
        found = of_runs(pairs, "pairs", max(abs(one.value), abs(other.value)))
        return found, chance_beyond(found, abs(found.value))
    value, errors = one.value - other.value, (one.standard_error, other.standard_error)
    error = math.hypot(*errors)
    if not error > 0:
        return Estimate(value, basis="no interval of one of them"), math.nan
    degrees = error**4 / sum(part**4 / estimate.degrees for part, estimate in zip(errors, (one, other)))
    found = Estimate(value, student(degrees) * error, "independent", degrees)
    return found, chance_beyond(found, abs(value))


def are_pairs(one, other):
    """Whether both are means over the same seeds, two or more."""
    return all(isinstance(side, MeanOfSeeds) for side in (one, other)) and len(one.values) > 1 and one.by_seed.keys() == other.by_seed.keys()


def chance_beyond(estimate, distance):
    """The chance that an estimate is off by this distance or more, to either side; nan where its error is not known."""
    error = estimate.standard_error
    return student_beyond(distance / error, estimate.degrees) if error > 0 else math.nan


def holm(chances):
    """Of the chances of all differences of a page (Holm 1979) what to compare with 1 - SHARE: then a page on which no mean differs claims a
    difference with this chance at most."""
    found, largest = [0.0] * len(chances), 0.0
    for count, k in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        largest = found[k] = max(largest, min((len(chances) - count) * chances[k], 1.0))
    return found
