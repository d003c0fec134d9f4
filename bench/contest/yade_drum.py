# The drum of in.drum for Yade: the same beads at the same places, Hertz and Mindlin, the same facets; without rolling
# friction, and without repeating along the axis: end planes without friction are in its place.
#
#   BEADS=FILE LENGTH=0.05 STEPS=100 WARM=100 REPEATS=3 yade -n -x -j1 yade_drum.py
import math
import os
import time

length, steps, warm = float(os.environ["LENGTH"]), int(os.environ["STEPS"]), int(os.environ["WARM"])
beads = O.materials.append(FrictMat(young=1.875e6, poisson=0.25, frictionAngle=math.atan(0.65), density=2500))
smooth = O.materials.append(FrictMat(young=1.875e6, poisson=0.25, frictionAngle=0, density=2500))
for line in open(os.environ["BEADS"]):
    x, y, z, vx, vy, vz, wx, wy, wz, d = map(float, line.split())
    k = O.bodies.append(utils.sphere((x, y, z), d / 2, material=beads))
    O.bodies[k].state.vel, O.bodies[k].state.angVel = (vx, vy, vz), (wx, wy, wz)
facets = []
corner = [(0.2 * math.cos(2 * math.pi * k / 60), 0.2 * math.sin(2 * math.pi * k / 60)) for k in range(61)]
for (x0, y0), (x1, y1) in zip(corner, corner[1:]):
    a, b, c, d = (x0, y0, 0), (x1, y1, 0), (x1, y1, length), (x0, y0, length)
    facets += O.bodies.append([utils.facet(points, material=beads, wire=True) for points in ((a, b, c), (a, c, d))])
O.bodies.append([utils.wall(0, axis=2, sense=1, material=smooth), utils.wall(length, axis=2, sense=-1, material=smooth)])
size = 2 * O.bodies[0].shape.radius
O.engines = [
    ForceResetter(),
    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Facet_Aabb(), Bo1_Wall_Aabb()], verletDist=float(os.environ["SKIN"]) * size),
    InteractionLoop(
        [Ig2_Sphere_Sphere_ScGeom(), Ig2_Facet_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()],
        [Ip2_FrictMat_FrictMat_MindlinPhys(en=0.97, es=0.97)],
        [Law2_ScGeom_MindlinPhys_Mindlin()],
    ),
    RotationEngine(rotateAroundZero=True, zeroPoint=(0, 0, 0), rotationAxis=(0, 0, 1), angularVelocity=1.256, ids=facets),
    NewtonIntegrator(gravity=(0, -9.8, 0), damping=0),
]
O.dt = 1e-5
O.run(warm, True)
n = len(O.bodies) - len(facets) - 2
for _ in range(int(os.environ["REPEATS"])):
    start = time.process_time()
    O.run(steps, True)
    print("TIMED", n, steps, time.process_time() - start)
print("MEASURED kinetic", utils.kineticEnergy(), "contacts", O.interactions.countReal())
