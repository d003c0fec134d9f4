"""Reads dump files of LAMMPS as text, of atoms and local ones.

    for snapshot in read_dump(path): print(snapshot.step, snapshot.columns["x"].max())
    last = last_snapshot(path, wanted=("x", "y", "z"))
"""

from itertools import islice
from typing import NamedTuple

import numpy as np

from .messages import fail
from .values import number

HEAD_LINES = 13     # at most: of step, number and box, and of time and units if they are asked for


class Snapshot(NamedTuple):
    step: int
    names: list         # of the columns
    rows: np.ndarray    # a row for each atom or entry; nan where a word is not a number

    @property
    def columns(self):
        return dict(zip(self.names, self.rows.T))


def column_names(path):
    """Of the first snapshot of a dump of atoms; none if the file is something else."""
    with open(path, errors="replace") as file:
        head = list(islice(file, HEAD_LINES))
    if not head or not head[0].startswith("ITEM: "):
        return []
    return next((line.split()[2:] for line in head if line.startswith("ITEM: ATOMS ")), [])


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
    return found


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
