"""grist new: a folder with a small input to begin from, one of the templates in examples/new."""

import re
import shutil
from pathlib import Path

from ..materials.table import material
from ..materials.templates import with_material
from ..text.messages import fail, say
from .inputs import EXAMPLES, is_case

TEMPLATES = EXAMPLES / "new"
UNUSABLE = r"[\s\"'$&#]+"


def kinds():
    return sorted(folder.name for folder in TEMPLATES.iterdir() if (folder / f"in.{folder.name}").is_file())


def check_kind(kind):
    if kind not in kinds():
        fail(f"unknown kind '{kind}'; the kinds are: {' '.join(kinds())}")


def new(options):
    """An existing file or folder is never written to."""
    kind, folder = options.kind, Path(options.name)
    check_kind(kind)
    allowed = re.sub(UNUSABLE, "_", folder.name)
    if allowed != folder.name:
        fail(f"the name '{folder.name}' has a space or another character that inputs of LAMMPS cannot hold: call it {folder.with_name(allowed)}")
    if folder.exists() or folder.is_symlink():
        fail(f"{folder} is there already: choose another name")
    chosen = options.material and material(options.material)
    script = (TEMPLATES / kind / f"in.{kind}").read_text(encoding="utf-8")
    if chosen:
        script = with_material(script, kind, chosen)
    try:
        folder.mkdir()
    except OSError as error:
        fail(f"cannot make the folder {folder}: {error.strerror}")
    named = shown(options.name)
    for path in sorted((TEMPLATES / kind).iterdir()):
        if path.name == "README.md":
            text = path.read_text(encoding="utf-8").replace("grist run FOLDER", f"{options.called_as} run {named}")
            text = text.replace("grist inspect FOLDER", f"{options.called_as} inspect {folder}")
            (folder / path.name).write_text(text.replace("FOLDER", folder.name), encoding="utf-8")
        elif path.name == f"in.{kind}":
            (folder / path.name).write_text(script, encoding="utf-8")
        elif path.is_file():
            shutil.copyfile(path, folder / path.name)      # without the permissions of an installation
    files = sorted(path.name for path in folder.iterdir())
    say(f"a small {kind}{chosen and f' with {chosen.title}' or ''} is in {folder}: {', '.join(files)}")
    print(f"  run it:    {options.called_as} run {named}\n"
          f"  check it:  {options.called_as} inspect {folder}\n"
          f"  then read {folder / 'README.md'}, and change {folder / f'in.{kind}'}")


def shown(name):
    """The name of the folder as grist run expects it: a name that an example has needs a slash."""
    return f"./{name}" if is_case(name) else name
