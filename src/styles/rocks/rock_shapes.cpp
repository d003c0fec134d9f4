#include "styles/rocks/rock_shapes.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "common/archive.h"
#include "force.h"
#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"
#include "styles/blocks/bond_face.h"
#include "styles/blocks/fix_face_bonds.h"

#include <algorithm>
#include <cassert>
#include <cstring>

using namespace LAMMPS_NS;
using grist::Vector3d;

static bool are_equal(const std::vector<grist::FaceMaterial> &one,
                      const std::vector<grist::FaceMaterial> &other)
{
  return one.size() == other.size() &&
      std::equal(one.begin(), one.end(), other.begin(),
                 [](const grist::FaceMaterial &a, const grist::FaceMaterial &b) {
                   return a.young == b.young && a.ratio == b.ratio && a.tensile == b.tensile &&
                       a.cohesion == b.cohesion && a.friction == b.friction && a.beta == b.beta &&
                       a.opening == b.opening && a.shearing == b.shearing &&
                       a.softening == b.softening;
                 });
}

void RockShapes::init(const FixFaceBonds &of, const BondFace &style)
{
  faces = &of;
  if (are_equal(materials, style.laws_in_force_units())) return;
  materials = style.laws_in_force_units();
  known.clear();
}

// Masses in the units of the faces' law.
BlockRecord RockShapes::record_of(int i, tagint rock, bool may_be_held) const
{
  assert(faces);
  const auto *avec = atom_style<AtomVecBody>(atom);
  const AtomVecBody::Bonus &bonus = avec->bonus[atom->body[i]];
  const double unit = 1.0 / force->ftm2v;
  BlockRecord record = {
      rock,
      atom->tag[i],
      may_be_held ? 1 : 0,
      {{}, unit * atom->rmass[i], atom->radius[i], unit * grist::vector_at(bonus.inertia)},
      {grist::Pose::from_quaternion(grist::vector_at(atom->x[i]), bonus.quat),
       grist::vector_at(atom->v[i]), unit * grist::vector_at(atom->angmom[i])},
      {},
      i};
  for (const BondOfBlock &one : faces->of(i).bonds)
    if (one.is_a) record.faces.push_back({one.partner, one.type, one.bond});
  return record;
}

std::map<tagint, std::vector<BlockRecord>> RockShapes::shared(std::vector<BlockRecord> mine) const
{
  std::vector<double> numbers;
  for (BlockRecord &record : mine) grist::append_row(record, numbers);
  const std::vector<double> all = from_all_ranks(numbers, world);
  std::map<tagint, std::vector<BlockRecord>> rocks;
  for (const double *in = all.data(), *end = in + all.size(); in < end;) {
    BlockRecord record;
    grist::RowReader reader(in);
    reader(record);
    in += reader.end();
    const int i = atom->map(record.tag);
    record.atom = i >= 0 && i < atom->nlocal ? i : -1;
    rocks[record.rock].push_back(std::move(record));
  }
  for (auto &[id, blocks] : rocks)
    std::sort(blocks.begin(), blocks.end(),
              [](const BlockRecord &a, const BlockRecord &b) { return a.tag < b.tag; });
  return rocks;
}

grist::RockDefinition RockShapes::definition_of(const std::vector<BlockRecord> &blocks) const
{
  std::vector<grist::RockBlock> elements;
  std::vector<grist::RockFace> between;
  for (size_t a = 0; a < blocks.size(); a++) {
    elements.push_back(blocks[a].block);
    for (const BlockRecord::Face &face : blocks[a].faces) {
      const auto b =
          std::lower_bound(blocks.begin(), blocks.end(), face.partner,
                           [](const BlockRecord &record, tagint tag) { return record.tag < tag; });
      assert(b != blocks.end() && b->tag == face.partner);
      between.push_back(
          {static_cast<int>(a), static_cast<int>(b - blocks.begin()), face.type, face.bond});
    }
  }
  std::sort(between.begin(), between.end(),
            [](const grist::RockFace &one, const grist::RockFace &two) {
              return one.a != two.a ? one.a < two.a : one.b < two.b;
            });
  return grist::RockDefinition::define(elements, between);
}

ShapeOfRock RockShapes::find(const grist::RockDefinition &rock)
{
  ShapeOfRock found;
  for (const auto &shape : known)
    if (shape->serves(rock, found.scale)) {
      found.shape = shape;
      return found;
    }
  known.push_back(std::make_shared<grist::HeldRock>(rock, materials));
  return {known.back(), {}};
}

double RockShapes::strength(int type, tagint a, tagint b) const
{
  return strength_factor(materials[type].scatter, a, b);
}
