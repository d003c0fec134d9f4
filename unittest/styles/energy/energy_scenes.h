// The entries of compute energy/balance, and scenes for its tests.

#ifndef GRIST_UNITTEST_STYLES_ENERGY_ENERGY_SCENES_H
#define GRIST_UNITTEST_STYLES_ENERGY_ENERGY_SCENES_H

#include "testing/hertz_sphere.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace grist::testing {

constexpr double GRAVITY = 9.81;

enum Entry {
  KINETIC,
  GRAVITATIONAL,
  BOND,
  CONTACT,
  BOND_DAMPING,
  CONTACT_DAMPING,
  FRICTION,
  ROLLING,
  BROKEN,
  WALL_WORK,
  NEW_CONTACTS,
  ENTRIES
};

struct Balance {
  std::array<double, ENTRIES> entry;
  double drift;

  double stored() const
  {
    return entry[KINETIC] + entry[GRAVITATIONAL] + entry[BOND] + entry[CONTACT];
  }
  double dissipated() const
  {
    return entry[BOND_DAMPING] + entry[CONTACT_DAMPING] + entry[FRICTION] + entry[ROLLING] +
        entry[BROKEN];
  }
};

inline Balance balance_of(LammpsSession &lammps)
{
  Balance now;
  for (int k = 0; k < ENTRIES; k++)
    now.entry[k] = lammps.evaluate("c_e[" + std::to_string(k + 1) + "]");
  now.drift = lammps.evaluate("c_e");
  return now;
}

inline Balance after(const std::string &lines, int ranks = 1)
{
  LammpsSession lammps(ranks);
  lammps.run(lines);
  return balance_of(lammps);
}

inline double kinetic_energy(const std::vector<AtomSnapshot> &atoms)
{
  double sum = 0.0;
  for (const AtomSnapshot &a : atoms)
    for (int d = 0; d < 3; d++)
      sum += 0.5 * a.mass * (a.v[d] * a.v[d] + 0.4 * a.radius * a.radius * a.omega[d] * a.omega[d]);
  return sum;
}

constexpr const char *REPORT =
    "compute e all energy/balance\nthermo_style custom step ke c_e[*] c_e\nthermo 100000\n";

// Spheres of 4 mm without bonds.
inline std::string loose_spheres(const std::string &coeff = "restitution 0.5 friction 0.3",
                                 const std::string &newton = "on")
{
  return "units si\nnewton " + newton +
      R"(
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    boundary p f f
    region box block -0.02 0.02 -0.02 0.02 -0.02 0.02
    create_box 1 box
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 )" +
      coeff + R"(
    neighbor 1e-3 bin
    fix move all leapfrog/sphere
  )";
}

inline std::string oblique_pair(double aside, double dt, int steps)
{
  return "create_atoms 1 single -0.00201 0 0\ncreate_atoms 1 single 0.00201 " + number(aside) +
      " 0\nset group all diameter 4e-3 density 2500\nset atom 1 vx 1\nset atom 2 omega 0 0 300\n" +
      "timestep " + number(dt) + "\n" + REPORT + "run " + std::to_string(steps) + "\n";
}

using ComputeEnergyBalance = OneRankTest;

// A sphere on a floor, in balance with its weight.
inline std::string on_floor(const std::string &coeff, const std::string &motion,
                            const std::string &floor)
{
  const double radius = 2e-3;
  const double overlap = hertz_overlap(sphere_mass(radius) * GRAVITY, radius, 1e7);
  return loose_spheres(coeff) + "create_atoms 1 single 0 0 " + number(radius - overlap) +
      "\nset group all diameter 4e-3 density 2500\n" + motion + "\ntimestep 2e-6\n" + REPORT +
      "fix down all gravity 9.81 vector 0 0 -1\n" + floor + "\n";
}
inline const std::string FLOOR = "fix floor all wall/hertz/mindlin zplane 0 NULL";

// Six cubes of elements that break, and two balls, in a drum that makes a revolution in half a
// second. Turned by hand: LAMMPS' random orientations depend on the number of ranks. The box is cut
// across the charge, so that ranks share it.
inline std::string drum(double dt, const std::string &newton = "on off")
{
  return "units si\nnewton " + newton + R"(
    atom_style bonded/cluster
    atom_modify map array
    comm_modify vel yes
    boundary p f f
    processors 1 * 1
    bond_style parallel
    region box block -0.012 0.012 -0.04 0.04 -0.04 0.04
    create_box 2 box bond/types 1 extra/bond/per/atom 12 extra/special/per/atom 40
    cluster_template cube cube 8e-3 radius 1.3e-3 lattice sc density 2500
    bond_coeff 1 young 1e7 tensile 2e4 shear 2e4 damping 0.1
    pair_style hertz/mindlin
    pair_coeff * * young 1e6 poisson 0.3 restitution 0.5 friction 0.5 rolling torque 0.05
    create_atoms 0 single -0.006 -0.015 -0.015 mol cube 11 rotate 30 1 2 3
    create_atoms 0 single 0.006 -0.015 -0.015 mol cube 12 rotate 50 -1 1 2
    create_atoms 0 single -0.006 0.0 -0.015 mol cube 13 rotate 20 3 1 1
    create_atoms 0 single 0.006 0.0 -0.015 mol cube 14 rotate 70 1 -2 1
    create_atoms 0 single -0.006 0.015 -0.015 mol cube 15 rotate 40 2 2 1
    create_atoms 0 single 0.006 0.015 -0.015 mol cube 16 rotate 10 1 0 3
    create_atoms 2 single 0 -0.008 0.01
    create_atoms 2 single 0 0.008 0.01
    group ball type 2
    set group ball diameter 10e-3 density 5000
    neighbor 1e-3 bin
    fix move all leapfrog/sphere
    fix down all gravity 9.81 vector 0 0 -1
    variable angle equal 12.5664*elaplong*dt
    region drum cylinder x 0 0 0.032 -0.012 0.012 open 1 open 2 rotate v_angle 0 0 0 1 0 0
  )" + REPORT +
      R"(
    fix drum all wall/hertz/mindlin region drum friction 0.8
    fix broken all breakage 10000
    timestep )" +
      number(dt) + "\n";
}

inline void expect_same(const Balance &one, const Balance &other, double tolerance)
{
  double scale = 0.0;
  for (const double value : one.entry) scale = std::max(scale, std::fabs(value));
  for (int k = 0; k < ENTRIES; k++)
    EXPECT_NEAR(one.entry[k], other.entry[k], tolerance * scale) << "entry " << k + 1;
  EXPECT_NEAR(one.drift, other.drift, tolerance * scale);
}

// The charge is thrown at the drum and breaks; rounding has little time to grow.
inline const std::string THROWN = "velocity all set 0 0.3 -1\n";

}    // namespace grist::testing

#endif
