"""Pictures and films of a run: particles and walls by a value, with its bar; walls without one are glass.

    source = find_source(folder)
    painter = Painter(source, Look(color="speed", walls="wear", view="front"))
    painter.picture(-1)                     # an image of Pillow
    painter.picture(0, 5, -1)               # three frames side by side

All frames of a painter have one camera and one range of colors, so that they can be a film.
"""

from dataclasses import dataclass

import numpy as np
from PIL import Image

from ..read.meshes import cut, sharp_edges
from ..read.scenes import with_faces
from ..read.wall_values import WallValues
from ..text.messages import fail
from ..text.values import length_text, nice_length
from .coloring import Coloring, draw_bar, of_walls, same_meaning
from .films import labelled
from .pictures import Camera
from .views import chosen_view, direction, view_of_values

SIZES = {"paper": (1600, 1200), "slide": (1920, 1080), "small": (800, 600)}
FIRST = ("speed", "damage", "type")       # colors of a run that says nothing
FAR = 3.0                       # times the spread of most particles: farther ones do not make the picture wider
MOST_GLASS = 40000              # triangles of walls that are drawn as glass; of more there are edges only
STEEL, LIGHT, DARK = (0.45, 0.55, 0.68), (1.0, 1.0, 1.0), (0.11, 0.12, 0.14)
PLAIN = (0.70, 0.73, 0.77)      # particles without a value
FACE_ON = 0.7                   # cosine: planes across the box that are seen so are edges, and no glass before all else
VEIL = 0.15                     # opacity of walls with colors that are before particles
WALL_AMBIENT = 0.7              # their colors are compared with the bar: weak shadows


@dataclass
class Look:
    color: str = ""             # value of particles; empty: chosen
    view: str = ""              # a word of VIEWS, or AZ,EL in degrees; empty: chosen
    size: tuple = SIZES["small"]
    dark: bool = False
    cut: tuple = None           # axis (0 to 2) and place: what is beyond, towards the eye, is left out
    low: float = None           # of the colors
    high: float = None
    walls: str = ""             # value of walls
    walls_range: tuple = (None, None)
    after: str = ""             # time to which this value is scaled
    has_particles: bool = True
    has_walls: bool = True
    around: tuple = None        # x, y, z and the width of the picture; None: all that is there
    faces: bool = False         # of bonded blocks in place of the blocks
    samples: int = 2


