"""Strengths and fineness of particles by the model of Tavares (doc/breakage_models.md), fitted to tests of single particles.

Fracture energies are log-normal, truncated, and depend on the size:

    P(E) = Phi(ln(E*/E50)/sigma),   E* = E/(1 - E/(ratio E50)),   E50 = E_inf (1 + (d0/d)^phi)

A particle that broke had a fracture energy below that of its hit, one that did not had a larger one, so the likelihood of a class of n
particles of which k broke is P^k (1 - P)^(n-k).
"""

from dataclasses import dataclass
from functools import partial

from ..draw.plots import np
from ..text.messages import need
from .bands import Best

need("scipy")
from scipy.special import log_ndtr, ndtr, ndtri  # noqa: E402, after the check
from scipy.stats import f as f_law  # noqa: E402

ALMOST_ONE = 1e-12      # of 1 - E/Emax: what is stronger than the strongest has a likelihood of nearly 0


@dataclass
class Strength:
    """Parameters of the model of Tavares. `inverse_ratio` is E50/Emax, 0 without truncation."""

    energy: float
    size: float = 0.0
    exponent: float = 1.0
    deviation: float = 0.0
    inverse_ratio: float = 0.0

    def median(self, size):
        return self.energy * (1 + (self.size / size) ** self.exponent)

    def score(self, energy, size):
        """ln(E*/E50)/sigma, of which the normal law gives the share that breaks."""
        relative = energy / self.median(size)
        return np.log(relative / np.maximum(1 - relative * self.inverse_ratio, ALMOST_ONE)) / self.deviation

    def broken_share(self, energy, size):
        return ndtr(self.score(energy, size))

    def median_of_broken(self, energy, size):
        """E50b: half of the particles that a hit breaks are weaker."""
        half = np.maximum(self.broken_share(energy, size) / 2, 1e-299)
        return self.median(size) / (np.exp(-self.deviation * ndtri(half)) + self.inverse_ratio)


class StrengthFit:
    """The likeliest strengths, without truncation where they are nearly as likely without it; bands always allow for truncation.

    The parameters of the search are logarithms of the median at the middle size and of sigma, E50/Emax, and the logarithms of d0 from two
    sizes on and of phi from three.
    """

    def __init__(self, classes):
        self.classes, self.middle = classes, float(np.exp(np.average(np.log(classes.size), weights=classes.number)))
        self.groups = classes.groups()
        self.sizes = len(self.groups)
        guess = np.average(np.log(classes.energy), weights=classes.number)
        least, most = np.log(classes.energy.min()), np.log(classes.energy.max())
        low, high = [least - 3, np.log(0.02), 0.0], [most + 3, np.log(3.0), 0.95]
        starts = [[guess, np.log(sigma), part] for sigma in (0.3, 0.8) for part in (0.02, 0.3)]
        if self.sizes > 1:
            low.append(np.log(classes.size.min() / 300))
            high.append(np.log(classes.size.max() * 300))
            starts = [start + [np.log(self.middle * share)] for start in starts for share in (0.2, 2.0)]
        if self.sizes > 2:
            low, high = low + [np.log(0.2)], high + [np.log(5.0)]
            starts = [start + [np.log(phi)] for start in starts for phi in (0.7, 1.8)]
        self.best = Best(self.deviance, low, high, starts)
        high[2] = 1e-9
        plain = Best(self.deviance, low, high, starts)
        self.shows_end = plain.least - self.best.least > self.best.limit
        self.likeliest = self.best.x if self.shows_end else plain.x
        self.found = self.strength(self.likeliest)

    def strength(self, x):
        size = np.exp(x[3]) if self.sizes > 1 else 0.0
        exponent = np.exp(x[4]) if self.sizes > 2 else 1.0
        energy = np.exp(x[0]) / (1 + (size / self.middle) ** exponent)
        return Strength(energy, size, exponent, np.exp(x[1]), x[2])

    def deviance(self, x):
        score = self.strength(x).score(self.classes.energy, self.classes.size)
        return -2 * float(self.classes.broken @ log_ndtr(score) + (self.classes.number - self.classes.broken) @ log_ndtr(-score))

    def bands(self):
        """{name of the fix's keyword: band}; infinite where the data give no limit."""
        found = {"deviation": self.limits(1), "strongest": self.ratio_band()}
        if self.sizes > 1:
            found["size"] = self.limits(3)
            low, high = self.best.band(lambda x: np.log(self.strength(x).energy))
            found["energy"] = (0.0 if found["size"][1] == np.inf else np.exp(low), np.exp(high))
        else:
            found["energy"] = self.limits(0)
        if self.sizes > 2:
            found["exponent"] = self.limits(4)
        return found

    def limits(self, index):
        low, high = self.best.band(lambda x: x[index])
        open_low, open_high = self.best.at_box(index, low, high)
        return 0.0 if open_low else float(np.exp(low)), np.inf if open_high else float(np.exp(high))

    def ratio_band(self):
        low, high = self.best.band(lambda x: x[2])
        return 1 / max(high, 1e-9), np.inf if low < 1e-3 else 1 / low

    def log_median(self, x, size):
        """Of the fracture energies themselves, which is E50/(1 + 1/ratio)."""
        strength = self.strength(x)
        return np.log(strength.median(size) / (1 + strength.inverse_ratio))

    def medians(self):
        """(size, median fracture energy, its band) of each group of sizes."""
        return [(size, float(np.exp(self.log_median(self.likeliest, size))), tuple(np.exp(self.best.band(partial(self.log_median, size=size)))))
                for size, _ in self.groups]


@dataclass
class FinenessFit:
    """t10 = A (1 - exp(-b x)) by least squares; x: E/E50b, or d/reference E in J/kg. The limit of bands is that of Fisher's law."""

    x: np.ndarray
    t10: np.ndarray
    weight: np.ndarray

    def __post_init__(self):
        highest = self.x.max()
        low, high = [np.log(0.02), np.log(1e-3 / highest)], [0.0, np.log(50 / self.x.min())]
        starts = [[np.log(start), np.log(rate / highest)] for start in (0.3, 0.9) for rate in (0.3, 2.0)]
        free = len(self.x) - 2
        least = Best(self.squares, low, high, starts).least
        scale = free / max(least, 1e-12)
        self.best = Best(lambda x: scale * self.squares(x), low, high, starts, limit=float(f_law.ppf(0.95, 1, free)))
        self.A, self.b = np.exp(self.best.x)
        self.error = float(np.sqrt(least / free))       # of a class of weight 1

    def squares(self, logs):
        return float(self.weight @ (self.t10 + np.exp(logs[0]) * np.expm1(-np.exp(logs[1]) * self.x))**2)

    def bands(self):
        """Of A, b and A b."""
        return {name: tuple(np.exp(self.best.band(function))) for name, function in
                (("A", lambda x: x[0]), ("b", lambda x: x[1]), ("A b", lambda x: x[0] + x[1]))}
