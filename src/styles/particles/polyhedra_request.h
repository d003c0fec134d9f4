// The request of an input line of create_polyhedra.

#ifndef LMP_POLYHEDRA_REQUEST_H
#define LMP_POLYHEDRA_REQUEST_H

#include "particles/assortment.h"

#include <string>

namespace LAMMPS_NS {

class InputWords;

struct PolyhedraRequest {
  std::string region;    // its ID
  int type = 1;          // of the atoms
  double density = 0.0;
  int attempts = 1000;    // places tried for each body
  grist::AssortmentRequest assortment;
};

// `atom_types` and `vertex_limit` are what the system has room for.
PolyhedraRequest read_polyhedra_request(class LAMMPS *lmp, InputWords &words, int atom_types,
                                        int vertex_limit);

}    // namespace LAMMPS_NS

#endif
