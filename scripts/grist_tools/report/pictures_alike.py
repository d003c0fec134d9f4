"""Pictures, films, maps of wear and worn walls of several runs beside each other: of each side of a comparison its first run."""

import numpy as np

from ..draw.pages import encoded, picture
from ..draw.painter import FIRST, Look, make_alike, Painter, SIZES
from ..draw.run_pictures import chosen_frame, LARGEST_DUMP, wear_source
from ..read.scenes import find_source, size_of_source, sources_in
from ..text.messages import program, warn
from ..text.values import size_text
from .liners import worn_walls
from .run_report import film, of_png, of_svg

LARGEST_FILMS = 30e6                    # bytes, all films of a page


def pictures_alike(sides):
    """Rows of pictures of the sides at the same times with one camera, scale and meaning of colors, and a sentence about them; none where a
    run has no dump that shows particles, or a larger one than a report draws."""
    files = [(sources_in(side.first.folder.path) or [None])[-1] for side in sides]
    if not all(file and size_of_source(file) <= LARGEST_DUMP for file in files):
        return [], ""
    try:
        return draw_alike(sides, [find_source(file, side.first.log) for side, file in zip(sides, files)])
    except SystemExit as error:     # a series that is not whole
        warn(f"no pictures with one camera ({str(error).removeprefix(f'{program()}: ')})")
        return [], ""


def draw_alike(sides, sources):
    numbers = common_frames(sources)
    painters = [Painter(source, Look(common_color(sources, numbers), size=SIZES["small"]), row) for source, row in zip(sources, numbers)]
    make_alike(painters)
    rows = [[drawn_picture(side, painter, number) for side, painter, number in zip(sides, painters, row)] for row in zip(*numbers)]
    coloring = painters[0].coloring
    return rows, "One camera, scale and time" + (f"; particles by {coloring.title}, with the same colors." if coloring else ".")


def common_frames(sources):
    """Of each run the numbers of two frames: half and end of the time that all have reached with particles in them."""
    start, end = max(source.moments[0] for source in sources), min(source.moments[chosen_frame(source, "last")] for source in sources)
    wanted = [(start + end) / 2, end] if end > start else [start]
    return [[int(np.argmin(np.abs(np.array(source.moments) - moment))) for moment in wanted] for source in sources]


def common_color(sources, numbers):
    """The value that colors particles: what a picture of the first run would take, if all have it."""
    fields = [set(source.scene(row[-1]).fields) for source, row in zip(sources, numbers)]
    chosen = Painter(sources[0], Look(), numbers[0]).coloring
    return next((name for name in (chosen.name if chosen else "", *FIRST) if name and all(name in known for known in fields)), "")


def drawn_picture(side, painter, number):
    return of_png(encoded(painter.picture(number)), f"{side.letter}: {side.name} at {painter.source.times[number]}")


def pictures_there(sides):
    """Rows of the pictures that the folders hold, by their names; without common names by their order."""
    files = {side.letter: {file.name: file for file in side.first.folder.pictures or [file for file in side.first.folder.drawn if file.suffix == ".png"]} for side in sides}
    if not any(files.values()):
        return []
    common = [name for name in files[sides[0].letter] if all(name in found for found in files.values())]
    rows = [[(side, files[side.letter][name]) for side in sides] for name in common]
    if not rows:
        rows = [[(side, list(files[side.letter].values())[k]) for side in sides if k < len(files[side.letter])] for k in range(2)]
    return [[captioned(picture(file), f"{side.letter}: {side.name}") for side, file in row] for row in rows[:4] if row]


def captioned(shown, head):
    shown.caption = f"{head}. {shown.caption}"
    return shown


def films_of(sides):
    """(side, whether it is a picture for the browser, source) of a film of each run that has one."""
    found = [(side, (side.first.folder.films or [file for file in side.first.folder.drawn if file.suffix != ".png"])[:1]) for side in sides]
    found = [(side, files[0]) for side, files in found if files]
    size = sum(file.stat().st_size for _, file in found)
    if len(found) < 2 or size > LARGEST_FILMS:
        if size > LARGEST_FILMS:
            warn(f"the films, {size_text(size)}, are not in the page")
        return []
    return [(f"{side.letter}: {side.name}", *film(file)) for side, file in found]


def wear_alike(sides):
    """A row of maps of the worn walls of the sides that have wear, two or more, as last at a time that all have reached; and a sentence about them."""
    try:
        worn = [(side, source) for side, source in ((side, wear_source(side.first.folder)) for side in sides) if source]
        if len(worn) < 2:
            return [], ""
        end = min(source.moments[-1] for _, source in worn)
        numbers = [int(np.argmin(np.abs(np.array(source.moments) - end))) for _, source in worn]
        painters = [Painter(source, Look(walls="wear", has_particles=False, size=SIZES["small"]), [number]) for (_, source), number in zip(worn, numbers)]
        make_alike(painters)
        return [[drawn_picture(side, painter, number) for (side, _), painter, number in zip(worn, painters, numbers)]], "Wear of walls with one camera, scale, time and bar."
    except SystemExit as error:     # a series that is not whole
        warn(f"no maps of wear ({str(error).removeprefix(f'{program()}: ')})")
        return [], ""


def worn_alike(sides):
    """Rows of sections of worn walls, by the names of the walls, with one scale."""
    found = {}
    for side in sides:
        for section in worn_walls(side.first.folder.path, side.first.log):
            found.setdefault((section.wall, section.axis), []).append((side, section))
    rows = []
    for sides in found.values():
        low, high = (end([section.limits[k] for _, section in sides], axis=0) for k, end in ((0, np.min), (1, np.max)))
        rows.append([of_svg(section.drawn((low, high)), f"{side.letter}: {side.name}. {section.caption}") for side, section in sides])
    return rows
