/* The keywords of an input line that describe bodies: shape, shapes, size, seed, orient.

   For every command or fix that creates bodies of body style polyhedron; they may have other
   keywords as well. Those of create_polyhedra are here, too.
*/

#ifndef GRIST_PARTICLES_ASSORTMENT_KEYWORDS_H
#define GRIST_PARTICLES_ASSORTMENT_KEYWORDS_H

#include "common/word_reader.h"
#include "geometry/random_shape.h"
#include "meshes/mesh_file.h"
#include "meshes/named_shapes.h"
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
  RandomShape read_random(const std::string &what, int *scoops);
  ShapeMaker read_named(const NamedShape &named);
};

// The request of an input line of create_polyhedra.
struct PolyhedraRequest {
  std::string region;    // its ID
  int type = 1;          // of the atoms
  double density = 0.0;
  int attempts = 1000;    // places tried for each body
  AssortmentRequest assortment;
};

// `atom_types` and `vertex_limit` are what the system has room for.
PolyhedraRequest read_polyhedra_request(WordReader &words, const MeshSource &meshes, int atom_types,
                                        int vertex_limit);

}    // namespace grist

#endif
