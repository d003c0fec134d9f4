// Mass, momentum, angular momentum and kinetic energy of a turning body and of its pieces.

#include "breakage/broken_body.h"
#include "breakage/cell_division.h"

#include "common/random_numbers.h"
#include "geometry/body_motion.h"
#include "geometry/solids.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_broken_body {

using namespace grist;

struct Totals {
  double mass = 0.0, energy = 0.0;
  Vector3d momentum = Vector3d::Zero(), angular = Vector3d::Zero();

  void add(const ConvexPolyhedron &shape, const Pose &pose, double mass_here,
           const Vector3d &velocity, const Vector3d &omega)
  {
    const Vector3d moments = mass_here / shape.volume() * shape.principal_moments();
    const Vector3d spin = pose.rotation * moments.asDiagonal() * pose.rotation.transpose() * omega;
    mass += mass_here;
    momentum += mass_here * velocity;
    angular += mass_here * pose.position.cross(velocity) + spin;
    energy += 0.5 * mass_here * velocity.squaredNorm() + 0.5 * omega.dot(spin);
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
        return Vector3d(x, y, z);
      };
      const Vector3d position = shape.radius() * vector(), velocity = vector(),
                     omega = 30 * vector();
      const Pose pose{position,
                      Eigen::Quaterniond(1.0, random.normal(), random.normal(), 0.3)
                          .normalized()
                          .toRotationMatrix()};
      const double mass = 2600.0 * shape.volume();
      std::vector<double> volumes(count, shape.volume() / count);
      const MovingBody body{&shape, pose, mass, velocity, omega};
      Totals before, after;
      before.add(shape, pose, mass, velocity, omega);
      for (const MovingPiece &piece :
           moving_pieces(body, divide_by_cracks(shape, volumes, CrackSettings())))
        after.add(piece.shape, piece.pose, piece.mass, piece.velocity, piece.omega);
      EXPECT_NEAR(after.mass, mass, 1e-14 * count * mass);
      const double scale = mass * (velocity.norm() + omega.norm() * shape.radius());
      EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12 * scale);
      EXPECT_LT((after.angular - before.angular).norm(),
                1e-12 * scale * (position.norm() + shape.radius()));
      EXPECT_NEAR(after.energy, before.energy, 1e-12 * before.energy);
    }
}

}    // namespace test_broken_body
