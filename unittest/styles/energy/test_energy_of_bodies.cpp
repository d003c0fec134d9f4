// compute energy/balance for bodies: pair_style polyhedron, fix wall/polyhedron, fix nve/body.
//
// Oracles: closed forms of an impact, of sliding and of rolling; the free top; conservation of
// energy in a heap; the same run on other numbers of ranks and through a restart.

#include "styles/energy/energy_scenes.h"
#include "styles/polyhedra/cubes.h"
#include "testing/bodies.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_energy_of_bodies {

using namespace grist::testing;
using grist::Matrix3d;
using grist::Vector3d;

class EnergyOfBodies : public OneRankTest {
 protected:
  // One body in a box without walls; `law`, the keywords behind law and stiffness; then what else
  // there is.
  std::string scene(const BodyLine &body, const std::string &law)
  {
    write_bodies(folder / "data", {body}, -0.3, 0.3);
    return BODIES + ("boundary f f f\nread_data " + (folder / "data")) +
        "\npair_style polyhedron\npair_coeff * * " + law + "\nfix move all nve/body\n" + REPORT;
  }
  BodyLine level_cube(double depth) const
  {
    return cube_at(Matrix3d::identity(), {0, 0, 0.5 * EDGE - depth});
  }
};

TEST_F(EnergyOfBodies, KineticEnergyIsThatOfTheFreeTop)
{
  BodyLine slab = level_cube(0.0);
  for (auto &vertex : slab.vertices) {
    vertex[0] *= 3.0;
    vertex[1] *= 0.5;
  }
  LammpsSession lammps;
  lammps.run(scene(slab, "volume 1e9") +
             "velocity all set 1 0.5 -0.3\nset group all angmom 3e-4 1e-4 2e-4\ntimestep "
             "1e-4\ncompute move all ke\nrun 0\n");
  const BodySnapshot body = bodies(lammps).front();
  const double kinetic = 0.5 * body.mass * (1 + 0.25 + 0.09) + body.rotational_energy();
  EXPECT_GT(body.rotational_energy(), 0.01 * kinetic);
  EXPECT_NEAR(balance_of(lammps).entry[KINETIC], kinetic, 1e-12 * kinetic);
  lammps.run("run 300");
  EXPECT_NEAR(balance_of(lammps).entry[KINETIC], kinetic, 1e-4 * kinetic);
}

// A cube falls flat on a floor: what it loses is all damping, half of it times 1 - e^2.
TEST_F(EnergyOfBodies, AnImpactIsDamping)
{
  const double speed = 0.1, energy = 0.5 * MASS * speed * speed;
  for (const std::string law : {"volume 1e9 restitution 0.4", "energy 2.5e12 restitution 0.4",
                                "volume 1e9 hysteretic 0.4", "energy 2.5e12 hysteretic 0.4"}) {
    SCOPED_TRACE(law);
    LammpsSession lammps;
    lammps.run(scene(level_cube(-1e-7), law) + "velocity all set 0 0 -0.1\ntimestep 5e-7\n" +
               "fix floor all wall/polyhedron " + law + " zplane 0 NULL\nrun 860\n");
    const Balance deep = balance_of(lammps);    // about at the turn
    EXPECT_LT(deep.entry[KINETIC], 0.1 * energy);
    EXPECT_GT(deep.entry[CONTACT], 0.1 * energy);
    EXPECT_NEAR(deep.drift, 0.0, 1e-3 * energy);
    lammps.run("run 4000");
    const Balance now = balance_of(lammps);
    EXPECT_NEAR(now.entry[CONTACT_DAMPING], 0.84 * energy, 2e-3 * energy);
    EXPECT_NEAR(now.entry[KINETIC], 0.16 * energy, 2e-3 * energy);
    EXPECT_EQ(now.entry[CONTACT], 0.0);
    EXPECT_EQ(now.entry[FRICTION], 0.0);
    EXPECT_NEAR(now.drift, 0.0, 1e-3 * energy);
  }
}

