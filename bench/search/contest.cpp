#include "search/contest.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace grist {

double median(std::vector<double> values)
{
  const auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void Contest::add(const std::string &name)
{
  const SearchEntry *entry = find_search(name);
  if (!entry) throw std::invalid_argument("no search is named " + name);
  entrants.emplace_back();
  entrants.back().title = entry->title;
  entrants.back().search = entry->make();
}

void Contest::run_round(const SphereView &spheres)
{
  using Clock = std::chrono::steady_clock;
  for (std::size_t k = 0; k < entrants.size(); k++) {
    Entrant &entrant = entrants[(rounds + k) % entrants.size()];
    const auto start = Clock::now();
    const SearchOutcome outcome = entrant.search->find(spheres, pairs);
    const double whole = std::chrono::duration<double>(Clock::now() - start).count();
    if (!outcome.ok()) throw std::invalid_argument(outcome.text());
    const SearchReport &report = entrant.search->report();
    spent += whole;
    entrant.pairs = pairs.size();
    entrant.subdivision.push_back(report.seconds_subdivision);
    entrant.resolution.push_back(report.seconds_resolution);
    entrant.total.push_back(report.seconds_subdivision + report.seconds_resolution);
  }
  rounds++;
}

bool Contest::is_enough(std::size_t wanted, double seconds) const
{
  return rounds > wanted && spent >= seconds;
}

std::vector<SearchTimes> Contest::times() const
{
  const auto after_first = [](const std::vector<double> &all) {
    return median(all.size() > 1 ? std::vector<double>(all.begin() + 1, all.end()) : all);
  };
  std::vector<SearchTimes> times;
  for (const Entrant &entrant : entrants)
    times.push_back({entrant.title, entrant.pairs, entrant.search->report().memory,
                     after_first(entrant.subdivision), after_first(entrant.resolution),
                     after_first(entrant.total), entrant.subdivision[0], entrant.resolution[0]});
  return times;
}

bool Contest::all_agree() const
{
  return std::all_of(entrants.begin(), entrants.end(), [&](const Entrant &entrant) {
    return entrant.pairs == entrants.front().pairs;
  });
}

double Contest::primary_cell(int search) const
{
  return entrants[search].search->report().primary_cell;
}

}    // namespace grist
