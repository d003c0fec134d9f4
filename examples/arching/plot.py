#!/usr/bin/env python3
"""Finds the critical outlet of a wedge hopper, and compares it with Jenike's.

    python3 plot.py RESULT_FOLDER

Read from RESULT_FOLDER (SI units): settings.txt; history.csv, mass above the outlet of each hopper, time 0: the outlet opens. From the
folder of this script: flow_function.csv, unconfined strengths of the powder by examples/powder and examples/shear_cell.

Written there:
  arching.png     what is left in each hopper against time
  jenike.png      flow function and flow factor, where there is a flow function of the powder
  summary.json, summary.txt: the numbers; figures.csv: those that matter most, for report.html

A hopper arches if more than a tenth of its filling is left and at rest at the end. Jenike (1964): a cohesive arch over a slot is stressed by
rho g B/H; the powder there has been consolidated by ff times that, so the critical outlet is B = H f_c/(rho g) where the unconfined
strength f_c(sigma_1) equals sigma_1/ff. H = 1 + theta/200 degrees for a slot, and ff by the radial stress field for plane flow, both
as by Arnold and McLean (Powder Technology 15, 279, 1976).
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import AMBER, BLUE, GREEN, GREY, np, ORANGE, PINK, plt, result_folder, save, SKY
from grist_tools.read.tables import read_rows, read_settings
from grist_tools.report.figures import KeyFigure, verdict, write_figures, write_json, write_verdicts
from grist_tools.text.messages import fail

SETTINGS = ("angle", "wall_friction", "plasticity", "surface", "friction", "diameter", "density", "wall_seconds", "ranks")
LEFT = 0.1              # of the filling: an arch
AT_REST = 0.01          # of the filling, flowing out in the last fifth of the time
SOLID = 0.50            # solid fraction at the outlet
GRAVITY = 9.81
FACTOR = 2.0            # between Jenike's outlet and the one found
COLORS = (BLUE, GREEN, AMBER, ORANGE, PINK, SKY)
MM = 1e3


class Hopper:
    def __init__(self, width, rows):
        self.width = width
        time, mass = (np.array([float(row[name]) for row in rows]) for name in ("time", "mass"))
        if not (time <= 0).any() or not (time > 0).any():
            fail(f"history.csv: the hopper of {width:g} m has no rows before and after its outlet opens")
        self.time, self.left = time[time >= 0], mass[time >= 0] / mass[time <= 0][-1]
        late = self.left[self.time >= 0.8 * self.time[-1]]
        self.arches = self.left[-1] > LEFT and late[0] - late[-1] < AT_REST


def read_hoppers(folder):
    rows = {}
    for row in read_rows(folder / "history.csv"):
        rows.setdefault(float(row["width"]), []).append(row)
    return [Hopper(width, rows[width]) for width in sorted(rows)]


def flow_functions(s):
    """Of this powder: of each test the consolidation stresses, the strengths, and the effective angle of friction (of the shear cell, degrees)."""
    found = {}
    for row in read_rows(Path(__file__).with_name("flow_function.csv")):
        if float(row["plasticity"]) == s["plasticity"] and float(row["surface"]) == s["surface"] and s["friction"] == 0.5:
            found.setdefault(row["test"], []).append((float(row["consolidation"]), float(row["strength"]), float(row["effective"])))
    return {test: np.array(sorted(points)).T for test, points in found.items()}


def flow_factor(theta, wall, delta):
    """All angles in radians; plane flow."""
    beta = 0.5 * (wall + np.arcsin(np.sin(wall) / np.sin(delta)))
    x = np.sin(delta) / (1 - np.sin(delta)) * (np.sin(2 * beta + theta) / np.sin(theta) + 1)
    y = ((beta + theta) * np.sin(theta) + np.sin(beta) * np.sin(beta + theta)) / ((1 - np.sin(delta)) * np.sin(beta + theta) ** 2)
    return y * (1 + np.sin(delta)) / (2 * (x - 1) * np.sin(theta))


def critical_stress(pressure, strength, ff):
    """Where the strength equals the stress of the arch: on a straight line through the points, or through the origin and the only one."""
    slope, start = np.polyfit(pressure, strength, 1) if len(pressure) > 1 else (strength[0] / pressure[0], 0.0)
    return start / (1 / ff - slope) if 1 / ff > slope and start > 0 else np.nan


def jenike(s, test, points):
    pressure, strength, effective = points
    theta, wall = np.radians(s["angle"]), np.arctan(s["wall_friction"])
    ff = flow_factor(theta, wall, np.radians(effective.max()))
    stress = critical_stress(pressure, strength, ff)
    return dict(test=test, flow_factor=ff, consolidation_Pa=stress, strength_Pa=stress / ff,
                outlet=(1 + s["angle"] / 200) * stress / ff / (SOLID * s["density"] * GRAVITY))


# ---------------------------------------------------------------- plots


def plot_hoppers(path, hoppers):
    figure, ax = plt.subplots(figsize=(7, 4.2), dpi=130)
    for color, one in zip(plt.cm.viridis(np.linspace(0, 0.9, len(hoppers))), hoppers):
        ax.plot(one.time, one.left, color=color, lw=1.6, ls="-" if one.arches else "--", label=f"{MM * one.width:g} mm")
    ax.set(xlabel="time since the outlet opened (s)", ylabel="share of the filling above the outlet", xlim=(0, None), ylim=(0, 1.02))
    ax.legend(frameon=False, fontsize=9, title="outlet", loc="lower left")
    ax.grid(alpha=0.25)
    save(figure, path, caption="What is left in the hoppers.")


def plot_jenike(path, tests, predicted):
    figure, ax = plt.subplots(figsize=(7, 4.2), dpi=130)
    end = max(points[0].max() for points in tests.values())
    for color, one in zip(COLORS, predicted):
        pressure, strength, _ = tests[one["test"]]
        ax.plot(pressure, strength, "o", color=color, label=f"strength, {one['test']}")
        line = np.array([0, end])
        ax.plot(line, np.polyval(np.polyfit(pressure, strength, 1), line) if len(pressure) > 1 else line * strength[0] / pressure[0], color=color, lw=1)
        ax.plot(line, line / one["flow_factor"], color=color, ls="--", lw=1, label=f"stress of the arch, flow factor {one['flow_factor']:.2f}")
        ax.plot(one["consolidation_Pa"], one["strength_Pa"], "s", color=color, ms=9, mfc="none")
    ax.set(xlabel="major consolidation stress (Pa)", ylabel="Pa", xlim=(0, end), ylim=(0, 0.6 * end))
    ax.legend(frameon=False, fontsize=8)
    ax.grid(alpha=0.25)
    save(figure, path, caption="Flow function and flow factor.")


# ---------------------------------------------------------------- numbers


def summarize(s, hoppers, predicted):
    arched, flowing = ([one.width for one in hoppers if one.arches == arch] for arch in (True, False))
    return {**s, "arches_m": arched, "flows_m": flowing, "widest_arch_m": max(arched, default=0.0), "narrowest_flow_m": min(flowing, default=float("inf")),
            "jenike": predicted}


def sentences(s):
    lines = [f"arches over {', '.join(f'{MM * w:g}' for w in s['arches_m']) or 'no outlet'} mm; flows through {', '.join(f'{MM * w:g}' for w in s['flows_m']) or 'none'} mm"]
    inside = s["arches_m"] and s["flows_m"]
    if inside:
        found = 0.5 * (s["widest_arch_m"] + s["narrowest_flow_m"])
        lines.append(f"critical outlet {MM * found:.1f} mm, {found / s['diameter']:.1f} diameters")
    for one in s["jenike"]:
        text = (f"Jenike with the strength by the {one['test']}: {MM * one['outlet']:.1f} mm (flow factor {one['flow_factor']:.2f}, arch "
                f"{one['strength_Pa']:.0f} Pa)")
        lines.append(verdict(f"{text}; found: {found / one['outlet']:.2f} times that (limits {1 / FACTOR:g} and {FACTOR:g})", 1 / FACTOR < found / one["outlet"] < FACTOR)
                     if inside else text)
    return lines + [f"{s['wall_seconds']:.0f} s on {s['ranks']:.0f} rank(s)"]


def main():
    folder = result_folder()
    settings = read_settings(folder / "settings.txt", wanted=SETTINGS)
    hoppers = read_hoppers(folder)
    tests = flow_functions(settings)
    predicted = [jenike(settings, test, points) for test, points in tests.items()]
    summary = summarize(settings, hoppers, predicted)
    plot_hoppers(folder / "arching.png", hoppers)
    if predicted:
        plot_jenike(folder / "jenike.png", tests, predicted)
    write_json(folder, summary)
    write_figures(folder, [KeyFigure("widest outlet with an arch", MM * summary["widest_arch_m"], "mm"),
                           KeyFigure("narrowest outlet with flow", MM * summary["narrowest_flow_m"], "mm")]
                  + [KeyFigure(f"Jenike's outlet, {one['test']}", MM * one["outlet"], "mm") for one in predicted])
    write_verdicts(folder, sentences(summary))


if __name__ == "__main__":
    main()
