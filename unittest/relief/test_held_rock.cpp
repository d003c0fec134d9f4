// Rocks of bonded blocks under loads.
//
// Oracles: chains of equal blocks in closed form; the law of the face itself (face_bond.h); Euler's
// equations of a free body; the bounds against solved loads.

#include "bonds/face_block.h"
#include "common/constants.h"
#include "common/space.h"
#include "particles/block_rock.h"
#include "relief/cluster_matrices.h"
#include "relief/held_rock.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace test_held_rock {

using namespace grist;

constexpr double DENSITY = 2500.0, EDGE = 0.01;

FaceMaterial stone()
{
  FaceMaterial of;
  of.young = 1e9;
  of.ratio = 2.5;
  of.tensile = 2e6;
  of.cohesion = 5e6;
  of.friction = 0.6;
  return of;
}

FaceMaterial by_energy()
{
  FaceMaterial of;
  of.young = 1e9;
  of.ratio = 2.5;
  of.opening = 20.0;
  of.shearing = 50.0;
  return of;
}

std::vector<FaceMaterial> laws(const FaceMaterial &of)
{
  return {{}, of};
}

// Cubes side by side along x.
RockDefinition chain(int count)
{
  const double mass = DENSITY * EDGE * EDGE * EDGE, moment = mass * EDGE * EDGE / 6.0;
  const double second = std::pow(EDGE, 4) / 12.0;
  std::vector<RockBlock> blocks;
  std::vector<RockFace> faces;
  const Matrix3d along_x = Matrix3d::of_columns({0, 1, 0}, {0, 0, 1}, {1, 0, 0});
  const auto at = [](int n) { return Pose{{n * EDGE, 0, 0}, Matrix3d::identity()}; };
  for (int n = 0; n < count; n++) {
    blocks.push_back({{}, mass, 0.87 * EDGE, Vector3d::all(moment)});
    if (n == 0) continue;
    faces.push_back(
        {n - 1, n, 1,
         make_face_bond(at(n - 1), at(n), {{(n - 0.5) * EDGE, 0, 0}, along_x}, EDGE * EDGE,
                        {second, second}, {0.5 * EDGE, 0.5 * EDGE}, EDGE)});
  }
  return RockDefinition::define(blocks, faces);
}

// Blocks of any form, their axes in any direction.
RockDefinition gravel(int count)
{
  BlockRequest request;
  request.cells = count;
  const BlockPartition partition = divided_solid(BlockSolid::box({0.03, 0.02, 0.02}), request);
  const BlockRock rock = block_rock(partition);
  std::vector<RockBlock> blocks;
  std::vector<RockFace> faces;
  for (const Block &block : partition.blocks)
    blocks.push_back({{},
                      DENSITY * block.volume(),
                      block.shape.radius(),
                      DENSITY * block.shape.principal_moments()});
  for (const BlockRock::Face &face : rock.faces) faces.push_back({face.a, face.b, 1, face.bond});
  return RockDefinition::define(blocks, faces);
}

class Numbers {
 public:
  double number() { return spread(engine); }
  Vector3d vector() { return {number(), number(), number()}; }
  std::vector<ElementLoad> loads(int count, double force)
  {
    std::vector<ElementLoad> all;
    for (int n = 0; n < 3; n++)
      all.push_back(
          {static_cast<int>(engine() % count), force * vector(), 0.005 * force * vector()});
    return all;
  }

 private:
  std::mt19937 engine{5};
  std::uniform_real_distribution<double> spread{-1.0, 1.0};
};

// The end of a chain, by its place.
int end_of(const RockDefinition &rock, bool last)
{
  return last ? static_cast<int>(rock.blocks.size()) - 1 : 0;
}

Vector3d axis_of(const RockDefinition &rock)
{
  return normalized(rock.blocks[1].place.position - rock.blocks[0].place.position);
}

