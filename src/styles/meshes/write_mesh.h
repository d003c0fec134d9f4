/* write_mesh command: writes the STL file of a vessel from its dimensions: drum, cylinder, hopper, silo, box, plane.

   The meshes come from geometry/; this command reads the input line, and rank 0 makes and writes the mesh.
*/

#ifdef COMMAND_CLASS
// clang-format off
CommandStyle(write_mesh,WriteMesh);
// clang-format on
#else

#ifndef LMP_WRITE_MESH_H
#define LMP_WRITE_MESH_H

#include "command.h"

#include <string>

namespace grist {
struct Mesh;
}

namespace LAMMPS_NS {

class InputWords;

class WriteMesh : public Command {
 public:
  WriteMesh(class LAMMPS *lmp) : Command(lmp) {}
  void command(int, char **) override;

 private:
  struct Order;    // what the input line asks for

  Order parse(int, char **);
  void parse_common(const std::string &, InputWords &, Order &);
  grist::Mesh make(const Order &);
  void agree(std::string);
  void report(const Order &, const grist::Mesh &);
};

}    // namespace LAMMPS_NS

#endif
#endif
