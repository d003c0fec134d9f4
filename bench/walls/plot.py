#!/usr/bin/env python3
"""The summary of the benchmark of walls.

    python3 plot.py RESULT_FOLDER

Reads walls.csv: a line per run with mesh, ranks, spheres, touching, steps, seconds (per step). The meshes alternate.
Reads vessels.csv and the logs log.vessels.N of N ranks: a line per run with wall, ranks, spheres, touching, steps, and in the same order LAMMPS'
times of Modify, which is the wall alone.
Writes summary.txt: medians, the step time of the fine mesh over that of the coarse one, and the time for each touching sphere.
"""

import sys
from collections import defaultdict
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import result_folder
from grist_tools.read.logs import read_log
from grist_tools.read.tables import read_rows
from grist_tools.report.figures import write_summary
from grist_tools.text.messages import fail

MOST = 1.5    # that ratio, at most
MOST_NS = {"regions": 60, "mesh": 120}    # for each touching sphere
COLUMNS = ("mesh", "ranks", "spheres", "touching", "steps", "seconds")
VESSEL_COLUMNS = ("wall", "ranks", "spheres", "touching", "steps")


def vessel_lines(folder):
    nanoseconds, rows = defaultdict(list), read_rows(folder / "vessels.csv", VESSEL_COLUMNS)
    for ranks in sorted({row["ranks"] for row in rows}):
        runs = [row for row in rows if row["ranks"] == ranks]
        log = read_log(folder / f"log.vessels.{ranks:.0f}")
        times = [run.sections["Modify"] for run in log.runs if "Modify" in run.sections]
        if len(times) != len(runs):
            fail(f"vessels.csv has {len(runs)} runs of {ranks:.0f} rank(s), their log {len(times)} times")
        for row, seconds in zip(runs, times):
            nanoseconds[ranks, row["wall"]].append(1e9 * seconds * ranks / (row["steps"] * row["touching"]))
    for (ranks, wall), values in nanoseconds.items():
        wanted = f" (wanted: at most {MOST_NS[wall]})" if wall in MOST_NS else ""
        yield f"{ranks:.0f} rank(s): {median(values):.0f} ns for each sphere that touches the {wall} wall{wanted}"


def main():
    folder = result_folder()
    seconds = defaultdict(list)
    for row in read_rows(folder / "walls.csv", COLUMNS):
        seconds[row["ranks"], row["mesh"]].append(row["seconds"])
    lines = []
    for ranks in sorted({ranks for ranks, _ in seconds}):
        coarse, fine = (median(seconds[ranks, mesh]) for mesh in ("coarse", "fine"))
        lines.append(f"{ranks:.0f} rank(s): {1e3 * coarse:.3f} ms a step with the coarse mesh, {1e3 * fine:.3f} ms with the fine "
                     f"one: {fine / coarse:.2f} times (wanted: at most {MOST})")
    write_summary(folder, lines + list(vessel_lines(folder)))


if __name__ == "__main__":
    main()
