#!/usr/bin/env python3
"""Evaluates a run of the lifting hopper: angle of repose, plots, summary.

    python3 plot.py RESULT_FOLDER

The case is that of Huang et al. (2020), section 4.2. Needs numpy and matplotlib.

Read from RESULT_FOLDER (SI units; floor at z = 0, axis of the hopper at x = y = 0, lift starts at time 0):
  settings.txt    what was run, a name and a value a line: setting, spheres, clusters, friction_sliding, friction_rolling, timestep, ...
  history.csv     time,kinetic_energy,lift,bonds_start,broken_bonds,clusters,atoms
  tracked.csv     time,speed_a,speed_b,x_a,y_a,z_a,x_b,y_b,z_b: two particles from the edge of the top
  filled.dump     LAMMPS dump with id mol type x y z radius at the start of the lift
  pile.dump       the same at the end

Written there:
  pile_edge.csv     upper edge of the pile in front view (along y) and side view (along x), m
  pile_profile.csv  ring means of the surface height and their standard deviation over the sectors, m
  pile_edge.png     both, with the fitted lines and angles (as the paper's Fig. 12)
  tracked.png       speed of the tracked particles (as the paper's Fig. 13)
  history.png       kinetic energy, and fraction of bonds broken
  summary.json      all numbers; figures.csv: those that matter most, for report.html

Vocabulary. A body is a cluster (atoms of one mol > 0) or a single sphere (mol 0). The surface is the map of
the highest sphere surface over a fine grid of x and y, zero where there is only floor. d is the diameter of
the larger kind of body. The window is the range of radii where lines are fitted: there the mean surface lies
between 20 % and 90 % of the pile's height, and above 0.65 d. Both keep the rounded tip and the single layer at
the foot out; particles lying alone beyond the foot hardly raise the mean, so they never reach the window.

Angle of repose: in each of 8 sectors a straight line is fitted by least squares to the surface over the
window; the angles' mean is the result, their standard deviation its spread. The window depends on radius only,
not on the height of the points in it, so it does not cut the scatter of heights on one side.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import BLUE, GREY, np, ORANGE, plt, result_folder, save, SKY
from grist_tools.read.dumps import last_snapshot, positions
from grist_tools.read.intervals import of_runs
from grist_tools.read.piles import HeightMap, line, Pile, resting, slope_angle
from grist_tools.read.tables import read_columns, read_settings, write_columns
from grist_tools.report.figures import KeyFigure, write_figures, write_json
from grist_tools.text.messages import fail
from grist_tools.text.values import number_or_integer

from matplotlib.collections import EllipseCollection

# Bias, measured on random packings cut to cones of 15, 21 and 27 degrees, half of them with a rounded tip and
# 3 % of the bodies loose around the foot (mean error; scatter from pile to pile):
#                                  3000 bodies          300 bodies
#   lines in sectors               -0.1;  0.2 deg       -0.6;  1.6 deg
#   lines on the side views        -0.5;  0.3 deg       -1.5;  1.7 deg
# The mean surface lies about 0.35 d below the cone at every radius above a single layer, so its slope is the
# cone's. The highest point of a bin, as in the side views, rises outward because more bodies share the bin.
# Without the limit LAYER the foot of a small pile costs 2 to 3 degrees.

SECTORS = 8
WINDOW_LOW, WINDOW_HIGH = 0.2, 0.9   # of the pile's height
LAYER = 0.65                         # of d: a single layer of bodies is about this high on average
MIN_PARTICLES = 20
MIN_LAYERS = 4                       # a lower pile has no flank to speak of
METHOD = f"line through the surface in {SECTORS} sectors"

MM = 1e3


# ---------------------------------------------------------------- reading


def read_atoms(path):
    """Step and atoms (columns by name) of the last snapshot of a dump."""
    wanted = "mol type x y z radius".split()
    snapshot = last_snapshot(path, wanted)
    if len(snapshot.rows) < MIN_PARTICLES:
        fail(f"{path} holds {len(snapshot.rows)} particles, at least {MIN_PARTICLES} are needed")
    atoms = snapshot.columns
    if not all(np.isfinite(atoms[name]).all() for name in wanted):
        fail(f"{path} holds values that are not numbers")
    return snapshot.step, atoms


# ---------------------------------------------------------------- bodies and surface


def bodies(atoms):
    """Volume, centre and diameter of each body; a cluster's is that of the sphere around it."""
    mol = atoms["mol"].astype(int)
    label = np.where(mol > 0, mol, mol.max() + 1 + np.arange(len(mol)))
    _, label = np.unique(label, return_inverse=True)
    weight = atoms["radius"] ** 3
    volume = np.bincount(label, weight)
    center = np.array([np.bincount(label, weight * atoms[k]) / volume for k in "xyz"])
    reach = np.sqrt(sum((atoms[k] - center[i][label]) ** 2 for i, k in enumerate("xyz"))) + atoms["radius"]
    size = np.zeros(len(volume))
    np.maximum.at(size, label, 2 * reach)
    return {"x": center[0], "y": center[1], "volume": volume, "size": size,
            "cluster": np.bincount(label, mol > 0) > 0}


