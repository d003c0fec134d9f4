// fix break/polyhedra: who breaks, into what, and what a break leaves as it was.
//
// Oracles: the models' closed forms, conservation laws, equality on 1, 2 and 4 ranks and after a
// restart.

#include "common/space.h"
#include "styles/breakage/breaking_scenes.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "breakage/tavares_model.h"
#include "particles/assortment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

using namespace grist::testing;
using grist::Vector3d;
using grist::vector_at;

namespace test_fix_break_polyhedra {

grist::TavaresModel model()
{
  grist::TavaresParameters p;
  p.energy_large = 20.0;
  p.size_material = 0.02;
  p.size_exponent = 1.0;
  p.deviation = 0.5;
  p.damage_exponent = 5.0;
  p.t10_max = 0.5;
  p.t10_rate = 0.05;
  return grist::TavaresModel(p);
}

// A heap of rocks thrown at a floor.
const std::string ROCKS = BODY_SCENE + R"(
  region box block -0.1 0.1 -0.1 0.1 -0.02 0.3
  create_box 1 box
)" + BODY_CONTACTS +
    R"(
  region fill block -0.08 0.08 -0.08 0.08 0.02 0.2
  create_polyhedra 12 region fill shape random cuts 6 shapes 6 size uniform 0.02 0.03 density 2600 seed 5
  velocity all set 1 0 -9
  fix g all gravity 9.81 vector 0 0 -1
  fix move all nve/body
)"
    "  fix walls all wall/polyhedron " +
    BODY_LAW + " zplane 0 NULL xplane -0.1 0.1 yplane -0.1 0.1\n" + R"(
  timestep 2e-6
)";

const std::string CUBE_BETWEEN_PLANES = BODY_SCENE + R"(
  region box block -0.1 0.1 -0.1 0.1 -0.1 0.1
  create_box 1 box
)" + BODY_CONTACTS +
    R"(
  region place block -0.02 0.02 -0.02 0.02 -0.02 0.02
  create_polyhedra 1 region place shape cube size 0.02 density 2600 orient fixed
  fix move all nve/body
)"
    "  fix walls all wall/polyhedron " +
    BODY_LAW + " zplane -0.03 0.03\n  timestep 1e-6\n";

// A cube that flies onto another one, face to face.
std::string two_cubes(double speed)
{
  return BODY_SCENE + BODY_BOX + BODY_CONTACTS + R"(
    region low block -0.0105 0.0105 -0.0105 0.0105 -0.04 0
    region high block -0.0105 0.0105 -0.0105 0.0105 0.005 0.03
    create_polyhedra 1 region low shape box 0.02 0.02 0.02 density 2600 orient fixed attempts 100000
    create_polyhedra 1 region high shape box 0.02 0.02 0.02 density 2600 orient fixed attempts 100000
    group high id 2
    fix move all nve/body
    timestep 1e-6
  )" + "velocity high set 0 0 -" +
      std::to_string(speed) + "\n";
}

// Two bodies fly into each other; forces are internal.
TEST(FixBreakPolyhedra, KeepsMassAndMomenta)
{
  for (const int ranks : rank_counts())
    for (const std::string pieces : {"cracks", "cells"}) {
      LammpsSession lammps(ranks);
      lammps.run(BODY_SCENE + "region box block -0.2 0.2 -0.2 0.2 -0.2 0.2\ncreate_box 1 box\n" +
                 BODY_CONTACTS +
                 R"(
        region left block -0.08 -0.03 -0.025 0.025 -0.025 0.025
        region right block 0.03 0.08 -0.02 0.03 -0.015 0.035
        create_polyhedra 1 region left shape cube size 0.025 density 2600 seed 2
        create_polyhedra 1 region right shape random cuts 8 shapes 1 size 0.025 density 2600 seed 3
        group left id 1
        velocity left set 25 0 1
        set group left angmom 1e-3 2e-3 3e-3
        fix move all nve/body
        timestep 2e-6
      )" + breaking("most 40 pieces " + pieces));
      std::vector<BodySnapshot> before = bodies(lammps);
      lammps.run("run 4000\n");
      std::vector<BodySnapshot> after = bodies(lammps);
      const double broken = lammps.evaluate("f_crack[1]"), born = lammps.evaluate("f_crack[2]");
      if (!is_first_rank()) continue;
      EXPECT_GE(broken, 2.0) << pieces;
      EXPECT_EQ(static_cast<double>(after.size()), 2.0 - broken + born);
      double mass[2] = {0, 0};
      Vector3d momentum[2] = {Vector3d::zero(), Vector3d::zero()},
               angular[2] = {Vector3d::zero(), Vector3d::zero()};
      for (const int k : {0, 1})
        for (const BodySnapshot &body : k == 0 ? before : after) {
          const Vector3d x = vector_at(body.x.data()), v = vector_at(body.v.data()),
                         spin = vector_at(body.angmom.data());
          mass[k] += body.mass;
          momentum[k] += body.mass * v;
          angular[k] += body.mass * cross(x, v) + spin;
        }
      EXPECT_NEAR(mass[1], mass[0], 1e-14 * mass[0]);
      EXPECT_LT(norm(momentum[1] - momentum[0]), 1e-12 * norm(momentum[0]));
      EXPECT_LT(norm(angular[1] - angular[0]), 1e-10 * mass[0] * 25.0 * 0.05);
    }
}

