#include "feeds/soft_bodies.h"

#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace grist {

static constexpr double BODY_SKIN_SHARE = 0.3;     // of the mean radius of spheres
static constexpr double FORCE_AT_REST = 1.0e-2;    // over the mean contact force
static constexpr double NEIGHBORS = 12.0;          // of a body of mass 1
static constexpr double LONGEST_MOVE = 0.3;        // of a step, over the mean radius
static constexpr double SURFACE = 2.0;             // stiffness: as of the mirror image of a sphere
static constexpr double ROUNDING = 1e-9;           // of a distance, that counts as clear
static constexpr double DEEP = 0.1;    // overlap over the distance: no way out of what is there

// FIRE: the values of Bitzek et al., except for the time step.
static constexpr double FIRST_DT = 0.2, LEAST_DT = 0.05, LONGEST_DT = 0.45;
static constexpr double DT_GROWTH = 1.1, DT_CUT = 0.5;
static constexpr double MIXING = 0.1, MIXING_DECAY = 0.99;
static constexpr int DOWNHILL_STEPS = 5;

SoftBodies::SoftBodies(FillingScene &scene, std::vector<Sphere> given, std::vector<double> room,
                       bool turns) :
    scene(scene),
    spheres(std::move(given)), room(std::move(room)), turns(turns), pace{FIRST_DT, MIXING, 0},
    motion(scene.count), places(spheres.size()), turned(scene.count), is_inner(scene.count)
{
  assert(static_cast<int>(this->room.size()) == scene.count);
  assert(std::is_partitioned(spheres.begin(), spheres.end(),
                             [&scene](const Sphere &s) { return scene.is_particle(s.body); }));
  int count = 0;
  for (const Sphere &sphere : spheres) {
    if (!scene.is_particle(sphere.body)) continue;
    count++;
    length += sphere.radius;
    overhang = std::max(overhang, norm(sphere.arm));
  }
  length /= std::max(1, count);
}

double SoftBodies::skin() const
{
  return BODY_SKIN_SHARE * length;
}

bool SoftBodies::relax(double given_swelling, int most_steps)
{
  assert(given_swelling > 1.0 && most_steps > 0);
  swelling = given_swelling;
  pace = {FIRST_DT, MIXING, 0};
  for (Motion &body : motion) body.velocity = body.omega = Vector3d::zero();
  list_pairs();
  find_forces();
  for (int n = 0; n < most_steps && unclear > 0 && !is_at_rest(); n++) {
    if (scene.request.progress)
      scene.request.progress(std::to_string(unclear) + " contacts overlap");
    step();
    if (is_list_outdated()) list_pairs();
    find_forces();
  }
  for (int n = 0; n < scene.count; n++) scene.centers[n] = scene.wrapped(scene.centers[n]);
  return unclear == 0;
}

void SoftBodies::leave_out(double share)
{
  assert(is_share(share));
  FillingScene::Overlaps overlaps(scene.count);
  for (int n = 0; n < scene.count; n++) {
    overlaps.sum[n] = motion[n].excess;
    overlaps.with_fixed[n] = motion[n].stuck > DEEP ? 1 : 0;
  }
  scene.make_room(std::min(overlaps.count(), 1 + static_cast<int>(share * scene.kept)), overlaps);
}

// Centres are wrapped when they are listed, not between.
void SoftBodies::list_pairs()
{
  for (int n = 0; n < scene.count; n++) scene.centers[n] = scene.wrapped(scene.centers[n]);
  const auto is_out = [&](const Sphere &sphere) {
    return scene.is_particle(sphere.body) && scene.left_out[sphere.body];
  };
  spheres.erase(std::remove_if(spheres.begin(), spheres.end(), is_out), spheres.end());
  places.resize(spheres.size());
  place_spheres();
  std::vector<double> radii;
  std::vector<int> bodies;
  int own = 0;
  for (const Sphere &sphere : spheres) {
    radii.push_back(swelling * sphere.radius);
    bodies.push_back(sphere.body);
    own += scene.is_particle(sphere.body) ? 1 : 0;
  }
  pairs = scene.near.find(places, radii, own, skin(), overhang > 0.0 ? &bodies : nullptr, overhang);
  listed_at.assign(scene.centers.begin(), scene.centers.begin() + scene.count);
  std::fill(turned.begin(), turned.end(), 0.0);
  for (int n = 0; n < scene.count; n++)
    is_inner[n] = is_zero(
        scene.request.container->way_in(scene.centers[n], swelling * room[n] + 0.5 * skin()));
  set_masses();
}

void SoftBodies::set_masses()
{
  for (Motion &body : motion) body.mass = body.inertia = 0.0;
  const auto add = [&](const Sphere &sphere) {
    if (!scene.is_particle(sphere.body)) return;
    motion[sphere.body].mass += 1.0 / NEIGHBORS;
    motion[sphere.body].inertia += squared_norm(sphere.arm) / NEIGHBORS;
  };
  for (const PeriodicPair &pair : pairs) {
    add(spheres[pair.a]);
    add(spheres[pair.b]);
  }
  for (int n = 0; n < scene.count; n++) {
    motion[n].mass = std::max(1.0, motion[n].mass);
    motion[n].inertia = std::max(length * length, motion[n].inertia);
  }
}

bool SoftBodies::is_list_outdated() const
{
  for (int n = 0; n < scene.count; n++)
    if (norm(scene.centers[n] - listed_at[n]) + turned[n] > 0.5 * skin()) return true;
  return false;
}

