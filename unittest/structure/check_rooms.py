#!/usr/bin/env python3
"""Check the source tree against its floor plan, src/rooms.txt.

Checked:
- a room of the plan uses only rooms that stand above it, so that there is no circle
- every include of one of our headers is by its full path from src/, of a file that exists, and allowed by the plan
- includes of our headers go round in no circle of files; X.h and X.cpp are one file X here, and so are all files that
  the README.md of their room names in one row of its table, such as a block of contacts and its kernel, compiled for
  each set of instructions: `| contact_block, contact_lanes | 32 contacts at once |`
- files of the core include only our headers, standard headers and Eigen: neither LAMMPS nor MPI
- Eigen is read by sources, directly or through the headers that are for it; no other header includes it or them
- the lists that LAMMPS makes anew while another style walks through them are read as copies (styles/access/styles_with)
- base names of headers are unique, as LAMMPS finds style headers by base name
- no file of src/ is longer than 500 lines; all are sources, pages, or a list of CMake's or of this check
- every room has a README.md that names every file in it, without its ending
- a file that these pages or ARCHITECTURE.md name with its room, as `bonds/bond_law`, exists
- the Python tools keep to their plan as well: check_packages.py

Each fault is one line that begins with its file. The exit status is 1 if there is any.

Usage: check_rooms.py [SRC]
"""
import re
import sys
from pathlib import Path

import check_packages

LONGEST_FILE = 500  # lines
STYLES = "styles"  # rooms below this folder may include LAMMPS and MPI; the others are the core

# What core files may include between angle brackets.
STANDARD_HEADERS = set(
    """
    algorithm any array atomic bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes climits clocale cmath
    complex condition_variable csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype
    deque exception execution filesystem forward_list fstream functional future initializer_list iomanip ios iosfwd iostream
    istream iterator limits list locale map memory memory_resource mutex new numeric optional ostream queue random ratio regex
    scoped_allocator set shared_mutex sstream stack stdexcept streambuf string string_view system_error thread tuple
    type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector
    """.split()
)
EIGEN_HEADERS = {"common/eigen_space.h", "relief/cluster_matrices.h"}  # for sources that solve or decompose
PROCESSOR_HEADERS = {"immintrin.h", "arm_neon.h"}  # vector instructions


def read_plan(path):
    """Room -> set of rooms that it may include; and the faults of the plan itself."""
    plan, faults = {}, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        room, colon, allowed = line.partition(":")
        room = room.strip()
        if not colon:
            faults.append(f"{path.parent.name}/{path.name}:{number}: {room} has no colon after it")
        if room in plan:
            faults.append(f"{path.parent.name}/{path.name}:{number}: {room} is listed twice")
        for other in allowed.split():
            if other not in plan:
                faults.append(f"{path.parent.name}/{path.name}:{number}: {room} uses {other}, which is not above it in the list")
        plan[room] = set(allowed.split())
    return plan, faults


def room_of(path, plan):
    """The room that a file such as search/munjiza/mr_list.h belongs to; None if there is none."""
    folders = [parent.as_posix() for parent in path.parents]
    return next((folder for folder in folders if folder in plan), None)


