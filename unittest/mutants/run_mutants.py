#!/usr/bin/env python3
"""Mutation run: change one operator or constant of the core at a time, and see whether its tests notice.

A mutant is one change in a line of code: a sign or a product turned around, a comparison or a logical operator reversed, a
number doubled (0 becomes 1). Not changed are comments, strings, the preprocessor, assertions, heads of loops, declarations of
operators, memory that is set aside, what is printed, and code for instructions that this machine has not got, which is counted.
Of all changes of a room those with the smallest hash of seed, file, line and column in the line are taken, so that an edit
elsewhere leaves the choice as it is.

Mutants are built from the objects of the release (Ninja): what depends on the changed file is compiled again and linked instead,
in its own room and the tests there; where it survives, in the rest of the core and then in the other tests of its rooms. A mutant is
caught if a test of its rooms fails, crashes or takes far too long; one that does not compile is replaced by the next. A survivor is a gap in the tests, unless unittest/mutants/reasons.txt says why no test can see it:
file | line as changed | reason.

The exit status is 1 if less than 90 % of all are caught or a survivor has no reason; of a sample, if less than half are caught.

Usage: run_mutants.py BUILD FOLDER [--count N] [--sample N] [--seed S] [--room NAME ...] [--list]
"""
import argparse
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REASONS = Path(__file__).with_name("reasons.txt")
LEAST_CAUGHT = 0.9

