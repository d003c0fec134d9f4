"""What the folder of a run holds for its report: log, pictures, plots, films and frames.

Where there is no film, it is made here of the frames that dump image left; they are also the pictures where there are none.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image

from ..draw.films import drawn_for_report, labelled, write_film
from ..draw.pages import FRAME
from ..read.logs import find_logs, joined, Log
from ..text.messages import fail, warn

MOST_FRAMES = 80           # of a film
FEWEST_FRAMES = 4
FRAME_WIDTH = 640          # pixels
PICTURE_ENDINGS = (".png", ".jpg", ".jpeg")
FILM_ENDINGS = {".mp4": "video/mp4", ".webm": "video/webm", ".gif": "image/gif", ".webp": "image/webp",
                ".apng": "image/apng"}


@dataclass
class RunFolder:
    path: Path
    log: Log
    log_path: Path          # of the last part
    parts: int = 1          # of the run, by restarts
    pictures: list = field(default_factory=list)
    plots: list = field(default_factory=list)
    films: list = field(default_factory=list)
    drawn: list = field(default_factory=list)       # pictures and films of an earlier report, which this one makes again
    frames: list = field(default_factory=list)      # lists of (number, path)
    left_out: dict = field(default_factory=dict)    # name of a file: why
    is_quiet: bool = False

    def leave_out(self, path, why):
        """A file that is not as expected: the report is made without it, and names it."""
        name = str(path.relative_to(self.path))
        if name not in self.left_out:
            self.left_out[name] = why
            if not self.is_quiet:
                warn(f"left out {name} ({why})")


def log_of(path):
    """The folder with its log alone, for tables."""
    parts = find_logs(path)
    folder = RunFolder(path, joined([log for _, log in parts]), parts[-1][0], len(parts))
    original = path / "resume/original"
    if original.is_file():      # without what grist run has added
        log = folder.log
        log.text = original.read_text(errors="replace").splitlines()
        own = [k for k, line in enumerate(log.commands) if line.split()[:2] not in (["fix", "checkpoint"], ["unfix", "checkpoint"])]
        log.commands, log.steps = [log.commands[k] for k in own], [log.steps[k] for k in own]
    return folder


def look_into(path):
    """Pictures, plots, films and frames, here and one folder down. Names that begin with picture
    are pictures, all others plots. A picture that cannot be read is left out."""
    folder, groups = log_of(path), {}
    for file in sorted([*path.glob("*.*"), *path.glob("*/*.*")]):
        numbered, ending = FRAME.match(file.name), file.suffix.lower()
        if file.is_dir() or file.parent.is_symlink() or not (numbered or ending in (*FILM_ENDINGS, *PICTURE_ENDINGS)):
            continue
        if not os.access(file, os.R_OK) or not file.is_file() or not file.stat().st_size:
            folder.leave_out(file, "empty, or it cannot be read")
        elif (ending in FILM_ENDINGS or file.suffix == ".png") and drawn_for_report(file):
            folder.drawn.append(file)
        elif ending in FILM_ENDINGS:
            folder.films.append(file)
        elif numbered:
            frames = groups.setdefault((file.parent, numbered[1], numbered[3]), [])
            frames.append((int(numbered[2]), file))
        elif is_picture(file, folder):
            (folder.pictures if file.name.startswith("picture") else folder.plots).append(file)
    for frames in map(sorted, groups.values()):
        while frames and not is_picture(frames[-1][1], folder):
            frames.pop()    # the run was killed while it wrote this one
        if len(frames) >= FEWEST_FRAMES:
            folder.frames.append(frames)
        else:
            folder.pictures += [file for _, file in frames if is_picture(file, folder)]
    return folder


def is_picture(path, folder):
    """Whether Pillow reads all of it; if not, the report names it."""
    try:
        with Image.open(path) as image:
            image.load()
    except Exception as error:    # Pillow raises many kinds
        folder.leave_out(path, f"no picture that can be read: {error}".replace(str(path), path.name))
        return False
    return True


def fill_in(folder):
    """A film and pictures of frames, where there are none; what an earlier report drew only where there are no frames any more."""
    if folder.frames and not folder.films:
        film = make_film(folder, folder.frames[0])
        folder.films += [film] if film else []
    if folder.frames and not folder.pictures:
        frames = [file for _, file in folder.frames[0]]
        picked = dict.fromkeys([frames[0], frames[len(frames) // 2], frames[-1]])
        folder.pictures = [file for file in picked if is_picture(file, folder)]
    if not folder.films:
        folder.films = [file for file in folder.drawn if file.suffix in FILM_ENDINGS]


def make_film(folder, frames):
    """Of the frames that dump image left, at most MOST_FRAMES of them."""
    if len(frames) > MOST_FRAMES:
        picked = np.linspace(0, len(frames) - 1, MOST_FRAMES).round().astype(int)
        frames = [frames[k] for k in picked]

    def images():
        for step, path in frames:
            if not is_picture(path, folder):
                continue
            with Image.open(path) as image:
                image = image.convert("RGB")
                image.thumbnail((FRAME_WIDTH, 2 * FRAME_WIDTH), Image.Resampling.LANCZOS)
                yield labelled(image, f"step {step}")

    try:
        return write_film(folder.path / "film", images(), rate=min(max(len(frames) / 8, 4), 15), is_for_report=True)
    except OSError as error:
        fail(f"no film of {frames[0][1].name} and those after it: {error}")
