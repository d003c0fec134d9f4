/* compute load/atom: the cost of each particle in a step, for `fix balance ... weight var`.

   A sum over what the particle has: itself, intact bonds, listed pairs, pairs that may touch, walls
   that are near. The costs of each are measured (doc/performance.md), in nanoseconds of one core;
   balancing needs their ratios alone. A pair or a bond costs each of its two ends half. Each rank
   reads its own lists, as they were made last. Where a command has changed the order of atoms since,
   as before the first balance of a run, lists are not counted.
*/

#ifdef COMPUTE_CLASS
// clang-format off
ComputeStyle(load/atom,ComputeLoadAtom);
// clang-format on
#else

#ifndef LMP_COMPUTE_LOAD_ATOM_H
#define LMP_COMPUTE_LOAD_ATOM_H

#include "compute.h"
#include "styles/access/fix_evaluated_atoms.h"

namespace LAMMPS_NS {

class ComputeLoadAtom : public Compute {
 public:
  ComputeLoadAtom(class LAMMPS *, int, char **);
  ~ComputeLoadAtom() override;
  void init() override { lists.begin(lmp); }
  void compute_peratom() override;
  double memory_usage() override { return static_cast<double>(nmax) * sizeof(double); }

 private:
  int nmax = 0;
  EvaluationReader lists;

  void make_room();
  void add_bonds();
  void add_faces();
  void add_pairs();
  void add_walls();
  void add_ghosts();
  double pair_cost(int i, int j) const;
};

}    // namespace LAMMPS_NS

#endif
#endif
