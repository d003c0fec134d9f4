#!/usr/bin/env python3
"""Draws a strength test: stress and broken bonds against strain, and the cracks; strength, E and nu.

    python3 plot.py RESULT_FOLDER

Read from RESULT_FOLDER: history.csv, strength.txt, breaks.csv, elements.txt. Written there: strength.png; cracks.png; summary.txt,
summary.json; figures.csv for report.html.

The strength is the stress of the first peak or kink (grist_tools/read/specimens). E and nu are slopes between a tenth and half of it, below the
first cracks, over the strains of the middle half of a cylinder; E of a beam is that over the strain of its outer fibre.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import BLUE, GREY, ORANGE, np, plt, result_folder, save
from grist_tools.read.specimens import CRUSHED, failure, read_cracks, read_history, read_test
from grist_tools.read.tables import read_lines
from grist_tools.report.figures import KeyFigure, write_figures, write_json, write_summary
from grist_tools.text.messages import warn

MODES = {"tension": BLUE, "shear": ORANGE}
PEAK = "#b03030"
BINS = np.radians(np.linspace(0, 90, 10))     # of the angle between load and crack


def key_figures(test):
    figures = [KeyFigure(f"strength, {test.test}", test.strength_Pa / 1e6, "MPa"),
               KeyFigure("lateral pressure", test.confining_Pa / 1e6, "MPa"),
               KeyFigure("Young's modulus of the specimen", test.young_Pa / 1e6, "MPa"),
               KeyFigure("its tangent at half of the strength", test.tangent_Pa / 1e6, "MPa"),
               KeyFigure("Poisson's ratio of the specimen", test.poisson),
               KeyFigure("bonds broken by tension at the strength", 100 * test.tension_at_peak, "%"),
               KeyFigure("bonds broken by shear at the strength", 100 * test.shear_at_peak, "%")]
    return [figure for figure in figures if np.isfinite(figure.value) and (figure.name != "lateral pressure" or figure.value)]


def draw_stress(folder, history):
    strain, stress = 100 * history["strain"], history["stress"] / 1e6
    peak, _ = failure(history)
    figure, axis = plt.subplots(figsize=(7, 4.5), constrained_layout=True)
    axis.plot(strain, stress, color="black", label="stress")
    axis.plot(strain[peak], stress[peak], "o", color=PEAK)
    axis.annotate(f"strength {stress[peak]:.3g} MPa", (strain[peak], stress[peak]), xytext=(-6, 4),
                  textcoords="offset points", ha="right", color=PEAK)
    if history["confining"].any():
        axis.plot(strain, history["confining"] / 1e6, ":", color="black", label="lateral pressure")
    axis.set_xlabel("strain (%)")
    axis.set_ylabel("nominal stress (MPa)")
    axis.set_ylim(0, 1.12 * stress.max())
    other = axis.twinx()
    for mode, color in MODES.items():
        other.plot(strain, 100 * history[mode] / history["bonds"], color=color, label=f"broken by {mode}")
    other.set_ylabel("broken bonds (%)", color="#666666")
    other.set_ylim(bottom=0)
    axis.legend(handles=[*axis.lines[:1], *axis.lines[2:], *other.lines], loc="lower center", bbox_to_anchor=(0.5, 1), ncol=4, frameon=False)
    save(figure, folder / "strength.png", rect=None, dpi=120, caption="Nominal stress and broken bonds against strain")


def draw_cracks(folder, cracks):
    """Energy of the broken bonds in time, and the directions of the cracks."""
    figure = plt.figure(figsize=(10, 4.5), constrained_layout=True)
    energy, rose = figure.add_subplot(1, 2, 1), figure.add_subplot(1, 2, 2, projection="polar")
    bars = np.concatenate([BINS[:-1], np.pi - BINS[1:], np.pi + BINS[:-1], 2 * np.pi - BINS[1:]])     # a crack has no sign
    middle = bars + np.diff(BINS)[0] / 2
    bottom = np.zeros(len(BINS) - 1)
    for mode, color in MODES.items():
        part = cracks.mode == mode
        energy.plot(100 * cracks.strain[part], np.cumsum(cracks.energy_J[part]), color=color, label=f"{mode}, {part.sum()} bonds")
        share = relative_density(cracks.angle[part]) * part.sum() / max(len(part), 1)
        rose.bar(middle, np.tile(share, 4), np.diff(BINS)[0], np.tile(bottom, 4), color=color, edgecolor="white", linewidth=0.5)
        bottom = bottom + share
    energy.set_xlabel("strain (%)")
    energy.set_ylabel("elastic energy of broken bonds (J)")
    energy.set_ylim(bottom=0)
    energy.legend(frameon=False)
    rose.plot(np.linspace(0, 2 * np.pi, 181), np.ones(181), "--", color=GREY, linewidth=1)
    rose.set_theta_zero_location("N")
    rose.set_thetagrids(range(0, 360, 30), [f"{min(a % 180, 180 - a % 180)}°" for a in range(0, 360, 30)])
    rose.set_rlabel_position(45)
    rose.set_title("angle between cracks and load; dashed: random directions", fontsize=10)
    save(figure, folder / "cracks.png", rect=None, dpi=120, caption="Energy of broken bonds and directions of cracks")


def relative_density(angle):
    """Number of cracks by angle over that of cracks of random directions."""
    counts = np.histogram(np.radians(angle), BINS)[0]
    return counts / max(len(angle), 1) / np.diff(np.sin(BINS))


def sentences(folder, test):
    over = test.strength_Pa / float(read_lines(folder / "strength.txt")[0].split()[-2])
    how = {"peak": "its first peak", "kink": "its first kink: from there on the tangent is less than half of the steepest one"}
    lines = [f"{test.test} strength {test.strength_Pa / 1e6:.4g} MPa, {over:.3g} of the tensile strength of a bond, by {how.get(test.ended, 'the ' + test.ended)}; "
             f"{test.broken_at_peak * test.bonds:.0f} of {test.bonds} bonds broken there"]
    if test.is_crushed:
        lines.append(f"{100 * test.broken_at_peak:.0f} % of the bonds broke before the strength: above {100 * CRUSHED:.0f} % it is that of rubble between platens, "
                     "not of a rock; nothing is calibrated on it")
    if np.isfinite(test.young_Pa):
        nu = f", nu {test.poisson:.3f}" if np.isfinite(test.poisson) else ""
        lines.append(f"E {test.young_Pa / 1e6:.4g} MPa{nu}, between 10 and 50 % of the strength, below the first cracks; tangent at 50 %: {test.tangent_Pa / 1e6:.4g} MPa")
    if test.confining_Pa:
        lines.append(f"lateral pressure {test.confining_Pa / 1e6:.4g} MPa; deviator {(test.strength_Pa - test.confining_Pa) / 1e6:.4g} MPa")
    return lines + ["one packing: the strengths of three others, by -var seed, say how far it scatters"]


def main():
    folder = result_folder()
    draw_stress(folder, read_history(folder))
    test = read_test(folder)
    draw_cracks(folder, read_cracks(folder))
    if test.is_crushed:
        warn(sentences(folder, test)[1])
    write_json(folder, {name: value for name, value in test._asdict().items() if isinstance(value, str) or np.isfinite(value)})
    write_figures(folder, key_figures(test))
    write_summary(folder, sentences(folder, test))


if __name__ == "__main__":
    main()
