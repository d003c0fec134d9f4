#include "styles/common/grist.h"

#include "styles/common/input_words.h"

#include "lanes/instructions.h"

#include "comm.h"
#include "lammps.h"

using namespace LAMMPS_NS;

void GristCommand::command(int narg, char **arg)
{
  InputWords(lmp, "Command grist", narg, arg).read_keywords({});
  if (comm->me == 0)
    utils::logmesg(lmp, "Grist {} in LAMMPS {}, instructions {}\n", GRIST_VERSION, lmp->version,
                   grist::name(grist::instructions()));
}
