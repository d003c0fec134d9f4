// RigidBodies: how elements become bodies.

#include "styles/rigid/rigid_bodies.h"

#include "atom.h"
#include "comm.h"
#include "common/constants.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "modify.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/bonds/bond_parallel.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/rigid/periods.h"

#include <algorithm>
#include <stdexcept>

using namespace LAMMPS_NS;
using grist::RigidElement;
using grist::Vector3d;
using Place = Eigen::Map<Vector3d>;

// Largest rounding error of a place over the size of the box, and of a velocity over the greatest
// of its body: more is a change by a command.
static constexpr double ROUNDING = 1e-9;

static bool all_agree(bool here, MPI_Comm world)
{
  const int mine = here;
  int all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, world);
  return all;
}

/* ----------------------------------------------------------------------
   at a rebuild, and at the start of a run
------------------------------------------------------------------------- */

void RigidBodies::update(int groupbit)
{
  messages.find_owners();
  if (held) form_held(groupbit);
  form_new(groupbit);
  if (const tagint broken = incomplete_cluster(); broken > 0) error_not_whole(broken);
  attach();
}

void RigidBodies::update_at_setup(int groupbit)
{
  bond_state()->update_clusters();
  messages.find_owners();
  if (!all_agree(incomplete_cluster() == 0, world)) dissolve();
  update(groupbit);
  if (elements_are_in_place()) return;
  dissolve();
  update(groupbit);
}

FixBondState *RigidBodies::bond_state() const
{
  return dynamic_cast<FixBondState *>(modify->get_fix_by_id(FixBondState::ID));
}

// A cluster whose owner is missing, or has not the number of elements that its body was made of; 0
// for none. Collective.
tagint RigidBodies::incomplete_cluster()
{
  messages.begin<Count>();
  tagint found = 0;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!avec->is_rigid[i]) continue;
    const int owner = atom->map(avec->cluster[i]);
    if (owner >= 0 && messages.is_owner(owner))
      count_one(owner);
    else
      found = avec->cluster[i];
  }
  if (comm->nprocs > 1) messages.gather();
  for (int i = 0; i < atom->nlocal; i++)
    if (messages.is_owner(i) &&
        (kept[i] < 0 || bodies[kept[i]].count != messages.read<Count>(i).elements))
      found = avec->cluster[i];
  return found;
}

bool RigidBodies::elements_are_in_place() const
{
  double size = 0.0;
  for (int d = 0; d < 3; d++)
    size = std::max({size, std::abs(domain->boxlo[d]), std::abs(domain->boxhi[d])});
  bool well = true;
  for (const Body &body : bodies) {
    const grist::RigidBody &motion = body.motion;
    const Vector3d omega = motion.angular_velocity();
    for (int n = body.first; n < body.end; n++) {
      const int i = members[n].atom;
      const Vector3d arm = motion.orientation * members[n].place;
      const Vector3d off = motion.position + arm + shifts[n] - Place(atom->x[i]);
      const double speed = motion.velocity.norm() + omega.norm() * greatest_reach;
      const double spin = omega.norm() + motion.velocity.norm() / greatest_reach;
      if (off.norm() > ROUNDING * size ||
          (motion.velocity + omega.cross(arm) - Place(atom->v[i])).norm() > ROUNDING * speed ||
          (omega - Place(atom->omega[i])).norm() > ROUNDING * spin)
        well = false;
    }
  }
  return all_agree(well, world);
}

void RigidBodies::dissolve()
{
  std::fill_n(avec->is_rigid, atom->nlocal + atom->nghost, 0);
  std::fill(kept.begin(), kept.end(), -1);
  bodies.clear();
}

/* ----------------------------------------------------------------------
   clusters that are held from now on
------------------------------------------------------------------------- */

void RigidBodies::form_held(int groupbit)
{
  bond_state()->update_clusters();
  going_to_rest.clear();
  const std::vector<HeldCluster> found = held->find(groupbit);
  if (all_agree(found.empty(), world)) return;
  for (const HeldCluster &cluster : found) form_held(cluster);
  messages.spread_flags();
  comm->forward_comm();
  const double most = greatest_reach;
  MPI_Allreduce(&most, &greatest_reach, 1, MPI_DOUBLE, MPI_MAX, world);
}

