// Body style polyhedron in LAMMPS: what it makes of vertices, and that it keeps it.
//
// Oracles: mass properties of a box in closed form; what was written is read; a free body keeps
// angular momentum and energy; straight flight; the same trajectory on any number of ranks.

#include "common/space.h"
#include "testing/bodies.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include "atom.h"
#include "atom_vec_body.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace test_body_polyhedron {

using namespace grist::testing;
using grist::Vector3d;
using grist::vector_at;
using LAMMPS_NS::AtomVecBody;

constexpr double ROUNDING = 1e-12;    // of values that went through files or a change of frame

const char *const SYSTEM = R"(
  units si
  atom_style body polyhedron 4 20
  atom_modify map array
  boundary p p p
  comm_modify vel yes cutoff 0.5
)";

const char *const NO_FORCES = R"(
  pair_style zero 0.4
  pair_coeff * *
  neighbor 0.05 bin
)";

const grist::Quaterniond TURN = normalized(grist::Quaterniond{0.7, -0.3, 0.5, 0.2});
const Vector3d EDGES{0.1, 0.2, 0.3};

// A rotated box about `center`.
std::vector<std::array<double, 3>> box_vertices(const Vector3d &center = Vector3d::zero(),
                                                const Vector3d &edges = EDGES)
{
  std::vector<std::array<double, 3>> vertices;
  for (int k = 0; k < 8; k++) {
    const Vector3d corner{k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, k & 4 ? 0.5 : -0.5};
    const Vector3d place = center + TURN * product(corner, edges);
    vertices.push_back({place[0], place[1], place[2]});
  }
  return vertices;
}

// A box whose centroid is off its atom's position, an irregular body, a sphere.
std::vector<BodyLine> three_bodies()
{
  return {
      {6.0, {0.1, 0.2, -0.3}, box_vertices({0.02, -0.03, 0.01})},
      {2.0,
       {-0.5, 0.4, 0.3},
       {{0.0, 0.0, 0.0}, {0.2, 0.02, 0.0}, {0.03, 0.25, 0.0}, {0.1, 0.05, 0.15}, {0.1, 0.1, -0.1}}},
      {4.0, {0.6, -0.6, 0.95}, {}, 0.15}};
}

double nearest_vertex(const BodySnapshot &body, const Vector3d &place)
{
  double nearest = HUGE_VAL;
  for (const auto &vertex : body.vertices)
    nearest = std::min(nearest, norm(vector_at(vertex.data()) - place));
  return nearest;
}

// Each body moves, and rotates about an axis that is not a principal axis.
const char *const MOTION = R"(
  velocity all set 30.0 -17.0 23.0
  set atom 1 angmom 0.3 0.2 -0.1
  set atom 2 angmom -0.02 0.03 0.01
  set atom 3 angmom 0.1 0.0 0.2
  fix move all nve/body
  timestep 1e-4
)";

class BodyPolyhedronStyle : public testing::TestWithParam<int> {
 protected:
  void SetUp() override
  {
    if (GetParam() > world_size()) GTEST_SKIP() << "needs more ranks";
  }
  TestFolder folder;
  std::string start(const std::string &data = "data")
  {
    return SYSTEM + ("read_data " + (folder / data)) + NO_FORCES;
  }
};

INSTANTIATE_TEST_SUITE_P(Ranks, BodyPolyhedronStyle, testing::Values(1, 2, 4));

