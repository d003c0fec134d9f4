"""Very many spheres, triangles and convex bodies into the depth buffer of a camera (pictures.py), all at a time instead of one by one.

A shape covers in each row of pixels one span: those pixels whose middle lies on the inner side of its edges. The pixels of many spans are one
array, and the nearest of each pixel wins. Spheres and bodies are drawn from the nearest on, a part at a time; those behind what is drawn already
are left out as wholes.
"""

from dataclasses import dataclass

import numpy as np

from ..read.bodies import spans

MOST_PIXELS = 1000000       # that are drawn at a time
SHAPES = 4000               # spheres or bodies that are drawn at a time
TILE = 16                   # pixels: side of the smallest squares whose greatest distance says what is hidden
MOST_TILES = 8              # along a side of a shape
WIDE = 50                   # pixels: spans of more are blended one by one
FEW = 100                   # bodies that are all drawn: looking for hidden ones would take longer


def facing(corners):
    """Normals of triangles in pixels, of length 1, with the second axis upwards, and which of them are not seen edge-on."""
    edges = (corners[:, 1:] - corners[:, :1]) * (1.0, -1.0, 1.0)
    normals = np.cross(edges[:, 0], edges[:, 1])
    lengths = np.linalg.norm(normals, axis=1)
    return normals / np.maximum(lengths, 1e-300)[:, None], np.abs(normals[:, 2]) > 1e-9 * np.maximum(lengths, 1e-300)


@dataclass
class Spans:
    """Of shapes: a span in each row that they cover."""

    shape: np.ndarray       # number of each span's shape
    row: np.ndarray
    low: np.ndarray         # first column
    lengths: np.ndarray

    def parts(self):
        """Of about as many pixels as are drawn at a time."""
        ends = np.cumsum(self.lengths)
        cuts = np.searchsorted(ends, np.arange(MOST_PIXELS, ends[-1], MOST_PIXELS)) if len(ends) else []
        for part in np.split(np.arange(len(self.row)), cuts):
            part = part[self.lengths[part] > 0]
            yield Spans(self.shape[part], self.row[part], self.low[part], self.lengths[part])

    def pixels(self, columns):
        """Of each pixel the number of its span, its column less the span's first one, and its place in an image of so many columns."""
        of = np.repeat(np.arange(len(self.row)), self.lengths)
        step = spans(np.zeros(len(self.row), int), self.lengths)
        return of, step, (self.row * columns + self.low)[of] + step

    def along(self, start, slope):
        """A value that changes along each span by `slope` in each pixel, of all pixels."""
        before = np.cumsum(self.lengths) - self.lengths
        values = np.repeat(slope, self.lengths)
        values *= np.arange(len(values))
        values += np.repeat(start - slope * before, self.lengths)
        return values

    def places(self, columns):
        """Of all pixels, in an image of so many columns."""
        return spans(self.row * columns + self.low, self.lengths)


def rows_of(low, high, rows):
    """The numbers of shapes and the rows whose middles lie between these places, of each."""
    first = np.clip(np.ceil(low - 0.5), 0, rows).astype(int)
    last = np.clip(np.floor(high - 0.5), -1, rows - 1).astype(int)
    counts = np.maximum(last - first + 1, 0)
    return np.repeat(np.arange(len(low)), counts), spans(first, counts)


def spans_of(corners, rows, columns, shares_edges=True):
    """Of triangles; `shares_edges`: a pixel whose middle is on the edge of two belongs to both, else to one of them."""
    y = corners[:, :, 1]
    triangle, row = rows_of(y.min(axis=1), y.max(axis=1), rows)
    low, high = ends_of(corners, triangle, row + 0.5, columns, shares_edges)
    return Spans(triangle, row, low, np.maximum(high - low + 1, 0))


def ends_of(corners, triangle, middle, columns, shares_edges):
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
        high[falling] = np.minimum(high[falling], np.floor(place[falling]) if shares_edges else np.ceil(place[falling]) - 1)
        high[~rising & ~falling & (limit > 0)] = -1
    return low.astype(int), np.maximum(high, -1).astype(int)


