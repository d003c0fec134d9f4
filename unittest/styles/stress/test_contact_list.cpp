// compute contact/local in LAMMPS: the contacts of particles and of bodies, one a row.
//
// Oracles: the weight that lies on a contact, in three beds at rest (a column, a sphere on three, a
// sphere in a groove); the force that walls report; the virial of the pair style; the list on one
// rank; sums over the list by particle; the list before a restart.

#include "styles/contacts/crowd.h"
#include "styles/polyhedra/cubes.h"
#include "testing/hertz_sphere.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include "atom.h"
#include "compute.h"
#include "domain.h"
#include "lammps.h"
#include "modify.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace test_contact_list {

using namespace grist::testing;

using Rows = std::vector<std::vector<double>>;

// The rows of all ranks in ascending order; on the first rank.
Rows list_of(LammpsSession &lammps, const std::string &id)
{
  std::vector<double> mine, all;
  int width = 0;
  if (lammps.here()) {
    auto *compute = lammps.lammps()->modify->get_compute_by_id(id);
    compute->compute_local();
    width = compute->size_local_cols;
    for (int n = 0; n < compute->size_local_rows; n++)
      mine.insert(mine.end(), compute->array_local[n], compute->array_local[n] + width);
  }
  const int ranks = world_size(), count = static_cast<int>(mine.size());
  std::vector<int> counts(ranks), starts(ranks, 0);
  MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
  for (int r = 1; r < ranks; r++) starts[r] = starts[r - 1] + counts[r - 1];
  all.resize(starts.back() + counts.back());
  MPI_Allgatherv(mine.data(), count, MPI_DOUBLE, all.data(), counts.data(), starts.data(),
                 MPI_DOUBLE, MPI_COMM_WORLD);
  Rows rows;
  if (!is_first_rank()) return rows;
  for (size_t n = 0; n < all.size(); n += width)
    rows.emplace_back(all.begin() + n, all.begin() + n + width);
  std::sort(rows.begin(), rows.end());
  return rows;
}

using ContactList = OneRankTest;

constexpr double RADIUS = 5e-3, YOUNG = 1e7;

// Spheres of 5 mm radius that come to rest.
std::string at_rest(const std::string &spheres, const std::string &walls, const std::string &free)
{
  return R"(
    units si
    atom_style sphere
    comm_modify vel yes
    boundary f f f
    region box block -0.05 0.05 -0.05 0.05 -0.01 0.09
    create_box 1 box
    )" +
      spheres + R"(
    set group all diameter 0.01 density 2500
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3
    group free id )" +
      free + walls + R"(
    neighbor 1e-3 bin
    timestep 1e-5
    fix weight free gravity 9.81 vector 0 0 -1
    fix move free nve/sphere
    fix slow free viscous 0.1
    compute c all contact/local id1 id2 wall contacts force normal tangential fx fy fz nx ny nz &
            x y z overlap
    run 50000
    run 0
  )";
}
enum {
  ID1,
  ID2,
  WALL,
  CONTACTS,
  FORCE,
  NORMAL,
  TANGENTIAL,
  FX,
  FY,
  FZ,
  NX,
  NY,
  NZ,
  X,
  Y,
  Z,
  OVERLAP
};

// The second wall touches nothing, the first and the third do.
TEST_F(ContactList, OfAColumnCarriesTheWeightAboveEachContact)
{
  LammpsSession lammps;
  lammps.run(at_rest(R"(
    create_atoms 1 single 0 0 0.005
    create_atoms 1 single 0 0 0.025
    create_atoms 1 single 0 0 0.015)",
                     R"(
    fix aside all wall/hertz/mindlin xplane -0.04 NULL young 1e7 poisson 0.3
    fix floor all wall/hertz/mindlin zplane 0 NULL young 1e7 poisson 0.3)",
                     "1 2 3"));
  const double weight = 9.81 * sphere_mass(RADIUS);
  const Rows rows = list_of(lammps, "c");
  ASSERT_EQ(rows.size(), 3u);
  const std::vector<std::vector<double>> ids = {{1, 0, 2}, {1, 3, 0}, {2, 3, 0}};
  const double carried[] = {3, 2, 1}, up[] = {1, -1, 1};    // on the first one
  const double radii[] = {RADIUS, RADIUS / 2, RADIUS / 2};
  double z = 0.0;
  for (int n = 0; n < 3; n++) {
    const auto &row = rows[n];
    EXPECT_EQ(std::vector<double>(row.begin(), row.begin() + CONTACTS), ids[n]);
    EXPECT_EQ(row[CONTACTS], 1.0);
    EXPECT_NEAR(row[FORCE] / (carried[n] * weight), 1.0, 1e-6);
    EXPECT_NEAR(row[NORMAL] / (carried[n] * weight), 1.0, 1e-6);
    EXPECT_NEAR(row[FZ] / (up[n] * carried[n] * weight), 1.0, 1e-6);
    EXPECT_NEAR(row[TANGENTIAL], 0.0, 1e-9 * weight);
    EXPECT_NEAR(row[NZ], up[n], 1e-12);
    EXPECT_NEAR(row[OVERLAP] / hertz_overlap(carried[n] * weight, radii[n], YOUNG), 1.0, 1e-6);
    EXPECT_NEAR(row[Z], z, 1e-4);
    z += 2 * RADIUS;
  }
}

