// The wall list of wall fixes, and the cells that are tested before it. Oracles: distances of all
// spheres; the region itself, tested for every point.

#include "styles/walls/wall_scenes.h"

#include "styles/walls/fix_wall_hertz_mindlin.h"
#include "styles/walls/wall_region.h"

#include "walls/near_cells.h"
#include "walls/one_by_one.h"

#include "lammps.h"
#include "modify.h"

#include <random>

namespace test_wall_list {

using namespace grist::testing;
using grist::AlignedBox;
using grist::NearCells;
using grist::Vector3d;
using LAMMPS_NS::FixWallHertzMindlin;

// 300 spheres.
std::string spheres(const std::string &fill, const std::string &boundary = "f f f")
{
  return input_of({fill, 300, boundary, 1.0, 1.5});
}

using WallListOnOneRank = OneRankTest;

FixWallHertzMindlin *fix_of(LammpsSession &lammps)
{
  return dynamic_cast<FixWallHertzMindlin *>(lammps.lammps()->modify->get_fix_by_id("w"));
}

TEST_F(WallListOnOneRank, ListHoldsOnlyTheSpheresNearTheWall)
{
  // At rest: spheres nearer than their radius and half the skin; one build per rebuild of neighbor
  // lists. Rotating at 10 rad/s: a corner 0.1 m from the axis moves by half the skin (0.5 mm) in
  // 125 steps of 4 us.
  const std::string before = spheres("block -0.05 0.05 -0.05 0.05 -0.05 0.05") +
      "velocity all set 0 0 0\nunfix gravity\nvariable angle equal 10*step*dt\n";
  const std::string ball = "region w sphere 0 0 0 0.1 ";
  const std::string wall = "\nfix w all wall/hertz/mindlin region w young 1e7 poisson 0.3\n";
  LammpsSession still;
  still.run(before + ball + wall + "run 1000");
  EXPECT_EQ(fix_of(still)->wall_list().builds(), 1);
  EXPECT_EQ(fix_of(still)->wall_list().spheres().size(), 0u);
  LammpsSession turning;
  turning.run(before + ball + "rotate v_angle 0 0 0 0 0 1" + wall + "run 1000");
  EXPECT_GT(fix_of(turning)->wall_list().builds(), 4);
  EXPECT_LT(fix_of(turning)->wall_list().builds(), 12);
  LammpsSession floor;
  floor.run(before +
            "\nfix w all wall/hertz/mindlin zplane -0.05 NULL young 1e7 poisson 0.3\nrun 0");
  size_t near = 0;
  for (const auto &a : floor.atoms()) near += a.x[2] + 0.05 < a.radius + 0.5e-3 ? 1 : 0;
  EXPECT_GT(near, 2u);
  EXPECT_EQ(fix_of(floor)->wall_list().spheres().size(), near);
}

// Regions of every style, each far smaller than the box. `open` faces lie where spheres are.
const char *const REGIONS[] = {
    "block -0.03 0.03 -0.02 0.03 -0.01 0.02",
    "block -0.03 0.03 -0.02 0.03 -0.01 0.02 open 2 open 5",
    "sphere 0.01 0 0 0.03",
    "cylinder x 0 0.01 0.03 -0.02 0.04",
    "cylinder y 0 0.01 0.03 -0.02 0.04 open 1",
    "cylinder z 0 0.01 0.03 -0.02 0.04 open 1 open 2",
    "cone x 0 0.01 0.03 0.005 -0.02 0.04",
    "cone y 0 0.01 0.005 0.04 -0.02 0.03 open 1 open 2",
    "cone z 0 0.01 0.01 0.04 -0.02 0.03 open 2",
    "cone z 0 0.01 0 0.04 -0.02 0.03 open 2",
    "cone y 0 0.01 0.04 0 -0.02 0.03",
    "plane 0.01 0 0 1 2 3",
    "prism -0.02 0.02 -0.02 0.03 -0.03 0.01 0.01 0.005 -0.01",
    "ellipsoid 0 0 0 0.05 0.02 0.015",
    "cylinder z 0 0.01 0.03 -0.02 0.04 open 1 move v_d NULL v_d rotate v_angle 0.01 0 0 1 1 0",
    "union 2 bin funnel",
    "intersect 2 bin plate",
};

TEST_F(WallListOnOneRank, CellsExcludeNoPointNearARegion)
{
  // Oracle: the region itself, tested for every point. Cells of 3 mm; the reach of spheres about as
  // large.
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-0.06, 0.06);
  std::vector<Vector3d> points(20000);
  AlignedBox box;
  for (Vector3d &x : points) {
    for (int d = 0; d < 3; d++) x[d] = any(random);
    box.extend(x);
  }
  for (const char *form : REGIONS) {
    LammpsSession lammps;
    lammps.run(spheres(INNER) +
               "variable d equal 0.007\nvariable angle equal 0.7\n"
               "region bin cylinder z 0 0 0.025 0 0.06 open 1 open 2\n"
               "region funnel cone z 0 0 0.006 0.025 -0.03 0 open 1 open 2\n"
               "region plate plane 0 0 0.02 0 0.1 1\nregion w " +
               form + "\nrun 0");
    LAMMPS_NS::WallRegion region(lammps.lammps(), "w", "Test");
    region.advance();
    for (const double reach : {1e-4, 3e-3}) {
      NearCells cells(region, box, reach, 3e-3, 1e5);
      int through = 0, missed = 0;
      for (const Vector3d &x : points) {
        const bool may_be = cells.may_hold_near(x);
        through += may_be;
        missed += !may_be && list_if_near(region, x, reach);
      }
      EXPECT_EQ(missed, 0) << form << ", reach " << reach;
      if (form[0] != 'e' && form[1] != 'r')    // no ellipsoid, no prism
        EXPECT_LT(through, 12000) << form;
      else
        EXPECT_EQ(through, 20000) << form;
    }
  }
}

}    // namespace test_wall_list