void SoftBodies::place_spheres()
{
  for (size_t k = 0; k < spheres.size(); k++) {
    const Sphere &sphere = spheres[k];
    places[k] = scene.centers[sphere.body] + scene.rotations[sphere.body] * sphere.arm;
  }
}

void SoftBodies::find_forces()
{
  for (Motion &body : motion) {
    body.force = body.torque = Vector3d::zero();
    body.excess = body.stuck = 0.0;
  }
  contacts = unclear = 0;
  overlaps = pushes = 0.0;
  place_spheres();
  add_pairs();
  add_surface();
}

void SoftBodies::add_pairs()
{
  for (const PeriodicPair &pair : pairs) {
    const Sphere &a = spheres[pair.a], &b = spheres[pair.b];
    const double wanted = swelling * (a.radius + b.radius);
    const Vector3d apart = places[pair.b] + pair.shift - places[pair.a];
    const double square = squared_norm(apart);
    if (square >= wanted * wanted || a.body == b.body) continue;
    const double distance = std::sqrt(square), overlap = wanted - distance;
    const Vector3d push = distance > 0.0 ? overlap / distance * apart
                                         : overlap * Vector3d::unit_x();
    const double excess = add_contact(overlap, wanted);
    add_force(a, places[pair.a], -push, excess);
    if (scene.is_particle(b.body))
      add_force(b, places[pair.b], push, excess);
    else
      motion[a.body].stuck += excess;
  }
}

void SoftBodies::add_force(const Sphere &sphere, const Vector3d &place, const Vector3d &push,
                           double excess)
{
  Motion &body = motion[sphere.body];
  body.force += push;
  body.excess += excess;
  if (turns) body.torque += cross(place - scene.centers[sphere.body], push);
}

void SoftBodies::add_surface()
{
  for (int n = 0; n < scene.count; n++) {
    if (is_inner[n] || scene.left_out[n]) continue;
    const double wanted = swelling * room[n];
    const Vector3d way = scene.request.container->way_in(scene.wrapped(scene.centers[n]), wanted);
    const double overlap = norm(way);
    if (overlap == 0.0) continue;
    const double excess = add_contact(overlap, wanted);
    motion[n].excess += excess;
    motion[n].stuck += excess;
    motion[n].force += SURFACE * way;
  }
}

// Returns what is left without swelling, over the distance wanted.
double SoftBodies::add_contact(double overlap, double wanted)
{
  contacts++;
  overlaps += overlap / wanted;
  pushes += overlap;
  const double excess = overlap / wanted - (1.0 - 1.0 / swelling - ROUNDING);
  if (excess <= 0.0) return 0.0;
  unclear++;
  return excess;
}

bool SoftBodies::is_at_rest() const
{
  double square = 0.0;
  for (const Motion &body : motion) square += squared_norm(body.force);
  return std::sqrt(square / scene.count) <= FORCE_AT_REST * pushes / contacts;
}

void SoftBodies::step()
{
  double power = 0.0, force2 = 0.0, velocity2 = 0.0;
  for (const Motion &body : motion) {
    power += dot(body.force, body.velocity) + dot(body.torque, body.omega);
    force2 += squared_norm(body.force) / body.mass + squared_norm(body.torque) / body.inertia;
    velocity2 += body.mass * squared_norm(body.velocity) + body.inertia * squared_norm(body.omega);
  }
  if (power <= 0.0) {
    stop();
    velocity2 = 0.0;
  } else if (++pace.downhill > DOWNHILL_STEPS) {
    pace.dt = std::min(pace.dt * DT_GROWTH, LONGEST_DT);
    pace.mixing *= MIXING_DECAY;
  }
  // steer: part of the velocity turns into the direction of the force
  const double keep = 1.0 - pace.mixing,
               turn = (force2 > 0.0 ? pace.mixing * std::sqrt(velocity2 / force2) : 0.0) + pace.dt;
  for (int n = 0; n < scene.count; n++) {
    Motion &body = motion[n];
    body.velocity = keep * body.velocity + turn / body.mass * body.force;
    body.omega = keep * body.omega + turn / body.inertia * body.torque;
    move(n);
  }
}

void SoftBodies::stop()
{
  for (Motion &body : motion) body.velocity = body.omega = Vector3d::zero();
  pace = {std::max(LEAST_DT, pace.dt * DT_CUT), MIXING, 0};
}

// A place out of the container is not taken.
void SoftBodies::move(int n)
{
  Motion &body = motion[n];
  const double longest = LONGEST_MOVE * length;
  Vector3d way = pace.dt * body.velocity;
  if (const double far = norm(way); far > longest) way *= longest / far;
  const Vector3d place = scene.centers[n] + way;
  const bool stays_inner =
      is_inner[n] && squared_norm(place - listed_at[n]) <= 0.25 * skin() * skin();
  if (stays_inner || scene.request.container->holds(scene.wrapped(place), 0.0))
    scene.centers[n] = place;
  else
    body.velocity = Vector3d::zero();
  const double wanted = pace.dt * norm(body.omega);
  if (wanted == 0.0) return;
  const double angle = std::min(wanted, longest / overhang);
  scene.rotations[n] = rotation_matrix(angle, normalized(body.omega)) * scene.rotations[n];
  turned[n] += angle * overhang;
}

}    // namespace grist
