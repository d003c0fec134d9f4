"""Meshes of a screw conveyor along x: write(folder) makes screw.off, the flight, and trough.off, open at the top."""
import numpy as np

LENGTH, PITCH, SHAFT, RADIUS, GAP, TOP = 0.11, 0.036, 0.004, 0.018, 0.002, 0.05


def write(folder):
    angles = np.arange(0, 360 * LENGTH / PITCH + 1e-9, 10)
    spiral = np.column_stack([angles / 360 * PITCH - LENGTH / 2, np.cos(np.radians(angles)), np.sin(np.radians(angles))])
    write_off(folder / "screw.off", [strip(spiral * (1, SHAFT, SHAFT), spiral * (1, RADIUS, RADIUS))])
    bottom = np.radians(np.arange(180, 361, 15))
    profile = np.concatenate([[(-1, TOP / (RADIUS + GAP))], np.column_stack([np.cos(bottom), np.sin(bottom)]), [(1, TOP / (RADIUS + GAP))]]) * (RADIUS + GAP)
    ends = [np.column_stack([np.full(len(profile), x), profile]) for x in (-LENGTH / 2 - GAP, LENGTH / 2 + GAP)]
    lids = [np.array([(end[0], a, b) for a, b in zip(end[1:], end[2:])]) for end in ends]
    write_off(folder / "trough.off", [strip(*ends), *lids])


def strip(a, b):
    """Triangles between two lines with as many points."""
    return np.concatenate([[(a[k], b[k], b[k + 1]), (a[k], b[k + 1], a[k + 1])] for k in range(len(a) - 1)])


def write_off(path, parts):
    triangles = np.concatenate(parts)
    points, numbers = np.unique(np.round(triangles.reshape(-1, 3), 9), axis=0, return_inverse=True)
    lines = [f"OFF\n{len(points)} {len(triangles)} 0"] + ["{:.9g} {:.9g} {:.9g}".format(*point) for point in points]
    path.write_text("\n".join(lines + ["3 {} {} {}".format(*corners) for corners in np.reshape(numbers, (-1, 3))]) + "\n")
