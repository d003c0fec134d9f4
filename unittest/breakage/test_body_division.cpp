// A body in pieces, by cracks and by cells: volumes as wanted, nothing lost or counted twice, mass,
// centre and inertia those of the body.

#include "breakage/body_division.h"

#include "common/random_numbers.h"
#include "common/space.h"
#include "geometry/mass_properties.h"
#include "geometry/overlap.h"
#include "geometry/solids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace test_body_division {

using namespace grist;

using Divide = std::vector<BodyPiece> (*)(const ConvexPolyhedron &, const std::vector<double> &,
                                          const CrackSettings &);

std::vector<BodyPiece> by_cells(const ConvexPolyhedron &body, const std::vector<double> &volumes,
                                const CrackSettings &settings)
{
  return divide_by_cells(body, volumes, settings, 1e-12);
}

const Divide DIVISIONS[] = {divide_by_cracks, by_cells};

std::vector<ConvexPolyhedron> bodies()
{
  std::vector<Vector3d> points;
  RandomNumbers random(23);
  for (int i = 0; i < 20; i++) {
    const double x = random.normal(), y = random.normal(), z = random.normal();
    points.push_back(normalized(Vector3d{x, 0.6 * y, 0.4 * z}));
  }
  return {solids::cube(1.0), solids::tetrahedron(0.01), solids::prism(40, 1.0, 0.05),
          solids::box(20.0, 1.0, 1.0), ConvexPolyhedron::from_vertices(points)};
}

// Log-normal, with the sum of the body's.
std::vector<double> shares(const ConvexPolyhedron &body, int count, double spread)
{
  RandomNumbers random(count);
  std::vector<double> volumes;
  for (int i = 0; i < count; i++) volumes.push_back(std::exp(spread * random.normal()));
  const double sum = std::accumulate(volumes.begin(), volumes.end(), 0.0);
  for (double &v : volumes) v *= body.volume() / sum;
  return volumes;
}

CrackSettings at_corner(const ConvexPolyhedron &body, unsigned seed)
{
  CrackSettings settings;
  settings.contact = body.vertices().front();
  settings.seed = seed;
  return settings;
}

std::vector<ConvexPolyhedron> shapes_of(const std::vector<BodyPiece> &pieces)
{
  std::vector<ConvexPolyhedron> shapes;
  for (const BodyPiece &piece : pieces)
    shapes.push_back(ConvexPolyhedron::from_vertices(piece.parts[0]));
  return shapes;
}

TEST(BodyDivision, VolumesAreThoseWanted)
{
  for (const Divide divide : DIVISIONS)
    for (const ConvexPolyhedron &body : bodies())
      for (const int count : {1, 2, 3, 20, 200})
        for (const double spread : {0.0, 1.5}) {
          const std::vector<double> volumes = shares(body, count, spread);
          const std::vector<BodyPiece> pieces = divide(body, volumes, at_corner(body, 3));
          const std::vector<ConvexPolyhedron> shapes = shapes_of(pieces);
          double sum = 0.0;
          for (int i = 0; i < count; i++) {
            EXPECT_NEAR(pieces[i].volume, volumes[i], 1e-11 * volumes[i] + 1e-13 * body.volume());
            EXPECT_NEAR(shapes[i].volume(), pieces[i].volume, 1e-7 * volumes[i]);
            EXPECT_LT(norm(shapes[i].placement().position - pieces[i].centroid),
                      1e-7 * body.radius());
            sum += pieces[i].volume;
          }
          EXPECT_NEAR(sum, body.volume(), 1e-13 * count * body.volume());
        }
}

// Pieces of equal volume: the last digits of the volumes, as another unit of length has them, do not
// choose the cracks.
TEST(BodyDivision, UnitOfLengthChangesNoCrack)
{
  constexpr double SAME_CRACK = 1e-9;
  constexpr int PIECES = 7, UNITS = 40;
  const auto divided = [&](double unit) {
    const ConvexPolyhedron body = solids::box(2.0 * unit, 1.5 * unit, 1.8 * unit);
    const std::vector<double> volumes(PIECES, body.volume() / PIECES);
    return divide_by_cracks(body, volumes, at_corner(body, 7));
  };
  const std::vector<BodyPiece> right = divided(1.0);
  for (int k = 0; k < UNITS; k++) {
    const double unit = std::pow(1.7, k - UNITS);
    const std::vector<BodyPiece> pieces = divided(unit);
    for (size_t i = 0; i < right.size(); i++)
      EXPECT_LT(norm(pieces[i].centroid / unit - right[i].centroid), SAME_CRACK)
          << unit << ", piece " << i;
  }
}

// Parallel axes: the pieces together have the centre and the inertia of the body.
TEST(BodyDivision, CentreAndInertiaAreThoseOfTheBody)
{
  for (const Divide divide : DIVISIONS)
    for (const ConvexPolyhedron &body : bodies()) {
      const std::vector<BodyPiece> pieces = divide(body, shares(body, 40, 1.0), at_corner(body, 5));
      const std::vector<ConvexPolyhedron> shapes = shapes_of(pieces);
      Vector3d center = Vector3d::zero();
      Matrix3d inertia = Matrix3d::zero();
      for (size_t i = 0; i < pieces.size(); i++) {
        const Vector3d &c = pieces[i].centroid;
        const Matrix3d &axes = shapes[i].placement().rotation;
        center += pieces[i].volume * c;
        inertia += axes * Matrix3d::diagonal(shapes[i].principal_moments()) * transposed(axes);
        inertia +=
            pieces[i].volume * (squared_norm(c) * Matrix3d::identity() - outer_product(c, c));
      }
      const Matrix3d expected = Matrix3d::diagonal(body.principal_moments());
      EXPECT_LT(norm(center), 1e-11 * body.volume() * body.radius());
      EXPECT_LT(norm(inertia - expected), 1e-8 * norm(expected));
    }
}

