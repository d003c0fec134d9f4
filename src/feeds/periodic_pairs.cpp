#include "feeds/periodic_pairs.h"

#include "common/preconditions.h"
#include "search/search_table.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace grist {

static constexpr char SEARCH[] = "multilevel";    // sizes may differ much

PeriodicPairs::PeriodicPairs(const PlacementBox &box) :
    box(box), height(box.heights()), search(find_search(SEARCH)->make())
{
}

void PeriodicPairs::add(int sphere, const Vector3d &shift, const Vector3d &center, double radius,
                        int unit)
{
  const Vector3d place = center + shift;
  places.insert(places.end(), place.data(), place.data() + 3);
  sizes.push_back(radius);
  owner.push_back(sphere);
  units.push_back(unit);
  shifts.push_back(shift);
}

// Half of the 26 neighbouring boxes, so that each pair across a border is found once.
static bool is_first_of_two(int a, int b, int c)
{
  return a > 0 || (a == 0 && (b > 0 || (b == 0 && c > 0)));
}

template <typename UnitOf>
void PeriodicPairs::add_images(const std::vector<Vector3d> &centers,
                               const std::vector<double> &radii, double reach, UnitOf &&unit_of)
{
  int image = 0;
  const double largest = *std::max_element(radii.begin(), radii.end());
  const Matrix3d to_lamda = inverse(box.edges);
  for (int a = -1; a <= 1; a++)
    for (int b = -1; b <= 1; b++)
      for (int c = -1; c <= 1; c++) {
        const std::array<int, 3> step = {a, b, c};
        bool wanted = is_first_of_two(a, b, c);
        for (int k = 0; k < 3; k++) wanted = wanted && (step[k] == 0 || box.periodic[k]);
        if (!wanted) continue;
        image++;
        const Vector3d shift = box.edges * Vector3d{1.0 * a, 1.0 * b, 1.0 * c};
        for (size_t n = 0; n < centers.size(); n++) {
          const Vector3d lamda = to_lamda * (centers[n] - box.origin);
          bool near = true;
          for (int k = 0; k < 3; k++) {
            const double depth = (largest + radii[n] + reach) / height[k];
            if (step[k] > 0) near = near && lamda[k] <= depth;
            if (step[k] < 0) near = near && lamda[k] >= 1.0 - depth;
          }
          const int sphere = static_cast<int>(n);
          if (near) add(sphere, shift, centers[n], radii[n], unit_of(sphere, image));
        }
      }
}

const std::vector<PeriodicPair> &PeriodicPairs::find(const std::vector<Vector3d> &centers,
                                                     const std::vector<double> &radii, int fixed,
                                                     double skin, const std::vector<int> *bodies,
                                                     double overhang)
{
  assert(radii.size() == centers.size() && (!bodies || bodies->size() == centers.size()));
  assert(fixed >= 0 && fixed <= static_cast<int>(centers.size()));
  assert(skin >= 0.0 && overhang >= 0.0);
  for (auto *values : {&places, &sizes}) values->clear();
  for (auto *values : {&owner, &units}) values->clear();
  shifts.clear();
  pairs.clear();
  if (centers.empty()) return pairs;
  // A unit has no pairs among its own: all fixed spheres are one, and so is each image of a body.
  const int number =
      bodies && !bodies->empty() ? 1 + *std::max_element(bodies->begin(), bodies->end()) : 0;
  const auto unit_of = [&](int sphere, int image) {
    if (sphere >= fixed) return 0;
    return bodies ? 1 + image * number + (*bodies)[sphere] : -1;
  };
  for (size_t n = 0; n < centers.size(); n++) {
    const int sphere = static_cast<int>(n);
    add(sphere, Vector3d::zero(), centers[n], radii[n], unit_of(sphere, 0));
  }
  add_images(centers, radii, skin + overhang, unit_of);

  const SphereView view = {
      static_cast<int>(owner.size()), places.data(), sizes.data(), units.data(), skin, false};
  const SearchOutcome outcome = search->find(view, found);
  if (!outcome.ok()) throw std::invalid_argument(outcome.text());
  const int own = static_cast<int>(centers.size());
  for (const IndexPair &pair : found) {
    if (pair.a >= own) continue;    // both are images
    const int b = owner[pair.b];
    if (pair.a < fixed)
      pairs.push_back({pair.a, b, shifts[pair.b]});
    else if (b < fixed)
      pairs.push_back({b, pair.a, -shifts[pair.b]});
  }
  return pairs;
}

}    // namespace grist
