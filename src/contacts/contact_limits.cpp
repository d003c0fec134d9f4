#include "contacts/contact_limits.h"

#include "common/constants.h"
#include "common/preconditions.h"
#include "contacts/contact_laws.h"

#include <algorithm>
#include <cmath>

namespace grist {

double rayleigh_time(double radius, double density, double shear_modulus, double poisson)
{
  assert(radius > 0.0 && density > 0.0 && shear_modulus > 0.0);
  return PI * radius * std::sqrt(density / shear_modulus) / (0.1631 * poisson + 0.8766);
}

static double loading_share(const ContactLaw &law)
{
  return with_any_cohesion(law.parts[COHESION_PART], [&](auto part) {
    return decltype(part)::loading_share(numbers_of<decltype(part)>(law));
  });
}

double unloading_stiffness(const ContactLaw &law, double secant)
{
  const double slope = with_law(law.kind, [](auto springs) { return decltype(springs)::slope(); });
  return slope * secant / loading_share(law);
}

static double stiffness_at(const ContactLaw &law, double overlap, double radius, double mass)
{
  return unloading_stiffness(law, contact_springs(law, overlap, radius, mass).normal);
}

ContactStiffness contact_stiffness(const ContactLaw &law, const SphereContact &contact)
{
  const double overlap = std::max(0.0, contact.overlap);
  const double roll = with_part(RollingParts(), law.parts[ROLLING_PART], [&](auto part) {
    return decltype(part)::stiffness(numbers_of<decltype(part)>(law), contact.radius);
  });
  const double shear = contact_springs(law, overlap, contact.radius, contact.mass).shear;
  return {stiffness_at(law, overlap, contact.radius, contact.mass),
          law.friction > 0.0 ? shear : 0.0, roll};
}

double contact_time_at(const ContactLaw &law, double overlap, double radius, double mass)
{
  assert(!(overlap <= 0.0));
  return PI * std::sqrt(mass / stiffness_at(law, overlap, radius, mass));
}

double contact_time(const ContactLaw &law, double radius, double mass, double approach_speed)
{
  assert(radius > 0.0 && mass > 0.0);
  return with_law(law.kind, [&](auto springs) {
    using LAW = decltype(springs);
    return LAW::contact_time(law, numbers_of<LAW>(law), loading_share(law), radius, mass,
                             approach_speed);
  });
}

void ContactSurvey::add(const ContactLaw &law, double overlap, double radius, double mass,
                        double approach_speed, double size)
{
  assert(radius > 0.0 && mass > 0.0 && size > 0.0);
  const double hurry = with_law(law.kind, [&](auto springs) {
    using LAW = decltype(springs);
    return LAW::hurry(law, numbers_of<LAW>(law), loading_share(law), radius, mass, approach_speed);
  });
  if (hurry > greatest_hurry) {
    greatest_hurry = hurry;
    shortest = std::min(shortest, contact_time(law, radius, mass, approach_speed));
  }
  if (!(overlap > 0.0)) return;
  add_stiffness(stiffness_at(law, overlap, radius, mass) / mass);
  add_overlap(overlap / size);
}

void ContactSurvey::add_stiffness(double over_mass)
{
  if (!(over_mass > greatest_stiffness)) return;
  greatest_stiffness = over_mass;
  shortest = std::min(shortest, PI / std::sqrt(over_mass));
}

void ContactSurvey::add_overlap(double share)
{
  largest = std::max(largest, share);
  sum += weight * share;
  count += weight;
}

static void add_pair(ContactSurvey &survey, const ContactScene &scene, int a, int b,
                     const ContactPairs::Bonding &bonding)
{
  const SpherePlace &here = scene.place[a], &there = scene.place[b];
  const SphereMotion &one = scene.motion[a], &two = scene.motion[b];
  if (one.is_frozen && two.is_frozen) return;
  double square = 0.0, closing = 0.0;    // of the distance; less the distance times the approach
  for (int d = 0; d < 3; d++) {
    const double apart = here.x[d] - there.x[d];
    square += apart * apart;
    closing -= apart * (one.velocity[d] - two.velocity[d]);
  }
  const double distance = std::sqrt(square), radii = here.radius + there.radius;
  const MassQuotient mass = effective_mass(one, two);
  const int law = scene.types > 1 ? one.type * scene.types + two.type : 0;
  survey.add(scene.laws[law], radii - distance - reference_overlap(bonding, radii),
             here.radius * there.radius / radii, mass.product / mass.sum, closing / distance,
             std::min(here.radius, there.radius));
}

ContactSurvey survey_contacts(const ContactScene &scene, const ContactPairs &pairs, int receivers)
{
  assert(receivers >= 0);
  ContactSurvey survey;
  int n = 0;
  for (const auto &row : pairs.rows)
    for (; n < row.end; n++) {
      survey.weight = pairs.partner[n] < receivers ? 1.0 : 0.5;
      add_pair(survey, scene, row.a, pairs.partner[n], pairs.bonding(n));
    }
  return survey;
}

}    // namespace grist
