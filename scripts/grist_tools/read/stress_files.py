"""Files that fix wall/mesh ... stress N FILE writes: a mesh where it is at a step, with values of its triangles.

    files = StressFiles(folder, log)
    files.steps                         # of all walls
    files.at(step, exact=True)          # {ID: (triangles, data)}
"""

import re

import numpy as np

from ..text.messages import fail


class StressFiles:
    def __init__(self, folder, log):
        self.files = {}         # of each wall: {step: path}
        for command in log.commands if log else ():
            words = command.split()
            if words[:1] == ["fix"] and words[3:4] == ["wall/mesh"] and "stress" in words[5:-2]:
                name = folder / words[words.index("stress") + 2]
                pattern = re.compile(re.escape(name.name).replace(r"\*", r"(\d+)"))
                found = {int(match[1]): path for path in name.parent.glob(name.name) if (match := pattern.fullmatch(path.name))}
                if found:
                    self.files[words[1]] = found

    @property
    def steps(self):
        return sorted({step for files in self.files.values() for step in files})

    def at(self, step):
        """Of each wall the last file up to this step: {ID: (step of the file, triangles, data)}."""
        found = {}
        for wall, files in self.files.items():
            last = max((known for known in files if known <= step), default=None)
            if last is not None:
                found[wall] = (last, *read_stress(files[last]))
        return found


def read_stress(path):
    """Triangles and their values by name, of a legacy VTK file; of vectors the lengths."""
    try:
        words = path.read_text(errors="replace").split()
        return triangles_of(words), values_of(words[words.index("CELL_DATA"):])
    except OSError as error:
        fail(f"cannot read {path}: {error.strerror}")
    except (IndexError, ValueError) as error:
        fail(f"{path} is not as fix wall/mesh writes it: {error}")


def triangles_of(words):
    at = words.index("POINTS")
    points = np.array(words[at + 3:at + 3 + 3 * int(words[at + 1])], float).reshape(-1, 3)
    at = words.index("POLYGONS")
    return points[np.array(words[at + 3:at + 3 + int(words[at + 2])], int).reshape(-1, 4)[:, 1:]]


def values_of(words):
    count, found = int(words[1]), {}
    for at, word in enumerate(words):
        if word in ("SCALARS", "VECTORS"):
            start, size = (at + 6, 1) if word == "SCALARS" else (at + 3, 3)
            values = np.array(words[start:start + size * count], float).reshape(count, size)
            found[words[at + 1]] = values[:, 0] if size == 1 else np.linalg.norm(values, axis=1)
    return found
