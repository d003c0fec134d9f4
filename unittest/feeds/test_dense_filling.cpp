// Oracle: every pair of particles by its exact shape, and every particle against the container and
// what is in the way, by brute force over all images.

#include "common/space.h"
#include "feeds/dense_filling.h"
#include "feeds/soft_bodies.h"
#include "particles/container.h"

#include "common/constants.h"
#include "geometry/random_shape.h"
#include "geometry/solids.h"

#include <gtest/gtest.h>

using namespace grist;

namespace test_dense_filling {

// The inside of a block, or everything.
class Block : public Container {
 public:
  Block(const Vector3d &low, const Vector3d &high) : box{low, high} {}
  bool holds(const Vector3d &x, double radius) const override
  {
    return least_of(x - box.low) >= radius && least_of(box.high - x) >= radius;
  }
  Vector3d way_in(const Vector3d &x, double radius) const override
  {
    Vector3d way = Vector3d::zero();
    for (int k = 0; k < 3; k++) {
      way[k] += std::max(0.0, 1.0001 * radius - (x[k] - box.low[k]));
      way[k] -= std::max(0.0, 1.0001 * radius - (box.high[k] - x[k]));
    }
    return way;
  }
  AlignedBox extent() const override { return box; }
  double volume() const override { return box.volume(); }

 private:
  AlignedBox box;
};

class Everywhere : public Block {
 public:
  using Block::Block;
  bool holds(const Vector3d &, double) const override { return true; }
  Vector3d way_in(const Vector3d &, double) const override { return Vector3d::zero(); }
};

// The inside of an upright cylinder without ends, for a box that is periodic along it.
class Tube : public Block {
 public:
  Tube(double radius, double height) :
      Block(Vector3d{-radius, -radius, 0.0}, Vector3d{radius, radius, height}), wall(radius)
  {
  }
  bool holds(const Vector3d &x, double radius) const override
  {
    return std::hypot(x.x, x.y) <= wall - radius;
  }
  Vector3d way_in(const Vector3d &x, double radius) const override
  {
    const double far = std::hypot(x.x, x.y), out = far - (wall - radius);
    if (out <= 0.0) return Vector3d::zero();
    return (1.0 + 1e-9) * -out / far * Vector3d{x[0], x[1], 0.0};
  }
  double volume() const override { return Block::volume() * PI / 4.0; }

 private:
  double wall;
};

struct Scene {
  std::vector<FeedShape> shapes;
  FillingRequest request;

