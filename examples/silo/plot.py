#!/usr/bin/env python3
"""Draws what a run of the silo left: mass and discharge rate, load of the wall, time of sorting.

    python3 plot.py RESULT_FOLDER

Read from the folder (SI units):
  settings.txt       what was run, a name and a value a line
  mass.csv           time,phase,mass_held,mass_in,mass_out,mass_inside,kinetic_energy,cpu
  rest.dump          all balls at rest
  wall_load.txt      -var wall balls: forces on the balls of the wall by height (fix ave/chunk)
  wall_load.*.vtk    -var wall mesh: pressure and shear of each triangle (fix wall/mesh)
  log.lammps         the breakdown of computing time

Written there:
  discharge.png      mass in the silo and its rate beside Beverloo's correlation
  wall_pressure.png, wall_pressure.csv    against height beside Janssen's curve
  sorting.png        processor time of a rebuild of the neighbor lists against the number of balls while the silo fills
  summary.json       the numbers; summary.txt: whether they are as they should be
"""

import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import BLUE, GREEN, GREY, np, ORANGE, plt, result_folder, save
from grist_tools.read.dumps import last_snapshot
from grist_tools.read.intervals import of_series
from grist_tools.read.logs import read_log
from grist_tools.read.tables import read_columns, read_lines, read_settings, write_columns
from grist_tools.report.figures import KeyFigure, verdict, write_figures, write_json, write_summary
from grist_tools.text.messages import fail

GRAVITY = 9.81
BEVERLOO_C, BEVERLOO_K = 0.58, 1.5    # of spheres (Beverloo et al. 1961; Nedderman 1992)
LEAST_OUTLET = 6                      # ball diameters: below, the flow stops now and then
STEADY = (0.15, 0.65)                 # of the time in which the silo empties
DISCHARGE = 3                         # phase
LEAST_OUTPUTS = 20                    # of the mass in the discharge, below which it is not looked at


def bulk(folder, settings):
    """Solid mass over volume in the cylinder, a diameter off its cone and off the top, and the height of the top."""
    rest = last_snapshot(folder / "rest.dump", ("type", "z", "radius")).columns
    balls = rest["type"] == 1
    mass = settings["density"] * 4 / 3 * np.pi * rest["radius"][balls]**3
    z = rest["z"][balls]
    low, high = settings["cone_height"] + settings["diameter"] / 4, np.percentile(z, 98) - 1.0
    area = np.pi * settings["diameter"]**2 / 4
    inside = (z > low) & (z < high)
    density = mass[inside].sum() / (area * (high - low))
    top = low + mass[z > low].sum() / (density * area)
    return density, top


# ---------------------------------------------------------------- discharge


def beverloo(settings, density):
    opening = settings["outlet"] - BEVERLOO_K * (settings["r_min"] + settings["r_max"])
    return BEVERLOO_C * density * np.sqrt(GRAVITY) * max(opening, 0.0)**2.5


def discharge(folder, settings, history, density):
    part = history["phase"] == DISCHARGE
    time, mass = history["time"][part] - settings["time_open"], history["mass_held"][part]
    if len(time) < LEAST_OUTPUTS:
        return None
    start = mass[0]
    gone = np.nonzero(mass < 0.05 * start)[0]
    end = time[gone[0]] if len(gone) else time[-1]
    steady = (time > STEADY[0] * end) & (time < STEADY[1] * end)
    slope, offset = np.polyfit(time[steady], mass[steady], 1)
    scatter = np.abs(mass[steady] - (slope * time[steady] + offset)).max() / start
    expected = beverloo(settings, density)

    figure, (masses, rates) = plt.subplots(2, 1, figsize=(8, 7), sharex=True)
    masses.plot(history["time"], history["mass_held"] / 1e3, color=BLUE, label="in the silo")
    masses.plot(time[steady] + settings["time_open"], (slope * time[steady] + offset) / 1e3, color=ORANGE, label="line")
    masses.set_ylabel("mass, t")
    masses.legend()
    window = max(int(round(1.0 / (time[1] - time[0]))), 1)
    rates.plot(time[window:] + settings["time_open"] - 0.5, (mass[:-window] - mass[window:]) / 1.0 / 1e3, color=BLUE, label="over 1 s")
    rates.axhline(expected / 1e3, color=GREY, linestyle="--", label="Beverloo")
    rates.set_ylabel("discharge, t/s")
    rates.set_xlabel("time, s")
    rates.set_ylim(0)
    rates.legend()
    save(figure, folder / "discharge.png")
    flow = replace(of_series(-np.diff(mass[steady]) / np.diff(time[steady])), value=-slope)
    return {"estimate": flow, "rate": -slope, "beverloo": expected, "ratio": -slope / expected if expected else None,
            "deviation_from_line": scatter, "outlet_in_diameters": settings["outlet"] / (settings["r_min"] + settings["r_max"]),
            "emptied_in": float(end)}


