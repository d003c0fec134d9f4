#include "fragments/fragment_sizes.h"

#include "common/exact_sum.h"
#include "common/preconditions.h"

namespace grist {

// Sizes that differ by less than the accuracy of a sieve diameter count as one; fraction of a size.
static constexpr double SIZE_RESOLUTION = 1e-3;

double size_of(const Fragment &fragment, bool by_sieve)
{
  return by_sieve ? fragment.sieve : fragment.equivalent;
}

// Strictly, as in the volumes of pieces (breakage/piece_volumes.h). Where the origin is not known,
// its size is 0.
static bool is_below_a_tenth(const Fragment &fragment, bool by_sieve)
{
  const double origin = by_sieve ? fragment.origin_sieve : fragment.origin_equivalent;
  return size_of(fragment, by_sieve) < 0.1 * origin;
}

SizeDistribution size_distribution(const std::vector<Fragment> &fragments, bool by_sieve)
{
  std::vector<SizedMass> masses;
  for (const Fragment &fragment : fragments)
    masses.push_back({size_of(fragment, by_sieve), fragment.mass});
  return SizeDistribution(masses, SIZE_RESOLUTION);
}

FragmentSizes fragment_sizes(const FragmentList &list, const SizeDistribution &distribution,
                             bool by_sieve)
{
  ExactSum fines, below_a_tenth;
  for (const Fragment &fragment : list.fragments) {
    if (fragment.is_fine) fines.add(fragment.mass);
    if (is_below_a_tenth(fragment, by_sieve)) below_a_tenth.add(fragment.mass);
  }
  FragmentSizes sizes;
  sizes.d10 = distribution.size_at(0.1);
  sizes.d50 = distribution.size_at(0.5);
  sizes.d80 = distribution.size_at(0.8);
  sizes.fragments = static_cast<double>(list.fragments.size());
  sizes.mass = list.mass;
  if (list.mass == 0.0) return sizes;
  sizes.fines_fraction = fines.value() / list.mass;
  sizes.t10 = below_a_tenth.value() / list.mass;
  return sizes;
}

double SieveDiameters::of(const Fragment &fragment, const std::vector<FragmentElement> &shape)
{
  assert(static_cast<std::int64_t>(shape.size()) >= fragment.elements);
  const auto found = known.find(fragment.id);
  const bool is_same = found != known.end() && found->second.elements == fragment.elements &&
      found->second.birth == fragment.birth;
  const double diameter = is_same ? found->second.diameter : sieve_diameter(shape);
  used[fragment.id] = {fragment.id, fragment.elements, fragment.birth, diameter};
  return diameter;
}

std::vector<SieveDiameters::Known> SieveDiameters::to_keep(bool of_blocks) const
{
  std::vector<Known> kept;
  for (const auto &[id, one] : known)
    if (of_blocks || one.elements > 1) kept.push_back(one);
  return kept;
}

}    // namespace grist
