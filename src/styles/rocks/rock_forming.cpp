#include "styles/rocks/rock_forming.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"
#include "styles/blocks/bond_face.h"
#include "styles/blocks/fix_face_bonds.h"
#include "styles/rigid/periods.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using grist::Vector3d;

static constexpr double LOOKS = 24.0;         // at the faces while a rock waits
static constexpr double UNSTRAINED = 1e-6;    // share of strength of a new rock, by rounding

RockForming::RockForming(LAMMPS *lmp, const std::string &user, std::vector<HeldBlock> &rows,
                         RockShapes &shapes, HeldRocks &rocks, const HoldRocks &settings) :
    Pointers(lmp),
    user(user), rows(rows), shapes(shapes), rocks(rocks), set(settings)
{
}

void RockForming::init(FixFaceBonds &of, BondFace &bonds)
{
  faces = &of;
  style = &bonds;
  avec = atom_style<AtomVecBody>(atom);
}

// ---- which blocks may be held

bool RockForming::may_be_held(int i, int groupbit)
{
  HeldBlock &row = rows[i];
  const BlockBonds &of = faces->of(i);
  if (row.state == Holding::HELD || row.state == Holding::LOST) return false;
  if (of.bonds.empty() || !(atom->mask[i] & groupbit)) return false;
  const bool is_damaged = std::any_of(of.bonds.begin(), of.bonds.end(), [](const BondOfBlock &one) {
    return one.memory.softening.reached > 1.0;
  });
  if (is_damaged || static_cast<int>(of.bonds.size()) < row.faces || !of.parted.empty()) {
    row.state = Holding::LOST;
    return false;
  }
  return row.state == Holding::FREE || static_cast<double>(update->ntimestep) >= row.unloaded_from;
}

// All partners are on this rank.
bool RockForming::is_closed(const std::vector<int> &part) const
{
  for (const int i : part)
    for (const tagint partner : faces->of(i).partners) {
      const int j = atom->map(partner);
      if (j < 0 || j >= atom->nlocal) return false;
    }
  return true;
}

// Of rocks that this rank has a part of, and that may be held; by id.
std::map<tagint, RockForming::Records> RockForming::records(int groupbit)
{
  const tagint *ids = faces->cluster_ids();
  std::map<tagint, std::vector<int>> parts;
  std::vector<char> may(atom->nlocal, 0);
  for (int i = 0; i < atom->nlocal; i++) {
    may[i] = may_be_held(i, groupbit) ? 1 : 0;
    if (may[i]) parts[ids[i]];
  }
  std::map<tagint, Records> found;
  if (!on_any_rank(!parts.empty(), world)) return found;
  for (int i = 0; i < atom->nlocal; i++) {
    const auto part = parts.find(ids[i]);
    if (part != parts.end()) part->second.push_back(i);
  }
  std::vector<tagint> open;
  for (const auto &[id, part] : parts) {
    if (!is_closed(part)) {
      open.push_back(id);
      continue;
    }
    if (std::any_of(part.begin(), part.end(),
                    [this](int i) { return rows[i].state == Holding::LOST; }))
      for (const int i : part) rows[i].state = Holding::LOST;
    if (std::any_of(part.begin(), part.end(), [&may](int i) { return !may[i]; })) continue;
    for (const int i : part) found[id].push_back(shapes.record_of(i, id, true));
    std::sort(found[id].begin(), found[id].end(),
              [](const BlockRecord &a, const BlockRecord &b) { return a.tag < b.tag; });
  }
  if (comm->nprocs == 1) return found;
  open = from_all_ranks(open, world);
  if (open.empty()) return found;
  std::sort(open.begin(), open.end());
  Records mine;
  for (int i = 0; i < atom->nlocal; i++)
    if (std::binary_search(open.begin(), open.end(), ids[i]))
      mine.push_back(shapes.record_of(i, ids[i], may[i] != 0));
  for (auto &[id, blocks] : shapes.shared(mine)) {
    const bool all = std::all_of(blocks.begin(), blocks.end(),
                                 [](const BlockRecord &one) { return one.may_be_held != 0; });
    const bool is_here = std::any_of(blocks.begin(), blocks.end(),
                                     [](const BlockRecord &one) { return one.atom >= 0; });
    if (all && is_here) found[id] = blocks;
  }
  return found;
}

void RockForming::form(int groupbit)
{
  bool any = false;
  for (auto &[id, blocks] : records(groupbit)) any |= hold(blocks);
  if (on_any_rank(any, world)) comm->forward_comm();
  formed_at = static_cast<double>(update->ntimestep);
}

// ---- one rock

bool RockForming::is_too_large(const Records &blocks)
{
  if (static_cast<int>(blocks.size()) <= set.largest) return false;
  for (const BlockRecord &one : blocks)
    if (one.atom >= 0) rows[one.atom].state = Holding::LOST;
  if (!has_noted && blocks.front().atom >= 0)
    error->warning(FLERR, "{}: a rock of {} blocks is not held (largest {} lets it be)", user,
                   blocks.size(), blocks.size());
  has_noted = true;
  return true;
}

// True if it is held from now on.
bool RockForming::hold(Records &blocks)
{
  if (is_too_large(blocks)) return false;
  const Vector3d first = blocks.front().motion.pose.position;
  for (BlockRecord &one : blocks) {
    Vector3d &x = one.motion.pose.position;
    x -= nearest_period(domain, x - first);
  }
  const grist::RockDefinition own = shapes.definition_of(blocks);
  double stored = 0.0;
  if (is_loaded(blocks, own, stored)) return false;
  ShapeOfRock shape = shapes.find(own);
  take_up(blocks, shape.shape->definition().scaled(shape.scale), shape);
  rocks.add_energy(-stored);
  if (blocks.front().atom >= 0) formed++;
  return true;
}

