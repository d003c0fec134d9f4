/* Contacts of convex polyhedra, and of spheres among them, by the volume of their overlap (mechanics/overlap_contact.h).

   The pairwise list is by bounding radius. What is remembered of a pair: what the Coulomb law remembers, by
   FixNeighHistory, which takes it along through rebuilds and restarts; and a plane between bodies that are apart, by place
   in the list, which is forgotten at rebuilds.
*/

#ifdef PAIR_CLASS
// clang-format off
PairStyle(polyhedron,PairPolyhedron);
// clang-format on
#else

#ifndef LMP_PAIR_POLYHEDRON_H
#define LMP_PAIR_POLYHEDRON_H

#include "pair.h"
#include "styles/polyhedra/polyhedron_bodies.h"

#include "contacts/overlap_contact.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

// The history as the numbers that LAMMPS carries along.
grist::ContactHistory contact_history(const double *numbers);
void keep(const grist::ContactHistory &history, double *numbers);

// Parses `volume|energy K keyword value ...` from arg[iarg] on, for pair_coeff and fix wall/polyhedron, to the end or to a
// word that it does not know; returns where that is. `user` begins error texts.
int parse_overlap_contact_law(int narg, char **arg, int iarg, const std::string &user,
                              class LAMMPS *lmp, grist::OverlapContactLaw &law);

class PairPolyhedron : public Pair {
 public:
  PairPolyhedron(class LAMMPS *);
  ~PairPolyhedron() override;
  void compute(int, int) override;
  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  double init_one(int, int) override;
  void reset_dt() override {}
  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  double single(int, int, int, int, double, double, double, double &) override;
  double memory_usage() override;

 private:
  std::string history_id;
  class FixNeighHistory *history;    // null before the first run
  PolyhedronBodies bodies;
  std::vector<std::vector<grist::OverlapContactLaw>> laws;    // by two types
  std::vector<grist::SeparatingPlane> planes;                 // by entry of the list
  std::vector<int> first_plane;                               // of each owned atom
  std::vector<double> largest;                                // radius by type
  int freeze_group;                                           // bit of fix freeze, 0 for none

  void allocate();
  void look_up();
  double effective_mass(int i, int j) const;
  grist::ContactMotion motion(int i, int j, const grist::Overlap &overlap, double dt) const;
  void evaluate(int i, int j, const grist::Overlap &overlap, double *kept, double dt);
};

}    // namespace LAMMPS_NS

#endif
#endif
