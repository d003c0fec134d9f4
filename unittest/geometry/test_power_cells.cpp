// Laguerre cells: closed forms, each cell against the region of all its planes, areas as
// derivatives, weights for given volumes.

#include "geometry/power_cells.h"

#include "common/random_numbers.h"
#include "geometry/random_shape.h"
#include "geometry/solids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace test_power_cells {

using namespace grist;

ConvexPolyhedron stone(unsigned seed)
{
  std::vector<Vector3d> points;
  RandomNumbers random(seed);
  for (int i = 0; i < 20; i++) {
    const double x = random.normal(), y = random.normal(), z = random.normal();
    points.push_back(normalized(Vector3d{x, y, z}));
  }
  return ConvexPolyhedron::from_vertices(points);
}

bool is_inside(const ConvexPolyhedron &body, const Vector3d &point)
{
  for (const ConvexPolyhedron::Face &face : body.faces())
    if (face.plane.distance(point) >= 0.0) return false;
  return true;
}

std::vector<Vector3d> points_inside(const ConvexPolyhedron &body, int count, RandomNumbers &random)
{
  std::vector<Vector3d> points;
  while (static_cast<int>(points.size()) < count) {
    const double x = random.uniform(), y = random.uniform(), z = random.uniform();
    const Vector3d p = body.radius() * (2.0 * Vector3d{x, y, z} - Vector3d::ones());
    if (is_inside(body, p)) points.push_back(p);
  }
  return points;
}

std::vector<double> random_weights(int count, double spread, RandomNumbers &random)
{
  std::vector<double> weights;
  for (int i = 0; i < count; i++) weights.push_back(spread * random.uniform());
  return weights;
}

// Log-normal, with the sum of the body's.
std::vector<double> random_volumes(const ConvexPolyhedron &body, int count, double spread,
                                   RandomNumbers &random)
{
  std::vector<double> volumes;
  for (int i = 0; i < count; i++) volumes.push_back(std::exp(spread * random.normal()));
  const double sum = std::accumulate(volumes.begin(), volumes.end(), 0.0);
  for (double &v : volumes) v *= body.volume() / sum;
  return volumes;
}

double sum_of_volumes(const PowerCells &cells)
{
  double sum = 0.0;
  for (int i = 0; i < cells.count(); i++) sum += cells.volume(i);
  return sum;
}

// |x - s1|^2 - w1 = |x - s2|^2 - w2 with sites at -1/4 and 1/4: the plane x = (w1 - w2) / 1.
TEST(PowerCells, TwoCellsOfACube)
{
  const ConvexPolyhedron cube = solids::cube(1.0);
  const std::vector<Vector3d> sites = {{-0.25, 0.1, 0.2}, {0.25, 0.1, 0.2}};
  for (const double w : {-0.4, 0.0, 0.1, 0.3}) {
    PowerCells cells(cube, sites, {w, 0.0});
    EXPECT_NEAR(cells.volume(0), 0.5 + w, 1e-15);
    EXPECT_NEAR(cells.volume(1), 0.5 - w, 1e-15);
    EXPECT_NEAR(cells.centroid(0)[0], -0.25 + 0.5 * w, 1e-15);
    ASSERT_EQ(cells.facets(0).size(), 1u);
    EXPECT_EQ(cells.facets(0)[0].beyond, 1);
    EXPECT_NEAR(cells.facets(0)[0].area, 1.0, 1e-15);
    EXPECT_EQ(cells.corners(0).size(), 8u);
  }
  PowerCells cells(cube, sites, {0.7, 0.0});    // the plane has left the cube
  EXPECT_NEAR(cells.volume(0), 1.0, 1e-15);
  EXPECT_EQ(cells.volume(1), 0.0);
  EXPECT_TRUE(cells.corners(1).empty());
}

