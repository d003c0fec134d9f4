#include "packings/packing.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "common/preconditions.h"
#include "packings/near_pairs.h"
#include "packings/settle.h"
#include "packings/soft_spheres.h"

#include <algorithm>
#include <random>
#include <stdexcept>

namespace grist {

// A margin for the rounding of scaling and shifting, so that elements never overlap.
static constexpr double TOUCH_ROUNDING = 1.0e-13;

static void check_count(int count)
{
  if (count < 1 || count > MAX_ELEMENTS)
    throw std::invalid_argument("elements " + std::to_string(count) + " (must be from 1 to " +
                                std::to_string(MAX_ELEMENTS) + ")");
}

double cube_root(double value)
{
  assert(value > 0.0);
  double root = std::max(value, 1.0);
  for (int n = 0; n < 200; n++) root = (2.0 * root + value / (root * root)) / 3.0;
  return root;
}

// The radius at which `count` elements fill the share `density` of a shape.
static double radius_at_density(const Shape &shape, int count, double density)
{
  assert(count > 0 && density > 0.0);
  return cube_root(density * shape.volume() / (count * sphere_volume(1.0)));
}

// The number of elements of a radius that fill the share `density` of a shape.
static double count_at_density(const Shape &shape, double radius, double density)
{
  return density * shape.volume() / sphere_volume(radius);
}

// The largest radius at which elements at these centres neither overlap nor protrude.
static double free_radius(const Shape &shape, const std::vector<Vector3d> &centers)
{
  double radius = shape.inner_radius();
  for (const Vector3d &center : centers) radius = std::min(radius, shape.depth(center));
  for (const auto &[a, b] : near_pairs(centers, 2.0 * radius))
    radius = std::min(radius, 0.5 * norm(centers[b] - centers[a]));
  return radius * (1.0 - TOUCH_ROUNDING);
}

// ---- one random packing

static std::vector<Vector3d> random_points(const Shape &shape, int count, std::mt19937_64 &random)
{
  const auto within = [&](double half) {
    return half * (2.0 * ((random() >> 11) * 0x1.0p-53) - 1.0);
  };
  std::vector<Vector3d> points;
  while (static_cast<int>(points.size()) < count) {
    const Vector3d half = shape.half_extent();
    const double x = within(half.x), y = within(half.y), z = within(half.z);
    const Vector3d point = {x, y, z};
    if (shape.depth(point) > 0.0) points.push_back(point);
  }
  return points;
}

// Presses elements together until they jam, then reduces the radius towards the one at which they
// just touch: each stage removes nine tenths of the remaining overlap.
// `growth`: of the radius, while spheres are not jammed.
static std::vector<Vector3d> jam(const Shape &shape, std::vector<Vector3d> start, double radius,
                                 double growth)
{
  assert(radius > 0.0 && growth > 1.0);
  constexpr double KEPT_OVERLAP = 0.1;
  constexpr double JUST_TOUCHING = 1.0e-8;    // mean overlap over the radius, at which to stop
  constexpr int MOST_STAGES = 60;

  SoftSpheres spheres(shape, std::move(start));
  bool jammed = false;
  for (int stage = 0; stage < MOST_STAGES; stage++) {
    const double overlap = spheres.relax(radius);
    if (overlap > JUST_TOUCHING) {
      const double target = spheres.jamming_radius();
      radius = target + KEPT_OVERLAP * (radius - target);
      jammed = true;
    } else if (jammed) {
      break;
    } else {
      radius *= growth;
    }
  }
  return spheres.centers();
}

// Few elements: the densest of many starts. The starts' densities differ: slight pressing finds
// orderly packings, strong pressing unusual ones.
static Packing best_of_starts(const Shape &unit, int count, std::uint64_t seed)
{
  constexpr double START_DENSITY[] = {0.7, 1.3, 0.6, 1.0};
  constexpr double STARTS = 12000.0;    // over count^1.5: half a second for any count
  constexpr double GROWTH = 1.1;
  const int starts = static_cast<int>(std::min(400.0, STARTS / (count * std::sqrt(double(count)))));
  assert(starts > 0);

  std::mt19937_64 random(seed);
  Packing best;
  for (int n = 0; n < starts; n++) {
    const double radius =
        std::min(radius_at_density(unit, count, START_DENSITY[n % 4]), 1.2 * unit.inner_radius());
    const auto centers = jam(unit, random_points(unit, count, random), radius, GROWTH);
    const double found = free_radius(unit, centers);
    if (found > best.radius) best = {found, centers};
  }
  return best;
}

// Many elements: one start, which grows from below the density at which spheres jam and is hardly
// pressed beyond it. Pressed harder, a part of the equal spheres gets into crystalline layers along
// the walls: of 1200 in a disc 4 to 40 %, with seeds, which then differ in density and strength.
static Packing random_packing(const Shape &unit, int count, std::uint64_t seed)
{
  constexpr double START_DENSITY = 0.58, GROWTH = 1.01;
  const double radius =
      std::min(radius_at_density(unit, count, START_DENSITY), 1.2 * unit.inner_radius());
  std::mt19937_64 random(seed);
  const auto centers = jam(unit, random_points(unit, count, random), radius, GROWTH);
  return {free_radius(unit, centers), centers};
}

static Packing pack_unit(const Shape &shape, int count, std::uint64_t seed)
{
  check_count(count);
  if (count == 1) return {shape.unit().inner_radius(), {Vector3d()}};
  constexpr int MANY = 250;
  const Packing packing = count < MANY ? best_of_starts(shape.unit(), count, seed)
                                       : random_packing(shape.unit(), count, seed);
  if (!(packing.radius > 0.0))
    throw std::invalid_argument("elements " + std::to_string(count) + " (no packing found in " +
                                shape.text() + ")");
  return packing;
}

static Packing scaled(Packing packing, double factor)
{
  assert(factor > 0.0);
  for (Vector3d &center : packing.centers) center = factor * center;
  packing.radius = factor * (1.0 - TOUCH_ROUNDING) * packing.radius;
  return packing;
}

static Packing packing_of_radius(const Packing &unit_packing, double radius)
{
  Packing packing = scaled(unit_packing, radius / (unit_packing.radius * (1.0 - TOUCH_ROUNDING)));
  packing.radius = radius;
  return packing;
}

Packing pack_count(const Shape &shape, int count, const RandomPacking &choice)
{
  const Packing unit_packing =
      settle_loose(shape.unit(), pack_unit(shape, count, choice.seed), choice.reach);
  Packing packing = scaled(unit_packing, 0.5 * shape.largest_extent());
  packing.radius = free_radius(shape, packing.centers);    // the unit shape's extents are rounded
  return packing;
}

Packing pack_count(const Shape &shape, int count, double radius, const RandomPacking &choice)
{
  check_length("radius", radius);
  const Packing packing =
      settle_loose(shape.unit(), pack_unit(shape, count, choice.seed), choice.reach);
  return packing_of_radius(packing, radius);
}

// ---- search over the count

static void check_radius_fits(const Shape &shape, double radius)
{
  check_length("radius", radius);
  if (radius > shape.inner_radius() * (1.0 + TOUCHING))
    throw std::invalid_argument("radius " + number_text(radius) + " (no element fits " +
                                shape.text() + "; at most " + number_text(shape.inner_radius()) +
                                ")");
}

static void check_count_expected(const Shape &shape, double radius, double count)
{
  if (count > MAX_ELEMENTS)
    throw std::invalid_argument("radius " + number_text(radius) + " (" + shape.text() +
                                " would hold about " + number_text(std::floor(count)) +
                                " elements; at most " + std::to_string(MAX_ELEMENTS) + ")");
}

// The radius found decreases with the count, about as its cube root. So the ratio of found to
// requested radius estimates the count. The search goes up in growing steps while everything fits,
// then narrows down to the last count that fits.
Packing pack_radius(const Shape &shape, double radius, const RandomPacking &choice)
{
  check_radius_fits(shape, radius);
  const double wanted = radius / (0.5 * shape.largest_extent());
  const double guess = count_at_density(shape, radius, 0.55);
  check_count_expected(shape, radius, guess);

  int count = std::max(1, static_cast<int>(guess));
  int fits = 0, too_many = MAX_ELEMENTS + 1, step = 1;
  Packing best;
  for (int round = 0; too_many - fits > 1; round++) {
    Packing packing = pack_unit(shape, count, choice.seed);
    const double ratio = packing.radius / wanted;
    if (ratio * (1.0 + TOUCHING) >= 1.0) {
      fits = count;
      best = std::move(packing);
    } else {
      too_many = count;
    }
    int next = static_cast<int>(count * std::min(2.0, ratio * ratio * ratio));
    if (too_many > MAX_ELEMENTS)
      next = std::max(next, fits + (step *= 2));
    else if (round > 3)
      next = fits + (too_many - fits) / 2;
    count = std::min(std::max(next, fits + 1), too_many - 1);
  }
  return packing_of_radius(settle_loose(shape.unit(), best, choice.reach), radius);
}

// ---- lattices

// Sites are at (i, j, k) * layer + shift; on the fcc lattice those with an even i + j + k.
static std::vector<Vector3d> sites_inside(const Shape &shape, double radius, Lattice lattice,
                                          const Vector3d &shift)
{
  const double layer =
      (lattice == Lattice::SC ? 2.0 : std::sqrt(2.0)) * radius * (1.0 + TOUCH_ROUNDING);
  const double needed = radius * (1.0 - 1.0e-9);
  const Vector3d half = shape.half_extent();
  const auto layers = [&](double h) { return static_cast<int>(h / layer) + 1; };

  std::vector<Vector3d> sites;
  for (int i = -layers(half.x); i <= layers(half.x); i++)
    for (int j = -layers(half.y); j <= layers(half.y); j++)
      for (int k = -layers(half.z); k <= layers(half.z); k++) {
        if (lattice == Lattice::FCC && (i + j + k) % 2 != 0) continue;
        const Vector3d site = {layer * (i + shift.x), layer * (j + shift.y), layer * (k + shift.z)};
        if (shape.depth(site) >= needed) sites.push_back(site);
      }
  return sites;
}

Packing pack_lattice(const Shape &shape, double radius, Lattice lattice)
{
  check_radius_fits(shape, radius);
  check_count_expected(shape, radius, count_at_density(shape, radius, 0.5));
  Packing packing;
  packing.radius = radius;
  for (int choice = 0; choice < 16; choice++) {
    // the bits: half a layer along x, y, z; and a whole one along x, which changes only the fcc
    // lattice
    if (choice >= 8 && lattice == Lattice::SC) break;
    const Vector3d shift = {0.5 * (choice & 1) + (choice >> 3), 0.5 * (choice >> 1 & 1),
                            0.5 * (choice >> 2 & 1)};
    auto sites = sites_inside(shape, radius, lattice, shift);
    if (sites.size() > packing.centers.size()) packing.centers = std::move(sites);
  }
  if (packing.centers.empty())
    throw std::invalid_argument("radius " + number_text(radius) +
                                " (no element of the lattice fits " + shape.text() + ")");
  return packing;
}

double protrusion(const Shape &shape, const Packing &packing)
{
  assert(packing.radius > 0.0);
  double most = 0.0;
  for (const Vector3d &center : packing.centers)
    most = std::max(most, packing.radius - shape.depth(center));
  return most;
}

}    // namespace grist
