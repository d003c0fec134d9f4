"""What the runs of a bulk material give: angle of repose and bulk density of a heap, slope in a drum (examples/calibrate/in.heap, in.drum)."""

from ..draw.plots import np
from ..read.dumps import last_snapshot, positions, read_dump
from ..read.piles import read_pile, slope_angle
from ..read.tables import read_settings
from ..text.messages import fail, need

need("scipy")
from scipy.spatial import cKDTree  # noqa: E402, after the check

FLANK = (0.2, 0.8)      # of the height of a heap, between which its slope is measured
PLACES = 40000          # at which it is asked whether they are solid
STATIONS = 9            # over the middle half of a drum
HIGHEST = 6             # spheres whose mean height is that of the surface


def angle_of_repose(folder):
    """Degrees, of the line through the mean profile of the heap."""
    pile = read_pile(folder / "pile.dump", middle=(0.0, 0.0))
    return pile.angle_of_profile(*FLANK, pile.top())[0]


def bulk_density(folder):
    """kg/m3, of the core of the filling: 1.5 sizes and more from the cylinder, the plate and the surface."""
    said = read_settings(folder / "settings.txt", wanted=("size", "cylinder_radius", "density"))
    columns = last_snapshot(folder / "filled.dump", ("x", "y", "z", "radius")).columns
    centers, edge = positions(columns), 1.5 * said["size"]
    top = np.percentile(centers[:, 2], 95) - edge
    if top < 2 * edge:
        fail(f"{folder / 'filled.dump'} holds a layer of {1e3 * top:.3g} mm, too low for a bulk density: "
             "give more particles or a narrower cylinder")
    random = np.random.default_rng(1)
    radius, turn = (said["cylinder_radius"] - edge) * np.sqrt(random.random(PLACES)), 2 * np.pi * random.random(PLACES)
    places = np.column_stack([radius * np.cos(turn), radius * np.sin(turn), random.uniform(edge, top, PLACES)])
    distance, nearest = cKDTree(centers).query(places, k=4)
    return said["density"] * float((distance < columns["radius"][nearest]).any(axis=1).mean())


def drum_angle(folder):
    """Degrees, of the surface over the middle half of the drum, in the mean of all frames."""
    said = read_settings(folder / "settings.txt", wanted=("size", "radius"))
    at, slopes = np.linspace(-0.5, 0.5, STATIONS) * said["radius"], []
    for snapshot in read_dump(folder / "frames.dump", wanted=("x", "z")):
        x, z = snapshot.columns["x"], snapshot.columns["z"]
        heights = [np.sort(z[np.abs(x - place) < said["size"]])[-HIGHEST:].mean() for place in at]
        slopes.append(np.polyfit(at, heights, 1)[0])
    return abs(slope_angle(np.mean(slopes)))