double RigidBodies::kinetic_energy_of(int i) const
{
  const double inertia = grist::sphere_inertia(atom->rmass[i], atom->radius[i]);
  return 0.5 * Pointers::force->mvv2e *
      (atom->rmass[i] * Place(atom->v[i]).squaredNorm() +
       inertia * Place(atom->omega[i]).squaredNorm());
}

// Energy of the bonds to elements with larger ids, all of which are still where they were.
double RigidBodies::bond_energy_of(int i) const
{
  double sum = 0.0;
  for (int m = 0; m < atom->num_bond[i]; m++) {
    grist::BondState state;
    const int j = atom->map(atom->bond_atom[i][m]);
    if (atom->bond_atom[i][m] < atom->tag[i] || j < 0 ||
        !bond_state()->states.state_of_slot(i, m, state) || state.length_initial == 0.0)
      continue;
    Vector3d distance = Place(atom->x[j]) - Place(atom->x[i]);
    distance -= nearest_period(domain, distance);
    const grist::BondSection section(bond_style->law(static_cast<int>(atom->bond_type[i][m])),
                                     atom->radius[i], atom->radius[j], state.length_initial);
    sum += grist::elastic_energy(section, state, distance.norm());
  }
  return sum;
}

// Moves its elements to their places in the shape.
void RigidBodies::form_held(const HeldCluster &cluster)
{
  const auto &elements = held->shape(cluster.shape).definition().elements;
  const double length = cluster.scale.length;
  Body body;
  body.motion = cluster.motion;
  body.pose();
  const bool held_before = held->was_held(cluster.elements.front().first);
  for (const auto &[i, e] : cluster.elements)
    held_energy -= kinetic_energy_of(i) + bond_energy_of(i);
  for (const auto &[i, e] : cluster.elements) {
    avec->is_rigid[i] = -1;
    kept[i] = -1;
    places[i] = length * elements[e].place;
    held->hold(i, e);
    going_to_rest.push_back(i);
    const Vector3d arm = body.axes * places[i], here = body.motion.position + arm;
    Place x(atom->x[i]);
    x = here + nearest_period(domain, x - here);
    Place(atom->v[i]) = body.motion.velocity + body.omega.cross(arm);
    Place(atom->omega[i]) = body.omega;
    held_energy += kinetic_energy_of(i);
  }
  const auto owner =
      std::find_if(cluster.elements.begin(), cluster.elements.end(),
                   [&](const auto &element) { return atom->tag[element.first] == cluster.id; });
  if (owner == cluster.elements.end()) return;
  if (!held_before) counts.held_once++;
  double spins = 0.0, masses = 0.0;
  for (const grist::ModelElement &e : elements) {
    spins += grist::sphere_inertia(e.mass, e.radius);
    masses += e.mass;
    const double distance = (e.place - elements[owner->second].place).norm();
    greatest_reach = std::max(greatest_reach, length * (distance + e.radius));
  }
  body.spin = spins / masses * length * length * grist::Matrix3d::Identity();
  body.owner_place = places[owner->first];
  body.count = cluster.count;
  body.owner = owner->first;
  body.shape = cluster.shape;
  body.scale = cluster.scale;
  body.weakest = cluster.weakest;
  kept[owner->first] = static_cast<int>(bodies.size());
  bodies.push_back(body);
}

/* ----------------------------------------------------------------------
   new elements
------------------------------------------------------------------------- */

bool RigidBodies::has_rigid_bond(int i) const
{
  int rigid = 0, bonds = 0;
  for (int m = 0; m < atom->num_bond[i]; m++) {
    if (atom->bond_type[i][m] <= 0) continue;
    bonds++;
    rigid += bond_style->is_rigid(atom->bond_type[i][m]);
  }
  if (rigid > 0 && rigid < bonds)
    error->one(FLERR, "{}: atom {} has {} bonds of a rigid type and {} others (all or none)", user,
               atom->tag[i], rigid, bonds - rigid);
  return rigid > 0;
}

// Owned atoms that have become elements.
std::vector<int> RigidBodies::mark_new(int groupbit)
{
  std::vector<int> fresh;
  for (int i = 0; i < atom->nlocal; i++) {
    if (avec->is_rigid[i] || !has_rigid_bond(i)) continue;
    if (!(atom->mask[i] & groupbit))
      error->one(FLERR, "{}: atom {} of a rigid cluster is not in the group of the fix", user,
                 atom->tag[i]);
    avec->is_rigid[i] = 1;
    kept[i] = -1;
    fresh.push_back(i);
  }
  return fresh;
}

