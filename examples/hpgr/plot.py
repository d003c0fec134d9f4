#!/usr/bin/env python3
"""Draws a run of the high-pressure grinding rolls, and checks masses, forces and product.

    python3 plot.py RESULT_FOLDER

Read from RESULT_FOLDER (SI units; x across the gap, y along the rolls, gravity along -z):
  settings.txt    what was run, a name and a value a line
  history.csv     masses, numbers of bodies, gap, forces and powers of the rolls (means over 2 ms) against time
  out.csv         of fix outflow: product by size
  events.csv      of fix break/polyhedra: a line for each body that broke

Written there:
  rolls.png       gap, force, power and throughput against time
  sizes.png       passing of feed and product against size
  summary.json, summary.txt     the numbers; figures.csv: those that matter most, for report.html

Means are those of the second half of the run. Sizes are diameters of spheres of equal volume. The specific force is the force
over diameter and length of a roll; the specific throughput is the throughput over diameter, length and surface speed; the density
of the cake is the throughput over gap, length and surface speed.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import BLUE, GREY, np, ORANGE, plt, result_folder, save
from grist_tools.read.intervals import of_series
from grist_tools.read.tables import read_columns, read_rows, read_settings
from grist_tools.report.figures import KeyFigure, verdict, write_figures, write_json, write_verdicts
from grist_tools.text.messages import fail

SETTINGS = ("diameter", "slice", "pressing", "force", "gap", "spring", "speed", "feed_min", "feed_max", "smallest", "density", "timestep", "ranks",
            "wall_seconds", "steps_per_second")
HISTORY = ("time", "mass_in", "mass_inside", "mass_out", "mass_spilled", "gap", "push_fixed", "push", "power_fixed", "power", "bodies")
SKIPPED = 1 / 2                 # of the run: the rolls fill
MASS_TOLERANCE = 1e-9           # of what was fed: fed = inside + out
FORCE_TOLERANCE = 0.1           # of the force on the floating roll, against what presses it, in the mean
MM = 1e3
CAKE = 0.825                    # density of the cake over that of the rock
KWH_PER_TONNE = 1e3 / 3.6e6     # of J/kg


class Run:
    def __init__(self, folder):
        self.folder = folder
        self.settings = read_settings(folder / "settings.txt", wanted=SETTINGS)
        self.history = read_columns(folder / "history.csv", wanted=HISTORY)
        self.start = SKIPPED * self.history["time"][-1]
        rows = [row for row in read_rows(folder / "out.csv") if row["component"] == "all"]
        names = [name for name in rows[0] if name.startswith(("mass_to_", "mass_above_"))]
        self.limits = np.array([float(name.split("_")[-1]) for name in names[:-1]])
        masses = np.array([[row[name] for name in names] for row in rows])
        late = masses[-1] - masses[np.searchsorted([row["time"] for row in rows], self.start)]
        if not late.sum() > 0.0:
            fail("nothing left the rolls in the second half of the run")
        self.passing = np.cumsum(late)[:-1] / late.sum()

    def late(self, name):
        return self.history[name][self.history["time"] >= self.start]

    def fed_passing(self, size):
        s = self.settings
        return np.clip((size - s["feed_min"]) / (s["feed_max"] - s["feed_min"]), 0.0, 1.0)

    def passing_size(self, share):
        """The size that a share of the product is below."""
        if not self.passing[0] <= share <= self.passing[-1]:
            return float("nan")
        return float(np.exp(np.interp(share, self.passing, np.log(self.limits))))


def summarize(run):
    s, h = run.settings, run.history
    area = s["diameter"] * s["slice"]
    throughput = np.polyfit(run.late("time"), run.late("mass_out"), 1)[0]
    power = run.late("power").mean() + run.late("power_fixed").mean()
    gap, push = run.late("gap").mean(), run.late("push").mean()
    p80 = run.passing_size(0.8)
    feed_p80 = s["feed_min"] + 0.8 * (s["feed_max"] - s["feed_min"])
    return {**s, "operating_gap_mm": of_series(MM * run.late("gap")), "power_of_rolls_W": of_series(run.late("power") + run.late("power_fixed")), "gap_m": gap, "gap_over_diameter": gap / s["diameter"], "gap_deviation_m": run.late("gap").std(),
            "push_N": push, "push_fixed_N": run.late("push_fixed").mean(), "specific_force_N_mm2": 1e-6 * push / area,
            "force_from_pressing": push / pressing(s, gap), "power_W": power, "throughput_kg_s": throughput,
            "specific_throughput_ts_hm3": 3.6 * throughput / (area * s["speed"]),
            "specific_energy_kWh_t": power / throughput * KWH_PER_TONNE,
            "cake_density": throughput / (s["density"] * gap * s["slice"] * s["speed"]),
            "p50_m": run.passing_size(0.5), "p80_m": p80, "feed_p80_m": feed_p80, "reduction_ratio": feed_p80 / p80,
            "imbalance": np.abs(h["mass_in"] - h["mass_inside"] - h["mass_out"]).max() / h["mass_in"][-1], "spilled_kg": h["mass_spilled"][-1],
            "broken": h["broken_bodies"][-1], "born": h["pieces_made"][-1], "bodies_most": h["bodies"].max(),
            "mean_overlap": run.late("mean_overlap").mean(), "largest_overlap": h["overlap"].max(),
            "timestep_share": h["timestep_share"].max()}


def pressing(s, gap):
    """Of the hydraulics: with the gap the force of the spring grows."""
    return s["force"] * (1 + s["spring"] * (gap - s["operating_gap_mm"]))


# ---------------------------------------------------------------- plots


def plot_rolls(path, run, summary):
    s, h = run.settings, run.history
    figure, (gap, force, power, rate) = plt.subplots(4, 1, figsize=(7.4, 9), dpi=120, sharex=True)
    gap.plot(h["time"][1:], MM * h["gap"][1:], color=BLUE)
    gap.axhline(MM * summary["gap_m"], color=ORANGE, lw=1.2, label=f"mean {MM * summary['gap_m']:.1f} mm")
    gap.axhline(MM * s["operating_gap_mm"], color=GREY, lw=1, ls=":", label=f"at the stop {MM * s['gap']:.0f} mm")
    gap.set(ylabel="gap (mm)", ylim=(0, None))
    force.plot(h["time"], 1e-3 * h["push"], color=BLUE, label="on the floating roll")
    force.plot(h["time"], 1e-3 * pressing(s, h["gap"]), color=ORANGE, lw=1.2, label="of the hydraulics")
    force.set_ylabel("force across the gap (kN)")
    power.plot(h["time"], h["power"] + h["power_fixed"], color=BLUE, label="both rolls")
    power.axhline(summary["power_W"], color=ORANGE, lw=1.2, label=f"mean {summary['power_W']:.0f} W")
    power.set_ylabel("power (W)")
    edges = np.linspace(0, h["time"][-1], 26)
    rate.stairs(np.diff(np.interp(edges, h["time"], h["mass_out"])) / np.diff(edges), edges, color=BLUE, label="product")
    rate.axhline(summary["throughput_kg_s"], color=ORANGE, lw=1.2, label=f"mean {summary['throughput_kg_s']:.2f} kg/s")
    rate.set(ylabel="throughput (kg/s)", xlabel="time (s)", xlim=(0, h["time"][-1]))
    for ax in (gap, force, power, rate):
        ax.axvspan(0, run.start, color=GREY, alpha=0.12, lw=0)
        ax.grid(alpha=0.25)
        ax.legend(frameon=False, fontsize=9, loc="lower right")
    save(figure, path)


def plot_sizes(path, run, summary):
    s = run.settings
    figure, ax = plt.subplots(figsize=(7.4, 4.6), dpi=130)
    sizes = np.linspace(s["feed_min"], s["feed_max"], 50)
    ax.semilogx(MM * sizes, 100 * run.fed_passing(sizes), color=GREY, lw=2,
                label=f"feed, 80 % below {MM * summary['feed_p80_m']:.1f} mm")
    some = run.limits >= 0.99 * s["smallest"]
    ax.semilogx(MM * run.limits[some], 100 * run.passing[some], "o-", color=BLUE, lw=2, ms=4,
                label=f"product, 80 % below {MM * summary['p80_m']:.1f} mm")
    ax.axvline(MM * summary["gap_m"], color=ORANGE, lw=1.4, ls="--", label=f"gap {MM * summary['gap_m']:.1f} mm")
    ax.axvline(MM * s["smallest"], color=GREY, lw=1, ls=":", label="smallest pieces")
    ticks = [t for t in (2, 3, 4, 5, 6, 8, 10, 12, 14)
             if 0.8 * MM * s["smallest"] <= t <= MM * run.limits[-1]]
    ax.set_xticks(ticks, [str(t) for t in ticks])
    ax.minorticks_off()
    ax.set(xlabel="size: diameter of the sphere of equal volume (mm)", ylabel="mass passing (%)", ylim=(0, 102))
    ax.grid(alpha=0.25)
    ax.legend(frameon=False, fontsize=9, loc="upper left", bbox_to_anchor=(0.08, 1))
    save(figure, path)


def sentences(s):
    off = abs(s["force_from_pressing"] - 1)
    return [
        verdict(f"fed = inside + out to {s['imbalance']:.1e} of what was fed, at every output (limit {MASS_TOLERANCE:.0e})",
                s["imbalance"] < MASS_TOLERANCE),
        verdict(f"the floating roll is pushed by {s['push_N']:.0f} N, {100 * off:.1f} % beside what presses it "
                f"(limit {100 * FORCE_TOLERANCE:.0f} %); "
                f"specific force {s['specific_force_N_mm2']:.3f} N/mm2", off < FORCE_TOLERANCE),
        verdict(f"gap {MM * s['gap_m']:.2f} mm, {100 * s['gap_over_diameter']:.2f} % of the diameter (above {MM * s['gap']:.0f} mm of the stop)",
                s["gap_m"] > s["operating_gap_mm"]),
        f"throughput {s['throughput_kg_s']:.3f} kg/s, {s['specific_throughput_ts_hm3']:.0f} t s/(h m3); density of the cake in the gap "
        f"{100 * s['cake_density']:.0f} % of that of the rock",
        f"power of both rolls {s['power_W']:.0f} W, {s['specific_energy_kWh_t']:.4f} kWh/t",
        f"80 % of the product pass {MM * s['p80_m']:.1f} mm, half {MM * s['p50_m']:.1f} mm; reduction ratio {s['reduction_ratio']:.2f}; "
        f"{s['broken']:.0f} bodies broke into {s['born']:.0f} pieces, {s['bodies_most']:.0f} inside at most",
        f"overlaps {100 * s['mean_overlap']:.1f} % of a radius in the mean, {100 * s['largest_overlap']:.0f} % at most; "
        f"time step {100 * s['timestep_share']:.1f} % of half a period of a contact; {s['spilled_kg']:.3g} kg flew off",
        f"{s['steps_per_second']:.0f} steps per second on {s['ranks']:.0f} rank(s), {s['wall_seconds']:.0f} s"]


def key_figures(s):
    return [KeyFigure("operating gap", s["operating_gap_mm"], "mm"), KeyFigure("throughput", 3.6 * s["throughput_kg_s"], "t/h"),
            KeyFigure("specific throughput", s["specific_throughput_ts_hm3"], "t s/(h m3)"),
            KeyFigure("density of the cake over that of the rock", s["cake_density"], "", "", CAKE, "",
                      "0.80 to 0.85, Met Dynamics on the model of Torres and Casali (2009)"),
            KeyFigure("power of both rolls", s["power_of_rolls_W"], "W"), KeyFigure("specific energy", s["specific_energy_kWh_t"], "kWh/t"),
            KeyFigure("specific force", s["specific_force_N_mm2"], "N/mm2"),
            KeyFigure("force on the floating roll over what presses it", s["force_from_pressing"], "", "", 1, FORCE_TOLERANCE,
                      "equilibrium in the mean"),
            KeyFigure("size that 80 % of the product pass", MM * s["p80_m"], "mm"), KeyFigure("reduction ratio", s["reduction_ratio"]),
            KeyFigure("fed - inside - out, at most, over fed", s["imbalance"], "", "", 0, MASS_TOLERANCE, "balance to rounding")]


def main():
    run = Run(result_folder())
    summary = summarize(run)
    plot_rolls(run.folder / "rolls.png", run, summary)
    plot_sizes(run.folder / "sizes.png", run, summary)
    write_json(run.folder, summary)
    write_figures(run.folder, key_figures(summary))
    write_verdicts(run.folder, sentences(summary))


if __name__ == "__main__":
    main()
