// compute energy/balance in LAMMPS: entries and their drift.
//
// Oracles: closed forms (restitution, sliding to rolling, momentum of what a wall carries, the strength of a bond),
// conservation of energy itself, the same run on other numbers of ranks, with other integrators, through a restart.

#include "common/constants.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/restart_file.h"

#include "meshes/mesh_scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace {

using namespace grist::testing;

using grist::PI;
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

Balance balance_of(LammpsSession &lammps)
{
  Balance now;
  for (int k = 0; k < ENTRIES; k++)
    now.entry[k] = lammps.evaluate("c_e[" + std::to_string(k + 1) + "]");
  now.drift = lammps.evaluate("c_e");
  return now;
}

Balance after(const std::string &lines, int ranks = 1)
{
  LammpsSession lammps(ranks);
  lammps.run(lines);
  return balance_of(lammps);
}

double kinetic_energy(const std::vector<AtomSnapshot> &atoms)
{
  double sum = 0.0;
  for (const AtomSnapshot &a : atoms)
    for (int d = 0; d < 3; d++)
      sum += 0.5 * a.mass * (a.v[d] * a.v[d] + 0.4 * a.radius * a.radius * a.omega[d] * a.omega[d]);
  return sum;
}

constexpr const char *REPORT =
    "compute e all energy/balance\nthermo_style custom step ke c_e[*] c_e\nthermo 100000\n";

double sphere_mass(double radius, double density = 2500)
{
  return density * 4.0 / 3.0 * PI * std::pow(radius, 3);
}

