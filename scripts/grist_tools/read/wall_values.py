"""What a run has of its mesh walls, by triangle: pressure, shear, work of sliding, depth of wear.

    values = WallValues(source, "wear", after="2000h")      # of the same walls that the scenes of the source show
    values.at(-1)                       # {wall: numbers of its triangles}
    values.unit, values.note            # what a caption says of it

Dump paraview and the stress files of fix wall/mesh have them. `wear` is the sum of all laws of wear, `sliding_power` the growth of the work of
sliding in a time. What grows with time (SUMMED) can be scaled to a longer time: by its rate over the steady part of the run.
"""

from functools import lru_cache

import numpy as np

from ..text.messages import fail
from ..text.values import in_seconds
from .intervals import FEWEST_OF_RULE, of_history, OF_RULE

LAWS = {"wear_archard": "Archard's law (force times sliding distance)", "wear_finnie": "Finnie's law (energy of hits)"}
SUMMED = ("wear", *LAWS, "sliding_work")
POWER = "sliding_power"
MOST_READ = 200         # frames that are read to find the steady part
CHANGES = 0.1           # of a rate between the halves of the steady part: more is said


def with_sum_of_wear(data):
    laws = [values for name, values in data.items() if name in LAWS]
    return {**data, "wear": sum(laws)} if laws else data


def known_values(data, frames):
    """Names of values, of what the walls of a scene have (`data` of each wall)."""
    names = dict.fromkeys(name for values in data.values() for name in values)
    return [*names, POWER] if "sliding_work" in names and frames > 1 else list(names)


class WallValues:
    def __init__(self, source, name, after=""):
        self.source, self.name, self.count = source, name, len(source.moments)
        self.read = lru_cache(2)(source.walls_at)
        self.unit = source.units.get(name, "")
        known = known_values(self.read(self.count - 1)[1], self.count)
        if not known:
            fail(f"{source.path} has no values of walls: dump paraview writes them, and fix wall/mesh with 'stress N FILE'")
        if name not in known:
            more = " (fix wall/mesh with 'wear' gives wear)" if name.startswith("wear") else ""
            fail(f"{source.path} has no value '{name}' of walls: it has {' '.join(sorted(known))}{more}")
        self.factor, self.first, self.note = 1.0, None, ""
        if after:
            self.scale_to(after)

    def __getstate__(self):
        """For the processes that draw a film: each reads for itself."""
        return {name: value for name, value in self.__dict__.items() if name != "read"}

    def __setstate__(self, state):
        self.__dict__.update(state, read=lru_cache(2)(state["source"].walls_at))

    def at(self, number):
        number %= self.count
        if self.name == POWER:
            last = max(number, 1)
            return self.growth(last - 1, last, 1 / (self.source.moments[last] - self.source.moments[last - 1]))
        if self.first is not None:
            return self.growth(self.first, number, self.factor)
        return {wall: data[self.name] for wall, data in self.read(number)[1].items() if self.name in data}

    def growth(self, first, last, factor):
        """Walls that change their number of triangles have none."""
        name = "sliding_work" if self.name == POWER else self.name
        before, now = (self.read(number)[1] for number in (first, last))
        return {wall: factor * np.maximum(np.asarray(data[name], float) - before[wall][name], 0) for wall, data in now.items()
                if name in data and name in before.get(wall, ()) and len(before[wall][name]) == len(data[name])}

    def scale_to(self, after):
        """To a time, a text such as 2000h."""
        if self.name not in SUMMED:
            fail(f"--after scales what grows with time ({', '.join(SUMMED)}), not '{self.name}'")
        if self.count < 3:
            fail(f"--after needs three frames or more: {self.source.path} has {self.count}")
        time, times = in_seconds(after), self.source.moments
        if time is None or not self.source.seconds:
            fail(f"--after expects a time such as 2000h, 30d or 90s, of a run whose unit of time is known, not '{after}'")
        self.first, how = self.steady_start()
        self.factor = time / self.source.seconds / (times[-1] - times[self.first])
        laws = [text for name, text in LAWS.items() if name in known_values(self.read(self.count - 1)[1], 1) and self.name in ("wear", name)]
        self.note = (f"After {after}: {self.name.replace('_', ' ')} from {self.source.times[self.first]} to {self.source.times[-1]} ({how}) times {self.factor:.3g}. It is taken to grow "
                     + "in proportion to time" + (f", as by {' and '.join(laws)} at constant load and shape" if laws else "") + self.doubt())

    def total(self, number):
        """Over all walls, times area."""
        walls, data = self.read(number)
        return sum(float(values[self.name] @ areas(walls[wall])) for wall, values in data.items() if self.name in values)

    def steady_start(self):
        """Number of the frame from which on the rate is steady, and a sentence about it; the middle where too few frames can say that."""
        numbers = np.unique(np.linspace(0, self.count - 1, min(self.count, MOST_READ)).round().astype(int))
        times = np.array([self.source.moments[number] for number in numbers])
        rates = np.diff([self.total(number) for number in numbers]) / np.diff(times)
        self.totals = dict(zip(numbers.tolist(), np.cumsum([0, *rates * np.diff(times)])))
        middle = int(numbers[len(numbers) // 2])
        if len(rates) < FEWEST_OF_RULE * OF_RULE:
            return middle, "the second half of the run: too few frames to find its steady part"
        _, start = of_history(times[1:], rates)
        if start is None:
            return middle, "the second half of the run, which has no steady part"
        return int(numbers[np.searchsorted(times, start) - 1]), "its steady part"

    def doubt(self):
        """Whether the rate changes within the part that is taken."""
        numbers = [number for number in self.totals if number >= self.first]
        middle = numbers[len(numbers) // 2]
        moments, totals = self.source.moments, self.totals
        halves = [(totals[b] - totals[a]) / (moments[b] - moments[a]) for a, b in ((self.first, middle), (middle, numbers[-1])) if b > a]
        change = max(halves) / min(halves) - 1 if len(halves) == 2 and min(halves) > 0 else np.inf
        return "." if change <= CHANGES else (f"; its rate changes by {100 * change:.0f} % between the halves of this part, so distrust it."
                                              if np.isfinite(change) else "; its rate is zero in a half of this part, so distrust it.")


def areas(triangles):
    return 0.5 * np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1)
