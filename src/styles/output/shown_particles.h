// Spheres and polyhedra as pieces: what an output shows of the atoms of this rank.

#ifndef GRIST_STYLES_SHOWN_PARTICLES_H
#define GRIST_STYLES_SHOWN_PARTICLES_H

#include "compounds/flat_polygon.h"
#include "pointers.h"
#include "styles/output/output_piece.h"
#include "styles/polyhedra/polyhedron_bodies.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

// The atoms that are shown, by their local indices, and what else the user wants to see of them:
// rows of values.
struct ShownAtoms {
  std::vector<int> atoms;
  std::vector<std::string> names;    // of the columns
  const double *values = nullptr;    // first of the row of the first atom
  int row_length = 0;                // from one row to the next
};

class ShownParticles : protected Pointers {
 public:
  explicit ShownParticles(class LAMMPS *lmp) : Pointers(lmp) {}

  // At every init. `user` begins errors.
  void connect(const std::string &user);

  bool has_bodies() const { return bodies_used; }
  bool has_faces() const;    // of bonded blocks

  // Before the two calls below, in each frame. Collective.
  void update();

  // Spheres: every atom that is no polyhedron.
  OutputPiece spheres(const ShownAtoms &shown);
  OutputPiece polyhedra(const ShownAtoms &shown);

  // Faces between bonded blocks, each once, and those that have parted, on each of their blocks: as
  // triangles, with load and damage.
  OutputPiece faces(const ShownAtoms &shown);

 private:
  bool bodies_used = false;
  PolyhedronBodies bodies;
  std::vector<class FixBreakPolyhedra *> breakers;

  grist::FlatPolygon outline(int i, const struct FaceOfBlock &face) const;
  void add_common(OutputPiece &piece, const std::vector<int> &atoms);
  void add_bonds(OutputPiece &piece, const std::vector<int> &atoms);
  void add_lineage(OutputPiece &piece, const std::vector<int> &atoms);
  static void add_columns(OutputPiece &piece, const ShownAtoms &shown,
                          const std::vector<int> &rows);
};

}    // namespace LAMMPS_NS

#endif