def large_diameter(parts):
    """d: the median of the clusters' diameters (scattered fragments do not disturb it), or of the spheres'."""
    single = parts["size"][~parts["cluster"]]
    whole = parts["size"][parts["cluster"]]
    return max(np.median(sizes) for sizes in (single, whole) if len(sizes))


# ---------------------------------------------------------------- angle of repose


def edge_lines(axis, edges, window):
    """Lines on the left and right flank of both views, the paper's way: (view, sign, a, b) with z = a + b |x|."""
    lines = []
    for view, edge in edges.items():
        for sign in (-1, 1):
            inside = (sign * axis >= window[0]) & (sign * axis <= window[1])
            lines.append((view, sign) + line(sign * axis[inside], edge[inside]))
    return lines


def evaluate_pile(atoms, path):
    """All that is measured on the pile."""
    parts = bodies(atoms)
    d = large_diameter(parts)
    keep = resting(atoms["z"], atoms["radius"], d)
    rest = {name: column[keep] for name, column in atoms.items()}
    if keep.sum() < MIN_PARTICLES:
        fail(f"{path} holds {keep.sum()} particles in the pile, at least {MIN_PARTICLES} are needed")
    heights = HeightMap.of_spheres(positions(rest), rest["radius"])
    pile = Pile(heights, d / 2, sectors=SECTORS)
    window = pile.window(WINDOW_LOW, WINDOW_HIGH, LAYER * d)
    if window[1] - window[0] < 0.5 * d:
        fail(f"the particles in {path} form no pile: their mean surface is {pile.top() * MM:.1f} mm high, "
             f"with bodies of {d * MM:.1f} mm")
    edges = heights.upper_edges()
    profile = {"r": pile.r, "mean": pile.mean, "std": pile.spread(), "top": pile.top(), "window": window, "foot": pile.runout()}
    return {"atoms": rest, "above": int((~keep).sum()), "parts": parts, "d": d, "axis": heights.x, "edges": edges,
            "profile": profile, "sector_lines": pile.sector_lines(window), "angle": pile.angle_of_repose(window),
            "edge_lines": edge_lines(heights.x, edges, window), "highest": float(heights.height.max()), "volume": heights.volume()}


# ---------------------------------------------------------------- other numbers


def symmetry(parts):
    """Offset of the volume centroid from the axis, and what chance alone gives: the root mean square offset
    of the same bodies at the same radii with independent random azimuths."""
    weight = parts["volume"] / parts["volume"].sum()
    x, y = (weight @ parts["x"], weight @ parts["y"])
    noise = np.sqrt(np.sum(weight ** 2 * (parts["x"] ** 2 + parts["y"] ** 2)))
    return {"offset_mm": float(np.hypot(x, y)) * MM, "offset_x_mm": float(x) * MM, "offset_y_mm": float(y) * MM,
            "noise_mm": float(noise) * MM, "within_noise": bool(np.hypot(x, y) < 2 * noise)}