# ---------------------------------------------------------------- load of the wall


def load_of_balls(folder, settings):
    """Middle heights, area, normal force and wall friction of height bins of the cylinder: the last window at rest."""
    blocks, step = {}, None
    for line in read_lines(folder / "wall_load.txt"):
        words = line.split()
        if line.startswith("#"):
            continue
        if len(words) == 3:
            step = float(words[0])
            blocks[step] = []
        else:
            blocks[step].append([float(word) for word in words])
    rows = np.array(blocks[last_window(settings, blocks)])
    bin_height = rows[1, 1] - rows[0, 1]
    # The area that belongs to the balls of a bin, on the inner surface of the silo.
    cell = np.pi * settings["diameter"] * settings["cylinder_height"] / cylinder_balls(settings)
    whole = (rows[:, 1] - bin_height / 2 > settings["cone_height"]) & (rows[:, 2] > 0)
    rows = rows[whole]
    return rows[:, 1], rows[:, 2] * cell, rows[:, 3], rows[:, 4]


def cylinder_balls(settings):
    radius = settings["diameter"] / 2 + (settings["r_min"] + settings["r_max"]) / 2
    return 2 * np.pi * radius * settings["cylinder_height"] / settings["wall_cell"]


def last_window(settings, steps):
    """The last window that ended before the outlet opened."""
    before = [step for step in steps if step <= settings["step_open"] + 0.5]
    if not before:
        fail("no load of the wall was averaged before the outlet opened: t_rest is shorter than the window")
    return max(before)


def read_vtk(path):
    lines = path.read_text().split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("POINTS"))
    count = int(lines[at].split()[1])
    words = " ".join(lines[at + 1:]).split()
    points = np.array(words[:3 * count], dtype=float).reshape(-1, 3)
    words = words[3 * count:]
    faces = int(words[1])
    polygons = np.array(words[3:3 + 4 * faces], dtype=int).reshape(-1, 4)[:, 1:]
    fields = {}
    for name in ("pressure", "shear_vector"):
        size = 3 if name == "shear_vector" else 1
        i = words.index("double" if size == 3 else "default", words.index(name)) + 1
        fields[name] = np.array(words[i:i + size * faces], dtype=float).reshape(faces, size)
    return points, polygons, fields


def load_of_mesh(folder, settings):
    files = {float(path.name.split(".")[1]): path for path in folder.glob("wall_load.*.vtk")}
    points, polygons, fields = read_vtk(files[last_window(settings, files)])
    corners = points[polygons]
    area = 0.5 * np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    z = corners[:, :, 2].mean(axis=1)
    edges = np.arange(settings["cone_height"], settings["cone_height"] + settings["cylinder_height"], settings["bin"])
    rows = []
    for low, high in zip(edges[:-1], edges[1:]):
        # Triangles that reach over the border of a bin count where their centre is.
        here = (z >= low) & (z < high) & (corners[:, :, 2].min(axis=1) > settings["cone_height"] - 1e-6)
        rows.append([0.5 * (low + high), area[here].sum(), (area[here] * fields["pressure"][here, 0]).sum(),
                     (area[here] * fields["shear_vector"][here, 2]).sum()])
    return np.array(rows).T


