// compute energy/balance with `every`: powers of sampled steps, summed over the time between them.
//
// Oracles: the sum over all steps, closed forms, other numbers of ranks.

#include "styles/energy/energy_scenes.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace test_energy_balance_samples {

using namespace grist::testing;

std::string sampled(std::string lines, int every)
{
  const std::string all = "energy/balance";
  return lines.insert(lines.find(all) + all.size(), " every " + std::to_string(every));
}

std::string with(std::string lines, const std::string &word, const std::string &in_its_place)
{
  return lines.replace(lines.find(word), word.size(), in_its_place);
}

constexpr double SLIDING = 0.1;    // coefficient of friction

// Without a run.
std::string sliding_sphere()
{
  return on_floor("restitution 0.5 friction " + number(SLIDING), "set atom 1 vx 0.1", FLOOR);
}

// mu m g (v t - 7/4 mu g t^2) while the sphere slides.
double friction_until(double t)
{
  const double slowing = SLIDING * GRAVITY;
  return slowing * sphere_mass(2e-3) * (0.1 * t - 1.75 * slowing * t * t);
}

// The power of friction falls linearly, which the trapezoid rule sums exactly.
TEST_F(ComputeEnergyBalance, SamplesOfASlidingSphere)
{
  const double expected = friction_until(0.02);
  const std::string lines = sliding_sphere() + "run 10000\n";
  const Balance all = after(lines), some = after(sampled(lines, 97));
  EXPECT_NEAR(some.entry[FRICTION] / expected, 1.0, 1e-3);
  EXPECT_NEAR(some.entry[FRICTION] / all.entry[FRICTION], 1.0, 1e-5);
  EXPECT_NEAR(some.drift, 0.0, 1e-5 * expected);
}

// A dashpot begins to act at once: what is missing of its power is less than that of one interval,
// here 40 steps of a contact of 2000, and none on average over the times at which contacts begin.
TEST_F(ComputeEnergyBalance, SamplesOfCollisionsAreRightOnAverage)
{
  const double relative = 0.25 * sphere_mass(2e-3), taken = 0.75 * relative;
  constexpr int EVERY = 40, PHASES = 10;
  double sum = 0.0, largest = 0.0;
  for (int phase = 0; phase < PHASES; phase++) {
    const double gap = 1e-5 + (phase + 0.5) * EVERY / PHASES * 2e-7;    // of each, at 1 m/s: steps
    const Balance end = after(
        sampled(loose_spheres("restitution 0.5") + "create_atoms 1 single -0.002 0 0\n" +
                    "create_atoms 1 single " + number(0.002 + gap) + " 0 0\n" +
                    "set group all diameter 4e-3 density 2500\nset atom 1 vx 1\ntimestep 2e-7\n" +
                    REPORT + "run 2601\n",
                EVERY));
    EXPECT_NEAR(end.drift, end.entry[CONTACT_DAMPING] - taken, 1e-4 * relative);
    sum += end.drift;
    largest = std::max(largest, std::fabs(end.drift));
  }
  EXPECT_LT(largest, 0.02 * taken);
  EXPECT_GT(largest, 0.002 * taken);
  EXPECT_LT(std::fabs(sum) / PHASES, 0.1 * largest);
}

// The last step of a run, what an average reads, and thermo output.
TEST_F(ComputeEnergyBalance, StepsThatAreReadAreSampled)
{
  const std::string scene = loose_spheres() + oblique_pair(1e-3, 1e-6, 0);
  const std::string start = scene.substr(0, scene.rfind("run")), mean = "fix m all ave/time ";
  const Balance all = after(start + "run 1003\n");
  expect_same(after(sampled(start, 5000) + mean + "1 7 7 c_e[*] c_e\nrun 1003\n"), all, 1e-13);
  expect_same(after(sampled(start, 5000) + "thermo 1\nrun 1003\n"), all, 1e-13);
  expect_same(after(sampled(start, 1) + "run 1003\n"), all, 0.0);
  const Balance rare = after(sampled(start, 5000) + mean + "1003 1 1003 c_e[*] c_e\nrun 1003\n");
  EXPECT_EQ(rare.entry[KINETIC], all.entry[KINETIC]);
  EXPECT_GT(std::fabs(rare.drift), 1e3 * std::fabs(all.drift));
}

