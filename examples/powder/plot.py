#!/usr/bin/env python3
"""Draws the unconfined strength of a powder against its consolidation stress.

    python3 plot.py RESULT_FOLDER

Read from RESULT_FOLDER (SI units): settings.txt; history.csv, height of each sample and stresses on its plates, on the area of the tube.

Written there:
  strength.png    strength against consolidation stress, for each plasticity ratio
  failure.png     stress against strain of each sample without the tube
  strength.csv    a row for each sample; summary.json, summary.txt: the numbers; figures.csv: those that matter most, for report.html

Stress: mean of lid and base. Strength: its largest mean over 0.5 % of strain. The estimate is that of all contacts which pull at once
(Rumpf 1958): at the consolidation stress p a contact carries F = p pi d2/(phi Z), which gives its overlap and what is left of that
at zero force, hence its pull P; then the tensile strength phi Z P/(pi d2), times tan(21 degrees) for the cohesion, and of that the
unconfined strength. 21 degrees is the angle of the yield locus of these spheres in the shear cell, Z = 5.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import AMBER, BLUE, GREEN, np, ORANGE, PINK, plt, result_folder, save, SKY
from grist_tools.read.tables import read_rows, read_settings, write_columns
from grist_tools.report.figures import KeyFigure, verdict, write_figures, write_json, write_verdicts
from grist_tools.text.messages import fail

SETTINGS = ("surface", "friction", "diameter", "density", "young", "area", "mass", "spheres", "wall_seconds", "ranks")
WINDOW = 0.005                  # of strain
ANGLE = np.radians(21)          # of the yield locus: examples/shear_cell
CONTACTS = 5
LOOSE = 0.01                    # strength over consolidation stress of spheres that do not stick
COLORS = (BLUE, GREEN, AMBER, ORANGE, PINK, SKY)
KPA = 1e-3


class Sample:
    def __init__(self, key, rows, settings):
        self.plasticity, self.pressure = key
        pressed, failing = ([row for row in rows if row["stage"] == stage] for stage in ("press", "fail"))
        if not pressed or len(failing) < 10:
            fail(f"history.csv: the sample of lambda {key[0]:g} and {key[1]:g} Pa has {len(pressed)} rows of press and {len(failing)} of fail "
                 "(expected 1 and 10 at least)")
        height, stress = (np.array([value(row) for row in failing]) for value in (
            lambda row: float(row["height"]), lambda row: 0.5 * (float(row["lid"]) + float(row["base"]))))
        self.strain, self.stress = 1 - height / height[0], stress
        width = max(round(WINDOW / (self.strain[1] - self.strain[0])), 1)
        means = np.convolve(stress, np.full(width, 1 / width), "valid")
        k = np.argmax(means)
        self.strength, self.strain_at = means[k], self.strain[k + width // 2]
        self.late = stress[self.strain > self.strain[-1] / 2].mean()
        self.solid = settings["mass"] / settings["density"] / (settings["area"] * float(pressed[-1]["height"]))
        self.estimate = estimate(settings, self.plasticity, self.pressure, self.solid)


def estimate(s, plasticity, pressure, solid):
    area = np.pi * s["diameter"] ** 2 / (solid * CONTACTS)    # of the sample for a contact
    r = s["diameter"] / 4
    k1 = 4 / 3 * s["young"] / (2 * (1 - 0.3**2)) * np.sqrt(r)
    left = plasticity ** (2 / 3) * (pressure * area / k1) ** (2 / 3)
    pull = min(1.5 * np.pi * s["surface"] * np.sqrt(2 * left * r - left**2), (1 - 0.5**1.5) * k1 / (1 - plasticity) * left**1.5)
    return 2 * pull / area * np.tan(ANGLE) * np.cos(ANGLE) / (1 - np.sin(ANGLE))


def read_samples(folder, settings):
    rows = {}
    for row in read_rows(folder / "history.csv"):
        rows.setdefault((float(row["lambda"]), float(row["consolidation"])), []).append(row)
    if not rows:
        fail("history.csv has no rows")
    return [Sample(key, rows[key], settings) for key in sorted(rows)]


# ---------------------------------------------------------------- plots


def plot_strength(path, curves):
    figure, ax = plt.subplots(figsize=(7, 4.4), dpi=130)
    for color, (plasticity, curve) in zip(COLORS, curves.items()):
        pressures = [KPA * one.pressure for one in curve]
        ax.plot(pressures, [KPA * one.strength for one in curve], "o-", color=color, lw=1.6, label=f"plasticity ratio {plasticity:g}")
        ax.plot(pressures, [KPA * one.estimate for one in curve], color=color, lw=1, ls=":")
    ax.plot([], [], color="black", lw=1, ls=":", label="all contacts pull at once")
    ax.set(xlabel="consolidation stress (kPa)", ylabel="unconfined strength (kPa)", xlim=(0, None), ylim=(0, None))
    ax.legend(frameon=False, fontsize=9)
    ax.grid(alpha=0.25)
    save(figure, path, caption="Unconfined strength against consolidation stress.")


def plot_failure(path, curves):
    figure, axes = plt.subplots(1, len(curves), figsize=(2.6 * len(curves) + 0.8, 3.4), dpi=130, sharey=True, squeeze=False)
    for ax, (plasticity, curve) in zip(axes[0], curves.items()):
        for color, one in zip(COLORS, curve):
            ax.plot(100 * one.strain, KPA * one.stress, color=color, lw=1, label=f"{KPA * one.pressure:g} kPa")
            ax.plot(100 * one.strain_at, KPA * one.strength, "o", color=color, ms=5)
        ax.set(title=f"plasticity ratio {plasticity:g}", xlabel="strain (%)")
        ax.grid(alpha=0.25)
    axes[0, 0].set(ylabel="stress (kPa)", ylim=(0, None))    # of all: they share it
    axes[0, 0].legend(frameon=False, fontsize=8)
    save(figure, path, caption="Stress on the plates while the samples fail.")


# ---------------------------------------------------------------- numbers


def grows(samples):
    """Strengths that are less than what a loose sample has count as that."""
    return bool(np.all(np.diff([max(one.strength, LOOSE * one.pressure) for one in samples]) > 0))


def summarize(settings, samples, curves):
    columns = dict(plasticity=[], pressure_Pa=[], strength_Pa=[], strain=[], late_Pa=[], solid_fraction=[], estimate_Pa=[])
    for one in samples:
        for name, value in zip(columns, (one.plasticity, one.pressure, one.strength, one.strain_at, one.late, one.solid, one.estimate)):
            columns[name].append(value)
    table = {(one.plasticity, one.pressure): one for one in samples}
    pressures = sorted({one.pressure for one in samples})
    by_plasticity = [[table[p, q] for p in curves if (p, q) in table] for q in pressures]
    return {**settings, **columns,
            "grows_with_consolidation": all(grows(curve) for curve in curves.values()),
            "grows_with_plasticity": all(grows(column) for column in by_plasticity),
            "largest_over_estimate": max(one.strength / one.estimate for one in samples) if settings["surface"] > 0 else 0.0}


def sentences(s, samples):
    lines = [f"lambda {one.plasticity:g}, {one.pressure:g} Pa: unconfined strength {one.strength:.0f} Pa at a strain of {100 * one.strain_at:.1f} %, "
             f"later {one.late:.0f} Pa; solid fraction {one.solid:.3f}" for one in samples]
    timing = f"{s['spheres']:.0f} spheres a sample, {s['wall_seconds']:.0f} s on {s['ranks']:.0f} rank(s)"
    if s["surface"] == 0:
        share = max(one.strength / one.pressure for one in samples)
        return lines + [verdict(f"without adhesion no strength: {100 * share:.1f} % of the consolidation stress (limit {100 * LOOSE:g} %)", share < LOOSE), timing]
    return lines + [verdict("strength grows with the consolidation stress", s["grows_with_consolidation"]),
                    verdict("strength grows with the plasticity ratio", s["grows_with_plasticity"]),
                    verdict(f"strength below that of all contacts pulling at once: up to {s['largest_over_estimate']:.2f} of it",
                            s["largest_over_estimate"] < 1),
                    timing]


def main():
    folder = result_folder()
    settings = read_settings(folder / "settings.txt", wanted=SETTINGS)
    samples = read_samples(folder, settings)
    curves = {}
    for one in samples:
        curves.setdefault(one.plasticity, []).append(one)
    summary = summarize(settings, samples, curves)
    plot_strength(folder / "strength.png", curves)
    plot_failure(folder / "failure.png", curves)
    write_columns(folder / "strength.csv", {"lambda": summary["plasticity"], "consolidation [Pa]": summary["pressure_Pa"],
                                            "strength [Pa]": summary["strength_Pa"], "solid fraction": summary["solid_fraction"]})
    write_json(folder, summary)
    write_figures(folder, [KeyFigure(f"unconfined strength, lambda {one.plasticity:g}, {one.pressure:g} Pa", one.strength, "Pa") for one in samples]
                  + [KeyFigure("largest strength over that of all contacts pulling at once", summary["largest_over_estimate"])])
    write_verdicts(folder, sentences(summary, samples))


if __name__ == "__main__":
    main()
