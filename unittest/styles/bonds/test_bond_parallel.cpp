// bond_style parallel in LAMMPS: coefficients, balance, restart, breaking, errors.
//
// Oracles: closed forms for a pair, conservation of momentum, angular momentum and energy, an
// ordinary contact's own run after a break.

#include "common/constants.h"
#include "common/space.h"
#include "testing/cases.h"
#include "testing/hertz_sphere.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "atom.h"
#include "lammps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace test_bond_parallel {

using namespace grist::testing;
using grist::Vector3d;

using grist::PI;

Vector3d vector(const std::array<double, 3> &a)
{
  return {a[0], a[1], a[2]};
}

Vector3d momentum(const std::vector<AtomSnapshot> &atoms)
{
  Vector3d sum = Vector3d::zero();
  for (const auto &a : atoms) sum += a.mass * vector(a.v);
  return sum;
}

Vector3d angular_momentum(const std::vector<AtomSnapshot> &atoms)
{
  Vector3d sum = Vector3d::zero();
  for (const auto &a : atoms)
    sum += a.mass * cross(vector(a.x), vector(a.v)) +
        0.4 * a.mass * a.radius * a.radius * vector(a.omega);
  return sum;
}

using BondParallelStyle = OneRankTest;

TEST_F(BondParallelStyle, PairOscillatesAtItsEigenfrequency)
{
  // Two equal masses on one spring: omega^2 = 2 k/m with k = E A / L.
  write_pair(folder / "data");
  LammpsSession lammps;
  const double mass = 2500 * 4.0 / 3.0 * PI * 1e-9;
  const double stiffness = 1e8 * PI * 1e-6 / 2e-3;
  const double period = 2 * PI / std::sqrt(2 * stiffness / mass);
  lammps.run(read_case(folder / "data", UNBREAKABLE) +
             "pair_style zero 0.003\npair_coeff * *\nneighbor 0.001 bin\nfix nve all nve/sphere\n"
             "velocity all set 0 0 0\nset atom 1 vx -0.01\nset atom 2 vx 0.01\n"
             "timestep " +
             std::to_string(period / 2000 * 1e9) + "e-9\nrun 500");
  const auto quarter = lammps.atoms();
  // After a quarter of a period all energy is in the bond: stretch = 2 v / omega.
  const double stretch = quarter[1].x[0] - quarter[0].x[0] - 2e-3;
  EXPECT_NEAR(stretch / (0.02 * period / (2 * PI)), 1.0, 1e-5);
  EXPECT_NEAR(lammps.thermo("ebond") / (0.5 * stiffness * stretch * stretch), 1.0, 1e-9);
  lammps.run("run 1500");
  const auto whole = lammps.atoms();
  EXPECT_NEAR((whole[1].v[0] - whole[0].v[0]) / 0.02, 1.0, 1e-4);
}

// One cube alone in free space: no contact, no damping, no wall.
std::string free_cube(const std::string &data)
{
  return read_case(data, UNBREAKABLE, "f f f") + R"(
    pair_style zero 0.007
    pair_coeff * *
    neighbor 0.001 bin
    fix nve all nve/sphere
    timestep 2e-6
    compute erot all erotate/sphere
    thermo_style custom step temp ke ebond c_erot
  )";
}

TEST_F(BondParallelStyle, ConservesMomentumAngularMomentumAndEnergy)
{
  write_cube(folder / "data");
  LammpsSession lammps;
  // Shaken at random by about 0.3 m/s, every sphere for itself: bonds take half of the energy.
  lammps.run(free_cube(folder / "data") +
             "velocity all create 8e17 4711 dist gaussian mom no\nrun 0");
  const auto energy = [&] {
    return lammps.thermo("ke") + lammps.thermo("ebond") + lammps.evaluate("c_erot");
  };
  const auto start = lammps.atoms();
  const double before = energy();
  lammps.run("run 5000");
  const auto end = lammps.atoms();
  const double after = energy(), in_bonds = lammps.thermo("ebond");

  // Sums of 27 rounded products over 5000 steps.
  const double scale = 27 * end[0].mass * 0.3;
  EXPECT_LT(norm(momentum(end) - momentum(start)), 1e-12 * scale);
  EXPECT_LT(norm(angular_momentum(end) - angular_momentum(start)), 1e-11 * scale * 0.02);
  EXPECT_GT(in_bonds, 0.1 * before);
  EXPECT_NEAR(after / before, 1.0,
              1e-2);    // geometry of large turns; goes down with the amplitude
}