TEST(BodyDivision, PiecesDoNotOverlap)
{
  OverlapWorkspace workspace;
  for (const Divide divide : DIVISIONS)
    for (const ConvexPolyhedron &body : bodies()) {
      const auto shapes = shapes_of(divide(body, shares(body, 30, 1.5), at_corner(body, 7)));
      double sum = 0.0;
      for (size_t i = 0; i < shapes.size(); i++)
        for (size_t j = 0; j < i; j++)
          sum +=
              overlap(shapes[i], shapes[i].placement(), shapes[j], shapes[j].placement(), workspace)
                  .volume;
      EXPECT_LT(sum, 1e-12 * body.volume());
    }
}

// What a neighbor overlaps of the body it overlaps of the pieces.
TEST(BodyDivision, OverlapsOfNeighborsStay)
{
  OverlapWorkspace workspace;
  RandomNumbers random(29);
  for (const Divide divide : DIVISIONS)
    for (const ConvexPolyhedron &body : bodies()) {
      const auto shapes = shapes_of(divide(body, shares(body, 30, 1.0), at_corner(body, 9)));
      for (int trial = 0; trial < 20; trial++) {
        const double w = random.normal(), x = random.normal(), y = random.normal();
        Pose pose{normalized(Vector3d{x, y, w}) * 0.7 * body.radius(),
                  rotation_matrix(normalized(Quaterniond{w, x, y, 0.3}))};
        const Overlap whole = overlap(body, {}, body, pose, workspace);
        double volume = 0.0;
        Vector3d area = Vector3d::zero();
        for (const ConvexPolyhedron &shape : shapes) {
          const Overlap part = overlap(body, pose, shape, shape.placement(), workspace);
          volume += part.volume;
          area += part.area_vector;
        }
        EXPECT_NEAR(volume, whole.volume, 1e-12 * body.volume());
        EXPECT_LT(norm(area + whole.area_vector), 1e-12 * body.surface());
      }
    }
}

TEST(BodyDivision, SmallPiecesAreNearTheContact)
{
  const ConvexPolyhedron body = bodies().back();
  for (const Divide divide : DIVISIONS) {
    const std::vector<double> volumes = shares(body, 100, 1.5);
    const double median = [&] {
      std::vector<double> sorted = volumes;
      std::nth_element(sorted.begin(), sorted.begin() + 50, sorted.end());
      return sorted[50];
    }();
    for (unsigned seed = 1; seed <= 5; seed++) {
      const CrackSettings settings = at_corner(body, seed);
      double near = 0.0, far = 0.0;
      for (const BodyPiece &piece : divide(body, volumes, settings))
        (piece.volume < median ? near : far) += norm(piece.centroid - *settings.contact) / 50.0;
      EXPECT_LT(near, 0.9 * far);
    }
  }
}

TEST(BodyDivision, IsTheSameForOneSeed)
{
  const ConvexPolyhedron body = bodies().back();
  const std::vector<double> volumes = shares(body, 20, 1.0);
  for (const Divide divide : DIVISIONS) {
    const auto first = divide(body, volumes, at_corner(body, 1));
    const auto again = divide(body, volumes, at_corner(body, 1));
    const auto other = divide(body, volumes, at_corner(body, 2));
    double same = 0.0, different = 0.0;
    for (size_t i = 0; i < volumes.size(); i++) {
      same += norm(first[i].centroid - again[i].centroid);
      different += norm(first[i].centroid - other[i].centroid);
    }
    EXPECT_NEAR(same, 0.0, 1e-12);    // sums of vectors hang on where they lie in memory
    EXPECT_GT(different, 0.1);
  }
}

// Across the longest extent, without tilt: slices of a bar.
TEST(CrackDivision, SlicesABar)
{
  const ConvexPolyhedron bar = solids::box(8.0, 1.0, 1.0);
  CrackSettings settings;
  settings.tilt = 0.0;
  const auto pieces = divide_by_cracks(bar, {2.0, 1.0, 3.0, 2.0}, settings);
  for (const BodyPiece &piece : pieces) {
    EXPECT_EQ(piece.parts[0].size(), 8u);
    const auto shape = ConvexPolyhedron::from_vertices(piece.parts[0]);
    EXPECT_NEAR(shape.surface(), 2.0 + 4.0 * piece.volume, 1e-12);
    const int longest = axis_of_least(bar.principal_moments());
    Vector3d beside = piece.centroid;
    beside[longest] = 0.0;
    EXPECT_LT(norm(beside), 1e-13);
  }
}

// Domokos and others 2020: six faces and eight corners in the mean.
TEST(CrackDivision, PiecesHaveFewFaces)
{
  for (const ConvexPolyhedron &body : {solids::cube(1.0), solids::dodecahedron(1.0)}) {
    double faces = 0.0, corners = 0.0;
    const auto shapes = shapes_of(divide_by_cracks(body, shares(body, 500, 1.0), {}));
    for (const ConvexPolyhedron &shape : shapes) {
      faces += shape.face_count() / 500.0;
      corners += shape.vertex_count() / 500.0;
    }
    EXPECT_NEAR(faces, 6.3, 0.5);
    EXPECT_NEAR(corners, 8.6, 1.0);
  }
}

}    // namespace test_body_division