// A cube is put on a belt: V times its momentum m V is supplied, and half of that is heat.
TEST_F(EnergyOfBodies, ABeltWorksTwiceWhatACubeTakes)
{
  const double speed = 0.2, work = MASS * speed * speed;
  for (const std::string kind : {"restitution", "hysteretic"}) {
    SCOPED_TRACE(kind);
    const std::string law = "volume 1e9 " + kind + " 0.5 friction 0.3";
    LammpsSession lammps;
    lammps.run(scene(level_cube(MASS * GRAVITY / (1e9 * EDGE * EDGE)), law) +
               "fix down all gravity 9.81 vector 0 0 -1\nfix belt all wall/polyhedron " + law +
               " zplane 0 NULL surface linear 0.2 0 0\ntimestep 5e-6\nrun 8000\n");
    const Balance sliding = balance_of(lammps);
    const double gained = 0.3 * GRAVITY * 0.04;    // of speed, after 0.04 s
    EXPECT_NEAR(sliding.entry[KINETIC], 0.5 * MASS * gained * gained, 2e-3 * work);
    EXPECT_NEAR(sliding.entry[FRICTION], MASS * gained * (speed - 0.5 * gained), 2e-3 * work);
    lammps.run("run 40000");
    const Balance now = balance_of(lammps);
    EXPECT_NEAR(now.entry[WALL_WORK], work, 1e-4 * work);
    EXPECT_NEAR(now.entry[KINETIC], 0.5 * work, 1e-4 * work);
    EXPECT_NEAR(now.entry[FRICTION] + now.entry[CONTACT_DAMPING], 0.5 * work, 1e-3 * work);
    EXPECT_NEAR(now.drift, 0.0, 1e-4 * work);
  }
}

// A sphere that is thrown over a floor slides until it rolls with 5/7 of its speed; a seventh of m
// v^2 is friction.
TEST_F(EnergyOfBodies, ASphereSlidesThenRolls)
{
  const double radius = 0.01, speed = 0.2, depth = 1e-5;
  const double cap = grist::PI * depth * depth * (3.0 * radius - depth) / 3.0;
  const std::string law = "volume " + number(MASS * GRAVITY / cap) + " friction 0.3";
  LammpsSession lammps;
  lammps.run(scene({MASS, {-0.1, 0, radius - depth}, {}, radius}, law) +
             "fix down all gravity 9.81 vector 0 0 -1\nfix floor all wall/polyhedron " + law +
             " zplane 0 NULL\nvelocity all set 0.2 0 0\ntimestep 1e-5\nrun 10000\n");
  const double energy = MASS * speed * speed;
  const Balance now = balance_of(lammps);
  EXPECT_NEAR(now.entry[FRICTION], energy / 7.0, 2e-3 * energy);
  EXPECT_NEAR(now.entry[KINETIC], 2.5 / 7.0 * energy, 2e-3 * energy);
  EXPECT_NEAR(now.entry[CONTACT_DAMPING], 0.0, 1e-4 * energy);
  EXPECT_NEAR(now.drift, 0.0, 1e-5 * energy);
}

// ---- many bodies --------------------------------------------------------------------------------

// Bodies and a few spheres fall into a corner of a box that is tilted.
std::string heap(const std::string &law, const std::string &newton, const std::string &walls = "")
{
  return "newton " + newton + "\n" + BODIES + R"(
    boundary f f f
    atom_modify map array
    region box block 0 0.06 0 0.06 0 0.2
    create_box 1 box
    region inside block 0.001 0.059 0.001 0.059 0.001 0.199
    create_polyhedra 44 region inside density 2500 shape random cuts 8 size 0.012 seed 7
    create_polyhedra 6 region inside density 7800 shape sphere size 0.012 seed 8
    pair_style polyhedron
    pair_coeff * * )" +
      law + R"(
    neighbor 0.002 bin
    fix move all nve/body
    fix down all gravity 9.81 vector 0.3 -0.2 -1
    fix walls all wall/polyhedron )" +
      law + " xplane 0 0.06 yplane 0 0.06 zplane 0 0.2 " + walls + "\n" + REPORT;
}

const std::vector<std::string> LAWS = {
    "volume 3e9 restitution 0.4 friction 0.4", "energy 3e13 restitution 0.4 friction 0.4",
    "volume 3e9 hysteretic 0.4 friction 0.4", "energy 3e13 hysteretic 0.4 friction 0.4",
    "volume 3e9 damping 0.5 regularised 0.4 0.05 tangential 0.05"};

// A thousandth is asked for; a hundredth of that is found with a time step of 1/30 of a contact.
TEST_F(EnergyOfBodies, BalanceClosesInAHeap)
{
  for (const std::string &law : LAWS)
    for (const std::string surface : {"", "surface linear 0.3 0 0.2"}) {
      if (!surface.empty() && &law != &LAWS[1]) continue;
      SCOPED_TRACE(law + " " + surface);
      const Balance now = after(heap(law, "on", surface) + "timestep 1e-5\nrun 12000\n");
      EXPECT_GT(now.entry[CONTACT_DAMPING], 0.1 * now.dissipated());
      EXPECT_GT(now.entry[FRICTION], 0.1 * now.dissipated());
      EXPECT_EQ(now.entry[WALL_WORK] > 0.1 * now.dissipated(), !surface.empty());
      EXPECT_NEAR(now.drift, 0.0, 3e-5 * now.dissipated());
    }
}

