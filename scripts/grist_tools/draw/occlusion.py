"""How far places of a picture lie behind what is around them: gaps, and what is behind an edge (ambient occlusion in screen space, after Mittring
2007, Finding next gen: CryEngine 2).

    shares = hidden_shares(depth)       # 0: nothing around is nearer to the eye; 1: all is

Two opposite places at a time are looked at: a plane hides nothing of itself, however it is turned.
"""

import numpy as np

REACH = 0.02                # of the longer side of the picture
HEIGHT = 4.0                # times the distance: what is nearer by more stands apart
RINGS, RAYS = 4, 6
EMPTY = np.float32(-1e30)   # depth of a place where nothing is
ROWS = 64                   # that are done at a time: what they need stays in the caches


def hidden_shares(depth):
    """`depth`: (rows, columns) towards the eye, in pixels; -inf where nothing is."""
    rows, columns = depth.shape
    shares, drawn = np.zeros(depth.shape, np.float32), np.isfinite(depth)
    if not drawn.any():
        return shares
    filled = np.where(drawn, depth, EMPTY).astype(np.float32)
    top, bottom, left, right = *ends_of(drawn.any(axis=1)), *ends_of(drawn.any(axis=0))
    for ring in range(RINGS):
        far = REACH * max(depth.shape) * (ring + 1) / RINGS
        heights = filled / np.float32(far)
        for ray in range(RAYS):
            angle = np.pi * (ray + 0.5 * (ring % 2)) / RAYS
            down, across = round(far * np.sin(angle)), round(far * np.cos(angle))
            # Where both places are in the picture.
            first, last = max(left, abs(across)), min(right, columns - abs(across))
            for start in range(max(top, down), min(bottom, rows - down), ROWS):
                end = min(start + ROWS, bottom, rows - down)
                if first < last:
                    one, other = (heights[start + sign * down:end + sign * down, first + sign * across:last + sign * across] for sign in (1, -1))
                    shares[start:end, first:last] += rise(one, other, heights[start:end, first:last])
    shares[~drawn] = 0
    shares /= RINGS * RAYS
    return shares


def ends_of(which):
    """The first true one, and the one after the last."""
    places = np.flatnonzero(which)
    return int(places[0]), int(places[-1]) + 1


def rise(one, other, here):
    """By how much two places together are nearer to the eye than the one between them, over the distance: 0 to 1."""
    total = bounded(one - here)
    total += bounded(other - here)
    return np.maximum(np.minimum(total, 1, out=total), 0, out=total)


def bounded(nearer):
    """-1 to 1; to 0 again where it is nearer by more than HEIGHT."""
    apart = np.subtract(np.float32(HEIGHT), nearer)
    np.maximum(apart, 0, out=apart)
    np.minimum(nearer, apart, out=nearer)
    return np.maximum(np.minimum(nearer, 1, out=nearer), -1, out=nearer)
