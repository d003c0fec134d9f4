// Contacts of polyhedra by laws of different kinds in one run, which blocks of contacts must keep
// apart. Walls that a body leaves.
//
// Oracles: the same bodies where all contacts are of one kind; to the last bit, as a lane of a
// block depends on nothing else. A body that has never touched.

#include "common/space.h"
#include "styles/polyhedra/cubes.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace test_kinds_of_laws {

using namespace grist::testing;
using grist::Matrix3d;
using grist::Vector3d;
using grist::vector_at;

const std::vector<std::string> LAWS = {
    "volume 1e9 restitution 0.5",
    "volume 1e9 restitution 0.7 friction 0.5",
    "volume 2e9 restitution 0.5 regularised 0.4 0.01 tangential 0.1",
    "energy 1e14 restitution 0.5 friction 0.3",
    "energy 1e14 restitution 0.8",
    "volume 1e9 hysteretic 0.5 friction 0.5",
    "energy 1e14 hysteretic 0.6 friction 0.4",
    "volume 1e9 restitution 0.9 friction 0.1",    // of the second kind, with other numbers
};

class KindsOfLaws : public testing::Test {
 protected:
  TestFolder folder;

  // A pair of cubes for each law, type by type: one slides onto the other.
  std::vector<BodySnapshot> after(const std::string &coefficients)
  {
    std::vector<BodyLine> lines;
    std::ostringstream types;
    const Matrix3d turn = rotation_matrix(0.3, normalized(Vector3d{1.0, 2.0, -1.0}));
    for (size_t k = 0; k < LAWS.size(); k++) {
      const double x = 0.1 * k - 0.4;
      lines.push_back(cube_at(Matrix3d::identity(), {x, 0.0, 0.0}));
      lines.push_back(cube_at(turn, {x + 0.003, 0.002, 0.024}));
      types << "set atom " << 2 * k + 1 << "*" << 2 * k + 2 << " type " << k + 1 << "\nset atom "
            << 2 * k + 2 << " angmom 1e-6 2e-6 -1e-6\nvelocity one" << k << " set 0.2 0.1 -0.4\n";
    }
    std::ostringstream groups;
    for (size_t k = 0; k < LAWS.size(); k++)
      groups << "group one" << k << " id " << 2 * k + 2 << "\n";
    write_bodies(folder / "data", lines, -0.5, 0.5);
    LammpsSession lammps;
    lammps.run(BODIES + ("boundary f f f\nread_data " + (folder / "data")) + " extra/atom/types " +
               std::to_string(LAWS.size() - 1) + "\n" + groups.str() + types.str() +
               "pair_style polyhedron\n" + coefficients +
               "fix move all nve/body\ntimestep 2e-6\nrun 3000\n");
    return bodies(lammps);
  }
};

TEST_F(KindsOfLaws, DoNotMixInABlock)
{
  ONE_RANK_IS_ENOUGH();
  std::string each = "pair_coeff * * volume 1\n";
  for (size_t k = 0; k < LAWS.size(); k++) {
    const std::string type = std::to_string(k + 1);
    each += "pair_coeff " + type + " " + type + " " + LAWS[k] + "\n";
  }
  const auto mixed = after(each);
  for (size_t k = 0; k < LAWS.size(); k++) {
    const auto alone = after("pair_coeff * * " + LAWS[k] + "\n");
    for (const size_t n : {2 * k, 2 * k + 1}) {
      EXPECT_EQ(mixed[n].x, alone[n].x) << LAWS[k];
      EXPECT_EQ(mixed[n].v, alone[n].v) << LAWS[k];
      EXPECT_EQ(mixed[n].angmom, alone[n].angmom) << LAWS[k];
    }
    // They have met, and the law counts.
    EXPECT_GT(norm(vector_at(mixed[2 * k].v.data())), 0.01) << LAWS[k];
    if (k > 0) { EXPECT_NE(mixed[2 * k].v, mixed[0].v) << LAWS[k]; }
  }
}

// A sphere slides on a floor, which throws it off, all within one list. Put back at rest it has no
// friction; stopped while it slides it has. (What is near a plane by its bounding sphere touches
// it, if it is a sphere.)
TEST(WallsOfBodies, ForgetWhoHasLeft)
{
  ONE_RANK_IS_ENOUGH();
  TestFolder folder;
  write_bodies(folder / "data", {{MASS, {0.0, 0.0, 0.00999}, {}, 0.01}}, -0.3, 0.3);
  for (const int steps : {200, 3000}) {
    LammpsSession lammps;
    lammps.run(BODIES + ("boundary f f f\nread_data " + (folder / "data")) +
               "\npair_style polyhedron\npair_coeff * * volume 1\nneighbor 0.1 bin\n"
               "fix floor all wall/polyhedron volume 1e12 friction 0.5 zplane 0 NULL xplane -0.25 "
               "NULL\nfix move all nve/body\ntimestep 1e-6\ncompute on all reduce sum fx fz\n"
               "velocity all set 0.1 0 0\nthermo_style custom step c_on[1] c_on[2]\nrun " +
               std::to_string(steps) + "\n");
    EXPECT_EQ(lammps.evaluate("c_on[2]") > 0.0, steps == 200);
    lammps.run("set atom 1 z 0.00999\nset atom 1 angmom 0 0 0\nvelocity all set 0 0 0\nrun 0\n");
    EXPECT_GT(lammps.evaluate("c_on[2]"), 0.1);
    if (steps == 200)
      EXPECT_LT(lammps.evaluate("c_on[1]"), -0.01);
    else
      EXPECT_EQ(lammps.evaluate("c_on[1]"), 0.0);
  }
}

}    // namespace test_kinds_of_laws
