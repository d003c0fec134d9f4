#include "feeds/outflow_units.h"

#include "common/preconditions.h"

#include "common/exact_sum.h"
#include "common/space.h"
#include "fragments/fragment_shape.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace grist {

namespace {

bool contains(const std::vector<std::int64_t> &ascending, std::int64_t value)
{
  return std::binary_search(ascending.begin(), ascending.end(), value);
}

int main_component(const std::vector<OutflowElement> &elements)
{
  assert(!elements.empty());
  std::map<int, ExactSum> masses;
  for (const OutflowElement &element : elements) masses[element.component].add(element.mass);
  return std::max_element(masses.begin(), masses.end(),
                          [](const auto &one, const auto &two) {
                            return one.second.value() < two.second.value();
                          })
      ->first;
}

double size_of(const std::vector<OutflowElement> &elements)
{
  assert(!elements.empty());
  std::vector<FragmentElement> spheres;
  for (const OutflowElement &element : elements)
    spheres.push_back({Vector3d::zero(), element.radius});
  return equivalent_diameter(spheres);
}

}    // namespace

std::vector<std::int64_t> parents_of(const std::vector<OutflowElement> &elements)
{
  std::set<std::int64_t> parents;
  for (const OutflowElement &element : elements)
    if (element.parent != 0) parents.insert(element.parent);
  return {parents.begin(), parents.end()};
}

std::vector<OutflowUnit> assemble_outflow(std::vector<OutflowElement> elements,
                                          const std::vector<std::int64_t> &staying,
                                          std::vector<std::int64_t> &torn)
{
  assert(is_ascending(staying) && is_ascending(torn));
  std::sort(elements.begin(), elements.end(), [](const auto &one, const auto &two) {
    return std::tie(one.unit, one.id) < std::tie(two.unit, two.id);
  });

  std::vector<OutflowUnit> units;
  std::map<std::int64_t, int> units_of_parent;
  for (const OutflowElement &element : elements) {
    if (units.empty() || units.back().elements.back().unit != element.unit) units.emplace_back();
    units.back().elements.push_back(element);
  }
  for (const OutflowUnit &unit : units)
    for (const std::int64_t parent : parents_of(unit.elements)) units_of_parent[parent]++;

  std::set<std::int64_t> torn_now(torn.begin(), torn.end());
  for (OutflowUnit &unit : units) {
    const OutflowElement &first = unit.elements.front();
    const std::vector<std::int64_t> parents = parents_of(unit.elements);
    const bool is_part = std::any_of(parents.begin(), parents.end(), [&](std::int64_t parent) {
      return units_of_parent[parent] > 1 || contains(staying, parent) || contains(torn, parent);
    });
    unit.kind = is_part            ? OutflowKind::FRAGMENT
        : unit.elements.size() > 1 ? OutflowKind::CLUSTER
        : first.is_body            ? OutflowKind::BODY
                                   : OutflowKind::SPHERE;
    unit.component = main_component(unit.elements);
    unit.size = size_of(unit.elements);
  }
  for (const auto &[parent, count] : units_of_parent) {
    torn_now.erase(parent);
    if (contains(staying, parent)) torn_now.insert(parent);
  }
  torn.assign(torn_now.begin(), torn_now.end());
  return units;
}

}    // namespace grist
