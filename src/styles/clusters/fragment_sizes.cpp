#include "styles/clusters/fragment_sizes.h"

using namespace LAMMPS_NS;

// Sizes that differ by less than the accuracy of a sieve diameter count as one; fraction of a size.
static constexpr double SIZE_RESOLUTION = 1e-3;

grist::SizeDistribution LAMMPS_NS::size_distribution(const std::vector<Fragment> &fragments,
                                                     bool by_sieve)
{
  std::vector<grist::SizedMass> masses;
  for (const Fragment &fragment : fragments)
    masses.push_back({by_sieve ? fragment.sieve : fragment.equivalent, fragment.mass});
  return grist::SizeDistribution(masses, SIZE_RESOLUTION);
}

FragmentSizes LAMMPS_NS::fragment_sizes(const std::vector<Fragment> &fragments, double mass,
                                        const grist::SizeDistribution &distribution,
                                        int fines_below)
{
  grist::ExactSum fines;
  for (const Fragment &fragment : fragments)
    if (fragment.elements < fines_below) fines.add(fragment.mass);
  FragmentSizes sizes;
  sizes.d10 = distribution.size_at(0.1);
  sizes.d50 = distribution.size_at(0.5);
  sizes.d80 = distribution.size_at(0.8);
  sizes.fragments = static_cast<double>(fragments.size());
  sizes.mass = mass;
  if (mass > 0.0) sizes.fines_fraction = fines.value() / mass;
  return sizes;
}
