#include "styles/rigid/rigid_making.h"

#include "atom.h"
#include "comm.h"
#include "common/space.h"
#include "domain.h"
#include "error.h"
#include "styles/access/atom_style.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/run_checks.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/interfaces/bonding_style.h"
#include "styles/rigid/periods.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

using namespace LAMMPS_NS;
using grist::RigidElement;
using grist::Vector3d;

// Largest rounding error of a place over the size of the box, and of a velocity over the greatest
// of its body: more is a change by a command.
static constexpr double ROUNDING = 1e-9;

RigidMaking::RigidMaking(LAMMPS *lmp, RigidBodies &bodies, RigidReach &reach,
                         const std::string &user) :
    Pointers(lmp),
    bodies(bodies), messages(bodies.messages), reach(reach), user(user),
    avec(atom_style<AtomVecBondedCluster>(atom))
{
}

// ---- whether bodies are still those of their elements

tagint RigidMaking::incomplete_cluster()
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
  for (int i = 0; i < atom->nlocal; i++) {
    if (!messages.is_owner(i)) continue;
    const Body *body = bodies.owned_body(i);
    if (!body || body->count != messages.read<Count>(i).elements) found = avec->cluster[i];
  }
  return found;
}

bool RigidMaking::elements_are_in_place() const
{
  double size = 0.0;
  for (int d = 0; d < 3; d++)
    size = std::max({size, std::abs(domain->boxlo[d]), std::abs(domain->boxhi[d])});
  bool well = true;
  for (const Body &body : bodies.all()) {
    const grist::RigidBody &motion = body.motion;
    const Vector3d omega = motion.angular_velocity();
    for (int n = body.first; n < body.end; n++) {
      const int i = bodies.members()[n].atom;
      const Vector3d arm = motion.orientation * bodies.members()[n].place;
      const Vector3d off = motion.position + arm + bodies.shift(n) - grist::vector_at(atom->x[i]);
      const double speed = norm(motion.velocity) + norm(omega) * reach.of_bodies();
      const double spin = norm(omega) + norm(motion.velocity) / reach.of_bodies();
      if (norm(off) > ROUNDING * size ||
          norm(motion.velocity + cross(omega, arm) - grist::vector_at(atom->v[i])) >
              ROUNDING * speed ||
          norm(omega - grist::vector_at(atom->omega[i])) > ROUNDING * spin)
        well = false;
    }
  }
  return messages.all_agree(well);
}

// ---- new elements

bool RigidMaking::has_rigid_bond(int i) const
{
  for (int m = 0; m < atom->num_bond[i]; m++)
    if (atom->bond_type[i][m] > 0 && bodies.bonds.style->is_rigid(atom->bond_type[i][m]))
      return true;
  return false;
}

// Owned atoms that are to become elements.
std::vector<int> RigidMaking::find_new() const
{
  std::vector<int> fresh;
  for (int i = 0; i < atom->nlocal; i++)
    if (!avec->is_rigid[i] && has_rigid_bond(i)) fresh.push_back(i);
  return fresh;
}

// Why an atom cannot be an element, or nothing.
std::string RigidMaking::problem_of(int i, int groupbit) const
{
  int rigid = 0, bonds = 0;
  for (int m = 0; m < atom->num_bond[i]; m++) {
    if (atom->bond_type[i][m] <= 0) continue;
    bonds++;
    rigid += bodies.bonds.style->is_rigid(atom->bond_type[i][m]);
  }
  if (rigid < bonds)
    return fmt::format("{}: atom {} has {} bonds of a rigid type and {} others (all or none)", user,
                       atom->tag[i], rigid, bonds - rigid);
  if (!(atom->mask[i] & groupbit))
    return fmt::format("{}: atom {} of a rigid cluster is not in the group of the fix", user,
                       atom->tag[i]);
  return "";
}

void RigidMaking::form_new(int groupbit)
{
  const std::vector<int> fresh = find_new();
  if (messages.all_agree(fresh.empty())) return;
  std::string problem;
  for (size_t n = 0; n < fresh.size() && problem.empty(); n++)
    problem = problem_of(fresh[n], groupbit);
  end_if_any(lmp, problem);
  for (const int i : fresh) bodies.mark(i, 1);
  bodies.bonds.state->update_clusters();
  messages.spread_flags();
  count_elements(fresh);
  make_bodies();
  bodies.send();
  set_places(fresh);
}

