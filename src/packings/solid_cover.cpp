#include "packings/solid_cover.h"

#include "common/number_text.h"
#include "common/preconditions.h"
#include "packings/volume_shares.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <stdexcept>
#include <utility>

namespace grist {

namespace {

constexpr double FOLDS = 0.003;            // of a round surface made of triangles
constexpr double FIRST_TOLERANCE = 0.3;    // in the frame of the solid, whose half extent is 1
constexpr double NEXT_TOLERANCE = 0.75;    // over the one before
constexpr double AFTER_SAMPLES = 0.4, AFTER_GRID = 0.8;    // shares of the work, roughly
constexpr int LEAST_SAMPLES = 2000, MOST_SAMPLES = 6000, SAMPLES_PER_SPHERE = 12;

// Points that are to be covered, each of a weight.
class Targets {
 public:
  void add(const Vector3d &at, double value)
  {
    x.push_back(at[0]);
    y.push_back(at[1]);
    z.push_back(at[2]);
    weight.push_back(value);
  }
  bool empty() const { return x.empty(); }
  std::size_t size() const { return x.size(); }

  double inside(const Vector3d &center, double radius) const
  {
    const double square = radius * radius;
    double sum = 0.0;
    for (std::size_t n = 0; n < x.size(); n++) {
      const double a = x[n] - center[0], b = y[n] - center[1], c = z[n] - center[2];
      sum += a * a + b * b + c * c < square ? weight[n] : 0.0;
    }
    return sum;
  }

  void remove_inside(const Vector3d &center, double radius)
  {
    const double square = radius * radius;
    std::size_t kept = 0;
    for (std::size_t n = 0; n < x.size(); n++) {
      const double a = x[n] - center[0], b = y[n] - center[1], c = z[n] - center[2];
      if (a * a + b * b + c * c < square) continue;
      x[kept] = x[n];
      y[kept] = y[n];
      z[kept] = z[n];
      weight[kept++] = weight[n];
    }
    for (auto *values : {&x, &y, &z, &weight}) values->resize(kept);
  }

 private:
  std::vector<double> x, y, z, weight;
};

// Calls see(place, depth) for the points of a cubic grid inside.
template <class See> void for_grid(const Solid &solid, int across, const See &see)
{
  const double step = 2.0 / across;
  for (int i = 0; i < across; i++)
    for (int j = 0; j < across; j++)
      for (int k = 0; k < across; k++) {
        const Vector3d at = step * Vector3d{i + 0.5, j + 0.5, k + 0.5} - Vector3d::ones();
        if (!solid.extent().contains(at)) continue;
        const double depth = solid.depth(at);
        if (depth > 0.0) see(at, depth);
      }
}

class Cover {
 public:
  Cover(const Solid &solid, const CoverChoice &choice);
  std::vector<SolidSphere> choose();

 private:
  const CoverChoice &choice;
  Targets all;
  std::vector<Solid::Ball> candidates, chosen;

