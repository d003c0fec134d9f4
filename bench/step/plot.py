#!/usr/bin/env python3
"""Plots of the benchmark of whole steps, and its summary.

    python3 plot.py RESULT_FOLDER

Needs numpy and matplotlib. Read from RESULT_FOLDER:
  step.csv       a line a case, side and number of ranks (columns: bench/README.md)

Written there:
  ratio.png      stock LAMMPS's time of a step over the package's, and what is wanted
  breakdown.png  where the time of a step goes on both sides
  size.png       time of a step a sphere, of cubes of 27 bonded spheres in any number
  summary.txt    what was to be shown, and whether it was
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import BLUE, GREEN, GREY, np, ORANGE, PINK, plt, result_folder, save, SKY
from grist_tools.read.tables import read_rows
from grist_tools.report.figures import verdict, write_summary

from matplotlib.ticker import FuncFormatter

SECTIONS = {"pair": ("contacts", ORANGE), "bond": ("bonds", BLUE), "neigh": ("lists", GREEN),
            "comm": ("communication", PINK), "modify": ("walls, integration", SKY), "other": ("other", GREY)}

# What is wanted: stock's time over the package's, by the first word of the case; nanoseconds a bond; time a sphere,
# largest over smallest number; speed of two ranks over one.
WANTED = {"drum": 8.0, "mill": 6.0, "hopper": 4.0, "packing": 1.8}
MOST_OVER_SIZES, TWO_RANKS, BOND_NS = 1.25, 1.8, 14.0
FEWEST = 5000          # spheres, for the time a sphere
SAME_CONTACTS = 0.03    # relative difference of the sides' touching pairs that counts as none (of the root, if few)


# ---------------------------------------------------------------- reading


def pairs_of(rows):
    """{(case, ranks): (faster stock row, own row)} in the order of the table."""
    found = {}
    for row in rows:
        stock, own = found.get((row["case"], int(row["ranks"])), (None, None))
        if row["side"] == "grist":
            own = row
        elif stock is None or row["seconds"] < stock["seconds"]:
            stock = row
        found[row["case"], int(row["ranks"])] = stock, own
    return {key: sides for key, sides in found.items() if all(sides)}


def ratio(sides):
    return sides[0]["seconds"] / sides[1]["seconds"]


def wanted(case):
    """The ratio that is wanted of a case; None where size is what it is about."""
    return WANTED.get(case.split()[0])


def title(case, ranks):
    return f"{case}{f', {ranks} ranks' if ranks > 1 else ''}"


# ---------------------------------------------------------------- plots


def plot_ratio(path, pairs):
    keys = list(pairs)
    at = np.arange(len(keys))[::-1]
    figure, ax = plt.subplots(figsize=(8, 1.4 + 0.36 * len(keys)), dpi=110)
    for y, key in zip(at, keys):
        value = ratio(pairs[key])
        ax.barh(y, value, 0.6, color=BLUE)
        mark = wanted(key[0]) or 0
        end = mark if value <= mark < value + 0.6 else value    # where the mark would lie on the number
        ax.annotate(f"{value:.2f}", (end, y), (4, 0), textcoords="offset points", va="center", fontsize=9)
        if mark:
            ax.plot([mark] * 2, [y - 0.38, y + 0.38], color=ORANGE, lw=2.5,
                    label="wanted" if key == keys[0] else None)
    ax.axvline(1, color=GREY, lw=1)
    ax.set_yticks(at, [title(*key) for key in keys], fontsize=9)
    ax.set_xlim(0, 1.12 * max(max(ratio(sides) for sides in pairs.values()), max(wanted(case) or 0 for case, _ in keys)))
    ax.set_xlabel("time of a step of stock LAMMPS over the package's (-)")
    ax.grid(alpha=0.25, axis="x")
    ax.set_axisbelow(True)
    ax.legend(frameon=False, loc="lower right", fontsize=9)
    save(figure, path)


def plot_breakdown(path, pairs):
    """Two bars a case, in units of stock's whole step."""
    figure, ax = plt.subplots(figsize=(1.8 + 0.85 * len(pairs), 5.2), dpi=110)
    for x, sides in enumerate(pairs.values()):
        for shift, row in zip((-0.2, 0.2), sides):
            low = 0.0
            for section, (label, color) in SECTIONS.items():
                share = row[section] / sides[0]["seconds"]
                ax.bar(x + shift, share, 0.36, bottom=low, color=color,
                       label=label if x == 0 and shift < 0 else None)
                low += share
            ax.annotate("stock" if shift < 0 else "own", (x + shift, low), (0, 3), textcoords="offset points",
                        ha="center", fontsize=7)
    ax.set_xticks(range(len(pairs)), [title(*key) for key in pairs], rotation=40, ha="right", fontsize=9)
    ax.set_ylabel("time of a step over stock LAMMPS's (-)")
    ax.grid(alpha=0.25, axis="y")
    ax.set_axisbelow(True)
    figure.legend(loc="upper center", ncol=len(SECTIONS) // 2, frameon=False, fontsize=9)
    save(figure, path, (0, 0, 1, 0.9))


def plot_size(path, pairs):
    figure, ax = plt.subplots(figsize=(7, 4.6), dpi=110)
    for side, label, color, marker in ((0, "stock LAMMPS", ORANGE, "s"), (1, "this package", BLUE, "o")):
        rows = [sides[side] for (case, ranks), sides in pairs.items() if case.startswith("cubes") and ranks == 1]
        ax.plot([row["spheres"] for row in rows], [1e9 * row["seconds"] / row["spheres"] for row in rows],
                color=color, marker=marker, label=label)
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    ax.set_ylim(0, 1.1 * ax.get_ylim()[1])
    ax.set(xlabel="number of spheres (-)", ylabel="time of a step a sphere (ns)",
           title="Cubes of 27 bonded spheres, one rank")
    ax.grid(alpha=0.25)
    ax.legend(frameon=False)
    save(figure, path)


# ---------------------------------------------------------------- summary


def summary(pairs):
    for (case, ranks), sides in pairs.items():
        stock, own = sides
        bonds = f", bonds {stock['bond_ns']:.0f} and {own['bond_ns']:.0f} ns each" if stock["bonds"] else ""
        sentence = (f"{title(case, ranks)}: stock ({stock['lists']}) {1e3 * stock['seconds']:.4g} ms a step, own "
                    f"{1e3 * own['seconds']:.4g} ms, {ratio(sides):.2f} times as fast{bonds}")
        yield verdict(f"{sentence} (wanted: {wanted(case):g})", ratio(sides) >= wanted(case)) if wanted(case) else sentence
        if stock["bonds"] and ranks == 1 and case.split()[0] in ("drum", "cubes"):
            yield verdict(f"{case}: {own['bond_ns']:.1f} ns a bond (wanted: {BOND_NS:g})", own["bond_ns"] <= BOND_NS)
        yield from doubts(title(case, ranks), stock, own)
    yield from summary_of_ranks(pairs)
    sizes = [own["seconds"] / own["spheres"] for (case, ranks), (_, own) in pairs.items()
             if case.startswith("cubes") and ranks == 1 and own["spheres"] >= FEWEST]
    if len(sizes) > 2:
        spread = max(sizes) / min(sizes)
        yield verdict(f"cubes: time of a step a sphere within {spread:.2f} from {FEWEST} spheres on (wanted: {MOST_OVER_SIZES:g})",
                      spread <= MOST_OVER_SIZES)


def summary_of_ranks(pairs):
    for (case, ranks), sides in pairs.items():
        if ranks == 1 or (case, 1) not in pairs:
            continue
        speedup = [one["seconds"] / many["seconds"] for one, many in zip(pairs[case, 1], sides)]
        sentence = f"{case}: {ranks} ranks are {speedup[1]:.2f} times as fast as one (stock {speedup[0]:.2f})"
        yield verdict(f"{sentence} (wanted: {TWO_RANKS:g})", speedup[1] >= TWO_RANKS) if ranks == 2 else sentence


def doubts(name, stock, own):
    """Sentences where the two sides did not run the same particles."""
    most = SAME_CONTACTS * stock["contacts"] + 2 * np.sqrt(stock["contacts"])
    if abs(stock["contacts"] - own["contacts"]) > most:
        yield f"{name}: DOUBT: {stock['contacts']:.0f} touching pairs on stock's side, {own['contacts']:.0f} on ours"
    for what in ("spheres", "bonds"):
        if stock[what] != own[what]:
            yield f"{name}: DOUBT: {stock[what]:.0f} {what} on stock's side, {own[what]:.0f} on ours"


def main():
    folder = result_folder()
    pairs = pairs_of(read_rows(folder / "step.csv"))
    plot_ratio(folder / "ratio.png", pairs)
    plot_breakdown(folder / "breakdown.png", pairs)
    plot_size(folder / "size.png", pairs)
    write_summary(folder, list(summary(pairs)))


main()
