// The pieces of Laguerre cells in the convex parts of a solid, and the convex blocks that they
// make.
//
// Pieces of a cell whose union is convex are one block. Where it is not, at hollow edges, some
// blocks of a cell may be small: corners that the cell has in another part. Such a part is then
// divided once more, among the other cells that have something of it, which get what the cell had
// there: exact, and all pieces stay convex. A cell whose pieces made one block may fall into
// several because of it. The largest block of a cell always stays, and so does one cell of each
// part: a part that is smaller itself is one block in the end, unless it makes a convex one with
// others.

#ifndef GRIST_BLOCKS_CELL_PIECES_H
#define GRIST_BLOCKS_CELL_PIECES_H

#include "geometry/power_cells.h"

#include <set>
#include <vector>

namespace grist {

// The solid and what grew in it.
struct GrownCells {
  const std::vector<ConvexSolid> &parts;
  const std::vector<Vector3d> &nuclei;
  const std::vector<double> &weights;
  double rounding;    // a volume: smaller pieces are left out
  double apart;       // a length: distances up to it are rounding
};

class CellPieces {
 public:
  explicit CellPieces(const GrownCells &grown);

  // Joins small blocks, in several rounds, until no cell of several blocks has one with less than
  // this volume, or no more can be done.
  void join_small(double least_volume);

  // The corners of the blocks of each cell.
  using Blocks = std::vector<std::vector<Vector3d>>;
  const std::vector<Blocks> &blocks() const { return made; }

  int joined() const { return gone; }    // pieces whose nuclei were left out

  // Pieces that are rounding, and their volume.
  struct LeftOut {
    int count = 0;
    double volume = 0.0;
  };
  LeftOut left_out() const;

 private:
  using Piece = PowerCells::Piece;
  GrownCells grown;
  std::vector<std::vector<Piece>> pieces;    // of each cell
  std::vector<Blocks> made;                  // of each cell
  std::vector<std::set<int>> without;        // of each part: cells whose nuclei are left out
  std::vector<LeftOut> rounding;             // of each part
  int gone = 0;

  void add(int cell, Piece &&piece);
  void make_blocks(int cell);
  std::vector<const Piece *> small_pieces(int cell, double least_volume) const;
  std::set<int> leave_out_small(double least_volume);
  void divide_again(int part, std::set<int> &changed_cells);
};

}    // namespace grist

#endif