TEST_F(BondParallelStyle, SpinningClusterFeelsNoForceFromRotation)
{
  // Released in exact rigid rotation about a skew axis, two revolutions at 100 rad/s: what is left
  // is the centrifugal stretch, of the order rho omega^2 R^2 / E.
  write_cube(folder / "data");
  LammpsSession lammps;
  lammps.run(free_cube(folder / "data") + R"(
    variable vx atom 60*(z-xcm(all,z))-80*(y-xcm(all,y))
    variable vy atom 80*(x-xcm(all,x))
    variable vz atom -60*(x-xcm(all,x))
    velocity all set v_vx v_vy v_vz
    set group all omega 0 60 80
    run 0
  )");
  const auto start = lammps.atoms();
  lammps.run("run 62832");
  const auto end = lammps.atoms();
  Vector3d middle = Vector3d::zero(), middle_end = Vector3d::zero();
  for (size_t i = 0; i < end.size(); i++) {
    middle += vector(start[i].x) / 27;
    middle_end += vector(end[i].x) / 27;
  }
  EXPECT_LT(norm(middle_end - middle), 1e-12);
  constexpr double REACH = 0.0114;
  const double strain = 2500 * 100.0 * 100.0 * REACH * REACH / 1e8;
  for (size_t i = 0; i < end.size(); i++) {
    const double before = norm(vector(start[i].x) - middle);
    const double after = norm(vector(end[i].x) - middle_end);
    EXPECT_NEAR(after, before, 10 * strain * REACH);
  }
  EXPECT_NEAR(norm(angular_momentum(end)) / norm(angular_momentum(start)), 1.0, 1e-9);
}

TEST_F(BondParallelStyle, BreaksAtTheStrengthAndNotBefore)
{
  // A pair pulled apart at a constant speed: broken when E * strain reaches the strength.
  write_pair(folder / "data");
  for (const double share : {0.999, 1.001}) {
    LammpsSession lammps;
    const double strain = 1e6 / 1e8 * share;
    const int steps = 1000;
    lammps.run(read_case(folder / "data", "young 1e8 tensile 1e6 shear 1e9") +
               "pair_style zero 0.003\npair_coeff * *\nneighbor 0.001 bin\ntimestep 1e-6\n"
               "fix move all nve/noforce\nfix b all breakage 1\nthermo_style custom step f_b[2]\n"
               "set atom 1 vx 0\nset atom 2 vx " +
               std::to_string(strain * 2e-3 / (steps * 1e-6)) + "\nrun " + std::to_string(steps));
    EXPECT_EQ(lammps.evaluate("f_b[2]"), share > 1.0 ? 1 : 0);
  }
}

TEST_F(BondParallelStyle, CompressionAloneNeverBreaks)
{
  write_pair(folder / "data");
  LammpsSession lammps;
  lammps.run(read_case(folder / "data", "young 1e8 tensile 1 shear 1") +
             "pair_style zero 0.003\npair_coeff * *\nneighbor 0.001 bin\ntimestep 1e-6\n"
             "fix move all nve/noforce\nfix b all breakage 1\nset atom 1 vx 0.5\nset atom 2 vx "
             "-0.5\nrun 1000");
  EXPECT_EQ(lammps.evaluate("f_b[2]"), 0);
}

