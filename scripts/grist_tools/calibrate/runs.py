"""Runs of inputs with variables, for a calibration. A run that is complete is not run again, also not after the program was killed.

    runs = Runs(folder / "runs", options, expected=24)       # options: program, mpiexec, ranks
    found = runs.measure([Job(script, {"seed": 1}, "uniaxial, seed 1", read), ...])

`found` has what `read(folder of the run)` returns, in the order of the jobs. It is None where the run stopped or `read` ended with
fail(): the others go on, and runs.failed has the reasons. A folder is named by a hash of the script, its variables and the program;
done.json is written into it last. `ranks` runs take place at the same time, on a process each.
"""

import json
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Callable

from ..run.lammps import hash_of, run_lammps
from ..text.messages import program, say, warn
from ..text.values import duration


@dataclass
class Job:
    script: Path
    variables: dict
    what: str               # for the lines on the screen
    read: Callable          # folder of the run -> its result
    folder: Path = None     # where the run is, when it has a result


class Runs:
    def __init__(self, folder, options, expected=0):
        self.folder, self.options, self.expected = folder, options, expected
        self.program = options.program.resolve()
        self.program_hash = hash_of([self.program])
        self.failed = {}            # what: why
        self.asked = self.new = 0   # runs that were asked for, and those that were not there
        self.seconds = 0.0          # of all runs that were asked for, when they were run
        self.start, self.lock = time.monotonic(), Lock()

    def measure(self, jobs):
        pool = ThreadPoolExecutor(self.options.ranks)
        try:
            return list(pool.map(self.result, jobs))
        finally:
            pool.shutdown(cancel_futures=True)      # where the user stops the program

    def result(self, job):
        key = hash_of([job.script], self.program_hash + json.dumps(job.variables, sort_keys=True))
        target = self.folder / f"{job.script.name.removeprefix('in.')}-{key[:12]}"
        stopped, is_new = "", not (target / "done.json").is_file()
        if is_new:
            stopped = self.run(job, target)
        found = None
        try:
            if not stopped:
                found, job.folder = job.read(target), target
        except SystemExit as error:         # fail(): the run ended without what is measured
            stopped = str(error).removeprefix(f"{program()}: ")
        with self.lock:
            self.report(job, target, stopped, is_new)
        return found

    def run(self, job, target):
        """Runs the script; why it stopped, or an empty text. Then it is run again the next time."""
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        (target / "variables.json").write_text(json.dumps({"what": job.what, **job.variables}, indent=2) + "\n")
        start = time.monotonic()
        stopped = run_lammps(self.program, job.script, job.variables, target, self.options.mpiexec, 1)
        if not stopped:
            (target / "done.json").write_text(json.dumps({"seconds": time.monotonic() - start}) + "\n")
        return stopped

    def report(self, job, target, stopped, is_new):
        self.asked += 1
        self.new += is_new
        if (target / "done.json").is_file():
            self.seconds += json.loads((target / "done.json").read_text())["seconds"]
        if stopped:
            self.failed[job.what] = stopped
            warn(f"{job.what} gives no result: {stopped} [{target}]")
        elif is_new:
            passed = time.monotonic() - self.start
            left = (self.expected - self.asked) * passed / self.new
            say(f"run {self.asked}" + (f" of about {self.expected}" if left > 0 else "") + f": {job.what}; {duration(passed)} so far"
                + (f", about {duration(left)} left" if left > 0 else ""))
        else:
            say(f"{job.what}: results are there")
