#include "styles/energy/fix_energy_balance.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "force.h"
#include "modify.h"
#include "styles/bonds/bond_parallel.h"
#include "styles/contacts/pair_contact_energy.h"
#include "styles/walls/wall_contact_fix.h"
#include "update.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::EnergyLedger;
using grist::SphereRates;
using grist::StoredEnergy;
using grist::Vector3d;

static constexpr double INERTIA = 0.4;    // of a sphere, over m r^2

static Vector3d vector(const double *values)
{
  return {values[0], values[1], values[2]};
}

/* ---------------------------------------------------------------------- */

FixEnergyBalance::FixEnergyBalance(LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg)
{
  restart_global = 1;
  comm_forward = sizeof(SphereRates) / sizeof(double);
}

FixEnergyBalance::~FixEnergyBalance()
{
  for (Fix *fix : modify->get_fix_list())
    if (auto *wall = dynamic_cast<WallContactFix *>(fix))
      if (auto *record = wall->contact_record()) record->turn_on(false);
  if (auto *state = dynamic_cast<FixBondState *>(modify->get_fix_by_id(FixBondState::ID))) {
    state->remove_listener(static_cast<BreakListener *>(this));
    state->remove_listener(static_cast<NeighborListener *>(this));
  }
}

int FixEnergyBalance::setmask()
{
  return POST_FORCE;
}

void FixEnergyBalance::init()
{
  sources = find_energy_sources(lmp, this);
  for (WallContactFix *wall : sources.walls) wall->contact_record()->turn_on(true);
  if (!sources.bond_state) return;
  sources.bond_state->add_listener(static_cast<BreakListener *>(this));
  sources.bond_state->add_listener(static_cast<NeighborListener *>(this));
}

/* ----------------------------------------------------------------------
   at the start of a run velocities and spins are those of a full step
------------------------------------------------------------------------- */

void FixEnergyBalance::setup(int)
{
  take_rates();
  books.ledger.begin(powers());
  if (books.begun) return;
  const auto mine = stored().numbers();
  std::array<double, StoredEnergy::SIZE> all;
  MPI_Allreduce(mine.data(), all.data(), StoredEnergy::SIZE, MPI_DOUBLE, MPI_SUM, world);
  books.start = StoredEnergy::of(all);
  books.begun = true;
}

void FixEnergyBalance::post_force(int)
{
  take_rates();
  kick_owned();
  comm->forward_comm(this);
  if (sources.bond) books.ledger.bond_broke(-sources.bond->energy_never_taken());
  books.ledger.advance(powers(), update->dt);
}

/* ---------------------------------------------------------------------- */

void FixEnergyBalance::take_rates()
{
  const int nall = atom->nlocal + atom->nghost;
  rates.resize(nall);
  for (int i = 0; i < nall; i++) rates[i] = {vector(atom->v[i]), vector(atom->omega[i])};
}

// By the integrators that are known: half a step of force and torque.
void FixEnergyBalance::kick_owned()
{
  const double half_step = 0.5 * update->dt * force->ftm2v;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & sources.integrated)) continue;
    const double by_mass = half_step / atom->rmass[i];
    const double by_inertia = by_mass / (INERTIA * atom->radius[i] * atom->radius[i]);
    rates[i].velocity += by_mass * vector(atom->f[i]);
    rates[i].spin += by_inertia * vector(atom->torque[i]);
    for (const GravityField &gravity : sources.gravity)
      if (!gravity.in_forces && (atom->mask[i] & gravity.groupbit))
        rates[i].velocity += half_step * gravity.pull;
  }
}

int FixEnergyBalance::pack_forward_comm(int n, int *list, double *buf, int, int *)
{
  for (int k = 0; k < n; k++, buf += comm_forward) {
    std::copy_n(rates[list[k]].velocity.data(), 3, buf);
    std::copy_n(rates[list[k]].spin.data(), 3, buf + 3);
  }
  return n * comm_forward;
}

void FixEnergyBalance::unpack_forward_comm(int n, int first, double *buf)
{
  for (int k = 0; k < n; k++, buf += comm_forward)
    rates[first + k] = {vector(buf), vector(buf + 3)};
}

/* ---------------------------------------------------------------------- */

