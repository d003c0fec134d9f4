/* Private or protected members of LAMMPS' classes that styles need.

   All access is in the files lammps_access, the place to look at when LAMMPS changes: regions have
   theirs in lammps_access_regions, LAMMPS' rigid bodies in lammps_access_rigid. A function is named
   for what it gives.
*/

#ifndef LMP_LAMMPS_ACCESS_H
#define LMP_LAMMPS_ACCESS_H

#include "common/space.h"

#include <vector>

namespace LAMMPS_NS {

class AtomVecBody;
class Body;
class Bond;
class Comm;
class Fix;
class FixGravity;
class FixNVESphere;
class LAMMPS;
class NBin;
class Neighbor;
class NeighRequest;
class NPair;
class NStencil;
class Pair;

// Whether `comm_modify reduce/multi` is in use.
bool reduces_multi(const Comm *comm);

// The group of which ghosts are sent (comm_modify group); 0: all.
int group_of_ghosts(const Comm *comm);

// Numbers an atom for which buffers have room, in messages from atoms to their ghosts and back.
int room_to_ghosts(const Comm *comm);
int room_to_owners(const Comm *comm);

// Makes `style` the body style of `avec`, which deletes it. LAMMPS reads the names of body styles
// from a list that is compiled in.
void set_body_style(AtomVecBody *avec, Body *style);

// Whether a command of this name, which is no fix, pair style or compute, requests the list.
bool is_request_of_command(const NeighRequest *request, const char *name);

// The number that LAMMPS gives each instance of a style when it is made; none has it again.
int instance_number(const Pair *style);
int instance_number(const Bond *style);
int instance_number(const Fix *fix);

// Fix gravity: whether its magnitude or direction is a variable, whether it is switched off
// (fix_modify or fix pour), and its acceleration.
bool gravity_varies(const FixGravity *fix);
bool gravity_is_off(const FixGravity *fix);
grist::Vector3d gravity_of(const FixGravity *fix);

// The moment of inertia of fix nve/sphere over m r^2: a sphere, or with the keyword disc a disc.
double moment_of_inertia(const FixNVESphere *fix);

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
