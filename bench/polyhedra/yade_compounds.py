# The slab of in.compounds for Yade: the same bodies at the same places as clumps of convex polyhedra, at rest, between the
# same 24 planes, with the same volume law without damping. Two walls are in place of its repeating along the axis.
#
#   SLAB=slab.data STEPS=5 WARM=2 REPEATS=3 yade -n -x -j1 yade_compounds.py
import math
import os
import time

import numpy as np
from yade import polyhedra_utils

RADIUS, SIDES, STIFFNESS = 0.12, 24, 2e9
steps, warm = int(os.environ["STEPS"]), int(os.environ["WARM"])
stuff = PolyhedraMat()
stuff.density, stuff.frictionAngle = 2500, math.atan(0.5)
stuff.young, stuff.poisson = 2 * STIFFNESS, 0.5    # of two bodies: half of it by volume


def bodies(path):
    """Position and parts (rows of corners) of each body of a data file that LAMMPS has written."""
    lines = iter(open(path))
    places, found, section = {}, [], ""
    for line in lines:
        words = line.split()
        if not words or not (words[0][0].isdigit() or words[0][0] == "-"):
            section = words[0] if words else section
        elif section == "Atoms":
            places[words[0]] = np.array([float(w) for w in words[4:7]])
        elif section == "Bodies":
            name, integers, numbers = words[0], int(words[1]), int(words[2])
            counts = []
            while len(counts) < integers:
                counts += [int(w) for w in next(lines).split()]
            values = []
            while len(values) < numbers:
                values += [float(w) for w in next(lines).split()]
            corners = np.array(values).reshape(-1, 3)
            ends = np.cumsum([n for n in counts if n])
            found.append((places[name], np.split(corners, ends[:-1])))
    return found


for place, parts in bodies(os.environ["SLAB"]):
    O.bodies.appendClumped([
        polyhedra_utils.polyhedra(stuff, v=[tuple(place + corner) for corner in part]) for part in parts
    ])
n = sum(body.isClump for body in O.bodies)
across = RADIUS * math.tan(math.pi / SIDES) * 1.01
for k in range(SIDES):    # planes as wide facets
    angle = 2 * math.pi * k / SIDES
    out, along = np.array([0, math.sin(angle), math.cos(angle)]), np.array([0, math.cos(angle), -math.sin(angle)])
    corners = [RADIUS * out + x * np.array([0.03, 0, 0]) + s * across * along for x, s in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    a, b, c, d = [tuple(corner) for corner in corners]
    O.bodies.append([utils.facet(points, material=stuff, wire=True) for points in ((a, b, c), (a, c, d))])
for end, sense in ((-0.0265, 1), (0.0265, -1)):
    O.bodies.append(utils.wall(end, axis=0, sense=sense, material=stuff))
O.engines = [
    ForceResetter(),
    InsertionSortCollider([Bo1_Polyhedra_Aabb(), Bo1_Facet_Aabb(), Bo1_Wall_Aabb()], verletDist=0.0004),
    InteractionLoop(
        [Ig2_Polyhedra_Polyhedra_PolyhedraGeom(), Ig2_Facet_Polyhedra_PolyhedraGeom(), Ig2_Wall_Polyhedra_PolyhedraGeom()],
        [Ip2_PolyhedraMat_PolyhedraMat_PolyhedraPhys()],
        [Law2_PolyhedraGeom_PolyhedraPhys_Volumetric()],
    ),
    NewtonIntegrator(gravity=(0, 0, -9.81), damping=0),
]
O.dt = 2e-5
O.run(warm, True)
for _ in range(int(os.environ["REPEATS"])):
    start = time.process_time()
    O.run(steps, True)
    print("TIMED", n, steps, time.process_time() - start)
print("MEASURED contacts", O.interactions.countReal())