std::string number(double value)
{
  char text[32];
  snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

// Spheres of 4 mm without bonds.
std::string spheres(const std::string &coeff = "restitution 0.5 friction 0.3",
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

std::string oblique_pair(double aside, double dt, int steps)
{
  return "create_atoms 1 single -0.00201 0 0\ncreate_atoms 1 single 0.00201 " + number(aside) +
      " 0\nset group all diameter 4e-3 density 2500\nset atom 1 vx 1\nset atom 2 omega 0 0 300\n" +
      "timestep " + number(dt) + "\n" + REPORT + "run " + std::to_string(steps) + "\n";
}

class OneRank : public testing::Test {
 protected:
  void SetUp() override
  {
    if (world_size() > 1) GTEST_SKIP() << "one rank is enough";
  }
  TestFolder folder;
};

using ComputeEnergyBalance = OneRank;

TEST_F(ComputeEnergyBalance, HeadOnCollisionTakesWhatRestitutionSays)
{
  for (const double e : {1.0, 0.8, 0.5}) {
    const Balance end =
        after(spheres("restitution " + number(e)) +
              "create_atoms 1 single -0.00201 0 0\ncreate_atoms 1 single 0.00201 0 0\n"
              "set group all diameter 4e-3 density 2500\nset atom 1 vx 1\n"
              "timestep 5e-7\n" +
              REPORT + "run 1000\n");
    const double relative = 0.25 * sphere_mass(2e-3);    // 1/2 m* v^2 at 1 m/s
    EXPECT_NEAR(end.entry[CONTACT_DAMPING], (1.0 - e * e) * relative, 1e-4 * relative) << e;
    EXPECT_NEAR(end.entry[KINETIC], 2.0 * relative - (1.0 - e * e) * relative, 1e-4 * relative)
        << e;
    EXPECT_EQ(end.entry[FRICTION], 0.0);
    EXPECT_NEAR(end.drift, 0.0, 2e-5 * relative) << e;
  }
}

TEST_F(ComputeEnergyBalance, DriftFallsWithTheSquareOfTheStep)
{
  // Above friction for a while, and with a rolling spring.
  const std::string law = "restitution 0.6 friction 0.3 rolling sds 500 0.01 0.2";
  const Balance coarse = after(spheres(law) + oblique_pair(1e-3, 2e-6, 500));
  const Balance fine = after(spheres(law) + oblique_pair(1e-3, 1e-6, 1000));
  EXPECT_LT(std::fabs(coarse.drift), 1e-4 * coarse.entry[KINETIC]);
  EXPECT_LT(std::fabs(fine.drift), std::fabs(coarse.drift) / 3.0);
  EXPECT_GT(fine.entry[CONTACT_DAMPING], 0.0);
}

// A sphere on a floor, in balance with its weight.
std::string on_floor(const std::string &coeff, const std::string &motion, const std::string &floor)
{
  const double radius = 2e-3, mass = sphere_mass(radius), young = 1e7 / (2.0 * (1.0 - 0.09));
  const double overlap =
      std::pow(mass * GRAVITY / (4.0 / 3.0 * young * std::sqrt(radius)), 2.0 / 3.0);
  return spheres(coeff) + "create_atoms 1 single 0 0 " + number(radius - overlap) +
      "\nset group all diameter 4e-3 density 2500\n" + motion + "\ntimestep 2e-6\n" + REPORT +
      "fix down all gravity 9.81 vector 0 0 -1\n" + floor + "\n";
}
const std::string FLOOR = "fix floor all wall/hertz/mindlin zplane 0 NULL";

// Two sevenths of the kinetic energy, 1/7 m v0^2, whatever friction is; what the contact still swings by when it starts to
// stick goes to its dashpot.
TEST_F(ComputeEnergyBalance, SlidingToRollingTakesTwoSevenths)
{
  const double kinetic = 0.5 * sphere_mass(2e-3) * 0.01;
  for (const double friction : {0.1, 0.4}) {
    const Balance end =
        after(on_floor("restitution 0.5 friction " + number(friction), "set atom 1 vx 0.1", FLOOR) +
              "run 50000\n");
    EXPECT_NEAR(end.entry[FRICTION] / kinetic, 2.0 / 7.0, 0.01);
    EXPECT_NEAR((end.entry[FRICTION] + end.entry[CONTACT_DAMPING]) / kinetic, 2.0 / 7.0, 1e-5);
    EXPECT_NEAR(end.entry[KINETIC] / kinetic, 5.0 / 7.0, 1e-5);
    EXPECT_NEAR(end.entry[ROLLING], 0.0, 1e-12 * kinetic);
    EXPECT_EQ(end.entry[WALL_WORK], 0.0);
    EXPECT_NEAR(end.drift, 0.0, 1e-6 * kinetic);
  }
}

// It rolls without sliding, v = 0.1 m/s, until the torque has taken all of 7/10 m v^2.
TEST_F(ComputeEnergyBalance, RollingFrictionStopsARollingSphere)
{
  const double kinetic = 0.7 * sphere_mass(2e-3) * 0.01;
  for (const char *law : {"torque 0.2", "sds 100 0.01 0.2"}) {
    SCOPED_TRACE(law);
    const Balance end = after(on_floor("restitution 0.5 friction 0.8 rolling " + std::string(law),
                                       "set atom 1 vx 0.1\nset atom 1 omega 0 50 0", FLOOR) +
                              "run 100000\n");
    EXPECT_LT(end.entry[KINETIC], 1e-4 * kinetic);
    EXPECT_NEAR(end.entry[ROLLING] / kinetic, 1.0, 0.02);
    EXPECT_NEAR(end.dissipated() / kinetic, 1.0, 1e-3);
    EXPECT_NEAR(end.drift, 0.0, 1e-5 * kinetic);
  }
}

// Gravity of a fix of its own, or of the integrator, which no force on atoms shows.
TEST_F(ComputeEnergyBalance, FreeFallTurnsHeightIntoSpeed)
{
  const std::string field = " 9.81 vector 0.6 0 -0.8\n";
  const std::string fixes[] = {"fix down all gravity" + field,
                               "unfix move\nfix move all leapfrog/sphere gravity" + field};
  for (const std::string &gravity : fixes) {
    LammpsSession lammps;
    lammps.run(spheres() +
               "create_atoms 1 single 0 0 0.01\nset group all diameter 4e-3 density 2500\n" +
               "set atom 1 vx 2\n" + gravity + "timestep 1e-5\n" + REPORT + "run 0\n");
    const Balance start = balance_of(lammps);
    lammps.run("run 2000\n");    // once across the periodic border
    const Balance end = balance_of(lammps);
    const double weight = sphere_mass(2e-3) * GRAVITY, time = 0.02;
    const double drop = 0.5 * GRAVITY * time * time + 0.6 * 2 * time;
    const double lost = start.entry[GRAVITATIONAL] - end.entry[GRAVITATIONAL];
    EXPECT_NEAR(start.entry[GRAVITATIONAL] / (weight * 0.008), 1.0, 1e-9);
    EXPECT_NEAR(lost / (weight * drop), 1.0, 1e-9);
    EXPECT_NEAR((end.entry[KINETIC] - start.entry[KINETIC]) / (weight * drop), 1.0, 1e-9);
    EXPECT_NEAR(end.drift, 0.0, 1e-11 * weight * drop);
  }
}

// Rolling, sliding and restitution under the integrator's gravity, which the velocities of the full step have to have.
TEST_F(ComputeEnergyBalance, GravityOfTheIntegrator)
{
  const std::string motion = "set atom 1 vx 0.1 vz -0.1";
  std::string lines = on_floor("restitution 0.5 friction 0.3", motion, FLOOR) + "run 20000\n";
  const Balance by_fix = after(lines);
  lines.replace(lines.find("fix down all gravity"), 20,
                "unfix move\nfix move all leapfrog/sphere gravity");
  const Balance by_integrator = after(lines);
  EXPECT_GT(by_fix.entry[CONTACT_DAMPING], 0.0);
  for (int k = 0; k < ENTRIES; k++)
    EXPECT_NEAR(by_integrator.entry[k], by_fix.entry[k], 1e-9 * by_fix.entry[GRAVITATIONAL])
        << k + 1;
  EXPECT_NEAR(by_integrator.drift, by_fix.drift, 1e-9 * by_fix.entry[GRAVITATIONAL]);
}

/* ---------------------------------------------------------------------- */

// Two bonded spheres of 2 mm diameter that touch, or lie `closer`; the second moves.
std::string rod(const std::string &bond, const std::string &motion, double dt, int steps,
                double closer = 0.0)
{
  return R"(units si
    newton on off
    atom_style bonded/cluster
    atom_modify map array
    comm_modify vel yes
    boundary f f f
    region box block -0.02 0.02 -0.02 0.02 -0.02 0.02
    bond_style parallel
    create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 4
    create_atoms 1 single -0.001 0 0
    create_atoms 1 single )" +
      number(1e-3 - closer) + R"( 0 0
    set group all diameter 2e-3 density 2500
    bond_coeff 1 young 1e7 )" +
      bond + R"(
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3
    neighbor 1e-3 bin
    create_bonds single/bond 1 1 2
    fix move all leapfrog/sphere
  )" + motion +
      "\ntimestep " + number(dt) + "\n" + REPORT + "run " + std::to_string(steps) + "\n";
}

