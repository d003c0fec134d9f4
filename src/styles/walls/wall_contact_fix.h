/* The base of fixes that are walls for spheres: adds the forces of all contacts to the spheres, and keeps the contact
   histories with the atoms.

   A derived fix supplies the surfaces (walls/wall_surface.h), moves them, and supplies the contact law (wall_law.h).
   Which spheres are tested: wall_list.h. Force, torque and power of the wall: walls/wall_totals.h, wall_report.h.
*/

#ifndef GRIST_STYLES_WALL_CONTACT_FIX_H
#define GRIST_STYLES_WALL_CONTACT_FIX_H

#include "fix.h"

#include "styles/common/energy_style.h"
#include "styles/guard/run_limits.h"
#include "styles/walls/body_masses.h"
#include "styles/walls/surface_keyword.h"
#include "styles/walls/wall_law.h"
#include "styles/walls/wall_list.h"
#include "styles/walls/wall_report.h"

#include "walls/contact_memory.h"
#include "walls/wall_surface.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class RestartReader;
class RestartWriter;

class WallContactFix : public Fix, public GuardedStyle, public ContactStyle {
 public:
  ~WallContactFix() override;
  void post_constructor() override;
  int setmask() override;
  void init() override;
  void setup(int) override;
  void post_force(int) override;
  double compute_scalar() override;
  double compute_vector(int) override;

  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  void write_restart(FILE *) override;
  void restart(char *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;
  double memory_usage() override;
  void add_limits(RunLimits &) override;

  std::string energy_refusal() const override;
  grist::Recording::Subscription record_energy() override { return law->recording()->subscribe(); }
  void show_contacts(grist::ContactVisitor &visitor) const override { law->show_contacts(visitor); }
  grist::OverlapRecord *overlap_record() override { return law->overlap_record(); }

  const WallList &wall_list() const { return list; }    // for tests

 protected:
  std::string name;    // begins error texts
  std::unique_ptr<grist::WallSurface> wall;

  WallContactFix(class LAMMPS *, int narg, char **arg, std::string name);

  // Once `wall` is there.
  void set_surface(const SurfaceRequest &request);

  // Last in a constructor. An error unless the atoms are spheres; or whatever they are.
  void complete(std::unique_ptr<WallLaw> law);
  void complete_for_any(std::unique_ptr<WallLaw> law);

  // Moves the wall to the present step, before forces.
  virtual void move_wall() {}

  // Whether tally() is of use in this step.
  virtual bool tallies() const { return false; }

  // Called for each contact in each step, with its force, and whether it began in this step.
  virtual void tally(const grist::MovingSphere &, const grist::SurfaceContact &,
                     const WallLaw::Force &, bool)
  {
  }

  // Angular velocity of atom i.
  virtual grist::Vector3d omega(int i) const;

  // Contacts may act before they touch, and after. Once the law is initialised.
  bool acts_beyond_touch() const { return law->reach(1.0) > 1.0; }

  // After a wall list is made.
  virtual void list_made() {}

  // Forces, and what the guard asks, of number n in the wall list.
  virtual void compute_contacts(int n);
  virtual void survey_contacts(int n, grist::ContactSurvey &survey);

  grist::ContactMemory histories;
  grist::MovingSphere sphere(int i) const;
  void make_room(int i);
  void add_force(int i, const grist::MovingSphere &sphere, const grist::SurfaceContact &at,
                 const WallLaw::Force &contact, bool began);
  void add_touching() { report.here.add_touching_sphere(); }

  // What the derived fix keeps in the restart block. add_state() is collective.
  virtual void add_state(RestartWriter &) {}
  virtual void get_state(RestartReader &) {}

 private:
  std::unique_ptr<WallLaw> law;
  std::unique_ptr<SurfaceDrive> surface_drive;    // or null
  WallList list;
  BodyMasses body_masses;
  WallReport report;
  std::vector<grist::SurfaceContact>
      found;    // of one sphere, or in blocks: of all that wait for their forces

  // A contact that waits: where its history is, and whether it began in this step.
  struct Waiting {
    int i, place;
    bool began;
  };
  std::vector<Waiting> waiting;
  int counted_last;    // of the spheres that touch

  bigint evaluated;     // the step of the list
  bool registered;      // with class Atom
  int most_contacts;    // of one sphere, over all ranks, for a restart file
  std::optional<grist::ContactForm> restored;    // form of the histories of the restart file

  void rebuild_list();
  void compute_in_blocks(SphereWallLaw &blocks);
  void prefetch_spheres(int first, int spheres) const;
  void gather_centers(int first, int count, grist::CenterBatch &centers) const;
  void collect_contacts(int first, int count, SphereWallLaw &blocks);
  void await_forces(int i, const grist::SurfaceContact *contacts, int count);
  SphereWallLaw::BlockContact block_contact(size_t k);
  void drop_idle(size_t first, SphereWallLaw &blocks);
  void evaluate_first(int most, SphereWallLaw &blocks);
  void add_forces(size_t first, int count, const grist::WallBlock &block);
  void tally_lane(size_t n, int lane, const grist::WallBlock &block);
};

}    // namespace LAMMPS_NS

#endif
