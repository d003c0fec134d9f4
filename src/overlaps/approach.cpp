#include "overlaps/approach.h"

#include "common/constants.h"
#include "common/preconditions.h"
#include "common/space.h"

#include <Eigen/QR>

namespace grist {

// Relative threshold for the rank of A: contacts below it are redundant.
static constexpr double RANK_TOLERANCE = 1e-9;

BodyInertia BodyInertia::of(double mass, const Matrix3d &rotation,
                            const Vector3d &principal_moments)
{
  return {mass, rotation * Matrix3d::diagonal(inverses(principal_moments)) * transposed(rotation)};
}

BodyInertia BodyInertia::of_sphere(double mass, double radius)
{
  return {mass, Matrix3d::identity() / sphere_inertia(mass, radius)};
}

double BodyInertia::inverse_mass_at(const Vector3d &arm, const Vector3d &normal) const
{
  assert(is_unit(normal));
  const Vector3d lever = cross(arm, normal);
  return 1.0 / mass + dot(lever, inverse_moments * lever);
}

static Eigen::MatrixXd speeds_of_unit_impulses(const BodyInertia &body,
                                               const std::vector<ApproachingContact> &contacts)
{
  const auto count = static_cast<Eigen::Index>(contacts.size());
  Eigen::MatrixXd out(count, count);
  for (Eigen::Index k = 0; k < count; k++)
    for (Eigen::Index l = 0; l < count; l++) {
      const ApproachingContact &a = contacts[k], &b = contacts[l];
      out(k, l) = dot(a.normal, b.normal) / body.mass +
          dot(cross(a.arm, a.normal), body.inverse_moments * cross(b.arm, b.normal)) +
          (k == l ? a.other : 0.0);
    }
  return out;
}

double approach_energy(const BodyInertia &body, const std::vector<ApproachingContact> &contacts,
                       double dt)
{
  const Eigen::MatrixXd all = speeds_of_unit_impulses(body, contacts);
  Eigen::VectorXd speeds(all.rows()), forces(all.rows()), shares(all.rows());
  for (Eigen::Index k = 0; k < all.rows(); k++) {
    speeds[k] = contacts[k].speed;
    forces[k] = contacts[k].force;
    shares[k] = contacts[k].share;
  }
  speeds -= 0.5 * dt * all * forces;
  std::vector<Eigen::Index> nearing;
  for (Eigen::Index k = 0; k < all.rows(); k++)
    if (speeds[k] > 0.0) nearing.push_back(k);
  if (nearing.empty()) return 0.0;
  const Eigen::VectorXd speed = speeds(nearing), share = shares(nearing);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(RANK_TOLERANCE);
  solver.compute(all(nearing, nearing));
  const Eigen::VectorXd impulses = solver.solve(speed);
  return 0.5 * std::max(0.0, share.cwiseProduct(speed).dot(impulses));
}

}    // namespace grist
