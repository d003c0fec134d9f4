// Bodies of convex parts. Oracles: closed forms, and the same bodies in one part.

#include "common/space.h"
#include "compounds/compound_scenes.h"
#include "compounds/parts_as_one.h"
#include "geometry/solids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace test_compound_shape {

using namespace grist;

constexpr double ROUNDING = 1e-12;

TEST(CompoundShape, CutBlockHasTheMassOfTheBlock)
{
  Scenes scenes(3);
  const ConvexPolyhedron whole = ConvexPolyhedron::from_vertices(block({0, 0, 0}, {1.0, 2.0, 3.0}));
  const PartCorners parts = cut_block({0, 0, 0}, {1.0, 2.0, 3.0}, 3, 3, 3);
  for (const double scale : {1.0, 1e-6})
    for (const double far : {0.0, 1e3}) {
      const Pose frame = {scale * far * scenes.direction(), scenes.rotation()};
      PartCorners moved = parts;
      for (auto &part : moved)
        for (Vector3d &corner : part) corner = frame.to_space(scale * corner);
      const CompoundShape shape(moved);
      const double rounding = far > 0.0 ? 1e-12 * far : ROUNDING;
      EXPECT_NEAR(shape.volume() / (6.0 * std::pow(scale, 3)), 1.0, rounding);
      EXPECT_NEAR(shape.surface() / (22.0 * scale * scale), 1.0, rounding);
      EXPECT_NEAR(shape.radius() / (scale * whole.radius()), 1.0, rounding);
      EXPECT_LT(norm(shape.placement().position - frame.to_space(scale * Vector3d{0.5, 1.0, 1.5})),
                rounding * scale);
      Vector3d moments = shape.principal_moments() / std::pow(scale, 5);
      std::sort(moments.data(), moments.data() + 3);
      EXPECT_LT(norm(moments - Vector3d{0.5 * 5.0, 0.5 * 10.0, 0.5 * 13.0}), 20.0 * rounding);
      EXPECT_TRUE(shape.is_convex());
    }
}

// Floor 3 x 1 x .5, wall 1 x 2 x .5 on it.
TEST(CompoundShape, AnglePieceInClosedForm)
{
  const CompoundShape shape(angle_piece(2.5, 2.0, 0.5, 1.0));
  const double floor = 3.0 * 0.5, wall = 2.0 * 0.5;
  EXPECT_NEAR(shape.volume(), floor + wall, ROUNDING);
  EXPECT_NEAR(shape.surface(), 2.0 * (floor + wall) + 2.0 * (3.0 + 2.5), ROUNDING);
  const Vector3d center =
      (floor * Vector3d{1.0, 0.0, -0.25} + wall * Vector3d{-0.25, 0.0, 1.0}) / (floor + wall);
  EXPECT_LT(norm(shape.placement().position - center), ROUNDING);
  EXPECT_FALSE(shape.is_convex());
  EXPECT_FALSE(shape.are_one(0, 1));
  ASSERT_EQ(shape.surface_plates().hollow_edges().size(), 1u);
}

// In an L it touches the outer sides and the hollow edge, in a wire all four of its sides.
TEST(CompoundShape, TheLargestBallDoesNotDependOnTheParts)
{
  Scenes scenes(5);
  const auto expect_ball = [&scenes](const PartCorners &parts, double radius) {
    for (const double scale : {1.0, 1e-6}) {
      const Pose pose = {scale * scenes.direction(), scenes.rotation()};
      PartCorners placed = parts;
      for (std::vector<Vector3d> &part : placed)
        for (Vector3d &corner : part) corner = pose.to_space(scale * corner);
      const double found = CompoundShape(cut_at_hollow_edges(placed)).inner_radius() / scale;
      EXPECT_LE(found, radius * (1.0 + 1e-9)) << parts.size();
      EXPECT_GE(found, 0.99 * radius) << parts.size();
    }
  };
  for (const int cuts : {1, 2, 3}) {
    expect_ball(cut_block({0, 0, 0}, {1.0, 2.0, 3.0}, cuts, cuts, cuts), 0.5);
    expect_ball(angle_piece(2.5, 2.0, 0.5, 1.0, cuts, cuts, cuts), 0.5 / (1.0 + std::sqrt(0.5)));
    expect_ball(angle_piece(10.0, 8.0, 0.5, 0.2, cuts, cuts, cuts), 0.1);
  }
}

