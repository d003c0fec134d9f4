#!/usr/bin/env python3
"""Compile a twentieth of the sources without precompiled headers: each must include what it uses. Nothing is written.

    check_includes.py COMPILE_COMMANDS SEED      every twentieth source, from the one that the seed gives

Each fault is the compiler's own line. The exit status is 1 if there is any.
"""
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src"


def command_of(entry):
    """The command of a source, without its precompiled header and without a result."""
    text = re.sub(r" -include \S*cmake_pch\S*| -Winvalid-pch| -fpch-preprocess| -o \S+", "", entry["command"])
    return re.sub(r"^.*?ccache ", "", text) + " -fsyntax-only"


def sources_of(entry):
    """The entries of the sources that a unit includes (cmake/GristUnits.cmake); of any other file, its own."""
    unit = Path(entry["file"])
    if "units" not in unit.parts:
        return [entry] if unit.is_relative_to(SOURCE) else []
    paths = [SOURCE / name for name in re.findall(r'#include "(\S+)"', unit.read_text())]
    return [{**entry, "file": str(path), "command": entry["command"].replace(str(unit), str(path))} for path in paths if path.exists()]


def check(entry):
    done = subprocess.run(command_of(entry), shell=True, cwd=entry["directory"], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr


def main(commands, seed):
    entries = {entry["file"]: entry for made in json.loads(Path(commands).read_text()) for entry in sources_of(made)}
    chosen = [entries[file] for file in sorted(entries)][seed % 20::20]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = "".join(pool.map(check, chosen))
    print(faults, end="", file=sys.stderr)
    return 1 if faults or not chosen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
