/* create_polyhedra command: fills a region with bodies of body style polyhedron that do not
   overlap.

   Shapes and sizes are drawn by particles/assortment.h. Rank 0 alone draws and places all bodies
   from the seed, and each rank then creates those that it owns; so the result is the same on any
   number of ranks.
*/

#ifdef COMMAND_CLASS
// clang-format off
CommandStyle(create_polyhedra,CreatePolyhedra);
// clang-format on
#else

#ifndef LMP_CREATE_POLYHEDRA_H
#define LMP_CREATE_POLYHEDRA_H

#include "command.h"

namespace grist {
struct PolyhedraRequest;
}

namespace LAMMPS_NS {

struct PlacedBodies;

class CreatePolyhedra : public Command {
 public:
  CreatePolyhedra(class LAMMPS *lmp) : Command(lmp) {}
  void command(int, char **) override;

 private:
  class BodyPolyhedron &check_system();
  PlacedBodies place(const grist::PolyhedraRequest &);
  void report(const grist::PolyhedraRequest &, const PlacedBodies &);
};

}    // namespace LAMMPS_NS

#endif
#endif
