"""Gauss-Newton search in few variables for a model that is expensive and scatters by seed.

    search = Search(model, wanted, weights, low, high, steps, known)
    search.run(start, seeds, budget, last_seeds)
    search.x, search.y, search.jacobian, search.at_limit()

`model(x, seeds)` gives the responses at a point, a row for each seed; a response without a result is nan. The variables x are scaled
so that a change by 1 is large, logarithms as a rule. Differences for the Jacobian use the first seed alone, at the start and at the
changed point, so that its scatter cancels. Columns that are known exactly (`known`: index of the variable -> column) need no run.
After each step the columns that were searched are corrected by what the step has changed (Broyden 1965).
"""

import numpy as np

LARGEST_STEP = 1.0      # of a variable
LAST_STEP = 0.15        # of a variable in the step that no run tests
NEAR = 0.3              # distance of points at which the last step trusts them half as much
DAMPING = 1.0           # of Levenberg, against the weighted residuals: a variable that changes no response by more than its tolerance stays


def bounded_step(jacobian, residual, damping, low, high):
    """The step d, between low and high, with the least |jacobian d - residual|^2 + |damping d|^2: variables that would leave their
    limits are held there, one after the other."""
    count = len(low)
    step, free = np.zeros(count), np.ones(count, bool)
    while free.any():
        matrix = np.vstack([jacobian[:, free], damping * np.eye(count)[free][:, free]])
        right = np.concatenate([residual - jacobian[:, ~free] @ step[~free], np.zeros(free.sum())])
        step[free] = np.linalg.lstsq(matrix, right, rcond=None)[0]
        beyond = np.maximum(low - step, step - high)
        beyond[~free] = -np.inf
        worst = int(np.argmax(beyond))
        if beyond[worst] <= 0:
            break
        step[worst] = np.clip(step[worst], low[worst], high[worst])
        free[worst] = False
    return step


class Search:
    def __init__(self, model, wanted, weights, low, high, steps, known):
        self.model, self.known = model, known
        self.wanted, self.weights, self.low, self.high, self.steps = (np.asarray(values, float) for values in (wanted, weights, low, high, steps))
        self.history = []           # (x, responses: a row for each seed)
        self.points = []            # (x, mean responses) of those that were tested with all seeds

    def run(self, start, seeds, budget, last_seeds=()):
        """`budget`: how often the model may run. Fewer seeds are used where it would not suffice for two steps with all. All points have
        the same seeds, so that their scatter does not disturb the slopes; `last_seeds`: others for the last point, so that the result
        does not depend on a few."""
        searched = [k for k in range(len(start)) if k not in self.known]
        seeds = seeds[:max(1, min(len(seeds), (budget - len(searched)) // 3))]
        self.x = np.clip(np.asarray(start, float), self.low, self.high)
        rows = self.evaluate(self.x, seeds)
        budget -= len(seeds)
        self.jacobian = np.zeros((len(self.wanted), len(self.x)))
        for k, column in self.known.items():
            self.jacobian[:, k] = column
        if budget >= len(searched) + 1:
            self.differences(searched, rows[0], seeds[:1])
            budget -= len(searched)
        last_seeds = list(last_seeds)[:len(seeds)]
        while budget >= len(seeds) + len(last_seeds) and not self.reached():
            budget -= len(seeds)
            self.advance(seeds)
        if last_seeds and budget >= len(last_seeds):
            self.x = self.x + self.step_from(self.x, self.y)
            self.evaluate(self.x, last_seeds)
        self.conclude()

    def evaluate(self, x, seeds):
        rows = self.model(x, seeds)
        with np.errstate(all="ignore"):
            self.y = mean_of(rows)
        self.history.append((x, rows))
        self.points.append((x, self.y))
        return rows

    def differences(self, searched, before, seeds):
        """Columns of the Jacobian; to the other side where the limit is nearer than the step."""
        at_start = self.y
        for k in searched:
            changed = self.x.copy()
            changed[k] += self.steps[k] if self.x[k] + self.steps[k] <= self.high[k] else -self.steps[k]
            after = self.model(changed, seeds)
            self.history.append((changed, after))
            column = (after[0] - before) / (changed[k] - self.x[k])
            self.jacobian[:, k] = np.where(np.isfinite(column), column, 0)
        self.y = at_start

    def residual(self, y):
        """Weighted; none where the model has no result."""
        return np.nan_to_num((self.wanted - y) * self.weights)

    def misfit(self, y):
        return float(np.sum(self.residual(y)**2)) + 1e6 * np.count_nonzero(np.isnan(y))

    def reached(self):
        """All within a fifth of what a weight of 1 stands for."""
        return np.all(np.abs(self.residual(self.y)) < 0.2) and not np.isnan(self.y).any()

    def step_from(self, x, y, longest=LARGEST_STEP):
        """`longest`: one for all variables, or one for each."""
        low, high = np.maximum(self.low - x, -longest), np.minimum(self.high - x, longest)
        return bounded_step(self.jacobian * self.weights[:, None], self.residual(y), DAMPING, low, high)

    def advance(self, seeds):
        before, at = self.y, self.x
        step = self.step_from(at, before)
        self.x = at + step
        self.evaluate(self.x, seeds)
        change = self.y - before - self.jacobian @ step
        searched = np.where([k in self.known for k in range(len(step))], 0, step)
        length = searched @ searched
        if length > 0.05**2:        # a smaller step says more of the seeds than of the slope
            self.jacobian += np.outer(np.nan_to_num(change), searched) / length

    def conclude(self):
        """The point after a short last step from the best one, which no run tests: by the means of all points, those that are near above
        all. Where nothing but the start was tested, in the variables alone whose columns are known."""
        points = [(x, y) for x, y in self.points if not np.isnan(y).any()] or self.points
        x = np.array(min((self.misfit(y), tuple(x)) for x, y in points)[1])
        weights = np.array([1 / (1 + np.sum((x - at)**2) / NEAR**2) for at, _ in points])
        y = weights @ np.array([y + self.jacobian @ (x - at) for at, y in points]) / weights.sum()
        is_known = np.array([k in self.known for k in range(len(x))])
        longest = np.where(is_known, LARGEST_STEP, LAST_STEP if len(self.points) > 1 else 0)
        step = self.step_from(x, y, longest)
        self.x, self.y = x + step, y + self.jacobian @ step

    def at_limit(self):
        """(index of a variable, -1 or 1) where a limit holds it back: without the limit the next step would pass it."""
        wide = np.full(len(self.x), LARGEST_STEP)
        step = bounded_step(self.jacobian * self.weights[:, None], self.residual(self.y), DAMPING, -wide, wide)
        found = [(k, int(np.sign(step[k]))) for k in range(len(self.x)) if abs(step[k]) > 1e-3]
        return [(k, side) for k, side in found if (self.high[k] - self.x[k] if side > 0 else self.x[k] - self.low[k]) < 0.02]

    def covariance(self, scatter):
        """Of the variables, from the standard deviations of the responses."""
        inverse = np.linalg.pinv(np.vstack([self.jacobian * self.weights[:, None], DAMPING * np.eye(len(self.x))]))
        spread = inverse[:, :len(scatter)] * (scatter * self.weights)
        return spread @ spread.T


def mean_of(rows):
    """Of each response over the seeds that have it; nan where none has."""
    rows = np.asarray(rows, float)
    counts = np.sum(np.isfinite(rows), axis=0)
    return np.where(counts, np.nansum(rows, axis=0) / np.maximum(counts, 1), np.nan)