// Cubes fly at a wall with their faces: all of their energy is put into the contact. Five energies,
// 10,000 cubes.
TEST(FixBreakPolyhedra, AsManyBreakAsTheModelSays)
{
  const double count = 2000.0, size = grist::equal_volume_diameter(1e-6);
  for (const double share : {0.05, 0.25, 0.5, 0.75, 0.95}) {
    const double speed = std::sqrt(2.0 * model().fracture_energy(size, share));
    LammpsSession lammps(rank_counts().back());
    lammps.run(BODY_SCENE + "region box block -0.5 0.5 -0.5 0.5 -0.1 0.1\ncreate_box 1 box\n" +
               BODY_CONTACTS +
               R"(
      region layer block -0.48 0.48 -0.48 0.48 0.001 0.0112
      create_polyhedra 2000 region layer shape cube size 0.0124070098 density 2600 orient fixed
      fix move all nve/body
      timestep 5e-7
    )"
               "fix floor all wall/polyhedron " +
               BODY_LAW + " zplane 0 NULL\n" + breaking("most 2 smallest 0.0098") +
               "velocity all set 0 0 -" + std::to_string(speed) + "\n" + "run " +
               std::to_string(static_cast<int>((0.0013 / speed + 2e-4) / 5e-7)) + "\n");
    const double broken = lammps.evaluate("f_crack[1]"), energy = lammps.evaluate("f_crack[5]");
    if (!is_first_rank()) continue;
    EXPECT_NEAR(broken / count, share, 3.0 * std::sqrt(share * (1.0 - share) / count));
    EXPECT_NEAR(energy, 0.5 * speed * speed, 1e-2 * energy);
  }
}

// A cube that comes back from a wall unbroken: damage by the energy of the hit, which is that of
// its motion.
TEST(FixBreakPolyhedra, HitsDamage)
{
  LammpsSession lammps;
  lammps.run(CUBE_BETWEEN_PLANES + breaking("seed 3") +
             "velocity all set 0 0 -4\ncompute of all reduce sum f_crack[1] f_crack[2]\n"
             "run 0\n");
  const double strength = lammps.evaluate("c_of[1]");
  lammps.run("run 12000\n");
  const double damage = lammps.evaluate("c_of[2]"), after = lammps.evaluate("c_of[1]");
  const double energy = lammps.evaluate("f_crack[5]"), hits = lammps.evaluate("f_crack[4]");
  if (!is_first_rank()) return;
  EXPECT_NEAR(energy, 0.5 * 4.0 * 4.0, 1e-3 * 8.0);
  EXPECT_EQ(hits, 1.0);
  EXPECT_LT(energy, strength);
  EXPECT_NEAR(damage, grist::tavares_damage(energy / strength, 5.0), 1e-10);
  EXPECT_NEAR(after, strength * (1.0 - damage), 1e-10 * strength);
}

