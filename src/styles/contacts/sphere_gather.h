/* Values of spheres that the contact laws read in each step, owned and ghost: position and radius,
   motion and mass.

   Spheres of a rigid body count with the mass of the body, and those in the group of fix freeze
   with infinite mass.
*/

#ifndef GRIST_STYLES_SPHERE_GATHER_H
#define GRIST_STYLES_SPHERE_GATHER_H

#include "contacts/pair_contacts.h"

#include "pointers.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class SphereGather : protected Pointers {
 public:
  // Values of this step; where pairs are few, only those of their spheres are valid.
  std::vector<grist::SpherePlace> place;
  std::vector<grist::SphereMotion> motion;

  explicit SphereGather(class LAMMPS *lmp);

  // At the start of a run. `user` begins error texts.
  void init(const std::string &user);

  // After a rebuild; `pair` sends with pack() and unpack().
  void update_body_masses(class Pair *pair);
  int pack(int n, const int *list, double *buf) const;
  void unpack(int n, int first, const double *buf)
  {
    assert(first >= 0 && first + n <= static_cast<int>(body_mass.size()));
    std::copy_n(buf, n, body_mass.begin() + first);
  }

  // `members`: the spheres that occur in pairs.
  void read(const std::vector<int> &members);

  // For evaluated_sphere(); not wanted: forgets those of before.
  void keep_rates(bool wanted);

  // As at the last evaluation, where that was in this step and its velocities were kept. Later in a
  // step owned particles have velocities of its end, and ghosts those of the evaluation.
  grist::MovingSphere evaluated_sphere(int i) const;

  // Mass of the sphere, or of its rigid body; in units of force times time squared over length,
  // whatever the unit of mass is.
  double inertial_mass(int i) const;
  grist::SpherePlace place_of(int i) const;
  grist::SphereMotion motion_of(int i) const;
  grist::MovingSphere sphere(int i) const;

  double memory_usage() const;

 private:
  class Fix *rigid;                 // or null
  int freeze_group;                 // bit of fix freeze, 0 for none
  std::vector<double> body_mass;    // of an atom's rigid body, 0 for none
  struct Rates {
    grist::Vector3d velocity, omega;
  };
  std::vector<Rates> evaluated_rates;
  bigint evaluated_at = -1;

  double mass_of(int i) const;
};

}    // namespace LAMMPS_NS

#endif