def fill_level(atoms):
    """Level of the fill: highest sphere tops in squares of side 2 d that lie wholly inside the top's circle."""
    d = large_diameter(bodies(atoms))
    x, y, top = atoms["x"], atoms["y"], atoms["z"] + atoms["radius"]
    upper = top > np.percentile(top, 98) - 2 * d
    reach = np.percentile(np.hypot(x, y)[upper], 95)
    column, row = np.floor(x / (2 * d)).astype(int), np.floor(y / (2 * d)).astype(int)
    highest = {}
    for i, j, t in zip(column, row, top):
        corner = 2 * d * np.hypot(max(abs(i), abs(i + 1)), max(abs(j), abs(j + 1)))
        if corner <= max(reach, 3 * d):
            highest[i, j] = max(t, highest.get((i, j), 0))
    levels = np.array(list(highest.values())) if highest else np.array([top.max()])
    return {"fill_level_mm": float(levels.mean()) * MM, "fill_level_spread_mm": float(levels.std()) * MM,
            "fill_level_range_mm": float(np.ptp(levels)) * MM}


def energy(history):
    """Kinetic energy at the end, and the peak since the start of the lift."""
    since = history["kinetic_energy"][history["time"] >= 0]
    return {"kinetic_energy_end_J": float(history["kinetic_energy"][-1]),
            "kinetic_energy_peak_J": float(since.max() if len(since) else history["kinetic_energy"].max())}


def summarize(settings, history, filled, atoms, pile):
    repose = pile["angle"]
    side = [slope_angle(b) for *_, b in pile["edge_lines"]]
    profile, parts = pile["profile"], pile["parts"]
    r_in, r_out = (w * MM for w in profile["window"])
    return {
        **settings,
        "counts": {"atoms": len(atoms["x"]), "clusters": int(parts["cluster"].sum()),
                   "spheres": int((~parts["cluster"]).sum()), "atoms_above_pile": pile["above"],
                   "bodies_beyond_foot": int((np.hypot(parts["x"], parts["y"]) > profile["foot"]).sum())},
        "angle_of_repose_deg": repose.mean,
        "angle_std_deg": repose.deviation,
        "angle_by_sector_deg": repose.by_sector,
        "angles_from_side_view_deg": side,
        "angle_from_side_view_deg": float(np.mean(side)),
        "angle_from_side_view_std_deg": float(np.std(side, ddof=1)),
        "fit": f"Least-squares lines through the surface between radius {r_in:.1f} and {r_out:.1f} mm in {SECTORS} "
               "sectors: mean and standard deviation of their angles.",
        "fit_range_mm": [r_in, r_out],
        "pile_height_mm": pile["highest"] * MM,
        "pile_height_mean_surface_mm": profile["top"] * MM,
        "pile_radius_mm": profile["foot"] * MM,
        "pile_volume_mm3": pile["volume"] * MM**3,
        "large_diameter_mm": pile["d"] * MM,
        "symmetry": symmetry(parts),
        "bonds_start": int(history["bonds_start"][-1]),
        "broken_bonds": int(history["broken_bonds"][-1]),
        "atoms_lost": len(filled["x"]) - len(atoms["x"]),
        **energy(history),
        **fill_level(filled),
        "simulated_time_s": float(history["time"][-1] - history["time"][0]),
        "time_since_lift_start_s": float(history["time"][-1]),
    }


# ---------------------------------------------------------------- files


def draw_spheres(axes, across, atoms):
    """Side view of all spheres with their true radii: single ones green, elements of clusters white."""
    size = 2 * MM * atoms["radius"]
    colors = np.where((atoms["mol"] > 0)[:, None], (1, 1, 1, 1), (0.72, 0.88, 0.82, 1))
    axes.add_collection(EllipseCollection(
        size, size, np.zeros(len(size)), units="xy", transOffset=axes.transData, facecolors=colors,
        edgecolors="#bbbbbb", linewidths=0.3, offsets=MM * np.column_stack([across, atoms["z"]])))