// Jaws press a bed of two cubes of 1000 kg to the force P in three contacts, let go without parting,
// and press to P again; friction keeps the stack upright. A cube takes 1.5 P^2/(2 K A m) by the first hit, and e^2 of it by the second.
TEST(FixBreakPolyhedra, JawsThatPressABedAgainCountItsWorkOnce)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(BODY_SCENE + R"(
    region box block -2 2 -2 2 -2 4
    create_box 1 box
    region low block -0.9 0.9 -0.9 0.9 -0.4 1.4
    region high block -0.9 0.9 -0.9 0.9 1.6 3.4
    create_polyhedra 1 region low shape box 1 1 1 density 1000 orient fixed
    create_polyhedra 1 region high shape box 1 1 1 density 1000 orient fixed
    set atom 1 x 0 y 0 z 0.5
    set atom 2 x 0 y 0 z 1.5
    pair_style polyhedron
    pair_coeff * * volume 1e6 hysteretic 0.5 damping 0 friction 0.5
    neighbor 0.1 bin
    variable v equal -0.005
    fix floor all wall/polyhedron volume 1e6 hysteretic 0.5 damping 0 friction 0.5 zplane 0 NULL
    fix jaw all wall/polyhedron volume 1e6 hysteretic 0.5 damping 0 friction 0.5 zplane NULL 2 &
      move variable NULL NULL v_v 0 0 0 0 0 1 NULL
    fix move all nve/body
    fix crack all break/polyhedra tavares energy 1 deviation 0 damage 5 t10 0.5 0.1 smallest 0.9
    compute of all reduce ave f_crack[1]
    timestep 1e-3
    run 12000
    variable v equal 0.005
    run 3120
    variable v equal -0.005
    run 3120
    variable v equal 0.005
    run 3000)");
  const double press = 0.02, energy = 1.5 * 0.5 * 1e6 * press * press / 1000.0;
  const double first = 1.0 - grist::tavares_damage(energy, 5.0);
  const double second = 1.0 - grist::tavares_damage(0.25 * energy / first, 5.0);
  EXPECT_NEAR(lammps.evaluate("c_of"), first * second, 3e-4);
  EXPECT_LT(second, 0.998);
}

// Ab-T10 adds up the energies of hits. A hit just too weak leaves a strength below what is still in
// the contact when it is over: that has counted, and must not break the body.
TEST(FixBreakPolyhedra, TheRestOfAHitCountsOnce)
{
  LammpsSession lammps;
  lammps.run(CUBE_BETWEEN_PLANES + R"(
    fix crack all break/polyhedra ab/t10 reference 0.02 selection 0.1 t10 0.5 smallest 0.004 seed 3
    compute of all reduce sum f_crack[1]
    run 0
  )");
  const double strength = lammps.evaluate("c_of");
  const double energy = strength / 1.03;
  lammps.run("velocity all set 0 0 -" + std::to_string(std::sqrt(2.0 * energy)) + "\nrun 12000\n");
  const double broken = lammps.evaluate("f_crack[1]"), hits = lammps.evaluate("f_crack[4]");
  const double after = lammps.evaluate("c_of");
  if (!is_first_rank()) return;
  EXPECT_EQ(broken, 0.0);
  EXPECT_EQ(hits, 1.0);
  EXPECT_NEAR(after, strength - energy, 1e-2 * energy);
}

// A body that is loaded when the fix sees it first: this load is no part of a hit, whatever reports
// on the body before.
TEST(FixBreakPolyhedra, AReportThatComesFirstChangesNoHit)
{
  ONE_RANK_IS_ENOUGH();
  const auto first_hit = [](const std::string &report) {
    LammpsSession lammps;
    lammps.run(
        BODY_SCENE + BODY_BOX + BODY_CONTACTS +
        "region place block -0.0105 0.0105 -0.0105 0.0105 -0.0105 0.0105\n"
        "create_polyhedra 1 region place shape box 0.02 0.02 0.02 density 2600 orient fixed "
        "attempts 100000\nset atom 1 z -0.0201\nfix move all nve/body\n"
        "fix floor all wall/polyhedron " +
        BODY_LAW + " zplane -0.03 NULL\ntimestep 1e-7\nvelocity all set 0 0 -1\nrun 100\n" +
        report + breaking("most 40") +
        "compute least all reduce sum f_crack[7]\ncompute energy all reduce sum f_crack[12]\n"
        "thermo_style custom step c_least c_energy\nrun 2\n");
    return std::make_pair(lammps.evaluate("c_least"), lammps.evaluate("c_energy"));
  };
  const auto alone = first_hit("");
  EXPECT_GT(alone.first, 0.0);
  EXPECT_EQ(first_hit("fix report all breakage 1\n"), alone);
}

// Face to face, m v^2/4 in all, of which each cube takes a half.
TEST(FixBreakPolyhedra, TwoBodiesShareAHit)
{
  LammpsSession lammps;
  lammps.run(two_cubes(5.0) + breaking("seed 3") + "run 9000\n");
  const double energy = lammps.evaluate("f_crack[5]"), hits = lammps.evaluate("f_crack[4]");
  if (!is_first_rank()) return;
  EXPECT_NEAR(energy, 25.0 / 8.0, 1e-2 * energy);
  EXPECT_EQ(hits, 2.0);
}