// By the planes of the body and all bisectors, none left out, through the convex hull of polar
// points.
TEST(PowerCells, AreTheRegionsInsideAllTheirPlanes)
{
  RandomNumbers random(5);
  for (unsigned trial = 0; trial < 6; trial++) {
    const ConvexPolyhedron body = stone(trial);
    const std::vector<Vector3d> sites = points_inside(body, 40, random);
    const std::vector<double> weights = random_weights(40, 0.05, random);
    PowerCells cells(body, sites, weights);
    for (int i = 0; i < 40; i++) {
      if (cells.volume(i) < 1e-6) continue;
      std::vector<HalfSpace> planes;
      const Vector3d inside = cells.centroid(i);
      for (const auto &face : body.faces())
        planes.push_back({face.plane.normal, -face.plane.distance(inside)});
      for (int j = 0; j < 40; j++) {
        const Vector3d n = sites[j] - sites[i];
        const double at =
            0.5 * (squared_norm(sites[j]) - squared_norm(sites[i]) + weights[i] - weights[j]);
        if (j != i) planes.push_back({n, at - dot(n, inside)});
      }
      EXPECT_NEAR(ConvexPolyhedron::from_half_spaces(planes).volume(), cells.volume(i),
                  1e-8 * cells.volume(i));
    }
  }
}

TEST(PowerCells, DivideTheBody)
{
  RandomNumbers random(7);
  for (const int count : {1, 2, 9, 200, 1000}) {
    const ConvexPolyhedron body = stone(count);
    PowerCells cells(body, points_inside(body, count, random),
                     random_weights(count, 0.3 / count, random));
    EXPECT_NEAR(sum_of_volumes(cells), body.volume(), 1e-13 * body.volume());
    Vector3d center = Vector3d::zero();
    for (int i = 0; i < count; i++) center += cells.volume(i) * cells.centroid(i);
    EXPECT_LT(norm(center), 1e-13 * body.volume());
  }
}

TEST(PowerCells, AreasAreDerivativesOfVolumes)
{
  RandomNumbers random(11);
  const ConvexPolyhedron body = stone(3);
  const int count = 20;
  const std::vector<Vector3d> sites = points_inside(body, count, random);
  const std::vector<double> weights = random_weights(count, 0.02, random);
  PowerCells cells(body, sites, weights), moved(body, sites, weights);
  const double h = 1e-6;
  for (int j = 0; j < count; j++) {
    std::vector<double> up = weights, down = weights;
    up[j] += h;
    down[j] -= h;
    std::vector<double> slope(count);
    moved.set_weights(up);
    for (int i = 0; i < count; i++) slope[i] = moved.volume(i);
    moved.set_weights(down);
    for (int i = 0; i < count; i++) slope[i] = (slope[i] - moved.volume(i)) / (2.0 * h);
    std::vector<double> expected(count, 0.0);
    for (const PowerCells::Facet &facet : cells.facets(j)) {
      const double part = 0.5 * facet.area / norm(sites[j] - sites[facet.beyond]);
      expected[facet.beyond] -= part;
      expected[j] += part;
    }
    for (int i = 0; i < count; i++) EXPECT_NEAR(slope[i], expected[i], 1e-6);
  }
}

TEST(PowerCells, WeightsForGivenVolumes)
{
  RandomNumbers random(13);
  for (const int count : {2, 10, 100, 400})
    for (const double spread : {0.0, 1.0, 2.0}) {
      const ConvexPolyhedron body = stone(count);
      PowerCells cells(body, points_inside(body, count, random), std::vector<double>(count, 0.0));
      const std::vector<double> volumes = random_volumes(body, count, spread, random);
      ASSERT_TRUE(cells.solve(volumes, 1e-10)) << count << " cells, spread " << spread;
      EXPECT_LE(cells.steps(), 20);
      for (int i = 0; i < count; i++)
        EXPECT_NEAR(cells.volume(i), volumes[i], 1e-10 * volumes[i] + 1e-14 * body.volume());
      EXPECT_NEAR(sum_of_volumes(cells), body.volume(), 1e-13 * body.volume());
    }
}

// Weights so large that most cells are empty; steps are shortened, too.
TEST(PowerCells, WeightsAreFoundFromAPoorStart)
{
  RandomNumbers random(17);
  const ConvexPolyhedron body = stone(1);
  std::vector<Vector3d> sites = points_inside(body, 50, random);
  for (Vector3d &s : sites) s *= 0.05;    // all of them near the centre
  PowerCells cells(body, sites, random_weights(50, 5.0, random));
  int empty = 0;
  for (int i = 0; i < 50; i++) empty += cells.volume(i) == 0.0 ? 1 : 0;
  EXPECT_GT(empty, 30);
  const std::vector<double> volumes = random_volumes(body, 50, 1.0, random);
  EXPECT_TRUE(cells.solve(volumes, 1e-9));
  for (int i = 0; i < 50; i++) EXPECT_NEAR(cells.volume(i), volumes[i], 1e-9 * volumes[i]);
}

