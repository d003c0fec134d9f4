/* Styles that were found at the start of a run, and whether they still exist when a value is read
   from them. Between two runs a fix may be removed, or given again with the same id, and another
   pair or bond style may be set: pointers to the ones before end with them.

   Who keeps pointers to other styles beyond init() adds these styles here, and calls check() before
   it follows the pointers between runs. LAMMPS numbers all instances of a class, so that a style
   at the address of one that has gone is not taken for it.
*/

#ifndef GRIST_STYLES_STYLES_OF_RUN_H
#define GRIST_STYLES_STYLES_OF_RUN_H

#include <string>
#include <vector>

namespace LAMMPS_NS {

class StylesOfRun {
 public:
  void add(const class Pair *pair);
  void add(const class Bond *bond);
  void add(const class Fix *fix);

  // An error that begins with `user` if one of them has gone. Collective.
  void check(class LAMMPS *lmp, const std::string &user) const;

 private:
  static constexpr int NONE = -1;
  int pair = NONE, bond = NONE;    // numbers of instances
  struct KnownFix {
    int instance;
    std::string id;
  };
  std::vector<KnownFix> fixes;
};

}    // namespace LAMMPS_NS

#endif
