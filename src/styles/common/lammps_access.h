/* Private or protected members of LAMMPS' classes that styles need.

   New access belongs here, in one place to look at when LAMMPS changes; regions and LAMMPS' rigid
   bodies still have theirs in walls/region_motion and energy/stock_rigid. Each function says why it
   is needed.
*/

#ifndef LMP_LAMMPS_ACCESS_H
#define LMP_LAMMPS_ACCESS_H

#include <vector>

namespace LAMMPS_NS {

class AtomVecBody;
class Body;
class Comm;
class LAMMPS;
class NBin;
class Neighbor;
class NPair;
class NStencil;

// Whether `comm_modify reduce/multi` is in use.
bool reduces_multi(const Comm *comm);

// Makes `style` the body style of `avec`, which deletes it. LAMMPS reads the names of body styles
// from a list that is compiled in.
void set_body_style(AtomVecBody *avec, Body *style);

// A style of neighbor lists: name, maker and mask, as LAMMPS lists them.
template <class Made> struct NeighborEntry {
  const char *name;
  Made *(*create)(LAMMPS *);
  int mask;
};

struct NeighborEntries {
  std::vector<NeighborEntry<NBin>> bins;
  std::vector<NeighborEntry<NStencil>> stencils;
  std::vector<NeighborEntry<NPair>> pairs;
};

// Puts styles before those that LAMMPS lists: it takes the first that fits. Lists of a run before
// are made again at the next init. LAMMPS has no public list of them.
void add_neighbor_styles(Neighbor *neighbor, const NeighborEntries &entries);

}    // namespace LAMMPS_NS

#endif
