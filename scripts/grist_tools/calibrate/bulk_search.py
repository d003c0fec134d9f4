"""Which parameters of a bulk material match what was measured: Sobol points, surfaces through their results, and a posterior.

    search = Search(bulk, measure, budget).run()       # measure([(point, seed), ...]): {name: value} of each point of the unit cube
    search.middle, search.region, search.widest()

With four parameters a grid is too coarse, and points that gather where the posterior is take its place (Cloud).

A surface is a Gaussian process, which smooths results that scatter:

    surface = Surface(points, values)          # points in the unit cube, a row each
    mean, error = surface.at(other_points)     # error: standard error of the mean, without the scatter of one run
    surface.scatter                            # standard deviation of one run

The covariance is amplitude^2 exp(-sum (x - y)^2/(2 length^2)), with a length for each parameter, about a constant; lengths, amplitude
and scatter have the largest marginal likelihood (Rasmussen and Williams 2006, sections 2.2 and 5.4).
"""

from dataclasses import dataclass, field

from ..draw.plots import np
from ..text.messages import fail, need

need("scipy")
from scipy.linalg import cho_factor, cho_solve  # noqa: E402, after the check
from scipy.optimize import minimize  # noqa: E402
from scipy.spatial.distance import cdist  # noqa: E402
from scipy.stats import qmc  # noqa: E402

BUDGET = 32                 # runs of each input
ADDED = 8                   # runs of each input, at most, where the surfaces match
FEWEST = 6                  # results
CERTAIN = 0.35              # errors of the surfaces over those of the measurement: then no more runs are added
REGION = 0.95
LENGTHS = (0.15, 4.0)       # of the side of the cube
SCATTERS = (0.003, 1.0)     # of the deviation of the values
CELLS = {1: 400, 2: 80, 3: 28}          # of the grid, along each parameter

EVEN, GATHERED, CENTERS = 12, 3, 150     # points of a cloud: 2^EVEN evenly and as many near the posterior, found in so many rounds about so many of them
TOWARDS_MEAN = 0.05         # weight of the distance from the mean of the posterior, in deviations, beside that from the measured values, in errors
NEAR_EDGE = 0.02            # of the side of the cube


@dataclass
class Found:
    """Results at points of the unit cube: {name: [(point, value)]}."""

    results: dict = field(default_factory=dict)

    def add(self, point, values):
        for name, value in values.items():
            self.results.setdefault(name, []).append((np.asarray(point, float), float(value)))

    def surface(self, name, trend=False, least=0.0):
        points, values = zip(*self.results[name])
        return Surface(np.array(points), np.array(values), trend, least)


