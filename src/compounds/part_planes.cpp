#include "compounds/part_planes.h"

namespace grist {

SeparatingPlane &PartPlanes::of(int part_a, int part_b)
{
  const auto is_before = [part_a, part_b](const Known &one) {
    return one.part_a < part_a || (one.part_a == part_a && one.part_b < part_b);
  };
  while (next < known.size() && is_before(known[next])) next++;
  if (next == known.size() || known[next].part_a != part_a || known[next].part_b != part_b)
    known.insert(known.begin() + static_cast<long>(next), {part_a, part_b, {}});
  return known[next++].plane;
}

}    // namespace grist
