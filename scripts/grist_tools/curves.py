"""Curves of a run's tables for report.html: thermo output, CSV files, files of fix ave/time.

A table is a title and columns by name, one of them the step or the time. Text columns and tables of
another kind (a line per fragment) are left out; a file with a line per event (broken bonds, broken
bodies) becomes the number of events against time.
"""

import io
from dataclasses import dataclass, field

from .plots import BLUE, GREY, np, plt
from .tables import parse_averages, parse_csv, parse_heads
from .values import is_number, number

LARGEST = 60e6             # bytes: larger files are not read
MOST_CURVES = 16           # of one table
MOST_POINTS = 2000         # of one curve
GREATEST = 1e150           # value that an axis shows
EVENTS = {"id_a", "pieces"}             # columns of files with a line per event
CLOCKS = ("time", "step", "v_t", "Time", "Time[s]", "Step", "TimeStep")
TEXT_ENDINGS = (".txt", ".dat", ".out", ".ave", ".profile")


@dataclass
class Table:
    title: str
    columns: dict
    kind: str = "curves"   # or "sizes" or "spectra"
    labels: dict = field(default_factory=dict)     # of columns, with units

    @property
    def clock(self):
        return next((name for name in CLOCKS if name in self.columns), None)


def of_thermo(log):
    """One table of each set of columns, over all runs that print it."""
    tables = {}
    for names, rows in log.thermo:
        tables.setdefault(tuple(names), []).extend(rows)
    longest = sorted(tables.items(), key=lambda table: -len(table[1]))
    return [Table("Thermo output", dict(zip(names, np.array(rows).T)),
                  labels={name: log.label(name) for name in names})
            for names, rows in longest if len(rows) > 2][:2]


def of_folder(folder):
    """Of a RunFolder, whose list of files left out grows."""
    tables = []
    for path in sorted(folder.path.iterdir()):
        if path.name == "figures.csv" or not path.is_file() or path.stat().st_size > LARGEST:
            continue
        if path.suffix == ".csv" or path.suffix in TEXT_ENDINGS:
            of_lines = of_csv if path.suffix == ".csv" else of_averages
            try:
                tables.append(of_lines(path.name, path.read_text(errors="replace").splitlines()))
            except OSError:
                folder.leave_out(path, "it cannot be read")
            except ValueError as error:
                folder.leave_out(path, str(error))
    tables = [table for table in tables if table]
    for table in tables:
        for name in table.columns:
            table.labels.setdefault(name, folder.log.label(name))
    return tables


def of_csv(title, lines):
    names, rows = parse_csv(lines)
    if not rows or names[0] not in CLOCKS:
        return None
    if len(rows[-1]) < len(names):
        rows.pop()    # the run was killed while it wrote this one
    if any(len(row) != len(names) for row in rows):
        raise ValueError(f"rows of other lengths than {len(names)}")
    if "component" in names:
        rows = [row for row in rows if row[names.index("component")] == "all"]
    if {"from", "to", "contacts", "type", "other"} <= set(names):
        return Table(title, last_spectra(names, rows), "spectra", parse_heads(lines))
    columns = numeric_columns(names, rows)
    clock = "time" if "time" in columns else names[0]
    if clock not in columns:
        raise ValueError(f"the column {clock} holds text")
    if EVENTS & set(names):
        events = {clock: columns[clock], "events": np.arange(1, len(rows) + 1.0)}
        return Table(title, events, labels=parse_heads(lines))
    if {"size", "passing"} <= columns.keys():
        return Table(title, columns, "sizes", parse_heads(lines))
    if "id" in columns or len(rows) < 3 or np.any(np.diff(columns[clock]) < 0):
        return None
    return Table(title, columns, labels=parse_heads(lines))


def last_spectra(names, rows):
    """Of fix collisions: {types, or type and wall: (energies in the middle of the bins, contacts)}, as last written."""
    at = {name: names.index(name) for name in ("step", "type", "other", "from", "to", "contacts")}
    found = {}
    for row in rows:
        if row[at["step"]] == rows[-1][at["step"]] and number(row[at["contacts"]]):
            low, high = float(row[at["from"]]), number(row[at["to"]])
            middle = (low * high) ** 0.5 if is_number(high) and 0 < low and high < GREATEST else max(low, float(high) / 2 if low == 0 else low)
            found.setdefault(f"{row[at['type']]} and {row[at['other']]}", []).append((middle, float(row[at["contacts"]])))
    return {name: np.array(points).T for name, points in found.items()}


