/* What fixes for walls of spheres share: the wall list, the histories, the report.

   A derived fix brings the surfaces (mechanics/wall_surface.h), moves them, and brings the contact law (wall_law.h).

   The wall list holds the spheres that may touch the wall before it is made anew: those nearer than their radius and a
   margin. Between two rebuilds of the neighbor lists a sphere moves by half the skin from where it was at the first of
   them. So the margin is half the skin at a rebuild and the whole skin in between; for walls that move, half the skin
   more: the list is made anew when the wall has moved so far.
*/

#ifndef GRIST_STYLES_WALL_CONTACT_FIX_H
#define GRIST_STYLES_WALL_CONTACT_FIX_H

#include "fix.h"

#include "styles/walls/wall_law.h"

#include "walls/contact_memory.h"
#include "walls/wall_surface.h"

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

  // For compute energy/balance, on this rank: the contacts of the last step, null where the law cannot tell; and the power of
  // the wall on spheres.
  grist::ContactRecord *contact_record() { return law->contact_record(); }
  double power_here() const { return sums[POWER]; }

  // Spheres of this rank that are looked at in each step, and how often the list was made, for tests.
  size_t listed() const { return near.size(); }
  bigint lists_made() const { return list_count; }

 protected:
  std::string name;    // begins error texts
  std::unique_ptr<grist::WallSurface> wall;

  WallContactFix(class LAMMPS *, int narg, char **arg, std::string name);

  // Last in a constructor.
  void complete(std::unique_ptr<WallLaw> law);

  // Brings the wall to the present step, before forces.
  virtual void move_wall() {}

  // A wall whose surfaces move in a way that shift_since_mark() does not see: all spheres are listed.
  virtual bool list_is_useless() const { return false; }

  // Of each contact in each step, after its force is known.
  virtual void tally(const grist::MovingSphere &, const grist::SurfaceContact &,
                     const WallLaw::Force &)
  {
  }

 private:
  // Sums of one step: force on the wall, torque on it about its reference point, power of the wall on
  // spheres, spheres that touch it.
  enum { FORCE = 0, TORQUE = 3, POWER = 6, TOUCHING = 7, SUMS = 8 };

  std::unique_ptr<WallLaw> law;
  grist::ContactMemory memory_of_contacts;

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

  bool list_is_old() const;
  void make_list();
  double find_extent();
  void look_up_body_masses();
  void touch(int n);
  void add(int i, const grist::MovingSphere &sphere, const grist::SurfaceContact &at,
           const WallLaw::Force &contact);
  void sum_up();
  int pack(int, double *) const;
  void unpack(int, const double *);
};

}    // namespace LAMMPS_NS

#endif
