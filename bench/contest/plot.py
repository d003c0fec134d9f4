#!/usr/bin/env python3
"""The summary of the contest: particle steps a second of each program, beside the published ones.

    python3 plot.py RESULT_FOLDER

Reads contest.csv (its columns: ../README.md). Writes summary.txt and contest.png.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.bench.contest import COMMERCIAL, LAPTOP, STATION, VESSELS
from grist_tools.draw.plots import AMBER, BLUE, GREEN, GREY, PINK, plt, result_folder, save, SKY
from grist_tools.read.tables import read_rows
from grist_tools.report.figures import write_summary

PROGRAMS = {"grist": ("Grist", BLUE, "o"), "region": ("Grist, stock's law and wall", SKY, "o"), "stock": ("stock LAMMPS", PINK, "s"),
            "liggghts": ("LIGGGHTS", AMBER, "^"), "yade": ("Yade, no rolling friction", GREEN, "v")}
PUBLISHED = {LAPTOP: "--", COMMERCIAL: ":", STATION: "-"}
LEAST = 3.5    # times stock


def main():
    folder = result_folder()
    rows = read_rows(folder / "contest.csv", None)
    rate = {(row["case"], row["program"]): row["millions"] for row in rows if row["cores"] == 1}
    lines = [f"{row['case']}, {row['beads']:.0f} beads, {PROGRAMS[row['program']][0]}: {row['millions']:.2f} million particle steps a second "
             f"of {cores_text(row)}{memory_text(row)}" for row in rows]
    for case, program in rate:
        if program == "stock":
            lines += [f"{case}: {rate[case, 'region'] / rate[case, 'stock']:.2f} times stock LAMMPS with its law and wall (wanted: at least {LEAST}), "
                      f"{rate[case, 'grist'] / rate[case, 'stock']:.2f} times with phasicFlow's"]
        elif program in ("liggghts", "yade"):
            lines += [f"{case}: {rate[case, 'grist'] / rate[case, program]:.2f} times {PROGRAMS[program][0]}"]
    for vessel in VESSELS:
        lines += [f"{vessel.name}, published, {name}: {vessel.published(name):.1f} million" for name in vessel.minutes]
    write_summary(folder, lines)
    plot([row for row in rows if row["cores"] == 1], folder / "contest.png")


def cores_text(row):
    return "one core" if row["cores"] == 1 else f"{row['cores']:.0f} cores"


def memory_text(row):
    return f", {row['bytes'] / 1000:.2f} kB a bead" if isinstance(row["bytes"], float) else ""


def plot(rows, path):
    figure, axes = plt.subplots(figsize=(9, 5.5), layout="constrained")
    drums = [vessel for vessel in VESSELS if vessel.deck == "drum"]
    for name, line in PUBLISHED.items():
        shown = [vessel for vessel in drums if name in vessel.minutes]
        axes.plot([vessel.beads for vessel in shown], [vessel.published(name) for vessel in shown], line, color=GREY, label=f"{name} (published)")
    names = {vessel.name for vessel in drums}
    for program, (label, color, marker) in PROGRAMS.items():
        shown = [row for row in rows if row["program"] == program and row["case"] in names]
        if shown:
            axes.plot([row["beads"] for row in shown], [row["millions"] for row in shown], marker=marker, color=color, label=f"{label}, one core")
    axes.set(xscale="log", yscale="log", xlabel="beads", ylabel="million particle steps a second", ylim=(0.2, 100))
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    save(figure, path)


if __name__ == "__main__":
    main()
