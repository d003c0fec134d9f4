#include "relief/held_rock.h"

#include "bonds/best_rotation.h"
#include "bonds/face_bond.h"
#include "common/constants.h"
#include "common/decompositions.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace grist {

static constexpr double EQUAL = 1e-9;    // relative: numbers of rocks of one shape

// ---- the unstrained rock

namespace {

// Places of all blocks relative to the first, where faces lie on each other.
std::vector<Pose> places_by_faces(size_t count, const std::vector<RockFace> &faces)
{
  std::vector<std::vector<std::pair<int, Pose>>> next(count);    // from one to the other
  for (const RockFace &face : faces) {
    const Pose b_in_a = face.bond.in_a * inverse(face.bond.in_b);
    next[face.a].emplace_back(face.b, b_in_a);
    next[face.b].emplace_back(face.a, inverse(b_in_a));
  }
  std::vector<Pose> places(count);
  std::vector<char> is_known(count, 0);
  std::vector<int> open = {0};
  is_known[0] = 1;
  for (size_t n = 0; n < open.size(); n++)
    for (const auto &[other, place] : next[open[n]]) {
      if (is_known[other]) continue;
      is_known[other] = 1;
      places[other] = places[open[n]] * place;
      open.push_back(other);
    }
  if (open.size() < count)
    throw std::invalid_argument("the faces connect " + std::to_string(open.size()) + " of " +
                                std::to_string(count) + " blocks (must connect all)");
  return places;
}

Matrix3d inertia_of(const RockBlock &block)
{
  const Matrix3d &axes = block.place.rotation;
  return axes * Matrix3d::diagonal(block.moments) * transposed(axes);
}

Matrix3d inertia_of(const std::vector<RockBlock> &blocks)
{
  Matrix3d sum = Matrix3d::zero();
  for (const RockBlock &block : blocks) {
    const Vector3d &r = block.place.position;
    sum += inertia_of(block) +
        block.mass * (squared_norm(r) * Matrix3d::identity() - outer_product(r, r));
  }
  return sum;
}

bool are_same(double one, double other)
{
  return std::abs(one - other) <= EQUAL * std::abs(other);
}
bool are_same(const Vector3d &one, const Vector3d &other, double size)
{
  return norm(one - other) <= EQUAL * size;
}
bool are_same(const Matrix3d &one, const Matrix3d &other)
{
  for (int k = 0; k < 3; k++)
    if (!are_same(one.column[k], other.column[k], 1.0)) return false;
  return true;
}

bool are_same(const FaceBond &one, const FaceBond &other)
{
  const double size = other.distance;
  return are_same(one.distance, size) && are_same(one.area, other.area) &&
      are_same(one.inertia[0], other.inertia[0]) && are_same(one.inertia[1], other.inertia[1]) &&
      are_same(one.extent[0], other.extent[0]) && are_same(one.extent[1], other.extent[1]) &&
      are_same(one.in_a.position, other.in_a.position, size) &&
      are_same(one.in_b.position, other.in_b.position, size) &&
      are_same(one.in_a.rotation, other.in_a.rotation) &&
      are_same(one.in_b.rotation, other.in_b.rotation);
}

}    // namespace

RockDefinition RockDefinition::define(std::vector<RockBlock> blocks,
                                      const std::vector<RockFace> &faces)
{
  assert(!blocks.empty());
  RockDefinition rock;
  rock.faces = faces;
  const std::vector<Pose> places = places_by_faces(blocks.size(), faces);
  Vector3d moment = Vector3d::zero();
  for (size_t n = 0; n < blocks.size(); n++) {
    blocks[n].place = places[n];
    rock.mass += blocks[n].mass;
    moment += blocks[n].mass * places[n].position;
  }
  for (RockBlock &block : blocks) block.place.position -= moment / rock.mass;
  Eigenvectors axes = eigenvectors(inertia_of(blocks));
  if (determinant(axes.vectors) < 0.0) axes.vectors.column[2] *= -1.0;
  const Pose to_axes = {Vector3d::zero(), transposed(axes.vectors)};
  for (RockBlock &block : blocks) block.place = to_axes * block.place;
  rock.moments = axes.values;
  rock.blocks = std::move(blocks);
  return rock;
}

