#!/usr/bin/env python3
"""The readers of scripts/grist_tools on damaged files: those of corpora/reports, with bytes, words and lines changed, repeated, moved or lost.

A reader takes a file, ends the program with one sentence (SystemExit), or, where it works on lines, raises ValueError. Anything else is a fault,
which is printed with its file and seed. Without --minutes --count files of each kind are tried.

Usage: fuzz_reports.py [--count N | --minutes M] [--seed S]
"""
import argparse
import random
import signal
import sys
import tempfile
import time
import traceback
import warnings
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "report"))
import find_modules  # noqa: E402,F401

from grist_tools.read import dumps, logs, meshes, tables  # noqa: E402
from grist_tools.report import curves, figures  # noqa: E402
from grist_tools.report.run_folder import RunFolder  # noqa: E402
from grist_tools.read.scenes import has_spheres  # noqa: E402

CORPUS = HERE / "corpora" / "reports"
TIME_LIMIT = 20     # seconds of one file, on a busy machine
LONGEST = 20000     # bytes
WORDS = (b"nan", b"-inf", b"1e999", b"-1", b"0", b"99999999999999999999", b"1e-300", b"", b'"', b",", b"|", b"#", b"\xff\xfe", b"\0", b"ITEM: TIMESTEP", b"Step", b"Loop time of x on 1 procs for 1 steps")


def read_atoms(path):
    has_spheres(path)
    for snapshot in dumps.read_dump(path, cut_off=True):
        dict(snapshot.columns)
    dumps.last_snapshot(path, ("x", "y", "z"))


def read_any_log(path):
    log = logs.read_log(path)
    log.time_unit, log.seconds_of_runs
    curves.of_thermo(log)


def read_table(path):
    curves.of_folder(RunFolder(path.parent, logs.Log(), path))
    tables.read_rows(path)
    tables.read_columns(path, ("time",))


def read_averages(path):
    curves.of_folder(RunFolder(path.parent, logs.Log(), path))
    tables.read_averages(path, 3)


def read_figures(path):
    for figure in figures.read_figures(path.parent):
        figure.agrees


READERS = {"run.log": read_any_log, "atoms.dump": read_atoms, "breaks.csv": read_table, "sizes.csv": read_table, "fragments.csv": read_table,
           "averages.txt": read_averages, "settings.txt": tables.read_settings, "figures.csv": read_figures, "text.stl": meshes.read_stl,
           "binary.stl": meshes.read_stl}


def changed(draw, data):
    """One change: of a byte, a word, a line or a part."""
    if not data:
        return draw.choice(WORDS)
    at = draw.randrange(len(data))
    kind = draw.randrange(7)
    if kind == 0:
        return data[:at] + bytes([draw.randrange(256)]) + data[at + 1:]
    if kind == 1:
        return data[:at]
    if kind == 2:
        return data[:at] + data[at + draw.randrange(1, 40):]
    lines = data.split(b"\n")
    line = draw.randrange(len(lines))
    if kind == 3:
        other = draw.randrange(len(lines))
        lines[line], lines[other] = lines[other], lines[line]
    elif kind == 4:
        lines.insert(line, lines[draw.randrange(len(lines))])
    elif kind == 5:
        del lines[line]
    else:
        separator = b"," if b"," in lines[line] else b" "
        words = lines[line].split(separator)
        words[draw.randrange(len(words))] = draw.choice(WORDS)
        lines[line] = separator.join(words)
    return b"\n".join(lines)


def damaged(draw, data):
    for _ in range(1 + draw.randrange(4)):
        data = changed(draw, data)
    return data[:LONGEST]


def out_of_time(*_):
    raise TimeoutError(f"no end in {TIME_LIMIT} s")


def fault_of(reader, path):
    """The traceback of a reader that fails in another way than it should; empty if it does not."""
    signal.alarm(TIME_LIMIT)
    try:
        with redirect_stderr(StringIO()):     # files that are left out
            reader(path)
    except SystemExit as ended:
        if "\n" in str(ended.code).strip() and path.name not in str(ended.code):
            return f"an error of several lines: {ended.code}"
    except Exception:
        return traceback.format_exc()
    finally:
        signal.alarm(0)
    return ""


def check(name, seed, folder):
    draw = random.Random(f"{name} {seed}")
    for old in folder.iterdir():
        old.unlink()
    path = folder / name
    path.write_bytes(damaged(draw, (CORPUS / name).read_bytes()))
    fault = fault_of(READERS[name], path)
    if fault:
        print(f"--seed {seed}, {name}: {fault}", flush=True)
    return bool(fault)


def main():
    parser = argparse.ArgumentParser(description="Readers of reports on damaged files.")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    signal.signal(signal.SIGALRM, out_of_time)
    warnings.simplefilter("ignore")
    wrong = tried = 0
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        seed = given.seed
        while seed < given.seed + given.count if not given.minutes else time.monotonic() - start < 60 * given.minutes:
            wrong += sum(check(kind, seed, Path(name)) for kind in READERS)
            tried += len(READERS)
            seed += 1
    print(f"{tried} files, {wrong} faults, {time.monotonic() - start:.0f} s, seeds {given.seed} to {seed - 1}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
