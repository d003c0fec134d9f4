"""What a report answers first: means of the steady part of a run, and at most six small plots of what a user asks of it.

    means = steady_means(tables)                # {(name, unit): (mean, from when on it is steady)}
    for data in panels(tables, means): ...      # SVG
"""

from dataclasses import replace

from matplotlib.ticker import FuncFormatter, LogLocator

from ..draw.plots import GREY, np, ORANGE, plt, svg_of
from ..read.intervals import of_history
from ..read.tables import UNIT
from ..text.values import is_number
from . import curves
from .figures import KeyFigure, read_figures
from .run_folder import log_of

MOST_PANELS, MOST_LINES, MOST_MEANS = 6, 6, 8
MEAN_OF = "mean of "    # what a column of fix ave/time is
PANEL = (4.5, 2.7)          # inches of 100 pixels
# Units in the order of what is asked first; those with True are rates, whose mean says something.
UNITS = {"W": True, "N*m": True, "N m": True, "kg": False, "kg/s": True, "t/h": True, "N": True, "Pa": True, "J": False, "m/s": True, "m": False, "m3": False}


def name_and_unit(table, column):
    """Of the label `f_out[7]: mass_rate [kg/s]`: mass_rate, kg/s."""
    label = table.labels.get(column, column)
    unit = UNIT.search(label)
    name = UNIT.sub("", label).split(": ")[-1].split(", ")[0]
    return name.removeprefix("v_").replace("_", " "), unit[0].strip(" []") if unit else ""


def columns_of(tables):
    """(table, column, name, unit) of what changes; of quantities in several tables the one with the most rows."""
    found = {}
    for table in tables:
        if table.kind != "curves" or table.clock is None or not curves.shown(table.columns[table.clock]):
            continue
        for column in curves.curve_names(table):
            name, unit = name_and_unit(table, column)
            known = found.get((name, unit))
            if known is None or len(known[0].columns[known[1]]) < len(table.columns[column]):
                found[name, unit] = (table, column, name, unit)
    return list(found.values())


def steady_means(tables):
    """Of rates: {name, unit: (mean, time)}; those without a steady part have no time. Of a rate that is there, means by fix ave/time are not taken."""
    found = {}
    for table, column, name, unit in columns_of(tables):
        if UNITS.get(unit) and len(found) < MOST_MEANS:
            found[name, unit] = of_history(table.columns[table.clock], table.columns[column])
    return {key: mean for key, mean in found.items() if (key[0].removeprefix(MEAN_OF), key[1]) not in found.keys() - {key}}


def with_means(figures, means, time_unit):
    """The key figures of the run, and the means that it has not. Where it gave one without an interval that lies within that of the mean
    found here, it gets the interval, and this mean is not shown twice; a largest power, say, leaves the mean beside it."""
    found, used = [], set()
    for figure in figures:
        for (name, unit), (mean, start) in means.items():
            if figure.unit == unit and name in figure.name and figure.error == "" and is_number(figure.value) and mean.has_interval:
                if abs(float(figure.value) - mean.value) <= mean.half:
                    used.add((name, unit))
                    figure = replace(figure, error=mean.half, basis=basis_of(mean, start, time_unit), degrees=mean.degrees)
        found.append(figure)
    shown = [figure_of(*key, mean, start, time_unit) for key, (mean, start) in means.items() if start is not None and key not in used]
    return found + shown


def figure_of(name, unit, mean, start, time_unit):
    return KeyFigure(name if "mean" in name else f"mean {name}", replace(mean, basis=basis_of(mean, start, time_unit)), unit)


def figures_of_run(path):
    """Key figures that many runs have in common: those of figures.csv, means of rates that they do not have, sizes of the product."""
    folder, figures = log_of(path), read_figures(path)
    folder.is_quiet = True
    tables = curves.of_thermo(folder.log) + curves.of_folder(folder)
    means = steady_means(tables)
    known = with_means(figures, means, folder.log.time_unit)[:len(figures)]
    others = [figure_of(*key, mean, start, folder.log.time_unit) for key, (mean, start) in means.items()
              if start is not None and not any(figure.unit == key[1] and key[0] in figure.name for figure in figures)]
    return known + others + sizes_of_product(tables)


def basis_of(mean, start, time_unit):
    return (f"steady from {start:.3g} {time_unit}".rstrip() + " on; " if start is not None else "") + mean.basis


def sizes_of_product(tables):
    """Key figures: the size that 80 % of what left passes, that of the first state, and their ratio."""
    found = {}
    for table, label, sizes, passing in products(tables):
        found.setdefault(label.split(" (")[0], (size_at(sizes, passing, 80), size_unit(table)))
    size, unit = found.get("left", (None, ""))
    feed, _ = found.get("first", (None, ""))
    figures = [KeyFigure("80 % of what left is smaller than", size, unit)] if size else []
    if size and feed:
        figures += [KeyFigure("80 % of the particles were smaller at first than", feed, unit), KeyFigure("reduction ratio: the second over the first of these", feed / size)]
    return figures


