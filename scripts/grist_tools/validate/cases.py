"""The cases of validation/: published experiments, their bands, their data and how they are measured.

    cases = find_cases(root / "validation")     # by name; nothing is read yet
    case = read_case(folder)                    # ends with one sentence where the folder is not as it should be

A folder holds case.toml, in.NAME, measure.py and CSV files with the published data; validation/README.md says what stands in
each. case.toml gives `figures`, the numbers that are compared with a band, `runs`, how often in.NAME is run and with which
variables, and `spoils`, what is made wrong on purpose to show that a number can fall out of its band.
"""

import math
import re
from dataclasses import dataclass, field, replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from ..read.tables import parse_csv, read_lines, read_toml
from ..text.messages import fail
from ..text.values import number

CASE_FILE = "case.toml"
KINDS = ("measured", "other code", "closed form", "own input")      # what the band of a number stands for


@dataclass
class Band:
    """A number of a case and the band in which it must be. No band and no value: it is shown only."""

    name: str
    title: str
    unit: str = ""
    published: str = ""         # as text, with what it is
    kind: str = ""              # one of KINDS
    spoil: str = ""             # the spoil that must push it out; without one it is not judged
    low: float = -math.inf
    high: float = math.inf
    quick_low: float = None     # of the small version, where its band is another
    quick_high: float = None
    confirmed: bool = True      # whether the source was read; if not, nothing is judged
    quick: bool = True          # whether the small version is judged by the band, too
    is_peer: bool = False       # a number of another program

    @property
    def has_limits(self):
        return self.low > -math.inf or self.high < math.inf

    @property
    def needs_spoil(self):
        """Whether it would be judged if it had a spoiled run."""
        return self.has_limits and self.confirmed and not self.is_peer and self.kind != "own input"

    def judged(self, quick):
        return self.needs_spoil and bool(self.spoil) and (self.quick or not quick)

    def of_version(self, quick):
        """With the band of the small or of the full version."""
        if not quick:
            return self
        return replace(self, low=self.low if self.quick_low is None else self.quick_low,
                       high=self.high if self.quick_high is None else self.quick_high)

    def holds(self, value):
        return self.low <= value <= self.high      # not with nan


@dataclass
class CaseRun:
    """A run of in.NAME: `variables` of the script, those of the small version instead, how many seeds, at most how many ranks.

    `quick` is false where the small version does not have the run.
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
class Spoil:
    """What is made wrong on purpose: `variables` for the runs `runs` (else all of Grist). The numbers that name it must fall out.

    `measure`, only where no variable of the input can do it: a function of measure.py that is called in place of `measure`.
    """

    name: str
    change: str                 # as text: no friction at the walls
    variables: dict = field(default_factory=dict)
    quick: dict = field(default_factory=dict)
    runs: list = field(default_factory=list)
    measure: str = "measure"

    def of_version(self, quick):
        return {**self.variables, **(self.quick if quick else {})}

    def changes(self, run):
        """Whether the run is another one with it."""
        if not self.variables:
            return False
        return run.name in self.runs if self.runs else not run.program


@dataclass
class Case:
    folder: Path
    title: str
    source: str
    proves: str
    figures: list
    runs: list
    spoils: list = field(default_factory=list)
    quick: bool = True          # whether `--quick` without names runs its small version
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

    def has_variable(self, run, name):
        """Whether a value for it can be given with -var."""
        return bool(re.search(rf"^variable\s+{re.escape(name)}\s+index\s", self.script(run).read_text(), re.MULTILINE))

    def published(self):
        """Rows of all CSV files, as dictionaries: {file name without .csv: rows}."""
        return {Path(name).stem: read_published(self.folder / name) for name in self.data}

    def measure_module(self):
        """measure.py: measure(runs, data) of one seed gives {figure: number}; draw(axes, seeds, data) draws all seeds."""
        return load_measure(self.folder)


def load_measure(folder):
    """measure.py of a case as a module; that of another case may use it, too."""
    path = folder / "measure.py"
    spec = spec_from_file_location(f"measure_{folder.name}", path)
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
    if text.pop("declared", False):
        text.update(load_measure(folder).declared())
    try:
        figures = [Band(name, **settings) for name, settings in text.pop("figures").items()]
        runs = [CaseRun(name, **settings) for name, settings in text.pop("runs").items()]
        spoils = [Spoil(name, **settings) for name, settings in text.pop("spoils", {}).items()]
        case = Case(folder, figures=figures, runs=runs, spoils=spoils, **text)
    except KeyError as error:
        fail(f"{path} has no table {error.args[0]}")
    except TypeError as error:      # a key that is unknown or missing
        fail(f"{path} is not complete or has an unknown key: {error}")
    for run in runs:
        if not case.script(run).is_file():
            fail(f"the case {case.name} has no input {case.script(run)}")
    check_kinds(case)
    check_spoils(case)
    case.published()      # before minutes are spent
    return case


def check_kinds(case):
    for band in case.figures:
        if band.kind not in KINDS and (band.kind or band.has_limits):
            fail(f"the number {band.name} of the case {case.name} has {f'the kind {band.kind!r}' if band.kind else 'a band but no kind'}; "
                 f"the kinds are: {', '.join(KINDS)}")


def check_spoils(case):
    """Each number names a spoil that is there, each spoil is named and changes what the inputs of its runs have."""
    names = [spoil.name for spoil in case.spoils]
    for band in case.figures:
        if band.spoil and (band.spoil not in names or not band.has_limits):
            fail(f"the number {band.name} of the case {case.name} has "
                 + (f"no band that '{band.spoil}' could push it out of" if band.spoil in names else f"the spoil '{band.spoil}', and there is none"))
    for spoil in case.spoils:
        what = f"the spoil {spoil.name} of the case {case.name}"
        if not any(band.spoil == spoil.name for band in case.figures):
            fail(f"{what} belongs to no number")
        if not isinstance(spoil.runs, list):
            fail(f"runs of {what} is not a list of names")
        unknown = [name for name in spoil.runs if name not in [run.name for run in case.runs]]
        if unknown:
            fail(f"{what} changes the run '{unknown[0]}', and there is none")
        if not spoil.variables and spoil.measure == "measure":
            fail(f"{what} changes no variable")
        if f"def {spoil.measure}(" not in (case.folder / "measure.py").read_text():
            fail(f"{what} is measured by '{spoil.measure}', but measure.py has no function '{spoil.measure}'")
        for run in filter(spoil.changes, case.runs):
            for name in {**spoil.variables, **spoil.quick}:
                if not case.has_variable(run, name):
                    fail(f"{what} changes '{name}', but {case.script(run)} has no line 'variable {name} index'")


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