constexpr const char *ENDLESS = "tensile none shear none";

// After a quarter of its period all of the relative motion is in the bond.
TEST_F(ComputeEnergyBalance, ABondSwingsBetweenElasticAndKineticEnergy)
{
  const double mass = sphere_mass(1e-3), stiffness = 1e7 * PI * 1e-6 / 2e-3;
  const double period = 2 * PI / std::sqrt(2 * stiffness / mass);
  const Balance end = after(rod(ENDLESS, "set atom 2 vx 0.05", period / 400, 100));
  const double relative = 0.25 * mass * 0.05 * 0.05;
  EXPECT_NEAR(end.entry[BOND] / relative, 1.0, 1e-3);
  EXPECT_NEAR(end.entry[KINETIC] / relative, 1.0, 1e-3);
  EXPECT_NEAR(end.drift, 0.0, 1e-3 * relative);
  EXPECT_EQ(end.entry[BOND_DAMPING], 0.0);
}

// Stretch, shear, twist and bending at once; everything but the common motion ends in the dashpots.
TEST_F(ComputeEnergyBalance, BondDampingTakesAllButTheCommonMotion)
{
  const std::string damped = std::string(ENDLESS) + " damping 0.3";
  const std::string motion =
      "set atom 2 vx 0.05\nset atom 2 omega 30 20 -40\nset atom 1 omega -10 50 5";
  Balance coarse = after(rod(damped, motion, 4e-6, 5000));
  const Balance fine = after(rod(damped, motion, 2e-6, 10000));
  EXPECT_LT(fine.entry[BOND], 1e-6 * fine.entry[BOND_DAMPING]);
  EXPECT_GT(fine.entry[BOND_DAMPING], 0.1 * fine.entry[KINETIC]);
  EXPECT_LT(std::fabs(coarse.drift), 1e-2 * coarse.entry[BOND_DAMPING]);
  EXPECT_LT(std::fabs(fine.drift), std::fabs(coarse.drift) / 3.0);
}

