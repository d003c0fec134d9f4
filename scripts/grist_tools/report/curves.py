"""Curves of a run's tables for report.html: thermo output, CSV files, files of fix ave/time.

A table is a title and columns by name, one of them the step or the time. Text columns and tables of
another kind (a line per fragment) are left out; a file with a line per event (broken bonds, broken
bodies) becomes the number of events against time.
"""

import re
from dataclasses import dataclass, field

from matplotlib.ticker import LogLocator, NullFormatter

from ..draw.plots import AMBER, BLUE, GREEN, GREY, ORANGE, PINK, SKY, np, plt, svg_of
from ..read.scenes import LENGTH
from ..read.tables import csv_rows, HEAD_WORD, heads, names_of, ThinRows, UNIT
from ..text.values import is_number, number

MOST_ROWS = 20000          # of a file: of longer ones so many, evenly spaced
MOST_CURVES = 6            # of one axis
MOST_AXES = 16             # of a table that has nothing but zeros; curves of spectra
SPREAD = 50                # largest over smallest of the curves of one axis
COLORS = (BLUE, ORANGE, GREEN, PINK, AMBER, SKY)
MOST_POINTS = 2000         # of one curve
GREATEST = 1e150           # value that an axis shows
EVENTS = {"id_a", "pieces"}             # columns of files with a line per event
THERMO = "Thermo output"
CLOCKS = ("time", "step", "v_t", "Time", "Time[s]", "Step", "TimeStep")
STEPS = ("step", "Step", "TimeStep")
NOT_OF_THE_MODEL = {*CLOCKS, "CPU", "CPULeft", "S/CPU", "T/CPU", "Elapsed", "Elaplong", "Dt", "wall_seconds", "cpu"}     # columns without a curve
SIZES = ("sieve_size", "size")
POINTS = "curve"           # how names of CSV files begin whose columns are drawn over the first one
CLASS = re.compile(r"(?:mass|number)_(to|above)_(.+)")     # columns of fix outflow
TEXT_ENDINGS = (".txt", ".dat", ".out", ".ave", ".profile")


@dataclass
class Table:
    title: str
    columns: dict
    kind: str = "curves"   # or "points", "sizes", "classes" or "spectra"
    labels: dict = field(default_factory=dict)     # of columns, with units
    note: str = ""         # of its caption: columns without a curve of their own

    @property
    def clock(self):
        return next((name for name in CLOCKS if name in self.columns), None)


def of_thermo(log):
    """One table of each set of columns, over all runs that print it."""
    tables = {}
    for names, rows in log.thermo:
        tables.setdefault(tuple(names), []).extend(rows)
    longest = sorted(tables.items(), key=lambda table: -len(table[1]))
    found = [Table(THERMO, dict(zip(names, np.array(rows).T)), labels={name: log.label(name) for name in names})
             for names, rows in longest if len(rows) > 2][:2]
    for table in found:
        give_time(table, log)
    return found


def of_folder(folder):
    """Of a RunFolder, whose list of files left out grows."""
    tables = []
    for path in sorted(folder.path.iterdir()):
        if path.name == "figures.csv" or not path.is_file() or path.suffix not in (".csv", *TEXT_ENDINGS):
            continue
        of_lines = of_csv if path.suffix == ".csv" else of_averages
        try:
            with open(path, errors="replace", newline="") as file:
                tables.append(of_lines(path.name, file))
        except OSError:
            folder.leave_out(path, "it cannot be read")
        except ValueError as error:
            folder.leave_out(path, str(error))
    tables = [table for table in tables if table]
    for table in tables:
        for name in table.columns:
            table.labels.setdefault(name, folder.log.label(name))
        give_time(table, folder.log)
    return [part for table in tables for part in (table, classes_of(table, LENGTH.get(folder.log.units, ""))) if part]