// The upper one of a tetrahedron; the normals are its edges.
TEST_F(ContactList, OfASphereOnThree)
{
  const double edge = 2 * RADIUS;
  const std::string side = number(edge / std::sqrt(3.0)), half = number(edge / 2),
                    back = number(-edge / std::sqrt(12.0)), top = number(edge * std::sqrt(2.0 / 3));
  LammpsSession lammps;
  lammps.run(at_rest("create_atoms 1 single 0 0 " + top + "\ncreate_atoms 1 single 0 " + side +
                         " 0\ncreate_atoms 1 single " + half + " " + back +
                         " 0\ncreate_atoms 1 single -" + half + " " + back + " 0\n",
                     "", "1\nfix still all setforce NULL NULL NULL"));
  const double weight = 9.81 * sphere_mass(RADIUS), slope = std::sqrt(2.0 / 3);
  const Rows rows = list_of(lammps, "c");
  int on_top = 0;
  double sum[3] = {};
  for (const auto &row : rows) {
    if (row[ID1] != 1.0) continue;
    on_top++;
    EXPECT_NEAR(row[NORMAL] / (weight / 3 / slope), 1.0, 1e-3);
    EXPECT_NEAR(row[FZ] / (weight / 3), 1.0, 1e-6);
    for (int k = 0; k < 3; k++) sum[k] += row[FX + k] / weight;
    for (int k = 0; k < 3; k++) EXPECT_NEAR(row[FX + k] / row[FORCE], row[NX + k], 1e-9);
  }
  EXPECT_EQ(on_top, 3);
  EXPECT_NEAR(sum[0], 0.0, 1e-6);
  EXPECT_NEAR(sum[1], 0.0, 1e-6);
  EXPECT_NEAR(sum[2], 1.0, 1e-6);
}

// Two planes at 60 degrees to the horizontal: each carries the weight, as 2 N cos 60 = W.
TEST_F(ContactList, OfASphereInAGroove)
{
  LammpsSession lammps;
  const double height = 2 * RADIUS;
  lammps.run(at_rest("create_atoms 1 single 0 0 " + number(height) + "\n", R"(
    region left plane 0 0 0 0.86602540378443865 0 0.5
    region right plane 0 0 0 -0.86602540378443865 0 0.5
    fix left all wall/hertz/mindlin region left young 1e7 poisson 0.3
    fix right all wall/hertz/mindlin region right young 1e7 poisson 0.3)",
                     "1"));
  const double weight = 9.81 * sphere_mass(RADIUS);
  const Rows rows = list_of(lammps, "c");
  ASSERT_EQ(rows.size(), 2u);
  for (int n = 0; n < 2; n++) {
    EXPECT_EQ(rows[n][WALL], n + 1.0);
    EXPECT_NEAR(rows[n][NORMAL] / weight, 1.0, 1e-6);
    EXPECT_NEAR(rows[n][FX] / ((n == 0 ? 1 : -1) * weight * std::sqrt(0.75)), 1.0, 1e-6);
    const double up = rows[n][Z], across = std::fabs(rows[n][X]);
    EXPECT_NEAR(up / across, std::sqrt(3.0), 1e-2);    // on the plane
  }
}