void RigidBodies::form_new(int groupbit)
{
  const std::vector<int> fresh = mark_new(groupbit);
  if (all_agree(fresh.empty(), world)) return;
  bond_state()->update_clusters();
  messages.spread_flags();
  count_elements(fresh);
  make_bodies();
  send_bodies();
  set_places(fresh);
}

void RigidBodies::count_one(int owner)
{
  messages.write(owner, Count{messages.read<Count>(owner).elements + 1});
}

// Counts, at each owner, the elements of its body.
void RigidBodies::count_elements(const std::vector<int> &fresh)
{
  messages.begin<Count>();
  for (const int i : fresh) {
    const int owner = atom->map(avec->cluster[i]);
    if (owner < 0) error_not_whole(avec->cluster[i]);
    count_one(owner);
  }
  if (comm->nprocs > 1) messages.gather();
}

// For all owners of this rank that have no body yet.
void RigidBodies::make_bodies()
{
  std::unordered_map<tagint, std::vector<int>> elements;
  for (int i = 0; i < atom->nlocal; i++)
    if (messages.is_owner(i) && kept[i] < 0) elements[atom->tag[i]];
  for (int i = 0; i < atom->nlocal + atom->nghost; i++) {
    if (!avec->is_rigid[i]) continue;
    const auto of = elements.find(avec->cluster[i]);
    if (of != elements.end()) of->second.push_back(i);
  }
  for (int i = 0; i < atom->nlocal; i++)
    if (messages.is_owner(i) && kept[i] < 0) make_body(i, elements[atom->tag[i]]);
  double most = greatest_reach;
  MPI_Allreduce(&most, &greatest_reach, 1, MPI_DOUBLE, MPI_MAX, world);
}

// candidates: elements, and their periodic images. Any image will do: on one rank the nearest may
// be beyond the ghost cutoff.
void RigidBodies::make_body(int owner, const std::vector<int> &candidates)
{
  std::vector<int> chosen = candidates;
  std::stable_sort(chosen.begin(), chosen.end(),
                   [this](int a, int b) { return atom->tag[a] < atom->tag[b]; });
  const auto last = std::unique(chosen.begin(), chosen.end(),
                                [this](int a, int b) { return atom->tag[a] == atom->tag[b]; });
  chosen.erase(last, chosen.end());
  if (static_cast<int>(chosen.size()) != messages.read<Count>(owner).elements)
    error_not_whole(avec->cluster[owner]);

  std::vector<RigidElement> elements;
  for (const int i : chosen) {
    const Vector3d first(atom->x[owner]), here(atom->x[i]);
    elements.push_back({here - nearest_period(domain, here - first), Vector3d(atom->v[i]),
                        Vector3d(atom->omega[i]), atom->radius[i], atom->rmass[i]});
    const double distance = (elements.back().position - elements.front().position).norm();
    greatest_reach = std::max(greatest_reach, distance + atom->radius[i]);
  }
  Body body;
  try {
    body.motion = shapes.make(elements);
  } catch (const std::invalid_argument &invalid) {
    error->one(FLERR, "{}: rigid cluster {}: {}", user, avec->cluster[owner], invalid.what());
  }
  body.count = static_cast<int>(chosen.size());
  body.owner = owner;
  body.spin = spin_matrix(body.motion, elements);
  body.owner_place = body.motion.orientation.conjugate() *
      Vector3d(elements.front().position - body.motion.position);
  kept[owner] = static_cast<int>(bodies.size());
  bodies.push_back(body);
}

void RigidBodies::send_bodies()
{
  if (comm->nprocs == 1) return;
  messages.begin<Body>();
  for (int i = 0; i < atom->nlocal; i++)
    if (messages.is_owner(i) && kept[i] >= 0) messages.write(i, bodies[kept[i]]);
  messages.spread();
}

void RigidBodies::set_places(const std::vector<int> &fresh)
{
  for (const int i : fresh) {
    int owner = atom->map(avec->cluster[i]);
    if (owner < 0) error_not_whole(avec->cluster[i]);
    const Body body = owner < atom->nlocal ? bodies[kept[owner]] : messages.read<Body>(owner);
    const grist::RigidBody &motion = body.motion;
    Vector3d arm = Place(atom->x[i]) - motion.position;
    arm -= nearest_period(domain, arm);
    places[i] = motion.orientation.conjugate() * arm;
  }
}