// At its strength a pulled bond holds sigma^2 A L / 2E. In a step it stretches by up to a tenth at 1e-6 s.
TEST_F(ComputeEnergyBalance, ABreakTakesTheEnergyOfItsStrength)
{
  const double expected = 0.5 * 1e4 * 1e4 * PI * 1e-6 * 2e-3 / 1e7;
  for (const double dt : {1e-6, 1e-7}) {
    const Balance end =
        after(rod("tensile 1e4 shear 1e4", "set atom 2 vx 0.2", dt, int(5e-4 / dt)));
    EXPECT_NEAR(end.entry[BROKEN] / expected, 1.0, 1e5 * dt);
    EXPECT_EQ(end.entry[BOND], 0.0);
    EXPECT_NEAR(end.entry[KINETIC], 0.5 * sphere_mass(1e-3) * 0.04 - end.entry[BROKEN],
                1e-10 * end.entry[KINETIC]);
    EXPECT_NEAR(end.drift, 0.0, 1e-10 * end.entry[KINETIC]);
  }
}

// Spheres that lie in each other by 0.05 mm become a contact that pushes at once: 2/5 of its force times the overlap.
TEST_F(ComputeEnergyBalance, AContactThatBeginsAtABreakBringsItsEnergy)
{
  const double dt = 2e-7;
  const Balance end =
      after(rod("tensile 1e4 shear 1e4 damping 0.1", "set atom 2 vy 0.5", dt, 5000, 0.05e-3));
  const double young = 1e7 / (2.0 * (1.0 - 0.09)), radius = 0.5e-3;
  const double energy = 8.0 / 15.0 * young * std::sqrt(radius) * std::pow(0.05e-3, 2.5);
  EXPECT_NEAR(end.entry[NEW_CONTACTS] / energy, 1.0, 0.02);
  EXPECT_EQ(end.entry[CONTACT], 0.0);    // they have parted
  EXPECT_GT(end.entry[CONTACT_DAMPING], 0.0);
  EXPECT_LT(std::fabs(end.drift), 1e-4 * end.entry[NEW_CONTACTS]);
}

/* ---------------------------------------------------------------------- */

// A floor that rises at v gives m g t + m v of momentum to what rides on it, and v times that of work.
TEST_F(ComputeEnergyBalance, ARisingFloorWorksByWhatItCarries)
{
  const double speed = 0.05, time = 0.1, mass = sphere_mass(2e-3);
  const Balance end = after(on_floor("restitution 0.3 friction 0.3", "",
                                     "variable z equal 0.05*elaplong*dt\n"
                                     "region lift block -1 1 -1 1 0 1 move NULL NULL v_z open 2\n"
                                     "fix floor all wall/hertz/mindlin region lift") +
                            "run " + std::to_string(int(time / 2e-6)) + "\n");
  const double work = speed * mass * (GRAVITY * time + speed);
  EXPECT_NEAR(end.entry[WALL_WORK] / work, 1.0, 1e-4);
  EXPECT_NEAR(end.entry[KINETIC] / (0.5 * mass * speed * speed), 1.0, 1e-4);
  EXPECT_NEAR(end.drift, 0.0, 1e-5 * work);
}

// A floor that shakes at three times gravity: its velocity is known half a step late, a first order error.
TEST_F(ComputeEnergyBalance, AShakenFloor)
{
  const Balance end = after(on_floor("restitution 0.7 friction 0.3", "set atom 1 vx 0.1",
                                     "variable z equal 2e-4*sin(400*elaplong*dt)\n"
                                     "region lift block -1 1 -1 1 0 1 move NULL NULL v_z open 2\n"
                                     "fix floor all wall/hertz/mindlin region lift") +
                            "run 100000\n");
  EXPECT_GT(end.entry[WALL_WORK], 0.0);
  EXPECT_LT(std::fabs(end.drift), 2e-3 * end.dissipated());
}

// Six cubes of elements that break, and two balls, in a drum that makes a revolution in half a second. Turned by hand:
// LAMMPS' random orientations depend on the number of ranks. The box is cut across the charge, so that ranks share it.
std::string drum(double dt, const std::string &newton = "on off")
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