def wall_pressure(folder, settings, density, top):
    load = load_of_balls if settings["wall"] == "balls" else load_of_mesh
    z, area, push, drag = load(folder, settings)
    width = settings["diameter"]
    depth = top - z
    full = depth > 0
    z, area, push, drag, depth = z[full], area[full], push[full], drag[full], depth[full]
    pressure, shear = push / area, -drag / area

    # Stress on a level: the weight above less what the wall above carries. Its ratio to the wall's pressure is K.
    section = np.pi * width**2 / 4
    order = np.argsort(depth)
    carried = np.cumsum(-drag[order]) - 0.5 * -drag[order]
    vertical = density * GRAVITY * depth[order] - carried / section
    deep = depth[order] > width / 2
    if not deep.any():
        return None    # the filling is too low, or a bin too high
    ratio_k = (pressure[order][deep] / vertical[deep]).mean()
    slip = shear[order][deep].sum() / pressure[order][deep].sum()
    mu = settings["wall_friction"] if settings["wall"] == "mesh" else slip

    def janssen(mu, at):
        if mu * ratio_k < 1e-3:
            return ratio_k * density * GRAVITY * at
        return density * GRAVITY * width / (4 * mu) * (1 - np.exp(-4 * mu * ratio_k * at / width))

    columns = {"z": z, "depth": depth, "pressure": pressure, "shear": shear, "janssen": janssen(mu, depth),
               "janssen_mobilized": janssen(slip, depth)}
    columns = {name: values[order] for name, values in columns.items()}
    write_columns(folder / "wall_pressure.csv", columns)
    figure, axes = plt.subplots(figsize=(6, 7))
    axes.plot(pressure / 1e3, z, "o", color=BLUE, label="pressure")
    axes.plot(shear / 1e3, z, "s", color=GREEN, markersize=4, label="shear")
    fine = np.linspace(0, depth.max(), 100)
    axes.plot(janssen(mu, fine) / 1e3, top - fine, color=ORANGE, label=f"Janssen, friction {mu:.2f}, K {ratio_k:.2f}")
    axes.plot(density * GRAVITY * ratio_k * fine / 1e3, top - fine, color=GREY, linestyle=":", label="without wall friction")
    axes.set_xlabel("on the wall at rest, kPa")
    axes.set_ylabel("height, m")
    axes.legend()
    save(figure, folder / "wall_pressure.png")
    off = np.abs(columns["pressure"] / columns["janssen"] - 1)[columns["depth"] > width / 2]
    return {"stress_ratio": ratio_k, "friction_of_wall": settings["wall_friction"], "friction_mobilized": slip,
            "largest_deviation_from_janssen": off.max(), "mean_deviation_from_janssen": off.mean(),
            "carried_by_wall": -drag.sum() / (density * GRAVITY * section * depth.max())}


# ---------------------------------------------------------------- sorting


def sorting(folder, settings):
    """Processor time of a rebuild of the neighbor lists against the number of balls: the parts of the filling."""
    parts = []
    for run in read_log(folder / "log.lammps").runs:
        if "Neigh" not in run.busy or not run.builds or run.builds < 10:
            continue
        seconds = run.sections["Neigh"] * run.busy["Neigh"] / 100 * settings["ranks"]    # on all ranks together
        parts.append((run.atoms, 1e3 * seconds / run.builds))
        if len(parts) > 1 and parts[-1][0] <= parts[-2][0]:
            parts.pop()    # the filling has ended
            break
    if len(parts) < 3:
        return None
    atoms, times = np.array(parts).T
    # Balls in flight, always as many, have few neighbors: a line that does not start at the origin.
    slope, offset = np.polyfit(atoms, times, 1)
    line = slope * atoms + offset
    figure, axes = plt.subplots(figsize=(6, 4.5))
    axes.plot(atoms, times, "o", color=BLUE, label=f"neighbor_style {settings['search']}")
    axes.plot(atoms, line, color=GREY, label="line")
    axes.set_xlabel("balls, those of a wall of balls included")
    axes.set_ylabel("processor time of a rebuild, ms")
    axes.set_xlim(0)
    axes.set_ylim(0)
    axes.legend()
    save(figure, folder / "sorting.png")
    return {"search": settings["search"], "atoms": atoms.tolist(), "milliseconds_per_rebuild": times.tolist(),
            "microseconds_per_ball": 1e3 * slope, "largest_deviation_from_line_ms": float(np.abs(times - line).max())}


