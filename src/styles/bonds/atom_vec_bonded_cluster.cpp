#include "styles/bonds/atom_vec_bonded_cluster.h"

#include "styles/access/atom_style.h"
#include "styles/bonds/cluster_sorting.h"
#include "styles/bonds/special_weights.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "math_const.h"
#include "modify.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;
using MathConst::MY_4PI3;

bool AtomVecBondedCluster::are_rigid(int i, int j) const
{
  assert(i != j && is_owned_or_ghost(atom, i) && is_owned_or_ghost(atom, j));
  if (!is_rigid[i] || !is_rigid[j] || cluster[i] != cluster[j]) return false;
  const double *a = atom->x[i], *b = atom->x[j];
  return !domain->minimum_image_check(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

AtomVecBondedCluster::AtomVecBondedCluster(LAMMPS *_lmp) : AtomVec(_lmp)
{
  mass_type = PER_ATOM;
  molecular = Atom::MOLECULAR;
  bonds_allow = 1;

  atom->molecule_flag = 1;
  atom->radius_flag = atom->rmass_flag = atom->omega_flag = atom->torque_flag = 1;

  // An earlier instance of this style may have left the address of its own array.
  auto &known = atom->peratom;
  known.erase(std::remove_if(known.begin(), known.end(),
                             [](const Atom::PerAtom &field) {
                               return field.name == "cluster" || field.name == "is_rigid";
                             }),
              known.end());
  atom->add_peratom("cluster", &cluster, sizeof(tagint) == 8 ? Atom::BIGINT : Atom::INT, 0);
  atom->add_peratom("is_rigid", &is_rigid, Atom::INT, 0);

  // Order is free, except in fields_data_*, which is the order of columns in a data file.
  const std::vector<std::string> kept = {"molecule", "num_bond", "bond_type", "bond_atom",
                                         "radius",   "rmass",    "omega",     "cluster"};
  // In restart files fix rigid/cluster stores which elements are rigid.
  const std::vector<std::string> special = {"nspecial", "special", "is_rigid"};
  fields_copy = kept;
  fields_copy.insert(fields_copy.end(), special.begin(), special.end());
  fields_grow = fields_copy;
  fields_grow.emplace_back("torque");
  fields_exchange = fields_copy;
  fields_restart = kept;
  fields_comm = {};
  fields_comm_vel = {"omega"};
  fields_reverse = {"torque"};
  fields_border = {"molecule", "radius", "rmass", "cluster", "is_rigid"};
  fields_border_vel = {"molecule", "radius", "rmass", "cluster", "is_rigid", "omega"};
  fields_create = {"molecule", "num_bond", "nspecial", "radius",
                   "rmass",    "omega",    "cluster",  "is_rigid"};
  fields_data_atom = {"id", "molecule", "type", "radius", "rmass", "x"};
  fields_data_vel = {"id", "v", "omega"};
}

void AtomVecBondedCluster::process_args(int narg, char **arg)
{
  if (narg > 0)
    error->all(FLERR, "Atom style bonded/cluster: unexpected argument {} (it takes none)", arg[0]);
  use_weights_of_bonds(force);    // before bonds are read
  setup_fields();
}

/* ----------------------------------------------------------------------
   a sphere without size or mass would divide by zero in every force law; a contact search is faster
   where the elements of a cluster lie side by side
------------------------------------------------------------------------- */

void AtomVecBondedCluster::init()
{
  AtomVec::init();
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->radius[i] > 0.0))
      error->one(FLERR, "Atom style bonded/cluster: diameter {:g} of atom {} must be positive",
                 2.0 * atom->radius[i], atom->tag[i]);
    if (!(atom->rmass[i] > 0.0))
      error->one(FLERR, "Atom style bonded/cluster: mass {:g} of atom {} must be positive",
                 atom->rmass[i], atom->tag[i]);
  }
  if (!modify->get_fix_by_style("^CONTACT/SEARCH$").empty())
    sort_clusters_last(lmp, "Command neighbor_style");
}

void AtomVecBondedCluster::grow_pointers()
{
  num_bond = atom->num_bond;
  nspecial = atom->nspecial;
  radius = atom->radius;
  rmass = atom->rmass;
  omega = atom->omega;
  torque = atom->torque;
}

/* ----------------------------------------------------------------------
   what is sent between ranks each step, in the layout of class AtomVec, whose generic code is
   slower
------------------------------------------------------------------------- */

// One by one: for three numbers std::copy_n calls memmove(), which takes longer than all the rest.
static inline void copy_vector(const double *from, double *to)
{
  for (int d = 0; d < 3; d++) to[d] = from[d];
}

