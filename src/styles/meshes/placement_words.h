/* The words that place a mesh in the box, each any number of times: factors are multiplied, turns
   follow one another in the order of the input, shifts are added. The mesh is shifted last. So where
   a word is given again, the input must have its shifts last, too.

     scale s   turn ax ay az degrees   shift x y z
*/

#ifndef LMP_PLACEMENT_WORDS_H
#define LMP_PLACEMENT_WORDS_H

#include "styles/commands/input_words.h"

#include "meshes/mesh.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

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
