#include "overlaps/overlap_contact.h"

#include "common/preconditions.h"
#include "contacts/contact_limits.h"
#include "overlaps/overlap_kernel.h"

namespace grist {

double overlap_stiffness(const OverlapContactLaw &law, const Overlap &overlap)
{
  return law.stiffness * overlap.area * (law.normal == NormalLaw::ENERGY ? overlap.area : 1.0);
}

double steepest_stiffness(const OverlapContactLaw &law, const Overlap &overlap)
{
  const double stiffness = overlap_stiffness(law, overlap);
  return law.hysteretic ? stiffness / (law.restitution * law.restitution) : stiffness;
}

void add_contact(ContactSurvey &survey, const OverlapContactLaw &law, const Overlap &overlap,
                 double mass, double size)
{
  assert(mass > 0.0 && size > 0.0);
  if (overlap.status != OverlapStatus::OVERLAPPING || !(overlap.area > 0.0)) return;
  survey.add_stiffness(steepest_stiffness(law, overlap) / mass);
  // Edges that touch leave a needle of rounding, whose sides face each other: no area counts there.
  const double depth = std::min(overlap.volume / overlap.area, std::cbrt(overlap.volume));
  survey.add_overlap(depth / size);
}

namespace {

overlap_kernel::Vector plain(const Vector3d &v)
{
  return {v[0], v[1], v[2]};
}
Vector3d vector(const overlap_kernel::Vector &v)
{
  return {v.x, v.y, v.z};
}
overlap_kernel::Contact plain(const Overlap &overlap, const Vector3d &distance)
{
  return {overlap.volume,
          overlap.area,
          plain(overlap.centroid),
          plain(overlap.normal),
          plain(overlap.area_vector),
          plain(overlap.moment),
          overlap.spread,
          plain(distance)};
}
overlap_kernel::Motion plain(const ContactMotion &motion)
{
  return {plain(motion.velocity), plain(motion.omega), plain(motion.turning), motion.mass,
          motion.dt};
}
overlap_kernel::History plain(const ContactHistory &history)
{
  return {plain(history.force), plain(history.twist), history.peak, history.work, history.pressed};
}
ContactHistory history_of(const overlap_kernel::History &plain)
{
  return {vector(plain.force), vector(plain.twist), plain.peak, plain.work, plain.pressed};
}

}    // namespace

double stored_in_volume(const OverlapContactLaw &law, const Overlap &overlap,
                        const ContactHistory &history)
{
  double stored = 0.0;
  overlap_kernel::with_kind(law, [&](auto kind) {
    stored = overlap_kernel::stored_in_volume<decltype(kind)>(law, overlap.volume, plain(history));
  });
  return stored;
}

ContactParts contact_parts(const OverlapContactLaw &law, const Overlap &overlap,
                           const ContactMotion &motion, ContactHistory &history)
{
  assert(law.stiffness > 0.0 && motion.mass > 0.0 && motion.dt >= 0.0);
  overlap_kernel::History kept = plain(history);
  overlap_kernel::Parts parts;
  overlap_kernel::with_kind(law, [&](auto kind) {
    parts = overlap_kernel::contact_parts<decltype(kind)>(law, plain(overlap, Vector3d::zero()),
                                                          plain(motion), kept);
  });
  history = history_of(kept);
  return {parts.elastic,          parts.damping,       vector(parts.friction),
          vector(parts.dashpots), vector(parts.twist), vector(parts.twist_damping),
          vector(parts.rocking)};
}

ContactForce overlap_contact(const OverlapContactLaw &law, const Overlap &overlap,
                             const Vector3d &distance, const ContactMotion &motion,
                             ContactHistory &history)
{
  assert(law.stiffness > 0.0 && motion.mass > 0.0 && motion.dt >= 0.0);
  assert(overlap.area == 0.0 || is_unit(overlap.normal));
  overlap_kernel::History kept = plain(history);
  overlap_kernel::Force on;
  overlap_kernel::with_kind(law, [&](auto kind) {
    on = overlap_kernel::contact_force<decltype(kind)>(law, plain(overlap, distance), plain(motion),
                                                       kept);
  });
  history = history_of(kept);
  return {vector(on.force), vector(on.torque_a), vector(on.torque_b), on.energy,
          on.lost,          on.lost_now};
}

}    // namespace grist
