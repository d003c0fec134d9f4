/* Command write_shapes: the shapes of polyhedra as meshes, one file for each shape, and the number
   of its shape for each atom. For programs that draw a particle by the mesh of its type, such as
   OVITO.
*/

#ifdef COMMAND_CLASS
// clang-format off
CommandStyle(write_shapes,WriteShapes);
// clang-format on
#else

#ifndef LMP_WRITE_SHAPES_H
#define LMP_WRITE_SHAPES_H

#include "command.h"

#include "compounds/body_shape.h"

#include "geometry/convex_polyhedron.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class WriteShapes : public Command {
 public:
  explicit WriteShapes(class LAMMPS *lmp) : Command(lmp) {}
  void command(int, char **) override;

 private:
  // The parts of a shape, and what describes it in its body frame (compounds/body_shape.h).
  using Numbers = std::vector<double>;

  // A shape on this rank, and which of its atoms in the group have it.
  struct Local {
    grist::BodyShape shape;
    std::vector<int> atoms;
    tagint first_id;
  };
  std::vector<Local> find_local(int groupbit) const;
  std::vector<Numbers> number_shapes(const std::vector<Local> &local) const;
  void set_numbers(const std::vector<Local> &local, const std::vector<Numbers> &shapes) const;
  std::string write(const std::vector<Numbers> &shapes, const std::string &pattern) const;
};

}    // namespace LAMMPS_NS

#endif
#endif
