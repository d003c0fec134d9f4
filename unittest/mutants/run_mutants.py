#!/usr/bin/env python3
"""Mutation run: change one operator or constant of a kernel at a time, and see whether the unit tests of its room notice.

A mutant is one change in a line of code: a sign or a product turned around, a comparison or a logical operator reversed, a number
doubled (0 becomes 1). Not changed are comments, strings, the preprocessor, assertions, heads of loops, declarations of
operators, memory that is set aside, and what is printed. Of all changes of a group those with the smallest hash of seed, file, line and column in the
line are taken, so that an edit elsewhere leaves the choice as it is.

The mutants are built in a copy of the working tree, without LAMMPS and with -O1. A mutant is caught if a test fails, crashes or
takes far too long; one that does not compile is replaced by the next. A survivor is a gap in the tests, unless
unittest/mutants/reasons.txt says why no test can see it: file | line as changed | reason.

The exit status is 1 if less than 90 % of all are caught or a survivor has no reason.

Usage: run_mutants.py FOLDER [--count N] [--seed S] [--group NAME ...] [--list]    FOLDER: for the copy and its build
"""
import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REASONS = Path(__file__).with_name("reasons.txt")
LEAST_CAUGHT = 0.9


@dataclass(frozen=True)
class Group:
    """Files of one kernel, and the rooms of unittest/ whose tests must notice."""

    rooms: tuple
    files: tuple


GROUPS = {
    "bonds": Group(
        ("bonds",),
        ("bond_law.h", "law_numbers.h", "parallel_bond.h", "parallel_bond.cpp", "bond_block.cpp", "stable_time_step.cpp"),
    ),
    "contacts": Group(
        ("contacts",),
        ("contact_kernel.h", "hertz_mindlin.h", "hertz_mindlin.cpp", "hooke.h", "contact_law.h", "sphere_contact.cpp")
        + ("contact_block.cpp", "contact_energy.cpp", "overlap_contact.cpp"),
    ),
    "search": Group(
        ("search",),
        ("multilevel_grid.cpp", "grid_pairs.cpp", "grid_hierarchy.cpp", "level_cells.cpp", "size_levels.cpp")
        + ("integer_grid.h", "sphere_block.h", "pair_search.cpp", "center_box.cpp", "unit_pairs.cpp", "bounding_units.cpp")
        + ("overlap_region.cpp",),
    ),
    "overlap": Group(
        ("geometry",),
        ("overlap.cpp", "clipped_body.cpp", "separating_plane.cpp", "sphere_overlap.cpp", "plane_distances.cpp")
        + ("mass_properties.cpp",),
    ),
}
REVERSED = {
    " + ": " - ",
    " - ": " + ",
    " * ": " / ",
    " / ": " * ",
    " += ": " -= ",
    " -= ": " += ",
    " *= ": " /= ",
    " /= ": " *= ",
    " < ": " > ",
    " > ": " < ",
    " <= ": " > ",
    " >= ": " < ",
    " && ": " || ",
    " || ": " && ",
    " == ": " != ",
    " != ": " == ",
}
# clang-format puts spaces around binary operators and nowhere else; a pointer has one on one side only.
SITES = re.compile(r" (?:[-+*/]=?|[<>]=?|&&|\|\||[=!]=) (?=\S)|(?<![\w.])\d+\.\d*(?:e[-+]?\d+)?(?![\w.])|(?<![\w.])\d+e[-+]?\d+")
UNCHANGED = re.compile(r"^\s*#|assert|\bfor \(|\bwhile \(|\boperator|template|using |throw|capacity|reserve|to_string|number_text|\bconst char")


@dataclass(frozen=True)
class Mutant:
    path: str
    number: int  # of the line, from 0
    changed: str  # the whole line
    what: str

    def key(self):
        return (self.path, self.changed.strip())


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def without_text(source):
    """The source with comments and strings blanked, every character in its place."""
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', blank, source, flags=re.DOTALL)


def mutants_of(path, source):
    """All changes of one file, each with the text that it is chosen by."""
    found = []
    lines = source.splitlines()
    for number, code in enumerate(without_text(source).splitlines()):
        if UNCHANGED.search(code):
            continue
        for site in SITES.finditer(code):
            old = site[0]
            new = REVERSED.get(old) or ("1.0" if float(old) == 0.0 else f"(2.0 * {old})")
            line = lines[number]
            changed = line[: site.start()] + new + line[site.end() :]
            what = f"{old.strip()} to {new.strip()}"
            found.append((f"{path}|{line.strip()}|{site.start() - len(line) + len(line.lstrip())}", Mutant(path, number, changed, what)))
    return found


