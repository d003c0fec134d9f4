// Contacts with regions whose shape we evaluate. Oracles: the region of LAMMPS, asked about the same
// sphere; where LAMMPS is wrong, points of the surface.

#include "common/space_text.h"
#include "styles/walls/wall_scenes.h"

#include "styles/walls/wall_region.h"

#include "walls/one_by_one.h"
#include "walls/wall_contact.h"

#include "domain.h"
#include "region.h"
#include "update.h"

#include <cstring>
#include <random>

namespace test_region_shape {

using namespace grist::testing;
using grist::Vector3d;
using grist::WallContact;

using RegionShapeOnOneRank = OneRankTest;

constexpr double SAME = 1e-12;    // of places of about 0.1 m, rounded in another order

struct Form {
  const char *text;
  bool is_asked;    // of LAMMPS, one sphere at a time
};
const Form FORMS[] = {
    {"block -0.03 0.03 -0.02 0.03 -0.01 0.02", false},
    {"block -0.03 INF -0.02 0.03 INF 0.02", false},
    {"block -0.03 0.03 -0.02 0.03 -0.01 0.02 open 2 open 5", false},
    {"block -0.03 0.03 -0.02 0.03 -0.01 0.02 side out", false},
    {"sphere 0.01 0 0 0.03", false},
    {"sphere 0.01 0 0 0.03 side out", false},
    {"cylinder x 0 0.01 0.03 -0.02 0.04", false},
    {"cylinder y 0.005 0.01 0.03 -0.02 0.04", false},
    {"cylinder z 0 0.01 0.03 -0.02 0.04", false},
    {"cylinder z 0 0.01 0.03 INF INF", false},
    {"cylinder y 0 0.01 0.03 -0.02 0.04 open 1", false},
    {"cylinder z 0 0.01 0.03 -0.02 0.04 open 3", false},
    {"cylinder x 0 0.01 0.03 -0.02 0.04 side out", false},
    {"cone x 0 0.01 0.03 0.005 -0.02 0.04", false},
    {"cone y 0 0.01 0.03 0.005 -0.02 0.04", false},
    {"cone y 0.005 0.01 0.03 0.005 -0.02 0.04 open 1 open 2", false},
    {"cone z 0 0.01 0.005 0.04 -0.02 0.03", false},
    {"cone z 0 0.01 0.01 0.04 -0.02 0.03 open 2", false},
    {"cone z 0 0.01 0 0.04 -0.02 0.03", false},
    {"cone z 0 0.01 0.04 0 -0.02 0.03 open 1", false},
    {"cone z 0 0.01 0.04 0.005 -0.02 0.03 open 3 side out", false},
    {"cone x 0 0.01 0.03 0.005 -0.02 0.04 side out", false},
    {"cone z 0 0.01 0.04 0.005 INF 0.03", true},
    {"plane 0.01 0 0 1 2 3", false},
    {"plane 0.01 0 0 1 2 3 side out", false},
    {"prism -0.02 0.02 -0.02 0.03 -0.03 0.01 0.01 0.005 -0.01", true},
    {"sphere 0.01 0 0 v_size", true},
    {"block -0.03 0.03 -0.02 0.03 -0.01 0.02 move v_d NULL v_d rotate v_angle 0.01 0 0 1 1 0",
     false},
    {"cylinder z 0 0.01 0.03 -0.02 0.04 rotate v_angle 0.01 0 0 1 1 0", false},
    {"cylinder z 0 0.01 0.03 -0.02 0.04 open 1 move v_d NULL v_d rotate v_angle 0.01 0 0 1 1 0",
     false},
    {"cone x 0 0.01 0.03 0.005 -0.02 0.04 move v_d v_d NULL", false},
    {"union 2 bin funnel", false},
    {"union 3 crate ball tube", false},
    {"intersect 2 crate outer", false},
    {"intersect 2 bin plate", false},
    {"intersect 3 crate ball low", false},
    {"intersect 2 crate ball side out", false},
    {"intersect 2 crate stone", true},
    {"union 2 ball ball2 side out", false},
};

// What forms consist of, up to the form itself.
const std::string REGIONS = R"(
  variable d equal 0.007
  variable angle equal 0.7+50*step*dt
  variable size equal 0.03
  region bin cylinder z 0 0 0.025 0 0.06 open 1 open 2
  region funnel cone z 0 0 0.006 0.025 -0.03 0 open 1 open 2
  region crate block -0.03 0.02 -0.02 0.03 -0.03 0.02
  region ball sphere 0.015 0 0 0.025
  region outer sphere 0.015 0 0 0.025 side out
  region tube cylinder x 0 0 0.01 -0.05 0.05
  region plate plane 0 0 0.02 0 0.1 1
  region low plane 0 0 -0.02 0 0.1 1
  region ball2 sphere -0.02 0 0 0.02
  region stone prism -0.02 0.02 -0.02 0.03 -0.03 0.01 0.01 0.005 -0.01
  region w )";