class Search:
    """`measure(point, seed)` gives {name: value} of one set of parameters; a name may be missing where a run failed."""

    TREND = False           # of the surfaces

    def __init__(self, bulk, measure, budget=BUDGET):
        self.bulk, self.measure, self.found = bulk, measure, Found()
        added = self.most_added(budget)
        self.sobol = qmc.Sobol(len(bulk.names), seed=7).random_base2(6)[:budget - added]
        self.place_points()
        self.first = [(point, seed) for seed, point in enumerate(self.sobol, 1)]
        self.last = added

    @staticmethod
    def most_added(budget):
        return min(ADDED, budget // 4)

    def place_points(self):
        cells = CELLS[len(self.bulk.names)]
        self.axis = (np.arange(cells) + 0.5) / cells
        self.grid = np.stack(np.meshgrid(*[self.axis] * len(self.bulk.names), indexing="ij"), axis=-1).reshape(-1, len(self.bulk.names))
        self.volumes = np.full(len(self.grid), 1 / len(self.grid))

    def run(self):
        for (point, _), values in zip(self.first, self.measure(self.first)):
            self.found.add(point, values)
        fewest = min((len(self.found.results.get(name, ())) for name in self.bulk.measured))
        if fewest < FEWEST:
            fail(f"only {fewest} of {len(self.first)} runs have a result: look at their log.lammps")
        self.added = 0
        for seed in range(len(self.first) + 1, len(self.first) + self.last + 1):
            self.update()
            uncertain = np.sqrt(sum((error / self.error(name))**2 for name, (_, error) in self.at_grid.items()))
            match = np.exp(0.5 * (self.log_posterior - self.log_posterior.max()))
            if (uncertain * (self.log_posterior > self.log_posterior.max() + np.log(1e-3))).max() < CERTAIN:
                break           # the surfaces are more certain than the measurement wherever they match
            point = self.grid[(match * uncertain).argmax()]
            self.found.add(point, self.measure([(point, seed)])[0])
            self.added += 1
        self.update()
        return self

    def error(self, name):
        """Of the measured value, or that of one run if it was measured without its scatter."""
        return self.bulk.measured[name].scatter or self.surfaces[name].scatter

    def update(self):
        self.surfaces = {name: self.found.surface(name, self.TREND, self.bulk.scatters.get(name, 0.0)) for name in self.bulk.measured}
        self.weigh()

    def weigh(self):
        self.at_grid = {name: surface.at(self.grid) for name, surface in self.surfaces.items()}
        self.log_posterior = self.log_likelihood(self.at_grid)
        self.posterior = np.exp(self.log_posterior - self.log_posterior.max()) * self.volumes
        self.posterior /= self.posterior.sum()

    def log_likelihood(self, values):
        """Of means and errors of the surfaces, by name."""
        logs = 0.0
        for name, (mean, error) in values.items():
            variance = self.error(name)**2 + error**2
            logs = logs - 0.5 * (mean - self.bulk.measured[name].value)**2 / variance - 0.5 * np.log(variance)
        return logs

    # ------------------------------------------------------------ the answer

    @property
    def region(self):
        """Which points of the grid are in the region of 95 %."""
        order = np.argsort(-self.log_posterior)
        inside = np.zeros(len(order), bool)
        inside[order[:1 + np.searchsorted(self.posterior[order].cumsum(), REGION)]] = True
        return inside

    @property
    def share(self):
        """Of the searched ranges that the region is."""
        return float(self.volumes[self.region].sum() / self.volumes.sum())

    def holds(self, point):
        """Whether a point of the unit cube is in the region."""
        logs = self.log_likelihood({name: surface.at([point]) for name, surface in self.surfaces.items()})
        return bool(logs[0] >= self.log_posterior[self.region].min())

    @property
    def middle(self):
        """The mean of the posterior if it lies in the dense half of the region, or its likeliest point."""
        mean = self.posterior @ self.grid
        nearest = np.abs(self.grid - mean).sum(axis=1).argmin()
        return mean if self.log_posterior[nearest] > self.log_posterior.max() - np.log(2) else self.grid[self.log_posterior.argmax()]

    def drawn(self, number):
        """So many sets, at random from the posterior."""
        return self.grid[np.random.default_rng(1).choice(len(self.grid), number, p=self.posterior)]

    @property
    def deviations(self):
        return np.sqrt(self.posterior @ (self.grid - self.posterior @ self.grid)**2)

    def widest(self):
        """The direction in which the posterior is widest, and its deviation there over that of the flat prior."""
        off = self.grid - self.posterior @ self.grid
        values, vectors = np.linalg.eigh((off * self.posterior[:, None]).T @ off)
        return vectors[:, -1], float(np.sqrt(values[-1] * 12))

    def ends(self, direction):
        """The farthest points of the region along a direction."""
        inside = self.grid[self.region]
        along = inside @ direction
        return inside[along.argmin()], inside[along.argmax()]

    def misfit(self):
        """{name: (least distance of the surface from the measured value over its error, the range that the surface has)}."""
        return {name: (float((np.abs(mean - self.bulk.measured[name].value) / np.hypot(self.error(name), error)).min()), (mean.min(), mean.max()))
                for name, (mean, error) in self.at_grid.items()}


class Cloud(Search):
    """The search with points that are drawn again near the posterior, each with the volume that it stands for, in place of a grid."""

    TREND = True

    @staticmethod
    def most_added(budget):
        return budget * 2 // 5          # the even ones are far apart

    def place_points(self):
        self.axis = np.array([NEAR_EDGE, 1 - NEAR_EDGE])
        self.even = qmc.Sobol(len(self.bulk.names), seed=11).random_base2(EVEN)
        self.grid, self.volumes = self.even, np.full(len(self.even), 1 / len(self.even))

    @property
    def middle(self):
        """Of the sets that match the measured values best, that nearest to the mean of the posterior: the mean itself lies beside a region that is bent."""
        off = sum(((mean - self.bulk.measured[name].value) / self.error(name))**2 for name, (mean, _) in self.at_grid.items())
        away = (((self.grid - self.posterior @ self.grid) / self.deviations)**2).sum(axis=1)
        return self.grid[(off + TOWARDS_MEAN * away).argmin()]

    def weigh(self):
        random, n = np.random.default_rng(3), len(self.bulk.names)
        self.grid, self.volumes = self.even, np.full(len(self.even), 1 / len(self.even))
        super().weigh()
        for _ in range(GATHERED):
            centers = self.grid[random.choice(len(self.grid), CENTERS, p=self.posterior)]
            spread = np.cov(centers.T) * 0.3 + 1e-6 * np.eye(n)
            drawn = centers[random.integers(CENTERS, size=len(self.even))] + random.multivariate_normal(np.zeros(n), spread, len(self.even))
            self.grid = np.concatenate([self.even, drawn[((drawn > 0) & (drawn < 1)).all(axis=1)]])
            whitened = np.linalg.inv(np.linalg.cholesky(spread))
            density = np.exp(-0.5 * cdist(self.grid @ whitened.T, centers @ whitened.T, "sqeuclidean")).mean(axis=1) / np.sqrt(np.linalg.det(2 * np.pi * spread))
            self.volumes = 1 / (len(self.even) * (1 + density))
            super().weigh()


class Surface:
    """`trend`: a linear function of the parameters in place of the constant, with errors that are not less than those of points left out. `least`:
    scatter of one run at least, where it is known."""

    def __init__(self, points, values, trend=False, least=0.0):
        self.points, self.middle, self.unit = np.asarray(points, float), np.mean(values), np.std(values) or 1.0
        self.values = (np.asarray(values, float) - self.middle) / self.unit
        self.trend, self.wider = trend, 1.0
        self.basis = self.basis_at(self.points)
        n = self.points.shape[1]
        box = [np.log(LENGTHS)] * n + [np.log((0.03 if trend else 0.3, 10.0)), np.log((max(SCATTERS[0], least / self.unit), SCATTERS[1] + least / self.unit))]
        starts = [[np.log(length)] * n + [np.log(0.5 if trend else 1.5), np.log(scatter)] for length in (0.4, 1.2) for scatter in (0.03, 0.2)]
        found = min((minimize(self.misfit, start, method="L-BFGS-B", bounds=box) for start in starts), key=lambda one: one.fun)
        self.misfit(found.x)
        if trend:
            self.wider = max(1.0, float(np.sqrt((self.left_out()**2).mean())))

    def basis_at(self, points):
        ones = np.ones((len(points), 1))
        return np.hstack([ones, points]) if self.trend else ones

    def covariance(self, a, b):
        off = (a[:, None, :] - b[None, :, :]) / self.lengths
        return self.amplitude**2 * np.exp(-0.5 * (off**2).sum(axis=2))

    def misfit(self, logs):
        """-ln of the marginal likelihood; keeps what belongs to these lengths, amplitude and scatter."""
        *lengths, self.amplitude, self.noise = np.exp(logs)
        self.lengths = np.array(lengths)
        self.factor = cho_factor(self.covariance(self.points, self.points) + self.noise**2 * np.eye(len(self.points)), lower=True)
        of_basis = cho_solve(self.factor, self.basis)
        self.normal = self.basis.T @ of_basis
        self.level = np.linalg.solve(self.normal, of_basis.T @ self.values)
        self.weights = cho_solve(self.factor, self.values - self.basis @ self.level)
        found = 0.5 * (self.values - self.basis @ self.level) @ self.weights + np.log(np.diag(self.factor[0])).sum()
        return found + (0.5 * np.linalg.slogdet(self.normal)[1] if self.trend else 0.0)      # as the slopes are not known either

    def left_out(self):
        """Of each point, what the others say of it less its value, over the error of that."""
        inverse = cho_solve(self.factor, np.eye(len(self.points)))
        of_basis = inverse @ self.basis
        inverse = inverse - of_basis @ np.linalg.solve(self.normal, of_basis.T)
        return self.weights / np.sqrt(np.diag(inverse))

    @property
    def scatter(self):
        return self.noise * self.unit * self.wider

    def at(self, points):
        points = np.atleast_2d(points)
        near, basis = self.covariance(points, self.points), self.basis_at(points)
        solved = cho_solve(self.factor, near.T)
        mean = basis @ self.level + near @ self.weights
        variance = self.amplitude**2 - (near * solved.T).sum(axis=1)
        if self.trend:
            rest = basis.T - self.basis.T @ solved
            variance = variance + (rest * np.linalg.solve(self.normal, rest)).sum(axis=0)
        return self.middle + self.unit * mean, self.unit * self.wider * np.sqrt(np.maximum(variance, 0.0))
