/* The surfaces of a LAMMPS region as a wall. Contacts are those that fix wall/gran/region finds. */

#ifndef GRIST_STYLES_WALL_REGION_H
#define GRIST_STYLES_WALL_REGION_H

#include "common/space.h"
#include "styles/walls/region_faces.h"
#include "styles/walls/region_motion.h"
#include "styles/walls/region_parts.h"

#include "walls/wall_surface.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class LAMMPS;
class Region;

class WallRegion : public grist::WallSurface {
 public:
  // `user` begins error texts.
  WallRegion(LAMMPS *lmp, std::string id, std::string user);

  // At the start of a run: the region may have been deleted and created again.
  void connect();

  // Once a step, on all ranks: moves the region to the present step.
  void advance();

  RegionMotion &motion() { return region_motion; }

  bool moves() const override { return region_motion.moves(); }
  bool changes_shape() const override;
  void begin_list() override;
  double shift_since_list(const grist::AlignedBox &box) const override;
  bool is_near(const grist::Vector3d &x, double reach) override;
  bool may_be_near(const grist::Vector3d &x, double reach) override;
  void add_contacts(const grist::Vector3d &x, double radius,
                    std::vector<grist::SurfaceContact> &found) override;
  void add_batch(int first, const grist::CenterBatch &centers, int count,
                 grist::SurfaceContacts &found, int *counts) override;
  grist::Vector3d reference_point() const override;
  grist::Vector3d center_velocity() const override { return region_motion.center_velocity(); }

 private:
  LAMMPS *lmp;
  std::string id, user;
  Region *region;
  RegionParts parts;
  RegionFaces faces;
  RegionMotion region_motion;
  grist::Pose listed_frame;    // of the motion, at begin_list()

  // The shape of a region that is one, and the contacts of a batch with its faces.
  grist::InnerForm form;
  std::unique_ptr<grist::InnerContacts> batch;
  std::vector<grist::SurfaceContact> asked_for;

  void find_batch(const grist::CenterBatch &centers, int count);
  void add_face(const grist::FaceContacts &face, int number, double curvature, int k,
                grist::SurfaceContacts &found) const;
  void ask_region(grist::Vector3d own, const grist::Vector3d &x, double radius,
                  std::vector<grist::SurfaceContact> &found);
  void add_contact(const RegionFaces::Contact &at, const grist::Vector3d &x,
                   std::vector<grist::SurfaceContact> &found);
};

}    // namespace LAMMPS_NS

#endif