def size_at(sizes, passing, share):
    """None where the share is reached outside of the sizes."""
    return float(np.interp(share, passing, sizes)) if passing[0] <= share <= passing[-1] else None


def size_unit(table):
    label = next((table.labels.get(name, "") for name in curves.SIZES if name in table.columns), "")
    unit = UNIT.search(label)
    return unit[0].strip(" []") if unit else ""


# ---------------------------------------------------------------- plots


def panels(tables, means):
    """Columns over others than the time, what left by size, then the quantities of one unit each, in the order of UNITS, others last."""
    found = [svg_of(curves.draw_points(table, PANEL)) for table in tables if table.kind == "points"][:MOST_PANELS]
    if products(tables):
        found.append(svg_of(draw_product(tables)))
    groups = {}
    for table, column, name, unit in columns_of(tables):
        groups.setdefault((id(table), unit or name), []).append((table, column, name, unit))
    order = {unit: place for place, unit in enumerate(UNITS)}
    for group in sorted(groups.values(), key=lambda group: order.get(group[0][3], len(order) + (not group[0][3]))):
        for some in of_like_size(group):
            if len(found) < MOST_PANELS:
                found.append(svg_of(draw_group(some, means)))
    return found


def of_like_size(group):
    """Lists of columns that one axis shows."""
    names = [column for _, column, *_ in group]
    by_column = {one[1]: one for one in group}
    return [[by_column[name] for name in some] for some in curves.by_unit(group[0][0], names)]


def draw_group(group, means):
    figure, ax = plt.subplots(figsize=PANEL)
    for (table, column, name, unit), color in zip(group, curves.COLORS):
        ax.plot(curves.thin(table.columns[table.clock]), curves.thin(table.columns[column]), color=color, lw=1.1, label=curves.plain(name))
        mean, start = means.get((name, unit), (None, None))
        if start is not None and len(group) == 1:
            ax.plot([start, table.columns[table.clock][-1]], [mean.value] * 2, color=ORANGE, lw=1.4, ls="--")
            if mean.has_interval:
                ax.axhspan(mean.value - mean.half, mean.value + mean.half, color=ORANGE, alpha=0.18, lw=0)
    table, _, name, unit = group[0]
    ax.set_title(curves.plain((name if len(group) == 1 else "") + (f" [{unit}]" if unit else "")), fontsize=9, loc="left")
    ax.set_xlabel(curves.plain(table.labels.get(table.clock, table.clock)), fontsize=8)
    if len(group) > 1:
        ax.legend(frameon=False, fontsize=7)
    ax.tick_params(labelsize=8)
    ax.grid(alpha=0.25)
    return figure


def products(tables):
    """(table, label, sizes, percent that pass them) of curves that belong into one axis."""
    found = []
    for table in tables:
        if table.kind == "classes":
            found.append((table, f"left ({table.title})", table.columns["size"], 100 * table.columns["passing"]))
        elif table.kind == "sizes":
            _, (times, *_) = curves.columns_of_sizes(table)
            for time, label in ((times.min(), "first"), (times.max(), "last")):
                found.append((table, f"{label} ({table.title})", *curves.passing_at(table, time)))
    return [one for one in found if curves.shown(one[2]) and curves.shown(one[3])]


def draw_product(tables):
    figure, ax = plt.subplots(figsize=PANEL)
    found = products(tables)[:MOST_LINES]
    unit = next((size_unit(table) for table, *_ in found if size_unit(table)), "")
    scale, unit = (1e3, "mm") if unit == "m" and max(sizes.max() for _, _, sizes, _ in found) < 1 else (1, unit)
    for (_, label, sizes, passing), color in zip(found, curves.COLORS):
        ax.plot(scale * sizes, passing, "o-" if len(sizes) < 12 else "-", color=color, ms=3, lw=1.2, label=curves.plain(label))
    if all((sizes > 0).all() for _, _, sizes, _ in found):
        ax.set_xscale("log")
        for axis in (ax.xaxis.set_major_formatter, ax.xaxis.set_minor_formatter):
            axis(FuncFormatter(lambda value, _: f"{value:g}"))
        ax.xaxis.set_minor_locator(LogLocator(subs=(2, 3, 5)))
    ax.axhline(80, color=GREY, lw=0.6)
    ax.set_title("passing [% of the mass]", fontsize=9, loc="left")
    ax.set_xlabel("size" + (f" [{unit}]" if unit else ""), fontsize=8)
    ax.set_ylim(0, 105)
    ax.legend(frameon=False, fontsize=7)
    ax.tick_params(labelsize=8, which="both")
    ax.grid(alpha=0.25, which="both")
    return figure
