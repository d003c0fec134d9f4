// The parts that contact laws are made of: the only lists of them.

#ifndef GRIST_CONTACTS_CONTACT_PARTS_H
#define GRIST_CONTACTS_CONTACT_PARTS_H

#include "contacts/capped.h"
#include "contacts/dmt.h"
#include "contacts/eepa.h"
#include "contacts/hertz_mindlin.h"
#include "contacts/hooke.h"
#include "contacts/jkr.h"
#include "contacts/rolling_spring.h"
#include "contacts/rolling_torque.h"
#include "contacts/sjkr.h"
#include "contacts/thornton_ning.h"
#include "contacts/twisting_marshall.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

using SpringLaws = Parts<HertzMindlin, Hooke, ThorntonNing>;
using RollingParts = Parts<NoRolling, RollingTorque, RollingSpring>;
using TwistingParts = Parts<NoTwisting, TwistingMarshall>;
using CohesionParts = Parts<NoCohesion, Jkr, Sjkr, Capped, Dmt, Eepa>;

// visit(ContactOptionNumber, keyword, list), for each option that a contact has.
template <class Visit> constexpr void for_each_option(const Visit &visit)
{
  visit(ROLLING_PART, "rolling", RollingParts());
  visit(TWISTING_PART, "twisting", TwistingParts());
  visit(COHESION_PART, "cohesion", CohesionParts());
}

// The number of a part in its list.
template <class PART>
constexpr int PART_NUMBER = number_in<PART>(
    std::conditional_t<
        is_in<PART>(RollingParts()), RollingParts,
        std::conditional_t<is_in<PART>(TwistingParts()), TwistingParts, CohesionParts>>());
template <class PART>
constexpr ContactOptionNumber OPTION_OF = is_in<PART>(RollingParts()) ? ROLLING_PART
    : is_in<PART>(TwistingParts())                                    ? TWISTING_PART
                                                                      : COHESION_PART;
template <class PART>
void choose(ContactCoefficients &of, const std::array<double, MOST_GIVEN> &numbers = {})
{
  of.parts[OPTION_OF<PART>] = {PART_NUMBER<PART>, numbers};
}

template <class LAW> constexpr ContactKind KIND_OF = ContactKind{number_in<LAW>(SpringLaws())};

// Where the numbers of a part stand in a ContactLaw.
template <class PART> constexpr int slot_of()
{
  if constexpr (is_in<PART>(SpringLaws()))
    return ContactLaw::SPRINGS_OWN;
  else
    return OPTION_OF<PART>;
}

// A ContactLaw as the parts of a mode read it.
template <class MODE> struct KernelLaw : SpringNumbers {
  typename MODE::Law::Numbers springs;
  typename MODE::Rolling::Numbers rolling;
  typename MODE::Twisting::Numbers twisting;
  typename MODE::Cohesion::Numbers cohesion;
};

// of_all(k): SpringNumbers, in their order; number(slot, k).
template <class PART, class Number> typename PART::Numbers numbers_of(const Number &number)
{
  static_assert(NUMBERS<PART> <= MOST_NUMBERS, "raise MOST_NUMBERS");
  return numbers_at<PART>([&number](int k) { return number(slot_of<PART>(), k); });
}
template <class MODE, class OfAll, class Number>
KernelLaw<MODE> kernel_law(const OfAll &of_all, const Number &number)
{
  return {{of_all(0), of_all(1), of_all(2), of_all(3), of_all(4)},
          numbers_of<typename MODE::Law>(number),
          numbers_of<typename MODE::Rolling>(number),
          numbers_of<typename MODE::Twisting>(number),
          numbers_of<typename MODE::Cohesion>(number)};
}

template <class PART> typename PART::Numbers numbers_of(const ContactLaw &law)
{
  return numbers_of<PART>([&law](int slot, int k) { return law.numbers[slot][k]; });
}
template <class MODE> KernelLaw<MODE> kernel_law(const ContactLaw &law)
{
  const double of_all[] = {law.normal, law.tangential, law.damping, law.damping_ratio,
                           law.friction};
  return kernel_law<MODE>([&of_all](int k) { return of_all[k]; },
                          [&law](int slot, int k) { return law.numbers[slot][k]; });
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