// Both break by their half, v^2/8: what is in the contact and what the motion against the other
// one, which gives way, can put in.
TEST(FixBreakPolyhedra, TwoBodiesBreakByTheirHalfOfAHit)
{
  const TestFolder folder;
  const std::string path = folder / "events.csv";
  const double speed = 40.0;
  LammpsSession lammps;
  lammps.run(two_cubes(speed) + breaking("seed 3 most 2 smallest 0.015 file " + path) +
             "run 1500\n");
  if (!is_first_rank()) return;
  const std::vector<double> energies = events_of(path, EVENT_ENERGY);
  ASSERT_GE(energies.size(), 2u);
  EXPECT_NEAR(energies[0], speed * speed / 8.0, 1e-2 * energies[0]);
}

// The centre of mass, unwrapped, goes on through a periodic border.
TEST(FixBreakPolyhedra, PiecesKeepTheImageOfTheBody)
{
  LammpsSession lammps;
  lammps.run(BODY_SCENE +
             "boundary p f f\nregion box block -0.05 0.05 -0.1 0.1 -0.1 0.1\ncreate_box 1 box\n"
             "pair_style polyhedron\npair_coeff * * volume 2e10 hysteretic 0.4\n" +
             R"(
    region place block 0.02 0.049 -0.02 0.02 -0.015 0.015
    create_polyhedra 1 region place shape cube size 0.025 density 2600 orient fixed
    fix move all nve/body
    fix floor all wall/polyhedron volume 2e10 hysteretic 0.4 zplane -0.05 NULL
    timestep 1e-6
    velocity all set 60 0 -14
  )" + breaking("most 20") +
             "variable place equal xcm(all,x)\nrun 0\n");
  const double before = lammps.evaluate("v_place");
  lammps.run("run 5000\n");
  const double after = lammps.evaluate("v_place"), broken = lammps.evaluate("f_crack[1]");
  if (!is_first_rank()) return;
  EXPECT_GE(broken, 1.0);
  EXPECT_NEAR(after, before + 60 * 5e-3, 1e-9);
}

TEST(FixBreakPolyhedra, SameOnAnyNumberOfRanks)
{
  std::vector<BodySnapshot> one;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(ROCKS + breaking("most 30 sizes rosin 1.2") +
               "fix shift all balance 500 1.05 shift xyz 5 1.05\nrun 6000\n");
    const std::vector<BodySnapshot> now = bodies(lammps);
    const double broken = lammps.evaluate("f_crack[1]");
    if (!is_first_rank()) continue;
    EXPECT_GE(broken, 3.0);
    if (one.empty())
      one = now;
    else
      EXPECT_LT(largest_difference(one, now), 1e-7);
  }
}

// Damage, parents and ids go on; the newest id is not given again, though its body has left.
TEST(FixBreakPolyhedra, ARestartContinues)
{
  const TestFolder folder;
  const std::string halt = folder / "halt", fixes = breaking("most 30");
  const auto write_states = [&](const std::string &file) {
    return "write_dump all custom " + file + " id f_crack[*] modify sort id format float %.17g\n";
  };
  for (const int ranks : rank_counts()) {
    std::vector<BodySnapshot> whole, continued;
    double parents[2], broken[2];
    {
      LammpsSession lammps(ranks);
      lammps.run(ROCKS + fixes + R"(
        variable id atom id
        compute newest all reduce max v_id
        thermo_style custom step c_newest
        run 4000
        group gone id $(c_newest)
        delete_atoms group gone compress no
        write_restart )" +
                 halt + "\n" + write_states(folder / "before") +
                 "compute parents all reduce sum f_crack[4]\nrun 2500\n");
      whole = bodies(lammps);
      parents[0] = lammps.evaluate("c_parents");
      broken[0] = lammps.evaluate("f_crack[1]");
    }
    {
      LammpsSession lammps(ranks);
      const size_t at = ROCKS.find("fix g all");
      lammps.run("newton off\nread_restart " + halt + "\n" + BODY_CONTACTS + ROCKS.substr(at) +
                 fixes + write_states(folder / "after") +
                 "compute parents all reduce sum f_crack[4]\nrun 2500\n");
      continued = bodies(lammps);
      parents[1] = lammps.evaluate("c_parents");
      broken[1] = lammps.evaluate("f_crack[1]");
    }
    if (!is_first_rank()) continue;
    EXPECT_EQ(read_file(folder / "before"), read_file(folder / "after"));
    EXPECT_LT(largest_difference(whole, continued), 1e-8) << ranks;
    EXPECT_EQ(parents[0], parents[1]);
    EXPECT_EQ(broken[0], broken[1]);
    EXPECT_GT(parents[0], 0.0);
  }
}

