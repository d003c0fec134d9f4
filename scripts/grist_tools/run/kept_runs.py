"""Runs that are kept: one that is complete is not run again while its input, variables and program are the same, also not after the program
was killed.

    kept = KeptRun(folder, key)             # key: a hash of all that the result depends on
    with kept.alone("seed 1"):              # of two programs with the same folder one waits for the other
        if not kept.is_complete:
            kept.begin()
            kept.end(seconds, run_lammps(...))

    runs = Runs(folder / "runs", options, expected=24)       # options: program, mpiexec, ranks
    found = runs.measure([Job(script, {"seed": 1}, "uniaxial, seed 1", read), ...])

`found` has what `read(folder of the run)` returns, in the order of the jobs. It is None where the run stopped or `read` ended with
fail(): the others go on, and runs.failed has the reasons. A folder without a name of its own is named by a hash of the script, its variables
and the program; done.json is written into it last. `at_once` runs take place at the same time, on `ranks` processes each.
"""

import fcntl
import json
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Callable

from ..text.messages import program, say, warn
from ..text.values import duration
from .lammps import hash_of, run_lammps

RECORD, LOCK = "done.json", "lock"


def hold(lock):
    """Locks the open file; whether that worked. The lock ends with the program, and with those that it has passed the file to, however they
    end; a file system without locks has none."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def is_running(folder):
    """Whether a run goes on in a folder."""
    try:
        with open(folder / LOCK, "r+") as lock:
            return not hold(lock)
    except OSError:
        return False


class KeptRun:
    """A folder, and whether a run of this key is complete in it."""

    def __init__(self, folder, key):
        self.folder, self.key = folder, key

    @property
    def record(self):
        """Of the last run of this key that ended; empty if there is none."""
        try:
            known = json.loads((self.folder / RECORD).read_text())
        except (OSError, ValueError):       # none, or the program was killed while it wrote it
            return {}
        return known if known.get("inputs") == self.key else {}

    @property
    def is_complete(self):
        return "seconds" in self.record

    @property
    def seconds(self):
        return self.record.get("seconds", 0.0)

    @contextmanager
    def alone(self, what):
        """Waits while another program runs it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / LOCK, "a") as lock:
            if not hold(lock):
                say(f"{what}: another program runs it; waiting")
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def begin(self):
        """Empties the folder of what a run that was not complete left."""
        for path in self.folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif path.name != LOCK:
                path.unlink()

    def end(self, seconds, stopped=""):
        """`stopped`: why the run is not complete. Then it is run again the next time."""
        outcome = {"stopped": stopped} if stopped else {"seconds": seconds}
        (self.folder / RECORD).write_text(json.dumps({"inputs": self.key, **outcome}) + "\n")


@dataclass
class Job:
    script: Path
    variables: dict
    what: str               # for the lines on the screen
    read: Callable          # folder of the run -> its result
    name: str = ""          # of its folder
    inputs: tuple = ()      # files that it depends on, besides the script
    places: Callable = None     # folder of the run -> variables that say where files are
    words: tuple = ()       # more words for LAMMPS
    finish: Callable = None     # folder of the run -> why it has no result; called when LAMMPS has ended
    folder: Path = None     # where the run is, when it has a result
    stopped: str = ""       # why it has none


@dataclass
class Runs:
    folder: Path
    options: object
    expected: int = 0       # number of runs, as far as known
    ranks: int = 1          # of a run
    at_once: int = 0        # runs; else the processes of the options
    about: str = "about "   # before the expected number
    may_run: bool = True    # else runs without result have the reason that they are not complete
    failed: dict = field(default_factory=dict)      # what: why
    asked: int = 0          # runs that were asked for,
    new: int = 0            # and those that were not there
    seconds: float = 0.0    # of all runs that were asked for, when they were run

    def __post_init__(self):
        self.program = self.options.program.resolve()
        self.program_hash = hash_of([self.program])
        self.start, self.lock = time.monotonic(), Lock()

    def measure(self, jobs):
        pool = ThreadPoolExecutor(self.at_once or self.options.ranks)
        try:
            return list(pool.map(self.result, jobs))
        finally:
            pool.shutdown(cancel_futures=True)      # where the user stops the program

    def kept(self, job):
        key = hash_of([job.script, *job.inputs], self.program_hash + json.dumps(job.variables, sort_keys=True) + " ".join(job.words))
        return KeptRun(self.folder / (job.name or f"{job.script.name.removeprefix('in.')}-{key[:12]}"), key)

    def result(self, job):
        kept = self.kept(job)
        if not self.may_run:
            return self.read(job, kept, False)
        with kept.alone(job.what):
            is_new = not kept.is_complete
            if is_new:
                self.run(job, kept)
            return self.read(job, kept, is_new)

    def run(self, job, kept):
        kept.begin()
        target = kept.folder
        (target / "variables.json").write_text(json.dumps({"what": job.what, **job.variables}, indent=2) + "\n")
        start = time.monotonic()
        variables = {**(job.places(target) if job.places else {}), **job.variables}
        stopped = run_lammps(self.program, job.script, variables, target, self.options.mpiexec, self.ranks, words=job.words)
        if not stopped and job.finish:
            stopped = job.finish(target)
        kept.end(time.monotonic() - start, stopped)

    def read(self, job, kept, is_new):
        found, target = None, kept.folder
        if kept.is_complete:
            try:
                found, job.folder = job.read(target), target
            except SystemExit as error:         # fail(): the run ended without what is measured
                job.stopped = str(error).removeprefix(f"{program()}: ")
        else:
            job.stopped = kept.record.get("stopped") or ("not complete" if (target / "variables.json").is_file() else "not run")
        with self.lock:
            self.report(job, kept, is_new)
        return found

    def report(self, job, kept, is_new):
        self.asked += 1
        self.new += is_new
        self.seconds += kept.seconds
        if job.stopped:
            self.failed[job.what] = job.stopped
            if self.may_run:
                warn(f"{job.what} gives no result: {job.stopped} [{kept.folder}]")
        elif is_new:
            passed = time.monotonic() - self.start
            left = (self.expected - self.asked) * passed / self.new
            say(f"run {self.asked}" + (f" of {self.about}{self.expected}" if left > 0 else "") + f": {job.what}; {duration(passed)} so far"
                + (f", about {duration(left)} left" if left > 0 else ""))
        elif self.may_run:
            say(f"{job.what}: results are there")
