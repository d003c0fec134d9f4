// A rigid cluster moves as one whose bonds are much stiffer than its contacts. Oracle: bond_style
// parallel and fix nve/sphere.

#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_rigid_against_bonded {

using namespace grist::testing;

// A cube of 27 elements that turns hits the floor with an edge, slides on it with friction, and
// rises again. Undamped: the damping of a contact goes with the mass, and that of a rigid cluster
// is the whole body's.
std::string falling_cube(const std::string &bond, const std::string &motion)
{
  return R"(
    units si
    boundary p p f
    newton on off
    comm_modify vel yes
    processors * * 1
    atom_style bonded/cluster
    bond_style parallel
    region box block -0.05 0.05 -0.05 0.05 0 0.1
    create_box 1 box bond/types 1
    cluster_template cube cube 0.02 radius 0.0033 lattice sc density 4800
    bond_coeff 1 )" +
      bond + R"(
    create_atoms 0 single 0 0 0.02 mol cube 7 rotate 40 1 0.3 0.2 units box
    variable vx atom 0.3-20*(z-0.02)
    variable vz atom -0.8+20*x
    velocity all set v_vx 0.1 v_vz
    set group all omega 0 -20 0
    pair_style hertz/mindlin
    pair_coeff * * young 1e6 poisson 0.3 restitution 1 friction 0.3
    neighbor_style multilevel
    neighbor 5e-4 bin
    fix weight all gravity 9.81 vector 0 0 -1
    fix floor all wall/hertz/mindlin zplane 0 NULL
    fix move all )" +
      motion + "\ntimestep 2e-6\n";
}

double distance(const std::array<double, 3> &a, const std::array<double, 3> &b)
{
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

TEST(RigidAgainstBonded, StiffCubeMovesAsTheRigidOne)
{
  const std::string rigid = falling_cube("rigid", "rigid/cluster");
  const std::string stiff =
      falling_cube("young 1e9 tensile none shear none damping 0.05", "nve/sphere");
  const auto start = atoms_after(rigid + "run 0", 1);
  for (const int ranks : rank_counts()) {
    const auto one = atoms_after(rigid + "run 25000", ranks);
    const auto other = atoms_after(stiff + "run 25000", ranks);
    if (!is_first_rank()) continue;
    ASSERT_EQ(one.size(), 27);
    ASSERT_EQ(other.size(), 27);
    for (size_t n = 0; n < one.size(); n++) {
      EXPECT_GT(one[n].v[2], 0.1);    // it has left the floor
      EXPECT_LT(distance(one[n].x, other[n].x), 1e-3 * distance(one[n].x, start[n].x)) << n;
      EXPECT_LT(distance(one[n].v, other[n].v), 2e-3 * distance(one[n].v, {0, 0, 0})) << n;
    }
  }
}

}    // namespace test_rigid_against_bonded
