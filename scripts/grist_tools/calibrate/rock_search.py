"""The search for bonds: from what is known of all specimens, corrected by the runs of this rock.

    search = Search(rock, RockMap(), {"angle": 30})      # levers that are held
    bonds = search.start()
    search.learn(bonds, rows)                            # a row for each packing: responses, then the share of broken bonds
    bonds = search.best()

A response is the logarithm of a modulus or a strength, or Poisson's ratio. The map gives it over the whole ranges of the levers; what
the runs say beyond that, as means of at least three packings, is a Gaussian process in the variables of the levers, so that it
counts near the tested points and little far from them. The next point is the least misfit of all of them, sought from many starts (scipy); there its slopes
are those of means of packings. All stresses of a specimen are proportional to the strengths and moduli of its bonds together, so the tensile
strength follows from the strengths without a run.
"""

from dataclasses import dataclass

import numpy as np

from ..text.messages import need
from .rock_map import STIFFNESS, least_cohesion, to_value, to_variable

need("scipy")
from scipy.optimize import least_squares  # noqa: E402, after the check
from scipy.stats import qmc  # noqa: E402

TOLERANCE = {"young": 0.05, "strength": 0.05, "poisson": 0.01}      # relative, the last absolute
TOWARDS_CENTER = 0.1    # weight, in tolerances a unit: of all bonds that fit, those in the middle
BROKEN = 0.12           # share of bonds broken at the failure from which on the search turns back: of single packings up to CRUSHED then
BROKEN_STEP = 0.02      # beyond it counts as a tolerance
REACH = 1.0             # of a correction, in variables of levers (a range is 2)
# Standard deviations of the map from a rock: one that is the same everywhere, one that is local; of a test that is not in the map the first is larger.
OFFSET, LOCAL, UNKNOWN = 0.1, 0.2, 0.4
PACKING = 0.06          # standard deviation of a response between packings
SHARES = {"strength": 1.0, "young": 1.0, "poisson": 0.25, "broken": 0.25}       # of these, by kinds of responses
POISSON_ERROR = 0.01    # standard deviation of Poisson's ratio from that of the corrected map
CANDIDATES, STARTS, KNOWN = 2048, 6, 16384
LONGEST, LAST = 0.7, 0.1    # steps from a tested point that cost a tolerance: while runs follow, and the last one, which no run corrects
FRICTION = (1.9, 0.07)  # rise of the triaxial strength by the confining pressure: at no angle of friction, and a degree (examples/strength/map.csv)
DIFFERENCE = 1e-3       # of a variable, for slopes


@dataclass
class Bonds:
    tensile: float          # Pa
    young: float            # Pa
    levers: dict            # those of the model; cohesion over tensile, angle in degrees

    def variables(self):
        return {**self.levers, "cohesion": self.levers["cohesion"] * self.tensile, "tensile": self.tensile, "young": self.young}

    def rounded(self):
        """As they are written: the runs are those of the coefficients to paste, and those of a search that was killed are known again."""
        levers = {name: float(f"{value:.4g}") if value > 1e-6 else 0.0 for name, value in self.levers.items()}
        if levers["cohesion"] < least_cohesion(levers["angle"]):
            levers["cohesion"] = float(f"{1.0006 * least_cohesion(levers['angle']):.4g}")
        return Bonds(float(f"{self.tensile:.4g}"), float(f"{self.young:.4g}"), levers)


def response(target, value):
    """Of moduli and strengths the logarithm."""
    return value if target.kind == "poisson" else np.log(value)


