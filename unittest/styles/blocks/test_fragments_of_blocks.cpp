// fix breakage, fix outflow and others on rocks of bonded blocks.
//
// Oracles: the bonds that both blocks of each name, and a search along them; the file of events;
// volumes and corners of the blocks that LAMMPS has; the same on 1, 2 and 4 ranks.

#include "common/constants.h"
#include "common/space.h"
#include "fragments/fragment_shape.h"
#include "styles/blocks/block_scenes.h"

#include <cmath>

namespace test_fragments_of_blocks {

using namespace grist::testing;

class FragmentsOfBlocks : public ::testing::Test {
 protected:
  TestFolder folder;
};

// The square opening that all corners of these blocks pass, as they lie now.
double opening_of(const std::vector<BodySnapshot> &blocks, const std::set<long> &ids)
{
  std::vector<grist::Vector3d> corners;
  for (const BodySnapshot &block : blocks)
    if (ids.count(block.tag))
      for (const auto &corner : block.vertices)
        corners.push_back(grist::vector_at(block.x.data()) + grist::vector_at(corner.data()));
  return grist::sieve_diameter_of_corners(corners);
}

// When the last bond broke that led out of each fragment.
std::map<long, double> births_by_events(const std::vector<Row> &events,
                                        const std::map<long, long> &fragment)
{
  std::map<long, double> births;
  for (const auto &[id, of] : fragment) births[of] = 0.0;
  for (const Row &event : events) {
    const long a = fragment.at(static_cast<long>(event.at("id_a"))),
               b = fragment.at(static_cast<long>(event.at("id_b")));
    if (a == b) continue;
    for (const long of : {a, b}) births[of] = std::max(births[of], event.at("time"));
  }
  return births;
}

TEST_F(FragmentsOfBlocks, BreakageFollowsTheBonds)
{
  std::vector<Row> first_events, first_rows;
  for (const int n : rank_counts()) {
    const std::string csv = folder / ("csv" + std::to_string(n)),
                      log = folder / ("events" + std::to_string(n)),
                      curve = folder / ("sizes" + std::to_string(n));
    LammpsSession lammps(n);
    lammps.run(BLOCKS_BOX + BRITTLE + BRITTLE_ROCK + BLOCK_MOTION + THROWN +
               "fix b all breakage 300 file " + log + " fragments " + csv + " sizes " + curve +
               " every 5000 fines 3\nrun 0");
    const std::set<Link> whole = links_of(lammps);
    lammps.run("run 5000");
    const std::set<Link> left = links_of(lammps);
    const auto blocks = bodies(lammps);
    std::vector<double> values = {0.0};
    for (int k = 1; k <= 15; k++)
      values.push_back(lammps.evaluate("f_b[" + std::to_string(k) + "]"));
    if (!lammps.first()) continue;

    const auto events = rows_of(log);
    std::set<Link> broken;
    double energy = 0.0;
    for (const Row &event : events) {
      const Link link = {static_cast<long>(event.at("id_a")), static_cast<long>(event.at("id_b"))};
      EXPECT_TRUE(broken.insert(link).second);
      EXPECT_EQ(whole.count(link), 1u);
      EXPECT_EQ(left.count(link), 0u);
      EXPECT_EQ(event.at("parent"), 1);
      EXPECT_GT(event.at("energy"), 0.0);
      EXPECT_GT(event.at("z"), 0.0);
      energy += event.at("energy");
    }
    EXPECT_GT(broken.size(), 10u);
    EXPECT_EQ(broken.size() + left.size(), whole.size());
    EXPECT_EQ(values[1], static_cast<double>(whole.size()));
    EXPECT_EQ(values[2], static_cast<double>(broken.size()));
    EXPECT_LE(values[12] + values[13], static_cast<double>(broken.size()));
    EXPECT_GT(values[12], 10.0);
    EXPECT_NEAR(values[11] / energy, 1.0, 1e-8);

    const auto fragment = fragments_by_search(blocks, left);
    std::map<long, std::set<long>> members;
    for (const auto &[id, of] : fragment) members[of].insert(id);
    std::map<long, double> masses;
    for (const BodySnapshot &block : blocks) masses[fragment.at(block.tag)] += block.mass;
    const auto births = births_by_events(events, fragment);
    std::vector<Row> rows;
    for (const Row &row : rows_of(csv))
      if (row.at("step") == 5000) rows.push_back(row);
    ASSERT_EQ(rows.size(), members.size());
    ASSERT_GT(rows.size(), 4u);
    double volume = 0.0, fines = 0.0;
    bool has_large = false;
    for (const Row &row : rows) {
      const long id = static_cast<long>(row.at("id"));
      ASSERT_EQ(members.count(id), 1u) << id;
      const double own = row.at("mass") / ROCK_DENSITY;
      EXPECT_EQ(row.at("elements"), static_cast<double>(members[id].size()));
      EXPECT_NEAR(row.at("mass") / masses[id], 1.0, 1e-14);
      EXPECT_NEAR(row.at("size") / std::cbrt(6.0 * own / grist::PI), 1.0, 1e-8);
      EXPECT_NEAR(row.at("sieve_size") / opening_of(blocks, members[id]), 1.0, 1e-6) << id;
      EXPECT_NEAR(row.at("birth"), births.at(id), 1e-12) << id;
      EXPECT_EQ(row.at("parent"), 1);
      EXPECT_EQ(row.at("fines"), members[id].size() < 3 ? 1 : 0);
      volume += own;
      if (members[id].size() < 3) fines += own;
      if (members[id].size() > 2) has_large = true;
    }
    EXPECT_TRUE(has_large);
    EXPECT_NEAR(volume / ROCK_VOLUME, 1.0, 1e-12);
    EXPECT_NEAR(values[14] / (ROCK_VOLUME * ROCK_DENSITY), 1.0, 1e-12);
    EXPECT_NEAR(values[10], fines / volume, 1e-12);
    EXPECT_EQ(values[9], static_cast<double>(rows.size()));
    EXPECT_EQ(rows_of(curve).back().at("passing"), 1.0);

    if (n == 1) {
      first_events = events;
      first_rows = rows;
    }
    ASSERT_EQ(events.size(), first_events.size());
    for (size_t k = 0; k < events.size(); k++)
      for (const char *column : {"step", "id_a", "id_b", "parent"})
        EXPECT_EQ(events[k].at(column), first_events[k].at(column)) << column << " " << n;
    for (size_t k = 0; k < rows.size(); k++)
      for (const auto &[column, value] : rows[k])
        EXPECT_NEAR(value, first_rows[k].at(column), 1e-5 * std::fabs(value) + 1e-9) << column;
  }
}

TEST_F(FragmentsOfBlocks, BreakageContinuesFromARestart)
{
  for (const int n : rank_counts()) {
    const std::string breakage = "fix b all breakage 300 fragments ", end = " every 1000\n";
    const std::string one = folder / ("one" + std::to_string(n)),
                      two = folder / ("two" + std::to_string(n));
    LammpsSession whole(n);
    whole.run(BLOCKS_BOX + BRITTLE + BRITTLE_ROCK + BLOCK_MOTION + THROWN + breakage + one + end +
              "run 2000\nwrite_restart " + (folder / "half") + "\nrun 1000");
    LammpsSession again(n);
    again.run("read_restart " + (folder / "half") +
              "\ncomm_modify vel yes\npair_style polyhedron\n" + BLOCK_MOTION + breakage + two +
              end + "run 1000");
    for (const int k : {1, 2, 4, 5, 9, 11, 12})
      EXPECT_NEAR(again.evaluate("f_b[" + std::to_string(k) + "]"),
                  whole.evaluate("f_b[" + std::to_string(k) + "]"), 1e-9)
          << k;
    if (!whole.first()) continue;
    std::vector<Row> right, found;
    for (const Row &row : rows_of(one))
      if (row.at("step") == 3000) right.push_back(row);
    for (const Row &row : rows_of(two))
      if (row.at("step") == 3000) found.push_back(row);
    ASSERT_EQ(right.size(), found.size());
    ASSERT_GT(right.size(), 3u);
    for (size_t k = 0; k < right.size(); k++)
      for (const auto &[column, value] : right[k])
        EXPECT_NEAR(found[k].at(column), value, 1e-7 * std::fabs(value) + 1e-10)
            << column << " " << right[k].at("id");
  }
}

// The mass share of blocks below a tenth of their rock, when all faces have parted; of two rocks, one of
// which comes later, and after a restart.
TEST_F(FragmentsOfBlocks, BlocksBelowATenthOfTheirRock)
{
  for (const bool by_sieve : {true, false}) {
    for (const int n : rank_counts()) {
      const std::string breakage =
          std::string("fix b all breakage 100 size ") + (by_sieve ? "sieve" : "equivalent") + "\n";
      LammpsSession whole(n);
      whole.run(
          BLOCKS_BOX + BRITTLE +
          "create_blocks box 0.03 0.02 0.02 cells 40 spread 1 density 2500 seed 5 at -0.04 0 0.05\n"
          "fix move all nve/body\ntimestep 1e-7\nthermo 0\n" +
          breakage +
          "run 10\ncreate_blocks box 0.015 0.015 0.015 cells 30 spread 1 density 2500 seed 6 at "
          "-0.04 0 0.1\nrun 10");
      EXPECT_EQ(whole.evaluate("f_b[15]"), 0.0);
      EXPECT_EQ(whole.evaluate("f_b[9]"), 2.0);
      whole.run("write_restart " + (folder / "whole"));
      LammpsSession lammps(n);
      lammps.run("read_restart " + (folder / "whole") +
                 "\ncomm_modify vel yes\npair_style polyhedron\n"
                 "bond_coeff 1 young 1e8 tensile 1e-3 cohesion 1e-3\n"
                 "fix move all nve/body\ntimestep 1e-7\nthermo 0\n" +
                 breakage +
                 "neigh_modify delay 0 every 10 check no\nvariable w atom 2*sin(37*id)\n"
                 "velocity all set v_w v_w v_w\nrun 100");
      const double found = lammps.evaluate("f_b[15]");
      EXPECT_EQ(lammps.evaluate("f_b[9]"), 70.0);
      const auto blocks = bodies(lammps);
      if (!lammps.first()) continue;
      const auto size_of = [&](const std::set<long> &ids) {
        if (by_sieve) return opening_of(blocks, ids);
        double mass = 0.0;
        for (const BodySnapshot &block : blocks)
          if (ids.count(block.tag)) mass += block.mass;
        return std::cbrt(6.0 * mass / ROCK_DENSITY / grist::PI);
      };
      double small = 0.0, all = 0.0;
      for (const BodySnapshot &block : blocks) {
        const bool is_first = block.tag <= 40;
        const double rock = by_sieve
            ? (is_first ? 0.02 : 0.015)
            : std::cbrt(6.0 * (is_first ? ROCK_VOLUME : 0.015 * 0.015 * 0.015) / grist::PI);
        if (size_of({block.tag}) < 0.1 * rock) small += block.mass;
        all += block.mass;
      }
      EXPECT_GT(small / all, 1e-4);
      EXPECT_NEAR(found / (small / all), 1.0, 1e-9) << by_sieve << " " << n;
    }
  }
}

// Read at each step, by a fix that acts on forces, while blocks change ranks.
TEST_F(FragmentsOfBlocks, IdsAreThoseOfTheStep)
{
  std::vector<BodySnapshot> first;
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(BLOCKS_BOX + BRITTLE + BRITTLE_ROCK + BLOCK_MOTION + THROWN +
               "fix b all breakage 100000\nvariable push atom 0.1*f_b\n"
               "fix push all addforce v_push 0 0\nneigh_modify delay 0 every 1 check no\n"
               "variable off atom abs(f_b-f_GRIST_FACE_BONDS)\ncompute off all reduce sum v_off\n"
               "thermo_style custom step c_off\nrun 1500");
    EXPECT_EQ(lammps.evaluate("c_off"), 0.0);
    const auto blocks = bodies(lammps);
    if (n == 1) first = blocks;
    if (lammps.first()) { EXPECT_LT(largest_difference(blocks, first), 1e-7) << n; }
  }
}