TEST_F(ComputeEnergyBalance, ARevolutionOfADrum)
{
  LammpsSession lammps;
  lammps.run(drum(8e-6) + "run " + std::to_string(int(0.5 / 8e-6)) + "\n");
  const Balance end = balance_of(lammps);
  const double work = end.entry[WALL_WORK];
  EXPECT_GT(lammps.evaluate("f_broken"), 50);
  EXPECT_GT(work, 0.0);
  for (const Entry loss : {BOND_DAMPING, CONTACT_DAMPING, FRICTION, ROLLING, BROKEN})
    EXPECT_GT(end.entry[loss], 0.0) << loss;
  EXPECT_NEAR(end.entry[KINETIC], kinetic_energy(lammps.atoms()), 1e-12 * end.entry[KINETIC]);
  EXPECT_LT(std::fabs(end.drift), 0.001 * work);
}

/* ---------------------------------------------------------------------- */

// A mesh knows its velocity at the very step, so that nothing of first order is left.
TEST_F(ComputeEnergyBalance, AShakenMesh)
{
  const std::string file = folder / "plate.stl";
  write_binary_stl(random_plate(6, 0.019, 5), file);
  const auto run = [&](const std::string &dt, int steps) {
    return after(on_floor("restitution 0.7 friction 0.3", "set atom 1 vx 0.03",
                          "fix floor all wall/mesh " + file +
                              " move wiggle 0 0 2e-4 0.0157 model hertz/mindlin") +
                 "timestep " + dt + "\nrun " + std::to_string(steps) + "\n");
  };
  const Balance coarse = run("4e-6", 50000), fine = run("2e-6", 100000);
  EXPECT_GT(fine.entry[WALL_WORK], 0.0);
  EXPECT_LT(std::fabs(coarse.drift), 1e-4 * coarse.dissipated());
  EXPECT_LT(std::fabs(fine.drift), 0.5 * std::fabs(coarse.drift));
}

TEST_F(ComputeEnergyBalance, ADrumOfTriangles)
{
  const std::string file = folder / "drum.stl";
  write_binary_stl(tube(12, 0.033, -0.012, 0.012, 2), file);
  std::string lines = drum(8e-6);
  const std::string wall = "wall/hertz/mindlin region drum";
  lines.replace(lines.find(wall), wall.size(),
                "wall/mesh " + file + " move rotate 0 0 0 1 0 0 0.5 model hertz/mindlin");
  const Balance end = after(lines + "run 40000\n");
  EXPECT_GT(end.entry[BROKEN], 0.0);
  EXPECT_GT(end.entry[FRICTION], 0.0);
  EXPECT_LT(std::fabs(end.drift), 0.001 * end.entry[WALL_WORK]);
}

void expect_same(const Balance &one, const Balance &other, double tolerance)
{
  double scale = 0.0;
  for (const double value : one.entry) scale = std::max(scale, std::fabs(value));
  for (int k = 0; k < ENTRIES; k++)
    EXPECT_NEAR(one.entry[k], other.entry[k], tolerance * scale) << "entry " << k + 1;
  EXPECT_NEAR(one.drift, other.drift, tolerance * scale);
}

// The charge is thrown at the drum and breaks; rounding has little time to grow.
const std::string THROWN = "velocity all set 0 0.3 -1\n";

TEST(ComputeEnergyBalanceRanks, TheSameOnAnyNumberOfRanks)
{
  const std::string run = THROWN + "run 2000\n";
  const Balance one = after(drum(8e-6) + run);
  EXPECT_GT(one.entry[BROKEN], 0.0);
  for (const int ranks : rank_counts())
    for (const char *newton : {"on off", "off off"}) {
      SCOPED_TRACE(std::to_string(ranks) + " ranks, newton " + newton);
      const Balance other = after(drum(8e-6, newton) + run, ranks);
      expect_same(one, other, 1e-7);
    }
}

