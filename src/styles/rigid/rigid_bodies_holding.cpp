// RigidBodies: bonded clusters that are held rigid until they are loaded.

#include "styles/rigid/rigid_bodies.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "modify.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/bonds/bond_parallel.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/common/rank_vectors.h"
#include "styles/guard/run_limits.h"
#include "update.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <list>
#include <map>

using namespace LAMMPS_NS;
using grist::BondLoad;
using grist::BondStress;
using grist::ElementLoad;
using grist::HeldShape;
using grist::Vector3d;
using Place = Eigen::Map<Vector3d>;

static constexpr bigint LOOK_AT_PERIODS = 1000;    // steps
static constexpr bigint ASK = 8;    // steps from one question to all ranks to the next

void RigidBodies::hold(const HoldSettings &settings)
{
  held = std::make_unique<HeldClusters>(lmp, user, settings);
}

void RigidBodies::set_bond_style(BondParallel *style)
{
  bond_style = style;
  if (held) held->set_bond_style(style);
}

std::vector<double> RigidBodies::shapes_of_held() const
{
  return held ? held->pack_shapes() : std::vector<double>();
}

void RigidBodies::set_shapes_of_held(const std::vector<double> &numbers)
{
  if (held) held->unpack_shapes(numbers);
}

RigidBodies::Counts RigidBodies::counts_of_all() const
{
  Counts all;
  MPI_Reduce(&counts, &all, 2, MPI_DOUBLE, MPI_SUM, 0, world);
  return all;
}

// By molecules, which know what belongs together before ghosts do.
double RigidBodies::size_of_present() const
{
  if (!held) return 0.0;
  struct Box {
    tagint molecule;
    Vector3d low, high;
  };
  std::map<tagint, Eigen::AlignedBox3d> boxes;
  for (int i = 0; i < atom->nlocal; i++) {
    if (atom->num_bond[i] == 0) continue;
    Vector3d x;
    domain->unmap(atom->x[i], atom->image[i], x.data());
    const Vector3d radius = Vector3d::Constant(atom->radius[i]);
    Eigen::AlignedBox3d &box = boxes[atom->molecule[i]];
    box.extend(Vector3d(x - radius));
    box.extend(Vector3d(x + radius));
  }
  std::vector<Box> mine;
  for (const auto &[id, box] : boxes) mine.push_back({id, box.min(), box.max()});
  double most = 0.0;
  boxes.clear();
  for (const Box &part : from_all_ranks(mine, world)) {
    Eigen::AlignedBox3d &box = boxes[part.molecule];
    box.extend(part.low);
    box.extend(part.high);
    most = std::max(most, box.diagonal().norm());
  }
  return most;
}

void RigidBodies::rest_bonds()
{
  if (!held) return;
  BondStates &states = bond_state()->states;
  for (const int i : going_to_rest)
    for (int m = 0; m < atom->num_bond[i]; m++)
      if (const int n = states.number_of_slot(i, m); n >= 0) states.rest(n);
  going_to_rest.clear();
  states.find_live_blocks();
}

/* ----------------------------------------------------------------------
   which clusters are loaded
------------------------------------------------------------------------- */

RigidBodies::Released RigidBodies::release_loaded()
{
  Released now = {false, false};
  if (!held) return now;
  held->watch_bonds();
  if (any_held) now = {release(bodies_at_risk()), ask_all_ranks()};
  held_steps += held_now;
  steps++;
  return now;
}

bool RigidBodies::release(const std::vector<int> &at_risk)
{
  if (at_risk.empty()) return false;
  std::vector<OnHeld> freed;
  for (OnHeld &on : loads_on(at_risk))
    if (largest_share(on) > held->settings().release) freed.push_back(std::move(on));
  if (!freed.empty()) compare_periods(freed);
  for (const OnHeld &on : freed) {
    activate_bonds(on, release(on));
    free_since_rebuild.insert(on.tags.begin(), on.tags.end());
  }
  return !freed.empty();
}

// Whether a bond broke between elements whose pairs are not in lists. Collective in one of ASK
// steps.
bool RigidBodies::ask_all_ranks()
{
  if (Pointers::update->ntimestep % ASK != 0) return false;
  enum { BROKEN = 1, FREED = 2 };
  int mine = (has_broken ? BROKEN : 0) | (least_contact.is_known ? FREED : 0), any = 0;
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_BOR, world);
  if (any & FREED) warn_of_period();
  return any & BROKEN;
}

