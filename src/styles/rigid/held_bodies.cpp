#include "styles/rigid/held_bodies.h"

#include "atom.h"
#include "comm.h"
#include "common/constants.h"
#include "common/decompositions.h"
#include "domain.h"
#include "force.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/bonds/single_bonds.h"
#include "styles/rigid/periods.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using grist::BondLoad;
using grist::HeldShape;
using grist::Vector3d;

static constexpr bigint ASK = 8;    // steps from one question to all ranks to the next

HeldBodies::HeldBodies(LAMMPS *lmp, const std::string &user, const HoldSettings &settings,
                       const Parts &parts) :
    Pointers(lmp),
    shapes(lmp, user, parts.bodies.bonds), bodies(parts.bodies), motion(parts.motion),
    reach(parts.reach), watched(parts.watched), counts(parts.counts),
    clusters(lmp, user, shapes, watched, bodies.bonds),
    loads(lmp, motion, bodies, shapes, settings), periods(lmp, user)
{
}

// ---- clusters that are held from now on

void HeldBodies::form(int groupbit)
{
  bodies.bonds.state->update_clusters();
  going_to_rest.clear();
  const std::vector<HeldCluster> found = clusters.find(groupbit);
  if (bodies.messages.all_agree(found.empty())) return;
  double most = 0.0;
  for (const HeldCluster &cluster : found) most = std::max(most, form(cluster));
  bodies.messages.spread_flags();
  comm->forward_comm();
  reach.include(most);
}

double HeldBodies::kinetic_energy_of(int i) const
{
  const double inertia = grist::sphere_inertia(atom->rmass[i], atom->radius[i]);
  return 0.5 * force->mvv2e *
      (atom->rmass[i] * squared_norm(grist::vector_at(atom->v[i])) +
       inertia * squared_norm(grist::vector_at(atom->omega[i])));
}

// Energy of the bonds to elements with larger ids, all of which are still where they were.
double HeldBodies::bond_energy_of(int i) const
{
  double sum = 0.0;
  for (int m = 0; m < atom->num_bond[i]; m++) {
    grist::BondState state;
    const int j = atom->map(atom->bond_atom[i][m]);
    if (atom->bond_atom[i][m] < atom->tag[i] || j < 0 ||
        !bodies.bonds.state->states.state_of_slot(i, m, state) || state.length_initial == 0.0)
      continue;
    Vector3d distance = grist::vector_at(atom->x[j]) - grist::vector_at(atom->x[i]);
    distance -= nearest_period(domain, distance);
    const grist::BondSection section((*bodies.bonds.laws)[atom->bond_type[i][m]], atom->radius[i],
                                     atom->radius[j], state.length_initial);
    sum += grist::elastic_energy(section, state, norm(distance));
  }
  return sum;
}

// Moves its elements to their places in the shape. Returned: the distance from its owner to the far
// side, on the rank of the owner.
double HeldBodies::form(const HeldCluster &cluster)
{
  const auto &elements = shapes[cluster.shape].definition().elements;
  const double length = cluster.scale.length;
  RigidBodies::Body body;
  body.motion = cluster.motion;
  body.pose();
  const bool held_before = watched.element(cluster.elements.front().first) >= 0;
  for (const auto &[i, e] : cluster.elements) energy -= kinetic_energy_of(i) + bond_energy_of(i);
  for (const auto &[i, e] : cluster.elements) {
    bodies.mark(i, -1);
    bodies.place(i) = length * elements[e].place;
    watched.hold(i, e);
    going_to_rest.push_back(i);
    const Vector3d arm = body.axes * bodies.place(i), here = body.motion.position + arm;
    const Vector3d x = grist::vector_at(atom->x[i]);
    grist::copy_to(atom->x[i], here + nearest_period(domain, x - here));
    grist::copy_to(atom->v[i], body.motion.velocity + cross(body.omega, arm));
    grist::copy_to(atom->omega[i], body.omega);
    energy += kinetic_energy_of(i);
  }
  const auto owner =
      std::find_if(cluster.elements.begin(), cluster.elements.end(),
                   [&](const auto &element) { return atom->tag[element.first] == cluster.id; });
  if (owner == cluster.elements.end()) return 0.0;
  if (!held_before) counts.totals.held_once++;
  double spins = 0.0, masses = 0.0, most = 0.0;
  for (const grist::ModelElement &e : elements) {
    spins += grist::sphere_inertia(e.mass, e.radius);
    masses += e.mass;
    const double distance = norm(e.place - elements[owner->second].place);
    most = std::max(most, length * (distance + e.radius));
  }
  body.spin = spins / masses * length * length * grist::Matrix3d::identity();
  body.owner_place = bodies.place(owner->first);
  body.count = cluster.count;
  body.owner = owner->first;
  body.shape = cluster.shape;
  body.scale = cluster.scale;
  body.weakest = cluster.weakest;
  bodies.add(body);
  return most;
}