TEST_F(BondParallelStyle, BrokenBondActsAsAContactFromTheNextStep)
{
  // Two spheres that overlap by 10 %, bonded there (so without stress), twisted until the bond
  // breaks. The contact must push them apart in the very next step, with the force it has on
  // unbonded spheres.
  for (const int rebuild : {1, 100000}) {
    const std::vector<SphereLine> spheres = {{1, 2e-3, 2500, -0.9e-3, 0, 0},
                                             {1, 2e-3, 2500, 0.9e-3, 0, 0}};
    write_data(folder / "bonded", spheres, {{1, 2}}, -0.01, 0.01);
    write_data(folder / "free", spheres, {}, -0.01, 0.01);
    const std::string motion =
        "pair_style granular\npair_coeff * * hertz/material 1e8 0.4 0.3 tangential "
        "linear_nohistory 0.0 0.0\nneighbor 0.001 bin\ntimestep 1e-6\n"
        "neigh_modify delay 0 every " +
        std::to_string(rebuild) + " check no\n";
    LammpsSession lone;
    lone.run("units si\nnewton on off\natom_style bonded/cluster\ncomm_modify vel yes\nread_data " +
             (folder / "free") + " extra/bond/types 0\n" + motion + "fix 1 all nve/sphere\nrun 0");
    const double contact = lone.atoms()[0].f[0];
    ASSERT_LT(contact, 0.0);

    LammpsSession lammps;
    lammps.run(read_case(folder / "bonded", "young 1e8 tensile 1e9 shear 1e4") + motion +
               "fix b all breakage 1\nfix 1 all nve/sphere\nset atom 2 omega 100 0 0\n"
               "thermo 1\nrun 0");
    EXPECT_EQ(lammps.atoms()[0].f[0], 0.0);    // the bond's business, and stress-free
    int broken_at = -1;
    for (int step = 1; step < 200 && broken_at < 0; step++) {
      lammps.run("run 1 pre no post no");
      if (lammps.evaluate("f_b[2]") == 1) broken_at = step;
    }
    ASSERT_GT(broken_at, 1);
    lammps.run("run 1 pre no post no");
    EXPECT_NEAR(lammps.atoms()[0].f[0] / contact, 1.0, 1e-6);
    EXPECT_EQ(lammps.atoms()[0].bonds, 0);
    EXPECT_EQ(lammps.atoms()[1].cluster, 2);
  }
}

TEST_F(BondParallelStyle, AnyUnitStyleGivesTheSameMotion)
{
  // The same pair in SI and in cgs: lengths in cm, masses in g, pressures in dyne/cm^2.
  const auto stretch_after = [&](const std::string &units, double length, double density,
                                 double pressure) {
    const double r = 1e-3 * length;
    write_data(folder / "data", {{1, 2 * r, density, -r, 0, 0}, {1, 2 * r, density, r, 0, 0}},
               {{1, 2}}, -10 * r, 10 * r);
    LammpsSession lammps;
    std::string text = read_case(folder / "data",
                                 "young " + std::to_string(1e8 * pressure) +
                                     " tensile none shear none damping 0.2");
    text.replace(text.find("units si"), 8, "units " + units);
    lammps.run(text + "pair_style zero " + std::to_string(3 * r) + "\npair_coeff * *\nneighbor " +
               std::to_string(r) + " bin\nfix nve all nve/sphere\ntimestep 1e-6\nset atom 1 vx " +
               std::to_string(-0.1 * length) + "\nset atom 2 omega 10 20 30\nrun 100");
    const auto atoms = lammps.atoms();
    return (vector(atoms[1].x) - vector(atoms[0].x)) / length;
  };
  const Vector3d si = stretch_after("si", 1.0, 2500, 1.0);
  const Vector3d cgs = stretch_after("cgs", 100.0, 2.5, 10.0);
  EXPECT_LT(norm(si - cgs), 1e-12);
  EXPECT_GT(norm(si - Vector3d{2e-3, 0, 0}), 1e-6);
}

TEST_F(BondParallelStyle, VelocityOfAnAtomThatNoFixMovesCausesNoTilt)
{
  write_data(folder / "data", {{1, 2e-3, 2500, -1e-3, 0, 0}, {1, 2e-3, 2500, 1e-3, 0, 0}}, {{1, 2}},
             -1e-2, 1e-2);
  LammpsSession lammps;
  lammps.run(read_case(folder / "data", "young 1e8 tensile none shear none") +
             "pair_style zero 0.002\npair_coeff * *\nneighbor 0.001 bin\ngroup mobile id 1\n"
             "fix nve mobile nve/sphere\ntimestep 1e-6\nset atom 2 vy 1.0\nrun 20");
  for (int k = 0; k < 3; k++) EXPECT_EQ(lammps.atoms()[0].v[k], 0.0);
}

