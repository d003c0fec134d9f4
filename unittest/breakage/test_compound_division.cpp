// A body of several convex parts in pieces, by cracks and by cells: nothing lost or counted twice,
// volumes as wanted, mass, momenta and energy kept, pieces connected, convex where they can be.

#include "breakage/broken_body.h"
#include "breakage/compound_division.h"
#include "compounds/compound_scenes.h"

#include "common/random_numbers.h"
#include "common/space.h"
#include "geometry/body_motion.h"
#include "geometry/overlap.h"
#include "geometry/solids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace test_compound_division {

using namespace grist;

// Of what follows from the shapes of pieces: a hull has points in its faces that are beside them by
// HULL_TOLERANCE.
constexpr double SAME_MOTION = 1e-10;

std::vector<double> shares(double volume, int count, double spread)
{
  RandomNumbers random(count);
  std::vector<double> volumes;
  for (int i = 0; i < count; i++) volumes.push_back(std::exp(spread * random.normal()));
  const double sum = std::accumulate(volumes.begin(), volumes.end(), 0.0);
  for (double &v : volumes) v *= volume / sum;
  return volumes;
}

// A ring of wedges about z.
PartCorners ring(int wedges, double inner, double outer, double height)
{
  PartCorners parts;
  for (int k = 0; k < wedges; k++) {
    parts.emplace_back();
    for (const int end : {k, k + 1})
      for (const double r : {inner, outer})
        for (const double z : {-0.5 * height, 0.5 * height}) {
          const double angle = 2.0 * std::acos(-1.0) * end / wedges;
          parts.back().push_back({r * std::cos(angle), r * std::sin(angle), z});
        }
  }
  return parts;
}

PartCorners turned(PartCorners parts)
{
  const Matrix3d rotation = rotation_matrix(normalized(Quaterniond{0.4, -0.3, 0.8, 0.2}));
  for (std::vector<Vector3d> &part : parts)
    for (Vector3d &corner : part) corner = Vector3d{3.0, -1.0, 2.0} + rotation * corner;
  return parts;
}

PartCorners angle()
{
  return cut_at_hollow_edges(turned(angle_piece(2.0, 1.5, 1.0, 1.2)));
}

PartCorners fork()
{
  return cut_at_hollow_edges(turned(fork_piece(1.0, 2.0, 0.5, 0.8)));
}

std::vector<std::unique_ptr<CompoundShape>> bodies()
{
  std::vector<std::unique_ptr<CompoundShape>> all;
  for (const PartCorners &parts : {angle(), fork(), turned(ring(8, 1.0, 1.4, 0.5)),
                                   angle_piece(20e-6, 15e-6, 10e-6, 12e-6, 3, 2, 2),
                                   cut_block({-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}, 3, 3, 3)})
    all.push_back(std::make_unique<CompoundShape>(parts));
  return all;
}

CrackSettings at_corner(const CompoundShape &body, unsigned seed)
{
  CrackSettings settings;
  settings.contact = body.corners()[0][0];
  settings.seed = seed;
  return settings;
}

std::vector<MovingPiece> shapes_of(const std::vector<BodyPiece> &pieces)
{
  return moving_pieces({{}, 1.0, Vector3d::zero(), Vector3d::zero()}, pieces);
}

// Every part of every piece, in the frame of the body.
struct PlacedPart {
  const ConvexPolyhedron *shape;
  Pose place;
};

std::vector<PlacedPart> parts_of(const std::vector<MovingPiece> &pieces)
{
  std::vector<PlacedPart> all;
  for (const MovingPiece &piece : pieces)
    for (int k = 0; k < piece.shape().part_count(); k++)
      all.push_back({&piece.shape().part(k),
                     piece.compound ? piece.pose * piece.compound->parts()[k].place : piece.pose});
  return all;
}

struct Totals {
  double mass = 0.0, energy = 0.0;
  Vector3d momentum = Vector3d::zero(), angular = Vector3d::zero();

