// A keyword of a style in each unit style of LAMMPS.
//
// Oracle: the run in si. A deck is a small input with numbers with units (unit_styles.h) and the hole
// {words} for the words of a keyword. All that it leaves in another unit style, as numbers of SI, is
// equal to that of si within rounding. And the keyword acts in this deck, or the test would see no
// fault of it: without it, and with each of its numbers changed, the run in si is another one.

#ifndef GRIST_TESTING_UNIT_CASES_H
#define GRIST_TESTING_UNIT_CASES_H

#include <optional>
#include <string>
#include <vector>

namespace grist::testing {

// Expressions of equal-style variables with the same dimension, compared by the largest of them.
struct Reading {
  std::string dimension;
  std::vector<std::string> expressions;
};

// {"f_wall[1]", "f_wall[2]", "f_wall[3]"}
std::vector<std::string> entries(const std::string &of, int first, int last);

// Pieces of equal volume get their ids by rounding.
enum AtomOrder { BY_ID, BY_PLACE };

struct UnitDeck {
  // {coarse} is nothing, and in a second round of all unit styles "coarse 2", in which {real} is 0.5
  // instead of 1: the size of what the run has as parcels.
  // A line "look" compares the state then and the readings, besides those at the end. The state is
  // place, velocity, rotation, force and torque of each atom, and its temperature if it has one.
  std::string lines;
  std::vector<Reading> readings = {};
  AtomOrder order = BY_ID;
  // CSV files that the deck writes: each column, by the unit in its name. Where a run in another unit
  // style would append to a file of the one before, the deck deletes it at first.
  std::vector<std::string> files = {};
  // Rounding grows in a contact and from hit to hit. Relative to the largest value of a kind.
  double tolerance = 1e-9;
};

struct UnitCase {
  std::string keyword;
  std::string words;    // in place of {words}
  std::optional<std::string> without =
      "";                    // the words of the same input without the keyword, if it may miss
  double factor = 0.7;       // by which its numbers are changed
  double tolerance = 0.0;    // in place of that of the deck, if larger
};

void expect_same_in_all_units(const std::string &style, const UnitDeck &deck,
                              const std::vector<UnitCase> &cases);

}    // namespace grist::testing

#endif
