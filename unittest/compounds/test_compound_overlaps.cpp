// Bodies that are not convex, measured and overlapped as parts. Oracles: integrals over the closed
// surface, and the overlap of two closed surfaces (geometry/signed_overlap.h), neither of which
// knows of parts.

#include "common/space.h"
#include "compounds/compound_scenes.h"
#include "geometry/signed_overlap.h"
#include "geometry/solids.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace test_compound_overlaps {

using namespace grist;

constexpr double CLOSE = 1e-11;    // over powers of the size, which is near 1

// ---- mass

struct Measures {
  long double volume = 0.0L;
  Vector3d centroid;
  Matrix3d inertia;    // about the centroid
};

// Over the tetrahedra between a vertex and all triangles, positive and negative.
Measures measures_of(const Mesh &mesh)
{
  using Vector = Vector3<long double>;
  const Vector3d origin = mesh.vertices[0];
  Measures sum;
  Vector first = Vector::zero();
  long double second[3][3] = {};
  for (const std::vector<int> &face : mesh.faces)
    for (size_t k = 2; k < face.size(); k++) {
      Vector p[3];
      int n = 0;
      for (const size_t corner : {size_t(0), k - 1, k})
        p[n++] = vector_cast<long double>(mesh.vertices[face[corner]]) -
            vector_cast<long double>(origin);
      const long double volume = dot(p[0], cross(p[1], p[2])) / 6.0L;
      const Vector all = p[0] + p[1] + p[2];
      sum.volume += volume;
      first += all * (volume / 4.0L);
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
          long double products = all[i] * all[j];
          for (const Vector &x : p) products += x[i] * x[j];
          second[i][j] += volume * products / 20.0L;
        }
    }
  const Vector center = first / sum.volume;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) second[i][j] -= sum.volume * center[i] * center[j];
  const long double trace = second[0][0] + second[1][1] + second[2][2];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      sum.inertia(i, j) = static_cast<double>((i == j ? trace : 0.0L) - second[i][j]);
  sum.centroid = vector_cast<double>(center) + origin;
  return sum;
}

TEST(CompoundOverlaps, VolumeCentroidAndInertiaAreThoseOfTheSurface)
{
  constexpr double ROUNDING = 1e-12;
  Scenes scenes(31);
  for (const KnownBody &body : known_bodies())
    for (const double scale : {1.0, 1e-6})
      for (const double far : {0.0, 1e3})
        for (const bool is_cut : {false, true}) {
          const Pose frame = {scale * far * scenes.direction(), scenes.rotation()};
          PartCorners parts = moved(frame, scale, body.parts);
          if (is_cut) parts = cut_at_hollow_edges(parts);
          const CompoundShape shape(parts);
          const Measures known = measures_of(moved(frame, scale, body.surface));
          const std::string what = body.name + " " + std::to_string(scale * far);
          EXPECT_NEAR(shape.volume() / static_cast<double>(known.volume), 1.0, ROUNDING) << what;
          const Pose &place = shape.placement();
          EXPECT_LT(norm(place.position - known.centroid), ROUNDING * scale) << what;
          const Matrix3d inertia = place.rotation * Matrix3d::diagonal(shape.principal_moments()) *
              transposed(place.rotation);
          for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
              EXPECT_NEAR((inertia(i, j) - known.inertia(i, j)) / std::pow(scale, 5), 0.0, ROUNDING)
                  << what;
        }
}

// ---- overlaps

struct Total {
  double volume = 0.0, shared_volume = 0.0;
  Vector3d first = Vector3d::zero(), area_vector = Vector3d::zero(), torque = Vector3d::zero();
};

class Overlaps : public testing::Test {
 protected:
  CompoundContacts contacts;
  OverlapWorkspace workspace;
  std::map<std::pair<std::string, double>, std::unique_ptr<CompoundShape>> shapes;
  int overlapping = 0, divided = 0;

  Total total_of(const Placed &a, const Placed &b)
  {
    PartPlanes planes;
    Total sum;
    for (const CompoundContact &one : contacts.find(a.body(), b.body(), workspace, planes))
      sum.shared_volume += one.share * one.overlap.volume;
    for (const TouchedCell &cell : contacts.cells()) {
      sum.volume += cell.overlap.volume;
      sum.first += cell.overlap.volume * cell.overlap.centroid;
      sum.area_vector += cell.overlap.area_vector;
      sum.torque += cell.overlap.torque_a();
    }
    if (contacts.cells().size() > 1) divided++;
    return sum;
  }

