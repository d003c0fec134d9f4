#include "search/packings.h"

#include "common/constants.h"
#include "common/space.h"
#include "packings/cluster_builder.h"
#include "search/multilevel_grid.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace grist {

using grist::Vector3d;

void displace(SpherePacking &packing, double most, std::mt19937_64 &random)
{
  for (double &x : packing.centers) x += most * (2.0 * uniform(random) - 1.0);
}

SpherePacking lattice(const std::array<int, 3> &counts, const std::array<double, 3> &spacing)
{
  SpherePacking packing;
  for (int k = 0; k < counts[2]; k++)
    for (int j = 0; j < counts[1]; j++)
      for (int i = 0; i < counts[0]; i++)
        for (double x : {i * spacing[0], j * spacing[1], k * spacing[2]})
          packing.centers.push_back(x + 0.5);
  packing.radii.assign(packing.centers.size() / 3, 0.5);
  return packing;
}

// ---- random packs -------------------------------------------------------------------------------

namespace {

// Gauss-Seidel: one overlap after the other is resolved; the lighter sphere moves more.
class Relaxation {
 public:
  explicit Relaxation(PeriodicPack &pack) :
      edge(pack.edge), centers(pack.spheres.centers), radii(pack.spheres.radii),
      radius_max(*std::max_element(radii.begin(), radii.end())),
      skin(0.2 * *std::min_element(radii.begin(), radii.end()))
  {
  }

  // Whether there was no overlap to begin with.
  bool improve()
  {
    list_contacts();
    const bool none = sweep() == 0;
    for (int n = 1; n < SWEEPS && !none; n++) sweep();
    return none;
  }

 private:
  // b is seen where its image lies that touches a.
  struct Contact {
    int a, b;
    Vector3d shift;
  };

  Vector3d center(int i) const { return vector_at(&centers[3 * i]); }

  void list_contacts()
  {
    for (double &x : centers) x -= edge * std::floor(x / edge);
    add_images();
    const SphereView view = {static_cast<int>(with_images.radii.size()), with_images.centers.data(),
                             with_images.radii.data(), nullptr, skin};
    grid.find(view, pairs);
    contacts.clear();
    const int count = static_cast<int>(radii.size());
    for (const auto &[a, b] : pairs)
      if (a < count && a <= origin[b])
        contacts.push_back({a, origin[b], vector_at(view.center(b)) - center(origin[b])});
  }

  // Behind the spheres, those of their images that one in the cube could touch.
  void add_images()
  {
    with_images = {centers, radii};
    origin.resize(radii.size());
    for (std::size_t i = 0; i < radii.size(); i++) origin[i] = static_cast<int>(i);
    for (std::size_t i = 0; i < radii.size(); i++)
      for (int n = 0; n < 27; n++) {
        const Vector3d at = center(i) + edge * Vector3d{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
        const double reach = radii[i] + radius_max + skin;
        if (n == 13 || least_of(at) < -reach || greatest_of(at) > edge + reach) continue;
        with_images.centers.insert(with_images.centers.end(), at.data(), at.data() + 3);
        with_images.radii.push_back(radii[i]);
        origin.push_back(static_cast<int>(i));
      }
  }

  // Returns the number of overlaps that were met.
  int sweep()
  {
    int overlaps = 0;
    for (const Contact &contact : contacts) {
      const Vector3d a = vector_at(&centers[3 * contact.a]), b = vector_at(&centers[3 * contact.b]);
      const Vector3d apart = b + contact.shift - a;
      const double reach = radii[contact.a] + radii[contact.b], distance = norm(apart);
      if (distance >= reach || distance == 0.0) continue;
      overlaps++;
      const double weight_a = 1.0 / sphere_volume(radii[contact.a]);
      const double weight_b = 1.0 / sphere_volume(radii[contact.b]);
      const Vector3d push = ((GAP * reach - distance) / (distance * (weight_a + weight_b))) * apart;
      copy_to(&centers[3 * contact.a], a - weight_a * push);
      copy_to(&centers[3 * contact.b], b + weight_b * push);
    }
    return overlaps;
  }

  static constexpr int SWEEPS = 5;             // with one list of contacts
  static constexpr double GAP = 1.0 + 1e-4;    // a little too far, so that it ends

  const double edge;
  std::vector<double> &centers;
  const std::vector<double> &radii;
  const double radius_max, skin;
  SpherePacking with_images;
  std::vector<int> origin;    // of an image
  MultilevelGrid grid;
  std::vector<IndexPair> pairs;
  std::vector<Contact> contacts;
};

}    // namespace

PeriodicPack random_pack(std::vector<double> radii, double solid_fraction, std::uint64_t seed)
{
  std::mt19937_64 random(seed);
  double volume = 0.0;
  for (double radius : radii) volume += sphere_volume(radius);
  PeriodicPack pack = {std::cbrt(volume / solid_fraction), {{}, std::move(radii)}};
  for (int k = 0; k < 3 * pack.spheres.count(); k++)
    pack.spheres.centers.push_back(pack.edge * uniform(random));

  Relaxation relaxation(pack);
  constexpr int MAX_ROUNDS = 2000;
  for (int n = 0; n < MAX_ROUNDS; n++)
    if (relaxation.improve()) return pack;
  throw std::invalid_argument("spheres that fill " + std::to_string(solid_fraction) +
                              " of a cube could not be pushed apart");
}

SpherePacking repeated(const PeriodicPack &pack, int count)
{
  const int copies = static_cast<int>(std::ceil(std::cbrt(1.0 * count / pack.spheres.count())));
  SpherePacking all;
  std::vector<double> farthest;    // coordinate of each sphere
  for (int n = 0; n < copies * copies * copies; n++) {
    const Vector3d shift{1.0 * (n % copies), 1.0 * (n / copies % copies),
                         1.0 * (n / copies / copies)};
    for (int i = 0; i < pack.spheres.count(); i++) {
      const Vector3d at = vector_at(&pack.spheres.centers[3 * i]) + pack.edge * shift;
      all.centers.insert(all.centers.end(), at.data(), at.data() + 3);
      all.radii.push_back(pack.spheres.radii[i]);
      farthest.push_back(greatest_of(at));
    }
  }

  std::vector<double> sorted = farthest;
  std::nth_element(sorted.begin(), sorted.begin() + count - 1, sorted.end());
  const double limit = sorted[count - 1];
  SpherePacking cut;
  for (int i = 0; i < all.count() && cut.count() < count; i++) {
    if (farthest[i] > limit) continue;
    const double *center = &all.centers[3 * static_cast<std::size_t>(i)];
    cut.centers.insert(cut.centers.end(), center, center + 3);
    cut.radii.push_back(all.radii[i]);
  }
  return cut;
}

}    // namespace grist
