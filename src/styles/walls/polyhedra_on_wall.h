/* The polyhedra of a wall list on a wall: their contacts and histories. The kinds of walls:
   polyhedra_on_mesh.h, fix_wall_polyhedron.cpp.
*/

#ifndef GRIST_STYLES_POLYHEDRA_ON_WALL_H
#define GRIST_STYLES_POLYHEDRA_ON_WALL_H

#include "geometry/overlap.h"
#include "walls/contact_memory.h"

#include <vector>

namespace LAMMPS_NS {

class PolyhedraOnWall {
 public:
  // A contact in space axes. The wall identifies its history by the number of the surface of `at`.
  struct Contact {
    grist::Overlap overlap;
    grist::WallContact at;
    double share;    // of the force of this overlap that acts
  };

  virtual ~PolyhedraOnWall() = default;

  // After the wall list is made, of these atoms.
  virtual void list(const std::vector<int> &atoms, double beyond_radius) = 0;

  // Contacts in this step of number n of the list, which is atom i and a polyhedron. Valid until
  // the next call.
  virtual const std::vector<Contact> &find(int n, int i) = 0;

  // Histories of the contacts found last, one after another. They may be written to, and are then
  // kept by store().
  virtual double *histories(int i, grist::ContactMemory &memory) = 0;
  virtual void store(int, grist::ContactMemory &) const {}

  // Whether contact k has no history from before.
  virtual bool began(int k, const grist::ContactMemory &memory) const = 0;
};

}    // namespace LAMMPS_NS

#endif
