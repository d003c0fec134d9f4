"""Key figures of the runs of a sweep, and their means over the seeds of a point: sweep.csv with a row for each run, table.md with one for
each point.
"""

import csv
import itertools
import math
from dataclasses import dataclass, field

from ..read.intervals import of_difference, of_seeds, SHARE
from ..report.differences import judge
from ..text.values import is_number, number
from .plan import SEED

COMPLETE = "complete"
MOST_POINTS = 40            # whose differences are judged


@dataclass
class Row:
    """A run and what it found."""

    run: dict               # values of variables, the seed among them
    folder: str
    figures: dict = field(default_factory=dict)     # KeyFigure by its name with unit
    reason: str = ""        # why it has none

    @property
    def point(self):
        return {name: value for name, value in self.run.items() if name != SEED}


def headed(figure):
    """Name with unit, as heads of columns have them."""
    return f"{figure.name} [{figure.unit}]" if figure.unit else figure.name


def rows_of(jobs, found):
    return [Row(job.variables, job.name, {headed(figure): figure for figure in figures or ()}, job.stopped) for job, figures in zip(jobs, found)]


def names_of(rows):
    return list(dict.fromkeys(name for row in rows for name in row.figures))


def estimate(rows, name):
    """Of the runs of a point: over seeds, or the interval of a single run. None where no run has a number."""
    found = [row.figures[name] for row in rows if name in row.figures and is_number(row.figures[name].value)]
    if len(rows) > 1 and found:
        return of_seeds(by_seed(rows, name))
    return found[0].estimate if found else None


def by_seed(rows, name):
    return {row.run.get(SEED, ""): float(row.figures[name].value) for row in rows if name in row.figures and is_number(row.figures[name].value)}


@dataclass
class Difference:
    """Of a figure between two points."""

    figure: str
    points: tuple           # numbers of the points
    chance: float
    of_page: float = math.nan

    @property
    def is_claimed(self):
        return self.of_page <= 1 - SHARE


def differences(rows, names):
    """Of all pairs of points, judged together; none of very many points."""
    points = by_point(rows)
    if len(points) > MOST_POINTS:
        return []
    values = {name: [estimate(group, name) for _, group in points] for name in names}
    pairs = [(name, one, other) for name in names for one, other in itertools.combinations(range(len(points)), 2) if values[name][one] and values[name][other]]
    return judge([Difference(name, (one, other), of_difference(values[name][one], values[name][other])[1]) for name, one, other in pairs])


def by_point(rows):
    """[(point, its rows)] in the order of the runs."""
    found = {}
    for row in rows:
        found.setdefault(tuple(row.point.items()), []).append(row)
    return [(dict(point), group) for point, group in found.items()]


def varying(rows):
    """Names of figures that are numbers, and of those that are the same in all runs."""
    names = [name for name in names_of(rows) if any(is_number(row.figures[name].value) for row in rows if name in row.figures)]
    values = {name: [number(row.figures[name].value) for row in rows if name in row.figures] for name in names}
    same = [name for name in names if len(rows) > 1 and all(are_equal(value, values[name][0]) for value in values[name])]
    return [name for name in names if name not in same], same


def are_equal(a, b):
    """Except rounding, or as texts."""
    return abs(a - b) <= 1e-9 * abs(b) if isinstance(a, float) and isinstance(b, float) else a == b


def write_csv(path, rows):
    """A row a run, for pandas.read_csv."""
    names, variables = names_of(rows), list(rows[0].run)
    with open(path, "w", newline="") as file:
        table = csv.writer(file)
        table.writerow([*variables, "status", *(head for name in names for head in (name, half_width(name))), "folder", "reason"])
        for row in rows:
            cells = [(row.figures[name].value, row.figures[name].error) if name in row.figures else ("", "") for name in names]
            status = "no result" if row.reason else COMPLETE
            table.writerow([*row.run.values(), status, *(cell for pair in cells for cell in pair), row.folder, row.reason])


def half_width(name):
    """Head of the column beside that of a figure."""
    text, bracket, unit = name.partition(" [")
    return f"{text} half width{bracket}{unit}"


def table_of(rows):
    """Heads and cells: a row a point."""
    names = names_of(rows)
    heads = [*rows[0].point, *names, "runs"]
    cells = []
    for point, group in by_point(rows):
        texts = [cell(group, name) for name in names]
        complete = sum(not row.reason for row in group)
        cells.append([*point.values(), *texts, str(complete) if complete == len(group) else f"{complete} of {len(group)}"])
    return heads, cells


def cell(group, name):
    found = estimate(group, name)
    if found:
        count = sum(name in row.figures for row in group)
        some = f" (of {count} run{'s' if count > 1 else ''})" if count < sum(not row.reason for row in group) else ""
        return (found.text() if found.has_interval else f"{found.value:.4g}") + some
    return ", ".join(dict.fromkeys(row.figures[name].value for row in group if name in row.figures))


def markdown(heads, cells):
    lines = [f"| {' | '.join(heads)} |", "|" + " --- |" * len(heads)]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in cells]) + "\n"