# Rooms of src/ and the rooms of unittest/ whose tests must notice; all others: their own alone.
NOTICED_BY = {
    "common": ("common", "bonds", "contacts", "geometry", "records", "search"),
    "lanes": ("lanes", "bonds", "contacts", "geometry"),
    "contacts": ("contacts", "overlaps", "records"),
    "records": ("records", "contacts", "overlaps"),
    "overlaps": ("overlaps", "records"),
    "packings": ("packings", "particles", "feeds"),
    "particles": ("particles", "feeds"),
    "geometry": ("geometry", "particles", "breakage"),
    "energy": ("energy", "contacts"),
    "rigid": ("rigid", "relief"),
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
ASSERTION = re.compile(r"\b(?:static_)?assert\(.*?\); *\n", re.DOTALL)
UNCHANGED = re.compile(r"^\s*#|\bfor \(|\bwhile \(|\boperator|template|using |throw|capacity|reserve|to_string|number_text|\bconst char")


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
    """The source with comments, strings and assertions blanked, every character in its place."""
    return ASSERTION.sub(blank, re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', blank, source, flags=re.DOTALL))


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


def rooms():
    """The rooms of the core, in the order of src/rooms.txt."""
    names = re.findall(r"^([a-z]+):", (ROOT / "src/rooms.txt").read_text(), re.M)
    return [name for name in names if (ROOT / "src" / name).is_dir()]


def noticing(room):
    return NOTICED_BY.get(room, (room,))


def has_avx512():
    return "avx512f" in Path("/proc/cpuinfo").read_text()


def unreachable(source):
    """Numbers of the lines that are compiled for AVX-512 alone, if this machine has not got it."""
    if has_avx512():
        return set()
    lines, inside = set(), []
    for number, line in enumerate(source.splitlines()):
        if re.match(r"\s*#\s*if", line):
            inside.append(re.search("GRIST_AVX512|GRIST_SMALL_OVERLAP", line) and "!" not in line)
        elif re.match(r"\s*#\s*(else|elif)", line):
            inside[-1] = False
        elif re.match(r"\s*#\s*endif", line):
            inside.pop()
        elif any(inside):
            lines.add(number)
    return lines


def choose(room, seed):
    """All mutants of a room, in the order in which they are taken, and how many this machine cannot run."""
    candidates, left_out = [], 0
    for path in sorted((ROOT / "src" / room).rglob("*.[hc]*")):
        if path.suffix not in (".h", ".cpp"):
            continue
        source = path.read_text()
        skipped = unreachable(source)
        found = mutants_of(path.relative_to(ROOT).as_posix(), source)
        candidates += [one for one in found if one[1].number not in skipped]
        left_out += sum(one[1].number in skipped for one in found)
    ranked = {hashlib.sha256(f"{seed}|{text}".encode()).hexdigest(): mutant for text, mutant in candidates}
    return [ranked[rank] for rank in sorted(ranked)], left_out


def output(command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


class Workshop:
    """The objects of a build, and mutants linked with them."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        self.shadow = folder / "src"
        shutil.rmtree(self.shadow, ignore_errors=True)  # of a run that was stopped
        if not (build / "build.ninja").exists():
            sys.exit(f"{build} is no build by Ninja: install ninja-build, and build anew")
        self.commands = {}
        for line in output(["ninja", "-C", build, "-t", "commands", "test_core"]).splitlines():
            made = re.search(r" -o (\S+) -c \S+$", line)
            if made:
                self.commands[made[1]] = line
            elif re.search(r" -o \S*test_core ", line):
                self.link = line.partition(" && cd ")[0]  # what follows lists the tests
        self.users = {}
        self.tests = {}  # that include a file
        for block in output(["ninja", "-C", build, "-t", "deps"]).split("\n\n"):
            name, _, needed = block.partition(": #deps")
            if name not in self.commands:
                continue
            users = self.users if name.startswith("src/") else self.tests
            for path in needed.splitlines()[1:]:
                users.setdefault(os.path.normpath(build / path.strip()), []).append(name)
        if not has_avx512():
            for path, names in self.users.items():
                self.users[path] = [name for name in names if "grist_kernels_avx512" not in name]
        self.limits = {}

    def filter(self, room):
        """The suites of the tests that must notice."""
        suites = set()
        for tests in noticing(room):
            for path in (ROOT / "unittest" / tests).rglob("*.cpp"):
                suites.update(re.findall(r"^(?:TYPED_)?TEST(?:_F|_P)?\((\w+),", path.read_text(), re.M))
        return ":".join(f"{suite}.*:*/{suite}.*:{suite}/*" for suite in sorted(suites))

    def tests_notice(self, room, program):
        start = time.monotonic()
        command = [program, "--gtest_brief=1", "--gtest_fail_fast", "--gtest_filter=" + self.filter(room)]
        try:
            done = subprocess.run(command, capture_output=True, timeout=self.limits.get(room), check=False)
        except subprocess.TimeoutExpired:
            return True
        self.limits.setdefault(room, 20 + 5 * (time.monotonic() - start))
        return done.returncode != 0

    def compile(self, name, changed):
        """One object with the changed file; False if it does not compile."""
        made = self.folder / name.replace("/", "_")
        command = shlex.split(self.commands[name])
        command = command[command.index(next(word for word in command if word.endswith(("c++", "g++", "clang++")))) :]
        source = Path(command[-1])
        if source == ROOT / changed:
            command[-1] = str(self.shadow.parent / changed)
        command[1:1] = ["-I", str(self.shadow)]
        command[command.index("-o") + 1] = str(made)
        for option in ("-MF", "-MT"):
            at = command.index(option)
            del command[at : at + 2]
        command.remove("-MD")
        return made if subprocess.run(command, cwd=self.build, capture_output=True, check=False).returncode == 0 else None

    def outcome(self, room, mutant):
        """caught, survived, or None where the mutant does not compile or nothing is compiled from it."""
        if room not in self.limits and self.tests_notice(room, self.build / "unittest/test_core"):
            sys.exit(f"{room}: a test fails without any change: see {self.build}/unittest/test_core")
        lines = (ROOT / mutant.path).read_text().splitlines()
        lines[mutant.number] = mutant.changed
        changed = self.shadow.parent / mutant.path
        changed.parent.mkdir(parents=True, exist_ok=True)
        changed.write_text("\n".join(lines) + "\n")
        try:
            objects, noticed = {}, None
            for names in self.stages(room, str(ROOT / mutant.path)):
                objects |= self.compile_all(names, mutant.path)
                noticed = None if None in objects.values() else self.noticed(room, objects)
                if noticed is not False:
                    break
            return {None: None, True: "caught", False: "survived"}[noticed]
        finally:
            changed.unlink()

    def stages(self, room, path):
        """Names of the objects to compile again, those that notice first in front: of the room itself with its tests, of the core, of the other tests."""

        def is_in(rooms, name):  # a file of its own, or a unit (cmake/units.cmake)
            return re.search(rf"\.dir/(__/units/\w+/)?({'|'.join(rooms)})[/_]", name)

        core, tests = self.users.get(path, []), [name for name in self.tests.get(path, []) if is_in(noticing(room), name)]
        near = [name for name in core + tests if is_in([room], name)]
        far = [[name for name in names if name not in near] for names in (core, tests)]
        return [names for names in (near, *far) if names]

    def compile_all(self, names, changed):
        """The objects by name, None where the changed file does not compile."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return dict(zip(names, pool.map(lambda name: self.compile(name, changed), names)))

    def noticed(self, room, objects):
        """Whether the tests notice these objects, instead of those of the same names; None if they cannot be linked."""
        program = self.folder / "test_core"
        link = re.sub(r" -o \S*test_core ", f" -o {shlex.quote(str(program))} ", self.link)
        for name, made in objects.items():
            made = shlex.quote(str(made))
            if f" {name} " in link:
                link = link.replace(f" {name} ", f" {made} ")
            else:  # in a library: the first of two is linked
                link = re.sub(r" (?=unittest/CMakeFiles/test_core\.dir/)", f" {made} ", link, count=1)
        done = subprocess.run(link, shell=True, cwd=self.build, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print("\n".join(["not linked:", *done.stderr.splitlines()[:5]]), flush=True)
            return None
        return self.tests_notice(room, program)


def read_reasons():
    reasons = {}
    for line in REASONS.read_text().splitlines():
        if line and not line.startswith("#"):
            path, rest = line.split(" | ", 1)
            changed, reason = rest.rsplit(" | ", 1)
            reasons[path, changed] = reason
    return reasons


def run_room(room, ranked, count, workshop, reasons):
    """Prints a line for each mutant; returns how many were caught, of how many, and how many survive without a reason."""
    caught, survivors = 0, []
    for mutant in ranked:
        if caught + len(survivors) == count:
            break
        outcome = workshop.outcome(room, mutant)
        if outcome is None:
            continue
        print(f"{outcome:8}  {mutant.path}:{mutant.number + 1}  {mutant.what:14}  {mutant.changed.strip()}", flush=True)
        if outcome == "caught":
            caught += 1
        else:
            survivors.append(mutant)
    total = caught + len(survivors)
    print(f"{room}: {caught} of {total} mutants caught")
    for mutant in survivors:
        print(f"  survived: {mutant.path} | {mutant.changed.strip()} | {reasons.get(mutant.key(), 'NO REASON')}", flush=True)
    return caught, total, sum(mutant.key() not in reasons for mutant in survivors)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=Path, help="of the release, by Ninja, with test_core in it")
    parser.add_argument("folder", type=Path, help="for what is built of mutants")
    parser.add_argument("--count", type=int, default=20, help="mutants of each room")
    parser.add_argument("--sample", type=int, help="so many in all, from rooms in an order drawn by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", nargs="+", choices=rooms(), default=rooms())
    parser.add_argument("--list", action="store_true", help="print the mutants and stop")
    options = parser.parse_args()
    counts = dict.fromkeys(options.room, options.count)
    if options.sample:
        drawn = sorted(options.room, key=lambda room: hashlib.sha256(f"{options.seed}|{room}".encode()).hexdigest())
        counts = Counter(drawn[n % len(drawn)] for n in range(options.sample))
        print(f"a sample of {options.sample} mutants: --sample {options.sample} --seed {options.seed}")
    chosen = {room: choose(room, options.seed) for room in counts}
    left_out = sum(left for _, left in chosen.values())
    print(f"{sum(len(ranked) for ranked, _ in chosen.values())} changes to choose from; {left_out} more are for AVX-512, which this machine has not got")
    if options.list:
        for room, (ranked, _) in chosen.items():
            for mutant in ranked[: counts[room]]:
                print(f"{mutant.path}:{mutant.number + 1}  {mutant.what:14}  {mutant.changed.strip()}")
        return 0
    reasons = read_reasons()
    workshop = Workshop(options.build.resolve(), options.folder.resolve())
    results = [run_room(room, ranked, counts[room], workshop, reasons) for room, (ranked, _) in chosen.items()]
    caught, total, unexplained = map(sum, zip(*results))
    print(f"{caught} of {total} mutants caught; {unexplained} of the survivors have no reason in {REASONS.name}")
    if options.sample:  # too few for a share, and one survivor is no fault of the change at hand
        return 1 if 2 * caught < total else 0
    return 0 if caught >= LEAST_CAUGHT * total and not unexplained else 1


if __name__ == "__main__":
    sys.exit(main())
