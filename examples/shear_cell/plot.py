#!/usr/bin/env python3
"""Draws a run of the shear cell, and evaluates its yield locus by Mohr circles.

    python3 plot.py RESULT_FOLDER

Read from RESULT_FOLDER (SI units): settings.txt; history.csv, stresses on the lid as means over 1/40 of a diameter of shear.

Written there:
  shear.png       shear stress and height of the bed against displacement, for each point
  locus.png       yield locus and Mohr circles
  locus.csv       the points; summary.json, summary.txt: the numbers; figures.csv: those that matter most, for report.html

Preshear: means over the second half of each preshear. A point: the largest mean of the shear stress over half a diameter of
displacement, with the normal stress of that window. The construction of the yield locus and its circles is that of grist_tools/read/yield_locus.py.
"""

import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import AMBER, BLUE, GREEN, GREY, np, ORANGE, PINK, plt, result_folder, save, SKY
from grist_tools.read.intervals import of_runs
from grist_tools.read.tables import read_rows, read_settings, write_columns
from grist_tools.read.yield_locus import Locus
from grist_tools.report.figures import KeyFigure, verdict, write_figures, write_json, write_verdicts
from grist_tools.text.messages import fail

SETTINGS = ("preshear", "cohesion", "friction", "rolling", "diameter", "mass", "density", "length", "width", "wall_seconds", "ranks")
WINDOW = 20                # rows of a mean: half a diameter of displacement
LARGEST_COHESION = 0.03    # of spheres that do not stick, over the normal stress of the preshear
HELD = 0.01                # of a target
GLASS = 24.7               # degrees, effective angle of glass beads in a ring shear tester: README.md
GLASS_BAND = 3.0
KPA = 1e-3
COLORS = (BLUE, ORANGE, GREEN, PINK, AMBER, SKY)


def stages(folder):
    """Preshears, points and what is before each point under its stress, in the order of the run, each as columns by name."""
    parts, last = [], None
    for row in read_rows(folder / "history.csv"):
        if (row["stage"], row["target"]) != last:
            parts.append([])
        last = row["stage"], row["target"]
        parts[-1].append(row)
    columns = [{name: np.array([row[name] for row in part[1:]]) for name in part[0] if name != "stage"} for part in parts]
    sheared = [k for k, part in enumerate(parts) if len(part) > WINDOW and part[0]["stage"] in ("preshear", "point")]
    pre = [columns[k] for k in sheared if parts[k][0]["stage"] == "preshear"]
    points = [k for k in sheared if parts[k][0]["stage"] == "point"]
    if len(points) < 2 or len(pre) != len(points):
        fail(f"history.csv holds {len(pre)} preshears and {len(points)} points (expected as many of both, two or more)")
    return pre, [columns[k] for k in points], [columns[k - 1] for k in points]


def held(before, points):
    """Mean normal stress over the target while a point is sheared, and the time (s) from its target until no row is off by more than HELD."""
    means, times = [], []
    for wait, point in zip(before, points):
        means.append(point["normal"].mean() / point["target"][0])
        off = np.flatnonzero(np.abs(wait["normal"] / wait["target"] - 1) > HELD)
        rows = off[-1] + 2 if len(off) else 1    # the first row is left out
        times.append(float(rows * (point["time"][1] - point["time"][0])))
    return {"held": means, "settled_s": times}


def peak(part):
    """Normal and shear stress where the mean over the window is largest, and the displacement there."""
    means = {name: np.convolve(part[name], np.full(WINDOW, 1 / WINDOW), "valid") for name in ("normal", "shear", "displacement")}
    k = np.argmax(means["shear"])
    return means["normal"][k], means["shear"][k], means["displacement"][k]


def steady(part):
    half = part["displacement"] > 0.5 * part["displacement"][-1]
    return part["normal"][half].mean(), part["shear"][half].mean(), part["height"][half].mean()