// Elements, bonds that break, balls and a drum that moves: the same on any number of ranks, and near
// the sum over all steps.
TEST(ComputeEnergyBalanceRanks, SamplesOfADrum)
{
  const std::string lines = drum(8e-6) + THROWN + "run 2001\n";
  const Balance all = after(lines), one = after(sampled(lines, 4));
  const double size = all.dissipated();
  if (is_first_rank()) {
    EXPECT_GT(all.entry[BROKEN], 0.0);
    EXPECT_GT(all.entry[NEW_CONTACTS], 0.0);
    EXPECT_EQ(one.entry[BROKEN], all.entry[BROKEN]);
    EXPECT_EQ(one.entry[NEW_CONTACTS], all.entry[NEW_CONTACTS]);
    for (int k = 0; k < ENTRIES; k++)
      EXPECT_NEAR(one.entry[k], all.entry[k], 2e-3 * size) << "entry " << k + 1;
    EXPECT_NE(one.drift, all.drift);
  }
  for (const char *newton : {"on off", "off off"})
    for (const int ranks : rank_counts()) {
      const Balance many = after(sampled(drum(8e-6, newton) + THROWN + "run 2001\n", 4), ranks);
      if (is_first_rank()) expect_same(many, one, 1e-7);
    }
}

// An integrator of all spheres foresees their motion as it kicks; of others it follows from the velocities at
// the end of the step before. Both are the same, in each step and in single ones.
TEST(ComputeEnergyBalanceRanks, IntegratorsThatForeseeAndOthers)
{
  const std::string scene = drum(8e-6) + THROWN, all = "fix move all leapfrog/sphere";
  const std::string gravity = "gravity 9.81 vector 0 0 -1", stock = "fix down all " + gravity;
  const std::string others[] = {with(scene, all, "fix move all nve/sphere"),
                                with(scene, all,
                                     "group rest subtract all ball\nfix move ball leapfrog/sphere\n"
                                     "fix move_rest rest leapfrog/sphere"),
                                with(with(scene, stock, ""), all, all + " " + gravity)};
  for (const int every : {1, 4}) {
    const auto sums = [every](const std::string &lines, int ranks = 1) {
      return after(sampled(lines + "run 1201\n", every), ranks);
    };
    const Balance expected = sums(scene);
    if (is_first_rank()) { EXPECT_GT(expected.entry[CONTACT_DAMPING], 0.0); }
    for (const std::string &other : others)
      for (const int ranks : rank_counts()) {
        SCOPED_TRACE(std::to_string(ranks) + " ranks, every " + std::to_string(every));
        const Balance now = sums(other, ranks);
        if (is_first_rank()) expect_same(now, expected, 1e-9);
      }
  }
}

// A run that fix halt ends 199 steps after a sample, and another one.
TEST_F(ComputeEnergyBalance, ARunMayEndBetweenSamples)
{
  LammpsSession lammps;
  lammps.run(sampled(sliding_sphere(), 200) +
             "variable late equal step>=1199\nfix h all halt 1 v_late > 0 error continue\n"
             "run 3000\nunfix h\n");
  EXPECT_EQ(lammps.evaluate("step"), 1199.0);
  EXPECT_TRUE(has(lammps.error_of("print $(c_e)"), "Compute energy/balance: "));
  lammps.run("run 1801\n");
  const Balance end = balance_of(lammps);
  EXPECT_NEAR(end.entry[FRICTION] / friction_until(6e-3), 1.0, 3e-3);
}

// A restart file that is written in a run has the sums up to its step.
TEST_F(ComputeEnergyBalance, RestartFilesAreSampled)
{
  const std::string scene = loose_spheres() + oblique_pair(1e-3, 1e-6, 0);
  const std::string start = sampled(scene.substr(0, scene.rfind("run")), 70);
  after(start + "restart 330 " + (folder / "at") + "\nrun 400\n");
  const Balance resumed =
      after("newton on\nread_restart " + (folder / "at.330") +
            "\nneighbor 1e-3 bin\nfix move all leapfrog/sphere\n" + REPORT + "run 0\n");
  expect_same(resumed, after(start + "run 330\n"), 1e-12);
  EXPECT_GT(resumed.entry[CONTACT_DAMPING], 0.0);
}

// Each step counts where contacts jump, or where particles come or go.
TEST_F(ComputeEnergyBalance, JumpsAndTrafficAreNotSampled)
{
  const std::string scene = loose_spheres("restitution 0.5 friction 0.3 cohesion jkr 0.05") +
      oblique_pair(1e-3, 1e-6, 1500);
  expect_same(after(sampled(scene, 64)), after(scene), 0.0);

  std::string gone = loose_spheres() + oblique_pair(1e-3, 1e-6, 1500);
  gone.insert(gone.rfind("run"),
              "region aside block 0.0022 1 -1 1 -1 1\n"
              "fix out all outflow 100 region aside\n");
  const Balance all = after(gone);
  expect_same(after(sampled(gone, 64)), all, 0.0);
  EXPECT_GT(all.entry[KINETIC], 0.0);
}

}    // namespace test_energy_balance_samples
