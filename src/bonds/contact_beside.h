// Whether the contact of two bonded spheres acts in parallel with their intact bond, by the law of
// the pair style.

#ifndef GRIST_BONDS_CONTACT_BESIDE_H
#define GRIST_BONDS_CONTACT_BESIDE_H

#include "bonds/bond_term.h"

#include <algorithm>
#include <limits>

namespace grist {

enum class BondContact {
  NO,
  YES,        // its overlap counts from that at bonding; from touch where there was none
  ABSOLUTE    // the whole overlap counts
};

struct ContactBeside : BondTerm<ContactBeside> {
  struct Coefficients {
    BondContact contact = BondContact::NO;
  };
  static constexpr const char *KEYWORD = "contact";
  static bool acts(const Coefficients &of) { return of.contact != BondContact::NO; }
  static constexpr const char *NOT_HELD =
      "the bounds of held clusters leave out contacts beside bonds";

  static constexpr const char *CHOICES[] = {"no", "yes", "absolute"};    // as BondContact
  static const char *name_of(BondContact contact) { return CHOICES[static_cast<int>(contact)]; }
  static void add_keywords(std::vector<Keyword> &to, WordReader &words, Coefficients &of)
  {
    to.push_back(
        {KEYWORD,
         [&] {
           const std::string word = words.one_of(KEYWORD, {std::begin(CHOICES), std::end(CHOICES)});
           const auto *found = std::find(std::begin(CHOICES), std::end(CHOICES), word);
           of.contact = static_cast<BondContact>(found - std::begin(CHOICES));
         },
         true});
  }
  static std::string words(const Coefficients &of)
  {
    return acts(of) ? std::string(" contact ") + name_of(of.contact) : "";
  }
};

// Distance of centres from which its overlap counts, beside a bond of this initial length. Infinite:
// from touch.
inline double counts_from(BondContact contact, double length_initial)
{
  return contact == BondContact::YES ? length_initial : std::numeric_limits<double>::infinity();
}

}    // namespace grist

#endif
