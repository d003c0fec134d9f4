#include "styles/breakage/body_breaking.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "common/preconditions.h"
#include "common/space.h"
#include "error.h"
#include "styles/access/atom_editor.h"
#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"
#include "styles/particles/body_creation.h"
#include "styles/polyhedra/body_polyhedron.h"

#include "breakage/body_division.h"
#include "breakage/compound_division.h"
#include "common/random_numbers.h"
#include "geometry/body_motion.h"
#include "particles/assortment.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

using namespace LAMMPS_NS;
using grist::MovingPiece;
using grist::Pose;
using grist::Vector3d;

// t10 is rounded to this: otherwise the last digits of a force, which hang on the number of ranks,
// would decide about the order of pieces of nearly equal volume.
static constexpr double T10_STEP = 1e-8;

BodyBreaking::BodyBreaking(LAMMPS *lmp, std::string user, const grist::PieceSizeLaw &sizes,
                           const grist::PieceLimits &limits, bool by_cells, std::uint64_t seed) :
    Pointers(lmp),
    user(std::move(user)), sizes(sizes), limits(limits), by_cells(by_cells), seed(seed)
{
}

std::vector<BrokenBody> BodyBreaking::run(const std::vector<Order> &orders, tagint &highest,
                                          std::vector<Born> &born)
{
  assert(highest >= 0 && born.empty());
  const std::vector<Broken> broken = divide(orders);
  const std::vector<BrokenBody> events = share_events(broken, highest);
  if (events.empty()) return events;
  check_vertices(broken);
  AtomEditor editor(lmp);
  for (auto body = broken.rbegin(); body != broken.rend(); ++body) editor.remove(body->i);
  std::unordered_map<tagint, tagint> first;
  for (const BrokenBody &event : events) first[event.parent] = event.first;
  for (const Broken &body : broken) add(body, first[body.event.parent], editor, born);
  editor.finish();
  return events;
}

std::vector<BodyBreaking::Broken> BodyBreaking::divide(const std::vector<Order> &orders) const
{
  std::unordered_map<tagint, const Order *> wanted;
  for (const Order &order : orders) wanted[order.id] = &order;
  std::vector<Broken> broken;
  for (int i = 0; i < atom->nlocal && !wanted.empty(); i++) {
    const auto found = wanted.find(atom->tag[i]);
    if (found != wanted.end()) broken.push_back(divided(i, *found->second));
  }
  return broken;
}

BodyBreaking::Broken BodyBreaking::divided(int i, const Order &order) const
{
  assert(is_owned(atom, i) && atom->body[i] >= 0 && order.id == atom->tag[i]);
  const AtomPolyhedra of(atom);
  const AtomVecBody::Bonus &bonus = of.avec->bonus[atom->body[i]];
  const grist::BodyShape shape = of.shape(i);
  const Pose pose = Pose::from_quaternion(grist::vector_at(atom->x[i]), bonus.quat);
  const Vector3d omega = grist::angular_velocity(pose.rotation, grist::vector_at(atom->angmom[i]),
                                                 grist::vector_at(bonus.inertia));
  const double t10 = std::round(order.t10 / T10_STEP) * T10_STEP;
  const std::vector<double> volumes =
      grist::piece_volumes(shape.volume(), grist::PassingCurve(sizes, t10), limits);
  grist::CrackSettings settings;
  settings.contact = transposed(pose.rotation) * order.contact;
  settings.seed = grist::mixed_seed(seed, static_cast<std::uint64_t>(order.id));
  const std::vector<grist::BodyPiece> pieces = divide(shape, volumes, settings);
  const grist::MovingBody body{pose, atom->rmass[i], grist::vector_at(atom->v[i]), omega};

  Broken result{
      i, atom->type[i], atom->mask[i], atom->image[i], {}, grist::moving_pieces(body, pieces)};
  result.event = {order.id,
                  0,
                  static_cast<int>(result.pieces.size()),
                  order.energy,
                  order.t10,
                  atom->rmass[i],
                  grist::equal_volume_diameter(shape.volume()),
                  {atom->x[i][0], atom->x[i][1], atom->x[i][2]},
                  atom->mask[i],
                  order.generation,
                  order.origin};
  return result;
}

