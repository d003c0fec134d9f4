/* Rigid bodies of LAMMPS as they are read, from fix rigid and fix rigid/small.

   Two bodies of point masses and a loose atom. Oracle: sums over the atoms of a body, with
   unwrapped coordinates. The motion of atoms after `run 0` is that of their rigid body.
*/

#include "common/space.h"
#include "testing/lammps_session.h"

#include "styles/access/lammps_access_rigid.h"

#include "atom.h"
#include "domain.h"
#include "fix_rigid.h"
#include "fix_rigid_small.h"
#include "lammps.h"
#include "modify.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace test_lammps_access_rigid {

using namespace grist::testing;
using namespace LAMMPS_NS;
using grist::Matrix3d;
using grist::Vector3d;
using grist::vector_at;

constexpr double ROUNDING = 1e-12;    // of sums and eigenvectors of numbers near 1
constexpr int FIRST_BODY = 4;         // ids up to this one are of the first body
constexpr int LOOSE = 8;              // the id of the atom without a body

// The second body goes through the border in x, and has been moved through it once more.
const char *const ATOMS = R"(
  units si
  atom_style sphere
  atom_modify map array
  boundary p p p
  region box block 0 1 0 1 0 1
  create_box 1 box
  fix molecules all property/atom mol ghost yes
  create_atoms 1 single 0.20 0.30 0.40
  create_atoms 1 single 0.26 0.31 0.40
  create_atoms 1 single 0.22 0.37 0.43
  create_atoms 1 single 0.21 0.30 0.49
  create_atoms 1 single 0.97 0.50 0.60
  create_atoms 1 single 0.01 0.52 0.60
  create_atoms 1 single 0.99 0.57 0.63
  create_atoms 1 single 0.50 0.90 0.10
  set group all diameter 0
  set atom 1 mass 1.0
  set atom 2 mass 2.0
  set atom 3 mass 1.5
  set atom 4 mass 0.7
  set atom 5 mass 3.0
  set atom 6 mass 0.5
  set atom 7 mass 1.1
  set atom 8 mass 1.0
  set atom 1*4 mol 1
  set atom 5*7 mol 2
  set atom 5 image 1 0 -2
  set atom 7 image 1 0 -2
  set atom 6 image 2 0 -2
  group bodies id 1:7
  velocity bodies set 0.3 -0.2 0.1
  set atom 2 vx 0.5 vy 0.7
  set atom 3 vz -0.9
  set atom 6 vy 1.5 vx 0.2
  set atom 7 vz 0.8
  pair_style zero 0.2
  pair_coeff * *
  neighbor 0.05 bin
  comm_modify cutoff 0.3
  fix down all gravity 7 vector 2 3 -6 disable
)";

const char *const RIGID = "rigid molecule", *const SMALL = "rigid/small molecule";

// A body by its atoms.
struct Sums {
  double mass = 0.0;
  Vector3d place = Vector3d::zero(), velocity = place, angular_momentum = place, force = place,
           torque = place;
  Matrix3d inertia = Matrix3d::zero();
};

class LammpsAccessRigid : public ::testing::Test {
 protected:
  LammpsSession lammps;

  void SetUp() override
  {
    if (world_size() > 1) GTEST_SKIP() << "one rank is enough";
  }

  // The fix that input lines make, after it has been set up.
  template <class Style> Style *fix(const std::string &style, const std::string &keywords = "")
  {
    lammps.run(ATOMS + ("fix bodies bodies " + style + " " + keywords + "\nrun 0\n"));
    return static_cast<Style *>(lammps.lammps()->modify->get_fix_by_id("bodies"));
  }

  Atom *atoms() { return lammps.lammps()->atom; }

  Vector3d place_of(int i)
  {
    double x[3];
    lammps.lammps()->domain->unmap(atoms()->x[i], atoms()->image[i], x);
    return vector_at(x);
  }

  // Of the atoms that stand in this body.
  template <class Style> Sums sums(const Style *fix, int body)
  {
    Sums of;
    const auto for_atoms = [&](auto act) {
      for (int i = 0; i < atoms()->nlocal; i++)
        if (body_of_atom(fix, i) == body) act(i, atoms()->rmass[i]);
    };
    for_atoms([&](int i, double m) {
      of.mass += m;
      of.place += m * place_of(i);
      of.velocity += m * vector_at(atoms()->v[i]);
    });
    of.place /= of.mass;
    of.velocity /= of.mass;
    for_atoms([&](int i, double m) {
      const Vector3d arm = place_of(i) - of.place, force = vector_at(atoms()->f[i]);
      of.angular_momentum += m * cross(arm, vector_at(atoms()->v[i]) - of.velocity);
      of.inertia += m * (squared_norm(arm) * Matrix3d::identity() - outer_product(arm, arm));
      of.force += force;
      of.torque += cross(arm, force);
    });
    return of;
  }

