// Mass, momentum, angular momentum and kinetic energy of a turning body and of its pieces.

#include "breakage/body_division.h"
#include "breakage/broken_body.h"

#include "common/random_numbers.h"
#include "common/space.h"
#include "geometry/body_motion.h"
#include "geometry/solids.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_broken_body {

using namespace grist;

struct Totals {
  double mass = 0.0, energy = 0.0;
  Vector3d momentum = Vector3d::zero(), angular = Vector3d::zero();

  void add(const ConvexPolyhedron &shape, const Pose &pose, double mass_here,
           const Vector3d &velocity, const Vector3d &omega)
  {
    const Vector3d moments = mass_here / shape.volume() * shape.principal_moments();
    const Vector3d spin =
        pose.rotation * Matrix3d::diagonal(moments) * transposed(pose.rotation) * omega;
    mass += mass_here;
    momentum += mass_here * velocity;
    angular += mass_here * cross(pose.position, velocity) + spin;
    energy += 0.5 * mass_here * squared_norm(velocity) + 0.5 * dot(omega, spin);
  }
};

TEST(BrokenBody, KeepsMassMomentaAndEnergy)
{
  RandomNumbers random(31);
  for (const ConvexPolyhedron &shape :
       {solids::cube(0.02), solids::box(0.5, 0.05, 0.01), solids::icosahedron(1.0)})
    for (const int count : {2, 30, 300}) {
      const auto vector = [&] {
        const double x = random.normal(), y = random.normal(), z = random.normal();
        return Vector3d{x, y, z};
      };
      const Vector3d position = shape.radius() * vector(), velocity = vector(),
                     omega = 30 * vector();
      const Pose pose{
          position,
          rotation_matrix(normalized(Quaterniond{1.0, random.normal(), random.normal(), 0.3}))};
      const double mass = 2600.0 * shape.volume();
      std::vector<double> volumes(count, shape.volume() / count);
      const MovingBody body{pose, mass, velocity, omega};
      Totals before, after;
      before.add(shape, pose, mass, velocity, omega);
      for (const MovingPiece &piece :
           moving_pieces(body, divide_by_cracks(shape, volumes, CrackSettings())))
        after.add(*piece.convex, piece.pose, piece.mass, piece.velocity, piece.omega);
      EXPECT_NEAR(after.mass, mass, 1e-14 * count * mass);
      const double scale = mass * (norm(velocity) + norm(omega) * shape.radius());
      EXPECT_LT(norm(after.momentum - before.momentum), 1e-12 * scale);
      EXPECT_LT(norm(after.angular - before.angular),
                1e-12 * scale * (norm(position) + shape.radius()));
      EXPECT_NEAR(after.energy, before.energy, 1e-12 * before.energy);
    }
}

}    // namespace test_broken_body
