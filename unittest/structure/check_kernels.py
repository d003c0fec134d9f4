#!/usr/bin/env python3
"""Check that object files of kernels share no function with others.

A file that is compiled for one set of instructions must define nothing that another file defines too, as an inline function of a header would be: the
linker keeps one of them, and a processor that lacks the instructions would meet it. So every symbol that such a file offers to others is in the
namespace of its set.

Usage: check_kernels.py NM SET=OBJECT ...
"""
import subprocess
import sys


def strangers(nm: str, wanted: str, path: str) -> list[str]:
    listing = subprocess.run([nm, "-C", "--defined-only", "--extern-only", "--format=posix", path], check=True,
                             capture_output=True, text=True).stdout
    found = []
    for line in listing.splitlines():
        name = line.rsplit(" ", 3)[0] if line.count(" ") >= 3 else line
        if f"grist::{wanted}::" not in name:
            found.append(f"{path}: {name} is not of the set {wanted}")
    return found


def main() -> int:
    nm, objects = sys.argv[1], sys.argv[2:]
    if not objects:
        sys.exit("check_kernels.py: no objects")
    faults = [fault for pair in objects for fault in strangers(nm, *pair.split("=", 1))]
    print("\n".join(faults) if faults else f"{len(objects)} kernels are apart")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
