// A grid as a file for ParaView. Oracle: the format of VTK; the style's test reads one by VTK.

#include "sensors/image_text.h"

#include <gtest/gtest.h>

namespace test_image_text {

using namespace grist;

TEST(ImageText, CellsFieldsAndExtent)
{
  PartGrid grid;
  grid.low = {0, -1, 2};
  grid.high = {1, 1, 3};
  grid.counts = {1, 2, 1};
  EXPECT_EQ(image_text(grid, {{"mass", 1, {1.5, 2}}, {"v", 3, {1, 2, 3, 4, 5, 6}}}, 0.25),
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"0.1\">\n"
            "<ImageData WholeExtent=\"0 1 0 2 0 1\" Origin=\"0 -1 2\" Spacing=\"1 1 1\">\n"
            "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" "
            "NumberOfTuples=\"1\" format=\"ascii\">0.25</DataArray>\n</FieldData>\n"
            "<Piece Extent=\"0 1 0 2 0 1\">\n<CellData>\n"
            "<DataArray type=\"Float64\" Name=\"mass\" NumberOfComponents=\"1\" format=\"ascii\">\n"
            "1.5\n2\n</DataArray>\n"
            "<DataArray type=\"Float64\" Name=\"v\" NumberOfComponents=\"3\" format=\"ascii\">\n"
            "1 2 3\n4 5 6\n</DataArray>\n"
            "</CellData>\n</Piece>\n</ImageData>\n</VTKFile>\n");
}

}    // namespace test_image_text
