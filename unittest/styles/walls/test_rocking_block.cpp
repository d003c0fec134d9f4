// A block that rocks on a plane wall, on meshes and on another body.
//
// Oracles: Housner's block (Bull. Seismol. Soc. Am. 53 (1963) 403), whose impulse acts on the far
// edge and keeps least: the most that a flat floor may take, and what rails under the edges take; the
// account of energy. The law has tests of its own (unittest/overlaps/test_rocking.cpp).

#include "styles/energy/energy_scenes.h"
#include "styles/walls/wall_scenes.h"
#include "testing/bodies.h"
#include "testing/one_rank.h"

#include "common/space.h"
#include "geometry/solids.h"

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

// Tilted about its lower edge at the origin by half of the angle at which it would fall over.
BodyLine tilted_block()
{
  const auto turn = rotation_matrix(0.5 * std::atan(X / Z), Vector3d::unit_y());
  const Vector3d at = turn * Vector3d{-0.5 * X, 0.0, 0.5 * Z};
  BodyLine block = {BLOCK_MASS, {at.x, at.y, at.z}, {}, 0.0};
  for (const Vector3d &corner : grist::solids::box(X, Y, Z).vertices()) {
    const Vector3d v = turn * corner;
    block.vertices.push_back({v.x, v.y, v.z});
  }
  return block;
}

class RockingBlock : public OneRankTest {
 protected:
  MeshFiles files;

  std::string scene(const std::vector<BodyLine> &bodies, const std::string &law,
                    const std::string &floor)
  {
    write_bodies(folder / "data", bodies, -0.3, 0.3);
    return "units si\nnewton off\nboundary f f f\natom_style body polyhedron 4 8\nread_data " +
        (folder / "data") + "\npair_style polyhedron\npair_coeff * * " + law +
        " coulomb 0.9\ngroup block id 1\nneighbor 0.01 bin\nfix weight block gravity 9.81 vector 0 "
        "0 -1\n"
        "fix move block leapfrog/body\n" +
        REPORT + floor + "\ntimestep 2e-6\n";
  }

  // Angular speeds at the first two impacts.
  std::array<double, 2> impacts(const std::string &lines)
  {
    LammpsSession lammps;
    lammps.run(lines + "\nrun 0\n");
    std::array<double, 2> peaks = {0.0, 0.0};
    double greatest = 0.0;
    for (int n = 0, impact = 0; n < 4000 && impact < 2; n++) {
      lammps.run("run 100 pre no post no");
      const double omega = bodies(lammps).front().angmom[1] / INERTIA * (impact == 0 ? -1.0 : 1.0);
      peaks[impact] = std::max(peaks[impact], omega);
      if (omega < -0.1) impact++;
    }
    const Balance now = balance_of(lammps);
    for (const double entry : now.entry) greatest = std::max(greatest, std::fabs(entry));
    EXPECT_NEAR(now.drift, 0.0, 1e-5 * greatest);
    return peaks;
  }
};

const std::string LAWS[] = {"volume 1e11 restitution 0.05", "volume 1e11 restitution 0.5",
                            "energy 1e16 restitution 0.3", "volume 1e11 hysteretic 0.3",
                            "energy 1e16 hysteretic 0.3"};

TEST_F(RockingBlock, KeepsOnAFlatFloorAtLeastWhatAnEdgeLeaves)
{
  const std::string mesh = files.text(random_plate(8, 0.25, 1));
  BodyLine slab = {1e6, {0.0, 0.0, -0.05}, {}, 0.0};
  for (const Vector3d &v : grist::solids::box(0.3, 0.3, 0.1).vertices())
    slab.vertices.push_back({v.x, v.y, v.z});
  for (const std::string &law : LAWS) {
    const std::string whole = law + " coulomb 0.9";
    const std::string scenes[] = {
        scene({tilted_block()}, law, "fix floor all wall/polyhedron " + whole + " zplane 0 NULL"),
        scene({tilted_block()}, law,
              "fix floor all wall/mesh " + mesh + " sides one model polyhedron " + whole),
        scene({tilted_block(), slab}, law, "")};
    for (const std::string &lines : scenes) {
      SCOPED_TRACE(lines);
      const auto peaks = impacts(lines);
      EXPECT_NEAR(peaks[0], FIRST_IMPACT, 0.015 * FIRST_IMPACT);
      EXPECT_GE(peaks[1] / peaks[0], kept_by_an_edge() - 0.01);
      EXPECT_LE(peaks[1] / peaks[0], 1.0);
    }
  }
}

TEST_F(RockingBlock, KeepsOnRailsUnderItsEdgesWhatAnEdgeLeaves)
{
  const double half = 1e-3;
  grist::Mesh rails = block_mesh({-half, -0.05, -0.01}, {half, 0.05, 0.0});
  const grist::Mesh other = block_mesh({-X - half, -0.05, -0.01}, {-X + half, 0.05, 0.0});
  const int first = static_cast<int>(rails.vertices.size());
  rails.vertices.insert(rails.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (auto face : other.faces) {
    for (int &corner : face) corner += first;
    rails.faces.push_back(face);
  }
  const std::string mesh = files.text(rails);
  for (const std::string &law : LAWS) {
    SCOPED_TRACE(law);
    const auto peaks = impacts(scene({tilted_block()}, law,
                                     "fix floor all wall/mesh " + mesh +
                                         " sides one model polyhedron " + law + " coulomb 0.9"));
    EXPECT_NEAR(peaks[0], FIRST_IMPACT, 0.015 * FIRST_IMPACT);
    EXPECT_NEAR(peaks[1] / peaks[0], kept_by_an_edge(), 0.015 * kept_by_an_edge());
  }
}

}    // namespace test_rocking_block
