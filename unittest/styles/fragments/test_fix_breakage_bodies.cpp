// fix breakage in runs of bodies: counts, births, where pieces come from, sizes, t10, files.
//
// Oracles: the file of events of fix break/polyhedra itself, masses and volumes of the bodies that
// LAMMPS has, closed forms of cubes; equality on 1, 2 and 4 ranks.

#include "common/constants.h"
#include "common/space.h"
#include "fragments/fragment_shape.h"
#include "styles/fragments/body_fragment_scenes.h"
#include "testing/bodies.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace grist::testing;

namespace test_fix_breakage_bodies {

// A cube, size 0.03, thrown at a wall with its face; the wall and a ball that waits.
std::string thrown_cube(const std::string &more)
{
  return BODY_SCENE + BODY_BOX + BODY_CONTACTS +
      R"(
    region place block -0.02 0.02 -0.02 0.02 -0.013 0.013
    region corner block 0.07 0.1 0.07 0.1 0.07 0.1
    create_polyhedra 1 region place shape cube size 0.03 density 2600 orient fixed attempts 100000
    create_polyhedra 1 region corner shape sphere size 0.02 density 2600
    group cube id 1
    fix move all nve/body
    timestep 1e-6
    velocity cube set 0 0 -14
  )"
      "fix walls all wall/polyhedron " +
      BODY_LAW +
      " zplane -0.014 0.1\nfix crack all break/polyhedra tavares energy 20 size 0.02 t10 0.5 0.05 "
      "smallest 0.0022 most 900 " +
      more + "\n";
}

double equivalent_of(double mass)
{
  return std::cbrt(6.0 * mass / DENSITY / grist::PI);
}

// The size that half of the mass passes: bodies from the smallest on.
double half_passes(const std::vector<Row> &rows, const std::string &size)
{
  std::vector<std::pair<double, double>> sorted;
  double total = 0.0, passed = 0.0;
  for (const Row &row : rows) {
    sorted.emplace_back(row.at(size), row.at("mass"));
    total += row.at("mass");
  }
  std::sort(sorted.begin(), sorted.end());
  for (const auto &[one, mass] : sorted) {
    passed += mass;
    if (passed >= 0.5 * total) return one;
  }
  return 0.0;
}

// The least square opening, from the vertices as they lie now. In another pose the search ends
// elsewhere, for one in a hundred by 1 to 8 %.
constexpr double SEARCH = 9e-2;
double opening_of(const BodySnapshot &body)
{
  if (body.shape_vertices == 0) return 2.0 * body.radius;
  std::vector<grist::Vector3d> corners;
  for (const auto &vertex : body.vertices) corners.push_back(grist::vector_at(vertex.data()));
  return grist::sieve_diameter_of_corners(corners);
}

