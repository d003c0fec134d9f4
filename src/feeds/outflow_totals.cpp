#include "feeds/outflow_totals.h"

#include "common/number_text.h"
#include "common/preconditions.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace grist {

OutflowTotals::OutflowTotals(int components, std::vector<double> limits) :
    class_limits(std::move(limits)), tallies(components + 1)
{
  assert(components > 0);
  for (std::size_t k = 1; k < class_limits.size(); k++)
    if (!(class_limits[k] > class_limits[k - 1]))
      throw std::invalid_argument("limits of size must ascend (" + number_text(class_limits[k]) +
                                  " after " + number_text(class_limits[k - 1]) + ")");
  for (OutflowTally &tally : tallies) {
    tally.class_units.assign(classes(), 0);
    tally.class_mass.resize(classes());
  }
}

int OutflowTotals::class_of(double size) const
{
  return static_cast<int>(std::lower_bound(class_limits.begin(), class_limits.end(), size) -
                          class_limits.begin());
}

void OutflowTotals::add(const OutflowUnit &unit)
{
  assert(unit.component > 0 && is_number_of(unit.component, tallies.size()));
  assert(!unit.elements.empty());
  const int size_class = class_of(unit.size);
  for (const int place : {0, unit.component}) {
    tallies[place].units[static_cast<int>(unit.kind)]++;
    tallies[place].class_units[size_class]++;
  }
  for (const OutflowElement &element : unit.elements)
    for (const int place : {0, element.component}) {
      tallies[place].elements++;
      tallies[place].mass.add(element.mass);
      tallies[place].class_mass[size_class].add(element.mass);
    }
}

}    // namespace grist
