#include "styles/energy/compute_energy_balance.h"

#include "atom.h"
#include "error.h"
#include "modify.h"
#include "styles/access/fix_evaluated_atoms.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/styles_with.h"
#include "styles/commands/input_words.h"
#include "styles/energy/fix_energy_balance.h"
#include "styles/files/output_columns.h"
#include "update.h"

#include <algorithm>
#include <string>

using namespace LAMMPS_NS;

static constexpr int BALANCE_ENTRIES = 20;
static const std::vector<std::string> NAMES = {"kinetic [energy]",
                                               "gravitational [energy]",
                                               "bond_elastic [energy]",
                                               "contact_elastic [energy]",
                                               "bond_damping [energy]",
                                               "contact_damping [energy]",
                                               "friction [energy]",
                                               "rolling [energy]",
                                               "broken_bonds [energy]",
                                               "wall_work [energy]",
                                               "begun_by_breaks [energy]",
                                               "entered [energy]",
                                               "left [energy]",
                                               "held [energy]",
                                               "broken_bodies [energy]",
                                               "other_work [energy]",
                                               "other_contacts [energy]",
                                               "free_walls [energy]",
                                               "free_wall_losses [energy]",
                                               "heat [energy]"};

// ---- compute ID all energy/balance [every N]

ComputeEnergyBalance::ComputeEnergyBalance(LAMMPS *lmp, int narg, char **arg) :
    Compute(lmp, narg, arg), fix(nullptr)
{
  InputWords words(lmp, COMPUTE_ENERGY_BALANCE, narg, arg, 3);
  words.read_keywords({{"every", [&] { every = words.whole("every", 1); }}});
  if (igroup != 0) error->all(FLERR, "Compute energy/balance: group {} (expected all)", arg[1]);
  const bool spheres =
      atom->radius_flag && atom->rmass_flag && atom->omega_flag && atom->torque_flag;
  if (!spheres && !atom->style_match("body"))
    error->all(
        FLERR,
        "Compute energy/balance: atom style {} has no radius, mass, omega or torque per atom "
        "(expected spheres or bodies)",
        atom->get_style());
  refuse_other_fix(lmp, COMPUTE_ENERGY_BALANCE, FixEnergyBalance::ID, "ENERGY/BALANCE");
  if (modify->get_fix_by_id(FixEnergyBalance::ID))
    error->all(FLERR, "Compute energy/balance: {} is a second compute of this style (expected one)",
               id);
  scalar_flag = vector_flag = 1;
  timeflag = every > 1;    // steps at which it is read are announced
  size_vector = BALANCE_ENTRIES;
  extscalar = extvector = 1;
  vector = new double[BALANCE_ENTRIES];
  std::fill_n(vector, BALANCE_ENTRIES, 0.0);
  name_columns(lmp, *this, {{"drift [energy]"}, NAMES, {}, {}});
  FixEvaluatedAtoms::of(lmp);
  FixFullStepRates::of(lmp);
  fix = make_fix();
}

ComputeEnergyBalance::~ComputeEnergyBalance()
{
  delete[] vector;
  if (modify->nfix && modify->get_fix_by_id(FixEnergyBalance::ID))
    modify->delete_fix(FixEnergyBalance::ID);
}

FixEnergyBalance *ComputeEnergyBalance::make_fix()
{
  auto *made = dynamic_cast<FixEnergyBalance *>(
      make_internal_fix(lmp, COMPUTE_ENERGY_BALANCE, FixEnergyBalance::ID, "all ENERGY/BALANCE"));
  made->sample_every(every, this);
  return made;
}

// ---- the fix must come after all others that add to forces

void ComputeEnergyBalance::init()
{
  require_internal_fix(lmp, COMPUTE_ENERGY_BALANCE, FixEnergyBalance::ID, fix);
  const FixEnergyBalance::Totals totals = fix->totals;
  modify->delete_fix(FixEnergyBalance::ID);
  fix = make_fix();
  fix->totals = totals;
}

double ComputeEnergyBalance::compute_scalar()
{
  invoked_scalar = update->ntimestep;
  require_internal_fix(lmp, COMPUTE_ENERGY_BALANCE, FixEnergyBalance::ID, fix);
  scalar = fix->balance().drift;
  return scalar;
}

// The sum over all ranks. Collective.
double ComputeEnergyBalance::heat_made() const
{
  double here = 0.0, all = 0.0;
  for (const EnergyStyle *style : fixes_with<const EnergyStyle>(lmp)) here += style->heat_made();
  MPI_Allreduce(&here, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

void ComputeEnergyBalance::compute_vector()
{
  invoked_vector = update->ntimestep;
  require_internal_fix(lmp, COMPUTE_ENERGY_BALANCE, FixEnergyBalance::ID, fix);
  const grist::EnergyBalance now = fix->balance();
  const double entries[BALANCE_ENTRIES] = {
      now.kinetic,         now.gravitational,  now.bond,    now.contact,   now.bond_damping,
      now.contact_damping, now.friction,       now.rolling, now.broken,    now.wall_work,
      now.new_contacts,    now.entered,        now.left,    now.held,      now.split,
      now.other_work,      now.other_contacts, now.walls,   now.wall_loss, heat_made()};
  std::copy_n(entries, BALANCE_ENTRIES, vector);
}