grist::EnergyFlows FixEnergyBalance::powers() const
{
  grist::EnergyFlows out{};
  grist::ContactPower contacts;
  if (sources.pair) contacts.add(power_taken(*sources.pair, rates.data()), 1.0);
  for (WallContactFix *wall : sources.walls) {
    contacts.add(wall->contact_record()->power_taken(rates.data()), 1.0);
    out[grist::WALL_WORK] += wall->power_here();
  }
  out[grist::CONTACT_DAMPING] = contacts.damping;
  out[grist::SHEARING] = contacts.shearing;
  out[grist::ROLLING] = contacts.rolling;
  if (sources.bond) out[grist::BOND_DAMPING] = sources.bond->damping_power(rates.data());
  return out;
}

StoredEnergy FixEnergyBalance::stored() const
{
  grist::ContactEnergy contacts;
  if (sources.pair) contacts.add(LAMMPS_NS::stored_energy(*sources.pair), 1.0);
  for (WallContactFix *wall : sources.walls)
    contacts.add(wall->contact_record()->stored_energy(), 1.0);
  StoredEnergy out;
  out.kinetic = kinetic();
  out.gravitational = gravitational();
  if (sources.bond) out.bond = sources.bond->stored_energy();
  out.normal = contacts.normal;
  out.shear = contacts.shear;
  out.roll = contacts.roll;
  return out;
}

double FixEnergyBalance::kinetic() const
{
  double sum = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    const double radius = atom->radius[i];
    sum += atom->rmass[i] *
        (vector(atom->v[i]).squaredNorm() +
         INERTIA * radius * radius * vector(atom->omega[i]).squaredNorm());
  }
  return 0.5 * force->mvv2e * sum;
}

// Of unwrapped positions, so that nothing jumps where an atom crosses a periodic border.
double FixEnergyBalance::gravitational() const
{
  double sum = 0.0;
  for (const GravityField &gravity : sources.gravity)
    for (int i = 0; i < atom->nlocal; i++) {
      if (!(atom->mask[i] & gravity.groupbit)) continue;
      double place[3];
      domain->unmap(atom->x[i], atom->image[i], place);
      sum -= atom->rmass[i] * gravity.pull.dot(vector(place));
    }
  return sum;
}

/* ----------------------------------------------------------------------
   a bond breaks, and a contact may begin in its place with an overlap
------------------------------------------------------------------------- */

void FixEnergyBalance::bond_broken(const BreakEvent &event)
{
  books.ledger.bond_broke(event.energy);
}

void FixEnergyBalance::became_ordinary(const NeighList *list, int i, int j)
{
  if (sources.pair) books.ledger.contact_born(energy_of_new(*sources.pair, list, i, j));
}

/* ---------------------------------------------------------------------- */

std::array<double, EnergyLedger::SIZE> FixEnergyBalance::all_sums() const
{
  const auto mine = books.ledger.sums();
  std::array<double, EnergyLedger::SIZE> all;
  MPI_Allreduce(mine.data(), all.data(), EnergyLedger::SIZE, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

grist::EnergyBalance FixEnergyBalance::balance() const
{
  const auto mine = stored().numbers();
  std::array<double, StoredEnergy::SIZE> now;
  MPI_Allreduce(mine.data(), now.data(), StoredEnergy::SIZE, MPI_DOUBLE, MPI_SUM, world);
  const StoredEnergy stored_now = StoredEnergy::of(now);
  return energy_balance(stored_now, books.begun ? books.start : stored_now, all_sums());
}

/* ----------------------------------------------------------------------
   sums so far, then what was stored at the start
------------------------------------------------------------------------- */

static constexpr int KEPT = EnergyLedger::SIZE + StoredEnergy::SIZE;

void FixEnergyBalance::write_restart(FILE *file)
{
  const auto sums = all_sums();
  const auto start = books.start.numbers();
  if (comm->me > 0) return;
  double kept[KEPT];
  std::copy(start.begin(), start.end(), std::copy(sums.begin(), sums.end(), kept));
  const int size = sizeof(kept);
  fwrite(&size, sizeof(int), 1, file);
  fwrite(kept, size, 1, file);
}

void FixEnergyBalance::restart(char *buf)
{
  double kept[KEPT];
  memcpy(kept, buf, sizeof(kept));
  std::array<double, EnergyLedger::SIZE> sums{};
  std::array<double, StoredEnergy::SIZE> start;
  if (comm->me == 0) std::copy_n(kept, sums.size(), sums.begin());
  std::copy_n(kept + sums.size(), start.size(), start.begin());
  books.ledger.set_sums(sums);
  books.start = StoredEnergy::of(start);
  books.begun = true;
}

double FixEnergyBalance::memory_usage()
{
  return static_cast<double>(rates.capacity()) * sizeof(SphereRates);
}
