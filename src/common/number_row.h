// A number that a user gives, stated once: its name, dimension, range and meaning, whether it must
// be given, and the member that has it. What is done with all numbers of a struct is made from the
// list of its rows: reading them, their errors and checks, parcels, units, mixing, the words of data
// and restart files, and the test that holds the page with them.
//
//   const std::vector<NumberRow<Spring>> SPRING_NUMBERS = {
//       {"stiffness", in<&Spring::stiffness>, Quantity::STIFFNESS, ranges::POSITIVE, "of the spring",
//        Presence::REQUIRED}};
//
// Its default is the value of the member in Spring(). If that is out of range, a user cannot write
// it: the number is required, or without it there is none of what it describes.

#ifndef GRIST_COMMON_NUMBER_ROW_H
#define GRIST_COMMON_NUMBER_ROW_H

#include "common/number_range.h"
#include "common/number_text.h"
#include "common/parcel_scaling.h"
#include "common/quantity.h"
#include "common/word_reader.h"

#include <algorithm>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace grist {

enum class Presence { OPTIONAL, REQUIRED };

struct NumberDescription {
  const char *name;    // in errors; its first word is the keyword, which may have several values
  Quantity quantity;
  NumberRange range;
  const char *text;    // what it is, as in its page
  Presence presence;

  // No default for the dimension: a row without one does not compile.
  NumberDescription(const char *name, Quantity quantity, NumberRange range, const char *text,
                    Presence presence = Presence::OPTIONAL) :
      name(name),
      quantity(quantity), range(range), text(text), presence(presence)
  {
  }

  std::string keyword() const;

  // "surface tension (energy/area units, required)", "share of moments (default 1)".
  std::string page_text(double initial) const;

  // The next value, within the range. A range with infinity has the word none.
  double read(WordReader &words) const;
};

// As read() reads it.
std::string number_word(double value);

// A member, or one of a member: in<&Wear::archard, &Archard::hardness>.
template <class Of, class Member> Of owner_of(Member Of::*);
template <auto FIRST, auto... REST> double &in(decltype(owner_of(FIRST)) &all)
{
  return ((all.*FIRST).*....*REST);
}

template <class Of> struct NumberRow : NumberDescription {
  using Member = std::function<double &(Of &)>;
  Member in;

  NumberRow(const char *name, Member in, Quantity quantity, NumberRange range, const char *text,
            Presence presence = Presence::OPTIONAL) :
      NumberDescription(name, quantity, range, text, presence),
      in(std::move(in))
  {
  }

  // A row of a struct that this one has as a base.
  template <class Base, std::enable_if_t<std::is_base_of_v<Base, Of>, int> = 0>
  NumberRow(const NumberRow<Base> &row) : NumberDescription(row), in(row.in)
  {
  }

  double of(Of all) const { return in(all); }
  bool is_given(const Of &all) const { return range.allows(of(all)); }
  std::string page_text() const { return NumberDescription::page_text(of(Of())); }
};

template <class Of> using NumberRows = std::vector<NumberRow<Of>>;

// The values of one keyword, which may have several words: "wear archard".
template <class Of>
void read_numbers(const NumberRows<Of> &rows, const std::string &keyword, WordReader &words,
                  Of &all)
{
  std::vector<const NumberRow<Of> *> values;
  std::vector<std::string> texts;
  for (const NumberRow<Of> &row : rows)
    if ((row.name + std::string(" ")).rfind(keyword + " ", 0) == 0) {
      values.push_back(&row);
      texts.emplace_back(row.text);
    }
  if (values.size() > 1) words.need(static_cast<int>(values.size()), keyword, listed(texts, "and"));
  for (const NumberRow<Of> *row : values) row->in(all) = row->read(words);
}

// Those keywords that are not there yet. They read into `all`.
template <class Of>
void add_keywords(std::vector<Keyword> &to, const NumberRows<Of> &rows, WordReader &words, Of &all)
{
  for (const NumberRow<Of> &row : rows) {
    const std::string name = row.keyword();
    if (std::none_of(to.begin(), to.end(), [&](const Keyword &one) { return one.name == name; }))
      to.push_back({name, [&, name] { read_numbers(rows, name, words, all); }, true});
  }
}

template <class Of> bool has_required(const NumberRows<Of> &rows, const Of &all)
{
  return std::all_of(rows.begin(), rows.end(), [&](const NumberRow<Of> &row) {
    return row.presence == Presence::OPTIONAL || row.is_given(all);
  });
}

// The words that are read so: " young 1e9 tensile none".
template <class Of> std::string words_of(const NumberRows<Of> &rows, const Of &all)
{
  std::string text, last;
  for (const NumberRow<Of> &row : rows) {
    if (!row.is_given(all)) continue;
    if (row.keyword() != last) text += " " + row.keyword();
    text += " " + number_word(row.of(all));
    last = row.keyword();
  }
  return text;
}

// Throws std::invalid_argument, with the value in its text, for a value out of range.
template <class Of> void check(const NumberRows<Of> &rows, const Of &all)
{
  for (const NumberRow<Of> &row : rows)
    if (row.presence == Presence::REQUIRED || row.of(all) != row.of(Of()))
      require(row.is_given(all), row.name, row.of(all), row.range.expected);
}

// As force, length and time; then of parcels.
template <class Of>
Of as_evaluated(const NumberRows<Of> &rows, Of given, double nktv2p, const ParcelScale &scale)
{
  for (const NumberRow<Of> &row : rows)
    row.in(given) =
        scale(row.name, row.quantity, in_force_units(row.quantity, row.of(given), nktv2p));
  return given;
}

}    // namespace grist

#endif
