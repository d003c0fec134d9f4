#!/usr/bin/env python3
"""Draws a run of the hopper of polyhedra, and the timings of scaling.sh.

    python3 plot.py RESULT_FOLDER

The case is that of Nassauer et al. (2013), section 6. Needs numpy and matplotlib.

Read from RESULT_FOLDER (SI units; floor at z = 0, axis of the hopper at x = y = 0):
  settings.txt    what was run, a name and a value a line
  flow.csv        time,mass_below,particles_below,kinetic_energy,wall_seconds: below is below the outlet
  overlaps.dump   volume and area of the overlaps at some times
  vertices.dump   body, type (2: wall), x, y, z of all vertices at some times; last.dump: at the end (optional)
  timings.csv     particles,ranks,steps,seconds,contacts_per_particle of scaling.sh (then nothing else is needed)

Written there:
  picture.png     five moments (as the paper's Fig. 6): walls gray, their front half cut away; colors distinguish particles
  film.mp4        the run; film.gif where there is no ffmpeg
  flow.png, mass_flow.csv   mass through the outlet and mass flow against time
  timings.png     computing time against number of particles and of processes (as Figs. 8 and 7)
  summary.json    all numbers; figures.csv: those that matter most, for report.html

The view is from the side -y, from above a little, without perspective.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.bodies import hull, split_bodies
from grist_tools.dumps import last_snapshot, read_dump
from grist_tools.figures import KeyFigure, write_figures, write_json
from grist_tools.films import frame, write_film
from grist_tools.pictures import Camera
from grist_tools.plots import BLUE, GREEN, GREY, np, ORANGE, PINK, plt, result_folder, save, show
from grist_tools.tables import read_columns, read_settings, write_columns
from grist_tools.vessels import rectangle

VIEW = (0.0, -0.94, 0.34)                       # from the picture to the eye
COLORS = np.array([(0.93, 0.88, 0.78), (0.85, 0.55, 0.42), (0.50, 0.68, 0.82), (0.95, 0.78, 0.45), (0.60, 0.74, 0.55)])
STEEL, FLOOR = (0.70, 0.72, 0.75), (1.0, 1.0, 0.98)
WALL = 2                                        # type
SHARES = (0.02, 0.35, 0.7, 0.95)                # of the mass below, before the last picture
FLOWING = (0.05, 0.95)                          # of the mass: between them the mean mass flow is taken
WINDOW = 0.02                                   # s, over which the mass flow is smoothed


# ---------------------------------------------------------------- polyhedra


def back_half(points):
    """The part of a convex body at y > 0, as points; empty if there is none."""
    front, back = points[points[:, 1] < 0], points[points[:, 1] >= 0]
    if not len(front) or not len(back):
        return back
    share = back[:, None, 1] / (back[:, None, 1] - front[None, :, 1])
    cut = back[:, None] + share[..., None] * (front[None] - back[:, None])
    points = np.vstack([back, cut.reshape(-1, 3)])
    return points if np.ptp(points[:, 1]) > 1e-9 else points[:0]


class Scene:
    """Draws snapshots: the back half of the walls, the floor, and the particles, whose faces stay the same and are looked for once."""

    def __init__(self, settings, rows):
        self.faces, self.half = {}, settings["silo_half_width"] + settings["wall_thickness"]
        walls = [back_half(points) for kind, points in split_bodies(rows).values() if kind == WALL]
        self.walls = [(points, hull(points)) for points in walls if len(points)]
        self.frame = np.vstack([points for points, _ in self.walls] + [[(0.0, -self.half, 0.0)]])

    def draw(self, rows, **size):
        camera = Camera.around(self.frame, VIEW, **size)
        camera.triangles(rectangle((-self.half, -self.half, 0), (2 * self.half, 0, 0), (0, 2 * self.half, 0)), FLOOR)
        for points, faces in self.walls:
            camera.polyhedron(points, faces, STEEL)
        for number, (kind, points) in split_bodies(rows).items():
            if kind != WALL:
                if number not in self.faces:
                    self.faces[number] = hull(points)
                camera.polyhedron(points, self.faces[number], COLORS[number % len(COLORS)])
        return camera


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


def draw_run(folder, settings, flow):
    """picture.png and the film. What has not come into the bin yet is above the frame."""
    path, dt = folder / "vertices.dump", settings["timestep"]
    steps = [snapshot.step for snapshot in read_dump(path)]
    times = [time_of(flow, settings, share) for share in SHARES]
    picked = {min(steps, key=lambda step: abs(step * dt - time)) for time in times}
    scene = Scene(settings, next(read_dump(path)).rows)
    moments = [*read_dump(path, picked), last_snapshot(folder / "last.dump")]
    cameras = [scene.draw(moment.rows, columns=440, samples=2) for moment in moments]
    figure, axes = plt.subplots(1, len(moments), dpi=130, squeeze=False,
                                figsize=(2.7 * len(moments), 2.7 * cameras[0].rows / cameras[0].columns + 0.4))
    for ax, camera, moment in zip(axes.flat, cameras, moments):
        show(ax, camera, f"t = {moment.step * dt:.2f} s")
    save(figure, folder / "picture.png", caption="The front half of the walls is cut away. Colors tell particles apart.")

    film = (frame(scene.draw(moment.rows, columns=480), f"t = {moment.step * dt:.2f} s") for moment in read_dump(path))
    write_film(folder / "film", film, rate=10)


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
    if (folder / "vertices.dump").exists():
        draw_run(folder, settings, flow)
        print(f"picture: {folder / 'picture.png'}")
    print(f"plot: {folder / 'flow.png'}")
    print(f"summary: {folder / 'summary.json'}")


if __name__ == "__main__":
    main()
