/* The surfaces of a LAMMPS region as a wall, where spheres touch it in fix wall/gran/region. A
   region whose shape is known is evaluated by the base class (region_shape.h), other regions by
   LAMMPS.
*/

#ifndef GRIST_STYLES_WALL_REGION_H
#define GRIST_STYLES_WALL_REGION_H

#include "common/space.h"
#include "styles/walls/region_motion.h"

#include "walls/shape_wall.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class LAMMPS;
class Region;

class WallRegion : public grist::ShapeWall {
 public:
  // `user` begins error texts.
  WallRegion(LAMMPS *lmp, std::string id, std::string user);

  // At the start of a run: the region may have been deleted and created again.
  void connect();

  // Once a step, on all ranks: moves the region to the present step.
  void advance();

  RegionMotion &motion() { return region_motion; }

  bool asks_lammps() const { return !asked.empty(); }

  bool changes_shape() const override;
  // Not all of its regions know distances.
  std::uint64_t near(const grist::CenterBatch &centers, int count) override
  {
    return asks_lammps() ? ~std::uint64_t{0} : ShapeWall::near(centers, count);
  }
  std::uint64_t list(const grist::CenterBatch &centers, int count) override;
  void find(int first, const grist::CenterBatch &centers, int count, grist::WallContacts &found,
            int *counts) override;

 private:
  LAMMPS *lmp;
  std::string id, user, described;
  Region *region;
  std::vector<Region *> asked;    // the parts of a region that LAMMPS is asked about, else empty
  RegionMotion region_motion;

  void find_parts(Region *of, std::vector<Region *> &parts);
  void describe(const std::string &why_asked);
  void ask(const grist::Vector3d &x, double radius, grist::WallContacts &found);
};

}    // namespace LAMMPS_NS

#endif
