// What a user gives of a contact besides the two numbers of its law: each stated once. Reading,
// errors, checks, mixing, parcels, restart and data files are made from these lists.
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

struct ContactNumber {
  const char *name;    // "stiffness"; empty: its part has no other number
  double &(*in)(ContactCoefficients &);
  NumberRange range;
  Quantity quantity;    // by which that of parcels is scaled

  double of(ContactCoefficients c) const { return in(c); }
};

struct ContactPart {
  const char *name;    // as users write it
  std::vector<ContactNumber> numbers;
  bool (*suits)(const LawDescription &law) = nullptr;    // null: each law
};

struct ContactOption {
  const char *keyword;
  std::vector<ContactPart> parts;    // by their number in the enum of the option; the first is none
  int (*chosen)(const ContactCoefficients &);
  void (*choose)(ContactCoefficients &, int part);    // its numbers become those of no part
  void (*copy)(const ContactCoefficients &from, ContactCoefficients &to);
  bool may_be_of_one = false;    // mixed with none it is none; if not, it does not mix

  const ContactPart &part_of(const ContactCoefficients &c) const { return parts.at(chosen(c)); }

  // "rolling sds", and of a number "rolling sds stiffness".
  std::string text(const ContactPart &part) const;
  std::string text(const ContactPart &part, const ContactNumber &number) const;
};

// Rolling, twisting, cohesion.
const std::vector<ContactOption> &contact_options();
const char *name_of(CohesionLaw cohesion);

// Those of every contact: restitution, friction, damping_t. The last may be HUANG.
const std::vector<ContactNumber> &contact_numbers();

// Throws std::invalid_argument, with keyword and value in the text, for a value out of range.
void check(const ContactCoefficients &coefficients);

// Coefficients of two types for which no pair is given: geometric means. Both must have the same
// laws of rolling and of twisting, and both or neither HUANG (mixable()). Where one has no cohesion,
// the mix has none; two laws of cohesion do not mix.
bool mixable(const ContactCoefficients &a, const ContactCoefficients &b);
ContactCoefficients mixed(const ContactCoefficients &a, const ContactCoefficients &b);

// Of parcels from those of the real material.
Elasticity of_parcels(const ParcelScale &scale, const LawDescription &law, Elasticity real);
ContactCoefficients of_parcels(const ParcelScale &scale, ContactCoefficients real);

// visit(number) in a fixed order, for restart files: first which parts there are, then their numbers.
template <class Visit>
void for_each_coefficient(ContactCoefficients &coefficients, const Visit &visit)
{
  for (const ContactNumber &number : contact_numbers()) visit(number.in(coefficients));
  for (const ContactOption &option : contact_options()) {
    int part = option.chosen(coefficients);
    visit(part);
    if (part != option.chosen(coefficients)) option.choose(coefficients, part);
    for (const ContactNumber &number : option.part_of(coefficients).numbers)
      visit(number.in(coefficients));
  }
}

}    // namespace grist

#endif
