// A solid divided into convex blocks, and the faces that they have in common: rock that breaks at
// the faces.
//
// Blocks are Laguerre cells (geometry/power_cells.h) around nuclei that are drawn at random and
// moved to the centroids of their cells by some steps of Lloyd (1982), unless these lie outside of
// the solid, with weights that give them the volumes wanted. They fill the solid exactly. Layers:
// the solid is divided in a space that is compressed along the axes of the bedding, in which cells
// are stretched afterwards.
//
// A solid that is not convex has convex parts. A cell is what its Laguerre cell has in all of them;
// where this is convex it is one block, however many parts it is in. Where a cell meets a hollow
// edge it falls into several convex pieces, cut by the planes of the parts, and each is a block.
// Such pieces may be small, and would need small time steps: those below `least_piece` go to other
// cells of the part (cell_pieces.h).
//
// All from the seed, the same on all ranks.

#ifndef GRIST_BLOCKS_BLOCK_PARTITION_H
#define GRIST_BLOCKS_BLOCK_PARTITION_H

#include "blocks/block_faces.h"
#include "blocks/block_solid.h"

#include <cstdint>
#include <vector>

namespace grist {

struct BlockRequest {
  // Each block with its faces takes some 12 kB.
  static constexpr int MOST_CELLS = 200000;
  static constexpr double MOST_SPREAD = 1.0;

  int cells = 0;
  std::uint64_t seed = 1;

  // Volumes of cells: those that cells without weights have; log-normal, `spread` the deviation of
  // the logarithm of their size; or in the ratio of `shares`, one for each cell.
  enum class Volumes { AS_DRAWN, LOG_NORMAL, SHARES };
  Volumes volumes = Volumes::LOG_NORMAL;
  double spread = 0.0;
  std::vector<double> shares = {};
  double precision = 1e-3;    // of volumes, relative

  int lloyd_steps = 5;

  // Blocks of cells that fall into several are not smaller, over the mean volume of cells.
  double least_piece = 0.02;

  // Cells are stretched by these factors along the axes of the bedding (columns), in the ratio of
  // the factors.
  Vector3d stretch = Vector3d::ones();
  Matrix3d bedding = Matrix3d::identity();

  BlockFaceSettings faces = {};
};

struct BlockPartition {
  std::vector<Block> blocks;    // by cell
  BlockFaces joined;            // their common faces
  double volume = 0.0;          // of the solid
  int cells = 0;
  int cut_cells = 0;               // cells that are more than one block
  int joined_pieces = 0;           // small pieces that went to other cells
  double smallest = 0.0;           // volume of the smallest block, over the mean of cells
  int splinters = 0;               // pieces that are rounding, left out,
  double splinter_volume = 0.0;    // and their volume, over that of the solid
};

// Throws std::invalid_argument for numbers that are out of range, with the value, and
// std::runtime_error if no weights are found for the volumes.
BlockPartition divided_solid(const BlockSolid &solid, const BlockRequest &request);

}    // namespace grist

#endif
