#!/usr/bin/env python3
"""Group files of LAMMPS into units that are compiled as one file each (GristUnits.cmake). Prints what is to be compiled, a path a line.

LAMMPS is not written for it: many of its files keep names to themselves (static, enum, templates at the begin of a line). Files share a unit where no
name that one of them keeps occurs anywhere in the other, and where they use the same namespaces: then nothing can mean another thing than in a file
alone. Files that define macros or unnamed namespaces stay alone. Files whose names match STEP, which are optimised more, have units of their own,
each_step_N.cpp.

Usage: lammps_units.py SOURCE FOLDER BYTES STEP < list of files
"""
import re
import sys
from pathlib import Path

KEEPS = re.compile(r"^(?:\s*enum\b|static\b|struct\b|class\b|template\b|typedef\b|union\b|const\b|constexpr\b|using\s+(?!namespace\b)|extern\b"
                   r"|(?:int|double|bool|void|char|std::\w+)\b[^:]*$)")
ALONE = re.compile(r"^\s*#\s*(?:define|undef|pragma)\b|^namespace\b(?!.*;\s*$)", re.M)


class Source:
    def __init__(self, path, step):
        self.name = "each_step" if step.match(path.name) else "lammps"
        text = path.read_text(errors="replace")
        text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
        self.path, self.size = path, len(text)
        self.alone = bool(ALONE.search(text))
        self.words = set(re.findall(r"[A-Za-z_]\w*", text))
        self.uses = frozenset(re.findall(r"^using namespace\s+(\S+);", text, re.M))
        self.kept = set()
        lines = text.split("\n")
        for number, line in enumerate(lines):
            if KEEPS.match(line):  # to the end of the declaration or to the body of a function
                declaration = re.split(r"[{;]" if "enum" not in line else r";", "\n".join(lines[number:number + 40]), maxsplit=1)[0]
                self.kept.update(re.findall(r"[A-Za-z_]\w*", declaration))
        self.kept -= COMMON


# What declarations of names consist of besides the names.
COMMON = set("static enum struct class template typedef union const constexpr using extern inline int double bool void char std string vector float long unsigned "
             "LAMMPS_NS LAMMPS bigint tagint imageint sizeof return typename nullptr true false size_t FILE map set pair first second array function".split())


class Unit:
    def __init__(self, name, uses):
        self.name, self.uses, self.words, self.kept, self.files, self.size = name, uses, set(), set(), [], 0

    def takes(self, source, limit):
        return (source.uses == self.uses and source.name == self.name and self.size + source.size <= limit and not source.kept & self.words and not self.kept & source.words)

    def add(self, source):
        self.words |= source.words
        self.kept |= source.kept
        self.files.append(source.path)
        self.size += source.size


def main():
    tree, folder, limit = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    step = re.compile(sys.argv[4])
    kept, units = [], []
    for line in sys.stdin.read().split():
        path = Path(line)
        if path.suffix != ".cpp" or tree not in path.parents:
            kept.append(line)
            continue
        source = Source(path, step)
        if source.alone:
            kept.append(line)
            continue
        unit = next((unit for unit in units if unit.takes(source, limit)), None)
        if unit is None:
            units.append(unit := Unit(source.name, source.uses))
        unit.add(source)
    folder.mkdir(parents=True, exist_ok=True)
    for number, unit in enumerate(units):
        path = folder / f"{unit.name}_{number}.cpp"
        text = "".join(f'#include "{file}"\n' for file in unit.files)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
        kept.append(str(path))
    print("\n".join(kept))


if __name__ == "__main__":
    main()
