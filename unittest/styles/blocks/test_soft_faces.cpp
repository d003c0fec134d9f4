// Faces with damage, in LAMMPS: ranks, restarts, energy, friction where they part under pressure.

#include "atom.h"
#include "common/space.h"
#include "lammps.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace test_soft_faces {

using namespace grist::testing;

// x is periodic, and the rock crosses this side and borders of ranks.
const std::string SYSTEM =
    "units si\natom_style hybrid body polyhedron 4 80 bond\n"
    "atom_modify map array\nprocessors * 1 1\nboundary p f f\ncomm_modify vel yes\n"
    "region box block -0.1 0.02 -0.1 0.1 0 0.2\n"
    "create_box 1 box bond/types 1\npair_style polyhedron\n"
    "pair_coeff * * energy 1e15 friction 0.4\nbond_style face\n";
const std::string MOVE = "fix floor all wall/polyhedron energy 1e15 friction 0.4 zplane 0 NULL\n"
                         "fix move all nve/body\ntimestep 5e-7\nthermo 0\n";
const std::string ROCK = "create_blocks box 0.03 0.02 0.02 cells 40 density 2500 seed 5 "
                         "at 0.001 0.002 0.0168 turn 1 2 3 40\n";
const std::string SOFT = "bond_coeff 1 young 1e8 tensile 2e5 cohesion 4e5 angle 30 damping 0.1 ";
const std::string BY_STRESS = SOFT + "soften 6\n";
const std::string BY_ENERGY = "bond_coeff 1 young 1e8 gc 6 gc/shear 20 tensile 2e5 damping 0.1\n";
const std::string RUBBING = SOFT + "soften 6 friction 0.5\n";
const std::string SCATTERED = SOFT + "soften 6 weibull 4 77\n";
const std::string TIRED = SOFT + "fatigue 3 normal sd 0.2 5\n";
const std::string CREEPING = SOFT + "creep 5e-4 weibull 6 3\n";
const std::string FALL = "velocity all set 6 2 -2\n";    // to other ranks, too

class SoftFaces : public ::testing::Test {
 protected:
  TestFolder folder;
};

TEST_F(SoftFaces, RanksDamageTheSameRock)
{
  for (const std::string &coefficients :
       {BY_STRESS, BY_ENERGY, RUBBING, SCATTERED, TIRED, CREEPING}) {
    std::vector<BodySnapshot> reference;
    double first[7] = {};
    for (const int n : rank_counts()) {
      LammpsSession lammps(n);
      lammps.run(SYSTEM + coefficients + ROCK + MOVE + FALL + "run 4000");
      double found[7];
      for (int k = 0; k < 7; k++)
        found[k] = lammps.evaluate("f_GRIST_FACE_BONDS[" + std::to_string(k + 1) + "]");
      const auto blocks = bodies(lammps);
      if (n == 1) {
        reference = blocks;
        std::copy_n(found, 7, first);
      }
      if (!lammps.first()) continue;
      EXPECT_GT(found[1], 2.0) << coefficients;
      EXPECT_EQ(found[3] + found[4], found[1]);
      EXPECT_EQ(found[5] > 0.0, coefficients != TIRED && coefficients != CREEPING) << coefficients;
      for (const int k : {0, 1, 3, 4, 5}) EXPECT_EQ(found[k], first[k]) << n << coefficients;
      EXPECT_GT(found[2], 0.0);
      EXPECT_NEAR(found[2] / first[2], 1.0, 1e-5) << n << coefficients;
      EXPECT_EQ(found[6] > 0.0, coefficients == RUBBING);
      EXPECT_NEAR(found[6], first[6], 1e-5 * first[6]) << n;
      EXPECT_LT(largest_difference(blocks, reference), 1e-6) << n << coefficients;
    }
  }
}

TEST_F(SoftFaces, RestartContinuesWithDamage)
{
  for (const std::string &coefficients :
       {BY_STRESS, BY_ENERGY, RUBBING, SCATTERED, TIRED, CREEPING})
    for (const int n : rank_counts()) {
      LammpsSession whole(n);
      whole.run(SYSTEM + coefficients + ROCK + MOVE + FALL + "run 2500\nwrite_restart " +
                (folder / "half"));
      const double lost = whole.evaluate("f_GRIST_FACE_BONDS[3]");
      whole.run("run 1500");
      const double more = whole.evaluate("f_GRIST_FACE_BONDS[3]") - lost;
      const auto right = bodies(whole);
      LammpsSession again(n);
      again.run("read_restart " + (folder / "half") +
                "\ncomm_modify vel yes\npair_style polyhedron\n" + MOVE + "run 1500");
      const double found_more = again.evaluate("f_GRIST_FACE_BONDS[3]");
      const auto found = bodies(again);
      if (!whole.first()) continue;
      EXPECT_GT(lost, 0.0) << coefficients;
      // To the last bit where forces are added in the same order.
      EXPECT_LE(largest_difference(found, right), n == 1 ? 0.0 : 1e-9) << n << coefficients;
      EXPECT_NEAR(found_more, more, 1e-7 * (lost + more)) << n << coefficients;
    }
}