// energy: that faces of this rank store. A face that spans the box is loaded beyond all limits.
bool RockForming::is_loaded(const Records &blocks, const grist::RockDefinition &rock,
                            double &energy) const
{
  const Vector3d none = Vector3d::zero();
  for (const grist::RockFace &face : rock.faces) {
    const BlockRecord &a = blocks[face.a], &b = blocks[face.b];
    grist::FaceMemory memory;
    const grist::FaceForces on =
        grist::face_forces(shapes.laws()[face.type], face.bond,
                           {a.motion.pose, b.motion.pose, none, none, none, none, 1.0},
                           shapes.strength(face.type, a.tag, b.tag), memory);
    if (on.share > std::max(set.back, UNSTRAINED)) return true;
    if (norm(on.loads.force) > 0.1 * shapes.laws()[face.type].young * face.bond.area) return true;
    if (a.atom >= 0) energy += on.energy;
  }
  return false;
}

void RockForming::take_up(const Records &blocks, const grist::RockDefinition &rock,
                          const ShapeOfRock &shape)
{
  std::vector<grist::BlockMotion> motions;
  for (const BlockRecord &one : blocks) motions.push_back(one.motion);
  RockMotion body;
  body.motion = grist::body_of(rock, motions);
  body.motion.mass *= force->ftm2v;
  body.motion.moments *= force->ftm2v;
  body.motion.angular_momentum *= force->ftm2v;
  double weakest = HUGE_VAL;
  for (const grist::RockFace &face : rock.faces)
    weakest = std::min(weakest, shapes.strength(face.type, blocks[face.a].tag, blocks[face.b].tag));
  const grist::LoadBounds &bounds = shape.shape->bounds();
  const auto most = [weakest](const grist::BondStress &of) {
    return std::max(of.tension, of.shear) / weakest;
  };
  const double length = shape.scale.length, square = length * length;
  body.by_spin = most(bounds.spin) * shape.scale.mass / length;
  body.period = shape.scale.period(shape.shape->first_period());
  for (size_t e = 0; e < blocks.size(); e++) {
    const int i = blocks[e].atom;
    if (i < 0) continue;
    HeldBlock &row = rows[i];
    row.state = Holding::HELD;
    row.count = static_cast<int>(blocks.size());
    row.faces = static_cast<int>(faces->of(i).bonds.size());
    row.body = -1;
    row.place = rock.blocks[e].place.position;
    row.turn = normalized(quaternion_of(rock.blocks[e].place.rotation));
    row.by_force = most(bounds.force[e]) / square;
    row.by_torque = most(bounds.torque[e]) / (square * length);
    row.rock = body;
    rocks.add_energy(-rocks.kinetic_energy_of(i));
    place(i, row);
    rocks.add_energy(rocks.kinetic_energy_of(i));
  }
}

// Where its rock has it.
void RockForming::place(int i, const HeldBlock &row)
{
  const grist::RigidBody &rock = row.rock.motion;
  const Vector3d arm = rock.orientation * row.place, here = rock.position + arm;
  const Vector3d omega = rock.angular_velocity();
  const Vector3d x = grist::vector_at(atom->x[i]);
  grist::copy_to(atom->x[i], here + nearest_period(domain, x - here));
  grist::copy_to(atom->v[i], rock.velocity + cross(omega, arm));
  const grist::Quaterniond turn = normalized(rock.orientation * row.turn);
  AtomVecBody::Bonus &bonus = avec->bonus[atom->body[i]];
  bonus.quat[0] = turn.w;
  bonus.quat[1] = turn.x;
  bonus.quat[2] = turn.y;
  bonus.quat[3] = turn.z;
  grist::copy_to(atom->angmom[i],
                 turn * product(grist::vector_at(bonus.inertia), conjugate(turn) * omega));
}

// ---- released rocks

void RockForming::find_watched()
{
  watched.clear();
  for (int i = 0; i < atom->nlocal; i++)
    if (rows[i].state == Holding::RELEASED) watched.push_back(i);
}

void RockForming::watch()
{
  const bigint step = update->ntimestep;
  for (const int i : watched) {
    HeldBlock &row = rows[i];
    if (step % static_cast<bigint>(std::max(1.0, row.wait / LOOKS)) != 0) continue;
    const BlockBonds &of = faces->of(i);
    for (size_t m = 0; m < of.bonds.size(); m++) {
      const int j = atom->map(of.bonds[m].partner);
      const auto found = j < 0 ? std::nullopt : style->reading(i, static_cast<int>(m), j);
      if (!found || found->strength_share <= set.back) continue;
      row.unloaded_from = static_cast<double>(step) + row.wait;
      break;
    }
  }
}

bool RockForming::is_due() const
{
  const auto now = static_cast<double>(update->ntimestep);
  return std::any_of(watched.begin(), watched.end(), [this, now](int i) {
    const HeldBlock &row = rows[i];
    return row.state == Holding::RELEASED && row.unloaded_from <= now &&
        row.unloaded_from > formed_at;
  });
}

void RockForming::move_steps(bigint by)
{
  for (int i = 0; i < atom->nlocal; i++)
    if (rows[i].state == Holding::RELEASED) rows[i].unloaded_from += static_cast<double>(by);
}
