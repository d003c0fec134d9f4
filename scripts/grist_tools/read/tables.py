"""Reads tables: settings, TOML files, CSV files, files of fix ave/time; writes CSV files.

A file that is not as expected ends the program with one sentence (read_...). The functions parse_
work on lines and raise ValueError instead.
"""

import csv
import re

import numpy as np

from ..text.messages import fail
from ..text.values import number
from .terms import names_now


def read_lines(path):
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        fail(f"cannot read {path}: {getattr(error, 'strerror', None) or 'not a text file'}")
    if not any(line.strip() for line in lines):
        fail(f"{path} is empty")
    return lines


def read_settings(path, convert=number, wanted=()):
    """A name, a value and, where it has one, a unit per line."""
    settings = {}
    for line in read_lines(path):
        words = line.split(maxsplit=2)
        if not words:
            continue
        if len(words) < 2:
            fail(f"{path} holds the line '{line}' (expected a name, a value and perhaps a unit)")
        settings[words[0]] = convert(words[1])
    missing = set(wanted) - settings.keys()
    if missing:
        fail(f"{path} lacks {', '.join(sorted(missing))}")
    return settings


def read_toml(path):
    try:
        import tomllib
    except ImportError:
        fail(f"{path.name} needs Python 3.11 or newer: set GRIST_PYTHON to one")
    try:
        return tomllib.loads("\n".join(read_lines(path)))
    except tomllib.TOMLDecodeError as error:
        fail(f"{path} cannot be read: {error}")


# ---------------------------------------------------------------- CSV files


class ThinRows(list):
    """Rows of a long table that come one by one: at most `most` of them, evenly spaced, and the last one. `numbers`: which they were."""

    def __init__(self, most):
        super().__init__()
        self.most, self.count, self.every = most, 0, 1

    def append(self, row):
        if self.count and (self.count - 1) % self.every:
            self[-1] = row      # the one before was there as the last one
        else:
            super().append(row)
        self.count += 1
        if len(self) > self.most and len(self) % 2:     # where their number is odd, the last one stays
            del self[1::2]
            self.every *= 2

    @property
    def numbers(self):
        return [k * self.every for k in range(len(self) - 1)] + [self.count - 1] if self else []


PARCELS = "# parcels of "              # first line of files of a run with command coarse
UNIT = re.compile(r" \[[^\]]*\]$")     # after the name of a column


def parse_csv(lines, names=None):
    """Names of the columns, without units, and the rows, all as text. `names`: if there is no
    header."""
    if lines and lines[0].startswith(PARCELS):
        lines = lines[1:]
    try:
        rows = [row for row in csv.reader(lines, skipinitialspace=True) if row]
    except csv.Error as error:
        raise ValueError(str(error)) from error
    if names:
        return list(names), rows
    return (names_of(heads(rows[0])), rows[1:]) if rows else ([], [])


def heads(row):
    """Of a CSV file, with units: 'mass [kg]'."""
    return [name.strip(" #") for name in row]


def names_of(heads):
    """Without units, by the words of today."""
    return names_now([UNIT.sub("", head) for head in heads])


def parse_heads(lines):
    """The same of a whole file, by the names without units."""
    first = next(csv_rows(lines), [])
    return dict(zip(names_of(heads(first)), heads(first)))


def csv_rows(lines):
    """The rows of a CSV file one by one, without empty ones; ValueError where a line is none."""
    try:
        yield from (row for row in csv.reader((line for k, line in enumerate(lines) if k or not line.startswith(PARCELS)), skipinitialspace=True) if row)
    except csv.Error as error:
        raise ValueError(str(error)) from error


def read_csv(path, names=None):
    try:
        return parse_csv(read_lines(path), names)
    except ValueError as error:
        fail(f"{path} is not a CSV file: {error}")


def read_columns(path, wanted=()):
    """Columns of a CSV file of numbers, by name. The wanted ones must be there and finite."""
    names, rows = read_csv(path)
    absent = [name for name in wanted if name not in names]
    if absent:
        fail(f"{path} has no column {absent[0]} in its first line")
    if not rows:
        fail(f"{path} has a header and no data")
    try:
        data = np.array(rows, dtype=float).reshape(-1, len(names))
    except ValueError:
        fail(f"{path} holds lines that are not {len(names)} numbers")
    columns = dict(zip(names, data.T))
    if not all(np.isfinite(columns[name]).all() for name in wanted):
        fail(f"{path} holds values that are not finite")
    return columns


def read_rows(path, names=None):
    """The rows of a CSV file as dictionaries, numbers as floats. `names`: if it has no header."""
    names, rows = read_csv(path, names)
    if not rows:
        fail(f"{path} holds no row")
    return [dict(zip(names, map(number, row))) for row in rows]


def write_columns(path, columns, form="%.6g"):
    """A CSV file of columns by name; `form`: of its numbers, one for all or one a column."""
    np.savetxt(path, np.column_stack(list(columns.values())), form, ",", header=",".join(columns),
               comments="")


# ---------------------------------------------------------------- files of fix ave/time

HEAD_WORD = re.compile(r"\S+(?: \[[^\]\s]*\])?")      # of a title: "power [W]"


def parse_averages(lines):
    """Names and columns of a file of fix ave/time, mode scalar; the first is the step. No names if
    the file has a title of its own."""
    heads = [HEAD_WORD.findall(line[1:]) for line in lines if line.startswith("#")]
    data = np.array([line.split() for line in lines if not line.startswith("#")], dtype=float)
    if data.ndim != 2:
        raise ValueError("rows of different lengths")
    return next((head for head in heads if head[:1] == ["TimeStep"]), []), data.T


def read_averages(path, columns):
    """The columns of a file of fix ave/time; shape (columns, lines)."""
    try:
        _, data = parse_averages(read_lines(path))
    except ValueError:
        fail(f"{path} is not a table of numbers")
    if len(data) != columns:
        fail(f"{path} does not hold {columns} columns")
    return data
