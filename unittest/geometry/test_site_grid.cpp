// Rings of bins: each point in one of them, none nearer than said.

#include "geometry/site_grid.h"

#include "common/random_numbers.h"

#include <gtest/gtest.h>

namespace test_site_grid {

using namespace grist;

TEST(SiteGrid, RingsHaveEachPointOnce)
{
  RandomNumbers random(5);
  const Vector3d extents[] = {{1, 1, 1}, {100, 1, 1}, {1, 50, 50}, {0, 0, 3}, {0, 0, 0}};
  for (const Vector3d &extent : extents)
    for (const int count : {1, 2, 300}) {
      std::vector<Vector3d> points;
      for (int n = 0; n < count; n++) {
        const double x = random.uniform(), y = random.uniform(), z = random.uniform();
        points.push_back(Vector3d{-3.0, 2.0, 1.0} + product(extent, Vector3d{x, y, z}));
      }
      const SiteGrid grid(points);
      for (int from = 0; from < count; from += 37) {
        std::vector<int> seen(points.size(), 0);
        for (int ring = 0; ring < grid.rings(); ring++)
          grid.in_ring(points[from], ring, [&](int n) {
            seen[n]++;
            for (int inner = 0; inner <= ring; inner++)
              EXPECT_GE(norm(points[n] - points[from]), grid.nearest(points[from], inner));
          });
        EXPECT_EQ(seen, std::vector<int>(points.size(), 1));
        int here = 0;
        grid.in_ring(points[from], 0, [&](int n) { here += n == from ? 1 : 0; });
        EXPECT_EQ(here, 1);
      }
    }
}

}    // namespace test_site_grid
