// Sections of faces against closed forms and against numerical integration.

#include "blocks/face_section.h"

#include "common/constants.h"
#include "common/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_face_section {

using namespace grist;

constexpr double ROUNDING = 1e-13;

// A pose far from the origin.
Pose tilted()
{
  return {{3.0, -2.0, 5.0}, rotation_matrix(0.7, normalized(Vector3d{1.0, 2.0, -0.5}))};
}

std::vector<Vector3d> placed(const std::vector<Vector2d> &corners)
{
  std::vector<Vector3d> result;
  for (const Vector2d &c : corners) result.push_back(tilted().to_space({c.x, c.y, 0.0}));
  return result;
}

TEST(FaceSection, RectangleHasTheMomentsOfABeam)
{
  const double b = 3.0, h = 0.5;
  const FaceSection s = face_section(placed({{0, 0}, {b, 0}, {b, h}, {0, h}}));
  EXPECT_NEAR(s.area, b * h, ROUNDING);
  EXPECT_LT(norm(s.centroid - tilted().to_space({0.5 * b, 0.5 * h, 0.0})), ROUNDING);
  EXPECT_NEAR(s.moments[0], b * b * b * h / 12.0, ROUNDING);
  EXPECT_NEAR(s.moments[1], b * h * h * h / 12.0, ROUNDING);
  EXPECT_NEAR(std::abs(dot(s.axes[0], tilted().rotation.column[1])), 1.0, ROUNDING);
  EXPECT_LT(norm(cross(s.axes[0], s.axes[1]) - s.normal), ROUNDING);
  EXPECT_LT(norm(s.normal - tilted().rotation.column[2]), ROUNDING);
}

TEST(FaceSection, RegularPolygonHasEqualMoments)
{
  const int n = 7;
  const double r = 2.0;
  std::vector<Vector2d> corners;
  for (int k = 0; k < n; k++)
    corners.push_back({r * std::cos(2 * PI * k / n), r * std::sin(2 * PI * k / n)});
  const FaceSection s = face_section(placed(corners));
  const double turn = 2.0 * PI / n;
  const double expected = n / 24.0 * std::pow(r, 4) * std::sin(turn) * (2.0 + std::cos(turn));
  EXPECT_NEAR(s.area, 0.5 * n * r * r * std::sin(turn), ROUNDING * 10);
  EXPECT_NEAR(s.moments[0], expected, 1e-12);
  EXPECT_NEAR(s.moments[1], expected, 1e-12);
  EXPECT_NEAR(s.polar(), 2.0 * expected, 1e-12);
}

TEST(FaceSection, TriangleAsTabled)
{
  // Base 2, height 3, the third corner over the middle of the base.
  const FaceSection s = face_section(placed({{0, 0}, {2, 0}, {1, 3}}));
  EXPECT_NEAR(s.moments[0], 2.0 * 27.0 / 36.0, ROUNDING);
  EXPECT_NEAR(s.moments[1], 3.0 * 8.0 / 48.0, ROUNDING);
}

// An L: two rectangles by the theorem of Steiner; the product of area vanishes in its axes.
TEST(FaceSection, ConcavePolygonByParts)
{
  const FaceSection s = face_section(placed({{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}, {0, 3}}));
  const double areas[] = {4.0, 2.0};
  const Vector2d centers[] = {{2.0, 0.5}, {0.5, 2.0}}, edges[] = {{4.0, 1.0}, {1.0, 2.0}};
  const Vector2d middle = {(4.0 * 2.0 + 2.0 * 0.5) / 6.0, (4.0 * 0.5 + 2.0 * 2.0) / 6.0};
  double xx = 0.0, yy = 0.0, xy = 0.0;
  for (int k = 0; k < 2; k++) {
    const double dx = centers[k].x - middle.x, dy = centers[k].y - middle.y;
    xx += areas[k] * (edges[k].x * edges[k].x / 12.0 + dx * dx);
    yy += areas[k] * (edges[k].y * edges[k].y / 12.0 + dy * dy);
    xy += areas[k] * dx * dy;
  }
  const double mean = 0.5 * (xx + yy), off = std::hypot(0.5 * (xx - yy), xy);
  EXPECT_NEAR(s.area, 6.0, ROUNDING);
  EXPECT_NEAR(s.moments[0], mean + off, 1e-12);
  EXPECT_NEAR(s.moments[1], mean - off, 1e-12);
  const Matrix3d turn = transposed(tilted().rotation);
  const Vector3d u = turn * s.axes[0];
  // Spread along axes[0] is the least, and the mixed one is zero.
  EXPECT_NEAR(u.x * u.x * xx + 2.0 * u.x * u.y * xy + u.y * u.y * yy, mean - off, 1e-12);
  EXPECT_NEAR(u.x * (-u.y) * xx + (u.x * u.x - u.y * u.y) * xy + u.y * u.x * yy, 0.0, 1e-12);
}

// Random polygons against the midpoints of many small triangles.
TEST(FaceSection, AgreesWithQuadrature)
{
  RandomNumbers random(4);
  for (int trial = 0; trial < 5; trial++) {
    std::vector<Vector2d> corners;
    const int n = 3 + trial;
    for (int k = 0; k < n; k++) {
      const double r = 1.0 + random.uniform(), at = 2.0 * PI * (k + 0.5 * random.uniform()) / n;
      corners.push_back({r * std::cos(at), 0.3 * r * std::sin(at)});
    }
    const std::vector<Vector3d> points = placed(corners);
    const FaceSection s = face_section(points);
    double about[2] = {0.0, 0.0}, mixed = 0.0, area = 0.0;
    const int cuts = 200;
    for (int k = 0; k < n; k++) {
      const Vector3d p = points[k] - s.centroid, q = points[(k + 1) % n] - s.centroid;
      const double whole = 0.5 * dot(cross(p, q), s.normal);
      for (int i = 0; i < cuts; i++)
        for (int j = 0; j + i < cuts; j++)
          for (int up = 0; up < (i + j + 1 < cuts ? 2 : 1); up++) {
            const double a = (i + (up ? 2.0 : 1.0) / 3.0) / cuts,
                         b = (j + (up ? 2.0 : 1.0) / 3.0) / cuts;
            const Vector3d at = a * p + b * q;
            const double part = whole / (cuts * cuts);
            area += part;
            const double x = dot(at, s.axes[0]), y = dot(at, s.axes[1]);
            about[0] += part * y * y;
            about[1] += part * x * x;
            mixed += part * x * y;
          }
    }
    EXPECT_NEAR(area, s.area, 1e-10 * s.area);
    for (int k = 0; k < 2; k++) EXPECT_NEAR(about[k] / s.moments[k], 1.0, 1e-3);
    EXPECT_NEAR(mixed / s.moments[0], 0.0, 1e-4);
    EXPECT_GE(s.moments[0], s.moments[1]);
  }
}

}    // namespace test_face_section
