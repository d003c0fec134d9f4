"""The best parameters of a model and their bands, from a deviance: -2 ln(likelihood), or squares over their variance.

    best = Best(deviance, low, high, starts)       # box of the parameters, points from which the least is sought
    best.x, best.least
    low, high = best.band(lambda x: x[0])          # 95 % band of any function of the parameters

The band of a function is that of its profile likelihood: all values that it has where the deviance is at most LIMIT above the least
one (Wilks 1938; Pawitan 2001, section 3.4). Its ends are sought with the limit as a constraint. Where the data give a
parameter no limit, its band ends at the box; `at_box` says so.
"""

import warnings

from ..draw.plots import np
from ..text.messages import need

need("scipy")
from scipy.optimize import minimize  # noqa: E402, after the check

LIMIT = 4.3         # 95 % in synthetic tests of 600 particles and five parameters; 3.84, chi square, with very many particles
NEAR = 0.01         # of the width of the box: so near to its side the band is open


class Best:
    def __init__(self, deviance, low, high, starts, limit=LIMIT):
        self.deviance, self.limit = deviance, limit
        self.low, self.high = np.array(low, float), np.array(high, float)
        self.box = list(zip(self.low, self.high))
        found = [minimize(deviance, self.inside(start), method="L-BFGS-B", bounds=self.box) for start in starts]
        found = [minimize(lambda x: deviance(self.inside(x)), one.x, method="Nelder-Mead", options={"xatol": 1e-5, "fatol": 1e-5, "maxiter": 2000})
                 for one in sorted(found, key=lambda one: one.fun)[:2]]
        best = min(found, key=lambda one: one.fun)
        self.x, self.least = self.inside(best.x), float(best.fun)
        self.covariance = self.curvature()
        self.ends = [self.x]        # points at the ends of bands, from which others are sought

    def inside(self, x):
        return np.clip(x, self.low, self.high)

    def curvature(self):
        """Covariance of the parameters as if the deviance were quadratic; directions that it does not know are as wide as the box."""
        n, step = len(self.x), 1e-3 * (self.high - self.low)
        middle = np.clip(self.x, self.low + step, self.high - step)
        hessian = np.empty((n, n))
        moves = np.diag(step)
        for i in range(n):
            for j in range(n):
                hessian[i, j] = sum(sign * self.deviance(middle + move) for sign, move in (
                    (1, moves[i] + moves[j]), (-1, moves[i] - moves[j]), (-1, moves[j] - moves[i]), (1, -moves[i] - moves[j]))) / (4 * step[i] * step[j])
        width = self.high - self.low
        values, vectors = np.linalg.eigh(hessian / 2 * np.outer(width, width))
        return np.outer(width, width) * ((vectors / np.maximum(values, 1.0)) @ vectors.T)

    def slopes(self, function, x):
        step = 1e-4 * (self.high - self.low)
        sides = [(self.inside(x + move), self.inside(x - move)) for move in np.diag(step)]
        return np.array([(function(a) - function(b)) / np.abs(a - b).sum() for a, b in sides])

    def error(self, function):
        """Standard error of a function of the parameters, by its slopes."""
        slopes = self.slopes(function, self.x)
        return float(np.sqrt(slopes @ self.covariance @ slopes))

    def end(self, function, sign):
        """The point of the largest (sign 1) or least (-1) value of the function within the limit."""
        slopes = self.slopes(function, self.x)
        move = sign * self.covariance @ slopes * np.sqrt(self.limit / max(slopes @ self.covariance @ slopes, 1e-300))
        starts = [self.inside(self.x + share * move) for share in (1.0, 0.4)]
        starts.append(max(self.ends, key=lambda x: sign * function(x)))
        best = starts[-1]
        within = {"type": "ineq", "fun": lambda x: self.limit - (self.deviance(x) - self.least)}
        for start in starts:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)      # of steps that leave the box
                found = minimize(lambda x: -sign * function(x), start, method="SLSQP", bounds=self.box, constraints=[within],
                                 options={"maxiter": 100, "ftol": 1e-6}).x
            found = self.inside(found)
            if self.deviance(found) - self.least < 1.01 * self.limit and sign * function(found) > sign * function(best):
                best = found
        self.ends.append(best)
        return best

    def band(self, function):
        return tuple(float(function(self.end(function, sign))) for sign in (-1, 1))

    def at_box(self, index, low, high):
        """Whether the ends of the band of a parameter lie at the box: there the data give no limit."""
        margin = NEAR * (self.high - self.low)[index]
        return low < self.low[index] + margin, high > self.high[index] - margin