// On as many ranks as before, and on others.
TEST(ComputeEnergyBalanceRanks, RestartContinuesTheSums)
{
  TestFolder folder;
  const int most = rank_counts().back();
  const std::string file = folder / "restart";
  const Balance whole =
      after(drum(8e-6) + THROWN + "run 1500\nwrite_restart " + file + "\nrun 500\n", most);
  EXPECT_GT(whole.entry[BROKEN], 0.0);
  for (const int ranks : rank_counts()) {
    SCOPED_TRACE(std::to_string(ranks) + " ranks");
    const Balance resumed = after("newton on off\nprocessors 1 * 1\nread_restart " + file + R"(
      neighbor 1e-3 bin
      fix move all leapfrog/sphere
      fix down all gravity 9.81 vector 0 0 -1
      variable angle equal 12.5664*elaplong*dt
      region drum cylinder x 0 0 0.032 -0.012 0.012 open 1 open 2 rotate v_angle 0 0 0 1 0 0
    )" + REPORT + R"(
      fix drum all wall/hertz/mindlin region drum friction 0.8
      fix broken all breakage 10000
      timestep 8e-6
      run 500
    )",
                                  ranks);
    expect_same(whole, resumed, ranks == most ? 1e-9 : 1e-7);
  }
}

TEST_F(ComputeEnergyBalance, RestartDataOfAnotherLayoutAreRefused)
{
  const std::string file = folder / "restart";
  const auto expect_error_of_restart = [&](BlockWord word, int value, const std::string &text) {
    LammpsSession first, second;
    first.run(spheres() + oblique_pair(1e-3, 1e-6, 10) + "write_restart " + file);
    ASSERT_TRUE(overwrite_block(file, "ENERGY/BALANCE", word, value));
    const std::string error = second.error_of("newton on\nread_restart " + file + "\n" + REPORT);
    EXPECT_NE(error.find("Compute energy/balance: the restart file " + text), std::string::npos)
        << error;
  };
  expect_error_of_restart(BlockWord::VERSION, 3, "has layout 3 of these data (expected 2;");
  expect_error_of_restart(BlockWord::MARK, 0, "was written by an older version of Grist");
}

/* ---------------------------------------------------------------------- */

// Any integrator, and any place of the compute among the fixes; several runs give the same as one.
TEST_F(ComputeEnergyBalance, OrderAndIntegratorDoNotMatter)
{
  const std::string pair =
      "create_atoms 1 single -0.00201 0 0.0019\ncreate_atoms 1 single 0.00201 1e-3 0.0019\n"
      "set group all diameter 4e-3 density 2500\nset atom 1 vx 1\n"
      "timestep 1e-6\n";
  const std::string others = "fix down all gravity 9.81 vector 0 0 -1\n" + FLOOR + "\n";
  std::string stock = spheres();
  stock.replace(stock.find("leapfrog/sphere"), 15, "nve/sphere");
  const Balance last = after(spheres() + pair + others + REPORT + "run 1500\n");
  const Balance first = after(spheres() + pair + REPORT + others + "run 1500\n");
  const Balance with_stock = after(stock + pair + REPORT + others + "run 1500\n");
  expect_same(last, first, 1e-13);
  expect_same(last, with_stock, 1e-13);
  const Balance without_setup =
      after(spheres() + pair + others + REPORT + "run 700\nrun 800 pre no\n");
  expect_same(last, without_setup, 1e-13);
}

// What another fix averages at every step is what output has.
TEST_F(ComputeEnergyBalance, FixesMayReadItAtAnyStep)
{
  const std::string scene = oblique_pair(1e-3, 1e-6, 0);
  LammpsSession lammps;
  lammps.run(spheres() + "fix t all print 1 '' screen no\n" + REPORT +
             "fix mean all ave/time 1 1 7 c_e[*] c_e\n" + scene.substr(0, scene.find("compute e")) +
             "run 140\n");
  for (int k = 1; k <= ENTRIES; k++)
    EXPECT_EQ(lammps.evaluate("f_mean[" + std::to_string(k) + "]"),
              lammps.evaluate("c_e[" + std::to_string(k) + "]"));
}

// Averages evaluate it for the first time while fixes are set up, before accounting starts.
TEST_F(ComputeEnergyBalance, DriftIsZeroBeforeTheFirstStep)
{
  LammpsSession lammps;
  lammps.run(spheres() +
             "create_atoms 1 single 0 0 0.01\nset group all diameter 4e-3 density 2500\n"
             "set atom 1 vx 2\nfix down all gravity 9.81 vector 0 0 -1\ntimestep 1e-5\n" +
             REPORT + "fix first all ave/time 1 1 1 c_e\nrun 0\n");
  EXPECT_EQ(lammps.evaluate("f_first"), 0.0);
}