enum Entry { MASS = 1, UNITS, CLUSTERS, FRAGMENTS, SPHERES, BODIES, RATE, ELEMENTS, INSIDE };

double entry(LammpsSession &lammps, Entry n)
{
  return lammps.evaluate("f_out[" + std::to_string(n) + "]");
}

// Without contacts on its way: the rock leaves as one, when the last bounding sphere has passed.
TEST_F(FragmentsOfBlocks, ARockLeavesWhole)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(BLOCKS_BOX + FIRM + BRITTLE_ROCK +
               "region corner block -0.1 -0.09 -0.1 -0.09 0.1 0.11\n"
               "create_polyhedra 1 region corner shape cube size 0.004 density 2500 seed 9\n" +
               BLOCK_MOTION +
               "timestep 1e-5\nvelocity all set 0 10 0\n"
               "fix out all outflow 1 plane 0 0.03 0 0 1 0 sizes 0.01 0.0284 0.03\nrun 0");
    double last = -1.0;
    if (lammps.here()) {
      const auto *atom = lammps.lammps()->atom;
      double mine = -1.0;
      for (int i = 0; i < atom->nlocal; i++)
        if (atom->tag[i] <= ROCK_BLOCKS)
          mine = std::max(mine, 0.03 + atom->radius[i] - atom->x[i][1]);
      MPI_Allreduce(&mine, &last, 1, MPI_DOUBLE, MPI_MAX, lammps.lammps()->world);
    }
    MPI_Bcast(&last, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    const int steps = static_cast<int>(std::ceil(last / 1e-4));    // 10 m/s, 1e-5 s
    lammps.run("run " + std::to_string(steps));
    EXPECT_EQ(entry(lammps, UNITS), 0);
    EXPECT_EQ(lammps.evaluate("f_GRIST_FACE_BONDS[1]") > 40, true);
    lammps.run("run 1");
    EXPECT_EQ(entry(lammps, CLUSTERS), 1);
    EXPECT_EQ(entry(lammps, UNITS), 1);
    EXPECT_EQ(entry(lammps, ELEMENTS), ROCK_BLOCKS);
    EXPECT_NEAR(entry(lammps, MASS) / (ROCK_VOLUME * ROCK_DENSITY), 1.0, 1e-12);
    // Equal volume: cbrt(6 V/pi) = 0.02840
    EXPECT_EQ(lammps.evaluate("f_out[1][6]"), 0.0);
    EXPECT_EQ(lammps.evaluate("f_out[1][7]"), entry(lammps, MASS));
    EXPECT_EQ(lammps.evaluate("f_GRIST_FACE_BONDS[1]"), 0.0);
    EXPECT_EQ(lammps.evaluate("f_GRIST_FACE_BONDS[2]"), 0.0);
    EXPECT_EQ(lammps.thermo("atoms"), 1);
    lammps.run("run 1600");
    EXPECT_EQ(entry(lammps, BODIES), 1);
    EXPECT_EQ(entry(lammps, UNITS), 2);
  }
}

