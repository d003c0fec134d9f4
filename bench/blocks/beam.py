#!/usr/bin/env python3
"""Writes a beam of 1000 cubes in a row, or a block of 10 x 10 x 10, for in.beam (beam.obj) and for exaDEM (beam.msp).

    beam.py [--block]
"""
import sys
from pathlib import Path

EDGE = 0.5
CORNERS = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
FACES = (("000", "001", "011", "010"), ("100", "110", "111", "101"), ("000", "100", "101", "001"), ("010", "011", "111", "110"), ("000", "010", "110", "100"), ("001", "101", "111", "011"))

EXADEM = """includes:
  - config_fragmentation.msp

io_tree:
  - io_config:
     dir_name: "{name}"

particle_regions:
  - CUBES:
     bounds: [[2.5, 2.5, 2.5], [{x}, {y}, {z}]]

input_data:
  - init_rcb_grid
  - add_cube:
     length: 0.48
     minkowski: 0.01
  - lattice:
     structure: SC
     types: [ cube ]
     size: [ 0.5, 0.5, 0.5 ]
     region: CUBES
  - set_fields:
     polyhedra: true
     type: [ cube ]
     group: [ 0 ]
     random_quaternion: [ false ]
     sigma_velocity: [ 0.0 ]
     velocity: [ [0.1, 0, 0] ]
  - multimat_contact_params:
     default_config: {{ kn: 50000, kt: 50000, mu: 0.3, damp_rate: 0.87 }}
  - inner_bond_params:
     default_config: {{ kn: 5.e3, kt: 5.e3, damp_rate: 0.87, g: 2.e+2 }}

compute_force:
  - contact_multimat_polyhedron
  - inner_bond_polyhedron

domain:
  cell_size: 2.5 m
  periodic: [false, false, false]
  grid_dims: [4, 4, {cells}]
  bounds: [[0, 0, 0], [10, 10, {height}]]
  expandable: true

global:
  simulation_dump_frequency: -1
  simulation_end_iteration: 2000
  simulation_log_frequency: 500
  simulation_paraview_frequency: -1
  dt: 0.00001 s
  rcut_inc: 0.01
  enable_contact_network: false
  apply_particle_sticking: true
  sticking_threshold: 3e-2
"""


def cells(counts):
    """An object of each cube, as text of an OBJ file."""
    lines = []
    for n, (i, j, k) in enumerate((i, j, k) for i in range(counts[0]) for j in range(counts[1]) for k in range(counts[2])):
        lines.append(f"o cube{n}")
        lines += [f"v {EDGE * (i + x)} {EDGE * (j + y)} {EDGE * (k + z)}" for x, y, z in CORNERS]
        lines += ["f " + " ".join(str(8 * n + 1 + int(corner, 2)) for corner in face) for face in FACES]
    return "\n".join(lines) + "\n"


def main():
    block = sys.argv[1:] == ["--block"]
    name, counts = ("block", (10, 10, 10)) if block else ("beam", (1, 1, 1000))
    Path(name + ".obj").write_text(cells(counts))
    x, y, z = (2.5 + EDGE * n for n in counts)
    rows = 4 if block else 204
    Path(name + ".msp").write_text(EXADEM.format(name=name, x=x, y=y, z=z, cells=rows, height=2.5 * rows))


if __name__ == "__main__":
    main()
