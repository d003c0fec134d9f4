#!/usr/bin/env python3
"""Says what the benchmark of walls from meshes found.

    python3 plot.py RESULT_FOLDER

Reads walls.csv: mesh, ranks, spheres, touching, steps, seconds (a step), a line a run, the meshes in turns. Writes
summary.txt: medians, and the step time of the fine mesh over that of the coarse one.
"""

import csv
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median

MOST = 1.5    # that ratio, at most
COLUMNS = ("mesh", "ranks", "spheres", "touching", "steps", "seconds")


def main():
    if len(sys.argv) != 2:
        sys.exit("plot.py: usage: python3 plot.py RESULT_FOLDER")
    folder = Path(sys.argv[1])
    seconds = defaultdict(list)
    try:
        for row in csv.DictReader((folder / "walls.csv").open(), COLUMNS):
            seconds[row["ranks"], row["mesh"]].append(float(row["seconds"]))
    except (OSError, TypeError, ValueError) as error:
        sys.exit(f"plot.py: cannot read {folder / 'walls.csv'}: {error}")
    lines = []
    for ranks in sorted({ranks for ranks, _ in seconds}):
        coarse, fine = (median(seconds[ranks, mesh]) for mesh in ("coarse", "fine"))
        lines.append(f"{ranks} rank(s): {1e3 * coarse:.3f} ms a step with the coarse mesh, {1e3 * fine:.3f} ms with the fine "
                     f"one: {fine / coarse:.2f} times (wanted: at most {MOST})")
    (folder / "summary.txt").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
