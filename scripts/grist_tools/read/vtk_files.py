"""Reads the files of dump paraview: the series (.pvd), its frames (.vtm), and the pieces of a block (.vtp, .vtu).

    frames = read_series(folder / "mill.pvd")       # [(time, path), ...]
    blocks = read_frame(frames[-1][1])              # {"spheres": Block, "wall_drum": Block, ...}
    blocks["spheres"].points, blocks["spheres"].data["radius"]

Pieces of several ranks are joined. Numbers are appended raw, plain or compressed by zlib or LZ4 (python3-lz4), as VTK's
writers leave them.
"""

import zlib
from dataclasses import dataclass, field
from functools import reduce
from xml.etree import ElementTree

import numpy as np

from ..text.messages import fail, need
from ..text.values import is_number

TYPES = {"Int8": "i1", "UInt8": "u1", "Int16": "i2", "UInt16": "u2", "Int32": "i4", "UInt32": "u4", "Int64": "i8",
         "UInt64": "u8", "Float32": "f4", "Float64": "f8"}
START = b'<AppendedData encoding="raw">'


@dataclass
class Block:
    """A block of a frame; `data`: values of points or of cells, whichever the block has, by name."""

    points: np.ndarray                              # (n, 3)
    data: dict = field(default_factory=dict)
    triangles: np.ndarray = None                    # (n, 3), numbers of points
    lines: np.ndarray = None                        # (n, 2)
    solids: "SolidCells" = ()


@dataclass
class SolidCells:
    """Bodies as VTK keeps them. `stream`: of each its number of faces, then of each face its number of corners and the corners.
    Solids.of_stream() reads it."""

    stream: np.ndarray
    ends: np.ndarray        # of each body in the stream
    counts: np.ndarray      # corners of each body; the points of a block are those of its bodies, one after the other
    firsts: np.ndarray      # number of the first corner of each body in the stream

    def __len__(self):
        return len(self.ends)

    def joined(self, other):
        return SolidCells(np.concatenate([self.stream, other.stream]), np.concatenate([self.ends, other.ends + len(self.stream)]),
                      np.concatenate([self.counts, other.counts]), np.concatenate([self.firsts, other.firsts]))


def read_series(path):
    """Times and paths of the frames. VTK lets a series leave out its times: there they are the numbers of the frames."""
    root = parse_xml(path, read_bytes(path))
    frames = []
    for number, item in enumerate(root.iter("DataSet")):
        time, file = item.get("timestep", str(number)), item.get("file")
        if not file or not is_number(time):
            fail(f"{path} names a frame with the time '{time}' and the file '{file or ''}': a number and a file are expected")
        frames.append((float(time), path.parent / file))
    if not frames:
        fail(f"{path} names no frame: the run wrote none")
    return frames


def names_frames(path):
    """Whether a series is one of dump paraview, as far as its text says: those of other programs name files of other kinds."""
    text = read_bytes(path)
    return b".vtm" in text or b"<DataSet" not in text


def read_frame(path, start=""):
    """Blocks by name, of those whose name begins so; those without a cell are left out."""
    found = {}
    for block in parse_xml(path, read_bytes(path)).iter("Piece"):
        if not (block.get("name") or "").startswith(start):
            continue
        pieces = [piece for item in block.iter("DataSet") for piece in read_pieces(path.parent / item.get("file", ""))]
        if pieces:
            found[block.get("name") or ""] = joined_pieces(path, pieces)
    return found


def joined_pieces(path, pieces):
    try:
        return join(pieces)
    except (KeyError, TypeError, ValueError) as error:
        fail(f"{path} names pieces that do not belong together: {error}")


def read_bytes(path):
    try:
        return path.read_bytes()
    except OSError as error:
        fail(f"cannot read {path}: {error.strerror}")


def parse_xml(path, text):
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        fail(f"{path} is not a complete file of dump paraview: {error}")


