// The terms that bonds are made of: the only list of them. New ones are added at its end, so that
// what older restart files hold keeps its place.

#ifndef GRIST_BONDS_BOND_TERMS_H
#define GRIST_BONDS_BOND_TERMS_H

#include "bonds/beam_terms.h"
#include "bonds/bond_creep.h"
#include "bonds/contact_beside.h"
#include "bonds/fatigue.h"
#include "bonds/softening.h"
#include "bonds/strength_scatter.h"
#include "bonds/weakening.h"

namespace grist {

using BondTerms = Parts<BeamSprings, BeamStrengths, BeamDashpots, ScatteredStrength, ContactBeside,
                        Softening, Fatigue, Weakening, BondCreep>;

// Struct of what each term has, as bases.
template <class TERMS> struct CoefficientsOf;
template <class... TERMS> struct CoefficientsOf<Parts<TERMS...>> : TERMS::Coefficients... {
};

template <class TERMS> struct OfBonds;
template <class... TERMS> struct OfBonds<Parts<TERMS...>> : TERMS::OfBond... {
};

template <class TERM> struct MemoryOf : TERM::template Memory<double> {
  constexpr MemoryOf() : TERM::template Memory<double>(TERM::NEW) {}
};
template <class TERMS> struct MemoriesOf;
template <class... TERMS> struct MemoriesOf<Parts<TERMS...>> : MemoryOf<TERMS>... {
};

// What a bond remembers, term by term: doubles alone, one after another.
using BondMemory = MemoriesOf<BondTerms>;
constexpr int BOND_MEMORIES = DOUBLES<BondMemory>;

template <class TERM>
using MemoryCount = std::integral_constant<int, DOUBLES<typename TERM::template Memory<double>>>;
template <class TERM>
using NumberCount = std::integral_constant<int, DOUBLES<typename TERM::template Numbers<double>>>;

// The sum over the terms before this one in the list, and over all.
template <template <class> class COUNT, class TERM, class... TERMS>
constexpr int count_before(Parts<TERMS...> all)
{
  return ((number_in<TERMS>(all) < number_in<TERM>(all) ? COUNT<TERMS>::value : 0) + ...);
}
template <template <class> class COUNT, class... TERMS> constexpr int count_of(Parts<TERMS...>)
{
  return (COUNT<TERMS>::value + ...);
}

// Where the memory of a term begins in BondMemory, and its numbers among those of all.
template <class TERM> constexpr int FIRST_MEMORY = count_before<MemoryCount, TERM>(BondTerms());
template <class TERM> constexpr int FIRST_NUMBER = count_before<NumberCount, TERM>(BondTerms());
constexpr int BOND_NUMBERS = count_of<NumberCount>(BondTerms());
static_assert(BOND_MEMORIES == count_of<MemoryCount>(BondTerms()), "memories are doubles alone");

// A struct of a term, number by number: at(k) is the k-th of all terms.
template <class TERM, class Number, class At> auto numbers_at(const At &at)
{
  using Of = typename TERM::template Numbers<Number>;
  return doubles_at<Of>([&](int k) { return at(FIRST_NUMBER<TERM> + k); },
                        std::make_index_sequence<NumberCount<TERM>::value>());
}
template <class TERM, class Number, class At> auto memory_at(const At &at)
{
  using Of = typename TERM::template Memory<Number>;
  return doubles_at<Of>([&](int k) { return at(FIRST_MEMORY<TERM> + k); },
                        std::make_index_sequence<MemoryCount<TERM>::value>());
}

}    // namespace grist

#endif
