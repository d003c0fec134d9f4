// A list of types: what laws are made of, as contacts (contacts/contact_parts.h) and bonds
// (bonds/bond_terms.h). The number of a part is its place in the list.

#ifndef GRIST_COMMON_PARTS_H
#define GRIST_COMMON_PARTS_H

#include <cassert>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace grist {

template <class... PARTS> struct Parts {
  static constexpr int COUNT = sizeof...(PARTS);
};

// visit(PART()), with the part of this number in the list.
template <class FIRST, class... OTHERS, class Visit>
auto with_part(Parts<FIRST, OTHERS...>, int number, const Visit &visit)
{
  assert(number >= 0 && number <= static_cast<int>(sizeof...(OTHERS)));
  if constexpr (sizeof...(OTHERS) > 0)
    if (number != 0) return with_part(Parts<OTHERS...>(), number - 1, visit);
  return visit(FIRST());
}

// visit(PART()) with each part, in the order of the list.
template <class... PARTS, class Visit>
constexpr void for_each_part(Parts<PARTS...>, const Visit &visit)
{
  (visit(PARTS()), ...);
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

// A struct of doubles alone, read number by number: {at(0), at(1), ...}, as compilers make no vector
// loop of a copied struct. An empty one has none.
template <class Struct>
constexpr int DOUBLES = std::is_empty_v<Struct> ? 0 : sizeof(Struct) / sizeof(double);
template <class Struct, class At, std::size_t... K>
constexpr Struct doubles_at(const At &at, std::index_sequence<K...>)
{
  return {at(static_cast<int>(K))...};
}

}    // namespace grist

#endif
