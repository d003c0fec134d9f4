/* compute contact/local: the contacts of particles or of bodies, one a row, for dump local.
*/

#ifdef COMPUTE_CLASS
// clang-format off
ComputeStyle(contact/local,ComputeContactLocal);
// clang-format on
#else

#ifndef LMP_COMPUTE_CONTACT_LOCAL_H
#define LMP_COMPUTE_CONTACT_LOCAL_H

#include "styles/stress/contact_compute.h"
#include "styles/stress/contact_rows.h"

#include <vector>

namespace LAMMPS_NS {

class ComputeContactLocal : public ContactCompute {
 public:
  ComputeContactLocal(class LAMMPS *, int, char **);
  void compute_local() override;
  double memory_usage() override;

 private:
  bool by_body = false;
  std::vector<ContactColumn> columns;       // as given
  class BondedElements *bonds = nullptr;    // null without bonded clusters
  std::vector<double> numbers;
  std::vector<double *> rows;

  bool lists(const ContactLoad &contact) const;
  ContactRow row_of(const ContactLoad &contact) const;
  std::vector<ContactRow> rows_by_body(const std::vector<ContactRow> &mine) const;
  tagint body_of(int i) const;
};

}    // namespace LAMMPS_NS

#endif
#endif
