// Bodies that rock on faces and roll over edges. The pressure of spring and dashpot over the
// contact area is nowhere negative.
//
// Oracles: that pressure summed over strips of a face; bounds of its force, its moment and its
// power; Housner's block (Bull. Seismol. Soc. Am. 53 (1963) 403), whose impulse acts on the far
// edge and keeps least; a prism that rolls down a slope with such impulses.

#include "common/constants.h"
#include "common/space.h"
#include "geometry/counted_rectangle.h"
#include "geometry/polyhedron_scenes.h"
#include "geometry/solids.h"
#include "overlaps/overlap_contact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace test_rocking {

using namespace grist;

const HalfSpace FLOOR = {Vector3d::unit_z(), 0.0};

OverlapContactLaw law_of(NormalLaw normal, double stiffness, double restitution, bool hysteretic)
{
  OverlapContactLaw law;
  law.normal = normal;
  law.stiffness = stiffness;
  law.set_restitution(restitution);
  law.hysteretic = hysteretic;
  law.friction = FrictionLaw::COULOMB;
  law.mu = 0.9;
  return law;
}

/* ----------------------------------------------------------------------
   the pressure
------------------------------------------------------------------------- */

// A box whose lower face is tilted about y, so that the floor cuts all of it or a part. Its sides
// stand across the face; at this tilt they are as good as upright.
struct TiltedFace {
  static constexpr double HALF = 0.02, WIDTH = 0.06, HEIGHT = 0.1, TILT = 1e-6;
  ConvexPolyhedron box = solids::box(2.0 * HALF, WIDTH, HEIGHT);
  Pose pose;
  double depth;    // at the middle of the face

  explicit TiltedFace(double depth) : depth(depth)
  {
    pose.rotation = rotation_matrix(TILT, Vector3d::unit_y());
    pose.position = -depth * Vector3d::unit_z() + 0.5 * HEIGHT * pose.rotation.column[2];
  }
  double depth_at(double x) const { return depth + TILT * x; }
};

struct Sums {
  double force = 0.0, moment = 0.0;    // about y, at the middle of the face
};

// What a pressure sums up to; none where it is negative.
template <class Pressure> Sums summed(const Pressure &pressure)
{
  constexpr int STRIPS = 200000;
  constexpr double HALF = TiltedFace::HALF, STRIP = 2.0 * HALF / STRIPS;
  Sums sum;
  for (int n = 0; n < STRIPS; n++) {
    const double x = -HALF + (n + 0.5) * STRIP;
    const double force = std::max(pressure(x), 0.0) * STRIP * TiltedFace::WIDTH;
    sum.force += force;
    sum.moment -= x * force;
  }
  return sum;
}

TEST(Rocking, PressureIsThatOfSpringsAndDashpotsOverAFace)
{
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  constexpr double HALF = TiltedFace::HALF, TILT = TiltedFace::TILT, MASS = 1.2;
  OverlapWorkspace workspace = {};
  OverlapContactLaw law = law_of(NormalLaw::VOLUME, 1e11, 0.3, false);
  law.friction = FrictionLaw::NONE;
  int lifted = 0, whole = 0;
  for (int n = 0; n < 60; n++) {
    const TiltedFace face(HALF * TILT *
                          (n % 2 == 0 ? 1.0 + 3.0 * std::fabs(any(random)) : any(random)));
    const Overlap found = overlap(face.box, face.pose, FLOOR, workspace);
    ASSERT_EQ(found.status, OverlapStatus::OVERLAPPING);
    const double dashpot = 2.0 * law.damping_ratio * std::sqrt(MASS * law.stiffness * found.area);
    const double elastic = law.stiffness * found.volume, scale = elastic / dashpot;
    const double speed = 1.5 * scale * any(random), omega = 2.0 * scale / HALF * any(random);
    const auto cut = [&](double x) { return face.depth_at(x) > 0.0; };
    const Sums expected = summed([&](double x) {
      const double approach = speed + omega * x;
      return cut(x) ? law.stiffness * face.depth_at(x) + dashpot / found.area * approach : 0.0;
    });
    const Vector3d middle = {0.0, 0.0, -face.depth};
    const Vector3d arm = middle - face.pose.position, spin = {0.0, omega, 0.0};
    ContactHistory none;
    const ContactMotion motion = {-speed * Vector3d::unit_z() + cross(spin, found.centroid - arm),
                                  spin, MASS, 0.0};
    const ContactForce on = overlap_contact(law, found, found.centroid, motion, none);
    const double moment = (on.torque_a - cross(arm, on.force)).y;
    EXPECT_NEAR(on.force.z, expected.force, 2e-4 * elastic) << n;
    EXPECT_NEAR(moment, expected.moment, 2e-4 * elastic * HALF) << n;
    lifted += face.depth < HALF * TILT ? 1 : 0;
    whole += face.depth > HALF * TILT ? 1 : 0;
  }
  EXPECT_GT(lifted, 20);
  EXPECT_GT(whole, 20);
}