TEST_F(BondParallelStyle, RestartContinuesTheRun)
{
  write_cubes(folder / "data");
  const std::string coeff = "young 1e8 tensile 2e5 shear 2e5 beta 0.5 damping 0.05";
  LammpsSession whole;
  whole.run(moving_cubes(folder / "data", coeff, CONTACTS_WITHOUT_HISTORY) +
            "run 150\nwrite_restart " + (folder / "restart") + "\nrun 150");
  const double broken = whole.evaluate("f_b[2]");
  EXPECT_GT(broken, 10);

  LammpsSession second;
  second.run("newton on off\nread_restart " + (folder / "restart") + CONTACTS_WITHOUT_HISTORY +
             "fix b all breakage 10\nrun 150");
  EXPECT_EQ(second.evaluate("f_b[2]"), broken);
  EXPECT_EQ(second.evaluate("f_b[1]"), 432);
  EXPECT_LT(largest_difference(whole.atoms(), second.atoms()), 1e-6);
}

TEST_F(BondParallelStyle, RestartWrittenDuringARunIsTheSame)
{
  write_cubes(folder / "data");
  const std::string coeff = "young 1e8 tensile 2e5 shear 2e5";
  LammpsSession whole;
  whole.run(moving_cubes(folder / "data", coeff, CONTACTS_WITHOUT_HISTORY) + "restart 77 " +
            (folder / "during.*") + "\nrun 77\nrestart 0\nrun 100");
  LammpsSession second;
  second.run("newton on off\nread_restart " + (folder / "during.77") + CONTACTS_WITHOUT_HISTORY +
             "fix b all breakage 10\nrun 100");
  EXPECT_EQ(second.evaluate("f_b[2]"), whole.evaluate("f_b[2]"));
  EXPECT_LT(largest_difference(whole.atoms(), second.atoms()), 1e-9);
}

TEST_F(BondParallelStyle, StateIsKeptOverRunCommands)
{
  // Velocity-dependent contacts see full-step instead of half-step velocities at the start of a
  // run, so bonds alone are compared: elastic forces depend on positions and turns, not on when a
  // run ended.
  write_cubes(folder / "data");
  const std::string start = read_case(folder / "data", UNBREAKABLE) +
      "pair_style zero 0.0066\npair_coeff * *\nneighbor 0.001 bin\ntimestep 2e-6\nfix nve all "
      "nve/sphere\n"
      "velocity all ramp vx -2 2 z 0.0 0.0456\n";
  LammpsSession one, two;
  one.run(start + "run 200");
  two.run(start + "run 63\nrun 37 pre no\nrun 0\nrun 100");
  EXPECT_LT(largest_difference(one.atoms(), two.atoms()), 1e-10);
}

