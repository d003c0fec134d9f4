#include "styles/access/kernel_instructions.h"

#include "lanes/instructions.h"

#include "comm.h"
#include "error.h"
#include "lammps.h"
#include "utils.h"

#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>

using namespace LAMMPS_NS;

static constexpr const char *VARIABLE = "GRIST_INSTRUCTIONS";

// The choice of this process alone, whatever the ranks of an earlier world had.
static grist::Instructions wanted_here(LAMMPS *lmp)
{
  static std::optional<grist::Instructions> wanted;
  try {
    if (!wanted) wanted = grist::instructions();
  } catch (const std::invalid_argument &problem) {
    lmp->error->one(FLERR, "{}: {}", VARIABLE, problem.what());
  }
  return *wanted;
}

void LAMMPS_NS::settle_instructions(LAMMPS *lmp)
{
  static std::optional<grist::Instructions> said;
  const int mine = static_cast<int>(wanted_here(lmp));
  int least = mine;
  MPI_Allreduce(&mine, &least, 1, MPI_INT, MPI_MIN, lmp->world);
  const auto settled = static_cast<grist::Instructions>(least);
  grist::use_instructions(settled);
  if (said == settled) return;
  said = settled;
  const char *given = std::getenv(VARIABLE);
  const std::string by = given && *given ? std::string(" (") + VARIABLE + ")" : "";
  const auto &there = grist::instructions_of_processor(), &built = grist::supported_instructions();
  std::string others;
  if (there != built)
    others =
        fmt::format(" (the processor has {}; built for {}; for all, build with -D GRIST_SETS=all)",
                    grist::names_of(there), grist::names_of(built));
  if (lmp->comm->me == 0)
    utils::logmesg(lmp, "  kernels by {} instructions{}{}\n", grist::name(settled), by, others);
}
