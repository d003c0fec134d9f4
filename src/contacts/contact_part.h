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
#include "common/quantity.h"

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace grist {

// A number that a user gives of a part. It is kept, mixed, scaled and written in the order of rows.
struct PartNumber {
  const char *name;    // "stiffness"; empty: its part has no other number
  NumberRange range;
  Quantity quantity;    // by which that of parcels is scaled
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
template <class PART>
constexpr int NUMBERS = std::is_empty_v<typename PART::Numbers>
    ? 0
    : sizeof(typename PART::Numbers) / sizeof(double);

// {at(0), at(1), ...}: number by number, as compilers make no vector loop of a copied struct.
template <class PART, class At, std::size_t... K>
constexpr typename PART::Numbers numbers_at(const At &at, std::index_sequence<K...>)
{
  return {at(static_cast<int>(K))...};
}
template <class PART, class At> constexpr typename PART::Numbers numbers_at(const At &at)
{
  return numbers_at<PART>(at, std::make_index_sequence<NUMBERS<PART>>());
}

/* ---------------------------------------------------------------------- */

template <class... PARTS> struct Parts {
  static constexpr int COUNT = sizeof...(PARTS);
};

// visit(PART()), with the part of this number in the list.
template <class FIRST, class... OTHERS, class Visit>
auto with_part(Parts<FIRST, OTHERS...>, int number, const Visit &visit)
{
  if constexpr (sizeof...(OTHERS) > 0)
    if (number != 0) return with_part(Parts<OTHERS...>(), number - 1, visit);
  return visit(FIRST());
}

// The number of a part in a list. One that is not in it does not compile.
template <class PART, class FIRST, class... OTHERS> constexpr int number_in(Parts<FIRST, OTHERS...>)
{
  if constexpr (std::is_same_v<PART, FIRST>)
    return 0;
  else
    return 1 + number_in<PART>(Parts<OTHERS...>());
}

template <class PART, class... PARTS> constexpr bool is_in(Parts<PARTS...>)
{
  return (std::is_same_v<PART, PARTS> || ...);
}

}    // namespace grist

#endif
