#include "styles/polyhedra/body_creation.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "domain.h"
#include "error.h"
#include "math_extra.h"
#include "styles/common/lammps_compat.h"
#include "styles/common/rank_places.h"
#include "styles/polyhedra/body_polyhedron.h"

#include <algorithm>

using namespace LAMMPS_NS;

BodyCreation::BodyCreation(LAMMPS *lmp, int type, double density) :
    Pointers(lmp), avec(dynamic_cast<AtomVecBody *>(atom->style_match("body"))),
    polyhedra(dynamic_cast<BodyPolyhedron *>(avec->bptr)), type(type), density(density)
{
}

/* ----------------------------------------------------------------------
   in the order of LAMMPS' create_atoms
------------------------------------------------------------------------- */

void BodyCreation::create(const PlacedBodies &bodies, const std::string &user)
{
  const tagint highest = highest_id();
  if (highest > MAXTAGINT - bodies.count())
    error->all(FLERR, "{}: atom id {} (larger than LAMMPS can count)", user,
               static_cast<bigint>(highest) + bodies.count());

  if (atom->map_style != Atom::MAP_NONE) atom->map_clear();
  atom->nghost = 0;
  atom->avec->clear_bonus();
  const int nlocal_before = atom->nlocal;
  for (int n = 0; n < bodies.count(); n++)
    if (is_on_this_rank(domain, bodies.bodies[n].position)) add_placed(bodies, n, highest + 1 + n);
  atom->data_fix_compute_variable(nlocal_before, atom->nlocal);
  update_totals(atom->natoms + bodies.count(), user);
  atom->nbodies += bodies.count();
  atom->tag_check();
  if (atom->map_style != Atom::MAP_NONE) {
    atom->map_init();
    atom->map_set();
  }
}

tagint BodyCreation::highest_id() const
{
  tagint own = 0, highest;
  for (int i = 0; i < atom->nlocal; i++) own = std::max(own, atom->tag[i]);
  MPI_Allreduce(&own, &highest, 1, MPI_LMP_TAGINT, MPI_MAX, world);
  return highest;
}

void BodyCreation::update_totals(bigint expected, const std::string &user)
{
  const bigint nlocal = atom->nlocal;
  MPI_Allreduce(&nlocal, &atom->natoms, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  if (atom->natoms != expected)
    error->all(FLERR, "{}: {} atoms (expected {}; some are on no rank)", user, atom->natoms,
               expected);
}

/* ----------------------------------------------------------------------
   the body style gets the corners in the body frame, so that bodies of one shape and size share it in memory
------------------------------------------------------------------------- */

void BodyCreation::add_placed(const PlacedBodies &bodies, int number, tagint id)
{
  const PlacedBodies::Body &body = bodies.bodies[number];
  NewBody added = {type, id,     density * grist::volume_of_size(body.size), body.size, {},
                   {},   nullptr};
  std::copy_n(body.position, 3, added.position);
  std::copy_n(body.orientation, 4, added.orientation);
  if (bodies.vertex_count(body) > 0) added.vertices = &bodies.shapes[body.shape];
  add(added);
}

int BodyCreation::add(const NewBody &body)
{
  double x[3];
  std::copy_n(body.position, 3, x);
  atom->avec->create_atom(body.type, x);
  const int i = atom->nlocal - 1;
  if (atom->tag_enable) atom->tag[i] = body.id;
  atom->rmass[i] = body.mass;
  atom->body[i] = 0;

  if (body.vertices) {
    std::vector<double> corners = *body.vertices;
    for (double &value : corners) value *= body.size;
    polyhedra->add_shape(i, std::move(corners));
  } else {
    int none = 0;
    double radius = 0.5 * body.size;
    avec->data_body(i, 1, 1, &none, &radius);
  }
  double *quat = avec->bonus[atom->body[i]].quat;
  std::copy_n(body.orientation, 4, quat);
  MathExtra::qnormalize(quat);
  return i;
}