def paint(depth, image, corners, normals, colors):
    """Triangles that face the eye. `depth`: (rows, columns), `image`: (rows, columns, 3), both changed; `corners`: (n, 3, 3) in pixels;
    `normals`: (n, 3); `colors`: (n, 3), with their light."""
    # From the farthest on: mostly the last of a pixel is the nearest.
    order = np.argsort(corners[:, :, 2].max(axis=1), kind="stable")
    corners, slopes, colors = corners[order], (-normals[:, :2] * (1.0, -1.0) / normals[:, 2:])[order], colors[order].astype(image.dtype)
    rows, columns = depth.shape
    for part in reversed(list(spans_of(corners, rows, columns).parts())):
        place = part.places(columns)
        seen = nearest(depth.reshape(-1), place, part.along(*heights_of(part, corners, slopes)))
        image.reshape(-1, 3)[place[seen]] = colors[np.repeat(part.shape, part.lengths)[seen]]


def heights_of(part, corners, slopes):
    """Of the depth at the first pixel of each span of triangles, and along it; `slopes`: along columns and rows."""
    corner, slope = corners[part.shape, 0], slopes[part.shape]
    return corner[:, 2] + slope[:, 1] * (part.row + 0.5 - corner[:, 1]) + slope[:, 0] * (part.low + 0.5 - corner[:, 0]), slope[:, 0]


def nearest(depth, place, height):
    """Writes the greatest height of each place into the depths where it is greater, and returns which of the pixels these are."""
    height = height.astype(depth.dtype, copy=False)     # else what was written may be less, and the loop has no end
    before = np.flatnonzero(height > depth[place])
    place, height = place[before], height[before]
    left = np.arange(len(place))
    while len(left):        # of a place several times, the last one is written
        depth[place[left]] = height[left]
        left = left[height[left] > depth[place[left]]]
    return before[height == depth[place]]


def paint_spheres(depth, image, centers, radii, colors, brightness):
    """`centers`: (n, 3) in pixels; `brightness`: of normals, with the second axis upwards."""
    rows, columns = depth.shape
    reach = radii[:, None] * np.ones(3)
    for shapes in nearest_parts(depth, centers - reach, centers + reach):
        shapes = shapes[::-1]
        center, radius = centers[shapes], radii[shapes]
        sphere, row = rows_of(center[:, 1] - radius, center[:, 1] + radius, rows)
        half = np.sqrt(np.maximum(radius[sphere]**2 - (row + 0.5 - center[sphere, 1])**2, 0))
        low = np.clip(np.ceil(center[sphere, 0] - half - 0.5), 0, columns).astype(int)
        high = np.clip(np.floor(center[sphere, 0] + half - 0.5), -1, columns - 1).astype(int)
        for part in reversed(list(Spans(sphere, row, low, np.maximum(high - low + 1, 0)).parts())):
            of, step, place = part.pixels(columns)
            across = (part.low + 0.5 - center[part.shape, 0])[of] + step
            down = part.row + 0.5 - center[part.shape, 1]
            toward = np.sqrt(np.maximum((radius[part.shape]**2 - down**2)[of] - across**2, 0))
            seen = nearest(depth.reshape(-1), place, center[part.shape, 2][of] + toward)
            of = of[seen]
            normals = np.column_stack([across[seen], -down[of], toward[seen]]) / radius[part.shape[of]][:, None]
            image.reshape(-1, 3)[place[seen]] = brightness(normals)[:, None] * colors[shapes[part.shape[of]]]


def blend(depth, image, corners, normals, colors, shares):
    """Transparent triangles over what is drawn, one after the other; `shares`: of the color in the mixture, of each."""
    (rows, columns), slopes = depth.shape, -normals[:, :2] * (1.0, -1.0) / normals[:, 2:]
    kept, added = (1 - shares).astype(image.dtype), (shares[:, None] * colors).astype(image.dtype)
    depth, image = depth.reshape(-1), image.reshape(-1, 3)
    for part in spans_of(corners, rows, columns, shares_edges=False).parts():
        if part.lengths.sum() > WIDE * len(part.row):
            blend_rows(depth, image, part, columns, *heights_of(part, corners, slopes), kept, added)
        else:
            blend_pixels(depth, image, part, columns, *heights_of(part, corners, slopes), kept, added)