  // Sets forces, of which LAMMPS then makes those of bodies.
  void push_atoms()
  {
    for (int i = 0; i < atoms()->nlocal; i++)
      for (int d = 0; d < 3; d++) atoms()->f[i][d] = 0.3 * (d + 1) * (i - 2.5) + d * d;
  }

  template <class Style> void expect_bodies_of_atoms(Style *fix)
  {
    const int one = body_of_atom(fix, atoms()->map(1)), two = body_of_atom(fix, atoms()->map(5));
    EXPECT_EQ((std::set<int>{one, two}), (std::set<int>{0, 1}));
    for (int i = 0; i < atoms()->nlocal; i++) {
      const tagint id = atoms()->tag[i];
      EXPECT_EQ(body_of_atom(fix, i), id == LOOSE ? -1 : id <= FIRST_BODY ? one : two);
    }
  }

  template <class Style> void expect_motion(Style *fix)
  {
    for (int b = 0; b < 2; b++) {
      const StockBody body = rigid_body(fix, b);
      const Sums of = sums(fix, b);
      EXPECT_NEAR(body.mass, of.mass, ROUNDING);
      double place[3] = {body.place[0], body.place[1], body.place[2]};
      lammps.lammps()->domain->unmap(place, body.image);
      EXPECT_LT(norm(vector_at(place) - of.place), ROUNDING);
      EXPECT_LT(norm(body.velocity - of.velocity), ROUNDING);
      EXPECT_LT(norm(body.angular_momentum - of.angular_momentum), ROUNDING);
      EXPECT_LT(norm(of.inertia * body.omega - of.angular_momentum), ROUNDING);
      EXPECT_GT(norm(of.angular_momentum), 1e-3);
      const Matrix3d inertia =
          body.rotation * Matrix3d::diagonal(body.moments) * transposed(body.rotation);
      EXPECT_LT(norm(inertia - of.inertia), ROUNDING);
    }
  }

  template <class Style> void expect_places_of_atoms(Style *fix)
  {
    for (int i = 0; i < atoms()->nlocal; i++) {
      const int b = body_of_atom(fix, i);
      if (b < 0) continue;
      const Vector3d arm = rigid_body(fix, b).rotation * place_of_atom(fix, i);
      EXPECT_LT(norm(sums(fix, b).place + arm - place_of(i)), ROUNDING);
    }
  }

  // `gravity` acts on the bodies.
  template <class Style> void expect_forces(Style *fix, const Vector3d &gravity)
  {
    push_atoms();
    sum_forces_of_bodies(fix);
    for (int b = 0; b < 2; b++) {
      const StockBody body = rigid_body(fix, b);
      const Sums of = sums(fix, b);
      EXPECT_LT(norm(body.force - of.force - of.mass * gravity), 100 * ROUNDING);
      EXPECT_LT(norm(body.torque - of.torque), ROUNDING);
    }
  }
};

TEST_F(LammpsAccessRigid, AtomsAreInTheirBodies)
{
  const auto *bodies = fix<FixRigid>(RIGID);
  expect_bodies_of_atoms(bodies);
  EXPECT_EQ(count_bodies(bodies), 2);
  EXPECT_EQ(atoms_of_body(bodies, body_of_atom(bodies, atoms()->map(1))), 4);
  EXPECT_EQ(atoms_of_body(bodies, body_of_atom(bodies, atoms()->map(5))), 3);
}

TEST_F(LammpsAccessRigid, AtomsAreInTheirSmallBodies)
{
  expect_bodies_of_atoms(fix<FixRigidSmall>(SMALL));
}

TEST_F(LammpsAccessRigid, MotionIsThatOfTheAtoms)
{
  auto *bodies = fix<FixRigid>(RIGID);
  expect_motion(bodies);
  expect_places_of_atoms(bodies);
}

TEST_F(LammpsAccessRigid, MotionOfSmallBodiesIsThatOfTheAtoms)
{
  auto *bodies = fix<FixRigidSmall>(SMALL);
  expect_motion(bodies);
  expect_places_of_atoms(bodies);
}

