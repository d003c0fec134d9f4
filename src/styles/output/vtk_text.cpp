#include "styles/output/vtk_text.h"

#ifdef GRIST_VTK
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkFloatArray.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkTypeInt64Array.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLPolyDataWriter.h>
#include <vtkXMLUnstructuredGridWriter.h>
#include <vtkZLibDataCompressor.h>

#include <algorithm>
#include <numeric>
#include <type_traits>
#endif

using namespace LAMMPS_NS;

#ifndef GRIST_VTK

bool LAMMPS_NS::has_vtk()
{
  return false;
}

std::string LAMMPS_NS::vtk_text(const OutputPiece &, const VtkFormat &, double)
{
  return "";
}

#else

bool LAMMPS_NS::has_vtk()
{
  return true;
}

namespace {

constexpr int ZLIB_LEVEL =
    1;    // the fastest; higher levels make files of particles hardly smaller

using IdArray = std::conditional_t<sizeof(tagint) == 4, vtkIntArray, vtkTypeInt64Array>;

template <class Array, class Value>
vtkSmartPointer<vtkDataArray> array_of(const std::vector<Value> &values, int components)
{
  auto array = vtkSmartPointer<Array>::New();
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / components);
  using To = typename Array::ValueType;
  std::transform(values.begin(), values.end(), array->GetPointer(0),
                 [](Value value) { return static_cast<To>(value); });
  return array;
}

vtkSmartPointer<vtkDataArray> array_of_reals(const std::vector<double> &values, int components,
                                             bool single)
{
  return single ? array_of<vtkFloatArray>(values, components)
                : array_of<vtkDoubleArray>(values, components);
}

void add_fields(const OutputPiece &piece, bool single, vtkFieldData *data)
{
  for (const OutputField &field : piece.fields) {
    const auto array = field.is_whole ? array_of<IdArray>(field.wholes, field.components)
                                      : array_of_reals(field.reals, field.components, single);
    array->SetName(field.name.c_str());
    data->AddArray(array);
  }
}

void add_time(double time, vtkDataObject *data)
{
  vtkNew<vtkDoubleArray> value;
  value->SetName("TimeValue");
  value->InsertNextValue(time);
  data->GetFieldData()->AddArray(value);
}

// Cells of `size` points each; their numbers have 32 bits.
vtkSmartPointer<vtkCellArray> equal_cells(const std::vector<int> &corners, int size)
{
  using Array = vtkCellArray::ArrayType32;
  const auto count = static_cast<vtkIdType>(corners.size()) / size;
  vtkNew<Array> offsets, connectivity;
  offsets->SetNumberOfValues(count + 1);
  for (vtkIdType n = 0; n <= count; n++) offsets->SetValue(n, static_cast<vtkTypeInt32>(n * size));
  connectivity->SetNumberOfValues(count * size);
  std::copy(corners.begin(), corners.end(), connectivity->GetPointer(0));
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  cells->SetData(offsets, connectivity);
  return cells;
}

vtkSmartPointer<vtkPolyData> surface_of(const OutputPiece &piece)
{
  auto data = vtkSmartPointer<vtkPolyData>::New();
  if (piece.kind == PieceKind::LINES)
    data->SetLines(equal_cells(piece.cells, 2));
  else if (piece.kind == PieceKind::TRIANGLES)
    data->SetPolys(equal_cells(piece.cells, 3));
  else {
    // Filters such as Threshold keep cells: each point is one.
    std::vector<int> numbers(piece.points.size() / 3);
    std::iota(numbers.begin(), numbers.end(), 0);
    data->SetVerts(equal_cells(numbers, 1));
  }
  return data;
}

vtkSmartPointer<vtkUnstructuredGrid> solids_of(const OutputPiece &piece)
{
  auto data = vtkSmartPointer<vtkUnstructuredGrid>::New();
  data->Allocate(piece.cell_count);
  std::vector<vtkIdType> points, faces;
  vtkIdType first = 0;
  auto at = piece.cells.begin();
  for (int cell = 0; cell < piece.cell_count; cell++) {
    points.resize(*at++);
    std::iota(points.begin(), points.end(), first);
    faces.clear();
    const int face_count = *at++;
    for (int face = 0; face < face_count; face++) {
      const int corners = *at++;
      faces.push_back(corners);
      for (int n = 0; n < corners; n++) faces.push_back(first + *at++);
    }
    data->InsertNextCell(VTK_POLYHEDRON, static_cast<vtkIdType>(points.size()), points.data(),
                         face_count, faces.data());
    first += static_cast<vtkIdType>(points.size());
  }
  return data;
}

template <class Writer> std::string text_of(vtkDataObject *data, Compression compression)
{
  vtkNew<Writer> writer;
  writer->SetInputData(data);
  writer->SetDataModeToAppended();
  writer->EncodeAppendedDataOff();
  if (compression == Compression::LZ4)
    writer->SetCompressorTypeToLZ4();
  else if (compression == Compression::NONE)
    writer->SetCompressorTypeToNone();
  else {
    vtkNew<vtkZLibDataCompressor> zlib;
    zlib->SetCompressionLevel(ZLIB_LEVEL);
    writer->SetCompressor(zlib);
  }
  writer->WriteToOutputStringOn();
  return writer->Write() ? writer->GetOutputString() : std::string();
}

}    // namespace

std::string LAMMPS_NS::vtk_text(const OutputPiece &piece, const VtkFormat &format, double time)
{
  vtkNew<vtkPoints> points;
  points->SetData(array_of_reals(piece.points, 3, format.single_precision));
  if (piece.kind == PieceKind::POLYHEDRA) {
    const auto data = solids_of(piece);
    data->SetPoints(points);
    add_fields(piece, format.single_precision, data->GetCellData());
    add_time(time, data);
    return text_of<vtkXMLUnstructuredGridWriter>(data, format.compression);
  }
  const auto data = surface_of(piece);
  data->SetPoints(points);
  if (piece.kind == PieceKind::POINTS)
    add_fields(piece, format.single_precision, data->GetPointData());
  else
    add_fields(piece, format.single_precision, data->GetCellData());
  add_time(time, data);
  return text_of<vtkXMLPolyDataWriter>(data, format.compression);
}

#endif
