#!/usr/bin/env python3
"""Draws a run of the crusher, and checks its masses, its product and its power.

    python3 plot.py RESULT_FOLDER

Read from RESULT_FOLDER (SI units; x across the gap, gravity along -z; time 0: the jaw starts):
  settings.txt    what was run, a name and a value a line
  history.csv     masses, numbers of bodies, power of the jaw (means over a hundredth of a stroke), energy spent in faces against time
  out.csv         of fix outflow: product by size
  events.csv      of fix break/polyhedra: a line for each body that broke; not of rocks of blocks

Written there:
  sizes.png       passing of feed and product against size, with the settings of the outlet
  flow.png        mass fed, inside and out; throughput; number of bodies; overlaps
  power.png       power of the jaw, and the energy of the model's breakage
  summary.json, summary.txt     the numbers; figures.csv: those that matter most, for report.html

The product is what left after the first third of the strokes; throughput and power are means of the strokes after it. Sizes are diameters of spheres of equal volume. The jaw opens and
closes once in a stroke; the outlet is at the closed-side setting at the beginning of each.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import BLUE, GREEN, GREY, np, ORANGE, plt, result_folder, save
from grist_tools.read.intervals import of_series
from grist_tools.read.tables import read_columns, read_rows, read_settings
from grist_tools.report.figures import KeyFigure, verdict, write_figures, write_json, write_verdicts
from grist_tools.text.messages import fail

SETTINGS = ("width", "strokes", "closed", "open", "angle", "length", "rpm", "x_pivot", "z_pivot", "feed_min", "feed_max",
            "smallest", "energy", "timestep", "ranks", "wall_seconds", "steps_per_second", "rock")
MASS_TOLERANCE = 1e-9           # of what was fed: fed = inside + out
P80_LIMITS = (0.8, 1.2)         # of the product: the first times the closed-side, the second times the open-side setting
SKIPPED = 1 / 3                 # of the strokes: the chamber fills
MM = 1e3
TONNE = 1e3
KWH = 3.6e6


class Run:
    def __init__(self, folder):
        self.folder = folder
        self.settings = read_settings(folder / "settings.txt", wanted=SETTINGS)
        self.history = read_columns(folder / "history.csv", wanted=("time", "mass_in", "mass_inside", "mass_out", "mass_spilled", "bodies", "power", "energy_spent"))
        self.period = 60 / self.settings["rpm"]
        self.start = self.period * np.ceil(SKIPPED * self.history["time"][-1] / self.period - 1e-9)
        self.events = read_columns(folder / "events.csv") if has_rows(folder / "events.csv") else None
        rows = [row for row in read_rows(folder / "out.csv") if row["component"] == "all"]
        self.limits = np.array([float(name.split("_")[-1]) for name in rows[0] if name.startswith("mass_to_")])
        names = [name for name in rows[0] if name.startswith("mass_to_") or name.startswith("mass_above_")]
        self.times = np.array([row["time"] for row in rows])
        self.out = np.array([row["mass_out"] for row in rows])
        self.classes = np.array([[row[name] for name in names] for row in rows])

        self.of_blocks = self.settings["rock"] == "blocks"

    def spent(self):
        """The energy of what broke bodies, up to each of some times: of hits, or what faces that part have lost."""
        if self.of_blocks:
            return self.history["time"], self.history["energy_spent"]
        if self.events is None:
            return self.history["time"][[0, -1]], np.zeros(2)
        return self.events["time"], np.cumsum(self.events["energy"] * self.events["mass"])

    def what_broke(self):
        return "faces that parted" if self.of_blocks else "hits that broke bodies"

    def late(self):
        """Of the history: after the chamber has filled."""
        return self.history["time"] >= self.start

    def gap(self, time):
        """Width of the outlet."""
        return self.settings["closed"] + self.opened(time)

    def opened(self, time):
        return 0.5 * (self.settings["open"] - self.settings["closed"]) * (1 - np.cos(2 * np.pi * time / self.period))

    def jaw(self, time):
        """Corners of the face of the swing jaw at a time, x and z: outlet and top."""
        s = self.settings
        angle = np.radians(s["angle"])
        face = np.array([[s["closed"], 0.0], [s["closed"] + s["length"] * np.sin(angle), s["length"] * np.cos(angle)]])
        turn = -self.opened(time) / s["z_pivot"]
        from_pivot = face - (s["x_pivot"], s["z_pivot"])
        c, n = np.cos(turn), np.sin(turn)
        return from_pivot @ np.array([[c, -n], [n, c]]) + (s["x_pivot"], s["z_pivot"])


def has_rows(path):
    return path.exists() and len(path.read_text().splitlines()) > 1


# ---------------------------------------------------------------- measuring


def product(run):
    """Mass passing each limit, of what left after the start; the part above the last one is left out of it."""
    before = np.searchsorted(run.times, run.start)
    masses = run.classes[-1] - run.classes[min(before, len(run.classes) - 1)]
    if not masses.sum() > 0.0:
        fail("nothing left the crusher after the first strokes")
    return np.cumsum(masses)[:-1] / masses.sum(), masses.sum()


def passing_size(limits, passing, share):
    """The size that a share of the mass is below."""
    if passing[-1] < share or passing[0] > share:
        return float("nan")
    return float(np.exp(np.interp(share, passing, np.log(limits))))


def fed_passing(run, size):
    s = run.settings
    return np.clip((size - s["feed_min"]) / (s["feed_max"] - s["feed_min"]), 0.0, 1.0)


def by_stroke(run, total):
    """Rates of a running total, for each stroke, and where the strokes begin and end."""
    strokes = np.arange(0.0, run.history["time"][-1] + 1e-9, run.period)
    return np.diff(np.interp(strokes, run.history["time"], total)) / run.period, strokes


def steady(run, total):
    """The mean of the strokes after the start."""
    rates, strokes = by_stroke(run, total)
    return of_series(rates[strokes[:-1] >= run.start * (1 - 1e-9)])


def work(run):
    h = run.history
    return np.concatenate([[0.0], np.cumsum(0.5 * (h["power"][1:] + h["power"][:-1]) * np.diff(h["time"]))])


def summarize(run):
    s, h, late = run.settings, run.history, run.late()
    passing, mass = product(run)
    time = h["time"][-1] - run.start
    throughput, power = steady(run, h["mass_out"]), steady(run, work(run))
    out = throughput.value
    when, spent = run.spent()
    recent = spent[-1] - np.interp(run.start, when, spent, left=0.0)
    imbalance = np.abs(h["mass_in"] - h["mass_inside"] - h["mass_out"]).max() / h["mass_in"][-1]
    p80 = passing_size(run.limits, passing, 0.8)
    feed_p80 = s["feed_min"] + 0.8 * (s["feed_max"] - s["feed_min"])
    summary = dict(s)
    summary.update({
        "imbalance": imbalance, "product_kg": mass, "throughput": throughput, "power": power, "throughput_kg_s": out, "throughput_t_h": out * 3.6,
        "p50_m": passing_size(run.limits, passing, 0.5), "p80_m": p80,
        "p80_over_open": p80 / s["open"], "p80_over_closed": p80 / s["closed"],
        "feed_p80_m": feed_p80, "reduction_ratio": feed_p80 / p80,
        "power_W": power.value, "power_peak_W": h["power"].max(), "energy_of_jaw_J_per_t": power.value / out * TONNE,
        "energy_of_jaw_kWh_per_t": power.value / out * TONNE / KWH,
        "breakage_W": recent / time, "breakage_over_jaw": recent / time / power.value,
        "broken": h["broken"][-1], "born": h["pieces"][-1], "what_broke": run.what_broke(), "bodies_most": h["bodies"].max(),
        "bodies_mean": h["bodies"][late].mean(), "spilled_kg": h["mass_spilled"][-1], "mean_overlap": h["mean_overlap"][late].mean(),
        "largest_overlap": h["overlap"].max(), "timestep_share": h["timestep_share"].max()})
    return summary, passing


# ---------------------------------------------------------------- plots


def plot_sizes(path, run, passing, summary):
    s = run.settings
    figure, ax = plt.subplots(figsize=(7.4, 4.8), dpi=130)
    sizes = np.linspace(s["feed_min"], s["feed_max"], 50)
    some = run.limits >= 0.99 * s["smallest"]
    ax.semilogx(MM * sizes, 100 * fed_passing(run, sizes), color=GREY, lw=2,
                label=f"feed, 80 % below {MM * summary['feed_p80_m']:.0f} mm")
    ax.semilogx(MM * run.limits[some], 100 * passing[some], "o-", color=BLUE, lw=2, ms=4,
                label=f"product, 80 % below {MM * summary['p80_m']:.0f} mm")
    for name, color in (("closed", GREEN), ("open", ORANGE)):
        ax.axvline(MM * s[name], color=color, lw=1.4, ls="--", label=f"{name}-side setting {MM * s[name]:.0f} mm")
    if not run.of_blocks:
        ax.axvline(MM * s["smallest"], color=GREY, lw=1, ls=":", label="smallest pieces")
    ax.axhline(80, color="black", lw=0.6)
    ticks = [t for t in (10, 15, 20, 30, 40, 50, 60, 80, 100, 120) if t >= 0.8 * MM * s["smallest"]]
    ax.set_xticks(ticks, [str(t) for t in ticks])
    ax.minorticks_off()
    ax.set(xlabel="size: diameter of the sphere of equal volume (mm)", ylabel="mass passing (%)", ylim=(0, 102))
    ax.grid(alpha=0.25)
    ax.legend(framealpha=1, edgecolor="none", fontsize=9, loc="lower left", bbox_to_anchor=(0.3, 0.02))
    save(figure, path)


def plot_flow(path, run, summary):
    h = run.history
    figure, (masses, rates, numbers, overlaps) = plt.subplots(4, 1, figsize=(7.4, 9), dpi=120, sharex=True)
    for name, color in (("mass_in", GREY), ("mass_inside", GREEN), ("mass_out", BLUE)):
        masses.plot(h["time"], h[name], color=color, label=name.replace("_", " "))
    masses.set_ylabel("mass (kg)")
    masses.legend(frameon=False)
    rates.stairs(*by_stroke(run, h["mass_out"]), color=BLUE, label="product, by stroke")
    rates.axhline(summary["throughput_kg_s"], color=ORANGE, lw=1.2, label=f"mean {summary['throughput_kg_s']:.2f} kg/s")
    rates.set_ylabel("throughput (kg/s)")
    rates.legend(frameon=False, fontsize=9, loc="upper left")
    numbers.plot(h["time"], h["bodies"], color=BLUE, label="blocks inside" if run.of_blocks else "inside")
    numbers.plot(h["time"], h["pieces"], color=ORANGE, label="fragments inside" if run.of_blocks else "pieces born")
    numbers.set_ylabel("bodies")
    numbers.legend(frameon=False, fontsize=9)
    overlaps.plot(h["time"], 100 * h["overlap"], color=GREY)
    overlaps.set(ylabel="largest overlap (%)", xlabel="time (s)", xlim=(0, h["time"][-1]))
    for ax in (masses, rates, numbers, overlaps):
        ax.axvspan(0, run.start, color=GREY, alpha=0.12, lw=0)
        ax.grid(alpha=0.25)
    save(figure, path)


def plot_power(path, run, summary):
    h = run.history
    figure, (power, energies) = plt.subplots(2, 1, figsize=(7.4, 6), dpi=130, sharex=True)
    power.plot(h["time"], h["power"], color=GREY, lw=0.7, label="of the jaw, means over a hundredth of a stroke")
    power.stairs(*by_stroke(run, work(run)), color=BLUE, lw=1.8, label="by stroke")
    power.axhline(summary["power_W"], color=ORANGE, lw=1.4, label=f"mean {summary['power_W']:.0f} W")
    power.set_ylabel("power (W)")
    power.legend(frameon=False, fontsize=9)
    energies.plot(h["time"], work(run), color=BLUE, label="work of the jaw")
    energies.step(*run.spent(), where="post", color=ORANGE, label=f"energy of the {run.what_broke()}")
    energies.set(ylabel="energy (J)", xlabel="time (s)", xlim=(0, h["time"][-1]))
    energies.legend(frameon=False, fontsize=9)
    for ax in (power, energies):
        ax.axvspan(0, run.start, color=GREY, alpha=0.12, lw=0)
        ax.grid(alpha=0.25)
    save(figure, path)


def sentences(s):
    low, high = P80_LIMITS[0] * s["closed"], P80_LIMITS[1] * s["open"]
    return [
        verdict(f"fed = inside + out to {s['imbalance']:.1e} of what was fed, at every output (limit {MASS_TOLERANCE:.0e})",
                s["imbalance"] < MASS_TOLERANCE),
        verdict(f"80 % of the product pass {MM * s['p80_m']:.1f} mm (limits {MM * low:.0f} and {MM * high:.0f} mm; closed-side setting "
                f"{MM * s['closed']:.0f} mm, open-side setting {MM * s['open']:.0f} mm)", low < s["p80_m"] < high),
        f"reduction ratio {s['reduction_ratio']:.2f}; half of the product passes {MM * s['p50_m']:.1f} mm",
        f"throughput {s['throughput_kg_s']:.2f} kg/s, {s['throughput_t_h']:.1f} t/h; {s['spilled_kg']:.3g} kg flew off",
        f"power of the jaw {s['power_W']:.0f} W in the mean, {s['power_peak_W']:.0f} W at most; "
        f"{s['energy_of_jaw_J_per_t'] / 1e3:.1f} kJ/t or {s['energy_of_jaw_kWh_per_t']:.4f} kWh/t",
        verdict(f"the {s['what_broke']} had {s['breakage_W']:.0f} W, {100 * s['breakage_over_jaw']:.0f} % of the power of the "
                "jaw (limit 100 %)", s["breakage_over_jaw"] < 1.0),
        f"{s['broken']:.0f} faces parted; {s['born']:.0f} fragments, {s['bodies_most']:.0f} blocks inside at most" if s["rock"] == "blocks" else
        f"{s['broken']:.0f} bodies broke into {s['born']:.0f} pieces; {s['bodies_most']:.0f} bodies inside at most",
        f"overlaps {100 * s['mean_overlap']:.1f} % of a radius in the mean, {100 * s['largest_overlap']:.1f} % at most; "
        f"time step {100 * s['timestep_share']:.1f} % of half a period of a contact",
        f"{s['steps_per_second']:.0f} steps per second on {s['ranks']:.0f} rank(s), {s['wall_seconds']:.0f} s"]


def key_figures(s):
    low, high = P80_LIMITS[0] * s["closed"], P80_LIMITS[1] * s["open"]
    return [KeyFigure("size that 80 % of the product pass", MM * s["p80_m"], "mm", "", MM * 0.5 * (low + high), MM * 0.5 * (high - low),
                       f"{P80_LIMITS[0]:g} of the closed-side to {P80_LIMITS[1]:g} of the open-side setting"),
            KeyFigure("reduction ratio", s["reduction_ratio"]), KeyFigure("throughput", s["throughput"].scaled(3.6), "t/h"),
            KeyFigure("power of the jaw", s["power"], "W"), KeyFigure("work of the jaw", s["energy_of_jaw_kWh_per_t"], "kWh/t"),
            KeyFigure(f"energy of the {s['what_broke']} over the work of the jaw", 100 * s["breakage_over_jaw"], "%", "", 50, 50,
                       "cannot be above 100 %"),
            KeyFigure("fed - inside - out, at most, over fed", s["imbalance"], "", "", 0, MASS_TOLERANCE, "balance to rounding")]


def main():
    run = Run(result_folder())
    summary, passing = summarize(run)
    plot_sizes(run.folder / "sizes.png", run, passing, summary)
    plot_flow(run.folder / "flow.png", run, summary)
    plot_power(run.folder / "power.png", run, summary)
    write_json(run.folder, summary)
    write_figures(run.folder, key_figures(summary))
    write_verdicts(run.folder, sentences(summary))


if __name__ == "__main__":
    main()
