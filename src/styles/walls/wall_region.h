/* The surfaces of a LAMMPS region as a wall: contacts as fix wall/gran/region finds them, motion of the region, and how
   far it has moved.

   Parts of a region are the regions that a union or an intersection is made of, or the region itself. A sphere is
   near the region if it is near any part, whether or not another part hides it: parts may uncover each other.
*/

#ifndef GRIST_STYLES_WALL_REGION_H
#define GRIST_STYLES_WALL_REGION_H

#include "lmptype.h"

#include "walls/wall_surface.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class LAMMPS;
class Region;

class WallRegion : public grist::WallSurface {
 public:
  // Displacement and angle of the region's own move and rotate.
  struct Pose {
    double displacement[3], angle;
  };
  // All that a run needs of the runs before: poses at two steps that follow each other.
  struct Motion {
    bigint step;    // of `now`; -1: none
    Pose before, now;
  };

  WallRegion(LAMMPS *lmp, std::string id, std::string user);

  // At the start of a run: regions can be deleted and made anew.
  void connect();

  // Once a step, on all ranks: brings the region to the present step.
  void advance();

  const Motion &motion() const { return current; }
  void set_motion(const Motion &motion) { current = motion; }

  bool moves() const override;
  bool changes_shape() const;    // in a way that nobody can measure
  void mark() override;
  double shift_since_mark(const grist::AlignedBox3d &box) const override;
  bool is_near(const grist::Vector3d &x, double reach) override;
  bool may_be_near(const grist::Vector3d &x, double reach) override;
  void find_contacts(const grist::Vector3d &x, double radius,
                     std::vector<grist::SurfaceContact> &found) override;
  grist::Vector3d reference_point() const override;

 private:
  LAMMPS *lmp;
  std::string id, user;    // `user` begins error texts
  Region *region;
  std::vector<Region *> parts;
  // From the region's own place to the present one, the way back, and to the place when it was marked.
  Eigen::Isometry3d frame, to_own, marked_frame;
  Motion current;
  grist::Vector3d velocity, spin;    // of the region's point of rotation, about it

  void add_parts(Region *one);
  grist::Vector3d own_place(const grist::Vector3d &x, double aside) const;
  void find_velocity();
  grist::Vector3d velocity_at(const grist::Vector3d &point, int contact);
};

}    // namespace LAMMPS_NS

#endif
