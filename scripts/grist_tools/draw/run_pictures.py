"""grist picture and grist film: pictures of a run, beside its files; those that grist run makes.

A case that wants more than the default has a file `pictures` beside its input: a command a line, as
    picture . --color speed --frame first,half,last
in the words of the command line. It runs in the folder of the results.
"""

import os
import shlex
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from PIL.PngImagePlugin import PngInfo

from .. import ROOT
from ..read.scenes import find_source, size_of_source, sources_in, StressSource
from ..text.messages import fail, program, say, warn
from ..text.values import is_number, size_text
from .films import REPORT_MARK, write_film
from .painter import Look, Painter, SIZES

LARGEST_DUMP = 200e6       # bytes, of a run that asked for no picture
WEAR_MAP = "picture_wear.png"
COMMANDS = ("picture", "film", "view")


def picture(options):
    source = find_source(options.path)
    numbers = chosen_frames(source, options.frame)
    painter = Painter(source, look_of(options), numbers)
    target = options.out or folder_of(options.path) / "picture.png"
    if options.frame != "all":
        save(painter, target, *numbers)
        say(f"{target}, {painter.times(*numbers)} of {source.path}")
        return
    progress = Progress(len(numbers))
    for count, number in enumerate(numbers, 1):
        path = target.with_name(f"{target.stem}_{number:04}{target.suffix}")
        save(painter, path, number)
        progress.say(count)
    say(f"{len(numbers)} pictures beside {path}")


def save(painter, path, *numbers, **texts):
    """`texts`: others that a PNG file holds, by name."""
    try:
        painter.picture(*numbers).save(path, **with_texts(path, Description=painter.caption(*numbers), **texts))
    except (OSError, ValueError) as error:
        fail(f"cannot write {path}: {getattr(error, 'strerror', None) or error}")


def with_texts(path, **texts):
    """Options of save() that put texts into a PNG file, where the report reads them."""
    if path.suffix.lower() != ".png":
        return {}
    info = PngInfo()
    for name, text in texts.items():
        info.add_text(name, text)
    return {"pnginfo": info}


def film(options):
    source = find_source(options.path)
    if options.frames < 2:
        fail(f"--frames expects 2 or more, not {options.frames}")
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
    """Images of the frames in their order, by all cores. The processes get the painter when they begin, and not with each frame."""
    progress = Progress(len(numbers))
    with ProcessPoolExecutor(len(os.sched_getaffinity(0)), initializer=keep, initargs=(painter,)) as pool:
        for count, image in enumerate(pool.map(kept_picture, numbers), 1):
            progress.say(count)
            yield image


def keep(painter):
    """In a process that draws frames."""
    global kept_painter
    kept_painter = painter


def kept_picture(number):
    return kept_painter.picture(number)


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


def chosen_frames(source, words):
    """Numbers of frames: 'all', or words with commas between them, each once."""
    if words == "all":
        return list(range(len(source.times)))
    return list(dict.fromkeys(chosen_frame(source, word) for word in words.split(",")))


