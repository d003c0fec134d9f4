// Files of spheres, and the clusters made of few of them.

#include "fuzz/fuzz_target.h"

#include "packings/cluster_builder.h"
#include "packings/molecule_file.h"
#include "packings/sphere_file.h"

#include <cmath>

using namespace grist;
using namespace grist::fuzz;

namespace {

constexpr std::size_t MOST_SPHERES = 12;    // of a cluster that is made here, for speed

void check_cluster(const std::vector<SolidSphere> &spheres, bool rigid)
{
  ClusterRequest request;
  request.spheres = spheres;
  request.density = 2500.0;
  request.rigid = rigid;
  takes([&] {
    const BondedCluster cluster = build_cluster(request);
    expect(cluster.centers.size() == spheres.size(), "an element for each sphere");
    for (const double mass : cluster.masses)
      expect(mass > 0.0 && std::isfinite(mass), "elements with a mass");
    for (const double moment : cluster.principal_moments)
      expect(std::isfinite(moment), "moments of inertia that are finite");
    expect(!molecule_text(cluster, {}).empty(), "a molecule file");
  });
}

}    // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
  std::vector<SolidSphere> spheres;
  if (!takes([&] { spheres = parse_spheres(text_of(data, size), "spheres file s.txt"); })) return 0;
  if (spheres.size() > MOST_SPHERES) return 0;
  check_cluster(spheres, true);
  check_cluster(spheres, false);
  return 0;
}
