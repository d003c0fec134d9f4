#include "styles/common/input_words.h"

#include "error.h"
#include "lammps.h"

void LAMMPS_NS::InputWords::report(const std::string &sentence) const
{
  lmp->error->all(FLERR, "{}", sentence);
}