// Rocks thrown at a wall as they lie: they break by what is in them and what their motion can still
// put in, never by more than that of the motion, and by nearly all of it where they hit below their
// center.
TEST(FixBreakPolyhedra, TheEnergyOfAHitIsThatOfTheMotionAtMost)
{
  const TestFolder folder;
  const std::string path = folder / "events.csv";
  const double speed = 12.0;
  LammpsSession lammps(rank_counts().back());
  lammps.run(BODY_SCENE + "region box block -0.5 0.5 -0.5 0.5 -0.1 0.1\ncreate_box 1 box\n" +
             BODY_CONTACTS +
             R"(
    region layer block -0.48 0.48 -0.48 0.48 0.001 0.03
    create_polyhedra 150 region layer shape random cuts 8 shapes 50 size 0.02 density 2600 seed 4
    fix move all nve/body
    timestep 1e-6
    velocity all set 0 0 -12
  )"
             "fix floor all wall/polyhedron " +
             BODY_LAW + " zplane -0.005 NULL\n" + breaking("most 2 smallest 0.015 file " + path) +
             "run 4000\n");
  if (!is_first_rank()) return;
  const std::vector<double> energies = events_of(path, EVENT_ENERGY);
  ASSERT_GT(energies.size(), 50u);
  const double most = *std::max_element(energies.begin(), energies.end());
  EXPECT_LE(most, 0.5 * speed * speed * (1.0 + 1e-3));
  EXPECT_GT(most, 0.5 * speed * speed * 0.9);
}

// A box comes down on a corner beside its center: the contact takes v^2/2 over 1/m + (r x n) . I^-1
// (r x n), in energy of the body.
TEST(FixBreakPolyhedra, TheEnergyOfAHitOnACornerIsThatOfARigidImpact)
{
  const TestFolder folder;
  const std::string path = folder / "events.csv";
  const double speed = 20.0;
  LammpsSession lammps;
  lammps.run(BODY_SCENE + BODY_BOX +
             "pair_style polyhedron\npair_coeff * * volume 2e15 hysteretic 0.4\n" + R"(
    region place block -0.03 0.03 -0.03 0.03 -0.015 0.015
    create_polyhedra 1 region place shape box 0.04 0.02 0.02 density 2600 orient fixed
    set group all quat 1 0.4 0.2 35
    fix move all nve/body
    fix floor all wall/polyhedron volume 2e15 hysteretic 0.4 zplane -0.03 NULL
    timestep 5e-8
    velocity all set 0 0 -20
  )" + breaking("most 2 smallest 0.015 file " + path) +
             "run 0\n");
  const std::vector<BodySnapshot> all = bodies(lammps);
  lammps.run("run 50000\n");
  if (!is_first_rank()) return;
  const BodySnapshot &box = all.front();
  Vector3d lowest = Vector3d::zero();
  for (const auto &v : box.vertices)
    if (v[2] < lowest[2]) lowest = vector_at(v.data());
  const Vector3d lever = cross(lowest, Vector3d::unit_z());
  const Vector3d in_body =
      conjugate(grist::Quaterniond{box.quat[0], box.quat[1], box.quat[2], box.quat[3]}) * lever;
  double inverse = 1.0 / box.mass;
  for (int d = 0; d < 3; d++) inverse += in_body[d] * in_body[d] / box.inertia[d];
  const double expected = 0.5 * speed * speed / inverse / box.mass;
  EXPECT_LT(expected, 0.8 * 0.5 * speed * speed);
  const std::vector<double> energies = events_of(path, EVENT_ENERGY);
  ASSERT_FALSE(energies.empty());
  EXPECT_NEAR(energies.front(), expected, 3e-2 * expected);
}

