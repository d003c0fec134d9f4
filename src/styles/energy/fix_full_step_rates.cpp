#include "styles/energy/fix_full_step_rates.h"

#include "common/space.h"
#include "styles/access/ghost_messages.h"
#include "styles/access/internal_fixes.h"
#include "styles/energy/atom_rates.h"
#include "styles/energy/full_step_rates.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "modify.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::MotionBefore;
using grist::SphereRates;

static constexpr char USER[] = "Fix FULL/STEP/RATES";
static constexpr int RESTART_VERSION = 1;

FixFullStepRates::FixFullStepRates(LAMMPS *lmp, int narg, char **arg) :
    AtomRows(USER, RESTART_VERSION, lmp, narg, arg)
{
  if (!is_internal_fix_made()) error->all(FLERR, "{} is made by other styles of Grist alone", USER);
  comm_forward = NUMBERS;
  restart_global = 0;
  start_rows(false);    // a run begins with velocities of the full step
}

FixFullStepRates &FixFullStepRates::of(LAMMPS *lmp)
{
  Fix *fix = lmp->modify->get_fix_by_id(ID);
  if (!fix) fix = make_internal_fix(lmp, USER, ID, "all FULL/STEP/RATES");
  refuse_other_fix(lmp, USER, ID, "FULL/STEP/RATES");
  return *dynamic_cast<FixFullStepRates *>(fix);
}

double FixFullStepRates::memory_usage()
{
  return AtomRows::memory_usage() + static_cast<double>(of_atoms.capacity() * sizeof(SphereRates));
}

const SphereRates *FixFullStepRates::foreseen() const
{
  return foreseen_at == update->ntimestep ? of_atoms.data() : nullptr;
}

void FixFullStepRates::pre_force(int)
{
  if (recording.is_on()) foresee();
}

void FixFullStepRates::foresee()
{
  if (!foresees || foreseen_at == update->ntimestep) return;
  if (foreseen_at != update->ntimestep - 1 && started_at != update->ntimestep - 1)
    std::fill(rows.begin(), rows.end(), MotionBefore());
  of_atoms.resize(atom->nlocal + atom->nghost);
  if (atom->nlocal > 0)
    foresee_rates(atom->v[0], atom->omega[0], rows.data(), of_atoms.data(), atom->nlocal);
  foreseen_at = update->ntimestep;
  send_to_ghosts(lmp, comm, this);
}

static bool needs_velocities(const EnergySources &sources)
{
  return sources.driven || !sources.motion.bodies.empty() || !sources.traffic.empty() ||
      sources.other_fixes || sources.other_pair ||
      std::any_of(sources.styles.begin(), sources.styles.end(),
                  [](const EnergyStyle *style) { return !style->has_powers_at_once(); });
}

void FixFullStepRates::start(const EnergySources &sources)
{
  for (int i = 0; i < atom->nlocal; i++) rows[i] = {rates_of(*atom, i), 1.0};
  foresees = !atom->body_flag && !needs_velocities(sources);
  FullStepRates now(lmp);
  now.start(sources);
  of_atoms.swap(now.rates);
  started_at = update->ntimestep;
  send_to_ghosts(lmp, comm, this);
}

void FixFullStepRates::complete(const EnergySources &sources)
{
  const bool again = completed_at == update->ntimestep;
  if (foresees || (again && sources.motion.bodies.empty())) return;
  FullStepRates now(lmp);
  now.rates.swap(of_atoms);
  now.complete(sources);
  of_atoms.swap(now.rates);
  completed_at = update->ntimestep;
  send_to_ghosts(lmp, comm, this);
}

int FixFullStepRates::pack_forward_comm(int n, int *list, double *buf, int, int *)
{
  for (int k = 0; k < n; k++, buf += NUMBERS) {
    grist::copy_to(buf, of_atoms[list[k]].velocity);
    grist::copy_to(buf + 3, of_atoms[list[k]].omega);
  }
  return n * NUMBERS;
}

void FixFullStepRates::unpack_forward_comm(int n, int first, double *buf)
{
  for (int k = 0; k < n; k++, buf += NUMBERS)
    of_atoms[first + k] = {grist::vector_at(buf), grist::vector_at(buf + 3)};
}