  void add(const BodyShape &shape, const Pose &pose, double mass_here, const Vector3d &velocity,
           const Vector3d &omega)
  {
    const Vector3d moments = mass_here / shape.volume() * shape.principal_moments();
    const Vector3d spin =
        pose.rotation * Matrix3d::diagonal(moments) * transposed(pose.rotation) * omega;
    mass += mass_here;
    momentum += mass_here * velocity;
    angular += mass_here * cross(pose.position, velocity) + spin;
    energy += 0.5 * mass_here * squared_norm(velocity) + 0.5 * dot(omega, spin);
  }
};

class CompoundDivisions : public ::testing::TestWithParam<bool> {
 protected:
  std::vector<BodyPiece> divide(const CompoundShape &body, const std::vector<double> &volumes,
                                unsigned seed, double least = 0.0, int most = 1000) const
  {
    return divide_compound(body, volumes, at_corner(body, seed), {GetParam(), least, most});
  }
};

INSTANTIATE_TEST_SUITE_P(BothWays, CompoundDivisions, ::testing::Bool());

// The pieces have the volume, the centroid and the inertia of the body, and the energy and momenta
// of its motion.
TEST_P(CompoundDivisions, NothingIsLost)
{
  RandomNumbers random(31);
  for (const auto &body : bodies())
    for (const int count : {2, 3, 40}) {
      SCOPED_TRACE(count);
      const auto pieces = divide(*body, shares(body->volume(), count, 1.0), 3);
      double volume = 0.0;
      Vector3d first = Vector3d::zero();
      for (const BodyPiece &piece : pieces) {
        volume += piece.volume;
        first += piece.volume * piece.centroid;
      }
      EXPECT_NEAR(volume, body->volume(), 1e-12 * body->volume());
      EXPECT_LT(norm(first), 1e-12 * body->volume() * body->radius());

      const auto vector = [&] {
        const double x = random.normal(), y = random.normal(), z = random.normal();
        return Vector3d{x, y, z};
      };
      const MovingBody moving{
          {body->radius() * vector(),
           rotation_matrix(normalized(Quaterniond{1.0, random.normal(), random.normal(), 0.3}))},
          3.0,
          body->radius() * vector(),
          vector()};
      Totals before, after;
      before.add({nullptr, body.get()}, moving.pose, moving.mass, moving.velocity, moving.omega);
      for (const MovingPiece &piece : moving_pieces(moving, pieces))
        after.add(piece.shape(), piece.pose, piece.mass, piece.velocity, piece.omega);
      EXPECT_NEAR(after.mass, before.mass, 1e-12 * before.mass);
      const double scale =
          before.mass * (norm(moving.velocity) + norm(moving.omega) * body->radius());
      EXPECT_LT(norm(after.momentum - before.momentum), SAME_MOTION * scale);
      EXPECT_LT(norm(after.angular - before.angular),
                SAME_MOTION * scale * (norm(moving.pose.position) + body->radius()));
      EXPECT_NEAR(after.energy, before.energy, SAME_MOTION * before.energy);
    }
}

// Also that each is one body: a compound rejects parts that are not connected.
TEST_P(CompoundDivisions, PiecesDoNotOverlapAndHaveTheirVolumes)
{
  OverlapWorkspace workspace;
  for (const auto &body : bodies()) {
    const auto pieces = divide(*body, shares(body->volume(), 30, 1.0), 7);
    const auto shapes = shapes_of(pieces);
    for (size_t i = 0; i < pieces.size(); i++) {
      EXPECT_NEAR(shapes[i].shape().volume(), pieces[i].volume, 1e-9 * pieces[i].volume);
      EXPECT_LT(norm(shapes[i].pose.position - pieces[i].centroid), 1e-9 * body->radius());
      if (const CompoundShape *compound = shapes[i].shape().compound)
        compound->refuse_overlaps(1e-9);
    }
    const auto parts = parts_of(shapes);
    double sum = 0.0;
    for (size_t i = 0; i < parts.size(); i++)
      for (size_t j = 0; j < i; j++)
        sum += overlap(*parts[i].shape, parts[i].place, *parts[j].shape, parts[j].place, workspace)
                   .volume;
    EXPECT_LT(sum, 1e-12 * body->volume());
  }
}

