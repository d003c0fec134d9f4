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
#include "styles/guard/run_limits.h"
#include "update.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <map>

using namespace LAMMPS_NS;
using grist::BondLoad;
using grist::BondStress;
using grist::ElementLoad;
using grist::HeldShape;
using grist::Vector3d;
using Place = Eigen::Map<Vector3d>;

static constexpr bigint LOOK_AT_PERIODS = 1000;    // steps

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

double RigidBodies::own_held() const
{
  return static_cast<double>(std::count_if(bodies.begin(), bodies.end(), [this](const Body &body) {
    return body.shape >= 0 && !body.is_released && body.owner < atom->nlocal;
  }));
}

// By molecules, which know what belongs together before ghosts do.
double RigidBodies::size_of_present() const
{
  if (!held) return 0.0;
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
  std::vector<double> numbers;
  for (const auto &[id, box] : boxes) {
    numbers.push_back(static_cast<double>(id));
    numbers.insert(numbers.end(), box.min().data(), box.min().data() + 3);
    numbers.insert(numbers.end(), box.max().data(), box.max().data() + 3);
  }
  const std::vector<double> all = HeldClusters::gather(numbers, world);
  double most = 0.0;
  boxes.clear();
  for (size_t n = 0; n < all.size(); n += 7) {
    Eigen::AlignedBox3d &box = boxes[static_cast<tagint>(all[n])];
    box.extend(Vector3d(&all[n + 1]));
    box.extend(Vector3d(&all[n + 4]));
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
  if (!held) return {false, false};
  held->watch_bonds(released);
  const std::vector<int> at_risk = bodies_at_risk();
  enum { AT_RISK = 1, BROKEN = 2 };
  int mine = (at_risk.empty() ? 0 : AT_RISK) | (has_broken ? BROKEN : 0), any = 0;
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_BOR, world);
  has_broken = false;
  const bool lists_are_old = free_since_rebuild && (any & BROKEN);
  const bool any_here = (any & AT_RISK) && release(at_risk);
  return {any_here, lists_are_old};
}

bool RigidBodies::release(const std::vector<int> &at_risk)
{

  std::vector<OnHeld> freed;
  for (OnHeld &on : loads_on(at_risk))
    if (largest_share(on) > held->settings().release) freed.push_back(std::move(on));
  int mine = !freed.empty(), any = 0;
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, world);
  if (!any) return false;
  free_since_rebuild = true;
  warn_of_period(freed);

  std::vector<grist::ReleasedState> states;
  for (const OnHeld &on : freed) states.push_back(release(on));
  comm->forward_comm();
  for (size_t n = 0; n < freed.size(); n++) wake_bonds(freed[n], states[n]);
  return mine;
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

// Finds the loads of all bodies, too: they hold until elements have moved.
std::vector<BondStress> RigidBodies::bounds_of_loads()
{
  const size_t count = bodies.size();
  std::vector<BondStress> bounds(count, {0.0, 0.0});
  loads.assign(count, Load());
  for (size_t n = 0; n < count; n++) {
    if (bodies[n].is_released) continue;
    if (bodies[n].shape >= 0)
      add_load(bodies[n], loads[n], bounds[n]);
    else
      loads[n] = load_of(bodies[n]);
  }
  if (comm->nprocs > 1) {
    mail.begin(8);
    for (size_t n = 0; n < count; n++) {
      if (!bodies[n].is_split || bodies[n].is_released) continue;
      double *letter = mail.letter(bodies[n].owner);
      Vector3d::Map(letter) = loads[n].force;
      Vector3d::Map(letter + 3) = loads[n].torque;
      letter[6] = bounds[n].tension;
      letter[7] = bounds[n].shear;
    }
    mail.gather();
    mail.spread();
    for (size_t n = 0; n < count; n++) {
      if (!bodies[n].is_split || bodies[n].is_released) continue;
      const double *letter = mail.letter(bodies[n].owner);
      loads[n] = {Vector3d(letter), Vector3d(letter + 3)};
      bounds[n] = {letter[6], letter[7]};
    }
  }
  loads_are_known = true;
  return bounds;
}

std::vector<int> RigidBodies::bodies_at_risk()
{
  const std::vector<BondStress> bounds = bounds_of_loads();
  std::vector<int> chosen;
  for (size_t n = 0; n < bodies.size(); n++) {
    const Body &body = bodies[n];
    if (body.shape < 0 || body.is_released) continue;
    const BondStress &spin = held->shape(body.shape).bounds().spin;
    const double square = body.scale.to_shape(body.omega).squaredNorm();
    const BondStress all = {bounds[n].tension + spin.tension * square,
                            bounds[n].shear + spin.shear * square};
    if (all.share_of(held->material(body.shape)) > held->settings().release * body.weakest)
      chosen.push_back(static_cast<int>(n));
  }
  return chosen;
}