TEST_F(FixBreakageBodies, FragmentsFollowTheEvents)
{
  std::vector<double> first;
  for (const int ranks : rank_counts()) {
    const std::string number = std::to_string(ranks), csv = folder / ("csv" + number),
                      own = folder / ("own" + number), events = folder / ("events" + number);
    LammpsSession lammps(ranks);
    lammps.run(START + MOTION + "fix b all breakage 700 size equivalent file " + own +
               " fragments " + csv + " every 1750\n" + cracking("file " + events) +
               "fix shift all balance 500 1.05 shift xyz 5 1.05\nrun 7000\n");
    const std::vector<double> now = entries(lammps);
    const std::vector<BodySnapshot> bodies_now = bodies(lammps);
    if (!is_first_rank()) continue;

    EXPECT_EQ(read_file(own), read_file(events));
    const std::vector<Row> broken = rows_of(events), rows = rows_at(csv, 7000);
    const BodyEvents ancestry(broken);
    ASSERT_EQ(rows.size(), bodies_now.size());
    int latest = 0;
    double mass = 0.0, largest = 0.0, tenth = 0.0, fines = 0.0, breakable = 0.0;
    for (size_t k = 0; k < rows.size(); k++) {
      const Row &row = rows[k];
      const BodySnapshot &body = bodies_now[k];
      const Ancestry expected = ancestry.of(body.tag);
      EXPECT_EQ(row.at("id"), body.tag);
      EXPECT_EQ(row.at("parent"), expected.parent) << body.tag;
      EXPECT_EQ(row.at("origin"), expected.origin) << body.tag;
      EXPECT_EQ(row.at("generation"), expected.generation) << body.tag;
      EXPECT_EQ(row.at("birth"), expected.birth) << body.tag;
      EXPECT_EQ(row.at("mass"), body.mass);
      const double size = equivalent_of(body.mass);
      EXPECT_NEAR(row.at("size"), size, 1e-8 * size);
      EXPECT_NEAR(row.at("sieve_size"), opening_of(body), SEARCH * row.at("sieve_size"))
          << body.tag;
      for (int d = 0; d < 3; d++) {
        const std::string axis(1, "xyz"[d]);
        EXPECT_NEAR(row.at(axis), body.x[d], 1e-8);
        EXPECT_NEAR(row.at("v" + axis), body.v[d], 1e-7);
      }
      const bool can_break = body.shape_vertices > 0 && std::pow(size / SMALLEST, 3) >= 2.0;
      const bool is_fine = expected.generation > 0 && !can_break;
      EXPECT_EQ(row.at("fines"), is_fine ? 1 : 0) << body.tag;
      latest = std::max(latest, expected.generation);
      mass += body.mass;
      largest = std::max(largest, body.mass);
      if (can_break) breakable++;
      if (is_fine) fines += body.mass;
      if (size < 0.1 * expected.origin_size) tenth += body.mass;
    }
    EXPECT_GE(latest, 2);

    double energy = 0.0;
    std::set<double> whole_broken;
    for (const Row &row : broken) {
      energy += row.at("energy") * row.at("mass");
      if (row.at("parent") <= 12) whole_broken.insert(row.at("parent"));
    }
    EXPECT_EQ(now[1], 12.0);
    EXPECT_EQ(now[2], static_cast<double>(broken.size()));
    EXPECT_GT(now[2], static_cast<double>(whole_broken.size()));
    EXPECT_EQ(now[3], static_cast<double>(whole_broken.size()) / 12.0);
    EXPECT_EQ(now[4], breakable);
    EXPECT_GT(now[4], 0.0);
    EXPECT_EQ(now[5], largest);
    EXPECT_NEAR(now[7], half_passes(rows, "size"), 1e-3 * now[7]);
    EXPECT_EQ(now[9], static_cast<double>(rows.size()));
    EXPECT_NEAR(now[10], fines / mass, 1e-12);
    EXPECT_GT(now[10], 0.0);
    EXPECT_NEAR(now[11], energy, 1e-8 * energy);
    EXPECT_EQ(now[12], 0.0);
    EXPECT_EQ(now[13], 0.0);
    EXPECT_NEAR(now[14], mass, 1e-14 * mass);
    EXPECT_NEAR(now[15], tenth / mass, 1e-12);
    if (first.empty()) first = now;
    for (int k = 1; k <= 15; k++) EXPECT_NEAR(now[k], first[k], 1e-7 * std::abs(first[k])) << k;
  }
}