TEST(HeldRock, TwoBlocksArePulledApart)
{
  const RockDefinition rock = chain(2);
  const HeldRock held(rock, laws(stone()));
  const Vector3d x = axis_of(rock);
  const double force = 30.0;
  const std::vector<ElementLoad> pull = {{0, -force * x, Vector3d::zero()},
                                         {1, force * x, Vector3d::zero()}};
  const ClusterVector u = held.relief().displacement(pull, Vector3d::zero());
  EXPECT_NEAR(dot(u[1].linear - u[0].linear, x) / (force / (1e9 * EDGE)), 1.0, 1e-10);
  const double share = held.shares(pull, Vector3d::zero(), 0.3)[0];
  // Tension over tensile is more than the friction of it over cohesion.
  EXPECT_NEAR(share / (force / (EDGE * EDGE) / 2e6), 1.0, 1e-10);
}

// Pulled at one end a chain accelerates: a face pulls what is behind it.
TEST(HeldRock, ChainIsPulledAtOneEnd)
{
  const int count = 7;
  const RockDefinition rock = chain(count);
  const HeldRock held(rock, laws(stone()));
  const double force = 50.0;
  const std::vector<double> shares = held.shares(
      {{end_of(rock, true), force * axis_of(rock), Vector3d::zero()}}, Vector3d::zero(), 0.3);
  for (int n = 0; n < count - 1; n++)
    EXPECT_NEAR(shares[n] / (force * (n + 1) / count / (EDGE * EDGE) / 2e6), 1.0, 1e-9) << n;
}

TEST(HeldRock, ChainIsBent)
{
  const int count = 9;
  const RockDefinition rock = chain(count);
  const HeldRock held(rock, laws(stone()));
  const Vector3d x = axis_of(rock), y = unit_orthogonal(x);
  const double moment = 0.02, stiffness = 1e9 / EDGE * std::pow(EDGE, 4) / 12.0;
  const ClusterVector u = held.relief().displacement(
      {{0, Vector3d::zero(), -moment * y}, {count - 1, Vector3d::zero(), moment * y}},
      Vector3d::zero());
  EXPECT_NEAR(dot(u[count - 1].angular - u[0].angular, y) / ((count - 1) * moment / stiffness), 1.0,
              1e-9);
  // The middle sags by that of an arc of so many joints: the sum of the turns times their arms.
  double sag = 0.0;
  const double turn = moment / stiffness;
  for (int n = 0; n < count / 2; n++) sag += turn * (n + 0.5) * EDGE;
  const Vector3d ends = 0.5 * (u[0].linear + u[count - 1].linear);
  EXPECT_NEAR(norm(ends - u[count / 2].linear) / sag, 1.0, 1e-9);
}

TEST(HeldRock, ChainSpins)
{
  const int count = 6;
  const RockDefinition rock = chain(count);
  const HeldRock held(rock, laws(stone()));
  const Vector3d x = axis_of(rock), omega = 300.0 * unit_orthogonal(x);
  const double mass = DENSITY * EDGE * EDGE * EDGE;
  const std::vector<double> shares = held.shares({}, omega, 0.3);
  for (int n = 0; n < count - 1; n++) {
    double pull = 0.0;
    for (int k = n + 1; k < count; k++)
      pull += mass * squared_norm(omega) * dot(rock.blocks[k].place.position, x);
    EXPECT_NEAR(shares[n] / (std::fabs(pull) / (EDGE * EDGE) / 2e6), 1.0, 1e-9) << n;
  }
}

TEST(HeldRock, RigidMotionMakesNoLoad)
{
  const RockDefinition rock = gravel(40);
  const ClusterModel model = rock_model(rock, laws(stone()));
  const auto stiffness = stiffness_matrix(model);
  Numbers of;
  const Eigen::VectorXd moved =
      to_eigen(model.rigid_displacement(of.vector(), 100.0 * of.vector()));
  EXPECT_LT((stiffness * moved).norm(), 1e-12 * (stiffness.cwiseAbs() * moved.cwiseAbs()).norm());
  EXPECT_LT((Eigen::MatrixXd(stiffness) - Eigen::MatrixXd(stiffness).transpose()).norm(),
            1e-14 * Eigen::MatrixXd(stiffness).norm());
}

