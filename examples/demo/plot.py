#!/usr/bin/env python3
"""Compares the power of the demo's mill with a closed form, and draws it and what became of the work of the drum.

    python3 plot.py RESULT_FOLDER

Read from RESULT_FOLDER (SI units; x is the axis of the drum, gravity along -z; time 0: the drum starts):
  settings.txt    what was run, a name and a value a line
  drive.txt       torque of the drum on the charge about the axis, lever arm y of the charge's weight: means over a 200th of a turn
  state.txt       at the start and the end of each of these: angular momentum of the charge about the axis, energies, drift

Written there:
  balance.png     power by both ways over time, and the work of the drum and what became of it
  summary.txt     the numbers in sentences; figures.csv: those of report.html

About a fixed axis the torque of all forces is the rate of the angular momentum L. Only the drum and gravity act on the charge, so at the
angular velocity w of the drum its power over a turn of the period T is
    P = w (M g y + (L(T) - L(0)) / T)
whatever the charge does: the formula of the lever arm, by which the power of mills is estimated (Hogg and Fuerstenau 1972), without its
assumption about the place of the charge. The left side is a sum over the contacts of the drum, the right side one over particles.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import AMBER, BLUE, GREEN, GREY, np, ORANGE, PINK, plt, result_folder, save, SKY
from grist_tools.read.intervals import Estimate, of_runs
from grist_tools.read.tables import read_averages, read_settings
from grist_tools.report.figures import KeyFigure, verdict, write_figures, write_verdicts

SETTINGS = ("rpm", "mass", "gravity", "timestep", "lines", "bonds", "broken")
ENTRIES = ("kinetic", "gravitational", "bond elastic", "contact elastic", "bond damping", "contact damping", "friction", "rolling", "broken bonds",
           "work of the drum", "contacts begun by breaks", "viscous force", "drift")
BLOCKS = 8                      # of a turn, one for each lifting bar
RATIO_BAND = 0.01               # from 1; the torque is summed over every fifth step, a sixth of a short contact
DRIFT_BAND = 1                  # of the energy balance, % of the work of the drum


class Run:
    def __init__(self, folder):
        self.settings = s = read_settings(folder / "settings.txt", wanted=SETTINGS)
        step, torque, arm = read_averages(folder / "drive.txt", 3)
        _, momentum, *energies = read_averages(folder / "state.txt", 2 + len(ENTRIES))
        self.time, self.energy = step * s["timestep"], {name: values[1:] - values[0] for name, values in zip(ENTRIES, energies)}
        omega, span = 2 * np.pi * s["rpm"] / 60, self.time[1] - self.time[0]
        self.by_contacts = omega * torque
        self.by_lever_arm = omega * (s["mass"] * s["gravity"] * arm + np.diff(momentum) / span)
        self.work = self.energy["work of the drum"][-1]

    def of_last_turn(self, values):
        """Means over each block of the last turn."""
        return values[-int(self.settings["lines"]):].reshape(BLOCKS, -1).mean(axis=1)


def key_figures(run):
    contacts, lever_arm = run.of_last_turn(run.by_contacts), run.of_last_turn(run.by_lever_arm)
    what = "blocks of a turn"
    off = of_runs(contacts - lever_arm, what).scaled(1 / lever_arm.mean())
    return [KeyFigure("power from the contacts of the drum, over that by the lever arm", Estimate(1 + off.value, off.half, off.basis), "",
                      "", 1, RATIO_BAND, "balance of moments over a turn"),
            KeyFigure("power from the contacts of the drum, mean of a turn", of_runs(contacts, what), "W"),
            KeyFigure("power by weight and lever arm of the charge", of_runs(lever_arm, what), "W"),
            KeyFigure("drift of the energy balance over the work of the drum", round(100 * run.energy["drift"][-1] / run.work, 3), "%", "", 0, DRIFT_BAND,
                      "conservation of energy"),
            KeyFigure("bonds broken", round(100 * run.settings["broken"] / run.settings["bonds"], 1), "%")]


def sentences(run, figures):
    ratio, contacts, lever_arm, drift, broken = figures
    friction, collisions, bonds = (100 * run.energy[name][-1] / run.work for name in ("friction", "contact damping", "broken bonds"))
    lines = [f"{broken.value:.0f} % of the bonds in the rocks broke; of the work of the drum {friction:.0f} % went into friction, {collisions:.0f} % into "
             f"collisions, {bonds:.1f} % into broken bonds"]
    if not drift.agrees:
        lines.append(verdict(f"drift of the energy balance {drift.value:.2g} % of the work of the drum, expected at most {DRIFT_BAND} %", False))
    return [*lines, verdict(f"power of the mill {contacts.value:.2f} W from the contacts of the drum, {lever_arm.value:.2f} W by weight and lever arm of the "
                            f"charge (closed form): ratio {ratio.value:.4f} +- {ratio.error:.4f} (95 %), expected 1 +- {RATIO_BAND:g}", ratio.agrees)]


def plot(path, run):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.2), dpi=130)
    left.plot(run.time, run.by_contacts, color=BLUE, lw=2.4, alpha=0.6, label="from the contacts of the drum")
    left.plot(run.time, run.by_lever_arm, color=ORANGE, lw=0.9, label="by weight and lever arm of the charge")
    left.set(xlabel="time (s)", ylabel="power (W)", xlim=(0, None), title="what the drum gives",
             ylim=(0, 1.9 * np.quantile(run.by_contacts, 0.95)))      # without the jerk at the start
    parts = {"kinetic, potential, elastic": sum(run.energy[name] for name in ENTRIES[:4]), "friction": run.energy["friction"],
             "collisions": run.energy["contact damping"], "rolling": run.energy["rolling"], "damping of bonds": run.energy["bond damping"],
             "broken bonds": run.energy["broken bonds"]}
    right.stackplot(run.time, *parts.values(), labels=parts, colors=[GREY, SKY, GREEN, PINK, AMBER, ORANGE], alpha=0.85)
    right.plot(run.time, run.energy["work of the drum"], color="black", lw=1.6, label="work of the drum")
    right.set(xlabel="time (s)", ylabel="energy (J)", xlim=(0, None), ylim=(0, None), title="where its work goes")
    for axes in (left, right):
        axes.grid(alpha=0.25)
        axes.legend(frameon=False, fontsize=9, loc="upper left")
    save(figure, path, caption="The power of the drum over time by both ways, means over a 200th of a turn, and its work since the start with what "
         "became of it.")


def main():
    folder = result_folder()
    run = Run(folder)
    figures = key_figures(run)
    write_figures(folder, figures)
    plot(folder / "balance.png", run)
    write_verdicts(folder, sentences(run, figures))


if __name__ == "__main__":
    main()