// Counts, at each owner, the elements of its body.
void RigidMaking::count_elements(const std::vector<int> &fresh)
{
  messages.begin<Count>();
  for (const int i : fresh) {
    const int owner = atom->map(avec->cluster[i]);
    if (owner < 0) bodies.error_not_whole(avec->cluster[i]);
    count_one(owner);
  }
  if (comm->nprocs > 1) messages.gather();
}

// For all owners of this rank that have no body yet.
void RigidMaking::make_bodies()
{
  std::unordered_map<tagint, std::vector<int>> elements;
  for (int i = 0; i < atom->nlocal; i++)
    if (messages.is_owner(i) && !bodies.owned_body(i)) elements[atom->tag[i]];
  for (int i = 0; i < atom->nlocal + atom->nghost; i++) {
    if (!avec->is_rigid[i]) continue;
    const auto of = elements.find(avec->cluster[i]);
    if (of != elements.end()) of->second.push_back(i);
  }
  double most = 0.0;
  for (int i = 0; i < atom->nlocal; i++)
    if (messages.is_owner(i) && !bodies.owned_body(i))
      most = std::max(most, make_body(i, elements[atom->tag[i]]));
  reach.include(most);
}

// candidates: elements, and their periodic images. Any image will do: on one rank the nearest may
// be beyond the ghost cutoff.
// Returned: the distance from the owner to the far side.
double RigidMaking::make_body(int owner, const std::vector<int> &candidates)
{
  std::vector<int> chosen = candidates;
  std::stable_sort(chosen.begin(), chosen.end(),
                   [this](int a, int b) { return atom->tag[a] < atom->tag[b]; });
  const auto last = std::unique(chosen.begin(), chosen.end(),
                                [this](int a, int b) { return atom->tag[a] == atom->tag[b]; });
  chosen.erase(last, chosen.end());
  if (static_cast<int>(chosen.size()) != messages.read<Count>(owner).elements)
    bodies.error_not_whole(avec->cluster[owner]);

  std::vector<RigidElement> elements;
  double most = 0.0;
  for (const int i : chosen) {
    const Vector3d first = grist::vector_at(atom->x[owner]), here = grist::vector_at(atom->x[i]);
    elements.push_back({here - nearest_period(domain, here - first), grist::vector_at(atom->v[i]),
                        grist::vector_at(atom->omega[i]), atom->radius[i], atom->rmass[i]});
    const double distance = norm(elements.back().position - elements.front().position);
    most = std::max(most, distance + atom->radius[i]);
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
  body.owner_place =
      conjugate(body.motion.orientation) * (elements.front().position - body.motion.position);
  bodies.add(body);
  return most;
}

// Whether the bonds of element i join other images of its partners than those nearest to `from`.
bool RigidMaking::is_cut_off(int i, const Vector3d &from) const
{
  const auto nearest = [this](Vector3d difference) {
    difference -= nearest_period(domain, difference);
    return difference;
  };
  const Vector3d here = grist::vector_at(atom->x[i]);
  for (int m = 0; m < atom->num_bond[i]; m++) {
    const int j = atom->map(atom->bond_atom[i][m]);
    if (j < 0) continue;
    const Vector3d there = grist::vector_at(atom->x[j]), bond = nearest(there - here);
    if (norm(nearest(there - from) - nearest(here - from) - bond) > norm(bond)) return true;
  }
  return false;
}

void RigidMaking::set_places(const std::vector<int> &fresh)
{
  std::string problem;
  for (const int i : fresh) {
    int owner = atom->map(avec->cluster[i]);
    if (owner < 0) bodies.error_not_whole(avec->cluster[i]);
    const Body body = owner < atom->nlocal ? *bodies.owned_body(owner) : messages.read<Body>(owner);
    const grist::RigidBody &motion = body.motion;
    Vector3d arm = grist::vector_at(atom->x[i]) - motion.position;
    arm -= nearest_period(domain, arm);
    bodies.place(i) = conjugate(motion.orientation) * arm;
    if (is_cut_off(i, motion.position) || is_cut_off(i, grist::vector_at(atom->x[owner])))
      problem =
          fmt::format("{}: rigid cluster {} reaches beyond half a period of the box, from its "
                      "centre or from its first element (use a longer box)",
                      user, avec->cluster[i]);
  }
  end_if_any(lmp, problem);
}