// What a neighbor overlaps of the body it overlaps of the pieces: volume and area vector.
TEST_P(CompoundDivisions, OverlapsOfNeighborsStay)
{
  OverlapWorkspace workspace;
  RandomNumbers random(29);
  for (const auto &body : bodies()) {
    const auto shapes = shapes_of(divide(*body, shares(body->volume(), 30, 1.0), 9));
    const auto parts = parts_of(shapes);
    const ConvexPolyhedron other = solids::cube(body->radius());
    for (int trial = 0; trial < 20; trial++) {
      const double w = random.normal(), x = random.normal(), y = random.normal();
      const Pose pose{normalized(Vector3d{x, y, w}) * 0.7 * body->radius(),
                      rotation_matrix(normalized(Quaterniond{w, x, y, 0.3}))};
      double volume = 0.0;
      Vector3d area = Vector3d::zero();
      const auto add = [&](double sign, const ConvexPolyhedron &shape, const Pose &place) {
        const Overlap both = overlap(other, pose, shape, place, workspace);
        volume += sign * both.volume;
        area += sign * both.area_vector;
      };
      for (int k = 0; k < body->part_count(); k++)
        add(-1.0, body->parts()[k].shape, body->parts()[k].place);
      for (const PlacedPart &part : parts) add(1.0, *part.shape, part.place);
      EXPECT_NEAR(volume, 0.0, 1e-12 * body->volume());
      EXPECT_LT(norm(area), 1e-11 * body->surface());
    }
  }
}

// Volumes are those wanted where fragments stay in one piece: each of them is wanted or the sum of
// bodies of one fragment.
TEST_P(CompoundDivisions, VolumesAreThoseWanted)
{
  const CompoundShape body(cut_block({-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}, 3, 3, 3));
  for (const int count : {2, 20, 100}) {
    const std::vector<double> volumes = shares(body.volume(), count, 1.0);
    const auto pieces = divide(body, volumes, 3);
    ASSERT_EQ(pieces.size(), volumes.size());
    for (size_t i = 0; i < pieces.size(); i++)
      EXPECT_NEAR(pieces[i].volume, volumes[i], 2e-6 * volumes[i] + 1e-13 * body.volume());
  }
}

// A cube of 27 parts breaks as the cube, into the same convex pieces.
TEST_P(CompoundDivisions, HowABodyIsCutIntoPartsDoesNotMatter)
{
  const CompoundShape cut(cut_block({-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}, 3, 3, 3));
  const ConvexPolyhedron cube = solids::cube(2.0);
  const std::vector<double> volumes = shares(8.0, 20, 1.0);
  const CrackSettings settings = at_corner(cut, 5);
  const auto expected = GetParam() ? divide_by_cells(cube, volumes, settings)
                                   : divide_by_cracks(cube, volumes, settings);
  const auto pieces = divide(cut, volumes, 5);
  ASSERT_EQ(pieces.size(), expected.size());
  for (size_t i = 0; i < pieces.size(); i++) {
    EXPECT_EQ(pieces[i].parts.size(), 1u);
    EXPECT_NEAR(pieces[i].volume, expected[i].volume, 1e-6 * expected[i].volume);
    EXPECT_LT(norm(pieces[i].centroid - expected[i].centroid), 1e-6);
  }
}

// Pieces break again, down to convex ones, and nothing is lost.
TEST_P(CompoundDivisions, PiecesBreakAgain)
{
  for (const auto &body : bodies()) {
    std::vector<std::shared_ptr<const CompoundShape>> left = {
        std::make_shared<CompoundShape>(body->corners())};
    double volume = 0.0;
    int broken = 0;
    for (unsigned seed = 1; !left.empty() && seed < 40; seed++) {
      const auto shape = left.back();
      left.pop_back();
      broken++;
      const auto pieces = divide(*shape, shares(shape->volume(), 4, 0.5), seed);
      EXPECT_GE(pieces.size(), 2u);
      for (const MovingPiece &piece : shapes_of(pieces))
        if (piece.compound)
          left.push_back(piece.compound);
        else
          volume += piece.convex->volume();
    }
    for (const auto &shape : left) volume += shape->volume();
    EXPECT_NEAR(volume, body->volume(), 1e-9 * body->volume());
    EXPECT_GE(broken, body->is_convex() ? 1 : 2);
  }
}

