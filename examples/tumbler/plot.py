#!/usr/bin/env python3
"""Draws a run of the tumbler, and checks its torque.

    python3 plot.py RESULT_FOLDER

Read from RESULT_FOLDER (SI units; the axis of the drum is x, gravity acts along -z; time 0: the drum starts):
  settings.txt    what was run, a name and a value a line
  drive.txt       of fix ave/time: step, torque, power, M g y, y and z of the center of mass; means of every step
  momentum.txt    of fix ave/time: step, angular momentum about the axis, largest and mean overlap over the radius
  corners.dump    body, type, x, y, z of all corners of rocks and of the centers of balls, in the last turn
  drum.stl        the drum at time 0, text

Written there:
  surface.png     the surface of the charge in the last turn
  torque.png      torque and power against time, and M g y
  surface.csv     step,surface_deg,center_deg: angles of the free surface and of the center of mass
  summary.json, summary.txt     the numbers; figures.csv: those that matter most, for report.html

The free surface is what is seen from above: its height is the median along the axis, so that single bodies in flight do not
count. A straight line through the middle of it has the dynamic angle of repose. The angle of the center of mass is that
between the vertical and the line from the axis to it.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.pictures import Camera
from grist_tools.draw.plots import BLUE, GREY, np, ORANGE, plt, result_folder, save
from grist_tools.read.bodies import hull, split_bodies
from grist_tools.read.dumps import read_dump
from grist_tools.read.intervals import of_series
from grist_tools.read.meshes import read_outline, turned
from grist_tools.read.piles import HeightMap
from grist_tools.read.tables import read_averages, read_settings, write_columns
from grist_tools.report.figures import KeyFigure, verdict, write_figures, write_json, write_summary
from grist_tools.text.messages import fail

from matplotlib.collections import LineCollection

SETTINGS = ("rocks", "balls", "mass", "gravity", "diameter", "length", "size_ball", "timestep", "rpm", "steps_in_turn",
            "wall_seconds", "ranks")
STEEL = 2
ROCKS = np.array([[0.85, 0.76, 0.60], [0.78, 0.66, 0.50], [0.90, 0.84, 0.72], [0.70, 0.60, 0.48]])
METAL = np.array([0.42, 0.56, 0.72])
PIXEL = 1e-3               # m, of the map of heights
MIDDLE = 0.35              # of the radius: half width of the part of the surface that has the line
TOLERANCE = 0.01           # of the torque: M g y
MM = 1e3


class Run:
    def __init__(self, folder):
        self.folder = folder
        self.settings = read_settings(folder / "settings.txt", wanted=SETTINGS)
        self.period = 60 / self.settings["rpm"]
        self.radius = self.settings["diameter"] / 2
        step, self.torque, self.power, self.moment, self.y, self.z = read_averages(folder / "drive.txt", 6)
        self.time = step * self.settings["timestep"]
        self.last = step > step[-1] - self.settings["steps_in_turn"]
        table = read_averages(folder / "momentum.txt", 4)
        self.momentum = dict(zip(table[0].astype(int), table[1]))
        self.largest_overlap, self.mean_overlap = table[2].max(), table[3].mean()
        self.frames = [(step, split_bodies(rows)) for step, _, rows in read_dump(folder / "corners.dump")]
        if not self.frames:
            fail(f"{folder / 'corners.dump'} holds no moment of the last turn")
        self.faces = {number: hull(corners) for number, (kind, corners) in self.frames[0][1].items() if kind != STEEL}

    def draw(self, camera, bodies):
        for number, (kind, corners) in bodies.items():
            if kind == STEEL:
                camera.spheres(corners, [self.settings["size_ball"] / 2], [METAL])
            else:
                camera.polyhedron(corners, self.faces[number], ROCKS[number % len(ROCKS)])


# ---------------------------------------------------------------- measuring


def surface(run, bodies):
    """y and height of the free surface; nan where nothing is."""
    length, width = run.settings["length"], 2 * run.radius
    pixels = (round(length / PIXEL), round(width / PIXEL))
    camera = Camera((0, 0, 1), (0, 0, 0), length, pixels)
    run.draw(camera, bodies)
    heights = HeightMap.of_camera(camera, -run.radius)
    height = np.median(heights.height, axis=0)
    return heights.y, np.where(height > -0.98 * run.radius, height, np.nan)


def middle(run):
    """y of the middle of the free surface: about half that of the center of mass when the drum is a third full."""
    return run.y[run.last].mean() / 2


def line(run, y, height):
    """Slope and intercept of the line through the middle of a surface."""
    part = (np.abs(y - middle(run)) < MIDDLE * run.radius) & np.isfinite(height)
    if part.sum() < 10:
        fail("there is no free surface in the middle of the drum")
    return np.polyfit(y[part], height[part], 1)


def measure_surfaces(run):
    y, heights = None, []
    for _, bodies in run.frames[1:]:
        y, height = surface(run, bodies)
        heights.append(height)
    return y, np.array(heights)


def mean_surface(heights):
    """Where at least four fifths of the surfaces are."""
    known = np.ma.masked_invalid(heights)
    mean = known.mean(axis=0).filled(np.nan)
    mean[known.count(axis=0) < 0.8 * len(heights)] = np.nan
    return mean


def drive_of_last_turn(run):
    last, period = run.last, run.period
    end = round(run.time[-1] / run.settings["timestep"])
    start = end - round(run.settings["steps_in_turn"])
    if start not in run.momentum or end not in run.momentum:
        fail(f"{run.folder / 'momentum.txt'} lacks the beginning or the end of the last turn")
    torque, moment = run.torque[last].mean(), run.moment[last].mean()
    change = (run.momentum[end] - run.momentum[start]) / period
    return {"torque_Nm": torque, "charge_moment_Nm": moment, "torque_over_moment": torque / moment,
            "change_of_angular_momentum_Nm": change, "residual_over_torque": (torque - moment - change) / torque,
            "torque": of_series(run.torque[last]), "power_W": run.power[last].mean(),
            "power_over_torque_omega": run.power[last].mean() / (torque * 2 * np.pi / period)}


def summarize(run, y, heights):
    angles = np.degrees([np.arctan(line(run, y, height)[0]) for height in heights])
    center = np.degrees(np.arctan2(run.y, -run.z))[run.last]
    steps = [step for step, _ in run.frames[1:]]
    centers = np.degrees(np.interp(steps, run.time / run.settings["timestep"], np.arctan2(run.y, -run.z)))
    write_columns(run.folder / "surface.csv", {"step": steps, "surface_deg": angles, "center_deg": centers})
    return dict(run.settings, **drive_of_last_turn(run),
                repose_deg=angles.mean(), repose=of_series(angles), repose_scatter_deg=angles.std(),
                center_deg=center.mean(), center_scatter_deg=center.std(),
                largest_overlap_over_radius=run.largest_overlap, mean_overlap_over_radius=run.mean_overlap)


# ---------------------------------------------------------------- plots


def draw_drum(run, ax, step):
    outline = turned(read_outline(run.folder / "drum.stl"), 2 * np.pi * step / run.settings["steps_in_turn"])
    ax.add_collection(LineCollection(MM * outline, colors="black", linewidths=1.4))
    reach = 1.04 * MM * run.radius
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xlabel="y (mm)", ylabel="z (mm)")


def plot_surface(path, run, y, heights, summary):
    figure, ax = plt.subplots(figsize=(5.6, 5.6), dpi=130)
    ax.add_collection(LineCollection([MM * np.column_stack([y, height]) for height in heights], colors=GREY, linewidths=0.4,
                                        alpha=0.6))
    mean = mean_surface(heights)
    ax.plot(MM * y, MM * mean, color=BLUE, lw=2, label="mean surface of the last turn")
    slope, height = line(run, y, mean)
    ends = middle(run) + MIDDLE * run.radius * np.array([-1, 1])
    ax.plot(MM * ends, MM * (slope * ends + height), color=ORANGE, lw=2,
               label=f"{summary['repose_deg']:.1f}° ± {summary['repose_scatter_deg']:.1f}°")
    ax.plot(MM * run.y[run.last].mean(), MM * run.z[run.last].mean(), "o", color="black",
               label=f"center of mass, {summary['center_deg']:.1f}° ± {summary['center_scatter_deg']:.1f}°")
    draw_drum(run, ax, run.frames[-1][0])
    ax.legend(frameon=False, loc="upper center", fontsize=9, bbox_to_anchor=(0.5, 0.92))
    save(figure, path, caption="Free surface of the charge in the last turn.")


def plot_torque(path, run):
    figure, (upper, lower) = plt.subplots(2, 1, figsize=(7, 5.6), dpi=130, sharex=True)
    upper.plot(run.time, run.torque, color=BLUE, lw=1.2, label="torque of the drive, means over a hundredth of a turn")
    upper.plot(run.time, run.moment, color=ORANGE, lw=1.6, label="$M g y$ of the charge's center of mass")
    upper.set(ylabel="torque (N m)")
    upper.legend(frameon=False, fontsize=9)
    lower.plot(run.time, run.power, color=BLUE, lw=1.2)
    lower.set(xlabel="time (s)", ylabel="power (W)", xlim=(0, run.time[-1]))
    for ax in (upper, lower):
        ax.axvspan(run.time[-1] - run.period, run.time[-1], color=GREY, alpha=0.12, lw=0)
        ax.grid(alpha=0.25)
    save(figure, path)


def sentences(summary):
    s = summary
    off = s["torque_over_moment"] - 1
    return [
        f"torque {s['torque_Nm']:.4f} N m over the last turn, {s['torque_over_moment']:.4f} times M g y; "
        f"residual with the change of the angular momentum {100 * s['residual_over_torque']:.3f} %",
        verdict(f"torque = M g y within {100 * TOLERANCE:.0f} %: off by {100 * off:.2f} %", abs(off) < TOLERANCE),
        f"power {s['power_W']:.4f} W, {s['power_over_torque_omega']:.6f} times torque and angular velocity",
        f"dynamic angle of repose {s['repose_deg']:.1f} +- {s['repose_scatter_deg']:.1f} degrees, "
        f"of the center of mass {s['center_deg']:.1f} +- {s['center_scatter_deg']:.1f}",
        f"overlap over the radius at most {100 * s['largest_overlap_over_radius']:.1f} %, in the mean "
        f"{100 * s['mean_overlap_over_radius']:.2f} %",
        f"{s['rocks']:.0f} rocks, {s['balls']:.0f} balls, {s['steps_per_second']:.0f} steps per second on "
        f"{s['ranks']:.0f} rank(s), {s['wall_seconds']:.0f} s of turning"]


def key_figures(s):
    return [KeyFigure("torque of the drive over M g y of the charge", s["torque_over_moment"], "", "", 1, TOLERANCE,
                       "balance of moments, mean of the last turn"),
            KeyFigure("torque of the drive", s["torque"], "N m"),
            KeyFigure("power over torque and angular velocity", s["power_over_torque_omega"], "", "", 1, 1e-3, "the same work twice"),
            KeyFigure("dynamic angle of repose", s["repose"], "degrees", compared_with="nothing: no experiment"),
            KeyFigure("largest overlap over the radius", 100 * s["largest_overlap_over_radius"], "%")]


def main():
    run = Run(result_folder())
    y, heights = measure_surfaces(run)
    summary = summarize(run, y, heights)
    plot_surface(run.folder / "surface.png", run, y, heights, summary)
    plot_torque(run.folder / "torque.png", run)
    write_json(run.folder, summary)
    write_figures(run.folder, key_figures(summary))
    write_summary(run.folder, sentences(summary))


if __name__ == "__main__":
    main()
