// Contacts with regions by our own faces. Oracle: the region of LAMMPS, asked about the same
// sphere.

#include "common/space_text.h"
#include "styles/walls/wall_scenes.h"

#include "styles/walls/region_faces.h"
#include "styles/walls/wall_region.h"

#include "walls/surface_contacts.h"

#include "domain.h"
#include "region.h"

#include <cstring>
#include <random>

namespace test_region_faces {

using namespace grist::testing;
using grist::SurfaceContact;
using grist::Vector3d;

using RegionFacesOnOneRank = OneRankTest;

constexpr double SAME = 1e-12;    // of places of about 0.1 m, rounded in another order

// `most`: the share of spheres about which LAMMPS need not be asked is at least this.
struct Form {
  const char *text;
  double most;
};
const Form FORMS[] = {
    {"block -0.03 0.03 -0.02 0.03 -0.01 0.02", 1.0},
    {"block -0.03 INF -0.02 0.03 INF 0.02", 1.0},
    {"block -0.03 0.03 -0.02 0.03 -0.01 0.02 open 2 open 5", 0.6},
    {"block -0.03 0.03 -0.02 0.03 -0.01 0.02 side out", 0.0},
    {"sphere 0.01 0 0 0.03", 1.0},
    {"sphere 0.01 0 0 0.03 side out", 0.0},
    {"cylinder x 0 0.01 0.03 -0.02 0.04", 1.0},
    {"cylinder y 0.005 0.01 0.03 -0.02 0.04", 1.0},
    {"cylinder z 0 0.01 0.03 -0.02 0.04", 1.0},
    {"cylinder z 0 0.01 0.03 INF INF", 1.0},
    {"cylinder y 0 0.01 0.03 -0.02 0.04 open 1", 0.6},
    {"cylinder z 0 0.01 0.03 -0.02 0.04 open 3", 0.6},
    {"cylinder x 0 0.01 0.03 -0.02 0.04 side out", 0.0},
    {"cone x 0 0.01 0.03 0.005 -0.02 0.04", 1.0},
    {"cone y 0 0.01 0.03 0.005 -0.02 0.04", 0.0},
    {"cone y 0.005 0.01 0.03 0.005 -0.02 0.04 open 1 open 2", 0.6},
    {"cone z 0 0.01 0.005 0.04 -0.02 0.03", 1.0},
    {"cone z 0 0.01 0.01 0.04 -0.02 0.03 open 2", 0.6},
    {"cone z 0 0.01 0 0.04 -0.02 0.03", 1.0},
    {"cone z 0 0.01 0.04 0 -0.02 0.03 open 1", 0.6},
    {"cone z 0 0.01 0.04 0.005 -0.02 0.03 open 3 side out", 0.0},
    {"plane 0.01 0 0 1 2 3", 1.0},
    {"plane 0.01 0 0 1 2 3 side out", 0.0},
    {"prism -0.02 0.02 -0.02 0.03 -0.03 0.01 0.01 0.005 -0.01", 0.0},
    {"sphere 0.01 0 0 v_size", 0.0},
    {"block -0.03 0.03 -0.02 0.03 -0.01 0.02 move v_d NULL v_d rotate v_angle 0.01 0 0 1 1 0", 1.0},
    {"cylinder z 0 0.01 0.03 -0.02 0.04 rotate v_angle 0.01 0 0 1 1 0", 1.0},
    {"cylinder z 0 0.01 0.03 -0.02 0.04 open 1 move v_d NULL v_d rotate v_angle 0.01 0 0 1 1 0",
     0.6},
    {"cone x 0 0.01 0.03 0.005 -0.02 0.04 move v_d v_d NULL", 1.0},
    {"union 2 bin funnel", 0.6},
    {"union 3 crate ball tube", 1.0},
    {"intersect 2 crate outer", 0.0},
    {"intersect 2 bin plate", 0.6},
    {"intersect 3 crate ball low", 1.0},
    {"intersect 2 crate ball side out", 0.0},
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
  region w )";

// Contacts as fix wall/gran/region takes them.
std::vector<SurfaceContact> asked(LAMMPS_NS::Region *region, const Vector3d &x, double radius)
{
  std::vector<SurfaceContact> found;
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

TEST_F(RegionFacesOnOneRank, AreThoseOfTheRegion)
{
  std::mt19937 random(12);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (const auto &[text, most] : FORMS) {
    SCOPED_TRACE(text);
    LammpsSession lammps;
    lammps.run(input_of({INNER, 1}) + REGIONS + std::string(text) + "\nrun 0");
    LAMMPS_NS::Region *region = lammps.lammps()->domain->get_region_by_id("w");
    LAMMPS_NS::WallRegion wall(lammps.lammps(), "w", "Test");
    wall.advance();
    LAMMPS_NS::RegionFaces faces;
    faces.set_region(region);
    int contacts = 0, known = 0;
    constexpr int SPHERES = 20000;
    for (int n = 0; n < SPHERES; n++) {
      const Vector3d x{0.06 * any(random), 0.06 * any(random), 0.06 * any(random)};
      const double radius = 0.006 + 0.004 * any(random);
      const auto expected = asked(region, x, radius);
      std::vector<SurfaceContact> found;
      wall.find_contacts(x, radius, found);
      known += faces.for_each(wall.motion().to_own() * x, radius, [](const auto &) {});
      ASSERT_EQ(found.size(), expected.size()) << x << " radius " << radius;
      contacts += static_cast<int>(found.size());
      for (size_t k = 0; k < found.size(); k++) {
        EXPECT_EQ(found[k].surface, expected[k].surface);
        EXPECT_LT(std::fabs(found[k].distance - expected[k].distance), SAME * 0.1);
        const double tolerance = SAME * 0.1 / found[k].distance;
        EXPECT_LT(norm(found[k].normal - expected[k].normal), tolerance);
        EXPECT_LE(std::fabs(found[k].curvature - expected[k].curvature),
                  SAME * std::fabs(expected[k].curvature));
      }
    }
    EXPECT_GT(contacts, 300);
    EXPECT_GE(known, most * SPHERES);
    if (most == 0.0) { EXPECT_EQ(known, 0); }
  }
}

// Many spheres at once, as a run asks for them. Oracle: one at a time.
TEST_F(RegionFacesOnOneRank, AreTheSameForManySpheresAtOnce)
{
  std::mt19937 random(13);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (const auto &[text, most] : FORMS) {
    // LAMMPS finds anything beside an open curved face: it reads numbers that it has not set.
    if (strstr(text, "open 3")) continue;
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
      grist::SurfaceContacts found;
      found.begin(false);
      std::vector<SurfaceContact> expected;
      int counts[grist::CenterBatch::MOST];
      wall.add_batch(0, centers, count, found, counts);
      int next = 0;
      for (int n = 0; n < count; n++) {
        wall.find_contacts({centers.x[0][n], centers.x[1][n], centers.x[2][n]}, centers.reach[n],
                           expected);
        ASSERT_EQ(counts[n], static_cast<int>(expected.size()));
        for (const SurfaceContact &one : expected) {
          const SurfaceContact at = found[next++];
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
    EXPECT_GT(contacts, 50);
  }
}

}    // namespace test_region_faces
