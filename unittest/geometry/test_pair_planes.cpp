// Planes kept over a new list. Oracles: the planes before; all vertices of each body on their side;
// the ids that are the same.

#include "geometry/overlap.h"
#include "geometry/pair_planes.h"
#include "geometry/polyhedron_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

namespace test_pair_planes {

using namespace grist;

constexpr int MASK = 0xFFFFFF;
constexpr int MARK = 1 << 28;    // a bit of entries that is not part of the number

// Bodies in a loose heap, their numbers, and a list of pairs in which each pair is in one of the
// two rows.
class Heap {
 public:
  explicit Heap(int count) : scenes(5), shape_of(many_shapes())
  {
    for (int i = 0; i < count; i++) {
      ids.push_back(7 + 3 * i);
      shapes.push_back(&shape_of[static_cast<size_t>(scenes.index(shape_of.size()))]);
      poses.push_back({2.5 * scenes.vector(), scenes.rotation()});
    }
    make_list();
  }

  int count() const { return static_cast<int>(ids.size()); }

  // Other numbers for all bodies; pairs go to the other row by chance.
  void shuffle()
  {
    for (int i = count() - 1; i > 0; i--) {
      const int j = scenes.index(static_cast<size_t>(i) + 1);
      std::swap(ids[i], ids[j]);
      std::swap(shapes[i], shapes[j]);
      std::swap(poses[i], poses[j]);
    }
    make_list();
  }

  void make_list()
  {
    partners.assign(ids.size(), {});
    for (int i = 0; i < count(); i++)
      for (int j = i + 1; j < count(); j++) {
        if (!shapes[i] || !shapes[j]) continue;
        if (norm(poses[i].position - poses[j].position) > shapes[i]->radius() + shapes[j]->radius())
          continue;
        if (scenes.index(2) == 0)
          partners[i].push_back(j | MARK);
        else
          partners[j].push_back(i);
      }
    with_row.resize(ids.size());
    std::iota(with_row.begin(), with_row.end(), 0);
    std::reverse(with_row.begin(), with_row.end());
    partners_of.clear();
    rows.clear();
    for (const std::vector<int> &row : partners) {
      partners_of.push_back(static_cast<int>(row.size()));
      rows.push_back(row.data());
    }
  }

  void renew(PairPlanes &planes) const
  {
    planes.renew({count(), with_row.data(), partners_of.data(), rows.data(), MASK}, ids, shapes,
                 poses);
  }

  template <class Each> void for_each(PairPlanes &planes, const Each &each) const
  {
    for (int i = 0; i < count(); i++)
      for (size_t n = 0; n < partners[i].size(); n++)
        each(i, partners[i][n] & MASK, planes.of(i)[n]);
  }

  void find_overlaps(PairPlanes &planes)
  {
    for_each(planes, [this](int i, int j, SeparatingPlane &plane) {
      overlap(*shapes[i], poses[i], *shapes[j], poses[j], workspace, &plane);
    });
  }

  bool separated(const SeparatingPlane &plane, int i, int j) const
  {
    return separates(plane, poses[i], *shapes[j], poses[j], poses[j].position - poses[i].position);
  }

  Scenes scenes;
  std::vector<ConvexPolyhedron> shape_of;
  std::vector<std::int64_t> ids;
  std::vector<const ConvexPolyhedron *> shapes;
  std::vector<Pose> poses;

