#include "styles/rocks/rock_release.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "force.h"
#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"
#include "styles/polyhedra/pair_polyhedron.h"
#include "update.h"

#include "common/decompositions.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

using namespace LAMMPS_NS;
using grist::ElementLoad;
using grist::Matrix3d;
using grist::Quaterniond;
using grist::Vector3d;

static constexpr double WAIT = 3.0;    // periods without load, before a rock is held again

bool RockRelease::release_loaded()
{
  bool any = false;
  const std::vector<RockLoad> &of_rocks = loads.last();
  std::vector<Body> &bodies = rocks.bodies_here();
  for (size_t n = 0; n < bodies.size(); n++) {
    Body &body = bodies[n];
    if (body.is_released || body.slot >= 0 || !loads.is_at_risk(of_rocks[n])) continue;
    if (!body.shape.shape) find_shape(body, records_of(body));
    any |= release_if_loaded(body, loads.on_blocks(body));
  }
  if (!rocks.split_rocks().empty()) any |= release_split();
  return any;
}

// ---- shapes

std::vector<BlockRecord> RockRelease::records_of(const Body &body) const
{
  std::vector<BlockRecord> found;
  for (int m = body.first; m < body.end; m++)
    found.push_back(shapes.record_of(rocks.members_here()[m].atom, body.id, true));
  std::sort(found.begin(), found.end(),
            [](const BlockRecord &a, const BlockRecord &b) { return a.tag < b.tag; });
  return found;
}

// The axes of a shape that this rank knows may be other ones than those of the rock.
void RockRelease::find_shape(Body &body, const std::vector<BlockRecord> &blocks)
{
  body.shape = shapes.find(shapes.definition_of(blocks));
  const HeldRocks::Member &member = rocks.members_here()[body.first];
  const tagint tag = atom->tag[member.atom];
  for (size_t e = 0; e < blocks.size(); e++)
    if (blocks[e].tag == tag) {
      const Matrix3d &of_shape = body.shape.shape->definition().blocks[e].place.rotation;
      body.shape.turn = rotation_matrix(member.turn) * transposed(of_shape);
    }
}

// All ranks know which of these rocks are at risk, as their loads are sums over all ranks.
bool RockRelease::release_split()
{
  if (!loads.is_split_at_risk()) return false;
  bool is_asked = false;
  for (const RockLoad &load : loads.of_split())
    is_asked |= loads.is_at_risk(load) && load.is_asked > 0.0;
  const std::vector<RockLoad> &of_rocks = loads.last();
  std::vector<Body> &bodies = rocks.bodies_here();
  std::vector<BlockLoad> mine;
  std::vector<BlockRecord> known;
  for (size_t n = 0; n < bodies.size(); n++) {
    const Body &body = bodies[n];
    if (body.slot < 0 || body.is_released || !loads.is_at_risk(of_rocks[n])) continue;
    const std::vector<BlockLoad> here = loads.on_blocks(body);
    mine.insert(mine.end(), here.begin(), here.end());
    if (!(of_rocks[n].is_asked > 0.0)) continue;
    const std::vector<BlockRecord> records = records_of(body);
    known.insert(known.end(), records.begin(), records.end());
  }
  std::map<tagint, std::vector<BlockLoad>> on;
  for (const BlockLoad &load : from_all_ranks(mine, world)) on[load.rock].push_back(load);
  std::map<tagint, std::vector<BlockRecord>> records;
  if (is_asked) records = shapes.shared(known);
  bool any = false;
  for (size_t n = 0; n < bodies.size(); n++) {
    Body &body = bodies[n];
    if (body.slot < 0 || body.is_released || !loads.is_at_risk(of_rocks[n])) continue;
    if (!body.shape.shape) find_shape(body, records.at(body.id));
    any |= release_if_loaded(body, on.at(body.id));
  }
  return any;
}

// on: of all blocks.
bool RockRelease::release_if_loaded(Body &body, std::vector<BlockLoad> on)
{
  std::sort(on.begin(), on.end(),
            [](const BlockLoad &a, const BlockLoad &b) { return a.tag < b.tag; });
  assert(static_cast<int>(on.size()) == body.count);
  const Matrix3d to_axes = transposed(body.axes * body.shape.turn);
  std::vector<ElementLoad> of_shape;
  for (int e = 0; e < body.count; e++) {
    const BlockLoad &one = on[e];
    if (is_zero(one.force) && is_zero(one.torque)) continue;
    of_shape.push_back(
        body.shape.scale.to_shape(ElementLoad{e, to_axes * one.force, to_axes * one.torque}));
  }
  const double most = largest_share(body, of_shape, on);
  if (most > set.release)
    release(body, of_shape, on);
  else
    loads.remember_solved(body, most);
  return most > set.release;
}

