// Keywords with values and units, made from the rows of their numbers (common/number_row.h): a new row
// joins the tests of units without a line written.

#ifndef GRIST_TESTING_UNIT_ROWS_H
#define GRIST_TESTING_UNIT_ROWS_H

#include "common/number_row.h"
#include "testing/unit_styles.h"

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace grist::testing {

// Values that act in a deck, in SI: by the name of a row, with " 2" for the second row of this name,
// or else by what it is.
struct RowValues {
  std::map<std::string, double> of_name;
  std::map<Quantity, double> of_quantity = {};

  double of(const NumberDescription &row, int count) const
  {
    const std::string name = row.name + (count > 1 ? " " + std::to_string(count) : std::string());
    if (const auto found = of_name.find(name); found != of_name.end()) return found->second;
    if (const auto found = of_quantity.find(row.quantity); found != of_quantity.end())
      return found->second;
    throw std::invalid_argument("no value in this deck for " + name);
  }
};

struct RowKeyword {
  std::string name, words;    // "weaken", "weaken <300 temperature> <700 temperature>"
  bool required;
};

template <class Of>
std::vector<RowKeyword> keywords_of(const NumberRows<Of> &rows, const RowValues &values)
{
  std::vector<RowKeyword> all;
  std::map<std::string, int> count;
  for (const NumberRow<Of> &row : rows) {
    const std::string name = row.keyword();
    if (all.empty() || all.back().name != name)
      all.push_back({name, name, row.presence == Presence::REQUIRED});
    all.back().words += " " + with_unit(values.of(row, ++count[row.name]), row.quantity);
  }
  return all;
}

// The words of all keywords that are required, but that of this name.
inline std::string required_words(const std::vector<RowKeyword> &keywords, const std::string &but)
{
  std::string words;
  for (const RowKeyword &keyword : keywords)
    if (keyword.required && keyword.name != but) words += " " + keyword.words;
  return words;
}

// "wear archard <0.001 1> <1e8 pressure>": the rows of this keyword, of several words, with these values.
template <class Of>
std::string row_words(const NumberRows<Of> &rows, const std::string &keyword,
                      const std::vector<double> &values)
{
  std::string words = keyword;
  size_t count = 0;
  for (const NumberRow<Of> &row : rows)
    if ((row.name + std::string(" ")).rfind(keyword + " ", 0) == 0)
      words += " " + with_unit(values.at(count++), row.quantity);
  if (count != values.size()) throw std::invalid_argument("other rows of " + keyword);
  return words;
}

}    // namespace grist::testing

#endif
