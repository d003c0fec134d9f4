#!/usr/bin/env python3
"""Draws what a run of the plant left, and checks that fed = inside + out.

    python3 plot.py RESULT_FOLDER

Read from the folder (SI units):
  settings.txt   what was run, a name and a value a line
  history.csv    time,mass_in,mass_in_rock,mass_in_ball,mass_waiting,mass_inside,mass_out,mass_rate,broken_bonds,power
  out.csv        of fix outflow: what left, by component and size

Written there:
  balance.png    mass fed, inside and out; feed and outflow rate; power of the belt
  sizes.png      mass that left, by size
  summary.json   the numbers; summary.txt: whether masses balance; figures.csv: both, for report.html
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import BLUE, GREEN, GREY, np, ORANGE, plt, result_folder, save
from grist_tools.read.tables import read_columns, read_rows, read_settings
from grist_tools.report.figures import KeyFigure, verdict, write_figures, write_json, write_summary
from grist_tools.text.messages import fail

ROUNDING = 1e-14    # of the mass: three sums, each rounded once, and a difference
ROCK = 1            # atom type
WINDOW = 0.25       # s: of rates


def rate(time, mass):
    """Of the mass, over a window that ends at each time."""
    before = np.interp(time - WINDOW, time, mass)
    return (mass - before) / WINDOW


def draw_balance(folder, history, settings):
    time = history["time"]
    figure, (masses, rates, power) = plt.subplots(3, 1, figsize=(8, 9), sharex=True)
    for name, color in (("mass_in", BLUE), ("mass_inside", GREEN), ("mass_out", ORANGE)):
        masses.plot(time, history[name], color=color, label=name.replace("_", " "))
    masses.set_ylabel("mass, kg")
    masses.legend()
    rates.plot(time, rate(time, history["mass_in"]), color=BLUE, label="feed")
    rates.plot(time, rate(time, history["mass_out"]), color=ORANGE, label="outflow")
    rates.axhline(settings["rate"], color=GREY, linewidth=0.8, label="rate asked for")
    rates.set_ylabel(f"kg/s, over {WINDOW} s")
    rates.legend()
    smooth = np.convolve(history["power"], np.ones(15) / 15, mode="same")
    power.plot(time, smooth, color=GREY)
    power.set_ylabel("power of the belt, W")
    power.set_xlabel("time, s")
    save(figure, folder / "balance.png", caption="Mass fed, inside and out; rates; power of the belt.")


def draw_sizes(folder):
    rows = [row for row in read_rows(folder / "out.csv") if row["component"] == ROCK]
    if not rows:
        fail(f"{folder / 'out.csv'} has no row of the rock")
    last = rows[-1]
    names = [name for name in last if name.startswith(("mass_to_", "mass_above_"))]
    masses = [last[name] for name in names]
    labels = [name.replace("mass_to_", "to ").replace("mass_above_", "above ") for name in names]
    figure, axes = plt.subplots(figsize=(8, 4))
    axes.bar(labels, masses, color=BLUE)
    axes.set_xlabel("size of rocks and fragments that left, m")
    axes.set_ylabel("mass, kg")
    save(figure, folder / "sizes.png", caption="Mass of rocks and fragments that left, by size.")


def key_figures(summary):
    return [KeyFigure("mass fed", summary["fed"], "kg", "", summary["due"], 0.01 * summary["due"], "rate asked for times the time of feed"),
            KeyFigure("fed - inside - out, at most, over fed", summary["worst_balance"], "", "", 0, ROUNDING, "balance to rounding"),
            KeyFigure("share of balls in the feed", summary["share_of_balls"], "", "", 0.2, "", "mass fraction asked for; a feed of few balls scatters"),
            KeyFigure("mass out", summary["out"], "kg"), KeyFigure("mass inside", summary["inside"], "kg"),
            KeyFigure("broken bonds", summary["broken_bonds"])]


def main():
    folder = result_folder()
    settings = read_settings(folder / "settings.txt", wanted=("rate", "feed_time"))
    history = read_columns(folder / "history.csv")
    draw_balance(folder, history, settings)
    draw_sizes(folder)

    fed, inside, out = history["mass_in"], history["mass_inside"], history["mass_out"]
    worst = float(np.max(np.abs(fed - inside - out) / max(fed[-1], 1e-300)))
    due = settings["rate"] * min(settings["feed_time"], history["time"][-1])
    summary = {"fed": fed[-1], "out": out[-1], "inside": inside[-1], "worst_balance": worst, "due": due,
               "share_of_balls": history["mass_in_ball"][-1] / fed[-1], "broken_bonds": history["broken_bonds"][-1]}
    write_json(folder, summary)
    write_figures(folder, key_figures(summary))
    write_summary(folder, [
        verdict(f"fed {fed[-1]:.6g} kg = inside {inside[-1]:.6g} + out {out[-1]:.6g}, to {worst:.1e} of it at every output",
                worst < ROUNDING),
        verdict(f"fed {fed[-1] / due:.4f} of what was asked for", abs(fed[-1] / due - 1.0) < 0.01)])


if __name__ == "__main__":
    main()