// Corners of files have single precision, and each part has its own rounding of a common face.
TEST(CompoundShape, FacesOfSinglePrecisionAreJoints)
{
  constexpr double SINGLE = 2e-7;
  Scenes scenes(75);
  for (int n = 0; n < 20; n++) {
    const Pose frame = {scenes.direction(), scenes.rotation()};
    PartCorners parts = cut_block({0, 0, 0}, {1.0, 2.0, 3.0}, 3, 3, 3);
    for (std::vector<Vector3d> &part : parts)
      for (Vector3d &corner : part) corner = frame.to_space(corner) + SINGLE * scenes.direction();
    const CompoundShape shape(parts);
    EXPECT_NEAR(shape.surface() / 22.0, 1.0, 30.0 * SINGLE) << n;
    EXPECT_TRUE(shape.surface_plates().hollow_edges().empty()) << n;
  }
}

// A gap that is larger than rounding is none.
TEST(CompoundShape, PartsBesideAGapAreNotConnected)
{
  const auto beside = [](double gap) {
    return together({block({0, 0, 0}, {1, 1, 1})}, {block({1.0 + gap, 0, 0}, {2, 1, 1})});
  };
  EXPECT_NEAR(CompoundShape(beside(1e-7)).surface(), 10.0, 1e-5);
  EXPECT_THROW(CompoundShape(beside(1e-4)), std::invalid_argument);
}

// Without a hull: of a notch between two parts, a point is enough.
TEST(CompoundShape, HullsThatLeaveTheBodyAreFoundByPoints)
{
  const CompoundShape shape(angle_piece(2.5, 2.0, 0.5, 1.0, 2, 2));
  const BodyInside inside(shape.parts());
  const PartCorners parts = shape.corners();
  int apart = 0;
  for (int a = 0; a < shape.part_count(); a++)
    for (int b = 0; b < shape.part_count(); b++) {
      const bool may = inside.may_have_hull(parts[a], parts[b]);
      std::vector<Vector3d> both = parts[a];
      both.insert(both.end(), parts[b].begin(), parts[b].end());
      const bool is_in = inside.has_hull(ConvexPolyhedron::from_vertices(both));
      EXPECT_TRUE(may || !is_in) << a << " " << b;
      if (!may) apart++;
    }
  EXPECT_GE(apart, 4);
}

// Outer sides of base and legs lie in one plane up to rounding: what differs is no face of the
// base.
TEST(CompoundShape, RoundingLeavesNoSliversBesideJoints)
{
  Scenes scenes(4711);
  const PartCorners fork = {
      block({-1.9341e-3, -1.9341e-3, 5.1e-5}, {1.9487e-3, 1.9487e-3, 1.9487e-3}),
      block({-1.9341e-3, -1.9341e-3, -1.9e-3}, {-7.82e-4, 1.9487e-3, 5.1e-5}),
      block({5.865e-4, -1.9341e-3, -1.9e-3}, {1.9487e-3, 1.9487e-3, 5.1e-5})};
  for (int n = 0; n < 100; n++) {
    const Pose pose = {0.01 * scenes.direction(), scenes.rotation()};
    PartCorners placed = fork;
    for (std::vector<Vector3d> &part : placed)
      for (Vector3d &corner : part) corner = pose.to_space(corner);
    EXPECT_EQ(CompoundShape(placed).surface_plates().hollow_edges().size(), 2u) << n;
    EXPECT_EQ(cut_at_hollow_edges(placed).size(), 5u) << n;
  }
}