def evaluate(settings, pre, points):
    sigma, tau = np.array([peak(part)[:2] for part in points]).T
    presheared = [steady(part) for part in pre]
    sigma_pre, tau_pre, height = np.mean(presheared, axis=0)
    locus = Locus(sigma, tau, (sigma_pre, tau_pre))
    angles = [Locus(sigma, tau, one[:2]).effective for one in presheared]
    fractions = [settings["mass"] / settings["density"] / (settings["length"] * settings["width"] * one[2]) for one in presheared]
    return {**settings, "sigma_preshear_Pa": sigma_pre, "tau_preshear_Pa": tau_pre,
            "sigma_Pa": list(sigma), "tau_Pa": list(tau), "phi_locus_degrees": np.degrees(locus.phi), "cohesion_Pa": locus.cohesion,
            "largest_deviation": locus.off / tau_pre,
            "phi_steady_degrees": np.degrees(np.arctan(tau_pre / sigma_pre)), "phi_effective_degrees": locus.effective,
            "phi_effective": replace(of_runs(angles, "preshears"), value=float(locus.effective)), "steady_fraction": of_runs(fractions, "preshears"),
            "middle_Pa": locus.middle, "radius_Pa": locus.radius, "sigma_1_Pa": locus.major, "strength_Pa": locus.strength,
            "flow_function": locus.major / locus.strength if locus.strength > 0 else float("inf"),
            "solid_fraction": settings["mass"] / settings["density"] / (settings["length"] * settings["width"] * height)}


# ---------------------------------------------------------------- plots


def plot_shear(path, pre, points):
    figure, axes = plt.subplots(2, 2, figsize=(8.6, 6), dpi=130, sharex="col", sharey="row", height_ratios=(2, 1))
    for parts, column, title in ((pre, 0, "preshear"), (points, 1, "points")):
        for part, point, color in zip(parts, points, COLORS):
            label = f"{KPA * point['target'][0]:g} kPa" if column else f"before {KPA * point['target'][0]:g} kPa"
            axes[0, column].plot(1e3 * part["displacement"], KPA * part["shear"], color=color, lw=1.2, label=label)
            axes[1, column].plot(1e3 * part["displacement"], 1e3 * part["height"], color=color, lw=1.2)
            if column:
                _, tau, where = peak(part)
                axes[0, 1].plot(1e3 * where, KPA * tau, "o", color=color, ms=6)
        axes[0, column].set_title(title)
        axes[0, column].legend(frameon=False, fontsize=9)
        axes[1, column].set_xlabel("displacement of the base (mm)")
    axes[0, 0].set(ylabel="shear stress (kPa)", ylim=(0, None))
    axes[1, 0].set_ylabel("height of the bed (mm)")
    for ax in axes.flat:
        ax.grid(alpha=0.25)
    save(figure, path)


def plot_locus(path, s):
    figure, ax = plt.subplots(figsize=(8, 4.6), dpi=130)
    end = 1.05 * s["sigma_1_Pa"]
    line = np.array([0.0, s["sigma_preshear_Pa"] * 1.05])
    ax.plot(KPA * line, KPA * (s["cohesion_Pa"] + line * np.tan(np.radians(s["phi_locus_degrees"]))), color=BLUE, lw=1.6,
            label=f"yield locus: {s['phi_locus_degrees']:.1f} degrees, cohesion {s['cohesion_Pa']:.0f} Pa")
    ax.plot([0, KPA * end], [0, KPA * end * np.tan(np.radians(s["phi_effective_degrees"]))], color=GREY, lw=1.2, ls="--",
            label=f"effective yield locus: {s['phi_effective_degrees']:.1f} degrees")
    turn = np.linspace(0, np.pi, 200)
    circles = [(s["middle_Pa"], s["radius_Pa"], f"major consolidation stress {KPA * s['sigma_1_Pa']:.1f} kPa", ORANGE)]
    if s["strength_Pa"] > 0:
        circles.append((0.5 * s["strength_Pa"], 0.5 * s["strength_Pa"], f"unconfined strength {KPA * s['strength_Pa']:.2f} kPa", GREEN))
    for middle, radius, label, color in circles:
        ax.plot(KPA * (middle + radius * np.cos(turn)), KPA * radius * np.sin(turn), color=color, lw=1.2, label=label)
    ax.plot(KPA * np.array(s["sigma_Pa"]), KPA * np.array(s["tau_Pa"]), "o", color=BLUE, label="points")
    ax.plot(KPA * s["sigma_preshear_Pa"], KPA * s["tau_preshear_Pa"], "s", color=ORANGE, label="preshear")
    ax.set(xlabel="normal stress (kPa)", ylabel="shear stress (kPa)", xlim=(0, KPA * end), ylim=(0, 1.75 * KPA * s["radius_Pa"]), aspect="equal")
    ax.grid(alpha=0.25)
    ax.legend(frameon=False, fontsize=8, loc="upper left", ncols=2)
    save(figure, path)