void HeldBodies::attach()
{
  free_since_rebuild.clear();
  has_broken = false;
  counts.held_now = 0.0;
  const std::vector<RigidBodies::Body> &all = bodies.all();
  for (const RigidBodies::Body &body : all)
    if (body.shape >= 0 && body.owner < atom->nlocal) counts.held_now++;
  contact_body_of = bodies.bodies_of_atoms();
  for (int &n : contact_body_of)
    if (n >= 0 && all[n].shape >= 0) n = -1;
  watched.find_watched();
}

void HeldBodies::rest_bonds()
{
  BondStates &states = bodies.bonds.state->states;
  for (const int i : going_to_rest)
    for (int m = 0; m < atom->num_bond[i]; m++)
      if (const int n = states.number_of_slot(i, m); n >= 0) states.rest(n);
  going_to_rest.clear();
  states.find_live_blocks();
}

// ---- release

HeldBodies::Released HeldBodies::release_loaded()
{
  Released now = {false, false};
  watched.watch_bonds(*bodies.bonds.laws, bodies.bonds.state->states);
  if (bodies.any_held()) now = {release_overloaded(), ask_all_ranks()};
  counts.held_steps += counts.held_now;
  counts.steps++;
  return now;
}

bool HeldBodies::release_overloaded()
{
  const std::vector<LoadedCluster> freed = loads.find_overloaded();
  if (!freed.empty()) compare_periods(freed);
  for (const LoadedCluster &on : freed) {
    activate_bonds(on, release(on));
    free_since_rebuild.insert(on.tags.begin(), on.tags.end());
  }
  return !freed.empty();
}

void HeldBodies::compare_periods(const std::vector<LoadedCluster> &freed)
{
  std::vector<ContactPeriods::Cluster> released;
  for (const LoadedCluster &on : freed) {
    const RigidBodies::Body &body = bodies.all()[on.body];
    const HeldShape &shape = shapes[body.shape];
    double lightest = HUGE_VAL;
    for (const grist::ModelElement &e : shape.definition().elements)
      lightest = std::min(lightest, e.mass * body.scale.mass * force->ftm2v);
    released.push_back({body.motion.mass, lightest, body.scale.period(shape.first_period())});
  }
  periods.compare(released);
}

// Whether a bond broke between elements whose pairs are not in lists. Collective in one of ASK
// steps.
bool HeldBodies::ask_all_ranks()
{
  if (update->ntimestep % ASK != 0) return false;
  enum { BROKEN = 1, FREED = 2 };
  int mine = (has_broken ? BROKEN : 0) | (periods.is_known() ? FREED : 0), any = 0;
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_BOR, world);
  if (any & FREED) periods.warn();
  return any & BROKEN;
}

