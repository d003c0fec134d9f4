#include "styles/access/run_checks.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "input.h"
#include "lammps.h"
#include "styles/access/lammps_access.h"
#include "styles/access/rank_vectors.h"
#include "update.h"
#include "utils.h"

#include <cstring>

using namespace LAMMPS_NS;

static constexpr double MOST_BOXES = 1e6;

void LAMMPS_NS::end_if_any(LAMMPS *lmp, const std::string &problem)
{
  const std::string first = first_text(problem, lmp->world);
  if (!first.empty()) lmp->error->all(FLERR, first);
}

void LAMMPS_NS::refuse_respa(LAMMPS *lmp, const std::string &user)
{
  const char *style = lmp->update->integrate_style;
  if (utils::strmatch(style, "^respa"))
    lmp->error->all(FLERR, "{}: run_style {} (expected verlet)", user, style);
}

void LAMMPS_NS::refuse_tiled_newton(LAMMPS *lmp, const std::string &user)
{
  if (lmp->comm->style == Comm::TILED && lmp->force->newton_pair)
    lmp->error->all(FLERR,
                    "{}: comm_style tiled with newton on for pairs (use newton off, or comm_style "
                    "brick)",
                    user);
}

void LAMMPS_NS::refuse_ghosts_of_a_group(LAMMPS *lmp, const std::string &user)
{
  const int number = group_of_ghosts(lmp->comm);
  if (number != 0)
    lmp->error->all(FLERR,
                    "{}: comm_modify group {} (expected group all: particles at borders of ranks "
                    "would have no contacts with others)",
                    user, lmp->group->names[number]);
}

void LAMMPS_NS::refuse_huge_reach(LAMMPS *lmp, const std::string &user, double reach)
{
  for (int d = 0; d < 3; d++)
    if (!(reach <= MOST_BOXES * lmp->domain->prd[d]))
      lmp->error->all(
          FLERR,
          "{}: neighbors within {:g}, sizes and skin together (at most {:g} times the box "
          "length of {:g} along {})",
          user, reach, MOST_BOXES, lmp->domain->prd[d], "xyz"[d]);
}

void LAMMPS_NS::refuse_two_dimensions(LAMMPS *lmp, const std::string &user)
{
  if (lmp->domain->dimension != 3)
    lmp->error->all(FLERR, "{}: dimension {} (bodies need dimension 3)", user,
                    lmp->domain->dimension);
}

// LAMMPS says so nowhere else: steps, limits and flags are those of a run.
bool LAMMPS_NS::is_rerun(const LAMMPS *lmp)
{
  return lmp->update->whichflag == 1 && lmp->input->command &&
      strcmp(lmp->input->command, "rerun") == 0;
}

void LAMMPS_NS::warn_of_rerun(LAMMPS *lmp, const std::string &user, const std::string &why)
{
  if (is_rerun(lmp) && lmp->comm->me == 0) lmp->error->warning(FLERR, "{}: rerun ({})", user, why);
}

void LAMMPS_NS::warn_of_rerun_of_bodies(LAMMPS *lmp, const std::string &user)
{
  warn_of_rerun(lmp, user, "frames hold no orientations: each body keeps the one it has");
}

void LAMMPS_NS::refuse_rerun(LAMMPS *lmp, const std::string &user, const std::string &why)
{
  if (is_rerun(lmp)) lmp->error->all(FLERR, "{}: rerun ({})", user, why);
}