TEST_P(BodyPolyhedronStyle, HasTheMassPropertiesOfATurnedBox)
{
  write_bodies(folder / "data", three_bodies(), -1, 1);
  LammpsSession lammps(GetParam());
  lammps.run(start());
  const auto all = bodies(lammps);
  if (!lammps.first()) return;
  ASSERT_EQ(all.size(), 3u);
  const BodySnapshot &box = all[0], &sphere = all[2];

  EXPECT_EQ(box.mass, 6.0);
  EXPECT_NEAR(box.radius, 0.5 * norm(EDGES), ROUNDING);
  const Vector3d center = Vector3d{0.1, 0.2, -0.3} + Vector3d{0.02, -0.03, 0.01};
  EXPECT_LT(norm(vector_at(box.x.data()) - center), ROUNDING);
  Vector3d moments = vector_at(box.inertia.data());
  std::sort(moments.data(), moments.data() + 3);
  const Vector3d squares = product(EDGES, EDGES);
  EXPECT_NEAR(moments[0], 6.0 / 12.0 * (squares[0] + squares[1]), ROUNDING);
  EXPECT_NEAR(moments[1], 6.0 / 12.0 * (squares[0] + squares[2]), ROUNDING);
  EXPECT_NEAR(moments[2], 6.0 / 12.0 * (squares[1] + squares[2]), ROUNDING);
  ASSERT_EQ(box.vertices.size(), 8u);
  for (const auto &vertex : box_vertices())
    EXPECT_LT(nearest_vertex(box, vector_at(vertex.data())), ROUNDING);

  // The turn is that of the axes which the moments belong to.
  const grist::Quaterniond turn{box.quat[0], box.quat[1], box.quat[2], box.quat[3]};
  const Vector3d squared_edges{squares[1] + squares[2], squares[0] + squares[2],
                               squares[0] + squares[1]};
  const grist::Matrix3d inertia = rotation_matrix(turn) *
      grist::Matrix3d::diagonal(vector_at(box.inertia.data())) * transposed(rotation_matrix(turn)),
                        expected = rotation_matrix(TURN) *
      grist::Matrix3d::diagonal(0.5 * squared_edges) * transposed(rotation_matrix(TURN));
  EXPECT_LT(norm(inertia - expected), ROUNDING);

  EXPECT_EQ(sphere.vertices.size(), 0u);
  EXPECT_EQ(sphere.radius, 0.15);
  for (const double moment : sphere.inertia) EXPECT_NEAR(moment, 0.4 * 4.0 * 0.0225, ROUNDING);
}

TEST_P(BodyPolyhedronStyle, IsTheSameAfterWriteDataAndReadData)
{
  write_bodies(folder / "data", three_bodies(), -1, 1);
  LammpsSession first(GetParam()), second(GetParam());
  first.run(start() + MOTION + "run 50\nwrite_data " + (folder / "again") + " nocoeff");
  second.run(start("again"));
  EXPECT_LT(largest_difference(bodies(first), bodies(second)), ROUNDING);
}

TEST_P(BodyPolyhedronStyle, ContinuesFromARestart)
{
  write_bodies(folder / "data", three_bodies(), -1, 1);
  LammpsSession first(GetParam()), second(GetParam());
  first.run(start() + MOTION + "run 50\nwrite_restart " + (folder / "restart"));
  // boundary and style are in the file
  second.run("comm_modify vel yes cutoff 0.5\nread_restart " + (folder / "restart") + NO_FORCES);
  EXPECT_LT(largest_difference(bodies(first), bodies(second)), ROUNDING);
  const std::string on = "fix move all nve/body\ntimestep 1e-4\nrun 50";
  first.run("run 50");
  second.run(on);
  EXPECT_LT(largest_difference(bodies(first), bodies(second)), ROUNDING);
}

TEST_P(BodyPolyhedronStyle, KeepsAngularMomentumAndEnergyOfAFreeBody)
{
  write_bodies(folder / "data", three_bodies(), -1, 1);
  LammpsSession lammps(GetParam());
  lammps.run(start() + MOTION);
  const auto before = bodies(lammps);
  lammps.run("run 2000");
  const auto after = bodies(lammps);
  if (!lammps.first()) return;

  // Angular momentum is a state of the integrator, energy has its error of second order in the
  // step: 1e-4 s where a turn takes 1 s and more.
  constexpr double ENERGY_ERROR = 1e-6;
  for (size_t n = 0; n < before.size(); n++) {
    EXPECT_EQ(before[n].angmom, after[n].angmom);
    EXPECT_NEAR(after[n].rotational_energy() / before[n].rotational_energy(), 1.0, ENERGY_ERROR);
    const Vector3d flight = vector_at(after[n].x.data()) - vector_at(before[n].x.data());
    EXPECT_LT(norm(flight - 0.2 * Vector3d{30.0, -17.0, 23.0}), 1e-9);
  }
  double turned = 0.0;
  for (int k = 0; k < 4; k++) turned += std::fabs(before[0].quat[k] - after[0].quat[k]);
  EXPECT_GT(turned, 0.1);
}

