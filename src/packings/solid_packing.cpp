#include "packings/solid_packing.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "common/preconditions.h"
#include "fragments/fragments.h"
#include "packings/near_pairs.h"
#include "packings/packing.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>

namespace grist {

namespace {

constexpr double ACCURACY = 1.0e-4;        // overlap over the radius, of spheres at rest
constexpr double MARGIN = 1.0 + 3.0e-4;    // of radii while they are packed, against this overlap
constexpr int MOST_SWEEPS = 500;
constexpr double LIST_SKIN = 0.4;    // of the list of pairs, over the largest radius

class Pack {
 public:
  Pack(const Solid &given, const SolidPackingChoice &choice, std::uint64_t seed) :
      solid(given), choice(choice), random(seed)
  {
  }

  void add_at_random(double radius);
  void set_radius(double radius) { std::fill(radii.begin(), radii.end(), radius); }
  bool relax();    // whether no overlap remains

  std::vector<Vector3d> centers;
  std::vector<double> radii;
  double share = 0.0;    // of all work, for progress

  double uniform() { return (random() >> 11) * 0x1.0p-53; }

 private:
  const Solid &solid;
  const SolidPackingChoice &choice;
  std::mt19937_64 random;
  std::vector<std::pair<int, int>> pairs;
  std::vector<Vector3d> listed_at;
  double listed_skin = 0.0;

  // A sphere need not be measured again until it has moved by its distance from the surface.
  struct Room {
    Vector3d at = Vector3d::zero();
    double depth = -1.0;
  };
  std::vector<Room> rooms;

