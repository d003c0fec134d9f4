// Which rank owns a place in the box.

#ifndef LMP_RANK_PLACES_H
#define LMP_RANK_PLACES_H

namespace LAMMPS_NS {

// Of places within the box, exactly one rank owns each. In a skewed box, periodic places a rounding
// error outside count as at the border.
bool is_on_this_rank(class Domain *domain, const double *place);

}    // namespace LAMMPS_NS

#endif