TEST_F(LammpsAccessRigid, ForcesAreSumsOverAtoms)
{
  expect_forces(fix<FixRigid>(RIGID), Vector3d::zero());
}

TEST_F(LammpsAccessRigid, ForcesOnSmallBodiesAreSumsOverAtoms)
{
  expect_forces(fix<FixRigidSmall>(SMALL), Vector3d::zero());
}

TEST_F(LammpsAccessRigid, GravityIsThatOfTheFixGiven)
{
  auto *bodies = fix<FixRigid>(RIGID, "gravity down");
  ASSERT_NE(gravity_of_bodies(bodies), nullptr);
  EXPECT_LT(norm(vector_at(gravity_of_bodies(bodies)) - Vector3d{2, 3, -6}), ROUNDING);
  expect_forces(bodies, Vector3d{2, 3, -6});
}

TEST_F(LammpsAccessRigid, GravityOfSmallBodiesIsThatOfTheFixGiven)
{
  auto *bodies = fix<FixRigidSmall>(SMALL, "gravity down");
  ASSERT_NE(gravity_of_bodies(bodies), nullptr);
  EXPECT_LT(norm(vector_at(gravity_of_bodies(bodies)) - Vector3d{2, 3, -6}), ROUNDING);
  expect_forces(bodies, Vector3d{2, 3, -6});
}

TEST_F(LammpsAccessRigid, NothingIsSetWithoutKeywords)
{
  const auto *bodies = fix<FixRigid>(RIGID);
  EXPECT_EQ(gravity_of_bodies(bodies), nullptr);
  EXPECT_FALSE(has_thermostat(bodies));
  for (int b = 0; b < 2; b++) {
    EXPECT_EQ(free_directions(bodies, b), Vector3d::ones());
    EXPECT_EQ(free_rotations(bodies, b), Vector3d::ones());
  }
}

TEST_F(LammpsAccessRigid, NothingIsSetWithoutKeywordsOfSmallBodies)
{
  const auto *bodies = fix<FixRigidSmall>(SMALL);
  EXPECT_EQ(gravity_of_bodies(bodies), nullptr);
  EXPECT_FALSE(has_thermostat(bodies));
}

TEST_F(LammpsAccessRigid, DirectionsAreFreeAsGiven)
{
  const auto *bodies = fix<FixRigid>(RIGID, "force 1 off on off torque 2 on off on");
  EXPECT_EQ(free_directions(bodies, 0), (Vector3d{0, 1, 0}));
  EXPECT_EQ(free_directions(bodies, 1), Vector3d::ones());
  EXPECT_EQ(free_rotations(bodies, 0), Vector3d::ones());
  EXPECT_EQ(free_rotations(bodies, 1), (Vector3d{1, 0, 1}));
}

TEST_F(LammpsAccessRigid, ThermostatIsKnown)
{
  EXPECT_TRUE(has_thermostat(fix<FixRigid>(RIGID, "langevin 1 1 0.1 12345")));
}

TEST_F(LammpsAccessRigid, ThermostatOfSmallBodiesIsKnown)
{
  EXPECT_TRUE(has_thermostat(fix<FixRigidSmall>(SMALL, "langevin 1 1 0.1 12345")));
}

// One atom owns a body. Its images are ghosts, and so are the images of the body.
TEST_F(LammpsAccessRigid, OneAtomOwnsABody)
{
  const auto *bodies = fix<FixRigidSmall>(SMALL);
  EXPECT_EQ(count_owned_bodies(bodies), 2);
  int owners = 0, ghost_owners = 0;
  for (int i = 0; i < atoms()->nlocal + atoms()->nghost; i++)
    (i < atoms()->nlocal ? owners : ghost_owners) += owns_body(bodies, i);
  EXPECT_EQ(owners, 2);
  EXPECT_GT(ghost_owners, 0);
  EXPECT_EQ(count_ghost_bodies(bodies), ghost_owners);
  for (int b = 0; b < 2 + ghost_owners; b++) {
    const int owner = owner_of_body(bodies, b);
    EXPECT_TRUE(owns_body(bodies, owner));
    EXPECT_EQ(owner < atoms()->nlocal, b < 2);
  }
  for (int b = 0; b < 2; b++) { EXPECT_EQ(body_of_atom(bodies, owner_of_body(bodies, b)), b); }
}

}    // namespace test_lammps_access_rigid
