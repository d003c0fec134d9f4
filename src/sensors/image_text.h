// Values in the cells of a grid as a file that ParaView opens: XML ImageData (.vti), as text.

#ifndef GRIST_SENSORS_IMAGE_TEXT_H
#define GRIST_SENSORS_IMAGE_TEXT_H

#include "packings/part_grid.h"

#include <string>
#include <vector>

namespace grist {

// A field with one, three or six numbers for each cell; six: xx yy zz xy yz xz, as VTK has them.
struct ImageField {
  std::string name;
  int components;
  std::vector<double> values;    // those of a cell together, cells in the order of the grid
};

std::string image_text(const PartGrid &grid, const std::vector<ImageField> &fields, double time);

}    // namespace grist

#endif
