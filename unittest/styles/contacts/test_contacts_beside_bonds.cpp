// Contacts that act beside intact bonds: bond_coeff ... contact yes|absolute.
//
// Oracles: stiffness of bond and contact in closed form; the same contact without a bond;
// conservation of energy; other numbers of ranks, other contact searches, a restarted run.

#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace test_contacts_beside_bonds {

using namespace grist::testing;

constexpr double R = 1e-3, YOUNG = 1e8, STIFFNESS = 2e5, RATIO = 0.4;
constexpr double CLOSED_FORM = 1e-9;

// What collisions make of rounding over 150 steps.
constexpr double A_RUN = 1e-11;

const std::string STRONG = "young 1e8 tensile none shear none";
const std::string HOOKE =
    "pair_style hooke/history\npair_coeff * * stiffness 2e5 tangential 0.4 restitution 1 "
    "friction 10 damping_t 0\n";
const std::string HERTZ =
    "pair_style hertz/mindlin\npair_coeff * * young 1e9 poisson 0.25 restitution 1 friction 10\n";
const std::string QUIET = "neighbor 1e-3 bin\ntimestep 1e-7\nfix move all nve/sphere\n";

std::string number(double value)
{
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

double hertz_force(double overlap)
{
  return 4.0 / 3.0 * 1e9 / (2.0 * (1.0 - 0.0625)) * std::sqrt(0.5 * R) * std::pow(overlap, 1.5);
}

// Along the bond.
double bond_stiffness(double length)
{
  return YOUNG * M_PI * R * R / length;
}

class ContactsBesideBonds : public testing::Test {
 protected:
  TestFolder folder;

  // Two bonded spheres along x at this distance, around the origin.
  std::string pair_at(double distance, const std::string &coeff, const std::string &contact)
  {
    write_data(folder / "data",
               {{1, 2 * R, 2500, -0.5 * distance, 0, 0}, {1, 2 * R, 2500, 0.5 * distance, 0, 0}},
               {{1, 2}}, -0.01, 0.01);
    return read_case(folder / "data", coeff) + contact + QUIET;
  }

  // Force on the second sphere when it has been moved along x.
  double force_after(const std::string &input, double moved, int ranks = 1)
  {
    LammpsSession lammps(ranks);
    lammps.run(input +
               "group second id 2\ncompute f second reduce sum fx\n"
               "thermo_style custom step c_f\nrun 0\ndisplace_atoms second move " +
               number(moved) + " 0 0\nrun 0");
    return lammps.evaluate("c_f");
  }
};

// In compression the bond and the spring of the contact, whose overlap counts from that at bonding;
// in tension the bond alone. Spheres that overlap, touch, or do not.
TEST_F(ContactsBesideBonds, StiffnessIsThatOfBondAndContact)
{
  const double step = 1e-6;
  for (const double distance : {1.9 * R, 2.0 * R, 2.001 * R})
    for (const double moved : {-step, step}) {
      SCOPED_TRACE(number(distance) + " " + number(moved));
      const double of_bond = -bond_stiffness(distance) * moved;
      // The gap of 1e-6 closes first.
      const double pressed = moved > 0.0 || distance > 2.0 * R ? 0.0 : step;
      const auto force = [&](const std::string &contact) {
        return force_after(pair_at(distance, STRONG + " contact yes", contact), moved);
      };
      EXPECT_NEAR(force(HOOKE) / (of_bond + STIFFNESS * pressed), 1.0, CLOSED_FORM);
      EXPECT_NEAR(force(HERTZ) / (of_bond + hertz_force(pressed)), 1.0, CLOSED_FORM);
    }
}

TEST_F(ContactsBesideBonds, AbsoluteCountsTheWholeOverlap)
{
  for (const double distance : {1.9 * R, 2.0 * R})
    for (const double moved : {-1e-6, 0.0, 1e-6}) {
      const double overlap = std::max(0.0, 2.0 * R - distance - moved);
      const double of_bond = -bond_stiffness(distance) * moved;
      const auto off = [&](const std::string &contact, double of_contact) {
        const std::string input = pair_at(distance, STRONG + " contact absolute", contact);
        return force_after(input, moved) - (of_bond + of_contact);
      };
      const double scale = bond_stiffness(distance) * 1e-6;
      EXPECT_NEAR(off(HOOKE, STIFFNESS * overlap), 0.0, CLOSED_FORM * scale);
      EXPECT_NEAR(off(HERTZ, hertz_force(overlap)), 0.0, CLOSED_FORM * scale);
    }
}

// Pairs across borders of ranks and of the box, by every search, with newton on and off, listed as
// the input begins and again later.
TEST_F(ContactsBesideBonds, EverySearchAndAnyNumberOfRanksFindsThem)
{
  const double distance = 1.9 * R;
  const double expected = (bond_stiffness(distance) + STIFFNESS) * 1e-6;
  for (const std::string search :
       {"default", "multilevel", "twolevel", "mr", "mmr", "cubes", "grid"})
    for (const int ranks : rank_counts())
      for (const std::string newton : {"on off", "off off"}) {
        SCOPED_TRACE(search + " " + newton + " " + std::to_string(ranks));
        std::vector<SphereLine> spheres;
        std::vector<std::pair<int, int>> bonds;
        for (int k = 0; k < 4; k++) {
          const double y = -0.007 + 0.004 * k, x = k % 2 ? 0.0 : 0.01;
          spheres.push_back({k + 1, 2 * R, 2500, x - 0.5 * distance, y, 0});
          spheres.push_back(
              {k + 1, 2 * R, 2500, k % 2 ? 0.5 * distance : -0.01 + 0.5 * distance, y, 0});
          bonds.emplace_back(2 * k + 1, 2 * k + 2);
        }
        write_data(folder / "data", spheres, bonds, -0.01, 0.01);
        LammpsSession lammps(ranks);
        lammps.run(with_newton(read_case(folder / "data", STRONG + " contact yes"), newton) +
                   HOOKE + QUIET + "neighbor_style " + search +
                   "\ngroup second id 2:8:2\nrun 0\n"
                   "displace_atoms second move -1e-6 0 0\nrun 0");
        const auto atoms = lammps.atoms();
        if (!lammps.first()) continue;
        ASSERT_EQ(atoms.size(), 8u);
        for (int k = 0; k < 8; k++)
          EXPECT_NEAR(atoms[k].f[0] / (k % 2 ? expected : -expected), 1.0, CLOSED_FORM);
      }
}

// Across the bond: both shear springs. The contact is pressed, and its force turns with the pair.
TEST_F(ContactsBesideBonds, ShearStiffnessIsThatOfBondAndContact)
{
  ONE_RANK_IS_ENOUGH();
  const double distance = 1.9 * R, aside = 1e-9, overlap = 2.0 * R - distance;
  LammpsSession lammps;
  lammps.run(pair_at(distance, STRONG + " contact absolute", HOOKE) +
             "unfix move\nfix move all nve/noforce\nset atom 2 vy 1e-4\nrun 100");
  const auto atoms = lammps.atoms();
  const double of_bond = bond_stiffness(distance) / 2.5 * aside;
  const double of_contact = RATIO * STIFFNESS * aside - STIFFNESS * overlap * aside / distance;
  EXPECT_NEAR(atoms[1].x[1], aside, 1e-15);
  EXPECT_NEAR(-atoms[1].f[1] / (of_bond + of_contact), 1.0, CLOSED_FORM);
}

// The spheres are driven, so that the same contact without a bond moves in the same way.
TEST_F(ContactsBesideBonds, FrictionContinuesWhenTheBondBreaks)
{
  ONE_RANK_IS_ENOUGH();
  const std::string drive =
      "neighbor 1e-3 bin\ntimestep 1e-6\nneigh_modify delay 0 every 100000 check no\n"
      "fix move all nve/noforce\nset atom 2 vx -0.005 vy 0.02 vz 0.01\n"
      "compute p all pair/local p1 p2 p3 p4 force\n"
      "compute s all reduce sum c_p[1] c_p[2] c_p[3] c_p[5] inputs local\n"
      "thermo_style custom step c_s[*] bonds\nrun 1000";
  const auto forces = [&](LammpsSession &lammps) {
    std::vector<double> found;
    for (int k = 1; k <= 4; k++) found.push_back(lammps.evaluate("c_s[" + std::to_string(k) + "]"));
    return found;
  };
  const std::string friction = "pair_coeff * * friction 0.3\n";
  LammpsSession free, bonded;
  pair_at(1.98 * R, STRONG, HOOKE);
  const std::string weak =
      read_case(folder / "data", "young 1e8 tensile none shear 1e5 contact absolute");
  free.run(read_case(folder / "data", STRONG) + HOOKE + friction +
           "delete_bonds all bond 1 remove special\n" + drive);
  bonded.run(weak + HOOKE + friction + drive);
  EXPECT_EQ(bonded.thermo("bonds"), 0.0);
  const std::vector<double> alone = forces(free), after_break = forces(bonded);
  EXPECT_GT(std::hypot(alone[0], alone[1]), 1e-3);
  for (int k = 0; k < 4; k++)
    EXPECT_NEAR(after_break[k], alone[k], 1e-9 * std::fabs(alone[1])) << k;
}

/* ---------------------------------------------------------------------- */

// Eight cubes of touching elements, sheared until bonds break. Without dashpots: those of pairs that
// have the distance of their bonding act or not by the last bit of it.
std::string breaking_cubes(const std::string &data, const std::string &contact = " contact yes")
{
  return moving_cubes(data, "young 1e9 tensile 3e6 shear 2e6 damping 0.1" + contact,
                      "pair_style hertz/mindlin\npair_coeff * * young 1e9 poisson 0.3 restitution "
                      "1 friction 0.3 rolling sds 1e3 0.01 0.1\n"
                      "neighbor 0.001 bin\ntimestep 1e-6\nfix nve all nve/sphere\n");
}

TEST_F(ContactsBesideBonds, RanksSearchesAndRestartsGiveTheSameRun)
{
  write_cubes(folder / "data");
  const std::string input =
      breaking_cubes(folder / "data") + "neigh_modify delay 0 every 10 check no\n";
  std::vector<AtomSnapshot> reference;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(input + "run 100\nwrite_restart " + (folder / "restart") + "\nrun 50");
    EXPECT_GT(lammps.evaluate("f_b[2]"), 20);
    const auto atoms = lammps.atoms();
    if (ranks == 1) reference = atoms;
    if (is_first_rank()) { EXPECT_LT(largest_difference(atoms, reference), A_RUN) << ranks; }
  }
  for (const std::string search : {"multilevel", "mmr"}) {
    const auto found =
        atoms_after(input + "neighbor_style " + search + "\nrun 100\nrun 50", rank_counts().back());
    if (is_first_rank()) { EXPECT_LT(largest_difference(found, reference), A_RUN) << search; }
  }
  const auto restarted =
      atoms_after("newton on off\nread_restart " + (folder / "restart") +
                      "\nneighbor 0.001 bin\ntimestep 1e-6\nfix nve all nve/sphere\n"
                      "neigh_modify delay 0 every 10 check no\nrun 50",
                  1);
  if (is_first_rank()) { EXPECT_LT(largest_difference(restarted, reference), A_RUN); }
  const auto without = atoms_after(breaking_cubes(folder / "data", "") + "run 150", 1);
  if (is_first_rank()) { EXPECT_GT(largest_difference(without, reference), 1e-3); }
}