def give_time(table, log):
    """The time in place of the step, where the log knows it."""
    clock = table.clock
    if clock == "Time" and log.time_unit:
        table.labels[clock] = f"time [{log.time_unit}]"
    if clock not in STEPS or len(table.columns[clock]) == 0:
        return
    times = [log.time_of(step) for step in table.columns[clock]]
    if None not in times:
        table.columns = {"time": np.array(times), **table.columns}
        table.labels["time"] = f"time [{log.time_unit}]" if log.time_unit else "time"


def classes_of(table, unit=""):
    """Of a file of fix outflow with classes of size: the share of the mass that left, up to each limit, as last written."""
    found = {name: CLASS.fullmatch(name) for name in table.columns if name.startswith("mass")} if table.kind == "curves" else {}
    limits = [(float(match[2]), name) for name, match in found.items() if match and match[1] == "to" and is_number(match[2])]
    above = [name for name, match in found.items() if match and match[1] == "above"]
    if not limits or not above:
        return None
    sizes, names = zip(*sorted(limits))
    mass = np.array([table.columns[name][-1] for name in (*names, *above)])
    if not mass.sum() > 0 or not np.isfinite(mass).all():
        return None
    columns = {"size": np.array(sizes), "passing": np.cumsum(mass)[:len(sizes)] / mass.sum()}
    return Table(table.title, columns, "classes", {"size": f"size [{unit}]" if unit else "size"})


def of_csv(title, lines):
    """Of the lines of a file, which may be very many: they come one by one."""
    rows = csv_rows(lines)
    first = heads(next(rows, []))
    names = names_of(first)
    labels = {name: f"{name}{unit[0]}" if (unit := UNIT.search(head)) else name for name, head in zip(names, first)}
    if title.startswith(POINTS):
        return of_points(title, names, rows, labels)
    if not names or names[0] not in CLOCKS:
        return None
    if {"from", "to", "contacts", "type", "other"} <= set(names):
        return Table(title, last_spectra(names, rows), "spectra", labels)
    rows = kept_rows(names, rows)
    if not rows:
        return None
    columns = numeric_columns(names, rows)
    clock = "time" if "time" in columns else names[0]
    if clock not in columns:
        raise ValueError(f"the column {clock} holds text")
    if EVENTS & set(names):
        return Table(title, {clock: columns[clock], "events": np.array(rows.numbers) + 1.0}, labels=labels)
    if "passing" in columns and set(SIZES) & set(columns):
        return Table(title, columns, "sizes", labels)
    if "id" in columns or len(rows) < 3 or np.any(np.diff(columns[clock]) < 0):
        return None
    return Table(title, columns, labels=labels)


def of_points(title, names, rows, labels):
    """Columns over the first one, which is no time."""
    columns = numeric_columns(names, kept_rows(names, rows))
    if len(columns) < 2 or names[0] not in columns or not all(map(shown, columns.values())):
        return None
    return Table(title, columns, "points", labels)


def whole_rows(names, rows):
    """Rows of the length of the names; the last one may be cut off, where the run was killed while it wrote it."""
    cut = None
    for row in rows:
        if cut is not None or len(row) > len(names):
            raise ValueError(f"rows of other lengths than {len(names)}")
        if len(row) < len(names):
            cut = row
            continue
        yield row


def kept_rows(names, rows):
    """Of files with a row for each component those of all of them."""
    kept, component = ThinRows(MOST_ROWS), names.index("component") if "component" in names else None
    for row in whole_rows(names, rows):
        if component is None or row[component] == "all":
            kept.append(row)
    return kept


def last_spectra(names, rows):
    """Of fix collisions: {types, or type and wall: (energies in the middle of the bins, contacts)}, as last written."""
    at = {name: names.index(name) for name in ("step", "type", "other", "from", "to", "contacts")}
    step, last = None, []
    for row in whole_rows(names, rows):
        if row[at["step"]] != step:
            step, last = row[at["step"]], []
        last.append(row)
    found = {}
    for row in last:
        if number(row[at["contacts"]]):
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
    lines = iter(lines)
    if not next(lines, "").startswith("# Time-averaged data"):
        return None
    names, rows = [], ThinRows(MOST_ROWS)
    for line in lines:
        words = line.split()
        if words[:1] == ["#"] and words[1:2] == ["TimeStep"]:
            names = names or HEAD_WORD.findall(line)[1:]
        elif words and not words[0].startswith("#"):
            if rows and len(words) != len(rows[0]):
                raise ValueError("rows of other lengths, or text, as of mode vector")
            rows.append(words)
    try:
        data = np.array(rows, dtype=float).T
    except ValueError:
        raise ValueError("rows of other lengths, or text, as of mode vector") from None
    if len(names) != len(data) or len(rows) < 3:
        return None
    return Table(title, dict(zip(names, data)))


