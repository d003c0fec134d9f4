"""Which runs a sweep consists of: all combinations of the values of its variables, each with all seeds.

A point is a combination of values; a run is a point with a seed. The folder of a run has their names and values in its own.
"""

import hashlib
import itertools
import json
import re
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from ..report.answers import figures_of_run
from ..run.cases import plot_quietly
from ..run.inputs import files_read, index_variables, is_case, name_of, places, script_of_case, values_given
from ..run.kept_runs import Job
from ..run.results import LONGEST_NAME, result_name, UNUSUAL
from ..text.messages import fail
from .words import MOST_RUNS

PLAN = "sweep.json"         # in the folder of a sweep: of which input it is
SEED = "seed"


@dataclass
class Input:
    name: str               # as the user gave it
    words: list             # for LAMMPS
    script: Path = field(init=False)

    def __post_init__(self):
        self.script = script_of_case(self.name).resolve()
        self.variables = index_variables(self.script)
        self.given = values_given(self.words)
        self.others = tuple(path for path in files_read(self.script) if path != self.script)

    @property
    def title(self):
        return name_of(self.name)

    def check_known(self, names, option):
        for name in names:
            if name not in self.variables:
                has = f"its variables are {', '.join(self.variables)}" if self.variables else "it has none of style index"
                fail(f"{option}: {self.script} has no line 'variable {name} index'; {has}")

    def check(self, names, option="--vary"):
        """Each is a variable of the input that the words after -- do not set."""
        self.check_known(names, option)
        for name in names:
            if name in self.given:
                fail(f"{option} varies {name}, and '-var {name} {self.given[name]}' after -- sets it: give one of them")

    def value(self, name):
        return self.given.get(name, self.variables[name].value)

    def job(self, run, folder_name):
        of_case = self.script.parent / "plot.py" if is_case(self.name) and (self.script.parent / "plot.py").is_file() else None
        return Job(self.script, run, text_of(run), read_all_figures, folder_name, (*self.others, *([of_case] if of_case else [])),
                   partial(places, self.name, self.script), tuple(self.words), partial(plot_quietly, of_case) if of_case else None)

    def folder(self, kind):
        """Of results, where the user gives none."""
        return Path("results") / result_name(re.sub(UNUSUAL, "_", f"{kind}-{self.title}"), self.words)


def read_all_figures(folder):
    return figures_of_run(folder) or fail(f"{folder} has no key figures: the input writes none into figures.csv (doc/report.md), and no rate has a steady part")


def text_of(run):
    return ", ".join(f"{name} {value}" for name, value in run.items()) or "as it is"


@dataclass
class Plan:
    axes: dict              # name of a variable: its values, as text
    seeds: int = 0          # 0: the seed of the input

    def __post_init__(self):
        if len(self.runs) > MOST_RUNS:
            fail(f"{len(self.runs)} runs are more than {MOST_RUNS}: vary less at a time")

    @property
    def points(self):
        return [dict(zip(self.axes, values)) for values in itertools.product(*self.axes.values())]

    @property
    def runs(self):
        return [{**point, **seed} for point in self.points for seed in seeds_of(self.seeds)]


def seeds_of(count):
    return [{SEED: str(number)} for number in range(1, count + 1)] or [{}]


def folder_names(runs):
    """One for each: variables and values. What a name cannot hold is replaced; where it is not the only one, or too long, it has a hash."""
    plain = [re.sub(UNUSUAL, "_", "-".join(f"{name}-{value}" for name, value in run.items()) or "run") for run in runs]
    hashed = [hashlib.sha256(json.dumps(run).encode()).hexdigest()[:8] for run in runs]
    return [name if plain.count(name) == 1 and len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME - 9]}-{code}"
            for name, code in zip(plain, hashed)]


def begin_folder(folder, source, kind):
    """Makes it, or finds what an earlier call left there, of the same input."""
    record, known = folder / PLAN, {}
    if record.is_file():
        try:
            known = json.loads(record.read_text())
        except ValueError:
            fail(f"{record} cannot be read: give another folder with --out")
    elif folder.is_dir() and any(folder.iterdir()):
        fail(f"{folder} holds files that are not of a {kind}: give another folder with --out")
    mine = {"kind": kind, "input": str(source.script)}
    if known and known != mine:
        fail(f"{folder} holds a {known.get('kind')} of {known.get('input')}: give another folder with --out")
    if not known:       # tasks of a job array may read it now
        folder.mkdir(parents=True, exist_ok=True)
        record.write_text(json.dumps(mine) + "\n")
