#!/usr/bin/env python3
"""The lifting hopper from Python, like a notebook: LAMMPS runs inside, the plot is drawn from its arrays, no file in between.

    python3 hopper.py [PICTURE] [N]      PICTURE: where the plot goes (default: a window); N: of spheres and of clusters, 150

The cells "# %%" are those of a notebook (VS Code, Spyder, jupytext). The model is that of in.hopper in its demo setting: the
lifting hopper of Huang et al. (2020), with Young's modulus reduced 1000 times. The top is not levelled. SI units; floor at
z = 0, axis of the hopper at x = y = 0, time 0 is the start of the lift. One process; PYTHONPATH must name the folder python of
a build or lib/grist/python of an installation (doc/install.md).
"""
# %% Sizes
import sys

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from lammps import lammps
from matplotlib.collections import EllipseCollection

picture = sys.argv[1] if len(sys.argv) > 1 and sys.argv[1].endswith((".png", ".pdf", ".svg")) else None
n = int(sys.argv[2]) if picture and len(sys.argv) > 2 else 150
if picture:
    matplotlib.use("Agg")

young, poisson, density = 3.2e6, 0.32, 2500.0
r_outlet, r_top = 0.030, 0.080 * (n / 1500) ** 0.25
h_cone = (r_top - r_outlet) / np.tan(np.radians(30))
h_fill = 1.3 * n * 0.012**3 / (np.pi * (r_top - 0.012) ** 2) + 0.03
half = 0.3 * (n / 1500) ** (1 / 3)
lift_speed, fall_time, end_time = 0.05, 1.0, 4.0
shear_modulus = young / (2 * (1 + poisson))
dt = 0.2 * np.pi * 0.002 * np.sqrt(density / shear_modulus) / (0.1631 * poisson + 0.8766)  # a fifth of Rayleigh's

# %% The model
lmp = lammps(cmdargs=["-log", "none", "-screen", "none"])
lmp.commands_string(f"""
units           si
newton          on off
boundary        f f f
atom_style      bonded/cluster
bond_style      parallel
region          box block -{half} {half} -{half} {half} -0.003 {h_cone + h_fill + 0.03}
create_box      2 box bond/types 1
cluster_template grain sphere 0.005 elements 10 radius 0.002 density {density} type 2

pair_style      hertz/mindlin
pair_coeff      * * young {young} poisson {poisson} restitution 0.5 friction 0.3 damping_t 1.0 rolling sds {1e-4 * young} 0.1 0.1
bond_coeff      1 young {young / 3} tensile 70e6 shear 40e6 damping 0.05
neighbor        0.001 bin
neigh_modify    delay 0 every 1 check yes
timestep        {dt}

region          fill cylinder z 0 0 {r_top - 0.006} {h_cone + 0.008} {h_cone + h_fill} units box
lattice         sc 0.012
create_atoms    0 region fill mol grain 4711 subset {n} 1234
lattice         sc 0.012 origin 0.5 0.5 0.5
create_atoms    1 region fill subset {n} 5678
set             type 1 diameter 0.006
set             type 1 density {density}

variable        lift equal 0.0
region          cylinder cylinder z 0 0 {r_top} {h_cone} {h_cone + h_fill + 0.1} open 1 open 2 units box move NULL NULL v_lift
region          cone cone z 0 0 {r_outlet} {r_top} 0 {h_cone} open 1 open 2 units box move NULL NULL v_lift
fix             guard all guard overlap 0.25
fix             box all wall/hertz/mindlin zplane 0 NULL xplane -{half} {half} yplane -{half} {half}
fix             hopper1 all wall/hertz/mindlin region cylinder
fix             hopper2 all wall/hertz/mindlin region cone
fix             weight all gravity 9.81 vector 0 0 -1
fix             move all nve/sphere
thermo          1000000
""")


def snapshot():
    """Copies of what LAMMPS holds now, a row for each sphere. The arrays of LAMMPS itself change with the next run."""
    return {name: lmp.numpy.extract_atom(name).copy() for name in ("id", "x", "v", "radius", "rmass", "molecule")}


def kinetic_energy(atoms):
    return 0.5 * np.sum(atoms["rmass"] * np.sum(atoms["v"] ** 2, axis=1))  # J, without rotation


# %% Fill: rain through air that limits the speed to 0.5 m/s
lmp.commands_string(f"""
fix             air all viscous {density * 4 / 3 * np.pi * 8e-9 * 9.81 / 0.5} scale 1 3.375
run             {int(np.ceil(fall_time / dt))}
unfix           air
""")
start = lmp.extract_global("ntimestep")
filled = snapshot()
print(f"filled: {n} spheres and {n} clusters, {filled['rmass'].sum():.3f} kg, top at {1e3 * filled['x'][:, 2].max():.0f} mm")

# %% Lift, and look at the arrays 50 times a second
lmp.command(f"variable lift equal {lift_speed}*(step-{start})*{dt}")
times, energies, in_hopper = [], [], []
for moment in range(int(50 * end_time)):
    lmp.command(f"run {int(0.02 / dt)} post no")
    atoms = snapshot()
    time = (lmp.extract_global("ntimestep") - start) * dt
    lifted = lift_speed * time
    mass = atoms["rmass"]
    times.append(time)
    energies.append(kinetic_energy(atoms))
    in_hopper.append(mass[atoms["x"][:, 2] > lifted].sum() / mass.sum())
    speed = np.sqrt(2 * energies[-1] / mass.sum())
    if speed < 1e-3 and in_hopper[-1] == 0:
        break
times, energies, in_hopper = map(np.array, (times, energies, in_hopper))
pile = snapshot()
print(f"empty and at rest after {times[-1]:.2f} s; pile {1e3 * np.max(pile['x'][:, 2] + pile['radius']):.0f} mm high")

# %% Plot
figure, (pile_axes, mass_axes, energy_axes) = plt.subplots(1, 3, figsize=(12, 3.6), width_ratios=[2, 1, 1], layout="constrained")
SPHERE, CLUSTER = "#009E73", "#E69F00"
order = np.argsort(-pile["x"][:, 1])  # those in front last
centers, radii = 1e3 * pile["x"][order][:, [0, 2]], 1e3 * pile["radius"][order]
colors = np.where(pile["molecule"][order] > 0, CLUSTER, SPHERE)
pile_axes.add_collection(EllipseCollection(2 * radii, 2 * radii, np.zeros(len(radii)), units="x", offsets=centers,
                                           offset_transform=pile_axes.transData, facecolors=colors, edgecolors="white", linewidths=0.3))
for name, color in (("spheres", SPHERE), ("clusters", CLUSTER)):
    pile_axes.plot([], [], "o", color=color, label=name)
pile_axes.axhline(0, color="0.4", linewidth=1)
reach = 1.05e3 * np.max(np.abs(pile["x"][:, 0]) + pile["radius"])
pile_axes.set(xlim=(-reach, reach), ylim=(-0.05 * reach, 0.35 * reach), aspect="equal", xlabel="x (mm)", ylabel="z (mm)",
              title="the pile at rest")
pile_axes.legend(frameon=False, loc="upper right")
mass_axes.plot(times, 100 * in_hopper, color="#0072B2")
mass_axes.set(xlabel="time (s)", ylabel="mass above the outlet (%)", ylim=(0, None), xlim=(0, None))
energy_axes.semilogy(times, 1e3 * np.maximum(energies, 1e-9), color="#D55E00")
energy_axes.set(xlabel="time (s)", ylabel="kinetic energy (mJ)", xlim=(0, None))
if picture:
    figure.savefig(picture, dpi=150)
else:
    plt.show()
lmp.close()
