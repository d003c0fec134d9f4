"""Times the drum of phasicFlow's benchmark: this package, stock LAMMPS, and LIGGGHTS and Yade where they are installed;
and the mixer, where GRIST_BENCH_MESHES names the folder of its meshes.

Appends to contest.csv in the folder of results a line for each case and program (bench/README.md). Seconds are those of a processor: wall time times the share of a core that the run had.
A slice of each drum is filled and turned until it flows; it stays in bench/data of the build. By hand:

    python3 scripts/main.py bench contest --build build/release --out FOLDER --only 250k
"""

import csv
import os
import re
import resource
import shutil
import subprocess
import time
from dataclasses import dataclass
from statistics import median

from .. import ROOT
from ..text.messages import say
from .step import Side

HERE = ROOT / "bench/contest"
COLUMNS = ("case", "program", "cores", "beads", "steps", "runs", "seconds", "millions", "bytes", "contacts")


@dataclass
class Vessel:
    name: str
    settings: dict   # of the deck
    copies: int      # of a slice, to the published length
    steps: int       # of the published run
    minutes: dict    # published, by hardware
    deck: str = "drum"

    @property
    def beads(self):
        return self.copies * self.settings["n"]

    def published(self, hardware):
        """Million particle steps a second."""
        return self.beads * self.steps / (60 * self.minutes[hardware]) / 1e6


LAPTOP, COMMERCIAL, STATION = "phasicFlow, RTX 4050Ti", "commercial, RTX 4050Ti", "phasicFlow, RTX A4000"


