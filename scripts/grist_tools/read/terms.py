"""One word for one thing: terms.csv has the words, and those of the version before, which readers of results still take.

    names_now(["step", "component", "elements", "rate", "inside"])      # [..., "elements_out", "mass_rate", "mass_inside"]
"""

import csv
from pathlib import Path

HEAD = "head"       # of any table, and names of columns in the log
MARKS = {           # old names that show what a file is
    "file of fix outflow": {"component", "elements", "rate", "inside"},
    "file of fix insert": {"component", "number", "mass", "mass_waiting"},
    "file of fragments": {"id", "parent", "equivalent", "sieve"},
    "file of a specimen": {"strain", "stress", "bonds"},
    "file of an example": {"time", "fed", "inside", "out"}}


def terms():
    """Rows of the table: what, word, old, meaning."""
    with open(Path(__file__).with_suffix(".csv"), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


NEW = {}            # {what: {old: word}}
for row in terms():
    NEW.setdefault(row["what"], {})[row["old"]] = row["word"]


def names_now(names):
    """Names of the columns of a table, without units, by the words of today."""
    known = dict(NEW[HEAD])
    for what, marks in MARKS.items():
        if marks <= set(names):
            known.update(NEW[what])
    return [known.get(name, name) for name in names]
