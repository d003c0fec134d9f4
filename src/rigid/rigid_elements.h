// Spheres that make up a rigid body: its mass properties from them, and its pose and motion.
//
// Any consistent unit system; space axes.

#ifndef GRIST_RIGID_RIGID_ELEMENTS_H
#define GRIST_RIGID_RIGID_ELEMENTS_H

#include "rigid/rigid_body.h"

#include <vector>

namespace grist {

// A sphere of a body. The masses of all are that of the body.
struct RigidElement {
  Vector3d position, velocity, omega;
  double radius, mass;
};

// The body is of one density, overlaps counted once. Its orientation is that of its principal axes,
// its motion the one nearest to that of the elements (fit_motion). Throws std::invalid_argument
// where the centre of the elements' masses is not that of their union: no body of one density has
// them.
RigidBody make_rigid_body(const std::vector<RigidElement> &elements);

// The same with each element's own mass, as bonded clusters have it: overlaps count twice.
RigidBody make_rigid_body_of_spheres(const std::vector<RigidElement> &elements);

// Sets velocity and angular momentum of the body: the momentum of the elements, and the angular
// velocity with the least sum of m (velocity difference)^2 + 2/5 m r^2 (angular velocity
// difference)^2. Of elements that move rigidly already it is their own.
void fit_motion(RigidBody &body, const std::vector<RigidElement> &elements);

// Sets velocity and angular momentum of the body to the momentum and the angular momentum of its
// elements, each with its own mass.
void keep_momentum(RigidBody &body, const std::vector<RigidElement> &elements);

// The rotational energy of a body is that of its elements' masses, taken as points, and 1/2 M omega
// S omega: the matrix S, in the body's axes.
Matrix3d spin_matrix(const RigidBody &body, const std::vector<RigidElement> &elements);

// Sets position and orientation of the body to those nearest to the elements, `places` being theirs
// in the body's axes.
void fit_pose(RigidBody &body, const std::vector<RigidElement> &elements,
              const std::vector<Vector3d> &places);

// Bodies with the mass properties of others of the same shape, which are costly to find.
class RigidShapes {
 public:
  // As make_rigid_body, for elements in the same order.
  RigidBody make(const std::vector<RigidElement> &elements);

 private:
  struct Shape {
    std::vector<Vector3d> places;    // in principal axes
    std::vector<double> radii, masses;
    Vector3d moments;
  };
  std::vector<Shape> shapes;

  bool matches(const Shape &shape, const std::vector<RigidElement> &elements,
               RigidBody &body) const;
};

}    // namespace grist

#endif
