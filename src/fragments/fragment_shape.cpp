#include "fragments/fragment_shape.h"

#include "common/constants.h"
#include "common/decompositions.h"
#include "common/preconditions.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>

namespace grist {

namespace {

// Orientations that the search starts from, spread evenly; a few are enough because of the
// eightfold symmetry of a square. From the best of them the search descends by rotations, from the
// first to the last angle (radians).
constexpr int SAMPLES = 96;
constexpr int FOLLOWED = 6;
constexpr double FIRST_TURN = 0.2, LAST_TURN = 1e-4;

// A rotation is accepted if it gains this much, per radian and opening; otherwise a smaller one is
// tried.
constexpr double LEAST_GAIN = 1e-3;

// A frame: the fragment passes along the third column, the sides of the opening lie along the first
// two.
struct Passage {
  Matrix3d axes;
  double opening;
};

// Rotations by one angle about the axes of a frame, its edges and its corners: the size of the
// opening has kinks, from which a rotation about one axis alone may not descend.
struct TurnStep {
  double angle;
  std::vector<Matrix3d> turns;
};

const std::vector<TurnStep> &turn_steps()
{
  static const std::vector<TurnStep> steps = [] {
    std::vector<TurnStep> made;
    for (double angle = FIRST_TURN; angle > LAST_TURN; angle *= 0.5) {
      TurnStep step = {angle, {}};
      for (int k = 0; k < 27; k++) {
        const Vector3d about{k % 3 - 1.0, k / 3 % 3 - 1.0, k / 9 - 1.0};
        if (k != 13) step.turns.push_back(rotation_matrix(angle, normalized(about)));
      }
      made.push_back(step);
    }
    return made;
  }();
  return steps;
}

class OpeningSearch {
 public:
  explicit OpeningSearch(const std::vector<FragmentElement> &elements)
  {
    const int n = static_cast<int>(elements.size());
    Vector3d middle = Vector3d::zero();
    for (const auto &element : elements) middle += element.center / n;
    for (auto *numbers : {&x, &y, &z, &radii}) numbers->resize(n);
    for (int i = 0; i < n; i++) {
      const Vector3d place = elements[i].center - middle;
      x[i] = place.x;
      y[i] = place.y;
      z[i] = place.z;
      radii[i] = elements[i].radius;
    }
  }

  // bound: no opening is smaller.
  double least_opening(double bound) const
  {
    std::vector<Passage> starts;
    for (const Matrix3d &axes : start_axes()) starts.push_back({axes, opening(axes)});
    const auto is_less = [](const Passage &one, const Passage &two) {
      return one.opening < two.opening;
    };
    std::stable_sort(starts.begin(), starts.end(), is_less);
    double least = starts.front().opening;
    for (int k = 0; k < FOLLOWED && least > bound * (1.0 + LAST_TURN); k++)
      least = std::min(least, follow(starts[k]));
    return std::max(least, bound);
  }

 private:
  Eigen::ArrayXd x, y, z, radii;
  mutable Eigen::ArrayXd along;

  double extent(const Vector3d &direction) const
  {
    along = direction.x * x + direction.y * y + direction.z * z;
    return (along + radii).maxCoeff() - (along - radii).minCoeff();
  }

  double opening(const Matrix3d &axes) const
  {
    return std::max(extent(axes.column[0]), extent(axes.column[1]));
  }

  // The principal axes, each as the direction of passage, square to the opening and across it; then
  // orientations that are spread evenly.
  std::vector<Matrix3d> start_axes() const
  {
    std::vector<Matrix3d> starts;
    const double xx = (x * x).sum(), xy = (x * y).sum(), xz = (x * z).sum();
    const double yy = (y * y).sum(), yz = (y * z).sum(), zz = (z * z).sum();
    const Matrix3d moments = Matrix3d::of_rows({xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz});
    for (const Matrix3d &frame : {Matrix3d::identity(), eigenvectors(moments).vectors})
      for (int k = 0; k < 3; k++) {
        const Matrix3d axes = Matrix3d::of_columns(frame.column[(k + 1) % 3],
                                                   frame.column[(k + 2) % 3], frame.column[k]);
        starts.push_back(axes);
        const double half = std::sqrt(0.5);
        Matrix3d across = axes;
        across.column[0] = half * (axes.column[0] + axes.column[1]);
        across.column[1] = half * (axes.column[1] - axes.column[0]);
        starts.push_back(across);
      }
    for (int k = 0; k < SAMPLES; k++) starts.push_back(rotation_matrix(spread_turn(k, SAMPLES)));
    return starts;
  }

  double follow(Passage now) const
  {
    for (const TurnStep &step : turn_steps())
      while (improve(now, step)) {}
    return now.opening;
  }

  bool improve(Passage &now, const TurnStep &step) const
  {
    for (const Matrix3d &turn : step.turns) {
      const Matrix3d axes = now.axes * turn;
      const double next = opening(axes);
      if (next >= now.opening * (1.0 - LEAST_GAIN * step.angle)) continue;
      now = {axes, next};
      return true;
    }
    return false;
  }
};

}    // namespace

Quaterniond spread_turn(int k, int count)
{
  assert(is_number_of(k, count));
  constexpr double PHI = 1.4142135623730951, PSI = 1.533751168755204288118041;
  const double s = k + 0.5, t = s / count;
  const double a = 2.0 * PI * s / PHI, b = 2.0 * PI * s / PSI;
  const double r = std::sqrt(t), q = std::sqrt(1.0 - t);
  return {q * std::cos(b), r * std::sin(a), r * std::cos(a), q * std::sin(b)};
}

double equivalent_diameter(const std::vector<FragmentElement> &elements)
{
  assert(
      std::all_of(elements.begin(), elements.end(), [](const auto &e) { return e.radius >= 0.0; }));
  double cubes = 0.0;
  for (const auto &element : elements) cubes += std::pow(element.radius, 3);
  return 2.0 * std::cbrt(cubes);
}

double sieve_diameter(const std::vector<FragmentElement> &elements)
{
  double largest = 0.0;
  for (const auto &element : elements) largest = std::max(largest, 2.0 * element.radius);
  if (elements.size() <= 2) return largest;    // two pass one after the other
  return OpeningSearch(elements).least_opening(largest);
}

double sieve_diameter_of_corners(const std::vector<Vector3d> &corners)
{
  std::vector<FragmentElement> points;
  for (const Vector3d &corner : corners) points.push_back({corner, 0.0});
  return sieve_diameter(points);
}

std::vector<Vector3d> unwrapped_centers(const std::vector<Vector3d> &centers,
                                        const std::vector<std::vector<int>> &bonded,
                                        const std::function<void(Vector3d &)> &nearest_image)
{
  assert(bonded.size() == centers.size());
  for ([[maybe_unused]] const auto &of_one : bonded) assert(are_numbers_of(of_one, centers.size()));
  std::vector<Vector3d> placed_at = centers;
  std::vector<bool> is_placed(centers.size(), false);
  std::vector<int> open;    // placed, and their bonds not followed yet
  const auto place_next_to = [&](int from, int k) {
    Vector3d step = centers[k] - centers[from];
    nearest_image(step);
    placed_at[k] = placed_at[from] + step;
    is_placed[k] = true;
    open.push_back(k);
  };

  const int count = static_cast<int>(centers.size());
  for (int start = 0; start < count; start++) {
    if (is_placed[start]) continue;
    place_next_to(0, start);
    while (!open.empty()) {
      const int from = open.back();
      open.pop_back();
      for (const int k : bonded[from])
        if (!is_placed[k]) place_next_to(from, k);
    }
  }
  return placed_at;
}

}    // namespace grist
