"""Runs the published cases of validation/, measures them, and compares the numbers with their bands.

Results go to a folder for each case (NAME, or NAME-quick for the small version) with a folder for each run and seed. A run
that is complete there is not run again while the program, the input and its variables are the same: done.json has their hash.
Measuring and drawing are cheap and done each time. Results with variables of the user (--set) are in a folder of their own.
A run of a peer that is not installed is left out, and its numbers are "not run". Spoiled runs (--spoil), one seed each, are kept
in the same way, in the folder spoiled/SPOIL of the case. Tables have what is there of both.
"""

import json
import math
import shutil
import sys
import time
from collections.abc import Mapping

from ..draw.plots import plt, save
from ..run.kept_runs import KeptRun
from ..run.lammps import hash_of, run_lammps
from ..text.messages import fail, say, warn
from ..text.values import duration
from .cases import find_cases, read_case
from .outcomes import Outcome, Result, sentence, spoiled_sentence
from .pages import write_pages

NO_INPUT = (".py", ".toml", ".md", ".csv")      # files of a case that no run reads


class NotRun(Exception):
    """A run has no results yet, and shall not be run."""


class Folders(Mapping):
    """Of the runs of one seed, by name. A run without results is run when its folder is asked for."""

    def __init__(self, runs, folder_of):
        self.runs, self.folder_of = runs, folder_of

    def __getitem__(self, name):
        return self.folder_of(self.runs[name])

    def __contains__(self, name):
        return name in self.runs

    def __iter__(self):
        return iter(self.runs)

    def __len__(self):
        return len(self.runs)


class Runner:
    def __init__(self, options):
        self.options, self.quick = options, options.quick
        self.out, self.program = options.out.resolve().joinpath(*options.set), options.program.resolve()
        self.program_hash = hash_of([self.program])
        self.changed = dict(word.split("=", 1) for word in options.set)
        self.missing = set()        # programs

    def run_case(self, case):
        """Runs the case, or with --spoil its spoiled runs; of the others it takes the results that are there."""
        result, module, data = Result(case), case.measure_module(), case.published()
        bands = [band.of_version(self.quick) for band in case.figures]
        try:
            seeds = self.seeds(case, result)
            measured = [module.measure(runs, data) for runs in seeds]
        except NotRun:
            seeds = measured = []
        for band in bands:
            values = [figures.get(band.name, math.nan) for figures in measured]
            result.outcomes.append(Outcome(band, values, band.judged(self.quick), any(run.seeds < len(seeds) for run in case.runs)))
            if not self.options.spoil:
                say(f"{case.name}: {sentence(result.outcomes[-1])}")
        for spoil in case.spoils:
            self.add_spoiled(case, spoil, result, module, data)
        if seeds:
            result.plot = self.folder(case) / f"{case.name}.png"
            self.draw(case, seeds, result.plot)
        return result

    def folder(self, case):
        return self.out / (case.name + "-quick" * self.quick)

    def seeds(self, case, result):
        """Of each seed the folders of its runs, by name."""
        possible = self.possible(case)
        most = 1 if self.quick else max(run.seeds for run in possible)
        # a run without scatter serves all seeds
        return [{run.name: self.run(case, run, min(seed, run.seeds), result, not self.options.spoil) for run in possible}
                for seed in range(1, most + 1)]

    def add_spoiled(self, case, spoil, result, module, data):
        """The numbers of the first seed with the spoil, to the outcomes that it must push out."""
        outcomes = [outcome for outcome in result.outcomes if outcome.judged and outcome.band.spoil == spoil.name]
        if not outcomes:
            return
        runs = Folders({run.name: run for run in self.possible(case)},
                       lambda run: self.run(case, run, 1, result, self.options.spoil, spoil if spoil.changes(run) else None))
        try:
            found = getattr(module, spoil.measure)(runs, data)
        except NotRun:
            return
        for outcome in outcomes:
            outcome.spoil, outcome.spoiled = spoil, float(found.get(outcome.band.name, math.nan))
            if self.options.spoil:
                say(f"{case.name}: {spoiled_sentence(outcome)}")

    def possible(self, case):
        return [run for run in case.runs if self.can_run(run) and not (self.quick and run.quick is False)]

    def can_run(self, run):
        """Whether its program is there; says once that one is not."""
        missing = bool(run.program) and not shutil.which(run.program)
        if missing and run.program not in self.missing:
            say(f"{run.program} is not installed: its numbers are left out")
            self.missing.add(run.program)
        return not missing

    def run(self, case, run, seed, result, may_run, spoil=None):
        """Runs the input unless its results are there, and adds the seconds that it took to those of the case; its folder."""
        variables = {**run.variables, **(run.quick if self.quick else {}), **(spoil.of_version(self.quick) if spoil else {}), **self.changed,
                     "seed": seed}
        inputs = sorted({case.script(run), *filter(is_input, case.folder.iterdir())})
        key = hash_of(inputs, (run.program or self.program_hash) + json.dumps(variables))
        kept = KeptRun(self.folder(case).joinpath(*(["spoiled", spoil.name] if spoil else []), f"{run.name}.{seed}"), key)
        what = f"{case.name}, {run.name}" + (f", {spoil.name}" if spoil else "") + (f", seed {seed}" if run.seeds > 1 and not spoil else "")
        if not may_run and not kept.is_complete:
            raise NotRun
        with kept.alone(what):
            if not kept.is_complete:
                self.run_anew(case, run, variables, kept, what)
            elif may_run and kept.folder not in result.times:
                say(f"{what}: results are there")
        if may_run:
            result.times[kept.folder] = kept.seconds
        return kept.folder

    def run_anew(self, case, run, variables, kept, what):
        kept.begin()
        ranks = min(self.options.ranks, run.ranks or self.options.ranks)
        say(f"{what}: running on {ranks} process(es)")
        start = time.monotonic()
        stopped = run_lammps(run.program or self.program, case.script(run), {"here": case.folder, **variables}, kept.folder,
                             self.options.mpiexec, ranks, no_screen=not run.program)     # LIGGGHTS ends by a fault with -screen none
        seconds = time.monotonic() - start
        kept.end(seconds, stopped)
        if stopped:
            fail(f"{what} stopped: {stopped}")
        say(f"{what}: ran in {duration(seconds)}")

    def draw(self, case, seeds, path):
        figure, axes = plt.subplots(figsize=case.axes)
        case.measure_module().draw(axes, seeds, case.published())
        save(figure, path, dpi=130, caption=f"{case.title}: {case.source}")


