// Forces of spheres in hollows of meshes have a potential: the force is the gradient of an energy,
// along any path, and a sphere leaves with the energy that it came with.
//
// Oracles: the work along paths; the conservation of energy, by velocity Verlet.

#include "common/constants.h"
#include "walls/one_by_one.h"
#include "walls/sphere_on_mesh.h"

#include "meshes/mesh_scenes.h"
#include "meshes/triangle_tree.h"

#include <gtest/gtest.h>

#include <random>

namespace grist {
namespace test_mesh_hollows {

using testing::add_facet;
using testing::add_quad;
using testing::tube;

// Springs of Hertz' law: the energy of an overlap d is d^2.5.
class Hollow {
 public:
  Hollow(const Mesh &soup, double feature) :
      mesh(soup, feature * DEGREE), tree(mesh.triangles()), contacts(mesh, false)
  {
  }
  Vector3d force(const Vector3d &center, double radius)
  {
    Vector3d sum = Vector3d::zero();
    energy = 0.0;
    count = 0;
    tree.find_near(center, radius, near);
    for (const MeshContact &at : contacts.find(near, center, radius)) {
      const double overlap = radius - at.distance;
      sum += 2.5 * std::pow(overlap, 1.5) * at.normal;
      energy += std::pow(overlap, 2.5);
      count++;
    }
    return sum;
  }
  TriangleMesh mesh;
  double energy = 0.0;
  int count = 0;

 private:
  TriangleTree tree;
  testing::OneByOne contacts;
  std::vector<TriangleTree::Near> near;
};

// A surface of revolution about z in facets, normals to the axis: radius and height of each ring.
Mesh turned(int facets, const std::vector<std::array<double, 2>> &profile)
{
  const auto at = [&](size_t ring, int k) {
    const double angle = 2.0 * PI * (k % facets) / facets;
    return Vector3d{profile[ring][0] * std::cos(angle), profile[ring][0] * std::sin(angle),
                    profile[ring][1]};
  };
  Mesh mesh;
  for (size_t ring = 0; ring + 1 < profile.size(); ring++)
    for (int k = 0; k < facets; k++)
      if (profile[ring][0] == 0.0)
        add_facet(mesh, at(ring, k), at(ring + 1, k + 1), at(ring + 1, k));
      else
        add_quad(mesh, at(ring, k), at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k));
  return mesh;
}

Mesh bowl(int facets)
{
  std::vector<std::array<double, 2>> profile;
  for (int ring = 0; ring <= facets / 4; ring++) {
    const double angle = 2.0 * PI * ring / facets;
    profile.push_back({ring == 0 ? 0.0 : std::sin(angle), -std::cos(angle)});
  }
  return turned(facets, profile);
}

// The work along a path plus the change of the energy, over the greatest energy on it.
double work_error(Hollow &hollow, const Vector3d &from, const Vector3d &to, double radius,
                  int steps)
{
  hollow.force(from, radius);
  const double start = hollow.energy;
  double work = 0.0, most = start;
  for (int n = 0; n < steps; n++) {
    const Vector3d middle = from + (n + 0.5) / steps * (to - from);
    work += dot(hollow.force(middle, radius), to - from) / steps;
    most = std::max(most, hollow.energy);
  }
  hollow.force(to, radius);
  return std::fabs(hollow.energy - start + work) / most;
}

// Jumps of the energy or the force do not become smaller with the steps of the sum; its error does.
double jump(Hollow &hollow, const Vector3d &from, const Vector3d &to, double radius)
{
  double error = 0.0;
  for (const int steps : {500, 4000, 32000}) {
    error = work_error(hollow, from, to, radius, steps);
    if (error < 1e-4) break;
  }
  return error;
}

// The same numbers with any compiler.
class Directions {
 public:
  explicit Directions(unsigned seed) : random(seed) {}
  double number() { return any(random); }
  Vector3d vector()
  {
    Vector3d v;
    for (double &x : v) x = number();
    return v;
  }
  Vector3d direction() { return normalized(vector()); }