// Sum of the forces on the elements that this rank has, and what these can do to any bond at most.
void RigidBodies::add_load(const Body &body, Load &sum, BondStress &bound) const
{
  if (body.first == body.end) return;
  const grist::LoadBounds &most = held->shape(body.shape).bounds();
  const double per_force = 1.0 / (body.scale.length * body.scale.length),
               per_torque = per_force / body.scale.length;
  const double *f = atom->f[0], *torques = atom->torque[0];
  for (int n = body.first; n < body.end; n++) {
    const auto i = 3 * static_cast<size_t>(members[n].atom);
    const Vector3d on(f + i), torque(torques + i);
    const double size = on.norm(), turn = torque.norm();
    if (size == 0.0 && turn == 0.0) continue;
    sum.force += on;
    sum.torque += (body.axes * members[n].place).cross(on) + torque;
    const BondStress &by_force = most.force[members[n].element],
                     &by_torque = most.torque[members[n].element];
    bound.tension += by_force.tension * size * per_force + by_torque.tension * turn * per_torque;
    bound.shear += by_force.shear * size * per_force + by_torque.shear * turn * per_torque;
  }
}

bool RigidBodies::is_at_risk(const Body &body, const BondStress &bound) const
{
  if (body.shape < 0 || body.is_released) return false;
  const BondStress &spin = held->shape(body.shape).bounds().spin;
  const double square = body.scale.to_shape(body.omega).squaredNorm();
  const BondStress all = {bound.tension + spin.tension * square, bound.shear + spin.shear * square};
  return all.share_of(held->material(body.shape)) > held->settings().release * body.weakest;
}

// Finds the loads of all bodies, too: they hold until elements have moved. Of a body on several
// ranks its owner decides.
std::vector<int> RigidBodies::bodies_at_risk()
{
  const size_t count = bodies.size();
  std::vector<BondStress> bounds(count, {0.0, 0.0});
  loads.assign(count, Load());
  std::vector<int> chosen;
  if (any_split) messages.begin<LoadOnHeld>();
  for (size_t n = 0; n < count; n++) {
    const Body &body = bodies[n];
    if (body.is_released) continue;
    if (body.shape >= 0)
      add_load(body, loads[n], bounds[n]);
    else
      loads[n] = load_of(body);
    if (body.is_split)
      messages.write(body.owner, LoadOnHeld{loads[n], bounds[n], false});
    else if (is_at_risk(body, bounds[n]))
      chosen.push_back(static_cast<int>(n));
  }
  loads_are_known = true;
  if (!any_split) return chosen;
  messages.gather();
  for (const Body &body : bodies) {
    if (!body.is_split || body.is_released || body.owner >= atom->nlocal) continue;
    auto sum = messages.read<LoadOnHeld>(body.owner);
    sum.is_at_risk = is_at_risk(body, sum.bound);
    messages.write(body.owner, sum);
  }
  messages.spread();
  for (size_t n = 0; n < count; n++) {
    if (!bodies[n].is_split || bodies[n].is_released) continue;
    const auto sum = messages.read<LoadOnHeld>(bodies[n].owner);
    loads[n] = sum.load;
    if (sum.is_at_risk) chosen.push_back(static_cast<int>(n));
  }
  return chosen;
}

// Loads on its elements on this rank, in space axes.
std::vector<RigidBodies::LoadOnElement> RigidBodies::loads_here(const Body &body) const
{
  std::vector<LoadOnElement> found;
  for (int m = body.first; m < body.end; m++) {
    const int i = members[m].atom;
    found.push_back(
        {atom->tag[i], members[m].element, Vector3d(atom->f[i]), Vector3d(atom->torque[i])});
  }
  return found;
}

// Loads on chosen bodies, on all ranks that have a part of them.
std::vector<RigidBodies::OnHeld> RigidBodies::loads_on(const std::vector<int> &chosen)
{
  const std::map<tagint, std::vector<LoadOnElement>> shared = share_loads(chosen);
  std::vector<OnHeld> all;
  for (const int n : chosen) {
    const Body &body = bodies[n];
    OnHeld on = {n, {}, std::vector<tagint>(body.count)};
    const grist::Matrix3d to_axes = body.axes.transpose();
    for (const LoadOnElement &one :
         body.is_split ? shared.at(atom->tag[body.owner]) : loads_here(body)) {
      on.tags[one.element] = one.tag;
      if (one.force.isZero(0.0) && one.torque.isZero(0.0)) continue;
      on.loads.push_back(
          body.scale.to_shape(ElementLoad{one.element, to_axes * one.force, to_axes * one.torque}));
    }
    // The same order on any number of ranks.
    std::sort(on.loads.begin(), on.loads.end(), [](const ElementLoad &one, const ElementLoad &two) {
      return one.element < two.element;
    });
    all.push_back(std::move(on));
  }
  return all;
}

