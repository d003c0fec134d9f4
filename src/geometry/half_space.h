// A half space, and the pose of a body: position and orientation.

#ifndef GRIST_GEOMETRY_HALF_SPACE_H
#define GRIST_GEOMETRY_HALF_SPACE_H

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace grist {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// The points x with normal . x <= offset. The normal is a unit vector that points out of the solid;
// the paper's vector a_i (nassauer2013 Eq. 2) is offset * normal.
struct HalfSpace {
  Vector3d normal;
  double offset;

  // The normal may have any length above 0.
  static HalfSpace through(const Vector3d &point, const Vector3d &normal)
  {
    const double length = normal.norm();
    return {normal / length, normal.dot(point) / length};
  }

  double distance(const Vector3d &x) const { return normal.dot(x) - offset; }    // positive outside
};

// The same solid after a rigid motion.
inline HalfSpace moved(const HalfSpace &solid, const Eigen::Isometry3d &motion)
{
  const Vector3d normal = motion.linear() * solid.normal;
  return {normal, solid.offset + normal.dot(motion.translation())};
}

// Position and orientation of a body: x_space = position + rotation * x_body (nassauer2013 Eq. 31).
struct Pose {
  Vector3d position = Vector3d::Zero();
  Matrix3d rotation = Matrix3d::Identity();    // body to space; orthonormal

  // The quaternion has unit length and the order of nassauer2013 Eq. 28 and LAMMPS: w, x, y, z.
  static Pose from_quaternion(const Vector3d &position, const double *q)
  {
    return {position, Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix()};
  }

  Vector3d to_space(const Vector3d &x) const { return position + rotation * x; }
  Vector3d to_body(const Vector3d &x) const { return rotation.transpose() * (x - position); }
};

}    // namespace grist

#endif
