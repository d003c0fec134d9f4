"""Starts LAMMPS in a folder, and says on which machine, and by a hash what the results of a run depend on."""

import hashlib
import os
import platform
import shutil
import subprocess
import time
from pathlib import Path

from .. import ROOT

LAUNCHER = ROOT / "scripts/launch.sh"
ENDS_WITH_US = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
CPU_INFO = Path("/proc/cpuinfo")
INSTRUCTIONS = {"AVX-512": "avx512f", "AVX2": "avx2", "SSE2": "sse2"}


def run_lammps(program, script, variables, target, mpiexec, ranks, no_screen=True, words=()):
    """Runs the script inside the folder `target`. Returns why it stopped, with the place of the whole output, or an empty text.
    `no_screen`: LAMMPS writes to log.lammps alone. `words`: more of them for LAMMPS. The run ends when the program that started it is killed."""
    more = words
    words = ["-in", script, "-log", "log.lammps"]
    if no_screen:
        words += ["-screen", "none"]
    for name, value in variables.items():
        words += ["-var", name, value]
    command = [*ENDS_WITH_US, LAUNCHER, mpiexec, ranks, program, *words, *more]
    with open(target / "screen.txt", "w") as screen:
        done = subprocess.run(list(map(str, command)), cwd=target, stdout=screen, stderr=screen, stdin=subprocess.DEVNULL)
    log = target / "log.lammps"
    error = first_error(log)
    if done.returncode or error:
        return f"{error or f'exit status {done.returncode}'} [whole output: {log if log.is_file() else target / 'screen.txt'}]"
    return ""


def first_error(log):
    """The first line with an error in a log; empty if there is none, or no log."""
    lines = log.read_text(errors="replace").splitlines() if log.is_file() else ()
    return next((line for line in lines if line.startswith("ERROR")), "")


def usual_ranks():
    """Processes of a run, where the user gives none: one for each core, at most four."""
    return min(int(subprocess.check_output([LAUNCHER])), 4)


def hash_of(paths, more=""):
    """Of the names and bytes of files, and of a text."""
    found = hashlib.sha256(more.encode())
    for path in paths:
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def machine():
    """Processor, cores, the widest instructions that Grist has kernels for, and the date."""
    facts = {}
    if CPU_INFO.is_file():
        facts = dict(map(str.strip, line.split(":", 1)) for line in CPU_INFO.read_text().splitlines() if ":" in line)
    flags = facts.get("flags", "").split()
    widest = next((name for name, flag in INSTRUCTIONS.items() if flag in flags), "")
    words = [facts.get("model name", platform.machine()), f"{os.cpu_count()} cores", widest, time.strftime("%Y-%m-%d")]
    return ", ".join(filter(None, words))
