"""grist picture and grist film: pictures of a run of the user's own, beside its files."""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from PIL.PngImagePlugin import PngInfo

from .films import write_film
from .messages import fail, program, say
from .painter import Look, Painter, SIZES
from .scenes import find_source
from .values import is_number



def picture(options):
    source = find_source(options.path)
    numbers = chosen_frames(source, options.frame)
    painter = Painter(source, look_of(options), numbers)
    target = options.out or folder_of(options.path) / "picture.png"
    progress = Progress(len(numbers))
    for count, number in enumerate(numbers, 1):
        path = target if len(numbers) == 1 else target.with_name(f"{target.stem}_{number:04}{target.suffix}")
        try:
            painter.picture(number).save(path, **with_caption(painter.caption(number), path))
        except (OSError, ValueError) as error:
            fail(f"cannot write {path}: {error}")
        progress.say(count)
    say(f"{path}, {source.times[numbers[-1]]} of {source.path}" if len(numbers) == 1 else f"{len(numbers)} pictures beside {path}")


def with_caption(text, path):
    """Options of save() that put a text into a PNG file, where the report reads it."""
    if path.suffix.lower() != ".png":
        return {}
    info = PngInfo()
    info.add_text("Description", text)
    return {"pnginfo": info}


def film(options):
    source = find_source(options.path)
    if len(source.times) < 2:
        fail(f"{source.path} holds a single frame: a film needs two")
    most = min(options.frames, len(source.times))
    numbers = [round(k * (len(source.times) - 1) / (most - 1)) for k in range(most)]
    painter = Painter(source, look_of(options), numbers[::max(len(numbers) // 8, 1)] + [numbers[-1]])
    target = (options.out or folder_of(options.path) / "film").with_suffix("")
    rate = min(max(len(numbers) / 8, 4), 15)
    try:
        path = write_film(target, drawn(painter, numbers), rate, options.out.suffix if options.out else "")
    except OSError as error:
        fail(f"no film of {source.path}: {error}")
    say(f"{path}, {len(numbers)} frames of {source.path}")


def drawn(painter, numbers):
    """Images of the frames in their order, by all cores."""
    progress = Progress(len(numbers))
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for count, image in enumerate(pool.map(painter.picture, numbers), 1):
            progress.say(count)
            yield image


class Progress:
    """A line every few seconds."""

    def __init__(self, most):
        self.most, self.last = most, time.monotonic()

    def say(self, count):
        if time.monotonic() > self.last + 5:
            self.last = time.monotonic()
            print(f"{program()}: {count} of {self.most} frames", file=sys.stderr, flush=True)


def folder_of(path):
    return path if path.is_dir() else path.parent


def chosen_frames(source, word):
    """Numbers of frames: 'all', 'last', or a number from 1; negative ones count from the end."""
    count = len(source.times)
    if word == "all":
        return list(range(count))
    if word == "last":
        return [count - 1]
    try:
        number = int(word)
    except ValueError:
        number = 0
    if not 1 <= abs(number) <= count:
        fail(f"--frame expects last, all, or 1 to {count} for {source.path}, not '{word}'")
    return [number - 1 if number > 0 else count + number]


def look_of(options):
    look = Look(options.color, options.view, size_of(options.size), options.dark, cut_of(options.cut), walls=not options.no_walls)
    if options.range:
        look.low, look.high = options.range
        if not look.low < look.high:
            fail(f"--range expects two numbers, the smaller one first, not {look.low:g} {look.high:g}")
    return look


def size_of(word):
    try:
        size = SIZES[word] if word in SIZES else tuple(int(part) for part in word.split("x"))
    except ValueError:
        size = ()
    if len(size) != 2 or not all(200 <= part <= 10000 for part in size):
        fail(f"--size expects {', '.join(SIZES)} or WIDTHxHEIGHT in pixels, 200 to 10000, not '{word}'")
    return size


def cut_of(word):
    """(axis, place) of 'y=0.01'."""
    if not word:
        return None
    axis, _, place = word.partition("=")
    if axis not in ("x", "y", "z") or not is_number(place):
        fail(f"--cut expects an axis and a place, such as y=0.01, not '{word}'")
    return "xyz".index(axis), float(place)