// Any pair of bodies: the force pushes, its moment is that of a pressure on the area, and what is
// added to the spring dissipates energy.
TEST(Rocking, PressureStaysOnTheAreaAndTakesEnergy)
{
  const std::vector<ConvexPolyhedron> shapes = many_shapes();
  Scenes scenes(17);
  OverlapWorkspace workspace = {};
  int touching = 0, at_the_limit = 0;
  for (int n = 0; n < 4000; n++) {
    const ConvexPolyhedron &a = shapes[scenes.index(shapes.size())];
    const ConvexPolyhedron &b = shapes[scenes.index(shapes.size())];
    const Pose pose_a = scenes.pose(), pose_b = scenes.near(a, pose_a, b);
    const Overlap found = overlap(a, pose_a, b, pose_b, workspace);
    if (found.volume < 1e-9 || found.area < 1e-6) continue;
    touching++;
    for (const NormalLaw normal : {NormalLaw::VOLUME, NormalLaw::ENERGY})
      for (const bool hysteretic : {false, true}) {
        OverlapContactLaw law = law_of(normal, 1e4, scenes.uniform(0.05, 0.9), hysteretic);
        law.friction = FrictionLaw::NONE;
        const double speed = std::pow(10.0, scenes.uniform(-3.0, 2.0));
        const ContactMotion motion = {speed * scenes.vector(), speed * scenes.vector(), 0.5, 0.0};
        ContactHistory kept;
        kept.peak = scenes.uniform(1.0, 1.2) * found.volume;
        const ContactParts parts = contact_parts(law, found, motion, kept);
        const double force = parts.elastic - parts.damping;
        const double approach = dot(motion.velocity, found.normal);
        const double power = -parts.damping * approach - dot(parts.rocking, motion.omega);
        const double size =
            std::fabs(parts.damping * approach) + norm(parts.rocking) * norm(motion.omega);
        EXPECT_GE(force, 0.0);
        EXPECT_GE(power, -1e-9 * size);
        EXPECT_NEAR(dot(parts.rocking, found.normal), 0.0, 1e-12 * norm(parts.rocking));
        // Places of the pressure from the centroid, and from there at most a diameter of the area.
        const double reach = std::sqrt(3.0 * trace(mean_square(found)));
        EXPECT_LE(norm(parts.rocking), 2.0 * reach * std::max(force, parts.elastic) * (1 + 1e-9));
        at_the_limit += norm(parts.rocking) > 0.5 * reach * force ? 1 : 0;
      }
  }
  EXPECT_GT(touching, 1000);
  EXPECT_GT(at_the_limit, 500);
}

/* ----------------------------------------------------------------------
   motion in a plane
------------------------------------------------------------------------- */

// A body that moves in the plane of x and z on the floor.
struct PlanarBody {
  const ConvexPolyhedron &shape;
  OverlapContactLaw law;
  double mass, inertia, dt;
  Vector3d gravity, position, velocity = Vector3d::zero();
  double angle = 0.0, omega = 0.0;
  ContactHistory history = {};
  OverlapWorkspace workspace = {};

  void step()
  {
    const Pose pose = {position, rotation_matrix(angle, Vector3d::unit_y())};
    const Overlap found = overlap(shape, pose, FLOOR, workspace);
    ContactForce on;
    if (found.status == OverlapStatus::OVERLAPPING) {
      const Vector3d spin = {0.0, omega, 0.0};
      const ContactMotion motion = {
          pair_velocity(velocity, spin, found.centroid, Vector3d::zero(), Vector3d::zero(), dt),
          spin, mass, dt, wall_turning(spin, Vector3d::zero(), found.normal)};
      on = overlap_contact(law, found, found.centroid, motion, history);
    } else {
      history = {};
    }
    velocity += dt * (on.force / mass + gravity);
    omega += dt * on.torque_a.y / inertia;
    position += dt * velocity;
    angle += dt * omega;
  }
};

constexpr double BLOCK_X = 0.04, BLOCK_Y = 0.06, BLOCK_Z = 0.2, DENSITY = 2500.0, GRAVITY = 9.81;

// Largest angular speeds between changes of its sign: at impacts, as nothing is lost between them.
// The block is let go on an edge, tilted by half of the angle at which it would fall over.
std::vector<double> impacts(const OverlapContactLaw &law, double dt)
{
  const ConvexPolyhedron block = solids::box(BLOCK_X, BLOCK_Y, BLOCK_Z);
  const double mass = DENSITY * block.volume(), angle = 0.5 * std::atan(BLOCK_X / BLOCK_Z);
  const Matrix3d tilt = rotation_matrix(angle, Vector3d::unit_y());
  const Vector3d edge = tilt * Vector3d{0.5 * BLOCK_X, 0.0, -0.5 * BLOCK_Z};
  PlanarBody body = {block, law,
                     mass,  mass * (BLOCK_X * BLOCK_X + BLOCK_Z * BLOCK_Z) / 12.0,
                     dt,    -GRAVITY * Vector3d::unit_z(),
                     -edge};
  body.angle = angle;
  std::vector<double> peaks;
  double peak = 0.0, sign = -1.0;
  while (peaks.size() < 2) {
    body.step();
    if (body.omega * sign < 0.0 && peak > 0.05) {
      peaks.push_back(peak);
      peak = 0.0;
      sign = -sign;
    }
    peak = std::max(peak, sign * body.omega);
    if (std::fabs(body.angle) > 1.0) return {};
  }
  return peaks;
}