def draw_view(axes, view, pile):
    atoms = pile["atoms"]
    across, behind = (atoms["x"], atoms["y"]) if view == "front" else (atoms["y"], atoms["x"])
    order = np.argsort(-behind)   # the nearest ones last
    draw_spheres(axes, across[order], {name: column[order] for name, column in atoms.items()})
    axes.plot(MM * pile["axis"], MM * pile["edges"][view], color=BLUE, lw=1.3, label="upper edge")
    foot, window = pile["profile"]["foot"], np.array(pile["profile"]["window"])
    for of_view, sign, a, b in pile["edge_lines"]:
        if of_view == view:
            axes.plot(sign * MM * window, MM * (a + b * window), color=ORANGE, lw=2.2, ls="--",
                      label="line on the flank" if sign > 0 else None)
            axes.annotate(f"{slope_angle(b):.1f}°", (sign * MM * window.mean(), MM * (a + b * window.mean())),
                          (sign * 16, 12), textcoords="offset points", color=ORANGE, ha="center", weight="bold")
    axes.set_xlabel("x (mm)" if view == "front" else "y (mm)")
    axes.set_xlim(-1.25 * MM * foot, 1.25 * MM * foot)


def draw_profile(axes, pile, summary):
    profile, window = pile["profile"], np.array(pile["profile"]["window"])
    r, mean, std = (MM * profile[k] for k in ("r", "mean", "std"))
    axes.fill_between(r, mean - std, mean + std, color=SKY, alpha=0.4, lw=0, label="spread over sectors")
    axes.plot(r, mean, color=BLUE, marker="o", ms=3, lw=1.3, label="mean surface")
    a, b = np.mean(pile["sector_lines"], axis=0)
    text = f"{summary['angle_of_repose_deg']:.1f} ± {summary['angle_std_deg']:.1f}°"
    axes.plot(MM * window, MM * (a + b * window), color=ORANGE, lw=2.2, ls="--", label=f"fitted line, {text}")
    axes.set_xlim(0, 1.25 * MM * profile["foot"])
    axes.set_xlabel("distance from the axis (mm)")


def plot_pile(path, pile, summary):
    limit = pile["highest"] + max(0.25 * pile["highest"], 0.2 * pile["profile"]["foot"])   # room for the legend
    row = 8.2 * limit / (2.5 * pile["profile"]["foot"])   # inches, so that equal axes fill the width
    figure, axes = plt.subplots(3, 1, figsize=(9, min(4 * row + 2.7, 14)), dpi=120,
                                gridspec_kw={"height_ratios": (1, 1, 2)})
    for ax, view in zip(axes, ("front", "side")):
        draw_view(ax, view, pile)
        ax.set_title(f"Seen from the {view}", loc="left", fontsize=10)
    draw_profile(axes[2], pile, summary)
    axes[2].set_title("Mean over the azimuth", loc="left", fontsize=10)
    for ax in axes:
        ax.set_ylabel("z (mm)")
        ax.set_ylim(0, MM * limit)
        ax.set_aspect("equal")
        ax.legend(frameon=False, fontsize=8, loc="upper right")
    figure.suptitle(f"Angle of repose {summary['angle_of_repose_deg']:.1f} ± {summary['angle_std_deg']:.1f}° "
                    f"({METHOD}); from the side views {summary['angle_from_side_view_deg']:.1f}°", fontsize=11)
    save(figure, path, caption="The pile from two sides and its mean profile, with the lines whose slope is the angle of repose.")


def plot_tracked(path, tracked):
    figure, ax = plt.subplots(figsize=(7, 4), dpi=120)
    ax.plot(tracked["time"], tracked["speed_a"], color=ORANGE, lw=1.4, label="particle A")
    ax.plot(tracked["time"], tracked["speed_b"], color=BLUE, lw=1.4, ls="--", label="particle B")
    mark_lift(ax)
    ax.set(xlabel="time since the start of the lift (s)", ylabel="speed (m/s)", ylim=(0, None))
    ax.legend(frameon=False)
    save(figure, path, caption="Speed of two spheres that lay at the edge of the top (Fig. 13 of the paper).")


