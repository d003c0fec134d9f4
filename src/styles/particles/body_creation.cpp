#include "styles/particles/body_creation.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "domain.h"
#include "math_extra.h"
#include "styles/access/atom_editor.h"
#include "styles/access/atom_style.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/rank_vectors.h"
#include "styles/polyhedra/body_polyhedron.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;

BodyCreation::BodyCreation(LAMMPS *lmp, int type, double density) :
    Pointers(lmp), of(atom), type(type), density(density)
{
  assert(type >= 1 && type <= atom->ntypes && density > 0.0);
}

void BodyCreation::create(const PlacedBodies &bodies, const std::string &user)
{
  const tagint highest = highest_of_all(lmp).atom;
  check_ids_left(lmp, highest, bodies.count(), user);
  const bigint expected = atom->natoms + bodies.count();
  AtomEditor editor(lmp);
  const int nlocal_before = atom->nlocal;
  for (int n = 0; n < bodies.count(); n++)
    if (is_on_this_rank(domain, bodies.bodies[n].position)) add_placed(bodies, n, highest + 1 + n);
  atom->data_fix_compute_variable(nlocal_before, atom->nlocal);
  editor.finish();
  editor.check_count(expected, user);
  atom->tag_check();
}

/* ----------------------------------------------------------------------
   the body style gets the corners in the body frame, so that bodies of one shape and size share it
   in memory
------------------------------------------------------------------------- */

void BodyCreation::add_placed(const PlacedBodies &bodies, int number, tagint id)
{
  assert(number >= 0 && number < bodies.count() && id > 0);
  const PlacedBodies::Body &body = bodies.bodies[number];
  NewBody added = {type, id,     density * grist::volume_of_size(body.size), body.size, {},
                   {},   nullptr};
  std::copy_n(body.position, 3, added.position);
  std::copy_n(body.orientation, 4, added.orientation);
  if (body.shape >= 0) added.form = &bodies.shapes[body.shape];
  add(added);
}

int BodyCreation::add(const NewBody &body)
{
  assert(of && body.mass > 0.0 && body.size > 0.0);
  double x[3];
  std::copy_n(body.position, 3, x);
  atom->avec->create_atom(body.type, x);
  const int i = atom->nlocal - 1;
  if (atom->tag_enable) atom->tag[i] = body.id;
  atom->rmass[i] = body.mass;
  atom->body[i] = 0;

  if (body.form) {
    of.bodies->add_shape(i, body.form->scaled_numbers(body.size), body.form->parts);
  } else {
    int none = 0;
    double radius = 0.5 * body.size;
    of.avec->data_body(i, 1, 1, &none, &radius);
  }
  double *quat = of.avec->bonus[atom->body[i]].quat;
  std::copy_n(body.orientation, 4, quat);
  MathExtra::qnormalize(quat);
  return i;
}

void BodyCreation::set_motion(int i, const grist::Vector3d &velocity, const grist::Vector3d &omega)
{
  std::copy_n(velocity.data(), 3, atom->v[i]);
  double *quat = of.avec->bonus[atom->body[i]].quat,
         *inertia = of.avec->bonus[atom->body[i]].inertia;
  double turning[3], ex[3], ey[3], ez[3];
  std::copy_n(omega.data(), 3, turning);
  MathExtra::q_to_exyz(quat, ex, ey, ez);
  MathExtra::omega_to_angmom(turning, ex, ey, ez, inertia, atom->angmom[i]);
}
