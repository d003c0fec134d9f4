// What a user gives of a contact besides the numbers of its springs, each stated once by its part
// (contact_part.h). Reading, errors, checks, mixing, parcels, restart and data files are made from these
// lists, which follow from those of contact_parts.h.
//
// An option has one part at a time: `rolling` has none, torque or sds. A part has numbers, in the
// order in which users write them.

#ifndef GRIST_CONTACTS_CONTACT_OPTIONS_H
#define GRIST_CONTACTS_CONTACT_OPTIONS_H

#include "contacts/contact_law.h"

#include <string>
#include <vector>

namespace grist {

class ParcelScale;

struct ContactNumber : PartNumber {
  double ContactCoefficients::*of_every_contact;    // null: of a part
  int option = 0, place = 0;

  double &in(ContactCoefficients &c) const
  {
    return of_every_contact ? c.*of_every_contact : c.parts[option].numbers[place];
  }
  double of(ContactCoefficients c) const { return in(c); }
};

struct ContactPart {
  const char *name;    // as users write it
  std::vector<ContactNumber> numbers;
  std::vector<bool> suits;    // by the kind of springs
  bool in_stock;              // goes with ContactForm::STOCK

  // Parts of cohesion have these: cohesion.h.
  bool acts_apart, remembers_touch, jumps;
};

struct ContactOption {
  int number;    // of ContactOptionNumber
  const char *keyword;
  std::vector<ContactPart> parts;    // by their number; the first is none
  bool mixes_with_none;              // to none; if not, it does not mix

  const ContactPart &part_of(const ContactCoefficients &c) const
  {
    return parts.at(c.parts[number].part);
  }

  // "rolling sds", and of a number "rolling sds stiffness".
  std::string text(const ContactPart &part) const { return std::string(keyword) + " " + part.name; }
  std::string text(const ContactPart &part, const ContactNumber &number) const;
};

// Rolling, twisting, cohesion: by ContactOptionNumber.
const std::vector<ContactOption> &contact_options();
inline const ContactPart &cohesion_part(int number)
{
  return contact_options()[COHESION_PART].parts[number];
}

// "sjkr or eepa": the parts of cohesion that act beyond touch, or do not.
std::string names_of_cohesion(bool acts_apart);

// Those of every contact: restitution, friction, damping_t. The last may be HUANG.
const std::vector<ContactNumber> &contact_numbers();

// Throws std::invalid_argument, with keyword and value in the text, for a value out of range.
void check(const ContactCoefficients &coefficients);

// "cohesion jkr" of the first part that does not go with ContactForm::STOCK; empty for none.
std::string not_in_stock(const ContactCoefficients &coefficients);

// Coefficients of two types for which no pair is given: geometric means. Both must have the same
// parts of rolling and of twisting, and both or neither HUANG (mixable()). Where one has no cohesion,
// the mix has none; two parts of cohesion do not mix.
bool mixable(const ContactCoefficients &a, const ContactCoefficients &b);
ContactCoefficients mixed(const ContactCoefficients &a, const ContactCoefficients &b);

// The coefficients of parcels from those of the real material.
Elasticity of_parcels(const ParcelScale &scale, const LawDescription &law, Elasticity real);
ContactCoefficients of_parcels(const ParcelScale &scale, ContactCoefficients real);

// The parts that laws have in common: of each option that of every law that has any.
struct CommonParts {
  std::array<int, CONTACT_OPTIONS> parts = {};
  int clash = -1;    // an option of which there are two parts, the other is `other`
  int other = 0;

  void add(const std::array<int, CONTACT_OPTIONS> &others);
  std::string text_of_clash() const;    // "rolling torque and rolling sds"
};

// visit(number) in a fixed order, for restart files: first which parts there are, then their numbers.
template <class Visit>
void for_each_coefficient(ContactCoefficients &coefficients, const Visit &visit)
{
  for (const ContactNumber &number : contact_numbers()) visit(number.in(coefficients));
  for (const ContactOption &option : contact_options()) {
    visit(coefficients.parts[option.number].part);
    for (const ContactNumber &number : option.part_of(coefficients).numbers)
      visit(number.in(coefficients));
  }
}

}    // namespace grist

#endif