def plot_history(path, history):
    figure, (upper, lower) = plt.subplots(2, 1, figsize=(7, 5.5), dpi=120, sharex=True)
    moving = np.where(history["kinetic_energy"] > 0, history["kinetic_energy"], np.nan)
    upper.semilogy(history["time"], moving, color=BLUE, lw=1.3)
    upper.set_ylabel("kinetic energy (J)")
    broken = 100 * history["broken_bonds"] / np.maximum(history["bonds_start"], 1)
    lower.plot(history["time"], broken, color=ORANGE, lw=1.8)
    limit = max(1.0, 1.15 * broken.max())
    lower.set(xlabel="time since the start of the lift (s)", ylabel="bonds broken (%)",
              ylim=(-0.05 * limit, limit))
    lower.set_title(f"{history['broken_bonds'][-1]:.0f} of {history['bonds_start'][-1]:.0f} bonds broken at the end",
                    loc="right", fontsize=9)
    for ax in (upper, lower):
        mark_lift(ax)
    save(figure, path, caption="Kinetic energy and broken bonds.")


def mark_lift(ax):
    ax.axvline(0, color=GREY, lw=1, ls=":")
    ax.grid(alpha=0.25)


# ---------------------------------------------------------------- pictures


def key_figures(summary):
    paper = {"compared_with": "Huang et al. (2020), section 4.2, from side views", "expected": 21}
    full = summary["setting"] != "demo"
    return [KeyFigure("angle of repose", of_runs(summary["angle_by_sector_deg"], "sectors"), "degrees"),
            KeyFigure("angle of repose from side views", of_runs(summary["angles_from_side_view_deg"], "flanks"), "degrees",
                       **(paper if full else {"compared_with": "the 21 degrees of Huang et al. (2020) hold for the full setting alone"})),
            KeyFigure("height of the pile over the size of a cluster", summary["pile_height_mm"] / summary["large_diameter_mm"],
                       compared_with=f"at least {MIN_LAYERS} for an angle that is reliable"),
            KeyFigure("atoms lost", summary["atoms_lost"], "", "", 0, 0, "none may be lost"),
            KeyFigure("broken bonds", summary["broken_bonds"], f"of {summary['bonds_start']}", "", 0, 0,
                       "far below their strength in the paper"),
            KeyFigure("offset of the pile from the axis", summary["symmetry"]["offset_mm"], "mm", "", 0, 2 * summary["symmetry"]["noise_mm"],
                       "twice what chance gives")]


def main():
    folder = result_folder()
    settings = read_settings(folder / "settings.txt", number_or_integer, ["timestep"])
    if not isinstance(settings["timestep"], (int, float)) or not settings["timestep"] > 0:
        fail(f"{folder / 'settings.txt'} has no positive timestep")
    history = read_columns(folder / "history.csv",
                         "time kinetic_energy lift bonds_start broken_bonds clusters atoms".split())
    tracked = read_columns(folder / "tracked.csv", "time speed_a speed_b".split())
    start_step, filled = read_atoms(folder / "filled.dump")
    end_step, atoms = read_atoms(folder / "pile.dump")
    pile = evaluate_pile(atoms, folder / "pile.dump")
    summary = summarize(settings, history, filled, atoms, pile)

    profile, edges = pile["profile"], pile["edges"]
    write_columns(folder / "pile_edge.csv", {"x_or_y": pile["axis"], "z_front_view": edges["front"], "z_side_view": edges["side"]}, "%.6f")
    write_columns(folder / "pile_profile.csv", {"r": profile["r"], "height_mean": profile["mean"], "height_std": profile["std"]}, "%.6f")
    write_json(folder, summary)
    plot_pile(folder / "pile_edge.png", pile, summary)
    plot_tracked(folder / "tracked.png", tracked)
    plot_history(folder / "history.png", history)
    write_figures(folder, key_figures(summary))
    report(folder, summary)


def report(folder, summary):
    if summary["counts"]["atoms_above_pile"]:
        print(f"note: {summary['counts']['atoms_above_pile']} spheres are not in the pile but above it")
    print(f"angle of repose: {summary['angle_of_repose_deg']:.1f} +- {summary['angle_std_deg']:.1f} degrees "
          f"({METHOD})")
    layers = summary["pile_height_mm"] / summary["large_diameter_mm"]
    if layers < MIN_LAYERS:
        print(f"note: the pile is {layers:.1f} clusters high, too low for an angle one can rely on")
    for name in ("pile_edge.png", "tracked.png", "history.png", "summary.json"):
        print(f"{'summary' if name.endswith('json') else 'plot'}: {folder / name}")


if __name__ == "__main__":
    main()
