#!/usr/bin/env python3
"""Draws a test of a rock of bonded blocks: stress and parted faces against strain; strength, E and nu.

    python3 plot.py RESULT_FOLDER

Read from RESULT_FOLDER: history.csv, strength.txt. Written there: strength.png; summary.txt, summary.json; figures.csv for report.html.

The strength is the highest stress. E and nu of the cylinder are slopes between a tenth and half of it, over the strains of its middle half.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import BLUE, np, plt, result_folder, save
from grist_tools.read.specimens import CRUSHED, elastic_constants
from grist_tools.read.tables import read_columns, read_lines
from grist_tools.report.figures import KeyFigure, write_figures, write_json, write_summary
from grist_tools.text.messages import warn


def summarize(folder):
    words = read_lines(folder / "strength.txt")[0].split()
    history = read_columns(folder / "history.csv", ("strain", "stress", "broken_bonds", "bonds", "axial", "lateral", "energy", "shear", "softened"))
    peak = int(np.argmax(history["stress"]))
    summary = {"test": words[0], "strength_Pa": float(history["stress"][peak]), "over_tensile": float(history["stress"][peak]) / float(words[-2]),
               "strain_at_peak": float(history["strain"][peak]), "faces": int(history["bonds"][0]),
               "parted_at_peak": float(history["broken_bonds"][peak] / history["bonds"][peak]),
               "softened_at_peak": float(history["softened"][peak] / history["bonds"][peak]),
               "parted": float(history["broken_bonds"][-1] / history["bonds"][-1]), "in_shear": int(history["shear"][-1]), "energy_J": float(history["energy"][-1])}
    if summary["test"] == "uniaxial":
        elastic = elastic_constants(*(history[name][:peak + 1] for name in ("stress", "axial", "lateral")))
        summary |= {"young_Pa": elastic.young, "poisson": elastic.poisson}
    return summary, history


def draw(folder, history):
    strain, stress = 100 * history["strain"], history["stress"] / 1e6
    peak = int(np.argmax(stress))
    figure, axis = plt.subplots(figsize=(7, 4.5), constrained_layout=True)
    axis.plot(strain, stress, color="black")
    axis.plot(strain[peak], stress[peak], "o", color="black")
    axis.set(xlabel="strain (%)", ylabel="nominal stress (MPa)", ylim=(0, None))
    other = axis.twinx()
    other.plot(strain, 100 * history["broken_bonds"] / history["bonds"], color=BLUE)
    other.plot(strain, 100 * history["softened"] / history["bonds"], color=BLUE, linestyle="--")
    other.set_ylabel("faces that have parted, and that have softened (dashed) (%)", color=BLUE)
    other.set_ylim(bottom=0)
    save(figure, folder / "strength.png", rect=None, dpi=120, caption="Nominal stress, parted and softened faces against strain")


def key_figures(summary):
    figures = [KeyFigure(f"strength, {summary['test']}", summary["strength_Pa"] / 1e6, "MPa"),
               KeyFigure("faces parted at the strength", 100 * summary["parted_at_peak"], "%")]
    if "young_Pa" in summary:
        figures += [KeyFigure("Young's modulus of the specimen", summary["young_Pa"] / 1e6, "MPa"), KeyFigure("Poisson's ratio of the specimen", summary["poisson"])]
    return figures


def sentences(summary):
    lines = [f"{summary['test']} strength {summary['strength_Pa'] / 1e6:.4g} MPa, {summary['over_tensile']:.3g} of the tensile strength of a face; "
             f"{100 * summary['parted_at_peak']:.1f} % of {summary['faces']} faces parted there, {100 * summary['softened_at_peak']:.1f} % softened"]
    if summary["parted_at_peak"] > CRUSHED:
        lines.append(f"above {100 * CRUSHED:.0f} % it is the strength of rubble between plates, not of a rock")
        warn(lines[-1])
    if "young_Pa" in summary:
        lines.append(f"E {summary['young_Pa'] / 1e6:.4g} MPa, nu {summary['poisson']:.3f}, between 10 and 50 % of the strength")
    return lines + ["one division into blocks: three others, by -var seed, say how far it scatters"]


def main():
    folder = result_folder()
    summary, history = summarize(folder)
    draw(folder, history)
    write_json(folder, summary)
    write_figures(folder, key_figures(summary))
    write_summary(folder, sentences(summary))


if __name__ == "__main__":
    main()
