"""The cases of validation/: published experiments, their bands, their data and how they are measured.

    cases = find_cases(root / "validation")     # by name; nothing is read yet
    case = read_case(folder)                    # ends with one sentence where the folder is not as it should be

A folder holds case.toml, in.NAME, measure.py and CSV files with the published data; validation/README.md says what stands in
each. case.toml gives `figures`, the numbers that are compared with a band, and `runs`, how often in.NAME is run and with which
variables.
"""

import math
from dataclasses import dataclass, field
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from ..read.tables import parse_csv, read_lines, read_toml
from ..text.messages import fail
from ..text.values import number

CASE_FILE = "case.toml"


@dataclass
class Band:
    """A number of a case and the band in which it must be. No band and no value: it is shown only."""

    name: str
    title: str
    unit: str = ""
    published: str = ""         # as text, with what it is
    low: float = -math.inf
    high: float = math.inf
    confirmed: bool = True      # whether the source was read; if not, nothing is judged
    quick: bool = True          # whether the small version is judged by the band, too
    is_peer: bool = False       # a number of another program

    @property
    def has_limits(self):
        return self.low > -math.inf or self.high < math.inf

    def judged(self, quick):
        return self.has_limits and self.confirmed and not self.is_peer and (self.quick or not quick)

    def holds(self, value):
        return self.low <= value <= self.high      # not with nan


@dataclass
class CaseRun:
    """A run of in.NAME: `variables` of the script, those of the small version instead, how many seeds, at most how many ranks.

    `program` is a peer instead of Grist, as it is called, and `input` its script.
    """

    name: str
    variables: dict = field(default_factory=dict)
    quick: dict = field(default_factory=dict)
    seeds: int = 1
    ranks: int = 0              # 0: as many as the user says
    program: str = ""
    input: str = ""


@dataclass
class Case:
    folder: Path
    title: str
    source: str
    proves: str
    figures: list
    runs: list
    doi: str = ""
    assumed: list = field(default_factory=list)
    notes: list = field(default_factory=list)
    data: list = field(default_factory=list)        # names of CSV files
    axes: list = field(default_factory=lambda: [6.4, 4.4])     # size of the plot, inches

    @property
    def name(self):
        return self.folder.name

    def script(self, run):
        return self.folder / (run.input or f"in.{self.name}")

    def published(self):
        """Rows of all CSV files, as dictionaries: {file name without .csv: rows}."""
        return {Path(name).stem: read_published(self.folder / name) for name in self.data}

    def measure_module(self):
        """measure.py: measure(runs, data) of one seed gives {figure: number}; draw(axes, seeds, data) draws all seeds."""
        path = self.folder / "measure.py"
        spec = spec_from_file_location(f"measure_{self.name}", path)
        module = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except OSError as error:
            fail(f"cannot read {path}: {error.strerror}")
        return module


def find_cases(root):
    return {path.parent.name: path.parent for path in sorted(root.glob(f"*/{CASE_FILE}"))}


def read_case(folder):
    path = folder / CASE_FILE
    text = read_toml(path)
    try:
        figures = [Band(name, **settings) for name, settings in text.pop("figures").items()]
        runs = [CaseRun(name, **settings) for name, settings in text.pop("runs").items()]
        case = Case(folder, figures=figures, runs=runs, **text)
    except KeyError as error:
        fail(f"{path} has no table {error.args[0]}")
    except TypeError as error:      # a key that is unknown or missing
        fail(f"{path} is not complete or has an unknown key: {error}")
    for run in runs:
        if not case.script(run).is_file():
            fail(f"the case {case.name} has no input {case.script(run)}")
    case.published()      # before minutes are spent
    return case


def read_published(path):
    """Rows of a CSV file whose first lines, with #, are its citation. The last line must be whole."""
    if not path.is_file():
        fail(f"the data {path} are missing: copy the folder validation of Grist again")
    lines = read_lines(path)
    names, rows = parse_csv([line for line in lines if not line.startswith("#")])
    if not lines[0].startswith("#"):
        fail(f"{path} does not begin with a line '# citation'")
    if not rows:
        fail(f"{path} holds no data: it was cut off")
    for row in rows:
        if len(row) != len(names) or not row[-1].strip():
            fail(f"{path} holds the line '{','.join(row)}' where {len(names)} values are expected: it was cut off")
    if not path.read_text().endswith("\n"):
        fail(f"{path} ends within the line '{lines[-1]}': it was cut off")
    return [dict(zip(names, map(number, row))) for row in rows]
