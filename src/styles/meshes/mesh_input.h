/* Meshes from files, for all styles that take one: walls, cluster templates, feeds, polyhedra. */

#ifndef GRIST_STYLES_MESH_INPUT_H
#define GRIST_STYLES_MESH_INPUT_H

#include "meshes/mesh.h"
#include "meshes/mesh_cleaning.h"
#include "meshes/mesh_file.h"
#include "meshes/solid_parts.h"
#include "styles/commands/input_words.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

// Whether a mesh has so many triangles that work on it is announced before it begins.
bool is_fine(const grist::Mesh &mesh);

// The mesh of a file made fit for its use (meshes/mesh_cleaning.h). Rank 0 prints a line where
// anything was changed, and before the clean-up of a fine mesh. Throws std::invalid_argument for a
// mesh that is not fit.
grist::CleanMesh clean_mesh(class LAMMPS *lmp, const std::string &file, const grist::Mesh &mesh,
                            const grist::MeshCleaning &how);

// The convex parts of a mesh of a file that is fit for a solid. Rank 0 prints what they are. Parts
// that took more than a second are kept beside the file, as NAME.parts, and read from there the
// next time.
grist::SolidParts cut_mesh(class LAMMPS *lmp, const std::string &file, const grist::Mesh &mesh,
                           const grist::SolidPartsRequest &how);

// For the readers of keywords in the core.
grist::MeshSource mesh_source(class LAMMPS *lmp);

// The words that place a mesh in the box, each any number of times: factors are multiplied, turns
// follow one another in the order of the input, shifts are added. The mesh is shifted last. So
// where a word is given again, the input must have its shifts last, too.
//
//   scale s   turn ax ay az degrees   shift x y z
class PlacementWords {
 public:
  // Both must outlive it. `of` begins the names of the words in errors: "mesh ", or nothing.
  PlacementWords(InputWords &words, grist::MeshPlacement &to, std::string of = "");

  // The keywords scale, turn and shift.
  std::vector<Keyword> keywords();

 private:
  InputWords &words;
  grist::MeshPlacement &to;
  const std::string of;
  bool is_scaled = false, is_turned = false, is_shifted = false;
  bool shift_is_last = true;
  std::string again;    // a word that was given again

  void read_scale();
  void read_turn();
  void read_shift();
  void check_order(const std::string &word, bool &is_given);
};

}    // namespace LAMMPS_NS

#endif