def blend_rows(depth, image, part, columns, start, along, kept, added):
    """Of large triangles, span by span."""
    steps = np.arange(part.lengths.max())
    for place, length, slope, height, triangle in zip(part.row * columns + part.low, part.lengths, along, start, part.shape):
        under = image[place:place + length]
        before = height + slope * steps[:length] > depth[place:place + length]
        if before.all():
            under *= kept[triangle]
            under += added[triangle]
        else:
            under[before] = under[before] * kept[triangle] + added[triangle]


def blend_pixels(depth, image, part, columns, start, along, kept, added):
    place = part.places(columns)
    before = np.flatnonzero(part.along(start, along) > depth[place])
    place, triangle, last = place[before], np.repeat(part.shape, part.lengths)[before], np.empty(depth.size, np.int32)
    while len(place):       # of each place the first triangle that is left
        last[place[::-1]] = np.arange(len(place), dtype=np.int32)[::-1]
        first = last[place] == np.arange(len(place), dtype=np.int32)
        at, which = place[first], triangle[first]
        image[at] = image[at] * kept[which][:, None] + added[which]
        place, triangle = place[~first], triangle[~first]


def nearest_parts(depth, low, high):
    """Numbers of shapes that may be seen, from the nearest on, some at a time: what was drawn before is asked whether it hides the next. `low`
    and `high`: their frames (n, 3) in pixels."""
    size = np.array(depth.shape)[::-1]
    shown = np.isfinite(low).all(axis=1) & np.isfinite(high).all(axis=1)
    shown &= (high[:, :2] > 0).all(axis=1) & (low[:, :2] < size).all(axis=1)
    order = np.flatnonzero(shown)
    order = order[np.argsort(-high[order, 2], kind="stable")]
    pixels = np.cumsum(np.prod(np.clip(high[order, :2], 0, size) - np.clip(low[order, :2], 0, size) + 1, axis=1))
    start = 0
    while start < len(order):
        end = np.searchsorted(pixels, (pixels[start - 1] if start else 0) + MOST_PIXELS)
        part = order[start:min(max(end, start + 1), start + SHAPES)]
        start += len(part)
        part = part if len(order) < FEW else part[~hidden(depth, low[part], high[part])]
        if len(part):
            yield part


def hidden(depth, low, high):
    """Those whose whole frame holds nearer things. Large ones are held against larger tiles."""
    tiles, side = farthest_of(depth, TILE), TILE
    found, left = np.zeros(len(low), bool), np.ones(len(low), bool)
    while left.any():
        most = np.array(tiles.shape)[::-1] - 1
        first, last = (np.clip(place[:, :2] // side, 0, most).astype(int) for place in (low, high))
        fit = np.flatnonzero(left & ((last - first).max(axis=1) < MOST_TILES))
        first, last, farthest = first[fit], last[fit], np.full(len(fit), np.inf)
        for shift in np.ndindex(*(last - first).max(axis=0, initial=0) + 1):
            column, row = np.minimum(first + shift, last).T
            farthest = np.minimum(farthest, tiles[row, column])
        found[fit], left[fit] = farthest > high[fit, 2], False
        tiles, side = farthest_of(tiles, 2), 2 * side
    return found


def farthest_of(depth, count):
    """The least of each square of so many."""
    for _ in range(2):
        found = depth[::count].copy()
        for k in range(1, count):
            rows = depth[k::count]
            np.minimum(found[:len(rows)], rows, out=found[:len(rows)])
        depth = np.ascontiguousarray(found.T)
    return depth


def frames_of(solids, seen):
    """Least and greatest places of the corners of bodies, (n, 3) each; `seen`: of all corners."""
    starts = solids.starts[:-1]
    return np.minimum.reduceat(seen, starts), np.maximum.reduceat(seen, starts)
