#include "packings/soft_spheres.h"

#include "common/preconditions.h"
#include "packings/near_pairs.h"

#include <algorithm>

namespace grist {

static constexpr int MOST_STEPS = 5000;
static constexpr double FORCE_AT_REST = 1.0e-2;    // over the mean contact force
static constexpr double NO_OVERLAP = 1.0e-10;      // over the radius
static constexpr double SPHERE_SKIN = 0.3;         // over the radius

// FIRE: the values of Bitzek et al., except for the longest time step. A contact has stiffness 1
// and a sphere up to a dozen contacts, so the fastest motion stays stable up to about 0.5.
static constexpr double FIRST_DT = 0.1, LONGEST_DT = 0.45;
static constexpr double DT_GROWTH = 1.1, DT_CUT = 0.5;
static constexpr double MIXING = 0.1, MIXING_DECAY = 0.99;
static constexpr int PATIENCE = 5;

SoftSpheres::SoftSpheres(const Shape &given_shape, std::vector<Vector3d> centers) :
    shape(given_shape), position(std::move(centers)), velocity(position.size()),
    force(position.size())
{
}

double SoftSpheres::relax(double new_radius)
{
  assert(new_radius > 0.0);
  radius = new_radius;
  list_neighbors();
  std::fill(velocity.begin(), velocity.end(), Vector3d());
  compute_forces();

  Pace pace = {FIRST_DT, MIXING, 0};
  for (int n = 0; n < MOST_STEPS && !at_rest(); n++) {
    step(pace);
    compute_forces();
  }
  return contacts > 0 ? overlap_sum / (contacts * radius) : 0.0;
}

// A packing at rest has the energy K (radius - jamming radius)^2 / 2, as long as its contacts do
// not change.
double SoftSpheres::jamming_radius() const
{
  assert(radius > 0.0);
  return slope > 0.0 ? radius - 2.0 * energy / slope : radius;
}

bool SoftSpheres::at_rest() const
{
  if (overlap_max <= NO_OVERLAP * radius) return true;
  const double most = FORCE_AT_REST * overlap_sum / contacts;
  return std::all_of(force.begin(), force.end(),
                     [=](const Vector3d &f) { return dot(f, f) <= most * most; });
}

void SoftSpheres::step(Pace &pace)
{
  double power = 0.0, force2 = 0.0, velocity2 = 0.0;
  for (std::size_t i = 0; i < position.size(); i++) {
    power += dot(force[i], velocity[i]);
    force2 += dot(force[i], force[i]);
    velocity2 += dot(velocity[i], velocity[i]);
  }

  if (power <= 0.0) {
    stop(pace);
    velocity2 = 0.0;
  } else if (++pace.downhill > PATIENCE) {
    pace.dt = std::min(pace.dt * DT_GROWTH, LONGEST_DT);
    pace.mixing *= MIXING_DECAY;
  }

  // steer: part of the velocity turns into the direction of the force
  const double turn = force2 > 0.0 ? pace.mixing * std::sqrt(velocity2 / force2) : 0.0;
  for (std::size_t i = 0; i < position.size(); i++) {
    velocity[i] = (1.0 - pace.mixing) * velocity[i] + (turn + pace.dt) * force[i];
    position[i] = position[i] + pace.dt * velocity[i];
  }
}

// Half a step back, to where the energy was still decreasing, with zero velocity.
void SoftSpheres::stop(Pace &pace)
{
  for (std::size_t i = 0; i < position.size(); i++) {
    position[i] = position[i] - (0.5 * pace.dt) * velocity[i];
    velocity[i] = Vector3d();
  }
  pace = {pace.dt * DT_CUT, MIXING, 0};
}

void SoftSpheres::compute_forces()
{
  if (list_outdated()) list_neighbors();
  energy = slope = overlap_sum = overlap_max = 0.0;
  contacts = 0;
  std::fill(force.begin(), force.end(), Vector3d());
  add_pairs();
  add_walls();
}

void SoftSpheres::add_pairs()
{
  const double diameter = 2.0 * radius;
  for (const auto &[i, j] : neighbors) {
    const Vector3d apart = position[j] - position[i];
    const double square = dot(apart, apart);
    if (square >= diameter * diameter) continue;
    const double distance = std::sqrt(square);
    const double overlap = diameter - distance;
    const Vector3d push = distance > 0.0 ? (overlap / distance) * apart
                                         : Vector3d{overlap, 0.0, 0.0};
    force[i] = force[i] - push;
    force[j] = force[j] + push;
    energy += 0.5 * overlap * overlap;
    slope += 2.0 * overlap;
    count_contact(overlap);
  }
}

void SoftSpheres::add_walls()
{
  std::array<Wall, Shape::MAX_WALLS> seen;
  for (std::size_t i = 0; i < position.size(); i++) {
    const int walls = shape.walls(position[i], seen);
    for (int w = 0; w < walls; w++) {
      const double overlap = 2.0 * (radius - seen[w].depth);    // with the mirror image
      if (overlap <= 0.0) continue;
      force[i] = force[i] + overlap * seen[w].inward;
      energy += 0.25 * overlap * overlap;
      slope += overlap;
      count_contact(overlap);
    }
  }
}

void SoftSpheres::count_contact(double overlap)
{
  overlap_sum += overlap;
  overlap_max = std::max(overlap_max, overlap);
  contacts++;
}

void SoftSpheres::list_neighbors()
{
  listed_reach = (2.0 + SPHERE_SKIN) * radius;
  listed_at = position;
  neighbors = near_pairs(position, listed_reach);
}

// A pair that was not listed can touch once two spheres have moved half the skin each.
bool SoftSpheres::list_outdated() const
{
  const double free = 0.5 * (listed_reach - 2.0 * radius);
  for (std::size_t i = 0; i < position.size(); i++) {
    const Vector3d moved = position[i] - listed_at[i];
    if (dot(moved, moved) >= free * free) return true;
  }
  return false;
}

}    // namespace grist
