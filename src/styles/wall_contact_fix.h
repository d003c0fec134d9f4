/* What fixes for walls of spheres share: the contact law by type, the wall list, the histories, the report.

   A derived fix brings the surfaces (mechanics/wall_surface.h) and moves them.

   The wall list holds the spheres that may touch the wall before it is made anew: those nearer than their radius and a
   margin. Between two rebuilds of the neighbor lists a sphere moves by half the skin from where it was at the first of
   them. So the margin is half the skin at a rebuild and the whole skin in between; for walls that move, half the skin
   more: the list is made anew when the wall has moved so far.
*/

#ifndef GRIST_STYLES_WALL_CONTACT_FIX_H
#define GRIST_STYLES_WALL_CONTACT_FIX_H

#include "fix.h"

#include "mechanics/contact_energy.h"
#include "mechanics/contact_memory.h"
#include "mechanics/hertz_mindlin.h"
#include "mechanics/wall_surface.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class WallContactFix : public Fix {
 public:
  ~WallContactFix() override;
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
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;
  double memory_usage() override;

  // For compute energy/balance. Contacts of a step are recorded from the next one on.
  void record_contacts(bool on);
  grist::ContactEnergy stored_energy() const;    // of the contacts of the last step, on this rank
  grist::ContactPower
  power_taken(const grist::SphereRates *rates) const;    // rates: of the full step
  double power_here() const { return sums[POWER]; }      // of the wall on spheres, on this rank

  // Spheres of this rank that are looked at in each step, and how often the list was made, for tests.
  size_t listed() const { return near.size(); }
  bigint lists_made() const { return list_count; }

 protected:
  std::string name;    // begins error texts
  std::unique_ptr<grist::WallSurface> wall;

  WallContactFix(class LAMMPS *, int narg, char **arg, std::string name);

  // Last in a constructor: reads the keywords of the contact law, from arg[iarg] to the end.
  void complete(int narg, char **arg, int iarg);

  // Brings the wall to the present step, before forces.
  virtual void move_wall() {}

  // A wall whose surfaces move in a way that shift_since_mark() does not see: all spheres are listed.
  virtual bool list_is_useless() const { return false; }

 private:
  // Sums of one step: force on the wall, torque on it about its reference point, power of the wall on
  // spheres, spheres that touch it.
  enum { FORCE = 0, TORQUE = 3, POWER = 6, TOUCHING = 7, SUMS = 8 };

  std::unique_ptr<class ContactKeywords> keywords;
  std::vector<grist::HertzMindlin> laws;    // by type, from 1
  grist::ContactMemory memory_of_contacts;
  int history_width;    // numbers of a history that are sent and written: 3, or 6 with rolling springs

  std::vector<int> near;         // the wall list: owned spheres
  grist::AlignedBox3d extent;    // where spheres can be while the list is in use
  bool list_made;
  bigint list_count;
  bool registered;                             // with class Atom
  std::vector<grist::SurfaceContact> found;    // of one sphere
  class Fix *rigid;                            // or null
  std::vector<double> body_mass;    // of an atom's rigid body, 0 for none, at the last list

  double sums[SUMS], all_sums[SUMS];
  bool summed;

  struct Record {
    int i;
    grist::SphereContact contact;
    grist::SphereRates wall;    // at the contact
    grist::SphereContactForce on;
    grist::SphereContactHistory history;
  };
  bool recording = false;
  std::vector<Record> records;

  void make_laws();
  bool list_is_old() const;
  void make_list();
  double find_extent();
  void look_up_body_masses();
  void touch(int i, bool advance);
  void add(int i, const grist::MovingSphere &sphere, const grist::SurfaceContact &at,
           const grist::SphereContactForce &contact);
  void sum_up();
  int pack(int, double *) const;
  void unpack(int, const double *);
};

}    // namespace LAMMPS_NS

#endif
