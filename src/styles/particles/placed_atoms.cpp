#include "styles/particles/placed_atoms.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "styles/access/rank_vectors.h"
#include "styles/polyhedra/body_polyhedron.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <set>
#include <unordered_map>

using namespace LAMMPS_NS;
using grist::PlacedSolid;

namespace {

struct SentAtom {
  tagint id;
  double center[3], quat[4], radius;
  std::uint64_t shape;    // its key; 0: a sphere
};

struct SentShape {
  std::uint64_t key;
  int vertices;
};

}    // namespace

const std::vector<PlacedSolid> &PlacedAtoms::gather(const std::vector<char> &chosen)
{
  assert(chosen.size() == static_cast<size_t>(atom->nlocal));
  const AtomPolyhedra of(atom);
  std::vector<SentAtom> atoms;
  std::vector<SentShape> sent;
  std::vector<double> coordinates;
  std::set<std::uint64_t> known;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!chosen[i]) continue;
    const double *x = atom->x[i];
    SentAtom one = {atom->tag[i], {x[0], x[1], x[2]}, {1.0, 0.0, 0.0, 0.0}, atom->radius[i], 0};
    if (of.avec && atom->body[i] < 0) one.radius = 0.0;    // a point
    const grist::BodyShape shape = of.shape(i);
    grist::Pose pose;
    if (shape)
      pose = grist::Pose::from_quaternion(grist::vector_at(x), of.avec->bonus[atom->body[i]].quat);
    for (int n = 0; shape && n < shape.part_count(); n++) {
      const grist::Pose part = shape.compound ? pose * shape.compound->parts()[n].place : pose;
      const grist::Quaterniond turn = quaternion_of(part.rotation);
      const double quat[4] = {turn.w, turn.x, turn.y, turn.z};
      std::copy_n(part.position.data(), 3, one.center);
      std::copy_n(shape.compound ? quat : of.avec->bonus[atom->body[i]].quat, 4, one.quat);
      const std::vector<double> numbers = grist::BodyShape{&shape.part(n), nullptr}.numbers();
      const auto count = static_cast<int>(numbers.size());
      one.shape = grist::shape_key(numbers.data(), count);
      if (known.insert(one.shape).second) {
        sent.push_back({one.shape, count / 3});
        coordinates.insert(coordinates.end(), numbers.begin(), numbers.end());
      }
      atoms.push_back(one);
    }
    if (!shape) atoms.push_back(one);
  }
  atoms = to_first_rank(atoms, world);
  sent = to_first_rank(sent, world);
  coordinates = to_first_rank(coordinates, world);

  std::unordered_map<std::uint64_t, const grist::ConvexPolyhedron *> by_key;
  const double *next = coordinates.data();
  for (const SentShape &shape : sent) {
    by_key[shape.key] = &shapes.shape(shape.key, next, shape.vertices);
    next += 3 * shape.vertices;
  }
  std::stable_sort(atoms.begin(), atoms.end(),
                   [](const SentAtom &a, const SentAtom &b) { return a.id < b.id; });
  solids.clear();
  for (const SentAtom &one : atoms) {
    PlacedSolid solid;
    if (one.shape != 0) solid.solid = by_key[one.shape];
    if (one.shape == 0) solid.scale = one.radius;
    solid.pose = grist::Pose::from_quaternion(grist::vector_at(one.center), one.quat);
    solids.push_back(solid);
  }
  return solids;
}