int AtomVecBondedCluster::pack_comm_vel(int n, int *list, double *buf, int pbc_flag, int *pbc)
{
  if (pbc_flag && deform_vremap) return AtomVec::pack_comm_vel(n, list, buf, pbc_flag, pbc);

  double shift[3] = {0.0, 0.0, 0.0};
  if (pbc_flag) {
    shift[0] = pbc[0] * domain->xprd;
    shift[1] = pbc[1] * domain->yprd;
    shift[2] = pbc[2] * domain->zprd;
    if (domain->triclinic) {
      shift[0] += pbc[5] * domain->xy + pbc[4] * domain->xz;
      shift[1] += pbc[3] * domain->yz;
    }
  }
  if (n == 0) return 0;
  const double *places = x[0], *velocities = v[0], *rates = omega[0];
  double *turning = buf + 6 * static_cast<size_t>(n);
  for (int k = 0; k < n; k++, buf += 6, turning += 3) {
    const size_t i = 3 * static_cast<size_t>(list[k]);
    for (int d = 0; d < 3; d++) buf[d] = pbc_flag ? places[i + d] + shift[d] : places[i + d];
    copy_vector(velocities + i, buf + 3);
    copy_vector(rates + i, turning);
  }
  return 9 * n;
}

void AtomVecBondedCluster::unpack_comm_vel(int n, int first, double *buf)
{
  if (n == 0) return;
  double *place = x[first], *velocity = v[first];
  for (int k = 0; k < n; k++, buf += 6, place += 3, velocity += 3) {
    copy_vector(buf, place);
    copy_vector(buf + 3, velocity);
  }
  std::copy_n(buf, 3 * n, omega[first]);
}

int AtomVecBondedCluster::pack_reverse(int n, int first, double *buf)
{
  if (n == 0) return 0;
  std::copy_n(f[first], 3 * n, buf);
  std::copy_n(torque[first], 3 * n, buf + 3 * n);
  return 6 * n;
}

void AtomVecBondedCluster::unpack_reverse(int n, int *list, double *buf)
{
  if (n == 0) return;
  double *forces = f[0], *torques = torque[0];
  const double *turning = buf + 3 * static_cast<size_t>(n);
  for (int k = 0; k < n; k++, buf += 3, turning += 3) {
    const size_t i = 3 * static_cast<size_t>(list[k]);
    for (int d = 0; d < 3; d++) {
      forces[i + d] += buf[d];
      torques[i + d] += turning[d];
    }
  }
}

// ---- as in the granular styles of LAMMPS: unit diameter, unit density

void AtomVecBondedCluster::create_atom_post(int i)
{
  radius[i] = 0.5;
  rmass[i] = MY_4PI3 * 0.125;
}

void AtomVecBondedCluster::unpack_restart_init(int i)
{
  nspecial[i][0] = nspecial[i][1] = nspecial[i][2] = 0;
  is_rigid[i] = 0;
}

// ---- turn the columns diameter and density of a data file into radius and mass

void AtomVecBondedCluster::data_atom_post(int i)
{
  is_rigid[i] = 0;
  const double diameter = radius[i];
  const double density = rmass[i];
  if (!(diameter > 0.0))
    error->one(FLERR, "Atom style bonded/cluster: diameter {:g} of atom {} must be positive",
               diameter, atom->tag[i]);
  if (!(density > 0.0))
    error->one(FLERR, "Atom style bonded/cluster: density {:g} of atom {} must be positive",
               density, atom->tag[i]);

  radius[i] = 0.5 * diameter;
  rmass[i] = density * MY_4PI3 * radius[i] * radius[i] * radius[i];
  omega[i][0] = omega[i][1] = omega[i][2] = 0.0;
  num_bond[i] = 0;
  nspecial[i][0] = nspecial[i][1] = nspecial[i][2] = 0;
  cluster[i] = 0;
}

void AtomVecBondedCluster::pack_data_pre(int i)
{
  radius_saved = radius[i];
  rmass_saved = rmass[i];
  radius[i] = 2.0 * radius_saved;
  rmass[i] = rmass_saved / (MY_4PI3 * radius_saved * radius_saved * radius_saved);
}

void AtomVecBondedCluster::pack_data_post(int i)
{
  radius[i] = radius_saved;
  rmass[i] = rmass_saved;
}

// ---- compute property/atom cluster

void AtomVecBondedCluster::pack_property_atom(int, double *buf, int nvalues, int groupbit)
{
  const int *mask = atom->mask;
  for (int i = 0, n = 0; i < atom->nlocal; i++, n += nvalues)
    buf[n] = (mask[i] & groupbit) ? static_cast<double>(cluster[i]) : 0.0;
}
