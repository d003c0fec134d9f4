#include "styles/stress/compute_coordination_contact.h"

#include "styles/files/output_columns.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "styles/access/ghost_messages.h"
#include "styles/interfaces/bonded_elements.h"
#include "update.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

using namespace LAMMPS_NS;

ComputeCoordinationContact::ComputeCoordinationContact(LAMMPS *lmp, int narg, char **arg) :
    ContactCompute(lmp, narg, arg, "Compute coordination/contact")
{
  if (narg > 3) error->all(FLERR, "{}: unexpected argument {} (expected none)", user, arg[3]);
  peratom_flag = 1;
  size_peratom_cols = COLUMNS;
  comm_reverse = 1;
  name_columns(lmp, *this, {{}, {}, {}, {"particles", "walls", "bonds"}});
}

ComputeCoordinationContact::~ComputeCoordinationContact()
{
  memory->destroy(array_atom);
}

void ComputeCoordinationContact::make_room()
{
  if (atom->nmax > nmax) {
    memory->destroy(array_atom);
    nmax = atom->nmax;
    memory->create(array_atom, nmax, COLUMNS, "coordination/contact:array_atom");
  }
  for (int i = 0; i < atom->nlocal + atom->nghost; i++) std::fill_n(array_atom[i], COLUMNS, 0.0);
}

void ComputeCoordinationContact::compute_peratom()
{
  invoked_peratom = update->ntimestep;
  check_records();
  make_room();
  count_contacts();
  if (force->newton_pair) send_to_owners(lmp, comm, this);
  count_bonds();
  for (int i = 0; i < atom->nlocal; i++)
    if (!(atom->mask[i] & groupbit)) std::fill_n(array_atom[i], COLUMNS, 0.0);
}

// A wall counts once, however many of its surfaces a particle touches. Bonds count by themselves.
void ComputeCoordinationContact::count_contacts()
{
  std::set<std::pair<int, int>> on_walls;
  for_each_contact([&](const ContactLoad &contact) {
    if (contact.b < 0) {
      if (on_walls.insert({contact.a, contact.wall}).second) array_atom[contact.a][WALLS] += 1.0;
      return;
    }
    if (contact.beside_bond) return;
    array_atom[contact.a][PARTICLES] += 1.0;
    array_atom[contact.b][PARTICLES] += 1.0;
  });
}

// A bond that is turned off has a type below 0.
void ComputeCoordinationContact::count_bonds()
{
  if (const BondedElements *bonds = bonded_elements(lmp)) {
    std::vector<BondEnd> of_atom;
    for (int i = 0; i < atom->nlocal; i++) {
      bonds->list_bonds(i, of_atom);
      array_atom[i][BONDS] = static_cast<double>(of_atom.size());
    }
    return;
  }
  if (!atom->num_bond) return;
  for (int i = 0; i < atom->nlocal; i++)
    array_atom[i][BONDS] = static_cast<double>(std::count_if(atom->bond_type[i],
                                                             atom->bond_type[i] + atom->num_bond[i],
                                                             [](int type) { return type > 0; }));
}

int ComputeCoordinationContact::pack_reverse_comm(int n, int first, double *buf)
{
  for (int k = 0; k < n; k++) buf[k] = array_atom[first + k][PARTICLES];
  return n;
}