class Search:
    def __init__(self, rock, held, known=None):
        self.rock, self.held = rock, held
        self.model = rock.model
        self.map = known or rock.model.known()
        self.targets = rock.targets
        self.wanted = np.array([response(target, target.value) for target in self.targets])
        self.weights = np.array([1 / TOLERANCE[target.kind] for target in self.targets])
        self.free = [name for name in self.model.levers if name not in held]
        self.points = []            # (bonds, mean responses and share broken, number of packings)

    # ------------------------------------------------------------ responses

    def levers(self, u):
        """Values by name: columns for the rows of u, the variables of the free levers."""
        values = {name: to_value(self.model.levers[name], column) for name, column in zip(self.free, np.atleast_2d(u).T)}
        values.update({name: np.full(len(np.atleast_2d(u)), float(value)) for name, value in self.held.items()})
        values["cohesion"] = np.maximum(values["cohesion"], least_cohesion(values["angle"]))
        return values

    def plain(self, levers, tensile, young):
        """Responses by the map alone, and the share of broken bonds: a row for each point."""
        found = self.map(levers, young / tensile)
        columns = []
        for target in self.targets:
            if target.kind in ("young", "poisson"):
                columns.append(found[target.kind] + (np.log(young) if target.kind == "young" else 0))
                continue
            like = "uniaxial" if target.test in ("uniaxial", "triaxial") else "brazil"
            column = found[like] + np.log(tensile * self.model.like.get(self.rock.jaws if target.test == "brazil" else target.test, 1.0))
            rise = FRICTION[0] + FRICTION[1] * levers["angle"]
            columns.append(np.log(np.exp(column) + rise * target.confining) if target.confining else column)
        return np.column_stack([*columns, found["broken"]])

    def responses(self, levers, tensile, young):
        found = self.plain(levers, tensile, young)
        if self.points:
            places = self.places(levers, young / tensile)
            for k, (weights, offset, local) in enumerate(self.corrections):
                found[:, k] += self.kernel(places, offset, local) @ weights
        return found

    def places(self, levers, stiffness):
        return np.column_stack(np.broadcast_arrays(*(to_variable(self.model.levers[name], levers[name]) for name in self.model.levers),
                                                   to_variable(STIFFNESS, stiffness)))

    def kernel(self, places, offset, local):
        squares = np.sum((places[:, None, :] - self.tested[None, :, :])**2, axis=2)
        return offset**2 + local**2 * np.exp(-squares / (2 * REACH**2))

    def learn(self, bonds, rows):
        """Adds the mean of the packings at a point. A response that fewer than two thirds of the packings have is left out there."""
        rows = np.asarray(rows, float)
        has = np.isfinite(rows).sum(axis=0)
        mean = np.where(3 * has >= 2 * len(rows), np.nansum(rows, axis=0) / np.maximum(has, 1), np.nan)
        self.points.append((bonds, mean, len(rows)))
        levers = {name: np.array([one.levers[name] for one, *_ in self.points]) for name in self.model.levers}
        tensile, young = (np.array([getattr(one, name) for one, *_ in self.points]) for name in ("tensile", "young"))
        plain = self.plain(levers, tensile, young)
        self.tested = self.places(levers, young / tensile)
        packings = np.array([count for *_, count in self.points])
        self.corrections = []
        for k, offset in enumerate([*map(self.offset, self.targets), OFFSET]):
            share = SHARES["broken" if k == len(self.targets) else self.targets[k].kind]
            offset, local = share * offset, share * LOCAL
            residual = np.array([mean[k] for _, mean, _ in self.points]) - plain[:, k]
            noise = np.where(np.isfinite(residual), (share * PACKING)**2 / packings, 1e6)       # nothing is known where there is no result
            matrix = self.kernel(self.tested, offset, local) + np.diag(noise)
            self.corrections.append((np.linalg.solve(matrix, np.nan_to_num(residual)), offset, local))
        return mean

    def offset(self, target):
        is_known = target.test in ("uniaxial", "brazil") and not (target.kind == "strength" and self.rock.hold.get("weibull"))
        return OFFSET if is_known else UNKNOWN

    # ------------------------------------------------------------ the best point

    def scaled(self, u):
        """Levers, tensile strength and modulus with which points of levers fit best: their scale needs no run."""
        levers = self.levers(u)
        count = len(levers["ratio"])
        strengths = [k for k, target in enumerate(self.targets) if target.kind == "strength"]
        young_at = next(k for k, target in enumerate(self.targets) if target.kind == "young")
        tensile, young = np.full(count, 1e7), np.full(count, 3e10)
        for _ in range(3):
            off = self.wanted - self.responses(levers, tensile, young)[:, :-1]
            tensile = tensile * np.exp(off[:, strengths].mean(axis=1))
            young = young * np.exp(off[:, young_at])
        return levers, tensile, young

    def misfits(self, u, near=None, longest=LONGEST):
        """Rows of what is to be small: weighted differences, too many broken bonds, the way from the middle and from `near`."""
        levers, tensile, young = self.scaled(u)
        found = self.responses(levers, tensile, young)
        off = (found[:, :-1] - self.wanted) * self.weights
        broken = np.maximum(0, found[:, -1:] - BROKEN) / BROKEN_STEP
        center = np.array([to_variable(self.model.levers[name], self.model.center[name]) for name in self.free])
        parts = [off, broken, TOWARDS_CENTER * (np.atleast_2d(u) - center)]
        if near is not None:
            parts.append((np.atleast_2d(u) - near) / longest)
        return np.hstack(parts)

    def seek(self, near=None, longest=LONGEST):
        """Variables of the least misfit, from many starts."""
        candidates = self.drawn(CANDIDATES, seed=1)
        if near is not None:
            candidates = np.vstack([near, np.clip(near + 0.6 * longest * candidates, -1, 1)])
        squares = np.sum(self.misfits(candidates, near, longest)**2, axis=1)
        if not self.free:
            return candidates[0]
        found = [least_squares(lambda u: self.misfits(u, near, longest)[0], np.clip(candidates[k], -0.999, 0.999),
                               lambda u: self.slopes(u, near, longest), bounds=(-1, 1), max_nfev=40) for k in np.argsort(squares)[:STARTS]]
        return min(found, key=lambda one: one.cost).x

    def slopes(self, u, near, longest):
        """Of the misfits, by differences to both sides."""
        steps = DIFFERENCE * np.eye(len(u))
        found = self.misfits(np.vstack([u + steps, u - steps]), near, longest)
        return (found[:len(u)] - found[len(u):]).T / (2 * DIFFERENCE)

    def bonds_at(self, u):
        levers, tensile, young = self.scaled(u)
        return Bonds(float(tensile[0]), float(young[0]), {name: float(levers[name][0]) for name in self.model.levers}).rounded()

    def variables(self, bonds):
        return np.array([to_variable(self.model.levers[name], bonds.levers[name]) for name in self.free])

    def start(self):
        return self.bonds_at(self.seek())

    def nearest(self):
        """The tested point with the least misfit, by what all runs say."""
        return min((self.variables(bonds) for bonds, *_ in self.points), key=lambda u: np.sum(self.misfits(u)**2))

    def best(self, is_last=False):
        """The next point: not far from the best one that was tested, and near it where no run follows that corrects it."""
        return self.bonds_at(self.seek(self.nearest(), LAST if is_last else LONGEST))

    def expected(self, bonds):
        """Responses and share broken at a point."""
        return self.responses({name: np.array([value]) for name, value in bonds.levers.items()}, np.array([bonds.tensile]), np.array([bonds.young]))[0]

    # ------------------------------------------------------------ what the data say

    def drawn(self, count, seed):
        return 2 * qmc.Sobol(max(len(self.free), 1), seed=seed).random(count)[:, :len(self.free)] - 1

    def ranges(self, errors):
        """Of each coefficient the middle 90 % of all bonds that fit; `errors`: standard errors of the responses."""
        levers, tensile, young = self.scaled(np.vstack([self.nearest(), self.drawn(KNOWN, seed=2)]))
        found = self.responses(levers, tensile, young)
        spread = np.maximum(errors, 0.5 / self.weights)
        squares = np.sum(((found[:, :-1] - self.wanted) / spread)**2, axis=1) + (np.maximum(0, found[:, -1] - BROKEN) / BROKEN_STEP)**2
        weights = np.exp(-0.5 * (squares - squares.min()))
        ends = {}
        for name, column in {"young": young, "tensile": tensile, **levers}.items():
            order = np.argsort(column)
            share = np.cumsum(weights[order]) / weights.sum()
            ends[name] = tuple(float(column[order][min(np.searchsorted(share, part), len(order) - 1)]) for part in (0.05, 0.95))
        return ends

    def reachable_ratio(self, first, second):
        """Largest ratio of two measured strengths that bonds may have which keep Poisson's ratio and leave most of them whole at the failure: that of
        the map, and two of its standard deviations more."""
        keys = [target.key for target in self.targets]
        best, at = np.nan, np.zeros(len(self.free))
        for part in (1.0, 0.6, 0.4, 0.2, 0.1, 0.05):
            u = np.clip(at + part * self.drawn(CANDIDATES, seed=3), -1, 1)
            found = self.responses(*self.scaled(u))
            fits = found[:, -1] < BROKEN
            if "poisson" in keys:
                off = np.abs(found[:, keys.index("poisson")] - self.rock.target("poisson").value)
                fits &= off < max(0.03, self.rock.target("poisson").scatter, 1.01 * off.min())
            if fits.any():
                ratio = np.where(fits, found[:, keys.index(first)] - found[:, keys.index(second)], -np.inf)
                best, at = float(np.exp(ratio.max())), u[ratio.argmax()]
        return best * float(np.exp(2 * self.model.ratio_error))

    def reachable_poisson(self):
        """Least and largest Poisson's ratio that bonds may have which stay whole in the main, and two standard deviations beyond."""
        found = self.responses(*self.scaled(self.drawn(CANDIDATES, seed=3)))
        column = found[found[:, -1] < max(BROKEN, 1.01 * found[:, -1].min()), [target.key for target in self.targets].index("poisson")]
        return column.min() - 2 * POISSON_ERROR, column.max() + 2 * POISSON_ERROR
