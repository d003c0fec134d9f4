// The numbers of the contact law of bodies, each stated once (common/number_row.h).

#ifndef GRIST_OVERLAPS_OVERLAP_NUMBERS_H
#define GRIST_OVERLAPS_OVERLAP_NUMBERS_H

#include "common/number_row.h"
#include "overlaps/overlap_law.h"

namespace grist {

// All but the stiffness. A keyword may choose a law besides: choose().
const NumberRows<OverlapContactLaw> &overlap_numbers();
NumberDescription stiffness_number(NormalLaw law);

// After the numbers of this keyword have been read.
void choose(const std::string &keyword, OverlapContactLaw &law);

// For bodies of two materials: harmonic mean of the stiffnesses, geometric means of all other
// numbers. Laws can be mixed if they are of the same kind: normal law, hysteretic or not, friction
// law, damping given or not, speed of the regularised law.
bool can_be_mixed(const OverlapContactLaw &a, const OverlapContactLaw &b);
OverlapContactLaw mixed(const OverlapContactLaw &a, const OverlapContactLaw &b);

}    // namespace grist

#endif
