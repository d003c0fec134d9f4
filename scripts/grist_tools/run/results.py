"""Folders of results: their names, and what is shown of them. An earlier result is renamed, never overwritten."""

import os
import re

from ..text.messages import fail, say, warn
from .kept_runs import is_running

SHOWN = ("*.csv", "*.png", "*/*.png", "*.mp4", "*.gif", "view.html", "report.html")
FRAME = re.compile(r"[0-9][0-9]\.png$")     # of these the last is shown
LONGEST_NAME = 150
UNUSUAL = "[^A-Za-z0-9._+=-]"       # what names of results do not hold


def keep_earlier(folder):
    """Renames it to the first free of NAME.1, NAME.2, ..."""
    if not (folder.exists() or folder.is_symlink()):
        return
    check_free(folder)
    number = 1
    while (kept := folder.with_name(f"{folder.name}.{number}")).exists() or kept.is_symlink():
        number += 1
    folder.rename(kept)
    say(f"the earlier result is now in {kept}")


def check_free(folder):
    if is_running(folder):
        fail(f"a run goes on in {folder}: wait until it has ended, or give this one another name with --out")


def check_name(name):
    """Of --out: the folder results/NAME."""
    if re.search(UNUSUAL, name) or name.startswith(".") or len(name) > LONGEST_NAME:
        fail(f"--out needs a name of a folder in results, of letters, digits and . _ + = -, not '{name}'")


def result_name(name, words):
    """That of the case, with the variables of the command line, given as words for LAMMPS."""
    of_variable = False
    for word in words:
        if word in ("-var", "-v"):
            of_variable = True
        elif re.match("-[a-zA-Z]", word):
            of_variable = False
        elif of_variable:
            name += "-" + re.sub(UNUSUAL, "_", word)
    return name[:LONGEST_NAME]


def begin_result(results, name, words, has_variables=True):
    """The new folder; results/NAME is the newest result: a folder, or a link to the one whose name has variables."""
    newest, folder = results / name, results / (result_name(name, words) if has_variables else name)
    check_free(folder)
    if newest.is_symlink() and os.readlink(newest).startswith(f"{name}-"):
        newest.unlink()
    else:
        keep_earlier(newest)
    keep_earlier(folder)
    folder.mkdir(parents=True)
    if folder != newest:
        try:
            newest.symlink_to(folder.name)
        except OSError as error:
            warn(f"no link {newest}: {error.strerror}")
    if words:
        (folder / "command.txt").write_text("".join(f"{word}\n" for word in words))     # for the report
    return folder


def show_results(folder):
    """What a run left for the eye: tables, plots, the film, the report and, of numbered frames, the last."""
    say(f"results in {folder}:")
    files = [file for pattern in SHOWN for file in sorted(folder.glob(pattern)) if file.is_file()]
    frames = [file for file in files if FRAME.search(file.name)]
    for file in files:
        if file not in frames:
            print(f"  {file}")
    for frame in frames[-1:]:
        print(f"  {frame} (the last frame)")
