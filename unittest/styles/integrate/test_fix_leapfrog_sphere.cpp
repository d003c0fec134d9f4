// fix leapfrog/sphere in LAMMPS: the trajectory of fix nve/sphere in one pass a step.
//
// Oracle: fix nve/sphere itself. Every number is compared bit for bit: atoms, dumps, thermo output,
// averages, restarted runs. What waits is seen in the number of passes.

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "styles/integrate/fix_leapfrog_sphere.h"

#include "lammps.h"
#include "modify.h"
#include "timer.h"

#include <gtest/gtest.h>

#include <cstring>

namespace test_fix_leapfrog_sphere {

using namespace grist::testing;
using LAMMPS_NS::FixLeapfrogSphere;

// 200 spheres of three sizes that fall, collide, slide and rotate in a box of 2 cm.
const std::string FALLING = R"(
  units si
  atom_style sphere
  atom_modify map array
  boundary p p f
  comm_modify vel yes
  region box block 0 0.02 0 0.02 0 0.04
  create_box 3 box
  create_atoms 1 random 200 4711 box overlap 2.1e-3 maxtry 1000
  set type 1 diameter 2e-3 density 2500
  set group all type/fraction 2 0.3 12
  set group all type/fraction 3 0.2 13
  set type 2 diameter 1.6e-3 density 1500
  set type 3 diameter 1.2e-3 density 7800
  velocity all create 1e13 8723 dist gaussian
  pair_style gran/hertz/history 1e7 NULL 100 NULL 0.5 1
  pair_coeff * *
  fix floor all wall/gran hertz/history 1e7 NULL 100 NULL 0.5 1 zplane 0 0.04
  fix gravity all gravity 9.81 vector 0 0 -1
  neighbor 2e-4 bin
  timestep 2e-6
  compute erot all erotate/sphere
  compute vcm all reduce sum vx vy vz
  thermo_style custom step temp ke press c_erot c_vcm[1] c_vcm[3]
  thermo_modify norm no format float %.17g lost error
)";

struct Seen {
  std::vector<AtomSnapshot> atoms;
  std::string thermo, files;
};

// Lines of thermo output: those that begin with a step number.
std::string thermo_lines(const std::string &output)
{
  std::string kept;
  size_t start = 0;
  while (start < output.size()) {
    const size_t end = std::min(output.find('\n', start), output.size());
    const std::string line = output.substr(start, end - start);
    const size_t word = line.find_first_not_of(' ');
    const bool numbers = line.find_first_not_of(" 0123456789.e+-") == std::string::npos;
    if (word != std::string::npos && numbers) kept += line + "\n";
    start = end + 1;
  }
  return kept;
}

