// Numbers of LAMMPS' regions: those of the command region, all different, are read back.

#include "common/constants.h"
#include "common/space.h"
#include "testing/lammps_session.h"

#include "styles/access/lammps_access_regions.h"

#include "domain.h"
#include "lammps.h"
#include "region_block.h"
#include "region_cone.h"
#include "region_cylinder.h"
#include "region_plane.h"
#include "region_sphere.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

namespace test_lammps_access_regions {

using namespace grist::testing;
using namespace LAMMPS_NS;
using grist::Vector3d;

constexpr double ROUNDING = 1e-14;    // of coordinates near 1

class LammpsAccessRegions : public ::testing::Test {
 protected:
  void SetUp() override
  {
    if (world_size() > 1) GTEST_SKIP() << "one rank is enough";
  }

  template <class Style> Style *region(const std::string &text)
  {
    lammps = std::make_unique<LammpsSession>();
    lammps->run("units si\nvariable angle equal PI/2\nvariable d equal 0.25\n"
                "variable u equal -0.5\nregion one " +
                text + " units box\n");
    return dynamic_cast<Style *>(lammps->lammps()->domain->get_region_by_id("one"));
  }

 private:
  std::unique_ptr<LammpsSession> lammps;
};

TEST_F(LammpsAccessRegions, Cylinder)
{
  const char axes[] = {'x', 'y', 'z'};
  for (int axis = 0; axis < 3; axis++) {
    const RoundRegion read = cylinder_of_region(
        region<RegCylinder>(std::string("cylinder ") + axes[axis] + " 0.1 0.2 0.3 -0.4 0.5"));
    EXPECT_EQ(read.axis, axis);
    EXPECT_EQ(read.first, 0.1);
    EXPECT_EQ(read.second, 0.2);
    EXPECT_EQ(read.radius_low, 0.3);
    EXPECT_EQ(read.radius_high, 0.3);
    EXPECT_EQ(read.low, -0.4);
    EXPECT_EQ(read.high, 0.5);
  }
}

TEST_F(LammpsAccessRegions, Cone)
{
  const char axes[] = {'x', 'y', 'z'};
  for (int axis = 0; axis < 3; axis++) {
    const RoundRegion read = cone_of_region(
        region<RegCone>(std::string("cone ") + axes[axis] + " 0.1 0.2 0.3 0.6 -0.4 0.5"));
    EXPECT_EQ(read.axis, axis);
    EXPECT_EQ(read.first, 0.1);
    EXPECT_EQ(read.second, 0.2);
    EXPECT_EQ(read.radius_low, 0.3);
    EXPECT_EQ(read.radius_high, 0.6);
    EXPECT_EQ(read.low, -0.4);
    EXPECT_EQ(read.high, 0.5);
  }
}

TEST_F(LammpsAccessRegions, Sphere)
{
  const SphereRegion read = sphere_of_region(region<RegSphere>("sphere 0.1 0.2 0.3 0.4"));
  EXPECT_EQ(read.center, (Vector3d{0.1, 0.2, 0.3}));
  EXPECT_EQ(read.radius, 0.4);
}

// LAMMPS makes the normal a unit vector.
TEST_F(LammpsAccessRegions, Plane)
{
  const PlaneRegion read = plane_of_region(region<RegPlane>("plane 0.1 0.2 0.3 2 3 -6"));
  EXPECT_EQ(read.point, (Vector3d{0.1, 0.2, 0.3}));
  EXPECT_LT(norm(read.normal - Vector3d{2, 3, -6} / 7), ROUNDING);
}

TEST_F(LammpsAccessRegions, Block)
{
  const std::array<double, 6> ends = {-0.1, 0.2, -0.3, 0.4, -0.5, 0.6};
  EXPECT_EQ(ends_of_region(region<RegBlock>("block -0.1 0.2 -0.3 0.4 -0.5 0.6")), ends);
}

TEST_F(LammpsAccessRegions, RotationHasThePointAndTheUnitVectorGiven)
{
  const Region *turned = region<Region>("sphere 0 0 0 1 rotate v_angle 0.1 0.2 0.3 2 3 -6");
  EXPECT_EQ(rotation_point(turned), (Vector3d{0.1, 0.2, 0.3}));
  EXPECT_LT(norm(rotation_axis(turned) - Vector3d{2, 3, -6} / 7), ROUNDING);
}

// First the rotation, by 90 degrees, then the move.
TEST_F(LammpsAccessRegions, PointsMoveWithTheRegion)
{
  const Vector3d own{0.4, -0.7, 0.2}, point{0.1, 0.2, 0.3}, axis = Vector3d{2, 3, -6} / 7;
  const grist::Matrix3d turn = rotation_matrix(grist::PI / 2, axis);
  Region *moving =
      region<Region>("sphere 0 0 0 1 move v_d NULL v_u rotate v_angle 0.1 0.2 0.3 2 3 -6");
  moving->init();
  moving->prematch();
  const Vector3d expected = point + turn * (own - point) + Vector3d{0.25, 0, -0.5};
  EXPECT_LT(norm(moved_by_region(moving, own) - expected), ROUNDING);
}

}    // namespace test_lammps_access_regions