TEST_P(BodyPolyhedronStyle, FliesFromRankToRank)
{
  write_bodies(folder / "data", three_bodies(), -1, 1);
  LammpsSession alone(1), lammps(GetParam());
  for (LammpsSession *session : {&alone, &lammps})
    session->run(start() + MOTION + "neigh_modify every 1 delay 0 check yes\nrun 3000");
  const auto expected = bodies(alone), found = bodies(lammps);
  if (!lammps.first()) return;
  EXPECT_LT(largest_difference(expected, found), ROUNDING);
}

TEST_P(BodyPolyhedronStyle, ComputeBodyLocalGivesVertices)
{
  write_bodies(folder / "data", three_bodies(), -1, 1);
  LammpsSession lammps(GetParam());
  lammps.run(start() + R"(
    compute corners all body/local id 1 2 3
    compute count all reduce sum c_corners[1] inputs local
    compute least all reduce min c_corners[2] inputs local
    compute z all reduce max c_corners[4] inputs local
    thermo_style custom step c_count c_least c_z
    run 0
  )");
  const auto all = bodies(lammps);
  const double ids = lammps.evaluate("c_count"), least = lammps.evaluate("c_least"),
               most = lammps.evaluate("c_z");
  if (!lammps.first()) return;
  EXPECT_EQ(ids, 8 * 1 + 5 * 2 + 1 * 3);
  double expected = HUGE_VAL;
  for (const BodySnapshot &body : all)
    for (const auto &vertex : body.vertices) expected = std::min(expected, body.x[0] + vertex[0]);
  EXPECT_NEAR(least, expected, ROUNDING);
  EXPECT_NEAR(most, 0.95, ROUNDING);    // of the sphere: its centre
}

TEST_P(BodyPolyhedronStyle, IsDrawnByDumpImage)
{
  write_bodies(folder / "data", three_bodies(), -1, 1);
  LammpsSession lammps(GetParam());
  const std::string dump = "dump picture all image 10 " + (folder / "picture.*.ppm") +
      " type type size 100 100 body type ";
  lammps.run(start() + dump + "0 0\nrun 0\nundump picture");
  const std::string thin = lammps.first() ? read_file(folder / "picture.0.ppm") : "";
  lammps.run(dump + "0.1 0\nrun 0\nundump picture");
  if (!lammps.first()) return;
  EXPECT_GT(thin.size(), 30000u);
  EXPECT_TRUE(thin != read_file(folder / "picture.0.ppm"));    // flag1 is the diameter of the edges
}

TEST_P(BodyPolyhedronStyle, GhostsHaveTheOrientationOfTheirOwners)
{
  write_bodies(folder / "data", three_bodies(), -1, 1);
  LammpsSession lammps(GetParam());
  lammps.run(start() + MOTION + "neigh_modify every 20 delay 0 check no\nrun 130");
  const auto owners = bodies(lammps);
  if (!lammps.first()) return;
  const auto ghosts = ghosts_of_rank(lammps);
  EXPECT_GT(ghosts.size(), 0u);
  for (const BodySnapshot &ghost : ghosts) {
    const BodySnapshot &owner = owners[ghost.tag - 1];
    ASSERT_EQ(ghost.shape_vertices, owner.shape_vertices);
    EXPECT_EQ(ghost.vertices, owner.vertices);
    EXPECT_EQ(ghost.inertia, owner.inertia);
    EXPECT_EQ(ghost.radius, owner.radius);
  }
}