  void list_pairs();
  bool is_outdated() const;
  double part_pairs();
  double push_inside();
};

void Pack::add_at_random(double radius)
{
  const AlignedBox &box = solid.extent();
  for (;;) {
    Vector3d at;
    for (int k = 0; k < 3; k++) at[k] = box.low[k] + uniform() * box.sizes()[k];
    if (solid.depth(at) <= 0.0) continue;
    centers.push_back(at);
    radii.push_back(radius);
    return;
  }
}

void Pack::list_pairs()
{
  const double largest = *std::max_element(radii.begin(), radii.end());
  listed_skin = LIST_SKIN * largest;
  pairs = near_pairs(centers, 2.0 * largest + listed_skin);
  listed_at = centers;
}

bool Pack::is_outdated() const
{
  for (std::size_t n = 0; n < centers.size(); n++) {
    const Vector3d moved = centers[n] - listed_at[n];
    if (4.0 * dot(moved, moved) >= listed_skin * listed_skin) return true;
  }
  return false;
}

// Returns the largest overlap over the radius.
double Pack::part_pairs()
{
  double worst = 0.0;
  for (const auto &[a, b] : pairs) {
    const Vector3d apart = centers[b] - centers[a];
    const double touching = radii[a] + radii[b], square = dot(apart, apart);
    if (square >= touching * touching) continue;
    const double distance = std::sqrt(square), overlap = touching - distance;
    worst = std::max(worst, overlap / std::min(radii[a], radii[b]));
    const Vector3d push = distance > 0.0 ? (0.5 * overlap / distance) * apart
                                         : Vector3d{0.5 * overlap, 0.0, 0.0};
    centers[a] = centers[a] - push;
    centers[b] = centers[b] + push;
  }
  return worst;
}

double Pack::push_inside()
{
  double worst = 0.0;
  for (std::size_t n = 0; n < centers.size(); n++) {
    Room &room = rooms[n];
    if (room.depth - norm(centers[n] - room.at) >= radii[n]) continue;
    const Solid::Surface surface = solid.surface_at(centers[n]);
    room = {centers[n], surface.depth};
    const double overlap = radii[n] - surface.depth;
    if (overlap <= 0.0) continue;
    worst = std::max(worst, overlap / radii[n]);
    centers[n] = centers[n] + overlap * surface.inward;
    room.depth = -1.0;
  }
  return worst;
}

bool Pack::relax()
{
  rooms.assign(centers.size(), {});
  list_pairs();
  double checked = 1.0e9;
  for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    if (choice.progress) choice.progress(share);
    if (is_outdated()) list_pairs();
    const double worst_pair = part_pairs(), worst = std::max(worst_pair, push_inside());
    if (worst < ACCURACY) return true;
    if (sweep % 100 == 99) {    // give up where a hundred sweeps did not remove a third
      if (worst > 0.67 * checked) return false;
      checked = worst;
    }
  }
  return false;
}

// ---- loose elements

std::vector<bool> anchored_elements(const std::vector<SolidSphere> &spheres, double reach)
{
  std::vector<Vector3d> centers;
  double largest = 0.0;
  for (const auto &[center, radius] : spheres) {
    centers.push_back(center);
    largest = std::max(largest, radius);
  }
  const int count = static_cast<int>(spheres.size());
  DisjointSets sets(count);
  for (const auto &[a, b] : near_pairs(centers, 2.0 * reach * largest))
    if (norm(centers[b] - centers[a]) <= reach * (spheres[a].radius + spheres[b].radius))
      sets.join(a, b);
  std::vector<int> size(count, 0);
  for (int n = 0; n < count; n++) size[sets.find(n)]++;
  const int largest_set =
      static_cast<int>(std::max_element(size.begin(), size.end()) - size.begin());
  std::vector<bool> anchored(count);
  for (int n = 0; n < count; n++) anchored[n] = sets.find(n) == largest_set;
  return anchored;
}

// How far a sphere moves along a unit vector until it touches another one, at most `most`.
double free_way(const std::vector<SolidSphere> &spheres, int element, const Vector3d &way,
                double most)
{
  double travel = most;
  for (int n = 0; n < static_cast<int>(spheres.size()); n++) {
    const Vector3d apart = spheres[n].center - spheres[element].center;
    const double touching = (spheres[n].radius + spheres[element].radius) * (1.0 + 1.0e-12);
    const double along = dot(apart, way), across2 = dot(apart, apart) - along * along;
    if (n == element || along <= 0.0 || across2 >= touching * touching) continue;
    travel = std::min(travel, along - std::sqrt(touching * touching - across2));
  }
  return std::max(travel, 0.0);
}

// Towards anchors, the nearest first, until one is reached without leaving the solid.
void settle_one(const Solid &solid, std::vector<SolidSphere> &spheres,
                const std::vector<bool> &anchored, int element)
{
  const SolidSphere start = spheres[element];
  std::vector<std::pair<double, int>> near;
  for (int n = 0; n < static_cast<int>(spheres.size()); n++)
    if (anchored[n]) near.push_back({norm(spheres[n].center - start.center), n});
  std::sort(near.begin(), near.end());
  for (std::size_t k = 0; k < std::min<std::size_t>(near.size(), 30); k++) {
    const auto [distance, anchor] = near[k];
    const Vector3d way = (1.0 / distance) * (spheres[anchor].center - start.center);
    const double travel = free_way(spheres, element, way, distance);
    const Vector3d end = start.center + travel * way;
    if (travel <= 0.0 || solid.depth(end) < start.radius) continue;
    spheres[element].center = end;
    return;
  }
}

std::vector<SolidSphere> settled(const Solid &solid, std::vector<SolidSphere> spheres, double reach)
{
  assert(reach >= 1.0);
  for (int round = 0; round < 20; round++) {
    const std::vector<bool> anchored = anchored_elements(spheres, reach);
    bool any = false;
    for (int n = 0; n < static_cast<int>(spheres.size()); n++)
      if (!anchored[n]) {
        settle_one(solid, spheres, anchored, n);
        any = true;
      }
    if (!any) break;
  }
  return spheres;
}

std::vector<SolidSphere> result_of(const Pack &pack)
{
  std::vector<SolidSphere> spheres;
  for (std::size_t n = 0; n < pack.centers.size(); n++)
    spheres.push_back({pack.centers[n], pack.radii[n] / MARGIN});
  return spheres;
}

SolidSphere largest_ball(const Solid &solid)
{
  Solid::Ball most = {{}, 0.0};
  for (const Solid::Sample &sample : solid.samples(500)) {
    const Solid::Ball ball = solid.ball_at(sample, 1.0e-3);
    if (ball.radius > most.radius) most = ball;
  }
  return {most.center, most.radius};
}

void check_solid_radii(const Solid &solid, double least, double largest)
{
  const double most = largest_ball(solid).radius * (1.0 + 1.0e-3);
  if (largest > most)
    throw std::invalid_argument("radius " + number_text(largest * solid.unit()) +
                                " (no element of this radius fits; at most about " +
                                number_text(most * solid.unit()) + ")");
  const double mean = sphere_volume(0.5 * (least + largest));
  if (0.5 * solid.mass().volume > MAX_ELEMENTS * mean)
    throw std::invalid_argument("radius " + number_text(least * solid.unit()) + " (more than " +
                                std::to_string(MAX_ELEMENTS) + " elements would fit)");
}

// Radii at places that divide the range evenly, in random order.
bool try_count(Pack &pack, int count, double least, double largest)
{
  assert(count > 0 && least > 0.0 && least <= largest);
  pack.centers.clear();
  pack.radii.clear();
  std::vector<double> radii;
  for (int n = 0; n < count; n++)
    radii.push_back((least + (n + 0.5) / count * (largest - least)) * MARGIN);
  for (int n = count - 1; n > 0; n--)
    std::swap(radii[n], radii[static_cast<int>(pack.uniform() * (n + 1))]);
  for (double radius : radii) pack.add_at_random(radius);
  return pack.relax();
}

}    // namespace

