#include "overlaps/overlap_energy.h"

#include "common/preconditions.h"
#include "overlaps/latching_spring.h"

#include "common/constants.h"

namespace grist {

void add(StoredEnergy &to, const OverlapEnergy &stored, double share)
{
  assert(is_share(share));
  to.normal += share * stored.normal;
  to.pressed += share * stored.pressed;
  to.shear += share * stored.shear;
}

void add(EnergyFlows &to, const OverlapPower &power, double share)
{
  assert(is_share(share));
  to[CONTACT_DAMPING] += share * power.damping;
  to[PRESSING] += share * power.pressing;
  to[SHEARING] += share * power.shearing;
}

// The parts by which friction was evaluated: no time passes, and the history is unchanged.
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
  out.shear = 0.5 * (squared_norm(history.force) + squared_norm(history.twist) / polar) / stiffness;
  return out;
}

OverlapPower dissipated_power(const OverlapContactLaw &law, const Overlap &overlap,
                              const ContactMotion &motion, const ContactHistory &history,
                              const Vector3d &velocity, const Vector3d &omega)
{
  assert(overlap.area == 0.0 || is_unit(overlap.normal));
  const ContactParts parts = parts_again(law, overlap, motion, history);
  const double approach_speed = dot(velocity, overlap.normal);
  OverlapPower out;
  out.damping = -parts.damping * approach_speed - dot(parts.dashpots, velocity) -
      dot(parts.twist_damping + parts.rocking, omega);
  out.shearing = -dot(parts.friction - parts.dashpots, velocity) -
      dot(parts.twist - parts.twist_damping, omega);
  if (law.normal == NormalLaw::VOLUME) out.pressing = parts.elastic * approach_speed;
  return out;
}

// By the latching spring: with the force F on the way out, r = F/F_peak, it stores e^2 r^2 of the
// work W of loading and has given back e^2 (1 - r^2) of it, so that W (1 - e^2 (1 - r^2)) is left.
LoadingWork loading_work(const OverlapContactLaw &law, const Overlap &overlap,
                         const ContactHistory &history)
{
  assert(law.hysteretic);
  const LatchingSpring spring = {law.stiffness, law.restitution};
  const double peak = spring.virgin_force(history.peak);
  if (!(peak > 0.0) || !(history.work > 0.0)) return {};
  const double ratio = spring.force(overlap.volume, history.peak) / peak;
  const double square = ratio * ratio, share = law.restitution * law.restitution;
  return {history.work, share * square * history.work / (1.0 - share * (1.0 - square))};
}

}    // namespace grist