// Bodies fly from rank to rank, so that their numbers change. On one rank the owner of each ghost
// is there.
TEST_P(BodyPolyhedronStyle, GhostsShareTheVerticesOfTheirOwners)
{
  LammpsSession lammps(GetParam());
  lammps.run(SYSTEM +
             std::string("region all block -1 1 -1 1 -1 1\ncreate_box 1 all\n"
                         "create_polyhedra 60 region all shape random cuts 3 size uniform 0.1 0.2 "
                         "density 1\npair_style polyhedron\npair_coeff * * volume 1\n"
                         "neighbor 0.05 bin\nvelocity all create 1e25 4711 loop geom\n"
                         "fix move all nve/body\ntimestep 1e-4\nrun 200\n"));
  const auto owners = bodies(lammps);
  if (!lammps.here()) return;
  LAMMPS_NS::Atom *const atom = lammps.lammps()->atom;
  auto *const avec = dynamic_cast<AtomVecBody *>(atom->avec);
  const int *const first = atom->body + atom->nlocal;
  const auto shared =
      std::count_if(first, first + atom->nghost, [&](int n) { return avec->bonus[n].dindex < 0; });
  if (GetParam() == 1) { EXPECT_EQ(shared, atom->nghost); }
  if (!lammps.first()) return;
  const auto ghosts = ghosts_of_rank(lammps);
  EXPECT_GT(ghosts.size(), 20u);
  for (const BodySnapshot &ghost : ghosts)
    EXPECT_EQ(ghost.vertices, owners[ghost.tag - 1].vertices) << ghost.tag;
}

// LAMMPS then gives back the memory of bodies that stay, and the next ones were written over them.
TEST_P(BodyPolyhedronStyle, KeepsShapesWhereBodiesComeAfterAtomsWereDeletedWithGhostsAround)
{
  const std::string body = " shape random cuts 3 size uniform 0.1 0.2 density 1 seed ";
  for (const std::string deleted : {"region right", "group all"}) {
    LammpsSession lammps(GetParam());
    lammps.run(SYSTEM +
               std::string("region all block -1 1 -1 1 -1 1\n"
                           "region right block 0 1 -1 1 -1 1\n"
                           "create_box 1 all\ncreate_polyhedra 60 region all") +
               body +
               "1\npair_style polyhedron\npair_coeff * * volume 1\nneighbor 0.05 bin\n"
               "run 0\ndelete_atoms " +
               deleted + " compress no\n");
    const auto left = bodies(lammps);
    lammps.run("create_polyhedra 60 region all" + body + "2\nrun 0\n");
    auto now = bodies(lammps);
    if (!lammps.first()) continue;
    ASSERT_EQ(now.size(), left.size() + 60u) << deleted;
    for (const BodySnapshot &one : now) {
      double farthest = 0.0;
      for (const auto &vertex : one.vertices)
        farthest = std::max(farthest, norm(vector_at(vertex.data())));
      EXPECT_NEAR(farthest, one.radius, ROUNDING) << deleted << " " << one.tag;
    }
    now.resize(left.size());
    EXPECT_LT(largest_difference(left, now), ROUNDING) << deleted;
  }
}

class BodyPolyhedronErrors : public OneRankTest {
 protected:
  std::string error_of_body(const std::string &text)
  {
    std::ofstream file(folder / "data");
    file << "a body\n\n1 atoms\n1 bodies\n1 atom types\n-1 1 xlo xhi\n-1 1 ylo yhi\n-1 1 zlo zhi\n"
            "\nAtoms # body\n\n1 1 1 2.5 0 0 0\n\nBodies\n\n1 "
         << text << "\n";
    file.close();
    LammpsSession lammps;
    return lammps.error_of(SYSTEM + ("read_data " + (folder / "data")));
  }
  std::string error_of_style(const std::string &words)
  {
    LammpsSession lammps;
    return lammps.error_of("atom_style body polyhedron" + words);
  }
};