// Undamped; bonds break under load, and contacts that count from bonding get their whole overlap.
TEST_F(ContactsBesideBonds, EnergyIsKept)
{
  ONE_RANK_IS_ENOUGH();
  write_cubes(folder / "data");
  for (const std::string contact : {" contact yes", " contact absolute"})
    for (const std::string tensile : {"none", "3e6"}) {
      SCOPED_TRACE(contact + " " + tensile);
      double drift[2], size[2];
      for (const bool fine : {false, true}) {
        LammpsSession lammps;
        lammps.run(
            moving_cubes(
                folder / "data", "young 1e9 tensile " + tensile + " shear none" + contact,
                "pair_style hertz/mindlin\npair_coeff * * young 1e9 poisson 0.3 restitution "
                "0.6 friction 0.3\nneighbor 0.001 bin\nfix nve all nve/sphere\n") +
            "compute e all energy/balance\nthermo_style custom step c_e[*] c_e f_b[2]\ntimestep " +
            (fine ? "2.5e-7" : "5e-7") + "\nrun " + (fine ? "1200" : "600"));
        EXPECT_EQ(lammps.evaluate("f_b[2]") > 10, tensile != "none");
        EXPECT_GT(lammps.evaluate("c_e[4]"), 0.0);
        drift[fine] = lammps.evaluate("c_e");
        size[fine] = lammps.evaluate("c_e[3]+c_e[4]+c_e[6]+c_e[7]+c_e[9]");
      }
      EXPECT_LT(std::fabs(drift[1]), 2e-3 * size[1]);
      EXPECT_LT(std::fabs(drift[1]), 0.6 * std::fabs(drift[0]) + 1e-6 * size[1]);
    }
}

