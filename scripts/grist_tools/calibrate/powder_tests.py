"""What a run of examples/calibrate/in.shear gives: strengths at wanted consolidations, effective angles and solid fractions.

    levels = read_levels(folder)                            # Level(locus, fraction) of each preshear stress, the least first
    at_consolidation(levels, 5000, "strength")              # Pa, at a major consolidation stress of 5 kPa

A run has the stresses of its preshears, and major consolidation stresses follow from it. Between and a little beyond them the strength over the
consolidation stress, the effective angle and the solid fraction are taken as linear in the logarithm of the consolidation stress.
"""

from dataclasses import dataclass

from ..draw.plots import np
from ..read.dumps import last_snapshot, positions
from ..read.tables import read_rows, read_settings
from ..read.yield_locus import Locus
from ..text.messages import fail, need

need("scipy")
from scipy.spatial import cKDTree  # noqa: E402, after the check

WINDOW = 20         # rows of a mean: half a size of shear
EDGE = 2.5          # sizes: of the bed at a plate, which its vanes order
PLACES = 20000      # at which it is asked whether they are solid
LEAST = 0.05        # of the shear stress of the preshear: so little at least counts as the scatter of a point
BEYOND = 0.7        # of the logarithm between two levels: so far beyond them they are extended


@dataclass
class Level:
    locus: Locus
    fraction: float         # of solid in steady shear


def read_levels(folder):
    parts = {}
    for row in read_rows(folder / "history.csv"):
        if row["stage"] in ("preshear", "point"):
            kinds = parts.setdefault(row["level"], {"preshear": [[]], "point": [[]]})
            rows = kinds[row["stage"]]
            if rows[-1] and row["shear"] < rows[-1][-1]["shear"]:
                rows.append([])
            rows[-1].append(row)
    if not parts:
        fail(f"{folder / 'history.csv'} has no preshear")
    said = read_settings(folder / "settings.txt", wanted=("size", "length", "width"))
    levels = []
    for level, kinds in sorted(parts.items()):
        sigma, tau = np.array([peak(rows) for rows in kinds["point"]]).T
        preshear = np.mean([steady(rows) for rows in kinds["preshear"]], axis=0)
        fractions = [solid_fraction(path, said) for path in sorted(folder.glob(f"sheared_{level:g}_*.dump"))]
        levels.append(Level(Locus(sigma, tau, preshear, 1 / np.maximum(tau, LEAST * preshear[1])), float(np.mean(fractions))))      # stresses scatter in proportion
    return levels


def peak(rows):
    """Normal and shear stress where the mean of the shear stress over the window is largest."""
    sigma, tau = (np.convolve([row[name] for row in rows[1:]], np.full(WINDOW, 1 / WINDOW), "valid") for name in ("normal", "tangential"))
    k = np.argmax(tau)
    return sigma[k], tau[k]


def steady(rows):
    """Means over the second half of the shear."""
    half = [row for row in rows if row["shear"] > 0.5 * rows[-1]["shear"]]
    return [np.mean([row[name] for row in half]) for name in ("normal", "tangential")]


def solid_fraction(path, said):
    """Of the middle of the bed, between the plates."""
    columns = last_snapshot(path, ("x", "y", "z", "radius")).columns
    centers = positions(columns)
    box, edge = np.array([said["length"], said["width"]]), EDGE * said["size"]
    low, high = centers[:, 2].min() + edge, centers[:, 2].max() - edge
    if high < low + said["size"]:
        fail(f"{path} holds a bed of {1e3 * np.ptp(centers[:, 2]):.3g} mm, too low for a solid fraction: give more layers")
    random = np.random.default_rng(1)
    places = np.column_stack([random.random((PLACES, 2)) * box, random.uniform(low, high, PLACES)])
    shifts = [np.array([i * box[0], j * box[1], 0.0]) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    tree = cKDTree(np.concatenate([np.column_stack([centers[:, :2] % box, centers[:, 2]]) + shift for shift in shifts]))
    distance, nearest = tree.query(places, k=4)
    radii = np.tile(columns["radius"], len(shifts))
    return float((distance < radii[nearest]).any(axis=1).mean())


VALUES = {"strength": lambda level: level.locus.strength / level.locus.major, "effective_angle": lambda level: level.locus.effective,
          "fraction": lambda level: level.fraction}


def at_consolidation(levels, major, name):
    """'strength' (Pa), 'effective_angle' (degrees) or 'fraction' at a major consolidation stress; inputs of all units alike."""
    places, values = np.log([level.locus.major for level in levels]), [VALUES[name](level) for level in levels]
    where = np.log(major)
    if len(levels) > 1:
        k = int(np.clip(np.searchsorted(places, where) - 1, 0, len(levels) - 2))
        share = np.clip((where - places[k]) / (places[k + 1] - places[k]), -BEYOND, 1 + BEYOND)
        value = values[k] + share * (values[k + 1] - values[k])
    else:
        value = values[0]
    return float(max(value, 0.0) * (major if name == "strength" else 1.0))
