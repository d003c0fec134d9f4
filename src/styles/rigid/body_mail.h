/* What ranks tell each other about rigid clusters, through the owner of each (rigid_bodies.h): every rank with a ghost of the owner
   has a letter of numbers for it, which are summed at the owner's rank or sent from there.
*/

#ifndef LMP_BODY_MAIL_H
#define LMP_BODY_MAIL_H

#include "pointers.h"

#include <vector>

namespace LAMMPS_NS {

class BodyMail : protected Pointers {
 public:
  // `fix` hands its communication on to this class.
  BodyMail(LAMMPS *lmp, class Fix *fix, class AtomVecBondedCluster *avec);

  // After ghosts or elements have changed: which atoms are owners.
  void find_owners();

  // Letters of `size` zeros.
  void begin(int size);
  bool has_letter(int i) const { return slots[i] >= 0; }    // an owner
  double *letter(int owner) { return &letters[static_cast<size_t>(slots[owner]) * size]; }

  void gather();          // adds the letters of ghosts to those of their owners
  void spread();          // copies letters to all ghosts
  void spread_flags();    // which ghosts are elements; then find_owners()

  int pack_forward(int n, const int *list, double *buffer) const;
  void unpack_forward(int n, int first, const double *buffer);
  int pack_reverse(int n, int first, double *buffer) const;
  void unpack_reverse(int n, const int *list, const double *buffer);
  double memory_usage() const;

 private:
  class Fix *fix;
  class AtomVecBondedCluster *avec;
  int size = 0;
  bool sends_flags = false;
  std::vector<int>
      slots;    // by atom, owned and ghost: of owners, the number of their letter; -1 for others
  int owners = 0;
  std::vector<double> letters;
};

}    // namespace LAMMPS_NS

#endif
