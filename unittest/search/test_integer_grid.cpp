// Cells of integer coordinates. Oracle: rounding in a test of two spheres, and of coordinates.

#include "search/integer_grid.h"

#include <gtest/gtest.h>

namespace test_integer_grid {

using namespace grist;

// is_pair() accepts distances that are longer than the reach by a few units in the 53rd place; a
// coordinate over the edge is rounded to the 51st.
TEST(IntegerGrid, CellsAreWiderThanAnyPairByMoreThanRounding)
{
  for (const double reach : {1e-6, 1.0, 1e6})
    for (const double far : {0.0, 1.0, 1e3, 1e9}) {
      const CenterBox box = {{-far, -far, -far}, {far, far, far}};
      const double edge = IntegerGrid::edge_for(reach, box);
      EXPECT_GT(edge, reach * (1.0 + 0x1.0p-48) + far * 0x1.0p-49) << reach << ' ' << far;
    }
}

}    // namespace test_integer_grid
