#include "packings/mixing_index.h"

#include "common/preconditions.h"

#include <cmath>
#include <cstddef>

namespace grist {

MixingIndex mixing_index(const std::vector<double> &all, const std::vector<double> &component,
                         double least)
{
  assert(all.size() == component.size() && least >= 0.0);
  MixingIndex index;
  double of_component = 0.0;
  const auto is_used = [&](size_t k) { return all[k] > 0.0 && all[k] >= least; };
  for (size_t k = 0; k < all.size(); k++)
    if (is_used(k)) {
      index.cells++;
      index.particles += all[k];
      of_component += component[k];
    }
  if (of_component == 0.0) return index;
  const double p = index.share = of_component / index.particles;
  double sum = 0.0;
  for (size_t k = 0; k < all.size(); k++)
    if (is_used(k)) sum += all[k] * std::pow(component[k] / all[k] - p, 2);
  const double found = sum / index.particles, pure = p * (1.0 - p);
  const double random = index.particles > 1.0 ? pure * (index.cells - 1.0) / (index.particles - 1.0)
                                              : 0.0;
  index.deviation = std::sqrt(found) / p;
  index.random = std::sqrt(random) / p;
  index.segregated = std::sqrt(pure) / p;
  if (pure > random) index.lacey = (pure - found) / (pure - random);
  return index;
}

}    // namespace grist
