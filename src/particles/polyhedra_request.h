// The request of an input line of create_polyhedra.

#ifndef GRIST_PARTICLES_POLYHEDRA_REQUEST_H
#define GRIST_PARTICLES_POLYHEDRA_REQUEST_H

#include "meshes/mesh_source.h"
#include "particles/assortment.h"

#include <string>

namespace grist {

class WordReader;

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