  const CompoundShape &shape_of(const KnownBody &body, double size)
  {
    auto &shape = shapes[{body.name, size}];
    if (!shape)
      shape = std::make_unique<CompoundShape>(cut_at_hollow_edges(moved({}, size, body.parts)));
    return *shape;
  }

  // Both bodies of a size, at a distance from the origin, poses over the size.
  void expect_same(const KnownBody &a, const Pose &pose_a, const KnownBody &b, const Pose &pose_b,
                   double size, const Vector3d &far, bool in_line = false)
  {
    const auto at = [&](const Pose &pose) {
      return Pose{size * (pose.position + far), pose.rotation};
    };
    const CompoundShape &shape_a = shape_of(a, size), &shape_b = shape_of(b, size);
    const Placed placed_a = as_given(shape_a, at(pose_a)), placed_b = as_given(shape_b, at(pose_b));
    const Total found = total_of(placed_a, placed_b);
    const SignedOverlap right = signed_overlap(moved({}, size, a.surface), at(pose_a),
                                               moved({}, size, b.surface), at(pose_b));
    const std::string what = a.name + " " + b.name;
    const double volume = std::pow(size, 3), area = size * size;
    const double close = CLOSE * std::max(1.0, 1e-3 * norm(far));
    EXPECT_NEAR(found.volume / volume, right.volume / volume, close) << what;
    EXPECT_NEAR(found.shared_volume / volume, right.volume / volume, close) << what;
    const Vector3d shift = at(pose_a).position - placed_a.pose.position;
    const Vector3d centroid = right.centroid + shift;
    if (right.volume > 0.0) {
      EXPECT_LT(norm(found.first - right.volume * centroid) / (volume * size), close) << what;
    }
    if (right.volume > 1e-6 * volume) overlapping++;
    if (in_line) return;
    EXPECT_LT(norm(found.area_vector - right.area_vector) / area, close) << what;
    EXPECT_LT(norm(right.area_vector + right.area_vector_b) / area, close) << what;
    EXPECT_LT(norm(found.torque - right.moment - cross(centroid, right.area_vector)) / volume,
              close)
        << what;
  }
};

KnownBody box_body()
{
  const auto corners = block({-0.6, -0.4, -0.5}, {0.6, 0.4, 0.5});
  return {"box", cut_block(corners[0], corners[7], 2, 1, 2),
          prism_surface({{-0.6, -0.4}, {0.6, -0.4}, {0.6, 0.4}, {-0.6, 0.4}}, -0.5, 0.5)};
}

TEST_F(Overlaps, WithABoxAndWithEachOtherAtRandomPoses)
{
  Scenes scenes(75);
  std::vector<KnownBody> bodies = known_bodies();
  bodies.push_back(box_body());
  for (size_t p = 0; p + 1 < bodies.size(); p++)
    for (size_t q = 0; q < bodies.size(); q++)
      for (int n = 0; n < 12; n++) {
        const double size = n % 3 == 1 ? 1e-6 : 1.0, far = n % 3 == 2 ? 1e3 : 0.0;
        const Pose at = {0.3 * scenes.vector(), scenes.rotation()};
        const Pose near = {at.position + scenes.uniform(0.0, 1.8) * scenes.direction(),
                           scenes.rotation()};
        expect_same(bodies[p], at, bodies[q], near, size, far * scenes.direction());
      }
  EXPECT_GT(overlapping, 150);
  EXPECT_GT(divided, 150);
}

// Faces in one plane, edges on edges: poses that a packing has. Faces in one plane that face the
// same way are of either surface, so that only volumes have to agree.
TEST_F(Overlaps, InLine)
{
  const std::vector<KnownBody> bodies = known_bodies();
  for (const KnownBody &a : bodies)
    for (const KnownBody &b : bodies)
      for (const Vector3d &shift :
           {Vector3d{0.25, 0.0, 0.0}, Vector3d{0.0, 0.5, 0.1}, Vector3d{0.0, 0.0, 0.0}})
        for (const double angle : {0.0, 90.0})
          expect_same(a, {}, b, {shift, turn(angle * DEGREE, Vector3d::unit_z())}, 1.0, {}, true);
  EXPECT_GT(overlapping, 60);
}

}    // namespace test_compound_overlaps