def includes_of(path):
    """Line number, whether in quotes, and name of each include."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line)
        if found:
            yield number, found[1] == '"', found[2]


def is_core(room):
    return room.split("/")[0] != STYLES


def fault_of_include(name, in_quotes, room, plan, headers):
    """headers: full paths of our headers. None if the include is right."""
    if in_quotes and name in headers:
        other = room_of(Path(name), plan)
        if other is None or other == room or other in plan[room]:
            return None
        return f"{room} may not include {name} (rooms.txt allows: {' '.join(sorted(plan[room])) or 'no other room'})"
    if name in headers:
        return f"include of {name} must be in quotes"
    by_name = sorted(header for header in headers if Path(header).name == name)
    if by_name:
        return f"include of {name} must be by its full path, {by_name[0]}"
    if "/" in name and name.split("/")[0] in {folder.split("/")[0] for folder in plan}:
        return f"include of {name}, which does not exist"
    allowed_in_core = name in STANDARD_HEADERS | PROCESSOR_HEADERS or name.startswith("Eigen/")
    if is_core(room) and (in_quotes or not allowed_in_core):
        return f"{room} is a room of the core and may not include {name} (only standard headers and Eigen)"
    return None


def check_includes(source, files, plan):
    headers = {file.as_posix() for file in files if file.suffix == ".h"}
    for file in files:
        room = room_of(file, plan)
        if room is None:
            yield f"src/{file}: in no room of rooms.txt"
            continue
        for number, in_quotes, name in includes_of(source / file):
            fault = fault_of_include(name, in_quotes, room, plan, headers)
            if fault:
                yield f"src/{file}:{number}: {fault}"


def check_eigen(source, files):
    for file in files:
        if file.suffix == ".h" and file.as_posix() not in EIGEN_HEADERS:
            for number, _, name in includes_of(source / file):
                if name.startswith("Eigen/") or name in EIGEN_HEADERS:
                    yield f"src/{file}:{number}: a header may not include {name}, which takes most of the time of a compilation (only sources)"


def stems_of(room, files, plan):
    """Base name without ending -> path without ending, of the files of a room."""
    return {file.stem: file.with_suffix("").as_posix() for file in files if room_of(file, plan) == room}


def nodes_of(source, files, plan):
    """File without its ending -> the files, without their endings, that count as one with it, itself included."""
    nodes = {file.with_suffix("").as_posix(): (file.with_suffix("").as_posix(),) for file in files}
    for room in plan:
        stems, door = stems_of(room, files, plan), source / room / "README.md"
        for line in door.read_text().splitlines() if door.is_file() else []:
            first_cell = line.split("|")[1] if line.startswith("|") else ""
            named = tuple(stems[word] for word in re.findall(r"\w+", first_cell) if word in stems)
            nodes.update((name, named) for name in named)
    return nodes


def used_by_each(source, files, plan):
    """Node -> nodes whose headers it includes; a node is a tuple of files without their endings."""
    headers = {file.as_posix() for file in files if file.suffix == ".h"}
    nodes = nodes_of(source, files, plan)
    used = {node: set() for node in nodes.values()}
    for file in files:
        user = nodes[file.with_suffix("").as_posix()]
        others = {nodes[name.removesuffix(".h")] for _, _, name in includes_of(source / file) if name in headers}
        used[user] |= others - {user}
    return used


def circle_through(start, used):
    """A shortest circle of includes from a node back to itself, or None."""
    paths, seen = [[start]], set()
    for path in paths:
        for other in sorted(used[path[-1]] - seen):
            if other == start:
                return path + [start]
            seen.add(other)
            paths.append(path + [other])
    return None


def check_circles(source, files, plan):
    """Each node of a circle is named at least once; a circle is one fault, of its first file."""
    used = used_by_each(source, files, plan)
    named = set()
    for start in used:
        circle = None if start in named else circle_through(start, used)
        if circle:
            named.update(circle)
            text = " -> ".join(" + ".join(node) for node in circle)
            yield f"src/{start[0]}: circle of includes: {text}"


def check_lists(source, files):
    for file in files:
        for number, line in enumerate((source / file).read_text().splitlines(), 1):
            found = re.search(r"get_(fix|compute)_list\(", line.split("//")[0])
            if found and file.name != "styles_with.h":
                yield f"src/{file}:{number}: get_{found[1]}_list() is made anew while it is read (use {found[1]}{'e' * (found[1] == 'fix')}s_of())"


def check_names(files):
    seen = {}
    for file in files:
        if file.suffix == ".h" and seen.setdefault(file.name, file) != file:
            yield f"src/{file}: {seen[file.name]} has the same name"


def check_kinds(source):
    for file in sorted(filter(Path.is_file, source.rglob("*"))):
        if file.suffix not in (".h", ".cpp", ".md") and file.name not in ("CMakeLists.txt", "rooms.txt"):
            yield f"src/{file.relative_to(source)}: not a source (.h, .cpp), a page (.md), CMakeLists.txt or rooms.txt"


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
        for stem in sorted(stems_of(room, files, plan).keys() - words):
            yield f"src/{room}/README.md: {stem} is not named"


def check_pages(source, plan):
    """A name in `backquotes` may have src/ before it, an ending or none, and a * for several files."""
    pages = [source.parent / "ARCHITECTURE.md"] + [source / room / "README.md" for room in plan]
    for page in filter(Path.is_file, pages):
        for number, line in enumerate(page.read_text().splitlines(), 1):
            for name in re.findall(r"`(?:src/)?((?:\w+/)+[\w.*]+)`", line):
                exists = any(any(source.glob(name + ending)) for ending in ("", ".h", ".cpp"))
                if room_of(Path(name), plan) and not exists:
                    yield f"{page.relative_to(source.parent)}:{number}: names {name}, which does not exist"


def check(source):
    """Number of files and of rooms, and the list of faults."""
    files = sorted(p.relative_to(source) for p in source.rglob("*") if p.suffix in (".h", ".cpp"))
    plan, faults = read_plan(source / "rooms.txt")
    faults += check_includes(source, files, plan)
    faults += check_eigen(source, files)
    faults += check_circles(source, files, plan)
    faults += check_lists(source, files)
    faults += check_names(files)
    faults += check_kinds(source)
    faults += check_lengths(source, files)
    faults += check_doors(source, files, plan)
    faults += check_pages(source, plan)
    return len(files), len(plan), faults


def main():
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2] / "src"
    files, rooms, faults = check(source)
    modules, faults_of_tools = check_packages.check(source.parent / "scripts", read_plan, circle_through)
    faults += faults_of_tools
    for fault in faults:
        print(fault)
    print(f"{files} files in {rooms} rooms, {modules} modules of Python: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
