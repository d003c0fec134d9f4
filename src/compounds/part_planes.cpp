#include "compounds/part_planes.h"

#include <algorithm>

namespace grist {

void PartPlanes::begin()
{
  constexpr size_t FEW = 32, TIMES = 8;
  if (known.size() > FEW + TIMES * asked) known.clear();
  next = asked = 0;
}

SeparatingPlane &PartPlanes::of(int cell_a, int cell_b)
{
  asked++;
  const auto is_it = [cell_a, cell_b](const Known &one) {
    return one.cell_a == cell_a && one.cell_b == cell_b;
  };
  const auto middle = known.begin() + static_cast<long>(next);
  auto found = std::find_if(middle, known.end(), is_it);
  if (found == known.end()) {
    found = std::find_if(known.begin(), middle, is_it);
    if (found == middle) found = known.insert(middle, {cell_a, cell_b, {}});
  }
  next = static_cast<size_t>(found - known.begin()) + 1;
  return found->plane;
}

}    // namespace grist
