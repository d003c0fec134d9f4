"""Where a picture is seen from: words, angles, and what suits a run.

    towards = direction("front"), chosen_view(scenes)           # from the picture to the eye
    towards, cut = view_of_values(triangles, values)            # shows most of them
"""

import numpy as np

from ..read.meshes import cut
from ..text.messages import fail
from .pictures import Camera

VIEWS = {"front": (0, -1, 0), "back": (0, 1, 0), "side": (1, 0, 0), "left": (-1, 0, 0), "top": (0, 0, 1), "below": (0, 0, -1)}
FLAT = 0.4                      # a charge that is thinner than this share of its other sides is looked at along its thin side
SLANTED = ((0.35, -1, 0.3), (0.35, 1, 0.3), (1, -0.35, 0.3), (-1, -0.35, 0.3), (0.3, -0.45, 1), (0.3, -0.6, -1))
INTO_GAP = ((0.12, -1, 0.08), (1, -0.12, 0.08))
HIDDEN, OPEN = 0.3, 0.1         # shares of the charge behind walls: with the first one a view is looked for that has less than the second
COARSE = 160                    # pixels of the pictures that are compared


def direction(view):
    """Of a word or of AZ,EL."""
    if view in VIEWS:
        return VIEWS[view]
    try:
        azimuth, elevation = (np.radians(float(word)) for word in view.split(","))
    except ValueError:
        fail(f"--view expects {', '.join(VIEWS)} or AZ,EL in degrees, such as 30,20, not '{view}'")
    return np.sin(azimuth) * np.cos(elevation), -np.cos(azimuth) * np.cos(elevation), np.sin(elevation)


def chosen_view(scenes):
    """From the front, a little from the right and from above; along the thin side of a flat charge or of the vessel around it; into a gap whose
    walls hide the charge from elsewhere."""
    shown = [kind.extents() for scene in scenes for kind in scene.kinds]
    walls = [triangles.reshape(-1, 3) for scene in scenes for triangles in scene.vessels]
    if not shown and not walls:
        return SLANTED[0]
    box = np.percentile(np.concatenate(shown or walls), (2, 98), axis=0)
    for points in (box, np.concatenate([box, *walls])):
        sides = np.ptp(points, axis=0)
        for axis, towards in ((0, (1.0, -0.25, 0.15)), (1, (0.25, -1.0, 0.15))):
            if sides[axis] < FLAT * np.delete(sides, axis).min():
                return towards
    if shown and walls and hidden_share(scenes[-1], SLANTED[0]) > HIDDEN:
        return next((towards for towards in INTO_GAP if hidden_share(scenes[-1], towards) < OPEN), SLANTED[0])
    return SLANTED[0]


def hidden_share(scene, towards):
    """Of the particles, those with a wall before their center."""
    centers = np.concatenate([kind.centers for kind in scene.kinds] or [np.empty((0, 3))])
    if not len(centers) or not scene.vessels:
        return 0.0
    camera = Camera.around(np.concatenate([kind.extents() for kind in scene.kinds]), towards, columns=COARSE, rows=COARSE)
    camera.triangles(np.concatenate(scene.vessels), (0, 0, 0), ambient=1.0)
    column, row, depth = camera.place(centers).T
    return float((camera.depth[row.astype(int), column.astype(int)] > depth).mean())


def view_of_values(triangles, values, charge):
    """Of some views, whole or cut open in the middle, the one whose pixels have the largest sum of the values, and the cut as in Look, or None.
    Counted is the side of a wall that looks to the charge, a point."""
    values = np.maximum(np.nan_to_num(values), 0)
    points = triangles.reshape(-1, 3)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    best = (0.0, SLANTED[0], None)
    for towards in SLANTED:
        camera = Camera.around(points, towards, columns=COARSE)
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        counted = np.where(((charge - triangles[:, 0]) * normals).sum(axis=1) * (normals @ camera.axes[2]) > 0, values, 0)
        axis = int(np.argmax(np.abs(towards)))
        normal = np.zeros(3)
        normal[axis] = np.sign(towards[axis])
        opened, numbers = cut(triangles, middle, normal, with_numbers=True)
        for shown, of, place in ((triangles, counted, None), (opened, counted[numbers], (axis, float(middle[axis])))):
            best = max(best, (seen_sum(camera, shown, of), towards, place), key=lambda found: found[0])
    return best[1:]


def seen_sum(camera, triangles, values):
    """Of the values, over the area that is seen, in the lengths of the run."""
    camera.depth[:], camera.colors[:] = -np.inf, 0.0
    camera.triangles(triangles, np.tile(values[:, None], 3), ambient=1.0)
    return float(camera.colors[:, :, 0].sum(dtype=float)) / camera.scale**2