def judge_discharge(flow, settings):
    outlet = flow["outlet_in_diameters"]
    lines = [f"discharge {flow['rate']:.0f} kg/s, {flow['ratio']:.2f} of Beverloo's, outlet {outlet:.1f} diameters",
             verdict("steady discharge: mass within 3 % of a line", flow["deviation_from_line"] < 0.03)]
    if settings["friction"] > 0 and settings["cohesion"] == 0 and outlet >= LEAST_OUTLET - 1e-9:
        lines.append(verdict("rate within a factor 1.3 of Beverloo", 1 / 1.3 < flow["ratio"] < 1.3))
    return lines


def key_figures(summary):
    flow, wall = summary["discharge"], summary["wall"]
    rows = [KeyFigure("solid fraction", summary["solid_fraction"]), KeyFigure("bulk density", summary["bulk_density"], "kg/m3"),
            KeyFigure("balls lost", summary["balls_lost"], "", "", 0, 0, "none may be lost")]
    if flow:
        rows += [KeyFigure("discharge", flow["estimate"], "kg/s", "", flow["beverloo"], "", "Beverloo, whose constants scatter by a factor of 1.3"),
                 KeyFigure("mass off a line in steady discharge", 100 * flow["deviation_from_line"], "%", "", 0, 3, "steady discharge")]
    if wall:
        rows.append(KeyFigure("wall pressure off Janssen, in the mean", 100 * wall["mean_deviation_from_janssen"], "%", compared_with="Janssen (1895)"))
    return rows


def main():
    folder = result_folder()
    settings = read_settings(folder / "settings.txt")
    history = read_columns(folder / "mass.csv")
    density, top = bulk(folder, settings)
    summary = {"bulk_density": density, "solid_fraction": density / settings["density"], "height_of_top": top,
               "height_over_diameter": top / settings["diameter"]}
    summary["discharge"] = discharge(folder, settings, history, density)
    summary["wall"] = wall_pressure(folder, settings, density, top)
    summary["sorting"] = sorting(folder, settings)
    summary["balls_lost"] = settings["number_fed"] - settings["number_out"] - settings["number_inside"]
    summary["balls_spilled"] = settings["number_spilled"]

    flow, wall = summary["discharge"], summary["wall"]
    lines = [verdict("no ball lost or spilled", summary["balls_lost"] == 0 and summary["balls_spilled"] == 0)]
    if wall:
        lines.insert(0, f"load of the wall: K {wall['stress_ratio']:.2f}, friction {wall['friction_mobilized']:.2f}, off Janssen by "
                        f"{100 * wall['mean_deviation_from_janssen']:.0f} % on average, "
                        f"{100 * wall['largest_deviation_from_janssen']:.0f} % at most")
    else:
        lines.insert(0, "load of the wall: no bin of the cylinder is deep enough below the filling (-var bin)")
    if wall and settings["wall_friction"] > 0:
        lines.append(verdict("wall pressure within 20 % of Janssen", wall["largest_deviation_from_janssen"] < 0.2))
    if flow:
        lines += judge_discharge(flow, settings)
    summary["settings"] = settings
    write_json(folder, summary)
    write_figures(folder, key_figures(summary))
    write_summary(folder, lines)


if __name__ == "__main__":
    main()