// Loads on chosen bodies that several ranks share, by the tag of the owner: each part goes to the
// owner's rank, and from there all parts go to all ranks that have one. No rank is a step ahead of
// another here, because the messages of this step have been exchanged.
std::map<tagint, std::vector<RigidBodies::LoadOnElement>>
RigidBodies::share_loads(const std::vector<int> &chosen) const
{
  enum {
    PART = 1,
    ALL = 2
  };    // messages of one rank, and of all; the tag of the first element is the owner's
  std::map<tagint, std::vector<LoadOnElement>> sums;
  std::map<tagint, std::vector<int>> sources;
  std::list<std::vector<LoadOnElement>> sent;
  std::vector<MPI_Request> requests;
  const auto send = [&](tagint id, const std::vector<LoadOnElement> &loads, int rank, int what) {
    sent.push_back({{id, 0, Vector3d::Zero(), Vector3d::Zero()}});
    sent.back().insert(sent.back().end(), loads.begin(), loads.end());
    requests.emplace_back();
    MPI_Isend(sent.back().data(), static_cast<int>(sent.back().size() * sizeof(LoadOnElement)),
              MPI_BYTE, rank, what, world, &requests.back());
  };
  const auto receive = [&](int what) {
    MPI_Status status;
    int bytes = 0;
    MPI_Probe(MPI_ANY_SOURCE, what, world, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    std::vector<LoadOnElement> loads(bytes / sizeof(LoadOnElement));
    MPI_Recv(loads.data(), bytes, MPI_BYTE, status.MPI_SOURCE, what, world, MPI_STATUS_IGNORE);
    const tagint id = loads.front().tag;
    sums[id].insert(sums[id].end(), loads.begin() + 1, loads.end());
    sources[id].push_back(status.MPI_SOURCE);
  };
  int parts = 0, copies = 0;
  for (const int n : chosen) {
    const Body &body = bodies[n];
    if (!body.is_split) continue;
    const tagint id = atom->tag[body.owner];
    if (body.owner < atom->nlocal) {
      sums[id] = loads_here(body);
      parts += body.copies;
    } else {
      send(id, loads_here(body), body.owner_rank, PART);
      copies++;
    }
  }
  for (; parts > 0; parts--) receive(PART);
  for (const auto &[id, ranks] : sources)
    for (const int rank : ranks) send(id, sums[id], rank, ALL);
  for (; copies > 0; copies--) receive(ALL);
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  return sums;
}

// In the axes of the body.
static Vector3d omega_in_axes(const grist::PosedBody &body)
{
  return body.axes.transpose() * body.omega;
}

double RigidBodies::largest_share(const OnHeld &on) const
{
  const Body &body = bodies[on.body];
  const HeldShape &shape = held->shape(body.shape);
  const grist::ClusterModel &model = shape.relief().model();
  const grist::BondMaterial &material = held->material(body.shape);
  const std::vector<BondLoad> of_bonds =
      shape.relief().bond_loads(on.loads, body.scale.to_shape(omega_in_axes(body)));
  double most = 0.0;
  for (size_t n = 0; n < of_bonds.size(); n++) {
    const grist::ModelBond &bond = model.bonds[n];
    const BondStress stress = model.stress(bond, of_bonds[n], held->settings().compression);
    most = std::max(most,
                    stress.share_of(material) /
                        held->strength_factor(body.shape, on.tags[bond.a], on.tags[bond.b]));
  }
  return most;
}

/* ----------------------------------------------------------------------
   release
------------------------------------------------------------------------- */

// The elements go to where the loads have moved them, with momentum and angular momentum kept; so
// do their ghosts on ranks that have a part. The masses in the shape are those of the bonds' law.
grist::ReleasedState RigidBodies::release(const OnHeld &on)
{
  Body &body = bodies[on.body];
  const double length = body.scale.length;
  grist::ReleasedState state = grist::released_state(held->shape(body.shape).relief(), on.loads,
                                                     body.scale.to_shape(omega_in_axes(body)));
  const grist::Matrix3d inertia = force->ftm2v * body.scale.mass * length * length *
      (body.axes * state.inertia * body.axes.transpose());
  const Vector3d omega = inertia.ldlt().solve(body.motion.angular_momentum);
  const auto &elements = held->shape(body.shape).definition().elements;
  std::vector<Vector3d> moved, velocity;
  for (int e = 0; e < body.count; e++) {
    moved.emplace_back(body.axes *
                       body.scale.displacement(Vector3d(state.displacement.segment<3>(6 * e))));
    const Vector3d place = length * elements[e].place, arm = body.axes * place + moved.back();
    velocity.emplace_back(body.motion.velocity + omega.cross(arm));
    place_ghosts(on.tags[e], moved[e], velocity[e], omega);
  }
  std::vector<int> freed;
  for (int n = body.first; n < body.end; n++) {
    const int i = members[n].atom, e = members[n].element;
    held_energy -= kinetic_energy_of(i);
    Place(atom->x[i]) += moved[e];
    Place(atom->v[i]) = velocity[e];
    Place(atom->omega[i]) = omega;
    // Forces stay on their lines, so that they keep the angular momentum that they have with what
    // exerts them.
    Place(atom->torque[i]) -= moved[e].cross(Vector3d(atom->f[i]));
    held_energy += kinetic_energy_of(i) - Vector3d(atom->f[i]).dot(moved[e]);
    avec->is_rigid[i] = 0;
    element_flags[i] = 0;
    body_of[i] = -1;
    freed.push_back(i);
  }
  if (!freed.empty()) held->release(freed, body.scale, body.shape);
  if (body.owner < atom->nlocal) {
    kept[body.owner] = -1;
    counts.releases++;
    held_now--;
  }
  body.is_released = true;
  return state;
}

void RigidBodies::place_ghosts(tagint tag, const Vector3d &moved, const Vector3d &velocity,
                               const Vector3d &omega) const
{
  for (int j = atom->map(tag); j >= 0; j = atom->sametag[j]) {
    if (j < atom->nlocal) continue;
    Place(atom->x[j]) += moved;
    Place(atom->v[j]) = velocity;
    Place(atom->omega[j]) = omega;
  }
}

// Bonds of owned elements. Both the slots of an atom by partner and the bonds of an element by its
// other end are in the order of ids.
void RigidBodies::activate_bonds(const OnHeld &on, const grist::ReleasedState &state)
{
  const Body &body = bodies[on.body];
  const HeldShape &shape = held->shape(body.shape);
  BondStates &states = bond_state()->states;
  std::vector<std::pair<tagint, int>> slots;
  for (int n = body.first; n < body.end; n++) {
    const int i = members[n].atom;
    slots.clear();
    for (int m = 0; m < atom->num_bond[i]; m++) slots.emplace_back(atom->bond_atom[i][m], m);
    std::sort(slots.begin(), slots.end());
    const std::vector<int> bonds = shape.bonds_of(members[n].element);
    for (size_t k = 0; k < bonds.size() && k < slots.size(); k++) {
      const int number = states.number_of_slot(i, slots[k].second);
      if (number < 0) continue;
      const grist::BondBlock &block = states.bonds.block_of(number);
      const int lane = grist::BondBlocks::lane_of(number), a = block.a[lane], b = block.b[lane];
      if (i != a && a < atom->nlocal) continue;    // done at its other end
      const BondLoad load = body.scale.load(state.bonds[bonds[k]]);
      const Vector3d normal = (Place(atom->x[b]) - Place(atom->x[a])).normalized();
      const Vector3d force = body.axes * load.force;
      states.activate(number,
                      {block.length_initial[lane], normal, force - force.dot(normal) * normal,
                       body.axes * load.moment});
      bond_style->add_forces_of(number);
      if (a < atom->nlocal) held_energy += bond_style->energy_of(number);
    }
  }
}

/* ----------------------------------------------------------------------
   inertia relief is statics
------------------------------------------------------------------------- */

// Contacts of bodies last longer than those of their elements, by mass^0.4 (Hertz). Of those that
// this rank has in the step of release.
void RigidBodies::compare_periods(const std::vector<OnHeld> &freed)
{
  if (has_warned_of_period || Pointers::update->ntimestep < next_look_at_periods) return;
  double shortest = HUGE_VAL;
  const RunLimits limits = limits_of_run(lmp);
  for (const TimeLimit &limit : limits.times)
    if (limit.kind == TimeLimitKind::CONTACT) shortest = std::min(shortest, limit.time);
  for (const OnHeld &on : freed) {
    const Body &body = bodies[on.body];
    const HeldShape &shape = held->shape(body.shape);
    double lightest = HUGE_VAL;
    for (const grist::ModelElement &e : shape.definition().elements)
      lightest = std::min(lightest, e.mass * body.scale.mass * Pointers::force->ftm2v);
    const double contact = shortest * std::pow(body.motion.mass / lightest, 0.4),
                 period = body.scale.period(shape.first_period());
    if (!least_contact.is_known || contact / period < least_contact.ratio)
      least_contact = {true, contact / period, period};
  }
}

// Collective.
void RigidBodies::warn_of_period()
{
  struct {
    double ratio;
    int rank;
  } mine = {least_contact.ratio, comm->me}, least;
  double period = least_contact.period;
  least_contact = LeastContact();
  next_look_at_periods = Pointers::update->ntimestep + LOOK_AT_PERIODS;
  MPI_Allreduce(&mine, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, world);
  MPI_Bcast(&period, 1, MPI_DOUBLE, least.rank, world);
  if (least.ratio >= 1.0) return;
  has_warned_of_period = true;
  if (comm->me == 0)
    error->warning(
        FLERR,
        "{}: contacts of held clusters last {:.3g} of their first period, {:.3g} (expected "
        "more than 1: softer contacts or stiffer bonds, or hold no)",
        user, least.ratio, period);
}