TEST_F(BodyPolyhedronErrors, RefuseInvalidBodies)
{
  const std::string tetrahedron = "0 0 0\n1 0 0\n0 1 0\n0 0 1";
  EXPECT_EQ(error_of_body("1 12\n4\n" + tetrahedron), "");
  EXPECT_TRUE(has(error_of_body("2 12\n4 0\n" + tetrahedron),
                  "0 vertices of part 2 of 2 of a body (expected 4 or more)"));
  const std::string beside = "\n0 0 0\n-1 0 0\n0 1 0\n0 0 1",
                    apart = "\n2 0 0\n3 0 0\n2 1 0\n2 0 1";
  EXPECT_EQ(error_of_body("2 24\n4 4\n" + tetrahedron + beside), "");
  EXPECT_EQ(error_of_body("3 24\n0 4 4\n" + tetrahedron + beside), "");
  EXPECT_EQ(error_of_body("2 12\n0 4\n" + tetrahedron), "");
  EXPECT_TRUE(has(error_of_body("3 12\n0 4 0\n" + tetrahedron),
                  "0 vertices of part 2 of 2 of a body (expected 4 or more)"));
  EXPECT_TRUE(has(error_of_body("2 24\n4 4\n" + tetrahedron + apart),
                  "parts 1 and 2 are not connected by common faces (a body is one piece)"));
  EXPECT_TRUE(has(error_of_body("3 36\n4 4 4\n" + tetrahedron + beside +
                                "\n0.1 0.1 0.1\n1 0 0\n"
                                "0 1 0\n0 0 1"),
                  "are not connected by common faces"));
  EXPECT_TRUE(has(error_of_body("1 9\n3\n0 0 0\n1 0 0\n0 1 0"), "3 vertices (expected 0"));
  std::string many = "1 63\n21\n";
  for (int n = 0; n < 21; n++) many += "0 0 0\n";
  EXPECT_TRUE(has(error_of_body(many), "21 vertices (expected 0 for a sphere, or 4 to 20"));
  EXPECT_TRUE(has(error_of_body("1 12\n-4\n" + tetrahedron), "-4 vertices"));
  EXPECT_TRUE(
      has(error_of_body("1 12\n5\n" + tetrahedron), "12 coordinates for 5 vertices (expected 15)"));
  EXPECT_TRUE(has(error_of_body("1 12\n4\n0 0 0\n1 0 0\n0 1 0\n1 1 0"),
                  "Body style polyhedron: "));    // flat
  EXPECT_TRUE(has(error_of_body("1 12\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 nan"), "instead of 'nan'"));
  EXPECT_TRUE(has(error_of_body("1 2\n0\n1 2"), "2 numbers for a sphere (expected 1"));
  EXPECT_TRUE(has(error_of_body("1 1\n0\n0"), "radius 0 of a sphere"));
  EXPECT_TRUE(has(error_of_body("1 1\n0\n-0.5"), "radius -0.5 of a sphere"));
  EXPECT_EQ(error_of_body("1 1\n0\n0.5"), "");
}

TEST_F(BodyPolyhedronErrors, RefuseWrongArguments)
{
  EXPECT_TRUE(has(error_of_style(""), "takes two arguments"));
  EXPECT_TRUE(has(error_of_style(" 4"), "takes two arguments"));
  EXPECT_TRUE(has(error_of_style(" 4 8 9"),
                  "takes two arguments: the least and the largest number "
                  "of vertices of a body (now: 3)"));
  EXPECT_TRUE(has(error_of_style(" 3 8"), "Nmin 3 (must be >= 4)"));
  EXPECT_TRUE(has(error_of_style(" 8 7"), "Nmax 7 (must be >= 8)"));
  EXPECT_TRUE(has(error_of_style(" 4 many"), "many"));
  EXPECT_EQ(error_of_style(" 4 4"), "");
}

}    // namespace test_body_polyhedron