// t10 of the fix is that of the event, over all mass; by both sizes. The opening that a cube passes
// is its face.
TEST_F(FixBreakageBodies, T10IsThatOfThePieces)
{
  const double cube = DENSITY * grist::PI / 6.0 * 27e-6, ball = DENSITY * grist::PI / 6.0 * 8e-6;
  for (const int ranks : rank_counts()) {
    const std::string number = std::to_string(ranks), csv = folder / ("csv" + number),
                      events = folder / ("events" + number);
    LammpsSession lammps(ranks);
    lammps.run(thrown_cube("") + "fix b all breakage 100 size equivalent file " + events +
               "\nfix s all breakage 100 size sieve fragments " + csv + " every 1\n" +
               "fix c cube breakage 100 size equivalent below 0.003\nvariable broken equal "
               "f_crack[1]\nfix stop all halt 1 v_broken >= 1 error soft message no\nrun 1000\n");
    const std::vector<double> now = entries(lammps);
    const double by_sieve = lammps.evaluate("f_s[15]"), sieve50 = lammps.evaluate("f_s[7]"),
                 of_cube = lammps.evaluate("f_c[15]"), undersize = lammps.evaluate("f_c[10]"),
                 cube_bodies = lammps.evaluate("f_c[1]");
    if (!is_first_rank()) continue;
    const std::vector<Row> broken = rows_of(events);
    ASSERT_EQ(broken.size(), 1u);
    const double wanted = broken[0].at("t10");
    EXPECT_GT(wanted, 0.03);
    EXPECT_EQ(now[9], broken[0].at("pieces") + 1.0);
    EXPECT_NEAR(now[15], wanted * cube / (cube + ball), 5e-3 * now[15]);
    EXPECT_NEAR(of_cube, wanted, 5e-3 * wanted);
    EXPECT_EQ(cube_bodies, 1.0);

    const std::vector<Row> before = rows_at(csv, 0), after = rows_at(csv, broken[0].at("step"));
    const double side = 0.03 * std::cbrt(grist::PI / 6.0);
    ASSERT_EQ(before.size(), 2u);
    EXPECT_NEAR(before[0].at("sieve_size"), side, 1e-6 * side);
    EXPECT_NEAR(before[1].at("sieve_size"), 0.02, 1e-9);
    EXPECT_NEAR(before[1].at("size"), 0.02, 1e-9);
    double small = 0.0, below = 0.0, pieces = 0.0;
    for (const Row &row : after) {
      if (row.at("generation") == 0) continue;
      pieces += row.at("mass");
      if (row.at("sieve_size") < 0.1 * side) small += row.at("mass");
      if (row.at("size") < 0.003) below += row.at("mass");
    }
    EXPECT_NEAR(pieces, cube, 1e-8 * cube);
    EXPECT_GT(small, 0.0);
    EXPECT_NE(small, wanted * cube);
    EXPECT_NEAR(by_sieve, small / (cube + ball), 1e-9);
    EXPECT_NEAR(undersize, below / cube, 1e-9);
    EXPECT_NEAR(sieve50, half_passes(after, "sieve_size"), 1e-3 * sieve50);
  }
}

// Born when they are fed; pieces of theirs when they break.
TEST_F(FixBreakageBodies, FedBodies)
{
  for (const int ranks : rank_counts()) {
    const std::string number = std::to_string(ranks), csv = folder / ("csv" + number),
                      events = folder / ("events" + number);
    LammpsSession lammps(ranks);
    lammps.run(BODY_SCENE + BOX + "create_box 1 box\n" + BODY_CONTACTS + MOTION + R"(
      region feed block -0.08 0.08 -0.08 0.08 0.01 0.05
      particle_mix ore polyhedron stone fraction 0.8 shape random cuts 6 shapes 5 size uniform 0.02 0.03 density 2600 &
                   sphere ball fraction 0.2 size 0.02 density 2600
      fix stream all insert/stream ore region feed rate 60 velocity 0 0 -12 every 800
      fix b all breakage 100 fragments )" +
               csv + " every 1 file " + events + "\n" + cracking("most 3") + "run 3000\n");
    const std::vector<double> now = entries(lammps);
    const double fed = lammps.evaluate("f_stream[2]");
    if (!is_first_rank()) continue;
    const std::vector<Row> broken = rows_of(events);
    const BodyEvents ancestry(broken);
    std::map<long, Row> first_seen;
    std::set<double> births;
    double spheres = 0.0;
    for (const Row &row : rows_of(csv)) first_seen.emplace(static_cast<long>(row.at("id")), row);
    for (const auto &[id, row] : first_seen) {
      const Ancestry expected = ancestry.of(id);
      EXPECT_EQ(row.at("parent"), expected.parent);
      EXPECT_EQ(row.at("origin"), expected.origin);
      EXPECT_NEAR(row.at("birth"), row.at("time"), 1e-12) << id;
      if (expected.generation > 0) continue;
      births.insert(row.at("birth"));
      if (row.at("sieve_size") == row.at("size")) spheres++;
    }
    EXPECT_GE(births.size(), 3u);
    EXPECT_GT(broken.size(), 0u);
    EXPECT_GT(spheres, 0.0);
    EXPECT_EQ(now[1], fed - spheres);
    EXPECT_EQ(now[2], static_cast<double>(broken.size()));
  }
}

