// A region of LAMMPS as a container of particles (particles/container.h). To be called on one rank,
// except for the constructor, which is collective.

#ifndef LMP_REGION_CONTAINER_H
#define LMP_REGION_CONTAINER_H

#include "particles/container.h"
#include "particles/placement.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class RegionContainer : public grist::Container {
 public:
  // An error unless the region exists and is closed; `user` begins it. Collective.
  RegionContainer(class LAMMPS *lmp, const std::string &user, const std::string &region_id);

  // Regions that move or change are taken as they are now. Collective.
  void update();

  bool holds(const grist::Vector3d &center, double radius) const override;
  bool contains(const grist::PlacedSolid &body) const override;
  grist::Vector3d way_in(const grist::Vector3d &center, double radius) const override;

  // Extent of the region, or of the box where the region's is not known or changes.
  grist::AlignedBox extent() const override;

  // By samples, to about a thousandth.
  double volume() const override;

 private:
  class LAMMPS *lmp;
  class Domain *domain;
  const std::string before, id;
  class Region *region = nullptr;    // at the last use
  mutable double sampled = -1.0;

  bool holds_point(const double *point) const;
  std::vector<grist::Vector3d> surfaces_near(const grist::Vector3d &center, double reach) const;
};

// The box of LAMMPS as it is now.
grist::PlacementBox placement_box(const class Domain &domain);

}    // namespace LAMMPS_NS

#endif
