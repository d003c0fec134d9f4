#include "overlaps/approach.h"

#include "common/constants.h"
#include "common/decompositions.h"
#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>

namespace grist {

// Relative threshold for the rank of A: contacts below it are redundant.
static constexpr double RANK_TOLERANCE = 1e-9;

BodyInertia BodyInertia::of(double mass, const Matrix3d &rotation,
                            const Vector3d &principal_moments)
{
  assert(mass > 0.0 && are_positive(principal_moments));
  assert(is_rotation(rotation));
  return {mass, rotation * Matrix3d::diagonal(inverses(principal_moments)) * transposed(rotation)};
}

BodyInertia BodyInertia::of_sphere(double mass, double radius)
{
  assert(mass > 0.0 && radius > 0.0);
  return {mass, Matrix3d::identity() / sphere_inertia(mass, radius)};
}

double BodyInertia::inverse_mass_at(const Vector3d &arm, const Vector3d &normal) const
{
  assert(is_unit(normal));
  const Vector3d lever = cross(arm, normal);
  return 1.0 / mass + dot(lever, inverse_moments * lever);
}

// The element A_kl.
static double speed_of_unit_impulse(const BodyInertia &body, const ApproachingContact &a,
                                    const ApproachingContact &b)
{
  return dot(a.normal, b.normal) / body.mass +
      dot(cross(a.arm, a.normal), body.inverse_moments * cross(b.arm, b.normal)) +
      (&a == &b ? a.other : 0.0);
}

double approach_energy(const BodyInertia &body, const std::vector<ApproachingContact> &contacts,
                       double dt)
{
  assert(body.mass > 0.0 && dt >= 0.0);
  assert(have_unit_normals(contacts));
  for ([[maybe_unused]] const ApproachingContact &one : contacts)
    assert(one.other >= 0.0 && is_share(one.share));
  std::vector<const ApproachingContact *> nearing;
  std::vector<double> speeds;
  for (const ApproachingContact &a : contacts) {
    double speed = a.speed;
    for (const ApproachingContact &b : contacts)
      speed -= 0.5 * dt * speed_of_unit_impulse(body, a, b) * b.force;
    if (speed > 0.0) {
      nearing.push_back(&a);
      speeds.push_back(speed);
    }
  }
  if (nearing.empty()) return 0.0;
  std::vector<double> matrix;
  for (const ApproachingContact *b : nearing)
    for (const ApproachingContact *a : nearing)
      matrix.push_back(speed_of_unit_impulse(body, *a, *b));
  const std::vector<double> impulses = shortest_solution(matrix, speeds, RANK_TOLERANCE);
  double energy = 0.0;
  for (size_t k = 0; k < nearing.size(); k++) energy += nearing[k]->share * speeds[k] * impulses[k];
  return 0.5 * std::max(0.0, energy);
}

}    // namespace grist
