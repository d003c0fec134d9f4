#!/usr/bin/env python3
"""Restart files with bytes changed in the data that Grist's styles keep there: blocks of pair and bond styles and of fixes, and numbers of atoms.

LAMMPS reads each damaged file with the styles that wrote it and makes a step. It must end with one sentence that says what is damaged. The data have
hashes, so that a file that is read all the same is a fault too, as are a signal, a run without an end, and much memory.

Usage: fuzz_restarts.py LMP [--count N | --minutes M] [--seed S]
"""
import argparse
import os
import random
import re
import resource
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TIME_LIMIT = 60             # seconds of one file, on a busy machine
MEMORY = 2 << 30            # bytes
MARK = b"RGS2"              # restart_block.h
REFUSED = re.compile(r"ERROR.*: .*restart file (is damaged|has layout|was written by an older version|holds|is of)")

SPHERES = """
units si
newton off
boundary p p f
atom_style bonded/cluster
bond_style parallel
comm_modify vel yes
region box block -0.02 0.02 -0.02 0.02 -0.001 0.06
create_box 1 box bond/types 1
pair_style hertz/mindlin
pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.4 rolling sds 1e3 0.1 0.1
bond_coeff 1 young 1e7 tensile 1e4 shear 1e4 damping 0.05
"""
ON_SPHERES = """
cluster_template stone sphere 5e-3 elements 6 density 2500
particle_mix ore template stone
region top block -0.015 0.015 -0.015 0.015 0.02 0.05
region bottom block INF INF INF INF INF 0.001
fix fill all insert/pack ore region top number 12 velocity 0 0 -3 seed 4711
{move}
fix floor all wall/hertz/mindlin zplane 0 NULL
fix sizes all breakage 20
fix out all outflow 20 region bottom
fix hits all collisions 20 bins 1e-9 1e-3 20
compute e all energy/balance
thermo_style custom step atoms c_e
timestep 2e-6
neighbor 1e-3 bin
"""
BODIES = """
units si
newton off
boundary p p f
atom_style body polyhedron 4 20
region box block -0.02 0.02 -0.02 0.02 -0.001 0.06
create_box 1 box
create_polyhedra 8 region box shape cube size 5e-3 density 2500
pair_style polyhedron
pair_coeff * * volume 1e9 hysteretic 0.5 friction 0.4
"""
ON_BODIES = """
fix move all leapfrog/body
fix floor all wall/polyhedron volume 1e9 hysteretic 0.5 zplane 0 NULL
fix break all break/polyhedra tavares energy 20 t10 0.5 0.05 smallest 2e-3
fix sizes all breakage 20
timestep 2e-6
neighbor 1e-3 bin
"""
# What makes the box and what acts, which a run that reads a restart file gives again.
SCENES = {
    "bonded": (SPHERES, ON_SPHERES.format(move="fix move all leapfrog/sphere")),
    "held": (SPHERES, ON_SPHERES.format(move="fix move all rigid/cluster hold yes")),
    "bodies": (BODIES, ON_BODIES),
}


def limit_memory():
    if "ASAN_OPTIONS" not in os.environ:    # sanitizers reserve far more than they use
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(lmp, folder, lines):
    (folder / "in.scene").write_text(lines)
    try:
        done = subprocess.run([lmp, "-in", "in.scene", "-log", "none", "-echo", "none"], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", timeout=TIME_LIMIT, preexec_fn=limit_memory)
    except subprocess.TimeoutExpired:
        return f"no end in {TIME_LIMIT} s", None
    return done.stdout, done.returncode


def blocks(data):
    """Begin and end of the blocks of styles: a header of five integers, the third of which is the size of what follows it."""
    at = data.find(MARK)
    while at >= 0:
        yield at, at + 20 + struct.unpack_from("<i", data, at + 8)[0]
        at = data.find(MARK, at + 4)


def hash_of(part):
    """That of restart_block.cpp."""
    value = 0
    for word in (len(part), *struct.unpack(f"<{len(part) // 8}Q", part)):
        value = (value ^ word) * 0x9E3779B97F4A7C15 % 2**64
        value ^= value >> 29
    high = value >> 32
    return float(high - 2**32 if high >= 2**31 else high)


def numbers_of_atoms(data):
    """Begin and end of what a fix keeps of an atom: its count, numbers, and their hash, all doubles."""
    at = 0
    while at + 16 <= len(data):
        count = struct.unpack_from("<d", data, at)[0]
        last = at + 8 * (int(count) - 1) if 2 <= count <= 1000 and count == int(count) else len(data)
        if last + 8 <= len(data) and struct.unpack_from("<d", data, last)[0] == hash_of(data[at:last]):
            yield at, last + 8
            at = last + 7
        at += 1


def damaged(draw, data, parts):
    begin, end = draw.choice(parts)
    data = bytearray(data)
    for _ in range(1 + draw.randrange(3)):
        at = draw.randrange(begin, end)
        data[at] ^= 1 << draw.randrange(8)
    return bytes(data)


class Scene:
    """A restart file, and what a run gives again that reads it."""

    def __init__(self, lmp, name, folder):
        begin, self.acts = SCENES[name]
        output, status = run(lmp, folder, begin + self.acts + "run 400\nwrite_restart whole\n")
        self.data = (folder / "whole").read_bytes() if status == 0 else sys.exit(f"scene {name}: {output}")
        self.parts = (list(blocks(self.data)), list(numbers_of_atoms(self.data)))
        (folder / "damaged").write_bytes(self.data)
        output, status = self.read(lmp, folder)
        if status != 0 or not all(self.parts):
            sys.exit(f"scene {name}: {[len(part) for part in self.parts]} blocks and atoms; its own restart file: {output}")

    def read(self, lmp, folder):
        return run(lmp, folder, "newton off\nread_restart damaged\n" + self.acts + "run 1\n")

    def fault(self, lmp, folder, draw):
        """Of one damaged file; empty if there is none."""
        (folder / "damaged").write_bytes(damaged(draw, self.data, draw.choice(self.parts)))
        output, status = self.read(lmp, folder)
        if status is None or status < 0 or status > 128:
            return f"status {status}: {output[-2000:]}"
        return "" if status != 0 and REFUSED.search(output) else f"not one of the sentences: {output[-2000:]}"


def main():
    parser = argparse.ArgumentParser(description="Damaged restart files.")
    parser.add_argument("lmp", type=Path)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    lmp = given.lmp.resolve()
    wrong = tried = 0
    with tempfile.TemporaryDirectory() as name:
        folders = {scene: Path(name) / scene for scene in SCENES}
        for folder in folders.values():
            folder.mkdir()
        scenes = {scene: Scene(lmp, scene, folder) for scene, folder in folders.items()}
        start = time.monotonic()
        seed = given.seed
        while seed < given.seed + given.count if not given.minutes else time.monotonic() - start < 60 * given.minutes:
            for kind, scene in scenes.items():
                fault = scene.fault(lmp, folders[kind], random.Random(f"{kind} {seed}"))
                tried += 1
                if fault:
                    wrong += 1
                    print(f"--seed {seed}, {kind}: {fault}", flush=True)
            seed += 1
    print(f"{tried} files, {wrong} faults, {time.monotonic() - start:.0f} s, seeds {given.seed} to {seed - 1}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