TEST(Rocking, ABlockKeepsAtLeastWhatAnImpulseOnItsFarEdgeLeaves)
{
  const double alpha = std::atan(BLOCK_X / BLOCK_Z), sine = std::sin(alpha);
  const double housner = 1.0 - 1.5 * sine * sine;
  struct Case {
    NormalLaw normal;
    double stiffness, restitution;
    bool hysteretic;
    double dt;
  };
  std::vector<Case> cases;
  for (const double restitution : {0.05, 0.5}) {
    for (const double stiffness : {1e10, 1e11, 1e12})
      cases.push_back(
          {NormalLaw::VOLUME, stiffness, restitution, false, stiffness > 5e11 ? 2e-6 : 4e-6});
    cases.push_back({NormalLaw::ENERGY, 1e16, restitution, false, 2e-6});
    cases.push_back({NormalLaw::VOLUME, 1e11, restitution, true, 2e-6});
    cases.push_back({NormalLaw::ENERGY, 1e16, restitution, true, 1e-6});
  }
  for (const Case &c : cases) {
    SCOPED_TRACE(::testing::Message()
                 << (c.normal == NormalLaw::VOLUME ? "volume " : "energy ") << c.stiffness
                 << (c.hysteretic ? " hysteretic " : " ") << c.restitution);
    const auto peaks = impacts(law_of(c.normal, c.stiffness, c.restitution, c.hysteretic), c.dt);
    ASSERT_EQ(peaks.size(), 2u);
    EXPECT_NEAR(peaks[0], 1.448, 0.015 * 1.448);
    EXPECT_GE(peaks[1] / peaks[0], housner - 0.01);
    EXPECT_LE(peaks[1] / peaks[0], 1.0);
  }
}

constexpr double SIDE = 0.02, SLOPE = 15.0 * PI / 180.0;

// The mean speed of a hexagonal prism that rolls down a slope over its edges without sliding, if
// the impulse of each face acts on its far edge, so that 11/17 of the angular velocity is left.
double speed_by_impulses()
{
  constexpr double KEPT = 11.0 / 17.0, INERTIA = 17.0 / 12.0;    // about an edge, over m SIDE^2
  const double rate = GRAVITY / (INERTIA * SIDE);
  const double after = KEPT * std::sqrt(2.0 * rate * std::sin(SLOPE) / (1.0 - KEPT * KEPT));
  constexpr int PARTS = 10000;
  double time = 0.0;
  for (int n = 0; n < PARTS; n++) {
    const double turned = PI / 3.0 * (n + 0.5) / PARTS, from_top = turned - PI / 6.0 + SLOPE;
    const double gained = std::cos(SLOPE - PI / 6.0) - std::cos(from_top);
    time += PI / 3.0 / PARTS / std::sqrt(after * after + 2.0 * rate * gained);
  }
  return SIDE / time;
}

TEST(Rocking, APrismRollsDownASlope)
{
  std::vector<Vector3d> corners;
  for (int k = 0; k < 6; k++)
    for (const double y : {-0.5 * SIDE, 0.5 * SIDE})
      corners.push_back({SIDE * std::sin(PI / 3.0 * k), y, SIDE * std::cos(PI / 3.0 * k)});
  const ConvexPolyhedron prism = ConvexPolyhedron::from_vertices(corners);
  const double mass = DENSITY * prism.volume(), expected = speed_by_impulses();
  EXPECT_NEAR(expected, 0.231, 0.001);
  for (const NormalLaw normal : {NormalLaw::VOLUME, NormalLaw::ENERGY})
    for (const bool hysteretic : {false, true}) {
      const double stiffness = normal == NormalLaw::VOLUME ? 1e11 : 1e15;
      const double restitution = hysteretic ? 0.3 : 0.05;
      PlanarBody body = {prism,
                         law_of(normal, stiffness, restitution, hysteretic),
                         mass,
                         5.0 / 12.0 * mass * SIDE * SIDE,
                         2e-6,
                         GRAVITY * Vector3d{std::sin(SLOPE), 0.0, -std::cos(SLOPE)},
                         {0.0, 0.0, SIDE}};    // on an edge
      body.omega = 12.0;
      body.velocity.x = body.omega * SIDE;
      double time = 0.0, begun = 0.0;
      for (; body.position.x < 10.0 * SIDE && time < 2.0; time += body.dt) {
        body.step();
        if (body.position.x < 4.0 * SIDE) begun = time;
      }
      const double speed = 6.0 * SIDE / (time - begun);
      EXPECT_GT(speed, 0.97 * expected) << stiffness << ' ' << restitution << ' ' << hysteretic;
    }
}

}    // namespace test_rocking
