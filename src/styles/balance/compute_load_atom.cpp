#include "styles/balance/compute_load_atom.h"

#include "styles/access/styles_with.h"
#include "styles/files/output_columns.h"
#include "styles/interfaces/bonded_bodies.h"
#include "styles/interfaces/bonded_elements.h"
#include "styles/interfaces/energy_style.h"

#include "atom.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "pair.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;

static constexpr const char *USER = "Compute load/atom";

// Nanoseconds of one core, rounded, by doc/performance.md and bench/README.md: the drum and the
// packing of bench/step, the drum of polyhedra. Of bodies whose bounding spheres overlap one pair
// in three touches; of walls that are near, too, the mean is meant.
static constexpr double PARTICLE = 40.0;    // its motion, and its share of a rebuild
static constexpr double BOND = 14.0;
static constexpr double FACE = 110.0;    // of bonded blocks
static constexpr double LISTED_PAIR = 1.0;
static constexpr double TOUCHING_SPHERES = 30.0;
static constexpr double NEAR_BODIES = 250.0;
static constexpr double SPHERE_AT_WALL = 120.0;
static constexpr double BODY_AT_WALL = 600.0;
static constexpr double GHOST = 40.0;    // messages, and its share of lists

ComputeLoadAtom::ComputeLoadAtom(LAMMPS *lmp, int narg, char **arg) : Compute(lmp, narg, arg)
{
  if (narg > 3) error->all(FLERR, "{}: unexpected argument {} (expected none)", USER, arg[3]);
  if (igroup != 0)
    error->all(FLERR, "{}: group {} (expected all: every particle needs a load)", USER, arg[1]);
  if (!atom->radius_flag)
    error->all(FLERR, "{}: atom_style {} (expected particles with a radius)", USER,
               atom->get_style());
  peratom_flag = 1;
  size_peratom_cols = 0;
  name_columns(lmp, *this, {{}, {}, {}, {"load [nanosecond]"}});
  FixEvaluatedAtoms::of(lmp);
}

ComputeLoadAtom::~ComputeLoadAtom()
{
  memory->destroy(vector_atom);
}

void ComputeLoadAtom::make_room()
{
  if (atom->nmax > nmax) {
    memory->destroy(vector_atom);
    nmax = atom->nmax;
    memory->create(vector_atom, nmax, "load/atom:vector_atom");
  }
  std::fill_n(vector_atom, atom->nlocal, PARTICLE);
}

void ComputeLoadAtom::compute_peratom()
{
  invoked_peratom = update->ntimestep;
  make_room();
  add_bonds();
  if (lists.is_current(lmp)) {
    add_pairs();
    add_walls();
  }
  add_ghosts();
}

// A bond that is turned off has a type below 0; those of held and of rigid clusters are not
// evaluated. With newton on, one end keeps the bond.
void ComputeLoadAtom::add_bonds()
{
  if (bond_with<BondedBodies>(lmp)) {
    add_faces();
    return;
  }
  if (!atom->num_bond || !force->bond) return;
  const auto bodies = fixes_with<const BodyMotion>(lmp);
  const double each = force->newton_bond ? BOND : 0.5 * BOND;
  for (int i = 0; i < atom->nlocal; i++) {
    if (std::any_of(bodies.begin(), bodies.end(), [i](const auto *of) { return of->has(i); }))
      continue;
    const int *types = atom->bond_type[i];
    vector_atom[i] += each *
        static_cast<double>(std::count_if(types, types + atom->num_bond[i],
                                          [](int type) { return type > 0; }));
  }
}

// Both ends keep the face, and both ranks of one across a border evaluate it.
void ComputeLoadAtom::add_faces()
{
  const BondedElements *bonds = bonded_elements(lmp);
  const auto bodies = fixes_with<const BodyMotion>(lmp);
  std::vector<BondEnd> faces;
  for (int i = 0; bonds && i < atom->nlocal; i++) {
    if (std::any_of(bodies.begin(), bodies.end(), [i](const auto *of) { return of->has(i); }))
      continue;
    bonds->list_bonds(i, faces);
    vector_atom[i] += 0.5 * FACE * static_cast<double>(faces.size());
  }
}

double ComputeLoadAtom::pair_cost(int i, int j) const
{
  const double reach = atom->radius[i] + atom->radius[j];
  double square = 0.0;
  for (int k = 0; k < 3; k++) {
    const double apart = atom->x[i][k] - atom->x[j][k];
    square += apart * apart;
  }
  if (square >= reach * reach) return LISTED_PAIR;
  const bool bodies = atom->body && atom->body[i] >= 0 && atom->body[j] >= 0;
  return bodies ? NEAR_BODIES : TOUCHING_SPHERES;
}

// Reads the bits that LAMMPS keeps in an entry of a list.
static bool is_bonded(int listed)
{
  return (listed >> SBBITS & 3) != 0;
}

// A pair with a ghost: with newton off its owner lists the pair, too.
void ComputeLoadAtom::add_pairs()
{
  const NeighList *list = force->pair ? force->pair->list : nullptr;
  if (!list || !list->ilist) return;
  const auto *blocks = bond_with<BondedBodies>(lmp);
  for (int n = 0; n < list->inum; n++) {
    const int i = list->ilist[n];
    for (int k = 0; k < list->numneigh[i]; k++) {
      const int listed = list->firstneigh[i][k], j = listed & NEIGHMASK;
      const bool has_bond = blocks ? blocks->are_bonded(i, atom->tag[j]) : is_bonded(listed);
      const double cost = has_bond ? LISTED_PAIR : pair_cost(i, j);
      if (j < atom->nlocal) {
        vector_atom[i] += 0.5 * cost;
        vector_atom[j] += 0.5 * cost;
      } else {
        vector_atom[i] += force->newton_pair ? cost : 0.5 * cost;
      }
    }
  }
}

void ComputeLoadAtom::add_walls()
{
  for (const ContactStyle *wall : fixes_with<const ContactStyle>(lmp)) {
    if (!wall->near_atoms()) continue;
    for (const int i : *wall->near_atoms())
      if (i < atom->nlocal)
        vector_atom[i] += atom->body && atom->body[i] >= 0 ? BODY_AT_WALL : SPHERE_AT_WALL;
  }
}

// Shared by all particles of the rank, so that a rank with many ghosts gets fewer particles at each
// balance.
void ComputeLoadAtom::add_ghosts()
{
  const double each = atom->nlocal ? GHOST * atom->nghost / atom->nlocal : 0.0;
  for (int i = 0; i < atom->nlocal; i++) vector_atom[i] += each;
}
