#!/usr/bin/env python3
"""Draws a run of the coating drum, and checks its accounts of liquid and heat.

    python3 plot.py RESULT_FOLDER

Read from RESULT_FOLDER (SI units; time 0: the drum starts):
  settings.txt    what was run, a name and a value a line
  account.txt     of fix ave/time: step, values 1 to 7 of fix liquid, 1 to 6 of fix heat/gran, number of spheres under the spray
  spheres.dump    id, type, y, z, volume of the film and temperature of each sphere

Written there:
  coating.png, temperature.png, mixing.png
  coating.csv     time, mean thickness of the films, coefficient of variation of their volumes, mean and standard deviation of the
                  temperatures, mixing index
  summary.json, summary.txt     the numbers; figures.csv: those that matter most, for report.html

The mixing index is that of Lacey (1954), of the spheres that were left and right at the start, in square cells across the drum:
0 if each cell has one color only, 1 if the numbers scatter as in a random mix. Cells count by the number of their spheres.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import AMBER, BLUE, GREEN, GREY, np, ORANGE, plt, result_folder, save
from grist_tools.read.dumps import read_dump
from grist_tools.read.tables import read_averages, read_settings, write_columns
from grist_tools.report.figures import KeyFigure, verdict, write_figures, write_json, write_summary
from grist_tools.text.messages import fail

SETTINGS = ("spheres", "size", "density", "rpm", "rate", "c", "t_start", "t_air", "h", "power", "timestep", "wall_seconds", "ranks")
CELL = 2.5                 # diameters
CLOSED = 1e-12             # of the liquid supplied
RISE = 2e-3                # of the rise of the mean temperature: friction is not in the closed form
LIQUID = ("films", "bridges", "evaporated", "left", "supplied", "made", "broken")
HEAT = ("energy", "losses", "into_walls", "from_walls", "sources", "from_air")


def lacey(y, z, color, cell):
    """color: 0 or 1. The variance of a random mix of N spheres in K cells is p(1 - p)(K - 1)/(N - 1)."""
    places = np.column_stack([np.floor(y / cell), np.floor(z / cell)]).astype(int)
    _, member = np.unique(places, axis=0, return_inverse=True)
    member = member.ravel()
    number = np.bincount(member)
    share, p, n = np.bincount(member, color) / number, color.mean(), len(color)
    apart = p * (1 - p)
    mixed = apart * (len(number) - 1) / (n - 1)
    return (apart - (number * (share - p) ** 2).sum() / n) / (apart - mixed)


class Run:
    def __init__(self, folder):
        self.folder = folder
        self.settings = s = read_settings(folder / "settings.txt", wanted=SETTINGS)
        self.area = np.pi * s["size"] ** 2                                    # of a sphere
        self.capacity = s["density"] * np.pi / 6 * s["size"] ** 3 * s["c"]    # of a sphere
        step, *values = read_averages(folder / "account.txt", 2 + len(LIQUID) + len(HEAT))
        self.account = dict(zip(LIQUID + HEAT + ("hit",), values), time=step * s["timestep"])
        self.rows = np.array([self.measure(one) for one in read_dump(folder / "spheres.dump", wanted=("type", "y", "z", "f_wet", "c_temperature"))])
        if len(self.rows) < 5:
            fail(f"{folder / 'spheres.dump'} holds {len(self.rows)} moments, at least 5 are needed")
        names = ("time", "film_um", "variation", "temperature", "scatter", "mixing")
        self.table = dict(zip(names, self.rows.T))

    def measure(self, snapshot):
        c = snapshot.columns
        film, t = c["f_wet"], c["c_temperature"]
        variation = film.std() / film.mean() if film.mean() > 0 else np.nan
        mixing = lacey(c["y"], c["z"], (c["type"] == 2).astype(float), CELL * self.settings["size"])
        return snapshot.step * self.settings["timestep"], 1e6 * film.mean() / self.area, variation, t.mean(), t.std(), mixing

    def closed_form(self, time):
        """Mean temperature with the air's and the wall's heat; all spheres have the same surface and heat capacity."""
        s = self.settings
        end = s["t_air"] + s["power"] / (s["spheres"] * s["h"] * self.area)
        return end + (s["t_start"] - end) * np.exp(-time * s["h"] * self.area / self.capacity)


def first_time(time, values, level):
    """Of reaching a level, by a straight line between two moments."""
    reached = np.flatnonzero(values >= level)
    if not len(reached) or reached[0] == 0:
        return np.nan
    i = reached[0]
    return np.interp(level, values[i - 1:i + 1], time[i - 1:i + 1])


def summarize(run):
    s, a, t = run.settings, run.account, run.table
    late = t["time"] > t["time"][-1] / 3
    slope = np.polyfit(np.log(t["time"][late]), np.log(t["variation"][late]), 1)[0]
    gained = a["losses"] - a["into_walls"] + a["from_walls"] + a["sources"] + a["from_air"]
    change = a["energy"] - a["energy"][0]
    liquid = a["films"] + a["bridges"] + a["evaporated"] + a["left"]
    rise = run.closed_form(t["time"][-1]) - s["t_start"]
    turn = 60 / s["rpm"]
    early = t["time"] <= 1.001 * turn
    return dict(s, film_um=t["film_um"][-1], variation=t["variation"][-1], variation_after_a_turn=t["variation"][early][-1],
                slope=slope, temperature=t["temperature"][-1], scatter=t["scatter"][-1],
                rise_over_closed_form=(t["temperature"][-1] - s["t_start"]) / rise,
                mixing=t["mixing"][-1], turns_to_90=first_time(t["time"], t["mixing"], 0.9) / turn,
                supplied_over_rate=a["supplied"][-1] / (s["rate"] * a["time"][-1]),
                liquid_residual=np.abs(liquid - a["supplied"]).max() / a["supplied"][-1],
                heat_residual=np.abs(change - gained).max() / change[-1],
                films_share=a["films"][-1] / a["supplied"][-1], bridges_share=a["bridges"][-1] / a["supplied"][-1],
                evaporated_share=a["evaporated"][-1] / a["supplied"][-1], hit=a["hit"][1:].mean(),
                losses=a["losses"][-1])


# ---------------------------------------------------------------- plots


def plot_coating(path, run):
    figure, (upper, lower) = plt.subplots(2, 1, figsize=(7, 6.4), dpi=130)
    a, t = run.account, run.table
    ml = 1e6
    upper.stackplot(a["time"], ml * a["films"], ml * a["bridges"], ml * a["evaporated"], colors=(BLUE, GREEN, GREY), alpha=0.75,
                    labels=("films", "bridges", "evaporated"))
    upper.plot(a["time"], ml * a["supplied"], color="black", lw=1.2, ls="--", label="sprayed")
    upper.set(xlabel="time (s)", ylabel="liquid (ml)", xlim=(0, a["time"][-1]))
    upper.legend(frameon=False, loc="upper left", fontsize=9)
    some = t["time"] > 0
    lower.loglog(t["time"][some], t["variation"][some], color=BLUE, lw=1.6, label="films of all spheres")
    guide = t["time"] > t["time"][-1] / 3
    start, end = t["time"][guide][0], t["time"][-1]
    ends = np.array([start, end])
    lower.loglog(ends, 1.15 * t["variation"][guide][0] * (ends / start) ** -0.5, color=GREY, ls=":", lw=1.6, label="slope -1/2, independent passes")
    ticks = [0.1, 0.2, 0.5, 1, 2, 5]
    lower.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    lower.set_yticks([], minor=True)
    least, most = t["variation"][some].min(), t["variation"][some].max()
    lower.set(xlabel="time (s)", ylabel="standard deviation over mean", ylim=(0.8 * least, 1.25 * most))
    lower.legend(frameon=False, fontsize=9)
    for ax in (upper, lower):
        ax.grid(alpha=0.25, which="both")
    save(figure, path, caption="Where the liquid is, and the coefficient of variation of the films.")


def plot_temperature(path, run):
    figure, (upper, lower) = plt.subplots(2, 1, figsize=(7, 5.6), dpi=130, sharex=True)
    t = run.table
    upper.plot(t["time"], t["temperature"], color=ORANGE, lw=2.4, label="mean of all spheres")
    upper.plot(t["time"], run.closed_form(t["time"]), color="black", ls="--", lw=1, label="closed form, without friction")
    upper.set(ylabel="temperature (K)")
    upper.legend(frameon=False, fontsize=9)
    lower.plot(t["time"], t["scatter"], color=ORANGE, lw=1.4)
    lower.set(xlabel="time (s)", ylabel="standard deviation (K)", ylim=(0, None), xlim=(0, t["time"][-1]))
    for ax in (upper, lower):
        ax.grid(alpha=0.25)
    save(figure, path, caption="Mean and scatter of the temperatures.")


def plot_mixing(path, run):
    figure, ax = plt.subplots(figsize=(7, 3.6), dpi=130)
    ax.plot(run.table["time"] * run.settings["rpm"] / 60, run.table["mixing"], color=AMBER, lw=1.8)
    ax.axhline(1, color=GREY, ls=":", lw=1.2)
    ax.set(xlabel="turns of the drum", ylabel="mixing index of Lacey", ylim=(0, 1.08), xlim=(0, None))
    ax.grid(alpha=0.25)
    save(figure, path, caption="Mixing of the spheres that were left and right at the start.")


def sentences(s):
    return [
        f"films {s['film_um']:.2f} um thick in the mean; standard deviation over mean {s['variation_after_a_turn']:.2f} after a turn, "
        f"{s['variation']:.3f} at the end, as time to the power {s['slope']:.2f} in the last two thirds",
        f"of the liquid {100 * s['films_share']:.1f} % in films, {100 * s['bridges_share']:.1f} % in bridges, "
        f"{100 * s['evaporated_share']:.1f} % evaporated; {s['hit']:.0f} spheres under the spray",
        verdict(f"films, bridges and evaporated = sprayed within {CLOSED:g}: off by {s['liquid_residual']:.1e}", s["liquid_residual"] < CLOSED),
        f"temperature {s['temperature']:.3f} +- {s['scatter']:.3f} K",
        verdict(f"rise of the mean temperature as in the closed form within {100 * RISE:g} %: {s['rise_over_closed_form']:.5f} times",
                abs(s["rise_over_closed_form"] - 1) < RISE),
        f"account of heat off by {s['heat_residual']:.1e} of what the spheres gained; friction and dashpots {s['losses']:.2f} J",
        f"mixing index {s['mixing']:.3f}, above 0.9 after {s['turns_to_90']:.1f} turns",
        f"{s['spheres']:.0f} spheres, {s['steps_per_second']:.0f} steps per second on {s['ranks']:.0f} rank(s), {s['wall_seconds']:.0f} s"]


def key_figures(s):
    return [KeyFigure("liquid found over liquid sprayed minus 1", s["liquid_residual"], "", "", 0, CLOSED, "conservation, largest of all moments"),
            KeyFigure("liquid sprayed over rate and time", s["supplied_over_rate"], "", "", 1, 1e-9, "spheres are under the spray at all times"),
            KeyFigure("rise of the mean temperature over the closed form", s["rise_over_closed_form"], "", "", 1, RISE, "air and wall, without friction"),
            KeyFigure("account of heat, off", s["heat_residual"], "", "", 0, 1e-9, "conservation, of what the spheres gained"),
            KeyFigure("mean thickness of the films", s["film_um"], "um"),
            KeyFigure("standard deviation over mean of the films", s["variation"], compared_with="nothing: no experiment"),
            KeyFigure("scatter of the temperatures", s["scatter"], "K"),
            KeyFigure("turns to a mixing index of 0.9", s["turns_to_90"])]


def main():
    run = Run(result_folder())
    summary = summarize(run)
    write_columns(run.folder / "coating.csv", run.table)
    plot_coating(run.folder / "coating.png", run)
    plot_temperature(run.folder / "temperature.png", run)
    plot_mixing(run.folder / "mixing.png", run)
    write_json(run.folder, summary)
    write_figures(run.folder, key_figures(summary))
    write_summary(run.folder, sentences(summary))


if __name__ == "__main__":
    main()
