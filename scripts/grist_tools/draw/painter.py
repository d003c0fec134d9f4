"""Pictures and films of a run: particles by a value, with its bar, behind walls of glass.

    source = find_source(folder)
    painter = Painter(source, Look(color="speed", view="front"))      # a value of particles, or of walls
    painter.picture(-1)                     # an image of Pillow
    painter.picture(0, 5, -1)               # three frames side by side

All frames of a painter have one camera and one range of colors, so that they can be a film.
"""

import re
from dataclasses import dataclass

import matplotlib
import numpy as np
from matplotlib.ticker import MaxNLocator
from PIL import Image, ImageDraw, ImageFont

from ..read.meshes import cut, sharp_edges
from ..text.messages import fail
from ..text.values import length_text, nice_length, short
from .films import FONT, labelled
from .pictures import Camera

SIZES = {"paper": (1600, 1200), "slide": (1920, 1080), "small": (800, 600)}
VIEWS = {"front": (0, -1, 0), "back": (0, 1, 0), "side": (1, 0, 0), "left": (-1, 0, 0), "top": (0, 0, 1), "below": (0, 0, -1)}
BY_NAME = ("id", "type", "cluster", "fragment", "parent", "origin", "generation", "mol", "state")
FEW = 10                        # values that get a legend
FIRST = ("speed", "type")       # colors of a run that says nothing
FLAT = 0.4                      # a charge that is thinner than this share of its other sides is looked at along its thin side
FAR = 3.0                       # times the spread of most particles: farther ones do not make the picture wider
MOST_GLASS = 40000              # triangles of walls that are drawn as glass; of more there are edges only
STEEL, LIGHT, DARK = (0.45, 0.55, 0.68), (1.0, 1.0, 1.0), (0.11, 0.12, 0.14)


@dataclass
class Look:
    color: str = ""             # name of a value; empty: chosen
    view: str = ""              # a word of VIEWS, or AZ,EL in degrees; empty: chosen
    size: tuple = SIZES["small"]
    dark: bool = False
    cut: tuple = None           # axis (0 to 2) and place: what is beyond, towards the eye, is left out
    low: float = None           # of the colors
    high: float = None
    walls: bool = True
    samples: int = 2


def is_distinct(name):
    """Whether each value has a color of its own: numbers of things, and integer properties of atoms."""
    return name in BY_NAME or name.startswith("i_")


class Coloring:
    """What the colors of a value mean."""

    def __init__(self, name, unit, values, look, names=()):
        """`names`: of its numbers, where they have some."""
        self.name, self.unit, self.names = name, unit, dict(names)
        self.distinct = is_distinct(name)
        if self.distinct:
            self.known = np.unique(values)[:FEW + 1]
        else:
            finite = values[np.isfinite(values)]
            self.low = look.low if look.low is not None else float(finite.min()) if len(finite) else 0.0
            self.high = look.high if look.high is not None else float(finite.max()) if len(finite) else 1.0
            if self.high <= self.low:
                self.high = self.low + (abs(self.low) or 1.0)

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

    def colors(self, values):
        """RGB, shape (n, 3)."""
        if not self.distinct:
            shares = np.clip((values - self.low) / (self.high - self.low), 0, 1)
            return matplotlib.colormaps["viridis"](np.nan_to_num(shares))[:, :3]
        if len(self.known) <= FEW:
            return matplotlib.colormaps["tab10"](np.searchsorted(self.known, values) % 10)[:, :3]
        # Neighbors in number get colors that lie apart.
        return matplotlib.colormaps["hsv"]((values * 0.61803398875) % 1.0)[:, :3] * 0.75 + 0.2