bool RockDefinition::is_scaled(const RockDefinition &of, ShapeScale &scale) const
{
  if (blocks.size() != of.blocks.size() || faces.size() != of.faces.size()) return false;
  scale.mass = mass / of.mass;
  scale.length = faces.empty() ? 1.0 : faces.front().bond.distance / of.faces.front().bond.distance;
  const double square = scale.mass * scale.length * scale.length;
  for (size_t n = 0; n < blocks.size(); n++) {
    const RockBlock &mine = blocks[n], &other = of.blocks[n];
    if (!are_same(mine.mass, scale.mass * other.mass) ||
        !are_same(mine.moments, square * other.moments, square * norm(other.moments)))
      return false;
  }
  for (size_t n = 0; n < faces.size(); n++) {
    const RockFace &mine = faces[n], &other = of.faces[n];
    if (mine.a != other.a || mine.b != other.b || mine.type != other.type ||
        !are_same(mine.bond, grist::scaled(other.bond, scale.length)))
      return false;
  }
  return true;
}

RockDefinition RockDefinition::scaled(const ShapeScale &scale) const
{
  RockDefinition result = *this;
  const double square = scale.mass * scale.length * scale.length;
  result.mass *= scale.mass;
  result.moments *= square;
  for (RockBlock &block : result.blocks) {
    block.place.position *= scale.length;
    block.radius *= scale.length;
    block.mass *= scale.mass;
    block.moments *= square;
  }
  for (RockFace &face : result.faces) face.bond = grist::scaled(face.bond, scale.length);
  return result;
}

// ---- motion

// Places count by mass, orientations by the moments.
RigidBody body_of(const RockDefinition &rock, const std::vector<BlockMotion> &blocks)
{
  assert(blocks.size() == rock.blocks.size());
  RigidBody body;
  body.mass = rock.mass;
  body.moments = rock.moments;
  const Vector3d &first = blocks.front().pose.position;
  Vector3d moment = Vector3d::zero(), momentum = Vector3d::zero();
  for (size_t n = 0; n < blocks.size(); n++) {
    moment += rock.blocks[n].mass * (blocks[n].pose.position - first);
    momentum += rock.blocks[n].mass * blocks[n].velocity;
  }
  body.position = first + moment / rock.mass;
  body.velocity = momentum / rock.mass;
  Matrix3d sum = Matrix3d::zero();
  body.angular_momentum = Vector3d::zero();
  for (size_t n = 0; n < blocks.size(); n++) {
    const RockBlock &block = rock.blocks[n];
    const Vector3d arm = blocks[n].pose.position - body.position;
    sum += block.mass * outer_product(arm, block.place.position) +
        sum_of(block.moments) / 6.0 * (blocks[n].pose.rotation * transposed(block.place.rotation));
    body.angular_momentum +=
        block.mass * cross(arm, blocks[n].velocity - body.velocity) + blocks[n].angular_momentum;
  }
  body.orientation = normalized(quaternion_of(best_rotation(sum)));
  return body;
}

// ---- mechanics

static ModelBond model_bond(const RockDefinition &rock, const RockFace &face,
                            const FaceMaterial &law)
{
  const RockBlock &a = rock.blocks[face.a], &b = rock.blocks[face.b];
  const Pose at = a.place * face.bond.in_a;
  const FaceSprings springs(law, face.bond);
  const auto in_rock = [&at](const Vector3d &along) {
    return at.rotation * Matrix3d::diagonal(along) * transposed(at.rotation);
  };
  using Of = FaceStrengths<double>;
  const Of of = face_strengths(law, face.bond, springs, 1.0);
  BondMeasure measure;
  measure.pull = of[Of::PULL];
  measure.bend[0] = of[Of::BEND_1];
  measure.bend[1] = of[Of::BEND_2];
  measure.slip = of[Of::SLIP];
  measure.twist = of[Of::TWIST];
  measure.pressure = of[Of::PULL_IN_SHEAR];
  std::copy_n(&of[Of::OPENING], measure.energy.size(), measure.energy.begin());
  return {face.a,
          face.b,
          at.position - a.place.position,
          at.position - b.place.position,
          at.rotation,
          in_rock(springs.force),
          in_rock(springs.moment),
          measure};
}