def glass_like(s):
    return s["cohesion"] == 0 and s["friction"] == 0.5 and s["rolling"] == 0


def sentences(s):
    lines = [f"preshear: normal stress {s['sigma_preshear_Pa']:.0f} Pa, shear stress {s['tau_preshear_Pa']:.0f} Pa, "
             f"{s['phi_steady_degrees']:.1f} degrees; solid fraction {s['solid_fraction']:.3f}",
             f"yield locus: {s['phi_locus_degrees']:.1f} degrees, cohesion {s['cohesion_Pa']:.0f} Pa; its points are at most "
             f"{100 * s['largest_deviation']:.1f} % of the shear stress of the preshear beside the line",
             f"major consolidation stress {s['sigma_1_Pa']:.0f} Pa, "
             + (f"unconfined strength {s['strength_Pa']:.0f} Pa, flow function {s['flow_function']:.3g}" if s["strength_Pa"]
                else "no unconfined strength")]
    lines.append("normal stress while the points are sheared: " + ", ".join(f"{x:.4f}" for x in s["held"]) + " of the target, reached within "
                 f"{100 * HELD:.0f} % in " + ", ".join(f"{1e3 * t:.0f}" for t in s["settled_s"]) + " ms")
    if s["cohesion"] == 0:
        share = abs(s["cohesion_Pa"]) / s["sigma_preshear_Pa"]
        lines.append(verdict(f"the locus passes the origin at {100 * share:.1f} % of the stress of the preshear (limit "
                             f"{100 * LARGEST_COHESION:.0f} %)", share < LARGEST_COHESION))
    effective = f"effective angle of friction {s['phi_effective_degrees']:.1f} degrees"
    lines.append(verdict(f"{effective} (glass beads in a ring shear tester {GLASS:.1f}, band {GLASS_BAND:.0f})",
                         abs(s["phi_effective_degrees"] - GLASS) < GLASS_BAND) if glass_like(s) else effective)
    return lines + [f"{s['wall_seconds']:.0f} s on {s['ranks']:.0f} rank(s)"]


def key_figures(s):
    compared = (GLASS, GLASS_BAND, "glass beads in a ring shear tester") if glass_like(s) else ()
    zero = (0, LARGEST_COHESION * s["preshear"], "spheres that do not stick") if s["cohesion"] == 0 else ()
    return [KeyFigure("effective angle of friction", s["phi_effective"], "degrees", "", *compared),
            KeyFigure("angle of the yield locus", s["phi_locus_degrees"], "degrees"),
            KeyFigure("cohesion", s["cohesion_Pa"], "Pa", "", *zero),
            KeyFigure("unconfined strength", s["strength_Pa"], "Pa"), KeyFigure("major consolidation stress", s["sigma_1_Pa"], "Pa"),
            KeyFigure("solid fraction in steady shear", s["steady_fraction"])]


def main():
    folder = result_folder()
    settings = read_settings(folder / "settings.txt", wanted=SETTINGS)
    pre, points, before = stages(folder)
    summary = {**evaluate(settings, pre, points), **held(before, points)}
    plot_shear(folder / "shear.png", pre, points)
    plot_locus(folder / "locus.png", summary)
    write_columns(folder / "locus.csv", {"normal [Pa]": summary["sigma_Pa"], "shear [Pa]": summary["tau_Pa"]})
    write_json(folder, summary)
    write_figures(folder, key_figures(summary))
    write_verdicts(folder, sentences(summary))


if __name__ == "__main__":
    main()