def drum(name, size, beads, length, copies, minutes, level=0.035):
    settings = {"d": size, "slice": f"{length / copies:.6g}", "n": beads // copies, "level": level}
    return Vessel(name, settings, copies, 400000, minutes)


VESSELS = [
    drum("250k", 6e-3, 250000, 0.8, 16, {LAPTOP: 54, COMMERCIAL: 68, STATION: 38}),
    drum("500k", 5e-3, 500000, 0.8, 20, {LAPTOP: 111, COMMERCIAL: 136, STATION: 73}, level=0.07),
    drum("1M", 4e-3, 1000000, 0.8, 25, {LAPTOP: 216, COMMERCIAL: 275, STATION: 146}, level=0.075),
    drum("2M", 3e-3, 2000000, 1.2, 50, {LAPTOP: 432, COMMERCIAL: 570, STATION: 293}, level=-0.025),
    drum("4M", 3e-3, 4000000, 1.6, 64, {STATION: 589}),
    Vessel("mixer", {"n": 250000}, 1, 750000, {LAPTOP: 110, COMMERCIAL: 111, STATION: 82}, "mixer"),
]
PEERS = "250k"   # the case that others run too


def measure(bench):
    for vessel in VESSELS:
        if bench.options.only and vessel.name not in bench.options.only or bench.quick and vessel.name != PEERS:
            continue
        if vessel.deck == "mixer" and not os.environ.get("GRIST_BENCH_MESHES"):
            say("GRIST_BENCH_MESHES does not name the folder of the mixer's meshes: the mixer is not measured")
            continue
        contest = Contest(bench, vessel)
        rows = [row for ranks in map(int, os.environ.get("GRIST_BENCH_RANKS", "1").split()) for row in contest.rows(ranks)]
        with (bench.out / "contest.csv").open("a", newline="") as file:
            table = csv.DictWriter(file, COLUMNS)
            if not file.tell():
                table.writeheader()
            table.writerows(rows)


class Contest:
    """A vessel, run by each program."""

    def __init__(self, bench, vessel):
        self.bench, self.vessel = bench, vessel
        self.copies = 2 if bench.quick else vessel.copies
        folder = bench.build / "bench/data"
        folder.mkdir(parents=True, exist_ok=True)
        self.state = folder / f"contest_{vessel.name}.data"
        if not self.state.is_file():
            say(f"making {self.state.name}: {vessel.settings['n']} beads until they flow")
            new = self.state.with_suffix(".new")
            self.run("make", state=new, make="yes")
            new.rename(self.state)

    def run(self, name, ranks=1, **given):
        settings = {"here": HERE, "meshes": os.environ.get("GRIST_BENCH_MESHES", "."), **self.vessel.settings, **given}
        return self.bench.lammps(f"contest/in.{self.vessel.deck}", f"log.{self.vessel.name}.{name}.{ranks}", ranks, settings)

    def rows(self, ranks):
        """Programs take turns, round by round; on several ranks Grist is alone, with both walls."""
        if ranks > 1:
            sides = ["grist"] if self.vessel.deck == "mixer" else ["grist", "region"]
            return [self.row(side, [self.lammps(side, ranks)], ranks) for side in sides]
        peers = self.vessel.name == PEERS
        others = {"liggghts": self.liggghts, "yade": self.yade} if peers else {}
        sides = {"grist": self.lammps, **({"region": self.lammps, "stock": self.lammps} if peers else {})}
        sides.update({name: run for name, run in others.items() if shutil.which(name)})
        for name in set(others) - set(sides):
            say(f"{name} is not installed: not measured")
        found = {side: [] for side in sides}
        for _ in range(self.bench.options.rounds or (2 if peers and not self.bench.quick else 1)):
            for side, run in sides.items():
                found[side].append(run(side))
        return [self.row(side, runs) for side, runs in found.items()]

    def row(self, side, runs, ranks=1):
        beads, steps, seconds = runs[0]["beads"], runs[0]["steps"], [x for run in runs for x in run["seconds"]]
        millions = beads * steps / median(seconds) / 1e6
        say(f"{self.vessel.name}, {side}, {ranks} rank(s): {millions:.2f} million particle steps a second")
        return {"case": self.vessel.name, "program": side, "cores": ranks, "beads": beads, "steps": steps, "runs": len(seconds),
                "seconds": f"{median(seconds):.4g}", "millions": f"{millions:.2f}",
                "bytes": runs[0].get("bytes", ""), "contacts": runs[0].get("contacts", "")}

    def lammps(self, side, ranks=1):
        log = self.run(side, ranks, state=self.state, copies=self.copies, side=side)
        timed = Side()
        timed.add(log)
        beads, steps = int(timed.final["spheres"]), timed.runs[0]["steps"]
        memory = float(re.search(r"Maximum resident set size: ([\d.]+)", log)[1]) * 2**20 if ranks == 1 else None
        return {"beads": beads, "steps": steps, "contacts": timed.final["contacts"], "bytes": f"{memory / beads:.0f}" if memory else "",
                "seconds": [run["seconds"] * steps for run in timed.runs]}

    # ------------------------------------------------------------ other programs

    def beads(self, copies):
        """Place, velocity, angular velocity and size of the beads of all copies, one after the other."""
        sections = re.split(r"\n(Atoms|Velocities)[^\n]*\n\n", self.state.read_text())
        atoms = [line.split() for line in sections[2].split("\n\n")[0].splitlines()]
        motion = {words[0]: words[1:7] for words in map(str.split, sections[4].strip().splitlines())}
        length = float(self.vessel.settings["slice"])
        for copy in range(copies):
            for number, _, size, _, x, y, z, *_ in atoms:
                yield [x, y, f"{float(z) % length + copy * length:.15g}", *motion[number], size]

    def length(self, copies):
        return copies * float(self.vessel.settings["slice"])

    def liggghts(self, side):
        folder, beads, length = self.bench.out, list(self.beads(self.copies)), self.length(self.copies)
        room = 0.01 * length    # for the ends of the mesh
        head = f"beads\n\n{len(beads)} atoms\n2 atom types\n-0.201 0.201 xlo xhi\n-0.201 0.201 ylo yhi\n{-room} {length + room} zlo zhi\n"
        atoms = (f"{k} 1 {bead[9]} 2500 {' '.join(bead[:3])}" for k, bead in enumerate(beads, 1))
        motion = (f"{k} {' '.join(bead[3:9])}" for k, bead in enumerate(beads, 1))
        (folder / "beads.data").write_text("\n".join([head, "Atoms", "", *atoms, "", "Velocities", "", *motion, ""]))
        start, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        words = {"beads": "beads.data", "mesh": "drum.stl", "skin": f"{0.1 * self.vessel.settings['d']:g}",
                 "warm": 200, "steps": 100, "repeats": 3}
        with (folder / "log.liggghts.screen").open("w") as screen:
            subprocess.run([side, "-in", HERE / "in.drum.liggghts", "-log", "log.contest.liggghts",
                            *(word for name, value in words.items() for word in ("-var", name, str(value)))],
                           cwd=folder, stdout=screen, stderr=screen, check=True, stdin=subprocess.DEVNULL)
        share = min(1, (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - used) / (time.monotonic() - start))
        log = (folder / "log.contest.liggghts").read_text()
        loops = re.findall(r"Loop time of (\S+) on 1 procs for (\d+) steps with (\d+)", log[log.index("\nTIMED"):])
        return {"beads": int(loops[0][2]), "steps": int(loops[0][1]), "seconds": [share * float(loop[0]) for loop in loops]}

    def yade(self, side):
        """The slice twice: more beads would take a quarter of an hour."""
        file = self.bench.out / "beads.txt"
        file.write_text("\n".join(" ".join(bead) for bead in self.beads(2)))
        given = {"BEADS": file, "LENGTH": self.length(2), "SKIN": 0.1, "STEPS": 100, "WARM": 200, "REPEATS": 3}
        done = subprocess.run([side, "-n", "-x", "-j1", HERE / "yade_drum.py"], cwd=self.bench.out, text=True, check=True,
                              env={**os.environ, **{name: str(value) for name, value in given.items()}},
                              capture_output=True, stdin=subprocess.DEVNULL)
        timed = [line.split() for line in done.stdout.splitlines() if line.startswith("TIMED")]
        contacts = re.search(r"contacts (\d+)", done.stdout)[1]
        return {"beads": int(timed[0][1]), "steps": int(timed[0][2]), "seconds": [float(words[3]) for words in timed],
                "contacts": contacts}