// A cube on a cube on a floor: one contact each. The mean depth is that of a layer.
TEST_F(ContactList, OfCubes)
{
  const double depth = 1e-5;
  write_bodies(folder / "data",
               {cube_at(grist::Matrix3d::identity(), {0, 0, EDGE / 2 - depth}),
                cube_at(grist::Matrix3d::identity(), {0, 0, 1.5 * EDGE - 3 * depth})},
               -0.3, 0.3);
  LammpsSession lammps;
  lammps.run(BODIES + ("boundary f f f\nread_data " + (folder / "data")) + R"(
    pair_style polyhedron
    pair_coeff * * volume 1e9
    fix move all nve/body
    fix floor all wall/polyhedron volume 1e9 zplane 0 NULL
    compute c all contact/local by body body1 body2 wall contacts fz normal nz overlap z
    run 0
  )");
  const Rows rows = list_of(lammps, "c");
  ASSERT_EQ(rows.size(), 2u);
  for (int n = 0; n < 2; n++) {
    const double layer = (n == 0 ? 1 : 2) * depth, force = 1e9 * layer * EDGE * EDGE;
    const double up = n == 0 ? 1.0 : -1.0;    // the wall is below the first one, the other above
    EXPECT_EQ(rows[n][2], n == 0 ? 1.0 : 0.0);
    EXPECT_NEAR(rows[n][4] / (up * force), 1.0, 1e-9);
    EXPECT_NEAR(rows[n][5] / force, 1.0, 1e-9);
    EXPECT_NEAR(rows[n][6], up, 1e-12);
    EXPECT_NEAR(rows[n][7] / layer, 1.0, 1e-9);
    EXPECT_NEAR(rows[n][8], n == 0 ? -depth / 2 : EDGE - 2 * depth, 1e-9);
  }
}

/* ---------------------------------------------------------------------- */

const std::string DUMBBELLS = R"(
  units si
  boundary p p f
  newton on off
  atom_style bonded/cluster
  bond_style parallel
  comm_modify vel yes
  processors * * 1
  region box block -0.02 0.02 -0.02 0.02 0 0.06
  create_box 2 box bond/types 2
)";

// Two dumbbells that lie on the floor, one of them across a periodic face, and a third on both.
TEST(ContactListOnRanks, OfRigidDumbbellsByBody)
{
  const TestFolder folder;
  if (is_first_rank()) std::ofstream(folder / "dumbbell") << "0 0.002 0 0.002\n0 -0.002 0 0.002\n";
  MPI_Barrier(MPI_COMM_WORLD);
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(DUMBBELLS + "cluster_template dumbbell spheres " + folder / "dumbbell" +
               R"( density 2500 rigid
      bond_coeff * rigid
      create_atoms 0 single 0 0.0199 0.0019 mol dumbbell 7 rotate 0 0 0 1 units box
      create_atoms 0 single 0 0.012 0.0019 mol dumbbell 7 rotate 0 0 0 1 units box
      pair_style hertz/mindlin
      pair_coeff * * young 1e7 poisson 0.3
      neighbor_style multilevel
      neighbor 5e-4 bin
      timestep 1e-6
      fix move all rigid/cluster
      fix floor all wall/hertz/mindlin zplane 0 NULL
      compute b all contact/local by body body1 body2 wall contacts fz overlap x y z fy
      compute p all contact/local body1 body2 wall id1 id2 fz y
      run 0
    )");
    const Rows bodies = list_of(lammps, "b"), particles = list_of(lammps, "p");
    const double on_floor = hertz_stiffness(1e7) * std::sqrt(2e-3) * std::pow(1e-4, 1.5);
    const double between = hertz_stiffness(1e7) * std::sqrt(1e-3) * std::pow(1e-4, 1.5);
    if (!lammps.first()) continue;
    SCOPED_TRACE(ranks);
    EXPECT_EQ(particles.size(), 5u);
    ASSERT_EQ(bodies.size(), 3u);
    // The first one lies across the periodic face, the second beside it.
    EXPECT_EQ((std::vector<double>{bodies[0].begin(), bodies[0].begin() + 4}),
              (std::vector<double>{1, 0, 1, 2}));
    EXPECT_EQ((std::vector<double>{bodies[1].begin(), bodies[1].begin() + 4}),
              (std::vector<double>{1, 3, 0, 1}));
    EXPECT_EQ((std::vector<double>{bodies[2].begin(), bodies[2].begin() + 4}),
              (std::vector<double>{3, 0, 1, 2}));
    for (const int n : {0, 2}) {
      EXPECT_NEAR(bodies[n][4] / (2 * on_floor), 1.0, 1e-9);
      EXPECT_NEAR(bodies[n][5], 1e-4, 1e-12);
      EXPECT_NEAR(bodies[n][8], 0.0, 1e-4);
    }
    EXPECT_NEAR(bodies[0][7], 0.0199, 1e-12);    // in its middle
    EXPECT_NEAR(bodies[2][7], 0.012, 1e-12);
    EXPECT_NEAR(bodies[1][9] / between, 1.0, 1e-9);
    EXPECT_NEAR(bodies[1][7], 0.01595, 1e-9);
  }
}

