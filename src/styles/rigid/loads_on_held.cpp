#include "styles/rigid/loads_on_held.h"

#include "atom.h"

#include <algorithm>
#include <list>
#include <utility>

using namespace LAMMPS_NS;
using grist::BondLoad;
using grist::BondStress;
using grist::ElementLoad;
using grist::HeldShape;
using grist::Vector3d;

std::vector<LoadedCluster> LoadsOnHeld::find_overloaded()
{
  std::vector<LoadedCluster> found;
  const std::vector<int> at_risk = bodies_at_risk();
  if (at_risk.empty()) return found;
  for (LoadedCluster &on : loads_on(at_risk))
    if (largest_share(on) > set.release) found.push_back(std::move(on));
  return found;
}

// Sum of the forces on the elements that this rank has, and what these can do to any bond at most.
void LoadsOnHeld::add_load(const Body &body, Load &sum, BondStress &bound) const
{
  if (body.first == body.end) return;
  const grist::LoadBounds &most = shapes[body.shape].bounds();
  const double per_force = 1.0 / (body.scale.length * body.scale.length),
               per_torque = per_force / body.scale.length;
  const double *f = atom->f[0], *torques = atom->torque[0];
  for (int n = body.first; n < body.end; n++) {
    const RigidBodies::Member &member = bodies.members()[n];
    const auto i = 3 * static_cast<size_t>(member.atom);
    const Vector3d on = grist::vector_at(f + i), torque = grist::vector_at(torques + i);
    const double size = norm(on), turn = norm(torque);
    if (size == 0.0 && turn == 0.0) continue;
    sum.force += on;
    sum.torque += cross(body.axes * member.place, on) + torque;
    const BondStress &by_force = most.force[member.element],
                     &by_torque = most.torque[member.element];
    bound.tension += by_force.tension * size * per_force + by_torque.tension * turn * per_torque;
    bound.shear += by_force.shear * size * per_force + by_torque.shear * turn * per_torque;
  }
}

bool LoadsOnHeld::is_at_risk(const Body &body, const BondStress &bound) const
{
  if (body.shape < 0 || body.is_released) return false;
  const BondStress &spin = shapes[body.shape].bounds().spin;
  const double square = squared_norm(body.scale.to_shape(body.omega));
  const BondStress all = {bound.tension + spin.tension * square, bound.shear + spin.shear * square};
  return all.share_of(shapes.material(body.shape)) > set.release * body.weakest;
}

// Finds the loads of all bodies, too: they hold until elements have moved. Of a body on several
// ranks its owner decides.
std::vector<int> LoadsOnHeld::bodies_at_risk()
{
  const size_t count = bodies.all().size();
  std::vector<BondStress> bounds(count, {0.0, 0.0});
  std::vector<Load> &loads = motion.begin_known_loads();
  std::vector<int> chosen;
  if (bodies.any_split()) bodies.messages.begin<LoadOnHeld>();
  for (size_t n = 0; n < count; n++) {
    const Body &body = bodies.all()[n];
    if (body.is_released) continue;
    if (body.shape >= 0)
      add_load(body, loads[n], bounds[n]);
    else
      loads[n] = motion.load_of(body);
    if (body.is_split)
      bodies.messages.write(body.owner, LoadOnHeld{loads[n], bounds[n], false});
    else if (is_at_risk(body, bounds[n]))
      chosen.push_back(static_cast<int>(n));
  }
  if (!bodies.any_split()) return chosen;
  bodies.messages.gather();
  for (const Body &body : bodies.all()) {
    if (!body.is_split || body.is_released || body.owner >= atom->nlocal) continue;
    auto sum = bodies.messages.read<LoadOnHeld>(body.owner);
    sum.is_at_risk = is_at_risk(body, sum.bound);
    bodies.messages.write(body.owner, sum);
  }
  bodies.messages.spread();
  for (size_t n = 0; n < count; n++) {
    if (!bodies.all()[n].is_split || bodies.all()[n].is_released) continue;
    const auto sum = bodies.messages.read<LoadOnHeld>(bodies.all()[n].owner);
    loads[n] = sum.load;
    if (sum.is_at_risk) chosen.push_back(static_cast<int>(n));
  }
  return chosen;
}

// Loads on its elements on this rank, in space axes.
std::vector<LoadsOnHeld::LoadOnElement> LoadsOnHeld::loads_here(const Body &body) const
{
  std::vector<LoadOnElement> found;
  for (int m = body.first; m < body.end; m++) {
    const int i = bodies.members()[m].atom, element = bodies.members()[m].element;
    found.push_back(
        {atom->tag[i], element, grist::vector_at(atom->f[i]), grist::vector_at(atom->torque[i])});
  }
  return found;
}

// Loads on chosen bodies, on all ranks that have a part of them.
std::vector<LoadedCluster> LoadsOnHeld::loads_on(const std::vector<int> &chosen) const
{
  const std::map<tagint, std::vector<LoadOnElement>> shared = share_loads(chosen);
  std::vector<LoadedCluster> all;
  for (const int n : chosen) {
    const Body &body = bodies.all()[n];
    LoadedCluster on = {n, {}, std::vector<tagint>(body.count)};
    const grist::Matrix3d to_axes = transposed(body.axes);
    for (const LoadOnElement &one :
         body.is_split ? shared.at(atom->tag[body.owner]) : loads_here(body)) {
      on.tags[one.element] = one.tag;
      if (is_zero(one.force) && is_zero(one.torque)) continue;
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
std::map<tagint, std::vector<LoadsOnHeld::LoadOnElement>>
LoadsOnHeld::share_loads(const std::vector<int> &chosen) const
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
    sent.push_back({{id, 0, Vector3d::zero(), Vector3d::zero()}});
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
    const Body &body = bodies.all()[n];
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

double LoadsOnHeld::largest_share(const LoadedCluster &on) const
{
  const Body &body = bodies.all()[on.body];
  const HeldShape &shape = shapes[body.shape];
  const grist::ClusterModel &model = shape.relief().model();
  const grist::BondMaterial &material = shapes.material(body.shape);
  const std::vector<BondLoad> of_bonds =
      shape.relief().bond_loads(on.loads, body.scale.to_shape(transposed(body.axes) * body.omega));
  double most = 0.0;
  for (size_t n = 0; n < of_bonds.size(); n++) {
    const grist::ModelBond &bond = model.bonds[n];
    const BondStress stress = model.stress(bond, of_bonds[n], set.compression);
    most = std::max(most,
                    stress.share_of(material) /
                        shapes.strength_factor(body.shape, on.tags[bond.a], on.tags[bond.b]));
  }
  return most;
}