// Bisectors of the posts of a brush cut each other's parts.
TEST(CompoundShape, CutsThatMakeVeryManyPartsAreLeftOut)
{
  for (const int rows : {1, 2}) {
    PartCorners brush = {block({0.0, 0.0, -1.0}, {7.0, 2.0 * rows + 1.0, 0.0})};
    for (int n = 0; n < 3 * rows; n++) {
      Vector3d low{2.0 * (n % 3) + 1.0, 2.0 * (n / 3) + 1.0, 0.0};
      if (rows > 1) low += Vector3d{0.1 * (n % 4), 0.07 * (n % 5), 0.0};    // bisectors differ
      brush.push_back(block(low, low + Vector3d{1.0, 1.0, 1.5}));
    }
    const HollowCuts cuts = hollow_cuts(brush);
    if (rows == 1) {
      EXPECT_EQ(cuts.left_out, 0u);
      EXPECT_GT(cuts.parts.size(), 2 * brush.size());
      EXPECT_LE(cuts.parts.size(), FEW_PARTS);
      EXPECT_NEAR(CompoundShape(cuts.parts).volume(), 21.0 + 4.5, 1e-12);
      EXPECT_EQ(hollow_cuts(brush, 0).left_out, 2 * brush.size());
    } else {
      EXPECT_EQ(cuts.left_out, FEW_PARTS);
      EXPECT_EQ(cuts.parts, brush);
    }
  }
  // Twice as many are allowed.
  EXPECT_EQ(hollow_cuts(ring_piece(48, 0.5, 0.8, 0.5, 2), 0).left_out, 0u);
  EXPECT_EQ(hollow_cuts(angle_piece(2.5, 2.0, 0.5, 1.0), 0).left_out, 0u);
}

TEST(CompoundShape, FlatFacesAndConvexCornersAreOneHollowCornersAreTwo)
{
  const CompoundShape shape(cut_at_hollow_edges(angle_piece(2.5, 2.0, 0.5, 1.0)));
  const BodySurface &plates = shape.surface_plates();
  const auto pieces_along = [&](const Vector3d &normal, const Vector3d &through) {
    std::vector<int> pieces;
    for (int n = 0; n < shape.pieces().count(); n++) {
      const HalfSpace &plane = plates[shape.pieces()[n].plate].plane;
      if (norm(plane.normal - transposed(shape.placement().rotation) * normal) < 1e-9 &&
          std::fabs(plane.distance(shape.placement().to_body(through))) < 1e-9)
        pieces.push_back(n);
    }
    return pieces;
  };
  const auto expect = [&](const std::vector<int> &some, const std::vector<int> &others,
                          double coupling) {
    EXPECT_FALSE(some.empty() || others.empty());
    for (const int p : some)
      for (const int q : others) EXPECT_EQ(shape.piece_coupling(p, q), coupling) << p << " " << q;
  };
  const auto floor = pieces_along({0, 0, 1}, {1, 0, 0}), wall = pieces_along({1, 0, 0}, {0, 0, 1});
  const auto bottom = pieces_along({0, 0, -1}, {1, 0, -0.5});
  const auto back = pieces_along({-1, 0, 0}, {-0.5, 0, 1});
  const auto side = pieces_along({0, 1, 0}, {1, 0.5, -0.25});
  expect(floor, wall, 0.0);
  expect(bottom, back, 1.0);
  expect(side, side, 1.0);
  std::vector<int> side_of_wall;    // meets the bottom in a corner alone
  for (const int piece : side)
    if (shape.are_one(shape.pieces()[piece].part, shape.pieces()[back[0]].part))
      side_of_wall.push_back(piece);
  expect(side_of_wall, bottom, 0.0);
  EXPECT_EQ(floor.size(), 1u);
  EXPECT_EQ(wall.size(), 2u);    // in the wall and in what the bisector leaves of the floor
  EXPECT_EQ(side.size(), 3u);
}

// The feet of a fork are two, their sides parts of one flat face.
TEST(CompoundShape, FeetAreTwo)
{
  const CompoundShape shape(fork_piece(1.0, 2.0, 0.5, 1.0));
  EXPECT_FALSE(shape.are_one(1, 2));
  const Vector3d up = transposed(shape.placement().rotation) * Vector3d::unit_z();
  const Vector3d aside = transposed(shape.placement().rotation) * Vector3d::unit_y();
  const auto piece_of = [&](int part, const Vector3d &along) {
    for (const int piece : shape.pieces_of(part))
      if (dot(shape.surface_plates()[shape.pieces()[piece].plate].plane.normal, along) > 0.9)
        return piece;
    return -1;
  };
  EXPECT_EQ(shape.piece_coupling(piece_of(1, up), piece_of(2, up)), 0.0);
  EXPECT_EQ(shape.piece_coupling(piece_of(1, aside), piece_of(2, aside)), 1.0);
}