# ---------------------------------------------------------------- drawing


def draw(table):
    """SVG of a table as bytes, or None if there is nothing to draw."""
    figure = {"points": draw_points, "sizes": draw_sizes, "classes": draw_classes, "spectra": draw_spectra}.get(table.kind, draw_curves)(table)
    return None if figure is None else svg_of(figure)


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
    """Columns that get a curve. The note of the table counts the others: those that do not change, are the same as another one, or are shown as
    a curve of sizes."""
    known = [name for name, values in table.columns.items() if name not in NOT_OF_THE_MODEL and shown(values)]
    names, zero, constant, same, classes = [], [], [], {}, []
    for name in known:
        values = table.columns[name]
        twin = next((other for other in names if np.array_equal(table.columns[other], values, equal_nan=True)), None)
        if not np.any(values):
            zero.append(name)
        elif CLASS.fullmatch(name):
            classes.append(name)
        elif twin:
            same.setdefault(twin, []).append(name)
        elif np.ptp(values[np.isfinite(values)]) <= 1e-12 * np.abs(values[np.isfinite(values)]).max():
            constant.append(f"{name} {values[np.isfinite(values)][0]:.6g}")
        else:
            names.append(name)
    if not names:       # a curve of zeros is better than none
        return known[:MOST_AXES]
    for name, others in same.items():
        table.labels[name] = ", ".join([table.labels.get(name, name), *others])
    notes = [f"{len(constant)} constant: {', '.join(constant)}"] if constant else []
    notes += [f"{len(zero)} zero throughout: {', '.join(zero)}"] if zero else []
    notes += [f"in the curve of sizes: {classes[0]} to {classes[-1]}"] if classes else []
    table.note = f" {'; '.join(notes)}." if notes else ""
    return names


def by_unit(table, names):
    """Lists of names, each for one axis: of one unit, and of sizes that one axis shows. Those without a unit that a count or a share may be stay apart,
    unless their names begin alike."""
    groups = []
    for name in names:
        label = table.labels.get(name, name)
        unit = UNIT.search(label)
        kind = unit[0] if unit else name.split("_")[0]
        largest = np.nanmax(np.abs(thin(table.columns[name])))
        for group in groups:
            if group["kind"] == kind and len(group["names"]) < MOST_CURVES and group["largest"] / SPREAD <= largest <= group["largest"] * SPREAD:
                group["names"].append(name)
                break
        else:
            groups.append({"kind": kind, "largest": largest, "names": [name]})
    return [group["names"] for group in groups]


