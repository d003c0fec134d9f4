/* The surfaces of a LAMMPS region as a wall, where spheres touch it in fix wall/gran/region. A
   region whose shape is known is evaluated by the base class (region_shape.h), other regions by
   LAMMPS.
*/

#ifndef GRIST_STYLES_WALL_REGION_H
#define GRIST_STYLES_WALL_REGION_H

#include "common/space.h"
#include "lmptype.h"
#include "walls/shape_wall.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class LAMMPS;
class Region;

// The motion of a LAMMPS region by its `move` and `rotate`: its frame, and its velocity as the change
// of its pose over the last step.
class RegionMotion {
 public:
  // Displacement and angle of the region.
  struct Pose {
    double displacement[3], angle;
  };
  // All that a run needs of the runs before it: the poses at two consecutive steps.
  struct State {
    bigint step;    // of `now`; -1: none
    Pose before, now;
  };

  void set_region(Region *now);
  bool moves() const { return present.moves; }

  // False if a variable of the region has given a place or size that is not finite. Not all shapes
  // show it.
  bool is_finite() const;

  // Takes the pose of the region at this step.
  void update(bigint step, double dt);

  const State &state() const { return poses; }
  void set_state(const State &state) { poses = state; }

  const grist::ShapeWall::Motion &motion() const { return present; }

 private:
  Region *region = nullptr;
  State poses = {-1, {}, {}};
  grist::ShapeWall::Motion present;
};

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
