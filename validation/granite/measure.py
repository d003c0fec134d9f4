"""Young's modulus, Poisson's ratio and strengths of the specimens, with and without contacts beside the bonds."""

from grist_tools.draw.plots import BLUE, GREY, ORANGE
from grist_tools.read.specimens import elastic_constants
from grist_tools.read.tables import read_columns

COLUMNS = ("strain", "stress", "broken_bonds", "bonds", "axial", "lateral")
DRAWN = {"ucs": (BLUE, "-", "prism"), "disc": (BLUE, "--", "disc"), "ucs_bonds": (ORANGE, "-", "prism, bonds alone"),
         "disc_bonds": (ORANGE, "--", "disc, bonds alone")}
PUBLISHED = {"ucs_MPa": ("prism, Potyondy and Cundall, 10 %", 0.45), "brazil_MPa": ("disc, the same", 0.18)}      # label, its place


def history(folder):
    return read_columns(folder / "history.csv", COLUMNS)


def strength(folder):
    """MPa."""
    return history(folder)["stress"].max() / 1e6


def elastic(folder, axial="axial"):
    columns = history(folder)
    return elastic_constants(columns["stress"], columns[axial], columns["lateral"])


def measure(runs, data):
    both, bonds = elastic(runs["ucs"]), elastic(runs["ucs_bonds"])
    ucs, disc = strength(runs["ucs"]), strength(runs["disc"])
    ucs_bonds, disc_bonds = strength(runs["ucs_bonds"]), strength(runs["disc_bonds"])
    return {"young": both.young / 1e9, "poisson": both.poisson, "young_plates": elastic(runs["ucs"], "strain").young / 1e9,
            "ucs": ucs, "brazil": disc, "ratio": ucs / disc, "young_bonds": bonds.young / 1e9,
            "ucs_bonds": ucs_bonds, "brazil_bonds": disc_bonds, "ratio_bonds": ucs_bonds / disc_bonds}


def draw(axes, seeds, data):
    published = {row["quantity"]: row["pfc3d"] for row in data["potyondy2004_granite"]}
    for name, (label, place) in PUBLISHED.items():
        value = published[name]
        axes.axhspan(0.9 * value, 1.1 * value, color=GREY, alpha=0.3, lw=0)
        axes.text(place, value, label, color="#444444", va="center", fontsize=8)
    for name, (color, style, label) in DRAWN.items():
        for number, runs in enumerate(seeds):
            columns = history(runs[name])
            axes.plot(100 * columns["strain"], columns["stress"] / 1e6, style, color=color, lw=1, label=None if number else f"Grist, {label}")
    axes.set(xlabel="strain between the plates [%]", ylabel="stress [MPa]; disc: 2 F/(pi D t)", xlim=(0, 0.72), ylim=(0, 240))
    axes.legend(loc="upper left", fontsize=8)
