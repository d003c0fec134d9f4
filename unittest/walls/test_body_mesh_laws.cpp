// Contacts of convex bodies with meshes: what laws need of them.
//
// Oracles: finite differences of volumes and energies; steps along paths that are made smaller and
// smaller.

#include "walls/body_on_mesh.h"

#include "walls/body_mesh_scenes.h"

#include <gtest/gtest.h>

#include <functional>

namespace grist {
namespace test_body_mesh_laws {

using testing::add_quad;
using testing::as_mesh;
using testing::block_mesh;
using testing::BodyOnMesh;
using testing::bumpy;
using testing::floor_of_cells;
using testing::stone;
using testing::tube;

// Central differences of a function of the pose, by a shift and by a rotation about the position of
// the body.
struct Gradient {
  Vector3d shift, turn;
};
Gradient gradient(const std::function<double(const Pose &)> &value, const Pose &at, double radius)
{
  const double step = 1e-5;
  Gradient result;
  for (int d = 0; d < 3; d++) {
    const Vector3d axis = Vector3d::unit(d);
    const auto moved_by = [&](double h) {
      return value({at.position + h * radius * axis, at.rotation});
    };
    const auto turned_by = [&](double h) {
      return value({at.position, turn(h, axis) * at.rotation});
    };
    result.shift[d] = (moved_by(step) - moved_by(-step)) / (2.0 * step * radius);
    result.turn[d] = (turned_by(step) - turned_by(-step)) / (2.0 * step);
  }
  return result;
}

std::vector<Mesh> rough_meshes()
{
  std::vector<Mesh> meshes = {bumpy(4, 0.15, 3), bumpy(9, 0.05, 4),
                              as_mesh(solids::octahedron(1.0)),
                              block_mesh({-0.5, -0.5, -0.4}, {0.5, 0.5, 0.1}, 2)};
  Mesh corner;
  add_quad(corner, {0, -1, 0}, {1, -1, 0}, {1, 1, 0}, {0, 1, 0});
  add_quad(corner, {0, -1, 0}, {0, 1, 0}, {-0.3, 1, 1}, {-0.3, -1, 1});
  meshes.push_back(corner);
  return meshes;
}

// Poses with several contacts.
void at_places(BodyOnMesh &mesh, int count,
               const std::function<void(const ConvexPolyhedron &, const Pose &)> &test)
{
  Scenes scenes(7);
  int done = 0;
  for (int k = 0; k < 200 * count && done < count; k++) {
    const ConvexPolyhedron body = stone(k % 10).scaled(0.2);
    const Pose pose{{scenes.uniform(-0.6, 0.6), scenes.uniform(-0.6, 0.6), scenes.uniform(0, 0.6)},
                    scenes.rotation()};
    if (mesh.at(body, pose).size() < 2) continue;
    if (mesh.at(body, pose)[0].overlap.volume > 0.3 * body.volume()) continue;
    done++;
    test(body, pose);
  }
  EXPECT_EQ(done, count);
}

// The volume of a contact grows by its area vector and by torque_a().
TEST(BodyMeshLaws, AreaVectorsAreGradientsOfVolumes)
{
  for (const Mesh &soup : rough_meshes()) {
    BodyOnMesh mesh(soup);
    at_places(mesh, 40, [&](const ConvexPolyhedron &body, const Pose &pose) {
      const double r2 = body.radius() * body.radius();
      const std::vector<PlateContact> contacts = mesh.at(body, pose);
      for (const PlateContact &c : contacts) {
        if (c.volume < 1e-4 * body.volume()) continue;
        const auto volume = [&](const Pose &there) {
          for (const PlateContact &now : mesh.at(body, there))
            if (now.plate == c.plate) return now.overlap.volume;
          return 0.0;
        };
        const Gradient expected = gradient(volume, pose, body.radius());
        EXPECT_LT(norm(c.overlap.area_vector - expected.shift), 1e-6 * r2);
        EXPECT_LT(norm(c.overlap.torque_a() - expected.turn), 1e-6 * r2 * body.radius());
      }
    });
  }
}

// k/2 sum_ij c_ij V_i V_j is the potential of the force k V A.
TEST(BodyMeshLaws, ForcesOfTheLawEnergyHaveAPotential)
{
  for (const Mesh &soup : rough_meshes())
    for (const bool one_sided : {true, false}) {
      BodyOnMesh mesh(soup, one_sided);
      at_places(mesh, 40, [&](const ConvexPolyhedron &body, const Pose &pose) {
        const double r5 = std::pow(body.radius(), 5);
        const auto energy = [&](const Pose &there) {
          double sum = 0.0;
          for (const PlateContact &c : mesh.at(body, there))
            sum += 0.5 * c.volume * c.overlap.volume;
          return sum;
        };
        Vector3d force = Vector3d::zero(), torque = Vector3d::zero();
        for (const PlateContact &c : mesh.at(body, pose)) {
          force -= c.share * c.overlap.volume * c.overlap.area_vector;
          torque -= c.share * c.overlap.volume * c.overlap.torque_a();
        }
        const Gradient expected = gradient(energy, pose, body.radius());
        EXPECT_LT(norm(force + expected.shift), 1e-7 * r5);
        EXPECT_LT(norm(torque + expected.turn), 1e-7 * r5 * body.radius());
      });
    }
}

// Sides that the body can reach are the same, however far the list looks and however many bodies
// it has; the plane that is cut first is not.
TEST(BodyMeshLaws, ListsDoNotChangeContacts)
{
  for (const Mesh &soup : rough_meshes())
    for (const bool one_sided : {true, false}) {
      BodyOnMesh mesh(soup, one_sided), wide(soup, one_sided);
      wide.wall.begin_list();
      at_places(mesh, 60, [&](const ConvexPolyhedron &body, const Pose &pose) {
        const std::vector<PlateContact> expected = mesh.at(body, pose);
        ASSERT_TRUE(wide.wall.list_if_near(pose.position, 2.5 * body.radius()));
        const auto &found = wide.wall.find(wide.wall.listed() - 1, body, pose, wide.workspace);
        ASSERT_EQ(found.size(), expected.size());
        for (size_t k = 0; k < found.size(); k++) {
          EXPECT_EQ(found[k].plate, expected[k].plate);
          EXPECT_NEAR(found[k].volume, expected[k].volume, 1e-14 * body.volume());
          EXPECT_NEAR(found[k].share, expected[k].share, 1e-10);
          EXPECT_LT(
              norm(matrix_of(found[k].overlap.spread) - matrix_of(expected[k].overlap.spread)),
              1e-10 * body.radius());
        }
      });
    }
}

// The largest change of the force in one of `steps` steps along a path from 0 to 1.
double largest_step(BodyOnMesh &mesh, const ConvexPolyhedron &body,
                    const std::function<Pose(double)> &path, int steps)
{
  double largest = 0.0;
  Vector3d last = mesh.force(body, path(0.0));
  for (int k = 1; k <= steps; k++) {
    const Vector3d now = mesh.force(body, path(static_cast<double>(k) / steps));
    largest = std::max(largest, norm(now - last));
    last = now;
  }
  return largest;
}

// Eight times as many steps: changes are an eighth, where jumps would stay as they are. On the
// path, the force is not zero.
void expect_continuous(BodyOnMesh &mesh, const ConvexPolyhedron &body,
                       const std::function<Pose(double)> &path)
{
  const double coarse = largest_step(mesh, body, path, 500);
  const double fine = largest_step(mesh, body, path, 4000);
  EXPECT_GT(coarse, 1e-6 * body.volume());
  EXPECT_LT(fine, 0.2 * coarse);
}

std::function<Pose(double)> straight(const Vector3d &from, const Vector3d &to, double angle)
{
  return [=](double s) {
    return Pose{from + s * (to - from), turn(angle + 0.3 * s, Vector3d{1, 2, -1})};
  };
}

TEST(BodyMeshLaws, ForcesAreContinuousOverEdgesAndCorners)
{
  for (const bool one_sided : {true, false}) {
    BodyOnMesh block(block_mesh({-1, -1, -1}, {1, 1, 1}, 3), one_sided);
    BodyOnMesh rough(bumpy(8, 0.1, 5), one_sided);
    for (size_t k = 0; k < 6; k++) {
      const ConvexPolyhedron body = stone(k).scaled(0.3);
      const double h = 0.8 * body.inner_radius(), angle = 0.9 * static_cast<double>(k);
      // Over an edge, and over a corner.
      expect_continuous(block, body, straight({0.5, 0.1, 1 + h}, {1.3, 0.2, 1 + h}, angle));
      expect_continuous(block, body, straight({0.6, 0.7, 1 + h}, {1.2, 1.3, 1 + h}, angle));
      expect_continuous(block, body, [&](double s) {
        const double around = 1.5 * s;
        return Pose{Vector3d{1, 0.1 + 0.9 * s, 1} +
                        h * Vector3d{std::sin(around), 0, std::cos(around)},
                    turn(angle, Vector3d{1, 2, -1})};
      });
      const double high = one_sided ? h : 1.5 * h;    // the center stays on one side
      expect_continuous(rough, body, straight({-0.6, -0.5, high}, {0.6, 0.7, high}, angle));
    }
  }
}

TEST(BodyMeshLaws, ForcesAreContinuousAtHollowEdgesAndBorders)
{
  for (const bool one_sided : {true, false}) {
    Mesh groove;
    add_quad(groove, {0, -1, 0}, {2, -1, 0.7}, {2, 1, 0.7}, {0, 1, 0});
    add_quad(groove, {0, -1, 0}, {0, 1, 0}, {-2, 1, 1.2}, {-2, -1, 1.2});
    BodyOnMesh hollow(groove, one_sided);
    BodyOnMesh holes(floor_of_cells(
                         3, 3, [](int i, int j) { return i != 1 || j != 1; }, 2),
                     one_sided);
    for (size_t k = 0; k < 6; k++) {
      const ConvexPolyhedron body = stone(k).scaled(0.3);
      const double h = 0.8 * body.inner_radius(), angle = 0.7 * static_cast<double>(k);
      expect_continuous(hollow, body,
                        straight({-0.15, 0, 0.09 + 1.2 * h}, {0.2, 0.1, 0.07 + h}, angle));
      expect_continuous(holes, body, straight({0.5, 0.4, h}, {2.4, 2.2, h}, angle));
      expect_continuous(holes, body, straight({1.2, 2.5, h}, {1.5, 3.3, h}, angle));
    }
  }
}

// Many strips below a body, from inside and from outside.
TEST(BodyMeshLaws, ForcesAreContinuousOnACylinder)
{
  for (const int strips : {24, 150}) {
    BodyOnMesh drum(tube(strips, 1.0, -2.0, 2.0, 3)), sheet(tube(strips, 1.0, -2.0, 2.0, 3), false);
    for (size_t k = 0; k < 4; k++) {
      const ConvexPolyhedron body = stone(k).scaled(0.3);
      const double h = 0.8 * body.inner_radius();
      for (const double sign : {-1.0, 1.0}) {
        const auto around = [&](double s) {
          const double angle = 0.4 * s, r = 1.0 + sign * h;
          return Pose{{0.1 * s, r * std::cos(angle), r * std::sin(angle)},
                      turn(0.5 * static_cast<double>(k), Vector3d{1, 2, -1})};
        };
        expect_continuous(sheet, body, around);
        if (sign < 0.0) expect_continuous(drum, body, around);
      }
    }
  }
}

// A finer and finer cylinder becomes the smooth one: the force converges, and its direction is that
// of the radius.
TEST(BodyMeshLaws, StripsOfACylinderConverge)
{
  const ConvexPolyhedron cube = solids::cube(0.3);
  for (const double sign : {-1.0, 1.0}) {
    const Pose pose{{0.0, 1.0 + sign * 0.14, 0.0}, Matrix3d::identity()};
    BodyOnMesh fine(tube(1440, 1.0, -1.0, 1.0, 1), false);
    const Vector3d expected = fine.force(cube, pose);
    EXPECT_LT(std::fabs(expected[2]), 1e-6 * norm(expected));
    double last = 1.0;
    for (const int strips : {90, 180, 360}) {
      BodyOnMesh mesh(tube(strips, 1.0, -1.0, 1.0, 1), false);
      const double error = norm(mesh.force(cube, pose) - expected) / norm(expected);
      EXPECT_LT(error, 0.6 * last);
      last = error;
    }
    EXPECT_LT(last, 0.01);
  }
}

}    // namespace test_body_mesh_laws
}    // namespace grist
