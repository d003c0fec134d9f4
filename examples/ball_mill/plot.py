#!/usr/bin/env python3
"""Draws what a run of the ball mill left, and checks it.

    python3 plot.py RESULT_FOLDER [RESULT_FOLDER ...]

The case is that of Huang et al. (2020), section 4.3. Needs numpy and matplotlib. SI units; time 0 is the start of the
drum. Further folders (other rocks, other settings) are drawn beside the first; all plots go to the first.

Read from each folder:
  settings.txt   what was run, a name and a value a line
  history.csv    time,broken_fraction,clusters,fragments,fines,sieve_d10,sieve_d50,sieve_d80,mass,atoms,held
  sizes.csv      step,time,sieve_size,passing: cumulative mass passing
  drive.txt      of fix ave/time: step, torque on the drum, power, y of the charge's centre of mass
  energy.txt     of fix ave/time: step, entries of compute energy/balance, drift (optional)

Written to the first:
  broken.png     share of bonds broken against time (as Fig. 16)
  sizes.png      fragment size distribution
  drive.png      torque and power against time, and M g y of the charge
  energy.png     energy balance
  summary.json   the numbers; figures.csv: those that matter most, for report.html
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import AMBER, BLUE, GREEN, GREY, np, ORANGE, PINK, plt, result_folders, save, SKY
from grist_tools.read.intervals import of_series
from grist_tools.read.tables import read_averages, read_columns, read_settings
from grist_tools.report.figures import KeyFigure, write_figures, write_json

COLORS = [BLUE, ORANGE, GREEN, PINK, AMBER, SKY]
SETTINGS = ("setting", "rock", "strength", "timestep", "mass", "gravity", "rpm", "steps_per_second")
ENTRIES = ("kinetic", "gravitational", "bond elastic", "contact elastic", "bond damping", "contact damping", "friction",
           "rolling", "broken bonds", "work of the drum", "contacts begun by breaks", "entered", "left", "held", "drift")
MM = 1e3


# ---------------------------------------------------------------- reading


class Run:
    def __init__(self, folder):
        self.folder = folder
        self.settings = read_settings(folder / "settings.txt", wanted=SETTINGS)
        self.dt = self.settings["timestep"]
        self.history = read_columns(folder / "history.csv")
        self.sizes = read_columns(folder / "sizes.csv")
        step, self.torque, self.power, self.y = read_averages(folder / "drive.txt", 4)
        self.time = step * self.dt
        self.energy = None
        if (folder / "energy.txt").is_file():
            table = read_averages(folder / "energy.txt", 1 + len(ENTRIES))
            self.energy = dict(zip(("time", *ENTRIES), (table[0] * self.dt, *table[1:])))

    @property
    def name(self):
        s = self.settings
        return f"{s['rock']} rock, {s['strength'] / 1e6:.3g} MPa"


# ---------------------------------------------------------------- numbers


def last_turns(run, turns):
    """Of the means in drive.txt: those of so many turns at the end."""
    return run.time > run.time[-1] - turns * 60 / run.settings["rpm"] * (1 + 1e-9)


def summarize(run):
    s, history = run.settings, run.history
    late = last_turns(run, 2)
    weight = s["mass"] * s["gravity"]
    torque, moment = -run.torque[late].mean(), weight * run.y[late].mean()
    summary = {
        "setting": s["setting"], "rock": s["rock"], "strength_MPa": s["strength"] / 1e6,
        "broken_fraction": history["broken_fraction"][-1],
        "broken_never_falls": bool(np.all(np.diff(history["broken_fraction"]) >= 0)),
        "atoms_lost": int(history["atoms"][0] - history["atoms"][-1]),
        "mass_of_fragments_constant": bool(np.all(history["mass"] == history["mass"][0])),
        "fines": history["fines"][-1], "d50_mm": MM * history["sieve_d50"][-1], "d80_mm": MM * history["sieve_d80"][-1],
        "torque_Nm": torque, "charge_moment_Nm": moment, "torque_over_moment": torque / moment,
        "power_W": run.power[late].mean(), "power": of_series(run.power[late]),
        "steps_per_second": s["steps_per_second"], "wall_seconds": s["wall_seconds"], "ranks": int(s["ranks"]),
    }
    if s.get("hold") == "yes":
        summary["held_share"], summary["releases"] = s["held_share"], int(s["releases"])
    if run.energy:
        summary["work_of_drum_J"] = run.energy["work of the drum"][-1]
        summary["drift_over_work"] = run.energy["drift"][-1] / run.energy["work of the drum"][-1]
    return summary


# ---------------------------------------------------------------- plots


def plot_broken(path, runs):
    figure, ax = plt.subplots(figsize=(6.4, 4.2), dpi=130)
    for run, color in zip(runs, COLORS):
        ax.plot(run.history["time"], 100 * run.history["broken_fraction"], color=color, lw=1.8, label=run.name)
    ax.set(xlabel="time (s)", ylabel="bonds broken (%)", ylim=(0, 100), xlim=(0, None))
    ax.grid(alpha=0.25)
    ax.legend(frameon=False)
    save(figure, path)


def plot_sizes(path, runs):
    columns = min(len(runs), 3)
    figure, axes = plt.subplots(1, columns, figsize=(5.4 * columns + 1, 4.2), dpi=130, squeeze=False, sharey=True)
    for ax, run in zip(axes[0], runs):
        times = np.unique(run.sizes["time"])
        for time, color in zip(times, plt.cm.viridis(np.linspace(0, 0.9, len(times)))):
            at = run.sizes["time"] == time
            size, passing = MM * run.sizes["sieve_size"][at], 100 * run.sizes["passing"][at]
            ax.step(np.concatenate([[size[0]], size, [40]]), np.concatenate([[0], passing, [100]]), where="post",
                    color=color, lw=1.6, label=f"{time:.0f} s")
        ax.set(xscale="log", xlim=(5, 40), ylim=(0, 101), xlabel="sieve size (mm)", title=run.name)
        ax.set_xticks([6, 8, 10, 15, 20, 30, 40], [6, 8, 10, 15, 20, 30, 40])
        ax.minorticks_off()
        ax.grid(alpha=0.25)
    axes[0][0].set_ylabel("mass passing (%)")
    axes[0][0].legend(frameon=False, title="time")
    save(figure, path)


def plot_drive(path, run):
    s = run.settings
    figure, (upper, lower) = plt.subplots(2, 1, figsize=(6.4, 5.6), dpi=130, sharex=True)
    upper.plot(run.time, -run.torque, color=COLORS[0], lw=1.2, label="torque of the drive, means over 0.05 s")
    upper.plot(run.time, s["mass"] * s["gravity"] * run.y, color=COLORS[1], lw=1.6,
               label="$M g y$ of the charge's centre of mass")
    upper.set(ylabel="torque (N m)")
    lower.plot(run.time, run.power, color=COLORS[0], lw=1.2)
    lower.set(xlabel="time (s)", ylabel="power (W)", xlim=(0, None))
    for ax in (upper, lower):
        ax.grid(alpha=0.25)
    upper.legend(frameon=False, fontsize=9)
    save(figure, path)


def plot_energy(path, run):
    figure, (ax, below) = plt.subplots(2, 1, figsize=(7.2, 6.2), dpi=130, sharex=True, height_ratios=(3, 1))
    energy, time = run.energy, run.energy["time"]
    change = {name: energy[name] - energy[name][0] for name in ENTRIES[:4]}
    stored = sum(change.values())
    parts = {"kinetic, potential and elastic": stored, **{name: energy[name] for name in ENTRIES[4:9]}}
    ax.stackplot(time, *parts.values(), labels=parts.keys(), alpha=0.85,
                 colors=[GREY, *COLORS[1:4], COLORS[4], COLORS[5]])
    given = energy["work of the drum"] + energy["contacts begun by breaks"] + energy["held"]
    ax.plot(time, given, color="black", lw=1.6, label="work of the drum, and of contacts begun by breaks")
    ax.set(ylabel="energy since the start (J)", ylim=(0, None))
    ax.legend(frameon=False, fontsize=8, loc="upper left")
    below.plot(time, 100 * energy["drift"] / max(energy["work of the drum"][-1], 1e-300), color=COLORS[0], lw=1.4)
    below.set(xlabel="time (s)", ylabel="drift (% of\nall work)", xlim=(0, None))
    for axis in (ax, below):
        axis.grid(alpha=0.25)
    save(figure, path)


def key_figures(s):
    rows = [KeyFigure("bonds broken", 100 * s["broken_fraction"], "%", compared_with="Huang et al. (2020), Fig. 16: most are broken after 8 s"),
            KeyFigure("mass of fragments of one element", 100 * s["fines"], "%"), KeyFigure("d50 of fragments", s["d50_mm"], "mm"),
            KeyFigure("torque of the drive over M g y of the charge", s["torque_over_moment"], "", "", 1, 0.05, "balance of moments, means over two turns"),
            KeyFigure("power of the drive", s["power"], "W"),
            KeyFigure("atoms lost", s["atoms_lost"], "", "", 0, 0, "none may be lost")]
    if "held_share" in s:
        rows.append(KeyFigure("share of the rocks that was rigid, mean over the run", 100 * s["held_share"], "%"))
    if "drift_over_work" in s:
        rows.append(KeyFigure("drift of the energy balance over the work of the drum", 100 * s["drift_over_work"], "%", "", 0, 1, "conservation of energy"))
    return rows


def main():
    runs = [Run(folder) for folder in result_folders()]
    first, folder = runs[0], runs[0].folder
    summaries = [summarize(run) for run in runs]
    write_json(folder, summaries[0] if len(runs) == 1 else summaries)
    write_figures(folder, key_figures(summaries[0]))
    plots = ["broken.png", "sizes.png", "drive.png"]
    plot_broken(folder / "broken.png", runs)
    plot_sizes(folder / "sizes.png", runs)
    plot_drive(folder / "drive.png", first)
    if first.energy:
        plots.append("energy.png")
        plot_energy(folder / "energy.png", first)
    for run, summary in zip(runs, summaries):
        report(run, summary)
    for name in plots:
        print(f"plot: {folder / name}")
    print(f"summary: {folder / 'summary.json'}")


def report(run, summary):
    print(f"{run.name}: {100 * summary['broken_fraction']:.1f} % of the bonds broken, {100 * summary['fines']:.1f} % fines, "
          f"d50 {summary['d50_mm']:.1f} mm, {summary['atoms_lost']} atoms lost")
    print(f"  torque of the drive over two turns {summary['torque_Nm']:.2f} N m, {summary['torque_over_moment']:.3f} times "
          f"M g y; power {summary['power_W']:.0f} W")
    if "drift_over_work" in summary:
        print(f"  work of the drum {summary['work_of_drum_J']:.1f} J, drift of the energy balance "
              f"{100 * summary['drift_over_work']:.2f} % of it")
    if "held_share" in summary:
        print(f"  {100 * summary['held_share']:.1f} % of the rocks were rigid in the mean, {summary['releases']} releases")
    print(f"  {summary['steps_per_second']:.0f} steps per second on {summary['ranks']} rank(s), "
          f"{summary['wall_seconds']:.0f} s")
    if not summary["broken_never_falls"] or not summary["mass_of_fragments_constant"] or summary["atoms_lost"]:
        print("  note: the run lost atoms or mass, or the broken fraction fell: see summary.json")


if __name__ == "__main__":
    main()
