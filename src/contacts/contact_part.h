// What a contact law is made of. A part is a struct of static functions in a header of its own, the
// only one that knows its name, its numbers, what it remembers of a contact, its force, its energy
// and its limits. The lists of parts are contact_parts.h.
//
//   springs   the law of spheres: force, dashpot and stiffness at an overlap (hertz_mindlin.h, hooke.h)
//   cohesion  attraction besides the springs (cohesion.h)
//   rolling   friction against rolling (rolling.h)
//   twisting  friction against turning about the normal (twisting.h)

#ifndef GRIST_CONTACTS_CONTACT_PART_H
#define GRIST_CONTACTS_CONTACT_PART_H

#include "common/number_range.h"
#include "common/parts.h"
#include "common/quantity.h"

#include <array>
#include <utility>

namespace grist {

// A number that a user gives of a part. It is kept, mixed, scaled and written in the order of rows.
struct PartNumber {
  const char *name;    // "stiffness"; empty: its part has no other number
  NumberRange range;
  Quantity quantity;    // by which that of parcels is scaled

  constexpr PartNumber(const char *name, NumberRange range, Quantity quantity) :
      name(name), range(range), quantity(quantity)
  {
  }
};
using NoRows = std::array<PartNumber, 0>;

// What a part remembers of a contact, besides the tangential spring: vectors along the contact
// plane, which the kernel turns with it, and plain numbers, which do not turn.
struct PartMemory {
  int vectors, numbers;
  constexpr PartMemory(int vectors, int numbers) : vectors(vectors), numbers(numbers) {}
};
constexpr PartMemory NOTHING = {0, 0};

// What kernels read of a part: a struct of doubles.
struct NoNumbers {};
template <class PART> constexpr int NUMBERS = DOUBLES<typename PART::Numbers>;
template <class PART, class At> constexpr typename PART::Numbers numbers_at(const At &at)
{
  return doubles_at<typename PART::Numbers>(at, std::make_index_sequence<NUMBERS<PART>>());
}

}    // namespace grist

#endif
