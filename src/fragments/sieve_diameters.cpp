#include "fragments/sieve_diameters.h"

#include "common/preconditions.h"

#include <utility>

namespace grist {

double SieveDiameters::of(const Fragment &fragment, const std::vector<FragmentElement> &shape)
{
  assert(static_cast<std::int64_t>(shape.size()) == fragment.elements);
  const auto found = known.find(fragment.id);
  const bool is_same = found != known.end() && found->second.elements == fragment.elements &&
      found->second.birth == fragment.birth;
  const double diameter = is_same ? found->second.diameter : sieve_diameter(shape);
  used[fragment.id] = {fragment.id, fragment.elements, fragment.birth, diameter};
  return diameter;
}

std::vector<SieveDiameters::Known> SieveDiameters::to_keep() const
{
  std::vector<Known> kept;
  for (const auto &[id, one] : known)
    if (one.elements > 1) kept.push_back(one);
  return kept;
}

}    // namespace grist
