"""Inputs by their names: the cases of examples/, which are folders with a script in.NAME, folders of the user with one script in.*, and files.
What variables an input has, and which files it reads.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from .. import ROOT
from ..text.messages import fail
from ..text.values import is_number

EXAMPLES = ROOT / "examples"
SUBSTITUTED = re.compile(r"\$\{\w+\}|\$\([^()]*(\([^()]*\)[^()]*)*\)|\$\w")      # what LAMMPS puts the value of a variable for
INDEX = re.compile(r"variable\s+(\w+)\s+index\s+([^#]*[^#\s])\s*(?:#\s*(.*))?")
RANGE = re.compile(r"\[([^\]]*)\] (\S+) to (\S+?)(?=[:;,.]?(\s|$))")      # begins the comment of a variable: [unit] least to greatest
QUOTED_RUN = re.compile(r'"\s*run\s+([^"]+?)\s*"')
PLACES = ("here", "out")        # variables that grist sets
LINK = "input"                  # to the folder of an input


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
    """That of a case of examples/, of a folder, or the file itself."""
    if is_case(name):
        return EXAMPLES / name / f"in.{name}"
    if not Path(name).exists():
        fail(f"there is no case and no folder '{name}'; the cases are: {' '.join(cases()) or 'none'}")
    return script_of(Path(name))


def name_of(name):
    """What the results of an input are called."""
    path = Path(name)
    return name if is_case(name) else path.name.removeprefix("in.") if path.is_file() else path.resolve().name


def places(name, script, folder):
    """The variables that say where files are, of a run in `folder`. A word of an input ends at a space, also in the value of a variable: a
    path with a space is a link in the folder of the run."""
    here = script.parent if is_case(name) else os.path.relpath(script.parent, folder.resolve())      # a path above both may have a space
    if re.search(r"\s", str(here)):
        here = Path(LINK)
        (folder / here).unlink(missing_ok=True)
        (folder / here).symlink_to(script.parent.resolve())
    return {"out": "." if re.search(r"\s", str(folder)) else folder, "here": here}


# ---------------------------------------------------------------- variables


@dataclass
class Variable:
    value: str          # its default
    comment: str = ""

    @property
    def range(self):
        """Unit, least and greatest value, where its comment begins with them: [m/s] 0.2 to 8."""
        found = RANGE.match(self.comment)
        return found and is_number(found[2]) and is_number(found[3]) and (found[1], found[2], found[3])


def index_variables(script):
    """{name: Variable} of what -var can change: variables of style index, also of scripts that the input includes. Of two of a name LAMMPS takes
    the first."""
    found = {}
    for path in (path for path, is_input in files_read(script).items() if is_input):
        for line in logical_lines(read_text(path)):
            match = INDEX.match(line.strip())
            if match and match[1] not in PLACES:
                found.setdefault(match[1], Variable(match[2].strip("\"'"), match[3] or ""))
    return found


def values_given(words):
    """{name: value} of the -var among words for LAMMPS."""
    found, name = {}, None
    for before, word in zip(["", *words], words):
        if before in ("-var", "-v"):
            name = word
            found[name] = []
        elif re.match("-[a-zA-Z]", word):
            name = None
        elif name:
            found[name].append(word)
    return {name: " ".join(values) for name, values in found.items()}


def check_ranges(script, given, variables=None):
    """Ends with a sentence if a value, given or of the input, is outside of the range that the comment of its variable states."""
    for name, variable in (variables or index_variables(script)).items():
        value = given.get(name, variable.value)
        if variable.range and not in_range(value, *variable.range[1:]):
            unit, least, most = variable.range
            fail(f"{name} is {value}; {script} allows {least} to {most}{f' {unit}' if unit else ''}")


def in_range(value, least, most):
    return is_number(value) and float(least) <= float(value) <= float(most)


def variables_text(script, words):
    """What the user set, and what else can be set, in a line."""
    known, given = index_variables(script), values_given(words)
    texts = [f"{name} = {value}" + (f" (else {known[name].value})" if name in known else " (no variable of style index of this input)")
             for name, value in given.items()]
    texts += [f"{name} = {variable.value}" for name, variable in known.items() if name not in given]
    return ", ".join(texts)


# ---------------------------------------------------------------- files


def read_text(path):
    try:
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        fail(f"cannot read {path}: {error.strerror}")
    if "\0" in text:
        fail(f"{path} is no input of LAMMPS: it is binary")
    return text


def logical_lines(text):
    return re.sub(r"&[ \t]*\n", " ", text).splitlines()


def commands_of(text):
    """Words of each command."""
    return [words for words in map(str.split, logical_lines(text)) if words and not words[0].startswith("#")]


def files_named(word, folder):
    """Files of the folder, or beside it, that a word of an input fits; a variable in it stands for any text."""
    pattern = SUBSTITUTED.sub("*", word)
    if pattern.startswith(f"{folder}/"):
        pattern = pattern[len(str(folder)) + 1:]
    pattern = pattern.removeprefix("*/").removeprefix("./")
    if not re.search(r"\w", pattern) or pattern.startswith("/") or pattern in ("..", "."):
        return []
    try:
        return [path for path in folder.glob(pattern.replace("[", "[[]")) if path.is_file()]
    except (ValueError, NotImplementedError, IndexError, OSError):
        return []


def files_read(script):
    """{path: whether it is an input} of the script, and of the files that it and the inputs among them name."""
    found, known, scripts = {script: True}, {script.resolve()}, [script]
    while scripts:
        for words in commands_of(read_text(scripts.pop())):
            for path in (path for word in words for path in files_named(word.strip("\"'"), script.resolve().parent)):
                if path.resolve() not in known:
                    known.add(path.resolve())
                    found[path] = words[0] == "include" or is_script(path)
                    scripts += [path] if found[path] else []
    return found


def is_script(path):
    """Whether it may hold commands: an input, or a short file that has a line with run."""
    if path.stat().st_size > 1e6:
        return False
    with open(path, encoding="utf-8", errors="replace") as file:
        return any(re.match(r"\s*run\s+\S", line) or QUOTED_RUN.search(line) for line in file)
