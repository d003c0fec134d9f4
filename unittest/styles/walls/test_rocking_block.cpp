// A block that rocks on a plane wall, on meshes and on another body.
//
// Oracles: Housner's block (Bull. Seismol. Soc. Am. 53 (1963) 403), whose impulse acts on the far
// edge and keeps least: the most that a flat floor may take, and what rails under the edges take;
// the energy balance; the run on one rank without a restart. The law has tests of its own
// (unittest/overlaps/test_rocking.cpp).

#include "styles/energy/energy_scenes.h"
#include "styles/walls/wall_scenes.h"
#include "testing/bodies.h"
#include "testing/one_rank.h"

#include "common/space.h"
#include "geometry/solids.h"
#include "overlaps/overlap_contact.h"

#include <cmath>

namespace test_rocking_block {

using namespace grist::testing;
using grist::Vector3d;

constexpr double X = 0.04, Y = 0.06, Z = 0.2, BLOCK_MASS = 2500.0 * X * Y * Z;
constexpr double INERTIA = BLOCK_MASS * (X * X + Z * Z) / 12.0;
constexpr double FIRST_IMPACT = 1.448;    // angular speed, 1/s: from the motion about an edge

double kept_by_an_edge()
{
  const double sine = X / std::hypot(X, Z);
  return 1.0 - 1.5 * sine * sine;
}

// Tilted about its lower edge at the origin, by this share of the angle at which it would fall.
BodyLine tilted_block(double share = 0.5)
{
  const auto turn = rotation_matrix(share * std::atan(X / Z), Vector3d::unit_y());
  const Vector3d at = turn * Vector3d{-0.5 * X, 0.0, 0.5 * Z};
  BodyLine block = {BLOCK_MASS, {at.x, at.y, at.z}, {}, 0.0};
  for (const Vector3d &corner : grist::solids::box(X, Y, Z).vertices()) {
    const Vector3d v = turn * corner;
    block.vertices.push_back({v.x, v.y, v.z});
  }
  return block;
}

// A heavy body whose upper face is the plane z = 0.
BodyLine slab()
{
  BodyLine body = {1e6, {0.0, 0.0, -0.05}, {}, 0.0};
  for (const Vector3d &v : grist::solids::box(0.3, 0.3, 0.1).vertices())
    body.vertices.push_back({v.x, v.y, v.z});
  return body;
}

// One of two rails 2 mm wide under the lower edges of the block, with its top at z = 0.
grist::Mesh rail(double x)
{
  return block_mesh({x - 1e-3, -0.05, -0.01}, {x + 1e-3, 0.05, 0.0});
}

std::string on_mesh(const std::string &mesh, const std::string &law,
                    const std::string &name = "floor")
{
  return "fix " + name + " all wall/mesh " + mesh + " sides one model polyhedron " + law +
      " friction 0.9\n";
}
// The rails are two walls, one mesh, or a sheet with bars from rail to rail beside the block.
enum class Rails { WALLS, MESH, FRAME };

std::string on_rails(MeshFiles &files, const std::string &law, Rails as = Rails::MESH)
{
  if (as == Rails::WALLS)
    return on_mesh(files.text(rail(0.0), "right.stl"), law, "right") +
        on_mesh(files.text(rail(-X), "left.stl"), law, "left");
  grist::Mesh both;
  if (as == Rails::MESH) {
    for (const grist::Mesh &one : {rail(0.0), rail(-X)})
      for (const auto &face : one.faces)
        add_facet(both, one.vertices[face[0]], one.vertices[face[1]], one.vertices[face[2]]);
  } else {
    const double x[] = {-X - 1e-3, -X + 1e-3, -1e-3, 1e-3}, y[] = {-0.06, -0.04, 0.04, 0.06};
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        if (i != 1 || j != 1)
          add_quad(both, {x[i], y[j], 0.0}, {x[i + 1], y[j], 0.0}, {x[i + 1], y[j + 1], 0.0},
                   {x[i], y[j + 1], 0.0});
  }
  return on_mesh(files.text(both, "rails.stl"), law);
}
std::string on_plane(const std::string &law)
{
  return "fix floor all wall/polyhedron " + law + " friction 0.9 zplane 0 NULL\n";
}

const std::string FIXES = "neighbor 0.01 bin\ntimestep 2e-6\nfix move block leapfrog/body\n"
                          "fix weight block gravity 9.81 vector 0 0 -1\n" +
    std::string(REPORT);

// Lines before those of the floor.
std::string scene(const std::string &data, const std::string &law)
{
  return "units si\nnewton off\nboundary f f f\natom_style body polyhedron 4 8\nread_data " + data +
      "\npair_style polyhedron\npair_coeff * * " + law + " friction 0.9\ngroup block id 1\n" +
      FIXES;
}

class RockingBlock : public OneRankTest {
 protected:
  MeshFiles files;

