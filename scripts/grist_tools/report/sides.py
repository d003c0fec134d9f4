"""Sides of a comparison: a run, or several runs of one design that differ by their seeds.

    read_sides(["results/mill8", "results/mill12.*"])       # folders, and patterns of folders
    read_sides(["results/sweep-mine"])                      # of a sweep: a side for each combination of values
"""

import glob
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from ..text.messages import fail, warn
from ..text.values import short
from . import curves
from .differing_inputs import input_files, input_lines, without_folders
from .figures import read_figures
from .run_folder import look_into, RunFolder
from .run_report import read_settings_files, variables_of

LETTERS = "ABCDEF"
SEED, PLAN, RECORD = "seed", "sweep.json", "done.json"       # the variable of templates and sweeps; files of sweeps


@dataclass
class Run:
    folder: RunFolder
    figures: list
    curves: dict            # of curves.curves_of
    settings: dict = field(default_factory=dict)        # (file, name): value with unit
    variables: dict = field(default_factory=dict)       # of the command line
    seed: str = ""          # empty where it is not known

    @property
    def log(self):
        return self.folder.log


@dataclass
class Side:
    letter: str
    name: str               # by which it differs from the others
    runs: list

    @property
    def first(self):
        """The run that is drawn."""
        return self.runs[0]

    @property
    def keys(self):
        """A name for each run, by which it has a partner in another side: its seed, where all have one of their own."""
        seeds = [run.seed for run in self.runs]
        return seeds if self.has_seeds else [f"{self.letter}{number}" for number in range(len(self.runs))]

    @property
    def has_seeds(self):
        return len({run.seed for run in self.runs} - {""}) == len(self.runs)

    @property
    def word(self):
        return "seeds" if self.has_seeds else "runs"


# ---------------------------------------------------------------- folders


def read_sides(words):
    groups = points_of(Path(words[0])) if len(words) == 1 and (Path(words[0]) / PLAN).is_file() else [(word, folders_of(word)) for word in words]
    if len(groups) < 2:
        is_sweep = len(words) == 1 and (Path(words[0]) / PLAN).is_file()
        fail(f"{words[0]} is a sweep with {f'one combination of values, {groups[0][0]}' if groups else 'no complete run'}: there is nothing to compare" if is_sweep
             else f"compare needs two folders or more, and has only {words[0]}")
    if len(groups) > len(LETTERS):
        fail(f"compare takes {len(LETTERS)} folders at most, not {len(groups)}: several runs of one design are one pattern in quotes, \"{common(words)}*\"")
    check_once([path for _, paths in groups for path in paths])
    names = names_of([Path(word) for word, _ in groups])
    return [read_side(letter, name, paths) for letter, name, (_, paths) in zip(LETTERS, names, groups)]


def common(words):
    """What the first word has in common with the second one."""
    one, other = words[:2]
    return one[:next((k for k, pair in enumerate(zip(one, other)) if pair[0] != pair[1]), min(len(one), len(other)))]


def folders_of(word):
    """A folder, or those that a pattern names; a link to a run and the run are one."""
    path = Path(word)
    if path.is_dir() or not glob.has_magic(word):
        check_is_run(path)
        return [path]
    found = {Path(name).resolve(): Path(name) for name in sorted(glob.glob(word), key=in_order) if Path(name).is_dir()}
    return list(found.values()) or fail(f"no folder has a name like {word}")


def in_order(name):
    """run.9 before run.10."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]


def check_is_run(path):
    """A folder of runs is no run: its runs are a pattern."""
    if path.is_dir() and not any("log" in file.name for file in path.iterdir()) and any(path.glob("*/log.lammps")):
        fail(f"{path} holds no log of LAMMPS, and its folders do: \"{path}/*\" compares them as runs of one design")


def check_once(paths):
    seen = {}
    for path in paths:
        earlier = seen.setdefault(path.resolve(), path)
        if earlier is not path:
            fail(f"{path} is given twice" if str(earlier) == str(path) else f"{earlier} and {path} are the same folder")


def names_of(paths):
    """The shortest ends of the paths that are all different."""
    parts = [path.absolute().parts if glob.has_magic(str(path)) else path.resolve().parts for path in paths]
    for count in range(1 if all(re.search(r"\w", path.name) for path in paths) else 2, max(map(len, parts)) + 1):      # no side is called *
        names = ["/".join(part[-count:]) for part in parts]
        if len(set(names)) == len(names):
            break
    return names


def points_of(folder):
    """Of a sweep [(values of its variables, folders of its complete runs)]."""
    found = {}
    for path in sorted(folder.iterdir(), key=lambda path: in_order(path.name)):
        if not path.is_symlink() and (path / RECORD).is_file() and "seconds" in json_of(path / RECORD):
            values = {name: value for name, value in json_of(path / "variables.json").items() if name not in ("what", SEED)}
            found.setdefault(", ".join(f"{name} {value}" for name, value in values.items()), []).append(path)
    if len(found) > len(LETTERS):
        ends = [re.sub(f"-{SEED}-.*", f"-{SEED}-*", str(paths[0])) for paths in (list(found.values())[0], list(found.values())[-1])]
        fail(f"{folder} holds {len(found)} combinations of values, and a page has {len(LETTERS)}: give those to be compared, as \"{ends[0]}\" \"{ends[1]}\"")
    return list(found.items())


def json_of(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return {}


# ---------------------------------------------------------------- runs


def read_side(letter, name, paths):
    side = Side(letter, name, [read_run(path) for path in paths])
    check_one_design(side)
    return side


def read_run(path):
    folder = look_into(path)
    found = {}
    for table in curves.of_thermo(folder.log) + curves.of_folder(folder):
        for key, curve in curves.curves_of(table).items():
            if key not in found or len(curve.x) > len(found[key].x):        # the same value in thermo output and in a file
                found[key] = curve
    settings = {(file, word): f"{short(value)} {unit}".rstrip() for file, rows in read_settings_files(path) for word, value, unit in rows}
    variables = {name: value for name, value, _ in variables_of(path)}
    return Run(folder, read_figures(path), found, settings, variables, variables.get(SEED) or seed_of_input(folder.log))


def seed_of_input(log):
    lines = (line.split() for line in log.text)
    return next((words[3] for words in lines if words[:2] == ["variable", SEED] and len(words) > 3), "")


def check_one_design(side):
    """Runs of one side are independent, and differ by the seed alone."""
    lines = {}
    for run in side.runs:
        mine = tuple(without_folders(line) for line in input_lines(run.log))
        twin = lines.setdefault((mine, *run.variables.items(), *input_files(run).items()), run)
        if twin is not run:
            fail(f"{twin.folder.path} and {run.folder.path} are the same input with the same values: a repeated run says nothing about scatter, leave it out")
    for name in dict.fromkeys(name for run in side.runs for name in run.variables if name != SEED):
        values = list(dict.fromkeys(run.variables.get(name, "that of the input") for run in side.runs))
        if len(values) > 1:
            warn(f"{side.name} has runs with {name} = {', '.join(values)}: they are taken for one design")
