"""Reads dump files of LAMMPS as text, of atoms and local ones.

    for snapshot in read_dump(path): print(snapshot.step, snapshot.columns["x"].max())
    last = last_snapshot(path, wanted=("x", "y", "z"))
"""

import re
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..text.messages import fail
from ..text.values import number

HEAD = 20000        # bytes: of step, number, box and names of columns, and of time and units if they are asked for


class Snapshot(NamedTuple):
    step: int
    names: list         # of the columns
    rows: np.ndarray    # a row for each atom or entry; nan where a word is not a number

    @property
    def columns(self):
        return dict(zip(self.names, self.rows.T))


def column_names(path):
    """Of the first snapshot of a dump of atoms; none if the file is something else."""
    return head_of(path)[1]


def head_of(path):
    """Step and names of the columns of the first snapshot of a dump of atoms; None and none if the file is something else."""
    with open(path, "rb") as file:
        head = file.read(HEAD)
    if not head.startswith(b"ITEM: "):
        return None, []
    lines = head.decode(errors="replace").split("\n")[:-1]
    step = next((after.strip() for line, after in zip(lines, lines[1:]) if line.startswith("ITEM: TIMESTEP")), "")
    names = next((line.split()[2:] for line in lines if line.startswith("ITEM: ATOMS ")), [])
    return (int(step) if step.isdecimal() else None), names


def pattern_of(path, step):
    """The name with a star in place of its last number that is the step, as a dump with a file for each step has it; None without one."""
    for number in reversed(list(re.finditer(r"\d+", path.name))):
        if step is not None and int(number[0]) == step:
            return path.with_name(f"{path.name[:number.start()]}*{path.name[number.end():]}")
    return None


def files_of_series(pattern):
    """(step, path) of the files of a dump with a file for each step, in their order; `pattern`: its path, with a star in the name."""
    before, _, after = pattern.name.partition("*")
    found = []
    for path in pattern.parent.iterdir():
        middle = path.name[len(before):len(path.name) - len(after)]
        if path.name.startswith(before) and path.name.endswith(after) and middle.isdecimal() and path.is_file():
            found.append((int(middle), path))
    return sorted(found)


def index_series(pattern):
    """As index_dump(), of a dump with a file for each step: (step, file, place)."""
    found = []
    for step, path in files_of_series(pattern):
        if head_of(path)[0] == step:
            with open(path, "rb") as file:
                found.append((step, path, file.read(HEAD).find(b"ITEM: TIMESTEP") + len(b"ITEM: TIMESTEP\n")))
    if found and snapshot_at(*found[-1][1:]) is None:
        found.pop()
    return found


def read_dump(path, steps=None, wanted=(), cut_off=False):
    """Snapshots in their order: of these steps only, or all. The wanted columns must be there.
    `cut_off`: a last snapshot that is not complete, as a killed run leaves it, is no error."""
    try:
        file = open(path, errors="replace")
    except OSError as error:
        fail(f"cannot read {path}: {error.strerror}")
    with file:
        for line in file:
            if not line.startswith("ITEM: TIMESTEP"):
                continue
            try:
                snapshot = read_snapshot(file, steps)
            except ValueError:
                if cut_off:
                    return
                fail(f"{path} is not a complete text dump of LAMMPS")
            if snapshot is None:
                continue
            absent = [name for name in wanted if name not in snapshot.names]
            if absent:
                fail(f"{path} has no column {absent[0]}")
            yield snapshot


def index_dump(path):
    """Steps of the snapshots and where they begin in the file, so that a large dump is read one by one; without a last one that is
    not complete."""
    found, place = [], 0
    with open(path, "rb") as file:
        for line in file:
            if found and found[-1][0] is None:
                if not line.strip().isdigit():
                    fail(f"{path} is not a complete text dump of LAMMPS")
                found[-1] = (int(line), found[-1][1])
            place += len(line)
            if line.startswith(b"ITEM: TIMESTEP"):
                found.append((None, place))
    if found and (found[-1][0] is None or snapshot_at(path, found[-1][1]) is None):
        found.pop()
    return [(step, Path(path), place) for step, place in found]


def snapshot_at(path, place):
    """None if it is not complete."""
    with open(path, errors="replace") as file:
        file.seek(place)
        try:
            return read_snapshot(file, None)
        except ValueError:
            return None


def read_snapshot(file, steps):
    """What follows ITEM: TIMESTEP; None if it is of another step; ValueError if it is cut off."""
    step = int(next(file, ""))
    next(file, "")
    count = int(next(file, ""))
    head = list(islice(file, 5))    # of the box, and of the columns
    lines = list(islice(file, count))
    if len(head) < 5 or len(lines) < count or not (lines or head)[-1].endswith("\n"):
        raise ValueError("the file ends in a snapshot")
    if steps is not None and step not in steps:
        return None
    names = head[4].split()[2:]
    return Snapshot(step, names, rows_of(lines, len(names)))


def rows_of(lines, columns):
    words = " ".join(lines).split()
    if len(words) != columns * len(lines):
        raise ValueError("rows of different lengths")
    try:
        values = np.array(words, dtype=float)
    except ValueError:      # a column of names, such as elements
        values = [value if isinstance(value, float) else np.nan for value in map(number, words)]
    return np.reshape(values, (len(lines), columns))


def last_snapshot(path, wanted=(), cut_off=False):
    """The last snapshot of a dump; without any the program ends, or None is given for a cut one."""
    last = None
    for last in read_dump(path, None, wanted, cut_off):
        pass
    if last is None and not cut_off:
        fail(f"{path} is not a complete text dump of LAMMPS")
    return last


def positions(columns):
    """Shape (atoms, 3)."""
    return np.column_stack([columns[axis] for axis in "xyz"])
