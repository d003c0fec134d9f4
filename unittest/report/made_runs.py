"""Folders as runs leave them, for the tests of pictures and of the viewer: files of dump paraview, dumps of atoms, logs."""
import zlib
from html import escape

import numpy as np

TYPES = {"f4": "Float32", "f8": "Float64", "i4": "Int32", "i8": "Int64", "u1": "UInt8"}


class PieceFile:
    """A .vtp or .vtu file as VTK writes it, with raw data appended; zlib: in blocks of 1000 bytes."""

    def __init__(self, packed):
        self.packed, self.appended = packed, b""

    def item(self, name, values):
        values = np.ascontiguousarray(values)
        components = values.shape[1] if values.ndim > 1 else 1
        text = (f'<DataArray type="{TYPES[values.dtype.str[1:]]}" Name="{escape(name)}" NumberOfComponents="{components}" format="appended" '
                f'offset="{len(self.appended)}"/>')
        self.appended += self.block(values.tobytes())
        return text

    def block(self, data):
        if not self.packed:
            return np.uint32(len(data)).tobytes() + data
        parts = [zlib.compress(data[k:k + 1000]) for k in range(0, len(data), 1000)]
        return np.array([len(parts), 1000, len(data) % 1000, *map(len, parts)], np.uint32).tobytes() + b"".join(parts)

    def write(self, path, kind, points, places):
        """`places`: {PointData, CellData, Cells, Lines, Polys: {name: values}}."""
        counts = f'NumberOfPoints="{len(points)}"'
        body = f"<Points>{self.item('Points', np.asarray(points, 'f4'))}</Points>"
        for place, arrays in places.items():
            body += f"<{place}>{''.join(self.item(name, values) for name, values in arrays.items())}</{place}>"
        packer = ' compressor="vtkZLibDataCompressor"' if self.packed else ""
        head = f'<VTKFile type="{kind}" header_type="UInt32"{packer}><{kind}><Piece {counts}>{body}</Piece></{kind}><AppendedData encoding="raw">_'
        path.write_bytes(head.encode() + self.appended + b"\n</AppendedData></VTKFile>\n")


def write_series(folder, frames, packed=False):
    """`frames`: of each its time and blocks, {name: [(kind, points, places) of each rank]}."""
    lines = []
    for number, (time, blocks) in enumerate(frames):
        pieces = ""
        for index, (name, ranks) in enumerate(blocks.items()):
            files = ""
            for rank, (kind, points, places) in enumerate(ranks):
                file = f"block{index}_{number}_{rank}.{'vtu' if kind == 'UnstructuredGrid' else 'vtp'}"
                PieceFile(packed).write(folder / file, kind, points, places)
                files += f'<DataSet index="{rank}" file="{file}"/>'
            pieces += f'<Piece index="{index}" name="{escape(name)}">{files}</Piece>'
        (folder / f"frame_{number}.vtm").write_text(f'<VTKFile type="vtkMultiBlockDataSet"><vtkMultiBlockDataSet>{pieces}</vtkMultiBlockDataSet></VTKFile>')
        lines.append(f'<DataSet timestep="{time}" file="frame_{number}.vtm"/>')
    (folder / "run.pvd").write_text(f'<VTKFile type="Collection"><Collection>{"".join(lines)}</Collection></VTKFile>\n')
    return folder / "run.pvd"


def spheres(centers, radii, **data):
    data = {name: np.asarray(values) for name, values in data.items()}
    return "PolyData", centers, {"PointData": {"id": np.arange(1, len(radii) + 1, dtype="i4"), "radius": np.asarray(radii, "f4"), **data}}


def triangles(corners, **data):
    corners = np.asarray(corners, "f4")
    return "PolyData", corners.reshape(-1, 3), {"Polys": {"connectivity": np.arange(3 * len(corners), dtype="i4"),
                                                           "offsets": np.arange(3, 3 * len(corners) + 1, 3, dtype="i4")}, **({"CellData": data} if data else {})}


CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
CUBE_FACES = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]


def cubes(ids, corners, **data):
    """Bodies with the corners (n, 8, 3) of cubes."""
    stream = [[6] + [word for face in CUBE_FACES for word in (4, *(8 * k + corner for corner in face))] for k in range(len(ids))]
    cells = {"connectivity": np.arange(8 * len(ids), dtype="i4"), "offsets": np.arange(8, 8 * len(ids) + 1, 8, dtype="i4"),
             "faces": np.concatenate(stream).astype("i4"), "faceoffsets": np.cumsum([len(part) for part in stream]).astype("i4")}
    return "UnstructuredGrid", np.reshape(corners, (-1, 3)), {"CellData": {"id": np.asarray(ids, "i4"), **data}, "Cells": cells}


def write_dump(path, snapshots, names):
    """`snapshots`: {step: rows}."""
    text = ""
    for step, rows in snapshots.items():
        text += f"ITEM: TIMESTEP\n{step}\nITEM: NUMBER OF ATOMS\n{len(rows)}\nITEM: BOX BOUNDS ff ff ff\n0 1\n0 1\n0 1\nITEM: ATOMS {names}\n"
        text += "".join(" ".join(f"{value:.9g}" for value in row) + "\n" for row in rows)
    path.write_text(text)
    return path