TEST_F(BondParallelStyle, BadCoefficientsAreOneSentence)
{
  write_pair(folder / "data");
  const auto error_for = [&](const std::string &coeff) {
    LammpsSession lammps;
    return lammps.error_of(read_case(folder / "data", coeff) + CONTACTS + "run 0");
  };
  EXPECT_TRUE(has(error_for("young 1e8 tensile 1e6 sheer 1e6"),
                  "Bond style parallel: unknown keyword sheer (expected young"));
  EXPECT_TRUE(
      has(error_for("young 1e8 tensile 1e6 shear"), "Bond style parallel: shear needs a value"));
  EXPECT_TRUE(has(error_for("young 1e8 tensile 1e6"), "lacks the keyword shear"));
  EXPECT_TRUE(has(error_for("tensile 1e6 shear 1e6"), "lacks the keyword young"));
  EXPECT_TRUE(
      has(error_for("young -1e8 tensile 1e6 shear 1e6"), "young -1e+08 (must be positive)"));
  EXPECT_TRUE(has(error_for("young 0 tensile 1e6 shear 1e6"), "young 0 (must be positive)"));
  EXPECT_TRUE(has(error_for("young 1e8 tensile 0 shear 1e6"), "tensile 0 (must be positive)"));
  EXPECT_TRUE(has(error_for("young 1e8 tensile 1e6 shear -1"), "shear -1 (must be positive)"));
  EXPECT_TRUE(has(error_for("young 1e8 tensile 1e6 shear 1e6 radius 0"), "radius 0"));
  EXPECT_TRUE(has(error_for("young 1e8 tensile 1e6 shear 1e6 ratio -1"), "ratio -1"));
  EXPECT_TRUE(has(error_for("young 1e8 tensile 1e6 shear 1e6 beta 2"), "beta 2"));
  EXPECT_TRUE(has(error_for("young 1e8 tensile 1e6 shear 1e6 damping -0.1"), "damping -0.1"));
  EXPECT_TRUE(has(error_for("young abc tensile 1e6 shear 1e6"), "abc"));
  EXPECT_TRUE(has(error_for("young 1e8 tensile 1e6 shear 1e6 cohesion 1e6 angle 30"),
                  "shear and cohesion exclude each other"));
  EXPECT_TRUE(has(error_for("young 1e8 tensile 1e6 shear 1e6 angle 30"),
                  "shear and cohesion exclude each other"));
  EXPECT_TRUE(has(error_for("young 1e8 tensile 1e6 cohesion 1e6"), "bond_coeff lacks angle"));
  EXPECT_TRUE(has(error_for("young 1e8 tensile 1e6 angle 30"), "bond_coeff lacks cohesion"));
  EXPECT_TRUE(has(error_for("young 1e8 tensile 1e6 cohesion 1e6 angle 90"), "angle 90"));
  EXPECT_TRUE(has(error_for("young 1e8 tensile 2e6 cohesion 1e6 angle 45"),
                  "cohesion 1e+06 (must be at least tensile times tan(angle), 2e+06"));
  const std::string strong = "young 1e8 tensile 1e6 shear 1e6 ";
  EXPECT_TRUE(has(error_for(strong + "soften 0"), "soften 0"));
  EXPECT_TRUE(has(error_for(strong + "fatigue -2"), "fatigue -2"));
  EXPECT_TRUE(has(error_for(strong + "fatigue 5 soften 100"), "excludes soften"));
  EXPECT_TRUE(has(error_for("young 1e8 tensile none shear 1e6 soften 1"), "tensile inf (must be"));
  EXPECT_TRUE(has(error_for(strong + "soften 9"),
                  "atoms 1 and 2: soften 9 is too little for its length 0.002"));
  EXPECT_EQ(error_for(strong + "soften 11"), "");
  EXPECT_EQ(error_for(UNBREAKABLE), "");

  LammpsSession lammps;
  EXPECT_TRUE(has(lammps.error_of("atom_style bonded/cluster\nbond_style parallel smooth yes"),
                  "unexpected argument smooth"));
}

// A pair that is pressed and then sheared without rotation breaks where the shear stress is that of
// Mohr and Coulomb; on any ranks, also after a restart.
TEST(BondParallelOnRanks, PressureRaisesTheShearStrength)
{
  const TestFolder folder;
  write_pair(folder / "data");
  const double pressed = 1e-7, young = 1e9, length = 2e-3, cohesion = 1e5;
  const double limit = cohesion + std::tan(PI / 6) * young * pressed / length;
  const int steps = static_cast<int>(limit * 2.5 * length / young / 1e-9);    // of 1e-9 each
  const std::string loads = "group right id 2\nrun 0\n";
  const std::string coeff = "young 1e9 tensile 1e5 cohesion 1e5 angle 30 beta 0";
  for (const int ranks : rank_counts()) {
    LammpsSession whole(ranks), again(ranks);
    const std::string file = folder / "restart";
    whole.run(read_case(folder / "data", coeff) + BONDS_ALONE + loads +
              "displace_atoms right move -1e-7 0 0\nvelocity right set 0 1e-3 0\n"
              "variable intact equal bonds\nthermo_style custom step bonds\n");
    whole.run("run 200\nwrite_restart " + file + "\nrun " + number(steps - 203));
    EXPECT_EQ(whole.evaluate("v_intact"), 1.0) << ranks;
    whole.run("run 6");
    EXPECT_EQ(whole.evaluate("v_intact"), 0.0) << ranks;
    again.run("read_restart " + file + "\nvariable intact equal bonds\n" + BONDS_ALONE +
              "thermo_style custom step bonds\nrun " + number(steps - 203));
    EXPECT_EQ(again.evaluate("v_intact"), 1.0) << ranks;
    again.run("run 6");
    EXPECT_EQ(again.evaluate("v_intact"), 0.0) << ranks;
  }
}

