// The overlap of a cube of edge 2 with one of edge 1 that is 1.25 away along x: 0.25 x 1 x 1.
#include "geometry/overlap.h"
#include "geometry/solids.h"

#include <cstdio>

int main()
{
  grist::Pose far;
  far.position = {1.25, 0.1, -0.2};
  grist::OverlapWorkspace workspace;
  const auto found =
      grist::overlap(grist::solids::cube(2), grist::Pose(), grist::solids::cube(1), far, workspace);
  std::printf("%.15g\n", found.volume);
}
