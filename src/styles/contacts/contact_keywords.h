/* Keywords of the contact law of spheres, for pair_coeff of pair_style hertz/mindlin and for walls:

     young E   poisson nu   restitution e   friction mu   damping_t huang|x
     rolling none | torque mu | sds k gamma mu
*/

#ifndef GRIST_STYLES_CONTACT_KEYWORDS_H
#define GRIST_STYLES_CONTACT_KEYWORDS_H

#include "contacts/hertz_mindlin.h"

#include <string>

namespace LAMMPS_NS {

class ContactKeywords {
 public:
  // Reads arg[iarg] on, in any order, to the end. `user` begins error texts; values out of range are errors.
  ContactKeywords(int narg, char **arg, int iarg, const std::string &user, class LAMMPS *lmp);

  // Overwrites what was given and leaves the rest.
  void set(grist::ElasticMaterial &material) const;
  void set(grist::ContactCoefficients &coefficients) const;

  bool has_contact() const;    // something beyond young and poisson

 private:
  grist::ElasticMaterial material;
  grist::ContactCoefficients coefficients;
  bool young = false, poisson = false;
  bool restitution = false, friction = false, damping = false, rolling = false;

  int read(int narg, char **arg, int iarg, const std::string &user, class LAMMPS *lmp);
  int read_rolling(int narg, char **arg, int iarg, const std::string &user, class LAMMPS *lmp);
};

// As they would be given.
std::string keywords_of(const grist::ElasticMaterial &material);
std::string keywords_of(const grist::ContactCoefficients &coefficients);

}    // namespace LAMMPS_NS

#endif