// Two spheres that overlap, pulled apart across their bond: what the contact gets at the break is
// the energy of the whole overlap, or nothing where that has counted before.
TEST_F(ContactsBesideBonds, BreakBringsTheEnergyThatDidNotCount)
{
  ONE_RANK_IS_ENOUGH();
  const double overlap = 0.02 * R;
  const double energy = 0.5 * STIFFNESS * overlap * overlap;
  for (const bool absolute : {false, true}) {
    LammpsSession lammps;
    lammps.run(pair_at(2.0 * R - overlap,
                       std::string("young 1e8 tensile none shear 2e4 contact ") +
                           (absolute ? "absolute" : "yes"),
                       HOOKE) +
               "set atom 2 vy 0.5\ncompute e all energy/balance\n"
               "thermo_style custom step c_e[*] c_e bonds\ntimestep 2e-8\nrun 20000");
    EXPECT_EQ(lammps.thermo("bonds"), 0.0);
    EXPECT_NEAR(lammps.evaluate("c_e[11]") / energy, absolute ? 0.0 : 1.0, 0.02);
    EXPECT_LT(std::fabs(lammps.evaluate("c_e")), 1e-4 * energy);
  }
}

// What only looks: pair/local has them, coordination and collisions count bonds by themselves.
TEST_F(ContactsBesideBonds, ReportsKnowThem)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(
      pair_at(1.9 * R, STRONG + " contact yes", HOOKE) +
      "compute p all pair/local force p9\ncompute s all reduce sum c_p[1] c_p[2] inputs local\n"
      "compute n all coordination/contact\ncompute m all reduce max c_n[1] c_n[3]\n"
      "compute b all stress/cluster\ncompute t all reduce max c_b[1]\n"
      "fix hits all collisions 100 bins 1e-12 1 5\n"
      "group second id 2\nrun 0\ndisplace_atoms second move -1e-6 0 0\n"
      "thermo_style custom step c_s[*] c_m[*] c_t f_hits[1]\nrun 0");
  EXPECT_NEAR(lammps.evaluate("c_s[1]") / (STIFFNESS * 1e-6), 1.0, CLOSED_FORM);
  EXPECT_NEAR(lammps.evaluate("c_s[2]") / 1e-6, 1.0, CLOSED_FORM);
  EXPECT_EQ(lammps.evaluate("c_m[1]"), 0.0);
  EXPECT_EQ(lammps.evaluate("c_m[2]"), 1.0);
  const double length = 1.9 * R - 1e-6;
  const double stress =
      -(bond_stiffness(1.9 * R) + STIFFNESS) * 1e-6 * length / (2.0 * 4.0 / 3.0 * M_PI * R * R * R);
  EXPECT_NEAR(lammps.evaluate("c_t") / stress, 1.0, CLOSED_FORM);
}

