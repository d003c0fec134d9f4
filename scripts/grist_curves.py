"""Curves of a run's tables for report.html: thermo output, CSV files, files of fix ave/time. Needs numpy and matplotlib.

A table is a title and columns by name, the first of them the step or the time. Text columns and tables of another kind (a line per fragment) are
left out; a file with a line per event (broken bonds, broken bodies) becomes the number of events against time.
"""

import csv
import io
from dataclasses import dataclass

from grist_plot import BLUE, GREY, np, plt

LARGEST = 60e6             # bytes: larger files are not read
MOST_CURVES = 16           # of one table
MOST_POINTS = 2000         # of one curve
EVENTS = {"id_a", "pieces"}             # columns of files with a line per event
CLOCKS = ("time", "step", "v_t", "Time", "Step", "TimeStep")


@dataclass
class Table:
    title: str
    columns: dict
    kind: str = "curves"   # or "sizes"

    @property
    def clock(self):
        return next((name for name in CLOCKS if name in self.columns), None)


def of_thermo(log):
    """One table of each set of columns, over all runs that print it."""
    tables = {}
    for names, rows in log.thermo:
        tables.setdefault(tuple(names), []).extend(rows)
    result = []
    for names, rows in tables.items():
        if len(rows) > 2:
            result.append(Table("Thermo output", dict(zip(names, np.array(rows).T))))
    return sorted(result, key=lambda table: -len(next(iter(table.columns.values()))))[:2]


def of_folder(folder):
    tables = []
    for path in sorted(folder.iterdir()):
        if not path.is_file() or path.stat().st_size > LARGEST or path.name in ("figures.csv",):
            continue
        if path.suffix == ".csv":
            tables.append(of_csv(path))
        elif path.suffix in (".txt", ".dat", ".out", ".ave", ".profile"):
            tables.append(of_averages(path))
    return [table for table in tables if table]


def of_csv(path):
    with open(path, newline="", errors="replace") as file:
        rows = [row for row in csv.reader(file) if row]
    if len(rows) < 2:
        return None
    names = [name.strip(" #") for name in rows[0]]
    rows = [row for row in rows[1:] if len(row) == len(names)]
    if not rows or names[0] not in CLOCKS:
        return None
    if "component" in names:
        rows = [row for row in rows if row[names.index("component")] == "all"]
    columns = {}
    for name, words in zip(names, zip(*rows)):
        try:
            columns[name] = np.array(words, dtype=float)
        except ValueError:
            pass
    clock = "time" if "time" in columns else names[0]
    if EVENTS & set(names):
        return Table(path.name, {clock: columns[clock], "events": np.arange(1, len(rows) + 1.0)})
    if {"size", "passing"} <= columns.keys():
        return Table(path.name, columns, "sizes")
    if "id" in columns or len(rows) < 3 or np.any(np.diff(columns[clock]) < 0):
        return None
    return Table(path.name, columns)


def of_averages(path):
    """A file of fix ave/time, mode scalar."""
    with open(path, errors="replace") as file:
        lines = file.read().splitlines()
    if len(lines) < 5 or not lines[0].startswith("# Time-averaged data") or not lines[1].startswith("# TimeStep "):
        return None
    names = lines[1][2:].split()
    rows = [line.split() for line in lines[2:] if not line.startswith("#")]
    if len(rows) < 3 or any(len(row) != len(names) for row in rows):
        return None
    return Table(path.name, dict(zip(names, np.array(rows, dtype=float).T)))


# ---------------------------------------------------------------- drawing


def thin(values):
    return values[::max(len(values) // MOST_POINTS, 1)]


def curve_names(table):
    skipped = set(CLOCKS) | {"CPU", "wall_seconds", "cpu"}
    return [name for name, values in table.columns.items() if name not in skipped and np.isfinite(values).any()][:MOST_CURVES]


def draw(table):
    """PNG of a table as bytes, or None if there is nothing to draw."""
    figure = draw_sizes(table) if table.kind == "sizes" else draw_curves(table)
    if figure is None:
        return None
    figure.tight_layout()
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=100)
    plt.close(figure)
    return data.getvalue()


def draw_curves(table):
    names, clock = curve_names(table), table.clock
    if not names or clock is None:
        return None
    columns = 1 if len(names) == 1 else 2
    rows = -(-len(names) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(4.0 * columns, 1.9 * rows + 0.4), sharex=True, squeeze=False)
    time = table.columns[clock]
    for ax, name in zip(axes.flat, names):
        ax.plot(thin(time), thin(table.columns[name]), color=BLUE, lw=1.2)
        ax.set_title(name, fontsize=9, loc="left")
        ax.tick_params(labelsize=8)
        ax.grid(alpha=0.25)
    for ax in axes.flat[len(names):]:
        ax.axis("off")
    for column in range(columns):
        lowest = max(row for row in range(rows) if row * columns + column < max(len(names), column + 1))
        axes[lowest][column].set_xlabel(clock, fontsize=9)
        axes[lowest][column].tick_params(labelbottom=True)
    return figure


def draw_sizes(table):
    clock = table.clock
    figure, ax = plt.subplots(figsize=(6, 3.6))
    times = np.unique(table.columns[clock])
    shown = times if len(times) <= 6 else times[np.linspace(0, len(times) - 1, 6).round().astype(int)]
    for k, time in enumerate(shown):
        here = table.columns[clock] == time
        size, passing = table.columns["size"][here], table.columns["passing"][here]
        order = np.argsort(size)
        ax.step(size[order], 100 * passing[order], where="post", label=f"{clock} {time:g}",
                color=plt.get_cmap("viridis")(0.9 * k / max(len(shown) - 1, 1)) if len(shown) > 1 else GREY)
    if (table.columns["size"] > 0).all():
        ax.set_xscale("log")
    ax.set(xlabel="size", ylabel="passing (% of the mass)")
    ax.legend(frameon=False, fontsize=8)
    ax.grid(alpha=0.25, which="both")
    return figure