def read_pieces(path):
    content = read_bytes(path)
    head, found, rest = content.partition(START)
    root = parse_xml(path, head + b"</VTKFile>" if found else head)
    try:
        appended = Appended(path, root, rest[rest.find(b"_") + 1:])
        return [read_piece(piece, appended) for piece in root.iter("Piece") if has_something(piece)]
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        fail(f"{path} is not as dump paraview writes it: {error}")


def has_something(piece):
    return int(piece.get("NumberOfPoints", 0)) > 0


class Appended:
    """The numbers behind the head of a file."""

    def __init__(self, path, root, content):
        self.path, self.content = path, content
        self.header = np.dtype(TYPES[root.get("header_type", "UInt32")])
        self.unpack = self.chosen_unpack(root.get("compressor", ""))

    def chosen_unpack(self, compressor):
        if not compressor:
            return None
        if "ZLib" in compressor:
            return lambda part, size: zlib.decompress(part)
        if "LZ4" not in compressor:
            fail(f"{self.path} is compressed by {compressor}: give dump paraview 'compress lz4' or 'compress zlib'")
        need("lz4")
        import lz4.block
        return lambda part, size: lz4.block.decompress(part, uncompressed_size=size)

    def array(self, item):
        """Of a DataArray, shape (n,) or (n, components)."""
        raw = self.bytes_at(int(item.get("offset")))
        values = np.frombuffer(raw, TYPES[item.get("type")])
        components = int(item.get("NumberOfComponents", 1))
        return values if components == 1 else values.reshape(-1, components)

    def bytes_at(self, start):
        size = self.header.itemsize

        def words(at, count):
            part = np.frombuffer(self.content[at:at + count * size], self.header)
            if len(part) != count:
                fail(f"{self.path} is cut off")
            return [int(word) for word in part]

        if not self.unpack:
            count, = words(start, 1)
            found = self.content[start + size:start + size + count]
            return found if len(found) == count else fail(f"{self.path} is cut off")
        blocks, whole, last = words(start, 3)
        packed = words(start + 3 * size, blocks)
        at, parts = start + (3 + blocks) * size, []
        for number, count in enumerate(packed):
            plain = last if last and number == blocks - 1 else whole
            try:
                parts.append(self.unpack(self.content[at:at + count], plain))
            except Exception as error:      # of zlib or lz4, which have their own
                fail(f"{self.path} cannot be unpacked: {error}")
            at += count
        return b"".join(parts)


def read_piece(piece, appended):
    def arrays(place):
        parent = piece.find(place)
        return {} if parent is None else {item.get("Name"): appended.array(item) for item in parent.iter("DataArray")}

    points = appended.array(piece.find("Points/DataArray")).astype(float)
    block = Block(points.reshape(-1, 3), {**arrays("PointData"), **arrays("CellData")})
    cells = arrays("Cells")
    if "faces" in cells:
        ends = np.asarray(cells["offsets"])
        firsts = np.concatenate([[0], ends[:-1]])
        block.solids = SolidCells(cells["faces"], cells["faceoffsets"], ends - firsts, firsts)
    elif cells:
        fail(f"{appended.path} has cells without faces, as this version does not read them")
    polys, lines = arrays("Polys"), arrays("Lines")
    if len(polys.get("offsets", ())):
        block.triangles = polys["connectivity"].reshape(-1, 3).astype(int)
    if len(lines.get("offsets", ())):
        block.lines = lines["connectivity"].reshape(-1, 2).astype(int)
    return block


def join(pieces):
    """One block of those of several ranks."""
    first = pieces[0]
    if len(pieces) == 1:
        return first
    starts = np.cumsum([0] + [len(piece.points) for piece in pieces[:-1]])

    def shifted(name):
        parts = [getattr(piece, name) + start for piece, start in zip(pieces, starts) if getattr(piece, name) is not None]
        return np.concatenate(parts) if parts else None

    data = {name: np.concatenate([piece.data[name] for piece in pieces]) for name in first.data}
    return Block(np.concatenate([piece.points for piece in pieces]), data, shifted("triangles"), shifted("lines"),
                 reduce(SolidCells.joined, [piece.solids for piece in pieces]) if len(first.solids) else ())
