#include "styles/bonds/fix_bond_state.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "modify.h"
#include "styles/bonds/motion_normals.h"
#include "styles/common/restart_block.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::BondState;

// Of the layout of pack_restart(): the count of numbers, then the states of the atom's bonds as BondState::pack() writes
// them.
static constexpr int RESTART_VERSION = 1;
static constexpr const char *USER = "Bond style parallel";

FixBondState::FixBondState(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), states(lmp), breaker(lmp, states), clusters(lmp, this),
    normals(grist::OldNormals::STORED), hidden_style(nullptr)
{
  if (narg != 3) error->all(FLERR, "Fix BOND/STATE is made by bond_style parallel alone");

  restart_peratom = 1;
  restart_global = 1;
  create_attribute = 1;
  comm_forward = 1;

  set_columns();
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
}

FixBondState::~FixBondState()
{
  if (copymode) return;
  if (modify->get_fix_by_id(id)) {
    atom->delete_callback(id, Atom::GROW);
    atom->delete_callback(id, Atom::RESTART);
  }
}

int FixBondState::setmask()
{
  return PRE_EXCHANGE | PRE_NEIGHBOR | POST_NEIGHBOR | MIN_PRE_EXCHANGE | MIN_PRE_NEIGHBOR |
      MIN_POST_NEIGHBOR;
}

void FixBondState::init()
{
  set_columns();
  normals = old_normals_of_run(lmp);
  states.invalidate_list();
  clusters.mark_changed();
}

void FixBondState::set_columns()
{
  const int columns = std::max(1, atom->bond_per_atom);
  maxexchange = columns * BondState::SIZE;
  states.set_columns(columns);
}

/* ----------------------------------------------------------------------
   at the end of a run, and before a restart file is written: normals as they are now, because atoms may be moved by
   other means next
------------------------------------------------------------------------- */

void FixBondState::store_normals()
{
  if (normals == grist::OldNormals::FROM_MOTION) states.update_normals();
}

/* ----------------------------------------------------------------------
   at a rebuild
------------------------------------------------------------------------- */

// Atoms are about to migrate: both ranks of a border bond must agree on it.
void FixBondState::pre_exchange()
{
  share_border_breaks();
}

void FixBondState::pre_neighbor()
{
  set_columns();
  hidden_style = force->bond;
  force->bond = nullptr;
}

void FixBondState::post_neighbor()
{
  if (hidden_style) force->bond = hidden_style;
  hidden_style = nullptr;
  states.renumber();
  clusters.update_ids();
}

void FixBondState::post_run()
{
  share_border_breaks();
  if (atom->x) store_normals();
}

/* ---------------------------------------------------------------------- */

void FixBondState::break_bond(int n, grist::BondFailure failure, double energy)
{
  breaker.break_bond(n, failure, energy);
  clusters.mark_changed();
}

void FixBondState::share_border_breaks()
{
  if (breaker.share_border_breaks()) clusters.mark_changed();
}

/* ----------------------------------------------------------------------
   restart files
------------------------------------------------------------------------- */

void FixBondState::write_restart(FILE *fp)
{
  store_normals();
  if (comm->me == 0) RestartWriter(RESTART_VERSION).write_for_fix(fp);
}

void FixBondState::restart(char *buf)
{
  RestartReader(lmp, USER, RESTART_VERSION, buf).end();
}

int FixBondState::pack_restart(int i, double *buf)
{
  buf[0] = states.pack(i, buf + 1) + 1;
  return static_cast<int>(buf[0]);
}

void FixBondState::unpack_restart(int i, int nth)
{
  refuse_unless_restarted(lmp, this, USER);
  double *extra = atom->extra[i];
  int start = 0;
  for (int k = 0; k < nth; k++) start += static_cast<int>(extra[start]);
  states.unpack(i, extra + start + 1);
}

int FixBondState::size_restart(int i)
{
  return atom->num_bond[i] * BondState::SIZE + 1;
}

int FixBondState::maxsize_restart()
{
  return atom->bond_per_atom * BondState::SIZE + 1;
}