class Painter:
    def __init__(self, source, look, frames=None):
        """`frames`: numbers of those that will be drawn; default: the last one."""
        self.source, self.look = source, look
        scenes = [source.scene(number) for number in frames or [len(source.times) - 1]]
        if not any(scene.kinds or scene.walls for scene in scenes):
            fail(f"{source.path} shows no particle and no wall")
        self.coloring = self.chosen_coloring(scenes)
        self.towards = direction(look.view) if look.view else chosen_view(scenes)
        self.corners = np.concatenate([self.extent_points(scene) for scene in scenes])

    @property
    def bar_width(self):
        has_bar = self.coloring and (not self.coloring.distinct or self.coloring.has_legend)
        return max(self.look.size[0] // 7, 120) if has_bar else 0

    def chosen_coloring(self, scenes):
        fields = list(dict.fromkeys(name for scene in scenes for name in scene.fields))
        of_walls = set(name for scene in scenes for name in scene.wall_fields)
        name = self.look.color
        if name and fields and name not in {*fields, *of_walls}:
            known = f"it has {' '.join(sorted(fields))}" + (f", and of walls {' '.join(sorted(of_walls))}" if of_walls else "")
            fail(f"{self.source.path} holds no value '{name}': {known}")
        if not name:
            types = np.concatenate([kind.data["type"] for scene in scenes for kind in scene.kinds if "type" in kind.data] or [[]])
            name = "type" if len(np.unique(types)) > 1 else next((field for field in FIRST if field in fields), "")
        values = np.concatenate([scene.values(name) for scene in scenes])
        if not len(values):
            return None
        return Coloring(name, self.source.units.get(name, ""), values, self.look,
                        self.source.names.get(name, ()))

    def extent_points(self, scene):
        """Of the particles without those far away, and of the walls near them."""
        points = np.concatenate([kind.extents() for kind in scene.kinds] or [np.empty((0, 3))])
        if len(points):
            spread = np.ptp(np.percentile(points, (5, 95), axis=0), axis=0).max()
            points = points[np.all(np.abs(points - np.median(points, axis=0)) <= FAR * spread + 1e-300, axis=1)]
        if not self.look.walls or not scene.walls:
            return points
        walls = np.concatenate([triangles.reshape(-1, 3) for triangles in scene.walls.values()])
        if len(points):
            low, high = points.min(axis=0), points.max(axis=0)
            walls = np.clip(walls, low - 0.5 * (high - low).max(), high + 0.5 * (high - low).max())
        return np.concatenate([points, walls])

    def picture(self, *numbers):
        """One frame of the size of the look; several in a grid, no higher than they need."""
        text_size = max(self.look.size[0] // 50, 13)
        columns, width, height = self.grid(len(numbers), 4 * text_size)
        options = {"background": DARK if self.look.dark else LIGHT, "samples": self.look.samples}
        panels = [self.panel(number, Camera.around(self.corners, self.towards, width, height, **options), text_size, number == numbers[0])
                  for number in numbers]
        return self.with_bar(panels, columns)

    def grid(self, count, texts):
        """Columns, and width and height of a panel: those that show most, with `texts` for what stands above and below."""
        width, height = self.look.size[0] - self.bar_width, self.look.size[1]
        if count == 1:
            return 1, width, height
        shape = Camera.around(self.corners, self.towards, 1000).rows / 1000
        grids = [(columns, width // columns, height * columns // count) for columns in range(1, count + 1) if count % columns == 0]
        columns, width, height = max(grids, key=lambda grid: min(grid[1], (grid[2] - texts) / shape))
        return columns, width, min(round(width * shape) + texts, height)

    def panel(self, number, camera, text_size, with_scale):
        scene, look = self.source.scene(number), self.look
        for kind in scene.kinds:
            self.draw_particles(camera, self.before_cut(kind, camera))
        if look.walls:
            self.draw_walls(camera, scene)
        length = nice_length(0.25 * camera.width)
        unit = self.source.length_unit
        bar = (int(length * camera.scale / camera.samples), length_text(length) if unit == "m" else f"{length:g} {unit}".rstrip())
        return labelled(camera.image(), scene.time, bar if with_scale else None, text_size)

    def times(self, *numbers):
        *first, last = [self.source.times[number] for number in numbers]
        return f"{', '.join(first)} and {last}" if first else last

    def caption(self, *numbers):
        return f"The run at {self.times(*numbers)}" + (f", particles by {self.coloring.title}." if self.coloring else ".")

    def before_cut(self, particles, camera):
        if not self.look.cut:
            return particles
        axis, place = self.look.cut
        beyond = particles.centers[:, axis] > place
        return particles.kept(~beyond if camera.axes[2][axis] > 0 else beyond)

    def draw_particles(self, camera, particles):
        if not len(particles):
            return
        values = particles.data.get(self.coloring.name) if self.coloring else None
        colors = np.tile((0.35, 0.55, 0.75), (len(particles), 1)) if values is None else self.coloring.colors(np.asarray(values, float))
        if particles.radii is not None:
            camera.spheres(particles.centers, particles.radii, colors)
            return
        camera.polyhedra(particles.solids, colors)

    def draw_walls(self, camera, scene):
        """Walls that have the value are opaque, with its colors; all others are glass."""
        ink, glass = (0.75, 0.78, 0.82) if self.look.dark else (0.25, 0.28, 0.33), []
        for name, triangles in scene.walls.items():
            values = scene.wall_data.get(name, {}).get(self.coloring.name) if self.coloring else None
            if self.look.cut:
                axis, place = self.look.cut
                normal, point = np.zeros(3), np.zeros(3)
                normal[axis], point[axis] = np.sign(camera.axes[2][axis]) or 1.0, place
                triangles, numbers = cut(triangles, point, normal, with_numbers=True)
                values = None if values is None else values[numbers]
            if values is not None:
                camera.triangles(triangles, self.coloring.colors(np.asarray(values, float)))
            elif len(triangles) <= MOST_GLASS:
                glass.append(triangles)
            camera.lines(sharp_edges(triangles), ink, width=0.75)
        for triangles in glass:
            camera.glass(triangles, STEEL, 0.07)

    def with_bar(self, panels, columns):
        """The panels row by row with a bar or a legend on their right."""
        (width, height), background = panels[0].size, DARK if self.look.dark else LIGHT
        size = (columns * width + self.bar_width, len(panels) // columns * height)
        whole = Image.new("RGB", size, tuple(round(255 * part) for part in background))
        for k, panel in enumerate(panels):
            whole.paste(panel, (k % columns * width, k // columns * height))
        if self.bar_width:
            draw_bar(whole, self.coloring, columns * width, self.bar_width, "white" if self.look.dark else "black")
        return whole


def make_alike(painters):
    """One camera, scale and meaning of colors for pictures of several runs. Where the runs are colored by different values, none is."""
    corners, colorings = np.concatenate([painter.corners for painter in painters]), [painter.coloring for painter in painters]
    if len({coloring.name if coloring else "" for coloring in colorings}) > 1:
        colorings = [None] * len(painters)
    elif colorings[0] and colorings[0].distinct:
        known = np.unique(np.concatenate([coloring.known for coloring in colorings]))[:FEW + 1]
        for coloring in colorings:
            coloring.known = known
    elif colorings[0]:
        low, high = min(coloring.low for coloring in colorings), max(coloring.high for coloring in colorings)
        for coloring in colorings:
            coloring.low, coloring.high = low, high
    for painter, coloring in zip(painters, colorings):
        painter.corners, painter.towards, painter.coloring = corners, painters[0].towards, coloring


def draw_bar(image, coloring, left, width, ink):
    size = max(image.width // 55, 12)
    font, draw = ImageFont.truetype(FONT, size), ImageDraw.Draw(image)
    top, bottom = int(0.16 * image.height), int(0.84 * image.height)
    left += size
    title = coloring.title if not coloring.has_legend else "" if set(coloring.known) <= set(coloring.names) else coloring.name.removeprefix("i_")
    lines = [title] if draw.textlength(title, font=font) < width - size else title.replace(" [", "\n[").split("\n")
    for k, line in enumerate(reversed(lines)):
        while draw.textlength(line, font=font) > width - size and font.size > 8:
            font = ImageFont.truetype(FONT, font.size - 1)
        draw.text((left, top - (2 + 1.2 * k) * size), line, fill=ink, font=font)
    font = ImageFont.truetype(FONT, size)
    if coloring.has_legend:
        while font.size > 8 and max(draw.textlength(text, font=font) for text in coloring.legend) > width - 3 * size:
            font = ImageFont.truetype(FONT, font.size - 1)
        for k, (value, text) in enumerate(zip(coloring.known, coloring.legend)):
            color = tuple(int(255 * part) for part in coloring.colors(np.array([value]))[0])
            draw.rectangle((left, top + 1.6 * k * size, left + size, top + (1.6 * k + 1) * size), fill=color)
            draw.text((left + 1.5 * size, top + 1.6 * k * size - 0.1 * size), text, fill=ink, font=font)
        return
    for row in range(top, bottom + 1):
        value = coloring.high + (row - top) / (bottom - top) * (coloring.low - coloring.high)
        color = tuple(int(255 * part) for part in coloring.colors(np.array([value]))[0])
        draw.line((left, row, left + size, row), fill=color)
    for value in MaxNLocator(6).tick_values(coloring.low, coloring.high):
        if coloring.low - 1e-9 * abs(coloring.low) <= value <= coloring.high * (1 + 1e-9):
            row = bottom - (value - coloring.low) / (coloring.high - coloring.low) * (bottom - top)
            draw.line((left + size, row, left + 1.3 * size, row), fill=ink)
            draw.text((left + 1.6 * size, row - 0.6 * size), f"{value:.4g}", fill=ink, font=font)


def direction(view):
    """From the picture to the eye, of a word or of AZ,EL."""
    if view in VIEWS:
        return VIEWS[view]
    try:
        azimuth, elevation = (np.radians(float(word)) for word in view.split(","))
    except ValueError:
        fail(f"--view expects {', '.join(VIEWS)} or AZ,EL in degrees, such as 30,20, not '{view}'")
    return np.sin(azimuth) * np.cos(elevation), -np.cos(azimuth) * np.cos(elevation), np.sin(elevation)


def chosen_view(scenes):
    """From the front, a little from the right and from above; along the thin side of a flat charge or of the vessel around it."""
    shown = [kind.extents() for scene in scenes for kind in scene.kinds]
    walls = [triangles.reshape(-1, 3) for scene in scenes for triangles in scene.walls.values()]
    box = np.percentile(np.concatenate(shown or walls), (2, 98), axis=0)
    for points in (box, np.concatenate([box, *walls])):
        sides = np.ptp(points, axis=0)
        for axis, towards in ((0, (1.0, -0.25, 0.15)), (1, (0.25, -1.0, 0.15))):
            if sides[axis] < FLAT * np.delete(sides, axis).min():
                return towards
    return 0.35, -1.0, 0.3