// Gershgorin's sums with both stiffnesses; Hertz' contact has none while it is not pressed.
TEST_F(ContactsBesideBonds, StableStepCountsBoth)
{
  const double mass = 2500 * 4.0 / 3.0 * M_PI * R * R * R, length = 2.0 * R,
               inertia = 0.4 * mass * R * R;
  const auto step_of = [&](double normal, double shear) {
    const double across = bond_stiffness(length) / 2.5 + shear, arm = 0.5 * length;
    const double bending = bond_stiffness(length) * R * R / 4.0;
    const double rotation = bending + across * arm * arm;
    return 2.0 / std::sqrt(2.0 * ((bond_stiffness(length) + normal) / mass + rotation / inertia));
  };
  const auto limit = [&](const std::string &words, const std::string &contact, int ranks) {
    LammpsSession lammps(ranks);
    lammps.run(pair_at(length, STRONG + words, contact) + "run 0");
    return 1e-7 / lammps.evaluate("f_GRIST_GUARD[3]");
  };
  for (const int ranks : rank_counts()) {
    EXPECT_NEAR(limit("", HOOKE, ranks) / step_of(0.0, 0.0), 1.0, 1e-12);
    EXPECT_NEAR(limit(" contact yes", HOOKE, ranks) / step_of(STIFFNESS, RATIO * STIFFNESS), 1.0,
                1e-12);
    EXPECT_NEAR(limit(" contact yes", HERTZ, ranks) / step_of(0.0, 0.0), 1.0, 1e-12);
  }
}