// A packing from one random start, with radii below that of the largest ball, `most`. The radius
// found, with the margin, is that of all spheres.
static Pack grown_pack(const Solid &solid, int count, double most, const SolidPackingChoice &choice,
                       int start, int starts)
{
  constexpr double START_DENSITY = 0.3, GROWTHS[] = {0.05, 0.02, 0.005, 0.002};
  Pack pack(solid, choice, choice.seed + 1000003 * start);
  pack.share = static_cast<double>(start) / starts;
  double radius = cube_root(START_DENSITY * solid.mass().volume / (count * sphere_volume(1.0)));
  radius = std::min(radius, 0.8 * most);
  for (int n = 0; n < count; n++) pack.add_at_random(radius);
  for (int n = 0; n < 30 && !pack.relax(); n++) pack.set_radius(radius *= 0.9);

  std::vector<Vector3d> best = pack.centers;
  for (const double growth : GROWTHS) {
    pack.share += 1.0 / (1.0 + std::size(GROWTHS)) / starts;
    for (;;) {
      pack.set_radius(radius * (1.0 + growth));
      if (!pack.relax()) break;
      radius *= 1.0 + growth;
      best = pack.centers;
    }
    pack.centers = best;
  }
  pack.set_radius(radius);
  return pack;
}

std::vector<SolidSphere> pack_solid(const Solid &solid, int count, const SolidPackingChoice &choice)
{
  constexpr int STARTS = 100;    // over the count
  const int starts = std::max(1, std::min(6, STARTS / count));
  if (count == 1) return {largest_ball(solid)};
  const double most = largest_ball(solid).radius;
  std::vector<SolidSphere> best;
  for (int n = 0; n < starts; n++) {
    const std::vector<SolidSphere> found =
        result_of(grown_pack(solid, count, most, choice, n, starts));
    if (best.empty() || found[0].radius > best[0].radius) best = found;
  }
  return settled(solid, best, choice.reach);
}

std::vector<SolidSphere> pack_solid(const Solid &solid, double least_radius, double largest_radius,
                                    const SolidPackingChoice &choice)
{
  check_solid_radii(solid, least_radius, largest_radius);
  double mean = 0.0;    // volume
  for (int n = 0; n < 100; n++)
    mean += 0.01 * sphere_volume(least_radius + (n + 0.5) / 100 * (largest_radius - least_radius));
  int fits = 0, too_many = MAX_ELEMENTS + 1;
  int count = std::max(1, static_cast<int>(0.5 * solid.mass().volume / mean));
  constexpr int MOST_ROUNDS = 12;
  Pack best(solid, choice, choice.seed);
  for (int round = 0; round < MOST_ROUNDS && too_many - fits > 1 + fits / 100; round++) {
    Pack pack(solid, choice, choice.seed + round);
    pack.share = static_cast<double>(round) / MOST_ROUNDS;
    if (try_count(pack, count, least_radius, largest_radius)) {
      fits = count;
      best.centers = pack.centers;
      best.radii = pack.radii;
    } else {
      too_many = count;
    }
    if (fits == 0)
      count = std::max(1, count * 3 / 4);
    else if (too_many > MAX_ELEMENTS)
      count = std::min(MAX_ELEMENTS, count + 1 + count / 12);
    else
      count = fits + (too_many - fits) / 2;
  }
  if (fits == 0)
    throw std::invalid_argument("radius " + number_text(largest_radius * solid.unit()) +
                                " (no packing found)");
  return settled(solid, result_of(best), choice.reach);
}

std::vector<SolidSphere> pack_solid(const Solid &solid, int count, double least_radius,
                                    double largest_radius, const SolidPackingChoice &choice)
{
  check_solid_radii(solid, least_radius, largest_radius);
  Pack pack(solid, choice, choice.seed);
  if (!try_count(pack, count, least_radius, largest_radius))
    throw std::invalid_argument("elements " + std::to_string(count) +
                                " (do not fit the solid with these radii)");
  return settled(solid, result_of(pack), choice.reach);
}

}    // namespace grist
