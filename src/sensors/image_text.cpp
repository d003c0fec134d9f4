#include "sensors/image_text.h"

#include "common/file_text.h"

#include <cassert>
#include <cstdio>

namespace grist {

static std::string text_of(double value)
{
  char text[32];
  snprintf(text, sizeof(text), "%.9g", value);
  return text;
}

std::string image_text(const PartGrid &grid, const std::vector<ImageField> &fields, double time)
{
  std::string extent, origin, spacing;
  for (int k = 0; k < 3; k++) {
    extent += " 0 " + std::to_string(grid.counts[k]);
    origin += " " + text_of(grid.low[k]);
    spacing += " " + text_of((grid.high[k] - grid.low[k]) / grid.counts[k]);
  }
  std::string text = "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"0.1\">\n"
                     "<ImageData WholeExtent=\"" +
      extent.substr(1) + "\" Origin=\"" + origin.substr(1) + "\" Spacing=\"" + spacing.substr(1) +
      "\">\n<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
      "format=\"ascii\">" +
      text_of(time) + "</DataArray>\n</FieldData>\n<Piece Extent=\"" + extent.substr(1) +
      "\">\n<CellData>\n";
  for (const ImageField &field : fields) {
    assert(field.values.size() == static_cast<size_t>(field.components) * grid.count());
    text += "<DataArray type=\"Float64\" Name=\"" + xml_text(field.name) +
        "\" NumberOfComponents=\"" + std::to_string(field.components) + "\" format=\"ascii\">\n";
    for (size_t n = 0; n < field.values.size(); n++)
      text += text_of(field.values[n]) + ((n + 1) % field.components == 0 ? "\n" : " ");
    text += "</DataArray>\n";
  }
  return text + "</CellData>\n</Piece>\n</ImageData>\n</VTKFile>\n";
}

}    // namespace grist