TEST_F(BondParallelStyle, RequiredSettingsAreNamed)
{
  write_pair(folder / "data");
  const auto error_with = [&](const std::string &from, const std::string &to,
                              const std::string &more = "") {
    std::string text = read_case(folder / "data", UNBREAKABLE);
    if (!from.empty()) text.replace(text.find(from), from.size(), to);
    LammpsSession lammps;
    return lammps.error_of(text + CONTACTS + more + "\nrun 5");
  };
  EXPECT_TRUE(has(error_with("newton on off", "newton on"), "needs 'newton on off'"));
  EXPECT_TRUE(has(error_with("", "", "special_bonds lj 1 1 1"),
                  "needs 'special_bonds lj 0 1 1 coul 1 1 1'"));
  EXPECT_TRUE(has(error_with("", "", "run_style respa 2 2 bond 1 pair 2"),
                  "cannot be used with run_style"));
  // The atoms' own style.
  LammpsSession other;
  EXPECT_TRUE(has(other.error_of(R"(
    newton on off
    atom_style bond
    region box block -1 1 -1 1 -1 1
    create_box 1 box bond/types 1
    mass 1 1.0
    bond_style parallel
    bond_coeff 1 young 1 tensile 1 shear 1
    run 0)"),
                  "needs atom_style bonded/cluster (now: bond)"));
}

TEST_F(BondParallelStyle, MissingPartnersAndInvalidPositions)
{
  // A bond longer than the ghost cutoff, across a periodic border of one rank.
  write_data(folder / "long", {{1, 2e-3, 2500, -4e-3, 0, 0}, {1, 2e-3, 2500, 4e-3, 0, 0}}, {{1, 2}},
             -0.01, 0.01);
  {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(read_case(folder / "long", UNBREAKABLE) + CONTACTS +
                                    "comm_modify cutoff 0.004\nrun 0"),
                    "the ghost cutoff"));
  }
  // The same bond works without the user's cutoff.
  {
    LammpsSession lammps;
    EXPECT_EQ(lammps.error_of(read_case(folder / "long", UNBREAKABLE) + CONTACTS + "run 0"), "");
  }
  // A partner that leaves a box with fixed boundaries.
  write_pair(folder / "data");
  {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(read_case(folder / "data", UNBREAKABLE, "f f f") + CONTACTS +
                                    "velocity all set 30 0 0\nthermo 100000\nrun 500"),
                    "Bond style parallel: bond partner"));
  }
  // A partner deleted by hand.
  {
    LammpsSession lammps;
    EXPECT_TRUE(
        has(lammps.error_of(read_case(folder / "data", UNBREAKABLE) + CONTACTS +
                            "group one id 1\nrun 0\ndelete_atoms group one compress no\nrun 10"),
            "Bond atom missing"));    // LAMMPS' own check at the start of a run
  }
  // NaN.
  {
    LammpsSession lammps;
    lammps.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS + "run 0");
    lammps.lammps()->atom->v[0][0] = std::nan("");
    EXPECT_TRUE(has(lammps.error_of("run 5"), "Fix guard: particle 1 has a position, velocity"));
  }
  {
    LammpsSession lammps;
    lammps.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS + "run 0");
    lammps.lammps()->atom->x[1][2] = std::nan("");
    EXPECT_TRUE(has(lammps.error_of("run 5"), "Non-numeric"));
  }
  // Two atoms in one place.
  write_data(folder / "same", {{1, 2e-3, 2500, 0, 0, 0}, {1, 2e-3, 2500, 0, 0, 0}}, {{1, 2}}, -0.01,
             0.01);
  {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(read_case(folder / "same", UNBREAKABLE) + CONTACTS + "run 0"),
                    "atoms 1 and 2 of a bond lie on each other"));
  }
}

}    // namespace test_bond_parallel
