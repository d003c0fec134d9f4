#include "styles/walls/overlap_records.h"

#include "styles/walls/wall_contact_fix.h"

#include "fix.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "pair.h"

using namespace LAMMPS_NS;

grist::OverlapRecord *LAMMPS_NS::overlap_record_of(Fix *fix)
{
  if (auto *wall = dynamic_cast<WallContactFix *>(fix)) return wall->overlap_record();
  auto *recorder = dynamic_cast<grist::OverlapRecorder *>(fix);
  return recorder ? recorder->overlap_record() : nullptr;
}

std::vector<NamedRecord> LAMMPS_NS::overlap_records(LAMMPS *lmp)
{
  std::vector<NamedRecord> records;
  if (lmp->force)
    if (auto *pair = dynamic_cast<grist::OverlapRecorder *>(lmp->force->pair))
      records.push_back(
          {pair->overlap_record(), std::string("pair_style ") + lmp->force->pair_style});
  for (Fix *fix : lmp->modify->get_fix_list())
    if (auto *record = overlap_record_of(fix))
      records.push_back({record, std::string("fix ") + fix->id});
  return records;
}