// Those of which LAMMPS finds other contacts.
bool has_faults(const char *form)
{
  const bool cone_y = strstr(form, "cone y") && !strstr(form, "open 1 open 2");
  const bool outer_union = strstr(form, "union") && strstr(form, "side out");
  // It finds anything beside an open curved face: it reads numbers that it has not set.
  const bool outer_tip = strstr(form, "0.04 0 -0.02 0.03 open");
  return cone_y || outer_union || outer_tip || strstr(form, "open 3");
}

// Contacts as fix wall/gran/region takes them, without the faults of LAMMPS that region_shape.h names.
std::vector<WallContact> asked(LAMMPS_NS::Region *region, const Vector3d &x, double radius)
{
  std::vector<WallContact> found;
  if (!region->match(x[0], x[1], x[2])) return found;
  const int count = region->surface(x[0], x[1], x[2], radius);
  for (int k = 0; k < count; k++) {
    const auto &at = region->contact[k];
    if (!(at.r > 0.0 && at.r < radius)) continue;
    found.push_back({at.iwall, Vector3d{at.delx, at.dely, at.delz} / at.r, at.r,
                     at.radius == 0.0 ? 0.0 : 1.0 / at.radius, Vector3d::zero(), Vector3d::zero()});
  }
  return found;
}

TEST_F(RegionShapeOnOneRank, HasTheContactsOfTheRegion)
{
  std::mt19937 random(12);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (const auto &[text, is_asked] : FORMS) {
    if (has_faults(text)) continue;
    SCOPED_TRACE(text);
    LammpsSession lammps;
    lammps.run(input_of({INNER, 1}) + REGIONS + std::string(text) + "\nrun 0");
    LAMMPS_NS::Region *region = lammps.lammps()->domain->get_region_by_id("w");
    LAMMPS_NS::WallRegion wall(lammps.lammps(), "w", "Test");
    wall.advance();
    EXPECT_EQ(wall.asks_lammps(), is_asked);
    int contacts = 0;
    for (int n = 0; n < 20000; n++) {
      const Vector3d x{0.06 * any(random), 0.06 * any(random), 0.06 * any(random)};
      const double radius = 0.006 + 0.004 * any(random);
      const auto expected = asked(region, x, radius);
      const std::vector<WallContact> found = contacts_of(wall, x, radius);
      ASSERT_EQ(found.size(), expected.size()) << x << " radius " << radius;
      contacts += static_cast<int>(found.size());
      for (size_t k = 0; k < found.size(); k++) {
        if (!strstr(text, "side out")) { EXPECT_EQ(found[k].surface, expected[k].surface); }
        EXPECT_LT(std::fabs(found[k].distance - expected[k].distance), SAME * 0.1);
        const double tolerance = SAME * 0.1 / found[k].distance;
        EXPECT_LT(norm(found[k].normal - expected[k].normal), tolerance);
        // A hollow that is narrower than the sphere counts as flat.
        if (found[k].curvature != 0.0 || expected[k].curvature > -0.5 / radius) {
          EXPECT_LE(std::fabs(found[k].curvature - expected[k].curvature),
                    SAME * std::fabs(expected[k].curvature));
        }
      }
    }
    if (!strstr(text, "INF 0.03")) { EXPECT_GT(contacts, 300); }
  }
}

