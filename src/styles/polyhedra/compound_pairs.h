/* The pairs of the list of pair style polyhedron of which one body is a compound: their contacts,
   histories and separating planes from one step to the next.
*/

#ifndef LMP_COMPOUND_PAIRS_H
#define LMP_COMPOUND_PAIRS_H

#include "styles/polyhedra/fix_compound_history.h"
#include "styles/polyhedra/polyhedron_bodies.h"

#include "compounds/compound_contacts.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

class CompoundPairs {
 public:
  CompoundPairs(class LAMMPS *lmp, PolyhedronBodies &bodies);

  // Of the internal fix, or before the first run of its placeholder.
  const std::string &id() const { return fix_id; }

  // At each init of the pair style: the fix, in the place of its placeholder the first time.
  void make_fix(const std::string &user);

  // After a rebuild: pairs of this list. Histories come from the atoms.
  void renew(const class NeighList *list);

  // In each step, before pairs are asked for in the order of the list.
  void begin_step();

  // The contacts of the next pair, which is i and j, and one row of numbers for each, which are to
  // be changed until the next step.
  struct Found {
    const std::vector<grist::CompoundContact> &contacts;
    double *rows;
  };
  Found find_next(int i, int j);

  // Without changes, for commands and between steps: contacts now, and copies of their rows.
  const std::vector<grist::CompoundContact> &find(int i, int j, std::vector<double> &rows);

  // At the setup of a run, whose evaluation has pairs of a new list: what it returns puts back the
  // histories that stand with the atoms.
  std::function<void()> restore_after_setup();

  double memory_usage() const;

 private:
  struct Pair {
    int i, j;
    std::pair<tagint, tagint> ids;
    grist::PartPlanes planes;
    grist::CellHistories cells;
  };
  class LAMMPS *lmp;
  PolyhedronBodies &bodies;
  std::string fix_id;
  FixCompoundHistory *fix = nullptr;
  std::vector<Pair> pairs;    // in the order of the list
  struct Range {
    size_t begin = 0, end = 0;
  };
  std::vector<Range> of_atom;    // pairs whose first atom it is
  size_t next = 0;
  grist::CompoundContacts contacts;

  void give_to(FixCompoundHistory &atoms);
  const Pair *known(int i, int j) const;    // null if it is not in the list
};

}    // namespace LAMMPS_NS

#endif