 private:
  std::mt19937 random;
  std::uniform_real_distribution<double> any{-1.0, 1.0};
};

constexpr double WORK_ERROR = 2e-4;

TEST(MeshHollows, WorkAlongAPathIsTheChangeOfAnEnergy)
{
  Directions any(3);
  for (const int facets : {6, 12, 19, 24, 60, 180, 720})
    for (const double feature : {20.0, 0.0}) {
      if (feature == 0.0 && facets > 180) continue;
      Hollow drum(tube(facets, 1.0, -1.0, 1.0, 3), feature);
      double worst = 0.0;
      for (const double radius : {0.05, 0.2, 0.5, 0.9})
        for (int path = 0; path < 6; path++) {
          // Beside a place where the sphere touches two facets.
          const double angle = 2.0 * PI * (path % facets) / facets;
          const double way = 1.0 - radius / std::cos(PI / facets);
          const Vector3d fold{0.3 * any.number(), way * std::cos(angle), way * std::sin(angle)};
          const double reach = path % 2 ? 0.01 : 0.1;
          const Vector3d from = fold + 0.01 * radius * any.direction();
          const Vector3d to = fold + reach * radius * any.direction();
          worst = std::max(worst, jump(drum, from, to, radius));
        }
      EXPECT_LT(worst, WORK_ERROR) << facets << " facets, feature " << feature;
    }
  for (const int facets : {24, 40, 96}) {
    Hollow hollow(bowl(facets), 20.0);
    double worst = 0.0;
    for (const double radius : {0.1, 0.5, 0.9})
      for (int path = 0; path < 10; path++) {
        const Vector3d from =
            (1.0 - 0.995 * radius) * normalized(0.7 * any.direction() - Vector3d::unit_z());
        const Vector3d to = from + std::min(0.1 * (1.0 - radius), 0.2 * radius) * any.direction();
        worst = std::max(worst, jump(hollow, from, to, radius));
      }
    EXPECT_LT(worst, WORK_ERROR) << "bowl of " << facets;
  }
}

// A saddle and a waist: folds of both kinds meet at each corner.
TEST(MeshHollows, WorkBesideHollowAndConvexFolds)
{
  Directions any(5);
  std::vector<std::array<double, 2>> profile;
  for (int ring = 0; ring <= 24; ring++) {
    const double z = -1.0 + ring / 12.0;
    profile.push_back({1.0 + 0.3 * z * z, z});
  }
  Hollow waist(turned(48, profile), 20.0);
  double worst = 0.0;
  for (const double radius : {0.2, 0.6, 0.9})
    for (int path = 0; path < 15; path++) {
      const double angle = PI * any.number(), way = 1.0 - 0.998 * radius;
      const Vector3d from{way * std::cos(angle), way * std::sin(angle), 0.02 * any.number()};
      const Vector3d to = from + 0.1 * any.vector();
      worst = std::max(worst, jump(waist, from, to, radius));
    }
  EXPECT_LT(worst, WORK_ERROR);
}

// The energy that a sphere has gained when it leaves again, over that it came with; a step is this
// share of the time of contact.
double gain_of_impact(Hollow &hollow, Vector3d x, Vector3d v, double radius, double share,
                      int &touches)
{
  // Overlap of about 1 % of the radius: m v^2 / 2 = d^2.5.
  const double deepest = 0.01 * radius, mass = 2.0 * std::pow(deepest, 2.5) / squared_norm(v);
  const double step = share * 2.94 * deepest / norm(v);
  Vector3d force = hollow.force(x, radius);
  const double before = 0.5 * mass * squared_norm(v) + hollow.energy;
  bool touched = false;
  for (int n = 0; n < 100.0 / share; n++) {
    v += 0.5 * step / mass * force;
    x += step * v;
    force = hollow.force(x, radius);
    v += 0.5 * step / mass * force;
    touched = touched || hollow.count > 0;
    if (touched && hollow.count == 0) break;
  }
  touches += touched;
  return (0.5 * mass * squared_norm(v) + hollow.energy) / before - 1.0;
}

constexpr int DIRECTIONS = 8;

TEST(MeshHollows, SpheresLeaveWithTheirEnergy)
{
  Directions any(8);
  double worst_coarse = 0.0, worst_fine = 0.0;
  int touches = 0;
  for (const int facets : {6, 12, 24, 60, 180, 720}) {
    Hollow drum(tube(facets, 1.0, -5.0, 5.0, 3), 20.0);
    for (const double ratio : {0.05, 0.2, 0.5, 0.9})
      for (int n = 0; n < DIRECTIONS; n++) {
        const double angle = PI * any.number(), slant = 1.2 * any.number();
        const double apothem = std::cos(PI / facets), radius = ratio * apothem;
        const double way = apothem - radius;
        const Vector3d out{0.0, std::cos(angle), std::sin(angle)};
        const Vector3d along{0.3 * any.number(), -std::sin(angle), std::cos(angle)};
        const Vector3d v = normalized(std::cos(slant) * out + std::sin(slant) * along);
        const Vector3d x = way * out - 0.01 * radius * v;
        const double coarse = std::fabs(gain_of_impact(drum, x, v, radius, 0.01, touches));
        EXPECT_LT(coarse, 1e-3) << facets << " facets, radius " << radius;
        worst_coarse = std::max(worst_coarse, coarse);
        const double fine = std::fabs(gain_of_impact(drum, x, v, radius, 0.0025, touches));
        worst_fine = std::max(worst_fine, fine);
      }
  }
  EXPECT_LT(worst_fine, 0.3 * worst_coarse);
  EXPECT_GT(touches, 6 * 4 * DIRECTIONS);
}

// On the axis of a cone: as stiff as a plane against the way out.
TEST(MeshHollows, ConeOfAnyNumberOfFacetsIsAsStiff)
{
  for (const int facets : {24, 40, 96, 360}) {
    Hollow cone(turned(facets, {{0.0, 0.0}, {1.0, 1.0}}), 20.0);
    const double slope = std::atan(1.0 / std::cos(PI / facets));    // of the facets' planes
    const double height = 0.4, touch = height * std::cos(slope);
    const double radius = touch + 1e-3;
    const Vector3d force = cone.force({0.0, 0.0, height}, radius);
    EXPECT_EQ(cone.count, 1);
    const double way = 1e-3 / std::cos(slope);
    EXPECT_NEAR(force[2], 2.5 * std::pow(way, 1.5), 1e-9);
    EXPECT_LT(std::hypot(force[0], force[1]), 1e-9);
  }
}

}    // namespace test_mesh_hollows
}    // namespace grist