// Where LAMMPS is wrong. Oracle: many points of the surface that the sphere may touch.
TEST_F(RegionShapeOnOneRank, HasTheNearestPointWhereLammpsIsWrong)
{
  std::mt19937 random(14);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  LammpsSession lammps;
  lammps.run(input_of({INNER, 1}) + REGIONS + "union 2 ball ball2 side out\n" +
             "region funnel_y cone y 0 0.01 0.03 0.005 -0.02 0.04\n" +
             "region spike cone z 0 0 0.03 0.0 0 0.03 side out\nrun 0");
  // From outside of two balls: each is touched where the other one does not cover it.
  const Vector3d centers[] = {{0.015, 0, 0}, {-0.02, 0, 0}};
  const double radii[] = {0.025, 0.02};
  LAMMPS_NS::WallRegion balls(lammps.lammps(), "w", "Test");
  int contacts = 0;
  for (int n = 0; n < 20000; n++) {
    const Vector3d x{0.06 * any(random), 0.06 * any(random), 0.06 * any(random)};
    const double radius = 0.006 + 0.004 * any(random);
    std::vector<double> expected;
    for (int k = 0; k < 2; k++) {
      const Vector3d from = x - centers[k];
      const Vector3d on = centers[k] + radii[k] / norm(from) * from;
      const bool free = norm(on - centers[1 - k]) > radii[1 - k];
      const bool outside = norm(from) > radii[k] && norm(x - centers[1 - k]) > radii[1 - k];
      if (outside && free && norm(from) - radii[k] < radius)
        expected.push_back(norm(from) - radii[k]);
    }
    const std::vector<WallContact> found = contacts_of(balls, x, radius);
    ASSERT_EQ(found.size(), expected.size());
    for (size_t k = 0; k < found.size(); k++)
      EXPECT_NEAR(found[k].distance, expected[k], SAME * 0.1);
    contacts += static_cast<int>(found.size());
  }
  EXPECT_GT(contacts, 300);
  // The ends of a cone along y push along y.
  LAMMPS_NS::WallRegion funnel(lammps.lammps(), "funnel_y", "Test");
  const auto at_end = contacts_of(funnel, {0.0, -0.018, 0.01}, 0.005);
  ASSERT_EQ(at_end.size(), 1u);
  EXPECT_EQ(at_end[0].surface, 0);
  EXPECT_EQ(at_end[0].normal, Vector3d::unit_y());
  EXPECT_NEAR(at_end[0].distance, 0.002, SAME * 0.1);
  // A cone of 45 degrees, touched half way up from outside, and its tip.
  LAMMPS_NS::WallRegion spike(lammps.lammps(), "spike", "Test");
  const double away = 0.002 / std::sqrt(2.0);
  const auto outside = contacts_of(spike, {0.015 + away, 0.0, 0.015 + away}, 0.005);
  ASSERT_EQ(outside.size(), 1u);
  EXPECT_NEAR(outside[0].distance, 0.002, SAME * 0.1);
  const auto tip = contacts_of(spike, {1e-4, 0.0, 0.032}, 0.005);
  ASSERT_EQ(tip.size(), 1u);
  EXPECT_NEAR(tip[0].distance, std::hypot(1e-4, 0.002), SAME * 0.1);
  EXPECT_EQ(tip[0].curvature, 0.0);
}

// A sphere at rest is listed before it can touch the shape, whatever it does within the margin.
TEST_F(RegionShapeOnOneRank, NearSpheresAreAllThatCanTouch)
{
  std::mt19937 random(15);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (const auto &[text, is_asked] : FORMS) {
    if (is_asked) continue;
    SCOPED_TRACE(text);
    LammpsSession lammps;
    lammps.run(input_of({INNER, 1}) + REGIONS + std::string(text) + "\nrun 0");
    LAMMPS_NS::WallRegion wall(lammps.lammps(), "w", "Test");
    wall.advance();
    int near = 0;
    for (int n = 0; n < 20000; n++) {
      const Vector3d x{0.06 * any(random), 0.06 * any(random), 0.06 * any(random)};
      const Vector3d moved =
          x + 0.003 * Vector3d{0.6 * any(random), 0.5 * any(random), any(random) * 0.6};
      near += is_near(wall, x, 0.006 + 0.003);
      if (!is_near(wall, x, 0.006 + 0.003)) {
        ASSERT_TRUE(contacts_of(wall, moved, 0.006).empty()) << x;
      }
    }
    EXPECT_LT(near, 17000);
  }
}

