// Contacts of compounds. Oracles: the same bodies in one part, and in other parts.

#include "common/space.h"
#include "compounds/compound_scenes.h"
#include "geometry/solids.h"
#include "geometry/sphere_overlap.h"

#include <gtest/gtest.h>

namespace test_compound_contacts {

using namespace grist;

class Contacts : public testing::Test {
 protected:
  CompoundContacts contacts;
  OverlapWorkspace workspace;
  PartPlanes planes;

  std::vector<CompoundContact> find(const Placed &a, const Placed &b)
  {
    planes = {};
    return contacts.find(a.body(), b.body(), workspace, planes);
  }
};

void expect_same(const Overlap &a, const Overlap &b, double rounding)
{
  EXPECT_NEAR(a.volume, b.volume, rounding);
  EXPECT_NEAR(a.area, b.area, rounding);
  EXPECT_LT(norm(a.area_vector - b.area_vector), rounding);
  EXPECT_LT(norm(a.volume * a.centroid - b.volume * b.centroid), rounding);
  EXPECT_LT(norm(a.torque_a() - b.torque_a()), rounding);
  for (int k = 0; k < AreaSpread::SIZE; k++)
    EXPECT_NEAR(a.spread.data()[k], b.spread.data()[k], 10.0 * rounding);
}

// Two blocks, one or both cut into 27.
TEST_F(Contacts, CutBlocksAreTheBlocks)
{
  Scenes scenes(5);
  const auto box = block({-0.5, -0.4, -0.6}, {0.5, 0.4, 0.6});
  const ConvexPolyhedron whole = ConvexPolyhedron::from_vertices(box);
  const CompoundShape cut(cut_block(box[0], box[7], 3, 3, 3));
  int touching = 0;
  for (int n = 0; n < 1000; n++) {
    const Pose at = scenes.pose(), near = scenes.near(whole, at, whole);
    const Placed a = {whole, at}, b = {whole, near};
    const Placed cut_a = as_given(cut, at), cut_b = as_given(cut, near);
    const Overlap right = overlap(whole, at, whole, near, workspace);
    for (const auto &[p, q] : {std::pair(cut_a, b), std::pair(a, cut_b), std::pair(cut_a, cut_b)}) {
      const auto found = find(p, q);
      if (right.status != OverlapStatus::OVERLAPPING) {
        EXPECT_TRUE(found.empty());
        continue;
      }
      ASSERT_EQ(found.size(), 1u);
      EXPECT_EQ(found[0].share, 1.0);
      expect_same(found[0].overlap, right, 1e-12);
      touching++;
    }
  }
  EXPECT_GT(touching, 900);
}

// What all contacts do together: shares of their volumes and of their area vectors.
Overlap total(const std::vector<CompoundContact> &contacts)
{
  Overlap sum;
  for (const CompoundContact &one : contacts) {
    sum.volume += one.share * one.overlap.volume;
    sum.area_vector += one.share * one.overlap.area_vector;
  }
  return sum;
}

// A block on the floor of an angle piece grazes its wall: two contacts, that with the wall begins
// from nothing, and both are as with floor and wall as bodies of their own, cut along the bisector.
TEST_F(Contacts, FloorAndWallAreTwo)
{
  Scenes scenes(7);
  const ConvexPolyhedron cube = solids::cube(0.02);
  const double depth = 1e-6;
  const ConvexPolyhedron floor = ConvexPolyhedron::from_vertices({{0, -0.05, 0},
                                                                  {0, 0.05, 0},
                                                                  {0.1, -0.05, 0},
                                                                  {0.1, 0.05, 0},
                                                                  {-0.01, -0.05, -0.01},
                                                                  {-0.01, 0.05, -0.01},
                                                                  {0.1, -0.05, -0.01},
                                                                  {0.1, 0.05, -0.01}});
  const ConvexPolyhedron wall = ConvexPolyhedron::from_vertices({{0, -0.05, 0},
                                                                 {0, 0.05, 0},
                                                                 {0, -0.05, 0.1},
                                                                 {0, 0.05, 0.1},
                                                                 {-0.01, -0.05, -0.01},
                                                                 {-0.01, 0.05, -0.01},
                                                                 {-0.01, -0.05, 0.1},
                                                                 {-0.01, 0.05, 0.1}});
  for (const int cuts : {1, 2, 5})
    for (const double reach : {-1e-6, 1e-9, 1e-7, 1e-6, 3e-6}) {
      const CompoundShape angle(
          cut_at_hollow_edges(angle_piece(0.1, 0.1, 0.01, 0.1, cuts, cuts, cuts)));
      const Pose frame = {scenes.vector(), scenes.rotation()};
      const Pose at = {Vector3d{0.01 - reach, 0.0031, 0.01 - depth}, Matrix3d::identity()};
      const auto found = find(as_given(angle, frame), {cube, frame * at});
      const Overlap on_floor =
          overlap(floor, frame * floor.placement(), cube, frame * at, workspace);
      const Overlap on_wall = overlap(wall, frame * wall.placement(), cube, frame * at, workspace);
      ASSERT_EQ(found.size(), reach > 0.0 ? 2u : 1u) << cuts << " " << reach;
      const bool floor_first = dot(found[0].overlap.normal, on_floor.normal) > 0.5;
      const auto expect = [&](const CompoundContact &one, const Overlap &right,
                              const ConvexPolyhedron &of) {
        EXPECT_EQ(one.share, 1.0);
        EXPECT_NEAR(one.overlap.volume, right.volume, 1e-9 * on_floor.volume);
        EXPECT_LT(norm(one.overlap.area_vector - right.area_vector), 1e-9 * on_floor.area);
        EXPECT_LT(norm(one.overlap.centroid + (frame * angle.placement().position) -
                       right.centroid - frame * of.placement().position),
                  1e-7);
      };
      expect(found[floor_first ? 0 : 1], on_floor, floor);
      if (reach > 0.0) expect(found[floor_first ? 1 : 0], on_wall, wall);
      EXPECT_NEAR(total(found).volume, on_floor.volume + on_wall.volume, 1e-15);
    }
}

// What a contact remembers goes with it over seams, also where it leaves all of its parts at once; a
// second surface begins with nothing.
TEST_F(Contacts, HistoriesGoOverSeamsAndNotRoundHollows)
{
  const CompoundShape angle(cut_at_hollow_edges(angle_piece(4.0, 2.0, 0.5, 1.0, 4, 1)));
  const ConvexPolyhedron cube = solids::cube(0.2);
  CellHistories kept;
  const auto at = [&](double x, double z) {
    find(as_given(angle), {cube, Pose{{x, 0.0, z}, Matrix3d::identity()}});
    contacts.continue_histories(kept, 2);
    return static_cast<int>(kept.rows.size()) / 2;
  };
  ASSERT_EQ(at(3.5, 0.09), 1);
  EXPECT_EQ(kept.rows, (std::vector<double>{0.0, 0.0}));
  EXPECT_TRUE(contacts.began(0));
  kept.rows = {7.0, -3.0};
  for (const double x : {3.4, 2.0, 1.0, 0.3, 0.101}) {    // over all of the floor
    ASSERT_EQ(at(x, 0.09), 1) << x;
    EXPECT_NEAR(kept.rows[0], 7.0, 1e-12) << x;
    EXPECT_NEAR(kept.rows[1], -3.0, 1e-12) << x;
    EXPECT_FALSE(contacts.began(0));
  }
  ASSERT_EQ(at(0.098, 0.09), 2);
  EXPECT_NEAR(kept.rows[0] + kept.rows[2], 7.0, 1e-12);
  EXPECT_EQ(kept.rows[0] * kept.rows[2], 0.0);
  EXPECT_NE(contacts.began(0), contacts.began(1));
  ASSERT_EQ(at(0.098, 1.0), 1);    // the wall alone, which has nothing yet
  EXPECT_EQ(kept.rows, (std::vector<double>{0.0, 0.0}));
  ASSERT_EQ(at(1.0, 0.09), 1);    // from the wall to the floor at once
  kept.rows = {5.0, 5.0};
  ASSERT_EQ(at(0.098, 1.0), 1);
  EXPECT_EQ(kept.rows, (std::vector<double>{0.0, 0.0}));
  EXPECT_TRUE(contacts.began(0));
  ASSERT_EQ(at(1.0, 1.0), 0);
  EXPECT_TRUE(kept.rows.empty());
}

// A sphere on a floor of many parts, on parts, seams and corners of four.
TEST_F(Contacts, SphereFindsNoSeam)
{
  const CompoundShape floor(cut_block({-1, -1, -0.5}, {1, 1, 0}, 5, 5, 1));
  const auto corners = cut_block({-1, -1, -0.5}, {1, 1, 0}, 5, 5, 1);
  const ConvexPolyhedron whole = ConvexPolyhedron::from_vertices(block({-1, -1, -0.5}, {1, 1, 0}));
  const Placed placed = as_given(floor);
  for (const double x : {corners[7][0].x, corners[12][7].x, 0.3})
    for (const double y : {corners[7][0].y, corners[12][7].y, 0.2}) {
      const Vector3d center = {x, y, 0.19};
      const auto found = find(placed, {0.2, center});
      ASSERT_EQ(found.size(), 1u);
      Overlap right = overlap(whole, whole.placement(), center, 0.2);
      right.centroid += whole.placement().position - placed.pose.position;
      expect_same(found[0].overlap, right, 1e-12);
    }
  // In the hollow of an angle piece it touches twice.
  const CompoundShape angle(cut_at_hollow_edges(angle_piece(1.0, 1.0, 0.2, 1.0, 2, 2)));
  EXPECT_EQ(find(as_given(angle), {0.2, {0.19, 0, 0.19}}).size(), 2u);
  EXPECT_EQ(find({0.2, {0.19, 0, 0.19}}, as_given(angle)).size(), 2u);
  EXPECT_EQ(find(as_given(angle), {0.2, {0.19, 0, 0.3}}).size(), 1u);
}

}    // namespace test_compound_contacts
