#!/usr/bin/env python3
"""Draw stress and broken bonds against strain of a strength test: plot.py FOLDER."""
import csv
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

folder = Path(sys.argv[1])
with open(folder / "history.csv", encoding="utf-8") as file:
    rows = [[float(value) for value in row] for row in list(csv.reader(file))[1:]]
strain, stress, broken, bonds = zip(*rows)
peak = max(range(len(stress)), key=stress.__getitem__)

figure, axis = plt.subplots(figsize=(7, 4.5), constrained_layout=True)
axis.plot([100 * value for value in strain], [value / 1e6 for value in stress], color="#1f4e8c")
axis.plot(100 * strain[peak], stress[peak] / 1e6, "o", color="#b03030")
axis.annotate(f"strength {stress[peak] / 1e6:.3g} MPa", (100 * strain[peak], stress[peak] / 1e6), xytext=(-6, 4),
              textcoords="offset points", ha="right", color="#b03030")
axis.set_xlabel("strain (%)")
axis.set_ylabel("nominal stress (MPa)", color="#1f4e8c")
axis.set_ylim(0, 1.12 * stress[peak] / 1e6)
other = axis.twinx()
other.plot([100 * value for value in strain], [100 * part / whole for part, whole in zip(broken, bonds)], color="#888888")
other.set_ylabel("broken bonds (%)", color="#666666")
other.set_ylim(bottom=0)
figure.savefig(folder / "strength.png", dpi=120)

print(f"grist: {(folder / 'strength.txt').read_text(encoding='utf-8').strip()}; {broken[peak]:.0f} of {bonds[peak]:.0f} bonds broken at the peak")
