#include "contacts/overlap_energy.h"

#include "common/constants.h"

namespace grist {

void OverlapEnergy::add(const OverlapEnergy &other, double share)
{
  normal += share * other.normal;
  pressed += share * other.pressed;
  shear += share * other.shear;
}

void OverlapPower::add(const OverlapPower &other, double share)
{
  damping += share * other.damping;
  pressing += share * other.pressing;
  shearing += share * other.shearing;
}

// By which friction was evaluated: no time passes, and the history stays as it is.
static ContactParts parts_again(const OverlapContactLaw &law, const Overlap &overlap,
                                const ContactMotion &motion, const ContactHistory &history)
{
  ContactMotion at_once = motion;
  at_once.dt = 0.0;
  ContactHistory kept = history;
  return contact_parts(law, overlap, at_once, kept);
}

OverlapEnergy stored_energy(const OverlapContactLaw &law, const Overlap &overlap,
                            const ContactHistory &history)
{
  OverlapEnergy out;
  const double stored = stored_in_volume(law, overlap, history);
  if (law.normal == NormalLaw::ENERGY)
    out.normal = stored;
  else
    out.pressed = stored / overlap.area;
  if (law.friction != FrictionLaw::COULOMB) return out;
  const double stiffness = law.stiffness_ratio * overlap_stiffness(law, overlap);
  const double polar = 0.5 * overlap.area / PI;
  out.shear = 0.5 * (history.force.squaredNorm() + history.twist.squaredNorm() / polar) / stiffness;
  return out;
}

OverlapPower power_taken(const OverlapContactLaw &law, const Overlap &overlap,
                         const ContactMotion &motion, const ContactHistory &history,
                         const Vector3d &velocity, const Vector3d &omega)
{
  const ContactParts parts = parts_again(law, overlap, motion, history);
  const double approach_speed = velocity.dot(overlap.normal);
  OverlapPower out;
  out.damping = -parts.damping * approach_speed - parts.drag.dot(velocity) -
      (parts.twist_drag + parts.rocking).dot(omega);
  out.shearing =
      -(parts.friction - parts.drag).dot(velocity) - (parts.twist - parts.twist_drag).dot(omega);
  if (law.normal == NormalLaw::VOLUME) out.pressing = parts.elastic * approach_speed;
  return out;
}

}    // namespace grist
