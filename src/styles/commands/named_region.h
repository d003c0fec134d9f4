// Regions that arguments name. One may be deleted between two runs, also where the next one begins
// by `run N pre no`: it is found by its name at each use.

#ifndef GRIST_STYLES_NAMED_REGION_H
#define GRIST_STYLES_NAMED_REGION_H

#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "lammps.h"

#include <string>

namespace LAMMPS_NS {

// `before`: what stands before the name in the error where it does not exist, or no longer: "Fix
// liquid: spray region".
inline Region *region_named(const LAMMPS *lmp, const std::string &before, const std::string &id)
{
  Region *region = lmp->domain->get_region_by_id(id);
  if (!region) lmp->error->all(FLERR, "{} {} (does not exist)", before, id);
  return region;
}

}    // namespace LAMMPS_NS

#endif
