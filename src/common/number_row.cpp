#include "common/number_row.h"

#include <limits>

namespace grist {

static constexpr double NONE = std::numeric_limits<double>::infinity();

std::string NumberDescription::keyword() const
{
  const std::string all = name;
  return all.substr(0, all.find(' '));
}

std::string NumberDescription::page_text(double initial) const
{
  std::string facts = dimension_of(quantity).unit;
  const auto add = [&](const std::string &fact) { facts += (facts.empty() ? "" : ", ") + fact; };
  if (presence == Presence::REQUIRED)
    add("required");
  else if (range.allows(initial))
    add("default " + number_text(initial));
  return text + (facts.empty() ? "" : " (" + facts + ")");
}

double NumberDescription::read(WordReader &words) const
{
  if (words.next_is("none") && range.allows(NONE)) {
    words.word(name);
    return NONE;
  }
  const double value = words.real(name, quantity);
  if (!range.allows(value)) words.refuse(name, value, range.expected);
  return value;
}

std::string number_word(double value)
{
  return value == NONE ? "none" : exact_number_text(value);
}

}    // namespace grist
