#!/usr/bin/env python3
"""Draws a run of the hopper of polyhedra, and the timings of scaling.sh.

    python3 plot.py RESULT_FOLDER

The case is that of Nassauer et al. (2013), section 6. Needs numpy and matplotlib.

Read from RESULT_FOLDER (SI units; floor at z = 0, axis of the hopper at x = y = 0):
  settings.txt    what was run, a name and a value a line
  flow.csv        time,mass_below,particles_below,kinetic_energy,wall_seconds: below is below the outlet
  overlaps.dump   volume and area of the overlaps at some times
  timings.csv     particles,ranks,steps,seconds,contacts_per_particle of scaling.sh (then nothing else is needed)

Written there:
  flow.png, mass_flow.csv   mass through the outlet and mass flow against time
  timings.png     computing time against number of particles and of processes (as Figs. 8 and 7)
  summary.json    all numbers; figures.csv: those that matter most, for report.html
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import BLUE, GREEN, GREY, np, ORANGE, PINK, plt, result_folder, save
from grist_tools.read.dumps import read_dump
from grist_tools.read.tables import read_columns, read_settings, write_columns
from grist_tools.report.figures import KeyFigure, write_figures, write_json

FLOWING = (0.05, 0.95)                          # of the mass: between them the mean mass flow is taken
WINDOW = 0.02                                   # s, over which the mass flow is smoothed


# ---------------------------------------------------------------- evaluation


def share_below(flow, settings):
    return flow["mass_below"] / settings["mass"]


def time_of(flow, settings, share):
    """When this share of the mass is below the outlet; the last time if that never is."""
    reached = np.flatnonzero(share_below(flow, settings) >= share)
    return float(flow["time"][reached[0]]) if len(reached) else float(flow["time"][-1])


def mass_flow(flow):
    """kg/s at the times of the table, over WINDOW."""
    time, half = flow["time"], WINDOW / 2
    late, early = (np.interp(np.clip(time + s * half, time[0], time[-1]), time, flow["mass_below"]) for s in (1, -1))
    return (late - early) / np.maximum(np.minimum(time + half, time[-1]) - np.maximum(time - half, time[0]), 1e-12)


def depths(path):
    """Mean depth volume/area of each overlap, and where it stands in time."""
    steps, found = [], []
    for step, _, rows in read_dump(path):
        rows = rows[rows[:, 1] > 0]
        steps += [step] * len(rows)
        found.append(rows[:, 0] / rows[:, 1])
    return np.array(steps), np.concatenate(found) if found else np.zeros(0)


def summarize(folder, settings, flow):
    share = share_below(flow, settings)
    first, last = (time_of(flow, settings, limit) for limit in FLOWING)
    emptied = bool(share[-1] > 0.99999)
    summary = {
        "particles": int(settings["particles"]),
        "particles_left_in_hopper": int(settings["particles"] - settings["atoms_lost"] - flow["particles_below"][-1]),
        "particles_lost": int(settings["atoms_lost"]),
        "time_to_empty_s": round(time_of(flow, settings, 0.99999), 4) if emptied else None,
        "mean_mass_flow_kg_per_s": round((FLOWING[1] - FLOWING[0]) * settings["mass"] / (last - first), 4)
        if last > first else None,
        "time_at_end_s": round(settings["time_end"], 4),
        "speed_rms_at_end_m_per_s": float(f"{settings['speed_rms']:.3g}"),
        "steps": int(settings["steps"]),
        "steps_per_second": round(settings["steps"] / settings["wall_seconds"], 1),
        "microseconds_per_particle_and_step": round(
            1e6 * settings["wall_seconds"] / settings["steps"] / settings["particles"], 4),
        "settings": settings,
    }
    if (folder / "overlaps.dump").exists():
        steps, depth = depths(folder / "overlaps.dump")
        size = (settings["size_min"] + settings["size_max"]) / 2
        if len(depth):
            summary["overlap_depth_percent_of_size"] = {
                "largest": round(100 * depth.max() / size, 3), "mean": round(100 * depth.mean() / size, 3),
                "mean_at_end": round(100 * depth[steps == steps[-1]].mean() / size, 3)}
    return summary


# ---------------------------------------------------------------- plots


def plot_flow(folder, flow):
    rate = mass_flow(flow)
    columns = {"time": flow["time"], "mass_below": flow["mass_below"], "mass_flow": rate}
    write_columns(folder / "mass_flow.csv", columns, ("%.6f", "%.6e", "%.6e"))
    figure, (upper, lower) = plt.subplots(2, 1, figsize=(7, 5.5), dpi=120, sharex=True)
    upper.plot(flow["time"], flow["mass_below"], color=BLUE, lw=1.6)
    upper.set(ylabel="mass below the outlet (kg)", ylim=(0, None))
    lower.plot(flow["time"], rate, color=ORANGE, lw=1.4)
    lower.set(xlabel="time (s)", ylabel=f"mass flow (kg/s), over {1e3 * WINDOW:.0f} ms", ylim=(0, None))
    for ax in (upper, lower):
        ax.grid(alpha=0.25)
    save(figure, folder / "flow.png", caption="Mass through the outlet, and mass flow.")


def key_figures(summary):
    overlap = summary.get("overlap_depth_percent_of_size", {})
    rows = [KeyFigure("particles lost", summary["particles_lost"], "", "", 0, 0, "none may be lost"),
            KeyFigure("particles left in the hopper", summary["particles_left_in_hopper"], "", "", 0, 0, "all run out in the paper's Fig. 6"),
            KeyFigure("mean mass flow", summary["mean_mass_flow_kg_per_s"] or "none", "kg/s", compared_with="nothing: the paper gives no mass flow"),
            KeyFigure("time to empty", summary["time_to_empty_s"] or "not empty", "s")]
    if overlap:
        rows += [KeyFigure("mean depth of overlaps over the size", overlap["mean"], "%"),
                 KeyFigure("largest depth of an overlap over the size", overlap["largest"], "%")]
    return rows + [KeyFigure("computing time for a particle and step", summary["microseconds_per_particle_and_step"], "µs")]


def plot_timings(folder):
    table = read_columns(folder / "timings.csv", "particles ranks steps seconds contacts_per_particle".split())
    table["step"] = 1e6 * table["seconds"] / table["steps"]    # microseconds
    counts, worlds = np.unique(table["particles"]), np.unique(table["ranks"])
    panels = 3 if len(worlds) > 1 else 2
    figure, axes = plt.subplots(1, panels, figsize=(4.6 * panels, 4), dpi=120)
    for ranks, color, marker in zip(worlds, (BLUE, ORANGE, GREY), "osv"):
        of = table["ranks"] == ranks
        axes[0].loglog(table["particles"][of], table["step"][of] / 1e3, color=color, marker=marker,
                       label=f"{ranks:.0f} process{'es' if ranks > 1 else ''}")
    alone = {name: column[table["ranks"] == worlds[0]] for name, column in table.items()}
    each = alone["step"] / alone["particles"]
    axes[0].loglog(counts, np.median(each) * counts / 1e3, color=GREY, ls=":", label="proportional")
    axes[0].set(xlabel="particles", ylabel="computing time per step (ms)")
    axes[1].semilogx(alone["particles"], each, color=BLUE, marker="o", label="per particle")
    axes[1].semilogx(alone["particles"], each / alone["contacts_per_particle"], color=ORANGE, marker="s",
                     label="per contact")
    axes[1].set(xlabel="particles", ylabel="computing time per step (us)", ylim=(0, None))
    if panels == 3:
        for count, color in zip(counts, (BLUE, ORANGE, GREEN, PINK, GREY)):
            of = table["particles"] == count
            seconds = table["seconds"][of]
            axes[2].plot(table["ranks"][of], seconds[0] / seconds, color=color, marker="o",
                         label=f"{count:.0f} particles")
        axes[2].plot(worlds, worlds / worlds[0], color=GREY, ls=":", label="ideal")
        axes[2].set(xlabel="processes", ylabel="speed-up", xticks=worlds, ylim=(0, None))
    for ax in axes:
        ax.grid(alpha=0.25)
        ax.legend(frameon=False, fontsize=9)
    save(figure, folder / "timings.png")


def main():
    folder = result_folder()
    if (folder / "timings.csv").exists():
        plot_timings(folder)
        print(f"plot: {folder / 'timings.png'}")
    if not (folder / "settings.txt").exists():
        return
    settings = read_settings(folder / "settings.txt")
    flow = read_columns(folder / "flow.csv", "time mass_below particles_below kinetic_energy wall_seconds".split())
    summary = summarize(folder, settings, flow)
    write_json(folder, summary)
    plot_flow(folder, flow)
    write_figures(folder, key_figures(summary))
    print(f"plot: {folder / 'flow.png'}")
    print(f"summary: {folder / 'summary.json'}")


if __name__ == "__main__":
    main()