// Nothing breaks, and sizes are there: of cubes, plates and a sphere.
TEST_F(FixBreakageBodies, WithoutBreaking)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(BODY_SCENE + "boundary p p p\n" + BODY_BOX + BODY_CONTACTS +
               R"(
      create_polyhedra 4 region box shape box 0.01 0.01 0.01 density 2500 seed 2
      create_polyhedra 6 region box shape box 0.01 0.02 0.002 density 2500 seed 3
      create_polyhedra 1 region box shape sphere size 0.015 density 2500 seed 4
      velocity all set 1 0 0
      fix move all nve/body
      timestep 1e-5
      group plates id 5:10
      fix b all breakage 10
      fix p plates breakage 10 size equivalent
      run 2000
    )");
    const std::vector<double> now = entries(lammps);
    const double plates = lammps.evaluate("f_p[9]"), size = lammps.evaluate("f_p[7]");
    if (!is_first_rank()) continue;
    const double cube = 2500 * 1e-6, plate = 2500 * 4e-7,
                 ball = 2500 * grist::PI / 6 * std::pow(0.015, 3);
    const double mass = 4 * cube + 6 * plate + ball;
    const double diagonal =
        0.012 / std::sqrt(2.0);    // of the opening: a plate of width 0.01 and thickness 0.002
    EXPECT_EQ(now[1], 10.0);
    for (const int k : {2, 3, 4, 10, 11, 12, 13, 15}) EXPECT_EQ(now[k], 0.0) << k;
    EXPECT_NEAR(now[5], ball, 1e-12 * ball);
    EXPECT_NEAR(now[6], diagonal, 1e-3 * diagonal);    // plates are 29 % of the mass
    EXPECT_NEAR(now[7], 0.01, 1e-5);
    EXPECT_NEAR(now[8], 0.015, 1e-9);
    EXPECT_EQ(now[9], 11.0);
    EXPECT_NEAR(now[14], mass, 1e-12 * mass);
    EXPECT_EQ(plates, 6.0);
    EXPECT_NEAR(size, std::cbrt(6 * 4e-7 / grist::PI), 1e-9);
  }
}

// Rocks of two groups, each with a fix of its own that breaks them; reports of one and of all.
TEST_F(FixBreakageBodies, GroupsAreReportedApart)
{
  const int ranks = rank_counts().back();
  const std::string weak = folder / "weak", rest = folder / "rest";
  LammpsSession lammps(ranks);
  const std::string model =
      " break/polyhedra tavares energy 12 size 0.005 t10 0.5 0.05 smallest 0.005 most 20 ";
  lammps.run(START + MOTION + "group weak id 1:6\ngroup rest subtract all weak\nfix one weak" +
             model + "\nfix two rest" + model +
             "seed 4\nfix b all breakage 100\nfix w weak breakage 100 file " + weak +
             "\nfix r rest breakage 100 file " + rest + "\nrun 5000\n");
  const double all = lammps.evaluate("f_b[2]"), broken_weak = lammps.evaluate("f_w[2]"),
               broken_rest = lammps.evaluate("f_r[2]"), now = lammps.evaluate("f_b[9]"),
               now_weak = lammps.evaluate("f_w[9]"), now_rest = lammps.evaluate("f_r[9]");
  if (!is_first_rank()) return;
  EXPECT_GT(broken_weak, 0.0);
  EXPECT_GT(broken_rest, 0.0);
  EXPECT_EQ(all, broken_weak + broken_rest);
  EXPECT_EQ(now, now_weak + now_rest);
  EXPECT_EQ(rows_of(weak).size(), static_cast<size_t>(broken_weak));
  EXPECT_EQ(rows_of(rest).size(), static_cast<size_t>(broken_rest));
  for (const Row &row : rows_of(weak)) EXPECT_TRUE(row.at("parent") <= 6 || row.at("parent") > 13);
}

TEST_F(FixBreakageBodies, BadInputIsOneSentence)
{
  ONE_RANK_IS_ENOUGH();
  const std::pair<std::string, std::string> cases[] = {
      {"fines 4", "Fix breakage: fines 4 (a body has no elements; give 'below' and a size)"},
      {"below -1", "Fix breakage: below -1 (must be positive)"},
      {"below", "Fix breakage: below needs a value"},
      {"fines 4 below 0.01", "Fix breakage: fines 4 and below 0.01 (give one of them)"},
      {"flie x", "Fix breakage: unknown keyword flie"},
  };
  for (const auto &[words, text] : cases) {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(START + "fix b all breakage 10 " + words + "\n"), text));
  }
  LammpsSession other;
  EXPECT_TRUE(has(other.error_of(R"(
    atom_style body nparticle 1 4
    region box block -1 1 -1 1 -1 1
    create_box 1 box
    fix b all breakage 10
  )"),
                  "Fix breakage: atom_style body (expected body polyhedron, or bonded clusters)"));
}

}    // namespace test_fix_breakage_bodies
