// The piece of one thing that one rank shows at one time: points, lines, triangles or polyhedra,
// with values.

#ifndef GRIST_STYLES_OUTPUT_PIECE_H
#define GRIST_STYLES_OUTPUT_PIECE_H

#include "lmptype.h"

#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

// Values of every point of a piece of POINTS, of every cell of the others. Either real numbers or
// whole ones.
struct OutputField {
  std::string name;
  int components = 1;
  std::vector<double> reals;
  std::vector<tagint> wholes;

  bool is_whole = false;
};

enum class PieceKind { POINTS, LINES, TRIANGLES, POLYHEDRA };

struct OutputPiece {
  PieceKind kind = PieceKind::POINTS;
  std::vector<double> points;    // x, y, z of each

  // Numbers of points. LINES: two each; TRIANGLES: three each. POLYHEDRA, for each: number of its
  // points, which follow those of the one before; number of faces; for each face the number of its
  // corners and the corners, counted within the polyhedron.
  std::vector<int> cells;
  int cell_count = 0;    // not counted for POINTS

  std::vector<OutputField> fields;

  bool is_empty() const { return kind == PieceKind::POINTS ? points.empty() : cell_count == 0; }

  // The references are valid until the next call.
  std::vector<double> &add_reals(std::string name, int components = 1)
  {
    fields.push_back({std::move(name), components, {}, {}, false});
    return fields.back().reals;
  }
  std::vector<tagint> &add_wholes(std::string name)
  {
    fields.push_back({std::move(name), 1, {}, {}, true});
    return fields.back().wholes;
  }
  template <class Vector> void add_point(const Vector &x)
  {
    points.insert(points.end(), {x[0], x[1], x[2]});
  }
};

}    // namespace LAMMPS_NS

#endif
