// The contact law of overlapping bodies. Oracles: Newton's third law, a potential, closed forms of
// one-dimensional impacts, Coulomb's limit.

#include "common/constants.h"
#include "common/space.h"
#include "geometry/solids.h"
#include "geometry/sphere_overlap.h"
#include "overlaps/overlap_contact.h"
#include "overlaps/overlap_numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace grist {
namespace test_overlap_contact {

Vector3d random_vector(std::mt19937_64 &random)
{
  std::normal_distribution<double> gauss;
  return {gauss(random), gauss(random), gauss(random)};
}

Pose random_pose(std::mt19937_64 &random, const Vector3d &position)
{
  const Vector3d axis = normalized(random_vector(random));
  return {position, rotation_matrix(norm(random_vector(random)), axis)};
}

OverlapContactLaw full_law(NormalLaw normal, FrictionLaw friction)
{
  OverlapContactLaw law;
  law.normal = normal;
  law.stiffness = 3e4;
  law.set_restitution(0.6);
  law.friction = friction;
  law.mu = 0.4;
  law.tangential_damping = 0.7;
  return law;
}

// An overlap with this contact area, a disc normal to z, and a volume of 0.01.
Overlap pressed_along_z(double area)
{
  Overlap found;
  found.status = OverlapStatus::OVERLAPPING;
  found.volume = 0.01;
  found.area = area;
  found.normal = Vector3d::unit_z();
  found.area_vector = area * Vector3d::unit_z();
  found.spread = disc_spread();
  return found;
}

TEST(OverlapContact, ForcesAndTorquesBalance)
{
  std::mt19937_64 random(1);
  const ConvexPolyhedron a = solids::octahedron(1.0), b = solids::dodecahedron(0.5);
  OverlapWorkspace workspace;
  int touching = 0;
  for (int n = 0; n < 300; n++) {
    const Pose pose_a = random_pose(random, {1, 2, 3});
    const Pose pose_b =
        random_pose(random, pose_a.position + 1.1 * normalized(random_vector(random)));
    const Overlap found = overlap(a, pose_a, b, pose_b, workspace);
    if (found.status != OverlapStatus::OVERLAPPING) continue;
    touching++;
    for (const NormalLaw normal : {NormalLaw::VOLUME, NormalLaw::ENERGY})
      for (const FrictionLaw friction :
           {FrictionLaw::NONE, FrictionLaw::REGULARISED, FrictionLaw::COULOMB}) {
        ContactHistory history = {random_vector(random), random_vector(random)};
        const Vector3d distance = pose_b.position - pose_a.position;
        const ContactForce contact =
            overlap_contact(full_law(normal, friction), found, distance,
                            {random_vector(random), random_vector(random), 0.3, 1e-4}, history);
        const Vector3d rest = contact.torque_a + contact.torque_b - cross(distance, contact.force);
        const double elastic = 3e4 * found.volume;    // which the dashpot may cancel
        EXPECT_LT(norm(rest), 1e-12 * (norm(contact.torque_a) + norm(contact.force) + elastic));
      }
  }
  EXPECT_GT(touching, 50);
}

// Central differences of K V^2 / 2 for steps and turns of a and of b.
TEST(OverlapContact, EnergyLawIsTheDerivativeOfItsEnergy)
{
  std::mt19937_64 random(2);
  const ConvexPolyhedron a = solids::cube(1.0), b = solids::icosahedron(0.7);
  OverlapContactLaw law;
  law.normal = NormalLaw::ENERGY;
  law.stiffness = 2e3;
  OverlapWorkspace workspace;
  const auto energy = [&](const Pose &pose_a, const Pose &pose_b) {
    const double volume = overlap(a, pose_a, b, pose_b, workspace).volume;
    return 0.5 * law.stiffness * volume * volume;
  };
  int touching = 0;
  for (int n = 0; n < 100; n++) {
    const Pose pose_a = random_pose(random, Vector3d::zero());
    const Pose pose_b = random_pose(random, 0.9 * normalized(random_vector(random)));
    const Overlap found = overlap(a, pose_a, b, pose_b, workspace);
    if (found.volume < 1e-4) continue;
    touching++;
    ContactHistory none;
    const ContactForce contact =
        overlap_contact(law, found, pose_b.position - pose_a.position,
                        {Vector3d::zero(), Vector3d::zero(), 1.0, 0.0}, none);
    EXPECT_NEAR(contact.energy, energy(pose_a, pose_b), 1e-12 * contact.energy);
    constexpr double STEP = 1e-6;
    const double scale = norm(contact.force);
    for (int d = 0; d < 3; d++) {
      const Vector3d axis = Vector3d::unit(d);
      const auto slope = [&](auto changed) {
        return (changed(STEP) - changed(-STEP)) / (2.0 * STEP);
      };
      const auto turned = [&](const Pose &pose, double s) {
        return Pose{pose.position, rotation_matrix(s, axis) * pose.rotation};
      };
      const double step_a = slope([&](double s) {
        return energy({pose_a.position + s * axis, pose_a.rotation}, pose_b);
      });
      const double turn_a = slope([&](double s) { return energy(turned(pose_a, s), pose_b); });
      const double turn_b = slope([&](double s) { return energy(pose_a, turned(pose_b, s)); });
      EXPECT_NEAR(contact.force[d], -step_a, 1e-5 * scale);
      EXPECT_NEAR(contact.torque_a[d], -turn_a, 1e-5 * scale);
      EXPECT_NEAR(contact.torque_b[d], -turn_b, 1e-5 * scale);
    }
  }
  EXPECT_GT(touching, 20);
}

// One dimension, leapfrog; a face keeps its area, so both laws are known functions of the depth.
TEST(OverlapContact, RestitutionIsExactOnFaces)
{
  const ConvexPolyhedron cube = solids::cube(1.0);
  const HalfSpace floor = {Vector3d::unit_z(), 0.0};
  OverlapWorkspace workspace;
  for (const double restitution : {0.2, 0.5, 0.9, 1.0}) {
    OverlapContactLaw law;
    law.stiffness = 1e4;
    law.set_restitution(restitution);
    const double mass = 2.0, dt = 1e-6 * PI * std::sqrt(mass / law.stiffness) * 20.0;
    double z = 0.5, v = -0.1;
    ContactHistory none;
    for (int n = 0; n < 200000; n++) {
      const Overlap found =
          overlap(cube, {Vector3d{0, 0, z}, Matrix3d::identity()}, floor, workspace);
      if (n > 10 && found.volume <= 0.0) break;
      const ContactForce contact = overlap_contact(
          law, found, found.centroid, {Vector3d{0, 0, v}, Vector3d::zero(), mass, dt}, none);
      v += dt * contact.force.z / mass;
      z += dt * v;
    }
    EXPECT_NEAR(v, 0.1 * restitution, 2e-4) << restitution;
  }
}

TEST(OverlapContact, CoulombSticksThenSlides)
{
  OverlapContactLaw law;
  law.stiffness = 1e5;
  law.friction = FrictionLaw::COULOMB;
  law.mu = 0.3;
  law.stiffness_ratio = 0.8;
  const Overlap found = pressed_along_z(1.0);
  const Vector3d slip{1.0, 0.0, 0.0};
  const double dt = 1e-5, normal_force = 1e3, spring = 0.8 * 1e5;
  ContactHistory kept;
  for (int n = 1; n < 2000; n++) {
    const ContactForce contact =
        overlap_contact(law, found, Vector3d::unit_z(), {slip, Vector3d::zero(), 1.0, dt}, kept);
    const double expected = std::min(spring * dt * n, law.mu * normal_force);
    EXPECT_NEAR(contact.force.x, -expected, 1e-9 * normal_force);
    EXPECT_NEAR(contact.force.z, -normal_force, 1e-9 * normal_force);
  }
  // The other way: the spring unloads from the limit, not from where it would have gone.
  const ContactForce back =
      overlap_contact(law, found, Vector3d::unit_z(), {-slip, Vector3d::zero(), 1.0, dt}, kept);
  EXPECT_NEAR(back.force.x, -(law.mu * normal_force - spring * dt), 1e-9 * normal_force);
}

// Friction that is loaded turns with two bodies that turn as one, and with a body on a wall that
// turns with it.
TEST(OverlapContact, FrictionTurnsWithTheBodies)
{
  OverlapContactLaw law = full_law(NormalLaw::VOLUME, FrictionLaw::COULOMB);
  const int steps = 5000;
  const double dt = 1e-3, omega = 2 * PI / (steps * dt);
  for (const Vector3d &axis :
       {Vector3d{0, 0, 1}, Vector3d{1, 0, 0}, Vector3d{1, -2, 2}, Vector3d{3, 1, -4}})
    for (const bool on_wall : {false, true}) {
      const Vector3d turning = omega * normalized(axis);
      ContactHistory kept;
      kept.force = {20.0, -15.0, 0.0};
      kept.twist = {0.0, 0.0, 1.5};
      const ContactHistory start = kept;
      for (int n = 1; n <= steps; n++) {
        const Matrix3d turn = rotation_matrix(omega * dt * n, normalized(axis));
        Overlap found = pressed_along_z(1.0);
        found.normal = turn * found.normal;
        found.area_vector = turn * found.area_vector;
        ContactMotion motion{Vector3d::zero(), Vector3d::zero(), 1.0, dt};
        motion.turning = on_wall ? wall_turning(turning, turning, found.normal)
                                 : pair_turning(turning, turning);
        overlap_contact(law, found, found.normal, motion, kept);
        ASSERT_LT(norm(kept.force - turn * start.force), 1e-5 * norm(start.force)) << n;
        ASSERT_LT(norm(kept.twist - turn * start.twist), 1e-5 * norm(start.twist)) << n;
      }
    }
}

// An impact at 60 degrees slides throughout: friction is -mu Fn and never pushes, the normal force
// never pulls.
TEST(OverlapContact, SlidingImpactEndsByTheLawOfGrossSliding)
{
  const ConvexPolyhedron cube = solids::cube(1.0);
  const HalfSpace floor = {Vector3d::unit_z(), 0.0};
  OverlapWorkspace workspace;
  for (const double dashpot : {-1.0, 60.0}) {
    OverlapContactLaw law;
    law.stiffness = 1e4;
    law.set_restitution(0.5);
    law.damping = dashpot;
    law.friction = FrictionLaw::COULOMB;
    law.mu = 0.3;
    const double mass = 2.0, dt = 1e-5;
    Vector3d x{0, 0, 0.5}, v{0.1 * std::sqrt(3.0), 0, -0.1};
    ContactHistory kept;
    for (int n = 0; n < 200000; n++) {
      const Overlap found = overlap(cube, {x, Matrix3d::identity()}, floor, workspace);
      if (n > 10 && found.volume <= 0.0) break;
      const ContactForce contact =
          overlap_contact(law, found, found.centroid, {v, Vector3d::zero(), mass, dt}, kept);
      ASSERT_GE(contact.force.z, 0.0);
      ASSERT_NEAR(contact.force.x, -0.3 * contact.force.z, 1e-9 * law.stiffness) << n;
      v += dt * contact.force / mass;
      x += dt * v;
    }
    if (dashpot < 0.0) { EXPECT_NEAR(v.z, 0.05, 1e-4); }
    EXPECT_NEAR(v.x, 0.1 * std::sqrt(3.0) - 0.3 * (v.z + 0.1), 1e-6);
  }
}

// Rotation about the normal alone: a moment up to mu Fn 2/3 of the radius of a disc of the contact
// area, and no force.
TEST(OverlapContact, TwistIsHeldUpToTheMomentOfADisc)
{
  OverlapContactLaw law;
  law.stiffness = 1e5;
  law.friction = FrictionLaw::COULOMB;
  law.mu = 0.3;
  law.stiffness_ratio = 1.0;
  const Overlap found = pressed_along_z(PI);    // a disc of radius 1
  const double dt = 1e-5, spring = 1e5 * PI * 0.5;
  ContactHistory kept;
  for (int n = 1; n < 500; n++) {
    const ContactForce contact = overlap_contact(
        law, found, Vector3d::unit_z(), {Vector3d::zero(), Vector3d{5, 7, 2}, 1.0, dt}, kept);
    EXPECT_NEAR(contact.torque_a.z, -std::min(spring * dt * 2.0 * n, 0.3 * 1e3 * 2.0 / 3.0), 1e-9);
    EXPECT_NEAR(contact.torque_a.z, -contact.torque_b.z, 1e-12);
    EXPECT_NEAR(std::hypot(contact.force.x, contact.force.y), 0.0, 1e-12);
  }
  law.friction = FrictionLaw::REGULARISED;
  const double speed = 2.0 * 2.0 / 3.0;    // at the mean radius
  const ContactForce smooth = overlap_contact(law, found, Vector3d::unit_z(),
                                              {Vector3d::zero(), Vector3d{0, 0, 2}, 1.0, dt}, kept);
  EXPECT_NEAR(smooth.torque_a.z, -0.3 * 1e3 * 2.0 / 3.0 * (1.0 - 0.1 / (0.1 + speed * speed)),
              1e-9);
}

// Relative rotation across the normal: damped by dashpots all over the square that a disc counts
// as, c A/12.
TEST(OverlapContact, RockingIsDampedAndBalanced)
{
  OverlapContactLaw law;
  law.stiffness = 1e5;
  law.damping = 8.0;
  const Overlap found = pressed_along_z(PI);    // a disc of radius 1
  ContactHistory none;
  const ContactForce contact = overlap_contact(
      law, found, Vector3d::unit_z(), {Vector3d::zero(), Vector3d{3, -2, 5}, 1.0, 0.0}, none);
  EXPECT_LT(norm(contact.torque_a - 8.0 * PI / 12.0 * Vector3d{-3, 2, 0}), 1e-12);
  EXPECT_LT(norm(contact.torque_a + contact.torque_b - cross(Vector3d::unit_z(), contact.force)),
            1e-12);
}

TEST(OverlapContact, RegularisedFrictionIsThePapers)
{
  OverlapContactLaw law;
  law.stiffness = 1e5;
  law.friction = FrictionLaw::REGULARISED;
  law.mu = 0.3;
  law.tangential_damping = 2.0;
  const Overlap found = pressed_along_z(1.0);
  ContactHistory none;
  for (const double speed : {0.0, 1e-3, 0.3, 5.0}) {
    const ContactForce contact = overlap_contact(
        law, found, Vector3d::unit_z(), {Vector3d{0, speed, 0}, Vector3d::zero(), 1.0, 0.0}, none);
    const double expected = 0.3 * 1e3 * (1.0 - 0.1 / (0.1 + speed * speed)) + 2.0 * speed;
    EXPECT_NEAR(contact.force.y, speed > 0.0 ? -expected : 0.0, 1e-9);
  }
}

TEST(OverlapContact, MixesByMeans)
{
  OverlapContactLaw a = full_law(NormalLaw::VOLUME, FrictionLaw::COULOMB), b = a;
  b.stiffness = 3.0 * a.stiffness;
  b.set_restitution(0.15);
  b.mu = 0.1;
  const OverlapContactLaw both = mixed(a, b);
  EXPECT_NEAR(both.stiffness, 1.5 * a.stiffness, 1e-12 * a.stiffness);
  EXPECT_NEAR(both.restitution, 0.3, 1e-15);
  EXPECT_NEAR(both.mu, 0.2, 1e-15);
  EXPECT_TRUE(can_be_mixed(a, b));
  b.damping = 1.0;
  EXPECT_FALSE(can_be_mixed(a, b));
  EXPECT_FALSE(can_be_mixed(a, full_law(NormalLaw::ENERGY, FrictionLaw::COULOMB)));
  EXPECT_FALSE(can_be_mixed(a, full_law(NormalLaw::VOLUME, FrictionLaw::NONE)));
}

// ---- spheres ------------------------------------------------------------------------------------

TEST(SphereOverlap, CapsAndLenses)
{
  const double h = 0.3, cap = PI * h * h * (3.0 - h) / 3.0;
  const ConvexPolyhedron cube = solids::cube(2.0);
  const Pose tilted = {Vector3d{1, 2, 3}, rotation_matrix(0.7, Vector3d{1, 2, 2} / 3.0)};
  const Overlap face = overlap(cube, tilted, tilted.to_space({0.1, 0.2, 2.0 - h}), 1.0);
  EXPECT_NEAR(face.volume, cap, 1e-12);
  EXPECT_LT(norm(face.normal - tilted.rotation.column[2]), 1e-12);
  const Overlap corner = overlap(
      cube, tilted, tilted.to_space(Vector3d::ones() * (1.0 + (1.0 - h) / std::sqrt(3.0))), 1.0);
  EXPECT_NEAR(corner.volume, cap, 1e-12);
  const Overlap floor = overlap(Vector3d{5, 5, 1.0 - h}, 1.0, HalfSpace{Vector3d::unit_z(), 0.0});
  EXPECT_NEAR(floor.volume, cap, 1e-12);
  EXPECT_NEAR(floor.normal.z, -1.0, 1e-15);
  EXPECT_NEAR(floor.area, PI * h * (2.0 - h), 1e-12);

  const double d = 1.7, ra = 1.0, rb = 1.2;
  const double lens = PI * std::pow(ra + rb - d, 2) *
      (d * d + 2 * d * (ra + rb) - 3 * (ra - rb) * (ra - rb)) / (12 * d);
  const Overlap both = overlap(Vector3d{1, 1, 1}, ra, Vector3d{1, 1 + d, 1}, rb);
  EXPECT_NEAR(both.volume, lens, 1e-12);
  EXPECT_NEAR(both.normal.y, 1.0, 1e-15);
  EXPECT_EQ(overlap(Vector3d{0, 0, 0}, 1.0, Vector3d{2.1, 0, 0}, 1.0).status,
            OverlapStatus::SEPARATE);
  EXPECT_NEAR(overlap(Vector3d{0, 0, 0}, 1.0, Vector3d{0, 0, 0}, 0.5).volume, PI / 6.0, 1e-12);
  EXPECT_NEAR(overlap(cube, tilted, tilted.position, 0.1).volume, 4.0 / 3.0 * PI * 1e-3, 1e-12);
}

TEST(SphereOverlap, SphereFirstIsTheSameWithTheBodiesExchanged)
{
  std::mt19937_64 random(4);
  const ConvexPolyhedron body = solids::octahedron(1.0);
  for (int n = 0; n < 50; n++) {
    const Pose pose = random_pose(random, {3, -1, 2});
    const Vector3d center = pose.position + 0.9 * normalized(random_vector(random));
    const Overlap one = overlap(body, pose, center, 0.5), other = overlap(center, 0.5, body, pose);
    EXPECT_EQ(other.status, one.status);
    EXPECT_EQ(other.volume, one.volume);
    EXPECT_EQ(other.normal, -one.normal);
    if (one.status != OverlapStatus::OVERLAPPING) continue;
    EXPECT_LT(norm(center + other.centroid - pose.position - one.centroid), 1e-14);
  }
}

// Force is along the normal by the area: the derivative of the volume, on faces, edges and corners.
TEST(SphereOverlap, AreaIsTheSlopeOfVolume)
{
  std::mt19937_64 random(3);
  const ConvexPolyhedron body = solids::octahedron(1.0);
  for (int n = 0; n < 200; n++) {
    const Pose pose = random_pose(random, {3, -1, 2});
    const Vector3d at = pose.position + 0.9 * normalized(random_vector(random));
    const Overlap found = overlap(body, pose, at, 0.5);
    if (found.volume <= 0.0) continue;
    constexpr double STEP = 1e-6;
    for (int d = 0; d < 3; d++) {
      const Vector3d step = STEP * Vector3d::unit(d);
      const double slope = (overlap(body, pose, at + step, 0.5).volume -
                            overlap(body, pose, at - step, 0.5).volume) /
          (2 * STEP);
      EXPECT_NEAR(slope, -found.area_vector[d], 1e-5);
    }
  }
}

}    // namespace test_overlap_contact
}    // namespace grist
