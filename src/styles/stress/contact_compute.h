// The base of computes that read all contacts of a run (particle_loads.h).

#ifndef GRIST_STYLES_CONTACT_COMPUTE_H
#define GRIST_STYLES_CONTACT_COMPUTE_H

#include "compute.h"
#include "styles/access/fix_evaluated_atoms.h"
#include "styles/stress/particle_loads.h"

#include <memory>
#include <string>

namespace LAMMPS_NS {

class ContactCompute : public Compute {
 public:
  void init() override;
  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;

 protected:
  const std::string user;    // begins error texts

  ContactCompute(class LAMMPS *lmp, int narg, char **arg, std::string user);

  // Whether records are there and name the present atoms; else an error. Collective.
  void check_records() { records.check(lmp, user); }

  // After that. Collective.
  void for_each_contact(const ParticleLoads::Visit &visit);

 private:
  std::unique_ptr<ParticleLoads> loads;
  EvaluationReader records;    // of loads
};

}    // namespace LAMMPS_NS

#endif