// What a compound costs and needs of Nmax goes by the number of its parts.
TEST_P(CompoundDivisions, PiecesHaveFewParts)
{
  const CompoundShape body(fork());
  for (unsigned seed = 1; seed <= 6; seed++)
    for (const BodyPiece &piece :
         divide(body, shares(body.volume(), 30, 0.5), seed, body.volume() / 40.0))
      EXPECT_LE(piece.parts.size(), 30u) << seed;
}

// A fork cut across its legs: three bodies of two fragments; where the ends of the legs are too
// small one of them joins the base, and two are left.
TEST(CompoundCracks, FragmentsThatAreNotConnectedAreBodies)
{
  const CompoundShape body(cut_at_hollow_edges(fork_piece(1.0, 4.0, 0.5, 0.8)));
  CrackSettings settings;
  settings.tilt = 0.0;
  settings.contact = body.placement().to_body({0.0, 0.0, 4.0});    // between the ends of the legs
  const double ends = 2.0 * 0.5 * 0.8 * 1.0;
  const std::vector<double> volumes = {body.volume() - ends, ends};
  const auto pieces = divide_compound(body, volumes, settings, {});
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_NEAR(pieces[0].volume, volumes[0], 1e-11);
  EXPECT_GT(pieces[0].parts.size(), 2u);
  for (const int leg : {1, 2}) {
    EXPECT_NEAR(pieces[leg].volume, 0.5 * ends, 1e-11);
    EXPECT_EQ(pieces[leg].parts.size(), 1u);
  }
  const auto fewer = divide_compound(body, volumes, settings, {false, 0.6 * ends, 1000});
  ASSERT_EQ(fewer.size(), 2u);
  EXPECT_NEAR(fewer[0].volume + fewer[1].volume, body.volume(), 1e-12 * body.volume());
  EXPECT_EQ(divide_compound(body, volumes, settings, {false, 0.0, 2}).size(), 2u);
}

// No piece is below the least volume, none lost, none more than allowed.
TEST_P(CompoundDivisions, LimitsOfPiecesAreKept)
{
  for (const auto &body : bodies()) {
    const double least = body->volume() / 24.0;
    const std::vector<double> volumes(24, least);
    const auto pieces = divide(*body, volumes, 11, least, 16);
    EXPECT_LE(pieces.size(), 16u);
    EXPECT_GE(pieces.size(), 12u);
    double sum = 0.0;
    for (const BodyPiece &piece : divide(*body, volumes, 11, least)) {
      EXPECT_GE(piece.volume, 0.99 * least);
      sum += piece.volume;
    }
    EXPECT_NEAR(sum, body->volume(), 1e-12 * body->volume());
  }
}

// Planes through the corners and along the faces of parts, except rounding: no splinters, nothing
// lost.
TEST(CompoundCracks, PlanesAlongFacesOfPartsLeaveNoSplinters)
{
  const CompoundShape body(cut_block({-4.0, -0.5, -0.5}, {4.0, 0.5, 0.5}, 8, 1, 1));
  CrackSettings settings;
  settings.tilt = 0.0;
  for (const double off : {0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6, 1e-5}) {
    double first = 0.0;
    for (int k = 0; k < 3; k++) first += body.parts()[k].shape.volume();
    const std::vector<double> volumes = {first + off, body.volume() - first - off};
    const auto pieces = divide_compound(body, volumes, settings, {});
    ASSERT_EQ(pieces.size(), 2u) << off;
    double sum = 0.0;
    for (const BodyPiece &piece : pieces) {
      EXPECT_EQ(piece.parts.size(), 1u) << off;
      sum += piece.volume;
    }
    EXPECT_NEAR(sum, body.volume(), 1e-12 * body.volume());
  }
}

}    // namespace test_compound_division
