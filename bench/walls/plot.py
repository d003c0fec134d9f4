#!/usr/bin/env python3
"""The summary of the benchmark of mesh walls.

    python3 plot.py RESULT_FOLDER

Reads walls.csv: a line per run with mesh, ranks, spheres, touching, steps, seconds (per step). The meshes alternate.
Writes summary.txt: medians, and the step time of the fine mesh over that of the coarse one.
"""

import sys
from collections import defaultdict
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_plot import read_rows, result_folder, write_summary

MOST = 1.5    # that ratio, at most
COLUMNS = ("mesh", "ranks", "spheres", "touching", "steps", "seconds")


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
    write_summary(folder, lines)


if __name__ == "__main__":
    main()
