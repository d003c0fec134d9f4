#!/usr/bin/env python3
"""Runs sequences of commands that a grammar draws (grammar.py), each on one rank and on two.

A sequence is right if, on both numbers of ranks, no signal ends it, it ends in time, no value of thermo output is nan or infinite, no atom is lost,
an error is one of sentences.txt, and if thermo output and printed values agree. Runs are so short that contacts do not amplify rounding beyond
TOLERANCE. A feed that fills a space among particles does: it pushes them apart step by step. From the second insertion on only the numbers of atoms
are compared.

Usage: run_compositions.py LMP MPIEXEC [--count N] [--seed S] [--keep FOLDER] [--show]
    --seed S      of the first sequence; the following ones have S + 1, S + 2, ... Without it the seed is drawn and printed
    --keep FOLDER where the folders of wrong sequences stay, with the input in.S
    --show        print the first sequence and end
"""
import argparse
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from grammar import compose

HERE = Path(__file__).resolve().parent
SENTENCES = [line for line in (HERE / "sentences.txt").read_text().splitlines() if line and not line.startswith("#")]
TIME_LIMIT = 60         # seconds of one run, on a busy machine; most take less than one
TOLERANCE = 1e-6        # relative to the larger of two values
THERMO_COLUMNS = 6      # step, atoms, kinetic energy, three sums of positions
SMALLEST = 1e-9         # of values that rounding alone makes differ from zero


def environment():
    return {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
            "OMPI_MCA_hwloc_base_binding_policy": "none", "OMPI_MCA_mpi_yield_when_idle": "1", "MALLOC_PERTURB_": "165", "ASAN_OPTIONS": "detect_leaks=0"}


def run(command, folder, lines):
    """Output and exit status; None if the run took too long."""
    (folder / "in.sequence").write_text("\n".join(lines) + "\n")
    process = subprocess.Popen([*command, "-in", "in.sequence", "-log", "none", "-echo", "none"], cwd=folder, env=environment(), stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    try:
        output, _ = process.communicate(timeout=TIME_LIMIT)
        return output, process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        return process.communicate()[0], None


NUMBER = re.compile(r"^[+-]?(\d+\.?\d*([eE][+-]?\d+)?|nan|inf|-nan)$")


def outputs(text):
    """Rows of thermo output and printed values, as lists of numbers."""
    rows, columns = [], 0
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["Step"]:
            columns = len(words)
        elif words[:1] == ["Loop"]:
            columns = 0
        elif words[:1] == ["VALUE"] or (columns and len(words) == columns and all(NUMBER.match(word) for word in words)):
            rows.append([float(word) for word in words if NUMBER.match(word)])
    return rows


def error_of(text):
    """The sentence of the first error, without its place in the source; empty without one."""
    found = re.search(r"^ERROR(?: on proc \d+)?: (.*)$", text, re.MULTILINE)
    return re.sub(r" \((?:src/|\.\./|/)?[^() ]*\.(?:cpp|h):\d+\)$", "", found[1]) if found else ""


def is_known(sentence):
    return any(re.fullmatch(known, sentence) for known in SENTENCES)


def fault_of(output, status):
    """What is wrong with one run; empty if nothing is."""
    if status is None:
        return f"no end in {TIME_LIMIT} s"
    sentence = error_of(output)
    if "Signal:" in output or status < 0 or "Caught signal" in output or "AddressSanitizer" in output or "runtime error" in output:
        return "a signal"
    if sentence:
        return "" if is_known(sentence) else f"error: {sentence}"
    if status != 0:
        return f"exit status {status} without an error"
    if not all(math.isfinite(value) for row in outputs(output) for value in row):
        return "a value that is not finite"
    return ""


def differ(one, two):
    return abs(one - two) > SMALLEST + TOLERANCE * max(abs(one), abs(two))


def difference(first, second):
    """How the outputs of two runs differ; empty if they agree. A run that an error ends is compared as far as it got."""
    one, two = outputs(first), outputs(second)
    if error_of(first) != error_of(second):
        return f"other errors: '{error_of(first)}', '{error_of(second)}'"
    if len(one) != len(two):
        return f"{len(one)} and {len(two)} rows"
    insertions, atoms = 0, 0
    for row, other in zip(one, two):
        if len(row) == len(other) == THERMO_COLUMNS:
            insertions += row[1] > atoms
            atoms = row[1]
        compared = None if insertions < 2 else 2 if len(row) == THERMO_COLUMNS else 0
        if len(row) != len(other) or any(map(differ, row[:compared], other[:compared])):
            return f"other values: {row} {other}"
    return ""


def check(lmp, mpiexec, lines, folder):
    outputs_of = []
    program = str(Path(lmp).resolve())
    for command in ([program], [mpiexec, "-np", "2", program]):
        output, status = run(command, folder, lines)
        outputs_of.append(output)
        (folder / f"out.{len(outputs_of)}").write_text(output)
        fault = fault_of(output, status)
        if fault:
            return f"on {len(outputs_of)} rank(s): {fault}", error_of(output)
    return difference(*outputs_of), error_of(outputs_of[0])


def main():
    parser = argparse.ArgumentParser(description="Runs sequences of commands that a grammar draws.")
    parser.add_argument("lmp")
    parser.add_argument("mpiexec")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--keep", type=Path, default=None)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    seed = random.randrange(10**6) if given.seed is None else given.seed
    if given.show:
        print("\n".join(compose(random.Random(seed))))
        return 0
    print(f"{given.count} sequences from --seed {seed} on", flush=True)
    wrong, ended, start = 0, 0, time.monotonic()
    for number in range(seed, seed + given.count):
        lines = compose(random.Random(number))
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            fault, sentence = check(given.lmp, given.mpiexec, lines, folder)
            ended += bool(sentence)
            if fault:
                wrong += 1
                print(f"--seed {number}: {fault}", flush=True)
                if given.keep:
                    kept = given.keep / str(number)
                    kept.mkdir(parents=True, exist_ok=True)
                    for file in ("in.sequence", "out.1", "out.2"):
                        if (folder / file).exists():
                            (kept / file).write_text((folder / file).read_text())
    print(f"{given.count} sequences, {ended} ended by an error, {wrong} wrong, {time.monotonic() - start:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
