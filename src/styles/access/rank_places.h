// Which rank owns a place in the box.

#ifndef LMP_RANK_PLACES_H
#define LMP_RANK_PLACES_H

namespace LAMMPS_NS {

// Exactly one rank owns each place within the box. In a skewed box, places that are outside a
// periodic border by a rounding error count as on the border.
bool is_on_this_rank(class Domain *domain, const double *place);

}    // namespace LAMMPS_NS

#endif
