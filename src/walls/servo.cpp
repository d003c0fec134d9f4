#include "walls/servo.h"

#include <algorithm>
#include <cmath>

namespace grist {

Twist Servo::twist(const Vector3d &from) const
{
  return turns ? Twist{cross(axis, from - point), axis} : Twist{axis, Vector3d::zero()};
}

double Servo::component(const Vector3d &force, const Vector3d &torque, const Vector3d &about) const
{
  return dot(twist(about).velocity, force) + (turns ? dot(axis, torque) : 0.0);
}

double Servo::speed(double missing, const ContactResistance &contacts, const Vector3d &reference,
                    double dt) const
{
  if (missing == 0.0) return 0.0;
  const Twist along = twist(reference);
  const double resistance = contacts.stiffness_along(along) * dt + contacts.damping_along(along);
  const double wanted = -gain * missing;
  if (!(std::fabs(wanted) < fastest * resistance)) return std::copysign(fastest, wanted);
  return wanted / resistance;
}

}    // namespace grist
