"""Inputs by their names: the cases of examples/, which are folders with a script in.NAME, and folders of the user with one script in.*."""

from pathlib import Path

from .. import ROOT
from ..text.messages import fail

EXAMPLES = ROOT / "examples"


def cases():
    return sorted(folder.name for folder in EXAMPLES.glob("*") if is_case(folder.name))


def is_case(name):
    return "/" not in name and (EXAMPLES / name / f"in.{name}").is_file()


def script_of(path):
    """The input: a file, or the only in.* of a folder."""
    if path.is_dir():
        found = sorted(file for file in path.glob("in.*") if file.is_file())
        if len(found) != 1:
            fail(f"{path} holds {len(found) or 'no'} inputs (files in.NAME): give one")
        return found[0]
    if not path.is_file():
        fail(f"there is no file or folder {path}")
    return path


def script_of_case(name):
    """That of a case of examples/ or of a folder."""
    if is_case(name):
        return EXAMPLES / name / f"in.{name}"
    if not Path(name).is_dir():
        fail(f"there is no case and no folder '{name}'; the cases are: {' '.join(cases()) or 'none'}")
    return script_of(Path(name))