// The same in a closed box of triangles that turns and shakes: the work of the walls is what bodies
// dissipate and store.
TEST_F(EnergyOfBodies, BalanceClosesInAMovingMesh)
{
  const std::string box =
      "unfix walls\nchange_box all x final -0.05 0.11 y final -0.05 0.11 z final "
      "-0.05 0.25\nwrite_mesh " +
      (folder / "box.stl") + " box size 0.06 0.06 0.2 cover yes center 0.03 0.03 0\n";
  for (const std::string &law : LAWS) {
    SCOPED_TRACE(law);
    const Balance now =
        after(heap(law, "off") + box + "fix walls all wall/mesh " + (folder / "box.stl") +
              " sides one move rotate 0.03 0.03 0 0 0 1 0.15 move wiggle 0 0 0.003 "
              "0.03 model polyhedron " +
              law + "\ntimestep 1e-5\nrun 12000\n");
    EXPECT_GT(now.entry[WALL_WORK], 0.1 * now.dissipated());
    EXPECT_NEAR(now.drift, 0.0, 1e-4 * now.dissipated());
  }
}

// Without dashpots and friction the law of energy keeps its energy; that of volume, which has no
// potential, gains or loses some, and that is damping.
TEST_F(EnergyOfBodies, WithoutDissipationTheLawOfEnergyKeepsItsEnergy)
{
  const std::string run = "velocity all set 0.2 0.2 -0.5\ntimestep 5e-6\nrun 12000\n";
  const Balance exact = after(heap("energy 3e13", "on") + run);
  const double size = exact.entry[KINETIC];
  EXPECT_EQ(exact.dissipated(), 0.0);
  EXPECT_NEAR(exact.drift, 0.0, 1e-4 * size);
  const Balance other = after(heap("volume 3e9", "on") + run);
  EXPECT_NEAR(other.drift, 0.0, 1e-5 * size);
  EXPECT_GT(std::fabs(other.entry[CONTACT_DAMPING]), 1e-4 * size);
}

TEST(EnergyOfBodiesRanks, RanksAgree)
{
  const std::string start = "velocity all ramp vx 0.5 -0.5 x 0 0.06\nvelocity all set NULL 0.2 "
                            "-1.0\ntimestep 1e-5\n";
  for (const std::string &law : {LAWS[0], LAWS[3], LAWS[4]}) {
    const std::string surface = "surface linear 0.3 0 0.2";
    const Balance reference = after(heap(law, "on", surface) + start + "run 3000\n");
    EXPECT_GT(reference.entry[CONTACT_DAMPING], 0.0);
    EXPECT_GT(reference.entry[FRICTION], 0.0);
    for (const int ranks : rank_counts())
      for (const std::string newton : {"on", "off"}) {
        SCOPED_TRACE(law + " newton " + newton + " on " + std::to_string(ranks));
        expect_same(after(heap(law, newton, surface) + start + "run 3000\n", ranks), reference,
                    1e-6);
      }
  }
}

// Bodies that lie in the heap are taken out of it, with what they store; the rest falls into the
// gap.
TEST_F(EnergyOfBodies, BodiesThatLeaveTakeTheirEnergy)
{
  for (const std::string &law : {LAWS[1], LAWS[2]}) {
    LammpsSession lammps;
    lammps.run(heap(law, "off") + "timestep 1e-5\nrun 12000\n" +
               "region pit block 0.02 0.06 0 0.06 0 0.025\nfix out all outflow 1000 region pit\n");
    EXPECT_EQ(lammps.evaluate("atoms"), 50.0);
    lammps.run("run 6000\n");
    const Balance now = balance_of(lammps);
    EXPECT_LT(lammps.evaluate("atoms"), 46.0);
    EXPECT_GT(std::fabs(lammps.evaluate("c_e[13]")), 1e-3 * now.dissipated());
    EXPECT_NEAR(now.drift, 0.0, 1e-4 * now.dissipated());
  }
}

// A restart continues the sums, and the loss of contacts that it interrupts.
TEST_F(EnergyOfBodies, ARestartContinues)
{
  const std::string law = LAWS[3], start = "velocity all set 0 0.2 -1.0\ntimestep 1e-5\n";
  const std::string all = heap(law, "on") + start;
  const Balance whole = after(all + "run 3000\nrun 3000\n");
  after(all + "run 3000\nwrite_restart " + (folder / "half") + "\n");
  const std::string walls =
      "\nfix walls all wall/polyhedron " + law + " xplane 0 0.06 yplane 0 0.06 zplane 0 0.2\n";
  const Balance again =
      after("read_restart " + (folder / "half") + "\nneighbor 0.002 bin\nfix move all nve/body\n" +
            "fix down all gravity 9.81 vector 0.3 -0.2 -1" + walls + REPORT +
            "timestep 1e-5\nrun 3000\n");
  expect_same(again, whole, 1e-8);
}

}    // namespace test_energy_of_bodies
