#!/usr/bin/env python3
"""Check that object files of kernels share no function with others, and that they ask for memory ahead.

A file that is compiled for one set of instructions must define nothing that another file defines too, as an inline function of a header would be: the
linker keeps one of them, and a processor that lacks the instructions would meet it. So every symbol that such a file offers to others is in the
namespace of its set, or has the name of the set, as the table of a kernel's functions does.

A compiler may take a function that does nothing but prefetch for one without effect, and remove its calls: nothing else changes, and a drum takes a third longer.

Usage: check_kernels.py NM OBJDUMP SET=OBJECT ...
"""
import re
import subprocess
import sys


def strangers(nm: str, wanted: str, path: str) -> list[str]:
    listing = subprocess.run([nm, "-C", "--defined-only", "--extern-only", "--format=posix", path], check=True,
                             capture_output=True, text=True).stdout
    found = []
    for line in listing.splitlines():
        name = line.rsplit(" ", 3)[0] if line.count(" ") >= 3 else line
        if f"grist::{wanted}::" not in name and not re.fullmatch(rf"grist::\w+Lanes::{wanted}", name):
            found.append(f"{path}: {name} is not of the set {wanted}")
    return found


PREFETCHING = ("bond_lanes",)                # kernels that prefetch in functions of their own
PREFETCHES = ("prefetch", "prfm")            # of x86 and Arm


def without_prefetch(objdump: str, path: str) -> list[str]:
    if not any(name in path for name in PREFETCHING):
        return []
    code = subprocess.run([objdump, "-d", "--no-show-raw-insn", path], check=True, capture_output=True, text=True).stdout
    return [] if any(word in code for word in PREFETCHES) else [f"{path}: has lost its prefetches"]


def main() -> int:
    nm, objdump, objects = sys.argv[1], sys.argv[2], sys.argv[3:]
    if not objects:
        sys.exit("check_kernels.py: no objects")
    faults = [fault for pair in objects for fault in strangers(nm, *pair.split("=", 1))]
    faults += [fault for pair in objects for fault in without_prefetch(objdump, pair.split("=", 1)[1])]
    print("\n".join(faults) if faults else f"{len(objects)} kernels are apart")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
