"""A smooth surface through results that scatter: a Gaussian process.

    surface = Surface(points, values)          # points in the unit cube, a row each
    mean, error = surface.at(other_points)     # error: standard error of the mean, without the scatter of one run
    surface.scatter                            # standard deviation of one run

The covariance is amplitude^2 exp(-sum (x - y)^2/(2 length^2)), with a length for each parameter, about a constant; lengths, amplitude
and scatter have the largest marginal likelihood (Rasmussen and Williams 2006, sections 2.2 and 5.4).
"""

from .messages import need
from .plots import np

need("scipy")
from scipy.linalg import cho_factor, cho_solve  # noqa: E402, after the check
from scipy.optimize import minimize  # noqa: E402

LENGTHS = (0.15, 4.0)       # of the side of the cube
SCATTERS = (0.003, 1.0)     # of the deviation of the values


class Surface:
    def __init__(self, points, values):
        self.points, self.middle, self.unit = np.asarray(points, float), np.mean(values), np.std(values) or 1.0
        self.values = (np.asarray(values, float) - self.middle) / self.unit
        n = self.points.shape[1]
        box = [np.log(LENGTHS)] * n + [np.log((0.3, 10.0)), np.log(SCATTERS)]
        starts = [[np.log(length)] * n + [np.log(1.5), np.log(scatter)] for length in (0.4, 1.2) for scatter in (0.03, 0.2)]
        found = min((minimize(self.misfit, start, method="L-BFGS-B", bounds=box) for start in starts), key=lambda one: one.fun)
        self.misfit(found.x)

    def covariance(self, a, b):
        off = (a[:, None, :] - b[None, :, :]) / self.lengths
        return self.amplitude**2 * np.exp(-0.5 * (off**2).sum(axis=2))

    def misfit(self, logs):
        """-ln of the marginal likelihood; keeps what belongs to these lengths, amplitude and scatter."""
        *lengths, self.amplitude, self.noise = np.exp(logs)
        self.lengths = np.array(lengths)
        self.factor = cho_factor(self.covariance(self.points, self.points) + self.noise**2 * np.eye(len(self.points)), lower=True)
        ones = np.ones(len(self.points))
        self.level = ones @ cho_solve(self.factor, self.values) / (ones @ cho_solve(self.factor, ones))
        self.weights = cho_solve(self.factor, self.values - self.level)
        return 0.5 * (self.values - self.level) @ self.weights + np.log(np.diag(self.factor[0])).sum()

    @property
    def scatter(self):
        return self.noise * self.unit

    def at(self, points):
        near = self.covariance(np.atleast_2d(points), self.points)
        mean = self.level + near @ self.weights
        variance = self.amplitude**2 - (near * cho_solve(self.factor, near.T).T).sum(axis=1)
        return self.middle + self.unit * mean, self.unit * np.sqrt(np.maximum(variance, 0.0))