std::string replaced(std::string text, const std::string &what, const std::string &with)
{
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

// INTEGRATE stands for the integrator, FOLDER for a folder of the test's own.
Seen see(const std::string &lines, const std::string &integrator, int ranks)
{
  TestFolder folder;
  LammpsSession lammps(ranks);
  lammps.run(replaced(replaced(lines, "INTEGRATE", integrator), "FOLDER", folder / ""));
  Seen seen;
  seen.atoms = lammps.atoms();
  if (!lammps.first()) return seen;
  seen.thermo = thermo_lines(lammps.output());
  for (const char *file : {"dump", "average", "print"}) seen.files += read_file(folder / file);
  return seen;
}

void expect_same_bits(const Seen &one, const Seen &other)
{
  ASSERT_EQ(one.atoms.size(), other.atoms.size());
#ifdef GRIST_LAMMPS_COMPILED_OTHERWISE    // other instructions, other bits
  return;
#endif
  for (size_t i = 0; i < one.atoms.size(); i++) {
    ASSERT_EQ(one.atoms[i].tag, other.atoms[i].tag);
    const auto same = [&](auto member) {
      return memcmp((one.atoms[i].*member).data(), (other.atoms[i].*member).data(),
                    3 * sizeof(double)) == 0;
    };
    EXPECT_TRUE(same(&AtomSnapshot::x)) << "position of atom " << one.atoms[i].tag;
    EXPECT_TRUE(same(&AtomSnapshot::v)) << "velocity of atom " << one.atoms[i].tag;
    EXPECT_TRUE(same(&AtomSnapshot::omega)) << "spin of atom " << one.atoms[i].tag;
  }
  EXPECT_EQ(one.thermo, other.thermo);
  EXPECT_EQ(one.files, other.files);
}

void compare(const std::string &lines)
{
  for (const int ranks : rank_counts()) {
    SCOPED_TRACE(std::to_string(ranks) + " ranks");
    expect_same_bits(see(lines, "leapfrog/sphere", ranks), see(lines, "nve/sphere", ranks));
  }
}

const std::string DUMP = "dump d all custom 7 FOLDERdump id x y z vx vy vz omegax omegay omegaz\n"
                         "dump_modify d sort id format float %.17g\n";

TEST(FixLeapfrogSphere, EqualsNveSphereBitForBit)
{
  compare(FALLING + DUMP + R"(
    fix nve all INTEGRATE
    thermo 7
    run 2000
    velocity all scale 1e13
    run 500 post no
    run 501 pre no
    run 100 every 10 "velocity all zero linear"
  )");
}

TEST(FixLeapfrogSphere, AveragesSeeWholeSteps)
{
  compare(FALLING + R"(
    fix nve all INTEGRATE
    fix average all ave/time 3 5 30 c_erot c_vcm[2] c_thermo_temp file FOLDERaverage format " %.17g"
    variable stop equal step>=1234
    fix stop all halt 2 v_stop > 0.5 error continue
    thermo 100
    run 2000
    unfix stop
    run 300
  )");
}

TEST(FixLeapfrogSphere, PartOfTheAtomsNextToAnotherIntegrator)
{
  for (const std::string order : {"fix one some INTEGRATE\nfix two others nve/sphere\n",
                                  "fix two others nve/sphere\nfix one some INTEGRATE\n",
                                  "fix one some INTEGRATE\nfix two others INTEGRATE\n"})
    compare(FALLING + "group some type 1 3\ngroup others type 2\n" + order +
            "thermo 50\nrun 1000\n");
}

TEST(FixLeapfrogSphere, OtherFixesThatActOnVelocities)
{
  // Langevin and viscous read velocities as forces are made, momentum and temp/rescale write them
  // at the end of a step, nph before and after the integration of others.
  compare(FALLING + R"(
    fix before all temp/rescale 4 1e13 2e13 1e11 0.5
    fix nve all INTEGRATE
    fix drag all viscous 1e-4
    fix momentum all momentum 9 linear 1 1 0
    fix dt all dt/reset 6 NULL 2e-6 1e-7 units box
    thermo 11
    run 1000
  )");
  for (const std::string order :
       {"fix press all press/berendsen x 1e3 1e3 1.0 modulus 1e7\n"
        "fix nve all INTEGRATE\n",
        "fix nve all INTEGRATE\nfix shift all langevin 1e13 1e13 1.0 77\n"})
    compare(FALLING + order + "thermo 11\nrun 500\n");
}

TEST(FixLeapfrogSphere, RestartContinuesTheRun)
{
  compare(FALLING + R"(
    fix nve all INTEGRATE
    restart 333 FOLDERa FOLDERb
    thermo 100
    run 777
    clear
    read_restart FOLDERb
    pair_style gran/hertz/history 1e7 NULL 100 NULL 0.5 1
    pair_coeff * *
    fix floor all wall/gran hertz/history 1e7 NULL 100 NULL 0.5 1 zplane 0 0.04
    fix gravity all gravity 9.81 vector 0 0 -1
    fix nve all INTEGRATE
    timestep 2e-6
    run 500
  )");
}

// Beside fix gravity, until collisions make more of a difference in rounding.
TEST(FixLeapfrogSphere, GravityIsThatOfFixGravity)
{
  const std::string falling = replaced(FALLING, "fix gravity all gravity 9.81 vector 0 0 -1\n", "");
  for (const int ranks : rank_counts()) {
    LammpsSession ours(ranks), theirs(ranks);
    ours.run(falling + "fix move all leapfrog/sphere gravity 9.81 vector 3 0 -4\nrun 200");
    theirs.run(falling +
               "fix gravity all gravity 9.81 vector 3 0 -4\n"
               "fix move all leapfrog/sphere\nrun 200");
    const auto one = ours.atoms(), other = theirs.atoms();
    ASSERT_EQ(one.size(), other.size());
    for (size_t i = 0; i < one.size(); i++)
      for (int k = 0; k < 3; k++) {
        EXPECT_NEAR(one[i].x[k], other[i].x[k], 1e-13);
        EXPECT_NEAR(one[i].v[k], other[i].v[k], 1e-10);
      }
    EXPECT_NEAR(ours.evaluate("f_move"), theirs.evaluate("f_gravity"), 1e-15);
  }
}

TEST(FixLeapfrogSphere, WarnsOfGravityThatActsTwice)
{
  const std::string move = "fix move all leapfrog/sphere gravity 9.81 vector 0 0 -1\n";
  const auto warns = [&](const std::string &gravity) {
    LammpsSession lammps;
    lammps.run(replaced(FALLING, "fix gravity all gravity 9.81 vector 0 0 -1\n", "") + move +
               gravity + "\nrun 0");
    return !lammps.here() ||
        lammps.output().find("gravity acts twice, by this fix and by fix g") != std::string::npos;
  };
  EXPECT_TRUE(warns("fix g all gravity 9.81 vector 0 0 -1"));
  EXPECT_TRUE(warns("group one id 1\nfix g one gravity 9.81 vector 0 0 -1"));
  if (world_size() > 1) return;
  EXPECT_FALSE(warns("group none empty\nfix g none gravity 9.81 vector 0 0 -1"));
  EXPECT_FALSE(warns(""));
}

// Velocity Verlet follows a parabola exactly.
TEST(FixLeapfrogSphere, FreeFallIsAParabola)
{
  LammpsSession lammps;
  lammps.run("units si\natom_style sphere\natom_modify map array\nregion box block -1 1 -1 1 -1 1\n"
             "boundary f f f\ncreate_box 1 box\ncreate_atoms 1 single 0 0 0.5\n"
             "set type 1 diameter 0.01 density 1000\npair_style zero 0.02\npair_coeff * *\n"
             "velocity all set 0.2 0 0.1\ntimestep 1e-4\n"
             "fix move all leapfrog/sphere gravity 9.81 vector 0 0 -2\nrun 3000");
  const auto atoms = lammps.atoms();
  if (!lammps.here()) return;
  ASSERT_EQ(atoms.size(), 1u);
  EXPECT_NEAR(atoms[0].x[0], 0.06, 1e-12);
  EXPECT_NEAR(atoms[0].x[2], 0.5 + 0.1 * 0.3 - 0.5 * 9.81 * 0.3 * 0.3, 1e-12);
  EXPECT_NEAR(atoms[0].v[2], 0.1 - 9.81 * 0.3, 1e-12);
}

TEST(FixLeapfrogSphere, InsertedAndDeletedSpheres)
{
  compare(FALLING + R"(
    fix nve all INTEGRATE
    region top block 0.002 0.018 0.002 0.018 0.03 0.038
    region low block 0 0.02 0 0.02 0 0.004
    fix come all pour 50 1 999 region top diam one 1e-3 dens 2500 2500 vel -0.1 0.1 -0.1 0.1 -1
    fix go all evaporate 100 3 low 314
    thermo 100
    run 1500
  )");
}

FixLeapfrogSphere *fix_of(LammpsSession &lammps, const char *id)
{
  return dynamic_cast<FixLeapfrogSphere *>(lammps.lammps()->modify->get_fix_by_id(id));
}

LAMMPS_NS::bigint passes_of(const std::string &lines)
{
  LammpsSession lammps;
  lammps.run(FALLING + lines);
  return lammps.here() ? fix_of(lammps, "nve")->passes() : 0;
}

using FixLeapfrogSpherePasses = OneRankTest;

TEST_F(FixLeapfrogSpherePasses, OnePerStepAndOneMoreWhereVelocitiesAreRead)
{
  EXPECT_EQ(passes_of("fix nve all leapfrog/sphere\nrun 100"), 101);
  EXPECT_EQ(passes_of("fix nve all leapfrog/sphere\nthermo 10\nrun 100"), 110);
  EXPECT_EQ(passes_of("fix nve all leapfrog/sphere\nfix p all progress steps 10\nrun 100"), 101);
  EXPECT_EQ(
      passes_of("fix nve all leapfrog/sphere\nfix p all progress steps 10 text \"$(ke)\"\nrun 100"),
      110);
  EXPECT_EQ(passes_of("unfix floor\npair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3 "
                      "restitution 0.5 friction 0.3 heat 2 500\nfix nve all leapfrog/sphere\n"
                      "compute e all energy/balance\nfix c all collisions 1000 bins 1e-9 1e-3 3\n"
                      "fix h all heat/gran initial 293\nrun 100"),
            101);
  EXPECT_EQ(passes_of("fix nve all leapfrog/sphere\nfix m all momentum 5 linear 1 1 1\nrun 100"),
            120);
  EXPECT_EQ(
      passes_of("fix n all nvt/sphere temp 1e13 1e13 1\nfix nve all leapfrog/sphere\nrun 100"),
      200);
}

TEST_F(FixLeapfrogSpherePasses, ATimeLimitLeavesNothingPending)
{
  // The limit is seen between two steps where nothing else looks at velocities.
  const std::string end = "\nthermo 1000000\ntimer timeout 0:00:01 every 49\nrun 1000000\n";
  LammpsSession stopped;
  stopped.run(FALLING + "fix nve all leapfrog/sphere" + end);
  if (!stopped.here()) return;
  const long steps = static_cast<long>(stopped.thermo("step"));
  ASSERT_LT(steps, 1000000);
  LammpsSession whole;
  whole.run(FALLING + "fix nve all nve/sphere\nthermo 1000\nrun " + std::to_string(steps));
  expect_same_bits({stopped.atoms(), "", ""}, {whole.atoms(), "", ""});
}

TEST_F(FixLeapfrogSpherePasses, ErrorsNameTheValue)
{
  const auto expect = [](const std::string &lines, const std::string &part) {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(lines), part)) << part;
  };
  expect(FALLING + "fix nve all leapfrog/sphere update dipole", "unknown keyword update");
  expect(FALLING + "fix nve all leapfrog/sphere disc", "unknown keyword disc");
  expect(FALLING + "fix nve all leapfrog/sphere gravity 9.81", "gravity needs g vector x y z");
  expect(FALLING + "fix nve all leapfrog/sphere gravity 9.81 chute 1 0 0",
         "gravity chute (expected vector)");
  expect(FALLING + "fix nve all leapfrog/sphere gravity 9.81 vector 0 0 0",
         "gravity vector 0 0 0 (must have a finite length");
  expect(FALLING + "fix nve all leapfrog/sphere gravity inf vector 0 0 1", "gravity inf");
  expect(FALLING + "fix nve all leapfrog/sphere\nrun_style respa 2 2\nrun 1", "run_style respa");
  expect(FALLING + "set atom 7 diameter 0\nfix nve all leapfrog/sphere\nrun 1",
         "atom 7 has radius 0");
  expect("atom_style atomic\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\nfix nve all "
         "leapfrog/sphere",
         "atom style atomic has no radius");
}

}    // namespace test_fix_leapfrog_sphere
