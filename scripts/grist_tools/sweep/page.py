"""The page of a sweep: plots of responses, tables, runs without result."""

from dataclasses import dataclass, field

from ..draw.pages import template
from ..draw.plots import AMBER, BLUE, GREEN, GREY, ORANGE, PINK, SKY, np, plt, svg_of
from ..report.curves import plain
from ..report.run_report import of_svg
from ..run.lammps import machine
from ..text.values import is_number
from .responses import by_point, estimate

COLORS = [BLUE, ORANGE, GREEN, PINK, AMBER, SKY, GREY]
MARKS = "os^Dv<>"
MOST_CURVES = 12        # of one picture
SIZE, DOTS = (6.0, 4.2), 110


@dataclass
class Curve:
    label: str
    places: list            # on the axis across: numbers, or texts
    values: list            # Estimate, or None


@dataclass
class Section:
    title: str
    heads: list
    rows: list              # of texts
    text: str = ""


@dataclass
class Page:
    title: str
    about: str
    chips: list             # (class, text)
    sentences: list
    pictures: list
    sections: list
    notes: list = field(default_factory=list)

    def write(self, path):
        path.write_text(template("sweep/page.jinja").render(page=self, facts=machine()), encoding="utf-8")


def curves_of(rows, name):
    """Of a figure against the first variable: a curve for each combination of the others."""
    found = {}
    for point, group in by_point(rows):
        (_, place), *others = point.items()
        label = ", ".join(f"{other} {value}" for other, value in others)
        curve = found.setdefault(label, Curve(label, [], []))
        curve.places.append(place)
        curve.values.append(estimate(group, name))
    return list(found.values())


def panel(name, across, curves, is_log=False):
    """A picture of curves with error bars, the 95 % intervals."""
    figure, ax = plt.subplots(figsize=SIZE)
    places = list(dict.fromkeys(place for curve in curves for place in curve.places))
    are_numbers = all(map(is_number, places))
    where = {place: float(place) if are_numbers else k for k, place in enumerate(places)}
    shift = 0.0 if is_log else 0.006 * (max(where.values()) - min(where.values()))      # between curves, so that bars do not cover each other
    for k, curve in enumerate(curves[:MOST_CURVES]):
        known = [(where[place], value) for place, value in zip(curve.places, curve.values) if value]
        if not known:
            continue
        x, values = zip(*sorted(known, key=lambda pair: pair[0]))
        bars = [value.half if value.has_interval else 0.0 for value in values]
        x = np.array(x) + shift * (k - (min(len(curves), MOST_CURVES) - 1) / 2)
        ax.errorbar(x, [value.value for value in values], bars, color=COLORS[k % len(COLORS)], marker=MARKS[k % len(MARKS)], ms=5, lw=1.3, capsize=3,
                    label=plain(curve.label) or None)
    if is_log:
        ax.set_xscale("log", base=2)
    if not are_numbers or len(places) <= 8:
        ax.set_xticks(list(where.values()), places)
        ax.minorticks_off()
    ax.set_xlabel(plain(across))
    ax.set_title(plain(name), fontsize=11, loc="left")
    ax.grid(alpha=0.25)
    if any(curve.label for curve in curves):
        ax.legend(frameon=False, fontsize=9)
    left = f" The first {MOST_CURVES} of {len(curves)} curves." if len(curves) > MOST_CURVES else ""
    has_bars = any(value and value.has_interval for curve in curves for value in curve.values)
    bars = " Bars: 95 % intervals." if has_bars else " No bars: no interval is known."
    return of_svg(svg_of(figure, DOTS), f"{name} against {across}.{left}{bars}")
