/* The fragments of a group: the elements, mass, size, place and velocity of each connected set of
   elements, spheres or blocks. The size of a block is its exact volume; its corners count for the sieve
   diameter.

   Each fragment is assembled by the rank that its cluster id is assigned to, unwrapped along its
   bonds, from its elements in the order of atom ids. Masses are summed without rounding. So nothing
   depends on the number of ranks.
*/

#ifndef LMP_FRAGMENT_TABLE_H
#define LMP_FRAGMENT_TABLE_H

#include "common/space.h"
#include "pointers.h"

#include "common/exact_sum.h"
#include "fragments/fragment_list.h"
#include "fragments/fragment_sizes.h"
#include "styles/fragments/fragment_source.h"
#include "styles/interfaces/bonded_elements.h"
#include "styles/polyhedra/body_polyhedron.h"

#include <functional>
#include <vector>

namespace LAMMPS_NS {

class FragmentTable : protected Pointers {
 public:
  FragmentTable(class LAMMPS *);

  // Of an owned atom, whether it is among the elements.
  using Choice = std::function<bool(int i)>;

  // Collective. bonds: null: each element is a fragment; cluster ids must be up to date. rows: may be
  // empty: births are 0 then.
  grist::FragmentList collect(const Choice &is_chosen, const BondedElements *bonds,
                              const FragmentRows &rows, bool with_sieves);

  // The sieve diameters that are known, for restart files: of all ranks, by id, on rank 0
  // (collective), and back on every rank.
  std::vector<grist::SieveDiameters::Known> known_sieves() const;
  void set_known_sieves(const std::vector<grist::SieveDiameters::Known> &known);

 private:
  struct Element {
    tagint cluster, tag, molecule;
    int bonds, corners;    // 0 corners: a sphere
    size_t first_bond, first_corner;
    double mass, birth, origin_size, origin_sieve;
    double radius;    // of the sphere of the same volume
    double x[3], v[3];
  };

  const AtomPolyhedra polyhedra;

  // This rank's share of the fragments: their elements by cluster and atom id, the partners of these,
  // and the corners of blocks, from their positions [length].
  std::vector<Element> elements;
  std::vector<tagint> partners;
  std::vector<grist::Vector3d> corners;
  grist::SieveDiameters sieves;

  int rank_of(bigint cluster) const;
  void send_elements(const Choice &is_chosen, const BondedElements *bonds, const FragmentRows &rows,
                     bool with_corners);
  void measure(int i, bool with_corners, Element &element, std::vector<grist::Vector3d> &to) const;
  void add_shape(const Element &element, const grist::Vector3d &place,
                 std::vector<grist::FragmentElement> &to) const;
  grist::Fragment assemble(size_t begin, size_t end, bool with_sieve, grist::ExactSum &mass_here);
  std::vector<grist::Vector3d> unwrapped(size_t begin, size_t end) const;
  std::vector<int> bonded_inside(size_t begin, size_t end, const Element &element) const;
};

}    // namespace LAMMPS_NS

#endif
