// Blocks from given cells, which are checked: closed, convex, with a volume, without overlaps and
// without gaps between them.
//
// A gap is a place between blocks that no block fills: a face without a neighbor that looks at
// another block across less than a twentieth of its size, or one from which other blocks are seen
// in all directions. What is open to the outside, such as a notch, is shape and no gap.

#ifndef GRIST_BLOCKS_GIVEN_CELLS_H
#define GRIST_BLOCKS_GIVEN_CELLS_H

#include "blocks/block_partition.h"
#include "blocks/cell_file.h"

#include <vector>

namespace grist {

struct GivenCellSettings {
  double least_overlap = 1e-4;    // volume over that of the smaller cell; less is rounding
  double least_area = 1e-6;       // of faces (block_faces.h)
};

// Throws std::invalid_argument, with the name of the cell and the number: "cell 7 is not convex: a
// vertex stands 0.02 of the size out of face 3".
BlockPartition blocks_of(const std::vector<GivenCell> &cells,
                         const GivenCellSettings &settings = {});

}    // namespace grist

#endif
