/* compute coordination/contact: how many particles and walls each particle touches, and how many
   intact bonds it has.
*/

#ifdef COMPUTE_CLASS
// clang-format off
ComputeStyle(coordination/contact,ComputeCoordinationContact);
// clang-format on
#else

#ifndef LMP_COMPUTE_COORDINATION_CONTACT_H
#define LMP_COMPUTE_COORDINATION_CONTACT_H

#include "styles/stress/contact_compute.h"

namespace LAMMPS_NS {

class ComputeCoordinationContact : public ContactCompute {
 public:
  ComputeCoordinationContact(class LAMMPS *, int, char **);
  ~ComputeCoordinationContact() override;
  void compute_peratom() override;
  int pack_reverse_comm(int, int, double *) override;
  void unpack_reverse_comm(int n, int *list, double *buf) override
  {
    for (int k = 0; k < n; k++) array_atom[list[k]][PARTICLES] += buf[k];
  }
  double memory_usage() override { return static_cast<double>(nmax) * COLUMNS * sizeof(double); }

 private:
  enum { PARTICLES, WALLS, BONDS, COLUMNS };
  int nmax = 0;

  void make_room();
  void count_contacts();
  void count_bonds();
};

}    // namespace LAMMPS_NS

#endif
#endif
