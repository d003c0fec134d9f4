"""Very many triangles and convex bodies into the depth buffer of a camera (pictures.py), all at a time instead of one by one.

A triangle covers in each row of pixels one span: those pixels whose middle lies on the inner side of its three edges. The pixels of many spans
are one array, and the nearest of each pixel wins. Bodies are drawn from the nearest on, a part at a time; those behind what is drawn already are
left out as wholes.
"""

import numpy as np

from ..read.bodies import spans

MOST_PIXELS = 2000000       # that are drawn at a time
BODIES = 4000               # bodies that are drawn at a time
TILE = 16                   # pixels: side of the squares whose greatest distance says what is hidden
MOST_TILES = 8              # along a side of a body that can be found hidden
FEW = 100                   # bodies that are all drawn: looking for hidden ones would take longer


def facing(corners):
    """Normals of triangles in pixels, of length 1, with the second axis upwards, and which of them are not seen edge-on."""
    edges = (corners[:, 1:] - corners[:, :1]) * (1.0, -1.0, 1.0)
    normals = np.cross(edges[:, 0], edges[:, 1])
    lengths = np.linalg.norm(normals, axis=1)
    return normals / np.maximum(lengths, 1e-300)[:, None], np.abs(normals[:, 2]) > 1e-9 * np.maximum(lengths, 1e-300)


def paint(depth, image, corners, normals, colors):
    """Triangles that face the eye. `depth`: (rows, columns), `image`: (rows, columns, 3), both changed; `corners`: (n, 3, 3) in pixels;
    `normals`: (n, 3); `colors`: (n, 3), with their light."""
    rows, columns = depth.shape
    first = np.clip(np.ceil(corners[:, :, 1].min(axis=1) - 0.5), 0, rows).astype(int)
    last = np.clip(np.floor(corners[:, :, 1].max(axis=1) - 0.5), -1, rows - 1).astype(int)
    counts = np.maximum(last - first + 1, 0)
    triangle, row = np.repeat(np.arange(len(corners)), counts), spans(first, counts)
    low, high = span_of(corners, triangle, row + 0.5, columns)
    lengths = np.maximum(high - low + 1, 0)
    ends = np.cumsum(lengths)
    cuts = np.searchsorted(ends, np.arange(MOST_PIXELS, ends[-1], MOST_PIXELS)) if len(ends) else []
    slopes = -normals[:, :2] * (1.0, -1.0) / normals[:, 2:]         # of the depth, along columns and rows
    for part in np.split(np.arange(len(row)), cuts):
        paint_spans(depth.reshape(-1), image.reshape(-1, 3), part[lengths[part] > 0], (triangle, row, low, lengths), columns, corners, slopes, colors)


def span_of(corners, triangle, middle, columns):
    """First and last column whose middle is inside, of a row of each `triangle`."""
    low, high = np.zeros(len(triangle)), np.full(len(triangle), columns - 1.0)
    x, y = corners[:, :, 0], corners[:, :, 1]
    area = (x[:, 1] - x[:, 0]) * (y[:, 2] - y[:, 0]) - (y[:, 1] - y[:, 0]) * (x[:, 2] - x[:, 0])
    for k in range(3):      # inside: across * (column - x) >= limit
        j = (k + 1) % 3
        across = (-(y[:, j] - y[:, k]) * np.sign(area))[triangle]
        limit = (-(x[:, j] - x[:, k]) * np.sign(area))[triangle] * (middle - y[triangle, k])
        with np.errstate(divide="ignore", invalid="ignore"):
            place = x[triangle, k] + limit / across - 0.5
        rising, falling = across > 0, across < 0
        low[rising] = np.maximum(low[rising], np.ceil(place[rising]))
        high[falling] = np.minimum(high[falling], np.floor(place[falling]))
        high[~rising & ~falling & (limit > 0)] = -1
    return low.astype(int), np.maximum(high, -1).astype(int)


def paint_spans(depth, image, part, of_rows, columns, corners, slopes, colors):
    """The nearest pixel of these rows at each place, where it is before what is there."""
    triangle, row, low, lengths = (values[part] for values in of_rows)
    column = spans(low, lengths)
    start = corners[triangle, 0, 2] + slopes[triangle, 1] * (row + 0.5 - corners[triangle, 0, 1]) + slopes[triangle, 0] * (0.5 - corners[triangle, 0, 0])
    height = np.repeat(start, lengths) + np.repeat(slopes[triangle, 0], lengths) * column
    place = np.repeat(row * columns, lengths) + column
    before = np.flatnonzero(height > depth[place])
    before = before[np.argsort(height[before], kind="stable")]
    depth[place[before]] = height[before]       # of equal places the last one stays
    seen = before[depth[place[before]] == height[before]]
    image[place[seen]] = colors[np.repeat(triangle, lengths)[seen]]


class BodyRaster:
    """Bodies in the buffers of a camera."""

    def __init__(self, camera, solids):
        self.camera, self.solids = camera, solids
        self.seen = camera.place(solids.points)
        starts = solids.starts[:-1]
        self.low, self.high = np.minimum.reduceat(self.seen, starts), np.maximum.reduceat(self.seen, starts)

    def parts(self):
        """Numbers of the bodies that may be seen, from the nearest on."""
        size = np.array([self.camera.columns, self.camera.rows])
        shown = np.isfinite(self.low).all(axis=1) & np.isfinite(self.high).all(axis=1)
        shown &= (self.high[:, :2] > 0).all(axis=1) & (self.low[:, :2] < size).all(axis=1)
        order = np.flatnonzero(shown)
        order = order[np.argsort(-self.high[order, 2], kind="stable")]
        for start in range(0, len(order), BODIES):
            part = order[start:start + BODIES]
            yield part if len(order) < FEW else part[~self.hidden(part)]

    def hidden(self, bodies):
        """Those whose whole frame holds nearer things."""
        depth = self.camera.depth
        tiles = np.minimum.reduceat(np.minimum.reduceat(depth, np.arange(0, depth.shape[0], TILE), axis=0), np.arange(0, depth.shape[1], TILE), axis=1)
        most = np.array(tiles.shape)[::-1] - 1
        first = np.clip(self.low[bodies, :2] // TILE, 0, most).astype(int)
        last = np.clip(self.high[bodies, :2] // TILE, 0, most).astype(int)
        reach = (last - first).max(initial=0)
        farthest = np.full(len(bodies), np.inf)
        for shift in np.ndindex(*2 * (min(reach, MOST_TILES) + 1,)):
            column, row = np.minimum(first + shift, last).T
            farthest = np.minimum(farthest, tiles[row, column])
        return (farthest > self.high[bodies, 2]) & ((last - first).max(axis=1, initial=0) <= MOST_TILES)