  std::string scene_of(const std::vector<BodyLine> &bodies, const std::string &law)
  {
    write_bodies(folder / "data", bodies, -0.3, 0.3);
    return scene(folder / "data", law);
  }

  // Angular speeds at the first impacts: the largest between changes of sign, as nothing is lost
  // there.
  std::vector<double> impacts(const std::string &lines, size_t count = 2)
  {
    LammpsSession lammps;
    lammps.run(lines + "\nrun 0\n");
    std::vector<double> peaks(count, 0.0);
    double greatest = 0.0, sign = -1.0;
    size_t impact = 0;
    for (size_t n = 0; n < 2000 * count && impact < count; n++) {
      lammps.run("run 100 pre no post no");
      const double omega = sign * bodies(lammps).front().angmom[1] / INERTIA;
      peaks[impact] = std::max(peaks[impact], omega);
      if (omega > -0.1) continue;
      impact++;
      sign = -sign;
    }
    const Balance now = balance_of(lammps);
    for (const double entry : now.entry) greatest = std::max(greatest, std::fabs(entry));
    EXPECT_NEAR(now.drift, 0.0, 3e-5 * greatest);    // falls with the step
    return peaks;
  }
};

const std::string LAWS[] = {"volume 1e11 restitution 0.05", "volume 1e11 restitution 0.5",
                            "energy 1e16 restitution 0.3", "volume 1e11 hysteretic 0.3",
                            "energy 1e16 hysteretic 0.3"};

TEST_F(RockingBlock, KeepsOnAFlatFloorAtLeastWhatAnEdgeLeaves)
{
  const std::string mesh = files.text(random_plate(8, 0.25, 1));
  for (const std::string &law : LAWS) {
    const auto alone = scene_of({tilted_block()}, law);
    for (const std::string &floor : {on_plane(law), on_mesh(mesh, law), std::string()}) {
      if (floor != on_plane(law) && law != LAWS[1] && law != LAWS[4]) continue;    // a second each
      const auto lines = floor.empty() ? scene_of({tilted_block(), slab()}, law) : alone + floor;
      SCOPED_TRACE(lines);
      const auto peaks = impacts(lines);
      EXPECT_NEAR(peaks[0], FIRST_IMPACT, 0.015 * FIRST_IMPACT);
      EXPECT_GE(peaks[1] / peaks[0], kept_by_an_edge() - 0.01);
      EXPECT_LE(peaks[1] / peaks[0], 1.0);
    }
  }
}

TEST_F(RockingBlock, KeepsAtEachOfSeveralImpactsAtLeastWhatAnEdgeLeaves)
{
  for (const std::string &law : {LAWS[0], LAWS[4]}) {
    SCOPED_TRACE(law);
    const auto peaks = impacts(scene_of({tilted_block()}, law) + on_plane(law), 5);
    for (size_t n = 1; n < peaks.size(); n++) {
      EXPECT_GE(peaks[n] / peaks[n - 1], kept_by_an_edge() - 0.01) << n;
      EXPECT_LE(peaks[n] / peaks[n - 1], 1.0) << n;
    }
  }
}

// One evaluation: the pressure of spring and dashpot would pull on a part of the face.
TEST_F(RockingBlock, PressesNowhereWithATension)
{
  constexpr double DEPTH = 1e-7, OMEGA = 1.0, STIFFNESS = 1e11;
  BodyLine block = {BLOCK_MASS, {0.0, 0.0, 0.5 * Z - DEPTH}, {}, 0.0};
  for (const Vector3d &v : grist::solids::box(X, Y, Z).vertices())
    block.vertices.push_back({v.x, v.y, v.z});
  grist::OverlapContactLaw law;
  law.set_restitution(0.05);
  const double dashpot = 2.0 * law.damping_ratio * std::sqrt(BLOCK_MASS * STIFFNESS * X * Y);
  const double pressed = STIFFNESS * X * Y * DEPTH, swing = 0.5 * X * dashpot * OMEGA;
  ASSERT_LT(pressed, swing);
  const double expected = 0.25 * swing * std::pow(1.0 + pressed / swing, 2);
  LammpsSession lammps;
  lammps.run(scene_of({block}, LAWS[0]) + on_plane(LAWS[0]) + "set atom 1 angmom 0 " +
             std::to_string(INERTIA * OMEGA) + " 0\nrun 0\n");
  EXPECT_NEAR(std::fabs(lammps.evaluate("f_floor[3]")), expected, 0.01 * expected);
}

TEST_F(RockingBlock, KeepsOnRailsUnderItsEdgesWhatAnEdgeLeaves)
{
  for (const Rails as : {Rails::MESH, Rails::FRAME, Rails::WALLS})
    for (const std::string &law : LAWS) {
      if (as != Rails::MESH && law != LAWS[0] && law != LAWS[4]) continue;    // a second each
      SCOPED_TRACE(law + (as == Rails::WALLS ? " walls" : as == Rails::MESH ? " mesh" : " frame"));
      const auto peaks = impacts(scene_of({tilted_block()}, law) + on_rails(files, law, as));
      EXPECT_NEAR(peaks[0], FIRST_IMPACT, 0.015 * FIRST_IMPACT);
      EXPECT_NEAR(peaks[1] / peaks[0], kept_by_an_edge(), 0.015 * kept_by_an_edge());
    }
}

// The block is let go near its rest, and hits the floor 24 ms later; the file is written in the
// impact.
TEST(RockingBlocks, RanksAndRestartsAgree)
{
  MeshFiles files;
  const std::string data = files.folder / "data", file = files.folder / "half";
  const auto same = [](const std::vector<BodySnapshot> &one, const std::vector<BodySnapshot> &two) {
    return !is_first_rank() || (one.size() > 0 && largest_difference(one, two) < 1e-9);
  };
  for (const bool rails : {false, true}) {
    const std::string law = rails ? "volume 1e11 hysteretic 0.3" : "energy 1e16 restitution 0.3";
    const std::string floor = rails ? on_rails(files, law) : "";
    auto given = std::vector<BodyLine>{tilted_block(0.02)};
    if (!rails) given.push_back(slab());
    if (is_first_rank()) write_bodies(data, given, -0.3, 0.3);
    MPI_Barrier(MPI_COMM_WORLD);
    LammpsSession alone(1);
    alone.run(scene(data, law) + floor + "run 11930\nrun 100\n");
    const auto expected = bodies(alone);
    for (const int ranks : rank_counts()) {
      LammpsSession first(ranks), second(ranks);
      first.run(scene(data, law) + floor + "run 11930\nwrite_restart " + file + "\nrun 100\n");
      second.run("newton off\nread_restart " + file + "\n" + FIXES + floor + "run 100\n");
      EXPECT_TRUE(same(expected, bodies(first))) << law << ' ' << ranks;
      EXPECT_TRUE(same(expected, bodies(second))) << law << ' ' << ranks;
    }
  }
}

}    // namespace test_rocking_block