const std::string LISTED_CROWD = R"(
  pair_style hertz/mindlin
  pair_coeff * * young 5e7 poisson 0.3 restitution 0.5 friction 0.4
)";
const std::string LISTS = R"(
  compute c all contact/local id1 id2 wall fx fy fz nx ny nz x y z normal tangential overlap
  compute b all contact/local by body body1 body2 wall contacts fx fy fz
  compute p all pressure NULL pair
  compute used all reduce sum c_c[4] c_b[5] inputs local
  thermo_style custom step c_p c_p[*] c_used[*]
)";

double nearest(double apart, double period)
{
  return apart - period * std::round(apart / period);
}

TEST(ContactListOnRanks, OfACrowdIsThatOfOneRankAndGivesTheVirial)
{
  Rows reference;
  for (const std::string &newton : NEWTON)
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run(newton + CROWD + LISTED_CROWD + LISTS + "run 60\n");
      const Rows rows = list_of(lammps, "c"), bodies = list_of(lammps, "b");
      const double pressure = lammps.evaluate("c_p*vol"), shear = lammps.evaluate("c_p[4]*vol");
      const auto atoms = lammps.atoms();
      if (!lammps.first()) continue;
      SCOPED_TRACE(newton + std::to_string(ranks));
      EXPECT_GT(rows.size(), 300u);
      std::map<long, const AtomSnapshot *> by_id;
      for (const auto &atom : atoms) by_id[atom.tag] = &atom;
      double trace = 0.0, xy = 0.0, force = 0.0;
      for (const auto &row : rows) {
        const AtomSnapshot &a = *by_id.at(std::lround(row[0])), &b = *by_id.at(std::lround(row[1]));
        double apart[3];
        for (int k = 0; k < 3; k++) {
          apart[k] = nearest(a.x[k] - b.x[k], 7e-3);
          trace += apart[k] * row[3 + k];
          force = std::max(force, std::fabs(row[3 + k]));
        }
        xy += apart[0] * row[4];
      }
      EXPECT_NEAR(trace / 3 / pressure, 1.0, 1e-10);
      EXPECT_NEAR(xy / shear, 1.0, 1e-9);
      ASSERT_EQ(bodies.size(), rows.size());
      for (size_t n = 0; n < rows.size(); n++)
        for (int k = 0; k < 3; k++) EXPECT_EQ(bodies[n][4 + k], rows[n][3 + k]);
      if (reference.empty()) reference = rows;
      ASSERT_EQ(rows.size(), reference.size());
      for (size_t n = 0; n < rows.size(); n++) {
        for (int k = 0; k < 3; k++) EXPECT_EQ(rows[n][k], reference[n][k]);
        for (int k = 3; k < 6; k++) EXPECT_NEAR(rows[n][k], reference[n][k], 1e-8 * force);
        for (int k = 9; k < 12; k++)
          EXPECT_NEAR(nearest(rows[n][k] - reference[n][k], 7e-3), 0.0, 1e-12);
      }
    }
}