// The loads of faces under a free rotation are those that turn each block as Euler's equations say.
TEST(HeldRock, FreeRotationIsThatOfATop)
{
  const RockDefinition rock = gravel(20);
  const HeldRock held(rock, laws(stone()));
  const ClusterModel &model = held.relief().model();
  const Vector3d omega = {40.0, -90.0, 70.0};
  const Eigen::VectorXd elastic =
      stiffness_matrix(model) * to_eigen(held.relief().displacement({}, omega));
  const ClusterVector on = from_eigen(-elastic);    // of faces, on blocks
  const Matrix3d inertia = Matrix3d::diagonal(rock.moments);
  const Vector3d turning = -(inverse(inertia) * cross(omega, inertia * omega));
  double most = 0.0, wrong = 0.0;
  for (size_t n = 0; n < on.size(); n++) {
    const ModelElement &e = model.elements[n];
    const Vector3d force = e.mass * (cross(turning, e.place) + cross(omega, cross(omega, e.place)));
    const Vector3d torque = e.inertia * turning + cross(omega, e.inertia * omega);
    most = std::max({most, norm(force), norm(torque) / EDGE});
    wrong = std::max({wrong, norm(on[n].linear - force), norm(on[n].angular - torque) / EDGE});
  }
  EXPECT_LT(wrong, 1e-8 * most);
}

TEST(HeldRock, BoundsAreAboveAllLoads)
{
  for (const FaceMaterial &of : {stone(), by_energy()}) {
    HeldRock held(gravel(30), laws(of));
    const LoadBounds &bounds = held.bounds();
    Numbers random;
    double nearest = 0.0;
    for (int trial = 0; trial < 200; trial++) {
      std::vector<ElementLoad> loads = random.loads(30, 20.0);
      if (trial % 2) loads.resize(1);
      const Vector3d omega = 300.0 * (trial % 3) * random.vector();
      const BondStress bound = bounds.of(loads, omega);
      const std::vector<double> shares = held.shares(loads, omega, 1.0);
      const double most = *std::max_element(shares.begin(), shares.end());
      EXPECT_LE(most, std::max(bound.tension, bound.shear) * (1.0 + 1e-9));
      nearest = std::max(nearest, most / std::max(bound.tension, bound.shear));
    }
    EXPECT_GT(nearest, 0.6);
  }
}

// The share of a load is the one that the law of the face itself finds.
TEST(HeldRock, SharesAreThoseOfTheFaces)
{
  for (const FaceMaterial &of : {stone(), by_energy()}) {
    const RockDefinition rock = gravel(15);
    const HeldRock held(rock, laws(of));
    Numbers random;
    const std::vector<ElementLoad> loads = random.loads(15, 1e-3);    // hardly deformed
    const std::vector<double> shares = held.shares(loads, Vector3d::zero(), 0.0);
    const ClusterVector u = held.relief().displacement(loads, Vector3d::zero());
    const auto moved = [&](int n) {
      const Pose &place = rock.blocks[n].place;
      return Pose{place.position + u[n].linear, rotation_of(u[n].angular) * place.rotation};
    };
    const double most = *std::max_element(shares.begin(), shares.end());
    for (size_t n = 0; n < rock.faces.size(); n++) {
      const RockFace &face = rock.faces[n];
      const Vector3d none = Vector3d::zero();
      const FaceForces on =
          face_forces(of, face.bond, {moved(face.a), moved(face.b), none, none, none, none, 1.0});
      // Friction under pressure takes from the share there, and nothing here.
      if (on.loads.force.z > 0.0 || of.parts_by_energy())
        EXPECT_NEAR(on.share, shares[n], 1e-5 * most) << n;
      else
        EXPECT_LE(on.share, shares[n] + 1e-5 * most) << n;
    }
  }
}