// Of bodies with elements on several ranks every rank gets all. Collective.
std::vector<RigidBodies::OnHeld> RigidBodies::loads_on(const std::vector<int> &chosen)
{
  constexpr int NUMBERS = 9;    // cluster, tag, element, force, torque in space axes
  std::vector<double> shared;
  std::vector<OnHeld> all;
  std::map<tagint, size_t> split;
  const auto add = [&](OnHeld &on, tagint tag, int element, const Vector3d &force,
                       const Vector3d &torque) {
    const Body &body = bodies[on.body];
    on.tags[element] = tag;
    if (force.isZero(0.0) && torque.isZero(0.0)) return;
    const grist::Matrix3d to_axes = body.axes.transpose();
    on.loads.push_back(
        body.scale.to_shape(ElementLoad{element, to_axes * force, to_axes * torque}));
  };
  for (const int n : chosen) {
    const Body &body = bodies[n];
    all.push_back({n, {}, std::vector<tagint>(body.count)});
    for (int m = body.first; m < body.end; m++) {
      const int i = members[m].atom;
      const Vector3d force(atom->f[i]), torque(atom->torque[i]);
      if (!body.is_split) {
        add(all.back(), atom->tag[i], members[m].element, force, torque);
        continue;
      }
      split.emplace(avec->cluster[i], all.size() - 1);
      shared.insert(shared.end(),
                    {static_cast<double>(avec->cluster[i]), static_cast<double>(atom->tag[i]),
                     static_cast<double>(members[m].element), force.x(), force.y(), force.z(),
                     torque.x(), torque.y(), torque.z()});
    }
  }
  if (comm->nprocs > 1) {
    const std::vector<double> everywhere = HeldClusters::gather(shared, world);
    for (const double *in = everywhere.data(), *end = in + everywhere.size(); in < end;
         in += NUMBERS) {
      const auto here = split.find(static_cast<tagint>(in[0]));
      if (here != split.end())
        add(all[here->second], static_cast<tagint>(in[1]), static_cast<int>(in[2]),
            Vector3d(in + 3), Vector3d(in + 6));
    }
  }
  // In one order on any number of ranks.
  for (OnHeld &on : all)
    std::sort(on.loads.begin(), on.loads.end(), [](const ElementLoad &one, const ElementLoad &two) {
      return one.element < two.element;
    });
  return all;
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

// The elements of this rank go to where the loads have moved them, with momentum and angular momentum kept. The masses in the shape
// are those of the bonds' law.
grist::ReleasedState RigidBodies::release(const OnHeld &on)
{
  Body &body = bodies[on.body];
  const double length = body.scale.length;
  grist::ReleasedState state = grist::released_state(held->shape(body.shape).relief(), on.loads,
                                                     body.scale.to_shape(omega_in_axes(body)));
  const grist::Matrix3d inertia = force->ftm2v * body.scale.mass * length * length *
      (body.axes * state.inertia * body.axes.transpose());
  const Vector3d omega = inertia.ldlt().solve(body.motion.angular_momentum);
  for (int n = body.first; n < body.end; n++) {
    const Member &member = members[n];
    const int i = member.atom;
    const Vector3d moved = body.axes *
        body.scale.displacement(Vector3d(state.displacement.segment<3>(6 * member.element)));
    const Vector3d arm = body.axes * member.place + moved;
    held_energy -= kinetic_energy_of(i);
    Place(atom->x[i]) += moved;
    Place(atom->v[i]) = body.motion.velocity + omega.cross(arm);
    Place(atom->omega[i]) = omega;
    // Forces stay on their lines, so that they keep the angular momentum that they have with what exerts them.
    Place(atom->torque[i]) -= moved.cross(Vector3d(atom->f[i]));
    held_energy += kinetic_energy_of(i) - Vector3d(atom->f[i]).dot(moved);
    avec->is_rigid[i] = 0;
    element_flags[i] = 0;
    body_of[i] = -1;
    held->release(i, body.scale, body.shape);
    released.push_back(i);
  }
  if (body.owner < atom->nlocal) {
    kept[body.owner] = -1;
    releases += 1.0;
  }
  body.is_released = true;
  return state;
}

// Bonds of owned elements. Both the slots of an atom by partner and the bonds of an element by its other end are in the order of ids.
void RigidBodies::wake_bonds(const OnHeld &on, const grist::ReleasedState &state)
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
      states.wake(number,
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

// Contacts of bodies last longer than those of their elements, by mass^0.4 (Hertz).
void RigidBodies::warn_of_period(const std::vector<OnHeld> &freed)
{
  const bigint step = Pointers::update->ntimestep;
  if (has_warned_of_period || step < next_look_at_periods) return;
  next_look_at_periods = step + LOOK_AT_PERIODS;
  double here = HUGE_VAL, shortest = 0.0;
  const RunLimits limits = limits_of_run(lmp);
  for (const TimeLimit &limit : limits.times)
    if (limit.kind == TimeLimitKind::CONTACT) here = std::min(here, limit.time);
  MPI_Allreduce(&here, &shortest, 1, MPI_DOUBLE, MPI_MIN, world);
  double worst[2] = {HUGE_VAL, 0.0};
  for (const OnHeld &on : freed) {
    const Body &body = bodies[on.body];
    const HeldShape &shape = held->shape(body.shape);
    double lightest = HUGE_VAL;
    for (const grist::ModelElement &e : shape.definition().elements)
      lightest = std::min(lightest, e.mass * body.scale.mass * Pointers::force->ftm2v);
    const double contact = shortest * std::pow(body.motion.mass / lightest, 0.4),
                 period = body.scale.period(shape.first_period());
    if (contact / period < worst[0]) worst[0] = contact / period, worst[1] = period;
  }
  struct {
    double ratio;
    int rank;
  } mine = {worst[0], comm->me}, least;
  MPI_Allreduce(&mine, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, world);
  MPI_Bcast(&worst[1], 1, MPI_DOUBLE, least.rank, world);
  if (least.ratio >= 1.0) return;
  has_warned_of_period = true;
  if (comm->me == 0)
    error->warning(
        FLERR,
        "{}: contacts of held clusters last {:.3g} of their first period, {:.3g} (expected "
        "more than 1: softer contacts or stiffer bonds, or hold no)",
        user, least.ratio, worst[1]);
}