  void add(int count, double low, double high)
  {
    RandomNumbers random(11);
    for (int n = 0; n < count; n++)
      request.particles.push_back(
          {&shapes[n % shapes.size()], low + (high - low) * random.uniform()});
  }
  double solid() const
  {
    double volume = 0.0;
    for (const SizedShape &particle : request.particles) volume += volume_of_size(particle.size);
    return volume;
  }
  void set_box(double edge, bool periodic)
  {
    request.box.origin = Vector3d::zero();
    request.box.edges = edge * Matrix3d::identity();
    request.box.periodic = {periodic, periodic, periodic};
  }
};

// Number of particles without a place, all at the end; the others are checked.
int check(const Scene &scene, const std::vector<std::optional<Pose>> &poses)
{
  const FillingRequest &request = scene.request;
  std::vector<PlacedShape> placed;
  int missing = 0;
  for (size_t n = 0; n < poses.size(); n++) {
    if (!poses[n]) {
      missing++;
      continue;
    }
    EXPECT_EQ(missing, 0) << n << " has a place, and one before it has none";
    placed.push_back({request.particles[n].shape, request.particles[n].size, *poses[n]});
    if (placed.back().shape->solid) {
      const PlacedSolid body = placed.back().solid();
      for (int c = 0; c < body.solid->vertex_count(); c++)
        EXPECT_TRUE(request.container->holds(body.corner(c), 0.0)) << n;
    } else {
      EXPECT_TRUE(request.container->holds(poses[n]->position, placed.back().radius())) << n;
    }
  }
  const FeedShape ball = FeedShape::of_spheres({Vector3d::zero()}, {0.5});
  for (const PlacedSolid &obstacle : request.obstacles)
    placed.push_back({&ball, 2.0 * obstacle.radius(), obstacle.pose});
  const int images = request.box.periodic[0] ? 1 : 0;
  for (size_t n = 0; n < placed.size(); n++)
    for (size_t m = n; m < placed.size(); m++)
      for (int a = -images; a <= images; a++)
        for (int b = -images; b <= images; b++)
          for (int c = -images; c <= images; c++) {
            const Vector3d shift = request.box.edges * vector_cast<double>(Vector3<int>{a, b, c});
            if (n == m && is_zero(shift)) continue;
            if (n >= placed.size() - request.obstacles.size()) continue;    // among themselves
            EXPECT_EQ(overlap_of(placed[n], placed[m], shift), 0.0) << n << " " << m;
          }
  return missing;
}

std::vector<FeedShape> rods()
{
  return {FeedShape::of_spheres({{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}, {0.6, 0.7, 0.6})};
}

std::vector<FeedShape> stones(int count)
{
  std::vector<FeedShape> shapes;
  for (int n = 0; n < count; n++) {
    RandomShape form;
    form.cuts = 8;
    form.seed = n + 1;
    shapes.push_back(FeedShape::of_solid(random_polyhedron(form)));
  }
  return shapes;
}

TEST(DenseFilling, SpheresOfSeveralSizesFillHalfOfABox)
{
  Scene scene;
  scene.shapes = {FeedShape::of_spheres({Vector3d::zero()}, {0.5})};
  scene.add(600, 0.5, 1.5);
  const double edge = std::cbrt(scene.solid() / 0.45);
  const Block block(Vector3d::zero(), Vector3d::all(edge));
  scene.request.container = &block;
  scene.set_box(edge, false);
  EXPECT_EQ(check(scene, fill_densely(scene.request)), 0);
}

TEST(DenseFilling, ClustersFillAPeriodicBoxAroundObstacles)
{
  Scene scene;
  scene.shapes = rods();
  scene.add(400, 0.8, 1.2);
  const double edge = std::cbrt(scene.solid() / 0.3);
  const Everywhere space(Vector3d::zero(), Vector3d::all(edge));
  scene.request.container = &space;
  scene.set_box(edge, true);
  for (const double x : {0.0, 0.5 * edge})
    scene.request.obstacles.push_back(
        {nullptr, 0.9, {{x, 0.3 * edge, edge - 0.01}, Matrix3d::identity()}});
  EXPECT_EQ(check(scene, fill_densely(scene.request)), 0);
}

TEST(DenseFilling, PolyhedraFillABox)
{
  Scene scene;
  scene.shapes = stones(20);
  scene.add(400, 0.7, 1.3);
  const double edge = std::cbrt(scene.solid() / 0.25);
  const Block block(Vector3d::zero(), Vector3d::all(edge));
  scene.request.container = &block;
  scene.set_box(edge, false);
  EXPECT_EQ(check(scene, fill_densely(scene.request)), 0);
}

// As dense as a random packing that is just loose.
TEST(DenseFilling, SpheresFillSixTenthsOfAPeriodicBox)
{
  for (const int seed : {1, 2, 3})
    for (const double smallest : {1.0, 0.2}) {
      Scene scene;
      scene.shapes = {FeedShape::of_spheres({Vector3d::zero()}, {0.5})};
      scene.add(500, smallest, 1.0);
      const double edge = std::cbrt(scene.solid() / 0.6);
      const Everywhere space(Vector3d::zero(), Vector3d::all(edge));
      scene.request.container = &space;
      scene.request.seed = seed;
      scene.set_box(edge, true);
      EXPECT_EQ(check(scene, fill_densely(scene.request)), 0) << seed << " " << smallest;
    }
}

TEST(DenseFilling, SpheresFillAlmostSixTenthsOfATube)
{
  Scene scene;
  scene.shapes = {FeedShape::of_spheres({Vector3d::zero()}, {0.5})};
  scene.add(1000, 1.0, 1.0);
  const double height = 8.0, radius = std::sqrt(scene.solid() / 0.57 / PI / height);
  const Tube tube(radius, height);
  scene.request.container = &tube;
  scene.request.box.origin = Vector3d{-radius, -radius, 0.0};
  scene.request.box.edges = Matrix3d::diagonal(Vector3d{2.0 * radius, 2.0 * radius, height});
  EXPECT_EQ(check(scene, fill_densely(scene.request)), 0);
}

// Their bounding spheres would fill four times the box.
TEST(DenseFilling, LongClustersFillHalfOfAPeriodicBox)
{
  Scene scene;
  std::vector<Vector3d> row;
  for (int n = 0; n < 6; n++) row.push_back(Vector3d{n - 2.5, 0.0, 0.0});
  scene.shapes = {FeedShape::of_spheres(row, std::vector<double>(6, 0.6))};
  scene.add(200, 0.9, 1.1);
  const double edge = std::cbrt(scene.solid() / 0.45);
  const Everywhere space(Vector3d::zero(), Vector3d::all(edge));
  scene.request.container = &space;
  scene.set_box(edge, true);
  EXPECT_EQ(check(scene, fill_densely(scene.request)), 0);
}

// A bed of obstacles fills nine tenths of the box: particles come into the rest.
TEST(DenseFilling, ParticlesFindTheRoomThatObstaclesLeave)
{
  Scene scene;
  scene.shapes = {FeedShape::of_spheres({Vector3d::zero()}, {0.5})};
  scene.add(40, 1.0, 1.0);
  const double edge = 10.0;
  const Block block(Vector3d::zero(), Vector3d::all(edge));
  scene.request.container = &block;
  scene.set_box(edge, false);
  for (int n = 0; n < 900; n++) {
    const Vector3d place{n % 10 + 0.5, n / 10 % 10 + 0.5, n / 100 + 0.1};
    scene.request.obstacles.push_back({nullptr, 0.499, {place, Matrix3d::identity()}});
  }
  EXPECT_EQ(check(scene, fill_densely(scene.request)), 0);
}

// Random packings of equal spheres end near 0.64: the rest is left out, and little more.
TEST(DenseFilling, SpheresThatFindNoRoomAreFew)
{
  for (const double asked : {0.66, 2.0}) {
    Scene scene;
    scene.shapes = {FeedShape::of_spheres({Vector3d::zero()}, {0.5})};
    scene.add(asked < 1.0 ? 500 : 1500, 1.0, 1.0);
    const double edge = std::cbrt(scene.solid() / asked);
    const Everywhere space(Vector3d::zero(), Vector3d::all(edge));
    scene.request.container = &space;
    scene.set_box(edge, true);
    const double number = static_cast<double>(scene.request.particles.size());
    const double placed = number - check(scene, fill_densely(scene.request));
    EXPECT_GT(placed * asked / number, 0.61) << asked;
    EXPECT_LT(placed * asked / number, 0.65) << asked;
  }
}

// Small and large ones in turn, as many as fill the space `asked` times; the solid fraction reached.
struct Crowd {
  Scene scene;
  double asked;

  Crowd(std::vector<FeedShape> shapes, int count, double small, double asked) : asked(asked)
  {
    scene.shapes = std::move(shapes);
    for (int n = 0; n < count; n++)
      scene.request.particles.push_back(
          {&scene.shapes[n % scene.shapes.size()], n % 4 < 3 ? small : 1.0});
  }
  double edge() const { return std::cbrt(scene.solid() / asked); }
  double fraction_in(const Container &space, bool periodic)
  {
    scene.request.container = &space;
    scene.set_box(edge(), periodic);
    const int missing = check(scene, fill_densely(scene.request));
    scene.request.particles.resize(scene.request.particles.size() - missing);
    return scene.solid() / space.volume();
  }
};

std::vector<FeedShape> balls()
{
  return {FeedShape::of_spheres({Vector3d::zero()}, {0.5})};
}

// However much is too much: the large ones, a fourth, are not left out before the small ones.
TEST(DenseFilling, TheLastOnesAreLeftOutWhateverTheirSize)
{
  for (const bool periodic : {false, true}) {
    Crowd crowd(balls(), 100, 0.6, periodic ? 1.5 : 0.7);
    const Block block(Vector3d::zero(), Vector3d::all(crowd.edge()));
    const Everywhere space(Vector3d::zero(), Vector3d::all(crowd.edge()));
    const double fraction = periodic ? crowd.fraction_in(space, true)
                                     : crowd.fraction_in(block, false);
    EXPECT_GT(fraction, periodic ? 0.55 : 0.46);
  }
  Crowd crowd(rods(), 100, 0.6, 0.7);
  const Block block(Vector3d::zero(), Vector3d::all(crowd.edge()));
  EXPECT_GT(crowd.fraction_in(block, false), 0.3);
}

// Room for a few large ones above a bed: they are not shut out by what is there.
TEST(DenseFilling, TheLastOnesAreLeftOutAboveABed)
{
  Crowd crowd(balls(), 400, 0.5, 1.0);
  const double edge = 8.0;
  const Block block(Vector3d::zero(), Vector3d::all(edge));
  for (int n = 0; n < 384; n++) {
    const Vector3d place{n % 8 + 0.5, n / 8 % 8 + 0.5, n / 64 + 0.5};
    crowd.scene.request.obstacles.push_back({nullptr, 0.499, {place, Matrix3d::identity()}});
  }
  crowd.scene.request.container = &block;
  crowd.scene.set_box(edge, false);
  const int missing = check(crowd.scene, fill_densely(crowd.scene.request));
  crowd.scene.request.particles.resize(400 - missing);
  EXPECT_GT(crowd.scene.solid() / (8.0 * 8.0 * 2.0), 0.42);
}

// Far too much: what has a place does not overlap, and the rest is named.
TEST(DenseFilling, WhatFindsNoRoomIsLeftOut)
{
  for (const bool solids : {false, true}) {
    Scene scene;
    scene.shapes = solids ? stones(5) : rods();
    scene.add(200, 1.0, 1.0);
    const double edge = std::cbrt(scene.solid() / 0.8);
    const Block block(Vector3d::zero(), Vector3d::all(edge));
    scene.request.container = &block;
    scene.set_box(edge, false);
    const int missing = check(scene, fill_densely(scene.request));
    EXPECT_GT(missing, 20);
    EXPECT_LT(missing, 180);
  }
}

TEST(DenseFilling, AParticleLargerThanItsSpaceHasNoPlace)
{
  Scene scene;
  scene.shapes = {FeedShape::of_spheres({Vector3d::zero()}, {0.5})};
  scene.add(3, 2.0, 2.0);
  const Block block(Vector3d::zero(), Vector3d::all(1.5));
  scene.request.container = &block;
  scene.set_box(10.0, false);
  EXPECT_EQ(check(scene, fill_densely(scene.request)), 3);
  // In a periodic box it would overlap its own image.
  const Everywhere space(Vector3d::zero(), Vector3d::all(1.5));
  scene.request.container = &space;
  scene.set_box(1.5, true);
  EXPECT_EQ(check(scene, fill_densely(scene.request)), 3);
}

TEST(DenseFilling, TheSameRequestGivesTheSamePlaces)
{
  Scene scene;
  scene.shapes = rods();
  scene.add(50, 1.0, 1.0);
  const Block block(Vector3d::zero(), Vector3d::all(6.0));
  scene.request.container = &block;
  scene.set_box(6.0, false);
  const auto first = fill_densely(scene.request), second = fill_densely(scene.request);
  for (size_t n = 0; n < first.size(); n++) EXPECT_EQ(first[n]->position, second[n]->position);
  scene.request.seed = 2;
  EXPECT_NE(first[0]->position, fill_densely(scene.request)[0]->position);
}

TEST(DenseFilling, GivenOrientationsAreKept)
{
  Scene scene;
  scene.shapes = rods();
  scene.add(20, 1.0, 1.0);
  const Block block(Vector3d::zero(), Vector3d::all(6.0));
  scene.request.container = &block;
  scene.set_box(6.0, false);
  scene.request.random_orientations = false;
  scene.request.orientation = rotation_matrix(0.3, Vector3d::unit_z());
  for (const auto &pose : fill_densely(scene.request))
    EXPECT_LT(norm(pose->rotation - scene.request.orientation), 1e-15);
}

// One that stands out of the container: it is neither pushed nor counted.
TEST(SoftBodies, BodyThatIsLeftOutTouchesNothing)
{
  Scene scene;
  scene.shapes = {FeedShape::of_spheres({Vector3d::zero()}, {0.5})};
  scene.add(2, 1.0, 1.0);
  const Block block(Vector3d::zero(), Vector3d::all(4.0));
  scene.request.container = &block;
  scene.set_box(4.0, false);
  FillingScene filling(scene.request, 2);
  const Vector3d inside{2.0, 2.0, 2.0}, across{0.1, 2.0, 2.0};
  filling.centers = {inside, across};
  filling.left_out[1] = true;
  SoftBodies bodies(filling, {{0, Vector3d::zero(), 0.5}, {1, Vector3d::zero(), 0.5}}, {0.5, 0.5},
                    false);
  EXPECT_TRUE(bodies.relax(1.01, 1));
  EXPECT_EQ(bodies.mean_overlap(), 0.0);
  EXPECT_EQ(filling.centers, (std::vector<Vector3d>{inside, across}));
}

TEST(BoxedContainer, FacesThatAreNotPeriodicAreSurfaces)
{
  PlacementBox box;
  box.edges = Matrix3d::of_rows({4.0, 1.0, 0.0}, {0.0, 3.0, 0.0}, {0.0, 0.0, 2.0});    // skewed
  box.periodic = {false, true, false};
  const Everywhere space(Vector3d::all(-9.0), Vector3d::all(9.0));
  const BoxedContainer inside(space, box);
  const Vector3d place{0.6, 1.5, 1.0};    // 0.1 along x from the slanted face
  EXPECT_FALSE(inside.holds(place, 0.2));
  EXPECT_TRUE(inside.holds(place + inside.way_in(place, 0.2), 0.199999));
  const Vector3d normal = normalized(Vector3d{3.0, -1.0, 0.0});    // of the slanted faces
  const Vector3d way = (0.2 - dot(normal, place)) * normal;
  EXPECT_LT(norm(inside.way_in(place, 0.2) - way), 1e-8);
  EXPECT_LT(norm(inside.way_in(Vector3d{5.0, 3.0, 2.0} - place, 0.2) + way), 1e-8);
  EXPECT_TRUE(inside.holds({2.5, 0.0, 1.0}, 0.9));    // across the periodic face
  EXPECT_FALSE(inside.holds({2.5, 1.0, 0.1}, 0.2));
}

}    // namespace test_dense_filling
