"""Results of a run: key figures (figures.csv, doc/report.md), sentences and numbers."""

import csv
import json
import math
import sys
from dataclasses import asdict, dataclass, fields

from ..read.intervals import Estimate
from ..text.messages import fail
from ..text.values import is_number
from .meanings import meaning


@dataclass
class KeyFigure:
    """A row of figures.csv: a value, and the number that it is compared with. The value may be an Estimate, with its interval."""

    name: str
    value: object
    unit: str = ""
    error: object = ""          # half width of the 95 % interval
    expected: object = ""
    tolerance: object = ""
    compared_with: str = ""
    basis: str = ""             # what the interval rests on, or why there is none
    degrees: object = ""        # of freedom of the interval's Student's t: batches, or runs, less one

    def __post_init__(self):
        if isinstance(self.value, Estimate):
            found, self.value = self.value, self.value.value
            self.error, self.basis = found.half if found.has_interval else "", found.basis
            self.degrees = found.degrees if math.isfinite(found.degrees) else ""

    @property
    def estimate(self):
        """The number as an Estimate; None of a text."""
        if not is_number(self.value):
            return None
        half, degrees = (math.nan if text == "" else float(text) for text in (self.error, self.degrees))
        return Estimate(float(self.value), half, self.basis or "one run", degrees)

    @property
    def meaning(self):
        return meaning(self.name, self.unit)

    @property
    def no_interval(self):
        """Why a number has no interval; empty where it has one, or is a text."""
        return "" if self.error != "" or not is_number(self.value) else f"no interval: {self.basis or 'one run'}"

    @property
    def agrees(self):
        """Whether it is as expected; None if nothing says what is."""
        if self.expected == "" or self.tolerance == "":
            return None
        if not is_number(self.value):
            return False
        off = abs(float(self.value) - float(self.expected))
        return off <= float(self.tolerance) * (1 + 1e-12)


COLUMNS = [field.name for field in fields(KeyFigure)]


def write_figures(folder, figures):
    """The key figures of a run: what report.html shows at its top."""
    with open(folder / "figures.csv", "w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        for figure in figures:
            table.writerow({name: f"{value:.10g}" if isinstance(value, float) else value
                            for name, value in asdict(figure).items()})


def read_figures(folder):
    """The key figures in a folder, all as text; none if it has no figures.csv."""
    path = folder / "figures.csv"
    if not path.is_file():
        return []
    with open(path, newline="", errors="replace") as file:
        return [figure_of(row, path) for row in csv.DictReader(file, skipinitialspace=True)]


def figure_of(row, path):
    unknown = [name for name in row if name not in COLUMNS]
    if unknown:
        fail(f"{path} has a column {unknown[0]!r} (the columns are {', '.join(COLUMNS)})")
    if not row.get("name") or row.get("value") in (None, ""):
        fail(f"{path} has a row without a name or a value: "
             f"{','.join(text or '' for text in row.values())}")
    figure = KeyFigure(**{name: (text or "").strip() for name, text in row.items()})
    for name in ("error", "expected", "tolerance", "degrees"):
        text = getattr(figure, name)
        if text and not is_number(text):
            fail(f"{path}: {figure.name}: {name} is {text!r}, not a number")
    return figure


# ---------------------------------------------------------------- sentences and numbers


def outcome(reached):
    return "reached" if reached else "NOT reached"


def verdict(sentence, reached):
    return f"{sentence}: {outcome(reached)}"


def write_summary(folder, lines):
    """Writes the sentences to summary.txt and prints them."""
    (folder / "summary.txt").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


def write_verdicts(folder, lines):
    """The same, and ends the program with an error if one of them is a verdict that was not reached."""
    write_summary(folder, lines)
    if any(line.endswith("NOT reached") for line in lines):
        sys.exit(1)


def write_json(folder, summary):
    """Writes all numbers to summary.json."""
    (folder / "summary.json").write_text(json.dumps(summary, indent=2, default=lambda value: asdict(value) if isinstance(value, Estimate) else float(value)) + "\n")