// The rock passes an opening of the two lesser edges, the cube one of its face.
TEST_F(FragmentsOfBlocks, ClassesOfSizeBySieve)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(BLOCKS_BOX + FIRM + BRITTLE_ROCK +
               "region corner block -0.1 -0.08 -0.1 -0.08 0.1 0.12\n"
               "create_polyhedra 1 region corner shape cube size 0.01 density 2500 seed 9\n" +
               BLOCK_MOTION +
               "timestep 1e-5\nvelocity all set 0 10 0\nfix out all outflow 1 plane 0 0.03 0 0 1 0 "
               "size sieve sizes 0.00805 0.00807 0.0199 0.0201\nrun 2500");
    EXPECT_EQ(entry(lammps, UNITS), 2);
    const double rock = ROCK_VOLUME * ROCK_DENSITY;
    EXPECT_NEAR(lammps.evaluate("f_out[1][8]") / rock, 1.0, 1e-12);
    EXPECT_NEAR(lammps.evaluate("f_out[1][6]"), entry(lammps, MASS) - rock, 1e-12 * rock);
    EXPECT_GT(lammps.evaluate("f_out[1][6]"), 0.0);
  }
}

// Whether all bounding spheres of a fragment that is there have passed y = 0.05 by more than it moves
// in the ten steps between two looks.
bool has_one_passed(const std::vector<BodySnapshot> &blocks, const std::set<Link> &links)
{
  std::map<long, double> last;
  const auto fragment = fragments_by_search(blocks, links);
  for (const BodySnapshot &block : blocks) {
    const double y = block.x[1] - block.radius;
    double &of = last.try_emplace(fragment.at(block.tag), y).first->second;
    of = std::min(of, y);
  }
  return std::any_of(last.begin(), last.end(),
                     [](const auto &one) { return one.second > 0.05 + 10 * 1e-5; });
}