def is_input(path):
    """Whether each run of the case may read the file: the script of a run is not for the others."""
    return path.is_file() and path.suffix not in NO_INPUT and not path.name.startswith("in.")


def chosen_cases(root, names):
    """The folders with these names, or all."""
    cases = find_cases(root)
    unknown = [name for name in names if name not in cases]
    if unknown:
        fail(f"unknown case '{unknown[0]}' of validate; the cases are: {' '.join(cases) or 'none'}")
    return [cases[name] for name in dict.fromkeys(names)] if names else list(cases.values())


def check_changes(case, words):
    """NAME=VALUE: each input of the case must have the variable."""
    for word in words:
        name = word.split("=")[0]
        for run in case.runs:
            if not case.has_variable(run, name):
                fail(f"{case.script(run)} has no line 'variable {name} index', so --set cannot change it")


def validate(options):
    """Exit status 1 if a number is out of its band; with --spoil, if the spoiled run of one is not."""
    folders = chosen_cases(options.cases, options.names)
    if options.list:
        for folder in folders:
            case = read_case(folder)
            print(f"{case.name:20} {case.title} ({case.source})")
        return
    if not folders:
        fail(f"there is no case in {options.cases}")
    cases = [read_case(folder) for folder in folders]       # all of them, before the first runs
    if options.quick and not options.names:
        cases = [case for case in cases if case.quick]
    for case in cases:
        check_changes(case, options.set)
    if options.spoil:
        cases = spoiled_cases(cases, options.names)
    runner = Runner(options)
    results = []
    for number, case in enumerate(cases, 1):
        say(f"case {number} of {len(cases)}: {case.title}")
        results.append(runner.run_case(case))
        write_pages(runner.out, results, options.quick)
    (conclude_spoiled if options.spoil else conclude)(results, runner.out / "report.html")


def spoiled_cases(cases, names):
    """Those with numbers that are judged; each of them, and each that the user names, must have a spoil."""
    for case in cases:
        if not case.spoils and (names or any(band.needs_spoil for band in case.figures)):
            fail(f"the case {case.name} has no spoiled run: {case.folder / 'case.toml'} has no table [spoils.NAME]")
    return [case for case in cases if case.spoils]


def conclude(results, report):
    judged = [outcome for result in results for outcome in result.outcomes if outcome.judged]
    held = sum(outcome.verdict == "in" for outcome in judged)
    seconds = sum(result.seconds for result in results)
    say(f"{held} of {len(judged)} numbers are within their bands; the runs took {duration(seconds)}; {report}")
    out = [result.case.name for result in results if result.fell_out]
    if out:
        warn(f"out of band: {', '.join(out)}")
        sys.exit(1)


def conclude_spoiled(results, report):
    spoiled = [(result.case.name, outcome) for result in results for outcome in result.spoiled]
    stays = [f"case {name}, {spoiled_sentence(outcome)}" for name, outcome in spoiled if not outcome.falls_out]
    say(f"{len(spoiled) - len(stays)} of {len(spoiled)} spoiled numbers are out of their bands; {report}")
    if stays:
        fail(f"not pushed out of its band: {'; '.join(stays)}")
