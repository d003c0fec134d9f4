#!/usr/bin/env python3
"""Draws stress and broken bonds against strain of a strength test.

    python3 plot.py RESULT_FOLDER

Read from RESULT_FOLDER: history.csv (strain,stress,broken,bonds) and strength.txt. Written there: strength.png.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.plots import np, plt, result_folder, save
from grist_tools.tables import read_columns, read_lines

CURVE, PEAK, BROKEN = "#1f4e8c", "#b03030", "#888888"


def main():
    folder = result_folder()
    history = read_columns(folder / "history.csv", ("strain", "stress", "broken", "bonds"))
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
    print(f"{read_lines(folder / 'strength.txt')[0]}; {broken[peak]:.0f} of {bonds[peak]:.0f} bonds broken at the peak")


if __name__ == "__main__":
    main()