ClusterModel rock_model(const RockDefinition &rock, const std::vector<FaceMaterial> &laws)
{
  std::vector<ModelElement> elements;
  for (const RockBlock &block : rock.blocks)
    elements.emplace_back(block.place.position, block.mass, block.radius, inertia_of(block));
  std::vector<ModelBond> bonds;
  for (const RockFace &face : rock.faces) {
    assert(is_number_of(face.type, laws.size()));
    bonds.push_back(model_bond(rock, face, laws[face.type]));
  }
  return {elements, bonds};
}

namespace {

// The faces of displaced blocks.
class DisplacedFaces final : public DisplacedBonds {
 public:
  DisplacedFaces(const RockDefinition &rock, const std::vector<FaceMaterial> &laws) :
      rock(rock), laws(laws)
  {
  }

  double add(const ClusterVector &displacement, ClusterVector &to,
             std::vector<BondLoad> *loads) const override
  {
    if (loads) loads->clear();
    std::vector<Pose> places;
    for (size_t n = 0; n < rock.blocks.size(); n++) {
      const Pose &place = rock.blocks[n].place;
      places.push_back({place.position + displacement[n].linear,
                        rotation_of(displacement[n].angular) * place.rotation});
    }
    const Vector3d none = Vector3d::zero();
    double energy = 0.0;
    for (const RockFace &face : rock.faces) {
      const FaceForces found =
          face_forces(laws[face.type], face.bond,
                      {places[face.a], places[face.b], none, none, none, none, 1.0});
      energy += found.energy;
      to[face.a].linear += found.on.force_a;
      to[face.a].angular += found.on.torque_a;
      to[face.b].linear -= found.on.force_a;
      to[face.b].angular += found.on.torque_b;
      if (loads) loads->push_back({found.loads.force, found.loads.moment});
    }
    return energy;
  }

 private:
  const RockDefinition &rock;
  const std::vector<FaceMaterial> &laws;
};

}    // namespace

HeldRock::HeldRock(const RockDefinition &rock, const std::vector<FaceMaterial> &laws) :
    rock(rock), laws(laws), mechanics(rock_model(rock, laws))
{
}

bool HeldRock::serves(const RockDefinition &other, ShapeScale &scale) const
{
  if (!other.is_scaled(rock, scale)) return false;
  return std::none_of(rock.faces.begin(), rock.faces.end(),
                      [this](const RockFace &face) { return laws[face.type].parts_by_energy(); }) ||
      are_same(scale.length, 1.0);
}

const LoadBounds &HeldRock::bounds()
{
  if (!load_bounds) load_bounds.emplace(mechanics);
  return *load_bounds;
}

double HeldRock::first_period()
{
  if (period < 0.0) {
    const std::vector<double> frequencies = lowest_frequencies(mechanics, 1);
    period = frequencies.empty() ? 0.0 : 2.0 * PI / frequencies.front();
  }
  return period;
}

std::vector<double> HeldRock::shares(const std::vector<ElementLoad> &loads, const Vector3d &omega,
                                     double weight_of_compression) const
{
  const std::vector<BondLoad> of_faces = mechanics.bond_loads(loads, omega);
  std::vector<double> result;
  for (size_t n = 0; n < of_faces.size(); n++) {
    const BondStress share =
        mechanics.model().stress(mechanics.model().bonds[n], of_faces[n], weight_of_compression);
    result.push_back(std::max(share.tension, share.shear));
  }
  return result;
}

ReleasedState HeldRock::released(const std::vector<ElementLoad> &loads, const Vector3d &omega) const
{
  return released_state(mechanics, DisplacedFaces(rock, laws), loads, omega);
}

}    // namespace grist
