"""Sections of walls that wear has changed (fix wall/mesh ... deform), before and after.

    for section in worn_walls(folder, log): section.data, section.caption
    section.drawn(limits)       # with these limits of its axes, such as those of another run
"""

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from matplotlib.collections import LineCollection

from ..draw.plots import BLUE, GREY, plt, svg_of
from ..read.wall_motions import motions_of, placed, read_triangles

BESIDE = 1e-6       # of the size: a plane beside corners cuts triangles, not edges


@dataclass
class Section:
    wall: str
    axis: int           # normal of the section, 0 to 2
    place: float
    before: np.ndarray  # lines, n x 2 x 2
    after: np.ndarray

    @property
    def caption(self):
        return f"The wall {self.wall} across {'xyz'[self.axis]} = {self.place:.3g}, where it stood at first: as it was (grey) and worn (blue)."

    @cached_property
    def limits(self):
        """Corners of the box around the lines."""
        points = np.concatenate([self.before, self.after]).reshape(-1, 2)
        return (points.min(axis=0), points.max(axis=0)) if len(points) else (np.zeros(2), np.ones(2))

    @property
    def data(self):
        return self.drawn(self.limits)

    def drawn(self, limits):
        """SVG."""
        figure, axes = plt.subplots(figsize=(8, 6))
        for lines, color, width in ((self.before, GREY, 1.0), (self.after, BLUE, 1.8)):
            axes.add_collection(LineCollection(lines, colors=color, linewidths=width))
        axes.update_datalim(limits)
        axes.autoscale_view()
        axes.set_aspect("equal", adjustable="datalim")
        across = [letter for letter in "xyz" if letter != "xyz"[self.axis]]
        axes.set_xlabel(across[0])
        axes.set_ylabel(across[1])
        return svg_of(figure, 120)


def worn_walls(folder, log):
    """Of each wall whose worn meshes are in the folder."""
    found = []
    for command in log.commands if log else ():
        words = command.split()
        if words[:1] != ["fix"] or words[3:4] != ["wall/mesh"] or "deform" not in words:
            continue
        options = words[5:words.index("model")] if "model" in words else words[5:]
        file, worn = folder / words[4], worn_meshes(folder, options)
        if worn and file.is_file():
            found.append(section_of(words[1], placed(read_triangles(file), options), read_triangles(worn[-1]), options))
    return found


def worn_meshes(folder, options):
    """STL files of the keyword deform, by step; without *file* they have the name of the stress files."""
    after = options[options.index("deform") + 1:]
    named = [words[words.index(word) + 1 + skipped] for words, word, skipped in ((after, "file", 0), (options, "stress", 1)) if word in words]
    if not named:
        return []
    names = (folder / named[0]).with_suffix(".stl")
    pattern = re.compile(re.escape(names.name).replace(r"\*", r"(\d+)"))
    steps = [(int(match[1]), path) for path in names.parent.glob(names.name) if (match := pattern.fullmatch(path.name))]
    return [path for _, path in sorted(steps)]


def normal_of_section(triangles, options):
    """0, 1 or 2: along the axis of a rotation; else the shorter one of the two sides of the wall, not its thickness."""
    for kind, numbers in motions_of("", options):
        if kind == "rotate":
            return int(np.argmax(np.abs(numbers[3:6])))
    thickness, shorter, _ = np.argsort(np.ptp(triangles.reshape(-1, 3), axis=0))
    return int(shorter)


def place_of_section(before, after, axis):
    """Where a corner has receded most; the middle where the triangles are not the same ones."""
    points = before.reshape(-1, 3)
    if before.shape != after.shape or not (before != after).any():
        return points[:, axis].mean()
    most = points[np.argmax(np.linalg.norm((after - before).reshape(-1, 3), axis=1)), axis]
    inside = 0.01 * np.ptp(points[:, axis])
    return float(np.clip(most, points[:, axis].min() + inside, points[:, axis].max() - inside))


def section(triangles, axis, place):
    """Lines, n x 2 x 2, in the other two axes."""
    heights = triangles[:, :, axis] - place
    lines = []
    for triangle, height in zip(triangles, heights):
        ends = [triangle[k] + height[k] / (height[k] - height[k - 1]) * (triangle[k - 1] - triangle[k])
                for k in range(3) if (height[k] < 0) != (height[k - 1] < 0)]
        if len(ends) == 2:
            lines.append(np.delete(ends, axis, axis=1))
    return np.array(lines).reshape(-1, 2, 2)


def section_of(name, before, after, options):
    axis = normal_of_section(before, options)
    place = place_of_section(before, after, axis) + BESIDE * np.ptp(before.reshape(-1, 3), axis=0).max()
    return Section(name, axis, place, section(before, axis, place), section(after, axis, place))
