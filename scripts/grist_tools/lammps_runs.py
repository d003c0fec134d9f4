"""Starts LAMMPS in a folder, and says by a hash what the results of a run depend on."""

import hashlib
import subprocess
from pathlib import Path

LAUNCHER = Path(__file__).resolve().parents[1] / "launch.sh"


def run_lammps(program, script, variables, target, mpiexec, ranks, no_screen=True):
    """Runs the script inside the folder `target`. Returns why it stopped, with the place of the whole output, or an empty text.
    `no_screen`: LAMMPS writes to log.lammps alone."""
    words = ["-in", script, "-log", "log.lammps"]
    if no_screen:
        words += ["-screen", "none"]
    for name, value in variables.items():
        words += ["-var", name, value]
    command = [LAUNCHER, mpiexec, ranks, program, *words]
    with open(target / "screen.txt", "w") as screen:
        done = subprocess.run(list(map(str, command)), cwd=target, stdout=screen, stderr=screen, stdin=subprocess.DEVNULL)
    log = target / "log.lammps"
    text = log.read_text(errors="replace") if log.is_file() else ""
    errors = [line for line in text.splitlines() if line.startswith("ERROR")]
    if done.returncode or errors:
        return f"{errors[0] if errors else f'exit status {done.returncode}'} [whole output: {log if text else target / 'screen.txt'}]"
    return ""


def hash_of(paths, more=""):
    """Of the names and bytes of files, and of a text."""
    found = hashlib.sha256(more.encode())
    for path in paths:
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()