TEST(CompoundShape, PiecesMakeTheBody)
{
  const CompoundShape shape(cut_at_hollow_edges(fork_piece(1.0, 2.0, 0.5, 1.0)));
  double volume = 0.0;
  for (int n = 0; n < shape.pieces().count(); n++) volume += shape.pieces()[n].shape.volume();
  EXPECT_NEAR(volume, shape.volume(), ROUNDING);
  EXPECT_GT(shape.pieces().count(), 2 * shape.part_count());
}

// Cut at a hollow edge into equal halves, however the body was cut before.
TEST(CompoundShape, HollowEdgesAreCutByTheirBisectors)
{
  for (const int cuts : {1, 3}) {
    const PartCorners parts = cut_at_hollow_edges(angle_piece(2.5, 2.0, 0.5, 1.0, cuts, cuts));
    const CompoundShape shape(parts);
    EXPECT_NEAR(shape.volume(), 2.5, ROUNDING);
    for (const std::vector<Vector3d> &part : parts) {
      double below = 0.0, above = 0.0;    // of the plane x = z
      for (const Vector3d &corner : part) {
        below = std::max(below, corner.x - corner.z);
        above = std::max(above, corner.z - corner.x);
      }
      const bool is_at_edge = std::any_of(part.begin(), part.end(), [](const Vector3d &corner) {
        return std::fabs(corner.x) + std::fabs(corner.z) < 1e-9;
      });
      if (is_at_edge) { EXPECT_LT(std::min(below, above), 1e-9); }
    }
  }
}

std::string sentence_of(const PartCorners &parts)
{
  try {
    const CompoundShape shape(parts);
    shape.refuse_overlaps(1e-6);
  } catch (const std::invalid_argument &problem) {
    return problem.what();
  }
  return "";
}

// The short edge points anywhere.
TEST(FlatPolygon, ACornerThatRoundingHasSplitCutsNothingOff)
{
  const FlatPolygon square = FlatPolygon::of({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  for (const Vector3d &off : {Vector3d{-1e-16, 0, 0}, Vector3d{0, -1e-16, 0}, Vector3d{1e-16, 0, 0},
                              Vector3d{-1e-16, -1e-16, 0}, Vector3d{1e-15, -1e-15, 0}}) {
    const FlatPolygon split =
        FlatPolygon::of({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, Vector3d{0, 1, 0} + off, {0, 1, 0}});
    EXPECT_NEAR(norm(area_vector(common_part(square, split, 0.0))), 1.0, ROUNDING);
    double left = 0.0;
    for (const FlatPolygon &piece : difference(square, split, 1e-9))
      left += norm(area_vector(piece));
    EXPECT_NEAR(left, 0.0, ROUNDING);
  }
}

// Joints in an order in which groups of parts join late.
TEST(CompoundShape, PartsInAnyOrderAreConnected)
{
  const PartCorners row = cut_block({0, 0, 0}, {8, 1, 1}, 5, 1, 1);
  std::vector<size_t> order = {0, 1, 2, 3, 4};
  do {
    PartCorners parts;
    for (const size_t k : order) parts.push_back(row[k]);
    EXPECT_NO_THROW(CompoundShape{parts});
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(CompoundShape, BadParts)
{
  EXPECT_EQ(sentence_of({block({0, 0, 0}, {1, 1, 1}), block({2, 0, 0}, {3, 1, 1})}),
            "parts 1 and 2 are not connected by common faces (a body is one piece)");
  EXPECT_EQ(sentence_of({block({0, 0, 0}, {1, 1, 1}), block({1, 1, 0}, {2, 2, 1})}),
            "parts 1 and 2 are not connected by common faces (a body is one piece)");
  EXPECT_EQ(sentence_of({block({0, 0, 0}, {1, 1, 1}), block({1, 0, 0}, {2, 1, 1}),
                         block({1, 0, 1}, {2, 1, 2}), block({0, 0, 0.5}, {1, 1, 2})}),
            "parts 1 and 4 overlap by 0.5 of the volume 1 of the smaller one (expected 0)");
  EXPECT_NE(sentence_of({block({0, 0, 0}, {1, 1, 1}), block({1, 0, 0}, {2, 1, 0})}).find("part 2"),
            std::string::npos);
}

}    // namespace test_compound_shape