def numeric_columns(names, rows):
    columns = {}
    for name, words in zip(names, zip(*rows)):
        try:
            columns[name] = np.array(words, dtype=float)
        except ValueError:
            pass
    return columns


def of_averages(title, lines):
    """A file of fix ave/time, mode scalar."""
    if not lines or not lines[0].startswith("# Time-averaged data"):
        return None
    try:
        names, data = parse_averages(lines)
    except ValueError:
        raise ValueError("rows of other lengths, or text, as of mode vector") from None
    if len(names) != len(data) or len(data[0]) < 3:
        return None
    return Table(title, dict(zip(names, data)))


# ---------------------------------------------------------------- drawing


def draw(table):
    """PNG of a table as bytes, or None if there is nothing to draw."""
    figure = {"sizes": draw_sizes, "spectra": draw_spectra}.get(table.kind, draw_curves)(table)
    if figure is None:
        return None
    figure.tight_layout()
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=100)
    plt.close(figure)
    return data.getvalue()


def plain(name):
    """For matplotlib, which takes what is between dollars as a formula."""
    return name.replace("$", r"\$")


def thin(values):
    return values[::max(len(values) // MOST_POINTS, 1)]


def shown(values):
    """Whether an axis can show them."""
    finite = values[np.isfinite(values)]
    return len(finite) > 0 and np.abs(finite).max() < GREATEST


def curve_names(table):
    skipped = set(CLOCKS) | {"CPU", "wall_seconds", "cpu"}
    return [name for name, values in table.columns.items()
            if name not in skipped and shown(values)][:MOST_CURVES]


def draw_curves(table):
    names, clock = curve_names(table), table.clock
    if not names or clock is None or not shown(table.columns[clock]):
        return None
    columns = 1 if len(names) == 1 else 2
    rows = -(-len(names) // columns)
    size = (4.0 * columns, 1.9 * rows + 0.4)
    figure, axes = plt.subplots(rows, columns, figsize=size, sharex=True, squeeze=False)
    time = table.columns[clock]
    for ax, name in zip(axes.flat, names):
        ax.plot(thin(time), thin(table.columns[name]), color=BLUE, lw=1.2)
        ax.set_title(plain(table.labels.get(name, name)), fontsize=9, loc="left")
        ax.tick_params(labelsize=8)
        ax.grid(alpha=0.25)
    for ax in axes.flat[len(names):]:
        ax.axis("off")
    for column in range(columns):
        lowest = axes[(len(names) - 1 - column) // columns][column]
        lowest.set_xlabel(plain(table.labels.get(clock, clock)), fontsize=9)
        lowest.tick_params(labelbottom=True)
    return figure


def draw_spectra(table):
    """Contacts against energy, both by powers of ten, a line for each kind of contact."""
    if not table.columns:
        return None
    figure, ax = plt.subplots(figsize=(6, 3.6))
    for name, (energies, contacts) in list(table.columns.items())[:MOST_CURVES]:
        ax.loglog(energies, contacts, "o-", ms=3, lw=1, label=plain(f"types {name}" if name.replace(" and ", "").isdigit() else f"type {name}"))
    ax.set(xlabel=plain(table.labels.get("from", "energy").replace("from", "energy dissipated by a contact")), ylabel="contacts in a bin")
    ax.legend(frameon=False, fontsize=8)
    ax.grid(alpha=0.25, which="both")
    return figure


def draw_sizes(table):
    clock, size, passing = (table.columns[name] for name in (table.clock, "size", "passing"))
    if not all(map(shown, (clock, size, passing))):
        return None
    figure, ax = plt.subplots(figsize=(6, 3.6))
    times = np.unique(clock)
    if len(times) > 6:
        times = times[np.linspace(0, len(times) - 1, 6).round().astype(int)]
    colors = plt.get_cmap("viridis")(np.linspace(0, 0.9, len(times))) if len(times) > 1 else [GREY]
    for time, color in zip(times, colors):
        here = np.flatnonzero(clock == time)
        here = here[np.argsort(size[here])]
        ax.step(size[here], 100 * passing[here], where="post", color=color,
                label=plain(f"{table.clock} {time:g}" + (" (feed)" if time == times[0] and len(times) > 1 else "")))
    if (size > 0).all():
        ax.set_xscale("log")
    ax.set(xlabel=plain(table.labels.get("size", "size")), ylabel="passing (% of the mass)")
    ax.legend(frameon=False, fontsize=8)
    ax.grid(alpha=0.25, which="both")
    return figure
