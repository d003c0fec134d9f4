/* Contact laws of spheres on walls: what a wall of spheres (wall_contact_fix.h) asks for forces. */

#ifndef GRIST_STYLES_WALL_LAW_H
#define GRIST_STYLES_WALL_LAW_H

#include "contacts/contact_record.h"
#include "contacts/hertz_mindlin.h"
#include "walls/wall_surface.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class WallLaw {
 public:
  // On the sphere: force, torque about its centre, and the part of the torque that acts against the spin of the wall
  // by friction of rolling and twisting.
  struct Force {
    grist::Vector3d force, torque, rolling;
    bool touching;
  };

  virtual ~WallLaw() = default;

  // At the start of each run.
  virtual void init() {}
  virtual void begin_step(bool advance) = 0;

  // Numbers of a history in memory. It begins with zeros.
  virtual int width() const = 0;

  // Numbers of a history, from the first, that are sent and written. The rest are zero.
  virtual int width_in_use() const { return width(); }

  // How near a wall must be to act on a sphere.
  virtual double reach(double radius) const { return radius; }

  // Of atom i of this rank, given as a sphere with the mass that counts.
  virtual Force force(int i, const grist::MovingSphere &sphere, const grist::SurfaceContact &at,
                      double *history) = 0;

  // Where the contacts of a step are kept, once turned on, for compute energy/balance; null: the law cannot tell energies.
  virtual grist::ContactRecord *contact_record() { return nullptr; }
};

// The law of pair_style hertz/mindlin.
class HertzMindlinWallLaw : public WallLaw {
 public:
  // Reads keywords (contact_keywords.h) from arg[iarg] to the end. `user` begins error texts.
  HertzMindlinWallLaw(class LAMMPS *lmp, int narg, char **arg, int iarg, std::string user);
  ~HertzMindlinWallLaw() override;

  void init() override;
  void begin_step(bool advance) override;
  int width() const override { return WIDTH; }
  int width_in_use() const override { return has_roll ? WIDTH : WIDTH / 2; }
  Force force(int i, const grist::MovingSphere &sphere, const grist::SurfaceContact &at,
              double *history) override;
  grist::ContactRecord *contact_record() override { return &record; }

 private:
  static constexpr int WIDTH = 6;    // shear, then roll

  LAMMPS *lmp;
  std::string user;
  std::unique_ptr<class ContactKeywords> keywords;
  std::vector<grist::HertzMindlin> laws;    // by type, from 1
  bool has_roll, advances;
  grist::ContactRecord record;
};

}    // namespace LAMMPS_NS

#endif
