/* The keywords of an input line that describe bodies: shape, shapes, size, seed, orient.

   For every command or fix that creates bodies of body style polyhedron; they may have other
   keywords as well.
*/

#ifndef GRIST_PARTICLES_ASSORTMENT_KEYWORDS_H
#define GRIST_PARTICLES_ASSORTMENT_KEYWORDS_H

#include "common/word_reader.h"

#include "meshes/mesh_source.h"
#include "particles/assortment.h"

#include <string>
#include <vector>

namespace grist {

class AssortmentKeywords {
 public:
  // Shapes of more vertices than `vertex_limit` are rejected, some only when they are made.
  AssortmentKeywords(WordReader &words, MeshSource meshes, int vertex_limit);

  // They read from the words given, into this object.
  std::vector<Keyword> keywords();

  // Once all words are read: the request for a number of bodies. An error if shape or size is
  // missing.
  AssortmentRequest request(int count) const;

 private:
  WordReader &words;
  MeshSource meshes;
  int vertex_limit;
  std::string shape;    // its name; empty until it is given
  AssortmentRequest given;
  bool shapes_given = false;

  void read_shape();
  ShapeMaker read_prism(const std::string &what);
  ShapeMaker read_file(const std::string &what);
  ShapeMaker read_random();
};

}    // namespace grist

#endif