double RockRelease::largest_share(const Body &body, const std::vector<ElementLoad> &on,
                                  const std::vector<BlockLoad> &blocks) const
{
  const grist::HeldRock &rock = *body.shape.shape;
  const Vector3d omega = transposed(body.axes * body.shape.turn) * body.omega;
  const std::vector<double> shares =
      rock.shares(on, body.shape.scale.to_shape(omega), set.compression);
  double most = 0.0;
  for (size_t n = 0; n < shares.size(); n++) {
    const grist::RockFace &face = rock.definition().faces[n];
    most = std::max(most,
                    shares[n] / shapes.strength(face.type, blocks[face.a].tag, blocks[face.b].tag));
  }
  return most;
}

// ---- release

void RockRelease::release(Body &body, const std::vector<ElementLoad> &on,
                          const std::vector<BlockLoad> &blocks)
{
  const grist::ShapeScale &scale = body.shape.scale;
  const double length = scale.length, square = length * length;
  const Matrix3d axes = body.axes * body.shape.turn;
  const grist::ReleasedState state =
      body.shape.shape->released(on, scale.to_shape(transposed(axes) * body.omega));
  const Matrix3d inertia =
      force->ftm2v * scale.mass * square * (axes * state.inertia * transposed(axes));
  const Vector3d omega = grist::solve_symmetric(inertia, body.motion.angular_momentum);
  const double wait = std::max(1.0, std::ceil(WAIT * body.period / update->dt));
  const auto moved_by = [&](size_t e) {
    return axes * scale.displacement(state.displacement[e].linear);
  };
  const auto turned_by = [&](size_t e) { return axes * state.displacement[e].angular; };
  for (size_t e = 0; e < blocks.size(); e++)
    for (int i = atom->map(blocks[e].tag); i >= 0; i = atom->sametag[i])
      if (i >= atom->nlocal) move_block(i, moved_by(e), turned_by(e));
  for (int m = body.first; m < body.end; m++) {
    const HeldRocks::Member &one = rocks.members_here()[m];
    const int i = one.atom;
    const auto found =
        std::lower_bound(blocks.begin(), blocks.end(), atom->tag[i],
                         [](const BlockLoad &block, tagint tag) { return block.tag < tag; });
    const auto e = found - blocks.begin();
    const Vector3d moved = moved_by(e), turned = turned_by(e);
    const Vector3d f = grist::vector_at(atom->f[i]);
    rocks.add_energy(-rocks.kinetic_energy_of(i) - work_on_way(i, moved, turned));
    move_block(i, moved, turned);
    grist::copy_to(atom->v[i], body.motion.velocity + cross(omega, body.axes * one.place + moved));
    rocks.release(i, wait, omega);
    rocks.add_energy(rocks.kinetic_energy_of(i));
    // Forces stay on their lines.
    const grist::ElementVector &by_faces = state.on_elements[e];
    grist::add_to(atom->f[i], square * (axes * by_faces.linear));
    grist::add_to(atom->torque[i], square * length * (axes * by_faces.angular) - cross(moved, f));
  }
  const double part = static_cast<double>(body.end - body.first) / body.count;
  rocks.add_energy(part * square * length * state.energy);
  const int first = atom->map(body.id);
  if (first >= 0 && first < atom->nlocal) releases++;
  body.is_released = true;
}

void RockRelease::move_block(int i, const Vector3d &moved, const Vector3d &turned) const
{
  grist::add_to(atom->x[i], moved);
  double *quat = atom_style<AtomVecBody>(atom)->bonus[atom->body[i]].quat;
  const Quaterniond turn = normalized(grist::quaternion_of(grist::rotation_of(turned)) *
                                      Quaterniond{quat[0], quat[1], quat[2], quat[3]});
  quat[0] = turn.w;
  quat[1] = turn.x;
  quat[2] = turn.y;
  quat[3] = turn.z;
}

// Of contacts with a potential. What others store is found from the power of their forces, which
// knows of no such way.
double RockRelease::work_on_way(int i, const Vector3d &moved, const Vector3d &turned) const
{
  const auto *pair = dynamic_cast<const PairPolyhedron *>(force->pair);
  const int type = atom->type[i];
  if (!pair || pair->law_of(type, type).normal != grist::NormalLaw::ENERGY) return 0.0;
  return dot(grist::vector_at(atom->f[i]), moved) + dot(grist::vector_at(atom->torque[i]), turned);
}
