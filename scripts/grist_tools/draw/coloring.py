"""What the colors of a value mean: of particles or of walls, with the bar or the legend beside a picture.

    coloring = Coloring("speed", "m/s", values, low=None, high=None)
    coloring.colors(values)                         # RGB of each
    draw_bar(image, coloring, box, ink)
"""

import re

import matplotlib
import numpy as np
from matplotlib.ticker import MaxNLocator
from PIL import ImageDraw, ImageFont

from ..text.values import prefixed, short
from .films import FONT

BY_NAME = ("id", "type", "cluster", "fragment", "parent", "origin", "generation", "mol", "state")
FEW = 10                        # values that get a legend
OF_PARTICLES, OF_WALLS = "viridis", "YlOrRd"


def is_distinct(name):
    """Whether each value has a color of its own: numbers of things, and integer properties of atoms."""
    return name in BY_NAME or name.startswith("i_")


def shown_range(values, low=None):
    """Of the colors: least and greatest, without the outermost hundredth of the values at an end where it is far from all others. `low`: known."""
    values = values[np.isfinite(values)]
    if not len(values):
        return 0.0, 1.0
    least, greatest, near, far = (float(value) for value in (values.min(), values.max(), *np.percentile(values, (1, 99))))
    high = far if greatest > far + 0.5 * (far - near) else greatest
    if low is None:
        low = 0.0 if 0 < least < 0.02 * high else near if least < near - 0.5 * (far - near) else least
    return (low, high) if low < high else (least, greatest)


class Coloring:
    """Lengths and stresses have a unit such that the numbers at the bar are short: 20 mm, not 0.02 m."""

    def __init__(self, name, unit, values, low=None, high=None, names=(), palette=OF_PARTICLES):
        """`names`: of its numbers, where they have some."""
        self.name, self.names, self.palette = name, dict(names), palette
        self.distinct = is_distinct(name)
        if self.distinct:
            self.unit, self.known = unit, np.unique(values)[:FEW + 1]
            return
        values = np.asarray(values, float)
        finite = values[np.isfinite(values)]
        self.least, self.greatest = (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 0.0)
        self.low, shown = shown_range(finite, low)
        self.high = shown if high is None else high
        if self.high <= self.low:
            self.high = self.low + (abs(self.low) or 1.0)
        self.factor, self.unit = prefixed(max(abs(self.low), abs(self.high)), unit)

    @property
    def title(self):
        """Without what LAMMPS puts before the name of a variable, compute or fix."""
        return re.sub(r"^[vcf]_", "", self.name).replace("_", " ") + (f" [{self.unit}]" if self.unit else "")

    @property
    def legend(self):
        """What each of the known values is called."""
        return [self.names.get(value, short(value).removesuffix(".0")) for value in self.known]

    @property
    def has_legend(self):
        return self.distinct and 1 < len(self.known) <= FEW

    @property
    def has_bar(self):
        return not self.distinct or self.has_legend

    @property
    def heading(self):
        """Above the bar; names of things need none."""
        return self.title if not self.has_legend else "" if set(self.known) <= set(self.names) else self.name.removeprefix("i_")

    def ticks(self):
        """(value, text) along the bar. Where values lie beyond an end, its text says so."""
        low, high, slack = self.low * self.factor, self.high * self.factor, 1e-9 * max(abs(self.low), abs(self.high)) * self.factor
        found = [(value / self.factor, f"{value:.4g}") for value in MaxNLocator(6).tick_values(low, high) if low - slack <= value <= high + slack]
        for beyond, end, sign in ((self.greatest * self.factor > high + slack, self.high, "≥"), (self.least * self.factor < low - slack, self.low, "≤")):
            if beyond:
                gap = 0.06 * (self.high - self.low)
                found = [tick for tick in found if abs(tick[0] - end) > gap] + [(end, f"{sign} {end * self.factor:.3g}")]
        return found

    def colors(self, values):
        """RGB, shape (n, 3)."""
        values = np.asarray(values, float)
        if not self.distinct:
            shares = np.clip((values - self.low) / (self.high - self.low), 0, 1)
            return matplotlib.colormaps[self.palette](np.nan_to_num(shares))[:, :3]
        if len(self.known) <= FEW:
            return matplotlib.colormaps["tab10"](np.searchsorted(self.known, values) % 10)[:, :3]
        # Neighbors in number get colors that lie apart.
        return matplotlib.colormaps["hsv"]((values * 0.61803398875) % 1.0)[:, :3] * 0.75 + 0.2


