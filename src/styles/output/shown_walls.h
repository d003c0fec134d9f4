// Mesh walls as triangles, where they are, with stress and sliding work.

#ifndef GRIST_STYLES_SHOWN_WALLS_H
#define GRIST_STYLES_SHOWN_WALLS_H

#include "pointers.h"
#include "styles/output/output_piece.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class ShownWalls : protected Pointers {
 public:
  explicit ShownWalls(class LAMMPS *lmp) : Pointers(lmp) {}

  // At every init: finds all fixes wall/mesh.
  void connect();

  int count() const { return static_cast<int>(walls.size()); }
  std::string id(int n) const;

  // Complete on rank 0, empty on the others. Collective.
  OutputPiece wall(int n);

 private:
  struct Wall {
    class FixWallMesh *fix;
    std::shared_ptr<class MeshStressSums> sums;    // since the last frame
  };
  std::vector<Wall> walls;
};

}    // namespace LAMMPS_NS

#endif
