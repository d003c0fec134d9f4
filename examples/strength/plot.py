#!/usr/bin/env python3
"""Draws stress and broken bonds against strain of a strength test; E and nu of a cylinder.

    python3 plot.py RESULT_FOLDER

Read from RESULT_FOLDER: history.csv (strain,stress,broken,bonds,axial,lateral) and strength.txt. Written there: strength.png;
summary.txt, summary.json; figures.csv for report.html.

E and nu are slopes between a tenth and half of the peak stress, over the strains of the middle half of the cylinder.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.figures import KeyFigure, write_figures, write_json, write_summary
from grist_tools.plots import np, plt, result_folder, save
from grist_tools.specimens import elastic_constants
from grist_tools.tables import read_columns, read_lines

CURVE, PEAK, BROKEN = "#1f4e8c", "#b03030", "#888888"
WITH_GAUGES = ("uniaxial", "tension")


def summarize(result, history):
    """Numbers by name, with their units; those of elasticity only where there are gauges."""
    test, peak = result.split()[0], np.argmax(history["stress"])
    summary = {"test": test, "strength_Pa": history["stress"][peak], "broken_at_peak": history["broken"][peak] / history["bonds"][peak]}
    if test in WITH_GAUGES:
        elastic = elastic_constants(history["stress"], history["axial"], history["lateral"])
        summary.update(young_Pa=elastic.young, poisson=elastic.poisson)
    return summary


def key_figures(s):
    figures = [KeyFigure(f"strength, {s['test']}", s["strength_Pa"] / 1e6, "MPa")]
    if "poisson" in s:
        figures += [KeyFigure("Young's modulus of the specimen", s["young_Pa"] / 1e6, "MPa"),
                    KeyFigure("Poisson's ratio of the specimen", s["poisson"])]
    return figures


def main():
    folder = result_folder()
    history = read_columns(folder / "history.csv", ("strain", "stress", "broken", "bonds", "axial", "lateral"))
    strain, stress = 100 * history["strain"], history["stress"] / 1e6
    broken, bonds, peak = history["broken"], history["bonds"], np.argmax(stress)

    figure, axis = plt.subplots(figsize=(7, 4.5), constrained_layout=True)
    axis.plot(strain, stress, color=CURVE)
    axis.plot(strain[peak], stress[peak], "o", color=PEAK)
    axis.annotate(f"strength {stress[peak]:.3g} MPa", (strain[peak], stress[peak]), xytext=(-6, 4),
                  textcoords="offset points", ha="right", color=PEAK)
    axis.set_xlabel("strain (%)")
    axis.set_ylabel("nominal stress (MPa)", color=CURVE)
    axis.set_ylim(0, 1.12 * stress[peak])
    other = axis.twinx()
    other.plot(strain, 100 * broken / bonds, color=BROKEN)
    other.set_ylabel("broken bonds (%)", color="#666666")
    other.set_ylim(bottom=0)
    save(figure, folder / "strength.png", rect=None, dpi=120)
    result = read_lines(folder / "strength.txt")[0]
    summary = summarize(result, history)
    lines = [f"{result}; {broken[peak]:.0f} of {bonds[peak]:.0f} bonds broken at the peak"]
    if "poisson" in summary:
        lines.append(f"E {summary['young_Pa'] / 1e6:.4g} MPa, nu {summary['poisson']:.3f}, between 10 and 50 % of the peak")
    write_json(folder, summary)
    write_figures(folder, key_figures(summary))
    write_summary(folder, lines)


if __name__ == "__main__":
    main()