// The crowd between two walls, before and after a restart.
TEST(ContactListOnRanks, SumsToTheForcesOnWallsAlsoAfterARestart)
{
  const TestFolder folder;
  const std::string file = folder / "restart";
  const std::string rest = LISTED_CROWD + R"(
    fix low all wall/hertz/mindlin zplane -0.47e-3 NULL young 5e7 poisson 0.3 friction 0.4
    fix high all wall/hertz/mindlin zplane NULL 6.47e-3 young 5e7 poisson 0.3 friction 0.4
  )" + LISTS +
      "thermo_style custom step f_low[*] f_high[*] c_used[*]\n";
  const auto expect_sums = [](LammpsSession &lammps) {
    double on[2][3];
    for (int k = 0; k < 3; k++) {
      on[0][k] = lammps.evaluate("f_low[" + std::to_string(k + 1) + "]");
      on[1][k] = lammps.evaluate("f_high[" + std::to_string(k + 1) + "]");
    }
    Rows rows = list_of(lammps, "c");
    if (!lammps.first()) return rows;
    double sums[2][3] = {};
    for (const auto &row : rows) {
      const int wall = static_cast<int>(row[2]);
      if (wall > 0)
        for (int k = 0; k < 3; k++) sums[wall - 1][k] += row[3 + k];
    }
    for (int wall = 0; wall < 2; wall++) {
      const double scale = std::fabs(on[wall][2]);
      EXPECT_GT(scale, 0.0);
      for (int k = 0; k < 3; k++) EXPECT_NEAR(sums[wall][k], -on[wall][k], 1e-10 * scale);
    }
    return rows;
  };
  std::string between = CROWD;
  for (const auto &[from, to] : {std::pair("boundary p p p", "boundary p p f"),
                                 std::pair("0 7 0 7 0 7", "0 7 0 7 -0.5 6.5")})
    between.replace(between.find(from), std::strlen(from), to);
  for (const int ranks : rank_counts()) {
    LammpsSession first(ranks), second(ranks);
    first.run(between + rest + "run 60\n");
    const Rows before = expect_sums(first);
    first.run("write_restart " + file);
    second.run("comm_modify vel yes\nread_restart " + file + "\n" +
               "neighbor 0.2e-3 bin\nfix move all nve/sphere\ntimestep 1e-6\n" + rest + "run 0\n");
    const Rows after = expect_sums(second);
    if (!first.first()) continue;
    ASSERT_EQ(after.size(), before.size());
    for (size_t n = 0; n < after.size(); n++)
      EXPECT_EQ(std::vector<double>(after[n].begin(), after[n].begin() + 3),
                std::vector<double>(before[n].begin(), before[n].begin() + 3));
  }
}

TEST_F(ContactList, DumpLocalWritesIt)
{
  LammpsSession lammps;
  const std::string file = folder / "contacts.dump";
  lammps.run(CROWD + LISTED_CROWD + LISTS +
             "compute one all contact/local force\ndump c all local "
             "60 " +
             file +
             " index c_c[1] c_c[2] c_c[13] c_one\ndump_modify c colname 2 id1\n"
             "run 60\nundump c\n");
  EXPECT_TRUE(has(read_file(file), "ITEM: NUMBER OF ENTRIES"));
  EXPECT_TRUE(has(read_file(file), "ITEM: ENTRIES index id1 c_c[2] c_c[13] c_one"));
}

TEST_F(ContactList, TakesTheParticlesOfItsGroup)
{
  LammpsSession lammps;
  lammps.run(CROWD + LISTED_CROWD + R"(
    group two type 2
    compute all all contact/local type1 type2
    compute two two contact/local type1 type2
    run 0
  )");
  const Rows all = list_of(lammps, "all"), two = list_of(lammps, "two");
  const auto both = std::count(all.begin(), all.end(), std::vector<double>{2, 2});
  EXPECT_GT(both, 10);
  EXPECT_LT(both, static_cast<long>(all.size()));
  EXPECT_EQ(two.size(), static_cast<size_t>(both));
}

TEST_F(ContactList, ErrorsAreOneSentence)
{
  const std::string begin = "Compute contact/local: ", compute = "compute c all contact/local";
  const auto expect_error = [&](const std::string &words, const std::string &text) {
    EXPECT_TRUE(has(error_of_crowd(LISTED_CROWD + compute + words), begin + text));
  };
  expect_error("", "value needs a value");
  expect_error(" fx force/x", "value force/x (expected id1, id2");
  expect_error(" by cluster fx", "by cluster (expected particle or body)");
  expect_error(" by body id1", "value id1 (expected body1, body2");
  EXPECT_TRUE(has(error_of_crowd("pair_style granular\npair_coeff * * hooke 500 0.5 tangential "
                                 "linear_nohistory 0 0\n" +
                                 compute + " fx\n"),
                  begin + "pair_style granular does not show its contacts"));
}

}    // namespace test_contact_list
