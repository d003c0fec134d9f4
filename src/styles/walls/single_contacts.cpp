#include "styles/walls/single_contacts.h"

#include "common/preconditions.h"

#include <algorithm>
#include <limits>
#include <utility>

using namespace LAMMPS_NS;
using grist::MovingSphere;
using grist::Vector3d;
using grist::vector_at;
using grist::WallContact;

SingleContacts::SingleContacts(LAMMPS *lmp, WallLaw &law, PolyhedronWallLaw *bodies,
                               std::unique_ptr<PolyhedraOnWall> polyhedra) :
    Pointers(lmp),
    law(law), bodies(bodies), polyhedra(std::move(polyhedra))
{
  assert((bodies != nullptr) == (this->polyhedra != nullptr));
}

void SingleContacts::list(const WallList &list)
{
  if (!bodies) return;
  bodies->bodies.find_shapes(atom->nlocal);
  polyhedra->list(list.spheres(), list.margin());
}

void SingleContacts::mark_former(grist::ContactMemory &histories)
{
  if (!bodies) return;
  bodies->bodies.find_shapes(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++)
    if (is_polyhedron(i)) histories.mark_former(i);
}

MovingSphere SingleContacts::sphere(int i) const
{
  const Vector3d omega = bodies ? bodies->bodies.omega(i) : vector_at(atom->omega[i]);
  return {vector_at(atom->x[i]), vector_at(atom->v[i]), omega, atom->radius[i], atom->rmass[i]};
}

const std::vector<WallContact> &SingleContacts::find(const WallList &list, int n, double reach,
                                                     grist::WallSurface &surface)
{
  assert(n >= 0 && n < static_cast<int>(list.spheres().size()));
  return single.find(surface, n, vector_at(atom->x[list.spheres()[n]]), reach);
}

void SingleContacts::compute(const WallList &list, const WallStep &step)
{
  assert(law.one_by_one());
  for (size_t n = 0; n < list.spheres().size(); n++) {
    const int i = list.spheres()[n];
    if (bodies) bodies->bodies.update_one(i);
    if (is_polyhedron(i))
      compute_polyhedron(static_cast<int>(n), i, step);
    else
      compute_sphere(list, static_cast<int>(n), step);
  }
}

void SingleContacts::compute_sphere(const WallList &list, int n, const WallStep &step)
{
  const int i = list.spheres()[n];
  const auto &found = find(list, n, law.reach(atom->radius[i]), step.surface);
  if (found.empty()) {
    step.histories.clear(i);
    return;
  }
  SphereAtWall contact = {i, sphere(i), {}};
  contact.sphere.mass = step.masses.mass(i);
  double *history = step.histories.update(i, found, step.surface);
  bool touching = false;
  for (size_t k = 0; k < found.size(); k++) {
    contact.at = found[k];
    if (law.form() == grist::ContactForm::CONSISTENT)
      read_velocity_below(contact.at, contact.sphere.radius);
    const WallLaw::Force force = law.one_by_one()->force(contact, history);
    history += law.width();
    if (!force.touching) continue;
    step.add_force(*atom, contact, force);
    if (step.tally) step.tally->tally(contact, force, step.histories.began(static_cast<int>(k)));
    touching = true;
  }
  if (touching) step.totals.add_touching_sphere();
}

// The wall takes the force where a polyhedron overlaps it most, and slip is that there.
void SingleContacts::compute_polyhedron(int n, int i, const WallStep &step)
{
  const auto &contacts = polyhedra->find(n, i);
  if (contacts.empty()) {
    step.histories.clear(i);
    return;
  }
  double *history = polyhedra->histories(i, step.histories);
  const Vector3d &position = bodies->bodies.pose(i).position;
  for (size_t k = 0; k < contacts.size(); k++) {
    const PolyhedraOnWall::Contact &contact = contacts[k];
    const WallLaw::Force force =
        bodies->force(i, contact.overlap, contact.at, contact.share, history);
    history += law.width();
    const SphereAtWall body = {i,
                               {position, bodies->bodies.velocity(i, contact.overlap.centroid),
                                Vector3d::zero(), bodies->bodies.radius(i),
                                contact.share * atom->rmass[i]},
                               contact.at};
    step.add_force(*atom, body, force);
    if (step.tally)
      step.tally->tally_polyhedron(n, body, contact, force,
                                   polyhedra->began(static_cast<int>(k), step.histories));
  }
  polyhedra->store(i, step.histories);
  step.totals.add_touching_sphere();
}

void SingleContacts::survey(const WallList &list, const WallStep &step, grist::ContactSurvey &to)
{
  for (size_t n = 0; n < list.spheres().size(); n++) {
    const int i = list.spheres()[n];
    if (bodies) bodies->bodies.update_one(i);
    if (is_polyhedron(i)) {
      for (const PolyhedraOnWall::Contact &contact : polyhedra->find(static_cast<int>(n), i))
        bodies->survey(i, contact.overlap, to);
      continue;
    }
    MovingSphere one = sphere(i);
    one.mass = step.masses.mass(i);
    for (const WallContact &at :
         find(list, static_cast<int>(n), law.reach(one.radius), step.surface))
      law.survey({i, one, at}, to);
  }
}

double SingleContacts::thickness(int i) const
{
  return is_polyhedron(i) ? bodies->bodies.shape(i).inner_radius() : atom->radius[i];
}

template <class Value> double SingleContacts::least(int groupbit, const Value &value)
{
  double least = std::numeric_limits<double>::infinity();
  if (bodies) bodies->bodies.find_shapes(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit) least = std::min(least, value(i));
  return least;
}

double SingleContacts::thinnest(int groupbit)
{
  return least(groupbit, [this](int i) { return thickness(i); });
}

// Atoms at rest take forever.
double SingleContacts::shortest_passage(int groupbit)
{
  return least(groupbit, [this](int i) { return thickness(i) / norm(vector_at(atom->v[i])); });
}