std::vector<grist::BodyPiece> BodyBreaking::divide(const grist::BodyShape &shape,
                                                   const std::vector<double> &volumes,
                                                   const grist::CrackSettings &settings) const
{
  if (shape.compound)
    return grist::divide_compound(*shape.compound, volumes, settings,
                                  {by_cells, grist::volume_of_size(limits.smallest), limits.most});
  return by_cells ? grist::divide_by_cells(*shape.convex, volumes, settings)
                  : grist::divide_by_cracks(*shape.convex, volumes, settings);
}

// Events of all ranks in the order of the ids of the parents. In this order pieces get their ids.
std::vector<BrokenBody> BodyBreaking::share_events(const std::vector<Broken> &broken,
                                                   tagint &highest) const
{
  std::vector<BrokenBody> mine;
  for (const Broken &body : broken) mine.push_back(body.event);
  std::vector<BrokenBody> all = from_all_ranks(mine, world);
  std::sort(all.begin(), all.end(),
            [](const BrokenBody &a, const BrokenBody &b) { return a.parent < b.parent; });
  highest = highest_of_all(lmp, {highest, 0}).atom;
  for (BrokenBody &event : all) {
    check_ids_left(lmp, highest, event.pieces, user);
    event.first = highest + 1;
    highest += event.pieces;
  }
  return all;
}

// Collective. Atom style body has room for so many vertices.
void BodyBreaking::check_vertices(const std::vector<Broken> &broken) const
{
  const int room = AtomPolyhedra(atom).bodies->vertex_limit();
  struct Largest {
    int vertices;
    tagint parent;
  } mine = {0, 0};
  for (const Broken &body : broken)
    for (const MovingPiece &piece : body.pieces) {
      const auto vertices = piece.shape().vertex_count();
      if (vertices > mine.vertices) mine = {vertices, body.event.parent};
    }
  Largest largest = mine;
  for (const Largest &other : from_all_ranks(std::vector<Largest>{mine}, world))
    if (other.vertices > largest.vertices) largest = other;
  if (largest.vertices > room)
    error->all(FLERR,
               "{}: a piece of atom {} has {} vertices (atom_style body polyhedron allows {}: give "
               "it {} or more)",
               user, largest.parent, largest.vertices, room, largest.vertices);
}

void BodyBreaking::add(const Broken &broken, tagint first, AtomEditor &editor,
                       std::vector<Born> &born)
{
  assert(first > broken.event.parent);
  for (const MovingPiece &piece : broken.pieces) {
    const int i = add_piece(broken, piece, first++);
    editor.complete(i, broken.mask);
    born.push_back({i, broken.event.parent});
  }
}

int BodyBreaking::add_piece(const Broken &broken, const MovingPiece &piece, tagint id)
{
  assert(piece.mass > 0.0 && grist::is_rotation(piece.pose.rotation));
  const grist::BodyShape shape = piece.shape();
  const grist::BodyForm form = {shape.part_count(), shape.numbers(), {}};
  const grist::Quaterniond q = quaternion_of(piece.pose.rotation);
  const Vector3d &x = piece.pose.position;
  const int i =
      BodyCreation(lmp, broken.type, 1.0)
          .add({broken.type, id, piece.mass, 1.0, {x[0], x[1], x[2]}, {q.w, q.x, q.y, q.z}, &form});
  atom->image[i] = broken.image;
  std::copy_n(piece.velocity.data(), 3, atom->v[i]);
  const Vector3d moments = piece.mass / shape.volume() * shape.principal_moments();
  const Vector3d angular = piece.pose.rotation * grist::Matrix3d::diagonal(moments) *
      transposed(piece.pose.rotation) * piece.omega;
  std::copy_n(angular.data(), 3, atom->angmom[i]);
  return i;
}
