#include "contacts/contact_flows.h"

#include "common/preconditions.h"

#include <algorithm>

namespace grist {

// The number of contacts in the step before is the estimate for this one.
void ContactFlows::begin_step(size_t spheres, bool one_by_one)
{
  constexpr size_t MANY = 40000;    // 5 MB
  keeps_sums =
      !one_by_one && (keep == Keep::SUMS || (keep == Keep::WHICH_IS_QUICKER && count > MANY));
  count = 0;
  losses.begin_step();
  sums.resize(keeps_sums ? spheres : 0);
  step++;
}

void ContactFlows::add(const int *a, const int *b, const double *share, int more)
{
  assert(a && b && more >= 0);
  assert(!keeps_sums || more == 0 ||
         (are_numbers_of(std::vector<int>(a, a + more), sums.size()) &&
          are_numbers_of(std::vector<int>(b, b + more), sums.size())));
  constexpr int LANES = Losses<ContactEntries>::LANES;
  const LossBlock<ContactEntries> *added = losses.room_for(more);
  losses.add(a, b, share, more);
  count += more;
  if (!keeps_sums) return;
  for (int first = 0; first < more; first += LANES)
    kernels_in_use<FlowLanes>().add_to_sums(added[first / LANES], std::min(LANES, more - first),
                                            step, sums.data());
  losses.begin_step();
}

void ContactFlows::add_powers(EnergyFlows &to, const SphereRates *rates) const
{
  if (!keeps_sums) return losses.add_powers(to, rates);
  if (count == 0) return;
  double powers[3] = {};
  kernels_in_use<FlowLanes>().add_powers_of_sums(sums.data(), static_cast<int>(sums.size()), step,
                                                 &rates->velocity[0], powers);
  to[CONTACT_DAMPING] += powers[0];
  to[SHEARING] += powers[1];
  to[ROLLING] += powers[2];
}

}    // namespace grist
