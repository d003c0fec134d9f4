"""Runs the published cases of validation/, measures them, and compares the numbers with their bands.

Results go to a folder for each case (NAME, or NAME-quick for the small version) with a folder for each run and seed. A run
that is complete there is not run again while the program, the input and its variables are the same: done.json has their hash.
Measuring and drawing are cheap and done each time. Results with variables of the user (--set) are in a folder of their own.
A run of a peer that is not installed is left out, and its numbers are "not run".
"""

import json
import math
import re
import shutil
import sys
import time

from ..draw.plots import plt, save
from ..run.lammps import hash_of, run_lammps
from ..text.messages import fail, say, warn
from ..text.values import duration
from .cases import find_cases, read_case
from .outcomes import Outcome, Result, sentence
from .pages import write_pages

NO_INPUT = (".py", ".toml", ".md", ".csv")      # files of a case that no run reads


class Runner:
    def __init__(self, options):
        self.options, self.quick = options, options.quick
        self.out, self.program = options.out.resolve().joinpath(*options.set), options.program.resolve()
        self.program_hash = hash_of([self.program])
        self.changed = dict(word.split("=", 1) for word in options.set)

    def run_case(self, case):
        result = Result(case)
        folder = self.out / (case.name + "-quick" * self.quick)
        possible = [run for run in case.runs if self.can_run(run)]
        most = 1 if self.quick else max(run.seeds for run in possible)
        seeds = []
        for seed in range(1, most + 1):
            runs = {}
            for run in possible:
                number = min(seed, run.seeds)     # a run without scatter serves all seeds
                target = folder / f"{run.name}.{number}"
                if number == seed:
                    result.seconds += self.run(case, run, seed, target)
                runs[run.name] = target
            seeds.append(runs)
        self.measure(case, seeds, result)
        result.plot = folder / f"{case.name}.png"
        self.draw(case, seeds, result.plot)
        return result

    def can_run(self, run):
        if run.program and not shutil.which(run.program):
            say(f"{run.program} is not installed: its numbers are left out")
            return False
        return True

    def run(self, case, run, seed, target):
        """Runs the input unless its results are there; the seconds that it took."""
        variables = {**run.variables, **(run.quick if self.quick else {}), **self.changed, "seed": seed}
        inputs = [path for path in sorted(case.folder.iterdir()) if path == case.script(run) or is_input(path)]
        key = hash_of(inputs, (run.program or self.program_hash) + json.dumps(variables))
        record = target / "done.json"
        what = f"{case.name}, {run.name}" + (f", seed {seed}" if run.seeds > 1 else "")
        if record.is_file():
            known = json.loads(record.read_text())
            if known["inputs"] == key:
                say(f"{what}: results are there")
                return known["seconds"]
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        ranks = min(self.options.ranks, run.ranks or self.options.ranks)
        say(f"{what}: running on {ranks} process(es)")
        start = time.monotonic()
        stopped = run_lammps(run.program or self.program, case.script(run), {"here": case.folder, **variables}, target,
                             self.options.mpiexec, ranks, no_screen=not run.program)     # LIGGGHTS ends by a fault with -screen none
        if stopped:
            fail(f"{what} stopped: {stopped}")
        seconds = time.monotonic() - start
        say(f"{what}: ran in {duration(seconds)}")
        record.write_text(json.dumps({"inputs": key, "seconds": seconds}) + "\n")
        return seconds

    def measure(self, case, seeds, result):
        data, module = case.published(), case.measure_module()
        measured = [module.measure(runs, data) for runs in seeds]
        for band in case.figures:
            values = [figures.get(band.name, math.nan) for figures in measured]
            result.outcomes.append(Outcome(band, values, band.judged(self.quick)))
            say(f"{case.name}: {sentence(result.outcomes[-1])}")

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
            if not re.search(rf"^variable\s+{re.escape(name)}\s+index\s", case.script(run).read_text(), re.MULTILINE):
                fail(f"{case.script(run)} has no line 'variable {name} index', so --set cannot change it")


def validate(options):
    """Exit status 1 if a number is out of its band."""
    folders = chosen_cases(options.cases, options.names)
    if options.list:
        for folder in folders:
            case = read_case(folder)
            print(f"{case.name:20} {case.title} ({case.source})")
        return
    if not folders:
        fail(f"there is no case in {options.cases}")
    cases = [read_case(folder) for folder in folders]       # all of them, before the first runs
    for case in cases:
        check_changes(case, options.set)
    runner = Runner(options)
    results = []
    for number, case in enumerate(cases, 1):
        say(f"case {number} of {len(cases)}: {case.title}")
        results.append(runner.run_case(case))
        write_pages(runner.out, results, options.quick)
    out = [result.case.name for result in results if result.fell_out]
    judged = [outcome for result in results for outcome in result.outcomes if outcome.judged]
    held = sum(outcome.verdict == "in" for outcome in judged)
    say(f"{held} of {len(judged)} numbers are within their bands; {runner.out / 'report.html'}")
    if out:
        warn(f"out of band: {', '.join(out)}")
        sys.exit(1)