def choose(group, seed):
    """All mutants of a group, in the order in which they are taken."""
    folder = {"overlap": "geometry"}.get(group, group)
    candidates = []
    for name in GROUPS[group].files:
        path = ROOT / "src" / folder / name
        if path.exists():
            candidates += mutants_of(path.relative_to(ROOT).as_posix(), path.read_text())
        else:
            print(f"no {path.relative_to(ROOT)}: not mutated")
    ranked = {hashlib.sha256(f"{seed}|{text}".encode()).hexdigest(): mutant for text, mutant in candidates}
    return [ranked[rank] for rank in sorted(ranked)]


def copy_tree(to):
    """The files that git knows or would add; unchanged files keep their times, so that they are not built again."""
    listed = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        source, target = ROOT / name, to / name
        if source.is_file() and (not target.exists() or target.read_bytes() != source.read_bytes()):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)


class Workshop:
    """The copy, its build, and the tests of one group."""

    def __init__(self, folder, group):
        self.copy, self.folder = folder / "copy", folder / "build"
        copy_tree(self.copy)
        options = ["-D", "GRIST_CORE_ONLY=ON", "-D", "GRIST_TEST_ROOMS=" + ";".join(GROUPS[group].rooms)]
        options += ["-D", "CMAKE_BUILD_TYPE=Release", "-D", "CMAKE_CXX_FLAGS_RELEASE=-O1"]
        if not (self.folder / "CMakeCache.txt").exists() and shutil.which("ninja"):
            options += ["-G", "Ninja"]
        subprocess.run(["cmake", "-S", self.copy, "-B", self.folder, *options], stdout=subprocess.DEVNULL, check=True)
        if not self.build():
            sys.exit(f"{group}: the unchanged sources do not build: see cmake --build {self.folder}")
        self.time_limit = None
        start = time.monotonic()
        if self.tests_notice():
            sys.exit(f"{group}: a test fails without any change: see {self.folder}/unittest/test_core")
        self.time_limit = 20 + 5 * (time.monotonic() - start)

    def build(self):
        command = ["cmake", "--build", self.folder, "--target", "test_core", "--parallel"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    def tests_notice(self):
        command = [self.folder / "unittest" / "test_core", "--gtest_brief=1", "--gtest_fail_fast"]
        try:
            done = subprocess.run(command, capture_output=True, timeout=self.time_limit, check=False)
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0

    def outcome(self, mutant):
        """caught, survived, or None where the mutant does not compile."""
        path = self.copy / mutant.path
        source = path.read_text()
        lines = source.splitlines()
        lines[mutant.number] = mutant.changed
        path.write_text("\n".join(lines) + "\n")
        try:
            if not self.build():
                return None
            return "caught" if self.tests_notice() else "survived"
        finally:
            path.write_text(source)


def read_reasons():
    reasons = {}
    for line in REASONS.read_text().splitlines():
        if line and not line.startswith("#"):
            path, rest = line.split(" | ", 1)
            changed, reason = rest.rsplit(" | ", 1)
            reasons[path, changed] = reason
    return reasons


def run_group(group, count, seed, folder, reasons):
    """Prints a line for each mutant; returns how many were caught, of how many, and how many survive without a reason."""
    ranked = choose(group, seed)
    workshop = Workshop(folder, group)
    caught, survivors, taken = 0, [], 0
    while caught + len(survivors) < count and taken < len(ranked):
        batch = sorted(ranked[taken : taken + count - caught - len(survivors)], key=lambda mutant: (mutant.path, mutant.number))
        taken += len(batch)
        for mutant in batch:  # file by file: what was built for one is of use to the next
            outcome = workshop.outcome(mutant)
            if outcome is None:
                continue
            print(f"{outcome:8}  {mutant.path}:{mutant.number + 1}  {mutant.what:14}  {mutant.changed.strip()}", flush=True)
            if outcome == "caught":
                caught += 1
            else:
                survivors.append(mutant)
    total = caught + len(survivors)
    print(f"{group}: {caught} of {total} mutants caught")
    for mutant in survivors:
        print(f"  survived: {mutant.path} | {mutant.changed.strip()} | {reasons.get(mutant.key(), 'NO REASON')}", flush=True)
    return caught, total, sum(mutant.key() not in reasons for mutant in survivors)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=20, help="mutants of each group")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--group", nargs="+", choices=sorted(GROUPS), default=sorted(GROUPS))
    parser.add_argument("--list", action="store_true", help="print the mutants and stop")
    options = parser.parse_args()
    if options.list:
        for group in options.group:
            for mutant in choose(group, options.seed)[: options.count]:
                print(f"{mutant.path}:{mutant.number + 1}  {mutant.what:14}  {mutant.changed.strip()}")
        return 0
    reasons = read_reasons()
    results = [run_group(group, options.count, options.seed, options.folder.resolve(), reasons) for group in options.group]
    caught, total, unexplained = map(sum, zip(*results))
    print(f"{caught} of {total} mutants caught; {unexplained} of the survivors have no reason in {REASONS.name}")
    return 0 if caught >= LEAST_CAUGHT * total and not unexplained else 1


if __name__ == "__main__":
    sys.exit(main())
