#include "walls/servo.h"

#include <algorithm>
#include <cmath>

namespace grist {

Twist Servo::twist(const Vector3d &from) const
{
  Twist twist = Twist::Zero();
  twist.head<3>() = turns ? Vector3d(axis.cross(from - point)) : axis;
  if (turns) twist.tail<3>() = axis;
  return twist;
}

double Servo::component(const Vector3d &force, const Vector3d &torque, const Vector3d &about) const
{
  return twist(about).head<3>().dot(force) + (turns ? axis.dot(torque) : 0.0);
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