def draw_curves(table):
    names, clock = curve_names(table), table.clock
    if not names or clock is None or not shown(table.columns[clock]):
        return None
    groups = by_unit(table, names)
    columns = min(len(groups), 3)
    rows = -(-len(groups) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(4.0 * columns, 2.0 * rows + 0.4), sharex=True, squeeze=False)
    time = thin(table.columns[clock])
    for ax, group in zip(axes.flat, groups):
        for name, color in zip(group, COLORS):
            label = plain(table.labels.get(name, name))
            ax.plot(time, thin(table.columns[name]), color=color, lw=1.2, label=label if len(group) == 1 else UNIT.sub("", label))
        unit = UNIT.search(table.labels.get(group[0], group[0]))
        ax.set_title(label if len(group) == 1 else plain(unit[0].strip()) if unit else "", fontsize=9, loc="left")
        if len(group) > 1:
            ax.legend(frameon=False, fontsize=7, ncols=1 + (len(group) > 3), borderaxespad=0.2, handlelength=1.2, columnspacing=0.8)
        ax.tick_params(labelsize=8)
        ax.grid(alpha=0.25)
    for ax in axes.flat[len(groups):]:
        ax.axis("off")
    for column in range(columns):
        lowest = axes[(len(groups) - 1 - column) // columns][column]
        lowest.set_xlabel(plain(table.labels.get(clock, clock)), fontsize=9)
        lowest.tick_params(labelbottom=True)
    return figure


def draw_points(table, size=(6, 3.6)):
    """Columns over the first one, each point marked where there are few."""
    (over, x), *others = table.columns.items()
    figure, ax = plt.subplots(figsize=size)
    for (name, values), color in zip(others, COLORS):
        ax.plot(thin(x), thin(values), "o-" if len(x) < 50 else "-", color=color, ms=4, lw=1.2, label=plain(UNIT.sub("", table.labels.get(name, name))))
    label = plain(table.labels.get(others[0][0], others[0][0]))
    unit = UNIT.search(label)
    ax.set_title(label if len(others) == 1 else unit[0].strip() if unit else "", fontsize=9, loc="left")
    ax.set_xlabel(plain(table.labels.get(over, over)), fontsize=9)
    if len(others) > 1:
        ax.legend(frameon=False, fontsize=7)
    ax.tick_params(labelsize=8)
    ax.grid(alpha=0.25)
    return figure


def draw_classes(table):
    """What has left, by classes of size."""
    figure, ax = plt.subplots(figsize=(6, 3.6))
    ax.plot(table.columns["size"], 100 * table.columns["passing"], "o-", color=BLUE, ms=4, lw=1.2)
    ax.set(xlabel=plain(table.labels["size"]), ylabel="passing (% of the mass that left)", ylim=(0, 105))
    if (table.columns["size"] > 0).all():
        ax.set_xscale("log")
    ax.grid(alpha=0.25, which="both")
    return figure


def kind_of_contact(name):
    return f"types {name}" if name.replace(" and ", "").isdigit() else f"type {name}"


def energy_label(table):
    return table.labels.get("from", "energy").replace("from", "energy dissipated by a contact")


def draw_spectra(table):
    """Contacts against energy, both by powers of ten, a line for each kind of contact."""
    if not table.columns:
        return None
    figure, ax = plt.subplots(figsize=(6, 3.6))
    for name, (energies, contacts) in list(table.columns.items())[:MOST_AXES]:
        ax.loglog(energies, contacts, "o-", ms=3, lw=1, label=plain(kind_of_contact(name)))
    ax.set(xlabel=plain(energy_label(table)), ylabel="contacts in a bin")
    ax.legend(frameon=False, fontsize=8)
    ax.grid(alpha=0.25, which="both")
    return figure


def columns_of_sizes(table):
    name = next(name for name in SIZES if name in table.columns)
    return name, [table.columns[column] for column in (table.clock, name, "passing")]


def passing_at(table, time):
    """Sizes, and percent of the mass that passes them."""
    _, (clock, size, passing) = columns_of_sizes(table)
    here = np.flatnonzero(clock == time)
    here = here[np.argsort(size[here])]
    return size[here], 100 * passing[here]


def draw_sizes(table):
    name, (clock, size, passing) = columns_of_sizes(table)
    if not all(map(shown, (clock, size, passing))):
        return None
    figure, ax = plt.subplots(figsize=(6, 3.6))
    times = np.unique(clock)
    if len(times) > 6:
        times = times[np.linspace(0, len(times) - 1, 6).round().astype(int)]
    colors = plt.get_cmap("viridis")(np.linspace(0, 0.9, len(times))) if len(times) > 1 else [GREY]
    for time, color in zip(times, colors):
        ax.step(*passing_at(table, time), where="post", color=color,
                label=plain(f"{table.clock} {time:g}" + (" (feed)" if time == times[0] and len(times) > 1 else "")))
    if (size > 0).all():
        ax.set_xscale("log")
    ax.set(xlabel=plain(table.labels.get(name, name).replace("_", " ")), ylabel="passing (% of the mass)")
    ax.legend(frameon=False, fontsize=8)
    ax.grid(alpha=0.25, which="both")
    return figure


# ---------------------------------------------------------------- several runs in one axis


RUN_LINES = ("-", (0, (5, 1.5)), (0, (1.5, 1)), "-.", (0, (8, 2)), (0, (3, 1, 1, 1, 1, 1)))


@dataclass
class Curve:
    """One quantity of one run."""

    source: str             # title of its table
    label: str              # with the unit
    x_label: str
    x: np.ndarray
    y: np.ndarray
    kind: str = "curves"    # of its table
    feed: tuple = ()        # of a distribution of sizes: sizes and shares at first

    @property
    def is_logarithmic(self):
        return self.kind not in ("curves", "points") and len(self.x) > 0 and bool((self.x > 0).all())

    @property
    def may_be_steady(self):
        """A history of a quantity that does not only count."""
        return self.kind == "curves" and self.label != "events"


def curves_of(table):
    """{what it is: Curve}, the same for all runs: names of LAMMPS mean the same in each file, those of a CSV file in a file of this name only."""
    if table.kind == "spectra":
        return {f"{table.title}: {name}": Curve(table.title, f"contacts in a bin, {kind_of_contact(name)}", energy_label(table), *line, "spectra")
                for name, line in table.columns.items()}
    if table.kind == "classes":
        x, y = table.columns["size"], 100 * table.columns["passing"]
        return {f"{table.title}: sizes": Curve(table.title, "passing (% of the mass that left)", table.labels["size"], x, y, "classes")}
    if table.kind == "points":
        (over, x), *others = table.columns.items()
        return {f"{table.title}: {name}": Curve(table.title, table.labels.get(name, name), table.labels.get(over, over), x, y, "points") for name, y in others}
    if table.kind == "sizes":
        name, columns = columns_of_sizes(table)
        if not all(map(shown, columns)):
            return {}
        line, feed = (passing_at(table, time) for time in (columns[0].max(), columns[0].min()))
        return {f"{table.title}: sizes": Curve(table.title, "passing (% of the mass)", table.labels.get(name, name).replace("_", " "), *line, "sizes", feed)}
    clock = table.clock
    if clock is None or not shown(table.columns[clock]):
        return {}
    return {f"{table.title}: {name}" if table.title.endswith(".csv") else name:
            Curve(table.title, table.labels.get(name, name), table.labels.get(clock, clock), table.columns[clock], values)
            for name, values in table.columns.items() if name not in NOT_OF_THE_MODEL and shown(values) and not CLASS.fullmatch(name)}


def draw_together(sides):
    """SVG of one quantity; `sides`: {number of the side: its curves}, one of each of its runs."""
    figure, ax = plt.subplots(figsize=(4.8, 2.7))
    for number, lines in sides.items():
        for k, curve in enumerate(lines):
            options = {"color": COLORS[number], "ls": RUN_LINES[number], "lw": 1.3 if len(lines) == 1 else 0.8, "label": "" if k else "ABCDEF"[number]}
            draw_one = {"curves": ax.plot, "points": ax.plot, "spectra": ax.loglog}.get(curve.kind, ax.step)
            if draw_one == ax.step:
                options["where"] = "post"
                if curve.feed:
                    ax.step(*curve.feed, where="post", color=COLORS[number], lw=0.8, alpha=0.6, label="" if k else f"{options['label']} feed")
            draw_one(thin(curve.x), thin(curve.y), **options)
    drawn = [curve for lines in sides.values() for curve in lines]
    if all(curve.is_logarithmic and curve.kind != "spectra" for curve in drawn):
        ax.set_xscale("log")
        ax.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        ax.xaxis.set_major_formatter("{x:g}")
        ax.xaxis.set_minor_formatter(NullFormatter())
    ax.set_xlabel(plain(drawn[0].x_label), fontsize=9)
    ax.tick_params(labelsize=8)
    ax.grid(alpha=0.25)
    ax.legend(frameon=False, fontsize=8)
    return svg_of(figure, 160)