// Whole fragments, as the search along bonds finds them, and no later than they pass; what has left and
// what is inside is the rock.
TEST_F(FragmentsOfBlocks, FragmentsLeaveWhole)
{
  std::vector<double> first;
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(BLOCKS_BOX + BRITTLE + BRITTLE_ROCK + BLOCK_MOTION +
               "velocity all set 2 6 -2\n"
               "fix out all outflow 10 plane 0 0.05 0 0 1 0\nrun 0");
    EXPECT_EQ(entry(lammps, UNITS), 0);
    std::vector<double> values;
    auto links = links_of(lammps);
    auto blocks = bodies(lammps);
    double units = 0.0;
    for (const int steps : {9000, 2000, 2000, 2000, 2000}) {
      lammps.run("run " + std::to_string(steps));
      values.insert(values.end(),
                    {entry(lammps, UNITS), entry(lammps, ELEMENTS), lammps.thermo("atoms"),
                     lammps.evaluate("f_GRIST_FACE_BONDS[1]"),
                     lammps.evaluate("f_GRIST_FACE_BONDS[2]")});
      EXPECT_EQ(entry(lammps, UNITS), entry(lammps, FRAGMENTS));
      EXPECT_EQ(entry(lammps, ELEMENTS) + lammps.thermo("atoms"), ROCK_BLOCKS);
      EXPECT_NEAR((entry(lammps, MASS) + entry(lammps, INSIDE)) / (ROCK_VOLUME * ROCK_DENSITY), 1.0,
                  1e-12);
      const auto links_now = links_of(lammps);
      const auto now = bodies(lammps);
      const double gone = entry(lammps, UNITS) - units;
      units += gone;
      if (!lammps.first()) continue;
      EXPECT_FALSE(has_one_passed(now, links_now));
      std::set<long> here;
      for (const BodySnapshot &block : now) here.insert(block.tag);
      for (const auto &[a, b] : links_now) EXPECT_TRUE(here.count(a) && here.count(b));
      // Those of before have left as a whole, or in parts that broke off since.
      std::set<long> left;
      for (const auto &[id, of] : fragments_by_search(blocks, links))
        if (!here.count(id)) left.insert(of);
      EXPECT_GE(gone, static_cast<double>(left.size()));
      links = links_now;
      blocks = now;
    }
    if (n == 1) first = values;
    EXPECT_EQ(values, first) << n;
    EXPECT_GT(entry(lammps, UNITS), 3);
    EXPECT_GT(entry(lammps, ELEMENTS), entry(lammps, UNITS));
  }
}

