/* write_mesh command: writes the STL file of a vessel from its dimensions: drum, cylinder, hopper,
   silo, box, plane.

   Rank 0 makes the mesh (meshes/vessels.h) and writes it.
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

class WriteMesh : public Command {
 public:
  WriteMesh(class LAMMPS *lmp) : Command(lmp) {}
  void command(int, char **) override;

 private:
  struct Request;    // what the input line asks for

  Request read(class InputWords &);
  grist::Mesh mesh_of(const Request &);
  std::string write(const Request &, const grist::Mesh &);    // returns why it failed, or nothing
  void report(const Request &, const grist::Mesh &);
};

}    // namespace LAMMPS_NS

#endif
#endif