// Inside and outside. Oracle: where a point of the region was a step before.
TEST_F(RegionShapeOnOneRank, MovesAsTheRegion)
{
  std::mt19937 random(18);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (const char *form :
       {"cylinder z 0 0.01 0.03 -0.02 0.04", "cylinder z 0 0.01 0.03 -0.02 0.04 side out"}) {
    SCOPED_TRACE(form);
    LammpsSession lammps;
    lammps.run(input_of({INNER, 1}) + REGIONS + form +
               " move v_d NULL v_d rotate v_angle 0.01 0 0 1 1 0\nrun 3");
    LAMMPS_NS::WallRegion wall(lammps.lammps(), "w", "Test");
    wall.advance();
    const grist::Pose before = wall.motion().motion().frame;
    lammps.run("run 1");
    wall.advance();
    const grist::Pose now = wall.motion().motion().frame;
    int contacts = 0;
    for (int n = 0; n < 2000; n++) {
      const Vector3d x{0.06 * any(random), 0.06 * any(random), 0.06 * any(random)};
      for (const WallContact &at : contacts_of(wall, x, 0.008)) {
        const Vector3d own = inverse(now) * at.place(x);
        const Vector3d moved = (now * own - before * own) / lammps.lammps()->update->dt;
        EXPECT_LT(norm(at.velocity - moved), 1e-3 * norm(moved) + 1e-6);
        contacts++;
      }
    }
    EXPECT_GT(contacts, 50);
  }
}

// Many spheres at once, as a run asks for them. Oracle: one at a time.
TEST_F(RegionShapeOnOneRank, HasTheSameContactsOfManySpheresAtOnce)
{
  std::mt19937 random(13);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (const auto &[text, is_asked] : FORMS) {
    SCOPED_TRACE(text);
    LammpsSession lammps;
    lammps.run(input_of({INNER, 1}) + REGIONS + std::string(text) + "\nrun 3");
    LAMMPS_NS::WallRegion wall(lammps.lammps(), "w", "Test");
    wall.advance();
    lammps.run("run 1");
    wall.advance();
    int contacts = 0;
    for (int round = 0; round < 200; round++) {
      const int count = 1 + round % grist::CenterBatch::MOST;
      grist::CenterBatch centers;
      for (int n = 0; n < grist::CenterBatch::MOST; n++) {
        for (auto &lane : centers.x) lane[n] = 0.06 * any(random);
        centers.reach[n] = 0.006 + 0.004 * any(random);
      }
      grist::WallContacts found;
      found.begin(false);
      int counts[grist::CenterBatch::MOST];
      wall.find(0, centers, count, found, counts);
      int next = 0;
      for (int n = 0; n < count; n++) {
        const auto expected = contacts_of(wall, centers.center(n), centers.reach[n]);
        ASSERT_EQ(counts[n], static_cast<int>(expected.size()));
        for (const WallContact &one : expected) {
          const WallContact at = found[next++];
          EXPECT_EQ(at.surface, one.surface);
          EXPECT_LT(std::fabs(at.distance - one.distance), SAME * 0.1);
          EXPECT_LT(norm(at.normal - one.normal), SAME * 0.1 / one.distance);
          EXPECT_LE(std::fabs(at.curvature - one.curvature), SAME * std::fabs(one.curvature));
          EXPECT_LE(norm(at.velocity - one.velocity), SAME * (1.0 + norm(one.velocity)));
          EXPECT_EQ(at.omega, one.omega);
          contacts++;
        }
      }
      EXPECT_EQ(next, found.size());
    }
    if (!strstr(text, "INF 0.03")) { EXPECT_GT(contacts, 50); }
  }
}

}    // namespace test_region_shape
