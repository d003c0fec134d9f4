// The records of contacts of bodies that the styles of a run keep: that of the pair style, and those of walls.

#ifndef LMP_OVERLAP_RECORDS_H
#define LMP_OVERLAP_RECORDS_H

#include "contacts/overlap_record.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

// Of a wall of bodies, null for any other fix.
grist::OverlapRecord *overlap_record_of(class Fix *fix);

struct NamedRecord {
  grist::OverlapRecord *record;
  std::string name;    // "pair_style polyhedron", "fix drum"
};

// Of the styles in use now.
std::vector<NamedRecord> overlap_records(class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
