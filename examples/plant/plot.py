#!/usr/bin/env python3
"""Draws what a run of the plant left, and checks that fed = inside + out.

    python3 plot.py RESULT_FOLDER

Read from the folder (SI units):
  settings.txt   what was run, a name and a value a line
  history.csv    time,fed,fed_rock,fed_ball,waiting,inside,out,rate,broken,power
  out.csv        of fix outflow: what left, by component and size
  moving.dump    id type x y z radius of the spheres at some moments (optional)
  belt.stl, left.stl, right.stl, back.stl

Written there:
  balance.png    mass fed, inside and out; feed and outflow rate; power of the belt
  sizes.png      mass that left, by size
  picture.png    four moments: rocks light, balls blue; bin and boards transparent
  film.mp4       the run; film.gif where there is no ffmpeg
  summary.json   the numbers; summary.txt: whether masses balance; figures.csv: both, for report.html
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.dumps import positions, read_dump
from grist_tools.figures import KeyFigure, verdict, write_figures, write_json, write_summary
from grist_tools.films import frame, write_film
from grist_tools.messages import fail
from grist_tools.pictures import Camera
from grist_tools.plots import BLUE, GREEN, GREY, np, ORANGE, plt, result_folder, save, show
from grist_tools.tables import read_columns, read_rows, read_settings
from grist_tools.vessels import read_stl, sharp_edges

ROUNDING = 1e-14    # of the mass: three sums, each rounded once, and a difference
ROCK = 1            # atom type
WINDOW = 0.25       # s: of rates
VIEW = (0.45, -1.0, 0.35)                               # from the picture to the eye
FRAME = ((-0.16, -0.1, -0.07), (0.42, 0.1, 0.42))       # of what pictures show, m
MOMENTS = (0.1, 0.3, 0.5, 0.75)                         # of the run
COLORS = np.array([(0.90, 0.78, 0.60), (0.30, 0.50, 0.72)])     # rock, ball
STEEL, RUBBER = (0.45, 0.55, 0.68), (0.45, 0.45, 0.45)


def rate(time, mass):
    """Of the mass, over a window that ends at each time."""
    before = np.interp(time - WINDOW, time, mass)
    return (mass - before) / WINDOW


def draw_balance(folder, history, settings):
    time = history["time"]
    figure, (masses, rates, power) = plt.subplots(3, 1, figsize=(8, 9), sharex=True)
    for name, color in (("fed", BLUE), ("inside", GREEN), ("out", ORANGE)):
        masses.plot(time, history[name], color=color, label=name)
    masses.set_ylabel("mass, kg")
    masses.legend()
    rates.plot(time, rate(time, history["fed"]), color=BLUE, label="feed")
    rates.plot(time, rate(time, history["out"]), color=ORANGE, label="outflow")
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
    names = [name for name in last if name.startswith("mass_")]
    masses = [last[name] for name in names]
    labels = [name.replace("mass_to_", "to ").replace("mass_above_", "above ") for name in names]
    figure, axes = plt.subplots(figsize=(8, 4))
    axes.bar(labels, masses, color=BLUE)
    axes.set_xlabel("size of rocks and fragments that left, m")
    axes.set_ylabel("mass, kg")
    save(figure, folder / "sizes.png", caption="Mass of rocks and fragments that left, by size.")


class Plant:
    """Belt, bin and boards, and the spheres of a moment."""

    def __init__(self, folder):
        self.bin = 1e-3 * read_stl(Path(__file__).resolve().parent / "bin.stl")
        self.belt = read_stl(folder / "belt.stl")
        self.boards = np.concatenate([read_stl(folder / f"{name}.stl") for name in ("left", "right", "back")])

    def draw(self, atoms, **size):
        corners = np.array([[FRAME[i][0], FRAME[j][1], FRAME[k][2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
        camera = Camera.around(corners, VIEW, margin=0.01, **size)
        camera.triangles(self.belt, RUBBER)
        camera.spheres(positions(atoms), atoms["radius"], COLORS[atoms["type"].astype(int) - 1])
        for mesh, opacity in ((self.bin, 0.14), (self.boards, 0.07)):
            camera.lines(sharp_edges(mesh), STEEL, 1.0)
            camera.glass(mesh, STEEL, opacity)
        return camera


def draw_pictures(folder, settings):
    if not (folder / "moving.dump").is_file():
        return
    moments = [(snapshot.step * settings["timestep"], snapshot.columns) for snapshot in read_dump(folder / "moving.dump")
               if len(snapshot.rows)]
    if len(moments) < len(MOMENTS):
        return
    plant = Plant(folder)
    figure, axes = plt.subplots(2, 2, figsize=(11, 9), dpi=110)
    for share, ax in zip(MOMENTS, axes.flat):
        time, atoms = moments[round(share * (len(moments) - 1))]
        show(ax, plant.draw(atoms, columns=640, samples=2), f"t = {time:.1f} s")
    save(figure, folder / "picture.png", caption="Rocks of bonded elements light, steel balls blue; bin and boards transparent, the belt dark.")

    def frames():
        for time, atoms in moments:
            yield frame(plant.draw(atoms, columns=600), f"t = {time:.2f} s")

    write_film(folder / "film", frames(), rate=10)


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
    draw_pictures(folder, settings)

    fed, inside, out = history["fed"], history["inside"], history["out"]
    worst = float(np.max(np.abs(fed - inside - out) / max(fed[-1], 1e-300)))
    due = settings["rate"] * min(settings["feed_time"], history["time"][-1])
    summary = {"fed": fed[-1], "out": out[-1], "inside": inside[-1], "worst_balance": worst, "due": due,
               "share_of_balls": history["fed_ball"][-1] / fed[-1], "broken_bonds": history["broken"][-1]}
    write_json(folder, summary)
    write_figures(folder, key_figures(summary))
    write_summary(folder, [
        verdict(f"fed {fed[-1]:.6g} kg = inside {inside[-1]:.6g} + out {out[-1]:.6g}, to {worst:.1e} of it at every output",
                worst < ROUNDING),
        verdict(f"fed {fed[-1] / due:.4f} of what was asked for", abs(fed[-1] / due - 1.0) < 0.01)])


if __name__ == "__main__":
    main()