 private:
  std::vector<std::vector<int>> partners;
  std::vector<int> with_row, partners_of;
  std::vector<const int *> rows;
  OverlapWorkspace workspace;
};

double beyond_vertices(const SeparatingPlane &plane, const ConvexPolyhedron &body)
{
  double least = 1e300;
  for (const Vector3d &p : body.vertices())
    least = std::min(least, plane.offset - dot(plane.normal, p));
  return least;
}

TEST(PairPlanes, AreKeptForTheSamePairsUnderNewNumbers)
{
  Heap heap(150);
  PairPlanes planes;
  heap.renew(planes);
  EXPECT_EQ(planes.known_count(), 0);
  heap.find_overlaps(planes);
  const int known = planes.known_count();
  ASSERT_GT(known, 200);

  for (int round = 0; round < 4; round++) {
    std::map<std::pair<std::int64_t, std::int64_t>, Vector3d>
        before;    // from the smaller id, in space
    heap.for_each(planes, [&](int i, int j, SeparatingPlane &plane) {
      if (!plane.known()) return;
      const bool in_order = heap.ids[i] < heap.ids[j];
      const Vector3d normal = heap.poses[i].rotation * plane.normal;
      before[std::minmax(heap.ids[i], heap.ids[j])] = in_order ? normal : -normal;
    });
    heap.shuffle();
    heap.renew(planes);
    EXPECT_EQ(planes.known_count(), known);
    heap.for_each(planes, [&](int i, int j, SeparatingPlane &plane) {
      if (!plane.known()) return;
      const bool in_order = heap.ids[i] < heap.ids[j];
      const Vector3d normal = heap.poses[i].rotation * plane.normal;
      const Vector3d same = before.at(std::minmax(heap.ids[i], heap.ids[j]));
      EXPECT_LT(norm(normal - (in_order ? same : -same)), 1e-14);
      EXPECT_NEAR(beyond_vertices(plane, *heap.shapes[i]), 0.0, 1e-14);
      EXPECT_TRUE(heap.separated(plane, i, j));
    });
  }
}

// A body that broke has its id still, but another shape and other axes: its planes touch the new
// shape.
TEST(PairPlanes, TouchTheShapeThatTheBodyHasNow)
{
  Heap heap(150);
  PairPlanes planes;
  heap.renew(planes);
  heap.find_overlaps(planes);
  const int known = planes.known_count();
  std::vector<ConvexPolyhedron> smaller;
  smaller.reserve(heap.shapes.size());
  for (int i = 0; i < heap.count(); i += 2) {
    smaller.push_back(heap.shapes[i]->scaled(0.5));
    heap.shapes[i] = &smaller.back();
  }
  heap.renew(planes);    // the list is as before
  EXPECT_EQ(planes.known_count(), known);
  heap.for_each(planes, [&](int i, int j, SeparatingPlane &plane) {
    if (!plane.known()) return;
    EXPECT_NEAR(beyond_vertices(plane, *heap.shapes[i]), 0.0, 1e-14);
    EXPECT_TRUE(heap.separated(plane, i, j));
  });
}

TEST(PairPlanes, AreNotThereForNewBodiesAndSpheres)
{
  Heap heap(100);
  PairPlanes planes;
  heap.renew(planes);
  heap.find_overlaps(planes);
  const auto is_other = [](int i) { return i != 10 && i != 20; };
  int before = 0, after = 0;
  heap.for_each(planes, [&](int i, int j, SeparatingPlane &plane) {
    before += plane.known() && is_other(i) && is_other(j);
  });
  heap.ids[10] = 100000;
  heap.shapes[20] = nullptr;
  heap.renew(planes);
  heap.for_each(planes, [&](int i, int j, SeparatingPlane &plane) {
    if (is_other(i) && is_other(j))
      after += plane.known();
    else
      EXPECT_FALSE(plane.known());
  });
  EXPECT_GT(before, 50);
  EXPECT_EQ(before, after);
}

// A list may have rows of some bodies alone; what it says of others means nothing.
TEST(PairPlanes, AreThoseOfBodiesThatHaveARow)
{
  const ConvexPolyhedron cube = solids::cube(1.0);
  const std::vector<std::int64_t> ids = {5, 6, 7, 8, 9};
  const std::vector<const ConvexPolyhedron *> shapes(ids.size(), &cube);
  std::vector<Pose> poses;
  for (size_t i = 0; i < ids.size(); i++)
    poses.push_back({Vector3d{1.2 * static_cast<double>(i), 0.0, 0.0}, Matrix3d::identity()});
  const int of_one[] = {0, 2}, of_three[] = {4};
  const std::vector<int> with_row = {3, 1}, partners_of = {-7, 2, 1000, 1, 1000};
  const std::vector<const int *> rows = {nullptr, of_one, nullptr, of_three, nullptr};
  PairPlanes planes;
  const auto renew = [&] {
    planes.renew({2, with_row.data(), partners_of.data(), rows.data(), MASK}, ids, shapes, poses);
  };
  renew();
  OverlapWorkspace workspace;
  for (const auto &[i, n, j] : {std::array{1, 0, 0}, std::array{1, 1, 2}, std::array{3, 0, 4}})
    overlap(cube, poses[i], cube, poses[j], workspace, planes.of(i) + n);
  EXPECT_EQ(planes.known_count(), 3);
  renew();
  EXPECT_EQ(planes.known_count(), 3);
  EXPECT_LT(planes.of(1)[0].normal[0], 0.0);
  EXPECT_GT(planes.of(1)[1].normal[0], 0.0);
  EXPECT_GT(planes.of(3)[0].normal[0], 0.0);
}

// Two images of one body: each pair gets a plane of one of them, which is right or is dropped by
// the next overlap.
TEST(PairPlanes, OfAnImageNeverChangeTheAnswer)
{
  Heap heap(60);
  for (int i = 0; i < 60; i++) {
    heap.ids.push_back(heap.ids[i]);
    heap.shapes.push_back(heap.shapes[i]);
    heap.poses.push_back(
        {heap.poses[i].position + Vector3d{3.0, 0.0, 0.0}, heap.poses[i].rotation});
  }
  heap.make_list();
  PairPlanes planes;
  heap.renew(planes);
  heap.find_overlaps(planes);
  heap.shuffle();
  heap.renew(planes);
  OverlapWorkspace workspace;
  heap.for_each(planes, [&](int i, int j, SeparatingPlane &plane) {
    const auto with =
        overlap(*heap.shapes[i], heap.poses[i], *heap.shapes[j], heap.poses[j], workspace, &plane);
    const auto without =
        overlap(*heap.shapes[i], heap.poses[i], *heap.shapes[j], heap.poses[j], workspace);
    EXPECT_EQ(with.status, without.status);
    EXPECT_EQ(with.volume, without.volume);
  });
}

}    // namespace test_pair_planes
