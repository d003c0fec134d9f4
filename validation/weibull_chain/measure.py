"""Strength of each chain by the time at which its first bond breaks, and its law over the number of bonds."""

from functools import cache
from math import gamma

from grist_tools.draw.plots import BLUE, GREY, np
from grist_tools.read.tables import read_rows, read_settings


@cache
def strengths(folder):
    """Of each chain that broke, Pa, in ascending order."""
    said = read_settings(folder / "settings.txt")
    rows = read_rows(folder / "breaks.csv")
    chain = np.round([row["y"] / said["spacing"] for row in rows]).astype(int)
    _, first = np.unique(chain, return_index=True)      # rows are in the order of time
    return np.sort([said["young"] * said["rate"] * rows[number]["time"] for number in first])


def links(folder):
    return read_settings(folder / "settings.txt")["links"]


def modulus(folder):
    """Slope of ln(-ln(1 - share)) over the logarithm of the strength."""
    found = strengths(folder)
    share = (np.arange(len(found)) + 0.5) / len(found)
    inner = (share > 0.05) & (share < 0.95)
    return np.polyfit(np.log(found[inner]), np.log(-np.log(1 - share[inner])), 1)[0]


def law(number, data):
    said = {row["quantity"]: row["value"] for row in data["weibull1951_chain"]}
    m = said["modulus"]
    return said["strength_Pa"] * gamma(1 + 1 / m) * number**(-1 / m)


def measure(runs, data):
    folders = list(runs.values())
    number, mean = np.array([links(folder) for folder in folders]), np.array([strengths(folder).mean() for folder in folders])
    return {"exponent": np.polyfit(np.log(number), np.log(mean), 1)[0], "mean": (mean / law(number, data)).mean(), "modulus": modulus(runs["long"])}


def draw(axes, seeds, data):
    at = np.geomspace(0.8, 20, 50)
    axes.plot(at, law(at, data) / 1e6, color=GREY, label="weakest link")
    for number, runs in enumerate(seeds):
        for folder in runs.values():
            found = strengths(folder) / 1e6
            axes.errorbar(links(folder), found.mean(), [[found.mean() - np.quantile(found, 0.16)], [np.quantile(found, 0.84) - found.mean()]], fmt="o",
                          color=BLUE, capsize=4, label="Grist, mean, and 68 % of the chains" if not number and links(folder) == 1 else None)
    axes.set(xscale="log", yscale="log", xlabel="bonds of a chain", ylabel="strength [MPa]")
    axes.set_xticks([1, 4, 16], ["1", "4", "16"])
    axes.set_yticks([3, 5, 10], ["3", "5", "10"])
    axes.minorticks_off()
    axes.legend()