def of_walls(values, frames, low=None, high=None):
    """Of WallValues, by what some frames have of it. From zero on; triangles that nothing touched do not make the range of the others wider."""
    numbers = np.concatenate([np.asarray(of, float) for frame in frames for of in frame.values()] or [np.zeros(0)])
    return Coloring(values.name, values.unit, numbers[numbers != 0], min(numbers.min(initial=0), 0) if low is None else low, high, palette=OF_WALLS)


def same_meaning(colorings):
    """Of several runs the same colors for the same values; where they show different values, or some show none, all are none."""
    if len({coloring.name if coloring else "" for coloring in colorings}) > 1:
        return [None] * len(colorings)
    if colorings[0] and colorings[0].distinct:
        known = np.unique(np.concatenate([coloring.known for coloring in colorings]))[:FEW + 1]
        for coloring in colorings:
            coloring.known = known
    elif colorings[0]:
        ends = {name: choose(getattr(coloring, name) for coloring in colorings) for name, choose in (("low", min), ("high", max), ("least", min), ("greatest", max))}
        widest = max(colorings, key=lambda coloring: coloring.high)
        for coloring in colorings:
            coloring.__dict__.update(ends, factor=widest.factor, unit=widest.unit)
    return colorings


def fitting(draw, lines, size, width):
    """A font in which no line is wider."""
    font = ImageFont.truetype(FONT, size)
    while font.size > 8 and max(draw.textlength(line, font=font) for line in lines) > width:
        font = ImageFont.truetype(FONT, font.size - 1)
    return font


def draw_bar(image, coloring, box, ink, size):
    """`box`: left, top, right and bottom in pixels; `size` of the text."""
    left, top, right, bottom = box
    draw, width = ImageDraw.Draw(image), right - left
    heading = coloring.heading
    lines = [heading] if draw.textlength(heading, font=ImageFont.truetype(FONT, size)) < width else heading.replace(" [", "\n[").split("\n")
    font = fitting(draw, lines, size, width)
    for k, line in enumerate(lines):
        draw.text((left, top + 1.2 * k * size), line, fill=ink, font=font)
    top += round(1.2 * len(lines) * size + 0.6 * size)
    if coloring.has_legend:
        font = fitting(draw, coloring.legend, size, width - 2 * size)
        for k, (value, text) in enumerate(zip(coloring.known, coloring.legend)):
            color = tuple(int(255 * part) for part in coloring.colors([value])[0])
            draw.rectangle((left, top + 1.6 * k * size, left + size, top + (1.6 * k + 1) * size), fill=color)
            draw.text((left + 1.5 * size, top + 1.6 * k * size - 0.1 * size), text, fill=ink, font=font)
        return
    shares = np.linspace(1, 0, bottom - top + 1)
    for row, color in zip(range(top, bottom + 1), coloring.colors(coloring.low + shares * (coloring.high - coloring.low))):
        draw.line((left, row, left + size, row), fill=tuple(int(255 * part) for part in color))
    ticks = coloring.ticks()
    font = fitting(draw, [text for _, text in ticks] or [""], size, width - 1.6 * size)
    for value, text in ticks:
        row = bottom - (value - coloring.low) / (coloring.high - coloring.low) * (bottom - top)
        draw.line((left + size, row, left + 1.3 * size, row), fill=ink)
        draw.text((left + 1.6 * size, row - 0.6 * size), text, fill=ink, font=font)
