#!/usr/bin/env python3
"""Hold the source tree against its floor plan, src/rooms.txt.

Checked: every include between rooms is an allowed arrow; no circle; base names of headers are unique, as LAMMPS finds style
headers by them; no file of src/ is longer than 500 lines; the README.md of a room names every file in it.
Each fault is one line with its file. The exit status is 1 if there is any.
"""
import re
import sys
from pathlib import Path

LONGEST_FILE = 500  # lines


def read_plan(path):
    """Room -> set of rooms that it may include; arrows that point down the list, or nowhere, are faults."""
    plan, faults = {}, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        room, _, allowed = line.partition(":")
        for other in allowed.split():
            if other not in plan:
                faults.append(f"{path.name}:{number}: {room} uses {other}, which stands below it or nowhere")
        plan[room.strip()] = set(allowed.split())
    return plan, faults


def room_of(path, plan):
    """The room that a file such as search/munjiza/mr_list.h belongs to; None if there is none."""
    folders = [parent.as_posix() for parent in path.parents]
    return next((folder for folder in folders if folder in plan), None)


def check_includes(source, files, plan):
    for file in files:
        room = room_of(file, plan)
        if room is None:
            yield f"src/{file}: in no room of rooms.txt"
            continue
        for number, line in enumerate((source / file).read_text().splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            if not found or not (source / found[1]).is_file():
                continue
            other = room_of(Path(found[1]), plan)
            if other != room and other not in plan[room]:
                yield f"src/{file}:{number}: {room} may not include {found[1]} (rooms.txt allows: {' '.join(sorted(plan[room]))})"


def check_names(files):
    seen = {}
    for file in files:
        if file.suffix == ".h" and seen.setdefault(file.name, file) != file:
            yield f"src/{file}: {seen[file.name]} has the same name"


def check_lengths(source, files):
    for file in files:
        lines = len((source / file).read_text().splitlines())
        if lines > LONGEST_FILE:
            yield f"src/{file}: {lines} lines (at most {LONGEST_FILE})"


def check_doors(source, files, plan):
    for room in plan:
        door = source / room / "README.md"
        if not door.is_file():
            yield f"src/{room}: no README.md that says what is in it"
            continue
        words = set(re.findall(r"[A-Za-z0-9_]+", door.read_text()))
        stems = {file.stem for file in files if room_of(file, plan) == room}
        for stem in sorted(stems - words):
            yield f"src/{room}/README.md: {stem} is not named"


def main():
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2] / "src"
    files = sorted(p.relative_to(source) for p in source.rglob("*") if p.suffix in (".h", ".cpp"))
    plan, faults = read_plan(source / "rooms.txt")
    faults += check_includes(source, files, plan)
    faults += check_names(files)
    faults += check_lengths(source, files)
    faults += check_doors(source, files, plan)
    for fault in faults:
        print(fault)
    print(f"{len(files)} files in {len(plan)} rooms: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
