#include "packings/volume_shares.h"

#include "common/decompositions.h"
#include "common/eigen_space.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace grist {

namespace {

constexpr double SMALLEST_SHARE = 1.0e-6;    // over the mean share
constexpr double NO_WIDTH = 1.0e-14;         // variance of centres over the largest, of flat sets

// Shares of 1, and places relative to the centroid in units of the extent or the largest radius.
class Shares {
 public:
  Shares(const std::vector<SolidSphere> &spheres, const Vector3d &centroid);
  void find();
  const Eigen::VectorXd &values() const { return share; }

 private:
  Eigen::VectorXd weight, share;
  Eigen::Matrix3Xd place;
  Vector3d slope = Vector3d::zero();

  double set_slope(const Vector3d &trial);
  Vector3d mean() const { return from_eigen(place * share); }
  Vector3d newton_step(const Vector3d &mean) const;
  void correct();
};

Shares::Shares(const std::vector<SolidSphere> &spheres, const Vector3d &centroid)
{
  const int count = static_cast<int>(spheres.size());
  weight.resize(count);
  place.resize(3, count);
  double largest = 0.0;
  for (const SolidSphere &sphere : spheres) largest = std::max(largest, sphere.radius);
  for (int n = 0; n < count; n++) {
    const double size = spheres[n].radius / largest;
    const Vector3d from = spheres[n].center - centroid;
    weight[n] = size * size * size;
    place.col(n) = to_eigen(from);
  }
  weight /= weight.sum();
  place /= std::max(largest, place.cwiseAbs().maxCoeff());
}

// Returns the logarithm of the sum, which has its minimum at the slope that is sought.
double Shares::set_slope(const Vector3d &trial)
{
  slope = trial;
  const Eigen::VectorXd power = place.transpose() * to_eigen(slope);
  const double most = power.maxCoeff();
  share = weight.array() * (power.array() - most).exp();
  const double sum = share.sum();
  share /= sum;
  return std::log(sum) + most;
}

// Steps only along directions in which centres differ.
Vector3d Shares::newton_step(const Vector3d &mean) const
{
  const Matrix3d second = from_eigen(place * share.asDiagonal() * place.transpose());
  const Eigenvectors axes = eigenvectors(second - outer_product(mean, mean));
  Vector3d step = Vector3d::zero();
  for (int k = 0; k < 3; k++)
    if (axes.values[k] > NO_WIDTH * axes.values[2])
      step -= dot(axes.vectors.column[k], mean) / axes.values[k] * axes.vectors.column[k];
  return step;
}

// A last linear correction, down to rounding.
void Shares::correct()
{
  for (int n = 0; n < 2; n++) {
    const Vector3d step = newton_step(mean());
    share = share.array() * (1.0 + (place.transpose() * to_eigen(step)).array());
    share /= share.sum();
  }
}

void Shares::find()
{
  constexpr int MOST_STEPS = 100;
  constexpr double LONGEST_STEP = 5.0;    // changes no ratio of shares by more than exp(10 sqrt(3))
  constexpr double NEARLY = 1.0e-9;
  double value = set_slope(slope);
  for (int n = 0; n < MOST_STEPS; n++) {
    const Vector3d mean = this->mean();
    if (norm(mean) < NEARLY) break;
    const Vector3d start = slope;
    Vector3d step = newton_step(mean);
    step *= std::min(1.0, LONGEST_STEP / norm(step));
    double next = set_slope(start + step);
    for (int halving = 0; halving < 40 && next > value; halving++)
      next = set_slope(start + (step *= 0.5));
    value = next;
  }
  correct();
}

}    // namespace

// The number of the sphere with the least share, where this is none; -1: all have one.
static int without_share(const Shares &shares, size_t count)
{
  int least = 0;
  const double smallest = shares.values().minCoeff(&least);
  return smallest * static_cast<double>(count) > SMALLEST_SHARE ? -1 : least;
}

int sphere_without_share(const std::vector<SolidSphere> &spheres, const Vector3d &centroid)
{
  assert(!spheres.empty());
  if (spheres.size() == 1) return -1;
  Shares shares(spheres, centroid);
  shares.find();
  return without_share(shares, spheres.size());
}

std::vector<double> volume_shares(const std::vector<SolidSphere> &spheres, double volume,
                                  const Vector3d &centroid)
{
  assert(!spheres.empty() && volume > 0.0);
  if (spheres.size() == 1) return {volume};
  Shares shares(spheres, centroid);
  shares.find();
  const int least = without_share(shares, spheres.size());
  if (least >= 0)
    throw std::invalid_argument("sphere " + std::to_string(least + 1) +
                                " (lies in others and takes no part in the mass; leave it out)");
  std::vector<double> result;
  for (double share : shares.values()) result.push_back(volume * share);
  return result;
}

}    // namespace grist
