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
  picture.png     six moments (as the paper's Fig. 6): particles colored by number, walls gray, their front half cut away
  flow.png, mass_flow.csv   mass through the outlet and mass flow against time
  timings.png     computing time against number of particles and of processes (as Figs. 8 and 7)
  summary.json    all numbers

The view is from the side -y, PITCH from above, without perspective. Bodies are convex: of each the faces that look
at us are drawn, particles from far to near (painter's algorithm), and before them the walls.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_picture import hull, split_bodies
from grist_plot import (BLUE, GREEN, GREY, np, ORANGE, PINK, plt, read_columns, read_local_dump, read_settings,
                        result_folder, save)

from matplotlib.collections import PolyCollection

PITCH = np.radians(20)
LIGHT = np.array([-0.45, -0.6, 0.85]) / np.linalg.norm([-0.45, -0.6, 0.85])
TO_EYE = np.array([0.0, -np.cos(PITCH), np.sin(PITCH)])
UP = np.array([0.0, np.sin(PITCH), np.cos(PITCH)])
WALL = 2                                        # type
SHARES = (0.02, 0.35, 0.75, 0.98)               # of the mass below, between the first and the last picture
FLOWING = (0.05, 0.95)                          # of the mass: between them the mean mass flow is taken
WINDOW = 0.02                                   # s, over which the mass flow is smoothed


# ---------------------------------------------------------------- reading


def dump_steps(path):
    """The steps that are in a dump."""
    with open(path) as file:
        return [int(next(file)) for line in file if line.startswith("ITEM: TIMESTEP")]


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


def wall_order(points):
    """Pieces of the rings from low to high, from far to near, from the middle outwards."""
    low, high = points.min(axis=0), points.max(axis=0)
    middle = np.round((low + high) / 2, 6)
    return middle[2], -middle[1], abs(middle[0])


class Painter:
    """Draws snapshots. The faces of a particle stay the same; they are looked for once."""

    def __init__(self):
        self.faces = {}

    def draw(self, ax, rows):
        bodies = split_bodies(rows)
        walls = [back_half(points) for kind, points in bodies.values() if kind == WALL]
        walls = [(points, hull(points), np.array([0.72, 0.72, 0.72])) for points in walls if len(points)]
        particles = []
        for number, (kind, points) in bodies.items():
            if kind != WALL:
                if number not in self.faces:
                    self.faces[number] = hull(points)
                color = plt.get_cmap("turbo")(0.05 + 0.9 * (number * 0.61803399 % 1.0))[:3]
                particles.append((points, self.faces[number], np.array(color)))
        self.paint(ax, sorted(walls, key=lambda body: wall_order(body[0])))
        self.paint(ax, sorted(particles, key=lambda body: body[0].mean(axis=0) @ TO_EYE))

    @staticmethod
    def paint(ax, bodies):
        polygons, colors = [], []
        for points, faces, color in bodies:
            for face in faces:
                corners = points[face]
                normal = np.cross(corners, np.roll(corners, -1, axis=0)).sum(axis=0)
                normal /= np.linalg.norm(normal)
                if normal @ TO_EYE > 0:
                    polygons.append(np.column_stack([corners[:, 0], corners @ UP]) * 1e3)
                    colors.append(np.clip(color * (0.45 + 0.6 * max(0.0, normal @ LIGHT)), 0, 1))
        edges = [0.55 * color for color in colors]
        ax.add_collection(PolyCollection(polygons, facecolors=colors, edgecolors=edges, linewidths=0.25))


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
    for step, rows in read_local_dump(path):
        rows = rows[rows[:, 1] > 0] if rows.size else rows.reshape(0, 2)
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
    with open(folder / "mass_flow.csv", "w") as file:
        file.write("time,mass_below,mass_flow\n")
        file.writelines(f"{t:.6f},{m:.6e},{r:.6e}\n" for t, m, r in zip(flow["time"], flow["mass_below"], rate))
    figure, (upper, lower) = plt.subplots(2, 1, figsize=(7, 5.5), dpi=120, sharex=True)
    upper.plot(flow["time"], flow["mass_below"], color=BLUE, lw=1.6)
    upper.set(ylabel="mass below the outlet (kg)", ylim=(0, None))
    lower.plot(flow["time"], rate, color=ORANGE, lw=1.4)
    lower.set(xlabel="time (s)", ylabel=f"mass flow (kg/s), over {1e3 * WINDOW:.0f} ms", ylim=(0, None))
    for ax in (upper, lower):
        ax.grid(alpha=0.25)
    save(figure, folder / "flow.png")


def draw_floor(ax, half):
    corners = np.array([[x, y, 0.0] for x, y in ((-half, -half), (half, -half), (half, half), (-half, half))])
    ax.add_collection(PolyCollection([np.column_stack([corners[:, 0], corners @ UP]) * 1e3], facecolors="0.88",
                                     edgecolors="0.5", linewidths=0.25))


def plot_picture(folder, settings, flow):
    path, dt = folder / "vertices.dump", settings["timestep"]
    steps = dump_steps(path)
    times = [0.0] + [time_of(flow, settings, share) for share in SHARES]
    picked = [min(steps, key=lambda step: abs(step * dt - time)) for time in times]
    frames = list(read_local_dump(path, set(picked)))
    frames = [frame for frame in frames if frame[0] in picked] + list(read_local_dump(folder / "last.dump"))
    every = np.vstack([rows for _, rows in frames])
    across = 1e3 * np.array([every[:, 2].min(), every[:, 2].max()])
    height = every[:, 2:] @ UP * 1e3
    low, high = height.min() - 5, height.max() + 5
    figure, axes = plt.subplots(1, len(frames), dpi=130, squeeze=False,
                                figsize=(2.4 * len(frames), 2.3 * (high - low) / np.ptp(across) + 0.4))
    painter = Painter()
    for ax, (step, rows) in zip(axes.flat, frames):
        draw_floor(ax, settings["silo_half_width"] + settings["wall_thickness"])
        painter.draw(ax, rows)
        ax.axis("off")
        ax.set(xlim=across, ylim=(low, high), aspect="equal")
        ax.set_title(f"t = {step * dt:.2f} s", fontsize=11)
    save(figure, folder / "picture.png")


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
    (folder / "summary.json").write_text(json.dumps(summary, indent=2) + "\n")
    plot_flow(folder, flow)
    if (folder / "vertices.dump").exists():
        plot_picture(folder, settings, flow)
        print(f"picture: {folder / 'picture.png'}")
    print(f"plot: {folder / 'flow.png'}")
    print(f"summary: {folder / 'summary.json'}")


if __name__ == "__main__":
    main()
