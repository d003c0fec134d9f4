// Solids as they are placed and stored. Oracles: closed forms; the parts themselves.

#include "particles/solid_form.h"

#include "compounds/compound_scenes.h"
#include "compounds/compound_store.h"
#include "particles/assortment.h"

#include <gtest/gtest.h>

namespace test_solid_form {

using namespace grist;

TEST(SolidForm, AnAngleHasItsVolumeAndThatOfNoHull)
{
  const SolidForm form = SolidForm::of_parts(cut_at_hollow_edges(angle_piece(2.5, 2.0, 0.5, 1.0)));
  EXPECT_NEAR(form.volume, 2.5, 1e-12);
  EXPECT_GT(form.hull.volume(), 1.5 * form.volume);
  EXPECT_EQ(form.parts.size(), 3u);
  const SolidForm twice = form.scaled(2.0);
  EXPECT_NEAR(twice.volume, 8.0 * 2.5, 1e-11);
  EXPECT_NEAR(twice.hull.volume(), 8.0 * form.hull.volume(), 1e-11);
}

TEST(SolidForm, PartsOfAConvexBodyAreOneBody)
{
  const SolidForm form = SolidForm::of_parts(cut_block({0, 0, 0}, {1, 2, 3}, 2, 2, 2));
  EXPECT_TRUE(form.parts.empty());
  EXPECT_EQ(form.vertex_count(), 8);
  EXPECT_EQ(body_form(form).parts, 1);
}

// The body as it is stored, put where its hull is, lies where it was given.
TEST(SolidForm, TheBodyIsWhereItsHullIs)
{
  Scenes scenes(8);
  const PartCorners given = cut_at_hollow_edges(fork_piece(1.0, 2.0, 0.5, 1.0));
  const SolidForm form = SolidForm::of_parts(given);
  const BodyForm body = body_form(form);
  ASSERT_EQ(body.parts, static_cast<int>(given.size()));
  const Pose place = scenes.pose();    // of the frame of the input
  const Pose hull = place * form.hull.placement();
  Vector3d position = 3.0 * hull.position;
  Quaterniond turn = quaternion_of(hull.rotation);
  body.move_to_own(3.0, position, turn);
  const PartCorners stored =
      parts_of(body.scaled_numbers(3.0).data(), body.vertex_count(), body.parts);
  const CompoundShape shape(given), other(stored);
  EXPECT_NEAR(other.volume(), 27.0 * shape.volume(), 1e-10);
  const Vector3d center = 3.0 * (place * shape.placement().position);
  EXPECT_LT(norm(position - center), 1e-12);
  // Each corner is one of those given.
  for (const std::vector<Vector3d> &part : stored)
    for (const Vector3d &corner : part) {
      const Vector3d at = position + turn * corner;
      double nearest = 1e9;
      for (const std::vector<Vector3d> &own : given)
        for (const Vector3d &point : own)
          nearest = std::min(nearest, norm(at - 3.0 * (place * point)));
      EXPECT_LT(nearest, 1e-11);
    }
}

}    // namespace test_solid_form