  void add_candidate(Solid::Ball ball);
  void report(double share) const
  {
    if (choice.progress) choice.progress(share);
  }
  void choose_at(double tolerance);
};

// Half of the weight is at the surface.
Cover::Cover(const Solid &solid, const CoverChoice &given) : choice(given)
{
  assert(choice.most > 0 && choice.tolerance > 0.0);
  constexpr int GRID = 22, FINEST_GRID = 44;
  const int across = choice.least_radius
      ? std::max(GRID, static_cast<int>(std::min<double>(FINEST_GRID, 4.0 / *choice.least_radius)))
      : GRID;
  const int count =
      std::min(MOST_SAMPLES, std::max(LEAST_SAMPLES, SAMPLES_PER_SPHERE * choice.most));
  for (const Solid::Sample &sample : solid.samples(count)) {
    report(AFTER_SAMPLES * static_cast<double>(all.size()) / count);
    all.add(sample.place, 1.0 / count);
    Solid::Ball ball = solid.ball_at(sample, FOLDS);
    if (choice.largest_radius && ball.radius > *choice.largest_radius)
      ball = {sample.place + *choice.largest_radius * sample.inward, *choice.largest_radius};
    add_candidate(ball);
  }
  const double share = 8.0 / (1.0 * across * across * across) / solid.mass().volume;
  for_grid(solid, across, [&](const Vector3d &at, double depth) {
    report(AFTER_SAMPLES + (AFTER_GRID - AFTER_SAMPLES) * 0.5 * (1.0 + at[0]));
    all.add(at, share);
    if (choice.largest_radius) add_candidate({at, std::min(depth, *choice.largest_radius)});
  });
}

void Cover::add_candidate(Solid::Ball ball)
{
  const double least = choice.least_radius ? *choice.least_radius * (1.0 - 1.0e-9) : 1.0e-3;
  if (ball.radius >= least) candidates.push_back(ball);
}

// The gain of a candidate never grows while others are chosen: only the first of the queue must be
// looked at again.
void Cover::choose_at(double tolerance)
{
  Targets open = all;
  for (const Solid::Ball &ball : chosen) open.remove_inside(ball.center, ball.radius + tolerance);
  const auto gain = [&](int n) {
    return open.inside(candidates[n].center, candidates[n].radius + tolerance);
  };
  using Entry = std::pair<double, int>;    // gain, and the number of the candidate, negative
  std::priority_queue<Entry> queue;
  if (!open.empty())
    for (int n = 0; n < static_cast<int>(candidates.size()); n++) queue.push({gain(n), -n});
  while (!queue.empty() && !open.empty() && static_cast<int>(chosen.size()) < choice.most) {
    const int best = -queue.top().second;
    queue.pop();
    const double now = gain(best);
    if (now <= 0.0) continue;
    if (!queue.empty() && now < queue.top().first) {
      queue.push({now, -best});
      continue;
    }
    chosen.push_back(candidates[best]);
    report(AFTER_GRID + (1.0 - AFTER_GRID) * static_cast<double>(chosen.size()) / choice.most);
    open.remove_inside(candidates[best].center, candidates[best].radius + tolerance);
  }
}

// A ball that a later, better ball contains up to the folds of a round surface is redundant.
bool lies_in_another(const std::vector<Solid::Ball> &balls, std::size_t self)
{
  for (std::size_t n = 0; n < balls.size(); n++) {
    const double distance = norm(balls[n].center - balls[self].center);
    if (n != self && distance + balls[self].radius <= balls[n].radius + FOLDS) return true;
  }
  return false;
}

std::vector<SolidSphere> Cover::choose()
{
  double tolerance = FIRST_TOLERANCE;
  for (; tolerance > choice.tolerance && static_cast<int>(chosen.size()) < choice.most;
       tolerance *= NEXT_TOLERANCE)
    choose_at(tolerance);
  for (std::size_t n = chosen.size(); n-- > 0;)
    if (lies_in_another(chosen, n)) chosen.erase(chosen.begin() + n);
  std::vector<SolidSphere> spheres;
  for (const Solid::Ball &ball : chosen) spheres.push_back({ball.center, ball.radius});
  return spheres;
}

std::vector<SolidSphere> grown(std::vector<SolidSphere> spheres, double length)
{
  for (SolidSphere &sphere : spheres) sphere.radius += length;
  return spheres;
}

// Regula falsi with halving (Illinois).
std::vector<SolidSphere> with_volume(const std::vector<SolidSphere> &spheres, double volume)
{
  constexpr double ACCURACY = 1.0e-7;
  const auto excess = [&](double length) {
    return union_without_shares(grown(spheres, length)).volume / volume - 1.0;
  };
  double low = 0.0, low_value = excess(low), step = 0.01;
  if (std::fabs(low_value) < ACCURACY) return spheres;
  double least = 1.0;
  for (const SolidSphere &sphere : spheres) least = std::min(least, sphere.radius);
  if (low_value > 0.0) step = -0.01 * least;
  double high = step, high_value = excess(high);
  while (low_value * high_value > 0.0 && high > -0.9 * least && high < 2.0) {
    low = high;
    low_value = high_value;
    high += step *= 2.0;
    high_value = excess(high);
  }
  for (int n = 0; n < 40; n++) {
    const double next = high - high_value * (high - low) / (high_value - low_value);
    const double value = excess(next);
    if (std::fabs(value) < ACCURACY) return grown(spheres, next);
    if (value * high_value < 0.0) {
      low = high;
      low_value = high_value;
    } else {
      low_value *= 0.5;
    }
    high = next;
    high_value = value;
  }
  return grown(spheres, high);
}

// Spheres at their last radii. Those that lie in others then take no part in the mass: they are left
// out, one after another, and the others get their last radii again.
template <class Fit>
std::vector<SolidSphere> without_idle(std::vector<SolidSphere> spheres, const Fit &fit)
{
  for (;;) {
    std::vector<SolidSphere> fitted = fit(spheres);
    const int idle = sphere_without_share(fitted, union_without_shares(fitted).centroid);
    if (idle < 0) return fitted;
    spheres.erase(spheres.begin() + idle);
  }
}

}    // namespace

std::vector<SolidSphere> cover_solid(const Solid &solid, const CoverChoice &choice)
{
  assert(!choice.least_radius || !choice.largest_radius ||
         *choice.least_radius <= *choice.largest_radius);
  std::vector<SolidSphere> spheres = Cover(solid, choice).choose();
  if (spheres.empty())
    throw std::invalid_argument("radius " +
                                number_text(choice.least_radius.value_or(0.0) * solid.unit()) +
                                " (no element of this radius fits the solid)");
  return without_idle(std::move(spheres), [&](const std::vector<SolidSphere> &chosen) {
    if (choice.least_radius || choice.largest_radius) return chosen;
    return with_volume(chosen, solid.mass().volume);
  });
}

}    // namespace grist