// Nothing is lost or gained when fragments leave.
TEST_F(FragmentsOfBlocks, WhatLeavesTakesItsEnergyAlong)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(BLOCKS_BOX + BRITTLE + BRITTLE_ROCK + BLOCK_MOTION +
             "fix down all gravity 9.81 vector 0 0 -1\nvelocity all set 2 6 -2\n"
             "fix out all outflow 10 plane 0 0.05 0 0 1 0\ncompute e all energy/balance\n"
             "thermo_style custom step c_e c_e[13]\nthermo 500\nrun 6000");
  EXPECT_EQ(entry(lammps, UNITS), 0);
  const double before = lammps.evaluate("c_e");
  lammps.run("run 12000");
  EXPECT_EQ(lammps.thermo("atoms"), 0);
  EXPECT_GT(lammps.evaluate("c_e[13]"), 0.1);
  EXPECT_NEAR(lammps.evaluate("c_e"), before, 1e-7);
}

// The blocks of a rock have one molecule id, those of the next rock another one.
TEST_F(FragmentsOfBlocks, RocksHaveMoleculeIds)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(BLOCKS_BOX + BRITTLE + BRITTLE_ROCK +
               "create_blocks box 0.01 0.01 0.01 cells 9 density 2500 seed 5 at -0.09 0 0.1\n" +
               BLOCK_MOTION + THROWN +
               "run 0\nvariable first atom mol==1\n"
               "variable second atom mol==2\ncompute n all reduce sum v_first v_second\n"
               "thermo_style custom step c_n[*]\nrun 3000");
    EXPECT_EQ(lammps.evaluate("c_n[1]"), ROCK_BLOCKS);
    EXPECT_EQ(lammps.evaluate("c_n[2]"), 9);
    lammps.run("create_blocks box 0.01 0.01 0.01 cells 7 density 2500 seed 5 at -0.09 0 0.15\n"
               "variable third atom mol==3\ncompute late all reduce sum v_third v_first\n"
               "thermo_style custom step c_n[*] c_late[*]\nrun 10");
    EXPECT_EQ(lammps.evaluate("c_late[1]"), 7);
    std::set<long> bonded;    // of the rock that was made after a run
    for (const auto &[a, b] : links_of(lammps))
      if (a > ROCK_BLOCKS + 9) bonded.insert({a, b});
    if (lammps.here()) { EXPECT_EQ(bonded.size(), 7u); }
    EXPECT_EQ(lammps.evaluate("c_late[2]"), ROCK_BLOCKS);
    lammps.run("group gone molecule 2\ndelete_atoms group gone\nrun 10");
    EXPECT_EQ(lammps.thermo("atoms"), ROCK_BLOCKS + 7);
  }
}