TEST(HeldRock, ReleasedStateIsInBalance)
{
  const RockDefinition rock = gravel(25);
  const HeldRock held(rock, laws(stone()));
  Numbers random;
  const std::vector<ElementLoad> loads = random.loads(25, 200.0);
  const Vector3d omega = {100.0, -50.0, 70.0};
  const ReleasedState state = held.released(loads, omega);
  EXPECT_LT(state.imbalance, 1e-10);
  Vector3d center = Vector3d::zero(), force = Vector3d::zero(), torque = Vector3d::zero();
  for (size_t n = 0; n < rock.blocks.size(); n++) {
    center += rock.blocks[n].mass * state.displacement[n].linear;
    const ElementVector &on = state.on_elements[n];
    force += on.linear;
    torque +=
        on.angular + cross(rock.blocks[n].place.position + state.displacement[n].linear, on.linear);
  }
  EXPECT_LT(norm(center), 1e-12 * rock.mass * EDGE);
  EXPECT_LT(norm(force), 1e-8);
  EXPECT_LT(norm(torque), 1e-10);
  EXPECT_GT(state.energy, 0.0);
}

// Larger and heavier rocks of one shape, by stress, share its bounds; by energy they do not.
TEST(HeldRock, SizesShareAShape)
{
  const RockDefinition rock = gravel(12);
  const RockDefinition larger = rock.scaled({1.7, 4.1});
  const HeldRock held(rock, laws(stone())), own(larger, laws(stone()));
  ShapeScale scale;
  ASSERT_TRUE(held.serves(larger, scale));
  EXPECT_NEAR(scale.length, 1.7, 1e-12);
  EXPECT_NEAR(scale.mass, 4.1, 1e-12);
  Numbers random;
  const std::vector<ElementLoad> loads = random.loads(12, 100.0);
  std::vector<ElementLoad> of_shape;
  for (const ElementLoad &load : loads) of_shape.push_back(scale.to_shape(load));
  const Vector3d omega = {100.0, 200.0, -50.0};
  const std::vector<double> found = held.shares(of_shape, scale.to_shape(omega), 0.3);
  const std::vector<double> right = own.shares(loads, omega, 0.3);
  const double most = *std::max_element(right.begin(), right.end());
  for (size_t n = 0; n < right.size(); n++) EXPECT_NEAR(found[n], right[n], 1e-9 * most);
  EXPECT_FALSE(HeldRock(rock, laws(by_energy())).serves(larger, scale));
  EXPECT_FALSE(held.serves(gravel(13), scale));
}

// Wherever the rock is, its body is found with the momenta of its blocks.
TEST(HeldRock, BodyOfBlocks)
{
  const RockDefinition rock = gravel(18);
  Numbers random;
  const Pose at = {random.vector(), rotation_matrix(2.0, normalized(random.vector()))};
  std::vector<BlockMotion> motions;
  Vector3d momentum = Vector3d::zero(), angular = Vector3d::zero();
  for (const RockBlock &block : rock.blocks) {
    motions.push_back({at * block.place, random.vector(), 1e-6 * random.vector()});
    momentum += block.mass * motions.back().velocity;
    angular += motions.back().angular_momentum +
        block.mass * cross(motions.back().pose.position - at.position, motions.back().velocity);
  }
  const RigidBody body = body_of(rock, motions);
  EXPECT_LT(norm(body.position - at.position), 1e-14);
  const Matrix3d turned = rotation_matrix(body.orientation) - at.rotation;
  for (int k = 0; k < 3; k++) EXPECT_LT(norm(turned.column[k]), 1e-12);
  EXPECT_LT(norm(body.mass * body.velocity - momentum), 1e-14 * norm(momentum) + 1e-16);
  EXPECT_LT(norm(body.angular_momentum - angular), 1e-12 * norm(angular));
}

TEST(HeldRock, FacesMustConnectAllBlocks)
{
  RockDefinition rock = chain(3);
  rock.faces.pop_back();
  EXPECT_THROW(RockDefinition::define(rock.blocks, rock.faces), std::invalid_argument);
}

}    // namespace test_held_rock
