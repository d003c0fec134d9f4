// Several searches timed on the same spheres in turns, so that other load on the machine affects
// all of them alike.

#ifndef GRIST_BENCH_CONTEST_H
#define GRIST_BENCH_CONTEST_H

#include "search/search_table.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace grist {

double median(std::vector<double> values);

// Times of one search in seconds, each a median over the rounds. The check of the input, the same
// for all searches, is left out.
struct SearchTimes {
  const char *title;
  std::size_t pairs;     // of the last round
  std::size_t memory;    // kept from round to round [byte]
  double subdivision, resolution, total;
  double first_subdivision, first_resolution;    // of the very first round, in which storage grows

  double first_total() const { return first_subdivision + first_resolution; }
};

class Contest {
 public:
  // A search of the table, by name.
  void add(const std::string &name);

  // Runs every search once; each round starts with another one. The first round does not count.
  void run_round(const SphereView &spheres);

  // Whether so many rounds and seconds have been spent, so that other load on the machine averages
  // out.
  bool is_enough(std::size_t rounds, double seconds) const;

  std::vector<SearchTimes> times() const;    // in the order of adding
  bool all_agree() const;                    // the number of pairs in the last round
  double primary_cell(int search) const;     // of the last round

 private:
  struct Entrant {
    const char *title;
    std::unique_ptr<PairSearch> search;
    std::size_t pairs = 0;
    std::vector<double> subdivision, resolution, total;
  };

  std::vector<Entrant> entrants;
  std::vector<IndexPair> pairs;
  std::size_t rounds = 0;
  double spent = 0.0;    // in all rounds [s]
};

}    // namespace grist

#endif