TEST_F(ContactsBesideBonds, WordsAreKeptInDataFiles)
{
  ONE_RANK_IS_ENOUGH();
  for (const std::string word : {"yes", "absolute", "no"}) {
    LammpsSession lammps;
    lammps.run(pair_at(2.0 * R, STRONG + " contact " + word, HOOKE) + "run 0\nwrite_data " +
               (folder / "written"));
    const std::string written = read_file(folder / "written");
    if (word == "no")
      EXPECT_EQ(written.find("contact"), std::string::npos);
    else
      EXPECT_TRUE(has(written, " contact " + word + "\n"));
  }
}

TEST_F(ContactsBesideBonds, WhatCannotBeIsOneSentence)
{
  ONE_RANK_IS_ENOUGH();
  const std::string run = "run 0";
  const auto expect = [&](const std::string &words, const std::string &contact,
                          const std::string &part) {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(pair_at(2.0 * R, STRONG + words, contact) + run), part));
  };
  expect(" contact maybe", HOOKE,
         "Bond style parallel: contact maybe (expected no, yes or absolute)");
  expect(" contact", HOOKE, "contact");
  expect(" contact yes", "pair_style zero 0.003\npair_coeff * *\n",
         "Bond style parallel: contact yes of bond type 1 with pair_style zero (expected one of "
         "spheres, as hertz/mindlin, or contact no)");
  expect(" contact absolute", HOOKE + "pair_coeff * * cohesion sjkr 10\n",
         "Bond style parallel: contact absolute of bond type 1 with cohesion sjkr (expected "
         "contact no, or cohesion "
         "none: the bond holds the pair)");
  LammpsSession lammps;
  const std::string text =
      lammps.error_of(read_case(folder / "data", STRONG + " contact yes") + HOOKE +
                      "neighbor 1e-3 bin\nfix move all rigid/cluster hold yes\nrun 0");
  EXPECT_TRUE(has(
      text,
      "Fix rigid/cluster: hold yes with bond_coeff 1 ... contact (expected hold no: the bounds"));
}

}    // namespace test_contacts_beside_bonds
