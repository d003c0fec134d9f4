// Bodies with hollows as convex parts: their volume by inclusion and exclusion, what is in which
// part by points, and that parts do not overlap.

#include "geometry/scooped_body.h"

#include "geometry/overlap.h"
#include "geometry/polyhedron_scenes.h"
#include "geometry/solids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace grist {
namespace test_scooped_body {

static bool is_in(const std::vector<HalfSpace> &planes, const Vector3d &x)
{
  return std::all_of(planes.begin(), planes.end(),
                     [&](const HalfSpace &plane) { return plane.distance(x) <= 0.0; });
}

static bool is_in(const ConvexPolyhedron &body, const Pose &pose, const Vector3d &x)
{
  for (int f = 0; f < body.face_count(); f++)
    if (body.plane(f).distance(pose.to_body(x)) > 0.0) return false;
  return true;
}

static std::vector<HalfSpace> planes_of(const ConvexPolyhedron &body, const Pose &pose)
{
  std::vector<HalfSpace> planes;
  for (int f = 0; f < body.face_count(); f++) planes.push_back(moved(body.plane(f), pose));
  return planes;
}

static std::vector<ConvexPolyhedron> solids_of(const std::vector<ConvexCorners> &parts)
{
  std::vector<ConvexPolyhedron> solids;
  for (const ConvexCorners &part : parts) solids.push_back(ConvexPolyhedron::from_vertices(part));
  return solids;
}

static double volume_of(const std::vector<ConvexCorners> &parts)
{
  double volume = 0.0;
  for (const ConvexPolyhedron &part : solids_of(parts)) volume += part.volume();
  return volume;
}

static double common_volume(const ConvexPolyhedron &body, Scoop a, const Scoop &b = {})
{
  OverlapWorkspace workspace;
  a.insert(a.end(), b.begin(), b.end());
  return overlap(body, Pose(), a.data(), static_cast<int>(a.size()), workspace).volume;
}

static void expect_apart(const std::vector<ConvexCorners> &parts, double volume)
{
  OverlapWorkspace workspace;
  const std::vector<ConvexPolyhedron> solids = solids_of(parts);
  for (size_t a = 0; a < solids.size(); a++)
    for (size_t b = 0; b < a; b++)
      EXPECT_LE(
          overlap(solids[a], solids[a].placement(), solids[b], solids[b].placement(), workspace)
              .volume,
          1e-12 * volume)
          << a << " " << b;
}

// A cube of edge 2 without one of its eight small cubes: three parts.
TEST(ScoopedBody, OfACubeWithoutACorner)
{
  const ConvexPolyhedron cube = solids::cube(2.0);
  const Scoop corner = {
      {-Vector3d::unit(0), 0.0}, {-Vector3d::unit(1), 0.0}, {-Vector3d::unit(2), 0.0}};
  const std::vector<ConvexCorners> parts = scooped_parts(cube, {corner});
  ASSERT_EQ(parts.size(), 3u);
  std::vector<double> volumes;
  for (const ConvexPolyhedron &part : solids_of(parts)) volumes.push_back(part.volume());
  EXPECT_NEAR(volumes[0], 4.0, 1e-14);
  EXPECT_NEAR(volumes[1], 2.0, 1e-14);
  EXPECT_NEAR(volumes[2], 1.0, 1e-14);
  expect_apart(parts, 8.0);
}

TEST(ScoopedBody, IsTheWholeWithoutWhatAScoopHas)
{
  const ConvexPolyhedron cube = solids::cube(2.0);
  const Scoop away = {{-Vector3d::unit(0), -1.5}, {Vector3d::unit(1), 0.5}};
  const Scoop touching = {{-Vector3d::unit(0), -1.0}};
  const Vector3d tip = {1.1, 0.0, 0.0};    // of a wedge, both planes of which cut the cube
  const Scoop beside = {HalfSpace::through(tip, {-0.8, 0.6, 0.0}),
                        HalfSpace::through(tip, {-0.8, -0.6, 0.0})};
  EXPECT_EQ(scooped_parts(cube, {}).size(), 1u);
  for (const Scoop &scoop : {away, touching, beside}) {
    const std::vector<ConvexCorners> parts = scooped_parts(cube, {scoop});
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_EQ(parts[0].size(), 8u);
  }
  EXPECT_TRUE(scooped_parts(cube, {{{-Vector3d::unit(0), 1.5}}}).empty());
}

// Two solids taken out of a third, which may overlap: V - V1 - V2 + V12. And where points are.
TEST(ScoopedBody, HasTheVolumeOfInclusionAndExclusion)
{
  const std::vector<ConvexPolyhedron> shapes = many_shapes();
  Scenes scenes(7);
  int hollow = 0;
  for (int n = 0; n < 60; n++) {
    const ConvexPolyhedron &body = shapes[scenes.index(shapes.size())];
    Scoop scoops[2];
    for (Scoop &scoop : scoops) {
      const ConvexPolyhedron &cutter = shapes[scenes.index(shapes.size())];
      scoop = planes_of(cutter, scenes.near(body, Pose(), cutter));
    }
    const std::vector<ConvexCorners> parts = scooped_parts(body, {scoops[0], scoops[1]});
    const double taken = common_volume(body, scoops[0]) + common_volume(body, scoops[1]) -
        common_volume(body, scoops[0], scoops[1]);
    hollow += taken > 0.0;
    EXPECT_NEAR(volume_of(parts), body.volume() - taken, 1e-12 * body.volume()) << n;
    expect_apart(parts, body.volume());

    const std::vector<ConvexPolyhedron> solids = solids_of(parts);
    for (int k = 0; k < 100; k++) {
      const Vector3d x = body.radius() * scenes.uniform(0.0, 1.0) * scenes.direction();
      const bool remains = is_in(body, Pose(), x) && !is_in(scoops[0], x) && !is_in(scoops[1], x);
      const auto count =
          std::count_if(solids.begin(), solids.end(), [&](const ConvexPolyhedron &part) {
            return is_in(part, part.placement(), x);
          });
      EXPECT_EQ(count, remains ? 1 : 0);
    }
  }
  EXPECT_GT(hollow, 40);
}

TEST(RandomScoopedBody, IsSeenFromTheCentroid)
{
  for (int seed = 1; seed <= 20; seed++) {
    ScoopedShape shape;
    shape.whole.seed = static_cast<std::uint64_t>(seed);
    shape.scoops = 1 + seed % 4;
    shape.faces = 2 + seed % 3;
    const std::vector<ConvexCorners> parts = random_scooped_parts(shape);
    const ConvexPolyhedron whole = random_polyhedron(shape.whole);
    const std::vector<ConvexPolyhedron> solids = solids_of(parts);
    EXPECT_GE(solids.size(), 2u);
    double volume = 0.0;
    for (const ConvexPolyhedron &part : solids) {
      EXPECT_GE(part.volume(), shape.least_part * whole.volume() * (1.0 - 1e-12));
      volume += part.volume();
    }
    EXPECT_LT(volume, 0.999 * whole.volume()) << seed;
    expect_apart(parts, volume);
    Scenes scenes(seed);
    const auto remains = [&](const Vector3d &x) {
      return std::any_of(solids.begin(), solids.end(), [&](const ConvexPolyhedron &part) {
        return is_in(part, part.placement(), x);
      });
    };
    for (int n = 0; n < 200; n++) {
      const Vector3d x = whole.radius() * scenes.uniform(0.0, 1.0) * scenes.direction();
      if (!remains(x)) continue;
      for (const double share : {0.8, 0.5, 0.2}) EXPECT_TRUE(remains(share * x));
    }
  }
}

TEST(RandomScoopedBody, IsThatOfItsSeed)
{
  ScoopedShape shape;
  const std::vector<ConvexCorners> parts = random_scooped_parts(shape);
  EXPECT_EQ(random_scooped_parts(shape), parts);
  shape.whole.seed = 2;
  EXPECT_NE(random_scooped_parts(shape), parts);
  shape.scoops = 0;
  EXPECT_EQ(random_scooped_parts(shape).size(), 1u);
}

TEST(RandomScoopedBody, RejectsNumbersInOneSentence)
{
  const auto refusal = [](const ScoopedShape &shape) -> std::string {
    try {
      random_scooped_parts(shape);
    } catch (const std::invalid_argument &refused) {
      return refused.what();
    }
    return "accepted";
  };
  ScoopedShape shape;
  shape.scoops = -1;
  EXPECT_EQ(refusal(shape), "number of scoops -1 (must be 0 to 100)");
  shape.scoops = 3;
  shape.depth = 1.0;
  EXPECT_EQ(refusal(shape), "depth of scoops 1 (must be above 0 and below 1)");
  shape.depth = 0.6;
  shape.faces = 1;
  EXPECT_EQ(refusal(shape), "faces of scoops 1 (must be 2 to 12)");
  shape.faces = 3;
  shape.least_part = 0.9;
  EXPECT_EQ(refusal(shape),
            "number of scoops 3 (for number 1 no place is found that leaves parts of 0.9 of the "
            "volume)");
}

}    // namespace test_scooped_body
}    // namespace grist