// The elements go to where the loads have moved them, with momentum and angular momentum kept; so
// do their ghosts on ranks that have a part. The masses in the shape are those of the bonds' law.
grist::ReleasedState HeldBodies::release(const LoadedCluster &on)
{
  RigidBodies::Body &body = bodies.all()[on.body];
  const double length = body.scale.length;
  grist::ReleasedState state =
      grist::released_state(shapes[body.shape].relief(), on.loads,
                            body.scale.to_shape(transposed(body.axes) * body.omega));
  const grist::Matrix3d inertia = force->ftm2v * body.scale.mass * length * length *
      (body.axes * state.inertia * transposed(body.axes));
  const Vector3d omega = grist::solve_symmetric(inertia, body.motion.angular_momentum);
  const auto &elements = shapes[body.shape].definition().elements;
  std::vector<Vector3d> moved, velocity;
  for (int e = 0; e < body.count; e++) {
    moved.emplace_back(body.axes * body.scale.displacement(state.displacement[e].linear));
    const Vector3d place = length * elements[e].place, arm = body.axes * place + moved.back();
    velocity.emplace_back(body.motion.velocity + cross(omega, arm));
    place_ghosts(on.tags[e], moved[e], velocity[e], omega);
  }
  std::vector<int> freed;
  for (int n = body.first; n < body.end; n++) {
    const int i = bodies.members()[n].atom, e = bodies.members()[n].element;
    energy -= kinetic_energy_of(i);
    grist::add_to(atom->x[i], moved[e]);
    grist::copy_to(atom->v[i], velocity[e]);
    grist::copy_to(atom->omega[i], omega);
    // Forces stay on their lines, so that they keep the angular momentum that they have with what
    // exerts them.
    grist::add_to(atom->torque[i], -(cross(moved[e], grist::vector_at(atom->f[i]))));
    energy += kinetic_energy_of(i) - dot(grist::vector_at(atom->f[i]), moved[e]);
    freed.push_back(i);
  }
  if (!freed.empty()) watched.release(freed, body.scale.period(shapes[body.shape].first_period()));
  if (body.owner < atom->nlocal) {
    counts.totals.releases++;
    counts.held_now--;
  }
  bodies.release(body);
  return state;
}

void HeldBodies::place_ghosts(tagint tag, const Vector3d &moved, const Vector3d &velocity,
                              const Vector3d &omega) const
{
  for (int j = atom->map(tag); j >= 0; j = atom->sametag[j]) {
    if (j < atom->nlocal) continue;
    grist::add_to(atom->x[j], moved);
    grist::copy_to(atom->v[j], velocity);
    grist::copy_to(atom->omega[j], omega);
  }
}

// Bonds of owned elements. Both the slots of an atom by partner and the bonds of an element by its
// other end are in the order of ids.
void HeldBodies::activate_bonds(const LoadedCluster &on, const grist::ReleasedState &state)
{
  const RigidBodies::Body &body = bodies.all()[on.body];
  const HeldShape &shape = shapes[body.shape];
  BondStates &states = bodies.bonds.state->states;
  const SingleBonds single(lmp, *bodies.bonds.laws, states);
  std::vector<std::pair<tagint, int>> slots;
  for (int n = body.first; n < body.end; n++) {
    const int i = bodies.members()[n].atom;
    slots.clear();
    for (int m = 0; m < atom->num_bond[i]; m++) slots.emplace_back(atom->bond_atom[i][m], m);
    std::sort(slots.begin(), slots.end());
    const std::vector<int> bonds = shape.bonds_of(bodies.members()[n].element);
    for (size_t k = 0; k < bonds.size() && k < slots.size(); k++) {
      const int number = states.number_of_slot(i, slots[k].second);
      if (number < 0) continue;
      const grist::BondBlock &block = states.bonds.block_of(number);
      const int lane = grist::BondBlocks::lane_of(number), a = block.a[lane], b = block.b[lane];
      if (i != a && a < atom->nlocal) continue;    // done at its other end
      const BondLoad load = body.scale.load(state.bonds[bonds[k]]);
      const Vector3d normal =
          normalized(grist::vector_at(atom->x[b]) - grist::vector_at(atom->x[a]));
      const Vector3d force = body.axes * load.force;
      states.activate(number,
                      {block.length_initial[lane], normal, force - dot(force, normal) * normal,
                       body.axes * load.moment, states.bonds.state(number).memory});
      single.add_forces_of(number);
      if (a < atom->nlocal) energy += single.energy_of(number);
    }
  }
}
