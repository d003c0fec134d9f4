/* The keywords of an input line that describe bodies: shape, shapes, size, seed, orient.

   For every command or fix that creates bodies of body style polyhedron; they may have other
   keywords as well.
*/

#ifndef LMP_ASSORTMENT_KEYWORDS_H
#define LMP_ASSORTMENT_KEYWORDS_H

#include "styles/common/input_words.h"

#include "particles/assortment.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class AssortmentKeywords {
 public:
  // Shapes of more vertices than `vertex_limit` are rejected, some only when they are made.
  AssortmentKeywords(class LAMMPS *lmp, InputWords &words, int vertex_limit);

  // They read from the words given, into this object.
  std::vector<Keyword> keywords();

  // Once all words are read: the request for a number of bodies. An error if shape or size is
  // missing.
  grist::AssortmentRequest request(int count) const;

 private:
  class LAMMPS *lmp;
  InputWords &words;
  int vertex_limit;
  std::string shape;    // its name; empty until it is given
  grist::AssortmentRequest given;
  bool shapes_given = false;

  void read_shape();
  grist::ShapeMaker read_prism(const std::string &what);
  grist::ShapeMaker read_file(const std::string &what);
  grist::ShapeMaker read_random();
};

}    // namespace LAMMPS_NS

#endif