// A body that is fed after all pieces have left gets an id that none of them had.
TEST(FixBreakPolyhedra, IdsOfPiecesThatHaveLeftAreNotGivenAgain)
{
  LammpsSession lammps(rank_counts().back());
  lammps.run(BODY_SCENE + BODY_BOX + BODY_CONTACTS +
             R"(
    region place block -0.02 0.02 -0.02 0.02 -0.02 0.02
    create_polyhedra 1 region place shape cube size 0.025 density 2600 orient fixed
    particle_mix ore polyhedron stone fraction 1 shape cube size 0.01 density 2600
    fix move all nve/body
    timestep 1e-6
    velocity all set 0 0 -14
  )"
             "fix floor all wall/polyhedron " +
             BODY_LAW + " zplane -0.03 NULL\n" + breaking("most 20") + "run 2500\n");
  const double born = lammps.evaluate("f_crack[2]");
  lammps.run("region all block INF INF INF INF INF INF\nfix out all outflow 1 region all\nrun 2\n");
  const double left = lammps.evaluate("atoms");
  lammps.run("unfix out\nregion high block -0.05 0.05 -0.05 0.05 0 0.09\n"
             "fix feed all insert/pack ore region high number 1\n"
             "variable id atom id\ncompute least all reduce min v_id\nrun 1\n");
  const double id = lammps.evaluate("c_least");
  if (!is_first_rank()) return;
  EXPECT_GT(born, 5.0);
  EXPECT_EQ(left, 0.0);
  EXPECT_EQ(id, 1.0 + born + 1.0);
}

// A cube thrown at a wall with its face breaks on its way in, by all the energy of its motion.
TEST(FixBreakPolyhedra, FileOfEvents)
{
  const TestFolder folder;
  const std::string path = folder / "events.csv";
  LammpsSession lammps;
  lammps.run(BODY_SCENE + BODY_BOX + BODY_CONTACTS +
             R"(
    region place block -0.02 0.02 -0.02 0.02 -0.02 0.02
    create_polyhedra 1 region place shape cube size 0.03 density 2600 orient fixed
    fix move all nve/body
    timestep 1e-6
    velocity all set 0 0 -14
  )"
             "fix walls all wall/polyhedron " +
             BODY_LAW + " zplane -0.04 0.04\n" + breaking("most 60 smallest 0.003 file " + path) +
             "run 3000\n");
  const double born = lammps.evaluate("f_crack[2]");
  if (!is_first_rank()) return;
  const std::string text = read_file(path),
                    header =
                        "step,time [s],parent,first,pieces,size [m],mass [kg],energy [J/kg],t10,"
                        "x [m],y [m],z [m]\n";
  ASSERT_EQ(text.find(header), 0u);
  std::stringstream row(text.substr(header.size()));
  std::vector<double> values;
  for (std::string word; values.size() < 12 && std::getline(row, word, ',');)
    values.push_back(std::stod(word));
  ASSERT_EQ(values.size(), 12u);
  const double energy = 0.5 * 14.0 * 14.0, size = 0.03;
  EXPECT_EQ(values[2], 1.0);
  EXPECT_EQ(values[3], 2.0);
  EXPECT_LE(values[4], born);
  EXPECT_NEAR(values[5], size, 1e-8);
  EXPECT_NEAR(values[7], energy, 1e-3 * energy);
  EXPECT_NEAR(values[8], model().t10(size, energy), 2e-3 * values[8]);
}

TEST(FixBreakPolyhedra, WrongInputs)
{
  struct Case {
    std::string line, text;
  };
  const std::string fix = "fix crack all break/polyhedra ";
  const Case cases[] = {
      {fix, "Fix break/polyhedra: no model (expected tavares or ab/t10)"},
      {fix + "griffith", "griffith"},
      {fix + "tavares energy -3", "energy -3 (must be positive"},
      {fix + "tavares energy 20 t10 0.5 0.05", "smallest is missing"},
      {fix + TAVARES + "most 1", "most 1"},
      {fix + TAVARES + "sizes weibull", "weibull"},
      {fix + TAVARES + "sizes beta 2 0.5", "sizes beta needs a ratio, alpha and beta"},
      {fix + TAVARES + "pieces shards", "shards (expected cracks or cells"},
      {fix + "ab/t10 selection 0.1 t10 0.5 smallest 0.004", "reference"},
  };
  for (const Case &one : cases) {
    LammpsSession lammps;
    lammps.run(ROCKS);
    const std::string error = lammps.error_of(one.line + "\n");
    if (!is_first_rank()) continue;
    EXPECT_TRUE(has(error, one.text)) << one.line;
  }
  LammpsSession plain;    // a dashpot knows no energy of loading
  plain.run(ROCKS + breaking(""));
  const std::string error = plain.error_of(
      "fix floor all wall/polyhedron volume 1e9 restitution 0.5 zplane 0.01 NULL\nrun 4000\n");
  if (!is_first_rank()) return;
  EXPECT_TRUE(has(error, "fix floor is not of the hysteretic law"));
}

}    // namespace test_fix_break_polyhedra
