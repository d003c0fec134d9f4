#include "styles/walls/polyhedron_wall_law.h"

#include "atom.h"
#include "common/preconditions.h"
#include "force.h"
#include "styles/access/run_checks.h"
#include "styles/commands/input_words.h"
#include "styles/polyhedra/body_contact_history.h"
#include "styles/polyhedra/fix_body_store.h"
#include "styles/polyhedra/overlap_law_keywords.h"
#include "update.h"

#include "geometry/sphere_overlap.h"
#include "walls/wall_surface.h"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace LAMMPS_NS;
using grist::HalfSpace;
using grist::MovingSphere;
using grist::Overlap;
using grist::OverlapStatus;
using grist::Vector3d;
using grist::WallContact;

// Overlap of a sphere with the tangent plane of the wall at the point nearest to the sphere.
static Overlap cap(const MovingSphere &sphere, const WallContact &at)
{
  HalfSpace wall;
  wall.normal = at.normal;
  wall.offset = -at.distance;
  return grist::overlap(Vector3d::zero(), sphere.radius, wall);
}

PolyhedronWallLaw::PolyhedronWallLaw(LAMMPS *lmp, InputWords &words, std::string user,
                                     const std::vector<Keyword> &others) :
    lmp(lmp),
    user(std::move(user))
{
  law = read_normal_law(words);
  std::vector<Keyword> keywords = overlap_law_keywords(words, law);
  keywords.insert(keywords.end(), others.begin(), others.end());
  words.read_keywords(keywords);
  bodies.connect(lmp->atom, lmp->error, this->user);
}

void PolyhedronWallLaw::init()
{
  warn_of_rerun_of_bodies(lmp, user);
  refuse_two_dimensions(lmp, user);
  bodies.connect(lmp->atom, lmp->error, user);
  FixBodyStore::make(lmp, user);
}

void PolyhedronWallLaw::begin_step(bool advance)
{
  dt = advance ? lmp->update->dt : 0.0;
  elastic = 0.0;
  record.begin_step();
}

double PolyhedronWallLaw::mass(int i) const
{
  return lmp->atom->rmass[i] / lmp->force->ftm2v;
}

// The normal of an overlap points from the body into the wall.
double PolyhedronWallLaw::mass_against(int i, const Overlap &overlap, const Vector3d &image) const
{
  if (!inertia) return mass(i);
  return inertia->effective_mass(
      mass(i), grist::vector_at(lmp->atom->x[i]) + image + overlap.centroid, overlap.normal);
}

// The wall's velocity is given at the depth of the sphere's radius (wall_surface.h).
WallLaw::Force PolyhedronWallLaw::force(const SphereAtWall &contact, double *history)
{
  const auto &[i, sphere, at] = contact;
  const Overlap overlap = cap(sphere, at);
  if (overlap.status != OverlapStatus::OVERLAPPING || !(overlap.area > 0.0)) {
    std::fill_n(history, width(), 0.0);
    return {Vector3d::zero(), Vector3d::zero(), Vector3d::zero(), false};
  }
  WallContact there = at;
  const Vector3d given = -sphere.radius * at.normal;
  there.velocity += cross(at.omega, overlap.centroid - given);
  Force result = force(i, overlap, there, 1.0, history);
  result.rolling = result.torque - cross(given, result.force);
  return result;
}

WallLaw::Force PolyhedronWallLaw::force(int i, const Overlap &overlap, const WallContact &at,
                                        double share, double *history)
{
  assert(share > 0.0 && share <= 1.0);
  if (!(overlap.area > 0.0)) {    // inside of the wall, which has no direction there
    std::fill_n(history, width(), 0.0);
    return {Vector3d::zero(), Vector3d::zero(), Vector3d::zero(), false};
  }
  const Vector3d &omega = bodies.omega(i);
  const double half_step = 0.5 * dt;
  const Vector3d &arm = overlap.centroid;
  const Vector3d turning = grist::pair_turning(omega, at.omega);
  const Vector3d velocity = bodies.velocity(i, arm - half_step * cross(turning, arm)) -
      grist::velocity_halfway(at.velocity, at.omega, bodies.velocity(i, arm) - center_velocity,
                              half_step);
  const grist::ContactMotion motion = {velocity, omega - at.omega,
                                       mass_against(i, overlap, at.image), dt,
                                       grist::wall_turning(omega, at.omega, overlap.normal)};
  grist::ContactHistory remembered = load_history(history);
  const grist::ContactForce contact =
      overlap_contact(law, overlap, overlap.centroid, motion, remembered);
  store_history(remembered, history);
  elastic += share * contact.energy;
  if (record.is_on())
    record.add({{i, grist::TouchingPair::WALL, share},
                &law,
                overlap,
                overlap.centroid,
                motion,
                remembered,
                contact,
                {at.velocity, at.omega},
                at.image});
  const Vector3d moment = contact.torque_a - cross(overlap.centroid, contact.force);
  return {share * contact.force, share * contact.torque_a, share * moment, true};
}

// Overlaps that begin are small parts of the radius.
grist::ContactTangent PolyhedronWallLaw::tangent(const SphereAtWall &contact, double least) const
{
  const auto &[i, sphere, at] = contact;
  WallContact there = at;
  there.distance = std::min(at.distance, sphere.radius - least);
  return tangent(i, cap(sphere, there), at.image, 1.0);
}

grist::ContactTangent PolyhedronWallLaw::tangent(int i, const Overlap &overlap,
                                                 const Vector3d &image, double share) const
{
  if (overlap.status != OverlapStatus::OVERLAPPING) return {};
  const double stiffness = overlap_stiffness(law, overlap);
  const double damping = law.damping >= 0.0
      ? law.damping
      : 2.0 * law.damping_ratio * std::sqrt(mass_against(i, overlap, image) * stiffness);
  const double across = law.friction == grist::FrictionLaw::COULOMB ? law.stiffness_ratio : 0.0;
  const double steepest = steepest_stiffness(law, overlap);
  return {share * steepest, share * across * stiffness, share * damping,
          share * (across > 0.0 ? std::sqrt(across) * damping : law.tangential_damping)};
}

void PolyhedronWallLaw::survey(const SphereAtWall &contact, grist::ContactSurvey &to) const
{
  survey(contact.i, cap(contact.sphere, contact.at), to);
}

void PolyhedronWallLaw::survey(int i, const Overlap &overlap, grist::ContactSurvey &to) const
{
  if (overlap.status == OverlapStatus::OVERLAPPING)
    add_contact(to, law, overlap, mass(i), bodies.overlap_scale(i));
}