// Of more sites than all planes are measured of: some cells against the region of all planes.
TEST(PowerCells, ManySitesAreCutByAllThatMatter)
{
  constexpr int COUNT = 2100, STEP = 30;
  RandomNumbers random(23);
  const ConvexPolyhedron body = stone(3);
  const std::vector<Vector3d> sites = points_inside(body, COUNT, random);
  for (const double spread : {0.0, 0.02, 0.2}) {
    const std::vector<double> weights = random_weights(COUNT, spread, random);
    PowerCells cells(body, sites, weights);
    EXPECT_NEAR(sum_of_volumes(cells), body.volume(), 1e-12 * body.volume());
    ClippedBody clipped;
    int empty = 0;
    for (int i = 0; i < COUNT; i += STEP) {
      clipped.start(body.view(), body.face_count() + COUNT);
      bool is_empty = false;
      for (int j = 0; j < COUNT && !is_empty; j++) {
        if (j == i) continue;
        const Vector3d between = sites[j] - sites[i];
        const double offset = 0.5 *
            (squared_norm(sites[j]) - weights[j] - squared_norm(sites[i]) + weights[i]) /
            norm(between);
        is_empty = clipped.cut({normalized(between), offset}, body.face_count() + j, 1e-15) ==
            ClippedBody::Cut::EMPTY;
      }
      empty += is_empty ? 1 : 0;
      const double expected = is_empty ? 0.0 : clipped.integrals(body.face_count()).volume;
      EXPECT_NEAR(cells.volume(i), expected, 1e-14) << i << " of spread " << spread;
    }
    EXPECT_EQ(empty > 0, spread > 0.0);
  }
}

// A box of many parts, with the grid, has the cells of the whole box, without it.
TEST(PowerCells, ManyPartsHaveTheCellsOfTheWhole)
{
  constexpr int COUNT = 600, PARTS = 4;
  RandomNumbers random(29);
  const ConvexPolyhedron whole = solids::box(4.0, 1.0, 1.0), slice = solids::box(1.0, 1.0, 1.0);
  std::vector<ConvexSolid> parts;
  for (int n = 0; n < PARTS; n++)
    parts.emplace_back(slice, Pose{{n - 1.5, 0.0, 0.0}, slice.placement().rotation});
  std::vector<Vector3d> sites;
  for (int n = 0; n < COUNT; n++) {
    const double x = random.uniform(), y = random.uniform(), z = random.uniform();
    sites.push_back({4.0 * x - 2.0, y - 0.5, z - 0.5});
  }
  const std::vector<double> weights = random_weights(COUNT, 0.01, random);
  PowerCells divided(parts, sites, weights);
  const ConvexSolid placed(whole, whole.placement());
  const std::vector<ConvexSolid> one = {placed};
  PowerCells direct(one, sites, weights);
  for (int i = 0; i < COUNT; i++) {
    EXPECT_NEAR(divided.volume(i), direct.volume(i), 1e-14);
    double sum = 0.0;
    for (const PowerCells::Piece &piece : divided.pieces(i)) {
      sum += piece.volume;
      EXPECT_EQ(piece.corners.size(), divided.corners(i, piece.part).size());
    }
    EXPECT_NEAR(sum, direct.volume(i), 1e-14);
  }
}

TEST(PowerCells, SaysWhenStepsDoNotSuffice)
{
  RandomNumbers random(19);
  const ConvexPolyhedron body = stone(2);
  PowerCells cells(body, points_inside(body, 30, random), std::vector<double>(30, 0.0));
  EXPECT_FALSE(cells.solve(random_volumes(body, 30, 1.0, random), 1e-10, 1));
  EXPECT_EQ(cells.steps(), 1);
}

}    // namespace test_power_cells
