// The histories of contacts of pair style polyhedron. In restart files they are of LAMMPS' style
// NEIGH_HISTORY, as they always were: so this class is made in place of LAMMPS' own under that name.

#ifndef LMP_BODY_CONTACT_HISTORY_H
#define LMP_BODY_CONTACT_HISTORY_H

#include "styles/state/partner_history.h"

#include <string>

namespace LAMMPS_NS {

// Makes a fix with this ID in the place of another one in the order of fixes.
PartnerHistory *make_body_contact_history(class LAMMPS *lmp, const std::string &placeholder,
                                          const std::string &id);

}    // namespace LAMMPS_NS

#endif