// What faces have lost closes the balance, by parts, and with what contacts begin with.
TEST_F(SoftFaces, EnergyBalanceCloses)
{
  const auto replaced = [](std::string text, const std::string &what, const std::string &by) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
      text.replace(at, what.size(), by);
    return text;
  };
  for (const std::string law : {"energy 1e15", "volume 1e11"})
    for (const std::string &coefficients : {BY_STRESS, BY_ENERGY, RUBBING, CREEPING, SOFT + "\n"})
      for (const int n : rank_counts()) {
        LammpsSession lammps(n);
        lammps.run(replaced(SYSTEM + coefficients + ROCK + MOVE + FALL, "energy 1e15", law) +
                   "compute e all energy/balance\nrun 0\nrun 4000");
        const double broken = lammps.evaluate("c_e[9]"), drift = lammps.evaluate("c_e");
        const double begun = lammps.evaluate("c_e[11]");
        const double lost = lammps.evaluate("f_GRIST_FACE_BONDS[3]");
        const double rubbed = lammps.evaluate("f_GRIST_FACE_BONDS[7]");
        const double friction = lammps.evaluate("c_e[7]");
        if (!lammps.first()) continue;
        EXPECT_EQ(rubbed > 0.0, coefficients == RUBBING);
        EXPECT_GT(friction, rubbed);
        EXPECT_GT(broken, 1e-3);
        EXPECT_GT(begun, 1e-4);
        EXPECT_NEAR(broken / lost, 1.0, 1e-9) << n << coefficients;
        EXPECT_NEAR(drift, 0.0, 3e-3 * broken) << n << coefficients << law;
      }
}

// A contact that begins is booked once, also where both blocks have gone to another rank in between, and
// in a step that the balance does not sample.
TEST_F(SoftFaces, BegunContactsAreBookedOnce)
{
  double whole = 0.0;
  for (const int n : rank_counts())
    for (const std::string more :
         {"compute e all energy/balance\n",
          "compute e all energy/balance every 7\nfix b all balance 5 1.0 shift x 5 1.01\n"}) {
      LammpsSession lammps(n);
      lammps.run(SYSTEM + SOFT + "\n" + ROCK + MOVE + FALL + more + "run 0\nrun 2800");
      const double begun = lammps.evaluate("c_e[11]");
      if (!lammps.first()) continue;
      if (whole == 0.0) whole = begun;
      EXPECT_GT(begun, 1e-4);
      EXPECT_NEAR(begun / whole, 1.0, 1e-5) << n << more;
    }
}

TEST_F(SoftFaces, NewIdsWouldBeOtherStrengths)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(SYSTEM + SCATTERED + ROCK + MOVE + "group one id 1\nrun 1\ndelete_atoms group one");
    lammps.run("run 1");
    const std::string error = lammps.error_of("reset_atoms id\nrun 1");
    if (!lammps.first()) continue;
    EXPECT_NE(error.find("atoms have got new ids since the last run"), std::string::npos) << error;
  }
}

// Faces at half of their strength by heat are faces of half the strength.
TEST_F(SoftFaces, HeatLowersStrengths)
{
  const std::string cold = "bond_coeff 1 young 1e8 tensile 1e5 cohesion 2e5 angle 30 damping 0.1\n";
  const std::string hot =
      SOFT + "weaken 400 900\nfix hot all property/atom temperature ghost yes\n";
  const std::string by_energy = "bond_coeff 1 young 1e8 gc 1 damping 0.1\n";
  const std::string hot_by_energy = "bond_coeff 1 young 1e8 gc 4 damping 0.1 weaken 400 900\n"
                                    "fix hot all property/atom temperature ghost yes\n";
  for (const auto &[same, weakened] : {std::make_pair(cold, hot), {by_energy, hot_by_energy}})
    for (const int n : rank_counts()) {
      LammpsSession right(n), lammps(n);
      right.run(SYSTEM + same + ROCK + MOVE + FALL + "run 3000");
      lammps.run(SYSTEM + weakened + ROCK + "set group all temperature 650\n" + MOVE + FALL +
                 "run 3000");
      const double broken = right.evaluate("f_GRIST_FACE_BONDS[2]");
      const double found = lammps.evaluate("f_GRIST_FACE_BONDS[2]");
      const auto expected = bodies(right), blocks = bodies(lammps);
      if (!right.first()) continue;
      EXPECT_GT(broken, 10.0);
      EXPECT_EQ(found, broken) << n;
      EXPECT_LT(largest_difference(blocks, expected), 1e-6) << n;
    }
}

// Two blocks that are pressed and sheared, without a step between face and contact: the contact begins
// with the shear force, or with what friction bears of it.
TEST_F(SoftFaces, ShearGoesOnAsFriction)
{
  ONE_RANK_IS_ENOUGH();
  const auto force_on = [](const std::string &strength, const std::string &friction) {
    LammpsSession lammps;
    lammps.run(SYSTEM + "pair_coeff * * volume 1e11 friction " + friction +
               "\nbond_coeff 1 young 1e8 tensile none cohesion " + strength +
               "\ncreate_blocks box 0.02 0.01 0.01 cells 2 density 2500 seed 3 at 0 0 0.1 turn 1 2 "
               "3 70\nthermo 0\nvariable dx equal 1e-5*(x[1]-x[2])\nvariable dy equal "
               "1e-5*(y[1]-y[2])+1e-7\nvariable dz equal 1e-5*(z[1]-z[2])\ngroup one id 2\n"
               "displace_atoms one move v_dx v_dy v_dz\nrun 0\nrun 0");
    return grist::vector_at(lammps.lammps()->atom->f[0]);
  };
  const grist::Vector3d face = force_on("none", "100"), kept = force_on("1e-3", "100");
  const grist::Vector3d pressure = force_on("1e-3", "1e-9");
  const grist::Vector3d shear = face - pressure;
  EXPECT_GT(norm(shear), 0.1 * norm(pressure));
  EXPECT_LT(norm(kept - face), 1e-4 * norm(face));    // their normals differ by the turn
  const grist::Vector3d slides = force_on("1e-3", "0.05");
  EXPECT_NEAR(norm(slides - pressure) / norm(pressure), 0.05, 1e-6);
  EXPECT_NEAR(dot(slides - pressure, shear) / norm(slides - pressure) / norm(shear), 1.0, 1e-6);
}

}    // namespace test_soft_faces
