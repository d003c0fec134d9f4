#include "feeds/outflow_totals.h"

#include "common/number_text.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace grist {

namespace {

class NumberReader {
 public:
  explicit NumberReader(const std::vector<double> &numbers) : numbers(numbers) {}

  double next()
  {
    if (at == numbers.size()) throw std::invalid_argument("too few numbers of an outflow");
    return numbers[at++];
  }
  std::int64_t next_whole() { return static_cast<std::int64_t>(next()); }
  ExactSum next_sum()
  {
    ExactSum sum;
    for (std::int64_t parts = next_whole(); parts > 0; parts--) sum.add(next());
    return sum;
  }
  void end() const
  {
    if (at != numbers.size()) throw std::invalid_argument("too many numbers of an outflow");
  }

 private:
  const std::vector<double> &numbers;
  std::size_t at = 0;
};

void add_sum(std::vector<double> &numbers, const ExactSum &sum)
{
  numbers.push_back(static_cast<double>(sum.parts().size()));
  numbers.insert(numbers.end(), sum.parts().begin(), sum.parts().end());
}

}    // namespace

std::int64_t OutflowTally::all_units() const
{
  return std::accumulate(units.begin(), units.end(), std::int64_t{0});
}

OutflowTotals::OutflowTotals(int components, std::vector<double> limits) :
    class_limits(std::move(limits)), tallies(components + 1)
{
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

/* ---------------------------------------------------------------------- */

std::vector<double> OutflowTotals::to_numbers() const
{
  std::vector<double> numbers;
  for (const OutflowTally &tally : tallies) {
    numbers.insert(numbers.end(), tally.units.begin(), tally.units.end());
    numbers.push_back(static_cast<double>(tally.elements));
    add_sum(numbers, tally.mass);
    numbers.insert(numbers.end(), tally.class_units.begin(), tally.class_units.end());
    for (const ExactSum &mass : tally.class_mass) add_sum(numbers, mass);
  }
  return numbers;
}

void OutflowTotals::set_numbers(const std::vector<double> &numbers)
{
  NumberReader in(numbers);
  for (OutflowTally &tally : tallies) {
    for (std::int64_t &count : tally.units) count = in.next_whole();
    tally.elements = in.next_whole();
    tally.mass = in.next_sum();
    for (std::int64_t &count : tally.class_units) count = in.next_whole();
    for (ExactSum &mass : tally.class_mass) mass = in.next_sum();
  }
  in.end();
}

}    // namespace grist
