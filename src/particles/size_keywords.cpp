#include "particles/size_law.h"

#include "common/number_text.h"
#include "common/word_reader.h"

#include <stdexcept>

namespace grist {

using Kind = SizeLaw::Kind;

static constexpr double LARGEST_SIGMA = 3.0;

static void read_sieves(WordReader &words, SizeLaw &law)
{
  const std::string what = "size sieves";
  law.openings.push_back(words.positive(what, Quantity::SIZE));
  do {
    const double opening = words.positive(what, Quantity::SIZE);
    if (!(opening > law.openings.back()))
      words.refuse(what, opening,
                   "must be above the opening before it, " +
                       given_number_text(law.openings.back()));
    law.openings.push_back(opening);
    law.shares.push_back(words.between(what + " share", Quantity::NUMBER, 0.0, 1.0));
  } while (words.next_is_number());
}

// `what`: the law as it was named, for errors.
static void read_values(WordReader &words, const std::string &kind, const std::string &what,
                        SizeLaw &law)
{
  if (kind == "fixed") {
    law.kind = Kind::FIXED;
    law.first = words.positive(what, Quantity::SIZE);
  } else if (kind == "uniform") {
    law.kind = Kind::UNIFORM;
    law.first = words.positive(what, Quantity::SIZE);
    law.second = words.positive(what, Quantity::SIZE);
    if (law.second < law.first)
      words.refuse(what, given_number_text(law.first) + " " + given_number_text(law.second),
                   "the second must not be below the first");
  } else if (kind == "gaussian") {
    law.kind = Kind::GAUSSIAN;
    law.first = words.positive(what + " mean", Quantity::SIZE);
    law.second = words.not_negative(what + " sigma", Quantity::SIZE);
  } else if (kind == "lognormal") {
    law.kind = Kind::LOG_NORMAL;
    law.first = words.positive(what + " median", Quantity::SIZE);
    law.second = words.between(what + " sigma", Quantity::NUMBER, 0.0, LARGEST_SIGMA);
  } else if (kind == "rosin_rammler") {
    law.kind = Kind::ROSIN_RAMMLER;
    law.by_mass = true;
    law.first = words.positive(what + " size", Quantity::SIZE);
    law.second = words.positive(what + " exponent", Quantity::NUMBER);
  } else {
    law.kind = Kind::SIEVES;
    law.by_mass = true;
    read_sieves(words, law);
  }
}

static void read_limits(WordReader &words, SizeLaw &law)
{
  words.need(2, "size limits", "the smallest and the largest size");
  law.least = words.positive("size limits", Quantity::SIZE);
  law.most = words.positive("size limits", Quantity::SIZE);
  if (law.most < law.least)
    words.refuse("size limits", given_number_text(law.least) + " " + given_number_text(law.most),
                 "the second must not be below the first");
}

SizeLaw read_size(WordReader &words)
{
  SizeLaw law;
  std::string kind = "fixed", what = "size";
  if (!words.next_is_number()) {
    kind = words.one_of("size",
                        {"fixed", "uniform", "gaussian", "lognormal", "rosin_rammler", "sieves"});
    what += " " + kind;
  }
  read_values(words, kind, what, law);
  while (words.next_is("limits") || words.next_is("by")) {
    if (words.word("size") == "limits")
      read_limits(words, law);
    else
      law.by_mass = words.one_of("size by", {"mass", "number"}) == "mass";
  }
  try {
    check(law);
  } catch (const std::invalid_argument &refused) {
    words.refuse(what, "law", refused.what());
  }
  return law;
}

}    // namespace grist
