// Contacts of two bodies from the overlaps of their cells: what presses as one surface is summed.
//
// Touched cell i is the overlap of one cell of a body with one cell of another body or of a wall:
// of volume V_i, centroid C_i, area vector A_i, moment M_i and spread S_i (overlap.h). With
// couplings c_ij between 0 and 1, the product of those of both bodies,
//
//      V = sum_j c_ij V_j,   C = sum_j c_ij V_j C_j / V,   A = sum_j c_ij A_j,
//      M = sum_j c_ij (M_j + (C_j - C) x A_j),   S = sum_j c_ij S_j
//
// is the contact of cell i, which counts with the share V_i / V, as on mesh walls
// (walls/body_on_mesh.h). Cells of equal couplings have one contact. Faces between cells are
// inside: they cancel in A and M, and what they add to S is known as seams. Cells do not move with
// the other body, so a law with the force -k V A has the potential k/2 sum_ij c_ij V_i V_j, and
// nothing jumps.

#ifndef GRIST_COMPOUNDS_TOUCHED_CELLS_H
#define GRIST_COMPOUNDS_TOUCHED_CELLS_H

#include "geometry/overlap_result.h"

#include <cstddef>
#include <vector>

namespace grist {

struct TouchedCell {
  int a, b;             // cells of the two
  Overlap overlap;      // points relative to the position of the first body
  AreaSpread shared;    // of its spread: at sides that the cell of a wall shares with others

  int of(int side) const { return side == 0 ? a : b; }
};

// What touched cells i and j have in their spreads at a face that both share, so that it goes where
// they are one. Where an edge of that face is also between cells of the other body, as of k and l
// (else -1), all four have it once, and what the four pairs of them take away is twice that:
// `spread` comes back where all are one.
struct CellSeam {
  int i, j, k, l;
  AreaSpread spread;
};

struct CompoundContact {
  double share;
  Overlap overlap;
};

class TouchedCells {
 public:
  std::vector<TouchedCell> touched;
  std::vector<CellSeam> seams;

  void clear();

  // Asks for the couplings of all that touch.
  template <class Coupling> void couple(const Coupling &coupling)
  {
    const size_t count = touched.size();
    all.resize(count * count);
    for (size_t i = 0; i < count; i++) {
      all[i * count + i] = 1.0;
      for (size_t j = 0; j < i; j++)
        all[i * count + j] = all[j * count + i] =
            coupling(static_cast<int>(i), static_cast<int>(j));
    }
  }
  double between(int cell, int other) const
  {
    return all[static_cast<size_t>(cell) * touched.size() + static_cast<size_t>(other)];
  }

  // The number of the touched cell of these cells of a side and of the other one; -1: none.
  int number_of(int side, int cell, int beyond) const
  {
    for (size_t n = 0; n < touched.size(); n++)
      if (touched[n].of(side) == cell && touched[n].of(1 - side) == beyond)
        return static_cast<int>(n);
    return -1;
  }

  // With the couplings and seams.
  void sum();

  const std::vector<CompoundContact> &contacts() const { return found; }
  int contact_of(int cell) const { return of_cell[static_cast<size_t>(cell)]; }

  // Of a contact with a touched cell.
  double coupling(int contact, int cell) const
  {
    return couplings[static_cast<size_t>(contact) * touched.size() + static_cast<size_t>(cell)];
  }

 private:
  std::vector<CompoundContact> found;
  std::vector<int> of_cell;
  std::vector<double> couplings;    // by contact, of all touched cells
  std::vector<double> all;          // by touched cell, of all

  void add_contact();
};

}    // namespace grist

#endif