// So that blocks that were bonded overlap.
const std::string PRESSED = "variable dx atom -1e-3*(x+0.04)\nvariable dy atom -1e-3*(y-0.002)\n"
                            "variable dz atom -1e-3*(z-0.05)\n"
                            "displace_atoms all move v_dx v_dy v_dz units box\nrun 0\n";

// A bond across a border that breaks on one rank alone, by rounding: the other one hears of it when
// blocks migrate next, and both say the same. So it is where two blocks have come apart.
TEST_F(FragmentsOfBlocks, RanksHearOfBreaksAtTheirBorders)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(
        BLOCKS_BOX + FIRM +
        "create_blocks box 0.03 0.02 0.02 cells 40 density 2500 seed 5 at -0.04 0.002 0.05\n" +
        BLOCK_MOTION + "fix b all breakage 1000\nrun 0\n" + PRESSED);
    const double whole = lammps.evaluate("f_GRIST_FACE_BONDS[1]");
    std::array<long, 2> pair = {0, 0};
    if (lammps.here()) {
      auto *lmp = lammps.lammps();
      auto *atom = lmp->atom;
      auto *faces = LAMMPS_NS::internal_fix<LAMMPS_NS::FixFaceBonds>(lmp);
      std::vector<std::array<long, 2>> across;    // of this rank, to blocks of others if there are
      for (int i = 0; i < atom->nlocal; i++)
        for (const auto &one : faces->of(i).bonds)
          if (n == 1 || atom->map(one.partner) >= atom->nlocal)
            across.push_back({static_cast<long>(atom->tag[i]), static_cast<long>(one.partner)});
      const auto all = LAMMPS_NS::from_all_ranks(across, lmp->world);
      EXPECT_FALSE(all.empty());
      if (!all.empty()) pair = all.front();
      const int i = atom->map(static_cast<int>(pair[0]));
      if (i >= 0 && i < atom->nlocal)
        faces->changes.break_bond(i, pair[1],
                                  {3.0, {0.1, 0.2, 0.3}, 0.25, grist::BondFailure::SHEAR, 0, 0.0});
    }
    lammps.run("neigh_modify delay 0 every 1 check no\nrun 2");
    EXPECT_EQ(lammps.evaluate("f_GRIST_FACE_BONDS[1]"), whole - 1.0) << n;
    EXPECT_EQ(lammps.evaluate("f_GRIST_FACE_BONDS[2]"), 1.0) << n;
    EXPECT_EQ(lammps.evaluate("f_GRIST_FACE_BONDS[3]"), 0.25) << n;
    EXPECT_EQ(lammps.evaluate("f_b[2]"), 1.0) << n;
    EXPECT_EQ(links_of(lammps).count(std::minmax(pair[0], pair[1])), 0u);
    const auto shares = [&] {
      std::vector<double> mine;
      if (!lammps.here()) return mine;
      auto *lmp = lammps.lammps();
      const auto *faces = LAMMPS_NS::internal_fix<LAMMPS_NS::FixFaceBonds>(lmp);
      for (const auto &[a, b] : {pair, std::array<long, 2>{pair[1], pair[0]}}) {
        const int i = lmp->atom->map(static_cast<int>(a));
        if (i >= 0 && i < lmp->atom->nlocal) {
          const LAMMPS_NS::FaceParting *how = faces->of(i).parting(b);
          mine.push_back(how ? how->share : 1.0);
        }
      }
      return LAMMPS_NS::from_all_ranks(mine, lmp->world);
    };
    if (lammps.here()) { EXPECT_EQ(shares(), (std::vector<double>{3.0, 3.0})) << n; }
    if (lammps.here()) {
      auto *lmp = lammps.lammps();
      const int i = lmp->atom->map(static_cast<int>(pair[0]));
      if (i >= 0 && i < lmp->atom->nlocal)
        LAMMPS_NS::internal_fix<LAMMPS_NS::FixFaceBonds>(lmp)->changes.came_apart(i, pair[1]);
    }
    lammps.run("run 2");
    if (lammps.here()) { EXPECT_EQ(shares(), (std::vector<double>{1.0, 1.0})) << n; }
  }
}

}    // namespace test_fragments_of_blocks