// Accounting changes nothing in the run.
TEST(ComputeEnergyBalanceRanks, AccountingChangesNothingInTheRun)
{
  for (const int ranks : rank_counts()) {
    std::string with = drum(8e-6) + THROWN + "run 1800\n", without = with;
    without.replace(without.find(REPORT), std::string(REPORT).size(), "");
    const auto one = atoms_after(with, ranks), other = atoms_after(without, ranks);
    ASSERT_EQ(one.size(), other.size());
    EXPECT_EQ(largest_difference(one, other), 0.0);
  }
}

/* ---------------------------------------------------------------------- */

void expect_error(const std::string &lines, const std::string &text)
{
  LammpsSession lammps;
  const std::string error = lammps.error_of(lines);
  EXPECT_NE(error.find("Compute energy/balance: " + text), std::string::npos) << error;
}

TEST_F(ComputeEnergyBalance, RejectsStylesThatCannotReport)
{
  const std::string one = "create_atoms 1 single 0 0 0\nset group all diameter 4e-3 density 2500\n";
  const std::string base = spheres() + one + REPORT;
  const std::string granular =
      "pair_style granular\npair_coeff * * hooke 1e3 0 tangential linear_nohistory "
      "1.0 0.3\n";
  expect_error(base + granular + "run 0",
               "pair_style granular cannot report its energy (expected hertz/mindlin, "
               "hooke/history, zero or none)");
  expect_error(
      base + "fix w all wall/gran hertz/history 1e5 NULL 50 NULL 0.5 1 zplane -0.02 NULL\nrun 0",
      "fix w of style wall/gran cannot report the energy that it supplies or takes");
  const std::string file = folder / "plate.stl";
  write_binary_stl(random_plate(2, 0.01, 5), file);
  expect_error(base + "fix m all wall/mesh " + file +
                   " model granular hertz/material 1e7 0.5 0.3 tangential mindlin NULL 0.7 0.4 "
                   "damping coeff_restitution\nrun 0",
               "fix m of style wall/mesh cannot report the energy that it supplies or takes");
  expect_error(base + "fix f all addforce 1 0 0\nrun 0", "fix f of style addforce cannot report");
  expect_error(base + "unfix move\nfix n all nve/limit 0.1\nrun 0",
               "fix n of style nve/limit cannot report");
  expect_error(base + "fix m all momentum 10 linear 1 1 1\nrun 0",
               "fix m of style momentum cannot report");
  expect_error(base + "variable g equal step\nfix g all gravity v_g vector 0 0 -1\nrun 0",
               "fix g of style gravity varies (expected a constant)");
  expect_error(base + "minimize 0 0 1 1",
               "a minimization has no energy balance (uncompute it first)");
}

TEST_F(ComputeEnergyBalance, RejectsWrongArguments)
{
  const std::string base = spheres();
  expect_error(base + "compute e all energy/balance 3", "unexpected argument 3 (expected none)");
  expect_error(base + "group some type 1\ncompute e some energy/balance",
               "group some (expected all)");
  expect_error(base + "compute e all energy/balance\ncompute f all energy/balance",
               "f is a second compute of this style (expected one)");
  expect_error(
      "atom_style atomic\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\ncompute e all "
      "energy/balance",
      "atom style atomic has no radius, mass, omega or torque per atom (expected spheres)");
}

TEST_F(ComputeEnergyBalance, HarmlessFixesAreAccepted)
{
  LammpsSession lammps;
  lammps.run(spheres() + "create_atoms 1 single 0 0 0\nset group all diameter 4e-3 density 2500\n" +
             REPORT +
             "fix b all balance 1000 1.1 shift x 10 1.1\nfix h all halt 100 tlimit > 1e9\n"
             "fix p all print 100 ''\ngroup held id 1\nfix z held freeze\nrun 10\n");
  EXPECT_EQ(balance_of(lammps).drift, 0.0);
  lammps.run("uncompute e\nthermo_style one\nrun 1\ncompute e all energy/balance\n");    // and anew
}

}    // namespace