def chosen_frame(source, word):
    """'first', 'half', 'last' (that shows a particle), a number from 1, or a share such as 30%; negative numbers count from the end."""
    count = len(source.times)
    if word == "last":
        return next((number for number in range(count - 1, 0, -1) if source.scene(number).kinds), count - 1)
    number = {"first": 1, "half": (count + 1) // 2}.get(word, 0)
    if word.endswith("%") and is_number(word[:-1]):
        number = 1 + round(float(word[:-1]) / 100 * (count - 1))
    elif is_number(word) and float(word) == int(float(word)):
        number = int(float(word))
    if not 1 <= abs(number) <= count:
        fail(f"--frame expects all, or first, half, last, 30% and numbers of 1 to {count} for {source.path}, with commas, not '{word}'")
    return number - 1 if number > 0 else count + number


def look_of(options):
    if options.after and not options.walls:
        fail("--after scales a value of walls: give --walls wear, too")
    if options.walls and options.no_walls:
        fail("--no-walls leaves out the walls that --walls gives colors")
    return Look(options.color, options.view, size_of(options.size), options.dark, cut_of(options.cut), *range_of("--range", options.range), options.walls,
                range_of("--walls-range", options.walls_range), options.after, not options.no_particles, not options.no_walls, around_of(options.around), options.faces)


def around_of(word):
    """Four numbers of 'x,y,z,width'."""
    numbers = [float(part) for part in word.split(",") if is_number(part)]
    if word and (len(numbers) != 4 or word.count(",") != 3 or numbers[3] <= 0):
        fail(f"--around expects a place and the width of the picture, such as 0,0,0.1,0.05, not '{word}'")
    return tuple(numbers) or None


def range_of(word, ends):
    low, high = ends or (None, None)
    if ends and not low < high:
        fail(f"{word} expects two numbers, the smaller one first, not {low:g} {high:g}")
    return low, high


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


# ---------------------------------------------------------------- those of grist run


def draw_case(folder, case):
    """What the file `pictures` of a case asks for."""
    path = case / "pictures"
    for line in path.read_text().splitlines() if path.is_file() else ():
        if shlex.split(line, comments=True):
            run_line(folder, line, path)


def run_line(folder, line, path):
    """One command, in the folder of the results; a warning if it fails."""
    words = shlex.split(line, comments=True)
    if words[0] not in COMMANDS:
        fail(f"{path} expects {', '.join(COMMANDS)} at the start of a line, not '{words[0]}'")
    main = ROOT / "scripts/main.py"
    done = subprocess.run([sys.executable, str(main), *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode:
        warn(f"no {words[0]} by '{line}': {(done.stderr.strip().splitlines() or ['it was stopped'])[-1].partition(': ')[2]}")


def draw_wear(folder, after=""):
    """For the report of a run with wear: a map of the worn walls at the end, second of the pictures. A user's own picture of this name stays."""
    target = folder.path / WEAR_MAP
    try:
        source = None if target in folder.pictures and target not in folder.drawn else wear_source(folder)
        if not source:
            return
        last = len(source.times) - 1
        save(Painter(source, Look(walls="wear", after=after, has_particles=False, size=SIZES["paper"])), target, last, Software=REPORT_MARK)
    except SystemExit as error:
        folder.leave_out(target, str(error).removeprefix(f"{program()}: "))
    else:
        folder.pictures = [file for file in folder.pictures if file != target]
        folder.pictures.insert(1, target)


def wear_source(folder):
    """The series of dump paraview, if its last frame has wear, or the stress files of fix wall/mesh; None if nothing wears."""
    sources = [find_source(file, folder.log) for file in sources_in(folder.path)[-1:] if file.suffix == ".pvd"] + [StressSource(folder.path, folder.log)]
    return next((source for source in sources if source.times and any("wear" in data for data in source.walls_at(len(source.times) - 1)[1].values())), None)


def draw_default(folder):
    """For the report of a run without pictures: one of half the time and the end, of the files that `grist picture` would take; the one of
    an earlier report where these are not there any more."""
    files = sources_in(folder.path)
    if folder.pictures:
        return
    if files and size_of_source(files[-1]) > LARGEST_DUMP:
        folder.leave_out(files[-1], f"larger than {size_text(LARGEST_DUMP)}: 'grist picture' draws it")
        files = []
    if not files:
        folder.pictures += [file for file in folder.drawn if file.suffix == ".png"]
        return
    try:
        source = find_source(files[-1])
        numbers = chosen_frames(source, "half,last")
        save(Painter(source, Look(size=SIZES["paper"]), numbers), folder.path / "picture.png", *numbers, Software=REPORT_MARK)
    except SystemExit as error:
        folder.leave_out(files[-1], str(error).removeprefix(f"{program()}: "))
    else:
        folder.pictures.append(folder.path / "picture.png")
