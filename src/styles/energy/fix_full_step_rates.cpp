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
#include <cstring>

using namespace LAMMPS_NS;
using namespace FixConst;
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

const SphereRates *FixFullStepRates::foreseen() const
{
  return foresees && sent_at == update->ntimestep ? rows.data() : nullptr;
}

// As a step begins.
SphereRates *FixFullStepRates::to_foresee()
{
  if (!integrator_foresees || !recording.is_on()) return nullptr;
  found_at = update->ntimestep;
  return rows.data();
}

void FixFullStepRates::pre_force(int)
{
  if (recording.is_on()) foresee();
}

void FixFullStepRates::foresee()
{
  const bigint now = update->ntimestep;
  if (!foresees || sent_at == now) return;
  if (found_at != now)
    for (int i = 0; i < atom->nlocal; i++) {
      const SphereRates half = rates_of(*atom, i), before = kept_at == now - 1 ? rows[i] : half;
      rows[i] = {2.0 * half.velocity - before.velocity, 2.0 * half.omega - before.omega};
    }
  found_at = sent_at = now;
  send_to_ghosts(lmp, comm, this);
}

// Velocities are those of the full step, as integrators ask for `next_read`.
void FixFullStepRates::end_of_step()
{
  if (!foresees || integrator_foresees) return;
  next_read = update->ntimestep + 1;
  if (!recording.is_on()) return;
  for (int i = 0; i < atom->nlocal; i++) rows[i] = rates_of(*atom, i);
  kept_at = update->ntimestep;
}

void *FixFullStepRates::extract(const char *name, int &dim)
{
  dim = 0;
  return strcmp(name, "next_read") == 0 ? &next_read : nullptr;
}

static bool needs_velocities(const EnergySources &sources)
{
  return sources.driven || !sources.motion.bodies.empty() || !sources.traffic.empty() ||
      sources.other_fixes || sources.other_pair ||
      std::any_of(sources.styles.begin(), sources.styles.end(),
                  [](const EnergyStyle *style) { return !style->has_powers_at_once(); });
}

// An integrator of all spheres, beside which there is no other.
static bool integrator_foresees_in(const LAMMPS *lmp)
{
  const Modify *modify = lmp->modify;
  const Fix *integrator = nullptr;
  for (int n = 0; n < modify->nfix; n++) {
    if (!modify->fix[n]->time_integrate) continue;
    if (integrator) return false;
    integrator = modify->fix[n];
  }
  const auto *style = dynamic_cast<const EnergyStyle *>(integrator);
  return style && style->foresees_rates();
}

void FixFullStepRates::start(const EnergySources &sources)
{
  foresees = !atom->body_flag && !needs_velocities(sources);
  integrator_foresees = foresees && integrator_foresees_in(lmp);
  next_read = foresees && !integrator_foresees ? update->ntimestep + 1 : -1;
  FullStepRates(lmp, rows).start(sources);
  kept_at = update->ntimestep;
  send_to_ghosts(lmp, comm, this);
}

void FixFullStepRates::complete(const EnergySources &sources)
{
  const bool again = completed_at == update->ntimestep;
  if (foresees || (again && sources.motion.bodies.empty())) return;
  FullStepRates(lmp, rows).complete(sources);
  completed_at = update->ntimestep;
  send_to_ghosts(lmp, comm, this);
}

int FixFullStepRates::pack_forward_comm(int n, int *list, double *buf, int, int *)
{
  for (int k = 0; k < n; k++, buf += NUMBERS) {
    grist::copy_to(buf, rows[list[k]].velocity);
    grist::copy_to(buf + 3, rows[list[k]].omega);
  }
  return n * NUMBERS;
}

void FixFullStepRates::unpack_forward_comm(int n, int first, double *buf)
{
  for (int k = 0; k < n; k++, buf += NUMBERS)
    rows[first + k] = {grist::vector_at(buf), grist::vector_at(buf + 3)};
}