class Painter:
    def __init__(self, source, look, frames=None):
        """`frames`: numbers of those that will be drawn; default: the last one."""
        self.source, self.look, self.cut = source, look, look.cut
        numbers = frames or [len(source.times) - 1]
        scenes = [self.scene(number) for number in numbers]
        if not any(scene.kinds or scene.walls for scene in scenes):
            fail(f"{source.path} shows no particle and no wall")
        self.coloring = self.chosen_coloring(scenes)
        self.wall_values = WallValues(source, look.walls, look.after) if look.walls else None
        self.wall_coloring = of_walls(self.wall_values, [self.wall_values.at(number) for number in numbers], *look.walls_range) if look.walls else None
        self.towards = direction(look.view) if look.view else self.chosen_view(scenes, numbers[-1])
        self.corners = around_a_place(look, self.towards) if look.around else np.concatenate([self.extent_points(scene) for scene in scenes])

    def scene(self, number):
        """Of a map of walls by a value those that can have it alone."""
        scene = self.source.scene(number)
        if self.look.faces:
            scene = with_faces(scene, self.source.path)
        if not self.look.has_particles:
            scene = scene.without_particles()
            scene.walls = {name: triangles for name, triangles in scene.walls.items() if not self.look.walls or name in scene.wall_data}
        return scene

    def chosen_view(self, scenes, number):
        """Of walls alone the view that shows most of their values on the side of the charge, cut open if it must be."""
        walls, values = scenes[-1].walls, self.wall_values.at(number) if self.wall_values else {}
        if any(scene.kinds for scene in scenes) or not values:
            return chosen_view(scenes)
        triangles = np.concatenate(list(walls.values()))
        charge = np.concatenate([kind.centers for kind in self.source.scene(number).kinds] or [triangles.reshape(-1, 3)])
        towards, opened = view_of_values(triangles, np.concatenate([values.get(name, np.zeros(len(of))) for name, of in walls.items()]), np.median(charge, axis=0))
        self.cut = self.cut or opened
        return towards

    @property
    def colorings(self):
        """That a bar or a legend explains, those of walls first."""
        return [coloring for coloring in (self.wall_coloring, self.coloring) if coloring and coloring.has_bar]

    @property
    def bar_width(self):
        return max(self.look.size[0] // 7, 120) if self.colorings else 0

    def chosen_coloring(self, scenes):
        """Where walls have colors, particles have none unless they are asked for."""
        fields, name = list(dict.fromkeys(name for scene in scenes for name in scene.fields)), self.look.color
        if name and fields and name not in fields:
            of_walls = any(name in data for scene in scenes for data in scene.wall_data.values())
            fail(f"{self.source.path} holds no value '{name}': it has {' '.join(sorted(fields))}" + (f", and of walls '--walls {name}'" if of_walls else ""))
        if not name and self.look.walls:
            return None
        if not name:
            types = np.concatenate([kind.data["type"] for scene in scenes for kind in scene.kinds if "type" in kind.data] or [[]])
            name = "type" if len(np.unique(types)) > 1 else next((field for field in FIRST if field in fields), "")
        values = np.concatenate([scene.values(name) for scene in scenes])
        if not len(values):
            return None
        return Coloring(name, self.source.units.get(name, ""), values, self.look.low, self.look.high, self.source.names.get(name, ()))

    def extent_points(self, scene):
        """Of the particles without those far away, and of the walls near them."""
        points = np.concatenate([kind.extents() for kind in scene.kinds] or [np.empty((0, 3))])
        if len(points):
            spread = np.ptp(np.percentile(points, (5, 95), axis=0), axis=0).max()
            points = points[np.all(np.abs(points - np.median(points, axis=0)) <= FAR * spread + 1e-300, axis=1)]
        if not self.look.has_walls or not scene.vessels:
            return points
        walls = np.concatenate([self.opened(triangles)[0].reshape(-1, 3) for triangles in scene.vessels])
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
        scene, look = self.scene(number), self.look
        for kind in scene.kinds:
            self.draw_particles(camera, self.before_cut(kind))
        if look.has_walls:
            self.draw_walls(camera, scene, self.wall_values.at(number) if look.walls else {})
        length = nice_length(0.25 * camera.width)
        unit = self.source.length_unit
        bar = (int(length * camera.scale / camera.samples), length_text(length) if unit == "m" else f"{length:g} {unit}".rstrip())
        return labelled(camera.image(), scene.time, bar if with_scale else None, text_size)

    def times(self, *numbers):
        *first, last = [self.source.times[number] for number in numbers]
        return f"{', '.join(first)} and {last}" if first else last

    def caption(self, *numbers):
        parts = [f"{what} by {coloring.title}" for what, coloring in (("particles", self.coloring), ("walls", self.wall_coloring)) if coloring]
        text = f"The run at {self.times(*numbers)}" + (f", {' and '.join(parts)}." if parts else ".")
        return f"{text} {self.wall_values.note}" if self.wall_values and self.wall_values.note else text

    @property
    def cut_plane(self):
        """Axis, place, and 1 if what is beyond it along the axis is left out, else -1: what is towards the eye."""
        axis, place = self.cut
        return axis, place, np.sign(self.towards[axis]) or 1.0

    def before_cut(self, particles):
        if not self.cut:
            return particles
        axis, place, sign = self.cut_plane
        return particles.kept(sign * (particles.centers[:, axis] - place) <= 0)

    def draw_particles(self, camera, particles):
        if not len(particles):
            return
        values = particles.data.get(self.coloring.name) if self.coloring else None
        colors = np.tile(PLAIN, (len(particles), 1)) if values is None else self.coloring.colors(values)
        if particles.radii is not None:
            camera.spheres(particles.centers, particles.radii, colors)
            return
        camera.polyhedra(particles.solids, colors)

    def draw_walls(self, camera, scene, values):
        """Walls that have the value are opaque, with its colors, except before particles; all others are glass."""
        ink, edges, glass, opaque = (0.75, 0.78, 0.82) if self.look.dark else (0.25, 0.28, 0.33), [], [], []
        for name, triangles in scene.walls.items():
            triangles, numbers = self.opened(triangles)
            if len(values.get(name, ())) == len(scene.walls[name]):
                opaque.append((triangles, self.wall_coloring.colors(values[name][numbers])))
            elif len(triangles) <= MOST_GLASS and (name not in scene.planes or abs(unit_normal(triangles) @ camera.axes[2]) < FACE_ON):
                glass.append(triangles)
            edges.append(sharp_edges(triangles))
        if opaque:
            camera.veil(*(np.concatenate(parts) for parts in zip(*opaque)), VEIL, WALL_AMBIENT)
        camera.occlude()
        for ends in edges:
            camera.lines(ends, ink, width=0.75)
        for triangles in glass:
            camera.glass(triangles, STEEL, 0.07)

    def opened(self, triangles):
        """What the cut leaves of them, and their numbers."""
        if not self.cut:
            return triangles, np.arange(len(triangles))
        axis, place, sign = self.cut_plane
        return cut(triangles, place * np.eye(3)[axis], sign * np.eye(3)[axis], with_numbers=True)

    def with_bar(self, panels, columns):
        """The panels row by row with bars or legends on their right, one below the other."""
        (width, height), background = panels[0].size, DARK if self.look.dark else LIGHT
        size = (columns * width + self.bar_width, len(panels) // columns * height)
        whole = Image.new("RGB", size, tuple(round(255 * part) for part in background))
        for k, panel in enumerate(panels):
            whole.paste(panel, (k % columns * width, k // columns * height))
        text, count = max(whole.width // 55, 12), len(self.colorings)
        for k, coloring in enumerate(self.colorings):
            top, bottom = (round((0.08 + 0.84 * (k + share) / count) * whole.height) for share in (0, 1 if count == 1 else 0.86))
            draw_bar(whole, coloring, (columns * width + text, top, whole.width - text // 2, bottom), "white" if self.look.dark else "black", text)
        return whole


def unit_normal(triangles):
    """Of the first one; zero where there is none."""
    normal = np.cross(triangles[0, 1] - triangles[0, 0], triangles[0, 2] - triangles[0, 0]) if len(triangles) else np.zeros(3)
    return normal / max(np.linalg.norm(normal), 1e-300)


def around_a_place(look, towards):
    """Corners of a picture of this width about it, a third wider than high."""
    *center, width = look.around
    right, up, _ = Camera(towards, center, width, (1, 1)).axes
    return np.array([center + width * (x * right + 0.75 * y * up) for x in (-0.5, 0.5) for y in (-0.5, 0.5)])


def make_alike(painters):
    """One camera, scale and meaning of colors for pictures of several runs. Where the runs are colored by different values, none is."""
    corners = np.concatenate([painter.corners for painter in painters])
    of_particles, of_walls = (same_meaning([getattr(painter, name) for painter in painters]) for name in ("coloring", "wall_coloring"))
    for painter, coloring, of_wall in zip(painters, of_particles, of_walls):
        painter.corners, painter.towards, painter.cut = corners, painters[0].towards, painters[0].cut
        painter.coloring, painter.wall_coloring = coloring, of_wall
