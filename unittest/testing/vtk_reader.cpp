#include "testing/vtk_reader.h"

#include <stdexcept>

#ifdef GRIST_VTK
#include <vtkCell.h>
#include <vtkCellData.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkMultiPieceDataSet.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkSmartPointer.h>
#include <vtkXMLDataElement.h>
#include <vtkXMLMultiBlockDataReader.h>
#include <vtkXMLUtilities.h>

#include <cmath>
#endif

namespace grist::testing {

bool VtkFrame::has(const std::string &name) const
{
  for (const VtkThing &thing : things)
    if (thing.name == name) return true;
  return false;
}

const VtkThing &VtkFrame::operator[](const std::string &name) const
{
  for (const VtkThing &thing : things)
    if (thing.name == name) return thing;
  throw std::runtime_error("frame " + file + " has no block " + name);
}

#ifndef GRIST_VTK

bool has_vtk_reader()
{
  return false;
}

std::vector<VtkFrame> read_series(const std::string &)
{
  throw std::runtime_error("built without VTK");
}

#else

bool has_vtk_reader()
{
  return true;
}

namespace {

using Vector = std::array<double, 3>;

void add_arrays(vtkDataSetAttributes *data, VtkThing &thing)
{
  for (int n = 0; n < data->GetNumberOfArrays(); n++) {
    vtkDataArray *array = data->GetArray(n);
    auto &values = thing.values[array->GetName()];
    thing.types[array->GetName()] = array->GetDataTypeAsString();
    for (vtkIdType row = 0; row < array->GetNumberOfTuples(); row++)
      for (int k = 0; k < array->GetNumberOfComponents(); k++)
        values.push_back(array->GetComponent(row, k));
  }
}

// Volume of a convex cell: pyramids from the mean of its points over its faces.
double volume_of(vtkCell *cell)
{
  Vector middle = {0, 0, 0}, x;
  const auto count = static_cast<double>(cell->GetNumberOfPoints());
  for (vtkIdType n = 0; n < cell->GetNumberOfPoints(); n++) {
    cell->GetPoints()->GetPoint(n, x.data());
    for (int k = 0; k < 3; k++) middle[k] += x[k] / count;
  }
  double volume = 0.0;
  for (int f = 0; f < cell->GetNumberOfFaces(); f++) {
    vtkPoints *corners = cell->GetFace(f)->GetPoints();
    Vector a, b, c;
    corners->GetPoint(0, a.data());
    for (vtkIdType n = 1; n + 1 < corners->GetNumberOfPoints(); n++) {
      corners->GetPoint(n, b.data());
      corners->GetPoint(n + 1, c.data());
      double m[3][3];
      for (int k = 0; k < 3; k++) {
        m[0][k] = a[k] - middle[k];
        m[1][k] = b[k] - middle[k];
        m[2][k] = c[k] - middle[k];
      }
      volume += std::fabs(m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                          m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                          m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])) /
          6.0;
    }
  }
  return volume;
}

void add_piece(vtkDataSet *data, VtkThing &thing)
{
  thing.pieces++;
  const int first = static_cast<int>(thing.points.size());
  for (vtkIdType n = 0; n < data->GetNumberOfPoints(); n++) {
    thing.points.emplace_back();
    data->GetPoint(n, thing.points.back().data());
  }
  for (vtkIdType n = 0; n < data->GetNumberOfCells(); n++) {
    vtkCell *cell = data->GetCell(n);
    thing.cells.emplace_back();
    thing.cell_types.push_back(cell->GetCellType());
    for (vtkIdType k = 0; k < cell->GetNumberOfPoints(); k++)
      thing.cells.back().push_back(first + static_cast<int>(cell->GetPointId(k)));
    if (cell->GetCellType() == VTK_POLYHEDRON) thing.volumes.push_back(volume_of(cell));
  }
  add_arrays(data->GetPointData(), thing);
  add_arrays(data->GetCellData(), thing);
  vtkDataArray *time = data->GetFieldData()->GetArray("TimeValue");
  if (!time) throw std::runtime_error(thing.name + ": no TimeValue");
  thing.time = time->GetTuple1(0);
}

std::vector<VtkThing> read_frame(const std::string &path)
{
  vtkNew<vtkXMLMultiBlockDataReader> reader;
  reader->SetFileName(path.c_str());
  reader->Update();
  auto *blocks = vtkMultiBlockDataSet::SafeDownCast(reader->GetOutput());
  if (reader->GetErrorCode() != 0 || !blocks) throw std::runtime_error("cannot read " + path);
  std::vector<VtkThing> things;
  for (unsigned n = 0; n < blocks->GetNumberOfBlocks(); n++) {
    VtkThing thing;
    if (!blocks->HasMetaData(n)) throw std::runtime_error(path + ": a block without a name");
    thing.name = blocks->GetMetaData(n)->Get(vtkCompositeDataSet::NAME());
    auto *pieces = vtkMultiPieceDataSet::SafeDownCast(blocks->GetBlock(n));
    if (!pieces) throw std::runtime_error(path + ": a block of no pieces");
    for (unsigned p = 0; p < pieces->GetNumberOfPieces(); p++) {
      auto *data = vtkDataSet::SafeDownCast(pieces->GetPieceAsDataObject(p));
      if (!data) throw std::runtime_error(path + ": a piece cannot be read");
      add_piece(data, thing);
    }
    things.push_back(std::move(thing));
  }
  return things;
}

}    // namespace

std::vector<VtkFrame> read_series(const std::string &pvd)
{
  const auto root =
      vtkSmartPointer<vtkXMLDataElement>::Take(vtkXMLUtilities::ReadElementFromFile(pvd.c_str()));
  if (!root || std::string(root->GetAttribute("type")) != "Collection")
    throw std::runtime_error(pvd + " is no collection");
  vtkXMLDataElement *collection = root->FindNestedElementWithName("Collection");
  const std::string folder = pvd.substr(0, pvd.rfind('/') + 1);
  std::vector<VtkFrame> frames;
  for (int n = 0; n < collection->GetNumberOfNestedElements(); n++) {
    vtkXMLDataElement *entry = collection->GetNestedElement(n);
    VtkFrame frame = {0.0, entry->GetAttribute("file"), {}};
    if (!entry->GetScalarAttribute("timestep", frame.time))
      throw std::runtime_error(pvd + ": a frame without a time");
    frame.things = read_frame(folder + frame.file);
    frames.push_back(std::move(frame));
  }
  return frames;
}

#endif

}    // namespace grist::testing
