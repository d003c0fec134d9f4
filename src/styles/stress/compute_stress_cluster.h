/* compute stress/cluster: the mean stress of the cluster of each sphere, or of the fragment of each
   block, from the forces of its contacts and bonds (contacts/love_weber.h).
*/

#ifdef COMPUTE_CLASS
// clang-format off
ComputeStyle(stress/cluster,ComputeStressCluster);
// clang-format on
#else

#ifndef LMP_COMPUTE_STRESS_CLUSTER_H
#define LMP_COMPUTE_STRESS_CLUSTER_H

#include "styles/access/styles_of_run.h"
#include "styles/polyhedra/body_polyhedron.h"
#include "styles/stress/contact_compute.h"

#include "contacts/love_weber.h"

#include <vector>

namespace LAMMPS_NS {

class ComputeStressCluster : public ContactCompute {
 public:
  ComputeStressCluster(class LAMMPS *, int, char **);
  ~ComputeStressCluster() override;
  void init() override;
  void compute_peratom() override;
  int pack_reverse_comm(int, int, double *) override;
  void unpack_reverse_comm(int, int *, double *) override;
  double memory_usage() override
  {
    return static_cast<double>(nmax + moments.capacity()) * sizeof(grist::ForceMoments);
  }

 private:
  const AtomPolyhedra polyhedra;
  StylesOfRun bonds;
  std::vector<grist::ForceMoments> moments;    // of owned and ghost particles
  int nmax = 0;

  // A cluster, or the part of it on a rank.
  struct Part {
    tagint cluster;
    int rank;    // that asks
    double volume;
    grist::ForceMoments moments;
  };
  void add_contacts();
  void add_bonds();
  const tagint *cluster_ids() const;
  double volume_of(int i) const;
  std::vector<Part> parts_here(const tagint *ids) const;
  std::vector<Part> whole_clusters(const std::vector<Part> &mine) const;
  void set_stresses(const tagint *ids, const std::vector<Part> &wholes);
};

}    // namespace LAMMPS_NS

#endif
#endif
